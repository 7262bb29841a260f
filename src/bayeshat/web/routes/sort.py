"""The step Sort: what will be done, what keeps it from starting, how far it is; and pages that follow it live."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, Response, StreamingResponse

from ..._kernel_cache import PREPARING
from ...errors import BayesHatError
from ...words.message import Message
from ..auth import (
    ORGANISER_SENT,
    EventOf,
    Identifier,
    OrganiserOf,
    Site,
    SiteOf,
    Visitor,
    go_to,
    organiser_page,
    say_to,
)
from ..core import accounts, events, jobs
from ..core.event_fields import read_weight
from ..db.schema import Event, Job, now
from ..forms import PageForm, PageRoute, Text
from ..middleware import LoginError
from ..pages import render_part
from ..refusals import Refused
from ..step_frame import step_page
from .events import latest_names

router = APIRouter(
    prefix="/events/{event_id}", tags=["sorting"], default_response_class=HTMLResponse, route_class=PageRoute
)

# What a sort does, in order: the first share of the work that belongs to each, and its message.
STEPS = ((0.0, "jobs-step-read"), (0.02, "jobs-step-weigh"), (0.7, "jobs-step-group"), (1.0, "jobs-step-done"))
# The share of the work from which the rest can be estimated.
ESTIMATED = 0.05

live_router = APIRouter(tags=["live"], default_response_class=Response)

# A stream ends after this long; browsers come again by themselves.
LONGEST = 600.0
ARRIVALS_EVERY = 1.0
PROGRESS_EVERY = 0.25


class SortForm(PageForm):
    """How to sort this time."""

    size_weight: Annotated[Text, Field(description="how much sizes count, for this sort alone")] = ""


class JobForm(PageForm):
    """What is to happen to a sort."""

    action: Annotated[Text, Field(description="cancel or restart")] = ""


@router.get("/sort", operation_id="show_sort")
def show_sort(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Show what a sort would do now, and what keeps it from starting."""
    return step_page(request, site, visitor, event, "sort")


@router.post("/sort", operation_id="sort_people", dependencies=ORGANISER_SENT)
def sort_people(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: Annotated[SortForm, Form()]
) -> Response:
    """Sort everybody who has answered."""
    try:
        changes: dict[str, Any] = {"size_weight": read_weight(form.size_weight)} if form.size_weight else {}
        options = jobs.SortOptions.of(event, **changes)
        with site.database.reading() as reading:
            given = jobs.read_input(reading, event, options)
        jobs.check_sort(given)
        with site.database.session() as session:
            job = jobs.enqueue_sort(session, event, options)
    except BayesHatError as error:
        return step_page(request, site, visitor, event, "sort", error=error)
    site.worker.wake()
    return go_to(f"/events/{event.id}/jobs/{job.id}")


@router.get("/jobs/{job_id}", operation_id="show_job")
def show_job(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, job_id: Identifier) -> Response:
    """Show how far a sort is; when it is done, go to its result."""
    with site.database.reading() as session:
        job = jobs.get_job(session, event, job_id)
        message = jobs.message_of(session, job)
    if job.state == "done" and job.sorting_id:
        return go_to(f"/events/{event.id}/sortings/{job.sorting_id}")
    return organiser_page(request, site, visitor, "job", job_context(event, job) | {"message": message})


@router.post("/jobs/{job_id}", operation_id="change_job", dependencies=ORGANISER_SENT)
def change_job(site: SiteOf, event: EventOf, job_id: Identifier, form: Annotated[JobForm, Form()]) -> Response:
    """Cancel a sort, or start it again."""
    if form.action not in ("cancel", "restart"):
        raise Refused(Message("jobs-wrong-action"))
    with site.database.session() as session:
        job = jobs.get_job(session, event, job_id)
        if form.action == "restart":
            job = jobs.restart(session, job)
        else:
            jobs.cancel(session, job)
    site.worker.wake()
    return go_to(f"/events/{event.id}/jobs/{job.id}" if form.action == "restart" else f"/events/{event.id}/sort")


def job_context(event: Event, job: Job) -> dict[str, Any]:
    """Return what a page or a stream shows of a sort."""
    begun = [share for share, _ in STEPS if job.share >= share]
    return {
        "event": event,
        "base": f"/events/{event.id}",
        "job": job,
        "rest": tell_rest(job),
        "is_preparing": job.state == "running" and job.word == PREPARING,
        "steps": [
            (name, "now" if share == begun[-1] else "past" if share < begun[-1] else "next") for share, name in STEPS
        ],
    }


def tell_rest(job: Job) -> Message | None:
    """Return about how long a sort will still take, in words; coarse, so that the words seldom change."""
    if job.state == "queued":
        return Message("jobs-rest-queued")
    if job.share < ESTIMATED or job.started_at is None:
        return None
    seconds = (now() - job.started_at).total_seconds() * (1 - job.share) / job.share
    if seconds < 10:
        return Message("jobs-rest-moment")
    if seconds < 55:
        return Message("jobs-rest-seconds", count=10 * round(seconds / 10))
    return Message("jobs-rest-minutes", count=round(seconds / 60) or 1)


@live_router.get("/events/{event_id}/live", operation_id="follow_answers")
def follow_answers(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Follow who has answered."""

    def look() -> tuple[str, str | None]:
        return render_part(
            "arrivals", {"say": say_to(request, visitor.organiser), **arrivals_context(site, event)}
        ), None

    return _stream(request, site, visitor, event, look, ARRIVALS_EVERY)


@live_router.get("/events/{event_id}/jobs/{job_id}/live", operation_id="follow_job")
def follow_job(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, job_id: Identifier) -> Response:
    """Follow how far a sort is; the last event says where its result is."""
    with site.database.reading() as session:
        jobs.get_job(session, event, job_id)

    def look() -> tuple[str, str | None]:
        with site.database.reading() as session:
            job: Job = jobs.get_job(session, event, job_id)
        context = job_context(event, job)
        # A sort that did not end well offers buttons: the page itself has them.
        goal = f"/events/{event.id}/jobs/{job.id}" if job.is_over else None
        return render_part("progress", {"say": say_to(request, visitor.organiser), **context}), goal

    return _stream(request, site, visitor, event, look, PROGRESS_EVERY)


def arrivals_context(site: Site, event: Event) -> dict[str, Any]:
    """Return what a page or a stream shows of those who have answered."""
    with site.database.reading() as session:
        known = events.summary(session, event)
        return {"event": event, "summary": known, "latest": latest_names(session, event)}


def _stream(
    request: Request,
    site: Site,
    visitor: Visitor,
    event: Event,
    look: Callable[[], tuple[str, str | None]],
    every: float,
) -> Response:
    """Send a part of the page whenever it has changed, until it is over or nobody may or does listen any more."""

    def look_again() -> tuple[str, str | None]:
        with site.database.reading() as session:
            if accounts.organiser_of(session, visitor.token) is None:
                raise LoginError(Message("page-login-ended"))
            events.get_event(session, visitor.organiser, event.id)
        return look()

    async def tell() -> AsyncIterator[str]:
        ends, shown, quiet = time.monotonic() + LONGEST, None, 0.0
        yield "retry: 2000\n\n"
        while time.monotonic() < ends and not site.stopping.is_set() and not await request.is_disconnected():
            try:
                part, goal = await run_in_threadpool(look_again)
            except Exception:
                # What was followed is gone or no longer theirs to see, or the server is about to stop.
                return
            if part != shown:
                shown, quiet = part, 0.0
                yield _event("show", part)
            if goal is not None:
                yield _event("over", goal)
                return
            await asyncio.sleep(every)
            quiet += every
            if quiet >= 15:
                # A comment now and then keeps connections open, and finds out whether anybody is there.
                quiet = 0.0
                yield ": still here\n\n"

    return StreamingResponse(tell(), media_type="text/event-stream", headers={"x-accel-buffering": "no"})


def _event(kind: str, value: str) -> str:
    return f"event: {kind}\ndata: {json.dumps(value)}\n\n"
