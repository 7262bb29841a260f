"""The descent of the expected loss: majorise, take a linear step, then single moves and swaps, and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from ..kernels.arrays import TOLERANCE, Arrays
from ..machines.machine import Machine

Array = np.ndarray
Progress = Callable[[float], None]


class LinearStep(Protocol):
    """The best assignment of everybody under gains that do not depend on the others."""

    def __call__(self, people: Machine, sizes: Array | None = None) -> float:
        """Put an assignment on trial, at these sizes (None: the present ones, to begin with); return what it gains.

        The gain includes that of the sizes. Nothing changes for the present assignment.
        """


Nearest = Callable[[Machine], tuple[Array, LinearStep]]
# While a step still changes the groups of more than this share of the people by changing sizes, all must take part.
_RESIZED = 1e-3


class Patience(NamedTuple):
    """When a descent stops."""

    laps: int  # of linear steps and single moves in turn
    rounds: int  # of linear steps in one lap
    sweeps: int  # of single moves in one lap
    worthwhile: float  # improvement that justifies another pass over all draws


FEW_PEOPLE = Patience(laps=100, rounds=30, sweeps=100, worthwhile=0.0)
# A pass over all draws of very many people is not worth less than this much loss.
MANY_PEOPLE = Patience(laps=4, rounds=25, sweeps=1, worthwhile=2e-9)


class Visited(NamedTuple):
    """An assignment that no step improves, and its objective."""

    value: float
    labels: Array


class Descent:
    """Descend until no step improves.

    The part of the loss that looks at the draws is concave in the contingency counts, so its tangent at the present
    ones bounds it from above: an assignment that is better under the tangent is better.

    Parameters
    ----------
    arrays
        What to minimise.
    backend
        Where the draws and the assignment lie.
    linear_step
        What to do with everybody at once, under the tangent; None for single moves and swaps only.
    nearest
        If given, returns who is nearest to changing group and a linear step for them alone: between passes over
        everybody, these people settle among themselves, at the sizes that they have.
    """

    def __init__(
        self, arrays: Arrays, backend: Machine, linear_step: LinearStep | None, nearest: Nearest | None = None
    ) -> None:
        self.arrays, self.people, self.linear_step, self.nearest = arrays, backend, linear_step, nearest

    def run(
        self, patience: Patience, *, swaps: bool = False, joins: bool = False, progress: Progress | None = None
    ) -> float:
        """Descend from the backend's present assignment, which is left at the end; return its objective.

        With ``swaps``, pairs of people change places; with ``joins``, two groups become one.
        """
        people, value = self.people, np.inf
        sweeps = self.count_sweeps(patience, swaps)
        for lap in range(patience.laps):
            if progress is not None:
                progress(lap / patience.laps)
            self.linear_rounds(patience)
            changes = people.improve_each(sweeps, swaps) if sweeps else 0
            if changes == 0 or self.linear_step is None:
                if joins and people.join_groups() > 0:
                    continue
                break
            if patience.worthwhile > 0:
                before, value = value, people.objective()
                if before - value < patience.worthwhile:
                    break
        return people.objective()

    def count_sweeps(self, patience: Patience, swaps: bool) -> int:
        """Return how many sweeps of single moves to make: with exact sizes hardly anybody can move alone."""
        return patience.sweeps if swaps or not self.arrays.size.fixed_sizes else 0

    def linear_rounds(self, patience: Patience) -> None:
        """Take linear steps, if there are any, until one is not worth another pass."""
        step = self.linear_step
        for _ in range(patience.rounds):
            if step is None:
                return
            self.people.majorise()
            gain = step(self.people)
            if gain < TOLERANCE:
                return
            before = self.people.sizes.copy()
            self.people.adopt()
            if gain < patience.worthwhile:
                return
            resized = np.abs(self.people.sizes - before).sum()
            if self.nearest is not None and resized <= _RESIZED * self.people.n_people:
                self._settle(patience, *self.nearest(self.people))

    def _settle(self, patience: Patience, some: Array, step: LinearStep) -> None:
        """Take linear steps with some people while everybody else stays."""
        few = self.people.narrowed(some)
        Descent(self.arrays, few, step).linear_rounds(patience)
        self.people.try_groups(some, few.labels_on_host())
        self.people.adopt()
