"""People who come more than once in a table: those who answered again, and namesakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..errors import AnswersError, InputError
from ..tables.dates import read_times
from ..tables.name_columns import heading_kind, plain_heading, read_names
from ..tables.table import Column, Table
from ..tables.text import RECOGNISED, bullets, in_line, is_blank, list_some, normalise, quote, quote_all
from ..words.settings import setting
from .form_tools.form_tool import ADDED

Array = np.ndarray

# What to do with people who answered more than once.
DUPLICATES = ("refuse", "latest", "first", "separate")
# Headings of the time at which somebody answered, in tables that no form tool wrote.
TIME_HEADINGS = frozenset(RECOGNISED["time"])
# People named in one message.
_LISTED = 20
# Names in one note.
_NAMED = 3


def settle_names(table: Table, naming: Column, duplicates: str) -> tuple[Table, tuple[str, ...]]:
    """Return the table with one row per person, and everybody's name, all different; empty cells are numbered.

    People of one name differ by their e-mail addresses or ids, if all of them have one. Rows that still belong to one
    person are repeated answers; `duplicates` says what to do with them.
    """
    if duplicates not in DUPLICATES:
        given = setting("duplicates")
        raise InputError(f"{given} must be one of {quote_all(DUPLICATES)}; got {duplicates!r}. Use one of these.")
    names = read_names(naming)
    namesakes: dict[str, list[int]] = {}
    for row, name in enumerate(names):
        if name:
            namesakes.setdefault(normalise(name), []).append(row)
    telling = _telling_columns(table, naming)
    shown = [name or f"person {row}" for row, name in enumerate(names, 1)]
    if not all(names):
        table = replace(table, notes=(*table.notes, _note_unnamed(table, naming, names)))
    again: list[list[int]] = []
    marks: list[str] = []
    apart: list[list[int]] = []
    for rows in namesakes.values():
        people = _tell_apart(rows, telling) if len(rows) > 1 else {}
        if len(people) > 1:
            apart.append(rows)
        for mark, own in people.items():
            if len(own) > 1:
                again.append(own)
                marks.append(mark)
            for row in own if len(people) > 1 else ():
                shown[row] = f"{names[row]} ({mark})"
    if duplicates == "refuse" and again:
        raise AnswersError(_refusal(table, naming, shown, again, marks)).with_kind(
            "answers-repeated",
            people=list_some(
                [
                    {"name": shown[rows[0]], "rows": ", ".join(str(table.row_numbers[row]) for row in rows)}
                    for rows in again[:_LISTED]
                ],
                len(again),
                _LISTED,
            ),
        )
    if apart and duplicates != "separate":
        table = replace(table, notes=(*table.notes, _note_namesakes(table, names, apart)))
    keep = np.arange(len(names))
    if duplicates in ("latest", "first") and again:
        keep = np.setdiff1d(keep, _left_out(table, again, duplicates))
        note = (
            f"{_people(len(again))} answered more than once ({_who(table, shown, again)}): the {duplicates} answers "
            f"count. Keep all with {setting('duplicates', 'separate')}."
        )
        table = replace(table.take(keep), notes=(*table.notes, note))
    return table, _distinct([shown[row] for row in keep.tolist()])


def _telling_columns(table: Table, naming: Column) -> list[Column]:
    """Return the columns that distinguish people of one name; numbers of answer sheets do not."""
    found: list[tuple[int, Column]] = []
    for column in table.columns:
        kinds = [heading_kind(name) for name in column.names]
        rank = next((i for i, kind in enumerate(("e-mail", "id", "login")) if kind in kinds), None)
        if rank is not None and column is not naming and not ("id" in kinds and _counts_sheets(column, table.tool)):
            found.append((rank, column))
    return [column for _, column in sorted(found, key=lambda pair: pair[0])]


def _counts_sheets(column: Column, tool: str) -> bool:
    """Return whether an id belongs to the answer sheet, and not to the person."""
    heading = plain_heading(column.code or column.heading)
    if column.role == ADDED:
        # LimeSurvey gives each person a token.
        return tool != "LimeSurvey" or heading not in ("token", "access code")
    first, texts = column.values[0], column.texts()
    return heading == "id" and first.isdecimal() and texts == tuple(str(int(first) + n) for n in range(len(texts)))


def _tell_apart(rows: list[int], telling: Sequence[Column]) -> dict[str, list[int]]:
    """Return the rows of people of one name, by what tells them apart."""
    for column in telling:
        cells = [column.values[column.places[row]].strip() for row in rows]
        if not any(map(is_blank, cells)):
            people: dict[str, list[int]] = {}
            spelled = {normalise(cell): cell for cell in reversed(cells)}
            for row, cell in zip(rows, cells, strict=True):
                people.setdefault(spelled[normalise(cell)], []).append(row)
            return people
    return {"": rows}


def _left_out(table: Table, again: Sequence[Sequence[int]], duplicates: str) -> list[int]:
    """Return the rows that do not count: by the time they were written or, if none is known, by their order."""
    times = next(
        (
            seconds
            for column in table.columns
            if column.role == ADDED or any(plain_heading(name) in TIME_HEADINGS for name in column.names)
            if (seconds := read_times(column)) is not None
        ),
        np.zeros(len(table.row_numbers)),
    )
    left_out = []
    for rows in again:
        in_order = sorted(rows, key=lambda row: (np.nan_to_num(times[row], nan=-np.inf), row))
        left_out += in_order[:-1] if duplicates == "latest" else in_order[1:]
    return left_out


def _distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with a number after every one that several people share: bare, it would seem to mean one."""
    keys = list(map(normalise, names))
    shared = {key for key, count in Counter(keys).items() if count > 1}
    taken = set(keys)
    seen: Counter[str] = Counter()
    told = []
    for name, key in zip(names, keys, strict=True):
        shown = name
        while key in shared and normalise(shown) in taken:
            seen[key] += 1
            shown = f"{name} ({seen[key]})"
        taken.add(normalise(shown))
        told.append(shown)
    return tuple(told)


def _refusal(
    table: Table, naming: Column, names: Sequence[str], again: Sequence[Sequence[int]], marks: Sequence[str]
) -> str:
    lines = [
        f"{quote(names[rows[0]])}: rows {in_line([str(table.row_numbers[row]) for row in rows])}"
        f"{f', all with {quote(mark)}' if mark else ''}"
        for rows, mark in zip(again[:_LISTED], marks, strict=False)
    ]
    if all(marks):
        return (
            f"Everybody must be in {table.origin} once; these people are there more often ({table.counting}):\n"
            f"{bullets(lines, total=len(again), limit=_LISTED)}\n"
            f"To count their latest answers, use {setting('duplicates', 'latest')}; to count their first, "
            f"{setting('duplicates', 'first')}. If they are different people, use {setting('duplicates', 'separate')}."
        )
    return (
        f"Duplicate names in the column {quote(naming.heading)} of {table.origin} ({table.counting}):\n"
        f"{bullets(lines, total=len(again), limit=_LISTED)}\n"
        f"If these people answered again, use {setting('duplicates', 'latest')} or {setting('duplicates', 'first')}. "
        f"If they are different people, use {setting('duplicates', 'separate')}, add a column with their e-mail "
        f"addresses, or name another column with {setting('name_column')}."
    )


def _who(table: Table, names: Sequence[str], again: Sequence[Sequence[int]]) -> str:
    told = [f"{names[rows[0]]}, rows {', '.join(str(table.row_numbers[row]) for row in rows)}" for rows in again[:3]]
    return "; ".join(told) + ("; …" if len(again) > len(told) else "")


def _note_namesakes(table: Table, names: Sequence[str], apart: Sequence[Sequence[int]]) -> str:
    """Return in a sentence who counts as several people of one name."""
    told = [f"{names[rows[0]]} (rows {', '.join(str(table.row_numbers[row]) for row in rows)})" for rows in apart]
    return (
        "Taken for different people of the same name, because their e-mail addresses or ids differ: "
        f"{in_line(told, _NAMED)}. If somebody is there twice, delete the row that should not count."
    )


def _note_unnamed(table: Table, naming: Column, names: Sequence[str]) -> str:
    """Return in a sentence who has no name, and what they are called."""
    rows = [row for row, name in enumerate(names) if not name]
    told = [f"row {table.row_numbers[row]} is person {row + 1}" for row in rows]
    return (
        f"{_people(len(rows))} without a name in the column {quote(naming.heading)} got a number ({table.counting}): "
        f"{in_line(told, _NAMED)}. Write names into these cells, or delete rows that are not people."
    )


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"
