"""The interface of the machines that hold everybody's draws, and which machine serves which draws."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np

from ...options import Workers
from ..kernels.arrays import PHI, TANGENT, Arrays, SizeTerm, size_costs
from ..problem import Problem

Array = np.ndarray


class Judgement(NamedTuple):
    """What a trial assignment gains over the present one, and who would rather be elsewhere."""

    gain: float  # without the size part
    gap: float  # the smallest preference, over everybody, for their own trial group at the prices


class Patience(NamedTuple):
    """When a descent stops."""

    laps: int  # of linear steps and single moves in turn
    rounds: int  # of linear steps in one lap
    sweeps: int  # of single moves in one lap
    worthwhile: float  # improvement that justifies another pass over all draws


# With very many people, a smaller improvement does not justify another pass over all draws.
MANY_PEOPLE_PATIENCE = Patience(laps=4, rounds=25, sweeps=1, worthwhile=2e-9)


class Machine(ABC):
    """Everybody's draws, one assignment of everybody, and the passes over both.

    Arrays with a row per person stay inside the machine unless a method says otherwise: the descent sees group sizes,
    contingency tables, sums, and the gains of the few people whom it asks for. A gain is what a person's place in a
    group is worth to the loss, minus personal costs. A trial assignment is kept beside the present one until ``adopt``.
    """

    arrays: Arrays
    n_people: int
    sizes: Array  # (G,) of the present assignment
    counts: Array  # (T, K, P) contingency tables: draws, clusters, and groups, which may be padded
    cells_of_finalists = 4e6  # people x draws of all assignments that descend here, together
    most_narrowed = np.inf  # people in a pass over some of the people; 0 if such passes are not worthwhile

    # What each machine does in its own way

    @abstractmethod
    def start(self, labels: Array) -> None:
        """Adopt an assignment given on the host, (N,)."""

    @abstractmethod
    def labels_on_host(self) -> Array:
        """Return the present assignment, (N,), as a copy on the host."""

    @abstractmethod
    def costs_by_group(self) -> Array:
        """Return the personal costs of each group's people if they were in each group, (G, G)."""

    @abstractmethod
    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table for these draws (None: all); costs are multiplied by ``cost_scale``."""

    @abstractmethod
    def gains_of(self, people: Array) -> Array:
        """Return the gains of some people, (M, P), on the host."""

    @abstractmethod
    def choose(self, prices: Array, close: float = -1.0) -> tuple[Array, Array]:
        """Try everybody where gain minus price is largest; their present group wins ties.

        Return the sizes, (G,), and how many people prefer each group to each other by at most ``close``, (G, G): only
        the second best group of each person counts.
        """

    @abstractmethod
    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who would change group for a price change of ``limit``, with their gains (M, P) and trial groups.

        All three are on the host, by ascending number of the person.
        """

    @abstractmethod
    def try_groups(self, people: Array, groups: Array) -> None:
        """Try some people in these groups; both are given on the host."""

    @abstractmethod
    def judge(self, prices: Array) -> Judgement:
        """Judge the trial assignment."""

    @abstractmethod
    def adopt(self) -> None:
        """Adopt the trial assignment."""

    @abstractmethod
    def move_each(self, sweeps: int) -> int:
        """Move people one by one wherever the loss falls, sizes included; return the number of moves.

        A sweep looks at everybody and moves each person who gains, once updated gains confirm it. Sweeps go on until
        one moves nobody.
        """

    def narrowed(self, people: Array) -> Machine:
        """Return a machine with some people, at most ``most_narrowed``; its tables also count the others."""
        raise NotImplementedError

    # What follows from the contingency tables

    def stages(self) -> Iterator[Patience]:
        """Yield when to stop at each stage of a descent; the last stage looks at all draws."""
        yield MANY_PEOPLE_PATIENCE

    def objective(self) -> float:
        """Return the expected loss of the present assignment, up to a constant of the draws."""
        costs = float(np.trace(self.costs_by_group()))
        return self.size_cost(self.sizes) - float(self.weighted(PHI).sum()) + costs

    def size_cost(self, sizes: Array) -> float:
        """Return the part of the loss that depends only on the sizes."""
        return float(size_costs(self.arrays.size, sizes[None])[0])

    def window(self, low: int, high: int) -> tuple[int, SizeTerm]:
        """Return the size part for sizes from ``low`` to ``high``, and the size that its tables are counted from."""
        low, term = max(0, low), self.arrays.size
        return low, term._replace(by_size=term.by_size[:, low : high + 1].copy(), bounds=term.bounds - low)

    def weighted(self, row: int) -> Array:
        """Return the weighted value of every count, (T, K, P), from a row of ``Arrays.by_count``."""
        return self.arrays.weights[:, None, None] * self.arrays.by_count[row][self.counts]

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""
        self.gains(self.weighted(TANGENT))


# The machine for draws in each place: its module and class. They are imported on first use.
_MACHINES = {
    "host": ("numba_machine", "NumbaMachine"),
    "cuda": ("cuda_machine", "CudaMachine"),
    "partitions": ("dask_machine", "DaskMachine"),
}


def open_machine(problem: Problem, arrays: Arrays, workers: Workers) -> Machine:
    """Return the machine for draws that lie where the problem's do."""
    module, name = _MACHINES[problem.draws.where]
    kind: Any = getattr(import_module(f"{__package__}.{module}"), name)
    machine: Machine = kind(problem, arrays) if problem.draws.where == "cuda" else kind(arrays, workers)
    return machine
