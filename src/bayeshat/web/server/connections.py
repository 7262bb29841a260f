"""Connections: requests must arrive in time, so that nobody keeps connections busy by sending a byte now and then."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from .settings import Settings

# Whoever sends much gets a second more for each of these.
_PER_SECOND = 2**16


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
