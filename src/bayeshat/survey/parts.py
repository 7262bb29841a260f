"""Columns that are parts of one question: one per option, with ticks or places, or one per place of a ranking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from ..tables.table import Cell, Column
from ..tables.text import RECOGNISED, is_blank, normalise

_YES, _NO = frozenset(RECOGNISED["yes"]), frozenset(RECOGNISED["no"])
_CHOICE = r"(?:choice|rank|place|preference|priority|option|wahl|wunsch|platz|rang|choix|opción|scelta|keuze)"
_PLACE = re.compile(rf"(?:my\s+)?(?:{_CHOICE}\s*)?#?\s*(\d{{1,2}})\s*(?:st|nd|rd|th|\.|º|ª|er|re|e|ème)?\s*{_CHOICE}?")
_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_ORDINAL = re.compile(rf"(?:my\s+)?({'|'.join(_WORDS)})\s*{_CHOICE}?")


def parts_by_question(columns: Iterable[Column]) -> dict[str, list[Column]]:
    """Return the columns that are parts of a question, by its normalised name."""
    groups: dict[str, list[Column]] = {}
    for column in columns:
        if column.of and not column.role:
            groups.setdefault(normalise(column.of[0]), []).append(column)
    return groups


def _join(columns: Sequence[Column], kind: str, read: Callable[[list[str]], Cell]) -> Column:
    """Return the parts of a question as one column; `read` says what the cells of one row mean together."""
    places = np.stack([column.places for column in columns], axis=1)
    rows, which = np.unique(places, axis=0, return_inverse=True)
    lists = tuple(read([column.values[p] for column, p in zip(columns, row, strict=True)]) for row in rows.tolist())
    names = columns[0].of or (columns[0].heading,)
    shown = tuple("; ".join(texts) for texts in lists)
    return Column(
        names[0], shown, which.reshape(-1).astype(np.int32), code=names[0], text=names[-1], lists=lists, kind=kind
    )


# Ticks


def join_ticks(columns: Sequence[Column], labels: Sequence[str]) -> Column:
    """Return one column with the options that everybody ticked, from columns that mark one option each.

    A cell that says yes becomes its column's label; a no or an empty cell adds nothing; any other text stays. A row
    with a no and without a yes is an answer: nothing applies.
    """
    meanings = [
        {value: _meaning(value, label, column) for value in column.values}
        for column, label in zip(columns, labels, strict=True)
    ]

    def read(cells: list[str]) -> Cell:
        meant = [meaning[cell] for meaning, cell in zip(meanings, cells, strict=True)]
        return tuple(text for text in meant if text) or (() if "" in meant else "")

    return _join(columns, "several", read)


def list_ticks(columns: Sequence[Column]) -> tuple[str, ...]:
    """Return for everybody the options that columns mark, in one text that ends with a semicolon."""
    joined = join_ticks(columns, [own_label(column) for column in columns])
    return tuple(text and f"{text};" for text in joined.texts())


def _meaning(value: str, label: str, column: Column) -> str | None:
    """Return the option that a cell ticks, an empty text if it says no, and None if it says nothing."""
    key = normalise(value)
    if key in _NO:
        return ""
    if is_blank(value):
        return None
    # Text in a column for people's own words counts as a mark.
    return label if column.role or _says_yes(key, column) else value


def _says_yes(key: str, column: Column) -> bool:
    """Return whether a cell marks its column's option: with a yes, the option's name, or its number."""
    return key in _YES or key in map(normalise, column.parts) or key == _number_of(column)


def _number_of(column: Column) -> str:
    digits = re.search(r"(\d+)\]?$", column.code or column.heading)
    return digits[1].lstrip("0") if digits else ""


def _said(column: Column) -> set[str]:
    """Return what a column holds, normalised."""
    return {normalise(value) for value in column.values if not is_blank(value)}


def are_ticks(columns: Sequence[Column], tool: str) -> bool:
    """Return whether each column marks one option: it holds only "yes", or the option's name or number.

    Only LimeSurvey and KoboToolbox write a no for options that were not chosen; elsewhere a no answers a question.
    Where columns are headed by codes, each may hold one text that no other holds, and must be empty for somebody.
    """
    no = _NO if tool in ("LimeSurvey", "KoboToolbox") else frozenset()
    said = [_said(column) - no for column in columns]
    marks = [(key, _says_yes(key, column)) for column, keys in zip(columns, said, strict=True) for key in keys]
    if len(columns) < 2 or not marks or any(len(keys) > 1 and not keys <= _YES for keys in said):
        return False
    if all(yes for _, yes in marks):
        return True
    holes = any(is_blank(value) for column in columns for value in column.values)
    coded = tool in ("LimeSurvey", "Qualtrics") and holes
    return coded and len(marks) > 1 and len({key for key, _ in marks}) == len(marks)


def is_ticked(column: Column) -> bool:
    """Return whether anybody chose the option that a column marks."""
    return bool(_said(column) - _NO)


def holds_ticks(column: Column) -> bool:
    """Return whether a column holds only ticks, or its own heading, and is empty for somebody."""
    somebody = any(is_blank(column.values[place]) for place in np.unique(column.places).tolist())
    return somebody and bool(_said(column)) and says_yes_or_no(column, frozenset())


def says_yes_or_no(column: Column, no: frozenset[str] = _NO) -> bool:
    """Return whether a column holds only ticks, or its own heading, and noes."""
    return _said(column) <= _YES | no | {normalise(column.heading)}


def own_label(column: Column) -> str:
    """Return the option that a column marks, from its cells or its heading."""
    known = _NO | _YES | {_number_of(column)}
    texts = [value for value in column.values if not is_blank(value) and normalise(value) not in known]
    return " ".join(texts[0].split()) if texts else column.parts[-1]


def find_labels(columns: Sequence[Column], options: Sequence[str]) -> list[str] | None:
    """Return which option each column marks: by its heading, its cells or its number; None if one is unclear."""
    known = {normalise(option): option for option in options}
    labels = []
    for column in columns:
        keys = map(normalise, (*(column.parts or (column.heading,)), *column.values))
        named = next((known[key] for key in keys if key in known), None)
        number = _number_of(column)
        if named is not None and normalise(named) not in _YES | _NO:
            labels.append(named)
        elif number and 1 <= int(number) <= len(options):
            labels.append(options[int(number) - 1])
        else:
            return None
    return labels if len(set(labels)) == len(labels) else None


# Rankings


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


def join_places(columns: Sequence[Column]) -> Column:
    """Return one column of rankings, best first, from columns for the first place, the second and so on."""
    order = sorted(range(len(columns)), key=lambda c: place_of(_part(columns[c])) or 0)
    return _join(columns, "ranking", lambda cells: tuple(cells[c] for c in order if not is_blank(cells[c])) or "")


def join_ranks(columns: Sequence[Column], labels: Sequence[str]) -> Column:
    """Return one column of rankings, best first, from columns that hold the place of one option each."""

    def read(cells: list[str]) -> Cell:
        told = [(place_of(cell), label) for cell, label in zip(cells, labels, strict=True) if not is_blank(cell)]
        if None in dict(told):
            return (next(cell for cell in cells if not is_blank(cell) and place_of(cell) is None),)
        ranked = sorted((place or 0, label) for place, label in told)
        first = [label for place, label in ranked if place == ranked[0][0]]
        # Where options share the first place, the answer is no option.
        return (" = ".join(first),) if len(first) > 1 else tuple(label for _, label in ranked) or ""

    return _join(columns, "ranking", read)


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
