"""What people have in common: a column of the table of people as values that rules count in every group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ..tables.numbers import show_short
from ..tables.text import is_blank, normalise
from .rule_kinds import CommonTimes, NotAlone, Spread

Array = np.ndarray

# A column with more different numbers than this is spread by bands, so many if the rule does not say.
_MOST_NUMBERS = 8
_BANDS = 4


@dataclass(frozen=True, eq=False)
class Trait:
    """One column of the table of people, and what is asked of it.

    Attributes
    ----------
    codes
        (N,) number of each person's value; -1 where the cell is empty.
    values
        The V values, as they are told.
    spread
        Whether values must be spread evenly.
    lonely
        (V,) whether nobody with this value may be the only one in a group.
    price
        Cost of an uneven spread: of one group and value, this times the square of how many people they are away from
        the fair share. In people as rules give it, or as loss (`RuleSet.priced`); 0 if uneven spreads cost nothing.
    """

    codes: Array
    values: tuple[str, ...]
    spread: bool
    lonely: Array
    price: float = 0.0

    @property
    def is_hard(self) -> bool:
        """Whether some assignments break what is asked."""
        return self.spread or bool(self.lonely.any())

    @cached_property
    def totals(self) -> Array:
        """(V,) people with each value."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.values))


def traits_of(rule: Spread | NotAlone, cells: Sequence[str]) -> list[Trait]:
    """Return a rule's column as traits: one or, where people gave several answers, one for each answer."""
    if isinstance(rule, NotAlone):
        codes, values = _code(cells)
        named = None if rule.value is None else normalise(rule.value)
        lonely = [named is None or normalise(value) == named for value in values]
        return [Trait(codes, values, spread=False, lonely=np.array(lonely))]
    # Two people who exchange their groups, from an even spread, change four counts by one: together that is the weight.
    price = 0.0 if rule.weight is None else rule.weight / 4
    return [
        Trait(codes, values, rule.is_hard, np.zeros(len(values), dtype=bool), price)
        for codes, values in _spread_values(rule, cells)
    ]


@dataclass(frozen=True, eq=False)
class Meeting:
    """A column of free times.

    Attributes
    ----------
    times
        The S times.
    busy
        (S, N) whether a time does not suit a person.
    least
        How many times must suit all members of a group.
    """

    times: tuple[str, ...]
    busy: Array
    least: int


def meeting_of(rule: CommonTimes, cells: Sequence[str]) -> Meeting:
    """Return a rule's column of free times; people who name none are free at any time."""
    given = split_values(cells, ";" if any(";" in cell for cell in cells) else ",")
    busy = np.array([codes < 0 for codes, _ in given])
    return Meeting(tuple(value for _, (value,) in given), busy & ~busy.all(axis=0), rule.common)


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
    """Return the column that lists a time among others; whoever names the column of one time means all of them.

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


def _spread_values(rule: Spread, cells: Sequence[str]) -> list[tuple[Array, tuple[str, ...]]]:
    numbers = as_numbers(cells)
    if numbers is not None and (rule.bands or len(np.unique(numbers[~np.isnan(numbers)])) > _MOST_NUMBERS):
        return [_band(numbers, rule.bands or _BANDS)]
    if any(";" in cell for cell in cells):
        return split_values(cells)
    return [_code(cells)]


def _code(cells: Sequence[str]) -> tuple[Array, tuple[str, ...]]:
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


def _band(numbers: Array, n_bands: int) -> tuple[Array, tuple[str, ...]]:
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
