"""Known groups as scikit-learn has them: a value for each person, or a gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..errors import InputError
from ..tables.text import free_heading

Array = np.ndarray


def read_classes(y: Any, n_people: int) -> tuple[Array, Array | None, str]:
    """Return the classes (G,), sorted, everybody's class (N,), and a sentence if -1 may have been meant as a class.

    Classes are -1 where they are not known, and None if nobody's is.

    Examples
    --------
    >>> classes, labels, note = read_classes(["red", None, "blue", ""], 4)
    >>> classes.tolist(), labels.tolist(), note
    (['blue', 'red'], [1, -1, 0, -1], '')
    """
    from sklearn.utils.validation import check_consistent_length, column_or_1d

    if y is None:
        return np.empty(0), None, ""
    given = column_or_1d(y if hasattr(y, "shape") else np.array(y, dtype=object))
    check_consistent_length(given, range(n_people))
    cells = [None if _is_empty(cell) else cell for cell in given.tolist()]
    values = [None if cell == -1 else cell for cell in cells]
    seen = {value for value in values if value is not None}
    if not seen:
        return np.empty(0), None, ""
    note = _check_minus_one(cells, seen)
    try:
        classes = sorted(seen)
    except TypeError:
        classes = sorted(seen, key=str)
    place = {value: k for k, value in enumerate(classes)}
    return np.array(classes), np.array([-1 if value is None else place[value] for value in values]), note


def class_names(classes: Array) -> tuple[str, ...]:
    """Return what groups of these classes are called: their texts, with a number where two would mean the same.

    Examples
    --------
    >>> class_names(np.array([0, 1])), class_names(np.array(["Yes", "yes"]))
    (('0', '1'), ('Yes', 'yes (2)'))
    """
    names: list[str] = []
    for value in classes.tolist():
        names.append(free_heading(str(value), names))
    return tuple(names)


def by_class(option: str, values: Any, classes: Array, known: bool) -> Any:
    """Return an option's values in the order of the classes where it names them; others as they are.

    Groups have no names unless some are ``known``.

    Examples
    --------
    >>> by_class("totals", {"red": 3, "blue": 5}, np.array(["blue", "red"]), True)
    [5, 3]
    """
    if isinstance(values, tuple) and len(values) == 2 and isinstance(values[0], Mapping):
        return by_class(option, values[0], classes, known), values[1]
    if not isinstance(values, Mapping):
        return values
    named = ", ".join(str(name) for name in values)
    if not known:
        raise InputError(
            f"SortingHat's groups have numbers unless y names them, so {option} must be a list in their order; got "
            f"names ({named}). Give one number for each group."
        )
    if set(values) != set(classes.tolist()):
        listed = ", ".join(str(name) for name in classes)
        raise InputError(
            f"{option} must name every class of y once ({listed}); got {named}. Give one number for each class."
        )
    return [values[name] for name in classes.tolist()]


def _is_empty(value: Any) -> bool:
    # pandas' NA is neither equal nor unequal to itself.
    return value is None or type(value).__name__ == "NAType" or value != value or str(value).strip() == ""


def _check_minus_one(cells: Sequence[Any], seen: set[Any]) -> str:
    """Refuse a y in which -1 is probably a class, or which has one class; return a warning where -1 may be one.

    scikit-learn writes -1 where a label is not known. People also write it for one of two sides and on scales around 0.
    """
    n_minus = sum(cell == -1 for cell in cells)
    listed = ", ".join(map(str, sorted(seen, key=str)[:5]))
    rename = "If -1 is a group, give it another name, e.g. np.where(y == -1, 'minus', 'plus')."
    if len(seen) == 1:
        got = f"{listed} alone" if not n_minus else f"{listed}, and -1, which stands for not known"
        remedy = rename if n_minus else "Add people of another group, or leave y out."
        raise InputError(f"y must hold at least two known groups; got {got}. {remedy}")
    if not n_minus:
        return ""
    numbers = [value for value in seen if isinstance(value, int | float)]
    if any(value < 0 for value in numbers) or None in cells:
        got = "other negative numbers" if any(value < 0 for value in numbers) else "empty values"
        raise InputError(
            f"In y, -1 must either be a group or stand for not known; got it beside {got}, so that it may be both. If "
            "it is a group, give it another name; if not, write None in its place."
        )
    # Votes and moods are written as -1, 0 and 1.
    if seen != {0, 1}:
        return ""
    return (
        f"The group of {n_minus} people is taken as not known, because y is -1 for them. If -1 is a group, give it "
        "another name; if not, write NaN or None in its place, and this warning goes away."
    )
