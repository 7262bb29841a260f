"""The bins of a rating without order: where its scale is cut, and what the parts are called."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from itertools import pairwise

from ...errors import SurveyError
from ...tables.numbers import show_number

# A longer scale of whole numbers is asked as a number, or cut into bins.
_MANY_NUMBERS = 20


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
