"""The losses there are, how they are read from text, and what the engine takes from a loss.

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
from ...words.settings import setting
from .loss_kinds import LinearLoss, Loss, PairLoss

Array = np.ndarray


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


# Every loss that can be named in a text; a new one is one more line.
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
    # Quotes come along where a shell does not take them away.
    parts = loss.lower().strip(" '\"").split("+") if isinstance(loss, str) else []
    terms = [_TERM.fullmatch(part) for part in parts] or [None]
    read = [None if term is None else _read_term(term) for term in terms]
    known = [term for term in read if term is not None]
    if len(known) < len(read):
        raise LossError(
            f"{setting('loss')} must be one of {', '.join(repr(name) for name in LOSSES)}, a sum such as "
            f"'vi + 0.5*placement', a loss with a weight such as 'VI(a=0.7)' or, for a decision, 'auto'; got {loss!r}. "
            "Choose one of these."
        )
    return reduce(add, known)


def _read_term(term: re.Match[str]) -> Loss | None:
    """Return the loss of one term; None if there is no such loss, or if it does not take ``a``."""
    kind = LOSSES.get(term["name"])
    if kind is None or (term["a"] is not None and not issubclass(kind, PairLoss)):
        return None
    loss = kind(a=float(term["a"])) if term["a"] is not None and issubclass(kind, PairLoss) else kind()
    return loss if term["factor"] is None else float(term["factor"]) * loss


# For people who are not sorted, but mixed: no company and no place is better than another.
NO_LOSS = 0 * VI()


@dataclass(frozen=True)
class Composition:
    """A loss taken apart into what the engine and the reference both work with."""

    loss: Loss

    @property
    def is_nothing(self) -> bool:
        """Whether all assignments are equally good, so that sizes and rules alone decide."""
        return not self.pairs() and self.placement_weight() == 0

    def pairs(self) -> list[tuple[float, PairLoss]]:
        """Return the parts that look at contingency counts, with weights above zero."""
        return [(w, term) for w, term in self.loss.terms if w > 0 and isinstance(term, PairLoss)]

    def placement_weight(self) -> float:
        """Return the weight of the parts that look at labels."""
        return float(sum(w for w, term in self.loss.terms if isinstance(term, LinearLoss)))

    def label_costs(self, n_clusters: int, n_groups: int) -> Array:
        """Return what the parts that look at labels make a person of each cluster cost in each group, (K, G)."""
        total = np.zeros((n_clusters, n_groups))
        for weight, term in self.loss.terms:
            if isinstance(term, LinearLoss):
                total += weight * term.costs(n_clusters, n_groups)
        return total

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
