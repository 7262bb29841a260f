"""Tables as form tools export them: which tool wrote one, and what its columns are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ...tables.name_columns import plain_heading
from ...tables.reading import read_table
from ...tables.table import Table
from .form_tool import grid
from .google_forms import GOOGLE_FORMS
from .limesurvey import LIMESURVEY
from .microsoft_forms import MICROSOFT_FORMS
from .qualtrics import QUALTRICS

TOOLS = (QUALTRICS, LIMESURVEY, MICROSOFT_FORMS, GOOGLE_FORMS)


def read_form(source: Any) -> Table:
    """Return a table from anything that `read_table` takes, its columns described where a form tool wrote it."""
    return recognise(read_table(source))


def recognise(table: Table) -> Table:
    """Return the table with what can be told of its columns, by the tool that wrote it and by their headings."""
    headings = [plain_heading(heading) for heading in table.headings]
    for tool in TOOLS:
        if tool.knows(table, headings):
            origin = f"{table.origin} ({tool.words})"
            return replace(tool.read(table), tool=tool.name, words=tool.words, origin=origin)
    return replace(table, columns=tuple(grid(column) for column in table.columns))
