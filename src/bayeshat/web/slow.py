"""Slow work never happens inside a transaction: what takes long refuses to run where a session is open."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

_thread = threading.local()


@contextmanager
def in_transaction() -> Iterator[None]:
    """Mark this thread as having a session open."""
    before = getattr(_thread, "n_open", 0)
    _thread.n_open = before + 1
    try:
        yield
    finally:
        _thread.n_open = before


def slow(function: Callable[P, T]) -> Callable[P, T]:
    """Mark a function that takes long: others would wait for a transaction that it ran in.

    Raises
    ------
    RuntimeError
        If the function is called while this thread has a session open.
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        if getattr(_thread, "n_open", 0):
            raise RuntimeError(f"{function.__qualname__} takes long: read first, leave the session, then call it.")
        return function(*args, **kwargs)

    return run
