"""Threads for kernels that run without the interpreter's lock."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TypeVar

import numpy as np

from ._options import whole
from ._vocabulary import setting
from .errors import InputError

# More threads than any machine has cores for.
MOST_THREADS = 1024

A = TypeVar("A")
B = TypeVar("B")


def check_threads(threads: int | None) -> int:
    """Return the number of threads to use: as given, or one per core that this process may use."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = whole("threads", threads, 1, "Leave it out to use all cores.")
    if number > MOST_THREADS:
        raise InputError(
            f"{setting('threads')} must be at most {MOST_THREADS}; got {number}. Leave it out to use all cores."
        )
    return number


class Workers:
    """Threads that share out people, or whole searches; the kernels run without the interpreter's lock."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def map(self, work: Callable[[A], B], items: list[A]) -> list[B]:
        """Apply the work to every item; results in order."""
        if self._pool is None or len(items) < 2:
            return [work(item) for item in items]
        return list(self._pool.map(work, items))

    def over(self, n_people: int, work: Callable[[int, int], B]) -> list[B]:
        """Call ``work(start, stop)`` for pieces that together cover everybody; results in order."""
        n_pieces = min(4 * self.threads, n_people // 256)
        if self.threads == 1 or n_pieces < 2:
            return [work(0, n_people)]
        edges = np.linspace(0, n_people, n_pieces + 1).astype(int).tolist()
        return self.map(lambda piece: work(*piece), list(pairwise(edges)))
