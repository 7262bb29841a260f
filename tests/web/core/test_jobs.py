import csv
import io
import math
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import func, select, update

import bayeshat as bh
from bayeshat import _kernel_cache
from bayeshat.web.core import events, jobs, responses, results, sort_work, worker
from bayeshat.web.core.event_fields import KnownTotals
from bayeshat.web.core.imports import import_people, read_people
from bayeshat.web.core.jobs import SortOptions, read_words
from bayeshat.web.core.results import read_standing, tell_making
from bayeshat.web.core.trade_off import read_trade_off
from bayeshat.web.core.uploads import read_upload
from bayeshat.web.db.schema import Event, Job, Sorting, now
from bayeshat.web.refusals import NotFound, Refused, TooMany
from bayeshat.web.routes.sort import tell_rest
from systems import on_posix
from web.core.samples import both_databases, enqueue, key_of, look, make_worker, wait_for


def count_sortings(hat):
    with hat.database.reading() as session:
        return session.scalar(select(func.count()).select_from(Sorting))


def set_job(hat, job, **values):
    with hat.database.session() as session:
        session.execute(update(Job).where(Job.id == job.id).values(**values))


def test_options_survive_the_database():
    options = SortOptions(
        {"Owls": 3}, math.inf, "placement", {"pin": {"Ann": "Owls"}}, 5, {"b": "Larks", "x": "Owls"}, {"c": "Owls"}, 0.5
    )
    assert SortOptions.from_dict(options.to_dict(), options.rules) == options
    assert "Ann" not in str(options.to_dict())
    assert [rule.words() for rule in options.all_rules({"b": "Bo", "c": "Cy"})] == [
        "Ann must be in Owls",
        "Bo must be in Larks (locked)",
        "Cy should stay in Owls (strong)",
    ]


@both_databases
def test_a_sort_ends_with_a_result(party):
    job = enqueue(party, target={"Owls": 5, "Larks": 7}, size_weight=math.inf)
    assert (job.state, job.share, job.is_over) == ("queued", 0.0, False)
    one = make_worker(party.database)
    assert one.run_one()
    job = look(party, job)
    assert (job.state, job.share, job.attempts, job.is_over) == ("done", 1.0, 1, True)
    with party.database.reading() as session:
        standing = read_standing(session, session.get_one(Sorting, job.sorting_id))
        # The trade-off of a small result is made at once, by the next job.
        assert read_trade_off(session, standing.sorting) == []
    assert [standing.labels.count(g) for g in range(2)] == [5, 7]
    assert len({place.response_id for place in standing.places}) == 12
    assert one.run_one()
    assert not one.run_one()
    with party.database.reading() as session:
        assert len(read_trade_off(session, standing.sorting)) > 1


@both_databases
def test_a_second_press_finds_the_first_ones_job(party):
    with ThreadPoolExecutor(4) as pool:
        made = {job.id for job in pool.map(lambda _: enqueue(party), range(4))}
    assert len(made) == 1
    with pytest.raises(Refused, match="being sorted already"):
        enqueue(party, seed=2)


@pytest.mark.parametrize(
    ("changes", "said", "field"),
    [
        ({"target": {"Owls": 1, "Larks": 1}}, "add up to", "target"),
        ({"target": {"Owls": 5, "Larcs": 7}}, "Did you mean Larks", "target"),
        ({"rules": {"pin": {"Nobody": "Owls"}}}, "Nobody", "rules"),
        ({"rules": {"pin": {"Guest 00": "Owls"}, "bar": {"Guest 00": "Owls"}}}, "cannot", "rules"),
    ],
)
def test_what_cannot_be_met_is_refused_before_anybody_waits(party, changes, said, field):
    with pytest.raises(Refused, match=said) as refused:
        enqueue(party, **changes)
    assert refused.value.field == field


def test_nobody_to_sort_is_refused(hat):
    hat.answer("Ann", [0], [], key_of(1))
    with pytest.raises(Refused, match="At least 2 people"):
        enqueue(hat)


@both_databases
def test_jobs_belong_to_their_event(party):
    job = enqueue(party)
    with party.database.reading() as session:
        assert [one.id for one in jobs.list_jobs(session, party.event)] == [job.id]
        for event, identity in ((Event(id="0" * 32), job.id), (party.event, "\x00")):
            with pytest.raises(NotFound):
                jobs.get_job(session, event, identity)


def test_a_job_says_that_the_calculations_are_prepared(party, monkeypatch):
    seen = []

    def sort(*arguments, **options):
        options["progress"](0.1, "sampling")
        for _ in range(2):
            _kernel_cache._tell(_kernel_cache.PREPARING)
            seen.append(look(party, job).word)
            options["progress"](0.2, "sampling")
            assert look(party, job).word == "sampling"
        raise Refused("enough")

    monkeypatch.setattr(sort_work, "sort_people", sort)
    job = enqueue(party)
    make_worker(party.database).run_one()
    # Whoever was told before; in between there was progress.
    assert seen == [_kernel_cache.PREPARING.id] * 2
    assert not _kernel_cache._listeners


def test_progress_is_written_and_a_cancelled_sort_leaves_no_result(party, monkeypatch):
    job = enqueue(party)
    seen = []
    monkeypatch.setattr(worker, "_WRITE", 0.0)
    monkeypatch.setattr(sort_work, "sort_people", cut(party, job, seen))
    make_worker(party.database).run_one()
    job = look(party, job)
    assert (job.state, job.sorting_id, count_sortings(party)) == ("cancelled", None, 0)
    assert seen == [("running", 0.475, "sampling")]
    with party.database.session() as session:
        jobs.cancel(session, job)
        again = jobs.restart(session, job)
    assert (again.state, again.id != job.id) == ("queued", True)


def cut(party, job, seen):
    def sort(*_, progress, **__):
        progress(0.5, "sampling")
        found = look(party, job)
        seen.append((found.state, found.share, found.word))
        with party.database.session() as session:
            jobs.cancel(session, job)
        progress(0.6, "sampling")
        raise AssertionError("a cancelled sort must not go on")

    return sort


@both_databases
def test_a_job_lost_to_another_worker_stores_nothing(party, monkeypatch):
    job = enqueue(party)
    real = sort_work.sort_people

    def lose(*args, progress, **options):
        result = real(*args, **options)
        set_job(party, job, worker="somebody else")
        return result

    monkeypatch.setattr(sort_work, "sort_people", lose)
    make_worker(party.database).run_one()
    assert count_sortings(party) == 0
    assert look(party, job).state == "running"


def test_failures_are_told_in_plain_words(party, monkeypatch, caplog):
    job = enqueue(party)
    with party.database.session() as session:
        # The rule came after the sort was asked for.
        session.get_one(Event, party.event.id).rules = {"pin": {"Nobody": "Owls"}}
    make_worker(party.database).run_one()
    assert look(party, job).state == "failed"
    assert "Look at the rules" in str(read_words(look(party, job).message))
    assert "Nobody" not in look(party, job).message
    with party.database.session() as session:
        session.get_one(Event, party.event.id).rules = {}

    def break_down(*_, **__):
        raise ZeroDivisionError("secret detail")

    job = enqueue(party)
    monkeypatch.setattr(sort_work, "sort_people", break_down)
    make_worker(party.database).run_one()
    found = look(party, job)
    assert (found.state, "secret" in found.message) == ("failed", False)
    assert "Something went wrong" in str(read_words(found.message))
    assert "work failed" in caplog.text
    assert count_sortings(party) == 0


@both_databases
def test_a_sort_cut_off_is_started_again_once(party):
    job = enqueue(party)
    dead = make_worker(party.database)
    for state in ("queued", "interrupted"):
        assert dead._claim() is not None
        one = make_worker(party.database)
        assert one.recover() == 0  # for all it knows, its neighbour is alive
        assert one.recover(starting=True) == 1
        assert look(party, job).state == state
    assert "Start it again" in str(read_words(look(party, job).message))
    with party.database.session() as session:
        again = jobs.restart(session, look(party, job))
    assert (again.state, again.attempts) == ("queued", 0)


SORTER = """
import os, signal, sys
from bayeshat.web.app import KINDS
from bayeshat.web.core import sort_work, worker
from bayeshat.web.db.database import connect
from bayeshat.web.settings import Settings

def sort(*_, progress, **__):
    progress(0.5, "sampling")
    os.kill(os.getpid(), signal.SIGKILL)

sort_work.sort_people = sort
worker.Worker(connect(Settings(database_url=sys.argv[1])), KINDS).run_one()
"""


@on_posix
def test_a_sort_whose_server_was_killed_is_finished_by_the_next(party):
    job = enqueue(party)
    assert subprocess.run([sys.executable, "-c", SORTER, party.settings.url]).returncode == -9
    found = look(party, job)
    assert (found.state, found.share, count_sortings(party)) == ("running", 0.475, 0)
    one = make_worker(party.database)
    assert one.recover() == 1
    assert one.run_one()
    assert (look(party, job).state, look(party, job).attempts, count_sortings(party)) == ("done", 2, 1)


@both_databases
def test_workers_elsewhere_count_as_dead_without_signs_of_life(party):
    job, one = enqueue(party), make_worker(party.database)
    host = one.name.rsplit(":", 2)[0]
    ended = 2**22 + 1  # above any process number
    for name, age, dead in (
        ("elsewhere:1:a", 5, False),
        ("elsewhere:1:a", 60, True),
        (f"{host}:{ended}:a", 5, True),
        (f"{host}:{os.getppid()}:a", 5, False),
    ):
        set_job(party, job, state="running", worker=name, attempts=1, heartbeat_at=now() - timedelta(seconds=age))
        assert one.recover() == int(dead), name


@both_databases
def test_each_job_is_claimed_once(party):
    with party.database.session() as session:
        for _ in range(6):
            session.add(Job(event_id=party.event.id, options=SortOptions().to_dict()))
    workers = [make_worker(party.database) for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        claims = [claim for found in pool.map(lambda one: [one._claim() for _ in range(6)], workers) for claim in found]
    assert len({claim for claim in claims if claim}) == sum(claim is not None for claim in claims) == 6


def test_the_threads_sort_and_leave_none_behind(party):
    before = set(threading.enumerate())
    with make_worker(party.database, poll=60.0) as one:
        job = enqueue(party)
        one.wake()
        wait_for(lambda: look(party, job).is_over)
    assert look(party, job).state == "done"
    assert set(threading.enumerate()) <= before


def test_a_stopped_server_gives_its_sort_back(party, monkeypatch):
    job, started = enqueue(party), threading.Event()

    def sort_for_ever(*_, progress, **__):
        started.set()
        while True:
            progress(0.1, "sampling")

    monkeypatch.setattr(sort_work, "sort_people", sort_for_ever)
    one = make_worker(party.database, poll=60.0)
    one.start()
    assert started.wait(300)
    one.stop()
    found = look(party, job)
    assert (found.state, found.attempts, found.share) == ("queued", 0, 0.0)


def test_a_real_sort_notices_that_it_must_stop(party):
    job, one = enqueue(party), make_worker(party.database)
    one._stopping.set()
    assert one.run_one()
    assert (look(party, job).state, count_sortings(party)) == ("queued", 0)


def test_signs_of_life_are_given_while_a_sort_is_silent(party, monkeypatch):
    job, started, go_on = enqueue(party), threading.Event(), threading.Event()

    def sort_in_silence(*_, progress, **__):
        started.set()
        go_on.wait(300)
        progress(1.0, "done")
        raise AssertionError("stopped by then")

    monkeypatch.setattr(sort_work, "sort_people", sort_in_silence)
    monkeypatch.setattr(worker, "_BEAT", 0.05)
    one = make_worker(party.database, poll=60.0)
    one.start()
    assert started.wait(300)
    first = look(party, job).heartbeat_at
    wait_for(lambda: look(party, job).heartbeat_at > first)
    one._stopping.set()
    go_on.set()
    one.stop()


@both_databases
def test_an_event_deleted_during_its_sort_leaves_nothing(party, monkeypatch, caplog):
    enqueue(party)
    real = sort_work.sort_people

    def delete_meanwhile(*args, progress, **options):
        result = real(*args, **options)
        with party.database.session() as session:
            events.delete_event(session, party.event)
        return result

    monkeypatch.setattr(sort_work, "sort_people", delete_meanwhile)
    assert make_worker(party.database).run_one()
    assert count_sortings(party) == 0
    assert caplog.text == ""


def test_sizes_that_are_facts_are_known_to_the_model(party):
    with party.database.session() as session:
        known = session.get_one(Event, party.event.id)
        facts = KnownTotals({"Owls": "5", "Larks": "7"})
        events.update_event(session, known, known.version, settings=party.settings, target=facts)
    with party.database.session() as session:
        known = session.get_one(Event, party.event.id)
        job = jobs.enqueue_sort(session, known)
    assert make_worker(party.database).run_one()
    with party.database.reading() as session:
        sorting = results.get_sorting(session, party.event, jobs.get_job(session, party.event, job.id).sorting_id)
        standing = read_standing(session, sorting)
    result = standing.current
    assert result.posterior.totals.tolist() == [5, 7]
    assert result.decision.sizes.tolist() == [5, 7]
    assert "known totals: Owls 5, Larks 7" in str(tell_making(sorting))


def test_sizes_given_house_by_house_put_people_into_their_own_houses(database, organiser, settings):
    """The defaults of a new event put people right about as often as placement, which looks at nothing else."""
    survey = bh.Survey.load("hogwarts")
    sizes = {"Gryffindor": 16, "Slytherin": 20, "Ravenclaw": 24, "Hufflepuff": 20}
    simulated = bh.simulate(survey, sizes=list(sizes.values()), rng=2)
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(["name", *(question.id for question in survey.questions)])
    for name, codes in zip(simulated.answers.names, simulated.answers.codes, strict=True):
        writer.writerow([name, *(q.options[code] for q, code in zip(survey.questions, codes, strict=True))])
    with database.session() as session:
        event = events.create_event(session, organiser, "Houses", events.packaged_toml("hogwarts"), settings=settings)
        events.update_event(session, event, 1, settings=settings, target=sizes)
    people = read_people(survey, read_upload("answers.csv", file.getvalue().encode(), settings), settings)
    import_people(database, event, people, settings=settings)
    with database.session() as session:
        known = session.get_one(Event, event.id)
        job = jobs.enqueue_sort(session, known, SortOptions.of(known))
    assert make_worker(database).run_one()
    with database.reading() as session:
        sorting = results.get_sorting(session, event, jobs.get_job(session, event, job.id).sorting_id)
        standing = read_standing(session, sorting)
    result = standing.current
    assert {house: len(members) for house, members in result.groups().items()} == sizes
    truth = dict(zip(simulated.answers.names, simulated.truth.tolist(), strict=True))
    order = [truth[name] for name in result.names]
    placed = bh.decide(result.posterior, sizes, loss="placement", rng=1)
    assert (result.decision.labels == order).sum() > 0.8 * (placed.labels == order).sum() > 0.8 * 80 / 3


@both_databases
def test_who_is_deleted_while_a_sort_runs_does_not_come_back(party, monkeypatch):
    enqueue(party)
    real = sort_work.sort_people

    def delete_meanwhile(*args, progress, **options):
        result = real(*args, **options)
        with party.database.session() as session:
            responses.delete_response(session, responses.list_responses(session, party.event)[4])
        return result

    monkeypatch.setattr(sort_work, "sort_people", delete_meanwhile)
    assert make_worker(party.database).run_one()
    with party.database.reading() as session:
        standing = read_standing(session, results.list_sortings(session, party.event)[0])
    assert standing.names[4] == "removed person 1"
    assert (standing.places[4].response_id, standing.given[4].answers) == (None, {})


def test_names_are_in_no_job(party):
    job = enqueue(party)
    with party.database.session() as session:
        # The rules came after the sort was asked for.
        rules = {"together": [["Guest 00", "Guest 01"]], "apart": [["Guest 00", "Guest 01"]]}
        session.get_one(Event, party.event.id).rules = rules
    make_worker(party.database).run_one()
    found = look(party, job)
    assert found.state == "failed"
    assert "Guest" not in found.message
    with party.database.reading() as session:
        assert "Guest 00 and Guest 01" in str(jobs.message_of(session, found))


def fail_times(database, times):
    """Make the database busy for the next sessions."""
    real, left = database.session, [times]

    def session():
        if left[0] > 0:
            left[0] -= 1
            raise TooMany("busy", retry_after=1)
        return real()

    return session


@both_databases
def test_a_busy_database_costs_neither_the_worker_nor_the_result(party, monkeypatch):
    monkeypatch.setattr(worker, "_WAITS", (0.01, 0.01))
    job, one = enqueue(party), make_worker(party.database, poll=0.02)
    real = sort_work.sort_people

    def sort(*args, **options):
        result = real(*args, **options)
        monkeypatch.setattr(party.database, "session", fail_times(party.database, 2))
        return result

    monkeypatch.setattr(sort_work, "sort_people", sort)
    # The first looks at the queue fail, then the result cannot be written twice.
    monkeypatch.setattr(party.database, "session", fail_times(party.database, 0))
    with one:
        monkeypatch.setattr(party.database, "session", fail_times(party.database, 3))
        wait_for(lambda: look(party, job).is_over)
        assert one.health().well
    assert look(party, job).state == "done"
    assert count_sortings(party) == 1


def test_a_job_that_its_worker_dropped_is_found_again(party):
    job, one = enqueue(party), make_worker(party.database)
    assert one._claim() is not None
    # The thread was broken off before it could say so; nobody is doing the job now.
    assert one.recover() == 1
    assert look(party, job).state == "queued"


def test_health_tells_what_is_wrong(party, monkeypatch):
    one = make_worker(party.database, poll=60.0)
    assert not one.health().well
    with one:
        assert one.health() == worker.Health(True, "waiting for work")
        monkeypatch.setattr(worker, "_QUIET", -1.0)
        assert "queue cannot be read" in one.health().words
        one._doing["a job"] = 0.0
        monkeypatch.setattr(worker, "_STUCK", 1.0)
        assert "no progress" in one.health().words


def test_what_is_left_is_reckoned_from_the_start_of_the_work(party):
    job = enqueue(party)
    with party.database.session() as session:
        session.get_one(Job, job.id).created_at = now() - timedelta(minutes=30)
    assert make_worker(party.database)._claim() is not None
    with party.database.session() as session:
        going = session.get_one(Job, job.id)
        going.share = 0.5
        assert str(tell_rest(going)) == "A few seconds left."
        going.started_at = now() - timedelta(minutes=3)
        assert str(tell_rest(going)) == "About 3 minutes left."
