"""Who has answered, for the organiser."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from ..events.event_pages import CHANGED
from ..http.dependencies import EventOf, Identifier, OrganiserForm, OrganiserOf, SiteOf, go_to, organiser_page
from ..http.documentation import answers, form_fields
from . import responses

router = APIRouter(prefix="/events/{event_id}/answers", tags=["organiser"], default_response_class=HTMLResponse)


@router.get("", operation_id="list_answers", responses=answers(303, 401, 404))
def list_answers(request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf) -> Response:
    """List who has answered."""
    with site.database.reading() as session:
        listed = responses.list_responses(session, event)
    context = {"event": event, "base": f"/events/{event.id}", "listed": listed}
    return organiser_page(request, site, visitor, "answers", context)


@router.get(
    "/{response_id}/delete",
    operation_id="ask_to_delete_answers_of_person",
    responses=answers(303, 401, 404),
)
def ask_to_delete_answers_of_person(
    request: Request, site: SiteOf, visitor: OrganiserOf, event: EventOf, response_id: Identifier
) -> Response:
    """Ask whether one person's answers are to be deleted."""
    with site.database.reading() as session:
        name = responses.get_response(session, event, response_id).name
    context = {
        "heading": f"Delete the answers of {name}?",
        "words": "They are deleted for good. In results that there are already, a place without a name is left.",
        "title": "",
        "button": "Delete the answers",
        "action": f"/events/{event.id}/answers/{response_id}/delete",
        "back": f"/events/{event.id}/answers",
    }
    return organiser_page(request, site, visitor, "confirm", context)


@router.post(
    "/{response_id}/delete",
    operation_id="delete_answers_of_person",
    responses=CHANGED,
    openapi_extra=form_fields(),
)
def delete_answers_of_person(
    site: SiteOf,
    event: EventOf,
    response_id: Identifier,
    form: OrganiserForm,  # noqa: ARG001 - it checks the token
) -> Response:
    """Delete one person's answers."""
    with site.database.session() as session:
        responses.delete_response(session, responses.get_response(session, event, response_id))
    return go_to(f"/events/{event.id}/answers", "removed")
