"""Exports of Google Forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...tables.person_columns import heading_kind, plain_heading
from ...tables.table import Column, Table
from .form_tool import ADDED, Tool, grid

_TIMESTAMPS = frozenset(
    (
        *("timestamp", "zeitstempel", "horodateur", "marca temporal", "informazioni cronologiche", "tijdstempel"),
        *("carimbo de data/hora", "sygnatura czasowa", "tidsstempel", "tidstämpel", "časová značka", "zaman damgası"),
        *("отметка времени", "タイムスタンプ", "时间戳记", "aikaleima"),
    )
)
_SCORE = re.compile(r"\d+([.,]\d+)? / \d+([.,]\d+)?")


def _is_google(_: Table, headings: list[str]) -> bool:
    return headings[0] in _TIMESTAMPS


def _describe(table: Table) -> Iterator[Column]:
    headings = {plain_heading(heading) for heading in table.headings}
    for written in table.columns:
        column, key = grid(written), plain_heading(written.heading)
        points = [value.strip() for value in column.values if value.strip()]
        scored = bool(points) and all(map(_SCORE.fullmatch, points))
        said = key in _TIMESTAMPS or heading_kind(key) in ("e-mail", "login")
        graded = column.parts in (("Score",), ("Feedback",)) and plain_heading(column.of[0]) in headings
        yield replace(column, role=ADDED) if said or scored or graded else column


GOOGLE_FORMS = Tool("Google Forms", _is_google, _describe)
