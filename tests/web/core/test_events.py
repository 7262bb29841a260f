import math
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import delete, func, select

from bayeshat.errors import SurveyError
from bayeshat.web.core import events, jobs, responses, roster
from bayeshat.web.core.roster import Expected
from bayeshat.web.db.schema import Change, Event, Job, Member, Organiser, Place, Response, Sorting
from bayeshat.web.refusals import NotFound, Refused, Stale
from web.core.samples import SMALL, both_databases, key_of, make_worker, store_sort


def test_packaged_surveys_can_be_chosen(database, organiser, settings):
    with database.session() as session:
        made = events.create_event(session, organiser, "", events.packaged_toml("hogwarts"), settings=settings)
    assert (made.title, made.is_open, made.version) == ("Which Hogwarts house?", True, 1)
    assert events.survey_of(made).n_clusters == 4
    with pytest.raises(Refused):
        events.packaged_toml("../secret")


def test_sizes_of_the_survey_are_the_events(database, organiser, settings):
    with database.session() as session:
        made = events.create_event(session, organiser, "Sizes", "sizes = [3, 4]\n" + SMALL, settings=settings)
    assert made.target == {"sizes": {"Owls": 3, "Larks": 4}}


def test_surveys_beyond_the_limits_are_refused(settings):
    with pytest.raises(Refused, match="at most 1 questions"):
        events.check_survey_text(SMALL, settings.model_copy(update={"max_questions": 1}))
    with pytest.raises(Refused, match="characters"):
        events.check_survey_text("#" * 1_000_001, settings)
    with pytest.raises(SurveyError):
        events.check_survey_text("title = 1", settings)


@both_databases
def test_nobody_sees_the_events_of_others(hat):
    with hat.database.session() as session:
        other = Organiser(name="Bo", key="bo", password="-")
        session.add(other)
        session.flush()
        assert events.list_events(session, other) == []
        with pytest.raises(NotFound):
            events.get_event(session, other, hat.event.id)
        assert [one.id for one in events.list_events(session, hat.organiser)] == [hat.event.id]
        for wrong in ("", "0" * 32, "\x00", hat.event.id.upper(), "'; --"):
            with pytest.raises(NotFound):
                events.get_event(session, hat.organiser, wrong)


def test_a_share_link_works_until_it_is_renewed(hat):
    token = hat.keys.share_token(hat.event.id, hat.event.share_number)
    with hat.database.session() as session:
        assert events.shared_event(session, hat.keys, hat.event.id, token).id == hat.event.id
        for wrong in ("", token[:-1], "é"):
            with pytest.raises(NotFound):
                events.shared_event(session, hat.keys, hat.event.id, wrong)
        renewed = events.renew_share_link(session, hat.event)
        with pytest.raises(NotFound):
            events.shared_event(session, hat.keys, hat.event.id, token)
        assert (
            events.shared_event(
                session, hat.keys, hat.event.id, hat.keys.share_token(renewed.id, renewed.share_number)
            ).share_number
            == 2
        )


def change(hat, version, **changes):
    with hat.database.session() as session:
        return events.update_event(session, hat.event, version, settings=hat.settings, **changes)


def test_a_stale_change_is_refused(hat):
    changed = change(hat, 1, title="New title", size_weight="inf", max_responses="7")
    assert (changed.title, changed.version, changed.max_responses) == ("New title", 2, 7)
    assert jobs.SortOptions.of(changed).size_weight == math.inf
    with pytest.raises(Stale, match="Look at it again, then repeat your change"):
        change(hat, 1, title="Too late")
    assert change(hat, 2, max_responses="").max_responses is None


@both_databases
def test_of_many_changes_at_once_exactly_one_is_taken(hat):
    def try_it(number):
        try:
            change(hat, 1, title=f"Title {number}")
        except Stale:
            return None
        return f"Title {number}"

    with ThreadPoolExecutor(8) as pool:
        taken = [title for title in pool.map(try_it, range(8)) if title]
    with hat.database.reading() as session:
        stored = session.get_one(Event, hat.event.id)
    assert taken == [stored.title]
    assert stored.version == 2


@pytest.mark.parametrize(
    "target", ["balanced", None, "3..6", {"Larks": "7", "Owls": "5"}, {"Owls": "4..6", "Larks": "..8"}]
)
def test_sizes_are_taken_in_every_form(hat, target):
    sizes = change(hat, 1, target=target).target["sizes"]
    assert sizes == ({"Owls": 5, "Larks": 7} if isinstance(target, dict) and "7" in target.values() else target)


def test_houses_without_a_size_share_the_rest(hat):
    assert change(hat, 1, target={"Owls": "3", "Larks": ""}).target == {"sizes": {"Owls": 3}}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": " "}, "title"),
        ({"title": "x" * 201}, "title"),
        ({"max_responses": "-1"}, "max_responses"),
        ({"max_responses": "many"}, "max_responses"),
        ({"size_weight": "nan"}, "size_weight"),
        ({"size_weight": "1e400"}, "size_weight"),
        ({"language": "xx"}, "language"),
        ({"closes_at": "soon"}, "closes_at"),
        ({"delete_at": "0001-01-01T00:00+23:00"}, "delete_at"),
        ({"delete_at": "2020-01-01T00:00"}, "delete_at"),
        ({"closes_at": "2099-02-01T00:00", "delete_at": "2099-01-01T00:00"}, "delete_at"),
        ({"privacy_notice": "x" * 10_001}, "privacy_notice"),
        ({"consent": "x" * 10_001}, "consent"),
        ({"loss": "none"}, "loss"),
        ({"target": "many"}, "target"),
        ({"target": {"Owls": "", "Larks": " "}}, "target"),
        ({"target": {"Owls": 3, "Larks": 4, "Cats": 1}}, "target"),
        ({"target": 7}, "target"),
        ({"rules": []}, "rules"),
        ({"rules": {"pinn": {}}}, "rules"),
        ({"organiser_id": "x"}, "organiser_id"),
    ],
)
def test_values_that_cannot_be_used_are_refused_at_their_field(hat, changes, field):
    with pytest.raises(Refused) as refused:
        change(hat, 1, **changes)
    assert refused.value.field == field


@both_databases
def test_settings_of_the_form_are_kept(hat):
    kept = change(
        hat,
        1,
        closes_at="2099-05-01T18:00+02:00",
        delete_at="2099-06-01T00:00",
        language="de",
        privacy_notice=" Only we\r\nread this. ",
        consent="I agree.",
        is_kiosk=True,
        shows_reason=False,
        shows_mates=True,
    )
    with hat.database.reading() as session:
        kept = session.get_one(Event, kept.id)
    assert kept.closes_at.isoformat() == "2099-05-01T16:00:00+00:00"
    assert kept.delete_at.isoformat() == "2099-06-01T00:00:00+00:00"
    assert (kept.language, kept.privacy_notice, kept.consent) == ("de", "Only we\nread this.", "I agree.")
    assert (kept.is_kiosk, kept.shows_reason, kept.shows_chances, kept.shows_mates) == (True, False, True, True)
    assert kept.takes_answers
    assert not change(hat, 2, closes_at="2020-01-01T00:00", delete_at="").takes_answers


def test_rules_are_kept_as_a_survey_file_has_them(hat):
    rules = {"pin": {"Ann": "Owls"}, "together": [["Ann", "Bo"]], "size": "2..4"}
    assert len(jobs.SortOptions.of(change(hat, 1, rules=rules)).all_rules({})) == 3


def test_an_answered_survey_stays_as_it_is(hat):
    assert change(hat, 1, survey_toml=SMALL.replace("Small", "Smaller")).version == 2
    hat.answer("Ann", [0], [], key_of(1))
    with pytest.raises(Refused, match="Make a new event"):
        change(hat, 2, survey_toml=SMALL)


@both_databases
def test_the_summary_tells_who_is_missing(hat):
    with hat.database.session() as session:
        roster.add_people(session, hat.event, [Expected(name) for name in ("Ann Lee", "Bo", "Cy")], hat.settings)
    hat.answer("ann  lee", [0], [], key_of(1))
    hat.answer("Zoe", [1], [2], key_of(2))
    with hat.database.reading() as session:
        found = events.summary(session, session.get_one(Event, hat.event.id))
    assert (found.n_responses, found.n_imported, found.n_sortings) == (2, 0, 0)
    assert (found.missing, found.unexpected) == (("Bo", "Cy"), ("Zoe",))
    assert found.last_at.tzinfo is not None


@both_databases
def test_deleting_an_event_leaves_nothing_of_it(party):
    with party.database.session() as session:
        kept = events.create_event(session, party.organiser, "Other", SMALL, settings=party.settings)
        responses.submit(session, party.keys, kept, "Ann", {"tea": [0]}, key_of(99), settings=party.settings)
        jobs.enqueue_sort(session, party.event)
    make_worker(party.database).run_one()
    with party.database.session() as session:
        sorting = session.scalars(select(Sorting)).one()
        session.add(Change(sorting_id=sorting.id, number=2, kind="lock", steps=[0]))
    with party.database.session() as session:
        events.delete_event(session, party.event)
    with party.database.reading() as session:
        tables = (Response, Job, Sorting, Place, Change, Member)
        counts = {table: session.scalar(select(func.count()).select_from(table)) for table in tables}
        assert counts == {Response: 1, Job: 0, Sorting: 0, Place: 0, Change: 0, Member: 1}
        assert [one.id for one in session.scalars(select(Event))] == [kept.id]
    if party.database.kind == "sqlite":
        # Deleted is overwritten, not only unlinked.
        with party.database.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        content = (party.settings.data_dir / "bayeshat.db").read_bytes()
        assert b"Guest 03" not in content
        assert b"Ann" in content


@both_databases
def test_deleting_cascades_in_the_database_too(party):
    store_sort(party)
    with party.database.session() as session:
        jobs.enqueue_sort(session, party.event)
        sorting = session.scalars(select(Sorting)).one()
        session.add(Change(sorting_id=sorting.id, number=2, kind="lock", steps=[0]))

    def count():
        with party.database.reading() as session:
            return {table: session.scalar(select(func.count()).select_from(table)) for table in hanging}

    hanging = (Response, Job, Sorting, Place, Change, Member)
    assert all(count().values())
    with party.database.session() as session:
        # A statement of its own: the session does not know of the rows that hang on this one.
        session.execute(delete(Event).where(Event.id == party.event.id))
    assert not any(count().values())
