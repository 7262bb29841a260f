"""The trade-off between sizes and answers: one picture, one slider."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form
from starlette.responses import HTMLResponse, Response

from ..http.dependencies import ORGANISER_SENT, Asked, AskedOf, go_to
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute
from ..jobs import sort_queue
from .result_pages import ONE
from .result_words import title_of
from .trade_off import read_trade_off, used_weight
from .trade_off_curve import draw_curve

router = APIRouter(
    prefix="/events/{event_id}", tags=["results"], default_response_class=HTMLResponse, route_class=PageRoute
)


@router.get(f"{ONE}/trade-off", operation_id="show_trade_off", responses=answers(303, 401, 404))
def show_trade_off(asked: AskedOf) -> Response:
    """Show what it would mean if the sizes counted more, or less."""
    return _show(asked)


@router.post(
    f"{ONE}/trade-off",
    operation_id="make_trade_off",
    responses=answers(303, 401, 403, 404, 413, 422, about="The part of the page that says so, for htmx."),
    dependencies=ORGANISER_SENT,
)
def make_trade_off(asked: AskedOf, form: Annotated[PageForm, Form()]) -> Response:  # noqa: ARG001 - it describes the token
    """Have the trade-off worked out, unless somebody is at it already."""
    with asked.site.database.session() as session:
        sort_queue.enqueue_trade_off(session, asked.sorting)
    asked.site.worker.wake()
    if asked.is_partial:
        return _show(asked)
    return go_to(f"{asked.path}/trade-off")


def _show(asked: Asked) -> Response:
    with asked.site.database.reading() as session:
        points, used = read_trade_off(session, asked.sorting), used_weight(session, asked.sorting)
        going = sort_queue.find_follow_up(session, asked.sorting, "trade_off") is not None
    context: dict[str, Any] = {
        "points": points,
        "going": going,
        "names": [asked.say.tell(title_of(group["name"])) for group in asked.sorting.groups],
    }
    if points:
        context |= draw_curve(points, used)
    return asked.page("trade_off_part" if asked.is_partial else "trade_off", context)
