"""What every form tool's export has: how to know it, and what can be told of its columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from ...tables.table import Column, Table

# What a tool adds by itself says who or when; free text and comments are no options either.
ADDED = "added by the form"
WRITTEN = "in people's own words"
GRID = re.compile(r"(.*\S)\s*\[([^\[\]]+)\]\s*", re.DOTALL)


@dataclass(frozen=True)
class Tool:
    """A form tool: how messages call it and its exports, how to know them, and how to read their columns."""

    name: str
    words: str
    knows: Callable[[Table, list[str]], bool]
    read: Callable[[Table], Table]


def grid(column: Column) -> Column:
    """Describe a column headed "Question [Row]"."""
    match = GRID.fullmatch(column.heading)
    return replace(column, of=(match[1],), parts=(match[2].strip(),)) if match else column


def cell(column: Column, row: int) -> str:
    """Return the text in one row of a column."""
    return column.values[column.places[row]]
