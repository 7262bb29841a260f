"""What is made of people's answers and kept in memory, so that it need not be made again; never past a deletion."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")

_lock = threading.Lock()
_everything: WeakSet[Remembered[Any]] = WeakSet()
_deletions = 0


def count_deletions() -> int:
    """Return how often somebody was deleted so far: what is read after this holds nobody of them."""
    return _deletions


def forget_people() -> None:
    """Let go of everything that is remembered, as somebody in it was deleted."""
    global _deletions
    with _lock:
        _deletions += 1
        for one in _everything:
            one._kept.clear()


class Remembered(Generic[T]):
    """The values used last, within a limit, at most one for each key; values read before a deletion are dropped.

    Parameters
    ----------
    most
        The limit. A value that is larger is not kept.
    measure
        Returns how much of the limit a value takes; by default each counts as one.
    """

    def __init__(self, most: int, measure: Callable[[T], int] = lambda _: 1) -> None:
        self.most = most
        self._measure = measure
        self._kept: OrderedDict[str, tuple[Hashable, T, int]] = OrderedDict()
        with _lock:
            _everything.add(self)

    def find(self, key: str, made_of: Hashable) -> T | None:
        """Return a value that was made of the same; None if it is not kept."""
        with _lock:
            known, value, _ = self._kept.get(key, (None, None, 0))
            if value is None or known != made_of:
                return None
            self._kept.move_to_end(key)
            return value

    def keep(self, key: str, made_of: Hashable, value: T, deletions: int) -> None:
        """Keep a value instead of an older one, and let go of those that were not used for longest.

        Parameters
        ----------
        deletions
            `count_deletions()` from before anything was read that the value is made of.
        """
        size = self._measure(value)
        with _lock:
            if deletions != _deletions:
                return
            self._kept.pop(key, None)
            self._kept[key] = (made_of, value, size)
            while sum(size for _, _, size in self._kept.values()) > self.most:
                self._kept.popitem(last=False)
