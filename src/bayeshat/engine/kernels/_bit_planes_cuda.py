"""Passes over draws on a GPU, stored as bit planes (see ``_bit_planes``).

Counts are population counts of words. For gains, each warp takes a word and each lane a person.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ..._cuda import compile_kernels

_NAMES = ("mask_groups", "choose", "near", "change")
# Threads of a block, in all kernels but ``gains``.
THREADS_PER_BLOCK = 256
# Steps (four bits of code, one draw or two) whose table a block of the kernel ``gains`` keeps in shared memory: 64 KiB.
STEPS_PER_TILE = 256
# Threads of a block of the kernel ``gains``.
_GAIN_THREADS_PER_BLOCK = 512
# Blocks that fill any current GPU; each block works through many words.
_BLOCKS = 2048


@lru_cache(maxsize=32)
def kernels(n_planes: int, n_clusters: int, n_groups: int) -> dict[str, Any]:
    """Compile the kernels for these numbers of planes, clusters and groups."""
    tile = _tile(n_clusters, n_groups)
    names = (*_NAMES, *(("count_many", "gains_many") if n_planes == 8 else ("count", "gains")))
    found = compile_kernels(__file__, names, PLANES=n_planes, CLUSTERS=n_clusters, GROUPS=n_groups, TILE_GROUPS=tile)
    if n_planes < 8:
        found["gains"].max_dynamic_shared_size_bytes = STEPS_PER_TILE * 256
    return found


def _tile(n_clusters: int, n_groups: int) -> int:
    """Return how many groups a thread of the kernel ``count`` handles: at most 12 counts fit into registers."""
    return max(1, min(n_groups - 1, 12 // max(1, n_clusters - 1)))


class Launcher:
    """The kernels with their launch shapes, for CuPy arrays. ``tests`` has the same passes in NumPy."""

    def __init__(self, n_planes: int, n_clusters: int, n_groups: int) -> None:
        self.n_planes, self.n_clusters, self.n_groups = n_planes, n_clusters, n_groups
        self._kernels = kernels(n_planes, n_clusters, n_groups)

    def mask_groups(self, labels: Any, masks: Any) -> None:
        """Set a bit for everybody in each group but the last: labels, bytes (N,), to ``masks`` (G - 1, W)."""
        n_words = masks.shape[1]
        shape = (-(-n_words // (THREADS_PER_BLOCK // 32)),), (THREADS_PER_BLOCK,)
        self._kernels["mask_groups"](*shape, (labels, masks, np.int64(len(labels)), np.int64(n_words)))

    def count(self, planes: Any, masks: Any, labels: Any, n_draws: int, tables: Any) -> None:
        """Add the people of each cluster in each group to ``tables`` (D, K, G), for the first draws.

        With up to four planes, the caller must fill in the first cluster and the last group.
        """
        n_words, stride, _ = planes.shape
        if self.n_planes == 8:
            chunk = -(-n_words // 64)
            extent = (np.int64(len(labels)), np.int64(n_words), np.int32(stride), np.int64(chunk))
            self._kernels["count_many"](
                (n_draws, -(-n_words // chunk)), (THREADS_PER_BLOCK,), (planes, labels, tables, *extent)
            )
            return
        per_column = -(-n_draws // THREADS_PER_BLOCK)
        chunk = max(64, -(-n_words * per_column // (4 * _BLOCKS)))
        grid = (per_column, -(-n_words // chunk), -(-(self.n_groups - 1) // _tile(self.n_clusters, self.n_groups)))
        sizes = (np.int64(n_words), np.int32(stride), np.int32(n_draws), np.int64(chunk))
        self._kernels["count"](grid, (THREADS_PER_BLOCK,), (planes, masks, tables, *sizes))

    def gains(self, planes: Any, table: Any, n_people: int, out: Any) -> None:
        """Sum everybody's entries of ``table`` into ``out`` (G / 4, N, 4).

        ``table`` is (G / 4, S, 2, 16, 2), one step S for four bits of code; with eight planes (G / 4, T, K, 4).
        """
        stride = planes.shape[1]
        quads, steps = table.shape[:2]
        if self.n_planes == 8:
            shape = (_BLOCKS, quads), (THREADS_PER_BLOCK,)
            self._kernels["gains_many"](
                *shape, (planes, table, out, np.int64(n_people), np.int32(stride), np.int32(steps))
            )
            return
        for first in range(0, steps, STEPS_PER_TILE):
            here = min(STEPS_PER_TILE, steps - first)
            arguments = (planes, table, out, np.int64(n_people), np.int32(stride * self.n_planes // 4), np.int32(steps))
            self._kernels["gains"](
                (_BLOCKS // 4, quads),
                (_GAIN_THREADS_PER_BLOCK,),
                (*arguments, np.int32(first), np.int32(here)),
                shared_mem=-(-here // 32) * 32 * 256,
            )

    def choose(self, gains: Any, prices: Any, close: float, old: Any, new: Any, sizes: Any, pairs: Any) -> None:
        """Let everybody choose at the prices; their present group wins ties.

        Counts the people of each group, ``sizes`` (G,), and the people who would change from one group to another if
        it were cheaper by ``close``, ``pairs`` (G, G).
        """
        arguments = (gains, prices, np.float64(close), old, new, sizes, pairs, np.int64(len(old)))
        self._kernels["choose"]((_BLOCKS,), (THREADS_PER_BLOCK,), arguments)

    def near(self, gains: Any, prices: Any, limit: float, labels: Any, people: Any, n_found: Any) -> None:
        """List who prefers their group by at most ``limit``, in any order, and count them in ``n_found``."""
        arguments = (
            gains,
            prices,
            np.float64(limit),
            labels,
            people,
            n_found,
            np.int64(len(labels)),
            np.int64(len(people)),
        )
        self._kernels["near"]((_BLOCKS,), (THREADS_PER_BLOCK,), arguments)

    def change(self, gains: Any, old: Any, new: Any, sums: Any) -> None:
        """Sum what people gain by going from the old to the new groups; ``sums`` has one number per block."""
        self._kernels["change"]((len(sums),), (THREADS_PER_BLOCK,), (gains, old, new, sums, np.int64(len(old))))

    @property
    def n_blocks(self) -> int:
        """The number of sums that ``change`` fills."""
        return _BLOCKS
