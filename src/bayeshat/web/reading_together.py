"""Reading for many who ask at the same moment."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool

from .db.database import Database

T = TypeVar("T")

# The most that are read at once, so that the first need not wait for all of them.
_MOST = 100


class ReadTogether(Generic[T]):
    """Collects the keys asked for while the database is busy, and reads all of them with the next query.

    When a whole school opens its receipts, a thread and a transaction for each of them would take longer than reading
    them. Nothing is remembered: what is answered was read after the question came.

    Parameters
    ----------
    database
        Where to read.
    read
        Returns what there is for some keys; those for which there is nothing are left out.
    """

    def __init__(self, database: Database, read: Callable[[Session, Sequence[str]], Mapping[str, T]]) -> None:
        self._database = database
        self._read = read
        self._waiting: list[tuple[str, asyncio.Future[T | None]]] = []
        self._reader: asyncio.Task[None] | None = None

    async def get(self, key: str) -> T | None:
        """Return what there is for a key; None if there is nothing."""
        answer: asyncio.Future[T | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((key, answer))
        if self._reader is None:
            self._reader = asyncio.create_task(self._read_all())
        return await answer

    async def _read_all(self) -> None:
        while self._waiting:
            # Requests that ended meanwhile are left out: an error in one must not reach the others.
            waiting = [one for one in self._waiting if not one[1].done()]
            asked, self._waiting = waiting[:_MOST], waiting[_MOST:]
            try:
                found = await run_in_threadpool(self._read_some, list({key for key, _ in asked}))
            except Exception as error:
                for _, answer in asked:
                    if not answer.done():
                        answer.set_exception(error)
            else:
                for key, answer in asked:
                    # Nobody waits for a request that ended meanwhile.
                    if not answer.done():
                        answer.set_result(found.get(key))
        self._reader = None

    def _read_some(self, keys: Sequence[str]) -> Mapping[str, T]:
        with self._database.reading() as session:
            return self._read(session, keys)
