"""Words that all layers share: what groups are called, chances, and costs counted in people."""

from __future__ import annotations

from typing import Any

from .message import Message

# A difference of fewer people than this is not worth mentioning.
NEGLIGIBLE = 0.05
# Monte Carlo errors above this are shown beside a percentage.
LARGE_ERROR = 0.02


def title_of(name: str) -> str | Message:
    """Return a group's name as a heading; a bare number says that it is a group's.

    Examples
    --------
    >>> title_of("Owls"), str(title_of("2"))
    ('Owls', 'Group 2')
    """
    return Message("words-group-number", number=name) if name.isdecimal() else name


def tell_share(share: float, error: float = 0.0) -> Message:
    r"""Return a share in percent, with its Monte Carlo error where that is large.

    Only exactly 0 and 1 are shown as 0 and 100 %.

    Examples
    --------
    >>> [str(tell_share(share)).replace("\xa0", " ") for share in (0.0, 0.001, 0.42)]
    ['0 %', 'under 1 %', '42 %']
    """
    if 0 < share < 0.005:
        told = Message("words-percent-under")
    elif 0.995 <= share < 1:
        told = Message("words-percent-over")
    else:
        told = Message("words-percent", share=round(100 * share))
    return told if error <= LARGE_ERROR else Message("words-give-or-take", share=told, error=round(100 * error))


def is_negligible(fewer: float) -> bool:
    """Say whether a number of people makes no difference worth telling."""
    return abs(fewer) < NEGLIGIBLE


def tell_tenths(number: float) -> Message:
    """Return a number with one decimal."""
    # Rounded here: catalogues would round 0.95 the other way.
    return Message("words-tenths", number=round(number, 1))


def tell_sureness(level: int) -> Message:
    """Return how sure a place is, given as 0 to 3.

    Examples
    --------
    >>> [str(tell_sureness(level)) for level in range(4)]
    ['settled', 'leaning', 'could go either way', 'better elsewhere']
    """
    return Message(f"words-sure-{level}")


def tell_count(low: int | None, high: int | None) -> Message:
    """Return a number of people, or from which to which it may be.

    Examples
    --------
    >>> [str(tell_count(*ends)) for ends in ((4, 4), (4, 5), (4, 6), (4, None), (None, 6))]
    ['4', '4 or 5', '4 to 6', 'at least 4', 'at most 6']
    """
    if low is None or high is None:
        kind = "most" if low is None else "least"
    else:
        kind = "exact" if low >= high else "either" if high == low + 1 else "range"
    return Message(f"words-size-{kind}", low=low or 0, high=high or 0)


def tell_figures(figures: str) -> str | Message:
    """Return a number that is written with a decimal point, with the sign that the reader's language has for it.

    Examples
    --------
    >>> str(tell_figures("0.25")), tell_figures("7")
    ('0.25', '7')
    """
    whole, point, rest = figures.partition(".")
    return Message("words-decimals", whole=whole, rest=rest) if point else figures


def tell_people(fewer: float, noun: str = "group") -> Message:
    """Return a cost as a number of people: how many fewer are expected in their right group.

    Examples
    --------
    >>> str(tell_people(0.42))
    '0.4 fewer people expected in their right group'
    >>> str(tell_people(0.01))
    'no measurable difference'
    >>> str(tell_people(-12.3, "house"))
    '12 more people expected in their right house'
    """
    if is_negligible(fewer):
        return Message("words-no-difference")
    count = abs(fewer)
    number = tell_tenths(count) if count < 9.95 else round(count)
    return Message(f"words-{'fewer' if fewer > 0 else 'more'}", number=number, noun=noun)


def tell_cost(message: str, fewer: float, noun: str = "group", **facts: Any) -> Message:
    """Return what something costs in people; there is another message, with "-none" at its end, for nothing.

    Examples
    --------
    >>> str(tell_cost("why-swap", 0.42, name="Ann", group="Owls"))
    'Swapping with Ann (Owls) means 0.4 fewer people expected in their right group.'
    >>> str(tell_cost("why-swap", 0.01, name="Ann", group="Owls"))
    'Swapping with Ann (Owls) makes no measurable difference.'
    """
    if is_negligible(fewer):
        return Message(f"{message}-none", **facts, noun=noun)
    return Message(message, **facts, noun=noun, people=tell_people(fewer, noun))
