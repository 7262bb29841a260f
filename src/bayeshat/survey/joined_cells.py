"""Whether the cells of a column join several answers, or rank options, and which parts they have."""

from __future__ import annotations

import re
from itertools import pairwise

from ..kinds.cells import JOINED, RANKED, split_joined, split_ranking
from ..tables.text import normalise

# How each tool joins answers with commas: the pattern between answers, and the text that joins two parts again.
_COMMAS = {"Qualtrics": (r",(?!\s)", ","), "Google Forms": (r",\s", ", ")}
# The same for tables that somebody made or changed, where a comma before a digit may belong to a number.
_COMMA = (r",(?!\s*\d)", ", ")
# Signs between answers that say nothing about their order.
_UNRANKED = re.compile(r"[;|\n]")
# Cells with more different parts than this do not join answers.
_MOST_PARTS = 30


def find_joined(counts: dict[str, int], tool: str) -> dict[str, int] | None:
    """Return how often each part occurs in cells that join several answers, or None if the cells do not.

    Parts that recur in different cells are a sign of joined answers. Commas also stand within options, so parts that
    always occur together are one option, and commas need more evidence: a tool that joins with commas and a part that
    also stands alone; or fewer parts than different cells, one of which comes first in one cell and later in another.
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


def find_ranking(counts: dict[str, int]) -> dict[str, int] | None:
    """Return how often each option occurs in cells that rank options, or None if the cells do not.

    Such cells have ">" or arrows between options, or always name all options, in different orders.
    """
    cells = {cell: split_ranking(cell) for cell in counts}
    options = {part for parts in cells.values() for part in parts}
    recur = any(len(parts) > 1 for parts in cells.values()) and 2 * len(options) <= sum(map(len, cells.values()))
    if not recur and not any(RANKED in cell for cell in counts):
        orders = {cell: tuple(part.strip() for part in _UNRANKED.split(cell) if part.strip()) for cell in counts}
        same = {frozenset(order) for order in orders.values()}
        if len(same) != 1 or len(orders) < 2 or len(next(iter(same))) < 3:
            return None
        cells = {cell: list(order) for cell, order in orders.items()}
    return _counted(cells, counts)


def _pieces(cell: str, sign: str) -> list[str]:
    return [piece.strip() for piece in re.split(sign, cell) if piece.strip()]


def _recur(cells: dict[str, list[str]]) -> bool:
    """Return whether some cells hold several parts, and at least half of the parts occur in more than one cell."""
    found = _in_cells(cells)
    joined = any(len(pieces) > 1 for pieces in cells.values())
    return joined and 2 <= len(found) <= _MOST_PARTS and sum(n > 1 for n in found.values()) * 2 >= len(found)


def _stand_alone(cells: dict[str, list[str]]) -> bool:
    """Return whether a part that occurs in several cells stands alone in one of them."""
    found = _in_cells(cells)
    return any(len(pieces) == 1 and found[normalise(pieces[0])] > 1 for pieces in cells.values())


def _trade_places(cells: dict[str, list[str]]) -> bool:
    """Return whether there are fewer parts than cells, and a part that comes first in one cell comes later in another.

    Options with a comma, such as "Monday, early" and "Monday, late", begin with some words and end with others.
    """
    first = {normalise(pieces[0]) for pieces in cells.values() if pieces}
    later = {normalise(piece) for pieces in cells.values() for piece in pieces[1:]}
    return len(first | later) < len(cells) and not first.isdisjoint(later)


def _in_cells(cells: dict[str, list[str]]) -> dict[str, int]:
    """Return in how many different cells each part occurs."""
    found: dict[str, int] = {}
    for pieces in cells.values():
        for piece in {normalise(piece) for piece in pieces}:
            found[piece] = found.get(piece, 0) + 1
    return found


def _merge_neighbours(cells: dict[str, list[str]], sign: str) -> dict[str, list[str]]:
    """Return the cells with those parts merged that stand side by side in every cell that has one of them."""
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
