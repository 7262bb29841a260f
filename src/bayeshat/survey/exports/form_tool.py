"""What every form tool's export has: how to know it, and what can be told of its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...errors import AnswersError
from ...tables.table import Column, Table
from ...words.message import Message

Array = np.ndarray

# What a tool adds by itself says who or when; free text and comments are no options either.
ADDED = "added"
WRITTEN = "written"
GRID = re.compile(r"(.*\S)\s*\[([^\[\]]+)\]\s*", re.DOTALL)


@dataclass(frozen=True)
class Tool:
    """A form tool.

    Attributes
    ----------
    name
        What it is called.
    knows, describe
        How to know its exports, by their plain headings too, and what their columns are.
    n_headings
        How many rows below the headings are headings too.
    unfinished
        Which rows of a table that was read do not count, (N,) each, by what they are: "unfinished", "unsubmitted" or
        "tests".
    """

    name: str
    knows: Callable[[Table, list[str]], bool]
    describe: Callable[[Table], Iterable[Column]]
    n_headings: Callable[[Table], int] = lambda _: 0
    unfinished: Callable[[Table], dict[str, Array]] = lambda _: {}


def grid(column: Column) -> Column:
    """Describe a column headed "Question [Row]"."""
    match = GRID.fullmatch(column.heading)
    return replace(column, of=(match[1],), parts=(match[2].strip(),)) if match else column


def without_headings(table: Table, columns: Sequence[Column], n_rows: int) -> Table:
    """Return the table with these columns, described from its first rows, which are headings too."""
    if len(table.row_numbers) <= n_rows:
        raise AnswersError(Message("table-heading-rows-only", table=table.origin, count=n_rows + 1))
    below = tuple(column.take(slice(n_rows, None)) for column in columns)
    return replace(table, columns=below, row_numbers=table.row_numbers[n_rows:])
