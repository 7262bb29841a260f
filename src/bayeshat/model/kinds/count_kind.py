"""Questions that ask how many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .kind import Kind, three_digits

if TYPE_CHECKING:
    from ...survey.spec import Question

Array = np.ndarray

# No rate is taken to be smaller.
_TINY = 1e-100


class Count(Kind):
    r"""A count: :math:`x \sim \mathrm{Poisson}(r),\ r \sim \mathrm{Gamma}(a, b)`, with shape a and rate b."""

    def n_prior(self, question: Question) -> int:  # noqa: ARG002
        """Return 2."""
        return 2

    def parameter_names(self, question: Question) -> tuple[str, ...]:  # noqa: ARG002
        """Return the rate."""
        return ("rate",)

    def log_densities(self, parameters: Array, numbers: Array, xp: Any = np) -> Array:
        """Return the log probabilities of Poisson distributions."""
        from scipy.special import gammaln

        rate = xp.maximum(parameters, _TINY)
        return numbers * xp.log(rate) - rate - gammaln(numbers + 1)

    def middle_rank(self, parameters: Array, numbers: Array) -> Array:
        """Return the probability of a smaller count, and half that of the same one."""
        from scipy.special import gammaincc

        rate = np.maximum(parameters[..., 0], _TINY)
        return np.asarray((gammaincc(numbers, rate) + gammaincc(numbers + 1, rate)) / 2)

    def update(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return shape and rate after the answers."""
        return prior + np.stack([(tally * numbers).sum(axis=-1), tally.sum(axis=-1)], axis=-1)

    def rounded(self, prior: Array, question: Question) -> Array:  # noqa: ARG002
        """Round the mean and the number of people that it is worth."""
        rate = three_digits(prior[..., 1])
        return np.stack([three_digits(prior[..., 0] / prior[..., 1]) * rate, rate], axis=-1)

    def draw(self, prior: Array, tally: Array, numbers: Array, rng: np.random.Generator) -> Array:
        """Draw the rates."""
        shape, rate = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        return np.maximum(rng.standard_gamma(shape) / rate, _TINY)[..., None]

    def log_prior(self, parameters: Array, prior: Array) -> Array:
        """Return the log density of a gamma distribution."""
        from scipy.special import gammaln

        (shape, rate), drawn = np.moveaxis(prior, -1, 0), parameters[..., 0]
        return shape * np.log(rate) - gammaln(shape) + (shape - 1) * np.log(drawn) - rate * drawn

    def log_marginal(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return the log probability of all counts together."""
        from scipy.special import gammaln

        shape, rate = np.moveaxis(prior, -1, 0)
        shape_after, rate_after = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        whole = shape * np.log(rate) - shape_after * np.log(rate_after) + gammaln(shape_after) - gammaln(shape)
        return whole - (tally * gammaln(numbers + 1)).sum(axis=-1)

    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:  # noqa: ARG002
        """Draw counts."""
        return rng.poisson(parameters[..., 0]).astype(float)

    def describe(self, parameters: Array, question: Question) -> str:
        """Give the mean."""
        return f"{parameters[0]:.3g} {question.unit}".rstrip() + " on average"

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        """Sample the rates."""
        return numpyro.sample(name, numpyro.distributions.Gamma(prior[..., :1], prior[..., 1:]).to_event(3))
