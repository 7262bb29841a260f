"""The interface of the machines that hold the draws, and the table of machines."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

import numpy as np

from ...errors import InputError
from ...options import Workers
from ..kernels.arrays import PHI, TANGENT, Arrays, SizeState, size_costs

Array = np.ndarray


class Machine(Protocol):
    """Everybody's draws, one assignment of everybody, and the passes over both.

    Arrays with a row per person stay inside the machine unless a method says otherwise: the descent sees group sizes,
    contingency tables, sums, and the gains of the few people whom it asks for. A gain is what a person's place in a
    group is worth to the loss, minus personal costs. A trial assignment is kept beside the present one until ``adopt``.

    The tables have shape (T, K, P): draws, clusters, and groups padded to a multiple of four.
    """

    arrays: Arrays
    n_people: int
    sizes: Array  # (G,) of the present assignment
    trial_sizes: Array  # (G,) of the trial assignment

    def start(self, labels: Array) -> None:
        """Adopt an assignment given on the host, (N,)."""

    def narrowed(self, people: Array) -> Machine:
        """Return a machine with only these people (given on the host), whose tables also count the others."""

    def labels_on_host(self) -> Array:
        """Return the present assignment, (N,), as a copy on the host."""

    def objective(self) -> float:
        """Return the expected loss of the present assignment, up to a constant of the draws."""

    def tangent(self) -> Array:
        """Return the weighted slope of the loss at the present counts: a table on the host."""

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table for these draws (None: all); costs are multiplied by ``cost_scale``."""

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""

    def gains_of(self, people: Array | None = None) -> Array:
        """Return the gains of some people, (M, P), on the host; of everybody only if they are few."""

    def choose(self, prices: Array) -> Array:
        """Try everybody where gain minus price is largest (their present group wins ties); return the sizes."""

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who would change group for a price change of ``limit``, with their gains (M, P) and trial groups.

        All three are on the host, by ascending number of the person.
        """

    def try_all(self, labels: Array) -> None:
        """Try everybody in these groups, (N,), given on the host."""

    def try_groups(self, people: Array, groups: Array) -> None:
        """Try some people in these groups; both are given on the host."""

    def least_gap(self, prices: Array) -> float:
        """Return the smallest preference, over everybody, for their own trial group at the prices."""

    def trial_gain(self) -> float:
        """Return what the trial assignment gains over the present one, without the size part."""

    def adopt(self) -> None:
        """Adopt the trial assignment."""

    def look(self) -> None:
        """Fill everybody's exact gains: what entering each group and leaving their own is worth."""

    def improve_each(self, sweeps: int, swaps: bool) -> int:
        """Move people one by one wherever the loss falls, sizes included; return the number of changes.

        A sweep looks at everybody and moves each person who gains, once updated gains confirm it. If nobody moves and
        ``swaps`` is set, pairs of people change places where the pair gains. Sweeps go on until one changes nothing.
        The exact gains are filled afterwards. Swaps are used only with few people.
        """

    def swap_each(self, sweeps: int) -> int:
        """Let pairs of people change places, at the present sizes, until no pair gains; return the number of swaps.

        Only for machines that are ``for_few``.
        """

    def count_together(self, times: Array) -> Array:
        """Count the draws in which two people share a cluster, (N, N); draw t counts ``times[t]`` times.

        Only for machines that are ``for_few``. The counts are below 2**31.
        """

    def transport_rounds(self, spare: SizeState, prices: Array, rounds: int) -> None:
        """Majorise and give everybody the best group, at the best sizes, until that gains nothing.

        ``prices`` (G,) carry over from round to round; ``spare`` is working space. Only for machines that are
        ``for_few``.
        """

    def improve_from(self, starts: Array, limits: Array, sweeps: int, swaps: bool, joins: bool) -> tuple[Array, Array]:
        """Improve each of several assignments, (M, N), as ``improve_each`` does and, with ``joins``, ``join_groups``.

        Assignments whose objective is above their limit, (M,), stay unchanged. Return the objectives before and after,
        (2, M), and the final assignments, (M, N). Only for machines that are ``for_few``.
        """

    def join_groups(self) -> int:
        """Join pairs of groups, best pair first, until no join gains; return the number of joins.

        Only for machines that are ``for_few``, and problems without costs of sizes or groups.
        """


class Factory(Protocol):
    """The class of a machine."""

    for_few: bool  # whether it is fast with few people, where descents are many and short

    def __call__(self, arrays: Arrays, workers: Workers) -> Machine:
        """Take a problem, and the threads to spread people over."""


def _load(module: str, name: str) -> Callable[[], Factory]:
    """Return a function that imports a machine on first use."""
    return lambda: getattr(import_module(f"{__package__}.{module}"), name)


# One line per machine: its name, module and class.
MACHINES: dict[str, Callable[[], Factory]] = {
    "numba": _load("numba_machine", "NumbaMachine"),
    "numpy": _load("numpy_machine", "NumpyMachine"),
    "dask": _load("dask_machine", "DaskMachine"),
}
# The machine for each kind of array, by the package of the array; any other array becomes a NumPy array.
_BY_ARRAY = {"dask": "dask", "cupy": "cuda"}


def choose_machine(draws: Any, backend: str | None = None) -> str:
    """Return the name of the machine: the given backend, or the one for draws of this type."""
    package = type(draws).__module__.partition(".")[0]
    return _BY_ARRAY.get(package, "numba") if backend is None else backend


def find_machine(name: str) -> Factory:
    """Return the class of a machine; raise InputError if it is unknown or a package is missing."""
    if name not in MACHINES:
        raise InputError(f"backend must be one of {', '.join(MACHINES)}; got {name!r}. Choose one of these.")
    try:
        return MACHINES[name]()
    except ImportError as error:
        raise InputError(
            f"The backend {name!r} needs a package that is not installed ({error}). "
            f"Install bayeshat[{name}], or leave the backend out."
        ) from error


class TableMachine:
    """Loss and slope from the contingency tables, for any place where people are stored."""

    arrays: Arrays
    sizes: Array  # (G,)
    counts: Array  # (T, K, P)

    def objective(self) -> float:
        """Return the expected loss, up to a constant of the draws."""
        arrays = self.arrays
        worth = arrays.by_count[PHI][self.counts].sum(axis=(1, 2))
        total = size_costs(arrays.size, self.sizes[None])[0] - arrays.weights @ worth
        return float(total + self.sum_costs()) if len(arrays.cost) else float(total)

    def sum_costs(self) -> float:
        """Return the personal costs of everybody's present group."""
        raise NotImplementedError

    def tangent(self) -> Array:
        """Return the weighted slope at the present counts, (T, K, P)."""
        return self.weighted(TANGENT)

    def weighted(self, row: int) -> Array:
        """Return the weighted value of every count, from a row of ``Arrays.by_count``."""
        return self.arrays.weights[:, None, None] * self.arrays.by_count[row][self.counts]

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        raise NotImplementedError

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""
        self.gains(self.tangent())
