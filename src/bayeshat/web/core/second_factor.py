"""The second factor of a login: codes of an app on a phone (TOTP, RFC 6238), and codes on paper for when it is lost."""

from __future__ import annotations

import base64
import hmac
import secrets
from urllib.parse import quote

from sqlalchemy.orm import Session

from ...words.message import Message
from ..db.schema import Organiser, now
from ..refusals import Refused
from ..security import Keys, hash_token, new_token
from .accounts import hold_organiser

# Seconds that a code of the app is shown; the one before and the one after count, as clocks differ.
_SECONDS = 30
_DRIFT = 1
_DIGITS = 6
N_RECOVERY = 10
# A recovery code has 80 random bits: being that long, it needs no salt and no slow hash.
_RECOVERY_BYTES = 10
_PURPOSE = "second factor"
# Seconds to set up the app.
_PATIENCE = 3600


def code_at(secret: bytes, step: int) -> str:
    """Return the code of a step of time (RFC 6238, with SHA-1 and six digits, as all apps have it).

    Examples
    --------
    >>> code_at(b"12345678901234567890", 59 // 30)
    '287082'
    """
    digest = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**_DIGITS:0{_DIGITS}}"


def present_step() -> int:
    """Return the number of the present step of time."""
    return int(now().timestamp()) // _SECONDS


def propose(keys: Keys, organiser: Organiser) -> str:
    """Return what a new secret follows from, signed: nothing is kept before a code shows that it works."""
    return keys.sign([organiser.id, new_token()], _PURPOSE)


def read_proposal(keys: Keys, organiser: Organiser, proposal: str) -> str:
    """Return what a secret follows from; Refused if that was not proposed to this organiser, or too long ago."""
    identity, nonce = keys.unsign(proposal, _PURPOSE, _PATIENCE) or ("", "")
    if identity != organiser.id:
        raise Refused(Message("accounts-factor-late"))
    return str(nonce)


def show_secret(keys: Keys, organiser: Organiser, nonce: str, issuer: str) -> tuple[str, str]:
    """Return the secret as people type it, and the address that apps read from a picture."""
    secret = base64.b32encode(keys.code_secret(organiser.id, nonce)).decode()
    label = quote(f"{issuer}:{organiser.name}", safe="")
    return secret, f"otpauth://totp/{label}?secret={secret}&issuer={quote(issuer, safe='')}"


def switch_on(session: Session, keys: Keys, organiser: Organiser, nonce: str, code: str) -> list[str]:
    """Ask for a code at each login from now on, and return the recovery codes, of which only hashes are kept.

    Raises
    ------
    Refused
        If it is on already, or the code is wrong.
    """
    known = hold_organiser(session, organiser)
    if known.code_nonce:
        raise Refused(Message("accounts-factor-on-already"))
    known.code_nonce = nonce
    _use_app(keys, known, code)
    recovery = [_new_recovery() for _ in range(N_RECOVERY)]
    known.recovery_hashes = [hash_token(_plain(one)) for one in recovery]
    session.flush()
    return recovery


def switch_off(session: Session, organiser: Organiser) -> None:
    """Ask for no code any more."""
    known = hold_organiser(session, organiser)
    known.code_nonce, known.recovery_hashes = "", []
    session.flush()


def use_code(session: Session, keys: Keys, organiser: Organiser, code: str) -> bool:
    """Use a code of the app or a recovery code up, and say whether it was a recovery code.

    Raises
    ------
    Forbidden
        If the password was changed since the organiser was read.
    Refused
        If it is none of the organiser's, or was used before.
    """
    known = hold_organiser(session, organiser)
    used = hash_token(_plain(code))
    is_recovery = used in known.recovery_hashes
    if is_recovery:
        known.recovery_hashes = [one for one in known.recovery_hashes if one != used]
    else:
        _use_app(keys, known, code)
    session.flush()
    return is_recovery


def _use_app(keys: Keys, organiser: Organiser, code: str) -> None:
    """Use a code of the app up: neither it nor an earlier one works again."""
    secret, step = keys.code_secret(organiser.id, organiser.code_nonce), present_step()
    for one in range(max(step - _DRIFT, organiser.code_step + 1), step + _DRIFT + 1):
        if hmac.compare_digest(code_at(secret, one).encode(), _plain(code).encode()):
            organiser.code_step = one
            return
    raise Refused(Message("accounts-code-wrong"), "code")


def _new_recovery() -> str:
    text = base64.b32encode(secrets.token_bytes(_RECOVERY_BYTES)).decode().lower()
    return "-".join(text[i : i + 4] for i in range(0, len(text), 4))


def _plain(code: str) -> str:
    """Return a code without what people put between its parts."""
    return "".join(filter(str.isalnum, code.lower()))
