import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Boolean, MetaData, Table, delete, insert, inspect, select, text

from bayeshat.errors import InputError
from bayeshat.web.db.database import connect, migrate
from bayeshat.web.db.migrations import upgrade
from bayeshat.web.db.schema import Base, Event, Setting, now
from bayeshat.web.refusals import TooMany
from bayeshat.web.settings import Settings
from systems import on_posix
from web.core.samples import both_databases
from web.postgres import new_database

# Columns of an event that only count.
NUMBERS = {"survey_version": 1, "share_number": 1, "version": 1}


@both_databases
def test_migrations_make_the_tables_of_the_code(database, settings):
    assert migrate(database, settings) is None
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    assert set(inspect(database.engine).get_table_names()) == {*Base.metadata.tables, "alembic_version"}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_an_older_database_gets_the_new_columns(tmp_path, kind):
    """What an earlier version wrote stays, and nobody may exchange places unless somebody says so."""
    settings = Settings(data_dir=tmp_path, database_url=new_database() if kind == "postgresql" else None)
    database = connect(settings)
    with database.engine.execution_options(writes=True).begin() as connection:
        upgrade(connection, "0001")
        older = Table("events", MetaData(), autoload_with=connection)
        row = {"id": "0" * 32, "title": "Autumn", "created_at": now(), "changed_at": now()}
        texts = dict.fromkeys(("survey_toml", "language", "privacy_notice", "consent", "size_weight", "loss"), "")
        flags = {column.name: False for column in older.columns if isinstance(column.type, Boolean)}
        plain = {name: {} for name in ("learned", "target", "purpose", "rules")}
        connection.execute(insert(older).values(**row, **texts, **flags, **plain, **NUMBERS))
    migrate(database, settings)
    with database.reading() as session:
        event = session.get_one(Event, "0" * 32)
        assert (event.title, event.allows_exchange) == ("Autumn", False)
    database.dispose()


@both_databases
def test_a_session_keeps_everything_or_nothing(database):
    with database.session() as session:
        session.add(Setting(name="kept", value="1"))

    def break_off():
        with database.session() as session:
            session.add(Setting(name="lost", value="1"))
            session.flush()
            raise KeyError

    with pytest.raises(KeyError):
        break_off()
    with database.reading() as session:
        assert session.get(Setting, "kept").value == "1"
        assert session.get(Setting, "lost") is None


@both_databases
def test_two_who_wait_for_each_other_are_told_to_try_again(database):
    """PostgreSQL ends one of them; SQLite lets only one write at a time, so that nobody waits so."""
    with database.session() as session:
        session.add_all(Setting(name=name, value="0") for name in ("one", "two"))
    both = threading.Barrier(2)

    def change(first, second):
        try:
            with database.session() as session:
                session.get(Setting, first, with_for_update=True).value = "1"
                session.flush()
                if database.kind == "postgresql":
                    both.wait(300)
                session.get(Setting, second, with_for_update=True).value = "1"
        except TooMany as error:
            return str(error)
        return "done"

    with ThreadPoolExecutor(2) as pool:
        told = sorted(pool.map(change, ["one", "two"], ["two", "one"]))
    busy = "The server is busy. Wait a moment, then try again."
    assert told == ([busy, "done"] if database.kind == "postgresql" else ["done", "done"])


def test_what_was_read_stays_usable(database):
    with database.session() as session:
        session.add(Setting(name="kept", value="1"))
    with database.reading() as session:
        setting = session.get(Setting, "kept")
    assert setting.value == "1"


@both_databases
def test_readers_do_not_wait_for_a_writer(database):
    with database.session() as session:
        session.add(Setting(name="new", value="1"))
        session.flush()
        with database.reading() as reader:
            assert reader.get(Setting, "new") is None


@both_databases
def test_a_connection_in_use_when_the_database_is_closed_is_closed_in_the_end(database):
    with database.reading() as session:
        driver = session.connection().connection.driver_connection
        database.dispose()
        assert session.scalar(select(1)) == 1
    with pytest.raises(Exception, match="closed"):
        driver.execute("SELECT 1")


def test_sqlite_is_set_up_to_last(tmp_path, real_sqlite, monkeypatch):
    monkeypatch.setattr("bayeshat.web.db.database._set_up_sqlite", real_sqlite)
    database = connect(Settings(data_dir=tmp_path))
    with database.engine.connect() as connection:
        found = {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in PRAGMAS}
    database.dispose()
    assert found == PRAGMAS


PRAGMAS = {
    "journal_mode": "wal",
    "synchronous": 2,
    "busy_timeout": 10_000,
    "foreign_keys": 1,
    "secure_delete": 1,
    "auto_vacuum": 2,
}


def test_a_file_shrinks_when_its_rows_are_deleted(tmp_path):
    path = tmp_path / "bayeshat.db"
    settings = Settings(data_dir=tmp_path)
    database = connect(settings)
    migrate(database, settings)
    database.sweep()
    empty = path.stat().st_size
    with database.session() as session:
        session.add_all(Setting(name=f"{n}", value="x" * 5000) for n in range(2000))
    database.sweep()
    assert path.stat().st_size > empty + 10_000_000
    with database.session() as session:
        session.execute(delete(Setting))
    database.sweep()
    assert path.stat().st_size < empty + 100_000
    assert (tmp_path / "bayeshat.db-wal").stat().st_size == 0
    database.dispose()


@on_posix
def test_what_was_kept_survives_a_kill(settings, database):
    code = f"""
import os, signal
from bayeshat.web.db.database import connect
from bayeshat.web.refusals import TooMany
from bayeshat.web.settings import Settings
from bayeshat.web.db.schema import Setting
database = connect(Settings(database_url={settings.url!r}))
with database.session() as session:
    session.add(Setting(name="kept", value="1"))
with database.session() as session:
    session.add(Setting(name="half", value="1"))
    session.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", code]).returncode == -9
    with database.session() as session:
        assert session.get(Setting, "kept") is not None
        assert session.get(Setting, "half") is None


def test_a_file_that_another_process_keeps_locked_is_told_in_plain_words(settings, monkeypatch):
    monkeypatch.setattr("bayeshat.web.db.database._BUSY", 0)
    one, other = connect(settings), connect(settings)

    def write():
        with other.session() as session:
            session.add(Setting(name="b", value="1"))

    with one.session() as session:
        session.add(Setting(name="a", value="1"))
        session.flush()
        with pytest.raises(TooMany, match="busy"):
            write()
    write()
    one.dispose()
    other.dispose()


def test_threads_take_turns_to_write(database, monkeypatch):
    monkeypatch.setattr("bayeshat.web.db.database._TURN", 0.05)
    with database.session(), pytest.raises(TooMany, match="busy"), database.session():
        pass
    with database.session() as session:
        session.add(Setting(name="a", value="1"))


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nonsense", "must be given as a URL"),
        ("mysql://a:secret@b/c", "SQLite or PostgreSQL; got mysql"),
        ("sqlite://", "must be a file"),
    ],
)
def test_databases_that_cannot_be_used_are_told_without_their_password(url, said):
    with pytest.raises(InputError, match=said) as refused:
        connect(Settings(database_url=url))
    assert "secret" not in str(refused.value)


def test_a_database_that_does_not_answer_is_told(tmp_path):
    settings = Settings(database_url=f"postgresql://nobody@/none?host={tmp_path}")
    database = connect(settings)
    with pytest.raises(InputError, match="must answer"):
        migrate(database, settings)
    assert not database.ping()
    database.dispose()


@both_databases
def test_a_newer_database_is_refused(database, settings):
    with database.session() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InputError, match="this version or an older one"):
        migrate(database, settings)
