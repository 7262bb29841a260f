"""Options that many functions share: whole numbers, seeds, samples, progress, threads and memory."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from .errors import InputError
from .words.message import Message
from .words.voice import setting

# Long work reports the share that is done, and what it is doing now.
Progress = Callable[[float, str | Message], None]
# The report at the end.
DONE = Message("progress-done")

MAX_THREADS = 1024  # more than any machine has cores for

A = TypeVar("A")
B = TypeVar("B")


def whole(name: str, value: Any, least: int, remedy: str) -> int:
    """Return a whole number of at least ``least``, or raise an InputError with the remedy."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InputError(f"{setting(name)} must be a whole number of at least {least}; got {value!r}. {remedy}")
    return int(value)


def as_generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    """Return a random generator from a seed, a generator or None (seed 0)."""
    if isinstance(rng, np.random.Generator):
        return rng
    return np.random.default_rng(whole("rng", 0 if rng is None else rng, 0, "Pass a seed or a numpy Generator."))


def choose_evenly(n: int, most: int) -> np.ndarray:
    """Return at most ``most`` of the numbers 0 to n - 1, evenly spread.

    Examples
    --------
    >>> choose_evenly(10, 4).tolist(), choose_evenly(3, 4).tolist()
    ([0, 3, 6, 9], [0, 1, 2])
    """
    return np.unique(np.linspace(0, n - 1, min(n, most)).astype(int))


def as_reporter(progress: bool | Progress) -> Progress:
    """Return where progress goes: to the caller's function, to a line on standard error, or nowhere."""
    if callable(progress):
        return progress
    return _show_line if progress else lambda *_: None


def part_of(progress: bool | Progress, start: float, length: float, inside: str = "") -> Progress:
    """Return a progress report for one part of a longer task.

    ``inside`` is the id of a message that says which part its steps belong to. A part never reports the end: only the
    whole task does.
    """
    tell = as_reporter(progress)
    last: str | Message = ""

    def tell_part(share: float, word: str | Message) -> None:
        nonlocal last
        if word != DONE:
            last = Message(inside, step=word) if inside else word
        if last:
            tell(min(start + share * length, 0.999), last)

    return tell_part


def _show_line(share: float, word: str | Message) -> None:
    print(f"\r{share:4.0%} {word!s:<28}", end="\n" if share >= 1 else "", file=sys.stderr, flush=True)


def check_threads(threads: int | None) -> int:
    """Return the number of threads to use: as given, or one for each core that this process may use."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    number = whole("threads", threads, 1, "Leave it out to use all cores.")
    if number > MAX_THREADS:
        raise InputError(Message("words-threads", most=MAX_THREADS, number=number))
    return number


class Workers:
    """Threads for kernels, which run without the interpreter's lock: they share out people or whole searches.

    Parameters
    ----------
    threads
        How many; None is one per core.
    """

    def __init__(self, threads: int | None) -> None:
        self.threads = check_threads(threads)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

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


def free_memory() -> int:
    """Return the memory that is still available on this machine, in bytes."""
    import psutil

    return int(psutil.virtual_memory().available)


def show_bytes(size: int) -> str:
    """Return a number of bytes for people to read.

    Examples
    --------
    >>> show_bytes(3 * 2**20)
    '3.0 MiB'
    """
    return f"{size / 2**30:.1f} GiB" if size >= 2**30 else f"{size / 2**20:.1f} MiB"
