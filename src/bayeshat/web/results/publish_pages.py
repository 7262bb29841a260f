"""Publishing: what people will see, what speaks against it, and how to end it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..events import events
from ..events.event_pages import CHANGED
from ..http.dependencies import (
    ORGANISER_SENT,
    EventOf,
    OrganiserOf,
    Site,
    SiteOf,
    SortingOf,
    Visitor,
    go_to,
    organiser_page,
)
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text, Version, read_whole
from ..http.problems import status_of
from ..http.rendering import colors_address
from ..refusals import Refused, Stale
from ..storage.schema import Event, Sorting
from . import sortings
from .places import Standing, read_standing
from .publication_check import check_publication
from .result_pages import ONE, result_context

router = APIRouter(
    prefix="/events/{event_id}", tags=["results"], default_response_class=HTMLResponse, route_class=PageRoute
)


class PublishForm(PageForm):
    """Whether people see a result."""

    version: Version = ""
    result_version: Annotated[Text, Field(description="the result's version that the page showed")] = ""
    action: Annotated[Text, Field(description="publish or unpublish")] = "publish"
    anyway: Annotated[Text, Field(description="any text: also with broken rules or other sizes than wanted")] = ""


@router.get(f"{ONE}/publish", operation_id="ask_to_publish", responses=answers(303, 401, 404))
def ask_to_publish(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf
) -> Response:
    """Show what people will see, and what speaks against publishing."""
    with site.database.reading() as session:
        standing = read_standing(session, sorting)
    return _ask(request, site, visitor, event, standing)


@router.get(f"{ONE}/unpublish", operation_id="ask_to_unpublish", responses=answers(303, 401, 404))
def ask_to_unpublish(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, sorting: SortingOf
) -> Response:
    """Ask whether people are to see a result no longer."""
    return organiser_page(request, site, visitor, "unpublish", result_context(event, sorting))


@router.post(f"{ONE}/publish", operation_id="publish_result", responses=CHANGED, dependencies=ORGANISER_SENT)
def publish_result(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    event: EventOf,
    sorting: SortingOf,
    form: Annotated[PublishForm, Form()],
) -> Response:
    """Let everybody see their own group on their own link, or no longer."""
    with site.database.reading() as session:
        standing = read_standing(session, sorting)
    try:
        version = read_whole(form.version, "version")
        if form.action == "unpublish":
            with site.database.session() as session:
                sortings.unpublish(session, event, version)
            return go_to(_path(sorting), "unpublished")
        if form.result_version and read_whole(form.result_version, "result_version") != standing.sorting.version:
            raise Stale
        publication = sortings.prepare_publication(standing)
        asked = check_publication(event, standing, publication).questions
        if asked and not form.anyway:
            raise Refused(f"{' '.join(asked)} Publish anyway?")
        with site.database.session() as session:
            sortings.publish(session, event, publication, version)
    except BayesHatError as error:
        return _ask(request, site, visitor, event, standing, error)
    return go_to(_path(sorting), "published")


def _ask(
    request: Request,
    site: Site,
    visitor: Visitor,
    event: Event,
    standing: Standing,
    error: BayesHatError | None = None,
) -> Response:
    with site.database.reading() as session:
        event = events.get_event(session, visitor.organiser, event.id)
    sorting = standing.sorting
    check = check_publication(event, standing, sortings.prepare_publication(standing))
    context = result_context(event, sorting) | {
        "check": check,
        # What is asked stands on the page anyway.
        "refused": "" if error is None or (isinstance(error, Refused) and check.questions) else str(error),
        "again": event.published_sorting_id == sorting.id,
        "another": event.published_sorting_id not in (None, sorting.id),
        "colors": colors_address(standing.groups, [group["color"] for group in sorting.groups]),
    }
    return organiser_page(request, site, visitor, "publish", context, 200 if error is None else status_of(error))


def _path(sorting: Sorting) -> str:
    return f"/events/{sorting.event_id}/sortings/{sorting.id}"
