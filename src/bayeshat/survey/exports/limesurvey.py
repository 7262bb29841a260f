"""Exports of LimeSurvey."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from ...tables.person_columns import plain_heading
from ...tables.table import Column, Table
from ...tables.text import is_blank
from .form_tool import ADDED, GRID, WRITTEN, Tool

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


def _describe(table: Table) -> Iterator[Column]:
    split = [_LIME_CODE.fullmatch(heading) for heading in table.headings]
    both = sum(match is not None for match in split) * 2 > len(split)
    headings = set(table.headings)
    for column, match in zip(table.columns, split, strict=True):
        code, text = (match[1], match[2].strip()) if both and match else (column.heading, "")
        column = replace(column, code=code, text=text)
        timed = code.endswith("Time") and code.removesuffix("Time") in headings
        if timed or plain_heading(code) in _LIME_ADDS or _LIME_TIMES.fullmatch(code):
            yield replace(column, role=ADDED)
        elif in_code := _LIME_PART.fullmatch(code) or GRID.fullmatch(code):
            part = next(filter(None, in_code.groups()[1:]))
            names = [(in_code[1].strip(), part)]
            if in_text := GRID.fullmatch(text):
                names.append((in_text[1], in_text[2].strip()))
            of, parts = zip(*names, strict=True)
            yield replace(column, of=of, parts=parts, role=WRITTEN if _LIME_OWN_WORDS.fullmatch(part) else "")
        else:
            yield column


def _unfinished(table: Table) -> dict[str, np.ndarray]:
    for column in table.columns:
        if {"submitdate", "date submitted"} & {plain_heading(name) for name in column.names}:
            return {"unsubmitted": np.array([is_blank(text) for text in column.texts()])}
    return {}


LIMESURVEY = Tool("LimeSurvey", _is_lime, _describe, unfinished=_unfinished)
