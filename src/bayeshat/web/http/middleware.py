"""What happens to every request: a number, a line in the log, safe headers, a limit of its size."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ...errors import InputError
from .logs import log

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
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class NumberRequests:
    """Give every request an id, log it without what it holds, and put safe headers on the answer.

    The log names the route's pattern, ``/r/{receipt}``, never the address itself, which may be a secret.

    Parameters
    ----------
    app
        What answers.
    apologise
        Makes the answer where something went wrong that nobody thought of.
    secure
        Whether browsers are told to come by HTTPS only.
    """

    def __init__(self, app: ASGIApp, apologise: Callable[[Request], Response], secure: bool = False) -> None:
        self.app = app
        self.apologise = apologise
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
            route = scope.get("route")
            log.info(
                "request",
                request_id=request_id,
                method=scope["method"],
                route=getattr(route, "path", None),
                status=status,
                milliseconds=round(1000 * (time.perf_counter() - began), 1),
            )


class SizeError(InputError):
    """What was sent is larger than may be."""


class LimitBodies:
    """Refuse bodies over a limit when somebody reads them: at once, or as soon as they turn out to be too long.

    Parameters
    ----------
    app
        What answers.
    limit, upload_limit
        Bytes; the second for addresses that end with one of ``uploads``.
    uploads
        Ends of addresses that files are sent to.
    """

    def __init__(self, app: ASGIApp, limit: int, upload_limit: int, uploads: tuple[str, ...] = ()) -> None:
        self.app = app
        self.limit = limit
        self.upload_limit = upload_limit
        self.uploads = uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, with a body that raises SizeError."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.upload_limit if scope["path"].endswith(self.uploads) else self.limit
        told = Headers(scope=scope).get("content-length", "0")
        too_large = told.isdigit() and (len(told) > 18 or int(told) > limit)
        read = 0

        async def receive_some() -> Message:
            nonlocal read, too_large
            message = {"type": "http.request"} if too_large else await receive()
            read += len(message.get("body", b""))
            too_large = too_large or read > limit
            if too_large:
                raise SizeError(
                    f"What is sent must be at most {limit / 2**20:.3g} MiB; this is more. Send less, or a smaller file."
                )
            return message

        await self.app(scope, receive_some, send)
