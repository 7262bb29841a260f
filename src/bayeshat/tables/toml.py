"""TOML: parsing text from outside, reading single entries with errors that name the key, and writing values.

No library writes it as people do: tomli-w puts every number of a list on a line of its own, and tomlkit needs as much
code to say which tables stand on one line and which lists are broken.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from ..errors import BayesHatError, SurveyError
from ..words.message import Message, join
from .text import clip, did_you_mean, nearest, normalise

# Text is checked in one pass before it is parsed: a small file must not take hours or all memory.
# Characters of the whole text.
MOST_CHARACTERS = 2_000_000
# Parts of a key, joined by dots; survey files need three. The parser's time and memory grow with their square.
MOST_KEY_PARTS = 8
# Levels of lists and tables; survey files need three. The parser calls itself for every level.
MOST_DEPTH = 16
# Digits of a number, or characters of a key without quotes: Python refuses numbers of more than 4300 digits.
MOST_DIGITS = 1000

# Strings and comments are skipped whole. No quantifier backtracks, and the check ends at a string without an end (the
# parser complains about it), so the time is linear.
_TOKEN = re.compile(
    r"""
    (?P<plain>[^\[\]{}.,=\n"'\#]++) | \#[^\n]*+
    | \"{3}(?:[^"\\]++|\\.|"{1,2}+(?!"))*+"{3,5} | '{3}(?:[^']++|'{1,2}+(?!'))*+'{3,5}
    | "(?:[^"\\\n]++|\\[^\n])*+" | '[^'\n]*+'
    | (?P<dot>\.) | (?P<end>[,=\n]) | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<quote>["'])
    """,
    re.VERBOSE | re.DOTALL,
)
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# Whole numbers up to here are written without a point and read back as the same float.
_EXACT = 2**53


def parse_toml(text: str, origin: str | Message, refusal: type[BayesHatError]) -> dict[str, Any]:
    """Return what TOML text holds, or raise the refusal; `origin` says in messages where the text came from.

    Examples
    --------
    >>> parse_toml('title = "Tea"', "tea.toml", BayesHatError)
    {'title': 'Tea'}
    """
    _check_limits(text, origin, refusal)
    try:
        return tomllib.loads(text)
    # Numbers with too many digits are a plain ValueError.
    except ValueError as error:
        where = re.search(r"line (\d+)", str(error))
        line = int(where[1]) if where else 0
        raise refusal(Message("toml-mistake", file=origin, mistake=str(error), line=line)) from None


def _check_limits(text: str, origin: str | Message, refusal: type[BayesHatError]) -> None:
    if len(text) > MOST_CHARACTERS:
        raise refusal(Message("toml-long", file=origin, most=f"{MOST_CHARACTERS:,}", count=f"{len(text):,}"))
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        too_much: Message | None = None
        match token.lastgroup:
            case "plain":
                if len(token[0]) > MOST_DIGITS and any(len(word) > MOST_DIGITS for word in token[0].split()):
                    too_much = Message("toml-digits-or-key", most=MOST_DIGITS)
            case "dot":
                dots += 1
                if dots >= MOST_KEY_PARTS:
                    too_much = Message("toml-key-parts", most=MOST_KEY_PARTS)
            case "open":
                dots, depth = 0, depth + 1
                if depth > MOST_DEPTH:
                    too_much = Message("toml-depth", most=MOST_DEPTH)
            case "close":
                dots, depth = 0, max(depth - 1, 0)
            case "end":
                dots = 0
            case "quote":
                return
        if too_much:
            line = text.count("\n", 0, token.start()) + 1
            raise refusal(Message("toml-too-much", file=origin, limit=too_much, line=str(line)))


def refuse_unknown(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    """Raise SurveyError for the first key that is not known, with the nearest one that is."""
    for key in table:
        if key not in known:
            near = nearest(key, known, cutoff=0.6)
            hint = did_you_mean(near) or Message("words-remove")
            raise SurveyError(Message("words-key", key=f"{where}{key}", known=join(known), given=clip(key), hint=hint))


def read_items(document: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list of tables."""
    items = document.get(key, [])
    if not isinstance(items, list):
        raise SurveyError(Message("toml-list", key=key, got=describe(items)))
    return items


def read_text(table: Mapping[str, Any], key: str, where: str, default: str) -> str:
    """Return a text, or the default where the key is left out."""
    value = table.get(key, default)
    if not isinstance(value, str):
        raise SurveyError(Message("toml-text", where=where, key=key, got=describe(value)))
    return value


def read_flag(table: Mapping[str, Any], key: str, where: str, default: bool) -> bool:
    """Return true or false, or the default where the key is left out."""
    value = table.get(key, default)
    if not isinstance(value, bool):
        raise SurveyError(Message("toml-flag", where=where, key=key, got=describe(value)))
    return value


def read_numbers_list(item: Mapping[str, Any], key: str, where: str, example: str) -> tuple[float, ...] | None:
    """Return a list of numbers, or None where the key is left out."""
    values = item.get(key)
    if values is None:
        return None
    if not isinstance(values, list) or not values:
        got = Message("toml-empty-list") if values == [] else describe(values)
        raise SurveyError(Message("toml-numbers-list", where=where, key=key, got=got, example=example))
    return tuple(read_float(value, f"{where}.{key}") for value in values)


def read_options(item: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """Return the question's options."""
    options = item.get("options")
    if not isinstance(options, list):
        raise SurveyError(Message("toml-options", key=where, got=describe(options)))
    for place, option in enumerate(options, 1):
        if isinstance(option, bool) or not isinstance(option, str | int | float):
            raise SurveyError(Message("toml-option", key=where, place=str(place), got=describe(option)))
    return tuple(str(option) for option in options)


def read_float(value: Any, key: str) -> float:
    """Return a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SurveyError(Message("toml-numbers", key=key, got=describe(value)))
    try:
        return float(value)
    except OverflowError:
        raise SurveyError(Message("toml-digits", key=key)) from None


def read_by_house(table: dict[str, Any], names: tuple[str, ...], key: str) -> dict[str, Any]:
    """Return the table's entries in the houses' order, every house exactly once."""
    known = {normalise(name): name for name in names}
    found: dict[str, Any] = {}
    for written, value in table.items():
        name = known.get(normalise(written))
        if name is None or name in found:
            near = nearest(written, names, cutoff=0.5)
            hint = did_you_mean(None if near in found else near) or Message("toml-one-entry")
            raise SurveyError(Message("toml-houses", key=key, houses=join(names), given=clip(written), hint=hint))
        found[name] = value
    missing = [name for name in names if name not in found]
    if missing:
        raise SurveyError(Message("toml-house-missing", key=key, houses=join(names), missing=join(missing)))
    return {name: found[name] for name in names}


def describe(value: Any) -> Message:
    """Return what a value is, in words that fit both TOML and Python.

    Examples
    --------
    >>> str(describe("Ann")), str(describe(None)), str(describe([1]))
    ('the text "Ann"', 'nothing', 'a list')
    """
    if value is None:
        return Message("words-value-nothing")
    if isinstance(value, bool):
        return Message("words-value", value=str(value).lower())
    if isinstance(value, str):
        return Message("words-value-text", value=clip(value))
    if isinstance(value, int | float):
        return Message("words-value-number", value=str(value))
    if isinstance(value, Mapping):
        return Message("words-value-table")
    if isinstance(value, list | tuple):
        return Message("words-value-list")
    return Message("words-value", value=type(value).__name__)


def format_value(value: Any) -> str:
    """Return a text, a number, or a list or table of such, on one line."""
    if isinstance(value, str):
        return format_text(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{format_key(key)} = {format_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(format_value(item) for item in value)}]"
    return format_number(value)


def format_key(name: str) -> str:
    """Return a key, in quotes where it needs them."""
    return name if _BARE_KEY.fullmatch(name) else format_text(name)


def format_text(text: str) -> str:
    """Return a basic string: JSON's escapes are TOML's, which also wants the delete sign escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def format_number(value: float) -> str:
    """Return a number that reads back as the same float."""
    number = float(value)
    return str(int(number)) if number.is_integer() and abs(number) <= _EXACT else repr(number)
