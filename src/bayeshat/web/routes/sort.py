"""The step Sort: what will be done, what keeps it from starting, how far it is; and parts that pages ask for again."""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query
from markupsafe import Markup
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ..._kernel_cache import PREPARING
from ...errors import BayesHatError
from ...words.message import Message
from ..auth import (
    Editing,
    Identifier,
    Viewing,
    Visit,
    go_to,
)
from ..core import events, jobs
from ..core.event_fields import read_weight
from ..db.schema import Event, Job, now
from ..forms import PageForm, PageRoute, Text
from ..pages import render, render_part
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

Shown = Annotated[str, Query(max_length=16, description="the mark of what the page shows now")]


class SortForm(PageForm):
    """How to sort this time."""

    size_weight: Annotated[Text, Field(description="how much sizes count, for this sort alone")] = ""


class JobForm(PageForm):
    """What is to happen to a sort."""

    action: Annotated[Text, Field(description="cancel or restart")] = ""


@router.get("/sort", operation_id="show_sort")
def show_sort(visit: Viewing) -> Response:
    """Show what a sort would do now, and what keeps it from starting."""
    return step_page(visit, "sort")


@router.post("/sort", operation_id="sort_people")
def sort_people(visit: Editing, form: Annotated[SortForm, Form()]) -> Response:
    """Sort everybody who has answered."""
    try:
        changes: dict[str, Any] = {"size_weight": read_weight(form.size_weight)} if form.size_weight else {}
        options = jobs.SortOptions.of(visit.event, **changes)
        with visit.site.database.reading() as reading:
            given = jobs.read_input(reading, visit.event, options)
        jobs.check_sort(given)
        with visit.write("sorted") as session:
            job = jobs.enqueue_sort(session, visit.event, options)
    except BayesHatError as error:
        return step_page(visit, "sort", error=error)
    visit.site.worker.wake()
    return go_to(f"/events/{visit.event.id}/jobs/{job.id}")


@router.get("/jobs/{job_id}", operation_id="show_job")
def show_job(visit: Viewing, job_id: Identifier) -> Response:
    """Show how far a sort is; when it is done, go to its result."""
    with visit.site.database.reading() as session:
        job = jobs.get_job(session, visit.event, job_id)
        message = jobs.message_of(session, job)
    if job.state == "done" and job.sorting_id:
        return go_to(f"/events/{visit.event.id}/sortings/{job.sorting_id}")
    return visit.page("job", job_context(visit.event, job) | {"message": message})


@router.post("/jobs/{job_id}", operation_id="change_job")
def change_job(visit: Editing, job_id: Identifier, form: Annotated[JobForm, Form()]) -> Response:
    """Cancel a sort, or start it again."""
    if form.action not in ("cancel", "restart"):
        raise Refused(Message("jobs-wrong-action"))
    with visit.write("sorted-again" if form.action == "restart" else "cancelled") as session:
        job = jobs.get_job(session, visit.event, job_id)
        if form.action == "restart":
            job = jobs.restart(session, job)
        else:
            jobs.cancel(session, job)
    visit.site.worker.wake()
    return go_to(
        f"/events/{visit.event.id}/jobs/{job.id}" if form.action == "restart" else f"/events/{visit.event.id}/sort"
    )


def job_context(event: Event, job: Job) -> dict[str, Any]:
    """Return what a page shows of a sort."""
    # Nobody's answers are weighed to mix people.
    is_mixed = job.options.get("purpose", {}).get("kind", "alike") != "alike"
    steps = [step for step in STEPS if not is_mixed or step[1] != "jobs-step-weigh"]
    begun = [share for share, _ in steps if job.share >= share]
    return {
        "event": event,
        "base": f"/events/{event.id}",
        "job": job,
        "rest": tell_rest(job),
        "is_preparing": job.state == "running" and job.word == PREPARING.id,
        "steps": [
            (name, "now" if share == begun[-1] else "past" if share < begun[-1] else "next") for share, name in steps
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


@router.get("/live", operation_id="follow_answers")
def follow_answers(visit: Viewing, shown: Shown = "") -> Response:
    """Show who has answered, if that has changed: the page asks again and again."""
    with visit.site.database.reading() as session:
        known = events.summary(session, visit.event)
        context = {"event": visit.event, "summary": known, "latest": latest_names(session, visit.event)}
    return _live_part(visit, "arrivals", context, shown)


@router.get("/jobs/{job_id}/live", operation_id="follow_job")
def follow_job(visit: Viewing, job_id: Identifier, shown: Shown = "") -> Response:
    """Show how far a sort is, if that has changed; once it is over, send the browser to the page that says so."""
    with visit.site.database.reading() as session:
        job = jobs.get_job(session, visit.event, job_id)
    if job.is_over:
        return Response(status_code=204, headers={"hx-redirect": f"/events/{visit.event.id}/jobs/{job.id}"})
    return _live_part(visit, "progress", job_context(visit.event, job), shown)


def _live_part(visit: Visit, template: str, context: dict[str, Any], shown: str) -> Response:
    """Return a part of a page, which asks for itself again; nothing if it is `shown` already."""
    say = visit.say
    part = render_part(template, context | {"say": say})
    mark = hashlib.sha256(part.encode()).hexdigest()[:16]
    if mark == shown:
        return Response(status_code=204)
    return render("live", {"say": say, "path": visit.request.url.path, "mark": mark, "part": Markup(part)})
