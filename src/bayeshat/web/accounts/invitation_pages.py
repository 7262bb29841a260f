"""What somebody sees who opens an invitation."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..http.dependencies import (
    ORGANISER_SENT,
    PUBLIC_SENT,
    MaybeVisitor,
    OrganiserOf,
    Site,
    SiteOf,
    Token,
    Visitor,
    go_to,
    organiser_page,
    problems_of,
    public_page,
)
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute
from ..http.problems import status_of
from ..languages import Message
from . import audit, organisers, sharing
from .account_pages import LIMITED, AccountForm, enter

router = APIRouter(tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)


@router.get("/join/{token}", operation_id="show_invitation", responses=answers(404))
def show_invitation(request: Request, site: SiteOf, visitor: MaybeVisitor, token: Token) -> Response:
    """Show what somebody is invited to; looking does not use the link up."""
    return _invitation_page(request, site, visitor, token)


@router.post(
    "/join/{token}",
    operation_id="join",
    dependencies=[*LIMITED, *PUBLIC_SENT],
    responses=answers(303, 403, 404, 413, 422, 429, content=""),
)
def join(request: Request, site: SiteOf, token: Token, form: Annotated[AccountForm, Form()]) -> Response:
    """Make an account by an invitation, and log in."""
    with site.database.reading() as session:
        sharing.find_invitation(session, token)
    try:
        hashed = organisers.hash_new_password(form.password)
        with site.database.session() as session:
            organiser, event = sharing.join(session, token, form.name, hashed)
            audit.record(session, event, organiser, Message("accounts-did-accepted"))
    except BayesHatError as error:
        return _invitation_page(request, site, None, token, error, form.name)
    return enter(site, organiser, f"/events/{event.id}" if event else "/", said="joined" if event else "")


@router.post(
    "/account/invitations/{token}",
    operation_id="accept_invitation",
    dependencies=ORGANISER_SENT,
    responses=answers(303, 401, 403, 404, 413, 422, content=""),
)
def accept_invitation(
    request: Request,
    site: SiteOf,
    visitor: OrganiserOf,
    token: Token,
    form: Annotated[PageForm, Form()],  # noqa: ARG001 - it describes the form
) -> Response:
    """Become a member of an event by an invitation, with the account that one has."""
    with site.database.session() as session:
        event = sharing.accept(session, visitor.organiser, token)
    request.state.event = event
    return go_to(f"/events/{event.id}", "joined")


def _invitation_page(
    request: Request,
    site: Site,
    visitor: Visitor | None,
    token: str,
    error: BayesHatError | None = None,
    name: str = "",
) -> Response:
    with site.database.reading() as session:
        invitation, event, inviter = sharing.find_invitation(session, token)
    context = {
        "event": event,
        "inviter": inviter.name,
        "role": invitation.role,
        "path": f"/join/{token}",
        "accept": f"/account/invitations/{token}",
        "name": name,
        "errors": {} if error is None else problems_of(error),
    }
    status = 200 if error is None else status_of(error)
    if visitor is None:
        return public_page(request, site, "invitation", context, status)
    return organiser_page(request, site, visitor, "invitation", context, status)
