"""What a search asks of the machine that holds the draws, and the table of machines."""

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
    """Everybody's draws where they lie, one assignment of everybody, and the passes over both.

    Nothing with a row per person leaves the backend unless it says so: the descent sees group sizes, the contingency
    tables, sums, and the gains of the few people whom it asks for. A gain is what a person's place in a group is worth
    to the loss, personal costs subtracted. An assignment under trial lies beside the present one until ``adopt``.

    The tables have shape (T, K, P): draws, clusters, and groups padded to a multiple of four.
    """

    arrays: Arrays
    n_people: int
    sizes: Array  # (G,) of the present assignment
    trial_sizes: Array  # (G,) of the assignment under trial

    def start(self, labels: Array) -> None:
        """Go over to an assignment given on the host, (N,)."""

    def narrowed(self, people: Array) -> Machine:
        """Return a backend with these people alone (given on the host), whose tables count the others too."""

    def labels_on_host(self) -> Array:
        """Return the present assignment, (N,), as a copy on the host."""

    def objective(self) -> float:
        """Return the expected loss of the present assignment, up to what depends on the draws alone."""

    def tangent(self) -> Array:
        """Return the weighted slope of the loss at the present counts: a table on the host."""

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table, made for these draws (None: all); costs are scaled by this much."""

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""

    def gains_of(self, people: Array | None = None) -> Array:
        """Return the gains of some people, (M, P), on the host; of everybody only where there are few."""

    def choose(self, prices: Array) -> Array:
        """Put everybody on trial where gain less price is largest, the own group winning ties; return the sizes."""

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who would change group for a price change of ``limit``, with their gains (M, P) and trial groups.

        All three on the host, by ascending number of the person.
        """

    def try_all(self, labels: Array) -> None:
        """Put everybody on trial in these groups, (N,), given on the host."""

    def try_groups(self, people: Array, groups: Array) -> None:
        """Put some people on trial in these groups; both given on the host."""

    def least_gap(self, prices: Array) -> float:
        """Return by how much the least content person on trial prefers the own group, at the prices."""

    def trial_gain(self) -> float:
        """Return what the assignment on trial gains over the present one, sizes apart."""

    def adopt(self) -> None:
        """Go over to the assignment on trial."""

    def look(self) -> None:
        """Fill everybody's gains exactly: what entering each group and leaving the own one are worth to one person."""

    def improve_each(self, sweeps: int, swaps: bool) -> int:
        """Move people one by one wherever the loss falls, sizes included; return how many changes were made.

        A sweep looks at everybody and moves those who gain, each after a second look with everything up to date. If
        nobody does and ``swaps`` is set, pairs of people change places where both together gain. Sweeps go on until
        one changes nothing. Leaves the exact gains filled. Swaps are asked for only with few people.
        """

    def swap_each(self, sweeps: int) -> int:
        """Let pairs of people change places, at the present sizes, until none gains; return how many did.

        Asked only of machines that are ``for_few``.
        """

    def count_together(self, times: Array) -> Array:
        """Count the draws in which two people share a cluster, (N, N), where each draw counts so many times, (T,).

        Asked only of machines that are ``for_few``. The counts are below 2**31.
        """

    def transport_rounds(self, spare: SizeState, prices: Array, rounds: int) -> None:
        """Majorise and give everybody the best group, at the best sizes, until that gains nothing.

        ``prices`` (G,) go on from round to round; ``spare`` is room to work in. Asked only of machines that are
        ``for_few``.
        """

    def improve_from(self, starts: Array, limits: Array, sweeps: int, swaps: bool, joins: bool) -> tuple[Array, Array]:
        """Improve each of several assignments, (M, N), as ``improve_each`` does and, with ``joins``, ``join_groups``.

        Those whose objective is above their limit, (M,), stay as they are. Return the objectives before and after,
        (2, M), and where each ends, (M, N). Asked only of machines that are ``for_few``.
        """

    def join_groups(self) -> int:
        """Make one group of two, the pair that gains most first, until none gains; return how many times.

        Asked only of machines that are ``for_few``, where sizes and groups cost nothing of their own.
        """


class Factory(Protocol):
    """The class of a backend."""

    for_few: bool  # whether it is quick with few people, whose descents are many and short

    def __call__(self, arrays: Arrays, workers: Workers) -> Machine:
        """Take a problem, and the threads to share people out over."""


def _load(module: str, name: str) -> Callable[[], Factory]:
    """Return a function that imports a backend when it is first wanted."""
    return lambda: getattr(import_module(f"{__package__}.{module}"), name)


# One line per machine: its name and where its class is.
MACHINES: dict[str, Callable[[], Factory]] = {
    "numba": _load("numba_machine", "NumbaMachine"),
    "numpy": _load("numpy_machine", "NumpyMachine"),
    "dask": _load("dask_machine", "DaskMachine"),
}
# The backend for each kind of array, by the package that the array comes from; any other is read into a NumPy array.
_BY_ARRAY = {"dask": "dask", "cupy": "cuda"}


def choose_machine(draws: Any, backend: str | None = None) -> str:
    """Return the name of the backend: as asked for, else the one for draws of this type."""
    package = type(draws).__module__.partition(".")[0]
    return _BY_ARRAY.get(package, "numba") if backend is None else backend


def find_machine(name: str) -> Factory:
    """Return the class of a backend; an InputError says what is missing."""
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
    """Loss and slope by the contingency tables, wherever the people are."""

    arrays: Arrays
    sizes: Array  # (G,)
    counts: Array  # (T, K, P)

    def objective(self) -> float:
        """Return the expected loss, up to what depends on the draws alone."""
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
        """Return the weighted value of every count, by a row of ``Arrays.by_count``."""
        return self.arrays.weights[:, None, None] * self.arrays.by_count[row][self.counts]

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        raise NotImplementedError

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""
        self.gains(self.tangent())
