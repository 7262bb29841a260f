"""Columns headed by an option that hold a tick or nothing: which of them belong to one question."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from ...tables.table import Column
from ...tables.text import RECOGNISED, free_heading, is_blank, normalise
from ..parts import holds_ticks

# Options that end a list of them.
_LAST = frozenset(RECOGNISED["last_option"])
# A question with more options than this is called by the first ones.
_MOST_NAMED = 6
# How many options then make its name.
_NAMED = 3


def tie_ticks(columns: Sequence[Column], is_tick: Callable[[Column], bool] = holds_ticks) -> list[Column]:
    """Return the columns; those that tick options of one question become its parts.

    Such a table lacks the question's text, so the question is called by its options.
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
    """Yield the columns in runs; a run of several columns is one question.

    A run of neighbours ends with an option that closes a list, or before a heading that it already has. A column that
    nobody ticked is an option if it stands between two others.
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
    """Return whether a column is empty, and its heading is neither a question nor "other"."""
    heading = normalise(column.heading)
    return all(map(is_blank, column.values)) and heading != "other" and not heading.endswith("?")
