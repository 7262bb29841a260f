"""The application against its own description: generated requests, never a server error."""

from dataclasses import dataclass
from functools import cache
from inspect import signature
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

import bayeshat as bh
from bayeshat.cli.commands.serve import serve
from bayeshat.rules.rules import Apart
from bayeshat.web.auth import LOGIN_COOKIE
from bayeshat.web.core import accounts, events, responses, rules
from bayeshat.web.core.rule_sentences import key_of
from bayeshat.web.db.database import migrate
from bayeshat.web.db.schema import Job, Organiser, RosterEntry
from bayeshat.web.settings import Settings, environment_names
from web.hosting import PASSWORD, make_app
from web.kept_results import QUICK, keep_result, sort_anonymously
from web.passwords import hash_cheaply
from web.postgres import new_database

# Requests for each operation, and which part of all operations gets them: in every run of the tests, and in long ones.
USUAL, WIDE = (1, 4), (3, 1)
# What browsers say of a form on a page of ours.
OURS = {"sec-fetch-site": "same-origin"}


@dataclass
class Ground:
    """The application with an event, answers, a result and a sort; what their addresses hold."""

    site: object
    schema: object
    values: dict

    def log_in(self):
        """Return the cookies of somebody who has logged in."""
        with self.site.database.session() as session:
            token = accounts.log_in(session, session.get_one(Organiser, self.values["organiser_id"]))
        return {LOGIN_COOKIE: self.site.keys.sign(token, "login")}


@cache
def sort_simulated():
    """Return a survey, answers, and a result; it is computed only once."""
    survey = bh.Survey.load("hogwarts")
    people = bh.simulate(survey, 8, rng=1).answers
    return survey, people, sort_anonymously(survey, people, **QUICK)


@pytest.fixture
def ground(tmp_path, request):
    import schemathesis  # which takes a second, and only these tests need it
    from schemathesis.python.asgi import shutdown_lifespans

    url = new_database() if request.param == "postgresql" else None
    limits = {"login_limit": 10**6, "login_address_limit": 10**6, "submit_limit": 10**6}
    app = make_app(Settings(data_dir=tmp_path, database_url=url, allowed_hosts="testserver", **limits))
    site = app.state.site
    migrate(site.database, site.settings)
    yield Ground(site, schemathesis.openapi.from_asgi("/openapi.json", app), fill(site))
    shutdown_lifespans()  # otherwise the application's worker would run until the process ends
    site.database.dispose()


def fill(site):
    """Make an event with a result, and return what stands for the parameters of paths."""
    survey, people, result = sort_simulated()
    with site.database.session() as session:
        organiser = Organiser(name="Minerva", key="minerva", password=hash_cheaply(PASSWORD), is_admin=True)
        session.add(organiser)
        session.flush()
        event = events.create_event(session, organiser, "Described", survey.to_toml(), settings=site.settings)
        rule = Apart((people.names[0], people.names[1]))
        rules.add_rules(session, event, [rule])
        made = []
        for i, name in enumerate(people.names):
            given_answers = {asked.id: [int(people.codes[i, q])] for q, asked in enumerate(survey.questions)}
            key = f"a-key-of-this-form-{i:04d}"
            made.append(responses.submit(session, site.keys, event, name, given_answers, key, settings=site.settings))
        stored = [keep_result(session, event, [response for response, _ in made], result) for _ in range(2)]
        job = Job(event_id=event.id, state="interrupted", options={})
        entry = RosterEntry(event_id=event.id, position=0, name="Ann", key="ann", email="ann@example.org")
        session.add_all([job, entry])
        session.flush()
        return {
            "event_id": event.id,
            "sorting_id": stored[0].id,
            "other_id": stored[1].id,
            "job_id": job.id,
            "entry_id": entry.id,
            "token": site.keys.share_token(event.id, event.share_number),
            "receipt": made[0][1],
            "response_id": made[1][0].id,
            "rule": key_of(rule),
            "organiser_id": organiser.id,
            "invitation_id": "0" * 32,
            "person": 0,
            "name": "assignments.csv",
        }


def ordered(schema, part=1):
    """Return every `part`-th operation, those that end something last."""
    found = [one.ok() for one in schema.get_all_operations()][1::part]
    return sorted(found, key=lambda one: any(word in one.label for word in ("delete", "logout", "account")))


def test_every_setting_and_flag_is_documented():
    text = (Path(__file__).parents[2] / "docs" / "reference" / "server.md").read_text(encoding="utf-8")
    lines = [
        [cell.strip() for cell in line.split("|")] for line in text.splitlines() if line.startswith("| `BAYESHAT_")
    ]
    assert [line[1].strip("`") for line in lines] == list(environment_names().values())
    flags = {f"`BAYESHAT_{name.upper()}`": f"`--{name.replace('_', '-')}`" for name in signature(serve).parameters}
    assert {line[1]: line[2] for line in lines if line[2]} == flags
    for line, (name, one) in zip(lines, Settings.model_fields.items(), strict=True):
        if isinstance(one.default, int):
            assert line[4].split()[0] == ("yes" if one.default is True else str(one.default)), name


def sends_something(operation, fixed):
    """Say whether an operation takes a body, a query, or parts of its path that are not fixed.

    The forms of respondents take any fields with any texts: what is wrong with them is told in the form.
    """
    path = operation.path_parameters if "path_parameters" not in fixed else ()
    takes_all = operation.path.startswith(("/f/", "/p/", "/r/"))
    return bool((operation.body and not takes_all) or operation.query or path)


def check(case, answer):
    """Refuse an answer that is a server error."""
    from schemathesis.checks import not_a_server_error

    case.validate_response(answer, checks=[not_a_server_error])


def run(operation, mode, n_examples, act, **fixed):
    """Send generated requests of one operation: "positive" ones fit the description, "negative" ones do not."""
    from schemathesis import GenerationMode

    @seed(20170617)
    @settings(
        max_examples=n_examples,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=GenerationMode(mode), **fixed))
    def try_it(case):
        act(case)

    # Where nothing is sent, nothing wrong can be: Hypothesis would look for it a thousand times.
    if mode == "positive" or sends_something(operation, fixed):
        try_it()


wide = pytest.param(WIDE, marks=pytest.mark.long, id="wide")


@pytest.mark.long
@pytest.mark.parametrize("ground", ["sqlite"], indirect=True)
def test_strangers_cause_no_server_error(ground):
    """What fits the description needs no test here: strangers are refused, and respondents send it below."""

    def act(case):
        check(case, case.call(headers=OURS, allow_redirects=False))

    for operation in ordered(ground.schema):
        run(operation, "negative", WIDE[0], act)


@pytest.mark.parametrize(
    ("ground", "mode"),
    [("sqlite", "negative"), ("postgresql", "positive")],
    indirect=["ground"],
)
@pytest.mark.parametrize("extent", [pytest.param(USUAL, id="usual"), wide])
def test_organisers_and_respondents_cause_no_server_error(ground, mode, extent):
    n_examples, part = extent
    seen = set()
    for operation in ordered(ground.schema, part):
        cookies = ground.log_in()
        wanted = [parameter.name for parameter in operation.path_parameters]
        fixed = {name: ground.values[name] for name in wanted if name in ground.values}

        def act(case, cookies=cookies):
            answer = case.call(cookies=cookies, headers=OURS, allow_redirects=False)
            seen.add(answer.status_code)
            check(case, answer)

        run(
            operation,
            mode,
            n_examples,
            act,
            **({"path_parameters": fixed} if len(fixed) == len(wanted) and fixed else {}),
        )
    # The requests came through to the services; of some operations, none may answer wrong requests with anything else.
    wanted = {422} if mode == "negative" and part > 1 else {200, 303, 422}
    assert wanted <= seen
