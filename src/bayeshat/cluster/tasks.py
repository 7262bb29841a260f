"""Tasks on partitions: a map, a small sum, and waiting with progress. Dask runs them, here or on a cluster."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from .._options import Progress

# Parts that one task adds up, in a tree of sums over the partitions.
_FAN_IN = 16
# Seconds between two looks at how far the tasks have come.
_LOOK = 0.2


def is_partitioned(source: Any) -> bool:
    """Say whether answers, or draws, are a Dask collection."""
    return hasattr(source, "__dask_graph__")


def task(work: Callable[..., Any], *arguments: Any) -> Any:
    """Return a task that calls the function when it is computed, with the results of other tasks among its arguments.

    The function must not change its arguments: if a worker is lost, its tasks are done again elsewhere.
    """
    import dask

    return dask.delayed(work, pure=False)(*arguments)


def shared(value: Any) -> Any:
    """Return a value as a task, so that it is sent once rather than with every task that takes it."""
    import dask

    return dask.delayed(value, pure=False)


def compute(tasks: Sequence[Any]) -> tuple[Any, ...]:
    """Return the results of tasks, which should be small. Those that a scheduler holds already are only fetched."""
    import dask

    held = [future for one in tasks if len(one.__dask_graph__()) == 1 for future in _futures([one])]
    if held and len(held) == len(tasks):
        return tuple(held[0].client.gather(held))
    with _large_tables():
        return dask.compute(*tasks)


def keep(collections: Sequence[Any]) -> list[Any]:
    """Have tasks or Dask arrays computed, and the results kept where they are; does not wait for a scheduler."""
    import dask

    with _large_tables():
        return list(dask.persist(*collections))


def hold(collections: Sequence[Any], tell: Progress = lambda *_: None, word: str = "") -> list[Any]:
    """Compute tasks or Dask arrays and keep the results where they are; waits, and tells how far that has come."""
    held = keep(collections)
    futures = _futures(held)
    n_done = 0
    while n_done < len(futures):
        n_done = _wait(futures)
        tell(n_done / len(futures), word)
    return held


@contextmanager
def _large_tables() -> Iterator[None]:
    """Send tables inside the tasks, so that they are there again if a worker is lost, without a warning about it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
        yield


def _futures(collections: Sequence[Any]) -> list[Any]:
    """Return the tasks that a scheduler holds; none without one."""
    try:
        from distributed import futures_of
    except ImportError:
        return []
    return futures_of(collections)


def _wait(futures: Sequence[Any]) -> int:
    """Wait a little; return how many tasks are done, or raise what went wrong."""
    from distributed import wait

    with suppress(TimeoutError):  # not all are done yet
        wait(futures, timeout=_LOOK)
    for future in futures:
        if future.status in ("error", "cancelled", "lost"):
            future.result()
    return sum(future.done() for future in futures)


def add_up(parts: Sequence[Any], add: Callable[[list[Any]], Any] = sum) -> Any:
    """Return one task that sums the results of others, in a tree: no machine sees more than a few of them at a time."""
    while len(parts) > 1:
        groups = [list(parts[start : start + _FAN_IN]) for start in range(0, len(parts), _FAN_IN)]
        parts = [task(add, group) for group in groups]
    return parts[0]
