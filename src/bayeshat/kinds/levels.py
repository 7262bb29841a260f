"""Numbers as codes: the few different values of a column, and which of them everybody gave."""

from __future__ import annotations

import numpy as np

Array = np.ndarray

# Levels of a column: more different numbers are rounded to this many.
MOST_LEVELS = 1000
# The largest share of all numbers that may be slips of the pen; one number always may.
_MOST_SLIPS = 0.05
# The middle numbers are those between these shares of people.
_MIDDLE = (0.1, 0.9)
# A number is apart from the others if it lies this many widths of the middle numbers away from them, behind a gap that
# is wider than the middle numbers.
_APART = 5.0
# A number is far from the usual range if it lies this many widths of the range outside it.
_FAR = 2.0


def code_numbers(values: Array) -> tuple[Array, Array]:
    """Return the codes of numbers, (N,) int16 with -1 for NaN, and the levels that they stand for, rising.

    More than 1000 different numbers are merged with their neighbours into 1000 levels of about as many people each; a
    level is the mean of its numbers.

    Examples
    --------
    >>> codes, levels = code_numbers(np.array([1.8, np.nan, 1.6, 1.8]))
    >>> codes.tolist(), levels.tolist()
    ([1, -1, 0, 1], [1.6, 1.8])
    """
    values = np.asarray(values, dtype=float)
    given = np.isfinite(values)
    codes = np.full(len(values), -1, dtype=np.int16)
    levels, places, counts = np.unique(values[given], return_inverse=True, return_counts=True)
    if len(levels) > MOST_LEVELS:
        middle = np.cumsum(counts) - counts / 2
        groups = (middle / counts.sum() * MOST_LEVELS).astype(np.int64)
        _, groups = np.unique(groups, return_inverse=True)
        levels = np.bincount(groups, levels * counts) / np.bincount(groups, counts)
        places = groups[places]
    codes[given] = places
    return codes, levels


def are_slips(n_far: int, n_numbers: int) -> bool:
    """Return whether numbers far from all others are few enough to be slips of the pen.

    Examples
    --------
    >>> are_slips(1, 12), are_slips(5, 100), are_slips(9, 100)
    (True, True, False)
    """
    return n_far <= max(1, _MOST_SLIPS * n_numbers)


def is_far(values: Array, usual: tuple[float, float]) -> Array:
    """Return which numbers lie so far from the usual range that they may be slips of the pen; NaN never does.

    Examples
    --------
    >>> is_far(np.array([1.8, 172, np.nan, 1800]), (150, 200)).tolist()
    [True, False, False, True]
    """
    low, high = usual
    return (values < low - _FAR * (high - low)) | (values > high + _FAR * (high - low))


def are_apart(numbers: Array, people: Array) -> Array:
    """Return which numbers, rising, are so few and so far from all others that they are slips of the pen.

    The tail of numbers that pile up at one end is not.

    Examples
    --------
    >>> are_apart(np.array([150, 160, 170, 180, 1800]), np.array([4, 4, 4, 4, 1])).tolist()
    [False, False, False, False, True]
    """
    below = np.cumsum(people) / people.sum()
    first, last = np.searchsorted(below, _MIDDLE)
    low, high = numbers[first], numbers[last]
    runs = np.concatenate([[0], np.cumsum(np.diff(numbers) > high - low)])
    outside = (numbers < low - _APART * (high - low)) | (numbers > high + _APART * (high - low))
    apart = outside & (runs != runs[first])
    return apart if low < high and are_slips(people[apart].sum(), people.sum()) else np.zeros(len(numbers), bool)


def usual_range(codes: Array, levels: Array | None) -> tuple[float, float]:
    """Return the mean of a column of numbers minus and plus two standard deviations, from which flat priors are made.

    Slips of the pen are left out.
    """
    values = np.empty(0)
    if levels is not None and (codes >= 0).any():
        people = np.bincount(codes[codes >= 0], minlength=len(levels))
        values = np.repeat(levels, np.where(are_apart(levels, people), 0, people))
    middle, spread = (float(values.mean()), float(values.std())) if len(values) else (0.0, 0.0)
    return middle - 2 * (spread or 1.0), middle + 2 * (spread or 1.0)
