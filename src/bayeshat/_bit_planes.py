"""Label draws as bits on a GPU: (word of 32 people, draw, plane).

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

# Codes have at most eight bits.
MAX_CLUSTERS = 256
# Draws packed at a time: a host array is copied in pieces.
_DRAWS_PER_BLOCK = 64
# Codes copied from the host at a time, where each person's draws lie together.
_CODES_PER_PACKING = 1 << 26
# Codes copied to the host at a time.
_CODES_PER_COPY = 1 << 30


def count_planes(n_clusters: int) -> int:
    """Return the bits of a cluster's code, 2, 4 or 8: four bits hold two draws, one draw, or half of one."""
    return next(bits for bits in (2, 4, 8) if n_clusters <= 1 << bits)


def spread_order(n_draws: int) -> Array:
    """Return an order of the draws in which any number of first draws are spread evenly over all.

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
    """Everybody's cluster in every draw, on a GPU.

    Attributes
    ----------
    words
        (W, S, P) 32-bit words on the GPU: bit i of a word belongs to person 32 W + i, plane p holds bit p of the code.
        S is the number of draws, rounded up to an even number. Bits without a person are zero.
    n_people, n_draws, n_clusters
        N, T and K.
    order
        (T,) the original number of the draw in each place; any number of first places is spread over all draws.
    """

    words: Any
    n_people: int
    n_draws: int
    n_clusters: int
    order: Array

    @classmethod
    def empty(cls, n_people: int, n_draws: int, n_clusters: int) -> BitPlanes:
        """Allocate planes for these draws; raise CapacityError if they do not fit."""
        xp = load_cupy()
        shape = (-(-n_people // 32), -(-n_draws // 2) * 2, count_planes(n_clusters))
        check_device_memory(4 * int(np.prod(shape)), f"{n_draws} draws of {n_people} people", xp)
        return cls(xp.zeros(shape, np.uint32), n_people, n_draws, n_clusters, spread_order(n_draws))

    @classmethod
    def pack(cls, codes: Any, n_clusters: int) -> BitPlanes:
        """Pack codes (T, N), from 0 to K - 1, from the host or the GPU, some draws or people at a time."""
        n_draws, n_people = codes.shape
        planes = cls.empty(n_people, n_draws, n_clusters)
        if isinstance(codes, np.ndarray) and codes.flags.f_contiguous:
            # Each person's draws lie together: they are copied as they are and turned round on the GPU.
            step = max(1, _CODES_PER_PACKING // n_draws // 32) * 32
            for start in range(0, n_people, step):
                planes._write(load_cupy().asarray(codes.T[start : start + step]).T, 0, start // 32)
            return planes
        for first in range(0, n_draws, _DRAWS_PER_BLOCK):
            planes.store(codes[first : first + _DRAWS_PER_BLOCK], first)
        return planes

    def store(self, codes: Any, first: int) -> None:
        """Store draws (D, N), of which ``first`` is the number of the first one."""
        self._write(load_cupy().asarray(codes), first, 0)

    def _write(self, codes: Any, first: int, word: int) -> None:
        """Store draws (D, M) of the people from those of a word on."""
        cupy = load_cupy()
        codes = cupy.ascontiguousarray(codes.astype(np.uint8, copy=False))
        slots = cupy.asarray(self.slots[first : first + len(codes)])
        n_words, n_people = -(-codes.shape[1] // 32), codes.shape[1]
        arguments = (codes, slots, self.words[word:], np.int64(n_people), np.int32(len(codes)))
        _kernels(self.n_planes)["pack"]((-(-n_words // 8),), (256,), (*arguments, np.int32(self.words.shape[1])))

    def pick(self, people: Array, n_draws: int) -> Array:
        """Return the codes of some people (M,) in the first places, (M, D) bytes on the host."""
        cupy = load_cupy()
        out = np.empty((len(people), n_draws), np.uint8)
        step = max(1, _CODES_PER_COPY // n_draws)
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
    def shape(self) -> tuple[int, int]:
        """(N, T), the shape of the codes."""
        return self.n_people, self.n_draws

    @property
    def slots(self) -> Array:
        """(T,) the place of each draw, by its original number."""
        slots = np.empty(self.n_draws, np.int32)
        slots[self.order] = np.arange(self.n_draws)
        return slots

    @property
    def n_planes(self) -> int:
        """P."""
        return int(self.words.shape[2])


def check_device_memory(needed: int, what: str, xp: Any) -> None:
    """Raise CapacityError if the GPU has not enough free memory, in bytes."""
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
