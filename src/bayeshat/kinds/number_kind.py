"""Kinds of questions whose answers are numbers: the base of "number", "count" and "rating"."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ..errors import SurveyError
from ..tables.numbers import common_unit, convert_unit, read_numbers, show_number, show_short, unclear_number
from ..tables.table import Column
from ..tables.text import in_line, is_blank, quote, says_dont_know
from ..tables.toml import describe, format_number, format_text, read_float, read_text, refuse_unknown
from .kind import NOT_ANSWERED, CodedColumn, Kind, WhyUnknown, three_digits
from .levels import are_slips, code_numbers, is_far
from .question import Question

Array = np.ndarray

# Larger numbers are typing mistakes, whatever was asked, and their squares would overflow.
LARGEST_NUMBER = 1e100
# How many imagined people a typical number is worth, unless somebody says.
USUAL_PEOPLE = 4.0
# Cells, or columns, named in one note.
_MOST_NAMED = 3


class NumberLimits(NamedTuple):
    """Which numbers answer a question.

    Attributes
    ----------
    low, high
        The smallest and the largest.
    is_whole
        Whether they are whole.
    is_above
        Whether `low` itself is too small.
    """

    low: float = -math.inf
    high: float = math.inf
    is_whole: bool = False
    is_above: bool = False

    def allow(self, value: float) -> bool:
        """Return whether a number is within the limits."""
        is_whole = float(value).is_integer() or not self.is_whole
        return (
            abs(value) <= LARGEST_NUMBER
            and is_whole
            and self.low <= value <= self.high
            and not (self.is_above and value == self.low)
        )


class NumberKind(Kind):
    """A kind whose answers are numbers."""

    keys: ClassVar[tuple[str, ...]] = ("unit",)
    counted = False

    def number_limits(self, question: Question) -> NumberLimits:
        """Return which numbers answer a question."""
        return NumberLimits()

    @abstractmethod
    def prior_around(self, question: Question, mean: float, kept: Array | None) -> Array:
        """Return the prior (P,) of a house around a mean, with the spread and strength of another or usual ones."""

    @abstractmethod
    def number_density(self, question: Question, prior: Array, value: float) -> float:
        """Return the density of a number, or of its logarithm on a log scale, in a house with this prior."""

    @abstractmethod
    def middle_rank(self, parameters: Array, numbers: Array) -> Array:
        """Return P(X < x) + P(X = x) / 2 of numbers x (...) given parameters (..., M)."""

    def share_spread(self, prior: Array, tally: Array, numbers: Array, people: float) -> Array:
        """Return prior numbers (K, ..., P) that give every house the spread that all of them together show.

        The spread is then as certain as if it came from this many people. The tally is (K, ..., L). A kind without a
        spread of its own returns the prior unchanged.
        """
        return prior

    def rounded(self, prior: Array, question: Question) -> Array:
        """Return learned prior numbers rounded, so that no single answer shows and the survey file stays short."""
        return three_digits(prior)

    def show_mean(self, question: Question, value: float) -> str:
        """Return the mean of numbers with its unit."""
        return f"{show_number(float(f'{value:.3g}'))} {question.unit}".rstrip()

    def read_cells(self, cells: Sequence[str], question: Question) -> tuple[list[float | None], list[str]]:
        """Return the number that each cell gives, in the question's unit, and notes; None if it gives no answer."""
        read, limits = read_numbers(cells), self.number_limits(question)
        unit = question.unit or common_unit(read)
        values = [None if number is None else convert_unit(number.value, number.unit, unit) for number in read]
        unclear = unclear_number(cells)
        notes = [] if unclear is None else [_note_unclear(unclear, question)]
        return [value if value is not None and limits.allow(value) else None for value in values], notes

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        return {"options": (), "unit": read_text(item, "unit", f"{where}.", "")}

    def write(self, question: Question) -> list[str]:
        return [f"unit = {format_text(question.unit)}"] if question.unit else []

    def show_prior(self, question: Question, prior: Array) -> list[str]:
        return [self.write_prior(question, prior).strip("{ }")]

    def option_chances(self, question: Question, prior: Array) -> Array:
        return np.empty(0)

    def code(self, column: Column, question: Question, tool: str = "", other: int = NOT_ANSWERED) -> CodedColumn:
        read, notes = self.read_cells(column.values, question)
        values = np.array([np.nan if value is None else value for value in read])
        unread = [p for p, value in enumerate(read) if value is None and not is_blank(column.values[p])]
        dont_know = frozenset(place for place in unread if says_dont_know(column.values[place]))
        far = far_numbers(values, question)
        if len(far):
            given = values[column.places]
            # A slip that counted would get a house of its own, and everybody else would have to share the others.
            leave_out = are_slips(int(np.isin(column.places, far).sum()), int(np.isfinite(given).sum()))
            notes.append(_note_far([column.values[place] for place in far], question, leave_out))
            if leave_out:
                values[far] = np.nan
        codes, levels = code_numbers(values[column.places])
        unknown = {place: [column.values[place]] for place in unread if place not in dont_know}
        return CodedColumn(codes[:, None], levels, unknown, tuple(notes), dont_know)

    def explain_unknown(self, text: str, question: Question, tool: str) -> WhyUnknown:
        [number] = read_numbers([text])
        if number is None:
            return WhyUnknown("no number", "number")
        if abs(number.value) > LARGEST_NUMBER:
            return WhyUnknown("too large a number", "large")
        if question.log and number.value <= 0:
            return WhyUnknown("must be above 0, since log = true", "above")
        if question.unit:
            return WhyUnknown(f"the unit is {question.unit}", "unit", {"unit": question.unit})
        return WhyUnknown('the unit is another; write e.g. unit = "cm"', "no-unit")

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        codes, levels = code_numbers(np.array([one[0] if one else np.nan for one in chosen]))
        return CodedColumn(codes[:, None], levels, {})

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        numbers = [] if levels is None else levels.tolist()
        return [[numbers[code]] if code >= 0 else [] for code in codes[:, 0].tolist()]

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return f"{show_short(math.nan if levels is None else levels[code])} {question.unit}".rstrip(), True

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        shown = [show_short(level) for level in ([] if levels is None else levels.tolist())]
        return ["" if code < 0 else shown[code] for code in codes[:, 0].tolist()]

    def rows(self, question: Question) -> tuple[str, ...]:
        return ("mean",)

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        """Return the mean of the numbers that people gave, (1,), or NaN if nobody did; of logarithms on a log scale."""
        if levels is None or len(codes) == 0:
            return np.array([math.nan])
        values = levels[codes[:, 0]]
        return np.array([np.exp(np.log(values).mean()) if question.log else values.mean()])


def far_numbers(values: Array, question: Question) -> Array:
    """Return the places of numbers so far from the usual range that they may be slips of the pen."""
    if question.scale is None:
        return np.empty(0, int)
    if question.log:
        low, high = question.scale
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.flatnonzero(is_far(np.log(values), (math.log(low), math.log(high))))
    return np.flatnonzero(is_far(values, question.scale))


def note_dont_know(parts: Sequence[CodedColumn], columns: Sequence[Column]) -> list[str]:
    """Return in a sentence how many people said "don't know" where numbers are asked for, or nothing."""
    counts = {
        quote(column.heading): sum(int((column.places == place).sum()) for place in part.dont_know)
        for part, column in zip(parts, columns, strict=True)
        if part.dont_know
    }
    if not counts:
        return []
    said = list(
        dict.fromkeys(
            column.values[p] for part, column in zip(parts, columns, strict=True) for p in sorted(part.dont_know)
        )
    )
    where = in_line([f"{heading} ({count})" for heading, count in counts.items()], _MOST_NAMED)
    count = "counts" if len(said) == 1 else "count"
    return [f"{in_line(list(map(quote, said)), _MOST_NAMED)} {count} as not answered in {where}."]


def read_expectation(
    entry: Any, required: tuple[str, ...], optional: tuple[str, ...], key: str, example: str
) -> dict[str, float]:
    """Return the numbers of a table that says what is expected of a house, such as a mean; all keys are checked."""
    if not isinstance(entry, dict):
        raise SurveyError(
            f"{key} must be a table with {', '.join(required)}; got {describe(entry)}. Write e.g. {example}."
        )
    refuse_unknown(entry, (*required, *optional), f"{key}.")
    missing = [name for name in required if name not in entry]
    if missing:
        raise SurveyError(
            f"{key} must have {', '.join(required)}; got nothing for {' and '.join(missing)}. Write e.g. {example}."
        )
    return {name: read_float(value, f"{key}.{name}") for name, value in entry.items()}


def write_expectation(entries: Mapping[str, float]) -> str:
    """Return the table that `read_expectation` reads; digits that come from rounding are left out."""
    return (
        "{ " + ", ".join(f"{name} = {format_number(float(f'{value:.12g}'))}" for name, value in entries.items()) + " }"
    )


def check_positive(key: str, value: float) -> None:
    """Raise SurveyError unless a number is positive."""
    if not (math.isfinite(value) and value > 0):
        raise SurveyError(f"{key} must be above 0; got {value:g}. Write a positive number.")


def _note_unclear(cell: str, question: Question) -> str:
    return (
        f"The comma of {quote(cell)} in {quote(question.text)} was taken for a thousands mark. If it is a decimal "
        "comma, write a point there."
    )


def _note_far(cells: Sequence[str], question: Question, left_out: bool) -> str:
    low, high = question.scale or (math.nan, math.nan)
    usual = f"{show_number(low)} to {show_number(high)} {question.unit}".rstrip()
    far = "Left out as too far from" if left_out else "Far from"
    named = in_line(list(map(quote, cells)), _MOST_NAMED)
    return (
        f"{far} the usual range of {quote(question.text)} ({usual}): {named}. Correct what is a slip, or widen the "
        "scale in the survey."
    )
