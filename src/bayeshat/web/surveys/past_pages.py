"""Learning from people of earlier years: the page that takes their file, says what was learned, and forgets it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.datastructures import UploadFile
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..events import events
from ..http.dependencies import (
    ORGANISER_SENT,
    EventOf,
    OrganiserOf,
    Site,
    SiteOf,
    Visitor,
    event_page,
    go_to,
    problems_of,
)
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text, read_file
from ..http.problems import status_of
from ..storage.schema import Event
from .past_people import forget_learned, keep_learned, learn_from_file

router = APIRouter(
    prefix="/events/{event_id}/past", tags=["survey"], default_response_class=HTMLResponse, route_class=PageRoute
)

FORGET = "forget"


class PastForm(PageForm):
    """A file with the answers and houses of people of an earlier year, or that what was learned is to be forgotten."""

    file: Annotated[UploadFile | str | None, Field(description="a CSV or XLSX file with answers and houses")] = None
    column: Annotated[Text, Field(description="the heading of the column with houses; empty to find it")] = ""
    action: Annotated[Text, Field(description="learn, or forget")] = "learn"


@router.get("", operation_id="show_past_people", responses=answers(303, 401, 404))
def show_past_people(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """Show from whom the survey was learned, and the form for a file."""
    return _past_page(request, site, visitor, event)


@router.post(
    "",
    operation_id="learn_from_past_people",
    dependencies=ORGANISER_SENT,
    responses=answers(303, 401, 403, 404, 409, 413, 422, content=""),
)
def learn_from_past_people(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, form: Annotated[PastForm, Form()]
) -> Response:
    """Learn from people of an earlier year whose houses are known, or forget what was learned."""
    try:
        if form.action == FORGET:
            with site.database.session() as session:
                forget_learned(session, event)
            return go_to(f"/events/{event.id}/past", "forgotten")
        survey = events.own_survey_of(event)
        learned = learn_from_file(survey, *read_file(form.file), form.column, site.settings)
        with site.database.session() as session:
            keep_learned(session, event, learned)
    except BayesHatError as error:
        context = {"column": form.column, "errors": problems_of(error, "file")}
        return _past_page(request, site, visitor, event, context, status_of(error))
    return go_to(f"/events/{event.id}/past", "learned")


def _past_page(
    request: Request,
    site: Site,
    visitor: Visitor,
    event: Event,
    context: dict[str, Any] | None = None,
    status: int = 200,
) -> Response:
    known = {"survey": events.survey_of(event), "column": ""}
    return event_page(request, site, visitor, event, "past_people", known | (context or {}), status)
