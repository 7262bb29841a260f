"""Organisers: how they are made, log in and out, and get another password."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta

from sqlalchemy import delete, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from ...tables.text import normalise
from ..languages import Message, language_names
from ..refusals import Forbidden, NotFound, Refused
from ..server.security import (
    Keys,
    PasswordHash,
    check_password,
    hash_password,
    hash_token,
    is_outdated,
    new_token,
    same,
)
from ..storage.schema import Login, Member, Organiser, Setting, now
from ..surveys.survey_builder import clean_text

SHORTEST_PASSWORD = 10
_LONGEST = 100
_SETUP = "setup"
_RESET = "reset"
_RESET_SECONDS = 86400


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
    setting = session.get(Setting, _SETUP)
    if setting is None or not same(keys.setup_secret(setting.value), secret):
        raise Forbidden(Message("accounts-setup-wrong"))
    # Of two who come at the same time, one deletes the row and the other finds none.
    used = session.execute(delete(Setting).where(Setting.name == _SETUP, Setting.value == setting.value))
    if used.rowcount != 1:  # type: ignore[attr-defined]
        raise Forbidden(Message("accounts-setup-used"))
    return add_organiser(session, name, password, is_admin=True)


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
    known = language_names()
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


def log_in(session: Session, organiser: Organiser, hours: int = 12, renewed: PasswordHash | None = None) -> str:
    """Return a token that stands for the organiser from now on; keep the new hash of the password, if there is one.

    Raises
    ------
    Forbidden
        If the password was changed since it was checked.
    """
    known = hold_organiser(session, organiser)
    if renewed is not None:
        known.password = renewed
    session.execute(delete(Login).where(Login.ends_at < now()))
    token = new_token()
    session.add(Login(token_hash=hash_token(token), organiser_id=organiser.id, ends_at=now() + timedelta(hours=hours)))
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


def log_out(session: Session, token: str | None) -> None:
    """End a login."""
    if token:
        session.execute(delete(Login).where(Login.token_hash == hash_token(token)))


def end_logins(session: Session, organiser: Organiser) -> None:
    """Log an organiser out everywhere."""
    session.execute(delete(Login).where(Login.organiser_id == organiser.id))


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


def reset_token(keys: Keys, organiser: Organiser) -> str:
    """Return what lets somebody choose a new password: for a day, and until the password is changed."""
    return keys.sign([organiser.id, hash_token(organiser.password)], _RESET)


def organiser_to_reset(session: Session, keys: Keys, token: str) -> Organiser:
    """Return the organiser whose password a token changes.

    Raises
    ------
    NotFound
        If it is none of ours, too old, or was used.
    """
    identity, fingerprint = keys.unsign(token, _RESET, _RESET_SECONDS) or ("", "")
    organiser = session.get(Organiser, identity)
    if organiser is None or not same(hash_token(organiser.password), fingerprint):
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
