"""The differences between two groupings, in words: who changes places with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Array = np.ndarray

# People named on each side of a change; the others are only counted.
_MAX_NAMED_PEOPLE = 5
# Changes that are described; the others are only counted.
_MAX_TOLD_CHANGES = 3


def list_names(names: Sequence[str], limit: int = _MAX_NAMED_PEOPLE) -> str:
    """Return at most `limit` names as text, and how many more there are.

    Examples
    --------
    >>> list_names(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    >>> list_names(["Ann", "Bo", "Cy", "Di"], limit=2)
    'Ann, Bo and 2 others'
    """
    # "and 1 other" is no shorter than the name.
    if len(names) > limit + 1:
        return f"{', '.join(names[:limit])} and {len(names) - limit:,} others"
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


class Exchange(NamedTuple):
    """People who go from one group to another in an alternative, and people who come back in exchange.

    Attributes
    ----------
    there, back
        The people who go, and those who come back: the same number, or nobody.
    group, other
        The groups that ``there`` leave and join.
    """

    there: tuple[int, ...]
    back: tuple[int, ...]
    group: int
    other: int

    @property
    def n_moved(self) -> int:
        """How many people it moves."""
        return len(self.there) + len(self.back)


def list_exchanges(labels: Array, other: Array) -> list[Exchange]:
    """Return who changes groups, group by group, the largest exchanges first.

    If different numbers of people go and come back, each direction is a separate move.

    Examples
    --------
    >>> list_exchanges(np.array([0, 0, 1, 1]), np.array([1, 0, 0, 1]))
    [Exchange(there=(0,), back=(2,), group=0, other=1)]
    """
    flows: dict[tuple[int, int], list[int]] = {}
    for n in np.flatnonzero(labels != other).tolist():
        flows.setdefault((int(labels[n]), int(other[n])), []).append(n)
    pairs = [(g, h) for g, h in flows if g < h or (h, g) not in flows]
    pairs.sort(key=lambda pair: -len(flows[pair]) - len(flows.get(pair[::-1], ())))
    exchanges = []
    for g, h in pairs:
        there, back = tuple(flows[g, h]), tuple(flows.get((h, g), ()))
        if len(there) == len(back):
            exchanges.append(Exchange(there, back, g, h))
        else:
            exchanges.append(Exchange(there, (), g, h))
            exchanges += [Exchange(back, (), h, g)] if back else []
    return exchanges


def tell_changes(labels: Array, other: Array, people: Sequence[str], groups: Sequence[str]) -> str:
    """Return sentences on how another grouping differs; an empty text if it does not.

    Both must number the groups alike. The largest changes come first.

    Examples
    --------
    >>> tell_changes(np.array([0, 0, 1, 1]), np.array([1, 0, 0, 1]), ["Ann", "Bo", "Cy", "Di"], ["red", "blue"])
    'Ann changes places with Cy.'
    >>> tell_changes(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), ["Ann", "Bo", "Cy", "Di"], ["red", "blue"])
    'Bo moves from red to blue.'
    """
    exchanges = list_exchanges(labels, other)
    told = []
    for there, back, g, h in exchanges[:_MAX_TOLD_CHANGES]:
        who, s = list_names([people[n] for n in there]), "s" if len(there) == 1 else ""
        if back:
            told.append(f"{who} change{s} places with {list_names([people[n] for n in back])}.")
        else:
            told.append(f"{who} move{s} from {groups[g]} to {groups[h]}.")
    rest = sum(exchange.n_moved for exchange in exchanges[_MAX_TOLD_CHANGES:])
    if rest:
        told.append(f"{rest:,} more {'person changes' if rest == 1 else 'people change'} groups.")
    return " ".join(told)
