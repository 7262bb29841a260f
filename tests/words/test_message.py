"""Messages, and the catalogues that put them into words."""

import ast
import json
import pickle
import re
from fnmatch import fnmatch
from pathlib import Path

import numpy as np
import pytest
from fluent.runtime.errors import FluentReferenceError
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

import bayeshat as bh
from bayeshat import errors
from bayeshat.errors import TargetError
from bayeshat.words.message import (
    LIBRARY,
    English,
    Message,
    Setting,
    catalogue,
    choose_language,
    join,
    languages,
)
from bayeshat.words.status import Status
from bayeshat.words.voice import speaking

LIBRARY_CODE = [path for path in Path(bh.__file__).parent.rglob("*.py") if "web" not in path.parts]
TEXT = r'"value": "((?:[^"\\]|\\.)*)", "type": "TextElement"'
# Words that are the same in German.
SAME_IN_GERMAN = {"report-person", "rules-strength-normal"}
TEMPLATES = sorted(Path(bh.__file__).parent.glob("report/page/templates/*.jinja"))


def read_messages(language):
    """Return the variables of each message of the library in a language."""
    found = {}
    for file in sorted(LIBRARY.glob(f"{language}/*.ftl")):
        for one in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            assert not isinstance(one, fluent.Junk), f"{file}: {one.content}"
            if isinstance(one, fluent.Message):
                assert one.id.name.partition("-")[0] == file.stem, f"{one.id.name} is in {file.name}"
                assert one.id.name not in found
                found[one.id.name] = set(re.findall(r'"VariableReference", "id": \{[^}]*"name": "(\w+)"', dump(one)))
    return found


def dump(message):
    return json.dumps(message.to_json(), sort_keys=False).replace('"type": "VariableReference"', '"VariableReference"')


def test_every_language_says_the_same():
    english = read_messages("en")
    assert languages() == ("de", "en", "es")
    assert languages(whole=True) == ("de", "en")
    for language in languages(whole=True):
        assert {file.name for file in LIBRARY.glob(f"{language}/*")} == {file.name for file in LIBRARY.glob("en/*")}
        said = read_messages(language)
        assert sorted(said) == sorted(english)
        assert said == english


def test_what_a_language_lacks_is_said_in_english():
    message = Message("words-and", first=Message("words-group-number", number=1), last=Message("words-no-problems"))
    assert catalogue("es").tell(message) == "Grupo 1 y No problems found."
    assert isinstance(catalogue("es")("words-no-problems"), English)
    with pytest.raises(KeyError):
        catalogue("es")("words-not-there")


def test_every_message_is_translated():
    english, german = read_texts("en"), read_texts("de")
    same = {name for name, words in english.items() if re.search(r"[^\W\d_]", words) and words == german[name]}
    assert same == SAME_IN_GERMAN


def read_texts(language):
    """Return the words of each message of the library in a language, without what is filled in."""
    found = {}
    for file in LIBRARY.glob(f"{language}/*.ftl"):
        for one in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            if isinstance(one, fluent.Message):
                found[one.id.name] = json.loads(f'"{" ".join(re.findall(TEXT, dump(one)))}"')
    return found


def test_every_message_is_used_and_every_used_one_is_there():
    """Whatever looks like an id of ours in the code is one; a part that is filled in stands for anything."""
    known, asked = set(read_messages("en")), set()
    rooms = "|".join(sorted({name.partition("-")[0] for name in known}))
    for path in LIBRARY_CODE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message" and len(node.args) == 1:
                asked |= {pattern for pattern in patterns(node.args[0]) if pattern != "*"}
            asked |= {pattern for pattern in patterns(node) if re.fullmatch(rf"({rooms})(-[a-z0-9*]+)+", pattern)}
    for path in TEMPLATES:
        for said in re.findall(r"\{[{%].*?[%}]\}", path.read_text(encoding="utf-8")):
            asked |= set(re.findall(rf'"((?:{rooms})-[a-z0-9-]+)"', said))
    missing = [pattern for pattern in asked if not any(fnmatch(name, pattern) for name in known)]
    assert missing == []
    assert [name for name in known if not any(fnmatch(name, pattern) for pattern in asked)] == []


def patterns(node):
    match node:
        case ast.Constant(value=str(text)):
            return {text}
        case ast.IfExp():
            return patterns(node.body) | patterns(node.orelse)
        case ast.JoinedStr():
            return {"".join(str(one.value) if isinstance(one, ast.Constant) else "*" for one in node.values)}
    return set()


def test_a_message_is_told_in_the_language_of_the_voice():
    message = Message("words-and", first="Ann", last=Message("words-no-difference"))
    assert str(message) == "Ann and no measurable difference"
    with speaking(language="de"):
        assert str(message) == "Ann und kein messbarer Unterschied"
    assert catalogue("de").tell(message) == "Ann und kein messbarer Unterschied"
    assert catalogue("fr").tell(message) == str(message)


def test_a_setting_has_the_readers_name():
    message = Message("words-and", first=Setting("target", "balanced"), last=Setting("size_weight"))
    assert str(message) == 'target="balanced" and size_weight'
    with speaking(lambda name, value: f"--{name}"):
        assert str(message) == "--target and --size_weight"


def test_messages_travel_as_json_and_in_pickles():
    inner = Message("words-group-number", number=np.int64(3))
    message = Message("words-and", first=inner, last=Setting("target", "4..6"))
    status = Status("odd", (message,))
    assert Message.from_plain(json.loads(json.dumps(message.to_plain()))) == message
    assert Status.from_dict(json.loads(json.dumps(status.to_dict()))) == status
    assert pickle.loads(pickle.dumps(message)) == message
    error = pickle.loads(pickle.dumps(TargetError(message)))
    assert str(error) == str(message)
    assert error.words == message


def test_long_texts_and_lists_are_told_whole():
    names = [f"person {n}" for n in range(1000)]
    told = str(join(names, "and"))
    assert told == f"{', '.join(names[:-1])} and {names[-1]}"


def test_an_unknown_message_or_a_gap_is_an_error():
    with pytest.raises(KeyError):
        str(Message("words-nothing"))
    with pytest.raises(FluentReferenceError):
        str(Message("words-and", first="Ann"))


def test_browsers_languages_are_understood():
    assert choose_language("fr-CH, de;q=0.8, en;q=0.5") == "de"
    assert choose_language("fr") == "en"
    assert (choose_language("es, de"), choose_language("es, de", whole=True)) == ("es", "de")


def test_pages_say_what_only_they_can_say():
    message = Message("rules-size-reversed", size="6..4", most=4, least=6)
    assert str(message).endswith("Write 4..6 instead.")
    assert catalogue("en").tell(message).endswith("Write 4 to 6 instead of 6 to 4.")
    assert catalogue("de", pages=False).tell(message).endswith("Schreiben Sie stattdessen 4..6.")


def test_a_catalogue_calls_settings_as_the_reader_does():
    message = Message("plan-by-chance")
    assert str(message).endswith("Name columns with mix.")
    with speaking(lambda name, value: f"--{name}", language="de"):
        assert str(message).endswith("Nennen Sie Spalten mit --mix.")
    assert str(message).endswith("Name columns with mix.")


# Errors in English text, by file: only code can meet them, with wrong types of arguments and the like.
IN_ENGLISH = {
    "known_people/learned_survey.py": 1,
    "rules/rules.py": 1,
    "survey/answers.py": 1,
    "survey/checks.py": 4,
    "survey/corrections.py": 1,
    "survey/frame.py": 3,
    "survey/toml.py": 1,
    "tables/reading.py": 3,
}
ROOMS = ("kinds", "known_people", "rules", "sorting", "survey", "tables")


def test_errors_that_organisers_can_meet_are_messages():
    found = {}
    for path in LIBRARY_CODE:
        room = path.relative_to(Path(bh.__file__).parent).parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith("Error") and node.args
            is_ours = called and issubclass(getattr(errors, node.func.id, int), errors.BayesHatError)
            if room in ROOMS and is_ours and isinstance(node.args[0], ast.JoinedStr | ast.Constant):
                name = path.relative_to(Path(bh.__file__).parent).as_posix()
                found[name] = found.get(name, 0) + 1
    assert found == IN_ENGLISH
