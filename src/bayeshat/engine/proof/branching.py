r"""Branch and bound over groups: the best grouping for any of several vectors of sizes, proven.

For given sizes n the objective is a sum over the groups A, with the clusters C of the draws:

.. math:: S(n) - \sum_g W(A_g), \quad W(A) = \sum_t w_t \sum_h \varphi(|A \cap C_{th}|)

(minus what the members cost in this group). Let each person pay a price p to be in a group. In a grouping everybody
pays once. Groups that are chosen one by one, and may overlap, cost no more than the best grouping:

.. math:: S(n) - \sum_g W(A_g) \ge S(n) - \sum_i p_i - \sum_g \max_{|A| = n_g} \bigl(W(A) - p(A)\bigr) .

Prices are chosen on a pool of groups. A tree over people, each of whom is in the group or not, then finds the true
maxima, or groups that the pool lacks. Usually the bound at the best prices equals the value of the best grouping.
Otherwise all groups that fall short of the maximum by less than the gap are listed, and all groupings made of them are
tried. The tree has two branches per person instead of G, and serves all vectors of sizes.

Rules about who is with whom are ignored here: see ``group_choice.py``, which lists all groups.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...options import Progress, Workers
from ..kernels._branching_numba import N_LOW, bound_groups, cover_everybody, list_groups, raise_bound
from ..kernels._exhaustive_numba import look_at_all
from ..kernels.arrays import Arrays, new_state, size_costs
from .group_pool import Asked, GroupPool, membership, merge_clusters, sizes_of

Array = np.ndarray

# A group is a 64-bit number, with a bit for each person.
MAX_BRANCHED_PEOPLE = 62
# A better grouping must improve the value by this share of it; rounding errors are far smaller.
MIN_RELATIVE_IMPROVEMENT = 1e-9
# Prices are good enough if the bound on the pool is this close to the value, relative to it.
_MAX_POOL_GAP = 1e-6
# Subgradient steps on the prices.
_PRICE_STEPS = 2000
# Share of the time for proofs; the rest is for raising the bounds of shapes that could not be proven.
_PROOF_SHARE_OF_TIME = 0.75
# Nodes that one kernel call visits.
_NODES_PER_CALL = 5_000
# Groups that one kernel call can return.
_MAX_GROUPS_PER_CALL = 1 << 13
# Pieces that the tree is cut into.
_PIECES_OF_TREE = 64
# Kernel calls that are given to the workers at a time.
_CALLS_AT_A_TIME = 8
# After this many groups that are better than those of the pool, prices are chosen again.
_MAX_BETTER_GROUPS = 2_000
# Groups listed in one pass over the tree.
_MAX_LISTED_GROUPS = 4_000_000
# Nodes that one call of the search for groups that hold everybody visits.
_COVER_NODES_PER_CALL = 1_000_000


@dataclass(frozen=True)
class Branching:
    """The result of branch and bound.

    Attributes
    ----------
    bound
        No grouping is better than this, whether or not the search was finished.
    labels
        (N,) the best grouping found: the incumbent or a better one.
    value
        Its objective, as in ``Arrays``: without the cost of clusters, which is the same for all groupings.
    nodes
        How many nodes were visited.
    finished
        Whether the labels are proven best (up to rounding).
    """

    bound: float
    labels: Array
    value: float
    nodes: int
    finished: bool


class Shape(NamedTuple):
    """Sizes that a grouping may have. Groups of the same kind have the same costs and are interchangeable."""

    cost: float
    sizes: Array  # (G,) by group
    cells: Array  # (J, 2) kind and size of the groups that are not empty, distinct
    times: Array  # (J,) how many groups have this kind and size


def branch_and_bound(
    arrays: Arrays,
    sizes: Array,
    incumbent: Array,
    *,
    time_limit: float,
    workers: Workers,
    progress: Progress,
) -> Branching:
    """Prove that a grouping is the best one for several vectors of sizes, or find a better one.

    Parameters
    ----------
    sizes
        (M, G) every vector of sizes that a grouping may have.
    incumbent
        (N,) a grouping; a good one makes the proof faster.
    time_limit
        Seconds; the bound is valid even if time runs out.
    """
    if len(incumbent) > MAX_BRANCHED_PEOPLE:
        return Branching(-np.inf, incumbent, _evaluate(arrays, incumbent), 0, finished=False)
    order = _order(arrays, incumbent)
    cost = arrays.cost[order] if len(arrays.cost) else arrays.cost
    ordered = arrays._replace(z=np.asarray(arrays.z)[order], cost=cost)
    done = _Proof(ordered, sizes, incumbent[order], time_limit, workers, progress).run()
    labels = np.empty_like(incumbent)
    labels[order] = done.labels
    return replace(done, labels=labels)


def _evaluate(arrays: Arrays, labels: Array) -> float:
    """Return the objective of a grouping."""
    return float(look_at_all(arrays, new_state(arrays), labels[None], np.zeros(1))[1])


def _order(arrays: Arrays, labels: Array) -> Array:
    """Return the people (N,) from clear to unclear: the tree starts with the last ones.

    A person is clear if they share clusters with members of their own group more often than with those of any other.
    In our trials this order needed a third to three quarters of the nodes of other orders.
    """
    n_people = len(labels)
    together = np.zeros((n_people, n_people))
    for h in range(arrays.n_clusters):
        inside = (np.asarray(arrays.z) == h).astype(float)
        together += inside * arrays.weights @ inside.T
    np.fill_diagonal(together, 0.0)
    own = labels[:, None] == np.arange(labels.max() + 1)
    others = np.maximum(own.sum(axis=0) - own, 1)
    fit = together @ own / others
    clear = fit[own] - np.where(own, 0.0, fit).max(axis=1)
    return np.argsort(-clear, kind="stable")


class _Listed(NamedTuple):
    """The groups above a floor, and the most that groups are worth after prices."""

    sets: Array  # (F,)
    left: Array  # (L, F) what they are worth after prices, by kind
    top: Array  # (L, N + 1) by kind and size
    complete: bool  # whether the whole tree was searched


class _Proof:
    """The state of a proof: bounds for every shape, prices, the pool, and the best grouping so far."""

    def __init__(
        self, arrays: Arrays, sizes: Array, labels: Array, time_limit: float, workers: Workers, progress: Progress
    ) -> None:
        self.n_people, n_groups = len(labels), sizes.shape[1]
        self.arrays, self.labels, self.nodes = arrays, labels, 0
        self.value = _evaluate(self.arrays, labels)
        self.workers, self.progress = workers, progress
        self.time_limit = time_limit
        cost = arrays.cost[:, :n_groups] if len(arrays.cost) else np.zeros((self.n_people, n_groups))
        kinds, self.kind = np.unique(cost, axis=1, return_inverse=True)
        self.cost, self.kind = np.ascontiguousarray(kinds.T), self.kind.ravel()
        self.shapes = _shapes(arrays, sizes, self.kind)
        self.bounds = np.full(len(self.shapes), -np.inf)
        self.given_up = np.zeros(len(self.shapes), bool)

    def run(self) -> Branching:
        """Raise the bounds of all shapes until they reach the value, or time is up."""
        self.pool = GroupPool(merge_clusters(self.arrays))
        self.prices = np.zeros(self.n_people)
        self._compile()
        self.began = time.perf_counter()
        self.pool.deadline = self.began + self.time_limit
        groups = (self.labels == np.arange(len(self.kind))[:, None]).astype(np.int64)
        for g, group in enumerate(groups):
            self.prices += self.pool.shares(group) - self.cost[self.kind[g]] * group
        for group in groups:
            if group.any():
                self.pool.add_near(group, self.prices)
        self._raise(self._root(), self._open)
        while self._open.any() and self._share_of_time() < _PROOF_SHARE_OF_TIME:
            self._round(int(np.argmin(np.where(self._open, self.bounds, np.inf))))
        self._settle_for_less()
        bound = float(min(self.aim, self.bounds.min(initial=np.inf)))
        return Branching(bound, self.labels, self.value, self.nodes, bool((self.bounds >= self.aim).all()))

    def _compile(self) -> None:
        """Call the kernels on empty input, so that compilation does not use up the time limit."""
        top, none, nobody = self._root(), np.zeros(0), np.zeros(0, np.int64)
        list_groups(self.pool.clusters, Asked(self.prices + self.cost, top, 0, 0), 0, 0, 0, nobody, none, top)
        raise_bound(nobody, none, np.zeros(1, np.int64), none, self.prices, 0.0, np.zeros(2), 0)
        table = np.zeros((3, 1), np.int64)
        cover_everybody(nobody, none, table, nobody, table, none, np.zeros(2, np.int64), none, table, 0)

    @property
    def aim(self) -> float:
        """The bound that proves a shape: a little less than the value, so that rounding cannot hide a proof."""
        return self.value - 10 * self.rounding

    @property
    def rounding(self) -> float:
        """An upper bound on the sum of rounding errors."""
        return MIN_RELATIVE_IMPROVEMENT / 10 * max(1.0, abs(self.value))

    @property
    def _open(self) -> Array:
        """(M,) whether a shape may have a better grouping and was not given up."""
        return (self.bounds < self.aim) & ~self.given_up

    def _share_of_time(self) -> float:
        """Return the share of the time limit that has passed."""
        share = (time.perf_counter() - self.began) / max(self.time_limit, 1e-9)
        self.progress(min(share, 0.99), "proving")
        return share

    def _root(self) -> Array:
        """Return an upper bound of what groups are worth after prices, by kind and size, at the root of the tree."""
        asked = Asked(self.prices + self.cost, np.empty((0, 0)), 0, self.n_people)
        return bound_groups(self.pool.clusters, asked, self.n_people, np.zeros(self.n_people, np.int64))

    def _bound(self, shape: Shape, top: Array) -> float:
        """Return the bound of a shape at the present prices, given the most that groups are worth after them."""
        spent = shape.times @ top[tuple(shape.cells.T)]
        return float(shape.cost - self.prices.sum() - spent - self.rounding)

    def _raise(self, top: Array, which: Array) -> None:
        """Raise the bounds of some shapes (M,) by the present prices."""
        for s in np.flatnonzero(which):
            self.bounds[s] = max(self.bounds[s], self._bound(self.shapes[s], top))

    def _round(self, s: int) -> None:
        """Choose prices for one shape; raise its bound, and the bounds of others for which these prices are good."""
        shape = self.shapes[s]
        self._choose_prices(shape)
        known = self._most_in_pool()
        floor, sharing = np.full(known.shape, np.inf), np.zeros(len(self.shapes), bool)
        for other in np.flatnonzero(self._open):
            cells = tuple(self.shapes[other].cells.T)
            slack = self._bound(self.shapes[other], known) - self.aim
            if slack > self.rounding or other == s:
                sharing[other] = True
                # A positive slack is divided among the groups; a deficit may be due to any single one of them.
                n_groups = self.shapes[other].times.sum()
                step = (slack - self.rounding) / n_groups if slack > self.rounding else slack - n_groups * self.rounding
                floor[cells] = np.minimum(floor[cells], known[cells] + step)
        listed = self._list(floor - self.rounding, known)
        excess = (listed.left - known[:, sizes_of(listed.sets)]).max(axis=0)
        better = np.flatnonzero(excess > self.rounding)
        if listed.complete:
            top = np.maximum(listed.top, np.where(np.isfinite(floor), floor, -np.inf))
            self._raise(top, sharing)
            is_best = (listed.top <= known + self.rounding)[tuple(shape.cells.T)].all()
            if self.bounds[s] < self.aim and is_best:
                self._cover(s, listed, top)
        elif not len(better):
            self.given_up[s] = True
        self.pool.add(listed.sets[better[np.argsort(-excess[better])[:_MAX_BETTER_GROUPS]]])

    def _settle_for_less(self) -> None:
        """Raise the bounds of all remaining shapes at once, with a falling floor: high floors need few nodes."""
        left = self.bounds < self.aim
        known, top = self._most_in_pool(), self._root()
        self._raise(top, left)
        wanted = np.zeros(known.shape, bool)
        for s in np.flatnonzero(left):
            wanted[tuple(self.shapes[s].cells.T)] = True
        spare, complete = np.max(top - known, where=wanted, initial=0.0), True
        while complete and spare > self.rounding and self._share_of_time() < 1:
            spare /= 2
            floor = known + spare
            listed = self._list(np.where(wanted, floor, np.inf), known, 1.0)
            complete = listed.complete
            if complete:
                self._raise(np.maximum(listed.top, floor), left)

    def _choose_prices(self, shape: Shape) -> None:
        """Choose the prices that give a shape its best bound over the pool."""
        numbers = [np.flatnonzero(self.pool.size == size) for _, size in shape.cells]
        costs = [
            self.pool.members[some] @ self.cost[kind] for some, (kind, _) in zip(numbers, shape.cells, strict=True)
        ]
        starts = np.cumsum([0] + [len(some) for some in numbers])
        some = np.concatenate(numbers)
        near = self.aim - _MAX_POOL_GAP * max(1.0, abs(self.value))
        raise_bound(
            self.pool.sets[some],
            self.pool.worth[some] - np.concatenate(costs),
            starts,
            shape.times.astype(float),
            self.prices,
            shape.cost,
            np.array([near, self.value]),
            _PRICE_STEPS,
        )

    def _after_prices(self, sets: Array, worth: Array) -> Array:
        """Return the worth of groups (F,) minus prices and costs, (L, F)."""
        return worth - (membership(sets, self.n_people) @ (self.prices + self.cost).T).T

    def _most_in_pool(self) -> Array:
        """Return the most that groups of the pool are worth after prices, by kind and size, (L, N + 1)."""
        left = self._after_prices(self.pool.sets, self.pool.worth)
        most = np.full((len(self.cost), self.n_people + 1), -np.inf)
        for kind, row in enumerate(left):
            np.maximum.at(most[kind], self.pool.size, row)
        return most

    def _list(self, floor: Array, known: Array, until: float = _PROOF_SHARE_OF_TIME) -> _Listed:
        """List the groups above the floor, by kind and size; stop early if many are better than the known ones."""
        wanted = np.flatnonzero(np.isfinite(floor).any(axis=0))
        asked = Asked(self.prices + self.cost, floor, int(wanted[0]), int(wanted[-1]))
        n_all = 1 << max(self.n_people - N_LOW, 0)
        n_pieces = min(_PIECES_OF_TREE, n_all)
        pieces = [(n_all * i // n_pieces, n_all * (i + 1) // n_pieces) for i in range(n_pieces)]

        def look(piece: tuple[int, int]) -> tuple[Array, Array, Array, int, int]:
            sets, worth, top = np.empty(_MAX_GROUPS_PER_CALL, np.int64), np.empty(_MAX_GROUPS_PER_CALL), known.copy()
            n, node, nodes = list_groups(self.pool.clusters, asked, *piece, _NODES_PER_CALL, sets, worth, top)
            return sets[:n], worth[:n], top, node, nodes

        found, top, n_found, n_better = [(np.zeros(0, np.int64), np.zeros((len(known), 0)))], known.copy(), 0, 0
        while (
            pieces and n_better < _MAX_BETTER_GROUPS and n_found < _MAX_LISTED_GROUPS and self._share_of_time() < until
        ):
            now, pieces, unfinished = pieces[:_CALLS_AT_A_TIME], pieces[_CALLS_AT_A_TIME:], []
            for (_, last), (sets, worth, most, node, nodes) in zip(now, self.workers.map(look, now), strict=True):
                left = self._after_prices(sets, worth)
                n_found += len(sets)
                n_better += (left > known[:, sizes_of(sets)]).any(axis=0).sum()
                found.append((sets, left))
                np.maximum(top, most, out=top)
                self.nodes += nodes
                if node < last:
                    unfinished.append((node, last))
            pieces = unfinished + pieces
        sets, left = (np.concatenate(some, axis=-1) for some in zip(*found, strict=True))
        return _Listed(sets, left, top, not pieces)

    def _cover(self, s: int, listed: _Listed, top: Array) -> None:
        """Try all groupings made of the listed groups; any better grouping consists of these."""
        shape = self.shapes[s]
        gap = self.aim - self._bound(shape, top)
        size, first = sizes_of(listed.sets), sizes_of((listed.sets & -listed.sets) - 1)
        sets, short, starts = [], [], [0]
        for kind, n in shape.cells:
            by_cell = top[kind, n] - listed.left[kind]
            some = np.flatnonzero((size == n) & (by_cell < gap))
            some = some[np.lexsort([by_cell[some], first[some]])]
            sets.append(listed.sets[some])
            short.append(by_cell[some])
            starts.extend(starts[-1] + np.searchsorted(first[some], np.arange(1, self.n_people + 1)))
        n_groups, n_cells = int(shape.times.sum()), len(shape.cells)
        ends = np.array(starts[1:]).reshape(n_cells, -1)
        begins = np.column_stack([np.concatenate([[0], ends[:-1, -1]]), ends])
        path, state = np.zeros((3, n_groups + 1), np.int64), np.zeros(2, np.int64)
        limit, best = np.array([gap]), np.zeros((2, n_groups), np.int64)
        work = (np.concatenate(sets), np.concatenate(short), begins, shape.times.copy(), path, np.zeros(n_groups + 1))
        complete = False
        while not complete and self._share_of_time() < _PROOF_SHARE_OF_TIME:
            complete = cover_everybody(*work, state, limit, best, _COVER_NODES_PER_CALL)
        self.nodes += int(state[1])
        if best.any():
            self._take(shape, *best)
        if complete:
            self.bounds[s] = np.inf

    def _take(self, shape: Shape, sets: Array, cells: Array) -> None:
        """Adopt a better grouping, given its groups and the cell of the shape that each belongs to."""
        labels = np.empty(self.n_people, np.int64)
        free = list(range(len(self.kind)))
        for members, (kind, size) in zip(membership(sets, self.n_people), shape.cells[cells], strict=True):
            g = next(g for g in free if self.kind[g] == kind and shape.sizes[g] == size)
            free.remove(g)
            labels[members == 1] = g
        value = _evaluate(self.arrays, labels)
        if value < self.value:
            self.labels, self.value = labels, value


def _shapes(arrays: Arrays, sizes: Array, kind: Array) -> list[Shape]:
    """Return the shapes of vectors of sizes (M, G): the cheapest of those that differ in the order of like groups."""
    shapes: dict[tuple[tuple[int, int], ...], Shape] = {}
    for row, cost in zip(sizes, size_costs(arrays.size, sizes), strict=True):
        cells = sorted((int(k), int(n)) for k, n in zip(kind, row, strict=True) if n > 0)
        key = tuple(cells)
        if key not in shapes or cost < shapes[key].cost:
            distinct, times = np.unique(np.array(cells), axis=0, return_counts=True)
            shapes[key] = Shape(float(cost), row, distinct, times)
    return list(shapes.values())
