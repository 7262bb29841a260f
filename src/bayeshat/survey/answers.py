"""People's answers as numbers, read from a table and matched to a survey."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import AnswersError
from ..tables.name_columns import find_names, heading_kind, looks_like_names, read_names
from ..tables.table import Column, Table
from ..tables.text import bullets, in_line, normalise, quote
from .answer_codes.option_codes import UNKNOWN, code_answers, tell_unknown
from .form_tools.question_columns import match_questions
from .form_tools.recognise import read_form
from .spec import Survey

Array = np.ndarray

# Mistakes listed in one message.
_LISTED = 20


@dataclass(frozen=True, eq=False)
class Answers:
    """The coded answers of N people to Q questions.

    Attributes
    ----------
    codes
        (N, C) position of the chosen option, counted from 0; -1 where there is no answer.
    names
        The people's names; "person 1", "person 2", … where the table has none.
    extra
        The table's other columns as text, by heading.
    questions
        (C,) the question that each column of `codes` answers, counted from 0. A question to which people may give
        several answers has as many columns as anybody gave answers, any other question has one. If not given, every
        column is a question of its own.
    origin
        What the answers were read from, in words: "a Qualtrics export", "a table".
    notes
        What a reader should know of how they were read, in sentences: what was left out, and how to keep it.
    """

    codes: Array
    names: tuple[str, ...]
    extra: dict[str, tuple[str, ...]] = field(default_factory=dict)
    questions: Array = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    origin: str = "a table"
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.questions) == 0 and np.ndim(self.codes) == 2:
            object.__setattr__(self, "questions", np.arange(self.codes.shape[1]))

    @property
    def n_people(self) -> int:
        """N."""
        return int(self.codes.shape[0])

    @property
    def identifiers(self) -> dict[str, tuple[str, ...]]:
        """The other columns that say who people are, by heading: e-mail addresses, logins, ids."""
        kinds = ("login", "e-mail", "id", "response")
        return {heading: cells for heading, cells in self.extra.items() if heading_kind(heading) in kinds}

    def chosen(self, question: int) -> Array:
        """Return what everybody answered to one question, (N, most answers that anybody gave); -1 where there is none.

        Examples
        --------
        >>> answers = Answers(np.array([[0, 2, 1], [1, 0, -1]]), ("Ann", "Bo"), questions=np.array([0, 1, 1]))
        >>> answers.chosen(1).tolist()
        [[2, 1], [0, -1]]
        """
        return self.codes[:, self.questions == question]


def read_answers(source: Any, survey: Survey, *, name_column: str | None = None, distinct: bool = True) -> Answers:
    """Read a table of answers, one row per person.

    A column belongs to a question if its heading is the question's id or text; case and spacing do not matter, nor does
    the order. An answer is an option's text, or else its letter (``b``, ``B)``) or its number counted from 1; of a
    rating, a number on its scale. Several answers stand in one cell, or in one column per option. Empty cells, ``NA``
    and the like mean "not answered". Rows of a file that are wholly empty are skipped.

    Exports of Google Forms, Microsoft Forms, Qualtrics and LimeSurvey are recognised; `Answers.origin` says so.

    Parameters
    ----------
    source
        The path of a CSV, TSV or XLSX file (its first sheet), a pandas or polars frame, or a dict of columns.
    survey
        The survey that was answered.
    name_column
        The heading of the column with people's names; if not given, it is found by common headings ("name", "student",
        "e-mail", …).
    distinct
        Whether everybody must have a name of their own: namesakes are refused, and people without a name are numbered.
        If not, names stay as they are, and empty where there is none.

    Raises
    ------
    AnswersError
        If the table cannot be read or does not fit the survey. Unknown answers are reported all at once, with row,
        column, value and the nearest option.

    Examples
    --------
    >>> survey = Survey.load("simulation-even")
    >>> table = {f"q{number}": ["A", "c", "2"] for number in range(1, 11)} | {"name": ["Ann", "Bo", "Cy"]}
    >>> answers = read_answers(table, survey)
    >>> answers.names, answers.codes[:, 0].tolist()
    (('Ann', 'Bo', 'Cy'), [0, 2, 1])
    """
    table = read_form(source)
    columns, used = match_questions(table, survey)
    naming = find_names(table, name_column, used)
    pairs = zip(columns, survey.questions, strict=True)
    parts = [code_answers(column, question, table.tool) for column, question in pairs]
    codes = np.concatenate(parts, axis=1)
    questions = np.repeat(np.arange(survey.n_questions), [part.shape[1] for part in parts])
    _refuse_unknown(codes, questions, table, columns, survey)
    others = [column for column in table.columns if column not in used and column is not naming]
    names = _names(table, naming) if distinct else _written_names(table, naming)
    notes = table.notes if naming else (*table.notes, _note_nameless(table, used))
    return Answers(codes, names, _extra(others), questions, table.words, notes)


def _refuse_unknown(codes: Array, questions: Array, table: Table, columns: Sequence[Column], survey: Survey) -> None:
    wrong = np.argwhere(codes == UNKNOWN)
    if len(wrong) == 0:
        return
    lines = []
    for n, c in wrong[:_LISTED].tolist():
        column, question = columns[questions[c]], survey.questions[questions[c]]
        place = c - int(np.argmax(questions == questions[c]))
        told = tell_unknown(column.values[column.places[n]], place, question, table.tool)
        lines.append(f"row {table.row_numbers[n]}, column {quote(column.heading)}: {told}")
    kinds = {question.kind for question in survey.questions}
    scales = ", or a number on the scale of a rating" if "rating" in kinds else ""
    raise AnswersError(
        f"Every answer in {table.origin} must be one of the question's options: its text, its letter or its number"
        f"{scales}; got "
        f"{len(wrong)} that {'is' if len(wrong) == 1 else 'are'} not ({table.counting})\n"
        f"{bullets(lines, total=len(wrong), limit=_LISTED)}\n"
        "Correct them in the table, empty the cell for 'not answered', or add the options to the survey."
    )


def _written_names(table: Table, naming: Column | None) -> tuple[str, ...]:
    """Return everybody's name as it stands; empty where there is none."""
    if naming is None:
        return ("",) * len(table.row_numbers)
    return tuple(" ".join(name.split()) for name in naming.texts())


def _note_nameless(table: Table, used: Sequence[Column]) -> str:
    """Return that nobody has a name, and how to say who they are."""
    n_people = len(table.row_numbers)
    likely = [
        column.heading
        for column in table.columns
        if column not in used and not column.role and 0.9 * n_people <= len(column.values) and looks_like_names(column)
    ]
    perhaps = f" (perhaps {quote(likely[0])})" if likely else ""
    return (
        'No column with names was found: people are called "person 1", "person 2" and so on. If there is one'
        f"{perhaps}, give its heading as name_column."
    )


def _names(table: Table, naming: Column | None) -> tuple[str, ...]:
    """Return everybody's name; nobody may come twice."""
    n_people = len(table.row_numbers)
    if naming is None:
        return tuple(f"person {n}" for n in range(1, n_people + 1))
    names = tuple(name or f"person {n}" for n, name in enumerate(read_names(naming), 1))
    first: dict[str, int] = {}
    again: dict[str, list[int]] = {}
    for n, name in enumerate(names):
        key = normalise(name)
        if first.setdefault(key, n) != n:
            again.setdefault(key, [first[key]]).append(n)
    if again:
        lines = []
        for people in list(again.values())[:_LISTED]:
            rows = in_line([str(table.row_numbers[n]) for n in people])
            lines.append(f"{quote(names[people[0]])}: rows {rows}")
        raise AnswersError(
            f"Everybody must come once in the column {quote(naming.heading)} of {table.origin}; got people that come "
            "again "
            f"({table.counting})\n{bullets(lines, total=len(again), limit=_LISTED)}\n"
            "Keep one row for each, tell namesakes apart (an initial will do), or give another column as name_column."
        )
    return names


def _extra(columns: Sequence[Column]) -> dict[str, tuple[str, ...]]:
    """Return other columns by heading; a heading that comes again gets a number."""
    extra: dict[str, tuple[str, ...]] = {}
    for column in columns:
        heading, count = column.heading or "no heading", 1
        key = heading
        while key in extra:
            count += 1
            key = f"{heading} ({count})"
        extra[key] = column.texts()
    return extra
