"""Which column of a table names people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..errors import AnswersError
from .table import Column, Table
from .text import is_blank, nearest, normalise, quote, quote_all

FIRST_NAME_HEADINGS = ("first name", "firstname", "given name", "forename", "recipientfirstname", "vorname")
LAST_NAME_HEADINGS = ("last name", "lastname", "surname", "family name", "recipientlastname", "nachname")
# Headings of a column that says who answered; earlier ones are preferred.
NAME_HEADINGS = (
    *("name", "full name", "your name", "your full name", "first and last name", "what is your name"),
    *("respondent", "participant", "student", "person", "pupil", "player", "member", "employee"),
    *("respondent name", "participant name", "student name", "display name", "nickname"),
    *("username", "user name", "user", *FIRST_NAME_HEADINGS, *LAST_NAME_HEADINGS),
    *("e-mail", "email", "e-mail address", "email address", "mail", "recipientemail"),
    *("respondent id", "participant id", "student id", "person id", "user id", "response id", "responseid", "id"),
)
# What form tools write where people need not say who they are.
_NOBODY = frozenset({"anonymous", "anonym", "anonyme"})


def find_names(table: Table, name_column: str | None, questions: Sequence[Column] = ()) -> Column | None:
    """Return the column that says who answered: the one asked for, or one with a common heading, or None."""
    if name_column is not None:
        wanted = [column for column in table.columns if normalise(name_column) in map(normalise, column.names)]
        if not wanted:
            near = nearest(name_column, table.headings, cutoff=0.5)
            hint = f"Did you mean {quote(near)}?" if near else f"The headings are {quote_all(table.headings[:20])}."
            raise AnswersError(f"name_column must be a heading of {table.origin}; got {quote(name_column)}. {hint}")
        return wanted[0]
    ranks = {heading: rank for rank, heading in enumerate(NAME_HEADINGS)}
    found: dict[str, Column] = {}
    for column in table.columns:
        heading = min(map(plain_heading, column.names), key=lambda name: ranks.get(name, len(ranks)), default="")
        if heading in ranks and column not in questions and _names_somebody(column):
            found.setdefault(heading, column)
    if not found:
        return None
    best = min(found, key=ranks.__getitem__)
    last = next((found[heading] for heading in LAST_NAME_HEADINGS if heading in found), None)
    return found[best] if last is None or best not in FIRST_NAME_HEADINGS else _joined(found[best], last)


def _joined(first: Column, last: Column) -> Column:
    """Return first and last names as one column."""
    pairs = zip(first.texts(), last.texts(), strict=True)
    names = [" ".join(part for part in pair if not is_blank(part)) for pair in pairs]
    index = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return Column(f"{first.heading} + {last.heading}", tuple(index), np.array([index[name] for name in names]))


def plain_heading(heading: str) -> str:
    """Return a heading normalised and without the signs that forms add, as in "Name: *"."""
    return normalise(heading).rstrip(" :?*.")


def _names_somebody(column: Column) -> bool:
    return any(not is_blank(value) and normalise(value) not in _NOBODY for value in column.values)
