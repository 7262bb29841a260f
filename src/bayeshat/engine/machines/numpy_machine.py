"""The readable machine: every pass in plain NumPy. Other machines override its methods and must agree with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

import numpy as np

from ...options import Workers
from ..kernels._transport_numba import transport
from ..kernels.arrays import ENTER, LEAVE, OVERRATED, PHI, PSI, TOLERANCE, Arrays, SizeState, move_costs, new_state
from .machine import TableMachine

Array = np.ndarray


class NumpyMachine(TableMachine):
    """One assignment of everybody, with draws, gains and contingency tables as NumPy arrays.

    Parameters
    ----------
    arrays
        The problem; ``arrays.z`` (N, T) holds the draws.
    workers
        Threads to spread people over; not used here.
    """

    for_few = True

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

    def sum_costs(self) -> float:
        """Return the personal costs of everybody's present group."""
        return float(self.arrays.cost[np.arange(self.n_people), self.labels].sum())

    # Gains

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        self.utilities[:] = 0.0
        for row, t in zip(table, range(self.n_draws) if draws is None else draws, strict=True):
            self.utilities += row[self.arrays.z[:, t]]
        if len(self.arrays.cost):
            self.utilities -= cost_scale * self.arrays.cost

    def gains_of(self, people: Array | None = None) -> Array:
        """Return some people's gains, (M, P); everybody's by default, not a copy."""
        return self.utilities if people is None else self.utilities[people]

    # Transport

    def choose(self, prices: Array) -> Array:
        """Try everybody where gain minus price is largest; their present group wins ties."""
        worth = self._worth(prices)
        best = worth.argmax(axis=1)
        everybody = np.arange(self.n_people)
        stay = worth[everybody, self.labels] == worth[everybody, best]
        self.trial[:] = np.where(stay, self.labels, best)
        self.trial_sizes[:] = np.bincount(self.trial, minlength=self.n_groups)
        return self.trial_sizes.copy()

    def transport_rounds(self, spare: SizeState, prices: Array, rounds: int) -> None:
        """Majorise and give everybody the best group, at the best sizes, until that gains nothing."""
        for _ in range(rounds):
            self.majorise()
            labels = self.labels.copy()
            gain = transport(self.utilities, self.sizes.copy(), True, self.arrays.size, spare, labels, prices)
            if gain < TOLERANCE:
                return
            self.try_all(labels)
            self.adopt()

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

    def least_gap(self, prices: Array) -> float:
        """Return the smallest preference, over everybody, for their own trial group."""
        return float(self._gaps(prices).min())

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

    # One by one, and in pairs

    def improve_each(self, sweeps: int, swaps: bool) -> int:
        """Move people one by one and, with ``swaps``, in pairs until nobody gains; return the number of changes."""
        return self._repeat(sweeps, lambda: self._move_people() or (self._swap_people() if swaps else 0))

    def swap_each(self, sweeps: int) -> int:
        """Let pairs of people change places until no pair gains; return the number of swaps."""
        return self._repeat(sweeps, self._swap_people)

    def improve_from(self, starts: Array, limits: Array, sweeps: int, swaps: bool, joins: bool) -> tuple[Array, Array]:
        """Improve each of several assignments, (M, N), unless it is above its limit; return objectives and ends."""
        values, ends = np.empty((2, len(starts))), np.empty_like(starts)
        for m, labels in enumerate(starts):
            self.start(labels)
            values[0, m] = self.objective()
            if values[0, m] <= limits[m]:
                self.improve_each(sweeps, swaps)
                while joins and self.join_groups() > 0:
                    self.improve_each(sweeps, swaps)
            values[1, m], ends[m] = self.objective(), self.labels
        return values, ends

    def join_groups(self) -> int:
        """Join pairs of groups, best pair first, until no join gains; return the number of joins."""
        joined = 0
        while True:
            here = np.flatnonzero(self.sizes).tolist()
            gains = {(g, h): self._join_gain(g, h) for g in here for h in here if h < g}
            pair = max(gains, key=lambda pair: gains[pair], default=None)
            if pair is None or gains[pair] <= TOLERANCE:
                return joined
            self.try_all(np.where(self.labels == pair[0], pair[1], self.labels))
            self.adopt()
            joined += 1

    def _join_gain(self, g: int, h: int) -> float:
        """Return how much the loss falls when two groups become one."""
        phi, psi = self.arrays.by_count[PHI], self.arrays.size.by_size[PSI]
        sizes, counts = self.sizes, self.counts
        bend = phi[counts[:, :, g] + counts[:, :, h]] - phi[counts[:, :, g]] - phi[counts[:, :, h]]
        return float(self.arrays.weights @ bend.sum(axis=1) - psi[sizes[g] + sizes[h]] + psi[sizes[g]] + psi[sizes[h]])

    def _repeat(self, sweeps: int, change: Callable[[], int]) -> int:
        """Fill the exact gains and change groups until a sweep changes nothing; return the number of changes."""
        changes = 0
        for _ in range(sweeps):
            self.look()
            now = change()
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

    def _swap_people(self) -> int:
        """Swap each pair that gains; return the number of swaps.

        The loss is concave in the counts, so the single gains of two people add up to at least the gain of their swap:
        only pairs with a positive sum need the exact gain. The sum overrates a swap in draws where both people are in
        the same cluster, by the bend of the loss: entering their own group is worth more than leaving it.
        """
        arrays, total = self.arrays, 0
        for n in range(self.n_people):
            for m in range(n + 1, self.n_people):
                g, h = self.labels[n], self.labels[m]
                bound = self.utilities[n, h] - self.own[n] + self.utilities[m, g] - self.own[m]
                bend = self.utilities[n, g] - self.own[n] + self.utilities[m, h] - self.own[m]
                together = arrays.weights[arrays.z[n] == arrays.z[m]].sum()
                if g == h or bound < max(TOLERANCE, OVERRATED * bend * together):
                    continue
                if self._swap_gain(n, m) > TOLERANCE:
                    self._move(n, h)
                    self._move(m, g)
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

    def _swap_gain(self, n: int, m: int) -> float:
        """Return what two people gain by changing places; draws in which they share a cluster add nothing."""
        arrays = self.arrays
        g, h = self.labels[n], self.labels[m]
        differ = np.flatnonzero(arrays.z[n] != arrays.z[m])
        total = 0.0
        for who, here, there in ((n, g, h), (m, h, g)):
            cells = self.counts[differ, arrays.z[who, differ]]
            change = arrays.by_count[ENTER][cells[:, there]] - arrays.by_count[LEAVE][cells[:, here]]
            total += float(arrays.weights[differ] @ change)
            if len(arrays.cost):
                total += float(arrays.cost[who, here] - arrays.cost[who, there])
        return total

    def count_together(self, times: Array) -> Array:
        """Count the draws in which two people share a cluster; draw t counts ``times[t]`` times."""
        total = np.zeros((self.n_people, self.n_people), np.int32)
        for codes, n_times in zip(self.arrays.z.T, times.tolist(), strict=True):
            total += n_times * (codes[:, None] == codes)
        return total

    def _move(self, n: int, to: int) -> None:
        """Move one person."""
        self.add_counts(self.labels, np.array([n]), -1)
        self.sizes[self.labels[n]] -= 1
        self.labels[n] = to
        self.sizes[to] += 1
        self.add_counts(self.labels, np.array([n]), 1)
