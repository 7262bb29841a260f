"""Ratings: numbers on a scale, in order, or bins of them without order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ...errors import SurveyError
from ...tables.numbers import read_number, show_number
from ...tables.table import Column
from ...tables.text import is_blank, normalise, says_dont_know
from ...tables.toml_values import format_number
from ..spec import Question
from ..survey_file.toml_fields import read_flag, read_numbers_list, read_options
from .answer_kind import NOT_ANSWERED, AnswerKind, CodedColumn, NumberLimits, WhyUnknown
from .number_answers import code_given, given_mean, given_numbers, write_scale
from .number_levels import code_numbers
from .option_answers import ChoiceAnswers, find_nearest, read_counts, write_options
from .prior_words import check_normal, flat_normal, normal_density, normal_prior, read_normal, write_normal
from .rating_bins import bin_options, check_bins, check_scale, default_bins

Array = np.ndarray

_CHOICE = ChoiceAnswers()
# The least variance that prior counts of a rating are taken for, in squared steps between options.
_LEAST_VARIANCE = 1 / 12


class RatingAnswers(AnswerKind):
    """A number on a scale: normal in every house; without order, or with bins, an option for every number or bin."""

    name: ClassVar[str] = "rating"
    keys: ClassVar[tuple[str, ...]] = ("scale", "ordered", "bins", "options")

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        scale = read_numbers_list(item, "scale", where, "[1, 10]")
        options = None if item.get("options") is None else read_options(item, where)
        if scale is None and options is not None and "bins" not in item:
            scale = (1.0, float(len(options)))
        if scale is None:
            raise SurveyError(
                f"{where}.scale must say the least and the largest number of a rating; got nothing. "
                "Write e.g. scale = [1, 10]."
            )
        check_scale(where, scale)
        ends = (scale[0], scale[1])
        bins = read_numbers_list(item, "bins", where, "[3, 7]")
        ordered = read_flag(item, "ordered", where, bins is None)
        if bins is not None and ordered:
            raise SurveyError(
                f"{where}.bins must go without order, since a bin is an option; got ordered = true. "
                "Leave out one of the two."
            )
        if not ordered and bins is None:
            bins = default_bins(ends)
            if bins is None:
                raise SurveyError(
                    f"{where}.bins must say where the scale is cut, since it is long or its ends are not whole; got "
                    "nothing. Write the last number of every bin but the last, e.g. bins = [30, 60] with "
                    "scale = [0, 100]."
                )
        if bins is not None:
            check_bins(where, ends, bins)
        if options is None:
            options = rating_options(ends, bins or ())
        return {"options": options, "scale": ends, "bins": bins or (), "ordered": ordered}

    def write(self, question: Question) -> list[str]:
        lines = write_scale(question)
        if not question.ordered:
            lines.append(f"bins = [{', '.join(format_number(edge) for edge in question.bins)}]")
        ends = question.scale or (0.0, 1.0)
        named = question.options != rating_options(ends, question.bins)
        return [*lines, write_options(question.options)] if named else lines

    def check(self, key: str, question: Question) -> None:
        if question.scale is None:
            raise SurveyError(
                f"{key}.scale must say the least and the largest number of a rating; got nothing. "
                "Write e.g. scale = [1, 10]."
            )
        check_scale(key, question.scale)
        if question.ordered:
            steps = default_bins(question.scale)
            n_numbers = 0 if steps is None else len(steps) + 1
            if question.options and len(question.options) != n_numbers:
                raise SurveyError(
                    f"{key}.options must name every whole number of the scale ({n_numbers}), or be left out; got "
                    f"{len(question.options)}. Name them all, or write bins."
                )
            return
        check_bins(key, question.scale, question.bins)
        if len(question.options) != len(question.bins) + 1:
            raise SurveyError(
                f"{key}.options must hold one option per bin ({len(question.bins) + 1}: one more than bins has "
                f"numbers); got {len(question.options)}. Name every bin, or leave the options out."
            )

    def takes_options(self, question: Question) -> bool:
        return False

    def prior_size(self, question: Question) -> int:
        return 4 if question.ordered else len(question.options)

    def flat_prior(self, question: Question, key: str) -> Array:
        low, high = question.scale or (0.0, 1.0)
        return flat_normal(low, high) if question.ordered else _CHOICE.flat_prior(question, key)

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        if not question.ordered:
            return read_counts(entry, question, key)
        if isinstance(entry, list) and question.options:
            # As in files of earlier versions: imagined people who gave each number.
            counts = read_counts(entry, question, key)
            _CHOICE.check_prior(key, question, counts)
            numbers = option_levels(question)
            mean = float(np.average(numbers, weights=counts))
            variance = max(float(np.average((numbers - mean) ** 2, weights=counts)), _LEAST_VARIANCE)
            return normal_prior(mean, variance**0.5, float(counts.sum()))
        return read_normal(entry, key)

    def write_prior(self, question: Question, numbers: Array) -> str:
        return write_normal(numbers) if question.ordered else _CHOICE.write_prior(question, numbers)

    def show_prior(self, question: Question, numbers: Array) -> list[str]:
        if question.ordered:
            return [write_normal(numbers).strip("{ }")]
        return _CHOICE.show_prior(question, numbers)

    def check_prior(self, key: str, question: Question, numbers: Array) -> None:
        if question.ordered:
            check_normal(key, numbers)
        else:
            _CHOICE.check_prior(key, question, numbers)

    def code(self, column: Column, question: Question, tool: str = "", other: int = NOT_ANSWERED) -> CodedColumn:
        if not question.ordered:
            return _CHOICE.code(column, question, tool, other)
        named = dict(zip(map(normalise, question.options), option_levels(question).tolist(), strict=True))
        values = np.full(len(column.values), np.nan)
        unknown: dict[int, list[str]] = {}
        dont_know: set[int] = set()
        for place, cell in enumerate(column.values):
            if is_blank(cell):
                continue
            value = _value(cell, question, named)
            if value is None and says_dont_know(cell):
                dont_know.add(place)
            elif value is None:
                unknown[place] = [cell]
            else:
                values[place] = value
        codes, levels = code_numbers(values[column.places])
        return CodedColumn(codes[:, None], levels, unknown, dont_know=frozenset(dont_know))

    def explain_unknown(self, text: str, question: Question, tool: str) -> WhyUnknown:
        if question.scale is not None and read_number(text) is not None:
            low, high = question.scale
            ends = {"low": show_number(low), "high": show_number(high)}
            return WhyUnknown("the scale is {low} to {high}".format(**ends), "scale", ends)
        return find_nearest(text, question)

    def code_options(self, question: Question, chosen: Sequence[Sequence[float]]) -> CodedColumn:
        if not question.ordered:
            return _CHOICE.code_options(question, chosen)
        if not question.options:
            return code_given(chosen)
        numbers = option_levels(question).tolist()
        return code_given([[numbers[int(code)] for code in one] for one in chosen])

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        if levels is None:
            return _CHOICE.chosen_options(question, codes, levels)
        if not question.options:
            return given_numbers(codes, levels)
        nearest = np.abs(levels[:, None] - option_levels(question)).argmin(axis=1)
        return [[int(nearest[code])] if code >= 0 else [] for code in codes[:, 0].tolist()]

    def option_chances(self, question: Question, numbers: Array) -> Array:
        if not question.ordered:
            return _CHOICE.option_chances(question, numbers)
        weights = normal_density(numbers, option_levels(question)) + np.finfo(float).tiny
        return weights / weights.sum()

    def number_limits(self, question: Question) -> NumberLimits:
        low, high = question.scale or (0.0, 1.0)
        return NumberLimits(low, high)

    def number_density(self, question: Question, numbers: Array, value: float) -> float:
        return float(normal_density(numbers, np.array(value)))

    def rows(self, question: Question) -> tuple[str, ...]:
        return ("mean",) if question.ordered else question.options

    def expected(self, question: Question, numbers: Array) -> Array:
        return numbers[:1] if question.ordered else _CHOICE.expected(question, numbers)

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        return given_mean(codes, levels) if question.ordered else _CHOICE.given(question, codes, levels)

    def compares_means(self, question: Question) -> bool:
        return question.ordered

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        if levels is None:
            return _CHOICE.say(question, place, code, levels)
        return self.texts(question, np.array([[code]]), levels)[0], True

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        if levels is None:
            return _CHOICE.texts(question, codes, levels)
        names = {}
        if question.options:
            names = dict(zip(option_levels(question).tolist(), question.options, strict=True))
        shown = [names.get(level, show_number(level)) for level in levels.tolist()]
        return ["" if code < 0 else shown[code] for code in codes[:, 0].tolist()]


def rating_options(scale: tuple[float, float], bins: tuple[float, ...]) -> tuple[str, ...]:
    """Return the names of a rating's bins or, where it has none, of the whole numbers of its scale if they are few."""
    parts = bins or default_bins(scale)
    return () if parts is None else bin_options(scale, parts)


def option_levels(question: Question) -> Array:
    """Return the number that each option of an ordered rating stands for.

    Examples
    --------
    >>> option_levels(Question("q", "How awake?", ("low", "middling", "high"), "rating", (1.0, 3.0))).tolist()
    [1.0, 2.0, 3.0]
    """
    low = 0.0 if question.scale is None else question.scale[0]
    return low + np.arange(len(question.options))


def _value(cell: str, question: Question, named: Mapping[str, float]) -> float | None:
    """Return the number on the scale that a cell says: that of the option of this name, or else the number it is.

    Grades show why names go first: "3" is the fourth of "1", "2", "2-", "3".
    """
    number = named.get(normalise(cell), read_number(cell))
    low, high = question.scale or (0.0, 1.0)
    return number if number is not None and low <= number <= high else None
