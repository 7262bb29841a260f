"""Downloads of a result as it stands now, changes by hand included."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np

from ...kinds.cells import JOINED
from ...kinds.question import Question
from ...kinds.table import kind_of
from ...report.files import write_csv, write_text, write_xlsx
from ...report.page.html import render_report
from ...report.tables import Table
from ...survey.spec import Survey
from ...tables.name_columns import free_name_heading
from ...tables.numbers import show_number
from ...tables.person_names import sort_key
from ...tables.table import Column
from ...tables.text import normalise
from ..answers.import_plan import distinct_headings
from ..answers.number_fields import asks_number
from ..languages import Message
from ..refusals import NotFound
from ..results.places import Standing
from ..storage.schema import Response

_CSV = "text/csv; charset=utf-8"
_HTML = "text/html; charset=utf-8"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True)
class ResultFile:
    """A file of a result: its media type, the message that names it, and the one that says who may read it.

    Another message, with "-holds" at its end, says what is in it.
    """

    kind: str
    title: str
    readers: str = "downloads-for-organisers"


HANDOUT = "handout.html"
FILES = {
    "assignments.csv": ResultFile(_CSV, "downloads-assignments"),
    "probabilities.csv": ResultFile(_CSV, "downloads-probabilities"),
    "groups.xlsx": ResultFile(_XLSX, "downloads-groups"),
    "report.html": ResultFile(_HTML, "downloads-report"),
    HANDOUT: ResultFile(_HTML, "downloads-handout", "downloads-for-all"),
}


def make_file(standing: Standing, name: str, title: str) -> bytes:
    """Return one of the files of a result as it stands now; what is handed out is a page, in the event's language.

    Parameters
    ----------
    title
        The event's, which pages bear instead of the survey's.

    Raises
    ------
    NotFound
        If a result has no such file.
    """
    if name not in FILES or name == HANDOUT:
        raise NotFound(Message("downloads-none"))
    result = standing.current
    if name == "report.html":
        titled = replace(result, survey=replace(result.survey, title=title)).with_settled(result.how_settled())
        return _written(name, lambda path: write_text(render_report(titled), path))
    if name == "groups.xlsx":
        return _written(name, lambda path: write_xlsx(_sheets(standing), path))
    table = assignments_table(standing) if name == "assignments.csv" else result.probabilities()
    return csv_file(table)


def list_members(standing: Standing) -> list[tuple[str | Message, list[str]]]:
    """Return every group with the names of its members, in the order of the alphabet; whoever was deleted has none."""
    members: list[list[str]] = [[] for _ in standing.titles]
    for name, place in zip(standing.names, standing.places, strict=True):
        if place.response_id is not None:
            members[place.group_number].append(name)
    return [(title, sorted(some, key=sort_key)) for title, some in zip(standing.titles, members, strict=True)]


def answers_csv(survey: Survey, responses: Sequence[Response]) -> bytes:
    """Return everybody's answers as a table that can be imported again; several answers stand in one cell.

    Columns are headed by the questions' texts. Where a text could mean two questions, the question's id heads it.
    """
    asked = [text for question in survey.questions for text in (question.id, question.text)]
    naming = free_name_heading(asked)
    table: Table = {naming: [response.name for response in responses]}
    for question in survey.questions:
        write = cache(partial(write_answer, question))
        table[_heading_of(question, survey)] = [
            write(tuple(response.answers.get(question.id, ()))) for response in responses
        ]
    table |= _further_columns([response.extra for response in responses], [naming, *asked])
    return csv_file(table)


def _heading_of(question: Question, survey: Survey) -> str:
    meant = [
        other for other in survey.questions if normalise(question.text) in (normalise(other.id), normalise(other.text))
    ]
    return question.text if meant == [question] else question.id


def csv_file(table: Table) -> bytes:
    """Return a table as a CSV file; cells that look like formulas are guarded."""
    return _written("table.csv", lambda path: write_csv(table, path))


def write_answer(question: Question, given: Sequence[float]) -> str:
    """Return a cell that is read back as these options of a question: their texts, wherever that is possible.

    A number stands there in the question's unit, without it.
    """
    if asks_number(question):
        return "".join(map(show_number, given))
    codes = [int(code) for code in given]
    texts = [question.options[code] for code in codes]
    written = [sign.join(texts) for sign in ("; ", " | ", "\n")]
    if question.scale is not None:
        written += [show_number(end) for end in (question.scale[0], *question.bins, question.scale[1])]
    # Options that look like several others are told apart by a sign that no text holds.
    written.append("".join(f"{text}{JOINED}" for text in texts))
    return next((cell for cell in written if _read_cell(question, cell) == sorted(codes)), written[0])


def _read_cell(question: Question, cell: str) -> list[float]:
    kind = kind_of(question)
    coded = kind.code(Column("", (cell,), np.zeros(1, dtype=np.int32)), question)
    return kind.chosen_options(question, coded.codes, coded.levels)[0]


def _further_columns(extras: Sequence[Mapping[str, str]], taken: Sequence[str]) -> Table:
    """Return what people's files said besides (e-mail addresses, numbers), under headings that are free."""
    wanted = list(dict.fromkeys(heading for extra in extras for heading in extra))
    headings = distinct_headings(wanted, taken)
    return {
        heading: [str(extra.get(key, "")) for extra in extras] for heading, key in zip(headings, wanted, strict=True)
    }


def assignments_table(standing: Standing) -> Table:
    """Return who is where, with the further columns that people came with."""
    result = standing.current
    table, known = result.assignments(), result.answers.identifiers
    extra = {heading: cells for heading, cells in result.answers.extra.items() if heading not in known}
    return table | dict(zip(distinct_headings(list(extra), list(table)), map(list, extra.values()), strict=True))


def _sheets(standing: Standing) -> dict[str, Table]:
    result = standing.current
    groups = result.groups()
    longest = max(map(len, groups.values()), default=0)
    columns: Table = {group: [*people, *[""] * (longest - len(people))] for group, people in groups.items()}
    sheets = {
        "groups": columns,
        "assignments": assignments_table(standing),
        "probabilities": result.probabilities(),
        "sizes": result.sizes(),
    }
    notes = result.warnings()
    return {**sheets, "notes": {"note": notes}} if notes else sheets


def _written(name: str, write: Callable[[Path], Path]) -> bytes:
    """Return what a function writes to a file: whatever protects files (formulas in cells) protects downloads too."""
    with tempfile.TemporaryDirectory() as folder:
        return write(Path(folder) / name).read_bytes()
