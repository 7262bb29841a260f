"""Dates and times as form tools and spreadsheets write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import pairwise, product

import numpy as np

from .table import Column

Array = np.ndarray

_DAYS = ("%m/%d/%Y", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%Y/%m/%d", "%m/%d/%y", "%d/%m/%y", "%d.%m.%y")
_TIMES = (" %H:%M:%S", " %H:%M", " %I:%M:%S %p", " %I:%M %p", "")
# What tools write after a time: "GMT+1", "UTC", "MESZ".
_ZONE = re.compile(r"\s+(?:[A-Z]{3,5}(?:[+-]\d{1,2}(?::?\d\d)?)?)$")


def read_times(column: Column) -> Array | None:
    """Return when each row was written, (N,) in seconds, NaN where it does not say; None if the column holds no times.

    Where days and months cannot be told apart, the reading holds in which the rows are in order, or else the American.
    """
    texts = [_ZONE.sub("", value.strip().replace(",", "")) for value in column.values]
    filled = [place for place, text in enumerate(texts) if text]
    if not filled or any(texts[place].isdecimal() for place in filled):
        return None
    readings = []
    for form in ("", *(day + time for day, time in product(_DAYS, _TIMES))):
        seconds = _read_all([texts[place] for place in filled], form)
        if seconds is not None:
            known = np.full(len(texts), np.nan)
            known[filled] = seconds
            readings.append(known[column.places])
    return max(readings, key=_is_ordered, default=None)


def _read_all(texts: Sequence[str], form: str) -> list[float] | None:
    """Return the times that all texts say in one form, an empty one for ISO; None if one does not."""
    seconds = []
    for text in texts:
        try:
            time = datetime.strptime(text, form) if form else datetime.fromisoformat(text)
        except ValueError:
            return None
        seconds.append((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp())
    return seconds


def _is_ordered(seconds: Array) -> bool:
    filled = seconds[~np.isnan(seconds)].tolist()
    pairs = list(pairwise(filled))
    return all(one <= other for one, other in pairs) or all(one >= other for one, other in pairs)
