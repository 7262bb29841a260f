"""What holds for all tests of the web application."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from sqlalchemy import create_engine, event

from bayeshat.web import security
from bayeshat.web.db import database
from bayeshat.web.db.database import connect, migrate
from bayeshat.web.settings import Settings
from web.hosting import Host
from web.passwords import CHEAP


@pytest.fixture(scope="session", autouse=True)
def real_hasher() -> Iterator[PasswordHasher]:
    """Hash passwords cheaply, and return how they are hashed otherwise: it is meant to be slow."""
    with pytest.MonkeyPatch.context() as patch:
        real = security._HASHER
        patch.setattr(security, "_HASHER", CHEAP)
        yield real


@pytest.fixture(scope="session", autouse=True)
def shared_statements() -> Iterator[None]:
    """Let all databases of one kind share a dialect and the statements that were compiled for it.

    Every test has an engine of its own, and would otherwise compile the same statements again.
    """
    engines = {}

    def make(url, **options):
        engine = create_engine(url, query_cache_size=5000, **options)
        first = engines.get(engine.name)
        if first is None:
            # A dialect learns from its first connection what the database can do.
            event.listen(engine, "first_connect", lambda *_: engines.setdefault(engine.name, engine))
        else:
            engine.dialect = engine.pool._dialect = first.dialect
            engine._compiled_cache = first._compiled_cache
        return engine

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "create_engine", make)
        yield


@pytest.fixture(scope="session", autouse=True)
def real_sqlite() -> Iterator[Callable]:
    """Let SQLite not wait for the disk, and return how its connections are set up otherwise.

    What a test writes may be lost with the machine; what a killed server wrote is kept all the same.
    """
    real = database._set_up_sqlite

    def set_up(connection, record):
        real(connection, record)
        connection.execute("PRAGMA synchronous=OFF")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "_set_up_sqlite", set_up)
        yield real


@pytest.fixture(scope="session")
def host() -> Iterator[Host]:
    logging.getLogger("bayeshat.web").setLevel(logging.INFO)
    made = Host(Settings(port=0))
    yield made
    made.close()


@pytest.fixture(scope="session")
def empty_site(tmp_path_factory) -> Path:
    """A data folder with all tables, made once."""
    folder = tmp_path_factory.mktemp("empty")
    settings = Settings(data_dir=folder)
    made = connect(settings)
    migrate(made, settings)
    made.dispose()
    return folder
