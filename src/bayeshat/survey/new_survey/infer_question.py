"""What kind of question a column of answers looks like, and with which options."""

from __future__ import annotations

import numpy as np

from ...tables.table import Column
from ...tables.text import is_blank, normalise, plain_number
from ..answer_codes.multiple_choice import find_joined
from ..spec import Question
from ..survey_file.question_kinds import bin_options, read_number

# A column is free text if it has more distinct values than _FEW and they are this share of its answers.
_FREE_TEXT_SHARE = 0.8
_FEW = 5
_MANY = 30
# Up to so many different numbers are options; more are a rating, cut where these shares of people lie below.
_MOST_NUMBERS = 7
_CUTS = (0.25, 0.5, 0.75)


def infer_question(column: Column, tool: str) -> Question | str:
    """Return the question that a column answers, without its names; or in words why it cannot be one."""
    counts = _counts(column)
    n_answered = sum(counts.values())
    if n_answered == 0:
        return "no answers"
    joined = find_joined(counts, tool)
    if joined is not None and 2 <= len(options := _spell(joined)) <= _MANY:
        return Question("", "", options, kind="several")
    options = _spell(counts)
    rating = _rating(counts) if len(options) > _MOST_NUMBERS else None
    if rating is not None:
        return rating
    if len(options) == 1:
        return "everybody answered the same"
    if len(options) > _FEW and len(options) > _FREE_TEXT_SHARE * n_answered:
        return f"free text: {len(options)} different values in {n_answered} answers"
    if len(options) > _MANY:
        return f"too many different values: {len(options)}"
    return Question("", "", options)


def column_options(column: Column) -> tuple[str, ...]:
    """Return the different answers of a column in order, each in its commonest spelling."""
    return _spell(_counts(column))


def _counts(column: Column) -> dict[str, int]:
    """Return how many people gave each answer."""
    counts = np.bincount(column.places, minlength=len(column.values)).tolist()
    return {value: n for value, n in zip(column.values, counts, strict=True) if n and not is_blank(value)}


def _spell(counts: dict[str, int]) -> tuple[str, ...]:
    """Return the options in order, each in its commonest spelling."""
    spellings: dict[str, tuple[int, str]] = {}
    for value, count in counts.items():
        shown = plain_number(" ".join(value.split()))
        best = spellings.get(normalise(shown))
        if best is None or count > best[0]:
            spellings[normalise(shown)] = (count, shown)
    return tuple(sorted((shown for _, shown in spellings.values()), key=_order))


def _order(option: str) -> tuple[float, str]:
    """Return a sorting key: numbers by value and before text, text by alphabet."""
    number = read_number(option)
    return (float("inf"), normalise(option)) if number is None else (number, "")


def _rating(counts: dict[str, int]) -> Question | None:
    """Return a rating with bins of about as many people each; None if not all are numbers, or they may be names."""
    tallies: dict[float, int] = {}
    for value, count in counts.items():
        number = read_number(value)
        if number is None:
            return None
        tallies[number] = tallies.get(number, 0) + count
    # Whole numbers of which none comes twice tell people apart, as those of students do.
    if len(tallies) <= _MOST_NUMBERS or (max(tallies.values()) == 1 and all(n.is_integer() for n in tallies)):
        return None
    numbers = np.array(sorted(tallies))
    below = np.cumsum([tallies[number] for number in numbers.tolist()])
    cuts = np.searchsorted(below, np.array(_CUTS) * below[-1])
    bins = tuple(np.unique(numbers[np.minimum(cuts, len(numbers) - 2)]).tolist())
    scale = (float(numbers[0]), float(numbers[-1]))
    return Question("", "", bin_options(scale, bins), "rating", scale, bins)
