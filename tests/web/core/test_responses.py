import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.event import listen

from bayeshat.web.core import events, responses, roster
from bayeshat.web.core.form_fields import FormClosed, FormRefused, SurveyChanged
from bayeshat.web.core.roster import Expected
from bayeshat.web.db.schema import Event, Response, now
from bayeshat.web.refusals import NotFound, Refused, Stale
from web.core.samples import both_databases, key_of


def count(hat):
    with hat.database.reading() as session:
        return session.scalar(select(func.count()).select_from(Response))


def change(hat, receipt, name="Ann", answers=None, version=None):
    with hat.database.session() as session:
        return responses.change(session, receipt, answers or {"tea": [1]}, name, version)


@both_databases
def test_answers_are_kept_and_found_by_their_receipt_only(hat):
    response, receipt = hat.answer(" Ann\x00 Lee ", [0], [2, 0, 2], key_of(1))
    with hat.database.reading() as session:
        found, event = responses.response_of(session, receipt)
        assert (found.id, event.id) == (response.id, hat.event.id)
        assert (found.name, found.answers) == ("Ann Lee", {"tea": [0], "when": [0, 2]})
        for wrong in ("", receipt[:-1], found.receipt_hash, found.submission_hash, "\ud800"):
            with pytest.raises(NotFound):
                responses.response_of(session, wrong)
        everything = repr([vars(one) for one in session.scalars(select(Response))])
    assert receipt not in everything
    assert key_of(1) not in everything


@both_databases
def test_the_same_submission_is_kept_once(hat):
    first, receipt = hat.answer("Ann", [0], [1], key_of(1))
    again, same = hat.answer("Ann", [0], [1], key_of(1))
    assert (first.id, receipt) == (again.id, same)
    assert (count(hat), again.version) == (1, 1)


def test_a_submission_gone_back_to_is_a_correction(hat):
    first, receipt = hat.answer("Ann", [0], [1], key_of(1))
    again, same = hat.answer("Anna", [1], [1], key_of(1))
    assert (first.id, receipt, count(hat)) == (again.id, same, 1)
    assert (again.name, again.answers, again.version) == ("Anna", {"tea": [1], "when": [1]}, 2)


def test_a_late_copy_does_not_undo_a_change(hat):
    _, receipt = hat.answer("Ann", [0], [1], key_of(1))
    change(hat, receipt, "Anna")
    late, _ = hat.answer("Ann", [0], [1], key_of(1))
    assert (late.name, late.answers) == ("Anna", {"tea": [1]})


def test_answers_change_until_the_form_closes(hat):
    response, receipt = hat.answer("Ann", [0], [1], key_of(1))
    changed = change(hat, receipt, version=response.version)
    assert (changed.answers, changed.version) == ({"tea": [1]}, 2)
    with pytest.raises(Stale):
        change(hat, receipt, version=response.version)
    with hat.database.session() as session:
        events.close_form(session, hat.event)
    for refused in (lambda: change(hat, receipt), lambda: hat.answer("Bo", [0], [], key_of(2))):
        with pytest.raises(FormClosed):
            refused()
    # Who sent it before, and did not hear back, still hears.
    assert hat.answer("Ann", [0], [1], key_of(1))[1] == receipt
    with hat.database.session() as session:
        events.open_form(session, hat.event)
    assert hat.answer("Bo", [0], [], key_of(2))


@pytest.mark.parametrize(
    ("name", "answers", "field"),
    [
        ("", {"tea": [0]}, "name"),
        ("x" * 101, {"tea": [0]}, "name"),
        ("Ann", {}, "q0"),
        ("Ann", {"tea": []}, "q0"),
        ("Ann", {"tea": [2]}, "q0"),
        ("Ann", {"tea": [-1]}, "q0"),
        ("Ann", {"tea": [True]}, "q0"),
        ("Ann", {"tea": [0, 1]}, "q0"),
        ("Ann", {"when": [0, 7]}, "q1"),
    ],
)
def test_what_cannot_be_used_is_refused_at_its_field(hat, name, answers, field):
    with pytest.raises(Refused) as refused, hat.database.session() as session:
        responses.submit(session, hat.keys, hat.event, name, answers, key_of(1), settings=hat.settings)
    assert refused.value.field == field
    assert count(hat) == 0


def test_a_form_without_its_number_is_refused(hat):
    for key in ("", "short", "x" * 201):
        with pytest.raises(Refused, match="missing from the form"):
            hat.answer("Ann", [0], [], key)


def test_who_is_not_asked_for_a_name_gets_a_code(hat):
    with hat.database.session() as session:
        events.update_event(session, hat.event, 1, settings=hat.settings, asks_names=False)
    response, receipt = hat.answer("Secret Name", [0], [], key_of(1))
    assert response.name.startswith("guest ")
    assert "Secret" not in response.name
    assert change(hat, receipt, "Other").name == response.name


def test_namesakes_are_told_apart(hat):
    for n, name in enumerate(["Ann", "ann", "Ann (2)"]):
        hat.answer(name, [0], [0, 1], key_of(n))
    with hat.database.reading() as session:
        answers = responses.answers_of(session, hat.event)
    assert len(set(answers.names)) == 3
    assert answers.codes.tolist() == [[0, 1, 1, 0]] * 3
    assert answers.questions.tolist() == [0, 1, 1, 1]


def set_event(hat, **values):
    """Set what the event's own page would, without going through it."""
    with hat.database.session() as session:
        session.execute(update(Event).where(Event.id == hat.event.id).values(**values))


def submit(hat, key=1, name="Ann", answers=None, **options):
    with hat.database.session() as session:
        given = {"tea": [0]} if answers is None else answers
        return responses.submit(
            session, hat.keys, hat.event, name, given, key_of(key), settings=hat.settings, **options
        )


def test_everything_wrong_is_told_at_once(hat):
    set_event(hat, consent="My photo may be taken.")
    with pytest.raises(FormRefused) as refused:
        submit(hat, name=" ", answers={"tea": [5], "when": [7]})
    assert list(refused.value.problems) == ["name", "q0", "q1", "consent"]
    assert refused.value.field == "name"
    assert "Question 2: choose one of the options." in str(refused.value)


def test_answers_to_an_older_survey_are_refused(hat):
    _, receipt = submit(hat, survey_version=1)
    set_event(hat, survey_version=2)
    with pytest.raises(SurveyChanged):
        submit(hat, 2, survey_version=1)
    with pytest.raises(SurveyChanged):
        submit(hat, 2, answers={"coffee": [0]})
    with hat.database.session() as session, pytest.raises(SurveyChanged):
        responses.change(session, receipt, {"tea": [1]}, "Ann", survey_version=1)
    assert count(hat) == 1
    assert submit(hat, 2, survey_version=2)


def test_consent_is_kept_with_its_time(hat):
    assert submit(hat)[0].consented_at is None
    set_event(hat, consent="My photo may be taken.")
    agreed, receipt = submit(hat, 2, consented=True)
    assert agreed.consented_at is not None
    # Who has agreed need not agree again; who answered before it was asked must.
    with hat.database.session() as session:
        assert responses.change(session, receipt, {"tea": [1]}, "Ann").consented_at == agreed.consented_at
    with hat.database.session() as session, pytest.raises(FormRefused) as refused:
        responses.change(session, hat.keys.receipt_token(hat.event.id, key_of(1)), {"tea": [1]}, "Ann")
    assert list(refused.value.problems) == ["consent"]


@both_databases
def test_a_form_closes_by_itself(hat):
    _, receipt = submit(hat)
    set_event(hat, closes_at=now() + timedelta(hours=1))
    assert change(hat, receipt).answers == {"tea": [1]}
    set_event(hat, closes_at=now() - timedelta(seconds=1))
    for refused in (lambda: change(hat, receipt), lambda: submit(hat, 2)):
        with pytest.raises(FormClosed, match="no longer"):
            refused()


def test_a_roster_entry_answers_under_its_own_name(hat):
    with hat.database.session() as session:
        roster.add_people(session, hat.event, [Expected("Ann Lee")], hat.settings)
        (entry,) = events.roster_of(session, hat.event)
    response, receipt = submit(hat, name="Somebody else", roster_entry=entry)
    assert (response.name, response.roster_entry_id) == ("Ann Lee", entry.id)
    assert change(hat, receipt, name="Bo").name == "Ann Lee"


@both_databases
def test_a_name_is_taken_by_others_only(hat):
    _, receipt = submit(hat, name="Ann  Lee")
    with hat.database.reading() as session:
        assert responses.is_taken(session, hat.event, " ann lee")
        assert responses.is_taken(session, hat.event, "Ann\u200d Lee")
        assert not responses.is_taken(session, hat.event, "Ann")
        assert not responses.is_taken(session, hat.event, "Ann Lee", submission_key=key_of(1))
        assert not responses.is_taken(session, hat.event, "Ann Lee", receipt=receipt)
        assert not responses.is_taken(session, Event(id="0" * 32), "Ann Lee")
    change(hat, receipt, name="Bo Li")
    with hat.database.reading() as session:
        assert responses.is_taken(session, hat.event, "bo  LI")
        assert not responses.is_taken(session, hat.event, "Ann Lee")


@both_databases
def test_the_form_looks_for_a_name_by_an_index(hat):
    asked = []
    listen(hat.database.engine, "before_cursor_execute", lambda *told: asked.append(told[2:4]))
    with hat.database.reading() as session:
        responses.is_taken(session, hat.event, "Ann Lee")
    ((statement, given),) = (told for told in asked if told[0].startswith("SELECT"))
    with hat.database.engine.connect() as connection:
        if hat.database.kind == "postgresql":
            # A table of a few rows is read as a whole otherwise.
            connection.exec_driver_sql("SET enable_seqscan = off")
        explain = "EXPLAIN" if hat.database.kind == "postgresql" else "EXPLAIN QUERY PLAN"
        plan = connection.exec_driver_sql(f"{explain} {statement}", given).all()
    assert "ix_responses_event_id_namesake_key" in str(plan)


def submit_all(hat, keys, threads):
    """Send every key from its own thread, all at once, and return who was told that it is kept."""
    ready = threading.Barrier(threads)

    def send(place):
        ready.wait()
        kept = []
        for key in keys[place::threads]:
            with suppress(Refused):
                kept.append((key, hat.answer(f"Guest {key[-6:]}", [0], [1], key)[1]))
        return kept

    with ThreadPoolExecutor(threads) as pool:
        return [pair for kept in pool.map(send, range(threads)) for pair in kept]


@both_databases
def test_many_at_once_are_each_kept_once(hat):
    keys = [key_of(n) for n in range(40) for _ in range(2)]  # everybody presses twice
    told = submit_all(hat, keys, 20)
    assert len(told) == 80
    assert len(set(told)) == len({receipt for _, receipt in told}) == 40
    with hat.database.reading() as session:
        for _, receipt in set(told):
            responses.response_of(session, receipt)
        assert session.scalar(select(func.count()).select_from(Response)) == 40
        assert {one.version for one in session.scalars(select(Response))} == {1}


@both_databases
def test_a_full_form_takes_no_more_however_many_come_at_once(hat):
    with hat.database.session() as session:
        hat.event = events.update_event(session, hat.event, 1, settings=hat.settings, max_responses=5)
    told = submit_all(hat, [key_of(n) for n in range(20)], 10)
    assert len(told) == count(hat) == 5


SUBMITTER = """
import sys, threading
from pathlib import Path
from bayeshat.web.core import events
from bayeshat.web.core import responses
from bayeshat.web.db.database import connect
from bayeshat.web.security import Keys
from bayeshat.web.settings import Settings
from bayeshat.web.db.schema import Event

settings = Settings(data_dir=Path(sys.argv[1]), database_url=sys.argv[2])
database, keys = connect(settings), Keys.load(settings)
with database.reading() as session:
    event = session.get_one(Event, sys.argv[3])

def send(place):
    for n in range(10_000):
        key = f"submission-{place:03d}-{n:06d}"
        with database.session() as session:
            receipt = responses.submit(session, keys, event, key, {"tea": [0]}, key, settings=settings)[1]
        sys.stdout.write(f"{key} {receipt}\\n")
        sys.stdout.flush()

for place in range(8):
    threading.Thread(target=send, args=(place,)).start()
"""


def test_nothing_that_was_acknowledged_is_lost_to_a_kill(hat):
    arguments = [str(hat.settings.data_dir), hat.settings.url, hat.event.id]
    server = subprocess.Popen([sys.executable, "-c", SUBMITTER, *arguments], stdout=subprocess.PIPE, text=True)
    told = [server.stdout.readline() for _ in range(60)]
    server.kill()
    told += server.stdout.readlines()
    server.stdout.close()
    assert server.wait() == -9
    whole = [line.split() for line in told if line.endswith("\n") and len(line.split()) == 2]
    assert len(whole) >= 60
    with hat.database.session() as session:
        for key, receipt in whole:
            # Sent again, by somebody who is not sure: the same receipt, and still one response.
            response, again = responses.submit(
                session, hat.keys, hat.event, key, {"tea": [0]}, key, settings=hat.settings
            )
            assert (again, response.version) == (receipt, 1)
        names = list(session.scalars(select(Response.name)))
    assert len(names) == len(set(names))


@both_databases
def test_all_of_one_person_can_be_exported_and_deleted(party):
    with party.database.session() as session:
        response = responses.list_responses(session, party.event)[3]
        exported = responses.export_person(session, response)
    assert exported["name"] == "Guest 03"
    assert exported["answers"] == {"Tea?": ["no"], "When are you awake?": ["in the morning"]}
    with party.database.session() as session:
        responses.delete_response(session, response)
    assert count(party) == 11
    with party.database.reading() as session, pytest.raises(NotFound):
        responses.get_response(session, party.event, response.id)


@both_databases
def test_answers_belong_to_their_event(party):
    with party.database.reading() as session:
        response = responses.list_responses(session, party.event)[0]
        assert responses.get_response(session, party.event, response.id).id == response.id
        with pytest.raises(NotFound):
            responses.get_response(session, Event(id="0" * 32), response.id)
        with pytest.raises(NotFound):
            responses.get_response(session, party.event, "\x00")
