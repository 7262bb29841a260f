"""Steps between sweeps, with phi integrated out: they reach what sweeps cannot, or only after very long.

`LabelExchange` lets two clusters exchange their names, `NumberMoves` lets answers of numbers change their clusters, and
`FavouritesStep` learns the shape of the answer prior.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from scipy.special import gammaln

from ...kinds.dirichlet import draw_categories, log_multinomial
from ...model.columns import Part, Slots
from ...model.density import favoured_slots, log_marginal_of_answers
from ...model.favourites import draw_favourites
from ...model.prior import Prior
from ..kernels._gibbs_numba import Blocks, Chain, Rows
from .chain import ChainTally

Array = np.ndarray

# Weight of an answer at the mean of its question, beside 1 for an answer one standard deviation away.
_MIDDLE = 0.1


class LabelExchange:
    r"""Lets two clusters exchange all their labels, with a Metropolis test.

    Answers say which people are alike, but only the prior says which cluster is which. A chain with the wrong names
    explains the answers as well as any other, and a sweep, which changes labels one by one, cannot put it right. With w
    the labels and w' those after the exchange, it is accepted with probability

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
        """Say whether the prior tells two clusters apart; otherwise their names mean nothing."""
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
            if len(chain.numbers):
                chain.numbers[pair] = chain.numbers[pair[::-1]]
            chain.tally[:, :, pair] = chain.tally[:, :, pair[::-1]]
            # These probabilities belong to the old labels: the next sweep draws new ones instead of mirroring them.
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


class NumberMoves:
    r"""Three steps for numbers under mixed membership.

    Where two clusters have the same prior for a question, all its labels may have to change places at once, or those of
    all other questions. And a sweep never moves an outlier from a wide cluster to a narrow one, although that one would
    become wide too. So

    - two clusters exchange all their labels, with a Metropolis test;
    - they do the same in one question for numbers, chosen at random;
    - one answer to that question gets a new label w, with n the person's counts and t the tally without it:

    .. math:: P(w = k) \propto (\alpha_k + n_k)\,\frac{p(t_k \text{ and this answer})}{p(t_k)}

    Outliers are chosen more often: in proportion to 0.1 plus the squared distance from the mean, in standard
    deviations.

    Parameters
    ----------
    data
        Answers and priors as the kernels take them.
    slots
        Where answers stand.
    prior
        The priors.
    """

    def __init__(self, data: Blocks, slots: Slots, prior: Prior) -> None:
        self._alpha, self._n_clusters = data.alpha, prior.n_clusters
        self._labels = LabelExchange(data, prior, slots, data.weight)
        self._questions = [
            NumberQuestion(data, group, i, prior.answer_prior[:, q, : group.n_prior])
            for group in slots.numbers
            for i, q in enumerate(group.questions)
        ]
        self._questions = [one for one in self._questions if len(one.code)]

    def make(self, chain: Chain, rng: np.random.Generator) -> None:
        """Change labels, counts and tally of a chain; one that has no labels yet is left alone."""
        if self._n_clusters == 1 or not self._questions or not chain.tally.any():
            return
        pair = rng.choice(self._n_clusters, 2, replace=False)
        self._labels.exchange(chain, pair, rng)
        one = self._questions[rng.integers(len(self._questions))]
        self._exchange(chain, one, pair, rng)
        self._move(chain, one, rng)

    def _exchange(self, chain: Chain, one: NumberQuestion, pair: Array, rng: np.random.Generator) -> None:
        """Let two clusters exchange their labels in one question, or not."""
        labels = chain.labels[:, one.columns]  # (B, columns, W)
        first, second = (labels == k for k in pair)
        change = second.sum(axis=1) - first.sum(axis=1)
        before = chain.counts[:, pair]  # (B, 2, W)
        after = before + np.stack([change, -change], axis=1)
        tally = chain.tally[one.slot][:, pair].T[:, : one.numbers.size]
        now, then = one.log_marginal(np.stack([tally, tally[::-1]]), pair).sum(axis=1)
        alpha = self._alpha[:, pair]
        gain = (gammaln(alpha + after) - gammaln(alpha + before)).sum() + then - now
        if np.log(rng.random()) < gain:
            chain.labels[:, one.columns] = np.where(first, pair[1], np.where(second, pair[0], labels))
            chain.counts[:, pair] = after
            chain.tally[one.slot][:, pair] = chain.tally[one.slot][:, pair[::-1]]

    def _move(self, chain: Chain, one: NumberQuestion, rng: np.random.Generator) -> None:
        """Draw a new label for one answer."""
        i = min(int(np.searchsorted(one.edges, rng.random())), len(one.code) - 1)
        block, column, lane, code = one.block[i], one.column[i], one.lane[i], one.code[i]
        counts, tally = chain.counts[block, :, lane], chain.tally[one.slot, code]
        old = chain.labels[block, column, lane]
        counts[old] -= 1
        tally[old] -= 1
        without = chain.tally[one.slot, : one.numbers.size, :-1].T
        added = without + (np.arange(one.numbers.size) == code)
        apart, together = one.log_marginal(np.stack([without, added]), np.arange(self._n_clusters))
        alpha = self._alpha[min(block, len(self._alpha) - 1), :, lane]
        logs = together - apart
        new = draw_categories((alpha + counts) * np.exp(logs - logs.max()), rng)
        counts[new] += 1
        tally[new] += 1
        chain.labels[block, column, lane] = new


class NumberQuestion:
    """The answers to one question for numbers: where they stand, and how probable they are in each cluster."""

    def __init__(self, data: Blocks, group: Part, i: int, prior: Array) -> None:
        self.kind, self.prior = group.kind, prior
        self.slot = group.slots.start + i
        self.numbers = group.numbers[i]
        self.columns = np.flatnonzero(data.questions == self.slot)
        codes = data.codes[:, self.columns]
        self.block, place, self.lane = np.nonzero(codes < data.beta.shape[1])
        self.code = codes[self.block, place, self.lane]
        self.column = self.columns[place]
        given = self.numbers[self.code]
        if len(given):
            odd = _MIDDLE + ((given - given.mean()) / max(given.std(), 1e-300)) ** 2
            self.edges = np.cumsum(odd) / odd.sum()

    def log_marginal(self, tally: Array, clusters: Array) -> Array:
        """Return the log density of the answers in each cluster, (..., K'), given how many there are of each level."""
        return self.kind.log_marginal(self.prior[clusters], tally, self.numbers)


class FavouritesStep:
    """Draws sharpness and favourites (`bayeshat.model.favourites`) given the labels, with phi integrated out.

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
        self._favoured = np.flatnonzero(favoured_slots(prior, slots))
        self._n_options = data.n_options[self._favoured]
        self._tally = ChainTally(data, weight)

    @property
    def learns(self) -> bool:
        """Whether there is anything to learn."""
        return len(self._favoured) > 0

    def make(self, chain: Chain, rng: np.random.Generator) -> None:
        """Draw new prior counts for a chain; counts that the survey states stay as they are."""
        if not self.learns:
            return
        tally = self._tally.of(chain)[:, self._favoured]
        chain.beta[self._favoured] = draw_favourites(tally, self._n_options, rng).transpose(1, 2, 0)
        # Phi belongs to the old favourites: the next sweep draws it anew instead of mirroring it.
        chain.phi[self._favoured] = 0.0
