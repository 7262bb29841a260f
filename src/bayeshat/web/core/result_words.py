"""Words about results that several pages use; the page puts them into the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...words.message import Message, join
from ...words.phrases import title_of
from .group_sizes import tell_range


def tell_off_sizes(off: Sequence[tuple[str, int, int]]) -> str | Message:
    """Return which groups have other sizes than wanted, given name, size and wanted size of each; empty for none."""
    return join(
        [Message("results-size-off", group=title_of(name), size=size, wanted=wanted) for name, size, wanted in off]
    )


def tell_making(made_of: Sequence[Any]) -> str | Message:
    """Return what a result was made of.

    Examples
    --------
    >>> str(tell_making([["people", 12], ["even", 0], ["rules", 0]]))
    '12 people, groups as even as possible, no rules'
    >>> str(tell_making([["each", "4..6"], ["sizes", [["Owls", "5"], ["Larks", "..8"]]]]))
    'groups of 4 to 6, sizes: Owls 5, Larks at most 8'
    """
    return join([Message(f"results-made-{kind}", value=_tell_value(kind, value)) for kind, value in made_of])


def _tell_value(kind: str, value: Any) -> Any:
    if kind == "each":
        return tell_range(value)
    if kind in ("sizes", "totals"):
        return join([Message("events-size-of", group=group, size=tell_range(size)) for group, size in value])
    return value
