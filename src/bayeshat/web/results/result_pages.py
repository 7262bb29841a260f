"""What else is done with a result: sorted again, explained, weighed, compared, deleted."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..events.event_fields import read_weight
from ..events.event_pages import CHANGED
from ..http.dependencies import (
    EventOf,
    Identifier,
    OrganiserForm,
    OrganiserOf,
    SiteOf,
    SortingOf,
    go_to,
    is_partial,
    organiser_page,
)
from ..http.documentation import answers, form_fields
from ..jobs import sort_queue
from ..refusals import Refused
from ..storage.schema import Event, Sorting
from . import editing, sortings
from .board_pages import show_refusal
from .places import read_standing
from .trade_off import read_trade_off
from .trade_off_curve import draw_curve

router = APIRouter(
    prefix="/events/{event_id}/sortings/{sorting_id}", tags=["results"], default_response_class=HTMLResponse
)


@router.post(
    "/resort",
    operation_id="sort_around_locks",
    responses=CHANGED,
    openapi_extra=form_fields(
        size_weight="?how much sizes count this time", stay="?any text: others stay, too, where that is possible"
    ),
)
def sort_around_locks(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, form: OrganiserForm
) -> Response:
    """Sort again; those who are locked stay where they are."""
    weight = form.text("size_weight")
    try:
        changes = {"size_weight": read_weight(weight)} if weight else {}
        with site.database.reading() as session:
            standing = read_standing(session, sorting)
            options = editing.resort_options(event, standing, bool(form.text("stay")), **changes)
            given = sort_queue.read_input(session, event, options)
        sort_queue.check_sort(given)
        with site.database.session() as session:
            job = sort_queue.enqueue_sort(session, event, options)
    except BayesHatError as error:
        return show_refusal(request, site, visitor, event, sorting, error)
    site.worker.wake()
    return go_to(f"/events/{event.id}/jobs/{job.id}")


@router.get("/why/{person}", operation_id="explain_person", responses=answers(303, 401, 404, 422))
def explain_person(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, person: int
) -> Response:
    """Say why somebody is where they are."""
    with site.database.reading() as session:
        standing = read_standing(session, sorting)
    words = sortings.explain(standing, person)
    context = _context(event, sorting) | {"name": standing.names[person], "words": words}
    return organiser_page(request, site, visitor, "why_part" if is_partial(request) else "why", context)


@router.get("/trade-off", operation_id="show_trade_off", responses=answers(303, 401, 404, 422))
def show_trade_off(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf
) -> Response:
    """Show what other weights of the sizes would lead to."""
    with site.database.reading() as session:
        standing = read_standing(session, sorting)
    points = read_trade_off(standing)
    if not points:
        # Looking starts the work at most; the page is asked for again until it is done.
        with site.database.session() as session:
            sort_queue.enqueue_trade_off(session, sorting)
        site.worker.wake()
        context = _context(event, sorting) | {"points": []}
    else:
        used = standing.sorting.about["options"].get("size_weight", 1.0)
        context = _context(event, sorting) | draw_curve(points, used) | {"n_people": sorting.n_people}
    return organiser_page(request, site, visitor, "trade_off_part" if is_partial(request) else "trade_off", context)


@router.get("/compare", operation_id="choose_comparison", responses=answers(303, 401, 404, 422, content=""))
def choose_comparison(
    event: EventOf,
    sorting: SortingOf,
    other: Annotated[str, Query(pattern=r"^[0-9a-f]{32}$", description="the other result")],
) -> Response:
    """Go to the comparison with the result that was chosen."""
    return go_to(f"/events/{event.id}/sortings/{sorting.id}/compare/{other}")


@router.get("/compare/{other_id}", operation_id="compare_results", responses=answers(303, 401, 404))
def compare_results(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf, other_id: Identifier
) -> Response:
    """Show who is elsewhere in another result."""
    with site.database.reading() as session:
        other = sortings.get_sorting(session, event, other_id)
        one, two = read_standing(session, sorting), read_standing(session, other)
    context = _context(event, sorting) | {"other": other, "comparison": sortings.compare(one, two)}
    return organiser_page(request, site, visitor, "compare", context)


@router.get("/delete", operation_id="ask_to_delete_result", responses=answers(303, 401, 404))
def ask_to_delete_result(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf
) -> Response:
    """Ask whether a result is to be deleted."""
    base = f"/events/{event.id}/sortings/{sorting.id}"
    context = {
        "heading": "Delete this result?",
        "words": "The groups and all changes by hand are deleted for good. The answers stay.",
        "title": "",
        "button": "Delete the result",
        "action": f"{base}/delete",
        "back": base,
    }
    return organiser_page(request, site, visitor, "confirm", context)


@router.post("/delete", operation_id="delete_result", responses=CHANGED, openapi_extra=form_fields())
def delete_result(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    event: EventOf,
    sorting: SortingOf,
    form: OrganiserForm,  # noqa: ARG001 - it checks the token
) -> Response:
    """Delete a result."""
    try:
        with site.database.session() as session:
            sortings.delete_sorting(session, event, sorting)
    except Refused as error:
        return show_refusal(request, site, visitor, event, sorting, error)
    return go_to(f"/events/{event.id}", "deleted")


def _context(event: Event, sorting: Sorting) -> dict[str, Any]:
    return {
        "event": event,
        "event_base": f"/events/{event.id}",
        "base": f"/events/{event.id}/sortings/{sorting.id}",
        "sorting": sorting,
    }
