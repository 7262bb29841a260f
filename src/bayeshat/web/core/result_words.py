"""Words about results that several pages use; the page puts them into the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...words.phrases import LARGE_ERROR, NEGLIGIBLE
from ..languages import Message, join_words

_PEOPLE = {
    (True, "house"): "results-fewer-house",
    (True, "group"): "results-fewer-group",
    (False, "house"): "results-more-house",
    (False, "group"): "results-more-group",
}


def tell_share(share: float, error: float = 0.0) -> Message:
    r"""Return a share as the report writes it, with its Monte Carlo error where that is large.

    Only exactly 0 and 1 are shown as 0 and 100 %.

    Examples
    --------
    >>> [str(tell_share(share)).replace("\xa0", " ") for share in (0.0, 0.001, 0.42)]
    ['0 %', 'under 1 %', '42 %']
    """
    if 0 < share < 0.005:
        told = Message("page-percent-under")
    elif 0.995 <= share < 1:
        told = Message("page-percent-over")
    else:
        told = Message("page-percent", share=round(100 * share))
    return told if error <= LARGE_ERROR else Message("page-give-or-take", share=told, error=round(100 * error))


def tell_people(fewer: float, noun: str) -> Message:
    """Return a cost as a number of people: how many fewer are expected in their right group.

    Examples
    --------
    >>> str(tell_people(0.42, "house")), str(tell_people(-12.3, "group"))
    ('0.4 fewer people expected in their right house', '12 more people expected in their right group')
    """
    if is_negligible(fewer):
        return Message("results-no-difference")
    count = abs(fewer)
    return Message(_PEOPLE[fewer > 0, noun], number=tell_tenths(count) if count < 9.95 else round(count))


def is_negligible(fewer: float) -> bool:
    """Say whether a number of people makes no difference worth telling."""
    return abs(fewer) < NEGLIGIBLE


def tell_tenths(number: float) -> Message:
    """Return a number with one decimal."""
    # Rounded here as the report rounds it: catalogues would round 0.95 the other way.
    return Message("results-tenths", number=round(number, 1))


def tell_sureness(level: int) -> Message:
    """Return the word for how sure a place is, given its position in ``SETTLED_WORDS``."""
    return Message(f"results-sure-{level}")


def title_of(name: str) -> str | Message:
    """Return a group's name as a heading; a bare number says that it is a group's.

    Examples
    --------
    >>> title_of("Owls"), str(title_of("2"))
    ('Owls', 'Group 2')
    """
    return Message("results-group-number", number=name) if name.isdecimal() else name


def tell_off_sizes(off: Sequence[tuple[str, int, int]]) -> str | Message:
    """Return which groups have other sizes than wanted, given name, size and wanted size of each; empty for none."""
    return join_words(
        [Message("results-size-off", group=title_of(name), size=size, wanted=wanted) for name, size, wanted in off]
    )


def tell_making(made_of: Sequence[Any]) -> str | Message:
    """Return what a result was made of.

    Examples
    --------
    >>> str(tell_making([["people", 12], ["even", 0], ["rules", 0]]))
    '12 people, groups as even as possible, no rules'
    """
    return join_words([Message(f"results-made-{kind}", value=value) for kind, value in made_of])
