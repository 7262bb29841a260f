"""Steps of mixed membership that let answers of numbers change their clusters where sweeps cannot."""

from __future__ import annotations

import numpy as np
from scipy.special import gammaln

from ...model.prior import Prior
from ...model.slots import Numbers, Slots
from .kernels._gibbs_numba import Blocks, Chain
from .label_exchange import LabelExchange

Array = np.ndarray

# Weight of an answer in the middle of its question, beside one that lies a standard deviation away.
_MIDDLE = 0.1


class NumberMoves:
    r"""Three steps with the parameters of answers integrated out, on which sweeps depend.

    Where a question's prior is alike in two clusters, all its labels may have to change places at once, or those of all
    other questions. And while one odd number makes a cluster wide, no sweep gives it to a narrow one, however wide that
    would then be. So

    - two clusters exchange all their labels, which is accepted or not (Metropolis);
    - they do so in one question for numbers, chosen at random;
    - one answer to that question gets a new label w, with n the person's counts and t the tally without it:

    .. math:: P(w = k) \propto (\alpha_k + n_k)\,\frac{p(t_k \text{ and this answer})}{p(t_k)}

    Odd numbers are chosen more often: in proportion to 0.1 plus the squared distance from the mean, in standard
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
        """Draw the label of one answer anew."""
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
        edges = np.cumsum((alpha + counts) * np.exp(logs - logs.max()))
        new = np.searchsorted(edges, rng.random() * edges[-1])
        counts[new] += 1
        tally[new] += 1
        chain.labels[block, column, lane] = new


class NumberQuestion:
    """The answers of one question for numbers: where they stand, and what their labels say of the parameters."""

    def __init__(self, data: Blocks, group: Numbers, i: int, prior: Array) -> None:
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
