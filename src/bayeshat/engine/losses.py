"""The losses, how they are read from text, and what the engine needs from a loss.

A loss is a frozen value of one of two kinds: convex in the counts of who is with whom, or linear in people. Losses can
be added and scaled. A new loss is a class of either kind and a line in ``LOSSES``.

>>> from bayeshat import VI, Placement
>>> VI() + 0.5 * Placement()
VI() + 0.5 * Placement()
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import ClassVar

import numpy as np

from ..errors import LossError
from ..words.message import Message, Setting

Array = np.ndarray


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


class Loss:
    """A loss: the cost of an assignment, given the true one. Losses can be added and scaled.

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
        if not _is_number(factor):
            return NotImplemented
        if not (math.isfinite(factor) and factor >= 0):
            raise LossError(
                f"A loss can be multiplied by a finite number of at least 0; got {factor}. Use a positive weight."
            )
        return LossSum(tuple((float(factor) * weight, term) for weight, term in self.terms))

    __rmul__ = __mul__

    def __truediv__(self, divisor: float) -> Loss:
        """Scale a loss down."""
        if not _is_number(divisor):
            return NotImplemented
        if not (math.isfinite(divisor) and divisor > 0):
            raise LossError(f"A loss can only be divided by a finite number above 0; got {divisor}. Use e.g. 2.")
        return self * (1.0 / float(divisor))

    @property
    def is_nothing(self) -> bool:
        """Whether all assignments are equally good, so that sizes and rules alone decide."""
        return not self.pairs() and not self.sees_labels

    @property
    def sees_labels(self) -> bool:
        """Whether it matters which group is which."""
        return self.label_weight() > 0

    def pairs(self) -> list[tuple[float, PairLoss]]:
        """Return the terms that look at who is with whom, with weights above zero."""
        return [(weight, term) for weight, term in self.terms if weight > 0 and isinstance(term, PairLoss)]

    def label_weight(self) -> float:
        """Return the weight of the terms that look at labels."""
        return float(sum(weight for weight, term in self.terms if isinstance(term, LinearLoss)))

    def label_costs(self, n_clusters: int, n_groups: int) -> Array:
        """Return the cost of a person of each cluster in each group, by the terms that look at labels, (K, G)."""
        total = np.zeros((n_clusters, n_groups))
        for weight, term in self.terms:
            if isinstance(term, LinearLoss):
                total += weight * term.costs(n_clusters, n_groups)
        return total

    def joint(self, counts: Array, n_people: int) -> Array:
        """Return the worth of the overlap of a cluster and a group, by its count; it lowers the loss."""
        return self._add_up(counts, n_people, lambda _: 2.0)

    def groups(self, counts: Array, n_people: int) -> Array:
        """Return the cost of a group, by its size."""
        return self._add_up(counts, n_people, lambda term: 2.0 - term.a)

    def clusters(self, counts: Array, n_people: int) -> Array:
        """Return the cost of a true cluster, by its size."""
        return self._add_up(counts, n_people, lambda term: term.a)

    def _add_up(self, counts: Array, n_people: int, factor: Callable[[PairLoss], float]) -> Array:
        total = np.zeros(np.shape(counts))
        for weight, term in self.pairs():
            total += factor(term) * weight * term.worth(counts, n_people)
        return total


@dataclass(frozen=True)
class PairLoss(Loss):
    r"""A loss that looks at who is with whom: a sum over counts, with one convex function of a count.

    .. math:: L = a\,S(z) + (2 - a)\,S(\hat z) - 2\,S(z, \hat z), \quad S = \sum_c \mathrm{worth}(c)

    The sums run over the clusters of the draw, the groups, and their overlaps.

    Parameters
    ----------
    a
        Cost of separating two people who belong together, in [0, 2]; joining two who do not costs 2 - a.
    """

    a: float = 1.0
    # Whether, with free sizes, all starts may end in the same local optimum, so that the search must try harder.
    traps_starts: ClassVar[bool] = False
    # Whether the worth of a count is its square, up to a factor: then the loss is a sum over pairs of people.
    adds_up_over_pairs: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if not (_is_number(self.a) and 0 <= self.a <= 2):
            raise LossError(f"The weight a of a loss must be from 0 to 2; got {self.a!r}. Use a=1 for the usual loss.")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({'' if self.a == 1 else f'a={self.a}'})"

    @staticmethod
    def worth(counts: Array, n_people: int) -> Array:
        """Return the worth of each count: convex, and 0 for a count of 0."""
        raise NotImplementedError


@dataclass(frozen=True)
class LinearLoss(Loss):
    r"""A loss that looks at each person's group, and not at who else is in it.

    .. math:: L = \tfrac{1}{N} \sum_n C_{z_n \hat z_n}

    Such losses need labels that mean the same in every draw. A person in a wrong group should cost about 1.
    """

    def costs(self, n_clusters: int, n_groups: int) -> Array:
        """Return the cost of a person of each cluster in each group, (K, G)."""
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


@dataclass(frozen=True, repr=False)
class VI(PairLoss):
    r"""Variation of Information, in bits, with Dahl's asymmetry weight.

    .. math:: L = a\,S(z) + (2 - a)\,S(\hat z) - 2\,S(z, \hat z), \quad S = \sum_c \tfrac{c}{N} \log_2 c

    With a = 1 this is Meilă's (2007) metric; larger ``a`` gives fewer groups.
    Reference: Dahl, Johnson and Müller (2022), Journal of Computational and Graphical Statistics 31.

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 1, 1], [0, 0, 0, 1]]
    >>> [round(bh.expected_loss([0, 0, 1, 1], draws, loss=loss), 3) for loss in (bh.VI(), bh.VI(a=0.7))]
    [0.594, 0.566]
    """

    @staticmethod
    def worth(counts: Array, n_people: int) -> Array:
        """Return c / N log2(c)."""
        counts = np.asarray(counts, dtype=float)
        return counts / n_people * np.log2(np.where(counts > 0, counts, 1.0))


@dataclass(frozen=True, repr=False)
class Binder(PairLoss):
    r"""Binder's loss: the share of ordered pairs of people that are wrongly together or wrongly apart.

    .. math:: L = a\,S(z) + (2 - a)\,S(\hat z) - 2\,S(z, \hat z), \quad S = \sum_c (c / N)^2

    Reference: Binder (1978), Biometrika 65; weights as in Dahl, Johnson and Müller (2022).

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.expected_loss([0, 0, 1, 1], [[0, 0, 1, 1], [0, 0, 0, 1]], loss=bh.Binder())
    0.1875
    """

    traps_starts = True
    adds_up_over_pairs = True

    @staticmethod
    def worth(counts: Array, n_people: int) -> Array:
        """Return (c / N) ** 2."""
        return (np.asarray(counts, dtype=float) / n_people) ** 2


@dataclass(frozen=True)
class Placement(LinearLoss):
    r"""The label-aware 0-1 loss: the share of people outside their own cluster.

    .. math:: E[L] = 1 - \tfrac{1}{N} \sum_n P(z_n = \hat z_n)

    Group i stands for the i-th cluster, so this loss ties people to named houses, which VI and Binder cannot.

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 1, 1], [0, 1, 1, 1]]
    >>> bh.decide(draws, [2, 2], loss=bh.Placement()).labels.tolist()
    [0, 0, 1, 1]
    """

    def costs(self, n_clusters: int, n_groups: int) -> Array:
        """Return 0 in the cluster's own group and 1 elsewhere."""
        return 1.0 - np.eye(n_clusters, n_groups)


# Every loss that can be named in a text; a new loss is one more line.
LOSSES: dict[str, type[Loss]] = {"vi": VI, "binder": Binder, "placement": Placement}
# One term of a sum, such as "0.5 * VI(a=0.7)".
_TERM = re.compile(
    r"\s*(?:(?P<factor>\d*\.?\d+(?:e-?\d+)?)\s*\*\s*)?(?P<name>[a-z]\w*)"
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
    # Some shells do not remove the quotes.
    parts = loss.lower().strip(" '\"").split("+") if isinstance(loss, str) else []
    terms = [_TERM.fullmatch(part) for part in parts] or [None]
    read = [None if term is None else _read_term(term) for term in terms]
    known = [term for term in read if term is not None]
    if len(known) < len(read):
        known_losses = ", ".join(repr(name) for name in LOSSES)
        raise LossError(Message("loss-unknown", setting=Setting("loss"), known=known_losses, got=repr(loss)))
    return reduce(add, known)


def is_auto(loss: str | Loss) -> bool:
    """Say whether the loss should be chosen automatically."""
    return isinstance(loss, str) and loss.strip(" '\"").lower() == "auto"


def looks_at_labels(loss: str | Loss) -> bool:
    """Say whether an explicitly chosen loss depends on which cluster is which."""
    return not is_auto(loss) and as_loss(loss).sees_labels


def _read_term(term: re.Match[str]) -> Loss | None:
    """Return the loss of one term; None if there is no such loss, or if it has no weight ``a``."""
    kind = LOSSES.get(term["name"])
    if kind is None or (term["a"] is not None and not issubclass(kind, PairLoss)):
        return None
    loss = kind(a=float(term["a"])) if term["a"] is not None and issubclass(kind, PairLoss) else kind()
    return loss if term["factor"] is None else float(term["factor"]) * loss


# For people who are mixed rather than sorted: all assignments are equally good.
NO_LOSS = 0 * VI()
