"""Answers that are no option of their question: refused, left blank, or counted as one more option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..._vocabulary import setting
from ...errors import AnswersError, InputError
from ...tables.table import Column, Table
from ...tables.text import bullets, normalise, quote, quote_all
from ..spec import Survey
from .option_codes import NOT_ANSWERED, UNKNOWN, code_answers, tell_unknown, unknown_texts

Array = np.ndarray

UNKNOWN_ANSWERS = ("refuse", "blank", "option")
OTHER = "Other"
# What the option is called where a form has one for people's own words.
_OTHERS = frozenset(
    (
        *("other", "others", "something else", "other (please specify)", "other, please specify", "sonstiges"),
        *("andere", "anderes", "etwas anderes", "autre", "autres", "otro", "otra", "altro", "anders", "overig"),
    )
)
# Mistakes listed in one message, and answers in one note.
_LISTED = 20
_NOTED = 3


def code_table(
    table: Table, columns: Sequence[Column], survey: Survey, unknown: str
) -> tuple[Survey, list[Array], list[str]]:
    """Return the survey, each question's (N, m) codes, and in sentences what became of unknown answers.

    The survey has one more option "Other" where unknown answers need it, with the same prior count in every house.
    """
    if unknown not in UNKNOWN_ANSWERS:
        given = setting("unknown")
        raise InputError(f"{given} must be one of {quote_all(UNKNOWN_ANSWERS)}; got {unknown!r}. Use one of these.")
    parts = [
        code_answers(column, question, table.tool) for column, question in zip(columns, survey.questions, strict=True)
    ]
    wrong = [part == UNKNOWN for part in parts]
    n_wrong = sum(int(part.sum()) for part in wrong)
    if n_wrong == 0:
        return survey, parts, []
    if unknown == "refuse":
        raise AnswersError(_refusal(table, columns, survey, wrong, n_wrong))
    counts: Counter[str] = Counter()
    for q, question in enumerate(survey.questions):
        if not wrong[q].any():
            continue
        code = NOT_ANSWERED
        if unknown == "option" and question.scale is None:
            survey, code = _with_other(survey, q)
        parts[q] = np.where(wrong[q], code, parts[q]).astype(np.int16)
        for text, count in unknown_texts(columns[q], question, table.tool).items():
            counts[f"{quote(text)} in {quote(question.text)}"] += count
    return survey, parts, [_note(counts, n_wrong, unknown)]


def _with_other(survey: Survey, q: int) -> tuple[Survey, int]:
    """Return the survey with an option for other answers to a question, and the option's code."""
    question = survey.questions[q]
    for code, option in enumerate(question.options):
        if normalise(option) in _OTHERS:
            return survey, code
    code = len(question.options)
    wider = max(0, code + 1 - survey.answer_prior.shape[2])
    prior = np.pad(survey.answer_prior, ((0, 0), (0, 0), (0, wider)))
    prior[:, q, code] = 1.0
    longer = replace(question, options=(*question.options, OTHER))
    questions = (*survey.questions[:q], longer, *survey.questions[q + 1 :])
    return replace(survey, questions=questions, answer_prior=prior), code


def _note(counts: Counter[str], n_wrong: int, unknown: str) -> str:
    some = ", ".join(f"{told} ({count})" for told, count in counts.most_common(_NOTED))
    more = ", …" if len(counts) > _NOTED else ""
    answers = "1 unknown answer" if n_wrong == 1 else f"{n_wrong} unknown answers"
    if unknown == "option":
        return f'{answers} counted as "{OTHER}" (numbers off a scale are left blank): {some}{more}.'
    one_more = setting("unknown", "option")
    return f"{answers} left blank: {some}{more}. Count them as an option of their own with {one_more}."


def _refusal(table: Table, columns: Sequence[Column], survey: Survey, wrong: Sequence[Array], n_wrong: int) -> str:
    places = [(n, q, place) for q, part in enumerate(wrong) for n, place in np.argwhere(part).tolist()]
    lines = []
    for n, q, place in sorted(places)[:_LISTED]:
        column, question = columns[q], survey.questions[q]
        told = tell_unknown(column.values[column.places[n]], place, question, table.tool)
        lines.append(f"row {table.row_numbers[n]}, column {quote(column.heading)}: {told}")
    kinds = {question.kind for question in survey.questions}
    scales = ", or a number on the scale of a rating" if "rating" in kinds else ""
    return (
        f"Every answer in {table.origin} must be one of the question's options: its text, its letter or its number"
        f"{scales}; got {n_wrong} that {'is' if n_wrong == 1 else 'are'} not ({table.counting})\n"
        f"{bullets(lines, total=n_wrong, limit=_LISTED)}\n"
        "Correct them in the table, empty the cell for 'not answered', or add the options to the survey. To go on "
        f"without them, use {setting('unknown', 'blank')}; to count them as one more option, "
        f"{setting('unknown', 'option')}."
    )
