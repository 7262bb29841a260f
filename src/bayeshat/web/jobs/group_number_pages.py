"""How many groups: asking the answers, on the page of the step Groups."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..events import events
from ..events.event_pages import CHANGED
from ..events.size_pages import groups_page
from ..http.dependencies import ORGANISER_SENT, EventOf, OrganiserOf, SiteOf, event_page, go_to, is_partial
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text
from ..languages import Message
from ..refusals import Refused
from .group_numbers import enqueue_comparison, read_group_numbers, take_number

router = APIRouter(
    prefix="/events/{event_id}", tags=["sorting"], default_response_class=HTMLResponse, route_class=PageRoute
)


class NumbersForm(PageForm):
    """What is to happen about the number of groups."""

    action: Annotated[Text, Field(description="compare, or take the recommended number")] = "compare"


@router.get("/group-numbers", operation_id="show_group_numbers", responses=answers(303, 401, 404))
def show_group_numbers(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Show how far the comparison is, or what it found: for htmx a part of the page, else the whole page."""
    if not is_partial(request):
        return go_to(f"/events/{event.id}/groups")
    with site.database.reading() as session:
        numbers = read_group_numbers(session, event, events.summary(session, event).n_responses)
    return event_page(request, site, visitor, event, "group_numbers_part", {"numbers": numbers})


@router.post("/group-numbers", operation_id="compare_group_numbers", responses=CHANGED, dependencies=ORGANISER_SENT)
def compare_group_numbers(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: Annotated[NumbersForm, Form()]
) -> Response:
    """Let the answers say how many groups there are, or take the number that they recommend."""
    try:
        with site.database.session() as session:
            match form.action:
                case "compare":
                    enqueue_comparison(session, event)
                case "take":
                    take_number(session, event)
                case _:
                    raise Refused(Message("jobs-numbers-action"))
    except BayesHatError as error:
        return groups_page(request, site, visitor, event, error=error)
    site.worker.wake()
    where = f"/events/{event.id}/groups"
    return go_to(where, "saved") if form.action == "take" else go_to(where)
