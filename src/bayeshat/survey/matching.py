"""Which column answers which question, which one names people, and which option a cell means."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ..errors import AnswersError
from .spec import Question, Survey
from .table import Column, Table
from .text import bullets, is_blank, nearest, normalise, quote, quote_all, whole

Array = np.ndarray

NOT_ANSWERED = -1
UNKNOWN = -2

FIRST_NAME_HEADINGS = ("first name", "given name", "forename")
LAST_NAME_HEADINGS = ("last name", "surname", "family name")
# Headings of a column that says who answered; earlier ones are preferred.
NAME_HEADINGS = (
    *("name", "full name", "your name", "your full name", "first and last name"),
    *("respondent", "participant", "student", "person", "pupil", "player", "member", "employee"),
    *("respondent name", "participant name", "student name", "display name", "nickname"),
    *("username", "user name", "user", *FIRST_NAME_HEADINGS, *LAST_NAME_HEADINGS),
    *("e-mail", "email", "e-mail address", "email address", "mail"),
    *("respondent id", "participant id", "student id", "person id", "user id", "response id", "id"),
)
# What form tools write where people need not say who they are.
_NOBODY = frozenset({"anonymous", "anonym", "anonyme"})

_LETTER = re.compile(r"\(?([a-z])[).:]?")
_NUMBER = re.compile(r"\(?(\d{1,4})[).:]?")


def match_questions(table: Table, survey: Survey) -> list[Column]:
    """Return the column of each question, or report all that are missing."""
    by_heading: dict[str, list[Column]] = {}
    for column in table.columns:
        by_heading.setdefault(normalise(column.heading), []).append(column)
    matched: list[Column] = []
    missing: list[Question] = []
    for question in survey.questions:
        keys = dict.fromkeys((normalise(question.id), normalise(question.text)))
        found = [column for key in keys for column in by_heading.get(key, [])]
        if len(found) > 1:
            raise AnswersError(
                f"Every question must have one column in {table.origin}; got {len(found)} for {quote(question.text)}: "
                f"{quote_all(column.heading for column in found)}. Rename or remove all but one."
            )
        if found:
            matched.append(found[0])
        else:
            missing.append(question)
    if missing:
        raise AnswersError(_missing(table, survey, missing, matched))
    return matched


def _missing(table: Table, survey: Survey, missing: Sequence[Question], matched: Sequence[Column]) -> str:
    spare = [column.heading for column in table.columns if column not in matched and column.heading]
    if not matched:
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
        wanted = [column for column in table.columns if normalise(column.heading) == normalise(name_column)]
        if not wanted:
            near = nearest(name_column, table.headings, cutoff=0.5)
            hint = f"Did you mean {quote(near)}?" if near else f"The headings are {quote_all(table.headings[:20])}."
            raise AnswersError(f"name_column must be a heading of {table.origin}; got {quote(name_column)}. {hint}")
        return wanted[0]
    ranks = {heading: rank for rank, heading in enumerate(NAME_HEADINGS)}
    found: dict[str, Column] = {}
    for column in table.columns:
        heading = plain_heading(column.heading)
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


def match_options(column: Column, question: Question) -> Array:
    """Return the (N,) codes of a column: an option's position, NOT_ANSWERED, or UNKNOWN."""
    exact = {option: code for code, option in enumerate(question.options)}
    loose = {normalise(option): code for code, option in enumerate(question.options)}
    # Where options are themselves numbers (or letters), another number is a mistake and not a position.
    letters = not any(_LETTER.fullmatch(option) for option in loose) or _in_order(question.options)
    numbers = not any(_NUMBER.fullmatch(whole(option)) for option in loose)
    codes = [_match(value, exact, loose, letters, numbers) for value in column.values]
    return np.array(codes, dtype=np.int16)[column.places]


def _match(cell: str, exact: dict[str, int], loose: dict[str, int], letters: bool, numbers: bool) -> int:
    if cell in exact:
        return exact[cell]
    key = normalise(cell)
    for text in (key, whole(key)):
        if text in loose:
            return loose[text]
    if is_blank(cell):
        return NOT_ANSWERED
    code = UNKNOWN
    if letters and (letter := _LETTER.fullmatch(key)):
        code = ord(letter[1]) - ord("a")
    elif numbers and (number := _NUMBER.fullmatch(whole(key))):
        code = int(number[1]) - 1
    return code if 0 <= code < len(exact) else UNKNOWN


def _in_order(options: Sequence[str]) -> bool:
    """Say whether the options are the letters a, b, c, … themselves, which positions cannot contradict."""
    return all(normalise(option) == chr(ord("a") + code) for code, option in enumerate(options))
