"""Tasks on partitions: maps, small sums, and waiting with progress. Dask runs them on this machine or on a cluster."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from uuid import uuid4

import numpy as np

from ..options import Progress
from ..words.message import Message

# Parts that one task of a tree of sums adds up.
_PARTS_PER_SUM = 16
# Seconds between two reports of progress.
_SECONDS_BETWEEN_REPORTS = 0.2


def is_partitioned(source: Any) -> bool:
    """Say whether answers or draws are a Dask collection."""
    return hasattr(source, "__dask_graph__")


def task(work: Callable[..., Any], *arguments: Any) -> Any:
    """Return a task that calls the function; its arguments may be other tasks, whose results it gets.

    The function must not change its arguments: if a worker is lost, its tasks are repeated elsewhere.
    """
    import dask

    return dask.delayed(work, pure=False)(*arguments)


def chunks_of(work: Callable[..., Any], arguments: Sequence[Sequence[Any]], lengths: Sequence[int], like: Any) -> Any:
    """Return a Dask array whose chunks of rows are the function's results for each of the arguments.

    It has no other tasks. ``lengths`` are the numbers of rows; ``like`` is an array of the same type, with the same
    dimensions except for the first.
    """
    import dask
    from dask.array import Array
    from dask.highlevelgraph import HighLevelGraph

    name, rest = f"{work.__name__}-{uuid4().hex}", like.shape[1:]
    keys = [(name, i, *(0 for _ in rest)) for i in range(len(lengths))]
    call = dask.delayed(work, pure=False)
    chunks = [call(*own, dask_key_name=key) for own, key in zip(arguments, keys, strict=True)]
    graph = HighLevelGraph.merge(*(chunk.__dask_graph__() for chunk in chunks))
    return Array(graph, name, (tuple(lengths), *((n,) for n in rest)), dtype=like.dtype)


def take_rows(array: Any, rows: Any) -> Any:
    """Return some rows of an array, by ascending number, as a NumPy array; a Dask array must have chunks of rows."""
    if not is_partitioned(array):
        return array[rows]
    edges = np.cumsum([0, *array.chunks[0]])
    own = np.split(rows, np.searchsorted(rows, edges[1:-1]))
    parts = zip(array.to_delayed().ravel(), own, edges[:-1], strict=True)
    return np.concatenate(compute([task(np.take, part, some - start, 0) for part, some, start in parts if len(some)]))


def shared(value: Any) -> Any:
    """Return a value as a task, so that it is sent once rather than with every task that uses it."""
    import dask

    return dask.delayed(value, pure=False)


def compute(tasks: Sequence[Any]) -> tuple[Any, ...]:
    """Return the results of tasks, which should be small; results that a scheduler holds are only fetched."""
    import dask

    if tasks and all(map(_is_held, tasks)):
        futures = _futures(tasks)
        return tuple(futures[0].client.gather(futures))
    with _large_tables():
        return dask.compute(*tasks)


def keep(collections: Sequence[Any]) -> list[Any]:
    """Compute tasks or Dask arrays and keep the results on the workers, without waiting for a scheduler."""
    import dask

    new = [one for one in collections if not _is_held(one)]
    with _large_tables():
        kept = iter(dask.persist(*new))
    return [one if _is_held(one) else next(kept) for one in collections]


def share_out(parts: Any) -> list[int]:
    """Divide the chunks of a held Dask array among worker threads; return the number of each chunk's share.

    Each thread gets a share of the chunks that its worker holds. Without a scheduler, each core gets a share.
    """
    from dask.core import flatten
    from dask.system import CPU_COUNT

    keys, futures = list(flatten(parts.__dask_keys__())), _futures([parts])
    if len(futures) < len(keys):
        shares = np.array_split(np.arange(len(keys)), min(CPU_COUNT, len(keys)))
        return [number for number, share in enumerate(shares) for _ in share]
    client = futures[0].client
    holders, threads = client.who_has(futures), client.nthreads()
    held_by: dict[str, list[int]] = {}
    for i, key in enumerate(keys):
        held_by.setdefault(min(holders.get(key, ()), default=""), []).append(i)
    shares = [
        share.tolist() for worker, own in held_by.items() for share in np.array_split(own, threads.get(worker, 1))
    ]
    number = {i: n for n, share in enumerate(filter(None, shares)) for i in share}
    return [number[i] for i in range(len(keys))]


def hold(collections: Sequence[Any], tell: Progress = lambda *_: None, word: str | Message = "") -> list[Any]:
    """Compute tasks or Dask arrays and keep the results on the workers; wait, and report progress."""
    held = keep(collections)
    futures = _futures(held)
    n_done = 0
    while n_done < len(futures):
        n_done = _wait(futures)
        tell(n_done / len(futures), word)
    return held


@contextmanager
def _large_tables() -> Iterator[None]:
    """Silence Dask's warning about large tables inside tasks; there they survive the loss of a worker."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Sending large graph", UserWarning)
        yield


def _futures(collections: Sequence[Any]) -> list[Any]:
    """Return the tasks that a scheduler holds; an empty list without a scheduler."""
    try:
        from distributed import futures_of
    except ImportError:
        return []
    return futures_of(collections)


def _is_held(collection: Any) -> bool:
    """Say whether a scheduler already holds all of a task or Dask array."""
    graph = collection.__dask_graph__()
    return len(graph) == len(_futures([collection]))


def _wait(futures: Sequence[Any]) -> int:
    """Wait a little; return how many tasks are done, or raise the error of a task that failed."""
    from distributed import wait

    with suppress(TimeoutError):  # not all are done yet
        wait(futures, timeout=_SECONDS_BETWEEN_REPORTS)
    for future in futures:
        if future.status in ("error", "cancelled", "lost"):
            future.result()
    return sum(future.done() for future in futures)


def partial_sums(parts: Sequence[Any], add: Callable[[list[Any]], Any] = sum) -> Sequence[Any]:
    """Return a few tasks that sum the results of others, in a tree: no machine gets more than a few at a time."""
    while len(parts) > _PARTS_PER_SUM:
        groups = [list(parts[start : start + _PARTS_PER_SUM]) for start in range(0, len(parts), _PARTS_PER_SUM)]
        parts = [task(add, group) for group in groups]
    return parts


def add_up(parts: Sequence[Any], add: Callable[[list[Any]], Any] = sum) -> Any:
    """Return one task that sums the results of others, as ``partial_sums`` does."""
    parts = partial_sums(parts, add)
    return task(add, list(parts)) if len(parts) > 1 else parts[0]
