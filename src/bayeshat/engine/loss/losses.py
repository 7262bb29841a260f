"""Losses between partitions, as frozen values that add and scale.

>>> from bayeshat import VI, Placement
>>> VI() + 0.5 * Placement()
VI() + 0.5 * Placement()
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np

from ...errors import LossError

Array = np.ndarray


class Loss:
    """A loss: what an assignment costs when the truth is another one. Losses add and scale."""

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
class _PairLoss(Loss):
    """A loss of the form a S(z) + (2 - a) S(labels) - 2 S(both), with S a sum of a convex function of counts.

    Parameters
    ----------
    a
        Cost of parting two people who belong together, in [0, 2]; joining two who do not costs 2 - a.
    """

    a: float = 1.0

    def __post_init__(self) -> None:
        if isinstance(self.a, bool) or not isinstance(self.a, (int, float, np.integer, np.floating)):
            raise LossError(f"a must be a number between 0 and 2; got {self.a!r}. Use a=1 for the usual loss.")
        if not 0 <= self.a <= 2:
            raise LossError(f"a must be between 0 and 2; got {self.a}. Use a=1 for the usual loss.")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'' if self.a == 1 else f'a={self.a}'})"

    @staticmethod
    def worth(counts: Array, n_people: int) -> Array:
        """Return the convex function of the counts whose sums make the loss."""
        raise NotImplementedError


@dataclass(frozen=True, repr=False)
class VI(_PairLoss):
    r"""Variation of Information, in bits, with Dahl's asymmetry weight.

    .. math:: L = a\,S(z) + (2 - a)\,S(\hat z) - 2\,S(z, \hat z), \quad S = \sum_c \tfrac{c}{N} \log_2 c

    With a = 1 this is Meilă's (2007) metric; larger ``a`` gives fewer groups.
    Reference: Dahl, Johnson and Müller (2022), Journal of Computational and Graphical Statistics 31.

    Examples
    --------
    >>> VI(a=0.7)
    VI(a=0.7)
    """

    @staticmethod
    def worth(counts: Array, n_people: int) -> Array:
        """Return c / N log2(c)."""
        counts = np.asarray(counts, dtype=float)
        return counts / n_people * np.log2(np.where(counts > 0, counts, 1.0))


@dataclass(frozen=True, repr=False)
class Binder(_PairLoss):
    r"""Binder's loss: the share of ordered pairs of people that are wrongly together or wrongly apart.

    .. math:: L = a\,S(z) + (2 - a)\,S(\hat z) - 2\,S(z, \hat z), \quad S = \sum_c (c / N)^2

    Reference: Binder (1978), Biometrika 65; weights as in Dahl, Johnson and Müller (2022).

    Examples
    --------
    >>> Binder()
    Binder()
    """

    @staticmethod
    def worth(counts: Array, n_people: int) -> Array:
        """Return (c / N) ** 2."""
        return (np.asarray(counts, dtype=float) / n_people) ** 2


@dataclass(frozen=True)
class Placement(Loss):
    r"""The label-aware 0-1 loss: the share of people outside their own cluster.

    .. math:: E[L] = 1 - \tfrac{1}{N} \sum_n P(z_n = \hat z_n)

    Group i stands for the i-th cluster, so this loss ties people to named houses, which VI and Binder cannot.
    """


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


_NAMED: dict[str, type[Loss]] = {"vi": VI, "binder": Binder, "placement": Placement}
# One term of a sum, such as "0.5 * VI(a=0.7)".
_TERM = re.compile(
    r"\s*(?:(?P<factor>\d*\.?\d+(?:e-?\d+)?)\s*\*\s*)?(?P<name>vi|binder|placement)"
    r"\s*(?:\(\s*(?:(?:a\s*=\s*)?(?P<a>\d*\.?\d+))?\s*\))?\s*"
)


def house_loss(n_houses: int) -> Loss:
    r"""Return the default loss for sorting people into named houses.

    .. math:: \frac{\mathrm{VI}}{2 \log_2 K} + \mathrm{Placement}

    Both parts run from 0 to 1: who is with whom, and who is in which house.

    Examples
    --------
    >>> house_loss(4)
    0.25 * VI() + Placement()
    """
    return VI() / (2 * math.log2(n_houses)) + Placement() if n_houses > 1 else Placement()


def as_loss(loss: str | Loss) -> Loss:
    """Return the loss that a name, a sum of names or a value stands for.

    Examples
    --------
    >>> as_loss("vi + 0.5*placement")
    VI() + 0.5 * Placement()
    >>> as_loss("VI(a=0.7)") == VI(a=0.7)
    True
    """
    if isinstance(loss, Loss):
        return loss
    if isinstance(loss, type) and issubclass(loss, Loss):
        return loss()
    terms = [_TERM.fullmatch(part) for part in loss.lower().split("+")] if isinstance(loss, str) else [None]
    known = [term for term in terms if term is not None and not (term["a"] and term["name"] == "placement")]
    if len(known) < len(terms):
        raise LossError(
            f"loss must be one of {', '.join(repr(name) for name in _NAMED)}, a sum such as 'vi + 0.5*placement', a "
            f"loss value such as VI(a=0.7) or, for a decision, 'auto'; got {loss!r}. Choose one of these."
        )
    return reduce(add, [_read_term(term) for term in known])


def _read_term(term: re.Match[str]) -> Loss:
    kind = _NAMED[term["name"]]
    loss = kind() if term["a"] is None else kind(a=float(term["a"]))  # type: ignore[call-arg]
    return loss if term["factor"] is None else float(term["factor"]) * loss


@dataclass(frozen=True)
class Composition:
    """A loss taken apart into what the engine and the reference both work with."""

    loss: Loss

    def pairs(self) -> list[tuple[float, _PairLoss]]:
        """Return the parts that look at contingency counts, with weights above zero."""
        return [(w, term) for w, term in self.loss.terms if w > 0 and isinstance(term, _PairLoss)]

    def placement_weight(self) -> float:
        """Return the weight of the label-aware part."""
        return float(sum(w for w, term in self.loss.terms if isinstance(term, Placement)))

    def joint(self, counts: Array, n_people: int) -> Array:
        """Return what an overlap of cluster and group is worth (it lowers the loss)."""
        total = np.zeros(np.shape(counts))
        for weight, term in self.pairs():
            total += 2.0 * weight * term.worth(counts, n_people)
        return total

    def groups(self, counts: Array, n_people: int) -> Array:
        """Return what a group of a size costs."""
        total = np.zeros(np.shape(counts))
        for weight, term in self.pairs():
            total += (2.0 - term.a) * weight * term.worth(counts, n_people)
        return total

    def clusters(self, counts: Array, n_people: int) -> Array:
        """Return what a true cluster of a size costs."""
        total = np.zeros(np.shape(counts))
        for weight, term in self.pairs():
            total += term.a * weight * term.worth(counts, n_people)
        return total
