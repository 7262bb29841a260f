"""Several draws in one code, so that a pass over the draws takes fewer steps.

The codes of m draws with K clusters make one code with K^m values. A table of gains for such codes holds the sums of m
rows, and a table of counts can be summed to those of single draws: the same kernels work on both.
"""

from __future__ import annotations

from copy import copy

import numpy as np

from ..options import Workers
from .kernels._passes_numba import table_gains
from .kernels._tables_numba import add_counts, pack_draws

Array = np.ndarray

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
        self.workers.over(len(out), lambda start, stop: table_gains(self.codes, flat, start, stop, out))

    def count(self, labels: Array, people: Array, step: int, counts: Array) -> None:
        """Add people to the contingency tables (T, K, P), or remove them; each thread has its own tables."""
        values, width = self.n_clusters**self.m, counts.shape[2]

        def part(some: Array) -> Array:
            own = np.zeros((self.n_columns, values * width), np.int32)
            add_counts(self.codes, labels, some, step, own, width)
            return own

        pieces = np.array_split(people, self.workers.threads) if len(people) > 256 else [people]
        packed = np.sum(self.workers.map(part, pieces), axis=0, dtype=np.int32)
        packed = packed.reshape(self.n_columns, *[self.n_clusters] * self.m, width)
        for i in range(self.m):
            draws = slice(i * self.n_columns, min((i + 1) * self.n_columns, self.n_draws))
            others = tuple(1 + j for j in range(self.m) if j != i)
            counts[draws] += packed.sum(axis=others)[: draws.stop - draws.start]
