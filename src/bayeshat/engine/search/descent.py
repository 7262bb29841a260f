"""The descent of the expected loss: majorise, take a linear step, then single moves and swaps, and repeat."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from ...options import Progress, Workers
from ..kernels.arrays import TOLERANCE
from ..machines.machine import Machine, Patience

Array = np.ndarray


class LinearStep(Protocol):
    """The best assignment of everybody under gains that do not depend on the others."""

    def __call__(self, people: Machine, sizes: Array | None = None) -> float:
        """Try an assignment at these sizes (None: start from the present ones); return its gain, sizes included.

        The present assignment does not change.
        """


Nearest = Callable[[Machine], tuple[Array, LinearStep]]
# Starts that must reach the best value, or it counts as uncertain.
MIN_AGREEING_STARTS = 3
# After a step that changes sizes by more than this share of the people, the next step must include everybody.
_MAX_RESIZED_SHARE = 1e-3


class Visited(NamedTuple):
    """An assignment that no step improves, and its objective."""

    value: float
    labels: Array


class SearchOptions(NamedTuple):
    """How to search."""

    n_starts: int
    rng: np.random.Generator
    workers: Workers
    progress: Progress


class Descent:
    """Descend until no step improves.

    The part of the loss that depends on the draws is concave in the contingency counts, so its tangent at the present
    counts bounds it from above: an assignment that is better under the tangent is better.

    Parameters
    ----------
    people
        The machine that holds the problem, its draws and the assignment.
    linear_step
        The step for everybody at once, under the tangent.
    nearest
        If given, returns the people who are closest to changing group, and a linear step for them: between passes over
        everybody, only they take steps, at fixed sizes.
    """

    def __init__(self, people: Machine, linear_step: LinearStep, nearest: Nearest | None = None) -> None:
        self.people, self.linear_step, self.nearest = people, linear_step, nearest

    def run(self, patience: Patience, progress: Callable[[float], None] | None = None) -> float:
        """Descend from the machine's present assignment, leave the machine at the best one; return its objective."""
        people, value = self.people, np.inf
        for lap in range(patience.laps):
            if progress is not None:
                progress(lap / patience.laps)
            self.linear_rounds(patience)
            if patience.sweeps == 0 or people.move_each(patience.sweeps) == 0:
                break
            if patience.worthwhile > 0:
                before, value = value, people.objective()
                if before - value < patience.worthwhile:
                    break
        return people.objective()

    def linear_rounds(self, patience: Patience) -> None:
        """Take linear steps until the gain does not justify another pass."""
        for _ in range(patience.rounds):
            self.people.majorise()
            gain = self.linear_step(self.people)
            if gain < TOLERANCE:
                return
            before = self.people.sizes.copy()
            self.people.adopt()
            if gain < patience.worthwhile:
                return
            resized = np.abs(self.people.sizes - before).sum()
            if self.nearest is not None and resized <= _MAX_RESIZED_SHARE * self.people.n_people:
                some, step = self.nearest(self.people)
                if len(some) <= self.people.most_narrowed:
                    few = self.people.narrowed(some)
                    Descent(few, step).linear_rounds(patience)
                    self.people.try_groups(some, few.labels_on_host())
                    self.people.adopt()
