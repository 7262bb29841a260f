"""A survey inferred from answers alone."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..errors import AnswersError, SurveyError
from ..kinds.number import note_dont_know
from ..kinds.question import Question
from ..kinds.table import flat_priors, kind_of
from ..tables.dates import read_times
from ..tables.name_columns import find_names, heading_kind, plain_heading, read_names
from ..tables.numbers import show_number
from ..tables.table import Column, Table
from ..tables.text import RECOGNISED, bullets, clip, in_line, nearest, normalise, quote, quote_all
from ..words.voice import setting
from .choices import find_choices
from .cluster import Cluster
from .exports.form_tool import ADDED
from .exports.recognise import read_form
from .exports.typeform import TYPEFORM
from .infer_question import complete_scales, infer_question
from .named_people import name_people
from .parts import are_places, are_ticks, hold_places, join_places, join_ranks, join_ticks, own_label, parts_by_question
from .people import TIME_HEADINGS
from .toml import DEFAULT_MEMBERSHIP_PRIOR

# Columns that form tools add by themselves.
_BOOKKEEPING = TIME_HEADINGS | {"ip address"}
# Headings of a column that says which group people are in.
_KNOWN_GROUPS = frozenset(RECOGNISED["group"])
# Headings of a column of remarks, and how such headings begin.
_REMARKS = frozenset(RECOGNISED["remarks"])
_ASK_REMARKS = ("anything else", "any other", "any comments", "is there anything", "noch etwas", "gibt es noch etwas")
# This many different days may still be options to choose from.
_FEW_DAYS = 5
# More columns that a form tool adds by itself than this are reported together.
_FEW_ADDED = 4
# This many tick columns without a question's text are reported: they may be two questions with two options each.
_MAY_BE_TWO = 4
# With more questions than people, and more than this, each column may be a person.
_MANY_QUESTIONS = 9
# What messages call kinds of questions that are more than a choice.
_TOLD = {
    "rating": "ratings",
    "several": "lists of answers",
    "number": "numbers",
    "count": "counts",
    "ranking": "rankings",
}
_SHORT_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,19}")


def infer_fields(
    source: Any,
    houses: int | Sequence[str],
    name_column: str | None,
    only: Sequence[str] = (),
    skip: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the fields of a `Survey` whose questions are the columns that look like questions; priors are flat."""
    clusters = _clusters(houses)
    table = read_form(source)
    naming = find_names(table, name_column)
    columns = _put_together(table, naming)
    _check_headings(table, columns, only, "only")
    _check_headings(table, columns, skip, "skip")
    people = [name for name in read_names(naming) if name] if naming is not None else []
    wanted, unwanted = set(map(normalise, only)), set(map(normalise, skip))
    questions, left_out, not_read = _choose(table, columns, people, wanted, unwanted)
    if not questions:
        listed = f":\n{bullets(left_out)}\n" if left_out else ". "
        refusal = (
            f"{table.origin} must have a column that looks like a question with options; got "
            f"none{listed}"
            f"Name the questions with {setting('only')}, write the survey by hand, or give a table with more people's "
            "answers."
        )
        choices = find_choices({column.heading: column.texts() for column in columns})
        if choices:
            wishes = setting("wishes", choices[0][0])
            advice = f"To make groups by people's choices, no survey is needed: bayeshat mix, with {wishes}."
            raise AnswersError(f"{refusal} {advice}").with_kind("answers-only-choices", heading=clip(choices[0][0]))
        raise AnswersError(refusal).with_kind("answers-no-question")
    told = [f"Left out: {'; '.join(left_out)}."] if left_out else []
    n_people = len(table.row_numbers)
    if len(questions) > max(n_people, _MANY_QUESTIONS):
        told.append(
            f"There are more questions ({len(questions)}) than people ({n_people}). If each column is a person, swap "
            "rows and columns first, so that each row is a person."
        )
    return {
        "title": f"Survey from {table.origin}"
        if isinstance(source, str | os.PathLike | Table)
        else "Survey from answers",
        "questions": tuple(questions),
        "clusters": clusters,
        "answer_prior": flat_priors(questions, len(clusters)),
        "membership_prior": np.full(len(clusters), DEFAULT_MEMBERSHIP_PRIOR),
        "learns_favourites": True,
        "notes": (*_assumptions(table, questions), *told, *_tell_kinds(questions), *not_read),
    }


def _tell_kinds(questions: Sequence[Question]) -> list[str]:
    """Return in a sentence which columns were taken for more than a choice."""
    told = []
    for kind, word in _TOLD.items():
        found = [question for question in questions if question.kind == kind]
        ends = [f" ({_ends(question)})" if kind == "rating" else "" for question in found]
        names = [f"{quote(question.text)}{end}" for question, end in zip(found, ends, strict=True)]
        told += [f"as {word} {in_line(names, limit=5)}"] if names else []
    return [f"Taken {'; '.join(told)}. If that is wrong, change the kind in the survey file."] if told else []


def _ends(question: Question) -> str:
    """Return the ends of a rating's scale in words."""
    ends = list(question.options) or list(map(show_number, question.scale or ()))
    return f"{ends[0]} to {ends[-1]}"


def _assumptions(table: Table, questions: Sequence[Question]) -> list[str]:
    """Return in sentences which tick columns were taken for one question, where they may be two."""
    if table.tool != TYPEFORM.name:
        return []
    return [
        f"Taken for one question, because Typeform writes no text for them: {quote_all(question.options)}. If they "
        "belong to two questions, write two into this file, with their options."
        for question in questions
        if kind_of(question).many_answers and len(question.options) >= _MAY_BE_TWO
    ]


def _clusters(houses: int | Sequence[str]) -> tuple[Cluster, ...]:
    if isinstance(houses, Sequence) and not isinstance(houses, str):
        return tuple(Cluster(name) for name in houses)
    if isinstance(houses, bool) or not isinstance(houses, int | np.integer) or houses < 1:
        raise SurveyError(
            f"{setting('n_clusters')} must be a whole number of at least 1, or a list of names; got {houses!r}. "
            "Use e.g. 4."
        )
    return tuple(Cluster(f"Group {k}") for k in range(1, houses + 1))


def _check_headings(table: Table, columns: Sequence[Column], wanted: Sequence[str], option: str) -> None:
    known = {normalise(name): name for column in columns for name in column.names}
    for heading in wanted:
        if normalise(heading) not in known:
            near = nearest(heading, list(known.values()), cutoff=0.5)
            hint = f"Did you mean {quote(near)}?" if near else f"The headings are {quote_all(table.headings[:20])}."
            raise AnswersError(f"{setting(option)} must hold headings of {table.origin}; got {quote(heading)}. {hint}")


def _choose(
    table: Table, columns: Sequence[Column], people: Sequence[str], only: set[str], skip: set[str]
) -> tuple[list[Question], list[str], list[str]]:
    """Return the questions, the columns left out with reasons, and sentences about cells without a number."""
    kept: list[tuple[Column, Question]] = []
    left_out: list[str] = []
    headings: set[str] = set()
    added = [column for column in columns if column.role == ADDED and not only & _keys(column)]
    choices = find_choices({column.heading: column.texts() for column in columns})
    if len(added) > _FEW_ADDED:
        names = in_line([quote(column.heading) for column in added], limit=3)
        left_out.append(f"{names} ({ADDED})")
    for column in columns:
        if column in added and len(added) > _FEW_ADDED:
            continue
        wanted = bool(only & _keys(column))
        if skip & _keys(column) or (only and not wanted):
            continue
        found = ("" if wanted else _why_not(column, people) or _tell_choices(column, choices)) or infer_question(
            column, table.tool, wanted
        )
        if isinstance(found, str):
            if wanted:
                raise AnswersError(
                    f"Every column named by {setting('only')} must be a question with options; got "
                    f"{quote(column.heading)} ({found}). Leave it out."
                )
            left_out.append(f"{quote(column.heading)} ({found})")
            continue
        if found.kind not in _TOLD and not wanted and _asks_for_remarks(column):
            left_out.append(f"{quote(column.heading)} (remarks)")
            continue
        if (key := normalise(column.heading)) in headings:
            raise AnswersError(
                f"Every question in {table.origin} must have its own heading; got {quote(column.heading)} twice. "
                "Rename one of the columns."
            )
        headings.add(key)
        kept.append((column, found))
    whole = complete_scales([question for _, question in kept])
    kept = [(column, question) for (column, _), question in zip(kept, whole, strict=True)]
    return _named(kept, table), left_out, _tell_strays(kept)


def _tell_strays(kept: Sequence[tuple[Column, Question]]) -> list[str]:
    """Return sentences about cells without a number in columns of numbers."""
    numbers = [(column, question) for column, question in kept if not kind_of(question).counted]
    parts = [kind_of(question).code(column, question) for column, question in numbers]
    unsaid = note_dont_know(parts, [column for column, _ in numbers])
    told = []
    for (column, _), part in zip(numbers, parts, strict=True):
        cells = [text for texts in part.unknown.values() for text in texts]
        told += [f"{in_line(list(map(quote, cells)), limit=3)} in {quote(column.heading)}"] if cells else []
    if not told:
        return unsaid
    return [
        *unsaid,
        f"Not read as numbers: {'; '.join(told)}. Correct these cells, or leave them blank when sorting, with "
        f"{setting('unknown', 'blank')}.",
    ]


def _keys(column: Column) -> set[str]:
    return set(map(normalise, column.names))


def _put_together(table: Table, naming: Column | None) -> list[Column]:
    """Return the columns that may be questions; those that mark one option each, or rank options, become one."""
    groups = parts_by_question(column for column in table.columns if column is not naming)
    headings = {normalise(name) for column in table.columns for name in column.names}
    joined: dict[Column, Column | None] = {}
    for key, parts in groups.items():
        if key in headings:
            continue
        if are_ticks(parts, table.tool):
            column = join_ticks(parts, [own_label(part) for part in parts])
        elif are_places(parts):
            column = join_places(parts)
        elif hold_places(parts):
            column = join_ranks(parts, [part.parts[-1] for part in parts])
        else:
            continue
        # It stands where its first part stood.
        joined.update(dict.fromkeys(parts))
        joined[parts[0]] = column
    return [one for column in table.columns if column is not naming and (one := joined.get(column, column))]


def _why_not(column: Column, people: Sequence[str]) -> str:
    """Return why a column is not a question, by its heading or its cells; empty if it may be one."""
    if not column.heading.strip():
        return "no heading"
    headings = set(map(plain_heading, column.names))
    if column.role == ADDED or headings & _BOOKKEEPING or any(map(heading_kind, column.names)):
        return "says who or when, not what"
    if headings & _KNOWN_GROUPS:
        return "looks like the group that people are in already"
    if len(column.values) > max(_FEW_DAYS, len(column.places) / 2) and read_times(column) is not None:
        return "dates or times"
    if people and name_people(column.values, people):
        return f"names people; if these are wishes, sort with {setting('friends')}"
    return column.role


def _tell_choices(column: Column, choices: Sequence[tuple[str, ...]]) -> str:
    """Return how to use a column of people's first, second, … choices; empty for any other column."""
    for first, *others in choices:
        if column.heading == first:
            wishes, only = setting("wishes", first), setting("only", first)
            return f"people's choices; if they choose their groups here, sort or mix with {wishes}; if not, use {only}"
        if column.heading in others:
            return f"goes with {quote(first)}"
    return ""


def _asks_for_remarks(column: Column) -> bool:
    headings = list(map(plain_heading, column.names))
    return any(heading in _REMARKS or heading.startswith(_ASK_REMARKS) for heading in headings)


def _named(kept: Sequence[tuple[Column, Question]], table: Table) -> list[Question]:
    """Return the questions with ids and texts; equal texts get the id behind them."""
    ids = _ids([column for column, _ in kept], {normalise(name) for column in table.columns for name in column.names})
    texts = [normalise(column.text or column.heading) for column, _ in kept]
    questions: list[Question] = []
    for key, (column, question) in zip(ids, kept, strict=True):
        text = column.text or column.heading
        again = texts.count(normalise(text)) > 1 or normalise(text) in map(normalise, ids)
        if again and normalise(text) != normalise(key):
            text = f"{text} ({key})"
        questions.append(replace(question, id=key, text=text))
    return questions


def _ids(columns: Sequence[Column], headings: set[str]) -> list[str]:
    """Return an id per question: the form's code, a heading that is short, or q1, q2, …, never another's heading."""
    taken = headings | {normalise(name) for column in columns for name in column.names}
    ids = []
    for position, column in enumerate(columns, 1):
        key = column.code if column.text and column.code else column.heading
        is_code = column.text and column.text != key
        if not is_code and not _SHORT_ID.fullmatch(key):
            number = position
            while (key := f"q{number}") in taken:
                number += 1
            taken.add(key)
        ids.append(key)
    return ids
