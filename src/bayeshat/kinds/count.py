"""Questions that ask how many: whole numbers from 0 on."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..errors import SurveyError
from ..tables.numbers import read_numbers
from ..words.message import Message
from .kind import three_digits
from .number import (
    USUAL_PEOPLE,
    NumberKind,
    NumberLimits,
    check_positive,
    read_expectation,
    write_expectation,
)
from .question import Question

Array = np.ndarray

# Shape and rate of a flat prior: a fifth of an imagined person, with a count of five.
_FLAT = (1.0, 0.2)
# Smaller rates count as this one.
_SMALLEST_RATE = 1e-100


class Count(NumberKind):
    r"""A count: :math:`x \sim \mathrm{Poisson}(r),\ r \sim \mathrm{Gamma}(a, b)`.

    Prior numbers are shape a and rate b: the mean a/b, as certain as if it came from b people. The parameter is r.
    """

    def n_prior(self, question: Question) -> int:
        return 2

    def flat_prior(self, question: Question, key: str) -> Array:
        return np.array(_FLAT)

    def read_prior(self, entry: Any, question: Question, key: str) -> Array:
        values = read_expectation(entry, ("mean", "people"), (), key, "{ mean = 3, people = 4 }")
        for name, value in values.items():
            check_positive(f"{key}.{name}", value)
        return np.array([values["mean"] * values["people"], values["people"]])

    def write_prior(self, question: Question, prior: Array) -> str:
        shape, rate = prior.tolist()
        return write_expectation({"mean": shape / rate, "people": rate})

    def check_prior(self, key: str, question: Question, prior: Array) -> None:
        if not self.is_valid(prior).all():
            raise SurveyError(Message("survey-shape-rate", key=key, shape=f"{prior[0]:g}", rate=f"{prior[1]:g}"))

    def rounded(self, prior: Array, question: Question) -> Array:
        """Round the mean and the number of people that it is worth."""
        rate = three_digits(prior[..., 1])
        return np.stack([three_digits(prior[..., 0] / prior[..., 1]) * rate, rate], axis=-1)

    def number_limits(self, question: Question) -> NumberLimits:
        return NumberLimits(low=0.0, is_whole=True)

    def explain_unknown(self, text: str, question: Question, tool: str) -> Message:
        [number] = read_numbers([text])
        if number is not None and not self.number_limits(question).allow(number.value):
            return Message("reading-why-count")
        return super().explain_unknown(text, question, tool)

    def prior_around(self, question: Question, mean: float, kept: Array | None) -> Array:
        rate = USUAL_PEOPLE if kept is None else float(kept[1])
        return np.array([mean * rate, rate])

    def number_density(self, question: Question, prior: Array, value: float) -> float:
        shape, rate = prior.tolist()
        ways = math.lgamma(shape + value) - math.lgamma(shape) - math.lgamma(value + 1)
        return math.exp(ways + shape * math.log(rate / (rate + 1)) - value * math.log(rate + 1))

    def expected(self, question: Question, prior: Array) -> Array:
        return prior[:1] / prior[1]

    def parameter_names(self, question: Question) -> tuple[str, ...]:
        return ("rate",)

    def log_densities(self, parameters: Array, numbers: Array, xp: Any = np) -> Array:
        from scipy.special import gammaln

        rate = xp.maximum(parameters, _SMALLEST_RATE)
        return numbers * xp.log(rate) - rate - gammaln(numbers + 1)

    def middle_rank(self, parameters: Array, numbers: Array) -> Array:
        from scipy.special import gammaincc

        rate = np.maximum(parameters[..., 0], _SMALLEST_RATE)
        return np.asarray((gammaincc(numbers, rate) + gammaincc(numbers + 1, rate)) / 2)

    def update(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return shape and rate after the answers."""
        return prior + np.stack([(tally * numbers).sum(axis=-1), tally.sum(axis=-1)], axis=-1)

    def draw(self, prior: Array, tally: Array, numbers: Array, rng: np.random.Generator) -> Array:
        shape, rate = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        return np.maximum(rng.standard_gamma(shape) / rate, _SMALLEST_RATE)[..., None]

    def log_prior(self, parameters: Array, prior: Array) -> Array:
        from scipy.special import gammaln

        (shape, rate), drawn = np.moveaxis(prior, -1, 0), parameters[..., 0]
        return shape * np.log(rate) - gammaln(shape) + (shape - 1) * np.log(drawn) - rate * drawn

    def log_marginal(self, prior: Array, tally: Array, numbers: Array) -> Array:
        from scipy.special import gammaln

        shape, rate = np.moveaxis(prior, -1, 0)
        shape_after, rate_after = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        whole = shape * np.log(rate) - shape_after * np.log(rate_after) + gammaln(shape_after) - gammaln(shape)
        return whole - (tally * gammaln(numbers + 1)).sum(axis=-1)

    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:
        return rng.poisson(parameters[..., 0]).astype(float)

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        return numpyro.sample(name, numpyro.distributions.Gamma(prior[..., :1], prior[..., 1:]).to_event(3))
