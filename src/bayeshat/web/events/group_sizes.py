"""Wanted sizes in words: what they are, and whether they add up for so many people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...rules.rule_checks import count_people
from ...rules.rules import parse_bounds


def tell_sizes(sizes: Any, groups: Sequence[str], n_people: int) -> str:
    """Return wanted sizes in a few words.

    Examples
    --------
    >>> tell_sizes("balanced", ["A", "B", "C", "D"], 21)
    '4 groups of 5 or 6'
    >>> tell_sizes({"A": 5, "B": "4..6"}, ["A", "B", "C"], 21)
    '3 groups, sizes one by one'
    """
    n_groups = len(groups)
    start = f"{n_groups} group{'s' if n_groups != 1 else ''}"
    if sizes is None:
        return f"{start} of any size"
    if sizes == "balanced":
        least, more = divmod(n_people, n_groups)
        if not least:
            return f"{start}, as even as possible"
        return f"{start} of {least} or {least + 1}" if more else f"{start} of {least}"
    if isinstance(sizes, str):
        return f"{start} of {_tell_range(sizes)}"
    if len(sizes) == n_groups and len(set(sizes.values())) == 1:
        return f"{start} of {_tell_range(str(next(iter(sizes.values()))))}"
    return f"{start}, sizes one by one"


def list_sizes(sizes: Any, groups: Sequence[str]) -> list[str]:
    """Return the wanted size of each group in words, where they are wanted one by one.

    Examples
    --------
    >>> list_sizes({"A": 5, "B": "4..6"}, ["A", "B", "C"])
    ['A 5', 'B 4 to 6', 'C the rest']
    """
    if not isinstance(sizes, Mapping):
        return []
    return [f"{group} {_tell_range(str(sizes[group])) if group in sizes else 'the rest'}" for group in groups]


def find_misfit(sizes: Any, groups: Sequence[str], n_people: int, who: str) -> str:
    """Say why wanted sizes do not add up for so many people; empty if they do.

    Parameters
    ----------
    who
        What these people have done, such as "have answered".

    Examples
    --------
    >>> find_misfit({"A": 5, "B": 5}, ["A", "B"], 12, "have answered")
    'The sizes add up to 10 people, and 12 have answered: 2 places too few.'
    >>> find_misfit("4..6", ["A", "B"], 7, "are expected")
    'The groups need at least 8 people, and 7 are expected: 1 person too few.'
    """
    least, most = range_of_people(sizes, groups)
    if n_people < least:
        missing = least - n_people
        need = (
            f"The sizes add up to {count_people(least)}"
            if least == most
            else f"The groups need at least {least} people"
        )
        return f"{need}, and {n_people} {who}: {count_people(missing)} too few."
    if most is not None and n_people > most:
        missing = n_people - most
        have = (
            f"The sizes add up to {count_people(most)}" if least == most else f"The groups have room for {most} people"
        )
        return f"{have}, and {n_people} {who}: {missing} {'place' if missing == 1 else 'places'} too few."
    return ""


def range_of_people(sizes: Any, groups: Sequence[str]) -> tuple[int, int | None]:
    """Return for how many people, at least and at most, wanted sizes have places."""
    if sizes is None or sizes == "balanced":
        return 0, None
    by_group: Mapping[str, Any] = sizes if isinstance(sizes, Mapping) else dict.fromkeys(groups, sizes)
    bounds = [parse_bounds(str(by_group[group])) if group in by_group else (0, None) for group in groups]
    most = [bound for _, bound in bounds]
    return sum(bound or 0 for bound, _ in bounds), None if None in most else sum(bound or 0 for bound in most)


def _tell_range(text: str) -> str:
    least, most = parse_bounds(text)
    if least == most:
        return str(least)
    if most is None:
        return f"at least {least}"
    return f"at most {most}" if least is None else f"{least} to {most}"
