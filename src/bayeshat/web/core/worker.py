"""The threads that do what takes time, beside those that answer requests."""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from types import TracebackType
from typing import Any
from uuid import uuid4

from sqlalchemy import or_, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from ..._kernel_cache import PREPARING, telling
from ...errors import BayesHatError
from ...words.message import Message
from ..db.database import Database
from ..db.schema import Event, Job, now
from ..refusals import TooMany, words_of
from .jobs import Work, change_texts, write_words

log = logging.getLogger("bayeshat.web")

# The kind of work that somebody waits for at the screen.
_FIRST = "sort"
# Seconds after a start in which nothing else is done that was left from before: people who were kept waiting come now.
_SETTLE = 10.0
# A sort that was cut off is started again once; cut off again, it waits for the organiser.
ATTEMPTS = 2
# Seconds between signs of life, and without any after which a worker counts as dead.
_BEAT = 3.0
_DEAD = 20.0
# Seconds between writes of the progress.
_WRITE = 0.25
# Seconds to wait before a result is written again that could not be written.
_WAITS = (0.5, 2.0, 5.0)
# Seconds without progress after which a job counts as stuck, and without a look at the queue.
_STUCK = 900.0
_QUIET = 60.0
# Seconds between chores.
_CHORES = 60.0
# Seconds that a stop waits for a sort to notice.
_PATIENCE = 15.0


class _Stopped(Exception):  # noqa: N818
    """The job is no longer wanted from this worker, or not now."""


@dataclass(frozen=True)
class Health:
    """Whether sorts are being done, and in words what is wrong if they are not."""

    well: bool
    words: str


class Worker:
    """Takes sorts from the queue, one at a time in each thread, and stores their results.

    Somebody waits at the screen for a sort, but not for other jobs. So sorts go first, and another job goes back into
    the queue if no thread is left for a sort.

    Whatever happens, a result is stored as a whole or not at all: it and the end of its job are one transaction, which
    is refused if the job has meanwhile been stopped or given to another worker.

    Parameters
    ----------
    database
        Where jobs and results are.
    kinds
        What to do for each kind of job.
    chores
        What to do now and then besides, such as deleting what is past its date.
    threads
        Threads that one sort may use; by default one per core.
    poll
        Seconds between looks at the queue; `wake` makes it look at once.
    runners
        Sorts that run at the same time.
    """

    def __init__(
        self,
        database: Database,
        kinds: Mapping[str, Work],
        chores: Sequence[Callable[[Database], object]] = (),
        *,
        threads: int | None = None,
        poll: float = 1.0,
        runners: int = 1,
    ) -> None:
        self.database, self.kinds, self.chores = database, kinds, chores
        self.name = f"{socket.gethostname()[:100]}:{os.getpid()}:{uuid4().hex[:12]}"
        self._threads, self._poll, self._runners = threads, poll, runners
        self._running: list[threading.Thread] = []
        # What this worker's threads are doing. Running jobs that none of them does are put back in the queue.
        self._doing: dict[str, float] = {}
        self._looked = time.monotonic()
        self._started, self._settled_at = now(), 0.0
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
        self._started, self._settled_at = now(), time.monotonic() + _SETTLE
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
            dead = [job for job in running if self._is_dead(job, starting)]
            for job in dead:
                again = job.attempts < ATTEMPTS
                job.state, job.worker = ("queued" if again else "interrupted"), None
                job.share, job.word = 0.0, "waiting to start again" if again else "interrupted"
                job.message = "" if again else write_words(Message("jobs-cut-off"))
                job.ended_at = None if again else now()
            return len(dead)

    def health(self) -> Health:
        """Say whether work is being done."""
        now_, doing = time.monotonic(), dict(self._doing)
        dead = [thread for thread in self._running if not thread.is_alive()]
        if dead or not self._running:
            return Health(False, "The threads that sort have ended. Start the server again.")
        stuck = [job for job, since in doing.items() if now_ - since > _STUCK]
        if stuck:
            return Health(False, f"A job has made no progress for {_STUCK / 60:.0f} minutes. Stop it, or start again.")
        if not doing and now_ - self._looked > _QUIET:
            return Health(False, "The queue cannot be read. Look at the log, and at the database.")
        return Health(True, "working" if doing else "waiting for work")

    def run_one(self) -> bool:
        """Do what waits longest; False if nothing waits."""
        task = self._claim()
        if task is None:
            return False
        job_id, event_id, kind = task
        self._doing[job_id] = time.monotonic()
        try:
            self._do(job_id, event_id, self.kinds[kind], _Reporter(self, job_id, makes_way=kind != _FIRST))
        except _Stopped:
            self._put_back(job_id)
        finally:
            # While it was busy, it had no need to look at the queue.
            self._looked = time.monotonic()
            self._doing.pop(job_id, None)
        return True

    def _do(self, job_id: str, event_id: str, work: Work, progress: _Reporter) -> None:
        ready = None
        try:
            with self.database.reading() as session:
                job, event = session.get(Job, job_id), session.get(Event, event_id)
                if job is None or event is None:
                    raise _Stopped
                ready = work.prepare(session, event, job)
            with telling(progress.tell, again=True):
                made = work.run(ready, progress, self._threads)
            self._persist(lambda session: self._keep(session, job_id, event_id, work, made))
        except (_Stopped, SQLAlchemyError, TooMany):
            raise
        except BayesHatError as error:
            words = words_of(error)
            if ready is not None:
                words = change_texts(words, partial(work.name_people, ready))
            self._persist(lambda session: self._fail(session, job_id, words))
        except Exception:
            log.exception("work failed", extra={"job": job_id})
            self._persist(lambda session: self._fail(session, job_id, Message("jobs-broken")))

    def _keep(self, session: Session, job_id: str, event_id: str, work: Work, made: Any) -> None:
        event = session.get(Event, event_id)
        if event is None:
            raise _Stopped
        values = work.keep(session, event, made)
        if not self._update(
            session, job_id, state="done", share=1.0, word="done", message="", ended_at=now(), **values
        ):
            # It was stopped, or given to another worker: everything in this session is undone.
            raise _Stopped

    def _fail(self, session: Session, job_id: str, words: str | Message) -> None:
        self._update(session, job_id, state="failed", word="failed", message=write_words(words), ended_at=now())

    def _persist(self, write: Callable[[Session], None]) -> None:
        """Write, and again if the database is busy or away for a moment: work that was done must not be lost."""
        for wait in (*_WAITS, None):
            try:
                with self.database.session() as session:
                    write(session)
                return
            except (SQLAlchemyError, TooMany):
                if wait is None or self._stopping.wait(wait):
                    raise
                log.exception("the result could not be written; trying again")

    def _claim(self) -> tuple[str, str, str] | None:
        is_settled = time.monotonic() >= self._settled_at
        wanted = () if is_settled else (or_(Job.kind == _FIRST, Job.created_at >= self._started),)
        with self.database.session() as session:
            waiting = (
                select(Job)
                .where(Job.state == "queued", Job.kind.in_(self.kinds), *wanted)
                .order_by(Job.kind != _FIRST, Job.created_at, Job.id)
                .limit(1)
                .with_for_update(skip_locked=True)
            )
            job = session.scalar(waiting)
            self._looked = time.monotonic()
            if job is None:
                return None
            job.state, job.worker, job.attempts = "running", self.name, job.attempts + 1
            job.share, job.word, job.heartbeat_at, job.started_at = 0.0, "starting", now(), now()
            return job.id, job.event_id, job.kind

    def _update(self, session: Session, job_id: str, **values: Any) -> bool:
        mine = update(Job).where(Job.id == job_id, Job.state == "running", Job.worker == self.name)
        done = session.execute(mine.values(heartbeat_at=now(), **values).execution_options(synchronize_session=False))
        return bool(done.rowcount == 1)  # type: ignore[attr-defined]

    def _keeps_a_sort_waiting(self, session: Session) -> bool:
        """Say whether a sort waits, and all threads of this worker are busy."""
        if len(self._doing) < self._runners:
            return False
        return session.scalar(select(Job.id).where(Job.state == "queued", Job.kind == _FIRST).limit(1)) is not None

    def _put_back(self, job_id: str) -> None:
        """Give back a job that is still this worker's: the server stops, or a sort goes first; not the job's fault."""
        with self.database.session() as session:
            self._update(session, job_id, state="queued", share=0.0, word="waiting", attempts=Job.attempts - 1)

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                busy = self.run_one()
            except Exception:
                # Whatever it was, the next job must be done; this one is found again, as nobody is doing it any more.
                log.exception("a job was broken off")
                busy = False
            if not busy:
                with self._work:
                    self._work.wait_for(lambda: self._awake or self._stopping.is_set(), self._poll)
                    self._awake = False

    def _keep_alive(self) -> None:
        next_chores = time.monotonic()
        while not self._stopping.wait(_BEAT):
            try:
                with self.database.session() as session:
                    session.execute(update(Job).where(Job.id.in_(list(self._doing))).values(heartbeat_at=now()))
                self.recover()
                if time.monotonic() >= next_chores:
                    next_chores = time.monotonic() + _CHORES
                    for chore in self.chores:
                        chore(self.database)
            except Exception:
                log.exception("signs of life could not be written")

    def _is_dead(self, job: Job, starting: bool) -> bool:
        if job.worker == self.name:
            return job.id not in self._doing
        if job.heartbeat_at is None or job.heartbeat_at < now() - timedelta(seconds=_DEAD):
            return True
        host, process, _ = (job.worker or "::").rsplit(":", 2)
        if host != self.name.rsplit(":", 2)[0] or not process.isdigit():
            return False
        # Two servers never have the same number at once on one machine: the other one with ours has ended.
        return starting if int(process) == os.getpid() else not _is_alive(int(process))


class _Reporter:
    """Writes a job's progress, not too often, and stops the job when it is no longer wanted, or a sort goes first."""

    def __init__(self, worker: Worker, job_id: str, makes_way: bool) -> None:
        self._worker, self._job_id, self._makes_way = worker, job_id, makes_way
        self._next = 0.0

    def __call__(self, share: float, word: str | Message) -> None:
        if self._worker._stopping.is_set():
            raise _Stopped
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + _WRITE
        self._worker._doing[self._job_id] = time.monotonic()
        try:
            with self._worker.database.session() as session:
                if not self._worker._update(session, self._job_id, share=min(max(share, 0.0), 1.0), word=_key_of(word)):
                    raise _Stopped
                if self._makes_way and self._worker._keeps_a_sort_waiting(session):
                    raise _Stopped
        except (SQLAlchemyError, TooMany):
            # Progress that nobody sees for a moment is no reason to lose the work.
            log.warning("progress could not be written")

    def tell(self, sentence: Message) -> None:
        """Write that the calculations are being prepared, for that may take longer than the work; log any trouble."""
        if sentence != PREPARING:
            log.warning(str(sentence))
            return
        # The next sign of progress replaces it at once.
        self._next = 0.0
        try:
            with self._worker.database.session() as session:
                self._worker._update(session, self._job_id, word=_key_of(sentence))
        except (SQLAlchemyError, TooMany):
            log.warning("progress could not be written")


def _key_of(word: str | Message) -> str:
    """Return how it is kept what a job is doing: by the id of its message, for pages have words of their own."""
    return word.id if isinstance(word, Message) else word[:200]


def _is_alive(process: int) -> bool:
    # On Windows, signal 0 is Ctrl-C. There, a server that has ended is only known by its missing signs of life.
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
