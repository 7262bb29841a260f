"""The administrator's pages: who organises on this server, invitations, and the server's audit log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ..http.dependencies import (
    ORGANISER_SENT,
    Identifier,
    OrganiserOf,
    Site,
    SiteOf,
    Visitor,
    go_to,
    organiser_page,
    problems_of,
)
from ..http.documentation import answers
from ..http.page_forms import PageForm, PageRoute, Text
from ..http.problems import status_of
from ..server.addresses import link_warning
from . import audit, organisers, sharing

router = APIRouter(prefix="/organisers", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)

PageNumber = Annotated[int, Query(ge=1, le=10**6, description="the page; the newest entries are on the first")]


class NoteForm(PageForm):
    """Whom an invitation is for."""

    note: Annotated[Text, Field(description="whom it is for, in the organiser's own words")] = ""


@router.get("", operation_id="list_organisers", responses=answers(303, 401, 403))
def list_organisers(request: Request, site: SiteOf, visitor: OrganiserOf) -> Response:
    """List who organises on this server, and open invitations."""
    return _organisers_page(request, site, visitor)


@router.post(
    "/invitations",
    operation_id="invite_organiser",
    dependencies=ORGANISER_SENT,
    responses=answers(401, 403, 413, 422, about="The page with the new link, which is shown only once."),
)
def invite_organiser(
    request: Request, site: SiteOf, visitor: OrganiserOf, form: Annotated[NoteForm, Form()]
) -> Response:
    """Make a link by which somebody can make an account."""
    try:
        with site.database.session() as session:
            token = sharing.invite(session, visitor.organiser, note=form.note)
    except BayesHatError as error:
        return _organisers_page(request, site, visitor, error=error, note=form.note)
    return _organisers_page(request, site, visitor, link=site.address(request, f"/join/{token}"))


@router.post(
    "/invitations/{invitation_id}/withdraw",
    operation_id="withdraw_invitation",
    dependencies=ORGANISER_SENT,
    responses=answers(303, 401, 403, 404, 413, 422, content=""),
)
def withdraw_invitation(
    site: SiteOf,
    visitor: OrganiserOf,
    invitation_id: Identifier,
    form: Annotated[PageForm, Form()],  # noqa: ARG001 - it describes the form
) -> Response:
    """Withdraw an invitation; its link no longer works."""
    with site.database.session() as session:
        sharing.withdraw(session, visitor.organiser, invitation_id)
    return go_to("/organisers", "withdrawn")


@router.get("/log", operation_id="show_server_log", responses=answers(303, 401, 403, 422))
def show_server_log(request: Request, site: SiteOf, visitor: OrganiserOf, page: PageNumber = 1) -> Response:
    """Show logins, invitations, and what was done with deleted events, the newest first."""
    with site.database.reading() as session:
        sharing.list_invitations(session, visitor.organiser)
        entries, n_pages = audit.list_entries(session, None, page)
    context = {"entries": entries, "page": page, "n_pages": n_pages, "event": None, "path": "/organisers/log"}
    return organiser_page(request, site, visitor, "audit_log", context)


def _organisers_page(
    request: Request,
    site: Site,
    visitor: Visitor,
    *,
    link: str = "",
    note: str = "",
    error: BayesHatError | None = None,
) -> Response:
    with site.database.reading() as session:
        invitations = sharing.list_invitations(session, visitor.organiser)
        listed = organisers.list_organisers(session)
    context = {
        "listed": listed,
        "invitations": invitations,
        "link": link,
        "warning": link_warning(link),
        "note": note,
        "days": sharing.DAYS,
        "errors": {} if error is None else problems_of(error),
    }
    return organiser_page(request, site, visitor, "organisers", context, 200 if error is None else status_of(error))
