"""What several tests use."""

import json
from functools import cache

import bayeshat as bh
from bayeshat.survey.toml_read import parse_survey
from bayeshat.web.answers import responses
from bayeshat.web.events import events
from bayeshat.web.http.security import hash_password
from bayeshat.web.results import sortings

PASSWORD = "correct horse battery"
HASHED = hash_password(PASSWORD)
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
prior.Owls = [7, 3, 1]
prior.Larks = [1, 3, 7]
"""


def key_of(number):
    return f"submission-number-{number:06d}"


@cache
def _sorted(toml, people, options):
    survey = parse_survey(toml, "the survey")
    made = [responses.Response(name=name, answers=answers, extra={}) for name, answers in json.loads(people)]
    return bh.sort_people(survey, responses.collect_answers(survey, made), rng=1, threads=1, **json.loads(options))


def store_sort(hat, **options):
    """Store a result of what has been answered, as a sort does; the same one is computed only once."""
    with hat.database.session() as session:
        event = events.get_event(session, hat.organiser, hat.event.id)
        given = responses.list_responses(session, event)
        people = json.dumps([(one.name, one.answers) for one in given])
        result = _sorted(event.survey_toml, people, json.dumps(options))
        sorting = sortings.store(session, event, result, [one.id for one in given])
    with hat.database.reading() as session:
        return sortings.get_sorting(session, event, sorting.id)
