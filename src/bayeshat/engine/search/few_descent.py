"""Descents with few people: many short ones, each done by the machine in a few calls."""

from __future__ import annotations

import numpy as np

from ..kernels.arrays import Arrays
from ..machines.machine import Machine
from .descent import FEW_PEOPLE_PATIENCE, Descent, Patience
from .transport import Transport

Array = np.ndarray

# Up to this many people there are no transports: each person has too much weight in their own group for the tangent to
# move them.
_MAX_PEOPLE_WITHOUT_TRANSPORT = 32
# The same limit without wanted sizes, where single moves are also faster than transports.
_MAX_UNSIZED_PEOPLE_WITHOUT_TRANSPORT = 300


class FewDescent(Descent):
    """A ``Descent`` by transport, single moves and, optionally, swaps and joins, on machines that are ``for_few``.

    Parameters
    ----------
    arrays
        The problem.
    backend
        The machine that holds the draws and the assignment.
    swaps
        Whether pairs of people change places.
    joins
        Whether groups are joined where that is better; only for problems without costs of sizes or groups.
    """

    def __init__(self, arrays: Arrays, backend: Machine, *, swaps: bool, joins: bool) -> None:
        self.transport = Transport(arrays.size)
        sized = arrays.size.weight > 0 or arrays.size.fixed_sizes
        too_few = _MAX_PEOPLE_WITHOUT_TRANSPORT if sized else _MAX_UNSIZED_PEOPLE_WITHOUT_TRANSPORT
        super().__init__(arrays, backend, self.transport if backend.n_people > too_few else None)
        self.swaps, self.joins = swaps, joins

    def run_each(self, starts: Array, limits: Array) -> tuple[Array, Array]:
        """Descend from each of several assignments, (M, N), unless its objective is above its limit, (M,).

        Return the objectives before and after, (2, M), and the final assignments, (M, N).
        """
        if self.linear_step is None:
            sweeps = self.count_sweeps(FEW_PEOPLE_PATIENCE, self.swaps)
            return self.people.improve_from(starts, limits, sweeps, self.swaps, self.joins)
        values, ends = np.empty((2, len(starts))), starts.copy()
        for m, labels in enumerate(starts):
            self.people.start(labels)
            values[:, m] = self.people.objective()
            if values[0, m] <= limits[m]:
                self.transport.prices[:] = 0.0
                values[1, m] = self.run(FEW_PEOPLE_PATIENCE, swaps=self.swaps, joins=self.joins)
                ends[m] = self.people.labels_on_host()
        return values, ends

    def swap_only(self, labels: Array) -> Array:
        """Let pairs of people change places while the loss falls, from an assignment, (N,); return where that ends."""
        self.people.start(labels)
        self.people.swap_each(FEW_PEOPLE_PATIENCE.sweeps)
        return self.people.labels_on_host()

    def find_liking(self, labels: Array) -> Array:
        """Return what entering each group is worth to everybody, (N, P), at an assignment, (N,)."""
        self.people.start(labels)
        self.people.look()
        return self.people.gains_of().copy()

    def linear_rounds(self, patience: Patience) -> None:
        """Take linear steps, if there is one, until it gains nothing."""
        if self.linear_step is not None:
            self.people.transport_rounds(self.transport.spare, self.transport.prices, patience.rounds)
