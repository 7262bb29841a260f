"""Copies, and the way back from them as docs/reference/server.md says it: with every word that is written there."""

import os
import re
import shlex
import shutil
import stat
import subprocess
import time
from pathlib import Path

import pytest
from sqlalchemy import inspect, make_url, text
from typer.testing import CliRunner

from bayeshat.cli.app import app
from bayeshat.errors import InputError
from bayeshat.web.core import accounts, second_factor
from bayeshat.web.db.backups import delete_old_copies
from bayeshat.web.db.database import connect, migrate
from bayeshat.web.db.migrations import upgrade
from bayeshat.web.db.schema import Organiser
from bayeshat.web.settings import Settings
from web.hosting import PASSWORD, settings_for
from web.pages.conftest import make_event
from web.passwords import hash_cheaply
from web.postgres import find_binaries, new_database

DEPLOY = Path(__file__).parents[3] / "deploy"
PAGE = (Path(__file__).parents[3] / "docs" / "reference" / "server.md").read_text(encoding="utf-8")


def told(pattern):
    """Return the commands of the page that match, in one line each, without remarks."""
    lines = re.sub(r"\\\n\s*", "", PAGE).splitlines()
    return [line.partition("  #")[0].strip() for line in lines if re.match(pattern, line)]


class School:
    """What is on a server, and must be there after its copy was put back."""

    def __init__(self, web):
        self.organiser = web.newcomer("Poppy")
        self.event = make_event(web, self.organiser, "Autumn term")
        self.share = self.event.share
        self.receipt = self.event.answer("Ann")
        keys = web.site.keys
        with web.site.database.session() as session:
            known = accounts.find_organiser(session, self.organiser.name)
            nonce = second_factor.read_proposal(keys, known, second_factor.propose(keys, known))
            self.secret = keys.code_secret(known.id, nonce)
            step = second_factor.present_step()
            second_factor.switch_on(session, keys, known, nonce, second_factor.code_at(self.secret, step))

    def change(self):
        """Do what the copy does not hold."""
        self.event.answer("Zacharias")

    def check(self, web):
        """Look for all of it on the server that was put back."""
        browser = web.browser()
        page = browser.submit("/login", name=self.organiser.name, password=PASSWORD)
        token = re.search(r'name="token" value="([^"]+)"', page.text)[1]
        code = second_factor.code_at(self.secret, second_factor.present_step() + 1)
        assert browser.submit("/login/code", token=token, code=code).url.path == "/"
        answers = browser.get(f"{self.event.path}/answers").text
        assert "Ann" in answers
        assert "Zacharias" not in answers
        assert "Ann" in web.browser().get(self.receipt).text
        assert web.browser().get(self.share).status_code == 200
        # The login that was open then is open again.
        again = web.browser()
        again.cookies.update(self.organiser.cookies)
        assert again.get("/account").url.path == "/account"


def run(words, monkeypatch, folder):
    """Run a command of the page."""
    monkeypatch.setenv("BAYESHAT_DATA_DIR", str(folder))
    program, *arguments = shlex.split(words)
    assert program == "bayeshat"
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output


def test_a_server_comes_back_from_a_copy(host, data_folder, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    [backup], [restore] = told("bayeshat server backup hat"), told("bayeshat server restore hat")
    with host.run(settings_for(data_folder)) as web:
        school = School(web)
        run(backup, monkeypatch, data_folder)
        school.change()
    shutil.rmtree(data_folder)
    run(restore, monkeypatch, data_folder)
    with host.run(settings_for(data_folder)) as web:
        school.check(web)


@pytest.fixture
def old(tmp_path):
    """The settings of a server of the first version, with an organiser."""
    settings = settings_for(tmp_path / "old")
    database = connect(settings)
    with database.engine.execution_options(writes=True).connect() as connection, connection.begin():
        upgrade(connection, "0001")
        values = {"id": "0" * 32, "password": hash_cheaply(PASSWORD)}
        add = (
            "INSERT INTO organisers (id, name, key, password, language, is_admin, created_at)"
            " VALUES (:id, 'Olivia', 'olivia', :password, '', true, '2026-01-01')"
        )
        connection.execute(text(add), values)
    yield settings, database
    database.dispose()


def columns(database):
    return {one["name"] for one in inspect(database.engine).get_columns("organisers")}


def test_a_copy_is_made_before_the_tables_change_and_leads_back(old, host, monkeypatch):
    settings, database = old
    copy = migrate(database, settings)
    assert copy.parent == settings.data_dir
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert "code_nonce" in columns(database)
    made = copy.stat().st_mtime_ns
    # There is nothing to do the next time.
    assert migrate(database, settings) is None
    assert copy.stat().st_mtime_ns == made
    with host.run(settings) as web:
        assert web.browser().submit("/login", name="Olivia", password=PASSWORD).url.path == "/"
    database.dispose()
    [back] = told("bayeshat server restore .*before-")
    run(re.sub(r"\S+/before-\S+", str(copy), back), monkeypatch, settings.data_dir)
    before = connect(settings)
    assert "code_nonce" not in columns(before)
    assert migrate(before, settings) == copy
    with before.reading() as session:
        assert session.query(Organiser).one().name == "Olivia"
    before.dispose()


def test_nothing_is_changed_where_no_copy_can_be_made(old, monkeypatch):
    settings, database = old

    def fail(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bayeshat.web.db.backups.zipfile.ZipFile", fail)
    with pytest.raises(InputError, match="No space left on device"):
        migrate(database, settings)
    assert "code_nonce" not in columns(database)


def test_a_new_database_needs_no_copy(tmp_path):
    settings = Settings(data_dir=tmp_path)
    database = connect(settings)
    assert migrate(database, settings) is None
    database.dispose()
    assert not list(tmp_path.glob("before-*"))


def test_copies_made_by_themselves_go_after_two_weeks(tmp_path):
    settings = Settings(data_dir=tmp_path)
    ages = {"before-0002.zip": 15, "before-0003.zip": 13, "mine.zip": 99}
    for name, days in ages.items():
        (tmp_path / name).touch()
        then = time.time() - 86400 * days
        os.utime(tmp_path / name, (then, then))
    delete_old_copies(settings)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["before-0003.zip", "mine.zip"]


@pytest.fixture
def on_postgres(tmp_path, monkeypatch):
    """The address of an empty database, and what runs PostgreSQL's own programs on it."""
    address = new_database()  # skips where there is no PostgreSQL
    url = make_url(address)
    for name, value in {
        "PATH": f"{find_binaries()}:{os.environ['PATH']}",
        "PGHOST": url.query["host"],
        "PGUSER": url.username,
        "PGDATABASE": url.database,
        "HAT_COPIES": str(tmp_path / "copies"),
        "HAT_DATA": str(tmp_path / "data"),
    }.items():
        monkeypatch.setenv(name, value)
    (tmp_path / "copies").mkdir()

    def start(command):
        subprocess.run(["sh", "-c", command], check=True, capture_output=True, text=True, cwd=tmp_path)

    return address, url.database, start


def add_table_of_a_newer_version(address):
    """Let other tables need those of the copy, as a newer version's may."""
    database = connect(Settings(database_url=address))
    with database.session() as session:
        session.execute(text("CREATE TABLE newer (id varchar(32) REFERENCES organisers (id))"))
    database.dispose()


@pytest.mark.parametrize("way", ["compose", "by hand"])
def test_a_server_on_postgresql_comes_back_from_a_copy(host, tmp_path, on_postgres, way):
    address, name, start = on_postgres
    settings = settings_for(tmp_path / "data", database_url=address)
    if way == "compose":
        backup = f"sh {DEPLOY / 'copy.sh'}"
        [restore] = told("docker compose .*pg_restore")
        restore = shlex.split(restore)[-1].replace("/copies", str(tmp_path / "copies"))
    else:
        [backup], [restore] = told("pg_dump"), told("pg_restore")
        backup, restore = (re.sub(r"\bhat(?!\.dump)\b", name, command) for command in (backup, restore))
    with host.run(settings) as web:
        school = School(web)
        start(backup)
        school.change()
    add_table_of_a_newer_version(address)
    start(restore)
    with host.run(settings) as web:
        school.check(web)
        assert not inspect(web.site.database.engine).has_table("newer")
