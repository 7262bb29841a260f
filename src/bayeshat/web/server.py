"""``serve``: run the application until somebody stops it."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import uvicorn
from fastapi import FastAPI

from ..errors import InputError
from .app import create_app
from .auth import Site
from .core import accounts
from .core.addresses import address_of, link_warning, remember_address
from .db.backups import DAYS
from .db.database import migrate
from .logs import log_to_stderr
from .settings import Settings


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
        Takes the lines to print at the start, the one-time set-up secret among them; by default they are
        printed.

    Raises
    ------
    InputError
        If the address cannot be had, or the data folder or the database cannot be used.
    """
    with listen(settings) as listening:
        app: FastAPI = create_app(settings)
        # The application does this as well when it starts, but there a fault would be a traceback.
        copy = migrate(app.state.site.database, settings)
        tell = tell or partial(print, flush=True)
        if copy is not None:
            tell(f"The database was brought up to date. As it was before, it is in {copy} for {DAYS} days.")
        log_to_stderr()
        # Ctrl-C is how one stops it, not an accident.
        with suppress(KeyboardInterrupt):
            Server(configure(app, settings), app.state.site, tell).run([listening])


def configure(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """Return how uvicorn serves the application."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http="h11",
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
        listening = socket.create_server((settings.host, settings.port), family=family, backlog=2048)
    except OSError as error:
        raise InputError(
            f"The server must listen at a free address of this machine; got {settings.host}:{settings.port} "
            f"({error.strerror}). Choose another port with --port, or stop what uses it."
        ) from None
    # Each connection has it from here: one whose phone has left the network ends, instead of staying for good.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    return listening


def describe_start(site: Site, port: int) -> str:
    """Return what to print at the start: the address; while there is no organiser, with the secret."""
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
