"""What distinguishes two groupings, in words: who changes places with whom."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Array = np.ndarray

# People named on each side of a change, and changes told, before the others are only counted.
_NAMED, _TOLD = 5, 3


def list_names(names: Sequence[str], limit: int = _NAMED) -> str:
    """Return names as they are read out, at most `limit` of them, and how many more there are.

    Examples
    --------
    >>> list_names(["Ann", "Bo", "Cy"])
    'Ann, Bo and Cy'
    >>> list_names(["Ann", "Bo", "Cy", "Di"], limit=2)
    'Ann, Bo and 2 others'
    """
    # Counting a single other takes as long as naming them.
    if len(names) > limit + 1:
        return f"{', '.join(names[:limit])} and {len(names) - limit:,} others"
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def tell_changes(labels: Array, other: Array, people: Sequence[str], groups: Sequence[str]) -> str:
    """Return how another grouping differs, in sentences; empty if it does not.

    Both number the groups alike. Two groups that send people to each other come first, the largest changes before
    smaller ones.

    Examples
    --------
    >>> tell_changes(np.array([0, 0, 1, 1]), np.array([1, 0, 0, 1]), ["Ann", "Bo", "Cy", "Di"], ["red", "blue"])
    'Ann changes places with Cy.'
    >>> tell_changes(np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1]), ["Ann", "Bo", "Cy", "Di"], ["red", "blue"])
    'Bo moves from red to blue.'
    """
    moved = np.flatnonzero(labels != other)
    flows: dict[tuple[int, int], list[str]] = {}
    for n in moved.tolist():
        flows.setdefault((int(labels[n]), int(other[n])), []).append(people[n])
    changes: list[tuple[int, str]] = []
    for (g, h), there in flows.items():
        back = flows.get((h, g), [])
        if back and h < g:
            continue  # told from the other side
        if back:
            verb = "changes" if len(there) == 1 else "change"
            sentence = f"{list_names(there)} {verb} places with {list_names(back)}."
        else:
            sentence = f"{list_names(there)} {'moves' if len(there) == 1 else 'move'} from {groups[g]} to {groups[h]}."
        changes.append((len(there) + len(back), sentence))
    changes.sort(key=lambda change: -change[0])
    rest = sum(count for count, _ in changes[_TOLD:])
    told = [sentence for _, sentence in changes[:_TOLD]]
    if rest:
        told.append(f"{rest:,} more {'person changes' if rest == 1 else 'people change'} groups.")
    return " ".join(told)
