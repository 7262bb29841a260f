"""Exports of Qualtrics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...tables.person_columns import plain_heading
from ...tables.table import Column, Table
from ...tables.text import normalise
from .form_tool import ADDED, WRITTEN, Tool

_QUALTRICS_ADDS = frozenset(
    (
        *("startdate", "enddate", "status", "ipaddress", "progress", "duration (in seconds)", "finished"),
        *("recordeddate", "responseid", "recipientlastname", "recipientfirstname", "recipientemail"),
        *("externalreference", "externaldatareference", "locationlatitude", "locationlongitude"),
        *("distributionchannel", "userlanguage", "q_recaptchascore", "q_relevantidduplicate"),
        *("q_relevantidfraudscore", "q_ballotboxstuffing"),
    )
)
_QUALTRICS_TIMING = re.compile(r".*_(DO(_.*)?|First Click|Last Click|Page Submit|Click Count)")
_QUALTRICS_PART = re.compile(r"(.+)_(\d+)")
# What the column "Status" says of answers that are not a respondent's, as text or as a number.
_TESTS = ("survey preview", "survey test", "1", "2")
# Written where a question was seen and not answered.
_UNANSWERED = "-99"
_CHOSEN = re.compile(r" - selected choice\b", re.IGNORECASE)


def _is_qualtrics(table: Table, headings: list[str]) -> bool:
    return _n_headings(table) > 0 or {"startdate", "enddate", "responseid"} <= set(headings)


def _n_headings(table: Table) -> int:
    """Return how many rows below the headings hold the questions' texts and what the tool calls them."""
    for row in range(min(2, len(table.row_numbers))):
        if _is_import_id(table.columns[0].cell(row)):
            return row + 1
    first = {plain_heading(column.heading): normalise(column.cell(0)) for column in table.columns}
    return 1 if first.get("startdate") == "start date" else 0


def _is_import_id(text: str) -> bool:
    return normalise(text).replace(" ", "").startswith('{"importid"')


def _describe(table: Table) -> Iterator[Column]:
    has_texts = _n_headings(table) > 0 and not _is_import_id(table.columns[0].cell(0))
    for column in table.columns:
        code = column.heading
        text = _CHOSEN.sub("", " ".join(column.cell(0).split())) if has_texts else ""
        if plain_heading(code) in _QUALTRICS_ADDS or _QUALTRICS_TIMING.fullmatch(code):
            yield replace(column, code=code, text=text, role=ADDED)
        elif code.endswith("_TEXT"):
            yield replace(column, code=code, text=text, role=WRITTEN)
        else:
            values = tuple("" if value.strip() == _UNANSWERED else value for value in column.values)
            column = replace(column, code=code, text=text, values=values)
            before, _, label = text.rpartition(" - ")
            if part := _QUALTRICS_PART.fullmatch(code):
                column = replace(column, of=tuple(filter(None, (part[1], before))), parts=(label or part[2],))
            yield column


def _unfinished(table: Table) -> dict[str, np.ndarray]:
    said = {plain_heading(column.heading): list(map(normalise, column.texts())) for column in table.columns}
    marked = {}
    if "status" in said:
        marked["tests"] = np.isin(said["status"], _TESTS)
    if "finished" in said:
        marked["unfinished"] = np.isin(said["finished"], ("false", "0")) & ~marked.get("tests", np.False_)
    return marked


QUALTRICS = Tool("Qualtrics", _is_qualtrics, _describe, _n_headings, _unfinished)
