"""Publishing: what people will see, what speaks against it, and how to end it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Form
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..answers import responses
from ..answers.own_reason import tell_reason
from ..events import events
from ..events.event_pages import CHANGED
from ..http.dependencies import ORGANISER_SENT, Asked, AskedOf, go_to
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text, Version, read_whole
from ..http.problems import status_of
from ..http.rendering import colors_address
from ..languages import Message, catalogue, join_words
from ..refusals import Refused, Stale, words_of
from . import sortings
from .places import Standing, read_standing
from .publication_check import check_publication
from .result_pages import ONE

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
def ask_to_publish(asked: AskedOf) -> Response:
    """Show what people will see, and what speaks against publishing."""
    with asked.site.database.reading() as session:
        standing = read_standing(session, asked.sorting)
    return _ask(asked, standing)


@router.get(f"{ONE}/unpublish", operation_id="ask_to_unpublish", responses=answers(303, 401, 404))
def ask_to_unpublish(asked: AskedOf) -> Response:
    """Ask whether people are to see a result no longer."""
    return asked.page("unpublish", {})


@router.post(f"{ONE}/publish", operation_id="publish_result", responses=CHANGED, dependencies=ORGANISER_SENT)
def publish_result(asked: AskedOf, form: Annotated[PublishForm, Form()]) -> Response:
    """Let everybody see their own group on their own link, or no longer."""
    with asked.site.database.reading() as session:
        standing = read_standing(session, asked.sorting)
        imported = responses.imported_ids(session, asked.event)
    try:
        version = read_whole(form.version, "version")
        if form.action == "unpublish":
            with asked.site.database.session() as session:
                sortings.unpublish(session, asked.event, version)
            return go_to(asked.path, "unpublished")
        if form.result_version and read_whole(form.result_version, "result_version") != standing.sorting.version:
            raise Stale
        publication = sortings.prepare_publication(standing)
        check = check_publication(asked.event, standing, publication, imported)
        if check.questions and not form.anyway:
            raise Refused(Message("results-ask-anyway", questions=join_words(check.questions, "space")))
        with asked.site.database.session() as session:
            sortings.publish(session, asked.event, publication, version)
    except BayesHatError as error:
        return _ask(asked, standing, error)
    return go_to(asked.path, "published-unseen" if check.preview is None else "published")


def _ask(asked: Asked, standing: Standing, error: BayesHatError | None = None) -> Response:
    with asked.site.database.reading() as session:
        event = events.get_event(session, asked.visitor.organiser, asked.event.id)
        imported = responses.imported_ids(session, event)
    sorting = standing.sorting
    check = check_publication(event, standing, sortings.prepare_publication(standing), imported)
    reason: list[Message] = []
    if check.preview is not None and check.person is not None:
        with asked.site.database.reading() as session:
            answered = sortings.answers_of(session, sorting, check.person)
        reason = tell_reason(event, replace(check.preview, answers=answered))
    context = {
        "event": event,
        "sorting": sorting,
        "check": check,
        # People see it in the language of the event.
        "seen": catalogue(event.language),
        "reason": reason,
        # What is asked stands on the page anyway.
        "refused": "" if error is None or (isinstance(error, Refused) and check.questions) else words_of(error),
        "again": event.published_sorting_id == sorting.id,
        "another": event.published_sorting_id not in (None, sorting.id),
        "colors": colors_address(standing.groups, [group["color"] for group in sorting.groups]),
    }
    return asked.page("publish", context, 200 if error is None else status_of(error))
