"""Steps of the Gibbs sampler where an answering style moves people's ratings."""

from __future__ import annotations

import numpy as np

from ...model.columns import Slots
from ...model.prior import Prior
from ...model.style import STYLE_PEOPLE, STYLE_VARIANCE, StyledRatings
from ..kernels._gibbs_numba import Chain, Rows

Array = np.ndarray

# The least log odds of a cluster: no style then rules a cluster out.
_LEAST = -150.0


class StyleStep:
    r"""Draws styles, their spread and the parameters of ratings given the labels, and weighs labels without styles.

    With f in the place of τ f, the spread is :math:`\tau^2 \sim \mathrm{InvGamma}(2, 2 \cdot 0.2)` beforehand, and

    - f given the labels and all parameters is normal;
    - then a constant is added to f of everybody in a cluster, which the means of the cluster make up for;
    - τ given f is conjugate, and so are the parameters of ratings given f: those of the ratings less the style.

    Labels are drawn with f integrated out.

    Parameters
    ----------
    data
        Answers and priors as the kernels take them.
    slots
        Where answers stand.
    prior
        The priors.
    weight
        (S,) powers of the slots' likelihoods.
    """

    def __init__(self, data: Rows, slots: Slots, prior: Prior, weight: Array) -> None:
        if prior.style is None:
            raise ValueError("the prior has no style")
        self.data, self._scale = data, prior.style
        self.ratings = StyledRatings(data.codes, slots, data.questions, weight[data.questions.astype(int)])
        self.part = self.ratings.part
        self._prior = prior.answer_prior[:, self.part.questions, : self.part.n_prior]
        self._moved = self._scale[self.part.questions]
        sizes = np.diff(data.edges)
        self._row = np.empty(len(data.people), dtype=np.int64)
        self._row[data.people] = np.repeat(np.arange(len(sizes)), sizes)
        counts, given = self.ratings.counts[self._row], self.ratings.given[self._row]
        # (N, 3 J): what is added up over the people of a cluster, then times f and its square.
        self._sums = np.concatenate([counts, counts * given, counts * given**2], axis=1)

    def draw(self, chain: Chain, rng: np.random.Generator) -> None:
        """Draw the spread of styles and the parameters of ratings; from their prior if nobody has a label yet."""
        n_clusters, n_ratings = self._prior.shape[:2]
        shape, scale = STYLE_PEOPLE / 2, STYLE_PEOPLE / 2 * STYLE_VARIANCE
        labels = chain.labels
        tally, numbers = np.zeros((n_clusters, n_ratings, 2)), np.zeros((n_clusters, n_ratings, 2))
        if len(labels) and (labels < n_clusters).all():
            f = self._draw_styles(chain, labels, rng)
            shape, scale = shape + len(f) / 2, scale + (f**2).sum() / 2
            tally, numbers = self._less_style(labels, f)
        chain.spread[0] = np.sqrt(scale / rng.standard_gamma(shape))
        drawn = self.part.kind.draw(self._prior, tally, numbers, rng)
        chain.numbers[:, self.part.questions, : self.part.n_parameters] = drawn

    def _draw_styles(self, chain: Chain, labels: Array, rng: np.random.Generator) -> Array:
        """Draw everybody's style f (N,), times its spread."""
        spread = chain.spread[0]
        a, b = self.ratings.of_style(chain.numbers, spread * self._scale)
        a, b = a[self._row, labels], b[self._row, labels]
        f = spread * (b / a + rng.standard_normal(len(labels)) / np.sqrt(a))
        # Means move against the styles of their cluster, so that ratings stay as probable as they were.
        middle, strength = self._prior[..., 0], self._prior[..., 1]
        mean, precision = self.ratings.parameters(chain.numbers)
        pull = strength * precision * self._moved
        n, total = (np.bincount(labels, values, len(mean)) for values in (np.ones_like(f), f))
        sure = n / spread**2 + (pull * self._moved).sum(axis=1)
        towards = total / spread**2 - (pull * (mean - middle)).sum(axis=1)
        shift = towards / sure + rng.standard_normal(len(mean)) / np.sqrt(sure)
        return np.asarray(f - shift[labels])

    def _less_style(self, labels: Array, f: Array) -> tuple[Array, Array]:
        """Return two numbers for each cluster and rating, (K, J, 2), and how often each counts.

        They have the sum and the sum of squares that the cluster's ratings have without the style.
        """
        n_clusters, n_ratings = self._prior.shape[:2]
        members = (labels == np.arange(n_clusters)[:, None]).astype(float)
        n, sums, squares = np.split(members @ self._sums, 3, axis=1)
        of_f, sums_f, _ = np.split((members * f) @ self._sums, 3, axis=1)
        of_squares = (members * f**2) @ self._sums[:, :n_ratings]
        total = sums - self._moved * of_f
        squares = squares - 2 * self._moved * sums_f + self._moved**2 * of_squares
        centre = total / np.maximum(n, np.finfo(float).tiny)
        spread = np.sqrt(np.maximum(squares / np.maximum(n, np.finfo(float).tiny) - centre**2, 0.0))
        return np.stack([n, n], axis=-1) / 2, np.stack([centre - spread, centre + spread], axis=-1)

    def weigh(self, chain: Chain) -> float:
        """Set how probable each row's ratings make each cluster; return the log scale of that over all people."""
        return self.weigh_by(chain, chain.numbers, self.style(chain))

    def weigh_by(self, chain: Chain, phi: Array, style: Array) -> float:
        """Do the same for given parameters (K, Q, M) and a given style (Q,)."""
        logs = self.ratings.log_densities(phi, style)
        top = logs.max(axis=1)
        chain.odds[:] = np.exp(np.maximum(logs - top[:, None], _LEAST))
        return float((top * np.diff(self.data.edges)).sum())

    def style(self, chain: Chain) -> Array:
        """Return how far one standard deviation of people's styles moves the answers to each question, (Q,)."""
        return np.asarray(chain.spread[0] * self._scale)
