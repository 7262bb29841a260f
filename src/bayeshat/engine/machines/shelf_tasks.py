"""What a task does with the people of a shelf: a pass of ``NumbaMachine`` over each partition on it.

No task changes its arguments. What a task returns stays on its worker where it has a row per person.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...options import Workers
from ..kernels.arrays import TOLERANCE, Arrays, SizeTerm
from ..packed_draws import PackedDraws
from .numba_machine import NumbaMachine

Array = np.ndarray


class About(NamedTuple):
    """What a shelf must know of the problem."""

    n_draws: int
    n_clusters: int
    n_groups: int
    width: int

    def open(self, z: Array, cost: Array) -> NumbaMachine:
        """Return some people; what depends on everybody else is not filled in."""
        size = SizeTerm(np.zeros((2, 0)), np.zeros(self.n_groups), np.zeros((2, self.n_groups), int), 0.0, False, False)
        weights = np.zeros(self.n_draws)
        return NumbaMachine(Arrays(z, weights, np.zeros((4, 0)), cost, self.n_clusters, size), Workers(1))

    def revive(self, utilities: Array, labels: Array) -> NumbaMachine:
        """Return people with their gains and groups, as present and as on trial."""
        people = self.open(np.empty((len(labels), 0), np.uint8), np.empty((0, self.width)))
        people.utilities, people.labels[:], people.trial[:] = utilities, labels, labels
        return people


class People(NamedTuple):
    """What stays of a partition from the first step to the last: (N, T) draws, (N, P) or no costs, the draws packed."""

    z: Array
    cost: Array
    packed: PackedDraws

    def of(self, people: Array) -> tuple[Array, Array]:
        """Return the draws and costs of some people."""
        return self.z[people], self.cost[people] if len(self.cost) else self.cost

    def open(self, about: About) -> NumbaMachine:
        """Return these people; what depends on everybody else is not filled in."""
        people = about.open(self.z, self.cost)
        people.packed = self.packed
        return people


# What a task gets of a shelf: the partitions on it.
Shelf = list[People]


def pack(z: list[Array], cost: list[Array], about: About) -> Shelf:
    """Return the partitions of a shelf with their draws packed."""
    return [People(*pair, about.open(*pair).packed) for pair in zip(z, cost, strict=True)]


def _with_places(shelf: Shelf) -> list[tuple[People, slice]]:
    """Return each partition with its places on the shelf."""
    edges = np.cumsum([0, *(len(part.z) for part in shelf)]).tolist()
    return [(part, slice(start, stop)) for part, start, stop in zip(shelf, edges, edges[1:], strict=False)]


def narrow(shelf: Shelf, people: Array, about: About) -> Shelf:
    """Return some people of a shelf, in their partitions."""
    rows = _rows_of(shelf, people)
    return pack([z for z, _ in rows], [cost for _, cost in rows], about)


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


def choose(utilities: Array, labels: Array, about: About, prices: Array) -> Array:
    """Return the groups where gain less price is largest."""
    people = about.revive(utilities, labels)
    people.choose(prices)
    return people.trial.astype(labels.dtype)


def find_near(utilities: Array, trial: Array, about: About, prices: Array, limit: float) -> tuple[Array, Array, Array]:
    """Return who prefers their group on trial by at most ``limit``, their gains and these groups."""
    return about.revive(utilities, trial).near(prices, limit)


class Judged(NamedTuple):
    """An assignment on trial: its sizes, what it gains, and by how much the least content person prefers the group."""

    sizes: Array
    gain: float
    gap: float


def judge(utilities: Array, labels: Array, trial: Array, about: About, prices: Array) -> Judged:
    """Judge the groups on trial, at these prices."""
    gap = about.revive(utilities, trial).least_gap(prices) if len(trial) else np.inf
    return Judged(np.bincount(trial, None, about.n_groups), sum_gains(utilities, labels, trial), gap)


def add_judged(parts: list[Judged]) -> Judged:
    """Return several shelves as one."""
    sizes, gains, gaps = zip(*parts, strict=True)
    return Judged(np.sum(sizes, axis=0), sum(gains), min(gaps))


def sum_gains(utilities: Array, labels: Array, trial: Array) -> float:
    """Return what the groups on trial gain over the present ones."""
    moved = np.flatnonzero(trial != labels)
    return float((utilities[moved, trial[moved]] - utilities[moved, labels[moved]]).sum())


def sum_costs(shelf: Shelf, labels: Array) -> float:
    """Return the personal costs of everybody's group."""
    parts = [(part.cost, labels[where]) for part, where in _with_places(shelf)]
    return float(sum(cost[np.arange(len(own)), own].sum() for cost, own in parts))


def put(trial: Array, people: Array, groups: Array) -> Array:
    """Return the groups on trial with some people put into others."""
    changed = trial.copy()
    changed[people] = groups
    return changed


def put_together(pieces: list[Array], kind: type[np.unsignedinteger]) -> Array:
    """Return the labels of several partitions as those of a shelf."""
    return np.concatenate(pieces).astype(kind)


def cut(labels: Array, start: int, stop: int) -> Array:
    """Return the labels of one partition."""
    return labels[start:stop].copy()


def count_moves(shelf: Shelf, labels: Array | None, trial: Array, about: About) -> tuple[Array, Array]:
    """Return how a shelf changes the contingency tables, by those who moved or by everybody, and its sizes on trial."""
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
    """Return who would gain by moving alone, with their draws, costs and groups."""
    movers = []
    for part, where in _with_places(shelf):  # one at a time: gains take more room than the labels of the whole shelf
        own = labels[where]
        left = fill_gains([part], about, leave, None, 1.0)[np.arange(len(own)), own]
        change = left[:, None] - fill_gains([part], about, enter, None, 1.0)[:, : about.n_groups] + prices[own]
        movers.append(where.start + np.flatnonzero(change.min(axis=1, initial=np.inf) < -TOLERANCE))
    return bring(shelf, labels, np.concatenate(movers))
