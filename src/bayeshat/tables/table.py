"""A table of text, kept column by column as its distinct values and where they stand."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain, compress, islice
from typing import Any

import numpy as np

from ..errors import AnswersError
from ..words.message import Message
from .text import listed, unguard_formula

Array = np.ndarray
# What somebody answered: a text; or the options that several columns tick or rank together, perhaps none.
Cell = str | tuple[str, ...]

# Rows taken at a time: enough to be quick, few enough to need little memory.
_BLOCK = 16384


@dataclass(frozen=True, eq=False)
class Column:
    """One column: the distinct cells in `values`, and for each row which of them it holds.

    Attributes
    ----------
    heading
        The column's heading.
    values
        The distinct texts in the column, in the order of their first appearance.
    places
        (N,) position in `values` of each row's text.
    code, text
        What a form tool calls the question, and its text, where the heading holds more or less than these.
    of, parts
        Of a column that is one part of a question ("Question [Row]"): the question's names, and the part's.
    role
        Why the column cannot be a question: "added" by the form, or "written" in people's own words; empty if it can.
    lists, kind
        Of a column made of the parts of a question: the options in each value, and the question's kind.
    """

    heading: str
    values: tuple[str, ...]
    places: Array
    code: str = ""
    text: str = ""
    of: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    role: str = ""
    lists: tuple[Cell, ...] = ()
    kind: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the column goes by: its heading, its code, its text."""
        return tuple(dict.fromkeys(filter(None, (self.heading, self.code, self.text))))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The distinct answers in the column: its values or, where it has them, its lists."""
        return self.lists or self.values

    def cell(self, row: int) -> str:
        """Return the text of one row."""
        return self.values[self.places[row]]

    def texts(self) -> tuple[str, ...]:
        """Return the text of every row."""
        return tuple(map(self.values.__getitem__, self.places.tolist()))

    def take(self, rows: Array | slice) -> Column:
        """Return the column with some rows only, and without values that stood in others alone."""
        places = self.places[rows]
        used = np.bincount(places, minlength=len(self.values)) > 0
        values, lists = tuple(compress(self.values, used)), tuple(compress(self.lists, used))
        return replace(self, values=values, lists=lists, places=(np.cumsum(used) - 1)[places].astype(np.int32))


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of equal length.

    Attributes
    ----------
    columns
        The columns, in order.
    row_numbers
        (N,) what messages call each row.
    from_zero
        Whether rows are counted from 0, as in frames, and not as a spreadsheet numbers them.
    origin
        Where the table came from, in words.
    tool
        The form tool that wrote it; empty if none is known.
    notes
        What a reader should know of how it was read.
    """

    columns: tuple[Column, ...]
    row_numbers: Array
    from_zero: bool
    origin: str | Message
    tool: str = ""
    notes: tuple[Message, ...] = ()

    @property
    def counting(self) -> Message:
        """How rows are numbered, in words."""
        return Message("table-rows-from-zero" if self.from_zero else "table-rows-as-in-spreadsheets")

    @property
    def headings(self) -> tuple[str, ...]:
        """The columns' headings."""
        return tuple(column.heading for column in self.columns)

    def take(self, rows: Array | slice) -> Table:
        """Return the table with some rows only."""
        columns = tuple(column.take(rows) for column in self.columns)
        return replace(self, columns=columns, row_numbers=self.row_numbers[rows])


def cell_text(value: Any) -> str:
    """Return a cell of a frame or a workbook as text; whole numbers lose their point, missing values become empty."""
    if type(value) is str:
        return value
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return ""
    if isinstance(value, float):
        if math.isnan(value):
            return ""
        return str(int(value)) if value.is_integer() else str(float(value))
    # A day without a time comes as midnight.
    return str(value).removesuffix(" 00:00:00") if isinstance(value, datetime) else str(value)


def table_from_columns(headings: Sequence[str], columns: Iterable[Sequence[Any]], origin: str | Message) -> Table:
    """Return a table from columns of equal length, as frames have them."""
    built = []
    n_rows = 0
    for heading, cells in zip(headings, columns, strict=True):
        index: dict[str, int] = {}
        n_rows = len(cells)
        built.append(
            Column(
                unguard_formula(heading),
                *_finish(index, [_places(index, [unguard_formula(cell_text(cell)) for cell in cells])]),
            )
        )
    if n_rows == 0:
        raise AnswersError(Message("table-no-rows", table=origin))
    return Table(tuple(built), np.arange(n_rows), True, origin)


def table_from_rows(rows: Iterable[Sequence[str]], origin: str | Message) -> Table:
    """Return a table from rows of text, as files have them: the first row that is not empty holds the headings."""
    numbered: Iterator[tuple[int, list[str]]] = (
        (number, [unguard_formula(cell) for cell in row]) for number, row in enumerate(rows, 1) if "".join(row).strip()
    )
    top, header = next(numbered, (0, None))
    if header is None:
        raise AnswersError(Message("table-empty", table=origin))
    headings = _trim(header)
    first = next(numbered, None)
    if first is not None:
        numbered = chain((first,), numbered)
        # A second row of headings may go on where the first had one for several columns.
        if not first[1][0].strip() and headings[0].strip():
            headings += [""] * (len(_trim(first[1])) - len(headings))
    indexes: list[dict[str, int]] = [{} for _ in headings]
    parts: list[list[Array]] = [[] for _ in headings]
    row_numbers: list[int] = []
    for numbers, block in _blocks(numbered, len(headings), top, origin):
        row_numbers += numbers
        for index, part, cells in zip(indexes, parts, zip(*block, strict=True), strict=True):
            part.append(_places(index, cells))
    if not row_numbers:
        raise AnswersError(Message("table-headings-only", table=origin))
    columns = [
        Column(heading.strip(), *_finish(index, part))
        for heading, index, part in zip(headings, indexes, parts, strict=True)
    ]
    return Table(tuple(columns), np.array(row_numbers), False, origin)


def _blocks(
    numbered: Iterator[tuple[int, Sequence[str]]], width: int, top: int, origin: str | Message
) -> Iterator[tuple[list[int], list[Sequence[str]]]]:
    """Yield row numbers and rows, all of one width; rows longer than row `top`, the headings, are reported together."""
    too_long: list[Message] = []
    while chunk := list(islice(numbered, _BLOCK)):
        block = []
        for number, row in chunk:
            cells = row
            if len(cells) != width:
                cells = _trim(row)
                if len(cells) > width:
                    too_long.append(Message("table-long-row", row=str(number), count=len(cells)))
                cells = [*cells, *[""] * (width - len(cells))]
            block.append(cells)
        if not too_long:
            yield [number for number, _ in chunk], block
    if too_long:
        rows = listed(too_long, most=5)
        raise AnswersError(Message("table-long-rows", table=origin, width=width, rows=rows, top=str(top)))


def _trim(row: Sequence[str]) -> list[str]:
    """Return the row without empty cells at its end."""
    last = max(i for i, cell in enumerate(row) if cell.strip())
    return list(row[: last + 1])


def _places(index: dict[str, int], cells: Sequence[str]) -> Array:
    """Add new cells to the index, and return where each cell stands in it."""
    for cell in dict.fromkeys(cells):
        index.setdefault(cell, len(index))
    return np.fromiter(map(index.__getitem__, cells), dtype=np.int32, count=len(cells))


def _finish(index: dict[str, int], parts: list[Array]) -> tuple[tuple[str, ...], Array]:
    return tuple(index), np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)
