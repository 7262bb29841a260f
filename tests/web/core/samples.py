"""What several tests use."""

import json
import time
from functools import cache

import pytest

from bayeshat.web.app import KINDS
from bayeshat.web.core import events, jobs
from bayeshat.web.core.board import make_board
from bayeshat.web.core.jobs import SortOptions
from bayeshat.web.core.responses import collect_answers, list_responses
from bayeshat.web.core.results import read_standing
from bayeshat.web.core.worker import Worker
from bayeshat.web.db.schema import Event, Response
from bayeshat.web.people_names import tell_apart
from web.kept_results import QUICK, keep_result, sort_anonymously
from web.passwords import hash_cheaply

# For tests of what the databases may do differently: locks, types, order, deletion. Others run on SQLite only.
both_databases = pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True)
PASSWORD = "correct horse battery"
HASHED = hash_cheaply(PASSWORD)
SMALL = """
title = "Small"
[[houses]]
name = "Owls"
[[houses]]
name = "Larks"
[[questions]]
id = "tea"
text = "Tea?"
options = ["yes", "no"]
prior.Owls = [7, 1]
prior.Larks = [1, 7]
[[questions]]
id = "when"
text = "When are you awake?"
kind = "several"
options = ["at night", "at noon", "in the morning"]
prior.Owls = { ticks = [7, 3, 1], people = 11 }
prior.Larks = { ticks = [1, 3, 7], people = 11 }
"""


def key_of(number):
    return f"submission-number-{number:06d}"


def let_guests_answer(hat, n_people):
    """Let people answer, half of whom drink tea at night."""
    for n in range(n_people):
        hat.answer(f"Guest {n:02d}", [n % 2], [0, 1] if n % 2 == 0 else [2], key_of(n))


def wait_for(look):
    """Wait until something is so; a busy machine may take its time, but no test waits for ever."""
    ends = time.monotonic() + 300
    while not look():
        assert time.monotonic() < ends
        time.sleep(0.02)


def make_worker(database, **options):
    return Worker(database, KINDS, threads=1, **options)


@cache
def _sorted(toml, people, options):
    survey = events.parse_spoken_survey(toml)
    made = [Response(name=name, answers=answers, extra={}) for name, answers in json.loads(people)]
    answers = collect_answers(survey, made, tell_apart([one.name for one in made]))
    return sort_anonymously(survey, answers, **json.loads(options))


def store_sort(hat, *, in_full=False, **options):
    """Store a result of what has been answered, as a sort does; the same one is computed only once.

    Few draws will do, except `in_full` for results that can be trusted.
    """
    options = options if in_full else {**QUICK, **options}
    with hat.database.session() as session:
        event = events.get_event(session, hat.organiser, hat.event.id)
        given = list_responses(session, event)
        people = json.dumps([(one.name, one.answers) for one in given])
        result = _sorted(event.survey_toml, people, json.dumps(options))
        return keep_result(session, event, given, result)


def stand(hat, sorting):
    with hat.database.reading() as session:
        return read_standing(session, sorting)


def show(hat, sorting):
    """Return the board."""
    return make_board(stand(hat, sorting))


def enqueue(hat, **changes):
    """Ask for a sort of the event, with these options changed."""
    with hat.database.reading() as session:
        event = session.get_one(Event, hat.event.id)
        options = SortOptions.of(event, **changes)
        given = jobs.read_input(session, event, options)
    jobs.check_sort(given)
    with hat.database.session() as session:
        return jobs.enqueue_sort(session, event, options)


def look(hat, job):
    """Return a job as it is now."""
    with hat.database.reading() as session:
        return jobs.get_job(session, hat.event, job.id)
