"""The default backend: the passes as compiled kernels, with the people shared out over threads."""

from __future__ import annotations

from functools import cached_property
from typing import Self

import numpy as np

from ..._workers import Workers
from ..labels.draws import LabelDraws
from ..search._tables_numba import add_counts, share_of_draws
from ..search.problem import Problem, new_state, padded
from ._passes_numba import (
    choose_groups,
    exact_gains,
    fill_gaps,
    move_all,
    prepare_moves,
    swap_all,
    table_gains,
    update_sizes,
    value_of,
)
from .numpy_backend import NumpyBackend
from .packed_draws import PackedDraws

Array = np.ndarray

# With fewer people, tables for packed draws take longer to fill than they save.
_MANY_PEOPLE = 2000
# Up to here a packed row of one entry per cluster is added up faster than single weights.
_PACKED_CLUSTERS = 8


class NumbaBackend(NumpyBackend):
    """As ``NumpyBackend``, compiled; no result depends on the number of threads."""

    def __init__(self, problem: Problem, workers: Workers) -> None:
        super().__init__(problem, workers)
        self.state = new_state(problem)
        # The kernels work on the same arrays as the methods that are not overridden.
        self.labels, self.sizes, self.utilities = self.state.labels, self.state.size.sizes, self.state.utilities
        self.labels[:] = 0
        self.own = self.state.own
        self.counts = self.state.counts.reshape(self.counts.shape)

    def adopt(self) -> None:
        """Go over to the assignment on trial."""
        super().adopt()
        update_sizes(self.problem.size, self.state.size)

    @cached_property
    def packed(self) -> PackedDraws:
        """The draws, several to a byte."""
        return PackedDraws(self.problem.z, self.problem.n_clusters, self.workers)

    def narrowed(self, people: Array) -> Self:
        """Return a backend where only these people may move, and the others stay counted where they are."""
        few = super().narrowed(people)
        few.packed = self.packed.of(people)
        return few

    def add_counts(self, labels: Array, people: Array, step: int) -> None:
        """Enter people into the contingency tables, or take them out."""
        if len(people) > _MANY_PEOPLE:
            self.packed.count(labels, people, step, self.counts)
            return
        count_into(self.problem.z, labels, people, step, self.state.counts, self.width, self.workers)

    def objective(self) -> float:
        """Return the expected loss, up to what depends on the draws alone."""
        return float(value_of(self.problem, self.state))

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        if draws is None and self.n_people > _MANY_PEOPLE:
            self.packed.gains(table, self.utilities)
        else:
            codes = self.problem.z if draws is None else np.ascontiguousarray(self.problem.z[:, draws])
            flat = table.reshape(len(table), -1)
            self.workers.over(self.n_people, lambda start, stop: table_gains(codes, flat, start, stop, self.utilities))
        if len(self.problem.cost):
            self.utilities -= cost_scale * self.problem.cost

    def choose(self, prices: Array) -> Array:
        """Put everybody on trial where gain less price is largest; the own group wins ties."""
        self.trial[:] = self.labels
        self.workers.over(
            self.n_people, lambda start, stop: choose_groups(self.utilities, prices, start, stop, self.trial)
        )
        self.trial_sizes[:] = np.bincount(self.trial, minlength=self.n_groups)
        return self.trial_sizes.copy()

    def _gaps(self, prices: Array) -> Array:
        gaps = np.empty(self.n_people)
        self.workers.over(
            self.n_people, lambda start, stop: fill_gaps(self.utilities, prices, start, stop, self.trial, gaps)
        )
        return gaps

    def move_each(self) -> int:
        """Move each person who gains by it, after a second look with everything up to date; return how many did."""
        self._fill_exact()
        return int(move_all(self.problem, self.state))

    def swap_pairs(self) -> int:
        """Swap each pair that gains by it; return how many did."""
        self._fill_exact()
        return int(swap_all(self.problem, self.state))

    def _fill_exact(self) -> None:
        prepare_moves(self.problem, self.state)
        if self.n_people > _MANY_PEOPLE:
            everybody = np.arange(self.n_people)
            self.gains(self.state.leave.reshape(self.counts.shape))
            self.own[:] = self.utilities[everybody, self.labels]
            self.gains(self.state.enter.reshape(self.counts.shape))
            return
        self.workers.over(self.n_people, lambda start, stop: exact_gains(self.problem, self.state, start, stop))


def count_into(
    codes: Array, labels: Array, people: Array, step: int, counts: Array, width: int, workers: Workers
) -> None:
    """Add people to the contingency tables (T, K * P), each thread to tables of its own first."""

    def part(some: Array) -> Array:
        own = np.zeros_like(counts)
        add_counts(codes, labels, some, step, own, width)
        return own

    pieces = np.array_split(people, workers.threads) if len(people) > 256 else [people]
    for own in workers.map(part, pieces):
        counts += own


def count_everybody(draws: LabelDraws, labels: Array, n_groups: int, workers: Workers) -> Array:
    """Count the people of each cluster in each group, in every draw: (T, K, G)."""
    width = padded(n_groups)
    counts = np.zeros((draws.n_draws, draws.n_clusters * width), np.int32)
    count_into(draws.codes, labels, np.arange(len(labels)), 1, counts, width, workers)
    return counts.reshape(draws.n_draws, draws.n_clusters, width)[:, :, :n_groups]


def cluster_probabilities(draws: LabelDraws, workers: Workers) -> Array:
    """Return the weighted share of draws in which each person is in each cluster, (N, K)."""
    if draws.n_people > _MANY_PEOPLE and draws.n_clusters <= _PACKED_CLUSTERS:
        width = padded(draws.n_clusters)
        wide = np.empty((draws.n_people, width))
        table = draws.weights[:, None, None] * np.eye(draws.n_clusters, width)
        PackedDraws(draws.codes, draws.n_clusters, workers).gains(table, wide)
        return wide[:, : draws.n_clusters]
    out = np.empty((draws.n_people, draws.n_clusters))
    workers.over(draws.n_people, lambda start, stop: share_of_draws(draws.codes, draws.weights, start, stop, out))
    return out
