"""Exports of Typeform: a question with several answers has one column per option, headed by the option alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...tables.person_columns import plain_heading
from ...tables.table import Column, Table
from ...tables.text import is_blank, normalise
from .form_tool import ADDED, WRITTEN, Tool
from .tick_columns import tie_ticks

_ADDS = frozenset(
    (
        *("#", "response type", "start date (utc)", "stage date (utc)", "submit date (utc)", "network id", "tags"),
        *("ending", "outcome", "score", "token"),
    )
)


def _is_typeform(_: Table, headings: list[str]) -> bool:
    return headings[0] == "#" and "submit date (utc)" in headings


def _describe(table: Table) -> Iterator[Column]:
    ticks = False
    for column in tie_ticks(table.columns, _is_tick):
        own_words = ticks and normalise(column.heading) == "other" and not column.of
        ticks = bool(column.of)
        yield replace(column, role=ADDED if plain_heading(column.heading) in _ADDS else WRITTEN if own_words else "")


def _is_tick(column: Column) -> bool:
    """Return whether a column holds nothing but its own heading."""
    said = [value for value in column.values if not is_blank(value)]
    return [normalise(value) for value in said] == [normalise(column.heading)]


def _unfinished(table: Table) -> dict[str, np.ndarray]:
    types = [column for column in table.columns if plain_heading(column.heading) == "response type"]
    return {"unfinished": np.array([text == "started" for text in map(normalise, types[0].texts())])} if types else {}


TYPEFORM = Tool("Typeform", _is_typeform, _describe, unfinished=_unfinished)
