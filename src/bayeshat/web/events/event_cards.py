"""The list of events with the state of each at a glance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ..storage.schema import Event, Member, Organiser, Response, RosterEntry, Sorting
from . import events


@dataclass(frozen=True)
class Card:
    """What the list shows of an event.

    Attributes
    ----------
    event
        The event.
    role
        What the organiser may do with it.
    n_responses, n_expected, n_sortings
        Answers so far, people on the roster, and results.
    """

    event: Event
    role: str
    n_responses: int
    n_expected: int
    n_sortings: int


def list_cards(session: Session, organiser: Organiser) -> list[Card]:
    """Return an organiser's events, the newest first."""
    roles = dict(session.execute(select(Member.event_id, Member.role).where(Member.organiser_id == organiser.id)).all())

    def count(table: Any) -> dict[str, int]:
        counted = select(table.event_id, func.count()).where(table.event_id.in_(roles)).group_by(table.event_id)
        return dict(session.execute(counted).all())

    given, expected, sorted_ = count(Response), count(RosterEntry), count(Sorting)
    return [
        Card(event, roles[event.id], given.get(event.id, 0), expected.get(event.id, 0), sorted_.get(event.id, 0))
        for event in events.list_events(session, organiser)
        if event.id in roles
    ]
