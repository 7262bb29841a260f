"""The backend for draws in partitions: each pass is one task for each thread of a worker, and a tree of small sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any, Self

import dask.array as da
import numpy as np

from ...cluster.tasks import chunks_of, compute, hold, is_partitioned, keep, partial_sums, share_out, shared, task
from ...options import Workers
from ..kernels._passes_numba import update_sizes
from ..kernels.arrays import ENTER, LEAVE, Arrays, move_costs
from . import shelf_tasks
from .machine import TableMachine
from .numba_machine import NumbaMachine
from .shelves import Shelves

Array = np.ndarray

# Partitions that NumPy arrays are cut into.
_PIECES = 4
# Bytes of people who may be brought here to settle among themselves; if they take more, they stay in their partitions.
_HERE = 2e8
# Looks for those who would gain by moving alone; two are mostly enough.
_LOOKS = 8


class DaskMachine(TableMachine):
    """One assignment of everybody, spread over the partitions of the draws.

    The contingency tables, the sizes and the prices are here; what has a row per person stays with its partition, as do
    the labels that ``labels_on_host`` returns. Within a partition the passes are those of ``NumbaMachine``. Counts are
    whole numbers and everybody's gains are their own, so neither depends on how people are spread over partitions.

    A task costs the scheduler more than the work of a small partition. So each has all partitions that one thread of a
    worker sees to, gains and groups wait until somebody asks about them, and all that is asked goes out at once.

    Parameters
    ----------
    arrays
        The problem; ``problem.z`` (N, T), and ``problem.cost`` where it has rows, are Dask arrays in chunks of people,
        or else NumPy arrays, which are cut into a few.
    workers
        Threads of this process; a task uses one.
    """

    for_few = False

    def __init__(self, arrays: Arrays, workers: Workers) -> None:
        self.arrays, self.workers = arrays, workers
        z, cost = (_in_partitions(rows) for rows in (arrays.z, arrays.cost))
        (z,) = hold([z])
        self.n_people, self.n_draws = arrays.z.shape
        self.n_groups, self.width = len(arrays.size.log_target), arrays.cost.shape[1]
        self.stays = is_partitioned(arrays.z)
        self.shelves = Shelves(z.chunks[0], share_out(z))
        self.about = shelf_tasks.About(self.n_draws, arrays.n_clusters, self.n_groups, self.width)
        rows = self.shelves.group(z.to_delayed().ravel())
        none = [np.zeros((0, self.width))] * len(self.shelves.lengths)
        costs = self.shelves.group(cost.to_delayed().ravel() if len(cost) else none)
        n_own = [self.shelves.lengths[own].sum() for own in self.shelves.partitions]
        packed = [task(shelf_tasks.pack, *own, self.about) for own in zip(rows, costs, strict=True)]
        held = keep([*packed, *(task(np.zeros, n, self._kind) for n in n_own)])
        self.people, self.labels = held[: len(n_own)], held[len(n_own) :]
        # Tasks, done or not: (n, P) gains and (n,) groups on trial of the people of each shelf.
        self.utilities: list[Any] = []
        self.trial: list[Any] = self.labels
        # What was asked about them.
        self._sample: tuple[Array, Array] | None = None
        self._sizes: Array | None = None
        self._gain: float | None = None
        self.sizes = np.zeros(self.n_groups, np.int64)
        self.counts = np.zeros((self.n_draws, arrays.n_clusters, self.width), np.int64)
        self._counted = False

    @property
    def _kind(self) -> type[np.unsignedinteger]:
        """The type of the labels."""
        return np.uint8 if self.n_groups <= 256 else np.uint16

    def _ask(self, tasks: Sequence[Any]) -> tuple[Any, ...]:
        """Return the results of tasks; they go out together with gains and groups on trial that are not there yet."""
        held = keep([*self.utilities, *self.trial, *tasks])
        n_gains, n_kept = len(self.utilities), len(self.utilities) + len(self.trial)
        self.utilities, self.trial = held[:n_gains], held[n_gains:n_kept]
        return compute(held[n_kept:])

    def _sum(self, parts: Sequence[Any], add: Callable[[list[Any]], Any] = sum) -> Any:
        """Return what the results of tasks add up to."""
        return add(list(self._ask(partial_sums(parts, add))))

    # The assignment

    def start(self, labels: Any) -> None:
        """Go over to an assignment, (N,), from here or as a Dask array with the partitions of the draws."""
        self.try_all(labels)
        self.adopt()

    def narrowed(self, people: Array) -> Self | NumbaMachine:
        """Return a backend where only these people may move, here if there are few, and the others stay counted."""
        own = [np.zeros(0, np.int64)] * len(self.people)
        for i, places, _ in self.shelves.split(people):
            own[i] = places
        if len(people) * (self.n_draws + 16 * self.width + 24) <= _HERE:  # draws; costs and gains; labels
            _, z, cost, labels = self._bring_here(own)
            here = NumbaMachine(self.arrays._replace(z=z, cost=cost), self.workers)
            here.join_others(labels, self.counts)
            return here
        few = copy(self)
        few.n_people, few.stays, few.shelves = len(people), False, self.shelves.narrowed(people)
        few.people = keep([task(shelf_tasks.narrow, *pair, self.about) for pair in zip(self.people, own, strict=True)])
        few.utilities = []
        few._try([task(np.take, *pair) for pair in zip(self.labels, own, strict=True)])
        few.sizes = few.trial_sizes.copy()
        few.labels = list(few.trial)
        return few

    def labels_on_host(self) -> Any:
        """Return the assignment, (N,); as a Dask array, which stays in its partitions, if the draws are one."""
        shelves = self.shelves
        if not self.stays:
            places = [np.arange(shelves.lengths[own].sum()) for own in shelves.partitions]
            return np.concatenate(compute(self.labels))[shelves.merge(places)[1]]
        where = zip(shelves.shelf_of.tolist(), shelves.starts.tolist(), shelves.lengths.tolist(), strict=True)
        pieces = [(self.labels[shelf], start, start + length) for shelf, start, length in where]
        labels = chunks_of(shelf_tasks.cut, pieces, shelves.lengths.tolist(), np.empty(0, self._kind))
        return keep([labels])[0]

    def adopt(self) -> None:
        """Go over to the assignment on trial; only those who moved are counted."""
        before = self.labels if self._counted else [None] * len(self.people)
        parts = zip(self.people, before, self.trial, strict=True)
        change, sizes = self._sum([task(shelf_tasks.count_moves, *part, self.about) for part in parts], _add_each)
        self.counts = self.counts + change if self._counted else change
        self.labels, self.sizes, self._counted = list(self.trial), sizes, True
        self._gain = None

    def sum_costs(self) -> float:
        """Return the personal costs of everybody's present group."""
        return float(
            self._sum([task(shelf_tasks.sum_costs, *pair) for pair in zip(self.people, self.labels, strict=True)])
        )

    # Gains

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        rest = (self.about, shared(table), draws, cost_scale)
        self.utilities = [task(shelf_tasks.fill_gains, people, *rest) for people in self.people]
        self._sample = self._gain = None

    def gains_of(self, people: Array | None = None) -> Array:
        """Return some people's gains, (M, P); everybody's by default."""
        people = np.arange(self.n_people) if people is None else people
        if self._sample is None or not np.array_equal(self._sample[0], people):
            parts = self.shelves.split(people)
            rows = np.empty((len(people), self.width))
            found = self._ask([task(np.take, self.utilities[i], own, 0) for i, own, _ in parts])
            for (_, _, some), part in zip(parts, found, strict=True):
                rows[some] = part
            self._sample = people, rows
        return self._sample[1].copy()

    # Transport

    def choose(self, prices: Array) -> Array:
        """Put everybody on trial where gain less price is largest; the own group wins ties."""
        pairs = zip(self.utilities, self.labels, strict=True)
        self._try([task(shelf_tasks.choose, *pair, self.about, prices) for pair in pairs])
        return self.trial_sizes.copy()

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who prefers their group on trial by at most ``limit``, their gains and these groups."""
        pairs = zip(self.utilities, self.trial, strict=True)
        found = self._ask([task(shelf_tasks.find_near, *pair, self.about, prices, limit) for pair in pairs])
        people, gains, groups = self._in_order(found)
        return people, gains, groups

    def _in_order(self, found: Sequence[tuple[Array, ...]]) -> tuple[Array, ...]:
        """Return the people whom shelves have found, by ascending number, with what was found about each."""
        people, order = self.shelves.merge([places for places, *_ in found])
        joined = [np.concatenate(rows) for rows in list(zip(*found, strict=True))[1:]]
        return people, *(rows[order] if len(rows) else rows for rows in joined)

    def _bring_here(self, places: list[Array]) -> tuple[Array, ...]:
        """Return who is at these places of each shelf, with their draws, costs and groups."""
        parts = zip(self.people, self.labels, places, strict=True)
        return self._in_order(self._ask([task(shelf_tasks.bring, *part) for part in parts]))

    def try_all(self, labels: Any) -> None:
        """Put everybody on trial in these groups, (N,), from here or from a Dask array in the same partitions."""
        here = isinstance(labels, np.ndarray)
        pieces = np.split(labels, self.shelves.edges[1:-1]) if here else labels.to_delayed().ravel()
        self._try([task(shelf_tasks.put_together, own, self._kind) for own in self.shelves.group(pieces)])

    def try_groups(self, people: Array, groups: Array) -> None:
        """Put some people on trial in these groups."""
        trial = list(self.trial)
        for i, own, some in self.shelves.split(people):
            trial[i] = task(shelf_tasks.put, trial[i], own, groups[some].astype(self._kind))
        self._try(trial)

    def least_gap(self, prices: Array) -> float:
        """Return by how much the least content person on trial prefers the own group."""
        parts = zip(self.utilities, self.labels, self.trial, strict=True)
        judged = self._sum(
            [task(shelf_tasks.judge, *part, self.about, prices) for part in parts], shelf_tasks.add_judged
        )
        # Whoever asks for the gap goes on to ask for these.
        self._sizes, self._gain = judged.sizes, judged.gain
        return float(judged.gap)

    def trial_gain(self) -> float:
        """Return what the assignment on trial gains, sizes apart."""
        if self._gain is None:
            parts = zip(self.utilities, self.labels, self.trial, strict=True)
            self._gain = self._sum([task(shelf_tasks.sum_gains, *part) for part in parts])
        return float(self._gain)

    @property
    def trial_sizes(self) -> Array:
        """(G,) of the assignment under trial."""
        if self._sizes is None:
            self._sizes = self._sum([task(np.bincount, piece, None, self.n_groups) for piece in self.trial])
        return self._sizes

    def _try(self, trial: list[Any]) -> None:
        """Put everybody on trial in the groups that these tasks return."""
        self.trial, self._sizes, self._gain = trial, None, None

    # One by one

    def look(self) -> None:
        """Fill what entering each group is worth to everybody by themselves."""
        self.gains(self.weighted(ENTER))

    def improve_each(self, sweeps: int, swaps: bool) -> int:
        """Move people one by one, and in pairs if asked, until nobody gains; return how many changes were made."""
        changes = 0
        self.utilities, self._sample = (
            [],
            None,
        )  # of the tangent, which nobody asks for here: workers need not keep them
        for _ in range(sweeps):
            now = self._move_people() or (self._swap_people() if swaps else 0)
            changes += now
            if now == 0:
                break
        return changes

    def _move_people(self) -> int:
        """Move each person who gains by it, here, after a second look with everything up to date; return how many did.

        Partitions look for those who would gain at the present sizes. Their moves change the sizes, by which others may
        gain: the look is repeated with the lowest costs of moves on the way, until it finds all who matter.
        """
        tables = [shared(self.weighted(row)) for row in (ENTER, LEAVE)]
        lowest = move_costs(self.arrays.size, self.sizes)
        for _ in range(_LOOKS):
            parts = zip(self.people, self.labels, strict=True)
            found = self._ask([task(shelf_tasks.find_movers, *part, self.about, *tables, lowest) for part in parts])
            people, z, cost, labels = self._in_order(found)
            if len(people) == 0:
                return 0
            here = self._here(z, cost, labels)
            here.counts[:], here.sizes[:] = self.counts, self.sizes
            update_sizes(self.arrays.size, here.state.size)
            n_moved = here.improve_each(1, False)
            before, lowest = lowest, np.minimum(lowest, self._lowest_costs(labels, here.labels))
            if (lowest == before).all():
                break
        self._try(list(self.labels))
        self.try_groups(people, here.labels)
        self.adopt()
        return n_moved

    def _lowest_costs(self, before: Array, after: Array) -> Array:
        """Return the lowest cost of each move (G, G) at any time while people moved one after the other."""
        moved = np.flatnonzero(before != after)
        steps = np.eye(self.n_groups, dtype=np.int64)
        path = self.sizes + np.cumsum(steps[after[moved]] - steps[before[moved]], axis=0)
        costs = [move_costs(self.arrays.size, sizes) for sizes in np.unique(path, axis=0)]
        return np.min(costs, axis=0, initial=np.inf)

    def _swap_people(self) -> int:
        """Swap each pair that gains by it, with all draws gathered here: only for few people."""
        everybody = [np.arange(self.shelves.lengths[own].sum()) for own in self.shelves.partitions]
        here = self._here(*self._bring_here(everybody)[1:])
        n_swapped = here.improve_each(1, True)
        self.start(here.labels)
        return n_swapped

    def _here(self, z: Array, cost: Array, labels: Array) -> NumbaMachine:
        """Return some people, gathered, with what they need to know of themselves."""
        here = NumbaMachine(self.arrays._replace(z=z, cost=cost), self.workers)
        here.start(labels)
        return here


def _in_partitions(rows: Any) -> Any:
    """Return rows as a Dask array in chunks of people."""
    if is_partitioned(rows) or len(rows) == 0:
        return rows
    return da.from_array(rows, chunks=(-(-len(rows) // _PIECES), -1))


def _add_each(parts: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Add up the first entries, the second entries and so on."""
    return tuple(map(sum, zip(*parts, strict=True)))
