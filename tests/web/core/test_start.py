"""Faults at the start are sentences and exit code 2, never a traceback."""

import os
import shutil
import socket
import stat
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

import bayeshat.web.server  # noqa: F401 - whoever is nobody may not be able to read Python's files
from bayeshat.cli.app import app
from bayeshat.web.db.database import connect, migrate
from bayeshat.web.security import Keys
from bayeshat.web.settings import Settings
from systems import on_posix
from web.postgres import GUARDED, new_database

NOBODY = 65534


def fault(*flags):
    """Return the sentence that a start ends with."""
    ended = CliRunner().invoke(app, ["serve", "--port", "0", *map(str, flags)])
    assert ended.exit_code == 2, ended.output
    assert isinstance(ended.exception, SystemExit)
    assert "Traceback" not in ended.output
    (line,) = ended.output.splitlines()
    return line


@pytest.fixture
def folder(empty_site):
    """A data folder with a database in it, of somebody who is not root: nothing is forbidden to root."""
    made = shutil.copytree(empty_site, Path(tempfile.mkdtemp()), dirs_exist_ok=True)
    Keys.load(Settings(data_dir=made))
    if os.geteuid() == 0:
        for path in (made, *made.iterdir()):
            os.chown(path, NOBODY, NOBODY)
    yield made
    made.chmod(0o700)
    shutil.rmtree(made)


@contextmanager
def as_nobody():
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@on_posix
def test_read_only_folder(folder):
    (folder / "bayeshat.db").unlink()
    folder.chmod(0o500)
    with as_nobody():
        said = fault("--data-dir", folder)
    assert "must be a file that can be written to" in said
    assert "Permission denied" in said
    assert "--data-dir" in said


@on_posix
def test_read_only_file(folder):
    if os.geteuid() == 0:
        os.chown(folder / "bayeshat.db", 0, 0)
    (folder / "bayeshat.db").chmod(0o444)
    with as_nobody():
        said = fault("--data-dir", folder)
    assert "must be a file that can be written to" in said


@on_posix
def test_folder_that_turned_read_only(folder):
    folder.chmod(0o500)
    with as_nobody():
        said = fault("--data-dir", folder)
    assert "can be written to" in said


@pytest.mark.parametrize("damage", ["none of it", "half of it", "a page"])
@on_posix
def test_corrupt_file(folder, damage):
    path = folder / "bayeshat.db"
    data = path.read_bytes()
    damaged = {
        "none of it": b"Dear diary" * 1000,
        "half of it": data[: len(data) // 2],
        "a page": data[:8192] + b"x" * 4096 + data[12288:],
    }
    path.write_bytes(damaged[damage])
    said = fault("--data-dir", folder)
    assert "must be an SQLite file that is whole" in said
    assert "bayeshat server restore" in said
    assert path.read_bytes() == damaged[damage]


def test_wrong_password(tmp_path):
    url = new_database()
    database = connect(Settings(database_url=url))
    with database.session() as session:
        session.execute(text(f"DROP ROLE IF EXISTS {GUARDED}"))
        session.execute(text(f"CREATE ROLE {GUARDED} LOGIN PASSWORD 'right'"))
    database.dispose()
    guarded = url.replace("//hat@", f"//{GUARDED}:wrong-secret@")
    said = fault("--data-dir", tmp_path, "--database-url", guarded)
    assert "password authentication failed" in said
    assert "Check the name, the password" in said
    assert "wrong-secret" not in said
    allowed = url.replace("//hat@", f"//{GUARDED}:right@")
    # The password is right, but this user may not make tables here.
    assert "this user may make tables" in fault("--data-dir", tmp_path, "--database-url", allowed)


def test_unknown_host(tmp_path):
    said = fault("--data-dir", tmp_path, "--database-url", "postgresql://a:secret@nowhere.invalid/c")
    assert "The database must answer" in said
    assert "nowhere.invalid" in said
    assert "secret" not in said
    assert "--host" not in said


def test_port_and_address_that_cannot_be_had(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = fault("--data-dir", tmp_path, "--port", port)
    assert f"127.0.0.1:{port}" in said
    assert "Address already in use" in said
    assert "must listen at" in fault("--data-dir", tmp_path, "--host", "nowhere.invalid")
    assert not list(tmp_path.iterdir())


def test_nobody_else_can_read_the_database(tmp_path):
    path = tmp_path / "bayeshat.db"
    path.touch(0o644)
    settings = Settings(data_dir=tmp_path)
    database = connect(settings)
    migrate(database, settings)
    with database.session():
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    database.dispose()
    assert modes == {"bayeshat.db": 0o600, "bayeshat.db-wal": 0o600, "bayeshat.db-shm": 0o600}
