"""The threads that sort, beside those that answer requests."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from types import TracebackType
from typing import Any
from uuid import uuid4

from sqlalchemy import select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from ...errors import BayesHatError
from ...pipeline import sort_people
from ...survey.answers import Answers
from ...survey.spec import Survey
from ..answers.responses import collect_answers, list_responses
from ..events.events import survey_of
from ..results.sortings import store
from ..storage.database import Database
from ..storage.schema import Event, Job, now
from .sort_queue import SortOptions

log = logging.getLogger("bayeshat.web")

# A sort that was cut off is started again once; cut off again, it waits for the organiser.
ATTEMPTS = 2
# Seconds between signs of life, and without any after which a worker counts as dead.
_BEAT = 3.0
_DEAD = 20.0
# Seconds between writes of the progress.
_WRITE = 0.25
# Seconds that a stop waits for a sort to notice.
_PATIENCE = 15.0
_BROKEN = "Something went wrong while sorting. Start it again; if it fails again, tell whoever runs this server."
_CUT_OFF = "The server was stopped in the middle of this sort. Start it again."


class _Stopped(Exception):  # noqa: N818
    """The sort is no longer wanted from this worker."""


@dataclass(frozen=True, eq=False)
class _Task:
    """What is needed to sort once."""

    survey: Survey
    answers: Answers
    response_ids: list[str]
    options: SortOptions


class Worker:
    """Takes sorts from the queue, one at a time in each thread, and stores their results.

    Whatever happens, a result is stored as a whole or not at all: it and the end of its job are one transaction, which
    is refused if the job has meanwhile been stopped or given to another worker.

    Parameters
    ----------
    database
        Where jobs and results are.
    threads
        Threads that one sort may use; by default one per core.
    poll
        Seconds between looks at the queue; `wake` makes it look at once.
    runners
        Sorts that run at the same time.
    """

    def __init__(self, database: Database, *, threads: int | None = None, poll: float = 1.0, runners: int = 1) -> None:
        self.database = database
        self.name = f"{socket.gethostname()[:100]}:{os.getpid()}:{uuid4().hex[:12]}"
        self._threads, self._poll, self._runners = threads, poll, runners
        self._running: list[threading.Thread] = []
        self._stopping = threading.Event()
        self._work = threading.Condition()
        self._awake = False

    def __enter__(self) -> Worker:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def start(self) -> None:
        """Put back what a dead server left half done, then start the threads."""
        self.recover(starting=True)
        self._stopping.clear()
        jobs: list[Callable[[], None]] = [self._run] * self._runners + [self._keep_alive]
        self._running = [threading.Thread(target=job, name=f"bayeshat-{n}", daemon=True) for n, job in enumerate(jobs)]
        for thread in self._running:
            thread.start()

    def stop(self) -> None:
        """Stop the threads; a sort that is running goes back into the queue."""
        self._stopping.set()
        self.wake()
        for thread in self._running:
            thread.join(_PATIENCE)
        self._running = []

    def wake(self) -> None:
        """Look at the queue now."""
        with self._work:
            self._awake = True
            self._work.notify_all()

    def recover(self, starting: bool = False) -> int:
        """Put the jobs of dead workers back into the queue, once each, and return how many were found."""
        with self.database.session() as session:
            running = list(session.scalars(select(Job).where(Job.state == "running").with_for_update(skip_locked=True)))
            dead = [job for job in running if job.worker != self.name and self._is_dead(job, starting)]
            for job in dead:
                again = job.attempts < ATTEMPTS
                job.state, job.worker = ("queued" if again else "interrupted"), None
                job.share, job.word = 0.0, "waiting to start again" if again else "interrupted"
                job.message = "" if again else _CUT_OFF
                job.ended_at = None if again else now()
            return len(dead)

    def run_one(self) -> bool:
        """Sort what waits longest; False if nothing waits."""
        task = self._claim()
        if task is None:
            return False
        job_id, event_id = task
        try:
            ready = self._prepare(job_id, event_id)
            result = sort_people(
                ready.survey,
                ready.answers,
                ready.options.target,
                loss=ready.options.loss,
                size_weight=ready.options.size_weight,
                rules=ready.options.all_rules(),
                rng=ready.options.seed,
                threads=self._threads,
                progress=_Reporter(self, job_id),
            )
            with self.database.session() as session:
                event = session.get(Event, event_id)
                if event is None:
                    raise _Stopped
                sorting = store(session, event, result, ready.response_ids)
                self._end(session, job_id, state="done", share=1.0, word="done", sorting_id=sorting.id, message="")
        except _Stopped:
            self._put_back(job_id)
        except BayesHatError as error:
            self._fail(job_id, str(error))
        except Exception:
            log.exception("sort failed", extra={"job": job_id})
            self._fail(job_id, _BROKEN)
        return True

    def _claim(self) -> tuple[str, str] | None:
        with self.database.session() as session:
            waiting = (
                select(Job)
                .where(Job.state == "queued")
                .order_by(Job.created_at, Job.id)
                .limit(1)
                .with_for_update(skip_locked=True)
            )
            job = session.scalar(waiting)
            if job is None:
                return None
            job.state, job.worker, job.attempts = "running", self.name, job.attempts + 1
            job.share, job.word, job.heartbeat_at = 0.0, "starting", now()
            return job.id, job.event_id

    def _prepare(self, job_id: str, event_id: str) -> _Task:
        with self.database.reading() as session:
            job, event = session.get(Job, job_id), session.get(Event, event_id)
            if job is None or event is None:
                raise _Stopped
            survey, responses = survey_of(event), list_responses(session, event)
            options = SortOptions.from_dict(job.options)
            return _Task(survey, collect_answers(survey, responses), [response.id for response in responses], options)

    def _end(self, session: Session, job_id: str, **values: Any) -> None:
        """End a job that is still this worker's, or raise, which undoes everything in the session."""
        if not self._update(session, job_id, ended_at=now(), **values):
            raise _Stopped

    def _update(self, session: Session, job_id: str, **values: Any) -> bool:
        mine = update(Job).where(Job.id == job_id, Job.state == "running", Job.worker == self.name)
        done = session.execute(mine.values(heartbeat_at=now(), **values).execution_options(synchronize_session=False))
        return bool(done.rowcount == 1)  # type: ignore[attr-defined]

    def _fail(self, job_id: str, message: str) -> None:
        with self.database.session() as session:
            self._update(session, job_id, state="failed", word="failed", message=message, ended_at=now())

    def _put_back(self, job_id: str) -> None:
        """Give back a job that is still this worker's: the server stops, and that was not the job's fault."""
        with self.database.session() as session:
            self._update(session, job_id, state="queued", share=0.0, word="waiting", attempts=Job.attempts - 1)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                busy = self.run_one()
            except SQLAlchemyError:
                # The database is away for a moment: the job is found again by its missing signs of life.
                log.exception("the queue could not be read")
                busy = False
            if not busy:
                with self._work:
                    self._work.wait_for(lambda: self._awake or self._stopping.is_set(), self._poll)
                    self._awake = False

    def _keep_alive(self) -> None:
        while not self._stopping.wait(_BEAT):
            try:
                with self.database.session() as session:
                    session.execute(
                        update(Job).where(Job.state == "running", Job.worker == self.name).values(heartbeat_at=now())
                    )
                self.recover()
            except (SQLAlchemyError, BayesHatError):
                log.exception("signs of life could not be written")

    def _is_dead(self, job: Job, starting: bool) -> bool:
        if job.heartbeat_at is None or job.heartbeat_at < now() - timedelta(seconds=_DEAD):
            return True
        host, process, _ = (job.worker or "::").rsplit(":", 2)
        if host != self.name.rsplit(":", 2)[0] or not process.isdigit():
            return False
        # Two servers never have the same number at once on one machine: the other one with ours has ended.
        return starting if int(process) == os.getpid() else not _is_alive(int(process))


class _Reporter:
    """Writes a sort's progress, not too often, and stops the sort when it is no longer wanted."""

    def __init__(self, worker: Worker, job_id: str) -> None:
        self._worker, self._job_id = worker, job_id
        self._next = 0.0

    def __call__(self, share: float, word: str) -> None:
        if self._worker._stopping.is_set():
            raise _Stopped
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _WRITE
        with self._worker.database.session() as session:
            if not self._worker._update(session, self._job_id, share=min(max(share, 0.0), 1.0), word=word[:200]):
                raise _Stopped


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
