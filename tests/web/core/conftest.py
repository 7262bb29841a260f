"""A server's parts without its pages: settings, keys, a database of each kind, an organiser, an event."""

import shutil
from types import SimpleNamespace

import pytest

import bayeshat as bh
from bayeshat.web.core import accounts, events, responses
from bayeshat.web.db.database import connect, migrate
from bayeshat.web.security import Keys
from bayeshat.web.settings import Settings
from web.core.samples import HASHED, SMALL, let_guests_answer
from web.hosting import sort_quickly
from web.postgres import new_database


@pytest.fixture(autouse=True)
def quick_sorts(request):
    """Let workers sort with few draws, except in tests that ask for `full_sorts`."""
    if "full_sorts" in request.fixturenames:
        yield
    else:
        with sort_quickly():
            yield


@pytest.fixture
def full_sorts():
    """Let workers sort as they do outside of the tests, for tests of what is said of results that can be trusted."""


def make_tables(url):
    settings = Settings(database_url=url)
    made = connect(settings)
    migrate(made, settings)
    made.dispose()


@pytest.fixture
def settings(request, tmp_path, empty_site):
    """Settings of a server whose database has all tables: in SQLite unless the test is marked with `both_databases`."""
    data_dir, url = tmp_path / "data", None
    if getattr(request, "param", "sqlite") == "postgresql":
        url = new_database(make_tables)
    else:
        shutil.copytree(empty_site, data_dir)
    return Settings(data_dir=data_dir, database_url=url, max_people=1000)


@pytest.fixture
def database(settings):
    made = connect(settings)
    yield made
    made.dispose()


@pytest.fixture
def keys(settings):
    return Keys.load(settings)


@pytest.fixture
def organiser(database, keys):
    with database.session() as session:
        secret = accounts.setup_secret(session, keys)
        return accounts.create_organiser(session, keys, secret, "Ann Organiser", HASHED)


@pytest.fixture
def event(database, organiser, settings):
    with database.session() as session:
        return events.create_event(session, organiser, "Tea party", SMALL, settings=settings)


@pytest.fixture
def hat(database, keys, settings, organiser, event):
    """Everything at hand, and how to answer."""

    def answer(name, tea, when, key):
        chosen = {"tea": tea, "when": when}
        with database.session() as session:
            return responses.submit(session, keys, event, name, chosen, key, settings=settings)

    return SimpleNamespace(
        database=database, keys=keys, settings=settings, organiser=organiser, event=event, answer=answer
    )


@pytest.fixture
def party(hat):
    """The same with the answers of twelve people."""
    let_guests_answer(hat, 12)
    return hat


@pytest.fixture(scope="session")
def small():
    from bayeshat.web.core.events import parse_spoken_survey

    return parse_spoken_survey(SMALL)


@pytest.fixture(scope="session")
def sorted_result(small):
    """A result with a rule, made once."""
    answers = bh.simulate(small, 9, rng=3).answers
    return bh.sort_people(small, answers, {"Owls": 4, "Larks": 5}, rules={"pin": {answers.names[0]: "Owls"}}, rng=1)
