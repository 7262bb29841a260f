"""Exports of KoboToolbox: several answers are joined in one column, and marked by 0 and 1 in one column per option."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...tables.table import Column, Table
from ...tables.text import is_blank, normalise
from .form_tool import ADDED, Tool

_ADDS = frozenset(
    (
        *("start", "end", "today", "deviceid", "username", "phonenumber", "simserial", "subscriberid", "audit"),
        *("formhub/uuid", "meta/instanceid", "meta/rootuuid", "meta/deprecatedid"),
    )
)
_MARKS = frozenset(("0", "1", "true", "false"))


def _is_kobo(_: Table, headings: list[str]) -> bool:
    return {"_uuid", "_submission_time"} <= set(headings)


def _describe(table: Table) -> Iterator[Column]:
    headings = set(table.headings)
    marks = {column: column.heading.rpartition("/")[0] for column in table.columns if _is_mark(column)}
    marks = {column: question for column, question in marks.items() if question in headings}
    for column in table.columns:
        key, last = column.heading.strip().lower(), column.heading.rpartition("/")[2]
        # The same answers joined into one text need not be read again.
        if column.heading in marks.values():
            continue
        if key in _ADDS or key.startswith("_"):
            yield replace(column, role=ADDED)
        elif column in marks:
            names = dict.fromkeys((marks[column], marks[column].rpartition("/")[2]))
            yield replace(column, of=tuple(names), parts=(last,))
        else:
            yield replace(column, code=column.heading, text=last) if last != column.heading else column


def _is_mark(column: Column) -> bool:
    said = {normalise(value) for value in column.values if not is_blank(value)}
    return "/" in column.heading and bool(said) and said <= _MARKS


KOBOTOOLBOX = Tool("KoboToolbox", _is_kobo, _describe)
