"""The machine for draws in partitions: each pass is one task per worker thread, and a tree of small sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, cast

import numpy as np

from ...cluster.tasks import chunks_of, compute, hold, keep, partial_sums, share_out, shared, task
from ...options import Workers
from ..kernels._sizes_numba import refresh_sizes
from ..kernels.arrays import ENTER, LEAVE, Arrays, move_costs
from . import shelf_tasks
from .machine import Judgement, Machine
from .numba_machine import NumbaMachine

Array = np.ndarray

# Bytes of the arrays of people who are gathered in this process.
_MAX_GATHERED_BYTES = 2e8
# Passes that look for people who gain by moving alone; two are mostly enough.
_MAX_SEARCHES_FOR_MOVERS = 8


class DaskMachine(Machine):
    """One assignment of everybody, spread over the partitions of the draws.

    The contingency tables, the sizes and the prices are kept in this process. Arrays with a row per person stay in
    their partitions, as do the labels that ``labels_on_host`` returns. Within a partition the passes are those of
    ``NumbaMachine``. Neither counts nor gains depend on how people are spread over partitions.

    Scheduling a task costs more than the work on a small partition. So each task handles all partitions of one worker
    thread, gains and groups are computed only when they are needed, and all pending tasks are submitted together.

    Parameters
    ----------
    arrays
        The problem. ``arrays.z`` (N, T), and ``arrays.cost`` if it has rows, are Dask arrays in chunks of people.
    workers
        Threads of this process; a task uses one.
    """

    def __init__(self, arrays: Arrays, workers: Workers) -> None:
        self.arrays, self.workers = arrays, workers
        (z,), cost = hold([arrays.z]), cast(Any, arrays.cost)
        self.n_people, self.n_draws = arrays.z.shape
        self.n_groups, self.width = len(arrays.size.log_target), arrays.cost.shape[1]
        # A person has draws, costs, gains and labels.
        self.most_narrowed = _MAX_GATHERED_BYTES / (self.n_draws + 16 * self.width + 24)
        self.shelves = Shelves(z.chunks[0], share_out(z))
        self.about = shelf_tasks.About(self.n_draws, arrays.n_clusters, self.n_groups, self.width)
        rows = self.shelves.group(z.to_delayed().ravel())
        none = [np.zeros((0, self.width))] * len(self.shelves.lengths)
        costs = self.shelves.group(cost.to_delayed().ravel() if len(cost) else none)
        n_own = [self.shelves.lengths[own].sum() for own in self.shelves.partitions]
        packed = [task(shelf_tasks.pack, *own, self.about) for own in zip(rows, costs, strict=True)]
        held = keep([*packed, *(task(np.zeros, n, self._kind) for n in n_own)])
        self.people, self.labels = held[: len(n_own)], held[len(n_own) :]
        # Tasks, finished or not: (n, P) gains and (n,) trial groups of the people of each shelf.
        self.utilities: list[Any] = []
        self.trial: list[Any] = self.labels
        # Results that are known already.
        self._sample: tuple[Array, Array] | None = None
        self.sizes = np.zeros(self.n_groups, np.int64)
        self.counts = np.zeros((self.n_draws, arrays.n_clusters, self.width), np.int64)
        self._counted = False

    @property
    def _kind(self) -> type[np.unsignedinteger]:
        """The type of the labels."""
        return np.uint8 if self.n_groups <= 256 else np.uint16

    def _ask(self, tasks: Sequence[Any]) -> tuple[Any, ...]:
        """Return the results of tasks; pending tasks for gains and trial groups are submitted with them."""
        held = keep([*self.utilities, *self.trial, *tasks])
        n_gains, n_kept = len(self.utilities), len(self.utilities) + len(self.trial)
        self.utilities, self.trial = held[:n_gains], held[n_gains:n_kept]
        return compute(held[n_kept:])

    def _sum(self, parts: Sequence[Any], add: Callable[[list[Any]], Any] = sum) -> Any:
        """Return the sum of the results of tasks."""
        return add(list(self._ask(partial_sums(parts, add))))

    # The assignment

    def start(self, labels: Any) -> None:
        """Adopt an assignment, (N,): a NumPy array, or a Dask array with the partitions of the draws."""
        self.try_all(labels)
        self.adopt()

    def narrowed(self, people: Array) -> NumbaMachine:
        """Return a machine in this process where only these people may move; the others stay counted."""
        own = [np.zeros(0, np.int64)] * len(self.people)
        for i, places, _ in self.shelves.split(people):
            own[i] = places
        parts = zip(self.people, self.labels, own, strict=True)
        _, z, cost, labels = self._in_order(self._ask([task(shelf_tasks.bring, *part) for part in parts]))
        here = NumbaMachine(self.arrays._replace(z=z, cost=cost), self.workers)
        here.join_others(labels, self.counts)
        return here

    def labels_on_host(self) -> Any:
        """Return the assignment, (N,), as a Dask array that stays in its partitions."""
        shelves = self.shelves
        where = zip(shelves.shelf_of.tolist(), shelves.starts.tolist(), shelves.lengths.tolist(), strict=True)
        pieces = [(self.labels[shelf], start, start + length) for shelf, start, length in where]
        labels = chunks_of(shelf_tasks.cut, pieces, shelves.lengths.tolist(), np.empty(0, self._kind))
        return keep([labels])[0]

    def adopt(self) -> None:
        """Adopt the trial assignment; only people who moved are counted."""
        before = self.labels if self._counted else [None] * len(self.people)
        parts = zip(self.people, before, self.trial, strict=True)
        change, sizes = self._sum([task(shelf_tasks.count_moves, *part, self.about) for part in parts], _add_each)
        self.counts = self.counts + change if self._counted else change
        self.labels, self.sizes, self._counted = list(self.trial), sizes, True

    def costs_by_group(self) -> Array:
        """Return the personal costs of each group's people if they were in each group, (G, G)."""
        if not len(self.arrays.cost):
            return np.zeros((self.n_groups, self.n_groups))
        pairs = zip(self.people, self.labels, strict=True)
        total: Array = self._sum([task(shelf_tasks.add_costs, *pair, self.about) for pair in pairs])
        return total

    # Gains

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        rest = (self.about, shared(table), draws, cost_scale)
        self.utilities = [task(shelf_tasks.fill_gains, people, *rest) for people in self.people]
        self._sample = None

    def gains_of(self, people: Array) -> Array:
        """Return some people's gains, (M, P)."""
        if self._sample is None or not np.array_equal(self._sample[0], people):
            parts = self.shelves.split(people)
            rows = np.empty((len(people), self.width))
            found = self._ask([task(np.take, self.utilities[i], own, 0) for i, own, _ in parts])
            for (_, _, some), part in zip(parts, found, strict=True):
                rows[some] = part
            self._sample = people, rows
        return self._sample[1].copy()

    # Transport

    def choose(self, prices: Array, close: float = -1.0) -> tuple[Array, Array]:
        """Try everybody where gain minus price is largest; return the sizes, and who nearly chose another group."""
        pairs = zip(self.utilities, self.labels, strict=True)
        chosen = [task(shelf_tasks.choose, *pair, self.about, prices, close) for pair in pairs]
        self.trial = [task(itemgetter(0), one) for one in chosen]
        sizes, leaning = self._sum([task(itemgetter(1, 2), one) for one in chosen], _add_each)
        return sizes, leaning

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who prefers their trial group by at most ``limit``, their gains and these groups."""
        pairs = zip(self.utilities, self.trial, strict=True)
        found = self._ask([task(shelf_tasks.find_near, *pair, self.about, prices, limit) for pair in pairs])
        people, gains, groups = self._in_order(found)
        return people, gains, groups

    def _in_order(self, found: Sequence[tuple[Array, ...]]) -> tuple[Array, ...]:
        """Return the people that shelves have found, by ascending number, with the arrays found for them."""
        people, order = self.shelves.merge([places for places, *_ in found])
        joined = [np.concatenate(rows) for rows in list(zip(*found, strict=True))[1:]]
        return people, *(rows[order] if len(rows) else rows for rows in joined)

    def try_all(self, labels: Any) -> None:
        """Try everybody in these groups, (N,): a NumPy array, or a Dask array in the same partitions."""
        here = isinstance(labels, np.ndarray)
        pieces = np.split(labels, self.shelves.edges[1:-1]) if here else labels.to_delayed().ravel()
        self.trial = [task(shelf_tasks.put_together, own, self._kind) for own in self.shelves.group(pieces)]

    def try_groups(self, people: Array, groups: Array) -> None:
        """Try some people in these groups."""
        trial = list(self.trial)
        for i, own, some in self.shelves.split(people):
            trial[i] = task(shelf_tasks.put, trial[i], own, groups[some].astype(self._kind))
        self.trial = trial

    def judge(self, prices: Array) -> Judgement:
        """Judge the trial assignment."""
        parts = zip(self.utilities, self.labels, self.trial, strict=True)
        tasks = [task(shelf_tasks.judge, *part, self.about, prices) for part in parts]
        judged: Judgement = self._sum(tasks, shelf_tasks.add_judged)
        return judged

    # One by one

    def move_each(self, sweeps: int) -> int:
        """Move people one by one until nobody gains; return the number of moves."""
        changes = 0
        self.utilities, self._sample = [], None  # the tangent's gains are not needed here: workers can free them
        for _ in range(sweeps):
            now = self._move_people()
            changes += now
            if now == 0:
                break
        return changes

    def _move_people(self) -> int:
        """Move each person who gains, in this process, once updated gains confirm it; return how many moved.

        Partitions look for people who gain at the present sizes. Their moves change the sizes, so others may gain,
        too: the pass is repeated with the lowest size costs on the way, until it has found everybody who gains.
        """
        tables = [shared(self.weighted(row)) for row in (ENTER, LEAVE)]
        lowest = move_costs(self.arrays.size, self.sizes)
        for _ in range(_MAX_SEARCHES_FOR_MOVERS):
            parts = zip(self.people, self.labels, strict=True)
            found = self._ask([task(shelf_tasks.find_movers, *part, self.about, *tables, lowest) for part in parts])
            people, z, cost, labels = self._in_order(found)
            if len(people) == 0:
                return 0
            here = NumbaMachine(self.arrays._replace(z=z, cost=cost), self.workers)
            here.join_others(labels, self.counts)
            here.sizes[:] = self.sizes
            refresh_sizes(self.arrays.size, here.state.size)
            n_moved = here.move_each(1)
            before, lowest = lowest, np.minimum(lowest, self._lowest_costs(labels, here.labels))
            if (lowest == before).all():
                break
        self.trial = list(self.labels)
        self.try_groups(people, here.labels)
        self.adopt()
        return n_moved

    def _lowest_costs(self, before: Array, after: Array) -> Array:
        """Return the lowest size cost of each move (G, G) while people moved one after the other."""
        moved = np.flatnonzero(before != after)
        steps = np.eye(self.n_groups, dtype=np.int64)
        path = self.sizes + np.cumsum(steps[after[moved]] - steps[before[moved]], axis=0)
        costs = [move_costs(self.arrays.size, sizes) for sizes in np.unique(path, axis=0)]
        return np.min(costs, axis=0, initial=np.inf)


class Shelves:
    """The positions of people in partitions and on shelves. A shelf holds its partitions one after the other.

    Parameters
    ----------
    lengths
        People in each partition.
    shelf_of
        The shelf of each partition, counted from 0; none is empty.
    """

    def __init__(self, lengths: Sequence[int], shelf_of: Sequence[int]) -> None:
        self.lengths, self.shelf_of = np.asarray(lengths, np.int64), np.asarray(shelf_of, np.int64)
        self.edges = np.concatenate([[0], np.cumsum(self.lengths)])
        self.partitions = [np.flatnonzero(self.shelf_of == shelf) for shelf in range(self.shelf_of.max() + 1)]
        self.starts = np.zeros(len(self.lengths), np.int64)  # the place of each partition on its shelf
        for own in self.partitions:
            self.starts[own[1:]] = np.cumsum(self.lengths[own])[:-1]

    def group(self, parts: Sequence[Any]) -> list[list[Any]]:
        """Return the items of partitions, in a list for each shelf."""
        return [[parts[i] for i in own.tolist()] for own in self.partitions]

    def split(self, people: Array) -> list[tuple[int, Array, Array]]:
        """Return the shelves of some people: the shelf, their places on it, and their positions in ``people``."""
        partition = np.searchsorted(self.edges, people, side="right") - 1
        shelves, places = self.shelf_of[partition], people - self.edges[partition] + self.starts[partition]
        order, ends = np.argsort(shelves, kind="stable"), np.bincount(shelves, None, len(self.partitions)).cumsum()
        which = np.split(order, ends[:-1])
        return [(shelf, places[some], some) for shelf, some in enumerate(which) if len(some)]

    def merge(self, places: Sequence[Array]) -> tuple[Array, Array]:
        """Return the numbers of the people at these places of each shelf, ascending, and the order that sorts them."""
        people = []
        for own, there in zip(self.partitions, places, strict=True):
            # Of several partitions with the same start, all but the last are empty.
            partition = own[np.searchsorted(self.starts[own], there, side="right") - 1]
            people.append(self.edges[partition] + there - self.starts[partition])
        everyone = np.concatenate(people)
        order = np.argsort(everyone, kind="stable")
        return everyone[order], order


def _add_each(parts: list[tuple[Any, ...]]) -> tuple[Any, ...]:
    """Add up the first entries, the second entries and so on."""
    return tuple(map(sum, zip(*parts, strict=True)))
