"""The audit log: what organisers did, and when. It names no respondent, and outlives the event."""

from __future__ import annotations

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from ...words.message import Message
from ..db.schema import AuditEntry, Event, Organiser

PAGE = 50


def record(session: Session, event: Event | None, organiser: Organiser | None, action: Message) -> None:
    """Add an entry.

    Parameters
    ----------
    event
        What it was done to; None for what concerns the server as a whole.
    organiser
        Who did it; None for the server itself.
    action
        What was done, in the past tense; what is filled in must be plain, for it is kept.
    """
    entry = AuditEntry(
        event_id=event.id if event else None,
        event_title=event.title if event else "",
        organiser=organiser.name if organiser else "",
        action=action.id,
        filled=dict(action.facts),
    )
    session.add(entry)
    session.flush()


def list_entries(session: Session, event: Event | None, page: int = 1) -> tuple[list[AuditEntry], int]:
    """Return a page of entries, the newest first, and how many pages there are.

    Parameters
    ----------
    event
        Whose entries; None for those that concern the server as a whole, and those of deleted events.
    """
    if event is not None:
        own: ColumnElement[bool] = AuditEntry.event_id == event.id
    else:
        own = AuditEntry.event_id.is_(None) | AuditEntry.event_id.not_in(select(Event.id))
    count = session.scalar(select(func.count()).where(own)) or 0
    wanted = select(AuditEntry).where(own).order_by(AuditEntry.created_at.desc(), AuditEntry.id)
    entries = list(session.scalars(wanted.offset(PAGE * (page - 1)).limit(PAGE)))
    return entries, max(-(-count // PAGE), 1)
