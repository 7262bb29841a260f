"""Live parts of pages, as server-sent events: who has answered, and how far a sort is."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from ..accounts import organisers
from ..events import events
from ..events.event_pages import latest_names
from ..http.dependencies import EventOf, Identifier, OrganiserOf, Site, SiteOf, Visitor, say_to
from ..http.documentation import answers
from ..http.middleware import LoginError
from ..http.rendering import render_part
from ..languages import Message
from ..storage.schema import Event, Job
from . import sort_queue
from .sort_pages import job_context

router = APIRouter(tags=["live"], default_response_class=Response)

# A stream ends after this long; browsers come again by themselves.
LONGEST = 600.0
ARRIVALS_EVERY = 1.0
PROGRESS_EVERY = 0.25
STREAM = answers(
    303, 401, 404, content="text/event-stream", about='Events "show" with a part of the page, then "over".'
)


@router.get("/events/{event_id}/live", operation_id="follow_answers", responses=STREAM)
def follow_answers(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Follow who has answered."""

    def look() -> tuple[str, str | None]:
        return render_part(
            "arrivals", {"say": say_to(request, visitor.organiser), **arrivals_context(site, event)}
        ), None

    return _stream(request, site, visitor, event, look, ARRIVALS_EVERY)


@router.get("/events/{event_id}/jobs/{job_id}/live", operation_id="follow_job", responses=STREAM)
def follow_job(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, job_id: Identifier) -> Response:
    """Follow how far a sort is; the last event says where its result is."""
    with site.database.reading() as session:
        sort_queue.get_job(session, event, job_id)

    def look() -> tuple[str, str | None]:
        with site.database.reading() as session:
            job: Job = sort_queue.get_job(session, event, job_id)
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
            if organisers.organiser_of(session, visitor.token) is None:
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
