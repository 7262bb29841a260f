"""Results: listed, renamed, sorted again, latecomers placed, places explained, two compared, deleted."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from pydantic import Field
from sqlalchemy.orm import Session
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..board import editing
from ..board.board_pages import show_refusal
from ..events.event_fields import read_weight
from ..events.event_pages import CHANGED
from ..events.event_steps import Overview
from ..events.step_frame import step_page
from ..http.dependencies import (
    ORGANISER_SENT,
    EventOf,
    Identifier,
    OrganiserOf,
    SiteOf,
    SortingOf,
    go_to,
    is_partial,
    organiser_page,
)
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text
from ..jobs import sort_queue
from ..jobs.sort_queue import SortInput, SortOptions
from ..refusals import Refused
from ..storage.schema import Event, Sorting
from . import sortings
from .places import Standing, read_standing
from .result_news import list_results

router = APIRouter(
    prefix="/events/{event_id}", tags=["results"], default_response_class=HTMLResponse, route_class=PageRoute
)
ONE = "/sortings/{sorting_id}"


class RenameForm(PageForm):
    """A result's new name."""

    title: Annotated[Text, Field(description="what it is to be called")] = ""


class ResortForm(PageForm):
    """How to sort again."""

    size_weight: Annotated[Text, Field(description="how much sizes count this time; empty: as the event has it")] = ""
    stay: Annotated[Text, Field(description="any text: others stay, too, where that is possible")] = ""


@router.get("/results", operation_id="list_results", responses=answers(303, 401, 404))
def show_results(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """List an event's results, the newest first."""

    def gather(session: Session, overview: Overview) -> dict[str, Any]:
        return {"event_base": overview.base, "results": list_results(session, overview.event)}

    return step_page(request, site, visitor, event, "results", gather)


@router.post(f"{ONE}/rename", operation_id="rename_result", responses=CHANGED, dependencies=ORGANISER_SENT)
def rename_result(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    event: EventOf,
    sorting: SortingOf,
    form: Annotated[RenameForm, Form()],
) -> Response:
    """Give a result another name."""
    try:
        with site.database.session() as session:
            sortings.rename(session, sorting, form.title)
    except Refused as error:
        return show_refusal(request, site, visitor, event, sorting, error)
    return go_to(_path(sorting), "saved")


@router.post(f"{ONE}/resort", operation_id="sort_around_locks", responses=CHANGED, dependencies=ORGANISER_SENT)
def sort_around_locks(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    event: EventOf,
    sorting: SortingOf,
    form: Annotated[ResortForm, Form()],
) -> Response:
    """Sort again everybody who has answered; those who are locked stay where they are."""
    try:
        changes = {"size_weight": read_weight(form.size_weight)} if form.size_weight else {}
        with site.database.reading() as session:
            standing = read_standing(session, sorting)
            options = editing.resort_options(event, standing, bool(form.stay), **changes)
            given = sort_queue.read_input(session, event, options)
        sort_queue.check_sort(given)
        with site.database.session() as session:
            job = sort_queue.enqueue_sort(session, event, options)
    except BayesHatError as error:
        return show_refusal(request, site, visitor, event, sorting, error)
    site.worker.wake()
    return go_to(f"/events/{event.id}/jobs/{job.id}")


@router.post(f"{ONE}/place", operation_id="place_latecomers", responses=CHANGED, dependencies=ORGANISER_SENT)
def place_latecomers(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    event: EventOf,
    sorting: SortingOf,
    form: Annotated[PageForm, Form()],  # noqa: ARG001 - it describes the token
) -> Response:
    """Place those who have answered since; nobody else moves."""
    try:
        with site.database.reading() as session:
            standing = read_standing(session, sorting)
            given = sort_queue.read_input(session, event, editing.place_options(event, standing))
        options = _choose_sizes(event, standing, given)
        with site.database.session() as session:
            job = sort_queue.enqueue_sort(session, event, options)
    except BayesHatError as error:
        return show_refusal(request, site, visitor, event, sorting, error)
    site.worker.wake()
    return go_to(f"/events/{event.id}/jobs/{job.id}")


@router.get(f"{ONE}/why/{{person}}", operation_id="explain_person", responses=answers(303, 401, 404, 422))
def explain_person(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, person: int
) -> Response:
    """Say why somebody is where they are."""
    with site.database.reading() as session:
        standing = read_standing(session, sorting)
    words = sortings.explain(standing, person)
    group = standing.groups[standing.labels[person]]
    context = result_context(event, sorting) | {"name": standing.names[person], "group": group, "words": words}
    return organiser_page(request, site, visitor, "why_part" if is_partial(request) else "why", context)


@router.get(f"{ONE}/compare", operation_id="choose_comparison", responses=answers(303, 401, 404, 422, content=""))
def choose_comparison(
    sorting: SortingOf,
    other: Annotated[str, Query(pattern=r"^[0-9a-f]{32}$", description="the other result")],
) -> Response:
    """Go to the comparison with the result that was chosen."""
    return go_to(f"{_path(sorting)}/compare/{other}")


@router.get(f"{ONE}/compare/{{other_id}}", operation_id="compare_results", responses=answers(303, 401, 404))
def compare_results(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, other_id: Identifier
) -> Response:
    """Show who is in another group in another result."""
    with site.database.reading() as session:
        other = sortings.get_sorting(session, event, other_id)
        one, two = read_standing(session, sorting), read_standing(session, other)
    context = result_context(event, sorting) | {"other": other, "comparison": sortings.compare(one, two)}
    return organiser_page(request, site, visitor, "compare", context)


@router.get(f"{ONE}/delete", operation_id="ask_to_delete_result", responses=answers(303, 401, 404))
def ask_to_delete_result(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf
) -> Response:
    """Ask whether a result is to be deleted."""
    context = {
        "heading": f"Delete “{sorting.title}”?",
        "words": "The groups and all changes by hand are deleted for good. The answers stay.",
        "title": "",
        "button": "Delete the result",
        "action": f"{_path(sorting)}/delete",
        "back": _path(sorting),
    }
    return organiser_page(request, site, visitor, "confirm", context | {"event": event})


@router.post(f"{ONE}/delete", operation_id="delete_result", responses=CHANGED, dependencies=ORGANISER_SENT)
def delete_result(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    event: EventOf,
    sorting: SortingOf,
    form: Annotated[PageForm, Form()],  # noqa: ARG001 - it describes the token
) -> Response:
    """Delete a result."""
    try:
        with site.database.session() as session:
            sortings.delete_sorting(session, event, sorting)
    except Refused as error:
        return show_refusal(request, site, visitor, event, sorting, error)
    return go_to(f"/events/{event.id}/results", "deleted")


def result_context(event: Event, sorting: Sorting) -> dict[str, Any]:
    """Return what every page about one result needs."""
    return {"event": event, "event_base": f"/events/{event.id}", "base": _path(sorting), "sorting": sorting}


def _path(sorting: Sorting) -> str:
    return f"/events/{sorting.event_id}/sortings/{sorting.id}"


def _choose_sizes(event: Event, standing: Standing, given: SortInput) -> SortOptions:
    """Return how to place latecomers: with the event's sizes, or as evenly as possible where those have no room."""
    if len(given.placed) == len(given.responses):
        raise Refused("Everybody who has answered has a place already. There is nobody to place.")
    try:
        sort_queue.check_sort(given)
        return given.options
    except Refused:
        even = editing.place_options(event, standing, target="balanced", size_weight=None)
        sort_queue.check_sort(replace(given, options=even))
        return even
