"""Answers that their question does not offer: refused, left blank, or counted as one more option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..errors import AnswersError, InputError
from ..kinds.kind import CodedColumn
from ..kinds.number import note_dont_know
from ..kinds.table import kind_of
from ..tables.table import Column, Table
from ..tables.text import RECOGNISED, bullets, clip, list_some, normalise, quote, quote_all
from ..words.settings import setting
from .spec import Survey

UNKNOWN_ANSWERS = ("refuse", "blank", "option")
OTHER = "Other"
# Names of an option for people's own words.
_OTHERS = frozenset(RECOGNISED["other"])
# Mistakes listed in one message.
_LISTED = 20
# Answers in one note.
_NOTED = 3


def code_table(
    table: Table, columns: Sequence[Column], survey: Survey, unknown: str
) -> tuple[Survey, list[CodedColumn], list[str]]:
    """Return the survey, what each question's column says, and in sentences what became of unknown answers.

    The survey has one more option "Other" where unknown answers need it, with the same prior count in every house.
    """
    if unknown not in UNKNOWN_ANSWERS:
        given = setting("unknown")
        raise InputError(f"{given} must be one of {quote_all(UNKNOWN_ANSWERS)}; got {unknown!r}. Use one of these.")
    parts = [
        kind_of(question).code(column, question, table.tool)
        for column, question in zip(columns, survey.questions, strict=True)
    ]
    counts: Counter[str] = Counter()
    for part, column, question in zip(parts, columns, survey.questions, strict=True):
        if not part.unknown:
            continue
        people = np.bincount(column.places, minlength=len(column.values)).tolist()
        for place, texts in part.unknown.items():
            for text in texts:
                counts[f"{quote(text)} in {quote(question.text)}"] += people[place]
    told = note_dont_know(parts, columns)
    n_wrong = counts.total()
    if n_wrong == 0:
        return survey, parts, told
    if unknown == "refuse":
        raise _refusal(table, columns, survey, parts, n_wrong)
    if unknown == "option":
        for q, question in enumerate(survey.questions):
            if parts[q].unknown and kind_of(question).takes_other:
                survey, code = _with_other(survey, q)
                parts[q] = kind_of(question).code(columns[q], survey.questions[q], table.tool, code)
    return survey, parts, [*told, _note(counts, n_wrong, unknown)]


def _with_other(survey: Survey, q: int) -> tuple[Survey, int]:
    """Return the survey with an option for other answers to a question, and the option's code."""
    question = survey.questions[q]
    for code, option in enumerate(question.options):
        if normalise(option) in _OTHERS:
            return survey, code
    code = len(question.options)
    longer = replace(question, options=(*question.options, OTHER))
    kind = kind_of(question)
    size, flat = kind.n_prior(question), kind.flat_prior(longer, "prior")
    # The prior grows by one number for each of its parts: one for choices, ticks and others for several.
    places = np.arange(size) + np.arange(size) // code
    prior = np.pad(survey.answer_prior, ((0, 0), (0, 0), (0, max(0, len(flat) - survey.answer_prior.shape[2]))))
    prior[:, q, : len(flat)] = flat
    prior[:, q, places] = survey.answer_prior[:, q, :size]
    questions = (*survey.questions[:q], longer, *survey.questions[q + 1 :])
    return replace(survey, questions=questions, answer_prior=prior), code


def _note(counts: Counter[str], n_wrong: int, unknown: str) -> str:
    some = ", ".join(f"{told} ({count})" for told, count in counts.most_common(_NOTED))
    more = ", …" if len(counts) > _NOTED else ""
    answers = "1 unknown answer" if n_wrong == 1 else f"{n_wrong} unknown answers"
    if unknown == "option":
        return f'{answers} counted as "{OTHER}" (left blank where a number is asked for): {some}{more}.'
    one_more = setting("unknown", "option")
    return f"{answers} left blank: {some}{more}. Count them as an option of their own with {one_more}."


def _refusal(
    table: Table, columns: Sequence[Column], survey: Survey, parts: Sequence[CodedColumn], n_wrong: int
) -> AnswersError:
    wrong = [
        (int(n), q, place)
        for q, part in enumerate(parts)
        for n, place in enumerate(columns[q].places.tolist())
        if place in part.unknown
    ]
    lines, cells = [], []
    for n, q, place in sorted(wrong)[:_LISTED]:
        column, question = columns[q], survey.questions[q]
        for text in parts[q].unknown[place]:
            why = kind_of(question).explain_unknown(text, question, table.tool)
            row = int(table.row_numbers[n])
            lines.append(f"row {row}, column {quote(column.heading)}: {quote(text)} ({why.words})")
            told = {"row": row, "column": clip(column.heading), "text": clip(text)}
            cells.append({"kind": why.kind, **told, **why.facts})
    kinds = {question.kind for question in survey.questions}
    scales = ", or a number on the scale of a rating" if "rating" in kinds else ""
    numbers = ", or a number where one is asked for" if kinds & {"number", "count"} else ""
    return AnswersError(
        f"Every answer in {table.origin} must be one of the question's options: its text, its letter or its number"
        f"{scales}{numbers}; got {n_wrong} that {'is' if n_wrong == 1 else 'are'} not ({table.counting})\n"
        f"{bullets(lines, total=n_wrong, limit=_LISTED)}\n"
        "Correct them in the table, empty the cell for 'not answered', or add the options to the survey. To go on "
        f"without them, use {setting('unknown', 'blank')}; to count them as one more option, "
        f"{setting('unknown', 'option')}."
    ).with_kind("answers-unknown", count=n_wrong, cells=list_some(cells, n_wrong, _LISTED))
