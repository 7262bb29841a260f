"""The second factor of a login: codes from an app (TOTP, RFC 6238), and recovery codes for a lost phone."""

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
from . import audit
from .accounts import hold_organiser

# Seconds that the app shows a code. The codes before and after are accepted too, because clocks differ.
_SECONDS = 30
_DRIFT = 1
_DIGITS = 6
N_RECOVERY = 10
# A recovery code has 80 random bits, too many to guess, so that a plain hash is enough.
_RECOVERY_BYTES = 10
_PURPOSE = "second factor"
# Seconds to set up the app.
_PATIENCE = 3600


def code_at(secret: bytes, step: int) -> str:
    """Return the code of a time step (RFC 6238, with SHA-1 and six digits, as all apps use).

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
    """Return the number of the current time step."""
    return int(now().timestamp()) // _SECONDS


def propose(keys: Keys, organiser: Organiser) -> str:
    """Return a signed nonce for a new secret. Nothing is stored until a code shows that the app works."""
    return keys.sign([organiser.id, new_token()], _PURPOSE)


def read_proposal(keys: Keys, organiser: Organiser, proposal: str) -> str:
    """Return the nonce of a proposal; Refused if it was made for somebody else or more than an hour ago."""
    identity, nonce = keys.unsign(proposal, _PURPOSE, _PATIENCE) or ("", "")
    if identity != organiser.id:
        raise Refused(Message("accounts-factor-late"))
    return str(nonce)


def show_secret(keys: Keys, organiser: Organiser, nonce: str, issuer: str) -> tuple[str, str]:
    """Return the secret as people type it, and the address for the QR code."""
    secret = base64.b32encode(keys.code_secret(organiser.id, nonce)).decode()
    label = quote(f"{issuer}:{organiser.name}", safe="")
    return secret, f"otpauth://totp/{label}?secret={secret}&issuer={quote(issuer, safe='')}"


def switch_on(session: Session, keys: Keys, organiser: Organiser, nonce: str, code: str) -> list[str]:
    """Ask for a code at each login from now on. Return the recovery codes; only their hashes are stored.

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
    """Stop asking for codes."""
    known = hold_organiser(session, organiser)
    known.code_nonce, known.recovery_hashes = "", []
    session.flush()


def remove(session: Session, organiser: Organiser) -> bool:
    """Switch off the second factor of somebody who lost it, and say whether it was on."""
    if not organiser.code_nonce:
        return False
    switch_off(session, organiser)
    audit.record(session, None, None, Message("accounts-did-removed-factor", name=organiser.name))
    return True


def use_code(session: Session, keys: Keys, organiser: Organiser, code: str) -> bool:
    """Use up a code from the app or a recovery code, and say whether it was a recovery code.

    Raises
    ------
    Forbidden
        If the password was changed since the organiser was read.
    Refused
        If the code is wrong or was used before.
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
    """Use up a code from the app: it and all earlier ones stop working."""
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
    """Return a code without spaces and hyphens, in lower case."""
    return "".join(filter(str.isalnum, code.lower()))
