"""Exports of SurveyMonkey: two rows of headings, the question and below it the option, the row or "Response"."""

from __future__ import annotations

from dataclasses import replace

from ...tables.name_columns import plain_heading
from ...tables.numbers import read_numbers
from ...tables.table import Column, Table
from ...tables.text import is_blank
from .form_tool import ADDED, WRITTEN, Tool, cell, without_headings

_ADDS = frozenset(
    (
        *("respondent id", "collector id", "date created", "date modified", "start date", "end date", "ip address"),
        *("email address", "first name", "last name", "custom data 1", "custom data", "collector nm"),
    )
)
_WRITTEN = "open-ended response"
# From this share of numbers on, a column of people's own words holds numbers.
_NEARLY_ALL = 0.9
_ALONE = frozenset(("response", _WRITTEN))


def _is_surveymonkey(_: Table, headings: list[str]) -> bool:
    return {"respondent id", "collector id"} <= set(headings)


def _read_surveymonkey(table: Table) -> Table:
    below = is_blank(cell(table.columns[0], 0))
    columns: list[Column] = []
    question = ""
    for column in table.columns:
        # A question's text stands above the first of its columns only.
        question = column.heading or question
        told = cell(column, 0).strip() if below else ""
        if plain_heading(column.heading) in _ADDS:
            columns.append(replace(column, role=ADDED))
            continue
        key = plain_heading(told)
        written = key.startswith("other (please specify") or (key == _WRITTEN and not _are_numbers(column, int(below)))
        role = WRITTEN if written else ""
        if not told or key in _ALONE:
            columns.append(replace(column, heading=question, role=role))
        else:
            columns.append(replace(column, heading=f"{question} [{told}]", of=(question,), parts=(told,), role=role))
    return without_headings(table, columns, int(below))


def _are_numbers(column: Column, n_headings: int) -> bool:
    """Return whether nearly all cells are numbers."""
    said = [value for value in column.take(slice(n_headings, None)).texts() if not is_blank(value)]
    return len(said) > 0 and sum(number is not None for number in read_numbers(said)) >= _NEARLY_ALL * len(said)


SURVEYMONKEY = Tool("SurveyMonkey", "a SurveyMonkey export", _is_surveymonkey, _read_surveymonkey)
