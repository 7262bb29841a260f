r"""Branch and bound over groups: the best grouping for any of several vectors of sizes, proven.

For given sizes n the objective is a sum over the groups A, with the clusters C of the draws:

.. math:: S(n) - \sum_g W(A_g), \quad W(A) = \sum_t w_t \sum_h \varphi(|A \cap C_{th}|)

(less what it costs the members to be in this group). Let each person pay a price p to be in a group. Everybody pays
once, so if groups are chosen one by one, whether or not they overlap, they cannot do worse than the best grouping:

.. math:: S(n) - \sum_g W(A_g) \ge S(n) - \sum_i p_i - \sum_g \max_{|A| = n_g} \bigl(W(A) - p(A)\bigr) .

Prices are chosen on a pool of groups. A tree over people, each of whom is in the group or not, then finds the true
maxima, or groups that the pool lacks. Usually the bound at the best prices is the value of the best grouping. Where it
is not, all groups that fall short of the maximum by less than the gap are listed, and all ways to make up a grouping of
them are tried. A person is in one of two places rather than in one of G, and one tree serves all vectors of sizes.

Rules about who is with whom are not looked at: see ``group_choice.py``, which lists all groups.
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

# Bits of a group: more people are not looked at.
MOST_PEOPLE = 62
# A grouping must be better than the incumbent by this share of its value to count; rounding errors are far smaller.
MARGIN = 1e-9
# The bound on a pool of groups is good enough if it is this near the value.
_NEAR = 1e-6
_STEPS = 2000
# The share of the time in which proofs are tried; the rest is for the bounds of what is left.
_PROVING = 0.75
# One call of the kernels: nodes, and groups that it may find; pieces of the tree.
_NODES, _ROOM, _PIECES = 5_000, 1 << 13, 64
# Calls that are shared out among the workers at a time.
_CALLS = 8
# If so many groups are better than those of the pool, prices are chosen anew; no more than so many are ever listed.
_ENOUGH, _MOST_GROUPS = 2_000, 4_000_000
# Nodes of one call of the search for groups that hold everybody.
_COVERS = 1_000_000


@dataclass(frozen=True)
class Branching:
    """What branch and bound found.

    Attributes
    ----------
    bound
        No grouping is better than this, whether or not all were looked at.
    labels
        (N,) the best grouping found: the incumbent or a better one.
    value
        Its objective, as in ``Arrays``: without what clusters cost, which no grouping changes.
    nodes
        How many nodes were looked at.
    finished
        Whether the labels are proven best (up to rounding).
    """

    bound: float
    labels: Array
    value: float
    nodes: int
    finished: bool


class Shape(NamedTuple):
    """Sizes that a grouping may have: groups of the same kind, which cost the same, may change places."""

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
    """Prove that a grouping is the best for any of several vectors of sizes, or find a better one.

    Parameters
    ----------
    sizes
        (M, G) every vector of sizes that a grouping may have.
    incumbent
        (N,) a grouping, the better the quicker.
    time_limit
        Seconds; the bound is valid even if they are too few.
    """
    if len(incumbent) > MOST_PEOPLE:
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
    """Return the people (N,), those last whose group is least clear: the tree begins with them.

    It is clear if people share clusters with members of their own group more often than with those of any other. In
    our trials this order took a third to three quarters of the nodes of other ones.
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
    complete: bool  # whether the whole tree was looked at


class _Proof:
    """A proof under way: bounds for every shape, prices, the pool, and the best grouping so far."""

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
        while self._open.any() and self._share_of_time() < _PROVING:
            self._round(int(np.argmin(np.where(self._open, self.bounds, np.inf))))
        self._settle_for_less()
        bound = float(min(self.aim, self.bounds.min(initial=np.inf)))
        return Branching(bound, self.labels, self.value, self.nodes, bool((self.bounds >= self.aim).all()))

    def _compile(self) -> None:
        """Call the kernels for nothing: the first calls compile them, which must not use up the time limit."""
        top, none, nobody = self._root(), np.zeros(0), np.zeros(0, np.int64)
        list_groups(self.pool.clusters, Asked(self.prices + self.cost, top, 0, 0), 0, 0, 0, nobody, none, top)
        raise_bound(nobody, none, np.zeros(1, np.int64), none, self.prices, 0.0, np.zeros(2), 0)
        table = np.zeros((3, 1), np.int64)
        cover_everybody(nobody, none, table, nobody, table, none, np.zeros(2, np.int64), none, table, 0)

    @property
    def aim(self) -> float:
        """What a bound must reach: a little less than the value, so that rounding cannot hide a proof."""
        return self.value - 10 * self.rounding

    @property
    def rounding(self) -> float:
        """More than rounding errors add up to."""
        return MARGIN / 10 * max(1.0, abs(self.value))

    @property
    def _open(self) -> Array:
        """Which shapes (M,) may hide a better grouping and are still worked on."""
        return (self.bounds < self.aim) & ~self.given_up

    def _share_of_time(self) -> float:
        """Return the share of the time limit that has passed."""
        share = (time.perf_counter() - self.began) / max(self.time_limit, 1e-9)
        self.progress(min(share, 0.99), "proving")
        return share

    def _root(self) -> Array:
        """Return an upper bound of what groups are worth after prices, by kind and size, before anybody is settled."""
        asked = Asked(self.prices + self.cost, np.empty((0, 0)), 0, self.n_people)
        return bound_groups(self.pool.clusters, asked, self.n_people, np.zeros(self.n_people, np.int64))

    def _bound(self, shape: Shape, top: Array) -> float:
        """Return the bound of a shape at the present prices, given the most that groups are worth after them."""
        spent = shape.times @ top[tuple(shape.cells.T)]
        return float(shape.cost - self.prices.sum() - spent - self.rounding)

    def _raise(self, top: Array, which: Array) -> None:
        """Raise the bounds of some shapes (M,) to what the present prices prove."""
        for s in np.flatnonzero(which):
            self.bounds[s] = max(self.bounds[s], self._bound(self.shapes[s], top))

    def _round(self, s: int) -> None:
        """Choose prices for one shape; raise its bound, and those of others that these prices are good enough for."""
        shape = self.shapes[s]
        self._choose_prices(shape)
        known = self._most_in_pool()
        floor, sharing = np.full(known.shape, np.inf), np.zeros(len(self.shapes), bool)
        for other in np.flatnonzero(self._open):
            cells = tuple(self.shapes[other].cells.T)
            slack = self._bound(self.shapes[other], known) - self.aim
            if slack > self.rounding or other == s:
                sharing[other] = True
                # Groups share what is spare, but any one of them may fall short by all that is missing.
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
        self.pool.add(listed.sets[better[np.argsort(-excess[better])[:_ENOUGH]]])

    def _settle_for_less(self) -> None:
        """Raise the bounds of all shapes that are left at once: the higher the floor, the fewer nodes are looked at."""
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
        """Choose the prices that raise the bound of a shape over the pool most."""
        numbers = [np.flatnonzero(self.pool.size == size) for _, size in shape.cells]
        costs = [
            self.pool.members[some] @ self.cost[kind] for some, (kind, _) in zip(numbers, shape.cells, strict=True)
        ]
        starts = np.cumsum([0] + [len(some) for some in numbers])
        some = np.concatenate(numbers)
        near = self.aim - _NEAR * max(1.0, abs(self.value))
        raise_bound(
            self.pool.sets[some],
            self.pool.worth[some] - np.concatenate(costs),
            starts,
            shape.times.astype(float),
            self.prices,
            shape.cost,
            np.array([near, self.value]),
            _STEPS,
        )

    def _after_prices(self, sets: Array, worth: Array) -> Array:
        """Return what is left of the worth of groups (F,) after prices and costs, (L, F)."""
        return worth - (membership(sets, self.n_people) @ (self.prices + self.cost).T).T

    def _most_in_pool(self) -> Array:
        """Return the most that groups of the pool are worth after prices, by kind and size, (L, N + 1)."""
        left = self._after_prices(self.pool.sets, self.pool.worth)
        most = np.full((len(self.cost), self.n_people + 1), -np.inf)
        for kind, row in enumerate(left):
            np.maximum.at(most[kind], self.pool.size, row)
        return most

    def _list(self, floor: Array, known: Array, until: float = _PROVING) -> _Listed:
        """List the groups above the floor, by kind and size; stop early if many are better than those known."""
        wanted = np.flatnonzero(np.isfinite(floor).any(axis=0))
        asked = Asked(self.prices + self.cost, floor, int(wanted[0]), int(wanted[-1]))
        n_all = 1 << max(self.n_people - N_LOW, 0)
        n_pieces = min(_PIECES, n_all)
        pieces = [(n_all * i // n_pieces, n_all * (i + 1) // n_pieces) for i in range(n_pieces)]

        def look(piece: tuple[int, int]) -> tuple[Array, Array, Array, int, int]:
            sets, worth, top = np.empty(_ROOM, np.int64), np.empty(_ROOM), known.copy()
            n, node, nodes = list_groups(self.pool.clusters, asked, *piece, _NODES, sets, worth, top)
            return sets[:n], worth[:n], top, node, nodes

        found, top, n_found, n_better = [(np.zeros(0, np.int64), np.zeros((len(known), 0)))], known.copy(), 0, 0
        while pieces and n_better < _ENOUGH and n_found < _MOST_GROUPS and self._share_of_time() < until:
            now, pieces, unfinished = pieces[:_CALLS], pieces[_CALLS:], []
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
        """Try all ways to hold everybody with the groups listed, of which any better grouping must consist."""
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
        while not complete and self._share_of_time() < _PROVING:
            complete = cover_everybody(*work, state, limit, best, _COVERS)
        self.nodes += int(state[1])
        if best.any():
            self._take(shape, *best)
        if complete:
            self.bounds[s] = np.inf

    def _take(self, shape: Shape, sets: Array, cells: Array) -> None:
        """Make a better grouping the best one, given its groups and which cell of the shape each belongs to."""
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
    """Return the shapes of vectors of sizes (M, G): of those that differ in the order of like groups, the cheapest."""
    shapes: dict[tuple[tuple[int, int], ...], Shape] = {}
    for row, cost in zip(sizes, size_costs(arrays.size, sizes), strict=True):
        cells = sorted((int(k), int(n)) for k, n in zip(kind, row, strict=True) if n > 0)
        key = tuple(cells)
        if key not in shapes or cost < shapes[key].cost:
            distinct, times = np.unique(np.array(cells), axis=0, return_counts=True)
            shapes[key] = Shape(float(cost), row, distinct, times)
    return list(shapes.values())
