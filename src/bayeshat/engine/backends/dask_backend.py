"""The backend for draws in partitions: each pass is one task per partition, and a tree of small sums."""

from __future__ import annotations

from copy import copy
from typing import Any, NamedTuple, Self

import dask.array as da
import numpy as np

from ..._workers import Workers
from ...cluster.tasks import add_up, compute, is_partitioned, keep, shared, task
from ..kernels._passes_numba import update_sizes
from ..search.problem import ENTER, LEAVE, TOLERANCE, Problem, SizeTerm, move_costs
from .held_tables import HeldTables
from .numba_backend import NumbaBackend
from .packed_draws import PackedDraws

Array = np.ndarray

# Partitions that NumPy arrays are cut into.
_PIECES = 4
# Draws x people that are brought together when some of the people settle among themselves: a round has a task for each.
_TOGETHER = 2e8
# Looks for those who would gain by moving alone; two are mostly enough.
_LOOKS = 8


class DaskBackend(HeldTables):
    """One assignment of everybody, spread over the partitions of the draws.

    The contingency tables, the sizes and the prices are here; what has a row per person stays in its partition, as do
    the labels that ``labels_on_host`` returns. Within a partition the passes are those of ``NumbaBackend``. Counts are
    whole numbers and everybody's gains are their own, so neither depends on how people are spread over partitions.

    Parameters
    ----------
    problem
        The problem; ``problem.z`` (N, T), and ``problem.cost`` where it has rows, are Dask arrays in chunks of people,
        or else NumPy arrays, which are cut into a few.
    workers
        Threads of this process; partitions use one each.
    """

    for_few = False

    def __init__(self, problem: Problem, workers: Workers) -> None:
        self.problem, self.workers = problem, workers
        z, cost = (_in_partitions(rows) for rows in (problem.z, problem.cost))
        self.n_people, self.n_draws = problem.z.shape
        self.n_groups, self.width = len(problem.size.log_target), problem.cost.shape[1]
        self.lengths: list[int] = list(z.chunks[0])
        self.edges = np.concatenate([[0], np.cumsum(self.lengths)])
        self.stays = is_partitioned(problem.z)
        self.about = shared(_About(problem.weights, problem.n_clusters, self.n_groups, self.width))
        rows = list(z.to_delayed().ravel())
        costs = list(cost.to_delayed().ravel()) if len(cost) else [np.zeros((0, self.width))] * len(rows)
        self.people = keep([task(_People.pack, *pair, self.about) for pair in zip(rows, costs, strict=True)])
        self.labels: list[Any] = keep([task(np.zeros, length, _label_type(self.n_groups)) for length in self.lengths])
        self.trial: list[Any] = self.labels
        self.utilities: list[Any] = []
        self.sizes = np.zeros(self.n_groups, np.int64)
        self.trial_sizes = np.zeros(self.n_groups, np.int64)
        self.counts = np.zeros((self.n_draws, problem.n_clusters, self.width), np.int64)
        self._counted = False

    # The assignment

    def start(self, labels: Any) -> None:
        """Go over to an assignment, (N,), from here or as a Dask array with the partitions of the draws."""
        self.try_all(labels)
        self.adopt()

    def narrowed(self, people: Array) -> Self:
        """Return a backend where only these people may move, brought together, and the others stay counted."""
        few, parts = copy(self), self._split(people)
        cells = np.cumsum([len(own) for _, own, _ in parts]) * self.n_draws
        bundles = [
            [parts[i] for i in some] for some in np.split(np.arange(len(parts)), _steps(cells, _TOGETHER)) if len(some)
        ]
        few.n_people, few.stays = len(people), False
        few.lengths = [sum(len(own) for _, own, _ in bundle) for bundle in bundles]
        few.edges = np.concatenate([[0], np.cumsum(few.lengths)])
        rows = [[task(_People.of, self.people[i], own) for i, own, _ in bundle] for bundle in bundles]
        labels = [[task(np.take, self.labels[i], own) for i, own, _ in bundle] for bundle in bundles]
        few.people = keep([task(_People.join, bundle, self.about) for bundle in rows])
        few.labels = [task(np.concatenate, bundle) for bundle in labels]
        few.trial, few.utilities = few.labels, []
        few._weigh_trial()
        few.labels, few.sizes = few.trial, few.trial_sizes.copy()
        return few

    def labels_on_host(self) -> Any:
        """Return the assignment, (N,); as a Dask array, which stays in its partitions, if the draws are one."""
        kind = _label_type(self.n_groups)
        pieces = zip(self.labels, self.lengths, strict=True)
        labels = da.concatenate([da.from_delayed(piece, (length,), kind) for piece, length in pieces])
        return labels if self.stays else labels.compute()

    def adopt(self) -> None:
        """Go over to the assignment on trial; only those who moved are counted."""
        before = self.labels if self._counted else [None] * len(self.people)
        parts = zip(self.people, before, self.trial, strict=True)
        (change,) = compute([add_up([task(_count_moves, *part, self.about) for part in parts])])
        self.counts = self.counts + change if self._counted else change
        self.labels, self.sizes, self._counted = list(self.trial), self.trial_sizes.copy(), True

    def sum_costs(self) -> float:
        """Return the personal costs of everybody's present group."""
        pairs = zip(self.people, self.labels, strict=True)
        return float(compute([add_up([task(_sum_costs, *pair) for pair in pairs])])[0])

    # Gains

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        rest = (self.about, shared(table), draws, cost_scale)
        self.utilities = keep([task(_fill_gains, people, *rest) for people in self.people])

    def gains_of(self, people: Array | None = None) -> Array:
        """Return some people's gains, (M, P); everybody's by default."""
        people = np.arange(self.n_people) if people is None else people
        order = np.argsort(people, kind="stable")
        parts = self._split(people[order])
        found = compute([task(np.take, self.utilities[i], own, 0) for i, own, _ in parts])
        rows = np.empty((len(people), self.width))
        rows[order] = np.concatenate(found) if found else np.empty((0, self.width))
        return rows

    # Transport

    def choose(self, prices: Array) -> Array:
        """Put everybody on trial where gain less price is largest; the own group wins ties."""
        pairs = zip(self.utilities, self.labels, strict=True)
        self.trial = [task(_choose, *pair, self.about, prices) for pair in pairs]
        self._weigh_trial()
        return self.trial_sizes.copy()

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who prefers their group on trial by at most ``limit``, their gains and these groups."""
        pairs = zip(self.utilities, self.trial, strict=True)
        found = compute([task(_find_near, *pair, self.about, prices, limit) for pair in pairs])
        people = [first + part[0] for first, part in zip(self.edges, found, strict=False)]
        gains, groups = (np.concatenate([part[i] for part in found]) for i in (1, 2))
        return np.concatenate(people), gains, groups

    def try_all(self, labels: Any) -> None:
        """Put everybody on trial in these groups, (N,), from here or from a Dask array in the same partitions."""
        pieces = np.split(labels, self.edges[1:-1]) if isinstance(labels, np.ndarray) else labels.to_delayed().ravel()
        self.trial = [task(np.asarray, piece, _label_type(self.n_groups)) for piece in pieces]
        self._weigh_trial()

    def try_groups(self, people: Array, groups: Array) -> None:
        """Put some people on trial in these groups."""
        for i, own, place in self._split(people):
            self.trial[i] = task(_put, self.trial[i], own, groups[place])
        self._weigh_trial()

    def least_gap(self, prices: Array) -> float:
        """Return by how much the least content person on trial prefers the own group."""
        pairs = zip(self.utilities, self.trial, strict=True)
        return float(compute([add_up([task(_least_gap, *pair, self.about, prices) for pair in pairs], min)])[0])

    def trial_gain(self) -> float:
        """Return what the assignment on trial gains, sizes apart."""
        parts = zip(self.utilities, self.labels, self.trial, strict=True)
        return float(compute([add_up([task(_sum_gains, *part) for part in parts])])[0])

    def _weigh_trial(self) -> None:
        """Compute the assignment on trial where it is, and its sizes."""
        sizes = add_up([task(np.bincount, piece, None, self.n_groups) for piece in self.trial])
        *self.trial, sizes = keep([*self.trial, sizes])
        (self.trial_sizes,) = compute([sizes])

    def _split(self, people: Array) -> list[tuple[int, Array, slice]]:
        """Return which of some people, in ascending order, are in which partition, counted from its first."""
        places = np.searchsorted(people, self.edges)
        found = [(i, slice(places[i], places[i + 1])) for i in np.flatnonzero(np.diff(places)).tolist()]
        return [(i, people[place] - self.edges[i], place) for i, place in found]

    # One by one

    def look(self) -> None:
        """Fill what entering each group is worth to everybody by themselves."""
        self.gains(self.weighted(ENTER))

    def improve_each(self, sweeps: int, swaps: bool) -> int:
        """Move people one by one, and in pairs if asked, until nobody gains; return how many changes were made."""
        changes = 0
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
        lowest = move_costs(self.problem.size, self.sizes)
        for _ in range(_LOOKS):
            parts = zip(self.people, self.labels, strict=True)
            found = compute([task(_find_movers, *part, self.about, *tables, lowest) for part in parts])
            people = np.concatenate([first + part[0] for first, part in zip(self.edges, found, strict=False)])
            z, cost, labels = (np.concatenate([part[i] for part in found]) for i in (1, 2, 3))
            if len(people) == 0:
                return 0
            here = self._here(z, cost, labels)
            here.counts[:], here.sizes[:] = self.counts, self.sizes
            update_sizes(self.problem.size, here.state.size)
            n_moved = here.improve_each(1, False)
            before, lowest = lowest, np.minimum(lowest, self._lowest_costs(labels, here.labels))
            if (lowest == before).all():
                break
        self.trial = list(self.labels)
        self.try_groups(people, here.labels)
        self.adopt()
        return n_moved

    def _lowest_costs(self, before: Array, after: Array) -> Array:
        """Return the lowest cost of each move (G, G) at any time while people moved one after the other."""
        moved = np.flatnonzero(before != after)
        steps = np.eye(self.n_groups, dtype=np.int64)
        path = self.sizes + np.cumsum(steps[after[moved]] - steps[before[moved]], axis=0)
        costs = [move_costs(self.problem.size, sizes) for sizes in np.unique(path, axis=0)]
        return np.min(costs, axis=0, initial=np.inf)

    def _swap_people(self) -> int:
        """Swap each pair that gains by it, with all draws gathered here: only for few people."""
        z, cost, _ = zip(*compute(self.people), strict=True)
        here = self._here(*(np.concatenate(rows) for rows in (z, cost, compute(self.labels))))
        n_swapped = here.improve_each(1, True)
        self.start(here.labels)
        return n_swapped

    def _here(self, z: Array, cost: Array, labels: Array) -> NumbaBackend:
        """Return some people, gathered, with what they need to know of themselves."""
        here = NumbaBackend(self.problem._replace(z=z, cost=cost), self.workers)
        here.start(labels)
        return here


def _in_partitions(rows: Any) -> Any:
    """Return rows as a Dask array in chunks of people."""
    if is_partitioned(rows) or len(rows) == 0:
        return rows
    return da.from_array(rows, chunks=(-(-len(rows) // _PIECES), -1))


class _About(NamedTuple):
    """What a partition must know of the problem."""

    weights: Array
    n_clusters: int
    n_groups: int
    width: int

    def open(self, z: Array, cost: Array) -> NumbaBackend:
        """Return the people of a partition; what depends on everybody else is not filled in."""
        size = SizeTerm(np.zeros((2, 0)), np.zeros(self.n_groups), np.zeros((2, self.n_groups), int), 0.0, False, False)
        return NumbaBackend(Problem(z, self.weights, np.zeros((4, 0)), cost, self.n_clusters, size), Workers(1))


class _People(NamedTuple):
    """What stays in a partition from the first step to the last: (N, T) draws, (N, P) or no costs, the draws packed."""

    z: Array
    cost: Array
    packed: PackedDraws

    @classmethod
    def pack(cls, z: Array, cost: Array, about: _About) -> _People:
        return cls(z, cost, about.open(z, cost).packed)

    def of(self, people: Array) -> tuple[Array, Array]:
        """Return the draws and costs of some people."""
        return self.z[people], self.cost[people] if len(self.cost) else self.cost

    @classmethod
    def join(cls, parts: list[tuple[Array, Array]], about: _About) -> _People:
        """Return people of several partitions as one."""
        z, cost = (np.concatenate(rows) for rows in zip(*parts, strict=True))
        return cls.pack(z, cost, about)

    def open(self, about: _About) -> NumbaBackend:
        """Return these people; what depends on everybody else is not filled in."""
        people = about.open(self.z, self.cost)
        people.packed = self.packed
        return people


def _steps(sums: Array, most: float) -> Array:
    """Return where to cut a list, by its running sums, into pieces that add up to about ``most`` each."""
    return np.flatnonzero(np.diff(sums // most)) + 1


def _label_type(n_groups: int) -> type[np.unsignedinteger]:
    return np.uint8 if n_groups <= 256 else np.uint16


def _fill_gains(kept: _People, about: _About, table: Array, draws: Array | None, scale: float) -> Array:
    people = kept.open(about)
    people.gains(table, draws, scale)
    return people.utilities


def _revive(utilities: Array, labels: Array, about: _About) -> NumbaBackend:
    """Return the people of a partition with their gains and groups, as present and as on trial."""
    people = about.open(np.empty((len(labels), 0), np.uint8), np.empty((0, about.width)))
    people.utilities[:], people.labels[:], people.trial[:] = utilities, labels, labels
    return people


def _choose(utilities: Array, labels: Array, about: _About, prices: Array) -> Array:
    people = _revive(utilities, labels, about)
    people.choose(prices)
    return people.trial.astype(labels.dtype)


def _find_near(
    utilities: Array, trial: Array, about: _About, prices: Array, limit: float
) -> tuple[Array, Array, Array]:
    return _revive(utilities, trial, about).near(prices, limit)


def _least_gap(utilities: Array, trial: Array, about: _About, prices: Array) -> float:
    return _revive(utilities, trial, about).least_gap(prices) if len(trial) else np.inf


def _sum_gains(utilities: Array, labels: Array, trial: Array) -> float:
    moved = np.flatnonzero(trial != labels)
    return float((utilities[moved, trial[moved]] - utilities[moved, labels[moved]]).sum())


def _sum_costs(kept: _People, labels: Array) -> float:
    return float(kept.cost[np.arange(len(labels)), labels].sum())


def _put(trial: Array, people: Array, groups: Array) -> Array:
    changed = trial.copy()
    changed[people] = groups
    return changed


def _count_moves(kept: _People, labels: Array | None, trial: Array, about: _About) -> Array:
    """Return how a partition changes the contingency tables: those who moved, or everybody."""
    people = kept.open(about)
    moved = np.arange(len(trial)) if labels is None else np.flatnonzero(labels != trial)
    if labels is not None:
        people.add_counts(labels.astype(np.int64), moved, -1)
    people.add_counts(trial.astype(np.int64), moved, 1)
    return people.counts.astype(np.int64)


def _find_movers(
    kept: _People, labels: Array, about: _About, enter: Array, leave: Array, prices: Array
) -> tuple[Array, Array, Array, Array]:
    """Return who would gain by moving alone, with their draws, costs and groups."""
    people = kept.open(about)
    people.gains(leave)
    own = people.utilities[np.arange(len(labels)), labels]
    people.gains(enter)
    change = own[:, None] - people.utilities[:, : about.n_groups] + prices[labels]
    movers = np.flatnonzero(change.min(axis=1, initial=np.inf) < -TOLERANCE)
    return movers, *kept.of(movers), labels[movers].astype(np.int64)
