"""Ratings: numbers on a scale, in order; or bins of the scale, which are options without order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ..errors import SurveyError
from ..tables.numbers import read_number, show_number
from ..tables.text import normalise
from ..tables.toml import format_number, read_flag, read_numbers_list, read_options
from ..words.message import Message
from .cells import Find, make_finder
from .choice import Choice, find_nearest, write_options
from .kind import UNKNOWN, CodedColumn, Kind
from .number import Number, NumberLimits, check_scale, normal_density, write_scale
from .question import Question

Array = np.ndarray

# A longer scale of whole numbers has no options; it is asked for as a number, or cut into bins.
_MOST_OPTIONS = 20
_PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?")


class Rating(Number):
    """A number on a scale, normal in every house. A rating without order, or with bins, is a `BinnedRating`."""

    keys = ("scale", "ordered", "bins", "options")

    def of(self, question: Question) -> Kind:
        return self if question.ordered else _BINNED

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        scale = read_numbers_list(item, "scale", where, "[1, 10]")
        options = None if item.get("options") is None else read_options(item, where)
        if scale is None and options is not None and "bins" not in item:
            scale = (1.0, float(len(options)))
        ends = _check_ends(where, scale)
        bins = read_numbers_list(item, "bins", where, "[3, 7]")
        ordered = read_flag(item, "ordered", where, bins is None)
        if bins is not None and ordered:
            raise SurveyError(Message("survey-bins-ordered", key=where))
        if not ordered and bins is None:
            bins = whole_bins(ends)
            if bins is None:
                raise SurveyError(Message("survey-bins-missing", key=where))
        if bins is not None:
            _check_bins(where, ends, bins)
        if options is None:
            options = rating_options(ends, bins or ())
        return {"options": options, "scale": ends, "bins": bins or (), "ordered": ordered}

    def write(self, question: Question) -> list[str]:
        return [*write_scale(question), *_write_names(question)]

    def check(self, key: str, question: Question) -> None:
        steps = whole_bins(_check_ends(key, question.scale))
        n_numbers = 0 if steps is None else len(steps) + 1
        if question.options and len(question.options) != n_numbers:
            raise SurveyError(Message("survey-scale-options", key=key, number=n_numbers, count=len(question.options)))

    def option_chances(self, question: Question, prior: Array) -> Array:
        weights = normal_density(prior, option_levels(question)) + np.finfo(float).tiny
        return weights / weights.sum()

    def number_limits(self, question: Question) -> NumberLimits:
        return NumberLimits(*_ends(question))

    def read_cells(self, cells: Sequence[str], question: Question) -> tuple[list[float | None], list[Message]]:
        """Return the number of each cell's option, or else the number that the cell holds, if it is on the scale.

        Grades show why names go first: "3" is the fourth of "1", "2", "2-", "3".
        """
        named = dict(zip(map(normalise, question.options), option_levels(question).tolist(), strict=True))
        numbers = [named.get(normalise(cell), read_number(cell)) for cell in cells]
        low, high = _ends(question)
        return [number if number is not None and low <= number <= high else None for number in numbers], []

    def explain_unknown(self, text: str, question: Question, tool: str) -> Message:
        return _explain_off_scale(text, question)

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        if not question.options:
            return super().code_options(question, chosen)
        numbers = option_levels(question).tolist()
        return super().code_options(question, [[numbers[int(code)] for code in one] for one in chosen])

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        if levels is None or not question.options:
            return super().chosen_options(question, codes, levels)
        nearest = np.abs(levels[:, None] - option_levels(question)).argmin(axis=1)
        return [[int(nearest[code])] if code >= 0 else [] for code in codes[:, 0].tolist()]

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return self.texts(question, np.array([[code]]), levels)[0], True

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        names = dict(zip(option_levels(question).tolist(), question.options, strict=True))
        shown = [names.get(level, show_number(level)) for level in ([] if levels is None else levels.tolist())]
        return ["" if code < 0 else shown[code] for code in codes[:, 0].tolist()]

    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:
        """Draw numbers, rounded to whole ones and kept on the scale."""
        return np.clip(np.round(super().simulate(parameters, question, rng)), *_ends(question))


class BinnedRating(Choice):
    """A rating whose bins are options without order; without bins, every whole number of the scale is an option."""

    keys = Rating.keys
    takes_other = False

    def write(self, question: Question) -> list[str]:
        bins = f"bins = [{', '.join(format_number(edge) for edge in question.bins)}]"
        return [*write_scale(question), bins, *_write_names(question)]

    def check(self, key: str, question: Question) -> None:
        _check_bins(key, _check_ends(key, question.scale), question.bins)
        if len(question.options) != len(question.bins) + 1:
            raise SurveyError(
                Message("survey-bins-options", key=key, number=len(question.bins) + 1, count=len(question.options))
            )

    def finder(self, question: Question, tool: str) -> Find:
        """Return the function that finds the bin of a number. A number means itself, whatever the bins are called."""
        by_name = make_finder(question.options, by_position=False)

        def find(cell: str) -> int:
            code = UNKNOWN if _PLAIN_NUMBER.fullmatch(normalise(cell)) else by_name(cell)
            if code != UNKNOWN:
                return code
            value = read_number(cell)
            found = None if value is None else find_bin(value, _ends(question), question.bins)
            return UNKNOWN if found is None else found

        return find

    def explain_unknown(self, text: str, question: Question, tool: str) -> Message:
        return _explain_off_scale(text, question)


_BINNED = BinnedRating()


def option_levels(question: Question) -> Array:
    """Return the number that each option of an ordered rating stands for.

    Examples
    --------
    >>> option_levels(Question("q", "How awake?", ("low", "middling", "high"), "rating", (1.0, 3.0))).tolist()
    [1.0, 2.0, 3.0]
    """
    return _ends(question)[0] + np.arange(len(question.options))


def rating_options(scale: tuple[float, float], bins: tuple[float, ...]) -> tuple[str, ...]:
    """Return the names of a rating's bins or, where it has none, of the whole numbers of its scale if they are few."""
    parts = bins or whole_bins(scale)
    return () if parts is None else bin_options(scale, parts)


def whole_bins(scale: tuple[float, float]) -> tuple[float, ...] | None:
    """Return bins with one whole number each, or None where there are too many or the ends are not whole."""
    low, high = scale
    if not (low.is_integer() and high.is_integer() and 1 <= high - low < _MOST_OPTIONS):
        return None
    return tuple(float(number) for number in range(int(low), int(high)))


def bin_options(scale: tuple[float, float], bins: Sequence[float]) -> tuple[str, ...]:
    """Return the options that bins stand for; every bin ends with its own number, the last with the scale's.

    Examples
    --------
    >>> bin_options((1, 10), (3, 7))
    ('1 to 3', '4 to 7', '8 to 10')
    >>> bin_options((0, 2), (0.5,))
    ('0 to 0.5', 'above 0.5 to 2')
    """
    edges = [scale[0], *bins, scale[1]]
    whole = all(float(edge).is_integer() for edge in edges)
    options = []
    for place, last in enumerate(edges[1:]):
        first, over = edges[place], ""
        if place > 0:
            first, over = (first + 1, "") if whole else (first, "above ")
        only = not over and first == last
        options.append(show_number(last) if only else f"{over}{show_number(first)} to {show_number(last)}")
    return tuple(options)


def find_bin(value: float, scale: tuple[float, float], bins: Sequence[float]) -> int | None:
    """Return the position of the bin that holds a number, or None outside the scale."""
    return bisect_left(bins, value) if scale[0] <= value <= scale[1] else None


def _ends(question: Question) -> tuple[float, float]:
    """Return the ends of a rating's scale; every checked rating has one."""
    return question.scale or (1.0, float(max(len(question.options), 1)))


def _check_ends(key: str, scale: tuple[float, ...] | None) -> tuple[float, float]:
    """Return the ends of a scale, or raise SurveyError."""
    if scale is None:
        raise SurveyError(Message("survey-rating-scale", key=key))
    check_scale(key, scale)
    return scale[0], scale[1]


def _check_bins(key: str, scale: tuple[float, float], bins: Sequence[float]) -> None:
    """Raise SurveyError unless bins go up within the scale."""
    low, high = scale
    rising = all(one < other for one, other in pairwise(bins))
    if not bins or not rising or not (low <= bins[0] and bins[-1] < high):
        raise SurveyError(
            Message(
                "survey-bins",
                key=key,
                low=show_number(low),
                high=show_number(high),
                bins=", ".join(map(show_number, bins)),
            )
        )


def _write_names(question: Question) -> list[str]:
    """Return the lines with the options, unless these follow from the scale."""
    usual = rating_options(_ends(question), question.bins)
    return [] if question.options == usual else [write_options(question.options)]


def _explain_off_scale(text: str, question: Question) -> Message:
    if read_number(text) is None:
        return find_nearest(text, question)
    low, high = map(show_number, _ends(question))
    return Message("reading-why-scale", low=low, high=high)
