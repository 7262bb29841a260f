"""Who can see an event, invitations to events and to the server, and the audit log."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request
from pydantic import Field
from starlette.responses import HTMLResponse, Response

from ...errors import BayesHatError
from ...words.message import Message
from ..auth import (
    EventVisit,
    Identifier,
    LoggedIn,
    MaybeVisit,
    Owning,
    Site,
    SiteOf,
    Token,
    Viewing,
    Visit,
    go_to,
    public_page,
)
from ..core import accounts, audit, events
from ..core.addresses import link_warning
from ..forms import PageForm, PageRoute, Text
from ..refusals import Refused
from .accounts import BY_PASSWORD, LIMITED, AccountForm, NoteForm, PageNumber, enter

router = APIRouter(
    prefix="/events/{event_id}", tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute
)

Role = Annotated[Text, Field(description="owner, editor or viewer")]

invitation_router = APIRouter(tags=["organiser"], default_response_class=HTMLResponse, route_class=PageRoute)


class InvitationForm(NoteForm):
    """Whom to invite as what."""

    role: Role = ""


class MemberForm(PageForm):
    """What becomes of a member."""

    role: Role = ""
    action: Annotated[Text, Field(description="change (to the role) or remove")] = "change"


@router.get("/members", operation_id="list_members")
def list_members(visit: Viewing) -> Response:
    """List who can see an event; owners also see the open invitations."""
    return _members_page(visit)


@router.post("/members/invitations", operation_id="invite_member")
def invite_member(visit: Owning, form: Annotated[InvitationForm, Form()]) -> Response:
    """Make a link by which somebody becomes a member of an event."""
    try:
        with visit.write(f"invited-{form.role}") as session:
            token = accounts.invite(session, visit.organiser, visit.event, form.role, form.note)
    except Refused as error:
        return _members_page(visit, error=error, sent=form)
    return _members_page(visit, link=visit.site.address(visit.request, f"/join/{token}"))


@router.post("/members/invitations/{invitation_id}/withdraw", operation_id="withdraw_member_invitation")
def withdraw_member_invitation(visit: Owning, invitation_id: Identifier) -> Response:
    """Withdraw an invitation; its link no longer works."""
    with visit.write("withdrew") as session:
        accounts.withdraw(session, visit.organiser, invitation_id, visit.event)
    return go_to(f"/events/{visit.event.id}/members", "withdrawn")


@router.post("/members/{organiser_id}", operation_id="change_member")
def change_member(visit: Owning, organiser_id: Identifier, form: Annotated[MemberForm, Form()]) -> Response:
    """Give a member another role, or take the event away from them."""
    removes = form.action == "remove"
    try:
        with visit.write() as session:
            if removes:
                name = accounts.remove_member(session, visit.organiser, visit.event, organiser_id)
            else:
                name = accounts.change_role(session, visit.organiser, visit.event, organiser_id, form.role)
            visit.record(session, "removed" if removes else f"made-{form.role}", name=name)
    except Refused as error:
        return _members_page(visit, error=error)
    if removes and organiser_id == visit.organiser.id:
        return go_to("/", "left-out")
    return go_to(f"/events/{visit.event.id}/members", "left-out" if removes else "saved")


@router.get("/log", operation_id="show_audit_log")
def show_audit_log(visit: Owning, page: PageNumber = 1) -> Response:
    """Show what organisers did with an event, the newest first."""
    with visit.site.database.reading() as session:
        entries, n_pages = audit.list_entries(session, visit.event, page)
    path = f"/events/{visit.event.id}/log"
    context = {"entries": entries, "page": page, "n_pages": n_pages, "event": visit.event, "path": path}
    return visit.page("audit_log", context)


def _members_page(
    visit: EventVisit, *, link: str = "", error: BayesHatError | None = None, sent: InvitationForm | None = None
) -> Response:
    is_owner = visit.role == "owner"
    with visit.site.database.reading() as session:
        members = accounts.list_members(session, visit.event)
        invitations = accounts.list_invitations(session, visit.organiser, visit.event) if is_owner else []
    owners = [member.id for member, role in members if role == "owner"]
    context = {
        "members": members,
        "only_owner": owners[0] if len(owners) == 1 else "",
        "invitations": invitations,
        "roles": events.ROLES,
        "days": accounts.DAYS,
        "link": link,
        "warning": link_warning(link),
        "note": sent.note if sent else "",
        "wanted_role": sent.role if sent else "editor",
    }
    return visit.event_page("members", context, error=error)


@invitation_router.get("/join/{token}", operation_id="show_invitation")
def show_invitation(request: Request, site: SiteOf, visit: MaybeVisit, token: Token) -> Response:
    """Show what somebody is invited to; looking does not use the link up."""
    return _invitation_page(request, site, visit, token)


@invitation_router.post("/join/{token}", operation_id="join", dependencies=BY_PASSWORD)
def join(request: Request, site: SiteOf, token: Token, form: Annotated[AccountForm, Form()]) -> Response:
    """Make an account by an invitation, and log in."""
    with site.database.reading() as session:
        accounts.find_invitation(session, token)
    try:
        hashed = accounts.hash_new_password(form.password)
        with site.database.session() as session:
            organiser, event = accounts.join(session, token, form.name, hashed)
            audit.record(session, event, organiser, Message("accounts-did-accepted"))
    except BayesHatError as error:
        return _invitation_page(request, site, None, token, error, form.name)
    return enter(site, organiser, f"/events/{event.id}" if event else "/", said="joined" if event else "")


@invitation_router.post("/account/invitations/{token}", operation_id="accept_invitation", dependencies=LIMITED)
def accept_invitation(visit: LoggedIn, token: Token) -> Response:
    """Become a member of an event by an invitation, with the account that one has."""
    with visit.write() as session:
        event = accounts.accept(session, visit.organiser, token)
        visit.record(session, "accepted", event)
    return go_to(f"/events/{event.id}", "joined")


def _invitation_page(
    request: Request, site: Site, visit: Visit | None, token: str, error: BayesHatError | None = None, name: str = ""
) -> Response:
    with site.database.reading() as session:
        invitation, event, inviter = accounts.find_invitation(session, token)
    context = {
        "event": event,
        "inviter": inviter.name,
        "role": invitation.role,
        "path": f"/join/{token}",
        "accept": f"/account/invitations/{token}",
        "name": name,
        "local": site.settings.local_accounts,
    }
    return public_page(request, "invitation", context, error) if visit is None else visit.page("invitation", context)
