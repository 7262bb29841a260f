"""The list of the organiser's events."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from ..accounts import organisers
from ..http.dependencies import MaybeVisitor, SiteOf, go_to, organiser_page
from ..http.documentation import answers
from .event_cards import list_cards

router = APIRouter(tags=["organiser"], default_response_class=HTMLResponse)

# With more events than this, there is a field to search them.
MANY = 8


@router.get("/", operation_id="list_events", responses=answers(303, 422))
def list_events(
    request: Request,
    site: SiteOf,
    visitor: MaybeVisitor,
    find: Annotated[str, Query(max_length=200, description="a part of the title")] = "",
) -> Response:
    """List the organiser's events; others are sent to log in, or to set up."""
    if visitor is None:
        with site.database.session() as session:
            is_new = organisers.setup_secret(session, site.keys) is not None
        return go_to("/setup" if is_new else "/login")
    with site.database.reading() as session:
        cards = list_cards(session, visitor.organiser)
    words = find.casefold().split()
    found = [card for card in cards if all(word in card.event.title.casefold() for word in words)]
    context = {"cards": found, "n_events": len(cards), "find": find, "has_many": len(cards) > MANY}
    return organiser_page(request, site, visitor, "home", context)
