"""Exports of Qualtrics."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np

from ...tables.name_columns import plain_heading
from ...tables.table import Table
from ...tables.text import normalise
from .form_tool import ADDED, WRITTEN, Tool, cell, without_headings

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
_IMPORT_ID = '{"importid"'
_CHOSEN = re.compile(r" - selected choice\b", re.IGNORECASE)


def _is_qualtrics(table: Table, headings: list[str]) -> bool:
    return _header_rows(table) > 0 or {"startdate", "enddate", "responseid"} <= set(headings)


def _header_rows(table: Table) -> int:
    """Return how many rows below the headings hold the questions' texts and what the tool calls them."""
    for row in range(min(2, len(table.row_numbers))):
        if normalise(cell(table.columns[0], row)).replace(" ", "").startswith(_IMPORT_ID):
            return row + 1
    first = {plain_heading(column.heading): normalise(cell(column, 0)) for column in table.columns}
    return 1 if first.get("startdate") == "start date" else 0


def _read_qualtrics(table: Table) -> Table:
    n_headers = _header_rows(table)
    columns = []
    for column in table.columns:
        told = " ".join(cell(column, 0).split()) if n_headers else ""
        text = told if not normalise(told).replace(" ", "").startswith(_IMPORT_ID) else ""
        role = ""
        if plain_heading(column.heading) in _QUALTRICS_ADDS or _QUALTRICS_TIMING.fullmatch(column.heading):
            role = ADDED
        elif column.heading.endswith("_TEXT"):
            role = WRITTEN
        trimmed = _CHOSEN.sub("", text)
        described = replace(column, code=column.heading, text=trimmed, role=role)
        part, (before, _, label) = _QUALTRICS_PART.fullmatch(column.heading), trimmed.rpartition(" - ")
        if part and not role:
            described = replace(described, of=tuple(filter(None, (part[1], before))), parts=(label or part[2],))
        if not role:
            values = tuple("" if value.strip() == _UNANSWERED else value for value in described.values)
            described = replace(described, values=values)
        columns.append(described)
    return without_headings(table, columns, n_headers)


def _unfinished(table: Table) -> dict[str, np.ndarray]:
    said = {plain_heading(column.heading): list(map(normalise, column.texts())) for column in table.columns}
    marked = {}
    if "status" in said:
        marked["previews and tests"] = np.isin(said["status"], _TESTS)
    if "finished" in said:
        marked["unfinished"] = np.isin(said["finished"], ("false", "0"))
        if marked.get("previews and tests") is not None:
            marked["unfinished"] &= ~marked["previews and tests"]
    return marked


QUALTRICS = Tool("Qualtrics", "a Qualtrics export", _is_qualtrics, _read_qualtrics, _unfinished)
