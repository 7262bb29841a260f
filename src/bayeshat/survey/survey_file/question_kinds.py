"""The kinds of questions, and how the numbers of a rating become options."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ...errors import SurveyError
from ...tables.text import normalise, quote, quote_all

if TYPE_CHECKING:
    from ..spec import Question

# One option, several options, or a number on a scale.
KINDS = ("choice", "several", "rating")
# A scale with more whole numbers than this must be cut into bins.
_MANY_NUMBERS = 20
# A number alone, with a point or a decimal comma, or one with a label: "10 - very likely", "5 (often)", "7 stars".
_NUMBER = re.compile(r"([+-]?\d+(?:[.,]\d+)?)(?:\s*[-:=.)(]?\s*[^\d\s.,:=()-]\D*)?")


def read_number(text: str) -> float | None:
    """Return the number that a cell says, or None.

    Examples
    --------
    >>> read_number("7"), read_number("2,5"), read_number("10 - Very likely"), read_number("1 to 3")
    (7.0, 2.5, 10.0, None)
    """
    match = _NUMBER.fullmatch(normalise(text))
    return float(match[1].replace(",", ".")) if match else None


def show_number(value: float) -> str:
    """Return a number as people write it."""
    return f"{value:.15g}"


def default_bins(scale: tuple[float, float]) -> tuple[float, ...] | None:
    """Return bins with one whole number each, or None where there are too many or the ends are not whole."""
    low, high = scale
    if not (low.is_integer() and high.is_integer() and 1 <= high - low < _MANY_NUMBERS):
        return None
    return tuple(float(number) for number in range(int(low), int(high)))


def bin_options(scale: tuple[float, float], bins: Sequence[float]) -> tuple[str, ...]:
    """Return the options that bins stand for; every bin ends with its own number, the last with the scale's.

    Examples
    --------
    >>> bin_options((1, 10), (3, 7))
    ('1 to 3', '4 to 7', '8 to 10')
    >>> bin_options((0, 2), (0.5,))
    ('0 to 0.5', 'above 0.5 to 2')
    """
    edges = [scale[0], *bins, scale[1]]
    whole = all(float(edge).is_integer() for edge in edges)
    options = []
    for place, last in enumerate(edges[1:]):
        first, over = edges[place], ""
        if place > 0:
            first, over = (first + 1, "") if whole else (first, "above ")
        only = not over and first == last
        options.append(show_number(last) if only else f"{over}{show_number(first)} to {show_number(last)}")
    return tuple(options)


def find_bin(value: float, scale: tuple[float, float], bins: Sequence[float]) -> int | None:
    """Return the position of the bin that holds a number, or None outside the scale."""
    return bisect_left(bins, value) if scale[0] <= value <= scale[1] else None


def check_kind(key: str, question: Question) -> None:
    """Raise SurveyError naming the key if a question's kind, scale or bins cannot be used."""
    if question.kind not in KINDS:
        raise SurveyError(
            f"{key}.kind must be one of {quote_all(KINDS)}; got {quote(str(question.kind))}. "
            'Leave it out for a question with one answer, or write "several" or "rating".'
        )
    if question.kind != "rating":
        for name, given in (("scale", question.scale is not None), ("bins", bool(question.bins))):
            if given:
                raise SurveyError(
                    f'{key}.{name} must go with kind = "rating"; got it in a question of kind {quote(question.kind)}. '
                    "Change the kind, or remove it."
                )
        return
    if question.scale is None:
        raise SurveyError(
            f"{key}.scale must say the least and the largest number of a rating; got nothing. "
            "Write e.g. scale = [1, 10]."
        )
    check_scale(key, question.scale)
    check_bins(key, question.scale, question.bins)
    if len(question.options) != len(question.bins) + 1:
        raise SurveyError(
            f"{key}.options must hold one option per bin ({len(question.bins) + 1}: one more than bins has numbers); "
            f"got {len(question.options)}. Name every bin, or leave the options out."
        )


def check_scale(key: str, scale: Sequence[float]) -> None:
    """Raise SurveyError unless a scale goes from one number to a larger one."""
    if len(scale) != 2 or not all(math.isfinite(end) for end in scale) or scale[0] >= scale[1]:
        raise SurveyError(
            f"{key}.scale must be two numbers, the smaller one first; got {_listed(scale)}. Write e.g. scale = [1, 10]."
        )


def check_bins(key: str, scale: tuple[float, float], bins: Sequence[float]) -> None:
    """Raise SurveyError unless bins go up within the scale."""
    low, high = scale
    rising = all(one < other for one, other in pairwise(bins))
    if not bins or not rising or not (low <= bins[0] and bins[-1] < high):
        raise SurveyError(
            f"{key}.bins must be the last number of every bin but the last, rising, from {show_number(low)} to below "
            f"{show_number(high)}; got {_listed(bins)}. "
            "Write e.g. bins = [3, 7] with scale = [1, 10] for 1 to 3, 4 to 7 and 8 to 10."
        )


def _listed(numbers: Sequence[float]) -> str:
    return f"[{', '.join(show_number(number) for number in numbers)}]"
