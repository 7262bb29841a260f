"""What the columns of a data frame or an array hold, categories or numbers, and everybody's answers in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import InputError
from ..kinds.levels import are_apart, code_numbers, is_far, usual_range
from ..kinds.question import Question
from ..tables.numbers import show_number
from ..tables.table import cell_text
from ..tables.text import in_line
from .answers import Answers

Array = np.ndarray

# More different whole numbers than this are numbers, not categories.
_MOST_OPTIONS = 10
# Slips named in one note.
_FEW_NAMED = 5


@dataclass(frozen=True, eq=False)
class FrameColumns:
    """The columns of a table, as they were where it was first seen.

    Attributes
    ----------
    names
        What each column is called: its name in a frame, or its position.
    kinds
        "category" or "number" for each column.
    categories
        The distinct values of each column of categories; None for a column of numbers.
    spans
        The smallest and the largest number of each column, without slips of the pen; None for a column of categories.
    """

    names: tuple[Any, ...]
    kinds: tuple[str, ...]
    categories: tuple[list[Any] | None, ...]
    spans: tuple[tuple[float, float] | None, ...]

    def code(self, table: Array) -> tuple[Answers, list[str]]:
        """Return the answers in a table (N, Q) with these columns, and a sentence for each column with slips in it.

        Categories that are new, and numbers that are slips of the pen, count as unanswered.
        """
        codes = np.full(table.shape, -1, np.int16)
        levels: list[Array | None] = []
        notes = []
        for q, (column, known) in enumerate(zip(table.T, self.categories, strict=True)):
            if known is None:
                values = _as_numbers(column)
                slips = self._slips(q, values)
                if len(slips):
                    notes.append(self._note(q, values, slips))
                    # A slip that counted would get a group of its own, and everybody else would share the others.
                    values[slips] = np.nan
                codes[:, q], numbers = code_numbers(values)
                levels.append(numbers)
            else:
                place = {value: code for code, value in enumerate(known)}
                codes[:, q] = [-1 if _missing(value) else place.get(value, -1) for value in column.tolist()]
                levels.append(None)
        return Answers(codes, tuple(f"person {n + 1}" for n in range(len(table))), levels=tuple(levels)), notes

    def _slips(self, q: int, values: Array) -> Array:
        """Return the rows in which a column's numbers are slips of the pen."""
        span = self.spans[q]
        # In a column of equal numbers any other would be far.
        return np.flatnonzero(is_far(values, span)) if span and span[0] < span[1] else np.empty(0, int)

    def _note(self, q: int, values: Array, slips: Array) -> str:
        """Return what was left out of a column, in words."""
        low, high = (show_number(float(f"{end:.3g}")) for end in self.spans[q] or ())
        named = [f"{show_number(float(values[row]))} in row {row}" for row in slips]
        return (
            f"Left out as too far from all other numbers of column {self.names[q]!r} ({low} to {high}): "
            f"{in_line(named, _FEW_NAMED)}. Correct what is a slip; where numbers are right but very uneven, use their "
            "logarithms."
        )

    def questions(self, answers: Answers) -> list[Question]:
        """Return the questions that the columns answer."""
        found = []
        for q, (known, levels) in enumerate(zip(self.categories, answers.levels, strict=True)):
            name = f"q{q + 1}"
            if known is None:
                found.append(Question(name, name, (), "number", usual_range(answers.codes[:, q], levels)))
            else:
                found.append(Question(name, name, tuple(map(cell_text, known)) or ("",)))
        return found


def see_columns(table: Array, names: Sequence[Any], categorical: set[int], said: dict[str, Any]) -> FrameColumns:
    """Return what the columns of a table (N, Q) hold.

    ``categorical`` are the columns whose dtype says that they hold categories; ``said`` has under "categories" and
    "numbers" the columns that hold these whatever they look like, by name or position, or "all".
    """
    kinds = _choose_kinds(table, names, categorical, said)
    categories = tuple(
        _categories(column) if kind == "category" else None for column, kind in zip(table.T, kinds, strict=True)
    )
    spans = tuple(_span(column) if kind == "number" else None for column, kind in zip(table.T, kinds, strict=True))
    called = tuple(names) or tuple(range(table.shape[1]))
    return FrameColumns(called, kinds, categories, spans)


def categorical_columns(frame: Any) -> set[int]:
    """Return the columns of a frame whose dtype says that they hold categories, whatever these look like."""
    dtypes = getattr(frame, "dtypes", ())
    names = [str(dtype).lower() for dtype in (dtypes if np.ndim(dtypes) == 1 or isinstance(dtypes, list) else ())]
    return {q for q, name in enumerate(names) if name.startswith(("category", "categorical", "enum", "bool"))}


def _choose_kinds(table: Array, names: Sequence[Any], categorical: set[int], said: dict[str, Any]) -> tuple[str, ...]:
    """Return "category" or "number" for each column."""
    places = {option: _positions(said[option], list(names), table.shape[1], option) for option in said}
    both = places["categories"] & places["numbers"]
    # Columns named one by one take precedence over "all".
    if both and _is_all(said["categories"]):
        places["categories"] -= both
    elif both and _is_all(said["numbers"]):
        places["numbers"] -= both
    elif both:
        raise InputError(
            f"A column must hold either categories or numbers; got column {min(both)} in both. Leave it out of one."
        )
    kinds = []
    for q, column in enumerate(table.T):
        if q in places["categories"] or q in places["numbers"]:
            kinds.append("category" if q in places["categories"] else "number")
        else:
            kinds.append("category" if q in categorical or not _are_numbers(column) else "number")
        if kinds[-1] == "number" and not all(_missing(value) or _is_number(value) for value in column.tolist()):
            raise InputError(
                f"A column of numbers must hold numbers only; got others in column {q}. Leave it out of numbers."
            )
    return tuple(kinds)


def _is_all(wanted: Any) -> bool:
    return isinstance(wanted, str) and wanted == "all"


def _positions(wanted: Any, names: list[Any], n_columns: int, option: str) -> set[int]:
    """Return the positions of columns given by names or positions."""
    if _is_all(wanted):
        return set(range(n_columns))
    places = set()
    for one in [wanted] if isinstance(wanted, str) else wanted:
        if one in names:
            places.add(names.index(one))
        elif isinstance(one, int | np.integer) and not isinstance(one, bool) and 0 <= one < n_columns:
            places.add(int(one))
        else:
            raise InputError(
                f"{option} must hold names or positions of columns (0 to {n_columns - 1}), or be 'all'; got {one!r}. "
                "Name columns of X."
            )
    return places


def _are_numbers(column: Array) -> bool:
    """Return whether a column holds numbers: some are not whole, or there are too many different ones for options.

    Whole numbers may be floats: encoders write them so, and pandas does where a value is missing.
    """
    seen = {value for value in column.tolist() if not _missing(value)}
    if not seen or not all(_is_number(value) for value in seen):
        return False
    return len(seen) > _MOST_OPTIONS or not all(float(value).is_integer() for value in seen)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | np.number) and not isinstance(value, bool | np.bool_)


def _missing(value: Any) -> bool:
    # pandas' NA is neither equal nor unequal to itself.
    return value is None or type(value).__name__ == "NAType" or value != value


def _categories(column: Array) -> list[Any]:
    """Return a column's distinct values, sorted; values of several kinds are sorted as text."""
    seen = {value for value in column.tolist() if not _missing(value)}
    try:
        return sorted(seen)
    except TypeError:
        return sorted(seen, key=str)


def _as_numbers(column: Array) -> Array:
    """Return a column's numbers, NaN where one is missing."""
    return np.array([np.nan if _missing(value) else float(value) for value in column.tolist()])


def _span(column: Array) -> tuple[float, float] | None:
    """Return the smallest and the largest number of a column without slips of the pen; None if it has no numbers."""
    values = _as_numbers(column)
    numbers, people = np.unique(values[np.isfinite(values)], return_counts=True)
    if len(numbers) == 0:
        return None
    near = numbers[~are_apart(numbers, people)]
    return float(near[0]), float(near[-1])
