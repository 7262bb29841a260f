"""Deletion by date: what people answered is deleted when the organiser said so, without anybody's help."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from ..accounts import audit
from ..events import events
from ..events.event_fields import without_rules
from ..languages import Message
from ..storage.database import Database
from ..storage.schema import AuditEntry, Edit, Event, Job, Place, Response, RosterEntry, Sorting, now

# How long before the date the pages warn.
WARNING = timedelta(days=7)
_EXPIRED = "accounts-did-expired"
# The same entry of the audit log, as versions wrote it that knew no other language.
_EXPIRED_IN_ENGLISH = "deleted answers, results, rules and roster, as the date of deletion had come"


def delete_expired(database: Database) -> int:
    """Delete what all events hold about people whose date has come, and return how many events that were."""
    with database.reading() as session:
        due = list(session.scalars(select(Event.id).where(Event.delete_at <= now())))
    done = 0
    for event_id in due:
        # One event at a time: the others' pages need not wait.
        with database.session() as session:
            held = select(Event).where(Event.id == event_id, Event.delete_at <= now()).with_for_update()
            event = session.scalar(held)
            if event is not None:
                _delete_people(session, event)
                audit.record(session, event, None, Message(_EXPIRED))
                done += 1
    return done + _clean_surveys(database)


def warns_of_deletion(event: Event) -> bool:
    """Say whether the date is so near that pages should warn of it."""
    return event.delete_at is not None and event.delete_at <= now() + WARNING


def _clean_surveys(database: Database) -> int:
    """Delete the rules in surveys of events that expired before, and return how many events that were.

    Older versions kept an uploaded survey with its rules, which name people, and left them there at the date. These
    rules are from before the date: a survey is uploaded only when its event is made. Rules that were added later are
    kept with the event, not in its survey, and stay like everything else if the event is in use again.
    """
    expired = select(AuditEntry.event_id).where(AuditEntry.action.in_((_EXPIRED, _EXPIRED_IN_ENGLISH)))
    with database.reading() as session:
        # Most surveys need not be parsed to know that they have no rules.
        found = session.scalars(select(Event).where(Event.id.in_(expired), Event.survey_toml.contains("rules")))
        ruled = [event.id for event in found if events.own_survey_of(event).rules]
    for event_id in ruled:
        with database.session() as session:
            event = session.scalar(select(Event).where(Event.id == event_id).with_for_update())
            if event is not None:
                own = without_rules(event.survey_toml, events.own_survey_of(event))
                taught = {"survey_toml": without_rules(event.asked_toml, events.survey_of(event))}
                events.change_event(
                    session, event, survey_toml=own, learned=event.learned | taught if event.learned else {}
                )
                audit.record(session, event, None, Message("accounts-did-clean-survey"))
    return len(ruled)


def _delete_people(session: Session, event: Event) -> None:
    """Delete everything that names people or is about them. The survey stays, and its form is closed."""
    results = select(Sorting.id).where(Sorting.event_id == event.id)
    for rows in (Edit, Place):
        session.execute(delete(rows).where(rows.sorting_id.in_(results)))
    for table in (Sorting, Job, Response, RosterEntry):
        session.execute(delete(table).where(table.event_id == event.id))
    session.execute(
        update(Event)
        .where(Event.id == event.id)
        .values(
            is_open=False,
            delete_at=None,
            survey_toml=without_rules(event.survey_toml, events.own_survey_of(event)),
            rules={},
            learned={},
            published_sorting_id=None,
            published_at=None,
            version=Event.version + 1,
            changed_at=now(),
        )
        .execution_options(synchronize_session=False)
    )
