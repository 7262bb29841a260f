"""Columns that are headed by an option alone and hold a tick or nothing: which of them are one question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...tables.table import Column
from ...tables.text import free_heading, is_blank, normalise

# Options that end a list of them.
_LAST = frozenset({"none", "none of the above", "none of these", "all of the above"})
# A question is called by all of its options, or by the first of them if there are more.
_MOST_NAMED, _NAMED = 6, 3


def tie_ticks(columns: Sequence[Column], is_tick: Callable[[Column], bool]) -> list[Column]:
    """Return the columns; ticks that are options of one question say so, and are its parts.

    Such a table does not hold the question's text, so that it is called by its options.
    """
    tied: list[Column] = []
    questions: list[str] = []
    for run in _runs(columns, is_tick):
        if len(run) > 1:
            question = free_heading(_call([column.heading for column in run]), questions)
            questions.append(question)
            run = [replace(column, of=(question,), parts=(column.heading,)) for column in run]
        tied += run
    return tied


def _call(options: Sequence[str]) -> str:
    named = options if len(options) <= _MOST_NAMED else [*options[:_NAMED], "…"]
    return " / ".join(named)


def _runs(columns: Sequence[Column], is_tick: Callable[[Column], bool]) -> Iterator[list[Column]]:
    """Yield the columns, those that are taken for options of one question together.

    Neighbours are, up to one that ends a list of options and before one that comes again. A column that nobody ticked
    is an option if it stands between two others.
    """
    ticked = [not (column.of or column.role) and is_tick(column) for column in columns]
    for i in range(1, len(columns) - 1):
        ticked[i] |= ticked[i - 1] and ticked[i + 1] and _may_be_option(columns[i])
    run: list[Column] = []
    began = False
    for column, tick in zip(columns, ticked, strict=True):
        key = normalise(column.heading)
        known = [normalise(other.heading) for other in run]
        if run and not (tick and began and key not in known and known[-1] not in _LAST):
            yield run
            run = []
        began = began if run else tick
        run.append(column)
    yield run


def _may_be_option(column: Column) -> bool:
    """Say whether a column is empty, and its heading is no question and no place for own words."""
    heading = normalise(column.heading)
    return all(map(is_blank, column.values)) and heading != "other" and not heading.endswith("?")
