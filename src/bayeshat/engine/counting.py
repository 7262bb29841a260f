"""Counts over the draws: who is in which cluster and group, draw by draw or in several draws packed into one code.

The codes of m draws with K clusters make one code with K^m values. A table of gains for such codes holds the sums of m
rows, and a table of counts can be summed to those of single draws: the same kernels work on both.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from ..options import Workers
from .kernels._tables_numba import add_counts, pack_draws, share_of_draws, sum_rows
from .kernels.arrays import padded

Array = np.ndarray

# Up to this many people, filling the tables for packed draws takes longer than they save.
MAX_UNPACKED_PEOPLE = 2000
# Up to this many clusters, packed draws are summed faster than single ones.
_MAX_PACKED_CLUSTERS = 8
# People packed at a time for a single pass, to save memory.
_PACKED_PEOPLE_PER_BLOCK = 1 << 16
# Tables for more values would not fit a core's second-level cache.
_MAX_VALUES_PER_CODE = 64


class PackedDraws:
    """The draws of many people, m per byte.

    Parameters
    ----------
    codes
        (N, T) codes of the draws.
    n_clusters
        K. With more than 8 clusters, m is 1 and the codes are used unchanged.
    workers
        Threads to spread people over.
    """

    def __init__(self, codes: Array, n_clusters: int, workers: Workers) -> None:
        self.n_draws, self.n_clusters, self.workers = codes.shape[1], n_clusters, workers
        fitting = int(np.log(_MAX_VALUES_PER_CODE) / np.log(max(2, n_clusters)) + 1e-9)
        self.n_columns = -(-self.n_draws // max(1, fitting))
        self.m = -(-self.n_draws // self.n_columns) if self.n_draws else 1
        self.codes = codes
        if self.m > 1:
            self.codes = np.empty((len(codes), self.n_columns), np.uint8)
            number = np.uint8(n_clusters)
            workers.over(len(codes), lambda start, stop: pack_draws(codes, number, start, stop, self.codes))

    def of(self, people: Array) -> PackedDraws:
        """Return the draws of some people."""
        few = copy(self)
        few.codes = self.codes[people]
        return few

    def _padded(self, table: Array) -> Array:
        """Return a table (T, K, P) by the position within a packed code, (m, C, K, P), padded with zeros."""
        whole = np.zeros((self.m * self.n_columns, *table.shape[1:]), table.dtype)
        whole[: self.n_draws] = table
        return whole.reshape(self.m, self.n_columns, *table.shape[1:])

    def gains(self, table: Array, out: Array) -> None:
        """Add up everybody's rows of a table (T, K, P), into ``out`` (N, P)."""
        first, *others = self._padded(table)
        for other in others:
            first = (first[:, :, None] + other[:, None]).reshape(self.n_columns, -1, table.shape[2])
        flat = first.reshape(self.n_columns, first.shape[1] * first.shape[2])
        self.workers.over(len(out), lambda start, stop: sum_rows(self.codes, flat, start, stop, out))

    def count(self, labels: Array, people: Array, step: int, counts: Array) -> None:
        """Add people to the contingency tables (T, K, P), or remove them; each thread has its own tables."""
        values, width = self.n_clusters**self.m, counts.shape[2]

        packed = np.zeros((self.n_columns, values * width), np.int32)
        count_into(self.codes, labels, people, step, packed, width, self.workers)
        packed = packed.reshape(self.n_columns, *[self.n_clusters] * self.m, width)
        for i in range(self.m):
            draws = slice(i * self.n_columns, min((i + 1) * self.n_columns, self.n_draws))
            others = tuple(1 + j for j in range(self.m) if j != i)
            counts[draws] += packed.sum(axis=others)[: draws.stop - draws.start]


def count_into(
    codes: Array, labels: Array, people: Array, step: int, counts: Array, width: int, workers: Workers
) -> None:
    """Add people to the contingency tables (T, K * P); each thread first fills its own tables."""

    def part(some: Array) -> Array:
        own = np.zeros_like(counts)
        add_counts(codes, labels, some, step, own, width)
        return own

    pieces = np.array_split(people, workers.threads) if len(people) > 256 else [people]
    for own in workers.map(part, pieces):
        counts += own


def count_codes(codes: Array, n_clusters: int, labels: Array, n_groups: int, workers: Workers) -> Array:
    """Count the people of each cluster in each group, in every draw: (T, K, G)."""
    width = padded(n_groups)
    counts, labels = np.zeros((codes.shape[1], n_clusters * width), np.int32), labels.astype(np.int64, copy=False)
    count_into(codes, labels, np.arange(len(labels)), 1, counts, width, workers)
    return counts.reshape(-1, n_clusters, width)[:, :, :n_groups]


def share_codes(codes: Array, weights: Array, n_clusters: int, workers: Workers) -> Array:
    """Return the weighted share of draws in which each person is in each cluster, (N, K)."""
    n_people = len(codes)
    if n_people > MAX_UNPACKED_PEOPLE and n_clusters <= _MAX_PACKED_CLUSTERS:
        width = padded(n_clusters)
        wide = np.empty((n_people, width))
        table = weights[:, None, None] * np.eye(n_clusters, width)
        for first in range(0, n_people, _PACKED_PEOPLE_PER_BLOCK):
            some = slice(first, first + _PACKED_PEOPLE_PER_BLOCK)
            PackedDraws(codes[some], n_clusters, workers).gains(table, wide[some])
        return wide[:, :n_clusters]
    out = np.empty((n_people, n_clusters))
    workers.over(n_people, lambda start, stop: share_of_draws(codes, weights, start, stop, out))
    return out
