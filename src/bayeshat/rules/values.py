"""Columns of the table of people as values: what is in their cells, in numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np

from ..tables.numbers import show_short
from ..tables.text import is_blank, normalise

Array = np.ndarray

# What people count as is rounded to this part of one, if no smaller number of parts will do.
_MOST_PARTS = 100


def distinct_headings(columns: Mapping[str, Sequence[str]]) -> list[str]:
    """Return the headings of columns without those that repeat the column before.

    The answers to a question are there twice: by its text, and then by its id.

    Examples
    --------
    >>> cells = ("yes", "no")
    >>> distinct_headings({"Room": ("1", "2"), "Tea?": cells, "q1": cells})
    ['Room', 'Tea?']
    """
    headings = list(columns)
    repeats = {second for first, second in pairwise(headings) if tuple(columns[first]) == tuple(columns[second])}
    return [heading for heading in headings if heading not in repeats]


def listing_column(time: str, columns: Mapping[str, Sequence[str]]) -> str | None:
    """Return the column that lists a time among others; the name of one such column stands for all of them.

    A question's answers may be there twice, by its text and by its id.

    Examples
    --------
    >>> listing_column("mon", {"Mon": ["x", ""], "Tue": ["x", "x"], "Mon / Tue": ["Mon; Tue;", "Tue;"]})
    'Mon / Tue'
    """
    key = normalise(time)
    lists = [
        heading
        for heading, cells in columns.items()
        if any(";" in cell and key in map(normalise, cell.split(";")) for cell in cells)
    ]
    return lists[0] if lists and all(columns[heading] == columns[lists[0]] for heading in lists) else None


def code_values(cells: Sequence[str]) -> tuple[Array, tuple[str, ...]]:
    """Return the number of everybody's value, -1 where there is none, and the values in their order."""
    values = sorted(distinct_values(cells), key=normalise)
    number = {normalise(value): v for v, value in enumerate(values)}
    return np.array([number.get(normalise(cell), -1) for cell in cells], dtype=np.int64), tuple(values)


def split_values(cells: Sequence[str], sign: str = ";") -> list[tuple[Array, tuple[str, ...]]]:
    """Return, for each answer in cells that may hold several, who gave it (0, else -1) and its text."""
    parts = [[part.strip() for part in cell.split(sign) if not is_blank(part)] for cell in cells]
    given = [{normalise(part) for part in some} for some in parts]
    values = distinct_values(part for some in parts for part in some)
    return [(np.array([-(normalise(value) not in some) for some in given]), (value,)) for value in values]


def distinct_values(cells: Iterable[str]) -> tuple[str, ...]:
    """Return the different values in a column, as first spelled; case and outer spaces do not matter.

    Examples
    --------
    >>> distinct_values(["F", " f", "", "m"])
    ('F', 'm')
    """
    first: dict[str, str] = {}
    for cell in cells:
        first.setdefault(normalise(cell), cell.strip())
    return tuple(value for key, value in first.items() if key)


def as_numbers(cells: Sequence[str]) -> Array | None:
    """Return a column of numbers, (N,), NaN where a cell is empty; None if some cell holds anything else.

    Examples
    --------
    >>> as_numbers(["1,5", "", "20"]).tolist(), as_numbers(["1", "x"])
    ([1.5, nan, 20.0], None)
    """
    try:
        numbers = np.array([np.nan if is_blank(cell) else float(cell.replace(",", ".")) for cell in cells])
    except ValueError:
        return None
    return numbers if np.isfinite(numbers).any() and not np.isinf(numbers).any() else None


def read_amounts(cells: Sequence[str]) -> tuple[Array, int] | None:
    """Return what everybody counts as, in whole parts, (N,), and how many parts make one; None if cells are no amounts.

    Examples
    --------
    >>> read_amounts(["", "2", "0,5"])
    (array([2, 4, 1]), 2)
    """
    numbers = np.ones(len(cells)) if all(map(is_blank, cells)) else as_numbers(cells)
    if numbers is None or (numbers < 0).any():
        return None
    numbers = np.where(np.isnan(numbers), 1.0, numbers)
    parts = next((n for n in range(1, _MOST_PARTS) if np.allclose(numbers * n, np.round(numbers * n))), _MOST_PARTS)
    return np.round(numbers * parts).astype(np.int64), parts


def band_numbers(numbers: Array, n_bands: int) -> tuple[Array, tuple[str, ...]]:
    """Cut numbers into bands of about as many people each; equal numbers share a band."""
    known = ~np.isnan(numbers)
    distinct, place, times = np.unique(numbers[known], return_inverse=True, return_counts=True)
    middle = (np.cumsum(times) - times / 2) / times.sum()
    band = np.unique((middle * n_bands).astype(np.int64), return_inverse=True)[1]
    codes = np.full(len(numbers), -1)
    codes[known] = band[place]
    edges = [(distinct[band == b][0], distinct[band == b][-1]) for b in range(band.max() + 1)]
    return codes, tuple(
        show_short(low) if low == high else f"{show_short(low)} to {show_short(high)}" for low, high in edges
    )
