"""How costs are said to people: in people."""

from __future__ import annotations

# Fewer people than this are not worth a word.
NEGLIGIBLE = 0.05


def tell_people(fewer: float, noun: str = "house") -> str:
    """Return a cost in people who are no longer expected where they belong.

    Examples
    --------
    >>> tell_people(0.42)
    '0.4 fewer people expected in their right house'
    >>> tell_people(0.01)
    'nothing that can be measured'
    >>> tell_people(-12.3, "group")
    '12 more people expected in their right group'
    """
    if abs(fewer) < NEGLIGIBLE:
        return "nothing that can be measured"
    number = f"{abs(fewer):.1f}" if abs(fewer) < 9.95 else f"{abs(fewer):.0f}"
    return f"{number} {'fewer' if fewer > 0 else 'more'} people expected in their right {noun}"


def tell_cost(what: str, fewer: float, noun: str = "house") -> str:
    """Return what something costs in people, as a sentence without its full stop.

    Examples
    --------
    >>> tell_cost("Moving there", 0.42)
    'Moving there means 0.4 fewer people expected in their right house'
    >>> tell_cost("Moving there", 0.01)
    'Moving there costs nothing that can be measured'
    """
    verb = "costs" if abs(fewer) < NEGLIGIBLE else "means"
    return f"{what} {verb} {tell_people(fewer, noun)}"
