"""Sweeps of surveys with other questions than choices: the part of each kind of question that kernels leave out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...kinds.rating import Rating
from ...model.columns import Columns, Slots
from ...model.prior import Prior
from ..draws import Draws
from ..kernels._gibbs_numba import DRAWN, Chain, Pace, Rows, Span
from .chain import ChainTally, chain_store
from .collapsed_steps import NumberMoves
from .style import StyleStep

Array = np.ndarray

# The least log density of a number, relative to the likeliest cluster. No number then rules a cluster out, and products
# of numbers that contradict each other do not underflow.
_LEAST = -150.0
# Share of the sweeps that begin with `NumberMoves`.
MOVED = 0.25


class KindsSweep:
    """Draws the parameters of numbers between sweeps, sets the kernels' tables of densities, and keeps the draws.

    Parameters
    ----------
    slots, columns
        Where answers stand, and what the columns ask.
    prior
        The priors.
    single
        Whether membership is single. Weights are then powers; otherwise a weighted question is asked repeatedly.
    """

    def __init__(self, slots: Slots, columns: Columns, prior: Prior, single: bool) -> None:
        self.slots, self.prior, self.single = slots, prior, single
        self.weight = np.ones(len(slots.n_levels))
        if single:
            self.weight[slots.column_slots] = columns.weights
        self.moves_names = bool(slots.numbers) and not single
        self._priors = [prior.answer_prior[:, group.questions, : group.n_prior] for group in slots.numbers]
        self._style: StyleStep | None = None

    def style_step(self, data: Any) -> StyleStep | None:
        """Return the steps of these people's answering style; None where they have none."""
        if self.prior.style is None:
            return None
        step = self._style
        if step is None or step.data is not data:
            self._style = step = StyleStep(data, self.slots, self.prior, self.weight)
        return step

    def take_over(self, data: Any, chain: Chain, before: Chain) -> None:
        """Give a chain of other people the answering style of the chain before, if it has any."""
        if (style := self.style_step(data)) is not None:
            chain.numbers[:], chain.spread[0] = before.numbers, before.spread[0]
            style.weigh(chain)

    def advance(
        self,
        kernel: Callable[..., None],
        data: Any,
        chain: Chain,
        draws: Draws,
        c: int,
        pace: Pace,
        rng: np.random.Generator,
    ) -> None:
        """Move a chain on as the kernel does; where there are numbers, sweep by sweep."""
        store, everybody = chain_store(draws, c, keeps_phi=False), Span(0, len(data.codes), DRAWN)
        steps = [Pace(pace.quiet, 0, 0, 1)] if pace.quiet else []
        steps += [Pace(pace.thin - 1, d, d + 1, 1) for d in range(pace.first, pace.last)]
        counts = count_levels(data, self.slots)
        tally = ChainTally(data, self.weight, self.slots.n_counted)
        moves = NumberMoves(data, self.slots, self.prior) if self.moves_names else None
        style = self.style_step(data)
        for step in steps:
            if not self.slots.numbers:
                kernel(data, chain, store, step, everybody)
                self._keep(chain, draws, c, step, None, 0.0)
                continue
            for _ in range(step.quiet):
                self._move(moves, chain, rng)
                self._draw_numbers(tally.of(chain), counts, chain, rng, style)
                kernel(data, chain, store, Pace(1, 0, 0, 1), everybody)
            if step.last > step.first:
                self._move(moves, chain, rng)
                phi, score = self._draw_numbers(tally.of(chain), counts, chain, rng, style)
                kernel(data, chain, store, step._replace(quiet=0), everybody)
                self._keep(chain, draws, c, step, phi, score)
                if draws.style is not None and style is not None:
                    draws.style[c, step.first] = style.style(chain)

    @staticmethod
    def _move(moves: NumberMoves | None, chain: Chain, rng: np.random.Generator) -> None:
        if moves is not None and rng.random() < MOVED:
            moves.make(chain, rng)

    def _draw_numbers(
        self, tally: Array, counts: Array, chain: Chain, rng: np.random.Generator, style: StyleStep | None
    ) -> tuple[Array, float]:
        """Draw the parameters (K, Q, M) of numbers given the tally, and set their tables.

        Returns them, and the log scale of the tables over all answers.
        """
        phi = np.zeros((self.prior.n_clusters, self.prior.n_questions, self.prior.n_wide))
        for group, prior in zip(self.slots.numbers, self._priors, strict=True):
            if style is not None and group.slots == style.part.slots:
                style.draw(chain, rng)
                phi[:, group.questions] = chain.numbers[:, group.questions]
                continue
            mine = tally[:, group.slots, : group.n_levels]
            phi[:, group.questions, : group.n_parameters] = group.kind.draw(prior, mine, group.numbers, rng)
        tables = np.zeros((len(phi), *self.slots.shape))
        log_scale = self._fill_numbers(tables, phi)
        n = self.slots.n_counted
        chain.phi[n:] = tables[:, n:].transpose(1, 2, 0)
        score = float((counts * log_scale).sum())
        if style is not None:
            score += style.weigh(chain)
            chain.spread[1] = score
        return phi, score

    def _fill_numbers(self, tables: Array, phi: Array) -> Array:
        """Fill the tables (..., K, S, V) of numbers with densities divided by the largest of any cluster.

        Returns the logarithm of that largest density, (..., S, V).
        """
        log_scale = np.zeros((*phi.shape[:-3], *self.slots.shape))
        for group in self.slots.numbers:
            width = group.n_levels
            if self.prior.style is not None and isinstance(group.kind, Rating):
                # How probable ratings are is up to `StyleStep`.
                tables[..., group.slots, :width] = 1.0
                continue
            parameters = phi[..., group.questions, : group.n_parameters]
            logs = group.kind.log_densities(parameters, group.numbers) * self.weight[group.slots, None]
            top = logs.max(axis=-3)
            log_scale[..., group.slots, :width] = top
            tables[..., group.slots, :width] = np.exp(np.maximum(logs - top[..., None, :, :], _LEAST))
        return log_scale

    def tables(self, phi: Array) -> tuple[Array, Array]:
        """Return all tables, (..., K, S, V), given parameters (..., K, Q, M), and the log scale of the densities."""
        tables = np.exp(self.slots.log_tables(phi))
        return tables, self._fill_numbers(tables, phi)

    def _keep(self, chain: Chain, draws: Draws, c: int, step: Pace, phi: Array | None, score: float) -> None:
        for d in range(step.first, step.last):
            draws.phi[c, d] = 0.0 if phi is None else phi
            self.slots.put_parameters(chain.phi.transpose(2, 0, 1), draws.phi[c, d])
            draws.log_likelihood[c, d] += score


def count_levels(data: Any, slots: Slots) -> Array:
    """Return how many answers there are of each level, (S, V)."""
    n_slots, n_levels = slots.shape
    counts = np.zeros((n_slots, n_levels + 1))
    for c, slot in enumerate(data.questions.astype(int)):
        if isinstance(data, Rows):
            codes, people = data.codes[:, c], np.diff(data.edges)
        else:
            codes, people = data.codes[:, c].ravel(), None
        # No answer is the last level, or -1.
        counts[slot] += np.bincount(codes % (n_levels + 1), people, minlength=n_levels + 1)
    return counts[:, :n_levels]
