"""Groups of people as bits: their overlaps with clusters, their worth, and a pool of good groups."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np

from ..kernels._branching_numba import N_LOW
from ..kernels.arrays import PHI, Arrays

Array = np.ndarray

# Groups that are grown or shrunk by up to this many people are also varied by single exchanges.
_MAX_SIZE_DIFFERENCE = 2
# Groups evaluated at a time.
_GROUPS_PER_BLOCK = 512
# The number of bits set in each byte.
_BITS_OF_BYTE = np.array([byte.bit_count() for byte in range(256)])


class Clusters(NamedTuple):
    """The C distinct clusters of all draws, and the worth of overlaps with them."""

    members: Array  # (N, C) 1 for people in the cluster
    ahead: Array  # (N + 1, C) how many of the first r people are in the cluster
    weights: Array  # (C,)
    low: Array  # (C,) the members among the first N_LOW people, as bits
    worth: Array  # (N + 2,) phi, by count
    secant: Array  # (N + 2, N + 2) mean worth of m more people, by count and m


class Asked(NamedTuple):
    """Which groups to list: those of a kind and size that are worth more than the floor after prices."""

    prices: Array  # (L, N) price and cost of each person, by kind of group
    floor: Array  # (L, N + 1) by kind and size; infinite for sizes that are not needed
    least: int
    most: int


def merge_clusters(arrays: Arrays) -> Clusters:
    """Return the distinct clusters of all draws; clusters with the same members are merged and their weights added."""
    codes = np.asarray(arrays.z)
    n_people = len(codes)
    bits = np.int64(1) << np.arange(n_people)
    sets = np.stack([bits @ (codes == h) for h in range(arrays.n_clusters)])
    distinct, which = np.unique(sets, return_inverse=True)
    weights = np.bincount(which.ravel(), np.broadcast_to(arrays.weights, sets.shape).ravel())
    distinct, weights = distinct[distinct > 0], weights[distinct > 0]
    members = membership(distinct, n_people).T.copy()
    worth = arrays.by_count[PHI]
    secant = np.zeros((n_people + 2, n_people + 2))
    for m in range(1, n_people + 2):
        secant[:-m, m] = (worth[m:] - worth[:-m]) / m
    return Clusters(
        members=members,
        ahead=np.concatenate([np.zeros((1, len(distinct)), np.uint8), members.cumsum(axis=0, dtype=np.uint8)]),
        weights=weights,
        low=distinct & ((1 << N_LOW) - 1),
        worth=worth,
        secant=secant,
    )


def membership(sets: Array, n_people: int) -> Array:
    """Return who is in each of several sets, (F, N)."""
    return ((sets[:, None] >> np.arange(n_people)) & 1).astype(np.uint8)


def sizes_of(sets: Array) -> Array:
    """Return the number of people in each of several sets, (F,)."""
    return _BITS_OF_BYTE[sets.view(np.uint8).reshape(-1, 8)].sum(axis=1)


class GroupPool:
    """Groups that are known to be good, with their worth."""

    def __init__(self, clusters: Clusters) -> None:
        self.clusters, self.deadline = clusters, math.inf
        self.sets = np.zeros(0, np.int64)
        self.worth = np.zeros(0)
        self.size = np.zeros(0, np.int64)
        self.members = np.zeros((0, len(clusters.members)), np.uint8)

    def add(self, sets: Array) -> None:
        """Add groups that are not in the pool yet, as long as there is time."""
        new = np.setdiff1d(sets, self.sets)
        members = membership(new, self.members.shape[1])
        worth = self.evaluate(members)
        new, members = new[: len(worth)], members[: len(worth)]
        self.sets = np.concatenate([self.sets, new])
        self.worth = np.concatenate([self.worth, worth])
        self.members = np.concatenate([self.members, members])
        self.size = sizes_of(self.sets)

    def evaluate(self, members: Array) -> Array:
        """Return the worth of groups (F, N), (F,); if time runs out, only of the first ones (at least 512)."""
        values = np.empty(len(members))
        columns = self.clusters.members.astype(np.float32)
        for start in range(0, len(members), _GROUPS_PER_BLOCK):
            if start and time.perf_counter() > self.deadline:
                return values[:start]
            counts = members[start : start + _GROUPS_PER_BLOCK].astype(np.float32) @ columns
            values[start : start + _GROUPS_PER_BLOCK] = (
                self.clusters.worth[counts.astype(np.int64)] @ self.clusters.weights
            )
        return values

    def shares(self, members: Array) -> Array:
        """Return what each member adds to a group (N,): an equal share of each overlap; 0 for everybody else."""
        counts = members @ self.clusters.members.astype(np.int64)
        each = self.clusters.weights * self.clusters.worth[counts] / np.maximum(counts, 1)
        return (self.clusters.members @ each) * members

    def add_near(self, group: Array, prices: Array) -> None:
        """Add a group (N,) that is not empty, the best groups it grows and shrinks to, and their neighbours."""
        columns, weights, worth = self.clusters.members, self.clusters.weights, self.clusters.worth
        chain = {int(group.sum()): group}
        for step in (1, -1):
            members = group.copy()
            while time.perf_counter() < self.deadline and members.sum() != (len(members) if step > 0 else 1):
                counts = members @ columns.astype(np.int64)
                change = columns @ (weights * (worth[np.maximum(counts + step, 0)] - worth[counts])) - step * prices
                change[(members == 1) == (step > 0)] = -np.inf
                members = members.copy()
                members[np.argmax(change)] += step
                chain[int(members.sum())] = members
        bits = np.int64(1) << np.arange(len(group))
        sets = []
        for size, members in chain.items():
            sets.append(np.array([bits @ members]))
            if abs(size - group.sum()) <= _MAX_SIZE_DIFFERENCE:
                exchanged = bits[members == 0][:, None] - bits[members == 1]
                sets.append((bits @ members + exchanged).ravel())
        self.add(np.concatenate(sets))
