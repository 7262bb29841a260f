"""The descent of few people: many short ones, whose steps the backend takes in one go."""

from __future__ import annotations

import numpy as np

from ..kernels.arrays import Arrays
from ..machines.machine import Machine
from .descent import FEW_PEOPLE, Descent, Patience
from .transport import Transport

Array = np.ndarray

# With so few people everybody weighs too much in the own group for the tangent to part them from it. Where no sizes are
# wanted, single moves are also quicker than transports, up to the second number.
_TOO_FEW, _TOO_FEW_UNSIZED = 32, 300


class FewDescent(Descent):
    """As ``Descent`` by transport, single moves and, if asked, swaps and joins; on machines that are ``for_few``.

    Parameters
    ----------
    arrays
        What to minimise.
    backend
        Where the draws and the assignment lie.
    swaps
        Whether pairs of people change places.
    joins
        Whether two groups become one where that is better; only where sizes and groups cost nothing of their own.
    """

    def __init__(self, arrays: Arrays, backend: Machine, *, swaps: bool, joins: bool) -> None:
        self.transport = Transport(arrays.size)
        sized = arrays.size.weight > 0 or arrays.size.fixed_sizes
        too_few = _TOO_FEW if sized else _TOO_FEW_UNSIZED
        super().__init__(arrays, backend, self.transport if backend.n_people > too_few else None)
        self.swaps, self.joins = swaps, joins

    def run_each(self, starts: Array, limits: Array) -> tuple[Array, Array]:
        """Descend from each of several assignments, (M, N), unless its objective is above its limit, (M,).

        Return the objectives before and after, (2, M), and where each ends, (M, N).
        """
        if self.linear_step is None:
            sweeps = self.count_sweeps(FEW_PEOPLE, self.swaps)
            return self.people.improve_from(starts, limits, sweeps, self.swaps, self.joins)
        values, ends = np.empty((2, len(starts))), starts.copy()
        for m, labels in enumerate(starts):
            self.people.start(labels)
            values[:, m] = self.people.objective()
            if values[0, m] <= limits[m]:
                self.transport.prices[:] = 0.0
                values[1, m] = self.run(FEW_PEOPLE, swaps=self.swaps, joins=self.joins)
                ends[m] = self.people.labels_on_host()
        return values, ends

    def swap_only(self, labels: Array) -> Array:
        """Let pairs of people change places while the loss falls, from an assignment, (N,); return where that ends."""
        self.people.start(labels)
        self.people.swap_each(FEW_PEOPLE.sweeps)
        return self.people.labels_on_host()

    def find_liking(self, labels: Array) -> Array:
        """Return what entering each group is worth to everybody, (N, P), at an assignment, (N,)."""
        self.people.start(labels)
        self.people.look()
        return self.people.gains_of().copy()

    def linear_rounds(self, patience: Patience) -> None:
        """Take linear steps, if there are any, until one gains nothing."""
        if self.linear_step is not None:
            self.people.transport_rounds(self.transport.spare, self.transport.prices, patience.rounds)
