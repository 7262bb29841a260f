"""The default backend: the passes as compiled kernels, with the people shared out over threads."""

from __future__ import annotations

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
    prepare_tangent,
    swap_all,
    table_gains,
    tangent_gains,
    update_sizes,
    value_of,
)
from .numpy_backend import NumpyBackend

Array = np.ndarray


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

    def add_counts(self, labels: Array, people: Array, step: int) -> None:
        """Enter people into the contingency tables, or take them out."""
        count_into(self.problem.z, labels, people, step, self.state.counts, self.width, self.workers)

    def objective(self) -> float:
        """Return the expected loss, up to what depends on the draws alone."""
        return float(value_of(self.problem, self.state))

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        codes = self.problem.z if draws is None else np.ascontiguousarray(self.problem.z[:, draws])
        flat = table.reshape(len(table), -1)
        self.workers.over(self.n_people, lambda start, stop: table_gains(codes, flat, start, stop, self.utilities))
        if len(self.problem.cost):
            self.utilities -= cost_scale * self.problem.cost

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""
        prepare_tangent(self.problem, self.state)
        self.workers.over(self.n_people, lambda start, stop: tangent_gains(self.problem, self.state, start, stop))

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
    out = np.empty((draws.n_people, draws.n_clusters))
    workers.over(draws.n_people, lambda start, stop: share_of_draws(draws.codes, draws.weights, start, stop, out))
    return out
