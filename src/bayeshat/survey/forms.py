"""Tables as form tools export them: which tool wrote one, what its columns are, and what it added by itself."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..errors import AnswersError
from ..tables.reading import read_table
from ..tables.table import Column, Table
from ..tables.text import normalise

# What a tool adds by itself says who or when; free text and comments are no options either.
ADDED = "added by the form"
WRITTEN = "in people's own words"


@dataclass(frozen=True)
class Tool:
    """A form tool: how messages call it and its exports, how to know them, and how to read their columns."""

    name: str
    words: str
    knows: Callable[[Table, list[str]], bool]
    read: Callable[[Table], Table]


def read_form(source: Any) -> Table:
    """Return a table from anything that `read_table` takes, its columns described where a form tool wrote it."""
    return recognise(read_table(source))


def recognise(table: Table) -> Table:
    """Return the table with what can be told of its columns, by the tool that wrote it and by their headings."""
    headings = [_plain(heading) for heading in table.headings]
    for tool in TOOLS:
        if tool.knows(table, headings):
            origin = f"{table.origin} ({tool.words})"
            return replace(tool.read(table), tool=tool.name, words=tool.words, origin=origin)
    return replace(table, columns=tuple(_grid(column) for column in table.columns))


def _plain(heading: str) -> str:
    return normalise(heading).rstrip(" :?*.")


_GRID = re.compile(r"(.*\S)\s*\[([^\[\]]+)\]\s*", re.DOTALL)


def _grid(column: Column) -> Column:
    """Describe a column headed "Question [Row]"."""
    match = _GRID.fullmatch(column.heading)
    return replace(column, of=(match[1],), parts=(match[2].strip(),)) if match else column


# Google Forms

_TIMESTAMPS = frozenset(
    ("timestamp", "zeitstempel", "horodateur", "marca temporal", "informazioni cronologiche", "tijdstempel")
)
_SCORE = re.compile(r"\d+(\.\d+)? / \d+(\.\d+)?")
_GOOGLE_ADDS = _TIMESTAMPS | {"username", "email address", "e-mail address"}


def _is_google(_: Table, headings: list[str]) -> bool:
    return headings[0] in _TIMESTAMPS


def _read_google(table: Table) -> Table:
    headings = {_plain(heading) for heading in table.headings}
    columns = []
    for plain in table.columns:
        column, key = _grid(plain), _plain(plain.heading)
        scored = key in ("score", "total score") and all(_SCORE.fullmatch(v.strip()) for v in column.values if v)
        graded = column.parts in (("Score",), ("Feedback",)) and _plain(column.of[0]) in headings
        columns.append(replace(column, role=ADDED) if key in _GOOGLE_ADDS or scored or graded else column)
    return replace(table, columns=tuple(columns))


# Microsoft Forms

_MICROSOFT_ADDS = frozenset(
    (
        *("id", "start time", "completion time", "email", "name", "language", "last modified time"),
        *("total points", "quiz feedback", "grade posted time"),
    )
)


def _is_microsoft(_: Table, headings: list[str]) -> bool:
    return {"id", "start time", "completion time"} <= set(headings)


def _read_microsoft(table: Table) -> Table:
    columns = []
    for column in table.columns:
        key = _plain(column.heading)
        added = key in _MICROSOFT_ADDS or key.startswith(("points - ", "feedback - "))
        columns.append(replace(_grid(column), role=ADDED if added else ""))
    return replace(table, columns=tuple(columns))


# Qualtrics

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
_IMPORT_ID = '{"importid"'
_CHOSEN = re.compile(r" - selected choice\b", re.IGNORECASE)


def _is_qualtrics(table: Table, headings: list[str]) -> bool:
    return _header_rows(table) > 0 or {"startdate", "enddate", "responseid"} <= set(headings)


def _header_rows(table: Table) -> int:
    """Return how many rows below the headings hold the questions' texts and what the tool calls them."""
    for row in range(min(2, len(table.row_numbers))):
        if normalise(_cell(table.columns[0], row)).replace(" ", "").startswith(_IMPORT_ID):
            return row + 1
    first = {_plain(column.heading): normalise(_cell(column, 0)) for column in table.columns}
    return 1 if first.get("startdate") == "start date" else 0


def _cell(column: Column, row: int) -> str:
    return column.values[column.places[row]]


def _read_qualtrics(table: Table) -> Table:
    n_headers = _header_rows(table)
    columns = []
    for column in table.columns:
        told = " ".join(_cell(column, 0).split()) if n_headers else ""
        text = told if not normalise(told).replace(" ", "").startswith(_IMPORT_ID) else ""
        role = ""
        if _plain(column.heading) in _QUALTRICS_ADDS or _QUALTRICS_TIMING.fullmatch(column.heading):
            role = ADDED
        elif column.heading.endswith("_TEXT"):
            role = WRITTEN
        trimmed = _CHOSEN.sub("", text)
        described = replace(_without(column, n_headers), code=column.heading, text=trimmed, role=role)
        part, (before, _, label) = _QUALTRICS_PART.fullmatch(column.heading), trimmed.rpartition(" - ")
        if part and not role:
            described = replace(described, of=tuple(filter(None, (part[1], before))), parts=(label or part[2],))
        columns.append(described)
    if len(table.row_numbers) == n_headers:
        raise AnswersError(
            f"{table.origin} must hold rows of answers below its {n_headers + 1} rows of headings; got headings only. "
            "Export it again."
        )
    return replace(table, columns=tuple(columns), row_numbers=table.row_numbers[n_headers:])


def _without(column: Column, n_rows: int) -> Column:
    """Return a column without its first rows, and without values that stood only there."""
    if n_rows == 0:
        return column
    places = column.places[n_rows:]
    used = np.bincount(places, minlength=len(column.values)) > 0
    values = tuple(value for value, keep in zip(column.values, used.tolist(), strict=True) if keep)
    return replace(column, values=values, places=(np.cumsum(used) - 1)[places].astype(np.int32))


# LimeSurvey

_LIME_ADDS = frozenset(
    (
        *("id", "submitdate", "lastpage", "startlanguage", "seed", "startdate", "datestamp", "ipaddr", "refurl"),
        *("token", "response id", "date submitted", "last page", "start language", "date started"),
        *("date last action", "ip address", "referrer url", "access code", "interviewtime", "total time"),
        *("firstname", "lastname", "email", "first name", "last name", "email address"),
    )
)
_LIME_TIMES = re.compile(r"(group ?time|question ?time)\b.*|grouptime\d+", re.IGNORECASE)
_LIME_CODE = re.compile(r"([A-Za-z]\w*(?:\[[^\]]*\])*)\.\s+(.*)", re.DOTALL)
_LIME_PART = re.compile(r"(.+?)(?:\[([^\[\]]+)\]|_(SQ\d+))")
_LIME_OWN_WORDS = re.compile(r"other|.*comment", re.IGNORECASE)


def _is_lime(_: Table, headings: list[str]) -> bool:
    known = {part for heading in headings for part in (heading, heading.split(". ")[0])}
    return {"lastpage", "startlanguage"} <= known or {"last page", "start language"} <= known


def _read_lime(table: Table) -> Table:
    split = [_LIME_CODE.fullmatch(heading) for heading in table.headings]
    both = sum(match is not None for match in split) * 2 > len(split)
    headings = set(table.headings)
    columns = []
    for column, match in zip(table.columns, split, strict=True):
        code, text = (match[1], match[2].strip()) if both and match else (column.heading, "")
        column = replace(column, code=code, text=text)
        timed = code.endswith("Time") and code.removesuffix("Time") in headings
        if timed or _plain(code) in _LIME_ADDS or _LIME_TIMES.fullmatch(code):
            columns.append(replace(column, role=ADDED))
            continue
        in_code, in_text = _LIME_PART.fullmatch(code), _GRID.fullmatch(text)
        if in_code is None and (in_code := _GRID.fullmatch(code)) is None:
            columns.append(column)
            continue
        part = next(filter(None, in_code.groups()[1:]))
        of, parts = [in_code[1].strip()], [part]
        if in_text:
            of.append(in_text[1])
            parts.append(in_text[2].strip())
        role = WRITTEN if _LIME_OWN_WORDS.fullmatch(part) else ""
        columns.append(replace(column, of=tuple(of), parts=tuple(parts), role=role))
    return replace(table, columns=tuple(columns))


TOOLS = (
    Tool("Qualtrics", "a Qualtrics export", _is_qualtrics, _read_qualtrics),
    Tool("LimeSurvey", "a LimeSurvey export", _is_lime, _read_lime),
    Tool("Microsoft Forms", "a Microsoft Forms workbook", _is_microsoft, _read_microsoft),
    Tool("Google Forms", "a Google Forms table", _is_google, _read_google),
)
