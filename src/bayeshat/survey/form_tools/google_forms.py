"""Exports of Google Forms."""

from __future__ import annotations

import re
from dataclasses import replace

from ...tables.name_columns import plain_heading
from ...tables.table import Table
from .form_tool import ADDED, Tool, grid

_TIMESTAMPS = frozenset(
    ("timestamp", "zeitstempel", "horodateur", "marca temporal", "informazioni cronologiche", "tijdstempel")
)
_SCORE = re.compile(r"\d+(\.\d+)? / \d+(\.\d+)?")
_GOOGLE_ADDS = _TIMESTAMPS | {"username", "email address", "e-mail address"}


def _is_google(_: Table, headings: list[str]) -> bool:
    return headings[0] in _TIMESTAMPS


def _read_google(table: Table) -> Table:
    headings = {plain_heading(heading) for heading in table.headings}
    columns = []
    for written in table.columns:
        column, key = grid(written), plain_heading(written.heading)
        scored = key in ("score", "total score") and all(_SCORE.fullmatch(v.strip()) for v in column.values if v)
        graded = column.parts in (("Score",), ("Feedback",)) and plain_heading(column.of[0]) in headings
        columns.append(replace(column, role=ADDED) if key in _GOOGLE_ADDS or scored or graded else column)
    return replace(table, columns=tuple(columns))


GOOGLE_FORMS = Tool("Google Forms", "a Google Forms table", _is_google, _read_google)
