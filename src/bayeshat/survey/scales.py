"""Which scale the numbers of a column are on: the one place that decides, for files, frames and arrays alike."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

import numpy as np

from ..kinds.levels import are_apart
from ..kinds.question import Question
from ..kinds.rating import rating_options

Array = np.ndarray

# Fewer different numbers than this are options.
LEAST_NUMBERS = 3
# Where the scales of ratings usually end.
_ENDS = (5, 7, 10)
LARGEST_RATING = _ENDS[-1]
# With this many answers, a number that this share of people gave is the end of its scale.
_MANY_ANSWERS = 100
_END_SHARE = 0.05
# On scales that end from here to there, 0 stands for no answer if at most this share of people gave it, and fewer than
# any other number.
_ZERO_ENDS = (4, 7)
_ZERO_SHARE = 0.05
# The usual range of numbers lies between these shares of people.
_USUAL = (0.02, 0.98)
# This many columns at least are a block that is read alike.
_BLOCK = 3
_NUMBERED = re.compile(r"(.*?)[\s_.\-]*\d+")
# Names with fewer letters before their number than this are codes, as Q4, and say nothing of what is asked.
_TELLING = 2

# How many people gave each number.
Tallies = Mapping[float, int]


class Codes(NamedTuple):
    """Which whole numbers may be codes of options.

    Attributes
    ----------
    first
        The first code.
    most
        More different numbers than this are never codes.
    """

    first: int
    most: int


def number_question(tallies: Tallies, unit: str = "", codes: Codes | None = None) -> Question | None:
    """Return the rating, the count or the number that a column asks for; None if its numbers are options.

    Examples
    --------
    >>> asked = number_question({1.0: 4, 2.0: 9, 5.0: 3})
    >>> asked.kind, asked.scale
    ('rating', (1.0, 5.0))
    >>> number_question({0.0: 4, 1.0: 9, 2.0: 3}, codes=Codes(0, 10)) is None
    True
    """
    numbers = np.array(sorted(tallies))
    if len(numbers) < LEAST_NUMBERS:
        return None
    people = np.array([tallies[number] for number in numbers.tolist()])
    low, high = float(numbers[0]), float(numbers[-1])
    whole = all(number.is_integer() for number in numbers.tolist())
    if whole and not unit and codes and codes.first <= low and len(numbers) <= codes.most:
        return None
    # A few large answers among many small ones.
    if 0 <= low <= 1 and whole and people[0] > 1 and float(np.average(numbers, weights=people)) < high / 3:
        return Question("", "", (), "count", unit=unit)
    if whole and not unit and low >= 0 and high <= LARGEST_RATING:
        return rating_question(tallies)
    return Question("", "", (), "number", _usual_range(numbers, people), unit=unit)


def rating_question(tallies: Tallies) -> Question:
    """Return a rating on the scale that whole numbers from 0 to 10 show.

    The scale ends with the largest number if many people gave it, or else at a usual end. Rare zeros below a scale that
    begins with 1 are no answer.

    Examples
    --------
    >>> [rating_question(dict.fromkeys([1.0, 3.0, 6.0], n)).scale for n in (5, 50)]
    [(1.0, 7.0), (1.0, 6.0)]
    >>> asked = rating_question({0.0: 2, 1.0: 30, 2.0: 30, 3.0: 30, 4.0: 30, 5.0: 30})
    >>> asked.scale, asked.unknown
    ((1.0, 5.0), 'blank')
    """
    n_answers, high = sum(tallies.values()), max(tallies)
    clear = n_answers >= _MANY_ANSWERS and tallies[high] >= _END_SHARE * n_answers
    end = high if clear else float(next(end for end in _ENDS if end >= high))
    zeros = tallies.get(0.0, 0)
    others = [tallies.get(float(number), 0) for number in range(1, int(end) + 1)]
    rare = 0 < zeros <= _ZERO_SHARE * n_answers and zeros < min(others)
    is_gap = rare and clear and _ZERO_ENDS[0] <= end <= _ZERO_ENDS[1]
    scale = (0.0 if zeros and not is_gap else 1.0, end)
    unknown = "blank" if is_gap else "refuse"
    return Question("", "", rating_options(scale, ()), "rating", scale, unknown=unknown)


def word_rating(words: tuple[str, ...]) -> Question:
    """Return a rating whose steps are words."""
    return Question("", "", words, "rating", (1.0, float(len(words))))


def read_alike(names: Sequence[str], tallies: Sequence[Tallies | None], asked: Sequence[Question]) -> list[Question]:
    """Return the questions of columns, with columns that look alike read alike.

    Columns look alike if their names differ in a number only, as "Item 1" and "Item 2", or if they hold the same
    numbers. Where most of such columns are ratings, all get the common scale that hold whole numbers on it. Columns of
    options stay options.

    Parameters
    ----------
    names
        What each column is called, or the question that it is a row of.
    tallies
        How many people gave each number in a column of whole numbers from 0 to 10, or None for any other column.
    asked
        What each column alone looks like.
    """
    found = list(asked)
    for block in _blocks(names, tallies):
        ratings = [place for place in block if found[place].kind == "rating"]
        if len(block) < _BLOCK or 2 * len(ratings) < len(block):
            continue
        usual = Counter(max(tallies[place] or ()) for place in ratings).most_common(1)[0][0]
        near = [place for place in ratings if max(tallies[place] or ()) <= usual]
        together: Counter[float] = Counter()
        for place in near:
            together.update(tallies[place] or {})
        common = rating_question(together)
        low, high = common.scale or (1.0, usual)
        for place in block:
            numbers = tallies[place] or {}
            inside = all(low <= number <= high or (number == 0 and common.unknown == "blank") for number in numbers)
            if inside and found[place].kind != "choice":
                found[place] = common
    return found


def _blocks(names: Sequence[str], tallies: Sequence[Tallies | None]) -> list[list[int]]:
    """Return the places of columns that look alike; a column may be in two blocks."""
    by_stem: dict[str, list[int]] = {}
    by_numbers: dict[frozenset[float], list[int]] = {}
    for place, (name, numbers) in enumerate(zip(names, tallies, strict=True)):
        if numbers is None:
            continue
        stem = _NUMBERED.fullmatch(name)
        by_stem.setdefault(stem[1] if stem and len(stem[1]) >= _TELLING else name, []).append(place)
        by_numbers.setdefault(frozenset(numbers), []).append(place)
    return list(chain(by_stem.values(), by_numbers.values()))


def _usual_range(numbers: Array, people: Array) -> tuple[float, float]:
    """Return the range in which nearly all numbers lie, with few digits."""
    # With few answers, one slip of the pen is a larger share than the ends that the range leaves out.
    near = ~are_apart(numbers, people)
    numbers, people = numbers[near], people[near]
    below = np.cumsum(people) / people.sum()
    low, high = (float(numbers[np.searchsorted(below, share)]) for share in _USUAL)
    if low == high:
        low, high = float(numbers[0]), float(numbers[-1])
    digits = 1 - math.floor(math.log10(high - low))
    return round(low, digits), round(high, digits)
