"""The differences between two groupings, in words: who changes places with whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...words.message import Message, join, join_names

Array = np.ndarray

# People named on each side of a change; the others are only counted.
_MAX_NAMED_PEOPLE = 5
# Changes that are described; the others are only counted.
_MAX_TOLD_CHANGES = 3


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


def tell_changes(labels: Array, other: Array, people: Sequence[str], groups: Sequence[str]) -> str | Message:
    """Return how another grouping differs; an empty text if it does not.

    Both must number the groups alike. The largest changes come first.

    Examples
    --------
    >>> names = ["Ann", "Bo", "Cy", "Di"], ["red", "blue"]
    >>> str(tell_changes(np.array([0, 0, 1, 1]), np.array([1, 0, 0, 1]), *names))
    'Ann changes places with Cy.'
    >>> str(tell_changes(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), *names))
    'Bo moves from red to blue.'
    """
    return join(tell_exchanges(list_exchanges(labels, other), people, groups), "space")


def tell_exchanges(
    exchanges: Sequence[Exchange],
    people: Sequence[str],
    groups: Sequence[str | Message],
    most: int = _MAX_TOLD_CHANGES,
) -> list[Message]:
    """Return the largest exchanges as sentences, and how many more people change groups."""
    told = []
    for there, back, g, h in exchanges[:most]:
        who: dict[str, Any] = {"count": len(there), "names": _name(people, there)}
        if back:
            told.append(Message("settled-swap", **who, others=_name(people, back)))
        else:
            told.append(Message("settled-move", **who, before=groups[g], after=groups[h]))
    rest = sum(exchange.n_moved for exchange in exchanges[most:])
    return [*told, *([Message("settled-rest", count=rest)] if rest else [])]


def _name(people: Sequence[str], some: Sequence[int]) -> str | Message:
    return join_names([people[n] for n in some], _MAX_NAMED_PEOPLE)
