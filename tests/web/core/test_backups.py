import shutil
import stat
import subprocess
import sys
import zipfile

import pytest
from sqlalchemy import select
from typer.testing import CliRunner

from bayeshat.cli.app import app
from bayeshat.web.db.database import connect
from bayeshat.web.db.schema import Setting
from bayeshat.web.security import Keys
from bayeshat.web.settings import Settings
from systems import on_posix


def run(*words):
    return CliRunner().invoke(app, ["server", *map(str, words)])


def fault(*words):
    ended = run(*words)
    assert ended.exit_code == 2, ended.output
    (line,) = ended.output.splitlines()
    return line


@pytest.fixture
def server(tmp_path, empty_site):
    """A data folder whose server is running, as far as files can tell."""
    settings = Settings(data_dir=shutil.copytree(empty_site, tmp_path / "data"))
    database = connect(settings)
    Keys.load(settings)
    with database.session() as session:
        session.add(Setting(name="kept", value="1"))
    yield settings, database
    database.dispose()


def names(settings):
    database = connect(settings)
    with database.reading() as session:
        found = list(session.scalars(select(Setting.name)))
    database.dispose()
    return found


def test_a_copy_made_while_the_server_writes_is_whole_and_comes_back_elsewhere(server, tmp_path):
    settings, database = server
    copy, elsewhere = tmp_path / "copy.zip", tmp_path / "new" / "folder"
    with database.session() as session:
        session.add(Setting(name="half", value="1"))
        session.flush()
        assert run("backup", copy, "--data-dir", settings.data_dir).exit_code == 0
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["copy.zip"]
    restored = run("restore", copy, "--data-dir", elsewhere)
    assert restored.exit_code == 0, restored.output
    assert names(Settings(data_dir=elsewhere)) == ["kept"]
    assert (elsewhere / "secret.key").read_bytes() == (settings.data_dir / "secret.key").read_bytes()
    for file in elsewhere.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_nothing_is_overwritten_without_force(server, tmp_path):
    settings, database = server
    copy = tmp_path / "copy.zip"
    assert run("backup", copy, "--data-dir", settings.data_dir).exit_code == 0
    assert "add --force" in fault("backup", copy, "--data-dir", settings.data_dir)
    with database.session() as session:
        session.add(Setting(name="later", value="1"))
    assert run("backup", copy, "--data-dir", settings.data_dir, "--force").exit_code == 0
    with database.session() as session:
        session.add(Setting(name="last", value="1"))
    assert "add --force" in fault("restore", copy, "--data-dir", settings.data_dir)
    # The server's connections are open.
    assert "Stop the server" in fault("restore", copy, "--data-dir", settings.data_dir, "--force")
    assert sorted(names(settings)) == ["kept", "last", "later"]
    database.dispose()
    assert run("restore", copy, "--data-dir", settings.data_dir, "--force").exit_code == 0
    assert sorted(names(settings)) == ["kept", "later"]


@on_posix
def test_what_a_killed_server_left_beside_the_file_does_not_get_into_the_copy(server, tmp_path):
    settings, database = server
    copy = tmp_path / "copy.zip"
    assert run("backup", copy, "--data-dir", settings.data_dir).exit_code == 0
    database.dispose()
    code = """
import os, signal, sys
from pathlib import Path
from bayeshat.web.settings import Settings
from bayeshat.web.db.database import connect
from bayeshat.web.db.schema import Setting
with connect(Settings(data_dir=Path(sys.argv[1]))).session() as session:
    session.add(Setting(name="later", value="1"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    subprocess.run([sys.executable, "-c", code, settings.data_dir], check=False)
    assert (settings.data_dir / "bayeshat.db-wal").stat().st_size
    assert run("restore", copy, "--data-dir", settings.data_dir, "--force").exit_code == 0
    assert names(settings) == ["kept"]


def test_a_damaged_database_is_replaced(server, tmp_path):
    settings, database = server
    copy = tmp_path / "copy.zip"
    assert run("backup", copy, "--data-dir", settings.data_dir).exit_code == 0
    database.dispose()
    (settings.data_dir / "bayeshat.db").write_bytes(b"garbage" * 1000)
    assert "must be an SQLite file that is whole" in fault(
        "backup", tmp_path / "b.zip", "--data-dir", settings.data_dir
    )
    assert run("restore", copy, "--data-dir", settings.data_dir, "--force").exit_code == 0
    assert names(settings) == ["kept"]


@pytest.mark.parametrize("damage", ["text", "cut", "no key", "short key", "another database", "damaged database"])
def test_files_that_are_no_copies_are_refused(server, tmp_path, damage):
    settings, _ = server
    copy, bad = tmp_path / "copy.zip", tmp_path / "bad.zip"
    run("backup", copy, "--data-dir", settings.data_dir)
    with zipfile.ZipFile(copy) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    database = parts["bayeshat.db"]
    changes = {
        "no key": {"secret.key": None},
        "short key": {"secret.key": b"short"},
        "another database": {"bayeshat.db": b""},
        "damaged database": {"bayeshat.db": database[:8192] + b"x" * 4096 + database[12288:]},
    }
    if damage == "text":
        bad.write_text("Dear diary")
    elif damage == "cut":
        bad.write_bytes(copy.read_bytes()[:-100])
    else:
        with zipfile.ZipFile(bad, "w") as packed:
            for name, content in (parts | changes[damage]).items():
                if content is not None:
                    packed.writestr(name, content)
    goal = tmp_path / "goal"
    assert "must be a copy made by: bayeshat server backup" in fault("restore", bad, "--data-dir", goal)
    assert not goal.exists() or not list(goal.iterdir())


def test_faults_are_told(tmp_path):
    assert "There must be a database to copy" in fault("backup", tmp_path / "a.zip", "--data-dir", tmp_path)
    assert "can be read" in fault("restore", tmp_path / "none.zip", "--data-dir", tmp_path / "data")
    for command, instead in (("backup", "pg_dump"), ("restore", "pg_restore")):
        said = fault(command, tmp_path / "a.zip", "--database-url", "postgresql://a:secret@b/c")
        assert instead in said
        assert "secret.key" in said
        assert ":secret@" not in said


def test_a_copy_that_cannot_be_written_is_told(server, tmp_path):
    settings, _ = server
    said = fault("backup", tmp_path / "nowhere" / "a.zip", "--data-dir", settings.data_dir)
    assert "folder that can be written to" in said
