"""Who may see and change an event, and the links that invite somebody; of a link only its hash is kept."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from ..events import events
from ..languages import Message
from ..refusals import Forbidden, NotFound, Refused
from ..server.security import PasswordHash, hash_token, new_token
from ..storage.schema import Event, Invitation, Member, Organiser, now
from ..surveys.survey_builder import clean_text
from . import organisers

DAYS = 7
_LONGEST_NOTE = 100


def list_members(session: Session, event: Event) -> list[tuple[Organiser, str]]:
    """Return the members of an event with their roles, owners first, then by name."""
    wanted = select(Organiser, Member.role).join(Member).where(Member.event_id == event.id).order_by(Organiser.key)
    found = [(organiser, role) for organiser, role in session.execute(wanted)]
    return sorted(found, key=lambda one: -events.ROLES.index(one[1]))


def change_role(session: Session, organiser: Organiser, event: Event, member_id: str, role: str) -> str:
    """Give a member another role, and return the member's name.

    Raises
    ------
    Forbidden
        If the organiser is not an owner of the event.
    Refused
        If there is no such role, or the event would be left without an owner.
    """
    _check_role(role)
    member = _hold_member(session, organiser, event, member_id)
    if member.role == "owner" != role:
        _check_other_owner(session, event, member_id)
        _withdraw_all(session, event, member_id)
    member.role = role
    session.flush()
    return session.get_one(Organiser, member_id).name


def remove_member(session: Session, organiser: Organiser, event: Event, member_id: str) -> str:
    """Take an event away from a member, and return the member's name; errors are those of `change_role`."""
    member = _hold_member(session, organiser, event, member_id)
    if member.role == "owner":
        _check_other_owner(session, event, member_id)
        _withdraw_all(session, event, member_id)
    session.delete(member)
    session.flush()
    return session.get_one(Organiser, member_id).name


def invite(
    session: Session, organiser: Organiser, event: Event | None = None, role: str = "editor", note: str = ""
) -> str:
    """Return the secret of a new link, which works once.

    Parameters
    ----------
    event
        What the link makes somebody a member of, as `role`; by None, it only makes an account.
    note
        Whom it is for, in the organiser's words.

    Raises
    ------
    Forbidden
        If the organiser is not an owner of the event or, without one, not an administrator.
    """
    _check_role(role)
    _check_may_invite(session, organiser, event)
    whom = clean_text(note)
    if len(whom) > _LONGEST_NOTE:
        raise Refused(Message("accounts-note-length", longest=_LONGEST_NOTE), "note")
    # Whatever has ended is of no use to anybody.
    session.execute(delete(Invitation).where(Invitation.ends_at < now()))
    token = new_token()
    made = Invitation(
        token_hash=hash_token(token),
        event_id=event.id if event else None,
        role=role,
        note=whom,
        invited_by=organiser.id,
        ends_at=now() + timedelta(days=DAYS),
    )
    session.add(made)
    session.flush()
    return token


def list_invitations(session: Session, organiser: Organiser, event: Event | None = None) -> list[Invitation]:
    """Return the open invitations to an event, or to the server, the newest first; errors are those of `invite`."""
    _check_may_invite(session, organiser, event)
    wanted = select(Invitation).where(Invitation.event_id == (event.id if event else None), Invitation.ends_at > now())
    return list(session.scalars(wanted.order_by(Invitation.created_at.desc())))


def withdraw(session: Session, organiser: Organiser, invitation_id: str, event: Event | None = None) -> None:
    """End an invitation; errors are those of `invite`."""
    _check_may_invite(session, organiser, event)
    invitation = session.get(Invitation, invitation_id)
    if invitation is None or invitation.event_id != (event.id if event else None):
        raise NotFound(Message("accounts-invitation-gone"))
    session.delete(invitation)
    session.flush()


def find_invitation(session: Session, token: str) -> tuple[Invitation, Event | None, Organiser]:
    """Return an invitation, its event, and who invites; NotFound if its link no longer works."""
    wanted = select(Invitation).where(Invitation.token_hash == hash_token(token), Invitation.ends_at > now())
    invitation = session.scalar(wanted)
    if invitation is None:
        raise NotFound(Message("accounts-invitation-ended", days=DAYS))
    event = session.get_one(Event, invitation.event_id) if invitation.event_id else None
    return invitation, event, session.get_one(Organiser, invitation.invited_by)


def accept(session: Session, organiser: Organiser, token: str) -> Event:
    """Use an invitation up: the organiser becomes a member of its event, which is returned.

    Whoever is a member already keeps the higher role.

    Raises
    ------
    NotFound
        If the link no longer works.
    Refused
        If it is for somebody who has no account yet.
    """
    event = _use_up(session, organiser, token)
    if event is None:
        raise Refused(Message("accounts-pass-on"))
    return event


def join(session: Session, token: str, name: str, password: PasswordHash) -> tuple[Organiser, Event | None]:
    """Make an account by an invitation, and use that up."""
    find_invitation(session, token)
    organiser = organisers.add_organiser(session, name, password)
    return organiser, _use_up(session, organiser, token)


def _use_up(session: Session, organiser: Organiser, token: str) -> Event | None:
    invitation, event, _ = find_invitation(session, token)
    # Of two who come at the same time, one deletes the row and the other finds none.
    used = session.execute(delete(Invitation).where(Invitation.id == invitation.id))
    if used.rowcount != 1:  # type: ignore[attr-defined]
        raise NotFound(Message("accounts-invitation-ended", days=DAYS))
    if event is not None:
        member = session.get(Member, (event.id, organiser.id))
        if member is None:
            session.add(Member(event_id=event.id, organiser_id=organiser.id, role=invitation.role))
        elif events.ROLES.index(member.role) < events.ROLES.index(invitation.role):
            member.role = invitation.role
    session.flush()
    return event


def _check_role(role: str) -> None:
    if role not in events.ROLES:
        raise Refused(Message("accounts-no-such-role"), "role")


def _check_may_invite(session: Session, organiser: Organiser, event: Event | None) -> None:
    if event is not None:
        events.get_event(session, organiser, event.id, "owner")
    elif not session.get_one(Organiser, organiser.id).is_admin:
        raise Forbidden(Message("accounts-only-administrators"))


def _hold_member(session: Session, organiser: Organiser, event: Event, member_id: str) -> Member:
    # The event is held, so that two owners cannot take each other's role away at the same time.
    session.execute(select(Event.id).where(Event.id == event.id).with_for_update())
    events.get_event(session, organiser, event.id, "owner")
    member = session.get(Member, (event.id, member_id))
    if member is None:
        raise NotFound(Message("accounts-member-gone"))
    return member


def _withdraw_all(session: Session, event: Event, member_id: str) -> None:
    """End the invitations of somebody who is no longer an owner: they might be for themselves."""
    session.execute(delete(Invitation).where(Invitation.event_id == event.id, Invitation.invited_by == member_id))


def _check_other_owner(session: Session, event: Event, member_id: str) -> None:
    owners = select(Member.organiser_id).where(Member.event_id == event.id, Member.role == "owner")
    if set(session.scalars(owners)) <= {member_id}:
        raise Refused(Message("accounts-last-owner"))
