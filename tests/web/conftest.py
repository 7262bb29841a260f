"""What holds for all tests of the web application."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from bayeshat.web.server import security
from bayeshat.web.server.settings import Settings
from bayeshat.web.storage.database import connect, migrate
from web.hosting import Host
from web.passwords import CHEAP


@pytest.fixture(scope="session", autouse=True)
def real_hasher() -> Iterator[PasswordHasher]:
    """Hash passwords cheaply, and return how they are hashed otherwise: it is meant to be slow."""
    with pytest.MonkeyPatch.context() as patch:
        real = security._HASHER
        patch.setattr(security, "_HASHER", CHEAP)
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
    made = connect(Settings(data_dir=folder))
    migrate(made)
    made.dispose()
    return folder
