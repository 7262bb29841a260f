"""Tokens, passwords and signatures."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from functools import cache
from pathlib import Path
from typing import Any, NewType

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from itsdangerous import BadData, URLSafeTimedSerializer

from ..errors import InputError
from .settings import Settings
from .slow import slow

KEY_FILE = "secret.key"
# 19 MiB of memory for every guess: enough against guessing, and 40 logins at once still fit into a small machine.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)

# What is kept of a password. Hashing takes a while: do it before a session that writes is opened.
PasswordHash = NewType("PasswordHash", str)


def new_token() -> str:
    """Return 256 random bits as text that goes into an address."""
    return secrets.token_urlsafe(32)


def hash_token(token: str) -> str:
    """Return what is kept of a token; being random, it needs no salt and no slow hash.

    Examples
    --------
    >>> hash_token("abc")[:16]
    'ba7816bf8f01cfea'
    """
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def same(one: str, other: str) -> bool:
    """Compare two secrets in a time that does not depend on where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))


@slow
def hash_password(password: str) -> PasswordHash:
    """Return what is kept of a password."""
    return PasswordHash(_HASHER.hash(password.encode("utf-8", "surrogatepass")))


@slow
def check_password(password: str, stored: str | None) -> bool:
    """Say whether it is the password; refusing takes as long where there is no account."""
    told = password.encode("utf-8", "surrogatepass")
    try:
        return _HASHER.verify(stored or _nobody(), told) and stored is not None
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(stored: str) -> bool:
    """Say whether a hash should be made again, now that the password is at hand."""
    return _HASHER.check_needs_rehash(stored)


@cache
def _nobody() -> PasswordHash:
    return hash_password(new_token())


class Keys:
    """What follows from the server's secret key: links, receipts, signatures.

    Parameters
    ----------
    secret
        At least 32 bytes that nobody else knows.
    """

    def __init__(self, secret: bytes) -> None:
        if len(secret) < 32:
            raise InputError(f"The secret key must have at least 32 bytes; got {len(secret)}. Make a new one.")
        self._secret = secret

    def __repr__(self) -> str:
        return "Keys(…)"

    @classmethod
    def load(cls, settings: Settings) -> Keys:
        """Return the keys of the settings' secret, or of the one in the data folder, which is made if there is none."""
        if settings.secret_key is not None:
            return cls(settings.secret_key.encode())
        path = settings.data_dir / KEY_FILE
        try:
            settings.data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
            return cls(_read_or_make(path))
        except OSError as error:
            raise InputError(
                f"The secret key must be kept in the data folder; got {str(path)!r} ({error.strerror}). Choose another "
                "folder with --data-dir, or set BAYESHAT_SECRET_KEY."
            ) from None

    def share_token(self, event_id: str, share_number: int) -> str:
        """Return the secret part of the form's address; another share number gives another one."""
        return self._derive("share", event_id, str(share_number))

    def receipt_token(self, event_id: str, submission_key: str) -> str:
        """Return the secret part of the address of somebody's own answers; the same submission gives the same one."""
        return self._derive("receipt", event_id, submission_key)

    def roster_token(self, entry_id: str) -> str:
        """Return the secret part of somebody's personal link."""
        return self._derive("roster", entry_id)

    def roster_submission(self, entry_id: str) -> str:
        """Return the submission key of a personal link, so that it is used for one answer only."""
        return self._derive("roster submission", entry_id)

    def code_secret(self, organiser_id: str, nonce: str) -> bytes:
        """Return the secret of an authenticator app. It is not stored, and the database alone does not reveal it."""
        return self._digest("second factor", organiser_id, nonce)[:20]

    def setup_secret(self, nonce: str) -> str:
        """Return the secret that makes the first organiser."""
        return self._derive("setup", nonce)[:24]

    def sign(self, value: Any, purpose: str) -> str:
        """Return a value as text that nobody else can make; it can be read."""
        return self._signer(purpose).dumps(value)

    def unsign(self, text: str, purpose: str, max_age: int | None = None) -> Any | None:
        """Return the value of a signed text, or None if it is not ours, for something else, or too old (seconds)."""
        try:
            return self._signer(purpose).loads(text, max_age=max_age)
        except (BadData, UnicodeError):
            return None

    def _signer(self, purpose: str) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self._secret, salt=f"bayeshat {purpose}")

    def _derive(self, *parts: str) -> str:
        return base64.urlsafe_b64encode(self._digest(*parts)).decode().rstrip("=")

    def _digest(self, *parts: str) -> bytes:
        # Lengths keep ("ab", "c") and ("a", "bc") apart.
        message = b"".join(
            len(part).to_bytes(4, "big") + part for part in (text.encode("utf-8", "surrogatepass") for text in parts)
        )
        return hmac.digest(self._secret, message, "sha256")


def _read_or_make(path: Path) -> bytes:
    if not path.exists():
        # Written beside and linked into place: of two servers that start together, both read the same key.
        fresh = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        except OSError:
            # Some file systems know no links; there, two servers must not start for the first time together.
            fresh.replace(path)
        finally:
            fresh.unlink(missing_ok=True)
    return path.read_bytes().strip()
