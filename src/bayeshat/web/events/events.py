"""Events: a survey, its form, and what the organiser set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from ...survey.spec import Survey
from ...survey.text import normalise
from ...survey.toml_read import parse_survey
from ...survey.toml_source import packaged_names, read_source
from ..http.security import Keys, same
from ..http.settings import Settings
from ..refusals import NotFound, Refused, Stale
from ..storage.schema import Edit, Event, Job, Organiser, Response, Sorting, is_id, now
from .event_fields import (
    AUTO_WEIGHT,
    check_loss,
    check_most,
    check_roster,
    check_rules,
    check_sizes,
    check_title,
)
from .event_fields import LOSSES as LOSSES
from .event_fields import read_weight as read_weight

_LONGEST_SURVEY = 1_000_000
_GONE = "There is no such event. Check the address, or look at the list of your events."
_NO_FORM = "There is no such form. Check the address, or ask whoever sent it for the new one."


@dataclass(frozen=True)
class Summary:
    """Who has answered, at a glance.

    Attributes
    ----------
    n_responses, n_imported
        All answers, and those of them that came from a file.
    last_at
        When the last one came or was changed.
    missing, unexpected
        People of the roster who have not answered; people who have and are not on it (none where there is no roster).
    n_sortings
        Results so far.
    """

    n_responses: int
    n_imported: int
    last_at: datetime | None
    missing: tuple[str, ...]
    unexpected: tuple[str, ...]
    n_sortings: int


def packaged_surveys() -> dict[str, str]:
    """Return the titles of the packaged surveys by their names."""
    return {name: Survey.load(name).title for name in packaged_names()}


def packaged_toml(name: str) -> str:
    """Return the text of a packaged survey."""
    if name not in packaged_names():
        raise Refused(f"A survey must be one of {', '.join(packaged_names())}. Choose one of them.", "survey")
    return read_source(name)[0]


def check_survey_text(text: str, settings: Settings) -> Survey:
    """Return the survey in a TOML text, within the server's limits.

    Raises
    ------
    Refused
        If it is too large.
    SurveyError
        If it cannot be used; the message names the line or the key.
    """
    if len(text) > _LONGEST_SURVEY:
        raise Refused(f"A survey file may have at most {_LONGEST_SURVEY:,} characters. Shorten it.", "survey")
    survey = parse_survey(text, "the survey file")
    if survey.n_questions > settings.max_questions:
        raise Refused(
            f"A survey may have at most {settings.max_questions} questions; got {survey.n_questions}. Leave some out.",
            "survey",
        )
    return survey


def create_event(
    session: Session,
    organiser: Organiser,
    title: str,
    survey_toml: str,
    *,
    settings: Settings,
    asks_names: bool = True,
    max_responses: int | None = None,
    roster: Iterable[str] = (),
) -> Event:
    """Make an event; its form is open at once. An empty title becomes the survey's."""
    survey = check_survey_text(survey_toml, settings)
    event = Event(
        organiser_id=organiser.id,
        title=check_title(title or survey.title),
        survey_toml=survey_toml,
        asks_names=bool(asks_names),
        max_responses=check_most(max_responses, settings),
        roster=check_roster(roster, settings),
    )
    if survey.sizes is not None:
        event.target = {"sizes": dict(zip(survey.cluster_names, (int(size) for size in survey.sizes), strict=True))}
    session.add(event)
    session.flush()
    return event


def list_events(session: Session, organiser: Organiser) -> list[Event]:
    """Return an organiser's events, the newest first."""
    wanted = select(Event).where(Event.organiser_id == organiser.id).order_by(Event.created_at.desc(), Event.id)
    return list(session.scalars(wanted))


def get_event(session: Session, organiser: Organiser, event_id: str) -> Event:
    """Return one of an organiser's events; NotFound if it is somebody else's or there is none."""
    event = session.get(Event, event_id) if is_id(event_id) else None
    if event is None or event.organiser_id != organiser.id:
        raise NotFound(_GONE)
    return event


def shared_event(session: Session, keys: Keys, event_id: str, token: str) -> Event:
    """Return the event of a share link; NotFound if the link is wrong or was renewed."""
    event = session.get(Event, event_id) if is_id(event_id) else None
    if event is None or not same(keys.share_token(event), token):
        raise NotFound(_NO_FORM)
    return event


def update_event(session: Session, event: Event, version: int, *, settings: Settings, **changes: Any) -> Event:
    """Change what the organiser set.

    Parameters
    ----------
    version
        The event's version that the organiser saw.
    **changes
        title, survey_toml, asks_names, max_responses, roster, target, rules, size_weight, loss.

    Raises
    ------
    Stale
        If the event has been changed since.
    Refused
        If a value cannot be used.
    """
    # The row is held, so that nobody answers a survey while it is found to be unanswered and is replaced.
    held = select(Event).where(Event.id == event.id).with_for_update(key_share=True)
    known = session.scalar(held.execution_options(populate_existing=True))
    if known is None:
        raise NotFound(_GONE)
    checked = {name: _check_change(session, known, name, value, settings) for name, value in changes.items()}
    return _change(session, known, version, **checked)


def open_form(session: Session, event: Event, version: int | None = None) -> Event:
    """Take answers."""
    return _change(session, event, version, is_open=True)


def close_form(session: Session, event: Event, version: int | None = None) -> Event:
    """Take no more answers, and no more changes of answers."""
    return _change(session, event, version, is_open=False)


def renew_share_link(session: Session, event: Event, version: int | None = None) -> Event:
    """Make another share link; the old one leads nowhere. Receipts stay as they are."""
    return _change(session, event, version, share_number=Event.share_number + 1)


def delete_event(session: Session, event: Event) -> None:
    """Delete an event with all answers and results."""
    results = select(Sorting.id).where(Sorting.event_id == event.id)
    session.execute(delete(Edit).where(Edit.sorting_id.in_(results)))
    for table in (Sorting, Job, Response):
        session.execute(delete(table).where(table.event_id == event.id))
    session.execute(delete(Event).where(Event.id == event.id))


def survey_of(event: Event) -> Survey:
    """Return the survey that an event asks."""
    return _parse(event.survey_toml)


@lru_cache(maxsize=32)
def _parse(text: str) -> Survey:
    # Every answer that comes is checked against its survey, and parsing takes longer than all the rest of that.
    return parse_survey(text, "the event's survey")


def summary(session: Session, event: Event) -> Summary:
    """Return who has answered, at a glance."""
    counted = select(func.count(), func.max(Response.changed_at)).where(Response.event_id == event.id)
    n_responses, last_at = session.execute(counted).one()
    imported = select(func.count()).where(Response.event_id == event.id, Response.source == "import")
    missing: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()
    if event.roster:
        names = list(session.scalars(select(Response.name).where(Response.event_id == event.id)))
        there, expected = {normalise(name) for name in names}, {normalise(name) for name in event.roster}
        missing = tuple(name for name in event.roster if normalise(name) not in there)
        unexpected = tuple(name for name in names if normalise(name) not in expected)
    n_sortings = session.scalar(select(func.count()).where(Sorting.event_id == event.id)) or 0
    return Summary(n_responses, session.scalar(imported) or 0, last_at, missing, unexpected, n_sortings)


def move_version(session: Session, table: Any, identity: str, version: int | None, **values: Any) -> None:
    """Change a row and its version in one step, or raise Stale if it is not at the version that was seen.

    The database compares while it holds the row, so that of two who saw the same version one is refused.
    """
    wanted = update(table).where(table.id == identity)
    if version is not None:
        wanted = wanted.where(table.version == version)
    done = session.execute(
        wanted.values(version=table.version + 1, changed_at=now(), **values).execution_options(
            synchronize_session=False
        )
    )
    if done.rowcount != 1:  # type: ignore[attr-defined]
        raise Stale


def _change(session: Session, event: Event, version: int | None, **values: Any) -> Event:
    move_version(session, Event, event.id, version, **values)
    known = session.get_one(Event, event.id)
    session.refresh(known)
    return known


def _check_change(session: Session, event: Event, name: str, value: Any, settings: Settings) -> Any:
    if name == "title":
        return check_title(value)
    if name == "asks_names":
        return bool(value)
    if name == "max_responses":
        return check_most(value, settings)
    if name == "roster":
        return check_roster(value, settings)
    if name == "loss":
        return check_loss(value)
    if name == "size_weight":
        weight = read_weight(value)
        return AUTO_WEIGHT if weight is None else str(weight)
    if name == "survey_toml":
        if session.scalar(select(func.count()).where(Response.event_id == event.id)):
            raise Refused("The survey has been answered, so it must stay as it is. Make a new event.", "survey")
        check_survey_text(value, settings)
        return value
    if name == "target":
        return {"sizes": check_sizes(value, survey_of(event))}
    if name == "rules":
        return check_rules(value)
    raise Refused(f"An event has no {name!r} that can be changed. Look at the form again.", name)
