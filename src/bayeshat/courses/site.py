"""A web service that is asked with a token: what is sent, how often, and where the token never goes."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.message import Message as Headers
from http.client import HTTPException
from socket import gaierror
from ssl import SSLCertVerificationError
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from .. import __version__
from ..errors import CourseError
from ..tables.text import clip
from ..words.message import Message

# Seconds to wait for an answer.
_PATIENCE = 60
# Bytes of an answer: many times a course of ten thousand.
_LONGEST = 2**26
# How often a request is sent, at most; the seconds between the first two, which double, and the longest that a server
# may ask to wait.
_ATTEMPTS, _PAUSE, _LONGEST_PAUSE = 5, 1.0, 60.0
# Hosts that are this machine: what is sent to them crosses no network.
_OWN = frozenset({"localhost", "127.0.0.1", "::1"})
# What a server says that has too much to do, and that has done nothing.
_BUSY, _FORBIDDEN = 429, 403
_THROTTLED = "rate limit exceeded"
# What is no better a moment later: no such host, nobody there, another's certificate.
_LASTING = (gaierror, ConnectionRefusedError, SSLCertVerificationError)

# What is sent to a web service as a form: several values may have the same key.
Form = list[tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """What a server answered: the status of HTTP, the headers, and the text."""

    status: int
    headers: Headers
    text: str

    @property
    def is_busy(self) -> bool:
        """Whether the server refused to look at the request for now."""
        throttled = self.status == _FORBIDDEN and _THROTTLED in self.text.lower()
        return throttled or self.status == _BUSY

    @property
    def wait(self) -> float | None:
        """How many seconds the server asks to wait; None if it does not say."""
        asked = self.headers.get("Retry-After", "").strip()
        return min(float(asked), _LONGEST_PAUSE) if asked.isdecimal() else None

    def json(self) -> Any:
        """Return what the text says as JSON; None if it is none."""
        try:
            return json.loads(self.text)
        except ValueError:
            return None


class _NoRedirects(HTTPRedirectHandler):
    """Follow no redirect: it could take the token to another server."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """Return no request to send instead."""


class Site:
    """A web service, and the token that it is asked with.

    The token is sent to this server alone, over HTTPS, and is in no message.

    Parameters
    ----------
    root
        Where the service is, without a slash at the end: "https://canvas.example.org".
    token
        The token.

    Attributes
    ----------
    tell
        What is called with a sentence when an answer takes long.
    """

    def __init__(self, root: str, token: str) -> None:
        self.root = root
        self.tell: Callable[[Message], None] = lambda _: None
        self._token = token
        self._opener = _opener(root)

    @property
    def host(self) -> str:
        """The server's name."""
        return urlsplit(self.root).netloc

    @property
    def token(self) -> str:
        """The token, for what is sent to the server."""
        return self._token

    def send(
        self,
        address: str,
        *,
        method: str = "GET",
        form: Form | None = None,
        headers: Mapping[str, str] | None = None,
        repeats: bool = False,
    ) -> Answer:
        """Return what the server answers to a request.

        A server that is too busy is asked again later. So is one that does not answer, or fails, if the request changes
        nothing there.

        Parameters
        ----------
        address
            Of the request, on this server.
        method, form, headers
            What to send.
        repeats
            Whether the request changes nothing, so that it may be sent again.

        Raises
        ------
        CourseError
            If there is no answer, or it comes from another server, or too late.
        """
        if _origin(address) != _origin(self.root):
            raise CourseError(Message("courses-elsewhere", host=self.host, other=_origin(address)))
        data = None if form is None else urlencode(form).encode()
        sent = {"Accept": "application/json", "User-Agent": f"bayeshat/{__version__}", **(headers or {})}
        request = Request(address, data, sent, method=method)
        pause = _PAUSE
        for attempt in range(1, _ATTEMPTS + 1):
            last, answer = attempt == _ATTEMPTS, None
            try:
                answer = self._open(request)
            except (OSError, HTTPException, ValueError) as error:
                reason = getattr(error, "reason", error)
                if last or not repeats or isinstance(reason, _LASTING):
                    raise self._silence(reason) from None
            if answer is not None:
                if not (answer.is_busy or (repeats and answer.status >= 500)):
                    return answer
                if last:
                    message = "courses-busy" if answer.is_busy else "courses-failed"
                    raise CourseError(Message(message, host=self.host, status=answer.status))
            wait = pause if answer is None or answer.wait is None else answer.wait
            self.tell(Message("courses-waiting", host=self.host, seconds=round(wait)))
            time.sleep(wait)
            pause *= 2
        raise AssertionError("the last attempt returns or raises")

    def hide(self, text: str) -> str:
        """Return what a server said as a line to show: without signs that steer a terminal, and without the token."""
        line = "".join(sign if sign.isprintable() else " " for sign in text)
        return clip(line.replace(self._token, "…"))

    def _open(self, request: Request) -> Answer:
        try:
            with self._opener.open(request, timeout=_PATIENCE) as response:
                return Answer(response.status, response.headers, _read(response))
        except HTTPError as error:
            with error:
                if 300 <= error.code < 400:
                    aim = urljoin(request.full_url, error.headers.get("Location", ""))
                    other = _origin(aim) + (urlsplit(aim).path if _origin(aim) == _origin(self.root) else "")
                    raise CourseError(Message("courses-redirect", host=self.host, other=self.hide(other))) from None
                return Answer(error.code, error.headers, _read(error))

    def _silence(self, reason: object) -> CourseError:
        """Return the error for a request without an answer."""
        told = self.hide(str(getattr(reason, "strerror", None) or reason)) or type(reason).__name__
        return CourseError(Message("courses-silent", host=self.host, reason=told))


def check_root(address: str) -> None:
    """Raise CourseError if what is sent to an address could be read on the way."""
    parts = urlsplit(address)
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in _OWN):
        raise CourseError(Message("courses-not-safe", address=clip(f"{parts.scheme}://{parts.hostname}")))


def _opener(root: str) -> OpenerDirector:
    """Return what opens addresses: without redirects, and for this machine without a proxy."""
    own = urlsplit(root).hostname in _OWN
    return build_opener(_NoRedirects, *([ProxyHandler({})] if own else []))


def _origin(address: str) -> str:
    """Return the scheme, the host and the port of an address."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2].lower()}"


def _read(response: Any) -> str:
    data: bytes = response.read(_LONGEST + 1)
    if len(data) > _LONGEST:
        raise OSError("answer too long")
    return data.decode("utf-8", "replace")
