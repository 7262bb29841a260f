"""The descent of the expected loss: majorise, take a linear step, then single moves and swaps, and again."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import numpy as np

from ..backends.backend import Backend
from .problem import TOLERANCE, Problem

Array = np.ndarray
Progress = Callable[[float], None]


class LinearStep(Protocol):
    """The best assignment of everybody under gains that do not depend on the others."""

    def __call__(self, people: Backend, sizes: Array | None = None) -> float:
        """Put an assignment on trial, at these sizes (None: the present ones, to begin with); return what it gains.

        The gain includes that of the sizes. Nothing changes for the present assignment.
        """


class Patience(NamedTuple):
    """When a descent stops."""

    laps: int  # of linear steps and single moves in turn
    rounds: int  # of linear steps in one lap
    sweeps: int  # of single moves in one lap
    worthwhile: float  # improvement that justifies another pass over all draws


FEW_PEOPLE = Patience(laps=100, rounds=30, sweeps=100, worthwhile=0.0)
# A pass over all draws of very many people is not worth less than this much loss.
MANY_PEOPLE = Patience(laps=4, rounds=25, sweeps=1, worthwhile=2e-9)


class Descent:
    """Descend until no step improves.

    The part of the loss that looks at the draws is concave in the contingency counts, so its tangent at the present
    ones bounds it from above: an assignment that is better under the tangent is better.

    Parameters
    ----------
    problem
        What to minimise.
    backend
        Where the draws and the assignment lie.
    linear_step
        What to do with everybody at once, under the tangent; None for single moves and swaps only.
    """

    def __init__(self, problem: Problem, backend: Backend, linear_step: LinearStep | None) -> None:
        self.problem, self.people, self.linear_step = problem, backend, linear_step

    def run(self, patience: Patience, *, swaps: bool = False, progress: Progress | None = None) -> float:
        """Descend from the backend's present assignment, which is left at the end; return its objective."""
        people, value = self.people, np.inf
        # With exact sizes hardly anybody can move alone.
        sweeps = patience.sweeps if swaps or not self.problem.size.fixed_sizes else 0
        for lap in range(patience.laps):
            if progress is not None:
                progress(lap / patience.laps)
            if self.linear_step is not None:
                self._linear_rounds(self.linear_step, patience)
            changes = people.improve_each(sweeps, swaps) if sweeps else 0
            if changes == 0 or self.linear_step is None:
                break
            if patience.worthwhile > 0:
                before, value = value, people.objective()
                if before - value < patience.worthwhile:
                    break
        return people.objective()

    def _linear_rounds(self, linear_step: LinearStep, patience: Patience) -> None:
        """Take linear steps until one is not worth another pass."""
        for _ in range(patience.rounds):
            self.people.majorise()
            gain = linear_step(self.people)
            if gain < TOLERANCE:
                return
            self.people.adopt()
            if gain < patience.worthwhile:
                return
