"""Tokens, passwords and signatures."""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer

from ...errors import InputError
from ..storage.schema import Event
from .settings import Settings

KEY_FILE = "secret.key"
# scrypt: 2**14 * 8 * 128 bytes = 16 MiB of memory for every guess.
_SCRYPT = {"n": 2**14, "r": 8, "p": 1}


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


def hash_password(password: str) -> str:
    """Return what is kept of a password."""
    salt = os.urandom(16)
    return f"scrypt${salt.hex()}${_scrypt(password, salt).hex()}"


def check_password(password: str, stored: str | None) -> bool:
    """Say whether it is the password; nobody's password takes as long to refuse as somebody's."""
    _, salt, wanted = (stored or f"scrypt${'0' * 32}$").split("$")
    found = _scrypt(password, bytes.fromhex(salt))
    return bool(wanted) and hmac.compare_digest(found.hex(), wanted)


def _scrypt(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode("utf-8", "surrogatepass"), salt=salt, dklen=32, **_SCRYPT)


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

    def share_token(self, event: Event) -> str:
        """Return the secret part of the form's address; another share number gives another one."""
        return self._derive("share", event.id, str(event.share_number))

    def receipt_token(self, event_id: str, submission_key: str) -> str:
        """Return the secret part of the address of somebody's own answers; the same submission gives the same one."""
        return self._derive("receipt", event_id, submission_key)

    def setup_secret(self, nonce: str) -> str:
        """Return the secret that makes the first organiser."""
        return self._derive("setup", nonce)[:24]

    def csrf_token(self, binding: str) -> str:
        """Return what a form must send back to show that it comes from our page; it fits one login or cookie only."""
        return self._derive("csrf", binding)

    def check_csrf(self, binding: str, token: str) -> bool:
        """Say whether a form's token fits its login or cookie."""
        return bool(binding) and same(self.csrf_token(binding), token)

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
        # Lengths keep ("ab", "c") and ("a", "bc") apart.
        message = b"".join(
            len(part).to_bytes(4, "big") + part for part in (text.encode("utf-8", "surrogatepass") for text in parts)
        )
        return base64.urlsafe_b64encode(hmac.digest(self._secret, message, "sha256")).decode().rstrip("=")


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
