"""The examples in docstrings run and print what they say; each module is imported only by the worker that runs it."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import bayeshat

SOURCE = Path(bayeshat.__file__).parent.parent
MODULES = [
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted((SOURCE / "bayeshat").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    ran = doctest.testmod(import_module(name))
    assert ran.attempted, "the examples of this module are not found"
    assert not ran.failed, capsys.readouterr().out
