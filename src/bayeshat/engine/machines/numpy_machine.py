"""The readable machine: every pass in plain NumPy. Other machines override its methods and must agree with it."""

from __future__ import annotations

from typing import Self

import numpy as np

from ...options import Workers
from ..kernels.arrays import ENTER, LEAVE, TOLERANCE, Arrays, move_costs, new_state
from .machine import Judgement, Machine

Array = np.ndarray


class NumpyMachine(Machine):
    """One assignment of everybody, with draws, gains and contingency tables as NumPy arrays.

    Parameters
    ----------
    arrays
        The problem; ``arrays.z`` (N, T) holds the draws.
    workers
        Threads to spread people over; not used here.
    """

    def __init__(self, arrays: Arrays, workers: Workers) -> None:
        self.arrays, self.workers = arrays, workers
        self.n_people, self.n_draws = arrays.z.shape
        self.n_groups = len(arrays.size.log_target)
        self.state = state = new_state(arrays)
        self.labels, self.sizes, self.utilities, self.own = state.labels, state.size.sizes, state.utilities, state.own
        self.counts = state.counts.reshape(self.n_draws, arrays.n_clusters, arrays.cost.shape[1])
        self.trial = np.zeros(self.n_people, np.int64)
        self.trial_sizes = np.zeros(self.n_groups, np.int64)
        self._counted = False
        self._others = False  # whether the tables also count people outside this machine

    # The assignment

    def start(self, labels: Array) -> None:
        """Adopt an assignment."""
        self.try_all(labels)
        self.adopt()

    def narrowed(self, people: Array) -> Self:
        """Return a machine where only these people may move; the others stay counted in their groups."""
        arrays = self.arrays
        cost = arrays.cost[people] if len(arrays.cost) else arrays.cost
        few = type(self)(arrays._replace(z=arrays.z[people], cost=cost), self.workers)
        few.join_others(self.labels[people], self.counts)
        return few

    def join_others(self, labels: Array, counts: Array) -> None:
        """Adopt an assignment and contingency tables (T, K, P) that also count people outside this machine."""
        self.try_all(labels)
        self.labels[:], self.sizes[:] = self.trial, self.trial_sizes
        self.counts[:] = counts
        self._counted = self._others = True

    def labels_on_host(self) -> Array:
        """Return a copy of the assignment, (N,)."""
        return self.labels.copy()

    def adopt(self) -> None:
        """Adopt the trial assignment; if fewer than half of the people moved, only they are counted."""
        moved = np.flatnonzero(self.trial != self.labels)
        if self._counted and (self._others or 2 * len(moved) < self.n_people):
            self.add_counts(self.labels, moved, -1)
        else:
            moved = np.arange(self.n_people)
            self.counts[:] = 0
        self.add_counts(self.trial, moved, 1)
        self.labels[:] = self.trial
        self.sizes[:] = self.trial_sizes
        self._counted = True

    def add_counts(self, labels: Array, people: Array, step: int) -> None:
        """Add people to the contingency tables (step 1), or remove them (step -1)."""
        groups = labels[people]
        for t in range(self.n_draws):
            np.add.at(self.counts[t], (self.arrays.z[people, t], groups), step)

    def costs_by_group(self) -> Array:
        """Return the personal costs of each group's people if they were in each group, (G, G)."""
        total = np.zeros((self.n_groups, self.n_groups))
        if len(self.arrays.cost):
            np.add.at(total, self.labels, self.arrays.cost[:, : self.n_groups])
        return total

    # Gains

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        self.utilities[:] = 0.0
        for row, t in zip(table, range(self.n_draws) if draws is None else draws, strict=True):
            self.utilities += row[self.arrays.z[:, t]]
        if len(self.arrays.cost):
            self.utilities -= cost_scale * self.arrays.cost

    def gains_of(self, people: Array) -> Array:
        """Return some people's gains, (M, P)."""
        return self.utilities[people]

    # Transport

    def choose(self, prices: Array, close: float = -1.0) -> tuple[Array, Array]:
        """Try everybody where gain minus price is largest; return the sizes, and who nearly chose another group."""
        worth = self._worth(prices)
        best = worth.argmax(axis=1)
        everybody = np.arange(self.n_people)
        stay = worth[everybody, self.labels] == worth[everybody, best]
        self.try_all(np.where(stay, self.labels, best))
        pairs = np.zeros((self.n_groups, self.n_groups), np.int64)
        leaning = self._gaps(prices) <= close
        worth[everybody, self.trial] = -np.inf
        np.add.at(pairs, (self.trial[leaning], worth.argmax(axis=1)[leaning]), 1)
        return self.trial_sizes.copy(), pairs

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who prefers their trial group by at most ``limit``, their gains and these groups."""
        people = np.flatnonzero(self._gaps(prices) <= limit)
        return people, self.gains_of(people), self.trial[people]

    def try_all(self, labels: Array) -> None:
        """Try everybody in these groups, (N,)."""
        self.trial[:] = labels
        self.trial_sizes[:] = np.bincount(labels, minlength=self.n_groups)

    def try_groups(self, people: Array, groups: Array) -> None:
        """Try some people in these groups."""
        self.trial_sizes -= np.bincount(self.trial[people], minlength=self.n_groups)
        self.trial_sizes += np.bincount(groups, minlength=self.n_groups)
        self.trial[people] = groups

    def judge(self, prices: Array) -> Judgement:
        """Judge the trial assignment."""
        return Judgement(self.trial_gain(), float(self._gaps(prices).min()))

    def trial_gain(self) -> float:
        """Return what the trial assignment gains, without the size part."""
        moved = np.flatnonzero(self.trial != self.labels)
        return float((self.utilities[moved, self.trial[moved]] - self.utilities[moved, self.labels[moved]]).sum())

    def _worth(self, prices: Array) -> Array:
        return self.utilities[:, : self.n_groups] - prices

    def _gaps(self, prices: Array) -> Array:
        """Return by how much everybody prefers their trial group to the best other one, (N,)."""
        worth = self._worth(prices)
        everybody = np.arange(self.n_people)
        own = worth[everybody, self.trial]
        worth[everybody, self.trial] = -np.inf
        return own - worth.max(axis=1)

    # One by one

    def move_each(self, sweeps: int) -> int:
        """Move people one by one until nobody gains; return the number of moves."""
        changes = 0
        for _ in range(sweeps):
            self.look()
            now = self._move_people()
            changes += now
            if now == 0:
                break
        return changes

    def _move_people(self) -> int:
        """Move each person who gains, once updated gains confirm it; return how many moved."""
        price = move_costs(self.arrays.size, self.sizes)
        total = 0
        for n in range(self.n_people):
            g = self.labels[n]
            if (self.own[n] - self.utilities[n, : self.n_groups] + price[g]).min() >= -TOLERANCE:
                continue
            enter, leave = self._exact_gains(n)
            change = leave - enter + price[g]
            to = int(change.argmin())
            if change[to] < -TOLERANCE:
                self._move(n, to)
                price = move_costs(self.arrays.size, self.sizes)
                total += 1
        return total

    def look(self) -> None:
        """Fill what entering each group and leaving their own is worth to everybody."""
        self.gains(self.weighted(ENTER))
        self.own[:] = [self._exact_gains(n)[1] for n in range(self.n_people)]

    def _exact_gains(self, n: int) -> tuple[Array, float]:
        """Return what entering each group (G,) and leaving their own is worth to a person."""
        arrays, own = self.arrays, self.labels[n]
        cells = self.counts[np.arange(self.n_draws), arrays.z[n], : self.n_groups]
        enter = arrays.weights @ arrays.by_count[ENTER][cells]
        leave = arrays.weights @ arrays.by_count[LEAVE][cells[:, own]]
        if len(arrays.cost):
            enter, leave = enter - arrays.cost[n, : self.n_groups], leave - arrays.cost[n, own]
        return enter, float(leave)

    def _move(self, n: int, to: int) -> None:
        """Move one person."""
        self.add_counts(self.labels, np.array([n]), -1)
        self.sizes[self.labels[n]] -= 1
        self.labels[n] = to
        self.sizes[to] += 1
        self.add_counts(self.labels, np.array([n]), 1)
