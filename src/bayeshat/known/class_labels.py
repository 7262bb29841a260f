"""Known groups as scikit-learn has them: a value for each person, or a gap."""

from __future__ import annotations

from typing import Any

import numpy as np

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


def _is_gap(value: Any) -> bool:
    return bool(value is None or value != value or value in (-1, ""))
