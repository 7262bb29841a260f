"""Exports of SurveyMonkey: two rows of headings, the question and below it the option, the row or "Response"."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...tables.numbers import read_numbers
from ...tables.person_columns import plain_heading
from ...tables.table import Column, Table
from ...tables.text import is_blank
from .form_tool import ADDED, WRITTEN, Tool

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
# Where the columns with ids were deleted, the second row of headings is known if this many columns have one of these.
_CERTAIN = 2


def _is_surveymonkey(table: Table, headings: list[str]) -> bool:
    return {"respondent id", "collector id"} <= set(headings) or _has_lower_headings(table)


def _has_lower_headings(table: Table) -> bool:
    """Return whether the first row says "Response" below most headings, and nobody answers so."""
    told = [plain_heading(column.cell(0)) in _ALONE for column in table.columns if column.heading]
    again = any(_ALONE & set(map(plain_heading, column.take(slice(1, None)).values)) for column in table.columns)
    return sum(told) >= max(_CERTAIN, len(told) / 2) and not again


def _n_headings(table: Table) -> int:
    return int(is_blank(table.columns[0].cell(0)) or _has_lower_headings(table))


def _describe(table: Table) -> Iterator[Column]:
    n_headings = _n_headings(table)
    question, is_answered = "", False
    for column in table.columns:
        # A question's text stands above the first of its columns only.
        question = column.heading or question
        told = column.cell(0).strip() if n_headings else ""
        key = plain_heading(told)
        # A column behind that of the answers is for people's own words, whatever its heading says.
        is_answered = key == "response" or (is_answered and not column.heading)
        own_words = (
            key.startswith("other (please specify")
            or (key == _WRITTEN and not _are_numbers(column, n_headings))
            or (is_answered and key != "response")
        )
        if plain_heading(column.heading) in _ADDS:
            yield replace(column, role=ADDED)
        elif not told or key in _ALONE:
            yield replace(column, heading=question, role=WRITTEN if own_words else "")
        else:
            role = WRITTEN if own_words else ""
            yield replace(column, heading=f"{question} [{told}]", of=(question,), parts=(told,), role=role)


def _are_numbers(column: Column, n_headings: int) -> bool:
    """Return whether nearly all cells are numbers."""
    said = [value for value in column.take(slice(n_headings, None)).texts() if not is_blank(value)]
    return len(said) > 0 and sum(number is not None for number in read_numbers(said)) >= _NEARLY_ALL * len(said)


SURVEYMONKEY = Tool("SurveyMonkey", _is_surveymonkey, _describe, _n_headings)
