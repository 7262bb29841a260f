"""What results tell at a glance, and what publishing asks before."""

import pytest

from bayeshat.web.core import editing, publishing, responses, results
from bayeshat.web.core.publishing import check_publication
from bayeshat.web.core.results import News, list_results, read_news
from bayeshat.web.core.steps import read_overview
from bayeshat.web.db.schema import Event, now
from web.core.samples import both_databases, key_of, stand, store_sort

RULES = {"together": [["Guest 00", "Guest 02"]]}


@pytest.fixture
def sorting(party):
    return store_sort(party, target={"Owls": 6, "Larks": 6}, rules=RULES, loss="placement")


def publish(party, sorting):
    publication = publishing.prepare_publication(stand(party, sorting))
    with party.database.session() as session:
        publishing.publish(session, session.get_one(Event, party.event.id), publication)


def check(party, sorting, imported=(), **shown):
    standing = stand(party, sorting)
    with party.database.session() as session:
        event = session.get_one(Event, party.event.id)
        for name, value in shown.items():
            setattr(event, name, value)
    return check_publication(event, standing, publishing.prepare_publication(standing), imported)


def move(party, sorting, people, group):
    with party.database.session() as session:
        known = results.get_sorting(session, party.event, sorting.id)
        editing.move(session, known, known.version, people, group)


@both_databases
def test_what_came_since_is_counted_and_told(party, sorting):
    with party.database.session() as session:
        assert not read_news(session, sorting)
        given = responses.list_responses(session, party.event)
        given[3].changed_at = now()
        responses.delete_response(session, given[4])
    party.answer("Late", [0], [], key_of(95))
    with party.database.reading() as session:
        news = read_news(session, sorting)
    assert news == News(1, 1)
    assert str(news.words) == "1 person has answered since, and 1 person has changed their answers."
    assert str(News(0, 2).words) == "2 people have changed their answers since."


def test_only_those_who_came_late_are_placed(party, sorting):
    def look():
        with party.database.reading() as session:
            overview = read_overview(session, session.get_one(Event, party.event.id))
        sort = next(step for step in overview.steps if step.key == "sort")
        return str(overview.next_step[0]), ", ".join(map(str, sort.state)), overview.next_step[2]

    board = f"/events/{party.event.id}/sortings/{sorting.id}"
    with party.database.session() as session:
        responses.list_responses(session, party.event)[3].changed_at = now()
    changed = "Answers have changed since the last sort. Look at the groups to sort everybody again."
    assert look() == (changed, "sorted, 1 answer changed since", board)
    party.answer("Late", [0], [], key_of(95))
    words, state, where = look()
    assert words.startswith("Answers came after the last sort. Look at the groups to place latecomers")
    assert (state, where) == ("sorted, 1 new answer since", board)


def test_the_list_tells_what_hands_did_and_what_is_published(party, sorting):
    publish(party, sorting)
    move(party, sorting, [1, 3], 0)
    other = store_sort(party)
    with party.database.reading() as session:
        event = session.get_one(Event, party.event.id)
        newest, first = list_results(session, event)
    assert (newest.sorting.id, newest.n_moved, newest.published, newest.n_unpublished) == (other.id, 0, False, 0)
    assert (first.sorting.id, first.n_moved, first.published, first.n_unpublished) == (sorting.id, 2, True, 2)


def test_publishing_asks_about_broken_rules_and_sizes(party, sorting):
    assert check(party, sorting).questions == []
    move(party, sorting, [0], 1)
    asked = check(party, sorting)
    assert list(map(str, asked.questions)) == [
        "1 rule is broken: Guest 00 and Guest 02 must be together.",
        "The sizes are not as wanted: Owls has 5 (wanted: 6), Larks has 7 (wanted: 6).",
    ]
    assert asked.moved == ()


def test_publishing_counts_only_those_in_the_result_who_have_no_link(party, sorting):
    party.answer("Late", [0], [], key_of(95))
    with party.database.session() as session:
        given = responses.list_responses(session, party.event)
        imported = {one.id for one in given if one.name in ("Late", "Guest 01", "Guest 03")}
    assert check(party, sorting, imported).n_without_link == 2
    with party.database.session() as session:
        responses.delete_response(session, responses.list_responses(session, party.event)[1])
    assert check(party, sorting, imported).n_without_link == 1


def test_publishing_again_tells_who_sees_a_change(party, sorting):
    publish(party, sorting)
    move(party, sorting, [1], 0)
    assert check(party, sorting).moved == (results.Moved("Guest 01", "Larks", "Owls"),)
    publish(party, sorting)
    assert check(party, sorting).moved == ()


def test_what_people_will_see_is_what_they_then_see(party, sorting):
    expected = check(party, sorting, shows_mates=True)
    publish(party, sorting)
    with party.database.reading() as session:
        event = session.get_one(Event, party.event.id)
        person = responses.list_responses(session, event)[0]
        assert (expected.name, expected.preview) == (
            person.name,
            publishing.read_receipt(session, person.receipt_hash)[2],
        )
    assert expected.preview.mates == tuple(f"Guest {n:02d}" for n in range(2, 12, 2))
    assert check(party, sorting, shows_mates=False).preview.mates == ()
