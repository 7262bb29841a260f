"""Copies of everything that a server keeps in files: the database and the secret key, in one archive."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from contextlib import closing
from pathlib import Path

from sqlalchemy import make_url

from ...errors import InputError
from ..security import KEY_FILE, Keys
from ..settings import Settings

_DATABASE = "bayeshat.db"
_BESIDE = ("-wal", "-shm")
# Automatic copies: how their names begin, and how many days they are kept.
_BEFORE = "before-"
DAYS = 14


def back_up(settings: Settings, file: Path, *, force: bool = False) -> None:
    """Write a copy of the database, as it is at one moment, and of the key; the server may go on meanwhile.

    Raises
    ------
    InputError
        If there is no such SQLite database, or the file exists or cannot be written.
    """
    source = _database_file(settings, "pg_dump")
    if not source.is_file():
        raise InputError(f"There must be a database to copy; got no file {str(source)!r}. Check --data-dir.")
    if file.exists() and not force:
        raise InputError(f"The copy must be a new file; {file} exists. Choose another name, or add --force.")
    try:
        # Folders and files made here are for their owner alone.
        with tempfile.TemporaryDirectory(dir=file.absolute().parent, prefix=".backup") as folder:
            copy, archive = Path(folder) / _DATABASE, Path(folder) / "archive"
            with closing(sqlite3.connect(source, timeout=30)) as known, closing(sqlite3.connect(copy)) as made:
                known.backup(made)
                # One file, without a second one beside it.
                made.execute("PRAGMA journal_mode=DELETE")
            with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
                packed.write(copy, _DATABASE)
                packed.writestr(KEY_FILE, _read_key(settings))
            archive.chmod(0o600)
            archive.replace(file)
    except sqlite3.Error as error:
        raise InputError(
            f"The database must be an SQLite file that is whole and can be read; got {str(source)!r} ({error}). Check "
            "it, or go back to an older copy."
        ) from None
    except OSError as error:
        raise InputError(
            f"The copy must go into a folder that can be written to; got {str(file)!r} ({error.strerror}). Choose "
            "another."
        ) from None


def back_up_before(settings: Settings, step: str) -> Path:
    """Write a copy into the data folder before a step changes the tables; errors are those of `back_up`."""
    file = settings.data_dir / f"{_BEFORE}{step}.zip"
    back_up(settings, file, force=True)
    return file


def delete_old_copies(settings: Settings) -> None:
    """Delete automatic copies after two weeks: they still hold what was deleted since."""
    for file in settings.data_dir.glob(f"{_BEFORE}*.zip"):
        if time.time() - file.stat().st_mtime > 86400 * DAYS:
            file.unlink(missing_ok=True)


def restore(settings: Settings, file: Path, *, force: bool = False) -> None:
    """Put the database and the key of a copy into the data folder. The server must not be running.

    Raises
    ------
    InputError
        If the file is not a whole copy, there is a database already (unless `force`), or a server uses it.
    """
    goal = _database_file(settings, "pg_restore")
    try:
        goal.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=goal.parent, prefix=".restore") as folder:
            copy, key = _unpack(file, Path(folder))
            if goal.exists() and goal.stat().st_size:
                if not force:
                    raise InputError(
                        f"The data folder must have no database; got {str(goal)!r}. Choose another folder with "
                        "--data-dir, or add --force to replace what is there."
                    )
                _check_unused(goal)
            for end in _BESIDE:
                goal.with_name(goal.name + end).unlink(missing_ok=True)
            copy.replace(goal)
            # They may be on two disks.
            shutil.move(key, settings.data_dir / KEY_FILE)
    except OSError as error:
        raise InputError(
            f"The copy must be a file that can be read, and the data folder one that can be written to; got "
            f"{error.filename!r} ({error.strerror}). Check both."
        ) from None


def _database_file(settings: Settings, instead: str) -> Path:
    url = make_url(settings.url)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise InputError(
            f"This command must have an SQLite database; got {url.get_backend_name()}. Use PostgreSQL's own {instead} "
            f"for the database, and copy {settings.data_dir / KEY_FILE} (or BAYESHAT_SECRET_KEY) as well."
        )
    return Path(url.database)


def _read_key(settings: Settings) -> str:
    Keys.load(settings)  # it is made or refused here
    return settings.secret_key or (settings.data_dir / KEY_FILE).read_text().strip()


def _unpack(file: Path, folder: Path) -> tuple[Path, Path]:
    """Unpack a copy, and return its database and its key, both whole."""
    try:
        with zipfile.ZipFile(file) as packed:
            for name in (_DATABASE, KEY_FILE):
                made = Path(packed.extract(name, folder))
                made.chmod(0o600)
        copy, key = folder / _DATABASE, folder / KEY_FILE
        Keys(key.read_bytes().strip())
        with closing(sqlite3.connect(copy)) as found:
            whole = found.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
            found.execute("SELECT version_num FROM alembic_version").fetchone()
        if not whole:
            raise InputError("its database is damaged")
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, sqlite3.Error, InputError) as error:
        raise InputError(
            f"The file must be a copy made by: bayeshat server backup; got {str(file)!r} ({error}). Take another copy."
        ) from None
    return copy, key


def _check_unused(path: Path) -> None:
    """Refuse a database that a server has open: leaving its journal takes the whole file for itself."""
    with closing(sqlite3.connect(path, timeout=0)) as known:
        try:
            known.execute("PRAGMA journal_mode=DELETE")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise InputError(
                    f"No server may use the database; got {str(path)!r}, which is in use. Stop the server, then repeat "
                    "this."
                ) from None
        except sqlite3.DatabaseError:
            # What is damaged is replaced.
            return
