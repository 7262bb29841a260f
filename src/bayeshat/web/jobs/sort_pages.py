"""The step Sort: what will be done, what keeps it from starting, how far it is."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ..._kernel_cache import PREPARING
from ...errors import BayesHatError
from ..events.event_fields import read_weight
from ..events.event_pages import CHANGED
from ..events.step_frame import step_page
from ..http.dependencies import ORGANISER_SENT, EventOf, Identifier, OrganiserOf, SiteOf, go_to, organiser_page
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text
from ..languages import Message
from ..refusals import Refused
from ..storage.schema import Event, Job, now
from . import sort_queue

router = APIRouter(
    prefix="/events/{event_id}", tags=["sorting"], default_response_class=HTMLResponse, route_class=PageRoute
)

# What a sort does, in order: the first share of the work that belongs to each, and its message.
STEPS = ((0.0, "jobs-step-read"), (0.02, "jobs-step-weigh"), (0.7, "jobs-step-group"), (1.0, "jobs-step-done"))
# The share of the work from which the rest can be estimated.
ESTIMATED = 0.05


class SortForm(PageForm):
    """How to sort this time."""

    size_weight: Annotated[Text, Field(description="how much sizes count, for this sort alone")] = ""


class JobForm(PageForm):
    """What is to happen to a sort."""

    action: Annotated[Text, Field(description="cancel or restart")] = ""


@router.get("/sort", operation_id="show_sort", responses=answers(303, 401, 404))
def show_sort(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Show what a sort would do now, and what keeps it from starting."""
    return step_page(request, site, visitor, event, "sort")


@router.post("/sort", operation_id="sort_people", responses=CHANGED, dependencies=ORGANISER_SENT)
def sort_people(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: Annotated[SortForm, Form()]
) -> Response:
    """Sort everybody who has answered."""
    try:
        changes: dict[str, Any] = {"size_weight": read_weight(form.size_weight)} if form.size_weight else {}
        options = sort_queue.SortOptions.of(event, **changes)
        with site.database.reading() as reading:
            given = sort_queue.read_input(reading, event, options)
        sort_queue.check_sort(given)
        with site.database.session() as session:
            job = sort_queue.enqueue_sort(session, event, options)
    except BayesHatError as error:
        return step_page(request, site, visitor, event, "sort", error=error)
    site.worker.wake()
    return go_to(f"/events/{event.id}/jobs/{job.id}")


@router.get("/jobs/{job_id}", operation_id="show_job", responses=answers(303, 401, 404))
def show_job(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, job_id: Identifier) -> Response:
    """Show how far a sort is; when it is done, go to its result."""
    with site.database.reading() as session:
        job = sort_queue.get_job(session, event, job_id)
        message = sort_queue.message_of(session, job)
    if job.state == "done" and job.sorting_id:
        return go_to(f"/events/{event.id}/sortings/{job.sorting_id}")
    return organiser_page(request, site, visitor, "job", job_context(event, job) | {"message": message})


@router.post("/jobs/{job_id}", operation_id="change_job", responses=CHANGED, dependencies=ORGANISER_SENT)
def change_job(site: SiteOf, event: EventOf, job_id: Identifier, form: Annotated[JobForm, Form()]) -> Response:
    """Cancel a sort, or start it again."""
    if form.action not in ("cancel", "restart"):
        raise Refused(Message("jobs-wrong-action"))
    with site.database.session() as session:
        job = sort_queue.get_job(session, event, job_id)
        if form.action == "restart":
            job = sort_queue.restart(session, job)
        else:
            sort_queue.cancel(session, job)
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
