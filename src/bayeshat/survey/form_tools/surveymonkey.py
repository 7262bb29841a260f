"""Exports of SurveyMonkey: two rows of headings, the question and below it the option, the row or "Response"."""

from __future__ import annotations

from dataclasses import replace

from ...tables.name_columns import plain_heading
from ...tables.table import Column, Table
from ...tables.text import is_blank
from .form_tool import ADDED, WRITTEN, Tool, cell, without_headings

_ADDS = frozenset(
    (
        *("respondent id", "collector id", "date created", "date modified", "start date", "end date", "ip address"),
        *("email address", "first name", "last name", "custom data 1", "custom data", "collector nm"),
    )
)
_ALONE = frozenset(("response", "open-ended response"))


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
        role = WRITTEN if key == "open-ended response" or key.startswith("other (please specify") else ""
        if not told or key in _ALONE:
            columns.append(replace(column, heading=question, role=role))
        else:
            columns.append(replace(column, heading=f"{question} [{told}]", of=(question,), parts=(told,), role=role))
    return without_headings(table, columns, int(below))


SURVEYMONKEY = Tool("SurveyMonkey", "a SurveyMonkey export", _is_surveymonkey, _read_surveymonkey)
