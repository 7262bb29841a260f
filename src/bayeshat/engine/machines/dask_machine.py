"""The machine for draws in partitions: each pass is one task per worker thread, and a tree of small sums."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple, cast

import numpy as np

from ...cluster.tasks import chunks_of, compute, hold, keep, partial_sums, share_out, shared, task
from ...options import Workers
from ..counting import PackedDraws
from ..kernels._sizes_numba import refresh_sizes
from ..kernels.arrays import ENTER, LEAVE, TOLERANCE, Arrays, SizeTerm, move_costs
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
        self.about = About(self.n_draws, arrays.n_clusters, self.n_groups, self.width)
        rows = self.shelves.group(z.to_delayed().ravel())
        none = [np.zeros((0, self.width))] * len(self.shelves.lengths)
        costs = self.shelves.group(cost.to_delayed().ravel() if len(cost) else none)
        n_own = [self.shelves.lengths[own].sum() for own in self.shelves.partitions]
        packed = [task(pack, *own, self.about) for own in zip(rows, costs, strict=True)]
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
        _, z, cost, labels = self._in_order(self._ask([task(bring, *part) for part in parts]))
        here = NumbaMachine(self.arrays._replace(z=z, cost=cost), self.workers)
        here.join_others(labels, self.counts)
        return here

    def labels_on_host(self) -> Any:
        """Return the assignment, (N,), as a Dask array that stays in its partitions."""
        shelves = self.shelves
        where = zip(shelves.shelf_of.tolist(), shelves.starts.tolist(), shelves.lengths.tolist(), strict=True)
        pieces = [(self.labels[shelf], start, start + length) for shelf, start, length in where]
        labels = chunks_of(cut, pieces, shelves.lengths.tolist(), np.empty(0, self._kind))
        return keep([labels])[0]

    def adopt(self) -> None:
        """Adopt the trial assignment; only people who moved are counted."""
        before = self.labels if self._counted else [None] * len(self.people)
        parts = zip(self.people, before, self.trial, strict=True)
        change, sizes = self._sum([task(count_moves, *part, self.about) for part in parts], _add_each)
        self.counts = self.counts + change if self._counted else change
        self.labels, self.sizes, self._counted = list(self.trial), sizes, True

    def costs_by_group(self) -> Array:
        """Return the personal costs of each group's people if they were in each group, (G, G)."""
        if not len(self.arrays.cost):
            return np.zeros((self.n_groups, self.n_groups))
        pairs = zip(self.people, self.labels, strict=True)
        total: Array = self._sum([task(add_costs, *pair, self.about) for pair in pairs])
        return total

    # Gains

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        rest = (self.about, shared(table), draws, cost_scale)
        self.utilities = [task(fill_gains, people, *rest) for people in self.people]
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
        chosen = [task(choose, *pair, self.about, prices, close) for pair in pairs]
        self.trial = [task(itemgetter(0), one) for one in chosen]
        sizes, leaning = self._sum([task(itemgetter(1, 2), one) for one in chosen], _add_each)
        return sizes, leaning

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who prefers their trial group by at most ``limit``, their gains and these groups."""
        pairs = zip(self.utilities, self.trial, strict=True)
        found = self._ask([task(find_near, *pair, self.about, prices, limit) for pair in pairs])
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
        self.trial = [task(put_together, own, self._kind) for own in self.shelves.group(pieces)]

    def try_groups(self, people: Array, groups: Array) -> None:
        """Try some people in these groups."""
        trial = list(self.trial)
        for i, own, some in self.shelves.split(people):
            trial[i] = task(put, trial[i], own, groups[some].astype(self._kind))
        self.trial = trial

    def judge(self, prices: Array) -> Judgement:
        """Judge the trial assignment."""
        parts = zip(self.utilities, self.labels, self.trial, strict=True)
        tasks = [task(judge, *part, self.about, prices) for part in parts]
        judged: Judgement = self._sum(tasks, add_judged)
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
            found = self._ask([task(find_movers, *part, self.about, *tables, lowest) for part in parts])
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


# The tasks: each runs a pass of ``NumbaMachine`` over every partition of a shelf. No task changes its arguments, and
# results with a row per person stay on their worker.


class About(NamedTuple):
    """The dimensions of the problem."""

    n_draws: int
    n_clusters: int
    n_groups: int
    width: int

    def open(self, z: Array, cost: Array) -> NumbaMachine:
        """Return a machine for some people, without anything that depends on everybody else."""
        size = SizeTerm(np.zeros((2, 0)), np.zeros(self.n_groups), np.zeros((2, self.n_groups), int), 0.0, False, False)
        weights = np.zeros(self.n_draws)
        return NumbaMachine(Arrays(z, weights, np.zeros((4, 0)), cost, self.n_clusters, size), Workers(1))

    def revive(self, utilities: Array, labels: Array) -> NumbaMachine:
        """Return a machine for people with these gains and groups; present and trial groups are the same."""
        people = self.open(np.empty((len(labels), 0), np.uint8), np.empty((0, self.width)))
        people.utilities, people.labels[:], people.trial[:] = utilities, labels, labels
        return people


class People(NamedTuple):
    """A partition, as its worker keeps it: (N, T) draws, (N, P) or no costs, and the packed draws."""

    z: Array
    cost: Array
    packed: PackedDraws

    def of(self, people: Array) -> tuple[Array, Array]:
        """Return the draws and costs of some people."""
        return self.z[people], self.cost[people] if len(self.cost) else self.cost

    def open(self, about: About) -> NumbaMachine:
        """Return a machine for these people, without anything that depends on everybody else."""
        people = about.open(self.z, self.cost)
        people.packed = self.packed
        return people


# The partitions of a shelf.
Shelf = list[People]


def pack(z: list[Array], cost: list[Array], about: About) -> Shelf:
    """Return the partitions of a shelf with their draws packed."""
    return [People(*pair, about.open(*pair).packed) for pair in zip(z, cost, strict=True)]


def _with_places(shelf: Shelf) -> list[tuple[People, slice]]:
    """Return each partition with its places on the shelf."""
    edges = np.cumsum([0, *(len(part.z) for part in shelf)]).tolist()
    return [(part, slice(start, stop)) for part, start, stop in zip(shelf, edges, edges[1:], strict=False)]


def _rows_of(shelf: Shelf, people: Array) -> list[tuple[Array, Array]]:
    """Return the draws and costs of some people, in ascending order, by partition."""
    parts = _with_places(shelf)
    own = np.split(people, np.searchsorted(people, [where.start for _, where in parts[1:]]))
    return [part.of(some - where.start) for (part, where), some in zip(parts, own, strict=True)]


def bring(shelf: Shelf, labels: Array, people: Array) -> tuple[Array, Array, Array, Array]:
    """Return some people of a shelf, with their draws, costs and groups."""
    z, cost = (np.concatenate(parts) for parts in zip(*_rows_of(shelf, people), strict=True))
    return people, z, cost, labels[people].astype(np.int64)


def fill_gains(shelf: Shelf, about: About, table: Array, draws: Array | None, scale: float) -> Array:
    """Return everybody's gains from a table."""
    utilities = np.empty((sum(len(part.z) for part in shelf), about.width))
    for part, where in _with_places(shelf):
        people = part.open(about)
        people.utilities = utilities[where]
        people.gains(table, draws, scale)
    return utilities


def choose(utilities: Array, labels: Array, about: About, prices: Array, close: float) -> tuple[Array, Array, Array]:
    """Return the groups where gain minus price is largest, their sizes, and who nearly chose another group."""
    people = about.revive(utilities, labels)
    sizes, pairs = people.choose(prices, close)
    return people.trial.astype(labels.dtype), sizes, pairs


def find_near(utilities: Array, trial: Array, about: About, prices: Array, limit: float) -> tuple[Array, Array, Array]:
    """Return who prefers their trial group by at most ``limit``, their gains and these groups."""
    return about.revive(utilities, trial).near(prices, limit)


def judge(utilities: Array, labels: Array, trial: Array, about: About, prices: Array) -> Judgement:
    """Judge the trial groups, at these prices."""
    if not len(trial):
        return Judgement(0.0, np.inf)
    people = about.revive(utilities, labels)
    people.trial[:] = trial
    return people.judge(prices)


def add_judged(parts: list[Judgement]) -> Judgement:
    """Add up the judgements of several shelves."""
    gains, gaps = zip(*parts, strict=True)
    return Judgement(sum(gains), min(gaps))


def add_costs(shelf: Shelf, labels: Array, about: About) -> Array:
    """Return the personal costs of each group's people if they were in each group, (G, G)."""
    total = np.zeros((about.n_groups, about.n_groups))
    for part, where in _with_places(shelf):
        np.add.at(total, labels[where], part.cost[:, : about.n_groups])
    return total


def put(trial: Array, people: Array, groups: Array) -> Array:
    """Return the trial groups with some people moved."""
    changed = trial.copy()
    changed[people] = groups
    return changed


def put_together(pieces: list[Array], kind: type[np.unsignedinteger]) -> Array:
    """Join the labels of a shelf's partitions."""
    return np.concatenate(pieces).astype(kind)


def cut(labels: Array, start: int, stop: int) -> Array:
    """Return the labels of one partition."""
    return labels[start:stop].copy()


def count_moves(shelf: Shelf, labels: Array | None, trial: Array, about: About) -> tuple[Array, Array]:
    """Return a shelf's change of the contingency tables, and its trial sizes; without ``labels``, count everybody."""
    total = np.zeros((about.n_draws, about.n_clusters, about.width), np.int64)
    for part, where in _with_places(shelf):
        people, own = part.open(about), trial[where]
        moved = np.arange(len(own)) if labels is None else np.flatnonzero(labels[where] != own)
        if labels is not None:
            people.add_counts(labels[where].astype(np.int64), moved, -1)
        people.add_counts(own.astype(np.int64), moved, 1)
        total += people.counts
    return total, np.bincount(trial, None, about.n_groups)


def find_movers(
    shelf: Shelf, labels: Array, about: About, enter: Array, leave: Array, prices: Array
) -> tuple[Array, Array, Array, Array]:
    """Return the people who gain by moving alone, with their draws, costs and groups."""
    movers = []
    for part, where in _with_places(shelf):  # one at a time, since gains need much memory
        own = labels[where]
        left = fill_gains([part], about, leave, None, 1.0)[np.arange(len(own)), own]
        change = left[:, None] - fill_gains([part], about, enter, None, 1.0)[:, : about.n_groups] + prices[own]
        movers.append(where.start + np.flatnonzero(change.min(axis=1, initial=np.inf) < -TOLERANCE))
    return bring(shelf, labels, np.concatenate(movers))
