"""The frame of an event's steps: the bar that tells how each stands, and forms that lose nothing that was typed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session
from starlette.responses import Response

from ..errors import BayesHatError
from ..words.message import Message
from .auth import EventVisit
from .core import events
from .core.steps import Overview, read_overview
from .refusals import Stale, problems_of, status_of


@dataclass(frozen=True)
class Fields:
    """What the fields of a form hold, and what is stored.

    Attributes
    ----------
    stored
        The texts as they are stored now.
    typed
        The texts as they were sent, if the form comes back.
    stale
        Whether it comes back because somebody else saved in between.
    """

    stored: Mapping[str, str]
    typed: Mapping[str, str]
    stale: bool = False

    def __getitem__(self, name: str) -> str:
        return self.typed.get(name, self.stored[name])

    @property
    def version(self) -> str:
        """What tells whether others have saved since: it follows from what is stored in these fields alone."""
        return version_of(self.stored)

    def differs(self, name: str) -> bool:
        """Say whether somebody else stored something else than was typed."""
        return self.stale and self[name] != self.stored[name]


def version_of(stored: Mapping[str, str]) -> str:
    """Return a short text that differs whenever the fields do."""
    return hashlib.sha256(json.dumps(dict(stored), sort_keys=True).encode()).hexdigest()[:16]


def check_version(stored: Mapping[str, str], version: str) -> None:
    """Raise Stale if the fields are not what the page showed."""
    if version_of(stored) != version:
        raise Stale(Message("events-stale"))


def step_page(
    visit: EventVisit,
    step: str,
    gather: Callable[[Session, Overview], dict[str, Any]] | None = None,
    complete: Callable[[Overview, dict[str, Any]], dict[str, Any]] | None = None,
    *,
    error: BayesHatError | None = None,
    form: str = "",
) -> Response:
    """Return the page of a step as things are now.

    Parameters
    ----------
    step
        A step's key, or "overview".
    gather
        Reads what the page shows besides.
    complete
        Makes more of that, once the database has been left.
    error
        Why what was sent was not taken.
    form
        The id of what was sent, for an error that is about all of it.
    """
    errors = {} if error is None else {field or form: words for field, words in problems_of(error).items()}
    with visit.site.database.reading() as session:
        known = events.get_event(session, visit.organiser, visit.event.id)
        overview = read_overview(session, known)
        read = gather(session, overview) if gather else {}
    context = {
        "event": known,
        "base": overview.base,
        "overview": overview,
        "step": step,
        "errors": errors,
        **read,
        **(complete(overview, read) if complete else {}),
    }
    return visit.page(f"event_{step}", context, 200 if error is None else status_of(error))
