"""The database: one SQLite file, or PostgreSQL by its URL."""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Result, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, OperationalError, SQLAlchemyError
from sqlalchemy.orm import ORMExecuteState, Session, UOWTransaction, sessionmaker
from sqlalchemy.pool import ConnectionPoolEntry

from ...errors import InputError
from ...words.message import Message
from ..refusals import TooMany
from ..remembered import count_deletions, forget_people
from ..settings import Settings
from ..slow import in_transaction
from .backups import back_up_before
from .schema import Change, Login, Setting

log = logging.getLogger("bayeshat.web")

# Seconds to wait for another process that writes to the same file.
_BUSY = 10
# Seconds that a thread waits for its turn to write.
_TURN = 30
# Connections that are kept open, one for each thread that answers requests: opening one takes longer than most of what
# is asked of it. More threads would only wait for each other: Python runs one at a time.
CONNECTIONS = 20
# Further ones, for work in the background.
_MORE = 10
_DEADLOCK = "40P01"
# Milliseconds to wait for those who read from SQLite's log before it is emptied; else the next writer empties it.
_LOG_WAIT = 250
# Pages that are given back to the disk in one piece; others write in between.
_PAGES = 1000
# SQLite's number of that way.
_INCREMENTAL = 2
# Tables that say nothing about anybody.
_NAMELESS = (Setting, Login, Change)


class Database:
    """A database, and how to talk to it.

    SQLite takes one writer at a time. Threads of this process wait for each other at a lock, which is fair and costs
    nothing; SQLite's own waiting, which polls, is left to other processes. A change is on the disk when its session is
    left (``synchronous=FULL``: NORMAL would survive a killed server too, but not a power cut).

    What is deleted is gone from SQLite's files and from this process's memory when its session is left: SQLite
    overwrites it (``secure_delete``) and empties its log, where it would stay otherwise. PostgreSQL cleans up in its
    own time.

    Attributes
    ----------
    engine
        SQLAlchemy's engine.
    kind
        "sqlite" or "postgresql".
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.kind = engine.dialect.name
        self._turn = threading.Lock() if self.kind == "sqlite" else None
        self._write = sessionmaker(engine.execution_options(writes=True), expire_on_commit=False)
        self._read = sessionmaker(engine, expire_on_commit=False, autoflush=False)
        self._is_log_due = self._is_disposed = False
        event.listen(engine, "checkin", self._close_late)
        event.listen(self._write, "do_orm_execute", _note_deletion, retval=True)
        event.listen(self._write, "after_flush", _note_deleted)

    @contextmanager
    def session(self) -> Iterator[Session]:
        """Open a session that may write: everything in it is kept at its end, or nothing if an error leaves it.

        Keep it short, and do not open one inside another; what is `slow` cannot be called in it.
        """
        if self._turn is not None and not self._turn.acquire(timeout=_TURN):
            raise TooMany(Message("page-busy"), retry_after=5)
        try:
            with in_transaction(), self._write.begin() as session:
                session.info["deletions"] = count_deletions()
                yield session
            if session.info.get("has_deleted"):
                forget_people()
                self._is_log_due = self._turn is not None
            if self._is_log_due:
                self._empty_log()
        except OperationalError as error:
            # SQLite's busy file; PostgreSQL ends one of two transactions that wait for each other.
            if "database is locked" in str(error.orig) or getattr(error.orig, "sqlstate", "") == _DEADLOCK:
                raise TooMany(Message("page-busy"), retry_after=5) from None
            raise
        finally:
            if self._turn is not None:
                self._turn.release()

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """Open a session that only reads, from one consistent state; it waits for nobody."""
        # Closing lets go of the transaction; what was read stays usable.
        with in_transaction(), self._read() as session:
            session.info["deletions"] = count_deletions()
            yield session

    def sweep(self) -> None:
        """Give the room of deleted rows back to the disk, and empty SQLite's log, which holds old versions of rows.

        Others write between two pieces of it.
        """
        if self._turn is None:
            return
        shrinks = True
        while shrinks:
            with self._turn, self._driver() as driver:
                (before,) = driver.execute("PRAGMA freelist_count").fetchone()
                driver.execute(f"PRAGMA incremental_vacuum({_PAGES})").fetchall()
                (after,) = driver.execute("PRAGMA freelist_count").fetchone()
                shrinks = after < before
        with self._turn:
            self._empty_log()

    def ping(self) -> bool:
        """Say whether the database answers."""
        try:
            with self.engine.connect() as connection:
                connection.execute(text("SELECT 1"))
        except SQLAlchemyError:
            return False
        return True

    def dispose(self) -> None:
        """Close all connections; those in use when they are given back."""
        self._is_disposed = True
        self.engine.dispose()

    def _close_late(self, _: Any, record: ConnectionPoolEntry) -> None:
        if self._is_disposed:
            record.invalidate()

    def _empty_log(self) -> None:
        """Move what SQLite's log holds into its file; while somebody still reads from the log, this is due again."""
        self._is_log_due = True
        try:
            with self._driver() as driver:
                driver.execute(f"PRAGMA busy_timeout={_LOG_WAIT}")
                try:
                    is_busy = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
                finally:
                    driver.execute(f"PRAGMA busy_timeout={1000 * _BUSY}")
            self._is_log_due = bool(is_busy)
        except (SQLAlchemyError, sqlite3.Error):
            # What was written is kept all the same.
            log.exception("the log of the database could not be emptied; trying again")

    @contextmanager
    def _driver(self) -> Iterator[sqlite3.Connection]:
        """Open a connection of SQLite's own, in no transaction."""
        connection = self.engine.raw_connection()
        try:
            driver = connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            yield driver
        finally:
            connection.close()


def _note_deletion(state: ORMExecuteState) -> Result[Any] | None:
    """Note on the session that a statement deleted rows that say something about people."""
    if not state.is_delete or (state.bind_mapper is not None and state.bind_mapper.class_ in _NAMELESS):
        return None
    result = state.invoke_statement()
    if result.rowcount:  # type: ignore[attr-defined]
        state.session.info["has_deleted"] = True
    return result


def _note_deleted(session: Session, _context: UOWTransaction) -> None:
    """Note the same of single rows."""
    if any(not isinstance(row, _NAMELESS) for row in session.deleted):
        session.info["has_deleted"] = True


def connect(settings: Settings) -> Database:
    """Return the database that the settings name; the folder of a file is made if there is none.

    Raises
    ------
    InputError
        If the URL cannot be used; what it may hold of a password is not repeated.
    """
    try:
        url = make_url(settings.url)
    except ArgumentError:
        raise InputError(
            "The database must be given as a URL; got something else. Write e.g. sqlite:////srv/hat/hat.db or "
            "postgresql://user:password@host/name."
        ) from None
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername="postgresql+psycopg")
    backend = url.get_backend_name()
    if backend not in ("sqlite", "postgresql"):
        raise InputError(f"The database must be SQLite or PostgreSQL; got {backend}. Use sqlite:/// or postgresql://.")
    options: dict[str, Any] = {"pool_size": CONNECTIONS, "max_overflow": _MORE, "pool_timeout": _TURN}
    if backend == "sqlite":
        if not url.database or url.database == ":memory:":
            raise InputError(
                "An SQLite database must be a file; got one in memory, which would be lost. Write sqlite:////a/path.db."
            )
        _make_private(Path(url.database))
        options["connect_args"] = {"timeout": _BUSY, "check_same_thread": False}
    else:
        options["pool_pre_ping"] = True
        options["connect_args"] = {"connect_timeout": _BUSY}
        # Or every new connection would first ask for a type that no table has.
        options["use_native_hstore"] = False
    try:
        engine = create_engine(url, **options)
    except ModuleNotFoundError as error:
        raise InputError(
            f"PostgreSQL needs a driver; got: {error}. Install it with: pip install 'bayeshat[postgres]'."
        ) from None
    if backend == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return Database(engine)


def migrate(database: Database, settings: Settings) -> Path | None:
    """Bring the database's tables up to date, and return the copy that was made before; None if none was needed.

    Only SQLite is copied: for PostgreSQL that is done with its own programs.

    Raises
    ------
    InputError
        If the database cannot be reached or read, may not be changed, or was made by a newer version; or if it cannot
        be copied, and then it is not changed.
    """
    from alembic.util import CommandError

    from .migrations import step_that_is_due, upgrade

    copy = None
    try:
        if database.kind == "sqlite":
            with database.engine.connect() as connection:
                due = step_that_is_due(connection)
            copy = back_up_before(settings, due) if due else None
        engine = database.engine.execution_options(writes=True)
        with engine.connect() as connection, _unchecked(connection), connection.begin():
            if database.kind == "postgresql":
                # Servers that start together take turns; the lock ends with the transaction.
                connection.execute(text("SELECT pg_advisory_xact_lock(7221)"))
            else:
                _check_file(connection)
            upgrade(connection)
        return copy
    except (SQLAlchemyError, sqlite3.Error) as error:
        database.dispose()
        raise InputError(_describe(database.kind, getattr(error, "orig", None) or error)) from None
    except CommandError as error:
        database.dispose()
        raise InputError(
            f"The database must be of this version or an older one; got: {error}. Install the version that made it."
        ) from None


@contextmanager
def _unchecked(connection: Connection) -> Iterator[None]:
    """Let SQLite replace tables that others refer to: with foreign keys on, that would delete what refers to them."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver = connection.connection.driver_connection
    assert driver is not None
    driver.execute("PRAGMA foreign_keys=OFF")
    try:
        yield
    finally:
        driver.execute("PRAGMA foreign_keys=ON")


def _check_file(connection: Connection) -> None:
    found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise sqlite3.DatabaseError("database disk image is malformed")


def _describe(kind: str, error: BaseException) -> str:
    """Return why a database cannot be used, and what to do."""
    told = (str(error).strip().splitlines() or ["nothing"])[0].rstrip(".")
    if kind == "sqlite" and ("not a database" in told or "malformed" in told):
        return (
            f"The database must be an SQLite file that is whole; got: {told}. Move it away, and put back a copy with: "
            "bayeshat server restore FILE."
        )
    if kind == "sqlite":
        return (
            f"The database file must be one that can be written to; got: {told}. Give the file and its folder to the "
            "account that runs the server, check that the disk is not full, and that no other program uses the file."
        )
    return (
        f"The database must answer; got: {told}. Check the name, the password and the host in the URL, that PostgreSQL "
        "is running, and that this user may make tables."
    )


def _set_up_sqlite(connection: Any, _record: object) -> None:
    # The driver must not begin transactions by itself: _begin_sqlite says how they begin.
    connection.isolation_level = None
    cursor = connection.cursor()
    if cursor.execute("PRAGMA page_count").fetchone() == (0,):
        # Before anything is written; later it would need a VACUUM.
        cursor.execute(f"PRAGMA auto_vacuum={_INCREMENTAL}")
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={1000 * _BUSY}", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.execute("PRAGMA secure_delete=ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Take the right to write at once: a transaction that asks for it later may be refused."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _make_private(path: Path) -> None:
    """Make the file of a database, if there is none, so that nobody else can read it or SQLite's files beside it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            if file.exists():
                file.chmod(0o600)
    except OSError as error:
        raise InputError(
            f"The database must be a file that can be written to, in a folder that can be; got {str(path)!r} "
            f"({error.strerror}). Give it to the account that runs the server, or choose another folder with "
            "--data-dir."
        ) from None
