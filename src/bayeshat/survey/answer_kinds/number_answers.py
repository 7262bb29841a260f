"""Questions whose answers are numbers: heights, ages, hours, incomes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ...errors import SurveyError
from ...tables.numbers import (
    WrittenNumber,
    common_unit,
    convert_unit,
    read_numbers,
    show_number,
    show_short,
    unclear_number,
)
from ...tables.table import Column
from ...tables.text import in_line, is_blank, quote, says_dont_know
from ...tables.toml_values import format_text
from ..spec import Question
from ..survey_file.toml_fields import read_flag, read_numbers_list, read_text
from .answer_kind import LARGEST_NUMBER, NOT_ANSWERED, AnswerKind, CodedColumn, NumberLimits, WhyUnknown
from .number_levels import are_slips, code_numbers, is_far
from .prior_words import (
    USUAL_PEOPLE,
    check_normal,
    flat_normal,
    normal_density,
    normal_prior,
    read_normal,
    write_normal,
)
from .rating_bins import check_scale

Array = np.ndarray


class NumberAnswers(AnswerKind):
    """A number: normal in every house, or log-normal."""

    name: ClassVar[str] = "number"
    keys: ClassVar[tuple[str, ...]] = ("scale", "unit", "log")

    def read(self, item: Mapping[str, Any], where: str) -> dict[str, Any]:
        return read_scale(item, where) | {
            "options": (),
            "unit": read_text(item, "unit", f"{where}.", ""),
            "log": read_flag(item, "log", where, False),
        }

    def write(self, question: Question) -> list[str]:
        lines = write_scale(question)
        lines += [f"unit = {format_text(question.unit)}"] if question.unit else []
        return [*lines, "log = true"] if question.log else lines

    def check(self, key: str, question: Question) -> None:
        if question.scale is not None:
            check_scale(key, question.scale)
            if question.log and question.scale[0] <= 0:
                raise SurveyError(
                    f"{key}.scale must be above 0, since log = true; got {show_number(question.scale[0])}. "
                    "Start the usual range above 0, or leave log out."
                )

    def takes_options(self, question: Question) -> bool:
        return False

    def prior_size(self, question: Question) -> int:
        return 4

    def flat_prior(self, question: Question, key: str) -> Array:
        if question.scale is None:
            raise SurveyError(
                f"{key} must have a prior per house, or the question a scale: the range in which most numbers lie; got "
                f"neither for {quote(question.text)}. Write e.g. scale = [150, 200]."
            )
        return flat_normal(*(map(math.log, question.scale) if question.log else question.scale))

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        return read_normal(entry, key, question.log)

    def write_prior(self, question: Question, numbers: Array) -> str:
        return write_normal(numbers, question.log)

    def show_prior(self, question: Question, numbers: Array) -> list[str]:
        return [self.write_prior(question, numbers).strip("{ }")]

    def check_prior(self, key: str, question: Question, numbers: Array) -> None:
        check_normal(key, numbers)

    def code(self, column: Column, question: Question, tool: str = "", other: int = NOT_ANSWERED) -> CodedColumn:
        read = read_numbers(column.values)
        unit = question.unit or common_unit(read)
        values = np.full(len(read), np.nan)
        unknown: dict[int, list[str]] = {}
        dont_know: set[int] = set()
        for place, (cell, number) in enumerate(zip(column.values, read, strict=True)):
            if is_blank(cell):
                continue
            value = self.accept(number, question, unit)
            if value is None and says_dont_know(cell):
                dont_know.add(place)
            elif value is None:
                unknown[place] = [cell]
            else:
                values[place] = value
        unclear = unclear_number(column.values)
        notes = [] if unclear is None else [_note_unclear(unclear, question)]
        far = far_numbers(values, question)
        if len(far):
            given = values[column.places]
            # A slip that counted would get a house of its own, and everybody else would have to share the others.
            leave_out = are_slips(int(np.isin(column.places, far).sum()), int(np.isfinite(given).sum()))
            notes.append(_note_far([column.values[place] for place in far], question, leave_out))
            if leave_out:
                values[far] = np.nan
        codes, levels = code_numbers(values[column.places])
        return CodedColumn(codes[:, None], levels, unknown, tuple(notes), frozenset(dont_know))

    def accept(self, number: WrittenNumber | None, question: Question, unit: str) -> float | None:
        """Return a number in the question's unit if it may be an answer, else None."""
        value = None if number is None else convert_unit(number.value, number.unit, unit)
        return value if value is not None and self.number_limits(question).allow(value) else None

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
        return code_given(chosen)

    def chosen_options(self, question: Question, codes: Array, levels: Array | None) -> list[list[float]]:
        return given_numbers(codes, levels)

    def option_chances(self, question: Question, numbers: Array) -> Array:
        return np.empty(0)

    def number_limits(self, question: Question) -> NumberLimits:
        return NumberLimits(low=0.0, is_above=True) if question.log else NumberLimits()

    def prior_around(self, question: Question, mean: float, kept: Array | None) -> Array:
        if kept is None:
            _, _, shape, scale = self.flat_prior(question, question.id).tolist()
            prior = normal_prior(0.0, math.sqrt(scale / shape), USUAL_PEOPLE)
        else:
            prior = kept.copy()
        prior[0] = math.log(mean) if question.log else mean
        return prior

    def number_density(self, question: Question, numbers: Array, value: float) -> float:
        return float(normal_density(numbers, np.array(math.log(value) if question.log else value)))

    def rows(self, question: Question) -> tuple[str, ...]:
        return ("mean",)

    def expected(self, question: Question, numbers: Array) -> Array:
        return np.exp(numbers[:1]) if question.log else numbers[:1]

    def learned(self, question: Question, parameters: Array) -> Array:
        return np.exp(parameters[..., :1]) if question.log else parameters[..., :1]

    def given(self, question: Question, codes: Array, levels: Array | None) -> Array:
        return given_mean(codes, levels, question.log)

    def compares_means(self, question: Question) -> bool:
        return True

    def say(self, question: Question, place: int, code: int, levels: Array | None) -> tuple[str, bool]:
        return f"{_show(math.nan if levels is None else levels[code])} {question.unit}".rstrip(), True

    def texts(self, question: Question, codes: Array, levels: Array | None) -> list[str]:
        shown = [_show(level) for level in ([] if levels is None else levels.tolist())]
        return ["" if code < 0 else shown[code] for code in codes[:, 0].tolist()]


def _note_unclear(cell: str, question: Question) -> str:
    return (
        f"The comma of {quote(cell)} in {quote(question.text)} was taken for a thousands mark. If it is a decimal "
        "comma, write a point there."
    )


def far_numbers(values: Array, question: Question) -> Array:
    """Return where numbers stand that lie so far from the usual range that they may be slips of the pen."""
    if question.scale is None:
        return np.empty(0, int)
    if question.log:
        low, high = question.scale
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.flatnonzero(is_far(np.log(values), (math.log(low), math.log(high))))
    return np.flatnonzero(is_far(values, question.scale))


def _note_far(cells: Sequence[str], question: Question, left_out: bool) -> str:
    low, high = question.scale or (math.nan, math.nan)
    usual = f"{show_number(low)} to {show_number(high)} {question.unit}".rstrip()
    far = "Left out as too far from" if left_out else "Far from"
    return (
        f"{far} the usual range of {quote(question.text)} ({usual}): {in_line(list(map(quote, cells)), 3)}. Correct "
        "what is a slip, or widen the scale in the survey."
    )


def _show(value: float) -> str:
    """Return a number with six digits; of a whole one all."""
    return show_short(value)


def code_given(given: Sequence[Sequence[float]]) -> CodedColumn:
    """Return the numbers that people gave, at most one each."""
    codes, levels = code_numbers(np.array([one[0] if one else np.nan for one in given]))
    return CodedColumn(codes[:, None], levels, {})


def given_numbers(codes: Array, levels: Array | None) -> list[list[float]]:
    """Return the number that everybody gave: what `code_given` takes."""
    numbers = [] if levels is None else levels.tolist()
    return [[numbers[code]] if code >= 0 else [] for code in codes[:, 0].tolist()]


def given_mean(codes: Array, levels: Array | None, log: bool = False) -> Array:
    """Return the mean of the numbers that people gave, (1,); of logarithms on a log scale, NaN where there are none."""
    if levels is None or len(codes) == 0:
        return np.array([math.nan])
    values = levels[codes[:, 0]]
    return np.array([np.exp(np.log(values).mean()) if log else values.mean()])


def read_scale(item: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Return the usual range of numbers, if the survey file names it."""
    scale = read_numbers_list(item, "scale", where, "[150, 200]")
    if scale is not None:
        check_scale(where, scale)
    return {"scale": None if scale is None else (scale[0], scale[1])}


def write_scale(question: Question) -> list[str]:
    """Return the line with a question's scale, if it has one."""
    return [] if question.scale is None else [f"scale = [{', '.join(show_number(end) for end in question.scale)}]"]
