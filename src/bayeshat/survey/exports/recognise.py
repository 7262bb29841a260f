"""Tables as form tools export them: which tool wrote one, and what its columns are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...tables.person_columns import plain_heading
from ...tables.reading import read_table
from ...tables.table import Table
from ...words.message import Message, Setting, join
from .form_tool import grid, without_headings
from .google_forms import GOOGLE_FORMS
from .heading_rows import join_heading_rows
from .kobotoolbox import KOBOTOOLBOX
from .limesurvey import LIMESURVEY
from .microsoft_forms import MICROSOFT_FORMS
from .qualtrics import QUALTRICS
from .surveymonkey import SURVEYMONKEY
from .tick_columns import tie_ticks
from .typeform import TYPEFORM

TOOLS = (QUALTRICS, LIMESURVEY, SURVEYMONKEY, TYPEFORM, KOBOTOOLBOX, MICROSOFT_FORMS, GOOGLE_FORMS)
# These join several answers in one cell: ticks in their tables are columns that people have added.
_WRITE_NO_TICKS = (MICROSOFT_FORMS, GOOGLE_FORMS)


def read_form(source: Any, *, unfinished: bool = False, headings: bool = True) -> Table:
    """Return a table from anything that `read_table` takes, its columns described where a form tool wrote it.

    Rows that the tool marks as unfinished or as tests are left out unless they are wanted; a note says so. A table that
    has been read before stays as it is.
    """
    table = read_table(source, headings=headings)
    return table if table.tool else recognise(table, unfinished=unfinished)


def recognise(table: Table, *, unfinished: bool = True) -> Table:
    """Return the table with what can be told of its columns, by the tool that wrote it and by their headings."""
    headings = [plain_heading(heading) for heading in table.headings]
    for tool in TOOLS:
        if tool.knows(table, headings):
            origin = Message("table-from-tool", file=table.origin, tool=tool.name)
            found = without_headings(table, list(tool.describe(table)), tool.n_headings(table))
            found = replace(found, tool=tool.name, origin=origin)
            if tool in _WRITE_NO_TICKS:
                found = replace(found, columns=tuple(tie_ticks(found.columns)))
            return found if unfinished else _leave_out(found, tool.unfinished(found))
    table = join_heading_rows(table)
    return replace(table, columns=tuple(tie_ticks(list(map(grid, table.columns)))))


def _leave_out(table: Table, marked: dict[str, np.ndarray]) -> Table:
    """Return the table without marked rows, unless these are all, and with a note of them."""
    left_out = np.any([*marked.values(), np.zeros(len(table.row_numbers), dtype=bool)], axis=0)
    if not left_out.any() or left_out.all():
        return table
    counts = [Message(f"table-marked-{word}", count=rows.sum()) for word, rows in marked.items() if rows.any()]
    note = Message(
        "table-left-out",
        count=left_out.sum(),
        table=table.origin,
        counts=join(counts),
        setting=Setting("unfinished", True),
    )
    return replace(table.take(np.flatnonzero(~left_out)), notes=(*table.notes, note))
