"""People's answers as numbers, read from a table and matched to a survey."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..errors import AnswersError
from .matching import UNKNOWN, find_names, match_options, match_questions
from .reading import read_table
from .spec import Survey
from .table import Column, Table
from .text import bullets, in_line, is_blank, nearest, normalise, quote

Array = np.ndarray

# Mistakes listed in one message.
_LISTED = 20


@dataclass(frozen=True, eq=False)
class Answers:
    """The coded answers of N people to Q questions.

    Attributes
    ----------
    codes
        (N, Q) position of the chosen option, counted from 0; -1 where a question was not answered.
    names
        The people's names; "person 1", "person 2", … where the table has none.
    extra
        The table's other columns as text, by heading.
    """

    codes: Array
    names: tuple[str, ...]
    extra: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def n_people(self) -> int:
        """N."""
        return int(self.codes.shape[0])


def read_answers(source: Any, survey: Survey, *, name_column: str | None = None) -> Answers:
    """Read a table of answers, one row per person.

    A column belongs to a question if its heading is the question's id or text; case and spacing do not matter, nor does
    the order. An answer is an option's text, or else its letter (``b``, ``B)``) or its number counted from 1. Empty
    cells, ``NA`` and the like mean "not answered". Rows of a file that are wholly empty are skipped.

    Parameters
    ----------
    source
        The path of a CSV, TSV or XLSX file (its first sheet), a pandas or polars frame, or a dict of columns.
    survey
        The survey that was answered.
    name_column
        The heading of the column with people's names; if not given, it is found by common headings ("name", "student",
        "e-mail", …).

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
    table = read_table(source)
    columns = match_questions(table, survey)
    naming = find_names(table, name_column, columns)
    codes = np.empty((len(table.row_numbers), survey.n_questions), dtype=np.int16)
    for q, (column, question) in enumerate(zip(columns, survey.questions, strict=True)):
        codes[:, q] = match_options(column, question)
    _refuse_unknown(codes, table, columns, survey)
    others = [column for column in table.columns if column not in columns and column is not naming]
    return Answers(codes, _names(table, naming), _extra(others))


def _refuse_unknown(codes: Array, table: Table, columns: Sequence[Column], survey: Survey) -> None:
    wrong = np.argwhere(codes == UNKNOWN)
    if len(wrong) == 0:
        return
    lines = []
    for n, q in wrong[:_LISTED].tolist():
        value = columns[q].values[columns[q].places[n]]
        near = nearest(value, survey.questions[q].options)
        hint = f"nearest option: {quote(near)}" if near else "no option is near"
        lines.append(f"row {table.row_numbers[n]}, column {quote(columns[q].heading)}: {quote(value)} ({hint})")
    raise AnswersError(
        f"Every answer in {table.origin} must be one of the question's options: its text, its letter or its number; "
        "got "
        f"{len(wrong)} that {'is' if len(wrong) == 1 else 'are'} not ({table.counting})\n"
        f"{bullets(lines, total=len(wrong), limit=_LISTED)}\n"
        "Correct them in the table, empty the cell for 'not answered', or add the options to the survey."
    )


def _names(table: Table, naming: Column | None) -> tuple[str, ...]:
    """Return everybody's name; nobody may come twice."""
    n_people = len(table.row_numbers)
    if naming is None:
        return tuple(f"person {n}" for n in range(1, n_people + 1))
    shown = [None if is_blank(value) else " ".join(value.split()) for value in naming.values]
    named = ((n, shown[place]) for n, place in enumerate(naming.places.tolist(), 1))
    names = tuple(f"person {n}" if name is None else name for n, name in named)
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
