"""An event's rules, added, changed and removed one at a time: two organisers never overwrite each other's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from ...rules.rules import Rule
from ...rules.toml_rules import table_from_rules
from ...tables.text import normalise
from ..events.events import change_event, hold_event
from ..languages import Message
from ..people_names import rename_people
from ..refusals import NotFound, Refused
from ..storage.schema import Event, Response
from .rule_sentences import key_of, rules_from

MOST_RULES = 2000


def add_rules(session: Session, event: Event, rules: Iterable[Rule]) -> Event:
    """Add rules to those that there are now; one that is there already stays as it is."""
    known = hold_event(session, event)
    return _keep(session, known, [*rules_from(known.rules), *rules])


def change_rule(session: Session, event: Event, key: str, rule: Rule) -> Event:
    """Put a rule in the place of another one."""
    known = hold_event(session, event)
    rules = rules_from(known.rules)
    rules[_place(rules, key)] = rule
    return _keep(session, known, rules)


def remove_rule(session: Session, event: Event, key: str) -> Event:
    """Remove a rule."""
    known = hold_event(session, event)
    rules = rules_from(known.rules)
    del rules[_place(rules, key)]
    return _keep(session, known, rules)


def find_rule(event: Event, key: str) -> Rule:
    """Return one of an event's rules; NotFound if there is none by this key."""
    rules = rules_from(event.rules)
    return rules[_place(rules, key)]


def follow_name(session: Session, event: Event, old: str, new: str) -> None:
    """Let an event's rules name somebody as they are called now.

    Where several people were called so before, or are called so now, nobody knows whom a rule means: it stays as it is.
    """
    if normalise(old) == normalise(new):
        return
    rules = rules_from(event.rules)
    renamed = list(rename_people(rules, lambda name: new if normalise(name) == normalise(old) else name))
    if renamed == rules:
        return
    names = [normalise(name) for name in session.scalars(select(Response.name).where(Response.event_id == event.id))]
    if normalise(old) not in names and names.count(normalise(new)) == 1:
        change_event(session, event, rules=table_from_rules(renamed))


def _place(rules: Sequence[Rule], key: str) -> int:
    for n, rule in enumerate(rules):
        if key_of(rule) == key:
            return n
    raise NotFound(Message("rules-gone"))


def _keep(session: Session, event: Event, rules: Sequence[Rule]) -> Event:
    if len(rules) > MOST_RULES:
        raise Refused(Message("rules-too-many", most=MOST_RULES, count=len(rules)), "rules")
    return change_event(session, event, rules=table_from_rules(rules))
