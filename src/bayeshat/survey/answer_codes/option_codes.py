"""Which option a cell means."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ...tables.numbers import read_number
from ...tables.text import is_blank, normalise, plain_number
from ..answer_kinds.rating_bins import find_bin
from ..spec import Question
from .multiple_choice import Parts, split_answers

NOT_ANSWERED = -1
UNKNOWN = -2

_LETTER = re.compile(r"\(?([a-z])[).:]?")
_NUMBER = re.compile(r"\(?(\d{1,4})[).:]?")
# In a rating a number is itself, whatever the bins are called.
PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")
# What LimeSurvey calls options unless told otherwise.
_LIME_CODE = re.compile(r"ao?0*(\d{1,4})")


def known_answers(cell: str, find: Callable[[str], int], most: int) -> Parts:
    """Return the answers in a cell that say something, each option once."""
    once: Parts = []
    seen = {NOT_ANSWERED}
    for part, code in split_answers(cell, find, most):
        if code not in seen:
            once.append((part, code))
        if code != UNKNOWN:
            seen.add(code)
    return once


def make_finder(question: Question, tool: str = "") -> Callable[[str], int]:
    """Return the function that says which option of a question a text means."""
    exact = {option: code for code, option in enumerate(question.options)}
    loose = {normalise(option): code for code, option in enumerate(question.options)}
    loose = {plain_number(option): code for option, code in loose.items()} | loose
    # Where options are themselves numbers (or letters), another number is a mistake and not a position.
    letters = not any(_LETTER.fullmatch(option) for option in loose) or _in_order(question.options)
    numbers = not any(_NUMBER.fullmatch(plain_number(option)) for option in loose)

    def find(cell: str) -> int:
        if question.scale is not None and PLAIN_NUMBER.fullmatch(normalise(cell)):
            return _find_rating(cell, question)
        if cell in exact:
            return exact[cell]
        key = normalise(cell)
        for text in (key, plain_number(key)):
            if text in loose:
                return loose[text]
        if is_blank(cell):
            return NOT_ANSWERED
        code = UNKNOWN
        if question.scale is not None:
            return _find_rating(cell, question)
        if letters and (letter := _LETTER.fullmatch(key)):
            code = ord(letter[1]) - ord("a")
        elif numbers and (number := _NUMBER.fullmatch(plain_number(key))):
            code = int(number[1]) - 1
        elif tool == "LimeSurvey":
            code = _find_lime(key, loose)
        return code if 0 <= code < len(exact) else UNKNOWN

    return find


def _find_rating(cell: str, question: Question) -> int:
    """Return the bin that holds the number in a cell."""
    value = read_number(cell)
    found = None if value is None or question.scale is None else find_bin(value, question.scale, question.bins)
    return UNKNOWN if found is None else found


def _find_lime(key: str, loose: dict[str, int]) -> int:
    """Return the option behind LimeSurvey's own code for it."""
    number = _LIME_CODE.fullmatch(key)
    return int(number[1]) - 1 if number else loose.get("other", UNKNOWN) if key == "-oth-" else UNKNOWN


def _in_order(options: Sequence[str]) -> bool:
    """Say whether the options are the letters a, b, c, … themselves, which positions cannot contradict."""
    return all(normalise(option) == chr(ord("a") + code) for code, option in enumerate(options))
