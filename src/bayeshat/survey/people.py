"""Who the rows of a table belong to: what everybody is called, who answered again, and who are namesakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ..errors import AnswersError, InputError
from ..tables.dates import read_times
from ..tables.name_columns import heading_kind, looks_like_names, plain_heading, read_names
from ..tables.table import Column, Table
from ..tables.text import RECOGNISED, bullets, in_line, is_blank, list_some, normalise, quote, quote_all
from ..words.voice import setting
from .exports.form_tool import ADDED

Array = np.ndarray

# What to do with people who answered more than once.
DUPLICATES = ("refuse", "latest", "first", "separate")
# Headings of the time at which somebody answered, in tables that no form tool wrote.
TIME_HEADINGS = frozenset(RECOGNISED["time"])
# People named in one message.
_LISTED = 20
# Names in one note.
_NAMED = 3


def name_people(
    table: Table, naming: Column | None, duplicates: str, used: Sequence[Column] = ()
) -> tuple[tuple[str, ...], Array, list[str]]:
    """Return everybody's name, all different; the rows that count, one per person; and notes on both.

    People without a name are numbered. People of one name differ by their e-mail addresses or ids, if all of them have
    one. Rows that still belong to one person are repeated answers; `duplicates` says what to do with them. No column
    that is `used` for a question may be one of names that was overlooked.
    """
    if naming is None:
        n_people = len(table.row_numbers)
        return tuple(f"person {n}" for n in range(1, n_people + 1)), np.arange(n_people), [_note_nameless(table, used)]
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
    notes = [] if all(names) else [_note_unnamed(table, naming, names)]
    # The rows of each person who answered more than once, with what tells this person apart; and of namesakes.
    repeated: list[tuple[list[int], str]] = []
    apart: list[list[int]] = []
    for rows in namesakes.values():
        people = _tell_apart(rows, telling) if len(rows) > 1 else {}
        repeated += [(own, mark) for mark, own in people.items() if len(own) > 1]
        if len(people) > 1:
            apart.append(rows)
            for mark, own in people.items():
                for row in own:
                    shown[row] = f"{names[row]} ({mark})"
    if duplicates == "refuse" and repeated:
        raise _refusal(table, naming, shown, repeated)
    if apart and duplicates != "separate":
        notes.append(_note_namesakes(table, names, apart))
    keep = np.arange(len(names))
    if duplicates in ("latest", "first") and repeated:
        keep = np.setdiff1d(keep, _left_out(table, [rows for rows, _ in repeated], duplicates))
        told = [f"{shown[rows[0]]}, rows {_numbers(table, rows)}" for rows, _ in repeated[:_NAMED]]
        who = "; ".join(told) + ("; …" if len(repeated) > len(told) else "")
        notes.append(
            f"{_people(len(repeated))} answered more than once ({who}): the {duplicates} answers count. Keep all with "
            f"{setting('duplicates', 'separate')}."
        )
    return _distinct([shown[row] for row in keep.tolist()]), keep, notes


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
        cells = [column.cell(row).strip() for row in rows]
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


def _numbers(table: Table, rows: Sequence[int]) -> str:
    """Return what messages call some rows."""
    return ", ".join(str(table.row_numbers[row]) for row in rows)


def _refusal(
    table: Table, naming: Column, names: Sequence[str], repeated: Sequence[tuple[Sequence[int], str]]
) -> AnswersError:
    lines = [
        f"{quote(names[rows[0]])}: rows {in_line([str(table.row_numbers[row]) for row in rows])}"
        f"{f', all with {quote(mark)}' if mark else ''}"
        for rows, mark in repeated[:_LISTED]
    ]
    told = f"({table.counting}):\n{bullets(lines, total=len(repeated), limit=_LISTED)}\n"
    latest, first, separate = (setting("duplicates", word) for word in ("latest", "first", "separate"))
    if all(mark for _, mark in repeated):
        words = (
            f"Everybody must be in {table.origin} once; these people are there more often {told}To count their latest "
            f"answers, use {latest}; to count their first, {first}. If they are different people, use {separate}."
        )
    else:
        words = (
            f"Duplicate names in the column {quote(naming.heading)} of {table.origin} {told}If these people answered "
            f"again, use {latest} or {first}. If they are different people, use {separate}, add a column with their "
            f"e-mail addresses, or name another column with {setting('name_column')}."
        )
    people = [{"name": names[rows[0]], "rows": _numbers(table, rows)} for rows, _ in repeated[:_LISTED]]
    return AnswersError(words).with_kind("answers-repeated", people=list_some(people, len(repeated), _LISTED))


def _note_namesakes(table: Table, names: Sequence[str], apart: Sequence[Sequence[int]]) -> str:
    """Return in a sentence who counts as several people of one name."""
    told = [f"{names[rows[0]]} (rows {_numbers(table, rows)})" for rows in apart]
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


def _note_nameless(table: Table, used: Sequence[Column]) -> str:
    """Return in a sentence that nobody has a name, and how to say who they are."""
    n_people = len(table.row_numbers)
    likely = [
        column.heading
        for column in table.columns
        if column not in used and not column.role and 0.9 * n_people <= len(column.values) and looks_like_names(column)
    ]
    perhaps = f" (perhaps {quote(likely[0])})" if likely else ""
    return (
        'No column with names was found: people are called "person 1", "person 2" and so on. If there is one'
        f"{perhaps}, give its heading with {setting('name_column')}."
    )


def _people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"
