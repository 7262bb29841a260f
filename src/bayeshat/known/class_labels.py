"""Known groups as scikit-learn has them: a value for each person, or a gap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import InputError

Array = np.ndarray


def read_classes(y: Any, n_people: int) -> tuple[Array, Array | None]:
    """Return the classes (G,), sorted, and everybody's class (N,), -1 where it is not known; None if nobody's is.

    Examples
    --------
    >>> classes, labels = read_classes(["red", None, "blue", ""], 4)
    >>> classes.tolist(), labels.tolist()
    (['blue', 'red'], [1, -1, 0, -1])
    """
    from sklearn.utils.validation import check_consistent_length, column_or_1d

    if y is None:
        return np.empty(0), None
    given = column_or_1d(y if hasattr(y, "shape") else np.array(y, dtype=object))
    check_consistent_length(given, range(n_people))
    values = [None if _is_gap(value) else value for value in given.tolist()]
    seen = {value for value in values if value is not None}
    if not seen:
        return np.empty(0), None
    try:
        classes = sorted(seen)
    except TypeError:
        classes = sorted(seen, key=str)
    place = {value: k for k, value in enumerate(classes)}
    return np.array(classes), np.array([-1 if value is None else place[value] for value in values])


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


def _is_gap(value: Any) -> bool:
    return bool(value is None or value != value or value in (-1, ""))
