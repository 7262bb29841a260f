"""Words that all layers share: what groups are called, and costs counted in people."""

from __future__ import annotations

import re
from collections.abc import Iterable

# A difference of fewer people than this is not worth mentioning.
NEGLIGIBLE = 0.05


def group_word(names: Iterable[str]) -> str:
    """Return what to call the groups of a survey: "group" if they are only numbered, else "house".

    Examples
    --------
    >>> group_word(["Group 1", "Group 2"]), group_word(["Gryffindor", "Slytherin"])
    ('group', 'house')
    """
    return "group" if all(re.fullmatch(r"[^\W\d]+ ?\d+|\d+", name) for name in names) else "house"


def tell_people(fewer: float, noun: str = "house") -> str:
    """Return a cost as a number of people: how many fewer are expected in their right group.

    Examples
    --------
    >>> tell_people(0.42)
    '0.4 fewer people expected in their right house'
    >>> tell_people(0.01)
    'no measurable difference'
    >>> tell_people(-12.3, "group")
    '12 more people expected in their right group'
    """
    if abs(fewer) < NEGLIGIBLE:
        return "no measurable difference"
    number = f"{abs(fewer):.1f}" if abs(fewer) < 9.95 else f"{abs(fewer):.0f}"
    return f"{number} {'fewer' if fewer > 0 else 'more'} people expected in their right {noun}"


def tell_cost(what: str, fewer: float, noun: str = "house") -> str:
    """Return what something costs in people, as a sentence without its full stop.

    Examples
    --------
    >>> tell_cost("Moving there", 0.42)
    'Moving there means 0.4 fewer people expected in their right house'
    >>> tell_cost("Moving there", 0.01)
    'Moving there makes no measurable difference'
    """
    verb = "makes" if abs(fewer) < NEGLIGIBLE else "means"
    return f"{what} {verb} {tell_people(fewer, noun)}"
