"""``serve``: run the application until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from ..errors import InputError
from .app import create_app
from .auth import Site
from .core import accounts
from .core.addresses import address_of, link_warning, remember_address
from .db.database import migrate
from .logs import log_to_stderr
from .settings import Settings

# Whoever sends much gets a second more for each of these.
_PER_SECOND = 2**16


class Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, site: Site, tell: Callable[[str], None]) -> None:
        super().__init__(config)
        self.site = site
        self.tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say where."""
        await super().startup(sockets=sockets)
        # What is there now stays. Looking through it for garbage again and again took a sixth of the server's time.
        gc.freeze()
        if not self.should_exit:
            self.tell(describe_start(self.site, self._port()))

    def _port(self) -> int:
        for server in self.servers:
            for bound in server.sockets:
                return int(bound.getsockname()[1])
        return self.site.settings.port


def serve(settings: Settings, tell: Callable[[str], None] | None = None) -> None:
    """Serve the survey form and the organiser's pages until a signal (Ctrl-C) comes.

    Parameters
    ----------
    settings
        Where to listen, where things are kept, and limits.
    tell
        Takes the lines for whoever started the server, the one-time set-up secret among them; by default they are
        printed.

    Raises
    ------
    InputError
        If the address cannot be had, or the data folder or the database cannot be used.
    """
    with listen(settings) as listening:
        app: FastAPI = create_app(settings)
        # The application does this as well when it starts, but there a fault would be a traceback.
        migrate(app.state.site.database)
        log_to_stderr()
        # Ctrl-C is how one stops it, not an accident.
        with suppress(KeyboardInterrupt):
            Server(configure(app, settings), app.state.site, tell or partial(print, flush=True)).run([listening])


def configure(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return how uvicorn serves the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=prompt_connection(settings),
        log_config=None,
        # Addresses hold secrets; the log of requests in `middleware` names routes only.
        access_log=False,
        server_header=False,
        ws="none",
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=5,
    )


def listen(settings: Settings) -> socket.socket:
    """Take the address that the settings name.

    Raises
    ------
    InputError
        If it cannot be had.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        return socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        raise InputError(
            f"The server must listen at a free address of this machine; got {settings.host}:{settings.port} "
            f"({error.strerror}). Choose another port with --port, or stop what uses it."
        ) from None


def describe_start(site: Site, port: int) -> str:
    """Return what to tell whoever started the server: the address; while there is no organiser, with the secret."""
    address = address_of(site.settings, port)
    warning = link_warning(address)
    stop = f"{warning}\nStop it with Ctrl-C." if warning else "Stop it with Ctrl-C."
    with site.database.session() as session:
        secret = accounts.setup_secret(session, site.keys)
        remember_address(session, address)
    if secret is None:
        return f"bayeshat is ready: {address}\n{stop}"
    return (
        "bayeshat is ready. Open this address once to choose a name and a password:\n"
        f"{address}/setup?secret={secret}\n{stop}"
    )


class PromptConnection(H11Protocol):
    """Closes the connection if the headers, and then the body, of a request do not arrive in time.

    uvicorn itself only closes connections on which nothing at all happens between two requests.
    """

    settings: Settings
    _deadline: asyncio.TimerHandle | None = None
    _waits_for: object = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        super().connection_lost(exc)
        self._stop_waiting()

    def handle_events(self) -> None:
        """Handle what has arrived: maybe the headers are complete now, or the body."""
        super().handle_events()
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def _watch(self) -> None:
        state = self.conn.their_state
        if state is self._waits_for:
            return
        self._stop_waiting()
        if state in (h11.IDLE, h11.SEND_BODY) and not self.transport.is_closing():
            self._waits_for = state
            self._deadline = self.loop.call_later(self._seconds(state), self.transport.close)

    def _seconds(self, state: object) -> float:
        seconds = self.settings.receive_seconds
        if state is h11.IDLE:
            return seconds
        most = self.settings.largest_body
        told = next((value for name, value in self.headers if name == b"content-length"), b"")
        return seconds + min(int(told) if told.isdigit() else most, most) / _PER_SECOND

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline, self._waits_for = None, None


def prompt_connection(settings: Settings) -> type[PromptConnection]:
    """Return the class of connections for some settings, as uvicorn wants it."""
    return type("PromptConnection", (PromptConnection,), {"settings": settings})
