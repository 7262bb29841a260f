"""The Gibbs sampler: chains side by side in threads, each with a random stream of its own."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from .._workers import Workers
from ..errors import ModelError
from ..model.density import log_marginal
from ..model.prior import Prior
from ._gibbs_numba import Data, Pace, Store, advance_mixed, advance_single
from .store import Draws

Array = np.ndarray
Tell = Callable[[int], None]

# Sweeps are cut into at most so many pieces, between which progress is told; each has at least so many labels to draw.
_PIECES = 20
# A single-membership chain spends half its tuning on this many starts and goes on from the most probable one. A chain
# that has merged two groups, or split one, can be stuck for good; the most probable of several starts rarely is.
STARTS = 16
_PIECE_LABELS = 1_000_000


class Gibbs:
    r"""Partially collapsed Gibbs sampling.

    Mixed membership: with :math:`w_{nc}` the cluster behind an answer and θ integrated out,

    .. math:: P(w_{nc} = k) \propto (\alpha_{nk} + \#\{c' \ne c: w_{nc'} = k\})\,\phi_{k,q_c,x_{nc}};

    then φ given w; for a draw that is kept also θ given w, and z, drawn from θ or its largest entry. Single membership:
    the clusters' shares π and φ given z, then z given both, where theta is P(z | π, φ).

    Parameters
    ----------
    codes, questions
        (N, C) answers, and (C,) the question of each column.
    prior
        The priors.
    membership
        "mixed" or "single".
    generators
        One per chain.
    threads
        Chains that run at the same time; this changes nothing in the draws.
    """

    def __init__(
        self,
        codes: Array,
        prior: Prior,
        membership: str,
        generators: list[np.random.Generator],
        threads: int,
        questions: Array | None = None,
    ) -> None:
        if membership == "single" and prior.membership_prior.ndim != 1:
            raise ModelError(
                "single membership must have one membership prior for everybody, (K,); got one per person, "
                f"{prior.membership_prior.shape}. Use membership='mixed', or prior_from(survey)."
            )
        self.prior = prior
        self.data = make_data(codes, prior, questions)
        self.labels = [start(codes, membership) for _ in generators]
        self.generators = generators
        self.threads = min(threads, len(generators))
        self._advance = advance_mixed if membership == "mixed" else advance_single

    def tune(self, sweeps: int, draws: Draws, tell: Tell) -> None:
        """Make sweeps that are not kept; under single membership, half of them look for a good start."""
        tried = sweeps // (2 * STARTS) if self._advance is advance_single else 0
        if tried:
            self._each_chain(lambda c: self._choose_start(c, tried, draws, tell))
        paces = [Pace(last - first, 0, 0, 1) for first, last in self._edges(STARTS * tried, sweeps, 1)]
        self._run(paces, draws, tell)

    def _choose_start(self, chain: int, sweeps: int, draws: Draws, tell: Tell) -> None:
        """Make some sweeps from each of several starts, and continue from the most probable labels."""
        store, best = chain_store(draws, chain), -np.inf
        for _ in range(STARTS):
            labels = np.full_like(self.labels[chain], -1)
            self._advance(self.generators[chain], self.data, labels, store, Pace(sweeps, 0, 0, 1))
            reached = log_marginal(self.data.codes, labels[:, 0], self.prior, self.data.questions)
            if reached > best:
                best, self.labels[chain] = reached, labels
            tell(sweeps)

    def collect(self, draws: Draws, first: int, last: int, thin: int, tell: Tell) -> None:
        """Fill draws ``first`` to ``last`` of every chain, each after ``thin`` sweeps."""
        self._run([Pace(0, a, b, thin) for a, b in self._edges(first, last, thin)], draws, tell)
        draws.n_summed += last - first

    def _edges(self, first: int, last: int, thin: int) -> list[tuple[int, int]]:
        """Cut a range of draws into pieces."""
        labels = (last - first) * thin * self.labels[0].size
        pieces = max(1, min(_PIECES, last - first, labels // _PIECE_LABELS))
        return list(pairwise(np.unique(np.linspace(first, last, pieces + 1).astype(int)).tolist()))

    def _run(self, paces: list[Pace], draws: Draws, tell: Tell) -> None:
        def chain(c: int) -> None:
            store = chain_store(draws, c)
            for pace in paces:
                self._advance(self.generators[c], self.data, self.labels[c], store, pace)
                tell(pace.quiet + (pace.last - pace.first) * pace.thin)

        self._each_chain(chain)

    def _each_chain(self, work: Callable[[int], None]) -> None:
        with Workers(self.threads) as workers:
            workers.map(work, list(range(len(self.generators))))


def make_data(codes: Array, prior: Prior, questions: Array | None = None) -> Data:
    """Return answers and priors as the kernels take them; by default there is one column per question."""
    return Data(
        codes=np.ascontiguousarray(codes, dtype=np.int16),
        questions=np.array(range(codes.shape[1]) if questions is None else questions, dtype=np.uint64),
        alpha=np.ascontiguousarray(np.atleast_2d(prior.membership_prior), dtype=float),
        beta=np.ascontiguousarray(prior.answer_prior.transpose(1, 2, 0), dtype=float),
        n_options=np.ascontiguousarray(prior.n_options, dtype=np.int64),
    )


def start(codes: Array, membership: str) -> Array:
    """Return a chain's first state: nothing has a label yet."""
    return np.full(codes.shape if membership == "mixed" else (len(codes), 1), -1, dtype=np.int16)


def chain_store(draws: Draws, chain: int) -> Store:
    """Return one chain's part of the arrays."""
    weights = np.empty((0, 0)) if draws.weights is None else draws.weights[chain]
    return Store(
        z=draws.z[chain],
        phi=draws.phi[chain],
        theta=draws.theta[chain],
        theta_sum=draws.theta_sum[chain],
        weights=weights,
        log_likelihood=draws.log_likelihood[chain],
        stride=draws.stride,
        dominant=draws.dominant,
    )
