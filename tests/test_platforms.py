"""Other systems, imitated: what only POSIX or Linux has is taken away, and everything must still be imported and work.

Neither macOS nor Windows itself is tried here. ``os.name`` stays as it is: paths depend on it, of the library too.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from bayeshat.web.core import worker

ELSEWHERE = """
import ctypes, importlib, os, pkgutil, signal, sys
from types import SimpleNamespace

system, everything = sys.argv[1], sys.argv[2] == "all"
# Libraries ask for the system when they are imported; they are not what is tested.
others = "asyncio jinja2 multiprocessing numba numpy openpyxl psutil rich.console scipy.optimize tempfile typer xarray"
more = "alembic.context anyio argon2 dask.array fastapi fluent.runtime"
more += " matplotlib.figure matplotlib.font_manager pydantic_settings sklearn.utils.validation smtplib"
more += " sqlalchemy.dialects.sqlite structlog uvicorn"
for name in (others + " " + more if everything else others).split():
    try:
        importlib.import_module(name)
    except ImportError:
        pass
for name in "fcntl grp pty pwd resource syslog termios tty".split():
    sys.modules[name] = None
absent = {os: "chown fork geteuid getgid getloadavg getuid killpg sched_getaffinity setsid", signal: "SIGHUP SIGKILL"}
if system == "win32":
    absent[os] += " sysconf"
    ctypes.windll = SimpleNamespace(kernel32=SimpleNamespace(GlobalMemoryStatusEx=lambda _: 0))
for module, names in absent.items():
    for name in names.split():
        delattr(module, name)
sys.platform = system

import bayeshat
if everything:
    def fail(name):
        raise
    for module in pkgutil.walk_packages(bayeshat.__path__, "bayeshat.", onerror=fail):
        if module.name != "bayeshat.__main__":
            importlib.import_module(module.name)
survey = bayeshat.Survey.load("hogwarts")
answers = bayeshat.simulate(survey, 5, rng=1).answers
result = bayeshat.sort_people(survey, answers, rng=1, draws=50, tune=50, max_draws=50)
print(result.decision.labels.tolist())
"""


def run(*words):
    done = subprocess.run([sys.executable, "-c", ELSEWHERE, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_modules_are_imported_and_people_sorted_without_what_only_posix_has():
    assert len(run("win32", "all").strip("[]\n").split(",")) == 5


def test_tests_can_be_imported_without_what_only_posix_has():
    """On other systems those that need it are skipped, not lost with their whole file."""
    absent = {"fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty"}
    for path in Path(__file__).parent.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else [getattr(node, "module", "")]
            assert not absent.intersection(names), path


@pytest.mark.long
def test_people_are_sorted_without_what_only_linux_has():
    assert len(run("darwin", "some").strip("[]\n").split(",")) == 5


def test_windows_is_not_asked_for_a_process_by_a_signal(monkeypatch):
    """There, signal 0 is Ctrl-C: asking whether another server is alive would stop it."""

    def refuse(*_):
        pytest.fail("a signal was sent")

    monkeypatch.setattr(worker.os, "kill", refuse)
    monkeypatch.setattr(worker.sys, "platform", "win32")
    assert worker._is_alive(1)
