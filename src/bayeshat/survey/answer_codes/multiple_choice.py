"""Several answers to one question: joined in one cell, or marked in one column per option."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from ...kinds.cells import JOINED, split_joined
from ...tables.table import Column
from ...tables.text import is_blank, normalise

_YES = frozenset(
    (
        *("y", "yes", "1", "true", "checked", "selected", "on", "ok", "(ok)", "ja", "oui", "si", "sí"),
        *("x", "(x)", "✓", "✔", "☑", "☒", "✅", "×", "✗", "•", "*", "+", "v"),
    )
)
_NO = frozenset(("n", "no", "0", "false", "-", "unchecked", "not selected", "off", "nein", "non"))
# What a cell of such a column means that says no.
_SAID_NO = f"no{JOINED}"
# What joins answers in the tables of a tool, and in a table that somebody made or changed: there a comma before a digit
# may belong to a number. Beside it, what stands there again where two parts turn out to be one.
_COMMAS = {"Qualtrics": (r",(?!\s)", ","), "Google Forms": (r",\s", ", ")}
_COMMA = (r",(?!\s*\d)", ", ")
# Questions with more options than this are not inferred.
_MANY = 30


def parts_by_question(columns: Iterable[Column]) -> dict[str, list[Column]]:
    """Return the columns that are parts of a question, by its name in plain letters."""
    groups: dict[str, list[Column]] = {}
    for column in columns:
        if column.of and not column.role:
            groups.setdefault(normalise(column.of[0]), []).append(column)
    return groups


def join_marks(columns: Sequence[Column], labels: Sequence[str]) -> Column:
    """Return one column of joined answers from columns that mark one option each.

    A cell that says yes stands for its column's label, one that says no or is empty for nothing; any other text stays.
    Whoever says no, and nowhere yes, has answered that nothing applies.
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
    """Return the options that columns mark for everybody, in one text; each ends with a semicolon."""
    joined = join_marks(columns, [own_label(column) for column in columns])
    listed = [value.replace(JOINED, "; ").strip("; ") for value in joined.values]
    return tuple(f"{listed[place]};" if listed[place] else "" for place in joined.places.tolist())


def _meaning(value: str, label: str, column: Column) -> str:
    key = normalise(value)
    if key in _NO:
        return _SAID_NO
    if is_blank(value):
        return ""
    # Whatever people wrote beside the options, they chose to.
    return label if column.role or _says_yes(key, column) else value


def _says_yes(key: str, column: Column) -> bool:
    """Say whether a cell marks its column's option: with a yes, the option's name, or its number."""
    return key in _YES or key in map(normalise, column.parts) or key == _number_of(column)


def _number_of(column: Column) -> str:
    digits = re.search(r"(\d+)\]?$", column.code or column.heading)
    return digits[1].lstrip("0") if digits else ""


def are_marks(columns: Sequence[Column], tool: str) -> bool:
    """Say whether columns mark one option each: all that such a column holds is a yes, or its option's name or number.

    Only LimeSurvey and KoboToolbox say no for what was not chosen; elsewhere a no is an answer to a question of its
    own. Where columns
    are headed by codes, each may hold one text that no other holds, and must be empty for somebody.
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
    """Say whether anybody chose the option that a column marks."""
    return any(not is_blank(value) and normalise(value) not in _NO for value in column.values)


def holds_ticks(column: Column) -> bool:
    """Say whether a column holds nothing but ticks, or its own heading, and is empty for somebody."""
    somebody = any(is_blank(column.values[place]) for place in np.unique(column.places).tolist())
    return somebody and not all(map(is_blank, column.values)) and says_yes_or_no(column, frozenset())


def says_yes_or_no(column: Column, no: frozenset[str] = _NO) -> bool:
    """Say whether a column holds nothing but ticks, or its own heading, and what says that there is none."""
    keys = {normalise(value) for value in column.values if not is_blank(value)}
    return keys <= _YES | no | {normalise(column.heading)}


def own_label(column: Column) -> str:
    """Return the option that a column marks, as far as the column itself says."""
    texts = [value for value in column.values if not is_blank(value) and normalise(value) not in _NO | _YES]
    texts = [text for text in texts if normalise(text) != _number_of(column)]
    return " ".join(texts[0].split()) if texts else column.parts[-1]


def mark_labels(columns: Sequence[Column], options: Sequence[str]) -> list[str] | None:
    """Return which option each column marks: by its name, by what it says, or by its number; None if one is unclear."""
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


def find_joined(counts: dict[str, int], tool: str) -> dict[str, int] | None:
    """Return how often each part comes in cells that join several answers, or None if they do not.

    Parts that recur in different cells are the sign of it. Commas also stand within options. So parts that never come
    without each other are one, and more must speak for commas: a tool that joins with them and a part that also stands
    alone; or fewer parts than different cells, of which one comes first here and later there.
    """
    if tool == "Microsoft Forms" and all(cell.rstrip().endswith(";") for cell in counts):
        return _counted({cell: _pieces(cell, ";") for cell in counts}, counts)
    if any(JOINED in cell for cell in counts):
        return _counted({cell: split_joined(cell) for cell in counts}, counts)
    for sign in (";", r"\|"):
        cells = {cell: _pieces(cell, sign) for cell in counts}
        if _recur(cells) and (sign == ";" or _stand_alone(cells)):
            return _counted(cells, counts)
    comma, between = _COMMAS.get(tool, _COMMA)
    cells = _merge_neighbours({cell: _pieces(cell, comma) for cell in counts}, between)
    if _recur(cells) and ((tool in _COMMAS and _stand_alone(cells)) or _trade_places(cells)):
        return _counted(cells, counts)
    return None


def _pieces(cell: str, sign: str) -> list[str]:
    return [piece.strip() for piece in re.split(sign, cell) if piece.strip()]


def _recur(cells: dict[str, list[str]]) -> bool:
    """Say whether some cells hold several parts, and at least half of the parts come in more than one cell."""
    found = _in_cells(cells)
    joined = any(len(pieces) > 1 for pieces in cells.values())
    return joined and 2 <= len(found) <= _MANY and sum(n > 1 for n in found.values()) * 2 >= len(found)


def _stand_alone(cells: dict[str, list[str]]) -> bool:
    """Say whether a part that comes in several cells is all that one of them holds."""
    found = _in_cells(cells)
    return any(len(pieces) == 1 and found[normalise(pieces[0])] > 1 for pieces in cells.values())


def _trade_places(cells: dict[str, list[str]]) -> bool:
    """Say whether there are fewer parts than cells, and a part that comes first in one cell comes later in another.

    Options that hold a comma, as "Monday, early" and "Monday, late", begin with one set of words and end with another.
    """
    first = {normalise(pieces[0]) for pieces in cells.values() if pieces}
    later = {normalise(piece) for pieces in cells.values() for piece in pieces[1:]}
    return len(first | later) < len(cells) and not first.isdisjoint(later)


def _in_cells(cells: dict[str, list[str]]) -> dict[str, int]:
    """Return in how many different cells each part comes."""
    found: dict[str, int] = {}
    for pieces in cells.values():
        for piece in {normalise(piece) for piece in pieces}:
            found[piece] = found.get(piece, 0) + 1
    return found


def _merge_neighbours(cells: dict[str, list[str]], sign: str) -> dict[str, list[str]]:
    """Put parts together that stand side by side in every cell that has one of them."""
    merged = dict(cells)
    while True:
        having: dict[str, set[str]] = {}
        pairs: dict[tuple[str, str], set[str]] = {}
        for cell, pieces in merged.items():
            for piece in pieces:
                having.setdefault(piece, set()).add(cell)
            for pair in pairwise(pieces):
                pairs.setdefault(pair, set()).add(cell)
        once = [pair for pair, where in pairs.items() if len(where) > 1 and having[pair[0]] == having[pair[1]] == where]
        if not once:
            return merged
        for cell in pairs[once[0]]:
            pieces = merged[cell]
            place = next(i for i in range(len(pieces) - 1) if (pieces[i], pieces[i + 1]) == once[0])
            merged[cell] = [*pieces[:place], sign.join(once[0]), *pieces[place + 2 :]]


def _counted(cells: dict[str, list[str]], counts: dict[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for cell, pieces in cells.items():
        for piece in pieces:
            found[piece] = found.get(piece, 0) + counts[cell]
    return found
