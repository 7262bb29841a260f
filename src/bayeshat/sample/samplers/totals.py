"""Gibbs sampling where the number of people in each cluster is known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from ...model.prior import Prior
from ...options import Workers
from ..draws import Draws, Size
from ..kernels._gibbs_numba import Chain, Pace, Rows
from ..kernels._totals_numba import redraw_labels
from .gibbs import FAVOURITES_SWEEPS, Gibbs
from .sampler import Info, Tell

Array = np.ndarray

# Smaller probabilities are taken to be this small.
_LEAST = 1e-300


class Labels(NamedTuple):
    """One chain's labels given the totals; the arrays change as it moves on."""

    chain: Chain  # phi, which is drawn as without totals
    labels: Array  # (N,) everybody's cluster
    totals: Array  # (K,) people in each cluster
    houses: Array  # (K,) which house a cluster is; changes where only totals tell houses apart
    scratch: Draws  # one draw of everything, as without totals
    rng: np.random.Generator  # for the parameters of numbers


class TotalsGibbs(Gibbs):
    r"""Gibbs sampling of single membership given the totals :math:`m_k`.

    .. math:: p(z \mid \phi, m, x) \propto \prod_n \prod_c \phi_{z_n,q_c,x_{nc}}\; \prod_k [\#\{n: z_n = k\} = m_k]

    φ is drawn given z as without totals. Moving one person at a time would break the totals, so z is drawn for all
    people of two clusters at once, exactly, one pair of clusters after the other (``_totals_numba``). Where two houses
    have the same answer prior, only their totals tell them apart. These two may also exchange their totals, which takes
    a chain from one reading of the answers to the other.

    The chains first run as a mixture whose shares are near the totals, and then keep to the totals. ``weights`` are not
    drawn: they are each house's probability for one more person, (α_k + m_k) / (Σα + N).

    Parameters
    ----------
    codes, prior
        The answers, and the priors with the totals.
    *others
        As for :class:`Gibbs`; the membership is "single".
    """

    def __init__(self, codes: Array, prior: Prior, *others: Any) -> None:
        totals = np.array(prior.totals, dtype=np.int64)
        near = replace(prior, membership_prior=totals + prior.membership_prior, totals=None)
        super().__init__(codes, near, *others)
        # The labels of all people depend on each other, so threads cannot share a chain's people.
        self._shares_people = False
        self.totals = totals
        self.weights = near.membership_prior / near.membership_prior.sum()
        self.data: Rows = self.data
        self.rows = np.repeat(np.arange(len(self.data.codes)), np.diff(self.data.edges))
        self.kinds = self._find_kinds(prior)

    @staticmethod
    def _find_kinds(prior: Prior) -> Array:
        """Return a number for each cluster, the same for clusters that only totals tell apart."""
        return replace(prior, totals=None).alike

    def init(self, sweeps: int, tell: Tell) -> Any:
        """Run all chains: first as a mixture, then with the totals."""
        mixture = super().init(sweeps, lambda done: tell(0.5 * done))
        states = [self._begin(chain, rng) for chain, rng in zip(mixture, self.generators, strict=True)]
        self._run_all(states, lambda state: self._settle(state, sweeps, tell))
        return states

    def step(self, state: Any, draws: Draws, thin: int, tell: Tell) -> tuple[Any, Info]:
        """Fill the draws of every chain after those that are kept, one every ``thin`` sweeps."""
        new = range(draws.n_kept, draws.log_likelihood.shape[1])
        numbered = list(enumerate(state))

        def fill(task: tuple[int, Labels]) -> None:
            c, own = task
            for d in new:
                for _ in range(thin):
                    expected, log_likelihood = self._sweep_labels(own)
                self._keep(own, draws, c, d, expected, log_likelihood)
                tell(thin)

        self._run_all(numbered, fill)
        draws.n_summed += len(new)
        return state, Info(len(new) * thin)

    def _run_all(self, tasks: list[Any], work: Any) -> None:
        with Workers(min(self.threads, len(tasks))) as workers:
            workers.map(work, tasks)

    def _begin(self, chain: Chain, rng: np.random.Generator) -> Labels:
        """Return the chain's labels, with people moved at random out of clusters that are larger than their totals."""
        labels = chain.labels.astype(np.int64)
        missing = np.maximum(self.totals - np.bincount(labels, minlength=len(self.totals)), 0)
        for k in range(len(self.totals)):
            here = rng.permutation(np.flatnonzero(labels == k))[self.totals[k] :]
            for n in here:
                labels[n] = int(np.argmax(missing > 0))
                missing[labels[n]] -= 1
        shape = (self.prior.n_clusters, self.prior.n_questions, self.prior.n_wide)
        scratch = Size(1, 1, len(labels), *shape, single=True).allocate(1)
        return Labels(chain, labels, self.totals.copy(), np.arange(len(self.totals)), scratch, rng)

    def _settle(self, own: Labels, sweeps: int, tell: Tell) -> None:
        for _ in range(sweeps):
            self._sweep_labels(own)
        tell(0.5 * sweeps)

    def _sweep_labels(self, own: Labels) -> tuple[Array, float]:
        """Draw phi given the labels and the labels given phi; return P(house), (N, K), and the log likelihood."""
        self._count(own)
        if self._favourites.learns and own.rng.random() < 1 / FAVOURITES_SWEEPS:
            self._favourites.make(own.chain, own.rng)
        # As without totals: phi given the labels, and each cluster's probability given the answers.
        scratch = own.scratch
        self._advance(self.data, own.chain, own.rng, scratch, 0, Pace(0, 0, 1, 1))
        theta, share = scratch.theta[0, 0], own.chain.share
        answers = theta / share
        expected = np.empty(theta.shape)
        redraw_labels(
            np.log(np.maximum(answers, _LEAST)), self.kinds, own.labels, own.totals, own.houses, own.chain.own, expected
        )
        log_likelihood = scratch.log_likelihood[0, 0] + np.log(answers @ self.weights[own.houses]).sum()
        return expected, float(log_likelihood)

    def _count(self, own: Labels) -> None:
        """Tell the chain how many people of each row of answers are in each cluster."""
        counts = own.chain.counts
        cells = self.rows * counts.shape[1] + own.labels[self.data.people]
        counts[:] = np.bincount(cells, minlength=counts.size).reshape(counts.shape)

    def _keep(self, own: Labels, draws: Draws, c: int, d: int, expected: Array, log_likelihood: float) -> None:
        """Keep a draw, with houses in the place of clusters."""
        draws.z[c, d] = own.houses[own.labels]
        draws.phi[c, d, own.houses] = own.scratch.phi[0, 0]
        draws.log_likelihood[c, d] = log_likelihood
        draws.theta_sum[c] += expected
        if d % draws.stride == 0:
            draws.theta[c, d // draws.stride] = expected
        if draws.weights is not None:
            draws.weights[c, d] = self.weights
