"""Headings in two rows, as spreadsheets have them where one cell stands above several columns."""

from __future__ import annotations

import re
from dataclasses import replace

from ...tables.numbers import read_number
from ...tables.table import Table
from ...tables.text import clip, is_blank, normalise, quoted
from ...words.message import Message, join
from .form_tool import without_headings

# What pandas writes where a heading is missing.
_NO_HEADING = re.compile(r"(?:Unnamed: \d+)?")


def join_heading_rows(table: Table) -> Table:
    """Return the table with the headings of its first row below those above; others as they are.

    A column is headed by its lower cell or, where that is empty or another column's too, by both. The first row holds
    headings if columns without a heading have one there, the first column has none there, and no cell of it is a number
    or comes again below.
    """
    above = ["" if _NO_HEADING.fullmatch(heading) else heading for heading in table.headings]
    below = ["" if is_blank(text := column.cell(0)) else text.strip() for column in table.columns]
    if all(above) or below[0] or not all(map(str.__add__, above, below)) or len(table.row_numbers) < 2:
        return table
    for column, text in zip(table.columns, below, strict=True):
        again = [normalise(value) for value in column.take(slice(1, None)).values]
        if text and (read_number(text) is not None or normalise(text) in again):
            return table
    keys = list(map(normalise, below))
    spans: dict[str, list[str]] = {}
    columns, over = [], ""
    for column, high, low in zip(table.columns, above, below, strict=True):
        over = high or over
        heading = low or high
        if low:
            spans.setdefault(over, []).append(low)
            heading = f"{over} [{low}]" if keys.count(normalise(low)) > 1 else low
        columns.append(replace(column, heading=heading))
    told = [Message("table-heading-above", above=clip(high), below=quoted(lows)) for high, lows in spans.items()]
    note = Message("table-second-headings", row=str(table.row_numbers[0]), headings=join(told, "semicolon"))
    return without_headings(replace(table, notes=(*table.notes, note)), columns, 1)
