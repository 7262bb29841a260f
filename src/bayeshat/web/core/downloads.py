"""Files of a result as it stands now, changes by hand included; files for Moodle and Canvas."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np
from sqlalchemy import select
from sqlalchemy.orm import Session

from ...engine.seats import seat_people
from ...kinds.question import Question
from ...kinds.table import kind_of
from ...report.files import write_csv, write_text, write_xlsx
from ...report.lists import GroupedPeople, group_sheets, render_lists, render_place_cards
from ...report.mixed_report import render_mixed
from ...report.page.html import render_report
from ...report.result import Result
from ...report.tables import Table, add_waiting, choices_column, groups_table, heading, sizes_table, with_identifiers
from ...survey.answers import Answers
from ...survey.spec import Survey
from ...tables.numbers import show_number
from ...tables.person_columns import free_name_heading
from ...tables.person_ids import ids_of, same_ids
from ...tables.person_names import sort_key
from ...tables.table import Column
from ...tables.text import normalise
from ...words.message import Message
from ...words.voice import DEFAULT, speaking
from ..db.schema import Event, Response, RosterEntry
from ..people_names import name_key
from ..refusals import NotFound
from ..slow import slow
from .form_fields import asks_number, asks_order
from .imports import distinct_headings
from .results import Standing
from .roster import further_columns, roster_of

_CSV = "text/csv; charset=utf-8"
_HTML = "text/html; charset=utf-8"
_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@dataclass(frozen=True)
class ResultFile:
    """A file of a result: its media type, the message that names it, and the one that says who may read it.

    Another message, which begins as the first and ends with ``holds``, says what is in it.
    """

    kind: str
    title: str
    readers: str = "downloads-for-organisers"
    holds: str = "-holds"

    @property
    def is_for_all(self) -> bool:
        """Whether it is handed out, and so in the event's language."""
        return self.readers == _FOR_ALL


_FOR_ALL = "downloads-for-all"
HANDOUT = "handout.html"
# What shows everybody's place, and how each is rendered.
_SEATS = {"seats.html": lambda people, seats: render_lists(people, seats=seats), "place_cards.html": render_place_cards}
FILES = {
    "assignments.csv": ResultFile(_CSV, "downloads-assignments"),
    "probabilities.csv": ResultFile(_CSV, "downloads-probabilities"),
    "groups.xlsx": ResultFile(_XLSX, "downloads-groups"),
    "report.html": ResultFile(_HTML, "downloads-report"),
    HANDOUT: ResultFile(_HTML, "downloads-handout", _FOR_ALL),
    "seats.html": ResultFile(_HTML, "downloads-seats", _FOR_ALL),
    "place_cards.html": ResultFile(_HTML, "downloads-place-cards", _FOR_ALL),
}


@slow
def make_file(standing: Standing, name: str, title: str, language: str = DEFAULT) -> bytes:
    """Return one of the files of a result as it stands now, but for the page that is handed out.

    Parameters
    ----------
    title
        The event's, which pages bear instead of the survey's.
    language
        That of pages and the workbook; tables that programs read are in English.

    Raises
    ------
    NotFound
        If a result has no such file.
    """
    if name not in FILES or name == HANDOUT:
        raise NotFound(Message("downloads-none"))
    result = standing.current
    if name in _SEATS:
        with speaking(language=language):
            return _make_seats(standing, name, title)
    if result.is_mixed:
        with speaking(language=language if name.endswith((".html", ".xlsx")) else DEFAULT):
            return _make_mixed(standing, name, title)
    if name == "report.html":
        titled = replace(result, survey=replace(result.survey, title=title)).with_settled(result.how_settled())
        with speaking(language=language):
            return _written(name, lambda path: write_text(render_report(titled), path))
    if name == "groups.xlsx":
        with speaking(language=language):
            return _written(name, lambda path: write_xlsx(_sheets(standing), path))
    table = assignments_table(standing) if name == "assignments.csv" else result.probabilities()
    return csv_file(table)


def files_of(purpose: str) -> dict[str, ResultFile]:
    """Return the files of a result: nobody has a probability where no answers say who belongs where.

    In several rounds, people have several places.
    """
    if purpose == "alike":
        return FILES
    left_out = {"probabilities.csv", *(_SEATS if purpose == "rounds" else ())}
    return {
        name: file if file.is_for_all else replace(file, holds="-holds-mixed")
        for name, file in FILES.items()
        if name not in left_out
    }


def _make_seats(standing: Standing, name: str, title: str) -> bytes:
    """Return a page with everybody's place at round tables, without people who were deleted."""
    result = standing.current
    if result.rounds is not None:
        raise NotFound(Message("downloads-none"))
    seats, there = seat_people(result.decision), list(standing.remaining)
    seats = replace(seats, orders=tuple(order[np.isin(order, there)] for order in seats.orders))
    people = GroupedPeople(title, result.names, result.decision, {}, {}, _colors(standing))
    return _written(name, lambda path: write_text(_SEATS[name](people, seats), path))


def _colors(standing: Standing) -> list[str | None]:
    return [group["color"] for group in standing.sorting.groups]


def _make_mixed(standing: Standing, name: str, title: str) -> bytes:
    result = standing.current
    colors = _colors(standing)
    answers, decision = result.answers, result.decision
    people = GroupedPeople(
        title, result.names, decision, answers.extra, answers.identifiers, colors, result.notes(), rounds=result.rounds
    )
    if name == "report.html":
        return _written(name, lambda path: write_text(render_mixed(people), path))
    table = _mixed_table(result)
    if name == "assignments.csv":
        return csv_file(table)
    if name != "groups.xlsx":
        raise NotFound(Message("downloads-none"))
    sheets = {heading("assignments"): table, heading("sizes"): sizes_table(decision), **group_sheets(people)}
    return _written(name, lambda path: write_xlsx(sheets, path))


def _mixed_table(result: Result) -> Table:
    """Return who is where, in every round, which of their choices that is, and what their files said besides."""
    table = groups_table(result.names, result.decision) | choices_column(result.decision)
    if result.rounds is not None:
        table = result.rounds.table()
    table = _with_further(with_identifiers(table, result.answers.identifiers), result.answers)
    return add_waiting(table, result.decision)


def list_members(standing: Standing) -> list[tuple[str | Message, list[str]]]:
    """Return every group, of every round, with its members by alphabet; people who were deleted are in none."""
    rounds = standing.current.rounds
    told: list[tuple[str | Message, list[str]]] = []
    for number, labels in enumerate([standing.labels] if rounds is None else rounds.labels.tolist(), 1):
        for g, title in enumerate(standing.titles):
            members = sorted((standing.names[n] for n in standing.remaining if labels[n] == g), key=sort_key)
            heads = title if rounds is None else Message("downloads-round", number=number, group=title)
            told.append((heads, members))
    return told


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
    # Options that look like several others are known by their numbers or, where options are numbers, by letters.
    written += ["; ".join(str(code + 1) for code in codes), "; ".join(chr(ord("a") + code) for code in codes)]
    # Of options in order, the first is what counts.
    read = codes[:1] if asks_order(question) else sorted(codes)
    return next((cell for cell in written if _read_cell(question, cell) == read), written[0])


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
    return _with_further(standing.current.assignments(), standing.current.answers)


def _with_further(table: Table, answers: Answers) -> Table:
    extra = {heading: cells for heading, cells in answers.extra.items() if heading not in answers.identifiers}
    return table | dict(zip(distinct_headings(list(extra), list(table)), map(list, extra.values()), strict=True))


def _sheets(standing: Standing) -> dict[str, Table]:
    result = standing.current
    groups = result.groups()
    longest = max(map(len, groups.values()), default=0)
    columns: Table = {group: [*people, *[""] * (longest - len(people))] for group, people in groups.items()}
    sheets = {
        str(Message("downloads-sheet-groups")): columns,
        heading("assignments"): assignments_table(standing),
        heading("probabilities"): result.probabilities(),
        heading("sizes"): result.sizes(),
    }
    notes = list(map(str, result.warnings()))
    return {**sheets, str(Message("downloads-sheet-notes")): {heading("note"): notes}} if notes else sheets


def _written(name: str, write: Callable[[Path], Path]) -> bytes:
    """Return what a function writes to a file: whatever protects files (formulas in cells) protects downloads too."""
    with tempfile.TemporaryDirectory() as folder:
        return write(Path(folder) / name).read_bytes()


@dataclass(frozen=True)
class CoursePerson:
    """Somebody in a group.

    Attributes
    ----------
    name, group
        Who is where.
    ids
        E-mail address, numbers and logins that are known, by `person_ids.ID_HEADINGS`.
    """

    name: str
    group: str
    ids: Mapping[str, str]


@dataclass(frozen=True)
class CourseFile:
    """A file for a course system: its table, and who is left out because nothing says who they are there."""

    table: Table
    unmatched: tuple[str, ...]


def course_people(session: Session, event: Event, standing: Standing) -> list[CoursePerson]:
    """Return everybody in a result with what is known of them: from their own file, or from the roster.

    Somebody is on the roster by their personal link, by an e-mail address or number, or by a name that is there once.
    """
    roster = roster_of(session, event)
    rows = session.execute(select(Response.id, Response.roster_entry_id).where(Response.event_id == event.id))
    links = {row.id: row.roster_entry_id for row in rows}
    groups = standing.groups
    people = []
    for n, response_id in standing.remaining.items():
        name, extra = standing.names[n], standing.places[n].extra
        entry = _find_entry(roster, links.get(response_id), extra, name)
        known = {} if entry is None else ids_of(further_columns(entry))
        people.append(CoursePerson(name, groups[standing.labels[n]], {**known, **ids_of(extra)}))
    return people


def canvas_groups(people: Sequence[CoursePerson]) -> CourseFile:
    """Return the file that Canvas imports into a group set: who is in which group.

    Canvas wants one of its own number, the school's number or the login; where only an e-mail address is known, it is
    taken for the login.
    """
    columns = ("canvas_user_id", "user_id", "login_id")
    rows = []
    for person in people:
        ids = {column: person.ids.get(column, "") for column in columns}
        if not any(ids.values()):
            ids["login_id"] = person.ids.get("email", "")
        rows.append((person, ids))
    known = [(person, ids) for person, ids in rows if any(ids.values())]
    table: Table = {"name": [person.name for person, _ in known]}
    table |= {column: [ids[column] for _, ids in known] for column in columns}
    table["group_name"] = [person.group for person, _ in known]
    return CourseFile(table, tuple(person.name for person, ids in rows if not any(ids.values())))


def moodle_groups(people: Sequence[CoursePerson], description: str) -> CourseFile:
    """Return the file that makes the groups in a Moodle course; `moodle_users` lists their members."""
    groups = sorted({person.group for person in people})
    # Moodle refuses a table of a single column.
    return CourseFile({"groupname": list(groups), "description": [description] * len(groups)}, ())


def moodle_users(people: Sequence[CoursePerson], course: str) -> CourseFile:
    """Return the file by which Moodle's "Upload users" puts people into the groups of a course.

    Moodle wants the user name; where only an e-mail address is known, it is taken for that.

    Parameters
    ----------
    course
        The course's short name in Moodle.
    """
    known = [person for person in people if person.ids.keys() & {"username", "email"}]
    table: Table = {
        # Moodle's user names are in small letters.
        "username": [person.ids.get("username", person.ids.get("email", "")).lower() for person in known],
        "email": [person.ids.get("email", "") for person in known],
        "course1": [course] * len(known),
        "group1": [person.group for person in known],
    }
    return CourseFile(table, tuple(person.name for person in people if person not in known))


# The files by their names; each is made of the people, the event's title and the course's short name.
COURSE_FILES: dict[str, Callable[[Sequence[CoursePerson], str, str], CourseFile]] = {
    "canvas_groups.csv": lambda people, title, course: canvas_groups(people),  # noqa: ARG005
    "moodle_groups.csv": lambda people, title, course: moodle_groups(people, title),  # noqa: ARG005
    "moodle_users.csv": lambda people, title, course: moodle_users(people, course),  # noqa: ARG005
}


def _find_entry(
    roster: Sequence[RosterEntry], entry_id: str | None, extra: Mapping[str, str], name: str
) -> RosterEntry | None:
    linked = [entry for entry in roster if entry.id == entry_id]
    same = [entry for entry in roster if same_ids(extra, further_columns(entry))]
    named = [
        entry
        for entry in roster
        if name_key(entry.name) == name_key(name) and same_ids(extra, further_columns(entry)) is not False
    ]
    return next((found[0] for found in (linked, same, named) if len(found) == 1), None)
