"""Deleting an account, and deleting answers by date."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from ...tables.person_names import sort_key
from ...words.message import Message
from ..db.database import Database
from ..db.schema import (
    Event,
    Invitation,
    Job,
    Login,
    Member,
    Organiser,
    Response,
    RosterEntry,
    Sorting,
    Upload,
    now,
)
from ..refusals import Refused, Stale
from . import accounts, audit, events

# How long before the date the pages warn.
WARNING = timedelta(days=7)


@dataclass(frozen=True)
class Fate:
    """What becomes of one of the organiser's events.

    Attributes
    ----------
    event_id, title
        The event.
    n_answers
        How many people have answered.
    becomes
        "deleted", "handed" (an editor becomes the owner) or "kept" (there is another owner).
    heir, heir_id
        Who becomes the owner; empty unless it is handed over.
    """

    event_id: str
    title: str
    n_answers: int
    becomes: str
    heir: str = ""
    heir_id: str = ""


@dataclass(frozen=True)
class Plan:
    """What happens when an account is deleted.

    Attributes
    ----------
    fates
        What becomes of each event, by title.
    successors
        Organisers of whom one must become the administrator; empty if there is another administrator, or nobody else.
    is_last
        Whether nobody else has an account.
    """

    fates: tuple[Fate, ...]
    successors: tuple[Organiser, ...]
    is_last: bool

    def of(self, becomes: str) -> list[Fate]:
        """Return the events that share a fate."""
        return [one for one in self.fates if one.becomes == becomes]

    @property
    def version(self) -> str:
        """A fingerprint, to tell whether what was said is still what would happen; further answers do not change it."""
        said = [(one.event_id, one.becomes, one.heir_id) for one in self.fates]
        return hashlib.sha256(repr((said, bool(self.successors))).encode()).hexdigest()[:16]


def plan_deletion(session: Session, organiser: Organiser) -> Plan:
    """Return what would happen to an organiser's events and to the server, and change nothing."""
    own = select(Event, Member.role).join(Member).where(Member.organiser_id == organiser.id)
    fates = [_fate_of(session, organiser, event, role) for event, role in session.execute(own)]
    others = list(session.scalars(select(Organiser).where(Organiser.id != organiser.id).order_by(Organiser.key)))
    needs_successor = organiser.is_admin and not any(one.is_admin for one in others)
    ordered = sorted(fates, key=lambda one: (sort_key(one.title), one.event_id))
    return Plan(tuple(ordered), tuple(others) if needs_successor else (), not others)


def delete_account(
    session: Session,
    organiser: Organiser,
    *,
    version: str | None = None,
    successor: str = "",
    by: Organiser | None = None,
) -> Plan:
    """Delete an account for good, and return what became of its events.

    Parameters
    ----------
    version
        The version of the plan that was shown; None to go by what there is now.
    successor
        The id of who becomes the administrator, where the plan asks for one.
    by
        Who does it, for the audit log; None for the server's own command.

    Raises
    ------
    Stale
        If something else would happen by now than was shown.
    Refused
        If somebody must become the administrator and nobody was chosen.
    Forbidden
        If the password was changed, or the account deleted, since the organiser was read.
    """
    # All are held, so that the last two owners of an event, or the last two administrators, cannot leave together.
    session.execute(select(Organiser.id).where(Organiser.is_admin).order_by(Organiser.id).with_for_update())
    known = accounts.hold_organiser(session, organiser)
    own = select(Member.event_id).where(Member.organiser_id == known.id)
    session.execute(select(Event.id).where(Event.id.in_(own)).order_by(Event.id).with_for_update())
    plan = plan_deletion(session, known)
    if version not in (None, plan.version):
        raise Stale(Message("accounts-delete-changed"))
    if plan.successors:
        chosen = next((one for one in plan.successors if one.id == successor), None)
        if chosen is None:
            raise Refused(Message("accounts-no-successor"), "successor")
        chosen.is_admin = True
    did = Message("accounts-did-deleted-account", name=known.name)
    for fate in plan.fates:
        event = session.get_one(Event, fate.event_id)
        if fate.becomes == "deleted":
            audit.record(session, event, by, Message("accounts-did-deleted-event"))
            events.delete_event(session, event)
            continue
        if fate.becomes == "handed":
            session.get_one(Member, (event.id, fate.heir_id)).role = "owner"
            audit.record(session, event, by, Message("accounts-did-made-owner", name=fate.heir))
        audit.record(session, event, by, did)
    audit.record(session, None, by, did)
    session.execute(delete(Invitation).where(Invitation.invited_by == known.id))
    for table in (Login, Member, Upload):
        session.execute(delete(table).where(table.organiser_id == known.id))
    session.execute(delete(Organiser).where(Organiser.id == known.id))
    return plan


def _fate_of(session: Session, organiser: Organiser, event: Event, role: str) -> Fate:
    """Return what becomes of an event; of several editors, the one who has been there longest becomes the owner."""
    n_answers = session.scalar(select(func.count()).where(Response.event_id == event.id)) or 0
    others = (
        select(Organiser, Member.role)
        .join(Member)
        .where(Member.event_id == event.id, Member.organiser_id != organiser.id)
        .order_by(Member.created_at, Organiser.id)
    )
    by_role: dict[str, Organiser] = {}
    for other, others_role in session.execute(others):
        by_role.setdefault(others_role, other)
    if role != "owner" or "owner" in by_role:
        return Fate(event.id, event.title, n_answers, "kept")
    if "editor" in by_role:
        heir = by_role["editor"]
        return Fate(event.id, event.title, n_answers, "handed", heir.name, heir.id)
    return Fate(event.id, event.title, n_answers, "deleted")


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
                audit.record(session, event, None, Message("accounts-did-expired"))
                done += 1
    return done


def warns_of_deletion(event: Event) -> bool:
    """Say whether the date is so near that pages should warn of it."""
    return event.delete_at is not None and event.delete_at <= now() + WARNING


def _delete_people(session: Session, event: Event) -> None:
    """Delete everything that names people or is about them. The survey stays, and its form is closed."""
    for table in (Sorting, Job, Response, RosterEntry, Upload):
        session.execute(delete(table).where(table.event_id == event.id))
    session.execute(
        update(Event)
        .where(Event.id == event.id)
        .values(
            is_open=False,
            delete_at=None,
            rules={},
            learned={},
            published_sorting_id=None,
            published_at=None,
            version=Event.version + 1,
            changed_at=now(),
        )
        .execution_options(synchronize_session=False)
    )
