"""The accounts of people who log in with OpenID Connect, found by issuer and subject only."""

from __future__ import annotations

from itertools import count

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from ...words.message import Message
from ..db.schema import Identity, Organiser
from ..refusals import Forbidden, Refused
from ..security import Keys, PasswordHash
from . import accounts
from .builder import clean_text
from .openid import Claimed

# Stands in place of a password's hash; no password matches it.
NO_PASSWORD = PasswordHash("")
_LONGEST = 100


def enter(session: Session, keys: Keys, claimed: Claimed, secret: str = "") -> Organiser:
    """Return the organiser whom the provider identified; a newcomer gets an account.

    Names and e-mail addresses never lead into an existing account: anybody could have chosen them.

    Parameters
    ----------
    secret
        The set-up secret, if they came from the address that the server printed.

    Raises
    ------
    Forbidden
        If the server has no organiser yet, and they have neither the secret nor an administrator's role.
    """
    known = session.get(Identity, (claimed.issuer, claimed.subject))
    if known is not None:
        organiser = session.get_one(Organiser, known.organiser_id)
    else:
        is_first = not session.scalar(select(func.count()).select_from(Organiser))
        if is_first:
            _set_up(session, keys, claimed, secret)
        organiser = accounts.add_organiser(session, _free_name(session, claimed.name), NO_PASSWORD, is_admin=is_first)
        session.add(Identity(issuer=claimed.issuer, subject=claimed.subject, organiser_id=organiser.id))
    if claimed.is_admin is not None:
        organiser.is_admin = claimed.is_admin
    session.flush()
    return organiser


def link(session: Session, organiser: Organiser, claimed: Claimed) -> None:
    """Let an organiser log in with the provider from now on; Refused if that login belongs to another organiser."""
    known = session.get(Identity, (claimed.issuer, claimed.subject))
    if known is None:
        session.add(Identity(issuer=claimed.issuer, subject=claimed.subject, organiser_id=organiser.id))
    elif known.organiser_id != organiser.id:
        raise Refused(Message("openid-linked-elsewhere"))
    session.flush()


def unlink(session: Session, organiser: Organiser) -> None:
    """Remove the link to the provider, unless the organiser has no password."""
    if organiser.password:
        session.execute(delete(Identity).where(Identity.organiser_id == organiser.id))


def is_linked(session: Session, organiser: Organiser) -> bool:
    """Say whether an organiser can log in with the provider."""
    return bool(session.scalar(select(func.count()).where(Identity.organiser_id == organiser.id)))


def _set_up(session: Session, keys: Keys, claimed: Claimed, secret: str) -> None:
    """Use up the set-up secret. Where roles decide who is an administrator, such a role replaces it."""
    if claimed.is_admin:
        accounts.end_setup(session)
    elif claimed.is_admin is None and secret:
        accounts.use_setup(session, keys, secret)
    else:
        raise Forbidden(Message("openid-not-set-up"))


def _free_name(session: Session, wanted: str) -> str:
    """Return a name that no account has."""
    name = clean_text(wanted)[: _LONGEST - 10] or "Organiser"
    numbered = (name if n == 1 else f"{name} {n}" for n in count(1))
    return next(one for one in numbered if accounts.find_organiser(session, one) is None)
