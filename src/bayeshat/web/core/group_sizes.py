"""Wanted sizes in words: what they are, and whether they add up for so many people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...rules.rules import parse_bounds
from ...words.message import Message


def tell_sizes(sizes: Any, groups: Sequence[str], n_people: int) -> Message:
    """Return wanted sizes in a few words.

    Examples
    --------
    >>> str(tell_sizes("balanced", ["A", "B", "C", "D"], 21))
    '4 groups of 5 or 6'
    >>> str(tell_sizes({"A": 5, "B": "4..6"}, ["A", "B", "C"], 21))
    '3 groups, sizes one by one'
    """
    n_groups = len(groups)
    if sizes is None:
        return Message("events-groups-any", groups=n_groups)
    if sizes == "balanced":
        least, more = divmod(n_people, n_groups)
        if not least:
            return Message("events-groups-even", groups=n_groups)
        size = Message("events-size-or", least=least, most=least + 1) if more else Message("events-size", size=least)
        return Message("events-groups-of", groups=n_groups, size=size)
    if isinstance(sizes, str):
        return Message("events-groups-of", groups=n_groups, size=tell_range(sizes))
    if len(sizes) == n_groups and len(set(sizes.values())) == 1:
        return Message("events-groups-of", groups=n_groups, size=tell_range(str(next(iter(sizes.values())))))
    return Message("events-groups-single", groups=n_groups)


def list_sizes(sizes: Any, groups: Sequence[str]) -> list[Message]:
    """Return the wanted size of each group in words, where they are wanted one by one.

    Examples
    --------
    >>> [str(one) for one in list_sizes({"A": 5, "B": "4..6"}, ["A", "B", "C"])]
    ['A 5', 'B 4 to 6', 'C the rest']
    """
    if not isinstance(sizes, Mapping):
        return []
    told = [tell_range(str(sizes[group])) if group in sizes else Message("events-size-rest") for group in groups]
    return [Message("events-size-of", group=group, size=size) for group, size in zip(groups, told, strict=True)]


def find_misfit(sizes: Any, groups: Sequence[str], n_people: int, who: str) -> Message | None:
    """Say why wanted sizes do not add up for so many people; None if they do.

    Parameters
    ----------
    who
        Whether these people have "answered" or are "expected".

    Examples
    --------
    >>> print(find_misfit({"A": 5, "B": 5}, ["A", "B"], 12, "answered"))
    The sizes add up to 10 people, and 12 have answered: 2 places too few.
    >>> print(find_misfit("4..6", ["A", "B"], 7, "expected"))
    The groups need at least 8 people, and 7 are expected: 1 person too few.
    """
    least, most = range_of_people(sizes, groups)
    if n_people < least:
        wanted, short = least, "events-sum-needs"
        missing = Message("events-people", count=least - n_people)
    elif most is not None and n_people > most:
        wanted, short = most, "events-sum-room"
        missing = Message("events-places", count=n_people - most)
    else:
        return None
    told = Message("events-sum-fixed" if least == most else short, wanted=Message("events-people", count=wanted))
    return Message(f"events-misfit-{who}", sizes=told, count=n_people, missing=missing)


def range_of_people(sizes: Any, groups: Sequence[str]) -> tuple[int, int | None]:
    """Return for how many people, at least and at most, wanted sizes have places."""
    if sizes is None or sizes == "balanced":
        return 0, None
    by_group: Mapping[str, Any] = sizes if isinstance(sizes, Mapping) else dict.fromkeys(groups, sizes)
    bounds = [parse_bounds(str(by_group[group])) if group in by_group else (0, None) for group in groups]
    most = [bound for _, bound in bounds]
    return sum(bound or 0 for bound, _ in bounds), None if None in most else sum(bound or 0 for bound in most)


def tell_range(text: str) -> Message:
    """Return one wanted size, or a range of them, in words."""
    least, most = parse_bounds(text)
    if least == most:
        return Message("events-size", size=least)
    if most is None:
        return Message("events-size-least", least=least)
    if least is None:
        return Message("events-size-most", most=most)
    return Message("events-size-range", least=least, most=most)
