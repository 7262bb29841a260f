"""A certificate: what is proven about a decision."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...words.message import Message, join
from ...words.phrases import tell_tenths

Array = np.ndarray

# A bound this close to a value (of the order of one) is equal to it up to rounding.
ROUNDING = 1e-9
# A larger gap is not reported.
MAX_REPORTED_GAP = 1.0


@dataclass(frozen=True, eq=False)
class Certificate:
    """A bound on the expected loss of any groups under the same loss, sizes and rules.

    Attributes
    ----------
    bound
        No assignment has a smaller expected loss, with the cost of unmet wishes.
    gap
        The distance of the decision from the bound, relative to the bound: 0.008 for 0.8 %; infinite if the bound is
        useless.
    proven
        Whether the decision is proven best.
    method
        How the bound was found.
    seconds
        How long it took.
    better
        (N,) a better assignment that the proof found; None if it found none.
    """

    bound: float
    gap: float
    proven: bool
    method: str
    seconds: float
    better: Array | None = field(default=None, repr=False)

    def words(self) -> str | Message:
        """Return a sentence on how good the groups are proven to be."""
        if self.proven:
            return Message("search-proven")
        told = Message("search-gap-unknown")
        if self.gap <= MAX_REPORTED_GAP:
            percent = tell_tenths(100 * max(self.gap, 0.001)) if self.gap < 0.0995 else round(100 * self.gap)
            told = Message("search-gap", percent=percent)
        return told if self.better is None else join([told, Message("search-better")], "space")

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, ready for JSON."""
        return {
            "bound": self.bound,
            "gap": self.gap if math.isfinite(self.gap) else None,
            "proven": self.proven,
            "method": self.method,
            "seconds": self.seconds,
        }


def certify(value: float, bound: float, method: str, seconds: float, better: Array | None = None) -> Certificate:
    """Return the certificate of a decision with this value.

    Examples
    --------
    >>> str(certify(1.01, 1.0, "rows", 0.5).words())
    'These groups are at most 1.0 % worse than the best possible ones.'
    """
    bound = min(bound, value)
    proven = better is None and value - bound <= ROUNDING
    if proven:
        return Certificate(value, 0.0, True, method, seconds)
    gap = value / bound - 1.0 if bound > ROUNDING else math.inf
    return Certificate(bound, gap, False, method, seconds, better)
