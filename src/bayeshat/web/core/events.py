"""Events: a survey, its form, what the organiser set, and the list of events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from ...survey.spec import Survey, parse_survey
from ...survey.toml import packaged_names, read_source
from ...words.message import Message, catalogue
from ...words.voice import DEFAULT
from ..db.schema import (
    Event,
    Invitation,
    Job,
    Member,
    Organiser,
    Response,
    RosterEntry,
    Sorting,
    Upload,
    is_id,
    new_id,
    now,
)
from ..refusals import Forbidden, NotFound, Refused, Stale
from ..security import Keys, same
from ..settings import Settings
from .event_fields import (
    AUTO_WEIGHT,
    SWITCHES,
    add_rules_of,
    check_dates,
    check_language,
    check_loss,
    check_most,
    check_notice,
    check_rules,
    check_target,
    check_title,
    read_instant,
    without_rules,
)
from .event_fields import LOSSES as LOSSES
from .event_fields import read_weight as read_weight
from .group_sizes import fit_number, name_groups
from .purpose import Purpose, check_purpose, groups_chosen
from .roster import match_answers
from .roster import roster_of as roster_of

# What members of an event may do, the least first.
ROLES = ("viewer", "editor", "owner")
_LONGEST_SURVEY = 1_000_000


@dataclass(frozen=True)
class Summary:
    """Who has answered, at a glance.

    Attributes
    ----------
    n_responses, n_imported
        All answers, and those of them that came from a file.
    last_at
        When the last one came or was changed.
    n_expected
        People on the roster.
    missing, unexpected
        People of the roster who have not answered; people who have and are not on it (none where there is no roster).
    n_sortings
        Results so far.
    """

    n_responses: int
    n_imported: int
    last_at: datetime | None
    n_expected: int
    missing: tuple[str, ...]
    unexpected: tuple[str, ...]
    n_sortings: int

    @property
    def n_in_all(self) -> int:
        """People on the roster, and those who have answered without being on it."""
        return self.n_expected + len(self.unexpected) if self.n_expected else self.n_responses

    @property
    def n_to_group(self) -> int:
        """People who have answered; those who are expected, where nobody has."""
        return self.n_responses or self.n_expected


def packaged_toml(name: str) -> str:
    """Return the text of a packaged survey."""
    if name not in packaged_names():
        raise Refused(Message("events-no-such-survey", surveys=", ".join(packaged_names())), "survey")
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
        raise Refused(Message("events-survey-length", longest=_LONGEST_SURVEY), "survey")
    survey = parse_survey(text, Message("events-survey-file"))
    if survey.n_questions > settings.max_questions:
        wrong = Message("events-survey-questions", most=settings.max_questions, count=survey.n_questions)
        raise Refused(wrong, "survey")
    return survey


def create_event(
    session: Session,
    organiser: Organiser,
    title: str,
    survey_toml: str,
    *,
    settings: Settings,
    language: str = DEFAULT,
    purpose: Purpose | None = None,
) -> Event:
    """Make an event; its form is open at once. An empty title becomes the survey's, and its rules the event's."""
    survey = check_survey_text(survey_toml, settings)
    event = Event(
        id=new_id(),
        title=check_title(title or survey.title),
        survey_toml=without_rules(survey_toml, survey),
        rules=add_rules_of(survey, {}),
        language=check_language(language),
        purpose=check_purpose(purpose or Purpose(), survey),
    )
    set_choices(event)
    if survey.sizes is not None:
        event.target = {"sizes": dict(zip(survey.cluster_names, (int(size) for size in survey.sizes), strict=True))}
    session.add(event)
    session.flush()
    session.add(Member(event_id=event.id, organiser_id=organiser.id, role="owner"))
    return event


def set_choices(event: Event) -> None:
    """Let people say what they choose, where that is what groups are for: in the survey, or else in the form."""
    purpose = purpose_of(event)
    if purpose.kind == "choices" and purpose.choices:
        survey = own_survey_of(event)
        event.survey_toml = survey.with_groups(groups_chosen(survey, purpose.choices)).to_toml()
    elif purpose.kind == "choices":
        event.asks_wishes = True


def list_events(session: Session, organiser: Organiser) -> list[Event]:
    """Return the events that an organiser is a member of, the newest first."""
    wanted = select(Event).join(Member).where(Member.organiser_id == organiser.id)
    return list(session.scalars(wanted.order_by(Event.created_at.desc(), Event.id)))


def open_event(session: Session, organiser: Organiser, event_id: str, role: str = "viewer") -> tuple[Event, str]:
    """Return an event that an organiser is a member of, and what they are: "viewer", "editor" or "owner".

    Parameters
    ----------
    role
        What they must be at least.

    Raises
    ------
    NotFound
        If there is no such event, or they are not a member of it.
    Forbidden
        If they are a member who may not do this.
    """
    member = session.get(Member, (event_id, organiser.id)) if is_id(event_id) else None
    if member is None:
        raise NotFound(Message("events-gone"))
    if ROLES.index(member.role) < ROLES.index(role):
        only = f"events-owners-only-{member.role}" if role == "owner" else "events-editors-only"
        raise Forbidden(Message(only))
    return session.get_one(Event, event_id), member.role


def get_event(session: Session, organiser: Organiser, event_id: str, role: str = "viewer") -> Event:
    """Return an event that an organiser is a member of with at least this role; see `open_event`."""
    return open_event(session, organiser, event_id, role)[0]


def shared_event(session: Session, keys: Keys, event_id: str, token: str) -> Event:
    """Return the event of a share link; NotFound if the link is wrong or was renewed."""
    event = session.get(Event, event_id) if is_id(event_id) else None
    if event is None or not same(keys.share_token(event.id, event.share_number), token):
        raise NotFound(Message("events-no-form"))
    return event


def update_event(session: Session, event: Event, version: int, *, settings: Settings, **changes: Any) -> Event:
    """Change what the organiser set.

    Parameters
    ----------
    version
        The event's version that the organiser saw.
    **changes
        title, survey_toml, asks_names, asks_wishes, asks_friends, max_responses, closes_at, delete_at, language,
        privacy_notice, consent, is_kiosk, shows_reason, shows_chances, shows_mates, allows_exchange, target, purpose,
        rules, size_weight, loss. Moments are texts in ISO 8601 (UTC if they name no zone), or datetimes; empty for
        none.

    Raises
    ------
    Stale
        If the event has been changed since.
    Refused
        If a value cannot be used.
    """
    # The row is held, so that nobody answers a survey while it is found to be unanswered and is replaced.
    known = hold_event(session, event)
    checked = {name: _check_change(session, known, name, value, settings) for name, value in changes.items()}
    check_dates(known, checked.get("closes_at", known.closes_at), checked.get("delete_at", known.delete_at))
    if checked.get("survey_toml", known.survey_toml) != known.survey_toml:
        survey = parse_known_survey(checked["survey_toml"])
        checked["survey_toml"] = without_rules(checked["survey_toml"], survey)
        checked["rules"] = add_rules_of(survey, checked.get("rules", known.rules))
        checked["survey_version"] = Event.survey_version + 1
        # What was learned was about the questions and houses as they were.
        checked["learned"] = {}
    return change_event(session, known, version, **checked)


def open_form(session: Session, event: Event, version: int | None = None) -> Event:
    """Take answers."""
    return change_event(session, event, version, is_open=True)


def close_form(session: Session, event: Event, version: int | None = None) -> Event:
    """Take no more answers, and no more changes of answers."""
    return change_event(session, event, version, is_open=False)


def renew_share_link(session: Session, event: Event) -> Event:
    """Make another share link; the old one leads nowhere. Receipts stay as they are."""
    return change_event(session, event, share_number=Event.share_number + 1)


def delete_event(session: Session, event: Event) -> None:
    """Delete an event with all answers and results."""
    for table in (Sorting, Job, Response, RosterEntry, Upload, Invitation, Member):
        session.execute(delete(table).where(table.event_id == event.id))
    session.execute(delete(Event).where(Event.id == event.id))


def survey_of(event: Event) -> Survey:
    """Return the survey that an event asks, as people of an earlier year have taught it if any have."""
    return parse_spoken_survey(event.asked_toml)


def survey_for(event: Event, n_people: int, groups: Sequence[str] = ()) -> Survey:
    """Return the survey that these people are sorted by: with as many groups as the wanted sizes make of them.

    Parameters
    ----------
    groups
        Groups that there are already, which stay.
    """
    survey = survey_of(event)
    if not groups and not has_fixed_groups(event):
        number = fit_number(event.target["sizes"], survey.n_clusters, n_people)
        groups = name_groups(survey.cluster_names, number, catalogue(event.language))
    return survey if tuple(groups) in ((), survey.cluster_names) else survey.with_groups(groups)


def purpose_of(event: Event) -> Purpose:
    """Return what an event's groups are for."""
    return Purpose(**event.purpose)


def has_fixed_groups(event: Event) -> bool:
    """Say whether there are as many groups as the survey says: it describes each, and people are sorted into them."""
    return survey_of(event).is_informative and not purpose_of(event).is_mixed


def own_survey_of(event: Event) -> Survey:
    """Return the survey that an event asks, as the organiser wrote it."""
    return parse_known_survey(event.survey_toml)


@lru_cache(maxsize=32)
def parse_known_survey(text: str) -> Survey:
    """Return a survey that was checked before it was kept.

    Every answer that comes is checked against its survey, and parsing takes longer than all the rest of that.
    """
    return parse_survey(text, "the event's survey")


@lru_cache(maxsize=32)
def parse_spoken_survey(text: str) -> Survey:
    """Return such a survey as the pages speak of it: of groups throughout, whatever it calls its own."""
    return replace(parse_known_survey(text), noun="group")


def summary(session: Session, event: Event) -> Summary:
    """Return who has answered, at a glance."""
    counted = select(func.count(), func.max(Response.changed_at)).where(Response.event_id == event.id)
    n_responses, last_at = session.execute(counted).one()
    imported = select(func.count()).where(Response.event_id == event.id, Response.source == "import")
    missing: tuple[str, ...] = ()
    unexpected: tuple[str, ...] = ()
    roster = roster_of(session, event)
    if roster:
        given = session.execute(
            select(Response.id, Response.name, Response.roster_entry_id).where(Response.event_id == event.id)
        )
        answered, others = match_answers(roster, [(row[0], row[1], row[2]) for row in given])
        missing = tuple(entry.name for entry in roster if entry.id not in answered)
        unexpected = tuple(name for _, name in others)
    n_sortings = session.scalar(select(func.count()).where(Sorting.event_id == event.id)) or 0
    return Summary(
        n_responses=n_responses,
        n_imported=session.scalar(imported) or 0,
        last_at=last_at,
        n_expected=len(roster),
        missing=missing,
        unexpected=unexpected,
        n_sortings=n_sortings,
    )


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


def hold_event(session: Session, event: Event, gone: str = "events-gone") -> Event:
    """Return an event as it is now, and keep others from changing it until the session ends; `gone` says it is gone."""
    held = select(Event).where(Event.id == event.id).with_for_update(key_share=True)
    known = session.scalar(held.execution_options(populate_existing=True))
    if known is None:
        raise NotFound(Message(gone))
    return known


def change_event(session: Session, event: Event, version: int | None = None, **values: Any) -> Event:
    """Change columns of an event that were checked; Stale if it is not at the version that was seen."""
    move_version(session, Event, event.id, version, **values)
    known = session.get_one(Event, event.id)
    session.refresh(known)
    return known


def _check_change(session: Session, event: Event, name: str, value: Any, settings: Settings) -> Any:
    if name == "title":
        return check_title(value)
    if name in SWITCHES:
        return bool(value)
    if name in ("closes_at", "delete_at"):
        return read_instant(name, value)
    if name in ("privacy_notice", "consent"):
        return check_notice(name, value)
    if name == "language":
        return check_language(value)
    if name == "max_responses":
        return check_most(value, settings)
    if name == "loss":
        return check_loss(value)
    if name == "size_weight":
        weight = read_weight(value)
        return AUTO_WEIGHT if weight is None else str(weight)
    if name == "survey_toml":
        if session.scalar(select(func.count()).where(Response.event_id == event.id)):
            raise Refused(Message("events-survey-answered"), "survey")
        check_survey_text(value, settings)
        return value
    if name == "target":
        return check_target(value, survey_of(event), has_fixed_groups(event))
    if name == "purpose":
        return check_purpose(value, survey_of(event))
    if name == "rules":
        return check_rules(value)
    raise Refused(Message("events-no-such-field", field=name), name)


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
        for event in list_events(session, organiser)
        if event.id in roles
    ]
