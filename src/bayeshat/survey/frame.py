"""What the columns of a data frame or an array hold: categories, ratings or numbers; and the answers in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..errors import InputError
from ..kinds.kind import NOT_ANSWERED, UNKNOWN
from ..kinds.levels import are_apart, code_numbers, is_far, usual_range
from ..kinds.question import Question
from ..kinds.rating import option_levels
from ..kinds.word_scales import whole_scales
from ..tables.numbers import show_number
from ..tables.table import cell_text
from ..tables.text import in_line, normalise
from .answers import Answers
from .scales import LARGEST_RATING, Codes, number_question, read_alike, word_rating

Array = np.ndarray

# Encoders number categories from 0; more of them than this are numbers.
_ENCODED = Codes(0, 10)
# What a column of numbers asks for; its usual range follows from its numbers.
_NUMBER = Question("", "", (), "number")
# Slips named in one note.
_FEW_NAMED = 5


@dataclass(frozen=True, eq=False)
class FrameColumns:
    """The columns of a table, as they were where it was first seen.

    Attributes
    ----------
    names
        What each column is called: its name in a frame, or its position.
    asked
        The question that each column of numbers or ratings answers, without id and text; None for one of categories.
    categories
        The distinct values of each column of categories; None for a column of numbers.
    spans
        The smallest and the largest number of each column, without slips of the pen; None for a column of categories.
    """

    names: tuple[Any, ...]
    asked: tuple[Question | None, ...]
    categories: tuple[list[Any] | None, ...]
    spans: tuple[tuple[float, float] | None, ...]

    @property
    def kinds(self) -> tuple[str, ...]:
        """What each column holds: "category", "rating" or "number"."""
        return tuple("category" if question is None else question.kind for question in self.asked)

    def code(self, table: Array) -> tuple[Answers, list[str]]:
        """Return the answers in a table (N, Q) with these columns, and a sentence for each column with slips in it.

        Categories that are new, and numbers that are slips of the pen, count as answers that cannot be read.
        """
        codes = np.full(table.shape, NOT_ANSWERED, np.int16)
        levels: list[Array | None] = []
        notes = []
        for q, (column, known) in enumerate(zip(table.T, self.categories, strict=True)):
            question = self.asked[q]
            if known is None and question is not None:
                values = _as_numbers(column, question)
                slips = self._slips(q, values)
                if len(slips):
                    notes.append(self._note(q, values, slips))
                    # A slip that counted would get a group of its own, and everybody else would share the others.
                    values[slips] = np.nan
                codes[:, q], numbers = code_numbers(values)
                levels.append(numbers)
                codes[[not _missing(value) for value in column.tolist()] & (codes[:, q] < 0), q] = UNKNOWN
            else:
                place = {value: code for code, value in enumerate(known or ())}
                codes[:, q] = [
                    NOT_ANSWERED if _missing(value) else place.get(value, UNKNOWN) for value in column.tolist()
                ]
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
            name, question = f"q{q + 1}", self.asked[q]
            if question is None:
                found.append(Question(name, name, tuple(map(cell_text, known or ())) or ("",)))
            elif question.kind == "rating":
                found.append(replace(question, id=name, text=name))
            else:
                found.append(Question(name, name, (), "number", usual_range(answers.codes[:, q], levels)))
        return found


def see_columns(table: Array, names: Sequence[Any], categorical: set[int], said: dict[str, Any]) -> FrameColumns:
    """Return what the columns of a table (N, Q) hold.

    ``categorical`` are the columns whose dtype says that they hold categories; ``said`` has under "categories" and
    "numbers" the columns that hold these whatever they look like, by name or position, or "all".
    """
    asked = tuple(_read_scales(table, names, _said_kinds(table, names, categorical, said)))
    categories = tuple(
        _categories(column) if question is None else None for column, question in zip(table.T, asked, strict=True)
    )
    spans = tuple(
        None if question is None else question.scale or _span(column)
        for column, question in zip(table.T, asked, strict=True)
    )
    called = tuple(names) or tuple(range(table.shape[1]))
    return FrameColumns(called, asked, categories, spans)


def categorical_columns(frame: Any) -> set[int]:
    """Return the columns of a frame whose dtype says that they hold categories, whatever these look like."""
    dtypes = getattr(frame, "dtypes", ())
    names = [str(dtype).lower() for dtype in (dtypes if np.ndim(dtypes) == 1 or isinstance(dtypes, list) else ())]
    return {q for q, name in enumerate(names) if name.startswith(("category", "categorical", "enum", "bool"))}


def _said_kinds(table: Array, names: Sequence[Any], categorical: set[int], said: dict[str, Any]) -> tuple[str, ...]:
    """Return "category" or "number" for each column of which somebody said so, and else an empty text."""
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
            kinds.append("category" if q in categorical else "")
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


def _read_scales(table: Array, names: Sequence[Any], kinds: Sequence[str]) -> list[Question | None]:
    """Return the rating or the number that each column asks for, or None where it holds categories.

    ``kinds`` says what columns hold, where somebody said it.
    """
    columns = list(table.T)
    tallies = [None if kind else _tally(column) for column, kind in zip(columns, kinds, strict=True)]
    words = [
        () if kind or numbers is not None else _words(column)
        for column, kind, numbers in zip(columns, kinds, tallies, strict=True)
    ]
    scales = [None if scale is None else word_rating(scale) for scale in whole_scales(words)]
    alone = [
        scale if numbers is None else _ask_numbers(numbers) for scale, numbers in zip(scales, tallies, strict=True)
    ]
    small = [numbers if numbers and all(map(_on_scale, numbers)) else None for numbers in tallies]
    called = [str(name) for name in names] or [f"q{q + 1}" for q in range(len(kinds))]
    alike = read_alike(called, small, [question or Question("", "", ()) for question in alone])
    return [
        _NUMBER if kind == "number" else None if kind == "category" or question.kind == "choice" else question
        for question, kind in zip(alike, kinds, strict=True)
    ]


def _on_scale(number: float) -> bool:
    return number.is_integer() and 0 <= number <= LARGEST_RATING


def _ask_numbers(tallies: dict[float, int]) -> Question | None:
    """Return the rating or the number that numbers answer; None where they are categories.

    Encoders number categories from 0. Counts are numbers here, since they vary more than the model for counts allows.
    """
    if not tallies:
        return None
    codes = _ENCODED if min(tallies) == _ENCODED.first and max(tallies) < _ENCODED.most else None
    found = number_question(tallies, codes=codes)
    if found is None:
        return None if all(number.is_integer() for number in tallies) else _NUMBER
    return found if found.kind == "rating" else _NUMBER


def _tally(column: Array) -> dict[float, int] | None:
    """Return how many people gave each number; None where a cell is no number.

    Whole numbers may be floats: encoders write them so, and pandas does where a value is missing.
    """
    seen = Counter(value for value in column.tolist() if not _missing(value))
    return {float(value): n for value, n in seen.items()} if all(map(_is_number, seen)) else None


def _words(column: Array) -> tuple[str, ...]:
    """Return the different texts of a column; nothing if it holds others."""
    seen = {value for value in column.tolist() if not _missing(value)}
    return tuple(sorted(seen)) if all(isinstance(value, str) for value in seen) else ()


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


def _as_numbers(column: Array, question: Question = _NUMBER) -> Array:
    """Return a column's numbers, NaN where one is missing; of words, their places on the scale."""
    named = dict(zip(map(normalise, question.options), option_levels(question).tolist(), strict=True))
    values = np.array([_as_number(value, named) for value in column.tolist()])
    if question.unknown == "blank" and question.scale is not None:
        values[(values < question.scale[0]) | (values > question.scale[1])] = np.nan
    return values


def _as_number(value: Any, named: dict[str, float]) -> float:
    if _missing(value):
        return np.nan
    return named.get(normalise(value), np.nan) if isinstance(value, str) else float(value)


def _span(column: Array) -> tuple[float, float] | None:
    """Return the smallest and the largest number of a column without slips of the pen; None if it has no numbers."""
    values = _as_numbers(column)
    numbers, people = np.unique(values[np.isfinite(values)], return_counts=True)
    if len(numbers) == 0:
        return None
    near = numbers[~are_apart(numbers, people)]
    return float(near[0]), float(near[-1])
