"""A PostgreSQL server of Debian's packages, for as long as the tests run: on a socket of its own, without a port."""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

import pytest

_numbers = count(1)
# A user whom the server asks for a password.
GUARDED = "guarded"


def find_binaries():
    """Return the folder of initdb and pg_ctl; None if PostgreSQL is not installed."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((folder for folder in folders if (folder / "pg_ctl").exists()), None)


def why_not():
    """Return why there is no PostgreSQL to test with; nothing if there is."""
    if find_binaries() is None:
        return "PostgreSQL is not installed (Debian: apt-get install postgresql)"
    if os.geteuid() == 0 and (not _has_user() or shutil.which("runuser") is None):
        return "PostgreSQL does not run as root, and there is no user postgres to run it as"
    return ""


@cache
def start():
    """Start a server in a temporary folder, and return the folder of its socket; it ends with this process."""
    binaries = find_binaries()
    folder = Path(tempfile.mkdtemp(prefix="hat"))  # a socket's path must be short
    if os.geteuid() == 0:
        import pwd  # not on Windows

        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    data = folder / "data"
    _run([binaries / "initdb", "-D", data, "-U", "hat", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
    # One user needs a password.
    rules = data / "pg_hba.conf"
    rules.write_text(f"local all {GUARDED} scram-sha-256\n{rules.read_text()}")
    # What a test writes may be lost with the machine, so the server need not wait for the disk.
    options = f"-k {folder} -c listen_addresses='' -c fsync=off -c full_page_writes=off -c max_connections=100"
    _run([binaries / "pg_ctl", "-D", data, "-l", folder / "log", "-o", options, "-w", "start"])
    atexit.register(_stop, binaries, folder)
    return folder


def new_database(prepare=None):
    """Return the URL of a new database; skip the test where there is no PostgreSQL, unless that is a must.

    It is empty or, with `prepare`, a copy of one that this function was called with, which happens only once.
    """
    reason = why_not()
    if reason:
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return _create(f" TEMPLATE {_prepared(prepare)}" if prepare else "")[1]


@cache
def _prepared(prepare):
    name, url = _create()
    prepare(url)
    return name


def _create(options=""):
    import psycopg

    folder, name = start(), f"hat{next(_numbers)}"
    with psycopg.connect(host=str(folder), user="hat", dbname="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}{options}")
    return name, f"postgresql+psycopg://hat@/{name}?host={folder}"


def _has_user():
    import pwd

    try:
        pwd.getpwnam("postgres")
    except KeyError:
        return False
    return True


def _run(command):
    words = [str(word) for word in command]
    if os.geteuid() == 0:
        words = ["runuser", "-u", "postgres", "--", *words]
    # The server keeps what it inherits, so that a pipe would never end.
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", timeout=300)


def _stop(binaries, folder):
    _run([binaries / "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop"])
    shutil.rmtree(folder, ignore_errors=True)
