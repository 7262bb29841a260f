"""The two kinds of losses: convex in the counts, and linear in people. Both are frozen values that add and scale.

A new loss is a file with a class of either kind, and a line in ``losses.LOSSES``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...errors import LossError

Array = np.ndarray


class Loss:
    """A loss: what an assignment costs when the truth is another one. Losses add and scale.

    Examples
    --------
    >>> from bayeshat import VI, Loss, Placement
    >>> loss = VI() / 4 + Placement()
    >>> loss, isinstance(loss, Loss)
    (0.25 * VI() + Placement(), True)
    >>> loss.terms
    ((0.25, VI()), (1.0, Placement()))
    """

    @property
    def terms(self) -> tuple[tuple[float, Loss], ...]:
        """The simple losses that this one adds up, each with its weight."""
        return ((1.0, self),)

    def __add__(self, other: Loss) -> Loss:
        """Add two losses."""
        if not isinstance(other, Loss):
            return NotImplemented
        return LossSum(self.terms + other.terms)

    def __mul__(self, factor: float) -> Loss:
        """Scale a loss."""
        if isinstance(factor, bool) or not isinstance(factor, (int, float, np.integer, np.floating)):
            return NotImplemented
        if not (math.isfinite(factor) and factor >= 0):
            raise LossError(
                f"A loss can be multiplied by a finite number of at least 0; got {factor}. Use a positive weight."
            )
        return LossSum(tuple((float(factor) * weight, term) for weight, term in self.terms))

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Loss:
        """Scale a loss down."""
        if isinstance(divisor, bool) or not isinstance(divisor, (int, float, np.integer, np.floating)):
            return NotImplemented
        if not (math.isfinite(divisor) and divisor > 0):
            raise LossError(f"A loss can only be divided by a finite number above 0; got {divisor}. Use e.g. 2.")
        return self * (1.0 / float(divisor))


@dataclass(frozen=True)
class PairLoss(Loss):
    r"""A loss that looks at who is with whom: a sum over counts, with one convex function of a count.

    .. math:: L = a\,S(z) + (2 - a)\,S(\hat z) - 2\,S(z, \hat z), \quad S = \sum_c \mathrm{worth}(c)

    The sums run over the clusters of the draw, the groups, and their overlaps.

    Parameters
    ----------
    a
        Cost of parting two people who belong together, in [0, 2]; joining two who do not costs 2 - a.
    """

    a: float = 1.0
    # Whether all starts of a search may end in the same local optimum where sizes are free, so that it looks harder.
    traps_starts: ClassVar[bool] = False
    # Whether a count is worth its square, up to a factor: then the loss is a sum over pairs of people.
    adds_up_over_pairs: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if isinstance(self.a, bool) or not isinstance(self.a, (int, float, np.integer, np.floating)):
            raise LossError(
                f"The weight a of a loss must be a number from 0 to 2; got {self.a!r}. Use a=1 for the usual loss."
            )
        if not 0 <= self.a <= 2:
            raise LossError(f"The weight a of a loss must be from 0 to 2; got {self.a}. Use a=1 for the usual loss.")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'' if self.a == 1 else f'a={self.a}'})"

    @staticmethod
    def worth(counts: Array, n_people: int) -> Array:
        """Return the worth of each count: convex, and 0 for a count of 0."""
        raise NotImplementedError


@dataclass(frozen=True)
class LinearLoss(Loss):
    r"""A loss that looks at which group each person is in, whoever else is there.

    .. math:: L = \tfrac{1}{N} \sum_n C_{z_n \hat z_n}

    Such losses need labels that mean the same in every draw. A person in a wrong group should cost about 1.
    """

    def costs(self, n_clusters: int, n_groups: int) -> Array:
        """Return what a person of each cluster costs in each group, (K, G)."""
        raise NotImplementedError


@dataclass(frozen=True)
class LossSum(Loss):
    """A weighted sum of simple losses."""

    parts: tuple[tuple[float, Loss], ...]

    @property
    def terms(self) -> tuple[tuple[float, Loss], ...]:
        """The simple losses and their weights."""
        return self.parts

    def __repr__(self) -> str:
        return " + ".join(repr(loss) if weight == 1 else f"{weight:g} * {loss!r}" for weight, loss in self.parts)
