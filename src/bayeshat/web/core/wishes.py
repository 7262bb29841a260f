"""Wishes: groups that people would like, and people to be with. They stand among people's further columns."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from ...rules.rules import Rules, Wish
from ...survey.answers import Answers, text_columns
from ...survey.choices import find_choices
from ...survey.named_people import AND
from ...survey.wishes import wish_rules
from ...tables.text import normalise
from ...words.message import Message
from ..db.schema import Event, Response
from .builder import clean_text
from .events import purpose_of, survey_of
from .purpose import choosing_questions

# Headings of the columns that the form fills in; tables may call them otherwise.
CHOICES = ("1st choice", "2nd choice", "3rd choice")
FRIENDS = "friends"
_GROUP_HEADINGS = frozenset(Wish.forms["wish"].words)
_FRIEND_HEADINGS = frozenset((FRIENDS, "freunde", *Wish.forms["companion"].words))
LONGEST_FRIENDS = 300
# What may stand between several wishes in one cell, with the spaces around it.
_BETWEEN = re.compile(rf"(\s*[;|\n>,]\s*|{AND.pattern})", re.IGNORECASE)


class Wishes(NamedTuple):
    """What somebody wished for in the form: groups, the best first, and people's names as they were typed."""

    groups: tuple[str, ...] = ()
    friends: str = ""


NO_WISHES = Wishes()


class FoundWishes(NamedTuple):
    """Everybody's wishes as rules, and which names in them nobody has."""

    rules: Rules
    unknown: tuple[Message, ...] = ()


NONE_FOUND = FoundWishes(Rules())


def check_wishes(event: Event, wishes: Wishes) -> dict[str, Message]:
    """Return what is wrong with somebody's wishes, by the form's field."""
    problems = {}
    if event.asks_wishes:
        known = survey_of(event).cluster_names
        for place, group in enumerate(wishes.groups):
            if group and group not in known:
                problems[f"wish{place}"] = Message("form-wrong-wish")
    if event.asks_friends and len(wishes.friends) > LONGEST_FRIENDS:
        problems["friends"] = Message("form-wrong-friends", longest=LONGEST_FRIENDS)
    return problems


def keep_wishes(extra: Mapping[str, str], event: Event, wishes: Wishes) -> dict[str, str]:
    """Return somebody's further columns with these wishes in place of earlier ones, where the event asks for them."""
    asked = (*(CHOICES if event.asks_wishes else ()), *([FRIENDS] if event.asks_friends else ()))
    chosen = dict.fromkeys(group for group in wishes.groups if group)
    written = dict(zip(CHOICES, chosen, strict=False)) | {FRIENDS: clean_text(wishes.friends)}
    kept = {heading: cell for heading, cell in extra.items() if heading not in asked}
    return kept | {heading: written[heading] for heading in asked if written.get(heading)}


def wishes_in(extra: Mapping[str, str]) -> Wishes:
    """Return the wishes that somebody's further columns hold."""
    return Wishes(tuple(extra[heading] for heading in CHOICES if heading in extra), extra.get(FRIENDS, ""))


def find_wishes(event: Event, answers: Answers, groups: Sequence[str]) -> FoundWishes:
    """Return the wishes that the event asks for, from the form or from a table whose columns say so.

    What somebody wrote into the form counts, and not what a table says of the same person. Names that nobody has are
    left out.
    """
    rules = Rules()
    unknown: list[Message] = []
    purpose = purpose_of(event)
    if purpose.kind == "choices" and purpose.choices:
        survey = survey_of(event)
        heading = choosing_questions(survey)[purpose.choices]
        rules, unknown = _read_groups(text_columns(survey, answers), answers.names, groups, heading)
    elif event.asks_wishes:
        # The form leaves out columns that nobody fills in.
        own = dict.fromkeys(CHOICES, ("",) * answers.n_people)
        tables = {heading: cells for heading, cells in answers.extra.items() if heading not in own}
        own |= {heading: cells for heading, cells in answers.extra.items() if heading in own}
        rules, notes = _read_groups(own, answers.names, groups, CHOICES[0])
        unknown += notes
        named = [heading for heading in tables if normalise(heading) in _GROUP_HEADINGS]
        for heading in (*(headings[0] for headings in find_choices(tables)), *named):
            found, notes = _read_groups(tables, answers.names, groups, heading)
            # Choices of something else than groups are no wishes.
            if found:
                known = {person for rule in rules for person in rule.mentions("person")}
                rules += Rules(rule for rule in found if known.isdisjoint(rule.mentions("person")))
                unknown += notes
    if event.asks_friends:
        for heading in filter(names_friends, answers.extra):
            together, left_out = wish_rules(answers.extra, answers.names, groups, None, heading, unknown="blank")
            rules += together
            unknown += left_out
    return FoundWishes(rules, tuple(unknown))


def rename_wishes(session: Session, event: Event, names: Mapping[str, str | None]) -> None:
    """Let people's wishes name groups as they are called now, in the form's columns and in those of tables.

    ``names`` are the new names by the old ones, None for a group that is gone: wishes for it stay as they are.
    """
    called = {normalise(old): new for old, new in names.items() if new is not None and new != old}
    if not called:
        return
    people = _people(session, event)
    headings = dict.fromkeys(heading for one in people for heading in one.extra)
    tables = {heading: [str(one.extra.get(heading, "")) for one in people] for heading in headings}
    wished = {*CHOICES, *(heading for together in find_choices(tables) for heading in together)}
    wished |= {heading for heading in tables if normalise(heading) in _GROUP_HEADINGS}
    _change_cells(people, wished, called)


def rename_friend(session: Session, event: Event, old: str, new: str) -> None:
    """Let people's wishes name somebody as they are called now, where they wrote the whole name."""
    people = _people(session, event)
    friends = {heading for one in people for heading in one.extra if names_friends(heading)}
    _change_cells(people, friends, {normalise(old): new})


def _people(session: Session, event: Event) -> Sequence[Response]:
    return session.scalars(select(Response).where(Response.event_id == event.id)).all()


def _change_cells(people: Sequence[Response], headings: AbstractSet[str], called: Mapping[str, str]) -> None:
    for one in people:
        changed = {heading: _rename(str(one.extra[heading]), called) for heading in headings & one.extra.keys()}
        if changed:
            one.extra = {**one.extra, **changed}


def _rename(cell: str, called: Mapping[str, str]) -> str:
    """Return a cell with new names for old ones, whether it names one or several."""
    if normalise(cell) in called:
        return called[normalise(cell)]
    return "".join(called.get(normalise(part), part) for part in _BETWEEN.split(cell))


def without_friends(event: Event, answers: Answers) -> Answers:
    """Return the answers without names of friends: results name nobody, and wishes stand in their rules."""
    if not event.asks_friends:
        return answers
    kept = {heading: cells for heading, cells in answers.extra.items() if not names_friends(heading)}
    return replace(answers, extra=kept)


def is_wish(heading: str) -> bool:
    """Say whether a column with this heading holds what people wished for in the form."""
    return heading in CHOICES or names_friends(heading)


def names_friends(heading: str) -> bool:
    """Say whether people name their friends in a column with this heading."""
    return normalise(heading) in _FRIEND_HEADINGS


def _read_groups(
    columns: Mapping[str, Sequence[str]], people: Sequence[str], groups: Sequence[str], heading: str
) -> tuple[Rules, list[Message]]:
    return wish_rules(columns, people, groups, heading, None, unknown="blank")
