"""Label draws as bits, where a GPU can work on them: (word of 32 people, draw, plane).

Bit i of a word belongs to person 32 word + i, and plane p holds bit p of the code. Up to 4 clusters need two planes, up
to 16 four, up to 256 eight. Counts are then population counts of words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ._cuda import compile_kernels, load_cupy
from .errors import CapacityError
from .options import show_bytes

Array = np.ndarray

MAX_CLUSTERS = 256
# Draws packed at a time, so that a host array travels in pieces.
_BLOCK = 64
# Codes copied to the host at a time.
_PICKED = 1 << 30


def count_planes(n_clusters: int) -> int:
    """Return how many bits a cluster's code takes: 2, 4 or 8, so that a person's bits of one or two draws fill four."""
    return next(bits for bits in (2, 4, 8) if n_clusters <= 1 << bits)


def spread_order(n_draws: int) -> Array:
    """Return an order of the draws in which those that come first, however many, are spread evenly over all.

    Examples
    --------
    >>> spread_order(6).tolist()
    [0, 4, 2, 1, 5, 3]
    """
    bits = max(1, (n_draws - 1).bit_length())
    order = np.zeros(1, np.int64)
    for bit in range(bits - 1, -1, -1):
        order = np.concatenate([order, order + (1 << bit)])
    return order[order < n_draws]


@dataclass(frozen=True, eq=False)
class BitPlanes:
    """Everybody's cluster in every draw, on a device.

    Attributes
    ----------
    words
        (W, S, P) 32-bit words on the device: bit i of a word belongs to person 32 W + i, plane p holds bit p of the
        code. S is the number of draws, rounded up to an even number. Bits that stand for nobody are zero.
    n_people, n_draws, n_clusters
        N, T and K.
    order
        (T,) which of the draws given lies in each place: the first places, however many, are spread over all draws.
    """

    words: Any
    n_people: int
    n_draws: int
    n_clusters: int
    order: Array

    @classmethod
    def empty(cls, n_people: int, n_draws: int, n_clusters: int) -> BitPlanes:
        """Make room for so many draws, or say that they do not fit."""
        xp = load_cupy()
        shape = (-(-n_people // 32), -(-n_draws // 2) * 2, count_planes(n_clusters))
        check_device_memory(4 * int(np.prod(shape)), f"{n_draws} draws of {n_people} people", xp)
        return cls(xp.zeros(shape, np.uint32), n_people, n_draws, n_clusters, spread_order(n_draws))

    @classmethod
    def pack(cls, codes: Any, n_clusters: int) -> BitPlanes:
        """Pack codes (T, N), from 0 to K - 1, that lie on the host or on the device, a few draws at a time."""
        n_draws, n_people = codes.shape
        planes = cls.empty(n_people, n_draws, n_clusters)
        for first in range(0, n_draws, _BLOCK):
            planes.store(codes[first : first + _BLOCK], first)
        return planes

    def store(self, codes: Any, first: int) -> None:
        """Store draws (D, N), the ``first`` of all and those after it."""
        cupy = load_cupy()
        codes = cupy.ascontiguousarray(cupy.asarray(codes).astype(np.uint8, copy=False))
        slots = cupy.asarray(self.slots[first : first + len(codes)])
        n_words, stride, n_planes = self.words.shape
        arguments = (codes, slots, self.words, np.int64(self.n_people), np.int32(len(codes)), np.int32(stride))
        _kernels(n_planes)["pack"]((-(-n_words // 8),), (256,), arguments)

    def pick(self, people: Array, n_draws: int) -> Array:
        """Return the codes of some people (M,) in the first places, (M, D) bytes on the host."""
        cupy = load_cupy()
        out = np.empty((len(people), n_draws), np.uint8)
        step = max(1, _PICKED // n_draws)
        for first in range(0, len(people), step):
            some = cupy.asarray(people[first : first + step], np.int64)
            codes = cupy.empty((len(some), n_draws), np.uint8)
            arguments = (
                self.words,
                some,
                codes,
                np.int64(codes.size),
                np.int32(n_draws),
                np.int32(self.words.shape[1]),
            )
            _kernels(self.n_planes)["pick"]((-(-codes.size // 256),), (256,), arguments)
            out[first : first + step] = cupy.asnumpy(codes)
        return out

    @property
    def slots(self) -> Array:
        """(T,) the place in which each of the draws given lies."""
        slots = np.empty(self.n_draws, np.int32)
        slots[self.order] = np.arange(self.n_draws)
        return slots

    @property
    def n_planes(self) -> int:
        """P."""
        return int(self.words.shape[2])


def check_device_memory(needed: int, what: str, xp: Any) -> None:
    """Raise CapacityError if so many bytes cannot be had on the device."""
    if xp is np:
        return  # the tests' stand-in
    free = xp.cuda.runtime.memGetInfo()[0] + xp.get_default_memory_pool().free_bytes()
    if needed > free:
        raise CapacityError(
            f"The GPU's memory must hold {what}; they need {show_bytes(needed)}, and {show_bytes(free)} are free. "
            "Use fewer draws, or leave device out to use the CPU."
        )


@lru_cache(maxsize=3)
def _kernels(n_planes: int) -> dict[str, Any]:
    return compile_kernels(__file__, ("pack", "pick"), PLANES=n_planes)
