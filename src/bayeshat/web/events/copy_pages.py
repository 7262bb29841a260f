"""Make a copy of an event."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..accounts import audit
from ..http.dependencies import (
    ORGANISER_SENT,
    EventOf,
    OrganiserOf,
    SiteOf,
    event_page,
    go_to,
    problems_of,
    say_to,
)
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text
from ..http.problems import status_of
from ..languages import Message
from . import events
from .event_copy import copy_event as make_copy
from .event_copy import propose_title

router = APIRouter(
    prefix="/events/{event_id}/copy", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute
)


class CopyForm(PageForm):
    """What to copy."""

    title: Annotated[Text, Field(description="what the copy is called")] = ""
    people: Annotated[Text, Field(description="any text: who is expected, and rules that name people, too")] = ""


@router.get("", operation_id="ask_to_copy_event", responses=answers(303, 401, 404))
def ask_to_copy_event(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Ask what the copy is called, and what goes into it."""
    with site.database.reading() as session:
        taken = {one.title for one in events.list_events(session, visitor.organiser)}
    title = propose_title(event.title, taken, say_to(request, visitor.organiser))
    return event_page(request, site, visitor, event, "copy_event", {"title": title, "people": ""})


@router.post(
    "",
    operation_id="copy_event",
    dependencies=ORGANISER_SENT,
    responses=answers(303, 401, 403, 404, 413, 422, content=""),
)
def copy_event(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: Annotated[CopyForm, Form()]
) -> Response:
    """Make an event with the same survey, sizes, rules and settings; answers, results and links stay behind."""
    try:
        with site.database.session() as session:
            known = events.get_event(session, visitor.organiser, event.id, "editor")
            made = make_copy(
                session,
                visitor.organiser,
                known,
                form.title,
                with_people=bool(form.people),
                settings=site.settings,
            )
            audit.record(session, made, visitor.organiser, Message("accounts-did-made-copy"))
    except BayesHatError as error:
        context = {"title": form.title, "people": form.people, "errors": problems_of(error)}
        return event_page(request, site, visitor, event, "copy_event", context, status_of(error))
    return go_to(f"/events/{made.id}", "copied")
