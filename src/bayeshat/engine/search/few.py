"""Descents with few people: many short ones in one call of a kernel."""

from __future__ import annotations

import numpy as np

from ...options import Workers
from ..kernels._steps_numba import descend_from, improve
from ..kernels.arrays import Arrays, new_size_state
from ..machines.machine import Patience
from ..machines.numba_machine import NumbaMachine

Array = np.ndarray

# Up to this many people there are no transports: each person has too much weight in their own group for the tangent to
# move them.
_MAX_PEOPLE_WITHOUT_TRANSPORT = 32
# The same limit without wanted sizes, where single moves are also faster than transports.
_MAX_UNSIZED_PEOPLE_WITHOUT_TRANSPORT = 300
# A descent goes on until no step improves.
FEW_PEOPLE_PATIENCE = Patience(laps=100, rounds=30, sweeps=100, worthwhile=0.0)


class FewDescent:
    """Descents by transport, single moves and, optionally, swaps and joins.

    Parameters
    ----------
    arrays
        The problem.
    swaps
        Whether pairs of people change places.
    joins
        Whether groups are joined where that is better; only for problems without costs of sizes or groups.
    """

    def __init__(self, arrays: Arrays, *, swaps: bool, joins: bool) -> None:
        self.arrays, self.swaps, self.joins = arrays, swaps, joins
        self.people, self.spare = NumbaMachine(arrays, Workers(1)), new_size_state(len(arrays.size.log_target))
        self.patience, size = FEW_PEOPLE_PATIENCE, arrays.size
        if size.fixed_sizes and not swaps:
            self.patience = self.patience._replace(sweeps=0)  # hardly anybody can move alone
        sized = size.weight > 0 or size.fixed_sizes
        if self.people.n_people <= (_MAX_PEOPLE_WITHOUT_TRANSPORT if sized else _MAX_UNSIZED_PEOPLE_WITHOUT_TRANSPORT):
            self.patience = self.patience._replace(rounds=0)

    def run_each(self, starts: Array, limits: Array) -> tuple[Array, Array]:
        """Descend from each of several assignments, (M, N), unless its objective is above its limit, (M,).

        Return the objectives before and after, (2, M), and the final assignments, (M, N).
        """
        values, ends, (laps, rounds, sweeps, _) = np.empty((2, len(starts))), np.empty_like(starts), self.patience
        how = (laps, rounds, sweeps, self.swaps, self.joins)
        descend_from(self.arrays, self.people.state, self.spare, starts, limits, *how, values, ends)
        return values, ends

    def swap_only(self, labels: Array) -> Array:
        """Let pairs of people change places while the loss falls, from an assignment, (N,); return where that ends."""
        self.people.start(labels)
        self.people.look()
        improve(self.arrays, self.people.state, self.patience.sweeps, False, True)
        return self.people.labels_on_host()

    def find_liking(self, labels: Array) -> Array:
        """Return what entering each group is worth to everybody, (N, P), at an assignment, (N,)."""
        self.people.start(labels)
        self.people.look()
        return self.people.utilities.copy()
