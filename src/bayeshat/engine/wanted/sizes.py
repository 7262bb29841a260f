"""Group sizes: how far they are from the wanted ones, and rounding to whole people."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from ...errors import InputError, TargetError
from ...words.settings import setting

Array = np.ndarray


def aitchison_distance(x: ArrayLike, y: ArrayLike) -> float:
    r"""Return the Aitchison distance of two compositions (their scale does not matter).

    .. math:: d_A(x, y) = \lVert \operatorname{clr}(x) - \operatorname{clr}(y) \rVert_2, \quad
              \operatorname{clr}(x) = \ln x - \overline{\ln x}

    It is infinite where a part is zero in one composition and not in the other's scale.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.aitchison_distance([1, 2, 3], [10, 20, 30])
    0.0
    """
    a, b = _parts(x, "x"), _parts(y, "y")
    if a.size != b.size:
        raise InputError(
            f"Both compositions must have the same number of parts; got {a.size} and {b.size}. Leave no group out."
        )
    if (a == 0).any() or (b == 0).any():
        return math.inf
    ratio = np.log(a / a.max()) - np.log(b / b.max())
    distance = float(np.linalg.norm(ratio - ratio.mean()))
    return distance if distance > 1e-15 * a.size else 0.0


def size_distance(sizes: ArrayLike, target: ArrayLike, *, pseudocount: float = 0.1, labels: str = "free") -> float:
    """Return the Aitchison distance of group sizes, each plus the pseudocount, from the wanted sizes.

    With ``labels="free"`` the best matching of groups to wanted sizes counts. The squared distance is a sum
    of squared differences, so matching both sides in sorted order is optimal; no permutations are tried.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.size_distance([5, 7, 8], [8, 7, 5], pseudocount=0)
    0.0
    >>> round(bh.size_distance([5, 7, 8], [8, 7, 5], pseudocount=0, labels="fixed"), 3)
    0.665
    """
    check_labels(labels)
    check_pseudocount(pseudocount)
    have = _parts(sizes, "sizes") + pseudocount
    want = fill_zeros(_parts(target, "target"), have.sum() - pseudocount * have.size, pseudocount)
    if labels == "free":
        have, want = np.sort(have), np.sort(want)
    return aitchison_distance(have, want)


def fill_zeros(target: Array, n_people: float, pseudocount: float) -> Array:
    """Give a group that is wanted empty the size that an empty group is taken to have: the pseudocount."""
    total = target.sum()
    if pseudocount == 0 or total == 0 or (target > 0).all():
        return target
    return np.where(target > 0, target, pseudocount * total / max(n_people, 1.0))


def round_sizes(proportions: ArrayLike, n_people: int) -> Array:
    """Round proportions to sizes that add up to everybody, by largest remainder (ties: the earlier group).

    Examples
    --------
    >>> round_sizes([0.5, 0.25, 0.25], 21)
    array([11,  5,  5])
    """
    shares = np.asarray(proportions, dtype=float)
    exact = shares / shares.sum() * n_people
    # Remainders that differ by less than this are equal: the difference is a rounding error.
    smallest = max(1e-9, n_people * 1e-14)
    sizes = np.floor(exact + smallest).astype(np.int64)
    missing = n_people - int(sizes.sum())
    order = np.argsort(-np.round((exact - sizes) / smallest), kind="stable")
    sizes[order[:missing]] += 1
    return sizes


def fit_sizes(sizes: Array, least: Array, most: Array) -> Array:
    """Bring sizes within bounds, one person at a time between the groups that are furthest from what they had.

    Bounds that leave no room for everybody are met as nearly as can be.

    Examples
    --------
    >>> fit_sizes(np.array([9, 1, 2]), np.array([3, 3, 3]), np.array([5, 5, 5]))
    array([5, 3, 4])
    """
    fitted = np.clip(sizes, least, most)
    while (gap := int(sizes.sum() - fitted.sum())) != 0:
        step = 1 if gap > 0 else -1
        room = fitted < most if gap > 0 else fitted > least
        if not room.any():
            break
        off = np.where(room, step * (sizes - fitted), -np.inf)
        fitted[int(np.argmax(off))] += step
    return fitted


def check_labels(labels: str) -> None:
    """Check the way sizes belong to groups."""
    if labels not in ("free", "fixed"):
        raise TargetError(
            f'{setting("labels")} must be "free" (sizes belong to no group in particular) or "fixed" (each size to its '
            f"group); got {labels!r}. Choose one of the two."
        )


def check_pseudocount(pseudocount: float) -> None:
    """Check the number that is added to each size."""
    if not (isinstance(pseudocount, (int, float, np.number)) and 0 <= pseudocount < math.inf):
        raise TargetError(
            f"{setting('pseudocount')} must be a finite number of at least 0; got {pseudocount!r}. "
            "Use 0.1, or 0 to forbid empty groups."
        )


def _parts(values: ArrayLike, name: str) -> Array:
    try:
        parts = np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise InputError(f"{name} must hold numbers; got {values!r}. Pass one number per group.") from None
    if parts.ndim != 1 or parts.size == 0:
        raise InputError(f"{name} must be a flat list of numbers; got shape {parts.shape}. Pass one number per group.")
    if not np.isfinite(parts).all() or (parts < 0).any():
        raise InputError(f"{name} must be finite and not negative; got {parts.tolist()}. Correct the numbers.")
    return parts
