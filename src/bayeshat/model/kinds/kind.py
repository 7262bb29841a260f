"""What a kind of question is: adding one is a class and a line in the table of `bayeshat.model.kinds`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np

from .dirichlet import draw_dirichlet, log_dirichlet, log_multinomial

if TYPE_CHECKING:
    from ...survey.spec import Question

Array = np.ndarray

# No probability is taken to be smaller: a ticking probability that is stored as 1 leaves nothing for its opposite.
_TINY = 1e-100


class Kind(ABC):
    """One kind of question, in the model.

    A question has P prior numbers and M parameters per cluster. Its answers stand in S columns, all but those of kind
    "several" in one; each column has L levels: options, or the different numbers that people gave. Arrays may have any
    leading dimensions, such as clusters and questions; numbers of questions of one kind are handled together.

    Attributes
    ----------
    counted
        Whether levels are options with probabilities of their own (`CountedKind`), which the kernels draw themselves.
    plain
        Whether the parameters of a question are the probabilities of its options.
    """

    counted = False
    plain = False

    def of(self, question: Question) -> Kind:  # noqa: ARG002
        """Return the kind that handles a question: another one where the question says so."""
        return self

    def n_columns(self, question: Question) -> int:  # noqa: ARG002
        """Return how many columns of answers a question has."""
        return 1

    @abstractmethod
    def n_prior(self, question: Question) -> int:
        """Return how many prior numbers a question has in each cluster."""

    @abstractmethod
    def parameter_names(self, question: Question) -> tuple[str, ...]:
        """Return what the parameters of a question are called."""

    def is_valid(self, prior: Array) -> Array:
        """Return which prior numbers (..., P) can be used."""
        return np.isfinite(prior) & (prior > 0)

    def n_levels(self, question: Question) -> int:
        """Return the levels of a question's columns, where these do not depend on what people answered."""
        raise NotImplementedError

    def numbers(self, question: Question, levels: Array) -> Array:  # noqa: ARG002
        """Return levels (L,) on the scale that densities are of."""
        return levels

    @abstractmethod
    def log_densities(self, parameters: Array, numbers: Array, xp: Any = np) -> Array:
        """Return the log density (..., L) of numbers (..., L) given parameters (..., M); xp is NumPy or JAX's."""

    def log_density(self, parameters: Array, question: Question, levels: Array) -> Array:
        """Return the log density of each level (L,) of a question, (..., L), given at least M parameters (..., M)."""
        kind = self.of(question)
        used = parameters[..., : len(kind.parameter_names(question))]
        return kind.log_densities(used, kind.numbers(question, np.asarray(levels, dtype=float)))

    def middle_rank(self, parameters: Array, numbers: Array) -> Array:
        """Return P(X < x) + P(X = x) / 2 of numbers x (...) given parameters (..., M), where answers are numbers."""
        raise NotImplementedError

    @abstractmethod
    def update(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return the prior numbers (..., P) after so many answers (..., L) of each level."""

    def share_spread(self, prior: Array, tally: Array, numbers: Array, people: float) -> Array:  # noqa: ARG002
        """Return prior numbers (K, ..., P) that say of every cluster's spread what all of them together show.

        It is as well known as from so many people. The answers of each level are (K, ..., L). Kinds whose answers have
        no spread of their own return the prior as it is.
        """
        return prior

    def rounded(self, prior: Array, question: Question) -> Array:  # noqa: ARG002
        """Return prior numbers that were learned, rounded so that no single answer shows, and short where written."""
        return three_digits(prior)

    @abstractmethod
    def draw(self, prior: Array, tally: Array, numbers: Array, rng: np.random.Generator) -> Array:
        """Draw parameters (..., M) given the prior (..., P), and how many answers (..., L) there are of each level."""

    @abstractmethod
    def log_prior(self, parameters: Array, prior: Array) -> Array:
        """Return the log prior density (...) of parameters."""

    @abstractmethod
    def log_marginal(self, prior: Array, tally: Array, numbers: Array) -> Array:
        """Return the log probability (...) of answers with this tally (..., L), parameters integrated out."""

    @abstractmethod
    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:
        """Draw one answer from each of (N, S, M) parameters, one set for each column: codes or numbers, (N, S)."""

    @abstractmethod
    def describe(self, parameters: Array, question: Question) -> str:
        """Return in words what parameters (M,) say of a cluster's answers."""

    @abstractmethod
    def site(self, numpyro: Any, name: str, prior: Array) -> Any:
        """Sample parameters (K, Q, M) of questions in a NumPyro model; their draws are kept under this name."""


class CountedKind(Kind):
    """A kind whose columns have options with Dirichlet probabilities: draws, densities and marginals follow from these.

    Tallies are (..., S, L) here, and so are probabilities.
    """

    counted = True

    @abstractmethod
    def counts(self, prior: Array) -> Array:
        """Return the Dirichlet parameters (..., S, L) of each column that prior numbers (..., P) stand for."""

    @abstractmethod
    def probabilities(self, parameters: Any, xp: Any = np) -> Any:
        """Return the probability of each level in each column, (..., S, L), given parameters (..., M)."""

    @abstractmethod
    def parameters(self, probabilities: Array) -> Array:
        """Return the parameters (..., M) that stand for probabilities (..., S, L)."""

    def log_densities(self, parameters: Array, numbers: Array, xp: Any = np) -> Array:  # noqa: ARG002
        """Return the log probability of each level in each column, (..., S, L)."""
        return xp.log(xp.maximum(self.probabilities(parameters, xp), _TINY))

    def update(self, prior: Array, tally: Array, numbers: Array) -> Array:  # noqa: ARG002
        """Add the answers to the counts that they belong to."""
        places = self.counts(np.arange(prior.shape[-1])).astype(int)
        after = np.array(prior, dtype=float)
        after[..., places] += tally
        return after

    def draw(self, prior: Array, tally: Array, numbers: Array, rng: np.random.Generator) -> Array:  # noqa: ARG002
        """Draw from the Dirichlet distributions of the columns."""
        return self.parameters(draw_dirichlet(self.counts(prior) + tally, rng))

    def log_prior(self, parameters: Array, prior: Array) -> Array:
        """Return the log densities of all columns together."""
        return log_dirichlet(np.maximum(self.probabilities(parameters), _TINY), self.counts(prior)).sum(axis=-1)

    def log_marginal(self, prior: Array, tally: Array, numbers: Array) -> Array:  # noqa: ARG002
        """Return the log probability of sequences of answers in all columns."""
        return log_multinomial(tally, self.counts(prior)).sum(axis=-1)

    def simulate(self, parameters: Array, question: Question, rng: np.random.Generator) -> Array:  # noqa: ARG002
        """Draw codes: of each column from the parameters that are its own."""
        n_columns = parameters.shape[1]
        all_columns = self.probabilities(parameters)
        edges = np.cumsum(all_columns[:, np.arange(n_columns), np.arange(n_columns)], axis=-1)
        u = rng.random((*edges.shape[:2], 1)) * edges[..., -1:]
        return np.minimum((edges <= u).sum(axis=-1), edges.shape[-1] - 1)


def three_digits(numbers: Array) -> Array:
    """Return numbers rounded to three digits.

    Examples
    --------
    >>> three_digits(np.array([12345.0, 0.012345])).tolist()
    [12300.0, 0.0123]
    """
    return np.reshape([float(f"{value:.3g}") for value in np.ravel(numbers)], np.shape(numbers))
