"""Numbers as codes: the few different values of a column, and which of them everybody gave."""

from __future__ import annotations

import numpy as np

Array = np.ndarray

# More different numbers than this are rounded to so many.
MOST_LEVELS = 1000
# Numbers far from all others are slips of the pen if no larger a share of all is so far, or only one.
_SLIPS = 0.05
# Numbers are apart from all others if they lie more than so many times the width of the middle ones away from these,
# behind a gap that is wider than the middle ones are.
_MIDDLE, _APART = (0.1, 0.9), 5.0
# A number is far from the usual range if it lies more than so many times its width outside.
_FAR = 2.0


def code_numbers(values: Array) -> tuple[Array, Array]:
    """Return the codes of numbers, (N,) int16 with -1 for NaN, and the levels that they stand for, rising.

    More than 1000 different numbers are put together with their neighbours into 1000 levels of about as many people
    each; a level is the mean of its numbers.

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
    """Say whether numbers far from all others are few enough to be slips of the pen.

    Examples
    --------
    >>> are_slips(1, 12), are_slips(5, 100), are_slips(9, 100)
    (True, True, False)
    """
    return n_far <= max(1, _SLIPS * n_numbers)


def is_far(values: Array, usual: tuple[float, float]) -> Array:
    """Say which numbers lie so far from the usual range that they may be slips of the pen; NaN does not.

    Examples
    --------
    >>> is_far(np.array([1.8, 172, np.nan, 1800]), (150, 200)).tolist()
    [True, False, False, True]
    """
    low, high = usual
    return (values < low - _FAR * (high - low)) | (values > high + _FAR * (high - low))


def are_apart(numbers: Array, people: Array) -> Array:
    """Say which numbers, rising, are so few and so far from all others that they are slips of the pen.

    Numbers that pile up at one end, with a tail of others, are not.

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
    """Return the mean of a column of numbers less and plus two standard deviations, which a flat prior is made of.

    Slips of the pen do not count.
    """
    values = np.empty(0)
    if levels is not None and (codes >= 0).any():
        people = np.bincount(codes[codes >= 0], minlength=len(levels))
        values = np.repeat(levels, np.where(are_apart(levels, people), 0, people))
    middle, spread = (float(values.mean()), float(values.std())) if len(values) else (0.0, 0.0)
    return middle - 2 * (spread or 1.0), middle + 2 * (spread or 1.0)
