"""Every bad input gives one plain sentence and exit code 2, and changes no file."""

import re
import shlex

import numpy as np
import pytest
from typer.testing import CliRunner

from bayeshat.cli.app import app
from bayeshat.cli.options import OPTIONS
from cli import bad_files
from cli.bad_inputs import BAD
from rules import bad_rules
from survey import bad_surveys

# Settings of the Python functions whose names are no ordinary words.
# Those that a file of rules may name as well are no mistake.
PYTHONS = [name for name in OPTIONS if "_" in name and name != "common_times"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with every file that the inputs name."""
    folder = tmp_path_factory.mktemp("bad")
    for name, content in (bad_surveys.FILES | bad_rules.FILES | bad_files.FILES).items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    for name, draws in bad_files.DRAWS.items():
        np.save(folder / name, draws)
    (folder / "full").mkdir()
    (folder / "full" / "mine.txt").write_text("mine")
    done = CliRunner().invoke(app, ["simulate", "hogwarts", "12", "-o", str(folder / "answers.csv")])
    assert done.exit_code == 0, done.output
    return folder


@pytest.fixture(scope="module", autouse=True)
def unchanged(folder):
    """All refusals together change no file; whoever wants to know which one did runs them one by one."""
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    yield
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


@pytest.mark.parametrize(("line", "sentence"), BAD, ids=[line for line, _ in BAD])
def test_a_bad_input_is_one_plain_sentence(folder, monkeypatch, line, sentence):
    monkeypatch.chdir(folder)
    result = CliRunner().invoke(app, shlex.split(line))
    assert result.exit_code == 2, result.output
    # On a busy machine, lines of progress come before it.
    assert re.search("^error: ", result.stderr, re.MULTILINE)
    assert sentence in result.stderr
    assert not result.stdout
    assert not [name for name in PYTHONS if re.search(rf"\b{name}\b", result.stderr)]
