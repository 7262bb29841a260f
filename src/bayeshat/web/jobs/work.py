"""Kinds of work: what a worker does for a job, in three steps of which only the last writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from sqlalchemy.orm import Session

from ..storage.schema import Event, Job

Progress = Callable[[float, str], None]


class Work(Protocol):
    """A kind of work.

    Another kind is one class with these three methods, and one line in the table that the worker is given.
    """

    def prepare(self, session: Session, event: Event, job: Job) -> Any:
        """Read everything that is needed; nothing is written."""

    def run(self, ready: Any, progress: Progress, threads: int | None) -> Any:
        """Do the work, however long it takes, without the database; `progress` raises if it is no longer wanted."""

    def keep(self, session: Session, event: Event, made: Any) -> dict[str, Any]:
        """Write what was made, and return further columns of the job; it and the job's end are one transaction."""

    def name_people(self, ready: Any, message: str) -> str:
        """Return an error of `run` as it is kept: with people's tokens instead of their names."""
