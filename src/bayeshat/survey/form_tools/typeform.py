"""Exports of Typeform: a question with several answers has one column per option, headed by the option alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from ...tables.name_columns import plain_heading
from ...tables.table import Column, Table
from ...tables.text import free_heading, is_blank, normalise
from .form_tool import ADDED, WRITTEN, Tool

_ADDS = frozenset(
    (
        *("#", "response type", "start date (utc)", "stage date (utc)", "submit date (utc)", "network id", "tags"),
        *("ending", "outcome", "score", "token"),
    )
)
# Options that end a list of them.
_LAST = frozenset({"none", "none of the above", "none of these", "all of the above"})


def _is_typeform(_: Table, headings: list[str]) -> bool:
    return headings[0] == "#" and "submit date (utc)" in headings


def _read_typeform(table: Table) -> Table:
    columns: list[Column] = []
    questions: list[str] = []
    for run in _runs(table.columns):
        if len(run) > 1:
            # The export does not hold the question's text.
            question = free_heading(" / ".join(column.heading for column in run), questions)
            questions.append(question)
            run = [replace(column, of=(question,), parts=(column.heading,)) for column in run]
        for column in run:
            own_words = columns and columns[-1].of and normalise(column.heading) == "other" and not column.of
            role = ADDED if plain_heading(column.heading) in _ADDS else WRITTEN if own_words else ""
            columns.append(replace(column, role=role))
    return replace(table, columns=tuple(columns))


def _runs(columns: Sequence[Column]) -> Iterator[list[Column]]:
    """Yield the columns, those that are taken for options of one question together.

    Neighbours are, up to one that ends a list of options and before one that comes again. A column that nobody ticked
    is an option if it stands between two others.
    """
    ticked = [_is_tick(column) for column in columns]
    for i in range(1, len(columns) - 1):
        ticked[i] |= ticked[i - 1] and ticked[i + 1] and _may_be_option(columns[i])
    run: list[Column] = []
    for column, tick in zip(columns, ticked, strict=True):
        key = normalise(column.heading)
        known = [normalise(other.heading) for other in run]
        if run and not (tick and _is_tick(run[0]) and key not in known and known[-1] not in _LAST):
            yield run
            run = []
        run.append(column)
    yield run


def _is_tick(column: Column) -> bool:
    """Say whether all that a column holds is its own heading."""
    said = [value for value in column.values if not is_blank(value)]
    return [normalise(value) for value in said] == [normalise(column.heading)]


def _may_be_option(column: Column) -> bool:
    """Say whether a column is empty, and its heading is no question and no place for own words."""
    heading = normalise(column.heading)
    return all(map(is_blank, column.values)) and heading != "other" and not heading.endswith("?")


def _unfinished(table: Table) -> dict[str, np.ndarray]:
    types = [column for column in table.columns if plain_heading(column.heading) == "response type"]
    return {"unfinished": np.array([text == "started" for text in map(normalise, types[0].texts())])} if types else {}


TYPEFORM = Tool("Typeform", "a Typeform export", _is_typeform, _read_typeform, _unfinished)
