"""Who the rows of a table belong to: what everybody is called, who answered again, and who are namesakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ..errors import AnswersError, InputError
from ..tables.dates import read_times
from ..tables.person_columns import heading_kind, looks_like_names, plain_heading, read_names
from ..tables.table import Column, Table
from ..tables.text import RECOGNISED, clip, is_blank, listed, normalise, one_of
from ..words.message import Message, join, join_some
from .exports.form_tool import ADDED

Array = np.ndarray

# What to do with people who answered more than once.
DUPLICATES = ("refuse", "latest", "first", "separate")
# Headings of the time at which somebody answered, in tables that no form tool wrote.
TIME_HEADINGS = frozenset(RECOGNISED["time"])
# Names in one note, and rows of one person in one message.
_NAMED = 3
_MOST_ROWS = 10


class RepeatedError(AnswersError):
    """Somebody is in a table more than once.

    Attributes
    ----------
    people
        Their names, and in words their rows.
    """

    def __init__(self, words: Message, people: Sequence[tuple[str, str]]) -> None:
        super().__init__(words)
        self.people = tuple(people)


def name_people(
    table: Table, naming: Column | None, duplicates: str, used: Sequence[Column] = ()
) -> tuple[tuple[str, ...], Array, list[Message]]:
    """Return everybody's name, all different; the rows that count, one per person; and notes on both.

    People without a name are numbered. People of one name differ by their e-mail addresses or ids, if all of them have
    one. Rows that still belong to one person are repeated answers; `duplicates` says what to do with them. No column
    that is `used` for a question may be one of names that was overlooked.
    """
    if naming is None:
        n_people = len(table.row_numbers)
        return tuple(f"person {n}" for n in range(1, n_people + 1)), np.arange(n_people), [_note_nameless(table, used)]
    if duplicates not in DUPLICATES:
        raise InputError(one_of("duplicates", DUPLICATES, duplicates))
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
        told = [
            Message("reading-name-rows", name=shown[rows[0]], rows=_numbers(table, rows))
            for rows, _ in repeated[:_NAMED]
        ]
        who = join([*told, "…"] if len(repeated) > len(told) else told, "semicolon")
        notes.append(Message("reading-again", count=len(repeated), who=who, which=duplicates))
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
    lines = []
    for rows, mark in repeated:
        numbers = join_some([str(table.row_numbers[row]) for row in rows], _MOST_ROWS)
        told = {"name": clip(names[rows[0]]), "rows": numbers}
        line = Message("reading-repeated-mark", mark=clip(mark), **told)
        lines.append(line if mark else Message("reading-repeated-line", **told))
    facts = {"table": table.origin, "counting": table.counting, "people": listed(lines)}
    if all(mark for _, mark in repeated):
        words = Message("reading-repeated", **facts)
    else:
        heading = clip(naming.heading)
        words = Message("reading-repeated-names", heading=heading, **facts)
    return RepeatedError(words, [(names[rows[0]], _numbers(table, rows)) for rows, _ in repeated])


def _note_namesakes(table: Table, names: Sequence[str], apart: Sequence[Sequence[int]]) -> Message:
    """Return who counts as several people of one name."""
    told = [Message("reading-namesake", name=names[rows[0]], rows=_numbers(table, rows)) for rows in apart]
    return Message("reading-namesakes", people=join_some(told, _NAMED))


def _note_unnamed(table: Table, naming: Column, names: Sequence[str]) -> Message:
    """Return who has no name, and what they are called."""
    rows = [row for row, name in enumerate(names) if not name]
    told = [Message("reading-unnamed-row", row=str(table.row_numbers[row]), number=str(row + 1)) for row in rows]
    return Message(
        "reading-unnamed",
        count=len(rows),
        heading=clip(naming.heading),
        counting=table.counting,
        rows=join_some(told, _NAMED),
    )


def _note_nameless(table: Table, used: Sequence[Column]) -> Message:
    """Return that nobody has a name, and how to say who they are."""
    n_people = len(table.row_numbers)
    likely = [
        column.heading
        for column in table.columns
        if column not in used and not column.role and 0.9 * n_people <= len(column.values) and looks_like_names(column)
    ]
    if likely:
        return Message("reading-nameless-perhaps", heading=clip(likely[0]))
    return Message("reading-nameless")
