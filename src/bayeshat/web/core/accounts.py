"""Organisers: their passwords and logins, invitations, and the events they share."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta

from sqlalchemy import delete, func, or_, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ...tables.text import normalise, quote
from ...words.message import Message, language_names
from ..db.database import Database
from ..db.schema import Event, Invitation, Login, Member, Organiser, Setting, now
from ..refusals import Forbidden, NotFound, Refused
from ..security import Keys, PasswordHash, check_password, hash_password, hash_token, is_outdated, new_token, same
from . import events
from .builder import clean_text
from .roster import is_address

SHORTEST_PASSWORD = 10
_LONGEST = 100
_SETUP = "setup"
_RESET = "reset"
# Seconds that a link for a new password works: printed by the administrator's command, or mailed.
_PRINTED, MAILED = 86400, 3600

DAYS = 7
_LONGEST_NOTE = 100


def setup_secret(session: Session, keys: Keys) -> str | None:
    """Return the secret that makes the first organiser, always the same one; None once there is an organiser."""
    if session.scalar(select(func.count()).select_from(Organiser)):
        return None
    setting = session.get(Setting, _SETUP)
    if setting is None:
        setting = Setting(name=_SETUP, value=new_token())
        session.add(setting)
        session.flush()
    return keys.setup_secret(setting.value)


def create_organiser(session: Session, keys: Keys, secret: str, name: str, password: PasswordHash) -> Organiser:
    """Make the first organiser, which uses the secret up.

    They are the administrator: they may invite others.

    Raises
    ------
    Forbidden
        If the secret is wrong or used up.
    Refused
        If the name cannot be used.
    """
    use_setup(session, keys, secret)
    return add_organiser(session, name, password, is_admin=True)


def use_setup(session: Session, keys: Keys, secret: str) -> None:
    """Use up the set-up secret; Forbidden if it is wrong or was used."""
    setting = session.get(Setting, _SETUP)
    if setting is None or not same(keys.setup_secret(setting.value), secret):
        raise Forbidden(Message("accounts-setup-wrong"))
    # Of two who come at the same time, one deletes the row and the other finds none.
    if not end_setup(session):
        raise Forbidden(Message("accounts-setup-used"))


def end_setup(session: Session) -> bool:
    """Make the set-up secret worthless, and say whether it was still valid."""
    done = session.execute(delete(Setting).where(Setting.name == _SETUP))
    return done.rowcount == 1  # type: ignore[attr-defined]


def add_organiser(session: Session, name: str, password: PasswordHash, *, is_admin: bool = False) -> Organiser:
    """Make an account; Refused if the name cannot be used."""
    organiser = Organiser(password=password, is_admin=is_admin)
    session.add(organiser)
    _set_name(session, organiser, name)
    return organiser


def rename(session: Session, organiser: Organiser, name: str) -> None:
    """Give an organiser another name, which they log in with from now on."""
    _set_name(session, session.get_one(Organiser, organiser.id), name)


def set_language(session: Session, organiser: Organiser, language: str) -> None:
    """Choose the language of an organiser's pages; empty for the browser's."""
    known = language_names(whole=True)
    if language and language not in known:
        raise Refused(Message("page-no-such-language", languages=", ".join(known.values())), "language")
    session.get_one(Organiser, organiser.id).language = language
    session.flush()


def list_organisers(session: Session) -> list[tuple[Organiser, Counter[str]]]:
    """Return all organisers by name, each with how many events they are owner, editor and viewer of."""
    roles: dict[str, Counter[str]] = defaultdict(Counter)
    for identity, role in session.execute(select(Member.organiser_id, Member.role)):
        roles[identity][role] += 1
    return [(one, roles[one.id]) for one in session.scalars(select(Organiser).order_by(Organiser.key))]


def account_key(name: str) -> str:
    r"""Return what names of one account have in common, however they are typed.

    Examples
    --------
    >>> account_key(" ANN ") == account_key("\u200bAnn")
    True
    """
    return normalise(clean_text(name[: 2 * _LONGEST]))


def find_organiser(session: Session, name: str) -> Organiser | None:
    """Return the organiser of a name."""
    return session.scalar(select(Organiser).where(Organiser.key == account_key(name)))


def check_login(organiser: Organiser | None, password: str) -> tuple[Organiser, PasswordHash | None]:
    """Return the organiser and, if the hash of the password is outdated, a new one; it takes a while.

    Raises
    ------
    Forbidden
        If there is no such organiser or the password is wrong; it does not say which.
    """
    right = check_password(password[: 2 * _LONGEST], organiser.password if organiser else None)
    if organiser is None or not right:
        raise Forbidden(Message("accounts-wrong"))
    return organiser, hash_password(password) if is_outdated(organiser.password) else None


def renew_hash(session: Session, organiser: Organiser, renewed: PasswordHash) -> Organiser:
    """Store a new hash of the same password; errors are those of `hold_organiser`."""
    known = hold_organiser(session, organiser)
    known.password = renewed
    session.flush()
    return known


def log_in(session: Session, organiser: Organiser, hours: int = 12, *, by_openid: bool = False) -> str:
    """Return a token that stands for the organiser from now on.

    Raises
    ------
    Forbidden
        If the password was changed since it was checked.
    """
    hold_organiser(session, organiser)
    token = new_token()
    ends = now() + timedelta(hours=hours)
    session.add(Login(token_hash=hash_token(token), organiser_id=organiser.id, by_openid=by_openid, ends_at=ends))
    session.flush()
    return token


def organiser_of(session: Session, token: str | None) -> Organiser | None:
    """Return the organiser that a token stands for; None if it stands for nobody, or no longer."""
    if not token:
        return None
    login = session.get(Login, hash_token(token))
    if login is None or login.ends_at <= now():
        return None
    return session.get(Organiser, login.organiser_id)


def log_out(session: Session, token: str) -> bool:
    """End a login, and say whether it was by a provider of OpenID Connect."""
    login = session.get(Login, hash_token(token))
    if login is not None:
        session.delete(login)
        session.flush()
    return login is not None and login.by_openid


def end_logins(session: Session, organiser: Organiser, but: str = "") -> None:
    """Log an organiser out everywhere, except in the login with this token."""
    session.execute(delete(Login).where(Login.organiser_id == organiser.id, Login.token_hash != hash_token(but)))


def delete_ended(database: Database) -> None:
    """Delete logins and invitations that have ended: an invitation may say whom it was for."""
    with database.reading() as session:
        due = [
            table for table in (Login, Invitation) if session.scalar(select(func.count()).where(table.ends_at <= now()))
        ]
    if due:
        with database.session() as session:
            for table in due:
                session.execute(delete(table).where(table.ends_at <= now()))


def check_change(organiser: Organiser, old: str, new: str) -> PasswordHash:
    """Return the hash of a new password, if the current one is right; it takes a while."""
    check_own_password(organiser, old, "old")
    return hash_new_password(new, "new")


def check_own_password(organiser: Organiser, password: str, field: str = "password") -> None:
    """Raise Refused if it is not the password of an organiser who has logged in; it takes a while."""
    if not check_password(password, organiser.password):
        raise Refused(Message("accounts-wrong-password"), field)


def hash_new_password(password: str, field: str = "password") -> PasswordHash:
    """Return what is kept of a password that was chosen; it takes a while.

    Raises
    ------
    Refused
        If it is too short or too long.
    """
    if not SHORTEST_PASSWORD <= len(password) <= _LONGEST:
        raise Refused(Message("accounts-password-length", shortest=SHORTEST_PASSWORD, longest=_LONGEST), field)
    return hash_password(password)


def change_password(session: Session, organiser: Organiser, password: PasswordHash) -> None:
    """Set another password, and end all logins.

    Raises
    ------
    Forbidden
        If the password was changed since the organiser was read.
    """
    hold_organiser(session, organiser).password = password
    end_logins(session, organiser)
    session.flush()


def hold_organiser(session: Session, organiser: Organiser) -> Organiser:
    """Return an organiser as they are now, and keep others from changing them until the session ends.

    Raises
    ------
    Forbidden
        If the password was changed since the organiser was read, or the account is gone.
    """
    known = session.get(Organiser, organiser.id, with_for_update=True)
    if known is None or known.password != organiser.password:
        raise Forbidden(Message("accounts-wrong"))
    return known


def set_email(session: Session, organiser: Organiser, email: str) -> None:
    """Set the address that links for a forgotten password go to; empty for none.

    Raises
    ------
    Forbidden
        If the password was changed since it was checked.
    Refused
        If it cannot be an address.
    """
    if email and not is_address(email):
        raise Refused(Message("accounts-wrong-address", address=quote(email)), "email")
    hold_organiser(session, organiser).email = email
    session.flush()


def list_forgetful(session: Session, told: str) -> list[Organiser]:
    """Return the organisers with this name or this e-mail address, if they have an address."""
    is_theirs = or_(Organiser.key == account_key(told), func.lower(Organiser.email) == told.lower())
    return list(session.scalars(select(Organiser).where(Organiser.email != "", is_theirs)))


def reset_token(keys: Keys, organiser: Organiser, seconds: int = _PRINTED) -> str:
    """Return what lets somebody choose a new password: for this long, and until the password is changed."""
    ends = int(now().timestamp()) + seconds
    return keys.sign([organiser.id, hash_token(organiser.password), ends], _RESET)


def organiser_to_reset(session: Session, keys: Keys, token: str) -> Organiser:
    """Return the organiser whose password a token changes.

    Raises
    ------
    NotFound
        If we did not issue it, or it is too old or used.
    """
    identity, fingerprint, ends = keys.unsign(token, _RESET) or ("", "", 0)
    organiser = session.get(Organiser, identity)
    if organiser is None or not same(hash_token(organiser.password), fingerprint) or ends <= now().timestamp():
        raise NotFound(Message("accounts-reset-ended"))
    return organiser


def _set_name(session: Session, organiser: Organiser, name: str) -> None:
    shown = clean_text(name)
    if not 1 <= len(shown) <= _LONGEST:
        raise Refused(Message("accounts-name-length", longest=_LONGEST), "name")
    organiser.name, organiser.key = shown, normalise(shown)
    try:
        session.flush()
    except IntegrityError:
        raise Refused(Message("accounts-name-taken"), "name") from None


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

    Existing members keep the higher role.

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
    organiser = add_organiser(session, name, password)
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
