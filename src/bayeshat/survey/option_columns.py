"""Questions with one column per option: which columns belong together, and what their marks say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from ..kinds.cells import JOINED
from ..tables.table import Column
from ..tables.text import RECOGNISED, is_blank, normalise

_YES, _NO = frozenset(RECOGNISED["yes"]), frozenset(RECOGNISED["no"])
# The meaning of a cell that says no.
_SAID_NO = f"no{JOINED}"


def parts_by_question(columns: Iterable[Column]) -> dict[str, list[Column]]:
    """Return the columns that are parts of a question, by its normalised name."""
    groups: dict[str, list[Column]] = {}
    for column in columns:
        if column.of and not column.role:
            groups.setdefault(normalise(column.of[0]), []).append(column)
    return groups


def join_marks(columns: Sequence[Column], labels: Sequence[str]) -> Column:
    """Return one column of joined answers from columns that mark one option each.

    A cell that says yes becomes its column's label; a no or an empty cell adds nothing; any other text stays. A row
    with a no and without a yes is an answer: nothing applies.
    """
    said: list[list[str]] = []
    places = np.empty((len(columns[0].places), len(columns)), dtype=np.int32)
    for c, (column, label) in enumerate(zip(columns, labels, strict=True)):
        meant = [_meaning(value, label, column) for value in column.values]
        index = {text: place for place, text in enumerate(dict.fromkeys(meant))}
        said.append(list(index))
        places[:, c] = np.array([index[text] for text in meant], dtype=np.int32)[column.places]
    rows, which = np.unique(places, axis=0, return_inverse=True)
    found = [[said[c][place] for c, place in enumerate(row)] for row in rows.tolist()]
    values = [
        "".join(f"{text}{JOINED}" for text in row if text not in ("", _SAID_NO)) or (JOINED if _SAID_NO in row else "")
        for row in found
    ]
    names = columns[0].of or (columns[0].heading,)
    code, text = names[0], names[-1]
    return Column(code, tuple(values), which.reshape(-1).astype(np.int32), code=code, text=text)


def list_marks(columns: Sequence[Column]) -> tuple[str, ...]:
    """Return for everybody the options that columns mark, in one text that ends with a semicolon."""
    joined = join_marks(columns, [own_label(column) for column in columns])
    listed = [value.replace(JOINED, "; ").strip("; ") for value in joined.values]
    return tuple(f"{listed[place]};" if listed[place] else "" for place in joined.places.tolist())


def _meaning(value: str, label: str, column: Column) -> str:
    key = normalise(value)
    if key in _NO:
        return _SAID_NO
    if is_blank(value):
        return ""
    # Text in a column for people's own words counts as a mark.
    return label if column.role or _says_yes(key, column) else value


def _says_yes(key: str, column: Column) -> bool:
    """Return whether a cell marks its column's option: with a yes, the option's name, or its number."""
    return key in _YES or key in map(normalise, column.parts) or key == _number_of(column)


def _number_of(column: Column) -> str:
    digits = re.search(r"(\d+)\]?$", column.code or column.heading)
    return digits[1].lstrip("0") if digits else ""


def are_marks(columns: Sequence[Column], tool: str) -> bool:
    """Return whether each column marks one option: it holds only "yes", or the option's name or number.

    Only LimeSurvey and KoboToolbox write a no for options that were not chosen; elsewhere a no answers a question.
    Where columns are headed by codes, each may hold one text that no other holds, and must be empty for somebody.
    """
    with_no, coded = tool in ("LimeSurvey", "KoboToolbox"), tool in ("LimeSurvey", "Qualtrics")
    said = []
    for column in columns:
        keys = {normalise(value) for value in column.values if not is_blank(value)}
        keys -= _NO if with_no else set()
        if len(keys) > 1 and not keys <= _YES:
            return False
        said += [(key, _says_yes(key, column)) for key in keys]
    if len(columns) < 2 or not said:
        return False
    if all(yes for _, yes in said):
        return True
    holes = any(is_blank(value) for column in columns for value in column.values)
    return coded and holes and len(said) > 1 and len({key for key, _ in said}) == len(said)


def is_marked(column: Column) -> bool:
    """Return whether anybody chose the option that a column marks."""
    return any(not is_blank(value) and normalise(value) not in _NO for value in column.values)


def holds_ticks(column: Column) -> bool:
    """Return whether a column holds only ticks, or its own heading, and is empty for somebody."""
    somebody = any(is_blank(column.values[place]) for place in np.unique(column.places).tolist())
    return somebody and not all(map(is_blank, column.values)) and says_yes_or_no(column, frozenset())


def says_yes_or_no(column: Column, no: frozenset[str] = _NO) -> bool:
    """Return whether a column holds only ticks, or its own heading, and noes."""
    keys = {normalise(value) for value in column.values if not is_blank(value)}
    return keys <= _YES | no | {normalise(column.heading)}


def own_label(column: Column) -> str:
    """Return the option that a column marks, from its cells or its heading."""
    texts = [value for value in column.values if not is_blank(value) and normalise(value) not in _NO | _YES]
    texts = [text for text in texts if normalise(text) != _number_of(column)]
    return " ".join(texts[0].split()) if texts else column.parts[-1]


def mark_labels(columns: Sequence[Column], options: Sequence[str]) -> list[str] | None:
    """Return which option each column marks: by its heading, its cells or its number; None if one is unclear."""
    known = {normalise(option): option for option in options}
    labels = []
    for column in columns:
        told = column.parts or (column.heading,)
        named = [known[normalise(part)] for part in told if normalise(part) in known]
        named += [known[normalise(value)] for value in column.values if normalise(value) in known]
        number = _number_of(column)
        if named and normalise(named[0]) not in _YES | _NO:
            labels.append(named[0])
        elif number and 1 <= int(number) <= len(options):
            labels.append(options[int(number) - 1])
        else:
            return None
    return labels if len(set(labels)) == len(labels) else None
