"""Downloads of a result as it stands now, changes by hand included."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy.orm import Session

from ...report.files import write_csv, write_text, write_xlsx
from ...report.html import render_report
from ...report.tables import Table
from ..answers.responses import list_responses
from ..events.events import survey_of
from ..refusals import NotFound
from ..storage.schema import Event
from .places import Standing

_CSV = "text/csv; charset=utf-8"
_HTML = "text/html; charset=utf-8"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True)
class ResultFile:
    """A file of a result: what it is called on the page, its media type, what is in it, and who may read it."""

    title: str
    kind: str
    contains: str
    readers: str


_TEAM = "For the organisers only."
FILES = {
    "assignments.csv": ResultFile(
        "Who is where (CSV)", _CSV, "Everybody’s group, how sure it is, and who could swap; no answers.", _TEAM
    ),
    "probabilities.csv": ResultFile(
        "Chances (CSV)", _CSV, "How likely each group is for each person; no answers.", _TEAM
    ),
    "groups.xlsx": ResultFile("All tables (XLSX)", _XLSX, "Groups, chances and sizes on one sheet each.", _TEAM),
    "report.html": ResultFile(
        "The report for the organisers",
        _HTML,
        "Groups, chances, rules, and answers person by person, as one page to read or print.",
        _TEAM,
    ),
    "handout.html": ResultFile(
        "The groups to hand out",
        _HTML,
        "Names and groups as one page; no answers, no chances, no rules.",
        "Everybody may read it.",
    ),
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
    if name in ("report.html", "handout.html"):
        page = render_report(result, handout=name == "handout.html")
        return _written(name, lambda path: write_text(page, path))
    if name == "groups.xlsx":
        return _written(name, lambda path: write_xlsx(_sheets(standing), path))
    table = _assignments(standing) if name == "assignments.csv" else result.probabilities()
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


def _assignments(standing: Standing) -> Table:
    """Return who is where, with the further columns (e-mail, id) that came with the answers."""
    table = standing.current.assignments()
    for heading in dict.fromkeys(heading for place in standing.places for heading in place.extra):
        free = heading if heading not in table else f"{heading} (answers)"
        table.setdefault(free, [str(place.extra.get(heading, "")) for place in standing.places])
    return table


def _sheets(standing: Standing) -> dict[str, Table]:
    result = standing.current
    groups = result.groups()
    longest = max(map(len, groups.values()), default=0)
    columns: Table = {group: [*people, *[""] * (longest - len(people))] for group, people in groups.items()}
    sheets = {
        "groups": columns,
        "assignments": _assignments(standing),
        "probabilities": result.probabilities(),
        "sizes": result.sizes(),
    }
    notes = result.warnings()
    return {**sheets, "notes": {"note": notes}} if notes else sheets


def _written(name: str, write: Callable[[Path], Path]) -> bytes:
    """Return what a function writes to a file: whatever protects files (formulas in cells) protects downloads too."""
    with tempfile.TemporaryDirectory() as folder:
        return write(Path(folder) / name).read_bytes()
