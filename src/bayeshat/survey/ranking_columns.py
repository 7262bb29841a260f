"""Rankings in several columns: one per place that holds an option, or one per option that holds its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..kinds.cells import RANKED
from ..tables.table import Column
from ..tables.text import is_blank, normalise

_CHOICE = r"(?:choice|rank|place|preference|priority|option|wahl|wunsch|platz|rang|choix|opción|scelta|keuze)"
_PLACE = re.compile(rf"(?:my\s+)?(?:{_CHOICE}\s*)?#?\s*(\d{{1,2}})\s*(?:st|nd|rd|th|\.|º|ª|er|re|e|ème)?\s*{_CHOICE}?")
_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = re.compile(rf"(?:my\s+)?({'|'.join(_WORDS)})\s*{_CHOICE}?")


def place_of(text: str) -> int | None:
    """Return the place in a ranking that a text names, counted from 1, or None.

    Examples
    --------
    >>> [place_of(text) for text in ("1st choice", "Second choice", "Choice 3", "4", "2. Wahl", "often")]
    [1, 2, 3, 4, 2, None]
    """
    key = normalise(text)
    if word := _ORDINAL.fullmatch(key):
        return _WORDS.index(word[1]) + 1
    number = _PLACE.fullmatch(key)
    return int(number[1]) if number and number[1] != "0" else None


def join_ranks(columns: Sequence[Column], labels: Sequence[str] | None) -> Column:
    """Return one column of rankings, best first, from several columns.

    Parameters
    ----------
    columns
        One per place, holding options; or one per option, holding places.
    labels
        The option of each column, if there is one column per option; None if there is one per place.

    Where two options share the first place, the cell names both with "=" between them, which is no option.
    """
    rows = zip(*(column.texts() for column in columns), strict=True)
    if labels is None:
        order = sorted(range(len(columns)), key=lambda c: place_of(_part(columns[c])) or 0)
        cells = ["".join(f"{row[c]}{RANKED}" for c in order if not is_blank(row[c])) for row in rows]
    else:
        cells = [_ranked(row, labels) for row in rows]
    index = {cell: place for place, cell in enumerate(dict.fromkeys(cells))}
    places = np.array([index[cell] for cell in cells], dtype=np.int32)
    names = columns[0].of or (columns[0].heading,)
    return replace(
        columns[0], heading=names[0], values=tuple(index), places=places, code=names[0], text=names[-1], of=(), parts=()
    )


def are_places(columns: Sequence[Column]) -> bool:
    """Return whether columns are the places of a ranking, by their headings, which must be more than a number."""
    places = [None if _part(column).isdecimal() else place_of(_part(column)) for column in columns]
    return len(columns) > 1 and None not in places and len(set(places)) == len(places)


def hold_places(columns: Sequence[Column]) -> bool:
    """Return whether the cells of columns are places: everybody gives each place once."""
    told = {cell for column in columns for cell in column.values if not is_blank(cell)}
    # The answers of a few people to two questions may be 1 and 2 by chance.
    if len(columns) < (3 if any(cell.strip().isdecimal() for cell in told) else 2) or not told:
        return False
    for row in zip(*(column.texts() for column in columns), strict=True):
        places = [place_of(cell) or 0 for cell in row if not is_blank(cell)]
        if sorted(places) != list(range(1, len(places) + 1)):
            return False
    return True


def _part(column: Column) -> str:
    return column.parts[-1] if column.parts else column.heading


def _ranked(row: Sequence[str], labels: Sequence[str]) -> str:
    told = [(place_of(cell), cell, label) for cell, label in zip(row, labels, strict=True) if not is_blank(cell)]
    strange = [cell for place, cell, _ in told if place is None]
    if strange:
        return f"{strange[0]}{RANKED}"
    ranked = sorted((place or 0, label) for place, _, label in told)
    tied = [label for place, label in ranked if place == ranked[0][0]]
    return f"{' = '.join(tied)}{RANKED}" if len(tied) > 1 else "".join(f"{label}{RANKED}" for _, label in ranked)
