"""The default machine: the passes as compiled kernels, with the people spread over threads."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Self

import numpy as np

from ..counting import MAX_UNPACKED_PEOPLE, PackedDraws, count_into
from ..kernels._sizes_numba import refresh_sizes
from ..kernels._steps_numba import (
    fill_gains,
    fill_tables,
    fill_tangent,
    fill_utilities,
    improve,
    objective,
)
from ..kernels._tables_numba import sum_rows
from ..kernels._transport_numba import choose, fill_gaps
from ..kernels.arrays import TANGENT
from .numpy_machine import NumpyMachine

Array = np.ndarray


class NumbaMachine(NumpyMachine):
    """A compiled ``NumpyMachine``; results do not depend on the number of threads."""

    def adopt(self) -> None:
        """Adopt the trial assignment."""
        super().adopt()
        refresh_sizes(self.arrays.size, self.state.size)

    @cached_property
    def packed(self) -> PackedDraws:
        """The draws, several per byte."""
        return PackedDraws(self.arrays.z, self.arrays.n_clusters, self.workers)

    def narrowed(self, people: Array) -> Self:
        """Return a machine where only these people may move; the others stay counted in their groups."""
        few = super().narrowed(people)
        few.packed = self.packed.of(people)
        return few

    def add_counts(self, labels: Array, people: Array, step: int) -> None:
        """Add people to the contingency tables, or remove them."""
        if len(people) > MAX_UNPACKED_PEOPLE:
            self.packed.count(labels, people, step, self.counts)
            return
        count_into(self.arrays.z, labels, people, step, self.state.counts, self.arrays.cost.shape[1], self.workers)

    def objective(self) -> float:
        """Return the expected loss, up to a constant of the draws."""
        return float(objective(self.arrays, self.state))

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        if draws is not None:
            few, table = table, np.zeros((self.n_draws, *table.shape[1:]))
            np.add.at(table, draws, few)
        if self.n_people > MAX_UNPACKED_PEOPLE:
            self.packed.gains(table, self.utilities)
        else:
            codes = self.arrays.z
            flat = table.reshape(len(table), -1)
            self.workers.over(self.n_people, lambda start, stop: sum_rows(codes, flat, start, stop, self.utilities))
        if len(self.arrays.cost):
            self.utilities -= cost_scale * self.arrays.cost

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""
        if self.n_people > MAX_UNPACKED_PEOPLE:
            self.gains(self.weighted(TANGENT))
        else:
            fill_tangent(self.arrays, self.state)
            self._over_people(fill_utilities)

    def look(self) -> None:
        """Fill what entering each group and leaving their own is worth to everybody."""
        fill_tables(self.arrays, self.state)
        if self.n_people > MAX_UNPACKED_PEOPLE:
            self.gains(self.state.leave.reshape(self.counts.shape))
            self.own[:] = self.utilities[np.arange(self.n_people), self.labels]
            self.gains(self.state.enter.reshape(self.counts.shape))
        else:
            self._over_people(fill_gains)

    def _over_people(self, work: Any) -> None:
        """Run a kernel over everybody, spread over threads."""
        self.workers.over(self.n_people, lambda start, stop: work(self.arrays, self.state, start, stop))

    def choose(self, prices: Array, close: float = -1.0) -> tuple[Array, Array]:
        """Try everybody where gain minus price is largest; return the sizes, and who nearly chose another group."""
        self.trial[:] = self.labels

        def part(start: int, stop: int) -> Array:
            pairs = np.zeros((self.n_groups, self.n_groups), np.int64)
            choose(self.utilities, prices, close, start, stop, self.trial, pairs)
            return pairs

        pairs = np.sum(self.workers.over(self.n_people, part), axis=0)
        self.trial_sizes[:] = np.bincount(self.trial, minlength=self.n_groups)
        return self.trial_sizes.copy(), pairs

    def _gaps(self, prices: Array) -> Array:
        gaps = np.empty(self.n_people)
        self.workers.over(
            self.n_people, lambda start, stop: fill_gaps(self.utilities, prices, start, stop, self.trial, gaps)
        )
        return gaps

    def move_each(self, sweeps: int) -> int:
        """Move people one by one until nobody gains; return the number of moves."""
        self.look()
        return int(improve(self.arrays, self.state, sweeps, True, False))
