"""Exports of Microsoft Forms."""

from __future__ import annotations

from dataclasses import replace

from ...tables.name_columns import plain_heading
from ...tables.table import Table
from .form_tool import ADDED, Tool, grid

_MICROSOFT_ADDS = frozenset(
    (
        *("id", "start time", "completion time", "email", "name", "language", "last modified time"),
        *("total points", "quiz feedback", "grade posted time"),
    )
)


def _is_microsoft(_: Table, headings: list[str]) -> bool:
    return {"id", "start time", "completion time"} <= set(headings)


def _read_microsoft(table: Table) -> Table:
    columns = []
    for column in table.columns:
        key = plain_heading(column.heading)
        added = key in _MICROSOFT_ADDS or key.startswith(("points - ", "feedback - "))
        columns.append(replace(grid(column), role=ADDED if added else ""))
    return replace(table, columns=tuple(columns))


MICROSOFT_FORMS = Tool("Microsoft Forms", "a Microsoft Forms workbook", _is_microsoft, _read_microsoft)
