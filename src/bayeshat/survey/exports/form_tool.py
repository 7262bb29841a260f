"""What every form tool's export has: how to know it, and what can be told of its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...errors import AnswersError
from ...tables.table import Column, Table

Array = np.ndarray

# What a tool adds by itself says who or when; free text and comments are no options either.
ADDED = "added by the form"
WRITTEN = "in people's own words"
GRID = re.compile(r"(.*\S)\s*\[([^\[\]]+)\]\s*", re.DOTALL)


@dataclass(frozen=True)
class Tool:
    """A form tool.

    Attributes
    ----------
    name, words
        What messages call it and its exports.
    knows, describe
        How to know its exports, by their plain headings too, and what their columns are.
    n_headings
        How many rows below the headings are headings too.
    unfinished
        Which rows of a table that was read do not count, (N,) each, by what they are.
    """

    name: str
    words: str
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
        raise AnswersError(
            f"{table.origin} must hold rows of answers below its {n_rows + 1} rows of headings; got headings only. "
            "Export it again."
        )
    below = tuple(column.take(slice(n_rows, None)) for column in columns)
    return replace(table, columns=below, row_numbers=table.row_numbers[n_rows:])
