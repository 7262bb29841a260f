"""Settings are called what the reader calls them: Python's keywords, or the command's options."""

import ast
import inspect
import re
from pathlib import Path

import pytest

import bayeshat as bh
from bayeshat.cli.options import OPTIONS, in_command
from bayeshat.errors import TargetError
from bayeshat.paper import reproduce
from bayeshat.words.message import LIBRARY
from bayeshat.words.voice import in_python, setting, speaking

ROOT = Path(bh.__file__).parent


def settings_named():
    """Return the settings that any message names."""
    found = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args
            if called and node.func.id in ("setting", "Setting", "whole") and isinstance(node.args[0], ast.Constant):
                found.add(node.args[0].value)
    for file in LIBRARY.glob("*/*.ftl"):
        found |= set(re.findall(r'SETTING\("(\w+)"', file.read_text(encoding="utf-8")))
    return found


def test_python_and_the_command_have_their_own_words():
    assert setting("size_weight") == "size_weight"
    assert setting("target", "balanced") == 'target="balanced"'
    assert setting("size_weight", float("inf")) == "size_weight=inf"
    with speaking(in_command):
        assert setting("size_weight") == "--size-weight"
        assert setting("target", "balanced") == "--sizes balanced"
    assert setting("target") == "target"


def test_every_setting_that_a_message_names_is_a_keyword():
    functions = (bh.fit, bh.decide, bh.sort_people, bh.simulate, bh.read_answers, bh.plan_rounds, reproduce)
    functions += (bh.Survey.from_answers, bh.learn_survey, bh.Decision.uncertainty, bh.mix_people)
    keywords = {name for function in functions for name in inspect.signature(function).parameters}
    assert settings_named() - {"scheduler"} <= keywords


def test_every_option_of_the_command_exists(run):
    commands = (["sort"], ["decide"], ["simulate"], ["learn"], ["survey", "new"], ["mix"])
    told = "".join(run(*command, "--help").output for command in commands)
    for option in OPTIONS.values():
        assert f" {option} " in told, option


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (in_python, 'size_weight=inf needs sizes to meet exactly; got none. Give sizes, or target="balanced".'),
        (in_command, "--size-weight inf needs sizes to meet exactly; got none. Give sizes, or --sizes balanced."),
    ],
)
def test_one_error_in_two_vocabularies(words, message):
    with pytest.raises(TargetError) as error:
        bh.decide([[0, 1]], size_weight=float("inf"))
    with speaking(words):
        assert str(error.value) == message


def test_a_server_does_not_speak_of_options(run, monkeypatch, tmp_path):
    said = []
    monkeypatch.setattr("bayeshat.web.server.serve", lambda settings: said.append(setting("size_weight")))
    done = run("serve", "--data-dir", tmp_path)
    assert done.exit_code == 0, done.stderr
    assert said == ["size_weight"]


def test_help_is_named_by_the_command_itself(run):
    assert run("survey", "show").stderr.endswith("See bayeshat survey show --help.\n")


def test_a_command_that_is_stopped_says_so(run, monkeypatch):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("bayeshat.survey.spec.Survey.load", stop)
    done = run("survey", "check", "hogwarts")
    assert (done.exit_code, done.stderr) == (130, "Stopped.\n")
