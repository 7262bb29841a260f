"""What happens to every request: a number, a line in the log, safe headers, limits of what is sent."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Callable, Container

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..words.message import Message as Words
from .logs import log
from .refusals import LoginError, Refused, SizeError
from .settings import Settings

CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT_SECURITY_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Addresses of forms and receipts are secrets: they go to no other site.
    "referrer-policy": "same-origin",
    # Nor does any search engine list them.
    "x-robots-tag": "noindex, nofollow",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}

# Addresses that only organisers send forms to, and those among them that files are sent to.
ORGANISERS = ("/events", "/account", "/organisers", "/logout")
UPLOADS = ("/import", "/events/new", "/past", "/rules/upload")
# Addresses that answer to any name: those who look whether we are well use all kinds, and the page that refuses a name
# needs its styles.
ANY_NAME = ("/healthz", "/metrics", "/static/")
# What pages ask for every second: only failures are logged.
POLLS = ("follow_answers", "follow_job", "show_mail", "show_group_numbers")
# What browsers send of a form without files: name=value&name=value, in which % stands before two digits; a zero byte is
# no text. Each character can be matched in one way only, so that this takes one pass over the body.
_WORD = rb"(?:[A-Za-z0-9*._~+-]|%(?!00)[0-9A-Fa-f]{2})"
PLAIN_FORM = re.compile(rb"(?:%b++=%b*+(?:&%b++=%b*+){0,5000}+)?" % ((_WORD,) * 4))


class NumberRequests:
    """Give every request an id, log it without what it holds, and put safe headers on the answer.

    The log names the route's pattern, ``/r/{receipt}``, never the address itself, which may be a secret.

    Parameters
    ----------
    app
        What answers.
    apologise
        Makes the answer where something went wrong that nobody thought of.
    count
        Takes the route, the status and the seconds of every request.
    secure
        Whether to tell browsers to use HTTPS only.
    """

    def __init__(
        self,
        app: ASGIApp,
        apologise: Callable[[Request], Response],
        count: Callable[[str | None, int, float], None],
        secure: bool = False,
    ) -> None:
        self.app = app
        self.apologise = apologise
        self.count = count
        self.headers = dict(HEADERS)
        if secure:
            self.headers["strict-transport-security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request_id = uuid.uuid4().hex[:16]
        scope.setdefault("state", {})["request_id"] = request_id
        began = time.perf_counter()
        status = 0

        async def send_safely(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["x-request-id"] = request_id
                for name, value in self.headers.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            await self.app(scope, receive, send_safely)
        except ClientDisconnect:
            status = status or 499
        except Exception:
            log.exception("failure", request_id=request_id)
            if not status:
                await self.apologise(Request(scope))(scope, receive, send_safely)
        finally:
            route, seconds = scope.get("route"), time.perf_counter() - began
            self.count(getattr(route, "path", None), status, seconds)
            if status >= 400 or getattr(route, "operation_id", None) not in POLLS:
                log.info(
                    "request",
                    request_id=request_id,
                    method=scope["method"],
                    route=getattr(route, "path", None),
                    status=status,
                    milliseconds=round(1000 * seconds, 1),
                )


class RefuseUnless:
    """Answer requests that must not go on, before anything is done.

    Parameters
    ----------
    app
        What answers.
    passes
        Says whether a request goes on.
    refuse
        Makes the answer to the others.
    """

    def __init__(self, app: ASGIApp, passes: Callable[[Scope], bool], refuse: Callable[[Request], Response]) -> None:
        self.app = app
        self.passes = passes
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        passes = scope["type"] != "http" or self.passes(scope)
        await (self.app if passes else self.refuse(Request(scope)))(scope, receive, send)


def is_for(known: Container[str | None], scope: Scope) -> bool:
    """Say whether a request is addressed to one of the server's names."""
    return scope["path"].startswith(ANY_NAME) or Headers(scope=scope).get("host") in known


def is_from(public_url: str | None, scope: Scope) -> bool:
    """Say whether a request only reads or comes from our own page, not from another site in somebody's name.

    Browsers say so in `Sec-Fetch-Site`; over plain HTTP in a local network, and in old browsers, only `Origin` says
    where it comes from. Who says neither is refused.
    """
    if scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return True
    headers = Headers(scope=scope)
    site = headers.get("sec-fetch-site")
    if site is not None:
        # "none": the person typed the address, or loaded the page anew.
        return site in ("same-origin", "none")
    origin = headers.get("origin", "").lower()
    ours = (public_url or "", f"{scope['scheme']}://{headers.get('host', '')}")
    return bool(origin) and origin in map(str.lower, ours)


class LimitBodies:
    """Refuse bodies over a limit when somebody reads them: at once, or as soon as they turn out to be too long.

    Parameters
    ----------
    app
        What answers.
    settings
        The limits.
    is_organiser
        Says whether a request comes from somebody who has logged in, now or before.
    """

    def __init__(self, app: ASGIApp, settings: Settings, is_organiser: Callable[[Request], bool]) -> None:
        self.app = app
        self.settings = settings
        self.is_organiser = is_organiser

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with a body that raises an error if it may not be read."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD"):
            await self.app(scope, receive, send)
        elif scope["path"].startswith(ORGANISERS):
            settings, is_upload = self.settings, scope["path"].endswith(UPLOADS)
            limit, told = (settings.largest_body, settings.max_upload) if is_upload else (settings.max_body,) * 2
            is_organiser = self.is_organiser(Request(scope))
            await self.app(scope, _limited(scope, receive, limit, told) if is_organiser else _refuse_stranger, send)
        else:
            limit = self.settings.max_public_body
            await self.app(scope, _matching(_limited(scope, receive, limit, limit)), send)


async def _refuse_stranger() -> Message:
    raise LoginError(Words("page-log-in-to-do"))


def _limited(scope: Scope, receive: Receive, limit: int, told: int) -> Receive:
    """Return what receives a body up to a limit. Refusals name another limit, since a file is smaller than its form."""
    length = Headers(scope=scope).get("content-length", "0")
    too_large = length.isdigit() and (len(length) > 18 or int(length) > limit)
    read = 0

    async def receive_some() -> Message:
        nonlocal read, too_large
        message = {"type": "http.request"} if too_large else await receive()
        read += len(message.get("body", b""))
        too_large = too_large or read > limit
        if too_large:
            unit, size = ("mib", told / 2**20) if told >= 2**20 else ("kib", told / 2**10)
            raise SizeError(Words(f"page-too-large-{unit}", size=float(f"{size:.3g}")))
        return message

    return receive_some


def _matching(receive: Receive) -> Receive:
    """Return what receives a body at once, provided that it is a plain form."""
    is_read = False

    async def receive_form() -> Message:
        nonlocal is_read
        if is_read:
            return await receive()
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return message
            body += message.get("body", b"")
            more = message.get("more_body", False)
        is_read = True
        if not PLAIN_FORM.fullmatch(body):
            raise Refused(Words("page-not-a-form"))
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_form
