"""Wanted sizes: how many groups they make of some people, whether they add up, and what they are in words."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import count, islice
from typing import Any

import numpy as np

from ...engine.sizes import Sizes, count_groups, fit_sizes, is_range, read_group_size
from ...errors import BayesHatError
from ...rules.rules import Bounds
from ...words.message import Catalogue, Message, join
from ...words.phrases import tell_count, title_of

# Groups of an event.
MOST_GROUPS = 200
# Sizes that a sentence names one by one.
_LISTED = 12


def name_groups(names: Sequence[str], number: int, say: Catalogue) -> tuple[str, ...]:
    """Return names for a number of groups: these, and new ones with numbers.

    Examples
    --------
    >>> from bayeshat.words.message import catalogue
    >>> name_groups(["Owls", "Group 3"], 4, catalogue("en"))
    ('Owls', 'Group 3', 'Group 4', 'Group 5')
    """
    new = (name for k in count(len(names) + 1) if (name := say("words-group-number", number=k)) not in names)
    return (*names[:number], *islice(new, max(0, number - len(names))))


def fit_number(sizes: Any, n_groups: int, n_people: int) -> int:
    """Return how many groups wanted sizes make of some people; as many as there are, if the sizes allow that.

    Examples
    --------
    >>> fit_number("groups of 4", 2, 23), fit_number("4..6", 2, 23), fit_number("4..6", 5, 23)
    (6, 4, 5)
    """
    if n_people and (size := read_group_size(sizes)) is not None:
        return count_groups(size, n_people)
    if n_people and isinstance(sizes, str) and is_range(sizes):
        range_ = Bounds.of(sizes)
        fewest = math.ceil(n_people / range_.most) if range_.most else 1
        largest = n_groups if range_.or_empty or not range_.least else int(n_people // range_.least)
        return min(max(n_groups, fewest), largest) if fewest <= largest else n_groups
    return n_groups


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
    size = read_group_size(sizes)
    if size is not None and n_people < size:
        return Message("events-groups-about", size=size)
    if sizes is None:
        return Message("events-groups-any", groups=n_groups)
    if sizes == "balanced" or size is not None:
        least, more = divmod(n_people, n_groups)
        if not least:
            return Message("events-groups-even", groups=n_groups)
        return Message("events-groups-of", groups=n_groups, size=tell_count(least, least + (more > 0)))
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


def tell_outcome(sizes: Any, groups: Sequence[str], n_people: int) -> Message | None:
    """Return how large the groups will be; None if only the answers decide that, or sizes do not add up.

    Examples
    --------
    >>> print(tell_outcome("groups of 4", ["A", "B", "C", "D", "E", "F"], 23))
    23 people: 5 groups of 4 and 1 of 3.
    >>> print(tell_outcome({"A": 5, "B": "..3"}, ["A", "B", "C"], 12))
    12 people: A 5, B 3 and C 4.
    """
    if sizes is None or n_people < 2 or (isinstance(sizes, Mapping) and len(groups) > _LISTED):
        return None
    try:
        read = Sizes.read(sizes, n_people=n_people, houses=groups)
    except BayesHatError:
        return None
    bounds = {rule.group: rule for rule in read.ranges}
    own = [bounds.get(name) or bounds.get(None) for name in groups]
    least = np.array([0 if rule is None or rule.or_empty else rule.least or 0 for rule in own])
    most = np.array([n_people if rule is None or rule.most is None else rule.most for rule in own])
    made = fit_sizes(read.whole_sizes(n_people), least, most)
    if made.sum() != n_people:
        return None
    if isinstance(sizes, Mapping):
        told = [
            Message("events-size-of", group=title_of(name), size=n)
            for name, n in zip(groups, made.tolist(), strict=True)
        ]
    else:
        found = sorted(Counter(made.tolist()).items(), reverse=True)
        told = [
            Message("events-outcome-groups" if n == 0 else "events-outcome-more", groups=number, size=size)
            for n, (size, number) in enumerate(found)
        ]
    return Message("events-outcome", people=Message("events-people", count=n_people), groups=join(told, "and"))


def find_misfit(sizes: Any, groups: Sequence[str], n_people: int, who: str, waits: bool = False) -> Message | None:
    """Say why wanted sizes do not add up to this number of people; None if they do.

    Parameters
    ----------
    who
        Whether these people have "answered" or are "expected".
    waits
        Whether people may wait for a place.

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
    elif most is not None and n_people > most and not waits:
        wanted, short = most, "events-sum-room"
        missing = Message("events-places", count=n_people - most)
    else:
        return None
    told = Message("events-sum-fixed" if least == most else short, wanted=Message("events-people", count=wanted))
    return Message(f"events-misfit-{who}", sizes=told, count=n_people, missing=missing)


def range_of_people(sizes: Any, groups: Sequence[str]) -> tuple[int, int | None]:
    """Return for how many people, at least and at most, wanted sizes have places."""
    if sizes is None or sizes == "balanced" or read_group_size(sizes) is not None:
        return 0, None
    by_group: Mapping[str, Any] = sizes if isinstance(sizes, Mapping) else dict.fromkeys(groups, sizes)
    bounds = [Bounds.of(str(by_group[group])) if group in by_group else Bounds(0, None) for group in groups]
    least = sum(int(bound.least or 0) for bound in bounds if not bound.or_empty)
    most = [bound.most for bound in bounds]
    return least, None if None in most else sum(int(bound or 0) for bound in most)


def tell_size(text: str, say: Catalogue) -> str:
    """Return a wanted size, or a range of them, as a field shows it: in words, or as typed where it is neither.

    Examples
    --------
    >>> from bayeshat.words.message import catalogue
    >>> [tell_size(text, catalogue("en")) for text in ("4..6", "5", "..6", "many")]
    ['4 to 6', '5', 'at most 6', 'many']
    """
    try:
        return say.tell(tell_range(text))
    except BayesHatError:
        return text


def tell_range(text: str) -> Message:
    """Return one wanted size, or a range of them, in words that can be typed."""
    size = Bounds.of(text)
    least, most = size.least, size.most
    kind = "exact" if least == most else "least" if most is None else "most" if least is None else "range"
    told = Message(f"words-size-{kind}", low=least or 0, high=most or 0)
    return Message("words-size-or-none", size=told) if size.or_empty else told
