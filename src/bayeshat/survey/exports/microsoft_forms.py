"""Exports of Microsoft Forms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ...tables.dates import read_times
from ...tables.person_columns import heading_kind, plain_heading
from ...tables.table import Column, Table
from .form_tool import ADDED, Tool, grid

_ADDS = frozenset(
    (
        *("language", "last modified time", "total points", "quiz feedback", "grade posted time"),
        *("sprache", "uhrzeit der letzten änderung", "gesamtpunktzahl", "quizfeedback", "langue", "total des points"),
        *("idioma", "total de puntos", "lingua", "punteggio totale", "taal", "totaal aantal punten"),
    )
)
# Columns about the points of a question: "Points - Tea?".
_GRADED = re.compile(r"(points|punkte|puntos|punti|punten|feedback|commentaires|comentarios)\s+[-–:]\s+.*", re.DOTALL)
_IDS = frozenset(("id", "identyfikator", "идентификатор", "kimlik", "tunnus"))
# Headings are in the organiser's language, but these columns come first in every one: a number and two times.
_N_FIRST = 3


def _is_microsoft(table: Table, headings: list[str]) -> bool:
    if {"id", "start time", "completion time"} <= set(headings):
        return True
    times = table.columns[1:_N_FIRST]
    return headings[0] in _IDS and len(headings) > _N_FIRST and all(read_times(one) is not None for one in times)


def _describe(table: Table) -> Iterator[Column]:
    for place, column in enumerate(table.columns):
        key = plain_heading(column.heading)
        # Who answered stands right after the times.
        known = place < _N_FIRST or (place < _N_FIRST + 2 and heading_kind(key) in ("e-mail", "name"))
        added = known or key in _ADDS or key in ("start time", "completion time") or _GRADED.fullmatch(key)
        yield replace(grid(column), role=ADDED if added else "")


MICROSOFT_FORMS = Tool("Microsoft Forms", _is_microsoft, _describe)
