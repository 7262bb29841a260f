"""Names that the server goes by, and links that other machines cannot open."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from sqlalchemy.orm import Session

from ...words.message import Message
from ..db.schema import Setting
from ..settings import ANYWHERE, Settings, is_host

_ADDRESS = "address"
_LOCAL = ("localhost", "127.0.0.1", "::1")


class KnownHosts:
    """The names that requests may be addressed to; a page opened by another name may be a trap (DNS rebinding).

    Parameters
    ----------
    settings
        Where the server listens, and what it is called.

    Examples
    --------
    >>> known = KnownHosts(Settings(public_url="https://hat.example.org"))
    >>> "hat.example.org:443" in known, "localhost:8000" in known, "evil.example" in known
    (True, True, False)
    """

    def __init__(self, settings: Settings) -> None:
        public = urlsplit(settings.public_url or "").hostname
        self._names = {*_LOCAL, settings.host.lower(), *settings.allowed_hosts, *([public] if public else [])}
        # Whoever listens on every network is reached by any of the machine's addresses, and by its name.
        self._addresses = settings.host in ANYWHERE
        if self._addresses:
            name = socket.gethostname().lower()
            self._names |= {name, f"{name}.local"}

    def __contains__(self, host: object) -> bool:
        """Say whether a Host header names this server."""
        if not isinstance(host, str) or not is_host(host):
            return False
        name = urlsplit(f"//{host}").hostname or ""
        return name.rstrip(".") in self._names or (self._addresses and _is_address(name))


def address_of(settings: Settings, port: int) -> str:
    """Return where people find the server that listens at a port.

    Examples
    --------
    >>> address_of(Settings(host="0.0.0.0"), 8080)
    'http://localhost:8080'
    """
    host = "localhost" if settings.host in ANYWHERE else settings.host
    return settings.public_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"


def remember_address(session: Session, address: str) -> None:
    """Keep where people find the server, for commands that are not told how it was started."""
    session.merge(Setting(name=_ADDRESS, value=address))


def last_address(session: Session) -> str | None:
    """Return where people found the server when it was started last; None if it never was."""
    setting = session.get(Setting, _ADDRESS)
    return None if setting is None else setting.value


def mailed_address(session: Session, settings: Settings) -> str:
    """Return what mailed links start with. The host of a request is not trusted: an attacker could choose it."""
    return settings.public_url or last_address(session) or address_of(settings, settings.port)


def link_warning(address: str) -> Message | None:
    """Return what is wrong with a link that only this machine can open, and what to do; None if it is fine.

    Examples
    --------
    >>> link_warning("https://hat.example.org/f/1") is None
    True
    >>> print(str(link_warning("http://127.0.0.1:8000/f/1")).split(",")[0])
    This link works only on the computer that runs the server
    """
    parts = urlsplit(address)
    host = parts.hostname or ""
    local = host.endswith("localhost") or (
        _is_address(host) and (ip_address(host).is_loopback or ip_address(host).is_unspecified)
    )
    if not local:
        return None
    return Message("page-link-warning", host=host, port=f":{parts.port}" if parts.port else "")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
