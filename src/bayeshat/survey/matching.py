"""Which column answers which question, and which one names people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..errors import AnswersError
from .forms import ADDED, WRITTEN
from .several import join_marks, mark_labels
from .spec import Question, Survey
from .table import Column, Table
from .text import bullets, is_blank, nearest, normalise, quote, quote_all

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


def match_questions(table: Table, survey: Survey) -> tuple[list[Column], list[Column]]:
    """Return the column of each question, and all columns of the table that these are made of; or report all missing.

    A question with several answers may have one column per option, which are put together.
    """
    by_heading: dict[str, list[Column]] = {}
    by_text: dict[str, list[Column]] = {}
    for column in table.columns:
        for key in dict.fromkeys(map(normalise, filter(None, (column.heading, column.code)))):
            by_heading.setdefault(key, []).append(column)
        if column.text and not column.role:
            by_text.setdefault(normalise(column.text), []).append(column)
    matched: list[Column] = []
    used: list[Column] = []
    missing: list[Question] = []
    ids = {normalise(question.id) for question in survey.questions}
    for question in survey.questions:
        # A column headed by the id of one question is not meant by the text of another.
        keys = dict.fromkeys((normalise(question.id), *({normalise(question.text)} - ids)))
        # A form's text says more than its code: its Q1 may ask for names, and not be the survey's q1.
        found = by_text.get(normalise(question.text), [])
        if len(found) != 1:
            named = [column for key in keys for column in by_heading.get(key, [])]
            found = list(dict.fromkeys(named)) or found
        if len(found) > 1:
            raise AnswersError(
                f"Every question must have one column in {table.origin}; got {len(found)} for {quote(question.text)}: "
                f"{quote_all(column.heading for column in found)}. Rename or remove all but one."
            )
        if found:
            matched.append(found[0])
            used.append(found[0])
        elif question.kind == "several" and (marks := _marks(table, question, set(keys))):
            labels = mark_labels(marks, question.options)
            if labels is None:
                raise AnswersError(
                    f"Every column of the question {quote(question.text)} in {table.origin} must name one of its "
                    f"options; got {quote_all(column.heading for column in marks)}. Head the columns with the options, "
                    f"as in {quote(f'{question.id} [{question.options[0]}]')}."
                )
            matched.append(join_marks(marks, labels))
            used += marks
        else:
            missing.append(question)
    if missing:
        raise AnswersError(_missing(table, survey, missing, used))
    return matched, used


def _marks(table: Table, question: Question, keys: set[str]) -> list[Column]:
    """Return the columns that each stand for one option of a question."""
    parts = [column for column in table.columns if keys & set(map(normalise, column.of))]
    options = set(map(normalise, question.options))
    # What people wrote beside the options is no option, unless the survey has one of that name.
    return [c for c in parts if c.role != WRITTEN or options & set(map(normalise, c.parts))]


def _missing(table: Table, survey: Survey, missing: Sequence[Question], used: Sequence[Column]) -> str:
    others = [column for column in table.columns if column not in used and column.heading and column.role != ADDED]
    spare = [column.text or column.heading for column in others]
    if not used:
        return (
            f"{table.origin} must have a column for every question, headed by its id or its text; got no question of "
            "the survey "
            f"{quote(survey.title)} among the headings {quote_all(spare[:20])}. Check that this is the right survey, "
            "and that the "
            f"first row holds the headings, such as {quote(missing[0].id)} or {quote(missing[0].text)}."
        )
    lines = []
    for question in missing:
        near = nearest(question.text, spare, cutoff=0.6) or nearest(question.id, spare, cutoff=0.7)
        hint = f"nearest heading: {quote(near)}" if near else "no heading is near"
        lines.append(f"{question.id}, {quote(question.text)} ({hint})")
    return (
        f"{table.origin} must have a column for every question, headed by its id or its text; got none for\n"
        f"{bullets(lines)}\nRename those columns, or take the questions out of the survey."
    )


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
