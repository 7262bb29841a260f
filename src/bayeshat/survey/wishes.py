"""Wishes that people wrote into a column of their answers: groups they would like, and people to be with."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ..errors import InputError
from ..rules.rules import Rules
from ..rules.values import distinct_headings
from ..tables.person_columns import no_such_heading
from ..tables.person_names import names_with
from ..tables.text import clip, is_blank, listed, nearest, normalise, quoted
from ..words.message import Message, join
from .answers import Answers, text_columns
from .choices import join_choices
from .named_people import NOBODY, NOBODY_KNOWN, SEVERAL_PEOPLE, index_names, make_splitter
from .spec import Survey

# Signs between several wishes in one cell, where the names of the groups are unknown.
_SEVERAL_WISHES = re.compile(r"[;|\n>]")
# Texts in one note.
_NOTED = 3


def column_rules(
    survey: Survey,
    answers: Answers,
    wishes: str | None,
    friends: str | None,
    *,
    unknown: str = "refuse",
    aside: Sequence[str] = (),
) -> tuple[Rules, list[Message]]:
    """Return the wishes that columns hold as rules, and what was left out.

    Parameters
    ----------
    survey, answers
        What was asked and answered.
    wishes
        The heading of a column with the houses that people would like, best first.
    friends
        The heading of a column with the people somebody would like to be with.
    unknown
        Whether to "refuse" names that nobody has, or else to leave them out.
    aside
        People whose house is known, and who are not sorted.

    Raises
    ------
    InputError
        If there is no such column, or it names unknown houses or people; all of them are listed, with the nearest name.

    Examples
    --------
    >>> import numpy as np
    >>> survey = Survey.load("simulation-even")
    >>> known = {"friend": ("bo", ""), "house": ("Cluster 2; Cluster 1", "any")}
    >>> answers = Answers(np.zeros((2, 10), np.int16), ("Ann", "Bo Lee"), known)
    >>> [(rule.person, rule.groups, rule.companion) for rule in column_rules(survey, answers, "house", "friend")[0]]
    [('Ann', ('Cluster 2', 'Cluster 1'), None), ('Ann', (), 'Bo Lee')]
    """
    columns = text_columns(survey, answers) if (wishes, friends) != (None, None) else {}
    return wish_rules(columns, answers.names, survey.cluster_names, wishes, friends, unknown=unknown, aside=aside)


def wish_rules(
    columns: Mapping[str, Sequence[str]],
    people: Sequence[str],
    groups: Sequence[str],
    wishes: str | None,
    friends: str | None,
    *,
    unknown: str = "refuse",
    aside: Sequence[str] = (),
) -> tuple[Rules, list[Message]]:
    """Return the same from any columns of text, for people and groups of these names."""
    rules, notes = Rules(), []
    if wishes is not None:
        chosen = join_choices(columns, find_heading(columns, wishes, "wishes"))
        found, left_out = _read(chosen, people, groups, exact=True)
        notes += _tell(left_out, wishes, "group", unknown)
        rules += Rules(wishes=found)
    if friends is not None:
        cells = [[cell] for cell in columns[find_heading(columns, friends, "friends")]]
        found, left_out = _read(cells, people, people, aside, exact=False)
        notes += _tell(left_out, friends, "person", unknown)
        rules += Rules(companions=found)
    return rules, notes


def wished_groups(columns: Mapping[str, Sequence[str]], wishes: str) -> tuple[str, ...]:
    """Return all groups that people wish for in a column, or in the columns of their choices, by alphabet.

    Examples
    --------
    >>> wished_groups({"1st choice": ["Pottery", "chess"], "2nd choice": ["Chess", "pottery"]}, "1st choice")
    ('Chess', 'Pottery')
    """
    cells = join_choices(columns, find_heading(columns, wishes, "wishes"))
    parts = [part for row in cells for cell in row for part in _SEVERAL_WISHES.split(cell)]
    spelled: dict[str, Counter[str]] = {}
    for part in parts:
        if not is_blank(part) and normalise(part) not in NOBODY:
            spelled.setdefault(normalise(part), Counter())[" ".join(part.split())] += 1
    return tuple(spelled[key].most_common(1)[0][0] for key in sorted(spelled))


def find_heading(columns: Iterable[str], heading: str, option: str) -> str:
    """Return a heading as it is written, or refuse it with the nearest; `option` is what it was given as."""
    for known in columns:
        if normalise(known) == normalise(heading):
            return known
    near = nearest(heading, list(columns))
    headings = distinct_headings(columns) if isinstance(columns, Mapping) else list(columns)
    raise InputError(no_such_heading(option, Message("reading-answers"), heading, near, headings))


def _read(
    cells: Sequence[Sequence[str]],
    people: Sequence[str],
    names: Sequence[str],
    aside: Sequence[str] = (),
    *,
    exact: bool,
) -> tuple[dict[str, list[str]], list[Message]]:
    """Return the names that each person wrote, and in words the unknown ones."""
    split = make_splitter(names, exact)
    set_aside = index_names(aside, exact)
    found: dict[str, list[str]] = {}
    wrong: list[Message] = []
    for person, own in zip(people, cells, strict=True):
        chosen: list[str] = []
        for part, code in (pair for cell in own for pair in split(cell)):
            if code >= 0:
                chosen += [names[code]]
            else:
                near = nearest(part, names, cutoff=0.5)
                if code == NOBODY_KNOWN and normalise(part) in set_aside:
                    hint = Message("reading-wish-set-aside")
                elif code == SEVERAL_PEOPLE:
                    hint = Message("reading-wish-may-be", names=quoted(names_with(part, names)[:3]))
                elif near:
                    hint = Message("reading-wish-near", name=clip(near))
                else:
                    hint = Message("reading-wish-no-group" if exact else "reading-wish-nobody")
                wrong.append(Message("reading-wish-unknown", person=person, name=clip(part), hint=hint))
        # People are with themselves anyway.
        chosen = [name for name in dict.fromkeys(chosen) if name != person]
        if chosen:
            found[person] = chosen
    return found, wrong


def _tell(wrong: Sequence[Message], heading: str, what: str, unknown: str) -> list[Message]:
    """Return a note about names that were left out, or refuse them."""
    if not wrong:
        return []
    told = {"count": len(wrong), "heading": clip(heading)}
    if unknown != "refuse":
        some = join([*wrong[:_NOTED], "…"] if len(wrong) > _NOTED else wrong, "semicolon")
        return [Message("reading-wishes-left-out", **told, names=some)]
    raise InputError(Message(f"reading-wishes-unknown-{what}", **told, names=listed(wrong)))
