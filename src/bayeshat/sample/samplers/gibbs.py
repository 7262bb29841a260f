"""The Gibbs sampler: chains run in parallel threads; with many people, threads also share the people of a chain."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

from ...model.columns import Columns, as_columns, with_known
from ...model.density import log_marginal_of_tally
from ...model.prior import Prior
from ...options import Workers
from ..draws import Draws, Size
from ..kernels._gibbs_numba import DRAWN, KEPT, Chain, Pace, Span, advance_mixed, advance_single
from .chain import ChainTally, chain_store, make_data, start_chain
from .collapsed_steps import FavouritesStep, LabelExchange
from .kinds import KindsSweep
from .sampler import Info, Tell

Array = np.ndarray

# Pieces that a run is cut into to report progress, at most.
_PIECES = 20
# Labels to draw in each of these pieces, at least.
_PIECE_LABELS = 1_000_000
# With fewer labels than this per sweep, threads that share one chain's people would mostly wait for each other.
_SHARED_LABELS = 200_000
# Starts that a chain of single membership spends half its tuning on; it goes on from the most probable one. A chain
# that has merged two groups, or split one, can be stuck for good; the most probable of several starts rarely is.
STARTS = 16
# People that a chain runs on first; then on about three times as many, and so on. With few people it moves freely
# between explanations of the answers; with all of them from the start, it can be stuck for good.
FIRST_PART = 300
# Sweeps between two exchanges of names, at least.
_EXCHANGE_SWEEPS = 10
# Labels drawn between two exchanges of names, at least. An exchange takes as long as a thousand labels.
_EXCHANGE_LABELS = 50_000
# Sweeps between two draws of favourites, which take about as long as these sweeps.
FAVOURITES_SWEEPS = 10


class Gibbs:
    r"""Partially collapsed Gibbs sampling.

    Mixed membership: with :math:`w_{nc}` the cluster behind an answer and θ integrated out,

    .. math:: P(w_{nc} = k) \propto (\alpha_{nk} + \#\{c' \ne c: w_{nc'} = k\})\,\phi_{k,q_c,x_{nc}};

    then φ given w; for a draw that is kept also θ given w, and z, drawn from θ or its largest entry. Single membership:
    the clusters' shares π and φ given z, then z given both, where theta is P(z | π, φ).

    Parameters
    ----------
    codes, columns
        (N, C) answers, and what the columns ask.
    prior
        The priors.
    membership
        "mixed" or "single".
    generators
        One per chain.
    threads
        Number of threads; it does not change the draws.
    known
        (N,) known clusters, -1 where none is, or None.
    """

    def __init__(
        self,
        codes: Array,
        prior: Prior,
        membership: str,
        generators: list[np.random.Generator],
        threads: int,
        columns: Columns | Array | None = None,
        known: Array | None = None,
    ) -> None:
        self.codes, self.membership, self.known = codes, membership, known
        self.prior = with_known(prior, known) if membership == "mixed" else prior
        self.columns = as_columns(columns, codes.shape[1])
        self.generators, self.threads = generators, threads
        self.data = make_data(codes, self.prior, membership, self.columns, known)
        self._kernel = advance_mixed if membership == "mixed" else advance_single
        self._nothing = Size(len(generators), 1, 1, 1, 1, 1, False).allocate(1)
        slots, single = self.columns.slots, membership == "single"
        self._kinds = None if slots is None else KindsSweep(slots, self.columns, self.prior, single)
        self._weight = self.data.weight if self._kinds is None else self._kinds.weight
        many = codes.size >= _SHARED_LABELS and self._kinds is None
        moves_names = self._kinds is not None and self._kinds.moves_names
        self._exchange = None if moves_names else LabelExchange(self.data, self.prior, slots, self._weight)
        self._favourites = FavouritesStep(self.data, self.prior, slots, self._weight)
        # Threads with whole chains never wait for each other, but some are idle if chains cannot be dealt out evenly.
        self._shares_people = many and len(generators) % threads != 0

    def init(self, sweeps: int, tell: Tell) -> Any:
        """Start all chains and run them: first each on growing parts of the people, then on everybody."""
        n_people = len(self.codes)
        sizes = part_sizes(n_people)
        share = 1.0 / (1.0 + sum(sizes) / n_people)
        with Workers(min(self.threads, len(self.generators))) as workers:
            chains = workers.map(
                lambda rng: self._start(rng, sizes, sweeps, lambda done: tell((1 - share) * done)), self.generators
            )
        paces = [Pace(last - first, 0, 0, 1) for first, last in self._edges(0, sweeps, 1)]
        self._run(chains, paces, self._nothing, lambda done: tell(share * done))
        return chains

    def step(self, state: Any, draws: Draws, thin: int, tell: Tell) -> tuple[Any, Info]:
        """Fill the draws of every chain after those that are kept, one every ``thin`` sweeps."""
        first, last = draws.n_kept, draws.log_likelihood.shape[1]
        self._run(state, [Pace(0, a, b, thin) for a, b in self._edges(first, last, thin)], draws, tell)
        draws.n_summed += last - first
        return state, Info((last - first) * thin)

    def _start(self, rng: np.random.Generator, sizes: list[int], sweeps: int, tell: Tell) -> Chain:
        """Return one chain of everybody, started from the phi of the largest part if there are parts."""
        everybody = len(self.codes)
        order = rng.permutation(everybody) if sizes else np.arange(0)
        if sizes and self.known is not None:
            # People whose cluster is known come first: without them, a part could swap the clusters' names.
            order = order[np.argsort(self.known[order] < 0, kind="stable")]
        before: Chain | None = None
        for size in sizes:
            data = self._part(order[:size])
            chain = self._go_over(rng, data, before, sweeps)
            self._advance(data, chain, rng, self._nothing, 0, Pace(sweeps, 0, 0, 1))
            tell(sweeps * size / sum(sizes))
            before = chain
        return self._go_over(rng, self.data, before, sweeps)

    def _go_over(self, rng: np.random.Generator, data: Any, before: Chain | None, sweeps: int) -> Chain:
        """Return a chain of other people that starts from the phi of the chain before."""
        if before is None:
            return self._choose_start(rng, data, sweeps)
        chain = start_chain(data, rng, self.prior)
        chain.phi[:], chain.share[:] = before.phi, before.share
        if self._kinds is not None:
            self._kinds.take_over(data, chain, before)
        given = Span(0, len(data.codes), KEPT)
        self._kernel(data, chain, chain_store(self._nothing, 0), Pace(1, 0, 0, 1), given)
        return chain

    def _choose_start(self, rng: np.random.Generator, data: Any, sweeps: int) -> Chain:
        """Return a new chain; under single membership the most probable of several starts, after some sweeps each."""
        chain = start_chain(data, rng, self.prior)
        tried = sweeps // (2 * STARTS) if self.membership == "single" else 0
        best, tallies = -np.inf, ChainTally(data, self._weight)
        for _ in range(STARTS if tried else 0):
            other = start_chain(data, rng, self.prior)
            self._advance(data, other, rng, self._nothing, 0, Pace(tried, 0, 0, 1))
            if self.prior.style is None:
                sizes = other.counts.sum(axis=0)
                reached = log_marginal_of_tally(tallies.of(other), sizes, self.prior, self.columns.slots)
            else:
                # Styles and all parameters cannot be integrated out together.
                reached = other.score.sum() + other.spread[1]
            if reached > best:
                best, chain = reached, other
        return chain

    def _advance(self, data: Any, chain: Chain, rng: np.random.Generator, draws: Draws, c: int, pace: Pace) -> None:
        """Move a chain of all people of these data on."""
        if self._kinds is not None:
            self._kinds.advance(self._kernel, data, chain, draws, c, pace, rng)
        else:
            self._kernel(data, chain, chain_store(draws, c), pace, Span(0, len(data.codes), DRAWN))

    def _part(self, people: Array) -> Any:
        alpha = self.prior.membership_prior
        prior = self.prior if alpha.ndim == 1 else replace(self.prior, membership_prior=alpha[people])
        known = None if self.known is None else self.known[people]
        return make_data(self.codes[people], prior, self.membership, self.columns, known)

    def _edges(self, first: int, last: int, thin: int) -> list[tuple[int, int]]:
        """Cut a range of draws into pieces."""
        labels = (last - first) * thin * self.codes.size
        pieces = max(1, min(_PIECES, last - first, labels // _PIECE_LABELS))
        return list(pairwise(np.unique(np.linspace(first, last, pieces + 1).astype(int)).tolist()))

    def _run(self, chains: list[Chain], paces: list[Pace], draws: Draws, tell: Tell) -> None:
        def whole_chain(c: int) -> None:
            for pace in paces:
                for piece in self._pieces(pace):
                    self._begin_piece(chains[c], self.generators[c])
                    self._advance(self.data, chains[c], self.generators[c], draws, c, piece)
                tell(pace.quiet + (pace.last - pace.first) * pace.thin)

        with Workers(self.threads) as workers:
            if not self._shares_people:
                workers.map(whole_chain, list(range(len(chains))))
                return
            for pace in paces:
                for piece in self._pieces(pace):
                    workers.map(lambda both: self._begin_piece(*both), list(zip(chains, self.generators, strict=True)))
                    for _ in range(piece.quiet):
                        self._sweep(workers, chains, draws, -1)
                    for d in range(piece.first, piece.last):
                        for i in range(piece.thin):
                            self._sweep(workers, chains, draws, d if i == piece.thin - 1 else -1)
                tell((pace.quiet + (pace.last - pace.first) * pace.thin) * len(chains))

    def _pieces(self, pace: Pace) -> list[Pace]:
        """Cut a pace into pieces; before each one, clusters may exchange their names, and favourites are drawn."""
        if self._exchange is None and not self._favourites.learns:
            return [pace]
        every = max(_EXCHANGE_SWEEPS, _EXCHANGE_LABELS // max(1, self.codes.size))
        if self._favourites.learns:
            every = FAVOURITES_SWEEPS
        quiet = [Pace(min(every, pace.quiet - done), 0, 0, 1) for done in range(0, pace.quiet, every)]
        step = max(1, every // pace.thin)
        firsts = range(pace.first, pace.last, step)
        return quiet + [Pace(0, first, min(first + step, pace.last), pace.thin) for first in firsts]

    def _begin_piece(self, chain: Chain, rng: np.random.Generator) -> None:
        if self._exchange is not None:
            self._exchange.make(chain, rng)
        # Always after an exchange, which leaves favourites with the wrong clusters.
        self._favourites.make(chain, rng)

    def _sweep(self, workers: Workers, chains: list[Chain], draws: Draws, d: int) -> None:
        """Make one sweep of all chains, with each chain's people divided among the threads; keep it as draw d >= 0."""
        quiet, only_phi = Pace(1, 0, 0, 1), Span(0, 0, DRAWN)
        nothing = chain_store(self._nothing, 0)
        workers.map(lambda chain: self._kernel(self.data, chain, nothing, quiet, only_phi), chains)
        edges = np.linspace(0, len(self.data.codes), self.threads + 1).astype(int).tolist()
        tasks = [(c, Span(a, b, KEPT)) for c in range(len(chains)) for a, b in pairwise(edges)]

        def sweep(task: tuple[int, Span]) -> Array:
            c, span = task
            chain = chains[c]._replace(tally=np.zeros_like(chains[c].tally))
            self._kernel(self.data, chain, chain_store(draws, c), quiet if d < 0 else Pace(0, d, d + 1, 1), span)
            return chain.tally

        for (c, _), tally in zip(tasks, workers.map(sweep, tasks), strict=True):
            chains[c].tally[:] += tally
        for c, chain in enumerate(chains if d >= 0 else []):
            draws.phi[c, d] = chain.phi.transpose(2, 0, 1)
            # Added up in the same order as in the kernel, for the same bits.
            draws.log_likelihood[c, d] = sum(chain.score.tolist())
            if draws.weights is not None:
                draws.weights[c, d] = chain.share


def part_sizes(n_people: int) -> list[int]:
    """Return the sizes of the parts that a chain runs on before it goes on to everybody.

    Examples
    --------
    >>> part_sizes(300), part_sizes(5000)
    ([], [300, 1000, 3000])
    """
    sizes = [part * 10**power for power in range(9) for part in (FIRST_PART, 1000)]
    return [size for size in sizes if 1.5 * size <= n_people]
