"""Questions that ask how many: whole numbers from 0 on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...errors import SurveyError
from ...tables.numbers import read_numbers
from ..spec import Question
from .answer_kind import NumberLimits, WhyUnknown
from .number_answers import NumberAnswers
from .prior_words import USUAL_PEOPLE, read_rate, write_rate

Array = np.ndarray

# Shape and rate of a flat prior: a fifth of an imagined person, with a count of five.
_FLAT = (1.0, 0.2)


class CountAnswers(NumberAnswers):
    """A count: a Poisson distribution in every house, its rate gamma."""

    name = "count"
    keys = ("unit",)

    def prior_size(self, question: Question) -> int:
        return 2

    def flat_prior(self, question: Question, key: str) -> Array:
        return np.array(_FLAT)

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        return read_rate(entry, key)

    def write_prior(self, question: Question, numbers: Array) -> str:
        return write_rate(numbers)

    def check_prior(self, key: str, question: Question, numbers: Array) -> None:
        if not (np.isfinite(numbers) & (numbers > 0)).all():
            raise SurveyError(
                f"{key} must be a positive shape and rate; got {numbers[0]:g} and {numbers[1]:g}. Give a mean count "
                "above 0, and how many imagined people it is worth."
            )

    def expected(self, question: Question, numbers: Array) -> Array:
        return numbers[:1] / numbers[1]

    def number_limits(self, question: Question) -> NumberLimits:
        return NumberLimits(low=0.0, is_whole=True)

    def prior_around(self, question: Question, mean: float, kept: Array | None) -> Array:
        rate = USUAL_PEOPLE if kept is None else float(kept[1])
        return np.array([mean * rate, rate])

    def number_density(self, question: Question, numbers: Array, value: float) -> float:
        shape, rate = numbers.tolist()
        ways = math.lgamma(shape + value) - math.lgamma(shape) - math.lgamma(value + 1)
        return math.exp(ways + shape * math.log(rate / (rate + 1)) - value * math.log(rate + 1))

    def explain_unknown(self, text: str, question: Question, tool: str) -> WhyUnknown:
        [number] = read_numbers([text])
        if number is not None and not self.number_limits(question).allow(number.value):
            return WhyUnknown("a count is a whole number from 0 on", "count")
        return super().explain_unknown(text, question, tool)
