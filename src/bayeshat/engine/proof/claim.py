"""The claim of a proof: no assignment is better than a decision."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...rules.constraints import Constraints
from ..kernels.arrays import Arrays
from ..problem import build_arrays
from ..programs.conflicts import forbid_empty
from ..sizes import Sizes

if TYPE_CHECKING:
    from ..decision import Decision

Array = np.ndarray

# The cost of being in a group that a rule forbids: more than any loss.
FORBIDDEN_COST = 1e3


class Clock(NamedTuple):
    """A start and a time limit."""

    began: float
    seconds: float

    @property
    def left(self) -> float:
        """Seconds left."""
        return self.began + self.seconds - time.monotonic()

    def at(self, share: float) -> Clock:
        """Return a clock that stops when this share of the time is over."""
        return Clock(self.began, share * self.seconds)


@dataclass(frozen=True, eq=False)
class Claim:
    """A decision and its problem, in the form that bounds need.

    Attributes
    ----------
    arrays, target, constraints
        The problem, the wanted sizes with bounds, and the rules (None if there are none).
    constant
        The part of the value that is the same for all assignments; the others are the objective of the arrays and the
        shared cost of wishes.
    labels, value
        The decision and its cost: its expected loss and unmet wishes.
    """

    arrays: Arrays
    target: Sizes
    constraints: Constraints | None
    constant: float
    labels: Array
    value: float

    @property
    def n_people(self) -> int:
        """N."""
        return len(self.labels)

    @property
    def n_groups(self) -> int:
        """G."""
        return self.target.n_groups

    @property
    def sizes(self) -> Array:
        """(G,) the decision's sizes."""
        return np.bincount(self.labels, minlength=self.n_groups)

    @property
    def blind(self) -> bool:
        """Whether it does not matter which group is which."""
        return len(self.arrays.cost) == 0

    @property
    def cost(self) -> Array:
        """(N, G) cost of each person in each group."""
        if self.blind:
            return np.zeros((self.n_people, self.n_groups))
        return self.arrays.cost[:, : self.n_groups]

    @property
    def has_company_rules(self) -> bool:
        """Whether rules or wishes say who is with whom."""
        rules = self.constraints
        if rules is None:
            return False
        return bool(rules.together or rules.apart or len(rules.pairs) or rules.traits or rules.meetings)

    @property
    def is_linear(self) -> bool:
        """Whether only sizes and rules, and not the loss, depend on who is with whom."""
        return not self.arrays.by_count.any()


def value_with_wishes(decision: Decision) -> float:
    """Return the cost of a decision: its expected loss and its unmet wishes."""
    wishes = 0.0 if decision.kept is None else decision.kept.ruling.constraints.soft_cost(decision.labels)
    return decision.expected_loss + wishes


def claim_of(decision: Decision) -> Claim:
    """Return the claim that a certificate of the decision proves."""
    draws = decision.problem.draws.on_host("A certificate")
    loss, target = decision.loss, decision.problem.sizes
    constraints, personal = None, None
    if decision.kept is not None:
        constraints = forbid_empty(decision.kept.ruling.constraints, target)
        target = replace(target, bounds=np.stack([constraints.least, constraints.most]))
        if constraints.names_groups:
            personal = constraints.cost + FORBIDDEN_COST * max(1.0, abs(decision.expected_loss)) * ~constraints.allowed
    seen = draws if loss.pairs() else draws.blind()
    shares = decision.problem.shares if loss.sees_labels else None
    arrays = build_arrays(seen, loss, target, shares, draws.n_people, personal)
    arrays = arrays._replace(z=np.ascontiguousarray(arrays.z))
    sizes = np.stack([(seen.codes == k).sum(axis=0) for k in range(seen.n_clusters)])
    constant = float(seen.weights @ loss.clusters(sizes, draws.n_people).sum(axis=0))
    if constraints is not None and personal is None:
        constant += float(constraints.cost[:, 0].sum())  # the same in every group
    labels = np.asarray(decision.labels, np.int64)
    return Claim(arrays, target, constraints, constant, labels, value_with_wishes(decision))
