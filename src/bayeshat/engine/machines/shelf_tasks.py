"""The tasks of ``DaskMachine``: each runs a pass of ``NumbaMachine`` over every partition of a shelf.

No task changes its arguments. Results with a row per person stay on their worker.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...options import Workers
from ..counting import PackedDraws
from ..kernels.arrays import TOLERANCE, Arrays, SizeTerm
from .machine import Judgement
from .numba_machine import NumbaMachine

Array = np.ndarray


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
