"""A step that lets clusters exchange their names, which sweeps cannot where the answers are clear or many."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy.special import gammaln

from ...kinds.dirichlet import log_multinomial
from ...model.density import log_marginal_of_answers
from ...model.prior import Prior
from ...model.slots import Slots
from .chains import ChainTally
from .kernels._gibbs_numba import Blocks, Chain, Rows

Array = np.ndarray


class LabelExchange:
    r"""Let two clusters exchange all their labels, which is accepted or not (Metropolis).

    Answers say which people are alike, but not which cluster is which: only the prior does. A chain that has the names
    wrong explains the answers as well as any other, and no sweep changes so many labels at once. With w the labels, w'
    those after the exchange, and phi integrated out, it is accepted with probability

    .. math:: \min\Big(1, \frac{p(w')\,p(x \mid w')}{p(w)\,p(x \mid w)}\Big).

    Parameters
    ----------
    data
        Answers and priors as the kernels take them.
    prior
        The priors.
    slots
        Where answers stand; None if all questions are choices.
    weight
        (Q,) powers of the slots' likelihoods.
    """

    def __init__(self, data: Blocks | Rows, prior: Prior, slots: Slots | None, weight: Array) -> None:
        self._data, self._prior, self._slots = data, prior, slots
        self._tally = ChainTally(data, weight)
        tied = isinstance(data, Rows) and bool((data.known >= 0).any())
        pairs = combinations(range(prior.n_clusters), 2)
        self._pairs = [] if tied else [np.array(pair) for pair in pairs if self._differ(*pair)]

    def _differ(self, first: int, second: int) -> bool:
        """Say whether the prior tells two clusters apart; names of clusters that are alike mean nothing."""
        own = self._prior.answer_prior
        alpha = self._prior.membership_prior
        return bool((own[first] != own[second]).any() or (alpha[..., first] != alpha[..., second]).any())

    def make(self, chain: Chain, rng: np.random.Generator) -> None:
        """Try two clusters that the prior tells apart; a chain that has no labels yet is left alone."""
        if self._pairs and chain.counts.any():
            self.exchange(chain, self._pairs[rng.integers(len(self._pairs))], rng)

    def exchange(self, chain: Chain, pair: Array, rng: np.random.Generator) -> None:
        """Change labels, counts and tally of a chain that has labels, or leave them as they are."""
        order = np.arange(self._prior.n_clusters)
        order[pair] = pair[::-1]
        tally = self._tally.of(chain)
        now, then = (log_marginal_of_answers(one, self._prior, self._slots) for one in (tally, tally[order]))
        if np.log(rng.random()) < then - now + self._gain_of_labels(chain, pair, order):
            chain.labels[:] = np.append(order, self._prior.n_clusters)[chain.labels]
            chain.counts[:, pair] = chain.counts[:, pair[::-1]]
            chain.tally[:, :, pair] = chain.tally[:, :, pair[::-1]]
            # Probabilities that belong to other labels are not mirrored: they are drawn anew.
            chain.phi[: self._data.n_drawn] = 0.0

    def _gain_of_labels(self, chain: Chain, pair: Array, order: Array) -> float:
        """Return by how much the exchange changes the log probability of the labels."""
        if isinstance(self._data, Rows):
            sizes = chain.counts.sum(axis=0)
            now, then = (log_multinomial(one, self._data.alpha) for one in (sizes, sizes[order]))
            return float(then - now)
        alpha, counts = self._data.alpha[:, pair], chain.counts[:, pair]
        if (alpha[:, 0] == alpha[:, 1]).all():
            return 0.0
        return float((gammaln(alpha + counts[:, ::-1]) - gammaln(alpha + counts)).sum())
