"""The trade-off between sizes and answers: one picture, one slider."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, Response

from ...report.page_people import group_title
from ..http.dependencies import (
    ORGANISER_SENT,
    EventOf,
    OrganiserOf,
    Site,
    SiteOf,
    SortingOf,
    Visitor,
    go_to,
    is_partial,
    organiser_page,
)
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute
from ..jobs import sort_queue
from ..storage.schema import Event, Sorting
from .result_pages import ONE, result_context
from .trade_off import read_trade_off, used_weight
from .trade_off_curve import draw_curve

router = APIRouter(
    prefix="/events/{event_id}", tags=["results"], default_response_class=HTMLResponse, route_class=PageRoute
)


@router.get(f"{ONE}/trade-off", operation_id="show_trade_off", responses=answers(303, 401, 404))
def show_trade_off(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf
) -> Response:
    """Show what it would mean if the sizes counted more, or less."""
    return _show(request, site, visitor, event, sorting)


@router.post(
    f"{ONE}/trade-off",
    operation_id="make_trade_off",
    responses=answers(303, 401, 403, 404, 413, 422, about="The part of the page that says so, for htmx."),
    dependencies=ORGANISER_SENT,
)
def make_trade_off(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    event: EventOf,
    sorting: SortingOf,
    form: Annotated[PageForm, Form()],  # noqa: ARG001 - it describes the token
) -> Response:
    """Have the trade-off worked out, unless somebody is at it already."""
    with site.database.session() as session:
        sort_queue.enqueue_trade_off(session, sorting)
    site.worker.wake()
    if is_partial(request):
        return _show(request, site, visitor, event, sorting)
    return go_to(f"/events/{event.id}/sortings/{sorting.id}/trade-off")


def _show(request: Request, site: Site, visitor: Visitor, event: Event, sorting: Sorting) -> Response:
    with site.database.reading() as session:
        points, used = read_trade_off(session, sorting), used_weight(session, sorting)
        going = sort_queue.find_follow_up(session, sorting, "trade_off") is not None
    context = result_context(event, sorting) | {
        "points": points,
        "going": going,
        "names": [group_title(group["name"]) for group in sorting.groups],
    }
    if points:
        context |= draw_curve(points, used)
    return organiser_page(request, site, visitor, "trade_off_part" if is_partial(request) else "trade_off", context)
