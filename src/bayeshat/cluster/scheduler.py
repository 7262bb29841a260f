"""The Dask scheduler: how to reach it, how much memory its workers have, and the errors if it is lost."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..errors import CapacityError, ClusterError, InputError
from ..options import check_threads, show_bytes
from ..words.message import Message
from ..words.voice import setting

# Seconds to wait for a scheduler that does not answer.
_MAX_SECONDS_TO_CONNECT = 10
# Draws may take this share of the workers' memory; the rest is for the arrays of a step and for Python.
_MAX_SHARE_OF_MEMORY = 0.6


@contextmanager
def connect(scheduler: str, *, workers: int | None = None, memory: str | None = None) -> Iterator[Any]:
    """Yield a client of the scheduler at an address, or of workers on this machine.

    Parameters
    ----------
    scheduler
        An address such as "tcp://10.0.0.5:8786", or "local" for worker processes on this machine.
    workers, memory
        For "local": the number of worker processes, by default one per core, and the memory of each ("4GB").

    Raises
    ------
    ClusterError
        If the scheduler does not answer or is lost, or if its workers die.
    """
    check_scheduler(scheduler)
    client_type, cluster_type = _distributed()
    if scheduler == "local":
        with (
            cluster_type(
                n_workers=check_threads(workers),
                threads_per_worker=1,
                memory_limit=memory or "auto",
                host="127.0.0.1",
                dashboard_address=":0",
                silence_logs=logging.CRITICAL,
            ) as cluster,
            client_type(cluster) as client,
            plain_errors("local"),
        ):
            yield client
        return
    try:
        client = client_type(scheduler, timeout=_MAX_SECONDS_TO_CONNECT)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"A scheduler must answer at {scheduler}; got no answer within {_MAX_SECONDS_TO_CONNECT} s "
            f"({_first_line(error)}). Start one with 'dask scheduler', check the address, or use 'local'."
        ) from None
    with client, plain_errors(scheduler):
        yield client


def check_scheduler(scheduler: str) -> None:
    """Raise InputError unless the scheduler is "local" or an address."""
    if scheduler != "local" and "://" not in scheduler:
        raise InputError(
            f"{setting('scheduler')} must be 'local' or an address such as tcp://host:8786; got {scheduler!r}. "
            "Choose one of the two."
        )


def import_dask() -> Any:
    """Return dask.dataframe; the ClusterError says how to install Dask."""
    try:
        import dask.dataframe
        import distributed  # noqa: F401
    except ImportError as error:
        raise ClusterError(
            f"Answers in partitions need Dask; got: {_first_line(error)}. Install it with: pip install "
            "'bayeshat[dask]', or sort people from one table."
        ) from None
    return dask.dataframe


@contextmanager
def plain_errors(where: str) -> Iterator[None]:
    """Turn Dask's errors about a lost scheduler or lost workers into plain sentences."""
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError
    from distributed.comm import CommClosedError

    try:
        yield
    except KilledWorker as error:
        raise ClusterError(
            f"Every worker must have enough memory for its partitions; {error.allowed_failures + 1} workers in a row "
            "died at the same task. Give the workers more memory, or keep fewer draws or chains."
        ) from None
    except (FutureCancelledError, CommClosedError, TimeoutError) as error:
        raise ClusterError(
            f"The scheduler ({where}) must stay reachable until the end; the connection was lost "
            f"({_first_line(error)}). Start it again and repeat the work: the same seed gives the same groups."
        ) from None


def tell_memory(n_people: int, n_draws: int) -> Message:
    """Return a text on the memory of the draws, in total and per worker; raise CapacityError if they do not fit."""
    needed = n_people * n_draws  # a byte for each label
    told = Message("progress-memory", people=n_people, draws=n_draws, memory=show_bytes(needed))
    limits = _worker_memory()
    if not limits:
        return told
    room = sum(limits)
    if needed > _MAX_SHARE_OF_MEMORY * room:
        raise CapacityError(
            f"The draws must fit into {_MAX_SHARE_OF_MEMORY:.0%} of the workers' memory ({show_bytes(room)}); {told}. "
            "Add workers, or keep fewer draws or chains."
        )
    n = len(limits)
    return Message("progress-memory-each", told=told, count=n, own=show_bytes(needed // n), room=show_bytes(room // n))


def _worker_memory() -> list[int]:
    """Return the memory of each worker, in bytes; an empty list without a scheduler or without memory limits."""
    try:
        from distributed import get_client

        workers = get_client().scheduler_info(n_workers=-1)["workers"].values()
    except (ImportError, ValueError):
        return []
    limits = [worker["memory_limit"] or 0 for worker in workers]
    return limits if all(limits) else []


def _distributed() -> tuple[Any, Any]:
    import_dask()
    from distributed import Client, LocalCluster

    return Client, LocalCluster


def _first_line(error: BaseException) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
