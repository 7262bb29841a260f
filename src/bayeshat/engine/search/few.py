"""Descents with few people: many short ones, each a few calls of kernels."""

from __future__ import annotations

import numpy as np

from ...options import Workers
from ..counting import MAX_UNPACKED_PEOPLE
from ..kernels._passes_numba import improve_all, improve_from, join_all, transport_all
from ..kernels.arrays import Arrays
from ..machines.machine import Patience
from ..machines.numba_machine import NumbaMachine
from .descent import FEW_PEOPLE_PATIENCE, Descent
from .transport import Transport

Array = np.ndarray

# Up to this many people there are no transports: each person has too much weight in their own group for the tangent to
# move them.
_MAX_PEOPLE_WITHOUT_TRANSPORT = 32
# The same limit without wanted sizes, where single moves are also faster than transports.
_MAX_UNSIZED_PEOPLE_WITHOUT_TRANSPORT = 300


class FewDescent(Descent):
    """A ``Descent`` by transport, single moves and, optionally, swaps and joins.

    Parameters
    ----------
    arrays
        The problem.
    swaps
        Whether pairs of people change places.
    joins
        Whether groups are joined where that is better; only for problems without costs of sizes or groups.
    """

    people: NumbaMachine

    def __init__(self, arrays: Arrays, *, swaps: bool, joins: bool) -> None:
        people = NumbaMachine(arrays, Workers(1))
        self.transport = Transport(arrays.size)
        sized = arrays.size.weight > 0 or arrays.size.fixed_sizes
        too_few = _MAX_PEOPLE_WITHOUT_TRANSPORT if sized else _MAX_UNSIZED_PEOPLE_WITHOUT_TRANSPORT
        super().__init__(people, self.transport if people.n_people > too_few else None)
        self.arrays, self.swaps, self.joins = arrays, swaps, joins
        self.patience = FEW_PEOPLE_PATIENCE
        if arrays.size.fixed_sizes and not swaps:
            self.patience = self.patience._replace(sweeps=0)  # hardly anybody can move alone

    def run_each(self, starts: Array, limits: Array) -> tuple[Array, Array]:
        """Descend from each of several assignments, (M, N), unless its objective is above its limit, (M,).

        Return the objectives before and after, (2, M), and the final assignments, (M, N).
        """
        values, ends = np.empty((2, len(starts))), starts.copy()
        if self.linear_step is None:
            how = (self.patience.sweeps, self.swaps, self.joins)
            improve_from(self.arrays, self.people.state, starts, limits, *how, values, ends)
            return values, ends
        for m, labels in enumerate(starts):
            self.people.start(labels)
            values[:, m] = self.people.objective()
            if values[0, m] <= limits[m]:
                self.transport.prices[:] = 0.0
                values[1, m] = self.run(self.patience)
                ends[m] = self.people.labels_on_host()
        return values, ends

    def swap_only(self, labels: Array) -> Array:
        """Let pairs of people change places while the loss falls, from an assignment, (N,); return where that ends."""
        self.people.start(labels)
        improve_all(self.arrays, self.people.state, True, self.patience.sweeps, False, True)
        return self.people.labels_on_host()

    def find_liking(self, labels: Array) -> Array:
        """Return what entering each group is worth to everybody, (N, P), at an assignment, (N,)."""
        self.people.start(labels)
        self.people.look()
        return self.people.utilities.copy()

    def improve_each(self, sweeps: int) -> int:
        """Move people one by one, and in pairs; return the number of changes."""
        return self.people.improve_each(sweeps, self.swaps)

    def join_groups(self) -> int:
        """Join pairs of groups, best pair first, until no join gains; return the number of joins."""
        return int(join_all(self.arrays, self.people.state)) if self.joins else 0

    def linear_rounds(self, patience: Patience) -> None:
        """Take linear steps, if there is one, until it gains nothing."""
        if self.people.n_people > MAX_UNPACKED_PEOPLE:
            super().linear_rounds(patience)
        elif self.linear_step is not None:
            step = self.transport
            transport_all(self.arrays, self.people.state, step.spare, step.prices, patience.rounds)
