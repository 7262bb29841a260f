"""Downloads of a result as it stands now, changes by hand included."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

from sqlalchemy.orm import Session

from ...report.files import write_csv, write_text, write_xlsx
from ...report.html import render_report
from ...report.result import Result
from ...report.tables import Table
from ..answers.responses import list_responses
from ..events.events import survey_of
from ..refusals import NotFound
from ..storage.schema import Event
from .places import Standing

_CSV = "text/csv; charset=utf-8"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# The files of a result, and their media types.
FILES = {
    "assignments.csv": _CSV,
    "probabilities.csv": _CSV,
    "groups.xlsx": _XLSX,
    "report.html": "text/html; charset=utf-8",
}


def make_file(standing: Standing, name: str) -> bytes:
    """Return one of the files of a result as it stands now.

    Raises
    ------
    NotFound
        If a result has no such file.
    """
    if name not in FILES:
        raise NotFound(f"A result has the files {', '.join(FILES)}. Choose one of them.")
    result = standing.current
    if name == "report.html":
        return _written(name, lambda path: write_text(render_report(result), path))
    if name == "groups.xlsx":
        return _written(name, lambda path: write_xlsx(_sheets(result), path))
    table = result.assignments() if name == "assignments.csv" else result.probabilities()
    return _written(name, lambda path: write_csv(table, path))


def answers_csv(session: Session, event: Event) -> bytes:
    """Return everybody's answers as a table that can be imported again; several answers stand in one cell."""
    responses, survey = list_responses(session, event), survey_of(event)
    table: Table = {"name": [response.name for response in responses]}
    for question in survey.questions:
        table[question.id] = [
            "; ".join(question.options[code] for code in response.answers.get(question.id, []))
            for response in responses
        ]
    for heading in dict.fromkeys(heading for response in responses for heading in response.extra):
        table.setdefault(heading, [str(response.extra.get(heading, "")) for response in responses])
    return _written("answers.csv", lambda path: write_csv(table, path))


def _sheets(result: Result) -> dict[str, Table]:
    groups = result.groups()
    longest = max(map(len, groups.values()), default=0)
    columns: Table = {group: [*people, *[""] * (longest - len(people))] for group, people in groups.items()}
    sheets = {
        "groups": columns,
        "assignments": result.assignments(),
        "probabilities": result.probabilities(),
        "sizes": result.sizes(),
    }
    notes = result.warnings()
    return {**sheets, "notes": {"note": notes}} if notes else sheets


def _written(name: str, write: Callable[[Path], Path]) -> bytes:
    """Return what a function writes to a file: whatever protects files (formulas in cells) protects downloads too."""
    with tempfile.TemporaryDirectory() as folder:
        return write(Path(folder) / name).read_bytes()
