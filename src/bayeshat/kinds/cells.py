"""Which options a cell of a table names: one, several, or several from best to worst."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from ..tables.table import Cell
from ..tables.text import is_blank, normalise, plain_number
from .kind import NOT_ANSWERED, UNKNOWN

_LETTER = re.compile(r"\(?([a-z])[).:]?")
_NUMBER = re.compile(r"\(?(\d{1,4})[).:]?")
# The codes that LimeSurvey gives to options by default.
_LIME_CODE = re.compile(r"ao?0*(\d{1,4})")
# Form tools put one of these signs between answers; options may contain them too.
_BETWEEN = re.compile(r"[;,|\n]")
# The same signs within an option, where a cell may have a line break for a space.
_WITHIN = re.compile(r"[;,|\s]")
# Signs between options that rank one above the next.
_BETTER = re.compile("[>→»]")

Find = Callable[[str], int]
Parts = list[tuple[str, int]]


def make_finder(options: Sequence[str], tool: str = "", by_position: bool = True) -> Find:
    """Return the function that gives the code of the option that a text means, NOT_ANSWERED or UNKNOWN.

    A text means an option by its name or, with `by_position`, by its letter or its number; LimeSurvey has codes.
    """
    exact = {option: code for code, option in enumerate(options)}
    loose = {normalise(option): code for code, option in enumerate(options)}
    loose = {plain_number(option): code for option, code in loose.items()} | loose
    # Where options are themselves letters (or numbers), another letter is a mistake and not a position.
    letters = not any(_LETTER.fullmatch(option) for option in loose) or _are_letters_in_order(options)
    numbers = not any(_NUMBER.fullmatch(plain_number(option)) for option in loose)

    def find(cell: str) -> int:
        if cell in exact:
            return exact[cell]
        key = normalise(cell)
        for text in (key, plain_number(key)):
            if text in loose:
                return loose[text]
        if is_blank(cell):
            return NOT_ANSWERED
        code = UNKNOWN
        if not by_position:
            return code
        if letters and (letter := _LETTER.fullmatch(key)):
            code = ord(letter[1]) - ord("a")
        elif numbers and (number := _NUMBER.fullmatch(plain_number(key))):
            code = int(number[1]) - 1
        elif tool == "LimeSurvey":
            code = _find_lime(key, loose)
        return code if 0 <= code < len(exact) else UNKNOWN

    return find


def _find_lime(key: str, loose: dict[str, int]) -> int:
    """Return the option behind LimeSurvey's own code for it."""
    number = _LIME_CODE.fullmatch(key)
    return int(number[1]) - 1 if number else loose.get("other", UNKNOWN) if key == "-oth-" else UNKNOWN


def _are_letters_in_order(options: Sequence[str]) -> bool:
    """Return whether the options are the letters a, b, c, … themselves, so that name and position agree."""
    return all(normalise(option) == chr(ord("a") + code) for code, option in enumerate(options))


def find_answers(cell: Cell, find: Find, most_signs: int) -> Parts:
    """Return the answers in a cell that are not blank, each option once."""
    parts = split_answers(cell, find, most_signs) if isinstance(cell, str) else [(part, find(part)) for part in cell]
    once: Parts = []
    seen = {NOT_ANSWERED}
    for part, code in parts:
        if code not in seen:
            once.append((part, code))
        if code != UNKNOWN:
            seen.add(code)
    return once


def count_signs(options: Sequence[str]) -> int:
    """Return how many signs that may stand between answers an option has at most, however its spaces are written."""
    return max((len(_WITHIN.findall(option)) for option in options), default=0)


def split_answers(cell: str, find: Find, most_signs: int) -> Parts:
    """Return the answers in a cell, each with the code that `find` gives it, or below 0 where it has none.

    Options may contain the sign between answers. The reading with the fewest unknown answers wins; among several such
    readings, the one that leaves out the fewest blanks, and then the one with the fewest, longest answers. An answer
    has at most `most_signs` such signs, so the time is linear.
    """
    whole = find(cell)
    if whole >= 0 or is_blank(cell):
        return [(cell, whole)]
    starts, ends = [0], []
    for sign in _BETWEEN.finditer(cell):
        ends.append(sign.start())
        starts.append(sign.end())
    ends.append(len(cell))
    n_pieces = len(starts)
    # For the pieces from the i-th on: the fewest unknown answers, blank pieces left out, and answers; and the next
    # answer with the piece after.
    best = [(0, 0, 0)] * (n_pieces + 1)
    steps: list[tuple[tuple[str, int] | None, int]] = [(None, n_pieces)] * n_pieces
    for i in range(n_pieces - 1, -1, -1):
        piece = cell[starts[i] : ends[i]].strip()
        code = find(piece)
        unknown, blank, answers = best[i + 1]
        if code < 0 and is_blank(piece):
            best[i], steps[i] = (unknown, blank + 1, answers), (None, i + 1)
        else:
            best[i], steps[i] = (unknown + (code < 0), blank, answers + 1), ((piece, code), i + 1)
        for j in range(i + 1, min(i + 1 + most_signs, n_pieces)):
            text = cell[starts[i] : ends[j]].strip()
            longer = find(text)
            unknown, blank, answers = best[j + 1]
            found = (unknown, blank, answers + 1)
            if longer >= 0 and found < best[i]:
                best[i], steps[i] = found, ((text, longer), j + 1)
    parts: Parts = []
    place = 0
    while place < n_pieces:
        part, place = steps[place]
        parts += [part] if part else []
    return parts


def split_ranking(cell: str) -> tuple[str, ...]:
    """Return the options of a cell with signs of rank between them, best first.

    Examples
    --------
    >>> split_ranking("Tea > Coffee, black > Water")
    ('Tea', 'Coffee, black', 'Water')
    """
    return tuple(part.strip() for part in _BETTER.split(cell) if part.strip())
