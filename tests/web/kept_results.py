"""Results as the server keeps them, without a worker."""

from bayeshat import sort_people
from bayeshat.web.core.jobs import SortInput, SortOptions
from bayeshat.web.core.results import pack_result, store
from bayeshat.web.db.schema import Response, now

# Options of a sort that is soon over, and not to be trusted.
QUICK = {"chains": 2, "tune": 50, "draws": 100, "max_draws": 100, "starts": 1}


def sort_anonymously(survey, answers, target="balanced", rules=None, **options):
    """Sort people under tokens instead of names, as a worker does."""
    people = [Response(id=f"{n:032x}") for n in range(answers.n_people)]
    given = SortInput(survey, "", people, answers, SortOptions(rules=rules or {}), now())
    survey, answers, rules = given.anonymous()
    return sort_people(survey, answers, target, rules=rules, rng=1, threads=1, **options)


def keep_result(session, event, responses, result):
    """Keep a result of `sort_anonymously` for these responses."""
    return store(session, event, pack_result(result, responses, event.survey_toml, now()))
