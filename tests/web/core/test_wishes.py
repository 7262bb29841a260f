"""Wishes for groups and for people, from the form or a table to the groups."""

import pytest

from bayeshat.report.explain import explain_person
from bayeshat.web.core import events, imports, jobs, responses
from bayeshat.web.core.downloads import answers_csv
from bayeshat.web.core.form_fields import FormRefused
from bayeshat.web.core.group_numbers import change_groups
from bayeshat.web.core.results import read_standing, tell_making
from bayeshat.web.core.rules import follow_name
from bayeshat.web.core.steps import read_overview
from bayeshat.web.core.uploads import read_upload
from bayeshat.web.core.wishes import Wishes
from bayeshat.web.db.schema import Event, Place, Response, Sorting
from bayeshat.words.message import catalogue
from web.core.samples import enqueue, key_of, look, make_worker


@pytest.fixture
def wishing(hat):
    """An event that asks for wishes and friends."""
    with hat.database.session() as session:
        known = session.get_one(Event, hat.event.id)
        events.update_event(session, known, known.version, settings=hat.settings, asks_wishes=True, asks_friends=True)
    return hat


def wish(hat, name, number, groups=(), friends="", tea=0):
    wishes = Wishes(tuple(groups), friends)
    with hat.database.session() as session:
        return responses.submit(
            session, hat.keys, hat.event, name, {"tea": [tea]}, key_of(number), wishes=wishes, settings=hat.settings
        )


def read(hat):
    with hat.database.reading() as session:
        event = session.get_one(Event, hat.event.id)
        return jobs.read_input(session, event, jobs.SortOptions.of(event))


def extra_of(hat, response):
    with hat.database.reading() as session:
        return session.get_one(Response, response.id).extra


def test_wishes_are_kept_with_the_answers_and_changed_with_them(wishing):
    ann, receipt = wish(wishing, "Ann", 1, ("", "Larks", "Larks"), " Bo ")
    assert extra_of(wishing, ann) == {"1st choice": "Larks", "friends": "Bo"}
    with wishing.database.session() as session:
        responses.change(session, receipt, {"tea": [0]}, "Ann", wishes=Wishes(("Owls", "Larks")))
    assert extra_of(wishing, ann) == {"1st choice": "Owls", "2nd choice": "Larks"}
    with wishing.database.reading() as session:
        exported = responses.export_person(session, session.get_one(Response, ann.id))
        table = answers_csv(events.survey_of(wishing.event), [session.get_one(Response, ann.id)]).decode()
    assert exported["further_columns"] == {"1st choice": "Owls", "2nd choice": "Larks"}
    assert '"1st choice","2nd choice"' in table
    assert '"Owls","Larks"' in table


def test_the_same_answers_with_other_wishes_are_a_correction(wishing):
    ann, _ = wish(wishing, "Ann", 1, ("Owls",))
    again, _ = wish(wishing, "Ann", 1, ("Larks",))
    assert (again.id, extra_of(wishing, ann)) == (ann.id, {"1st choice": "Larks"})


def test_wishes_that_are_not_asked_for_are_not_kept(hat):
    ann, _ = wish(hat, "Ann", 1, ("Owls",), "Bo")
    assert extra_of(hat, ann) == {}
    assert not read(hat).wishes.rules


def test_a_wish_for_no_group_is_refused(wishing):
    with pytest.raises(FormRefused) as caught:
        wish(wishing, "Ann", 1, ("Owls", "Jays"), "x" * 301)
    assert list(caught.value.problems) == ["wish1", "friends"]


def test_names_that_nobody_has_are_left_out_and_told_to_the_organiser(wishing):
    wish(wishing, "Ann", 1, (), "Bo, Zed")
    wish(wishing, "Bo Lee", 2, ("Larks",))
    given = read(wishing)
    assert [rule.words() for rule in given.wishes.rules] == [
        "Bo Lee would like to be in Larks (normal)",
        "Ann would like to be with Bo Lee (normal)",
    ]
    jobs.check_sort(given)
    with wishing.database.reading() as session:
        overview = read_overview(session, session.get_one(Event, wishing.event.id))
    [told] = overview.checks.unknown
    assert catalogue("de").tell(told) == "1 Wunsch konnte nicht verwendet werden: Ann: „Zed“ (niemand heißt ähnlich)."


def test_a_table_may_hold_wishes(wishing):
    table = (
        "Name,Tea?,When are you awake?,1. Wahl,2. Wahl,Freunde,1st pet,2nd pet\n"
        "Ann,yes,at night,Owls,Larks,Bo,cat,dog\nBo,no,at noon,Larks,Owls,,dog,cat\n"
        "Cy,yes,at night,Larks,Owls,Ann and Bo,cat,dog\n"
    )
    survey = events.survey_of(wishing.event)
    people = imports.read_people(survey, read_upload("people.csv", table.encode(), wishing.settings), wishing.settings)
    imports.import_people(wishing.database, wishing.event, people, settings=wishing.settings)
    wish(wishing, "Di", 1, ("Owls",), "Ann")
    wished = read(wishing).wishes
    assert {(rule.person, rule.groups or rule.companion) for rule in wished.rules} == {
        ("Ann", ("Owls", "Larks")),
        ("Bo", ("Larks", "Owls")),
        ("Cy", ("Larks", "Owls")),
        ("Di", ("Owls",)),
        ("Ann", "Bo"),
        ("Cy", "Ann"),
        ("Cy", "Bo"),
        ("Di", "Ann"),
    }
    assert wished.unknown == ()


def test_a_sort_grants_wishes_and_explains_them(wishing):
    for n in range(8):
        wish(wishing, f"Guest {n}", n, ("Owls" if n % 2 else "Larks",), "Guest 0" if n == 2 else "")
    ann, _ = wish(wishing, "Ann", 20, ("Owls",), "Guest 1")
    job = enqueue(wishing, target={"Owls": 5, "Larks": 4})
    assert make_worker(wishing.database).run_one()
    found = look(wishing, job)
    assert found.state == "done", found.message
    with wishing.database.reading() as session:
        standing = read_standing(session, session.get_one(Sorting, found.sorting_id))
        assert "no rules, 11 wishes" in str(tell_making(standing.sorting))
        assert session.get_one(Place, (found.sorting_id, 8)).extra == {"1st choice": "Owls"}
    told = [str(words) for words in explain_person(standing.current, "Ann").words()]
    assert "Wish: Ann would like to be in Owls (normal); granted." in told
    with wishing.database.session() as session:
        responses.delete_response(session, session.get_one(Response, ann.id))
    with wishing.database.reading() as session:
        assert session.get(Response, ann.id) is None
        assert session.get_one(Place, (found.sorting_id, 8)).extra == {}
        standing = read_standing(session, session.get_one(Sorting, found.sorting_id))
    assert "Ann" not in repr(standing.sorting.about)


def test_wishes_follow_groups_and_people_who_are_renamed(wishing):
    ann, _ = wish(wishing, "Ann", 1, ("Owls", "Larks"), "bo and Cy")
    bo, _ = wish(wishing, "Bo", 2, ("Larks",), "Cy")
    with wishing.database.session() as session:
        event = events.hold_event(session, wishing.event)
        change_groups(session, event, ["Barn owls", "Larks"], {"Barn owls": "Owls"})
        session.get_one(Response, bo.id).name = "Bob"
        follow_name(session, event, "Bo", "Bob")
    assert extra_of(wishing, ann) == {"1st choice": "Barn owls", "2nd choice": "Larks", "friends": "Bob and Cy"}
    assert extra_of(wishing, bo) == {"1st choice": "Larks", "friends": "Cy"}


def test_wishes_in_a_table_follow_groups_that_are_renamed(wishing):
    response, _ = wish(wishing, "Ann", 1)
    with wishing.database.session() as session:
        session.get_one(Response, response.id).extra = {"Wishes": "larks; Owls", "pet": "Owls"}
        event = events.hold_event(session, wishing.event)
        change_groups(session, event, ["Barn owls", "Larks"], {"Barn owls": "Owls"})
    assert extra_of(wishing, response) == {"Wishes": "larks; Barn owls", "pet": "Owls"}
