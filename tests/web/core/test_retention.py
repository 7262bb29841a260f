import re
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

from bayeshat.web.app import CHORES
from bayeshat.web.core import accounts, deletion, events, jobs, responses, roster
from bayeshat.web.core.roster import Expected
from bayeshat.web.core.uploads import Uploads, delete_old_uploads, read_upload
from bayeshat.web.db.schema import (
    AuditEntry,
    Event,
    Invitation,
    Job,
    Login,
    Member,
    Place,
    Response,
    RosterEntry,
    Setting,
    Sorting,
    Upload,
    now,
)
from web.core.samples import SMALL, both_databases, key_of, store_sort

SECRET = """
[rules]
apart = [["Secret Person", "Bert"]]
"""


def set_date(hat, event_id, date):
    with hat.database.session() as session:
        session.get_one(Event, event_id).delete_at = date


def count(hat, table, event_id):
    with hat.database.reading() as session:
        wanted = select(func.count()).select_from(table)
        if table is Place:
            return session.scalar(wanted.join(Sorting).where(Sorting.event_id == event_id))
        return session.scalar(wanted.where(table.event_id == event_id))


def rows(hat, table):
    with hat.database.reading() as session:
        return session.scalar(select(func.count()).select_from(table))


def kept_bytes(hat):
    """Return what all files of the data folder hold."""
    return b"".join(file.read_bytes() for file in hat.settings.data_dir.rglob("*") if file.is_file())


@pytest.fixture
def zacharias(party):
    """Somebody with a name and a further column that nobody else has, on the roster, in a result and in a rule."""
    with party.database.session() as session:
        rules = {"pin": {"Zacharias": "Owls"}}
        events.update_event(session, party.event, 1, settings=party.settings, rules=rules)
        roster.add_people(session, party.event, [Expected("Zacharias")], party.settings)
    party.answer("Zacharias", [0], [0, 1], key_of(12))
    with party.database.session() as session:
        person = responses.list_responses(session, party.event)[-1]
        person.extra = {"club": "Parseltongue"}
    store_sort(party)
    assert b"Parseltongue" in kept_bytes(party)
    # A file that waits for an answer of the organiser names the same person.
    uploads = Uploads(party.database, party.organiser.id, "answers", party.event.id)
    uploads.keep(read_upload("list.csv", b"name,tea,when,club\nZacharias,yes,,Parselmouths\n", party.settings))
    assert b"Parselmouths" in kept_bytes(party)
    return person


def test_nothing_of_a_deleted_event_stays_in_a_file(party, zacharias):
    with party.database.session() as session:
        events.delete_event(session, party.event)
    assert not re.search(b"Zacharias|Parsel|Guest 0", kept_bytes(party))


def test_nothing_of_a_deleted_person_stays_in_a_file(party, zacharias):
    with party.database.session() as session:
        responses.delete_response(session, zacharias)
    assert b"Parsel" not in kept_bytes(party)
    # A rule that is changed leaves the name until the next look at what is due.
    with party.database.session() as session:
        roster.remove_people(session, party.event, [roster.roster_of(session, party.event)[0].id])
        events.update_event(session, party.event, 2, settings=party.settings, rules={})
    party.database.sweep()
    assert b"Zacharias" not in kept_bytes(party)
    assert b"Guest 00" in kept_bytes(party)


def test_nothing_of_what_was_due_stays_in_a_file(party, zacharias):
    set_date(party, party.event.id, now())
    assert deletion.delete_expired(party.database) == 1
    assert not re.search(b"Zacharias|Parsel|Guest 0", kept_bytes(party))


def test_a_reader_delays_the_cleaning_of_files_and_does_not_prevent_it(party, zacharias):
    with party.database.reading() as reader:
        reader.get(Event, party.event.id)
        with party.database.session() as session:
            events.delete_event(session, party.event)
    with party.database.session() as session:
        session.add(Setting(name="next", value="1"))
    assert not re.search(b"Zacharias|Parsel|Guest 0", kept_bytes(party))


def test_a_person_off_the_roster_leaves_no_file_that_waits(party, zacharias):
    with party.database.session() as session:
        roster.remove_people(session, party.event, [roster.roster_of(session, party.event)[0].id])
    assert b"Parselmouths" not in kept_bytes(party)


def test_nothing_of_a_deleted_account_stays_in_a_file(party):
    uploads = Uploads(party.database, party.organiser.id, "event")
    uploads.keep(read_upload("list.csv", b"name,club\nZacharias,Parselmouths\n", party.settings))
    assert b"Zacharias" in kept_bytes(party)
    with party.database.session() as session:
        deletion.delete_account(session, party.organiser)
    assert not re.search(b"Zacharias|Parsel|Guest 0", kept_bytes(party))


def test_nothing_of_a_file_that_was_done_with_stays(party):
    uploads = Uploads(party.database, party.organiser.id, "roster", party.event.id)
    kept = uploads.keep(read_upload("list.csv", b"name\nZacharias\n", party.settings))
    with party.database.session() as session:
        assert uploads.drop(session, kept)
    assert b"Zacharias" not in kept_bytes(party)
    uploads.keep(read_upload("list.csv", b"name\nZacharias\n", party.settings))
    with party.database.session() as session:
        session.execute(update(Upload).values(ends_at=now()))
    delete_old_uploads(party.database)
    assert b"Zacharias" not in kept_bytes(party)


def test_nothing_of_an_invitation_that_has_ended_stays_in_a_file(party):
    with party.database.session() as session:
        accounts.invite(session, party.organiser, party.event, "viewer", "Zacharias")
        accounts.log_in(session, party.organiser)
    accounts.delete_ended(party.database)
    assert (rows(party, Invitation), rows(party, Login)) == (1, 1)
    assert b"Zacharias" in kept_bytes(party)
    with party.database.session() as session:
        for table in (Invitation, Login):
            session.execute(update(table).values(ends_at=now()))
    accounts.delete_ended(party.database)
    assert (rows(party, Invitation), rows(party, Login)) == (0, 0)
    party.database.sweep()
    assert b"Zacharias" not in kept_bytes(party)
    assert accounts.delete_ended in CHORES


@both_databases
def test_what_is_due_is_deleted_and_nothing_else(party):
    store_sort(party)
    with party.database.session() as session:
        roster.add_people(session, party.event, [Expected("Ann")], party.settings)
        rules = {"pin": {"Guest 00": "Owls"}}
        events.update_event(session, party.event, 1, settings=party.settings, rules=rules)
        jobs.enqueue(session, party.event.id, "mail", {})
        other = events.create_event(session, party.organiser, "Other", SMALL, settings=party.settings)
        roster.add_people(session, other, [Expected("Ann")], party.settings)
    personal = (Response, RosterEntry, Sorting, Place, Job)
    set_date(party, party.event.id, now() + timedelta(hours=1))
    assert deletion.delete_expired(party.database) == 0
    assert all(count(party, table, party.event.id) for table in personal)
    set_date(party, party.event.id, now() - timedelta(seconds=1))
    assert deletion.delete_expired(party.database) == 1
    assert not any(count(party, table, party.event.id) for table in personal)
    assert count(party, RosterEntry, other.id) == 1
    assert count(party, Member, party.event.id) == 1
    with party.database.reading() as session:
        event = session.get_one(Event, party.event.id)
        assert (event.is_open, event.delete_at, event.rules, event.published_sorting_id) == (False, None, {}, None)
        entry = session.scalars(select(AuditEntry)).one()
        assert (entry.event_id, str(entry.words)) == (
            event.id,
            "deleted answers, results, rules and the list of people expected, as the date of deletion had come",
        )
    assert deletion.delete_expired(party.database) == 0


def test_rules_of_an_uploaded_survey_are_deleted_too(hat):
    with hat.database.session() as session:
        text = f"# My survey{SMALL}"
        event = events.create_event(session, hat.organiser, "Ruled", text + SECRET, settings=hat.settings)
        assert event.rules == {"apart": [["Secret Person", "Bert"]]}
        assert "Secret" not in event.survey_toml
        plain = events.create_event(session, hat.organiser, "Plain", text, settings=hat.settings)
        assert plain.survey_toml == text
        known = events.update_event(session, plain, 1, settings=hat.settings, survey_toml=text + SECRET)
        assert (known.rules, known.survey_toml) == (event.rules, event.survey_toml)
    set_date(hat, event.id, now())
    assert deletion.delete_expired(hat.database) == 1
    with hat.database.reading() as session:
        kept = session.get_one(Event, event.id)
        assert (kept.rules, "Secret" in kept.survey_toml) == ({}, False)
        assert events.own_survey_of(kept).n_questions == 2


def test_pages_warn_a_week_before(event):
    for days, warned in ((None, False), (8, False), (6, True), (-1, True)):
        event.delete_at = None if days is None else now() + timedelta(days=days)
        assert deletion.warns_of_deletion(event) is warned
