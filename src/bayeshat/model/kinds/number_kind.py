"""Questions whose answers are numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .kind import Kind, three_digits

if TYPE_CHECKING:
    from ...survey.spec import Question

Array = np.ndarray


class Number(Kind):
    r"""A number, normal in every cluster; on a log scale, its logarithm is.

    .. math:: x \sim N(\mu, \sigma^2), \qquad \sigma^2 \sim \mathrm{InvGamma}(a, b), \qquad \mu \sim N(m, \sigma^2/n)

    Prior numbers are mean m, strength n, shape a and scale b; parameters are the mean μ and the standard deviation σ.
    On a log scale they all belong to logarithms, and so do densities.
    """

    def n_prior(self, question: Question) -> int:  # noqa: ARG002
        """Return 4."""
        return 4

    def parameter_names(self, question: Question) -> tuple[str, ...]:  # noqa: ARG002
        """Return mean and standard deviation."""
        return ("mean", "sd")

    def is_valid(self, prior: Array) -> Array:
        """Say that the mean may be any number; the others must be positive."""
        return np.isfinite(prior) & ((prior > 0) | (np.arange(prior.shape[-1]) == 0))

    def numbers(self, question: Question, levels: Array) -> Array:
        """Return the numbers, or their logarithms."""
        return np.log(levels) if question.log else levels

    def log_densities(self, parameters: Array, numbers: Array, xp: Any = np) -> Array:
        """Return the log densities of normal distributions."""
        mean, sd = parameters[..., :1], parameters[..., 1:]
        return -0.5 * ((numbers - mean) / sd) ** 2 - xp.log(sd) - 0.5 * np.log(2 * np.pi)

    def middle_rank(self, parameters: Array, numbers: Array) -> Array:
        """Return the probability of a smaller number."""
        from scipy.special import ndtr

        return np.asarray(ndtr((numbers - parameters[..., 0]) / parameters[..., 1]))

    def update(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return mean, strength, shape and scale after the answers."""
        mean, strength, shape, scale = np.moveaxis(prior, -1, 0)
        n = tally.sum(axis=-1)
        centre = (tally * numbers).sum(axis=-1) / np.maximum(n, 1e-300)
        squares = (tally * (numbers - centre[..., None]) ** 2).sum(axis=-1)
        after = strength + n
        shift = strength * n * (centre - mean) ** 2 / after
        middle = (strength * mean + n * centre) / after
        return np.stack([middle, after, shape + n / 2, scale + (squares + shift) / 2], axis=-1)

    def share_spread(self, prior: Array, tally: Array, numbers: Array, people: float) -> Array:
        r"""Return the prior with the variance within clusters, known as well as from so many people.

        .. math:: s^2 = \Bigl(2 b + \sum_k \sum_{n: z_n = k} (x_n - \bar x_k)^2\Bigr) \Big/ (2 a + N - K)

        A cluster in which everybody gave the same number is then not taken to have next to no variance.
        """
        n = tally.sum(axis=-1)
        centre = (tally * numbers).sum(axis=-1) / np.maximum(n, 1e-300)
        squares = (tally * (numbers - centre[..., None]) ** 2).sum(axis=(0, -1))
        freedom = np.maximum(n - 1, 0).sum(axis=0)
        shared = prior.copy()
        shared[..., 2] = people / 2
        shared[..., 3] = people / 2 * (2 * prior[..., 3] + squares) / (2 * prior[..., 2] + freedom)
        return shared

    def rounded(self, prior: Array, question: Question) -> Array:
        """Round the mean to about a tenth of the standard deviation, wherever it lies; all else to three digits.

        On a log scale, the mean and the factor that people write are then rounded to three digits, too.
        """
        after = three_digits(prior)
        sd = np.sqrt(prior[..., 3] / prior[..., 2])
        step = 10.0 ** np.floor(np.log10(sd / 5))
        after[..., 0], sd = np.round(prior[..., 0] / step) * step, three_digits(sd)
        if question.log:
            after[..., 0] = np.log(three_digits(np.exp(after[..., 0])))
            factor = three_digits(np.exp(sd))
            sd = np.where(factor > 1, np.log(factor), sd)
        after[..., 3] = after[..., 2] * sd**2
        return after

    def draw(self, prior: Array, tally: Array, numbers: Array, rng: np.random.Generator) -> Array:
        """Draw the variance, then the mean given it."""
        mean, strength, shape, scale = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        variance = scale / rng.standard_gamma(shape)
        drawn = np.empty((*mean.shape, 2))
        drawn[..., 0] = mean + np.sqrt(variance / strength) * rng.standard_normal(mean.shape)
        drawn[..., 1] = np.sqrt(variance)
        return drawn

    def log_prior(self, parameters: Array, prior: Array) -> Array:
        """Return the log density of mean and variance."""
        from scipy.special import gammaln

        mean, strength, shape, scale = np.moveaxis(prior, -1, 0)
        variance = parameters[..., 1] ** 2
        z = (parameters[..., 0] - mean) ** 2 * strength / variance
        of_variance = shape * np.log(scale) - gammaln(shape) - (shape + 1) * np.log(variance) - scale / variance
        return of_variance - 0.5 * (z + np.log(2 * np.pi * variance / strength))

    def log_marginal(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return the log density of all numbers together."""
        from scipy.special import gammaln

        _, strength, shape, scale = np.moveaxis(prior, -1, 0)
        _, strength_after, shape_after, scale_after = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        spread = shape * np.log(scale) - shape_after * np.log(scale_after)
        rest = gammaln(shape_after) - gammaln(shape) + 0.5 * np.log(strength / strength_after)
        return spread + rest - 0.5 * np.log(2 * np.pi) * tally.sum(axis=-1)

    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:
        """Draw numbers."""
        drawn = parameters[..., 0] + parameters[..., 1] * rng.standard_normal(parameters.shape[:-1])
        return np.exp(drawn) if question.log else drawn

    def describe(self, parameters: Array, question: Question) -> str:
        """Give the middle, and the range that two thirds of the people lie in."""
        middle, low, high = parameters[0], parameters[0] - parameters[1], parameters[0] + parameters[1]
        told = [f"{np.exp(value) if question.log else value:.4g}" for value in (middle, low, high)]
        unit = f" {question.unit}" if question.unit else ""
        return f"about {told[0]}{unit} (mostly {told[1]} to {told[2]})"

    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        """Sample in units of the prior's own width, so that chains start where the prior lies."""
        import jax.numpy as jnp

        dist = numpyro.distributions
        mean, strength, shape, scale = np.moveaxis(prior, -1, 0)
        variance = scale * numpyro.sample(f"{name}_variance", dist.InverseGamma(shape, np.ones_like(shape)).to_event(2))
        width = (variance / strength) ** 0.5
        away = numpyro.sample(f"{name}_mean", dist.Normal(np.zeros_like(mean), np.ones_like(mean)).to_event(2))
        return numpyro.deterministic(name, jnp.stack([mean + width * away, variance**0.5], axis=-1))
