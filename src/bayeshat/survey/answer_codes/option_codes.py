"""Which option a cell means."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from ...tables.table import Column
from ...tables.text import is_blank, nearest, normalise, plain_number, quote
from ..spec import Question
from ..survey_file.question_kinds import find_bin, read_number, show_number
from .multiple_choice import Parts, most_signs, split_answers

Array = np.ndarray

NOT_ANSWERED = -1
UNKNOWN = -2

_LETTER = re.compile(r"\(?([a-z])[).:]?")
_NUMBER = re.compile(r"\(?(\d{1,4})[).:]?")
# In a rating a number is itself, whatever the bins are called.
_PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")
# What LimeSurvey calls options unless told otherwise.
_LIME_CODE = re.compile(r"ao?0*(\d{1,4})")


def code_answers(column: Column, question: Question, tool: str = "") -> Array:
    """Return the (N, m) codes of a column: an option's position, NOT_ANSWERED, or UNKNOWN.

    m is 1, or the largest number of answers in a cell where a question may have several.
    """
    find = make_finder(question, tool)
    if question.kind != "several":
        return np.array([find(value) for value in column.values], dtype=np.int16)[column.places][:, None]
    most = most_signs(question.options)
    rows = [[code for _, code in _answers(value, find, most)] for value in column.values]
    codes = np.full((len(rows), max(1, *map(len, rows))), NOT_ANSWERED, dtype=np.int16)
    for row, found in zip(codes, rows, strict=True):
        row[: len(found)] = found
    return codes[column.places]


def tell_unknown(cell: str, place: int, question: Question, tool: str) -> str:
    """Return in words what is wrong with the answer at a place in a cell."""
    text, most = cell, most_signs(question.options)
    if question.kind == "several":
        text = _answers(cell, make_finder(question, tool), most)[place][0]
    if question.scale is not None and read_number(text) is not None:
        low, high = question.scale
        return f"{quote(text)} (the scale is {show_number(low)} to {show_number(high)})"
    parts = split_answers(text, make_finder(question, tool), most) if question.kind == "choice" else []
    if len(parts) > 1 and all(code >= 0 for _, code in parts):
        return f'{quote(text)} (several options; if that may be, write kind = "several" in the survey)'
    near = nearest(text, question.options)
    return f"{quote(text)} ({f'nearest option: {quote(near)}' if near else 'no option is near'})"


def unknown_texts(column: Column, question: Question, tool: str) -> dict[str, int]:
    """Return the answers that are no option, and how many people gave each."""
    find, most = make_finder(question, tool), most_signs(question.options)
    counts = np.bincount(column.places, minlength=len(column.values)).tolist()
    found: dict[str, int] = {}
    for value, count in zip(column.values, counts, strict=True):
        told = _answers(value, find, most) if question.kind == "several" else [(value, find(value))]
        for text, code in told:
            if code == UNKNOWN:
                found[text] = found.get(text, 0) + count
    return found


def _answers(cell: str, find: Callable[[str], int], most: int) -> Parts:
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
        if question.scale is not None and _PLAIN_NUMBER.fullmatch(normalise(cell)):
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
