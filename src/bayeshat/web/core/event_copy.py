"""Copies of events: the same survey and settings for other people."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from ...rules.rules import Rules
from ...words.message import Catalogue
from ..db.schema import Event, Organiser, RosterEntry
from ..settings import Settings
from . import events
from .event_fields import LONGEST_TITLE

# What a copy takes over as it is. The form starts closed, without dates; answers, results and links stay behind.
COPIED = (
    "learned",
    "asks_names",
    "asks_wishes",
    "asks_friends",
    "max_responses",
    "language",
    "privacy_notice",
    "consent",
    "is_kiosk",
    "shows_reason",
    "shows_chances",
    "shows_mates",
    "allows_exchange",
    "target",
    "purpose",
    "size_weight",
    "loss",
)


def propose_title(title: str, taken: set[str], say: Catalogue) -> str:
    """Return a title for a copy that no other event has.

    Examples
    --------
    >>> from bayeshat.words.message import catalogue
    >>> say = catalogue("en")
    >>> propose_title("Autumn", {"Autumn", "Autumn (copy)"}, say)
    'Autumn (copy 2)'
    """
    number = 1
    while True:
        end = f" {say('events-copy-proposed', number=number)}"
        proposed = title[: LONGEST_TITLE - len(end)] + end
        if proposed not in taken:
            return proposed
        number += 1


def copy_event(
    session: Session, organiser: Organiser, event: Event, title: str, *, with_people: bool, settings: Settings
) -> Event:
    """Make an event with the survey, sizes, rules and settings of another; the organiser owns it.

    Parameters
    ----------
    with_people
        Whether to take over who is expected, and rules that name people.
    """
    made = events.create_event(session, organiser, title, event.survey_toml, settings=settings)
    for field in COPIED:
        setattr(made, field, getattr(event, field))
    made.is_open = False
    made.rules = event.rules if with_people else without_people(event.rules)
    if with_people:
        for entry in events.roster_of(session, event):
            copied = {field: getattr(entry, field) for field in ("position", "name", "key", "email", "extra")}
            session.add(RosterEntry(event_id=made.id, **copied))
    session.flush()
    return made


def without_people(rules: dict[str, Any]) -> dict[str, Any]:
    """Return the rules that name nobody.

    Examples
    --------
    >>> without_people({"apart": [["Ann", "Bo"]], "size": "2..4"})
    {'size': '2..4'}
    """
    return Rules(rule for rule in Rules.from_plain(rules) if not rule.mentions("person")).to_plain()
