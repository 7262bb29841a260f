"""The claim of a proof: no assignment is better than the given one."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...options import Workers
from ...rules.constraints import Constraints, no_rules
from ..kernels._steps_numba import look_at_all
from ..kernels.arrays import Arrays, new_state
from ..problem import Problem
from ..sizes import Sizes

Array = np.ndarray


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
    """An assignment and its problem, in the form that bounds need.

    Attributes
    ----------
    arrays, target, constraints
        The problem, the wanted sizes with bounds, and the rules.
    constant
        The part of the value that is the same for all assignments; the others are the objective of the arrays and the
        shared cost of wishes.
    labels, value
        The assignment and its cost: its expected loss and unmet wishes.
    """

    arrays: Arrays
    target: Sizes
    constraints: Constraints
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
        """(G,) the assignment's sizes."""
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
        tied = rules.together or rules.apart or rules.traits or rules.meetings or rules.quotas or rules.clashes
        return bool(tied or len(rules.pairs))

    @property
    def is_by_group(self) -> bool:
        """Whether each group by itself keeps to the rules or not: there are no quotas of some groups, or of several."""
        return all(quota.is_everywhere for quota in self.constraints.quotas) and not self.constraints.clashes

    def value_of(self, labels: Array) -> float:
        """Return the cost of another assignment."""
        objective = look_at_all(self.arrays, new_state(self.arrays), labels[None], np.zeros(1))[1]
        return float(objective) + self.constraints.shared_cost(labels) + self.constant

    @property
    def is_linear(self) -> bool:
        """Whether only sizes and rules, and not the loss, depend on who is with whom."""
        return not self.arrays.by_count.any()


def claim_of(problem: Problem, labels: Array) -> Claim:
    """Return the claim that no assignment is better than this one."""
    problem = problem.on_host("A certificate").bounded()
    labels = np.asarray(labels, np.int64)
    value = problem.value(labels, Workers(1)) + problem.wishes_cost(labels)
    constraints, personal = problem.constraints or no_rules(problem.n_people, problem.n_groups), None
    if constraints.names_groups:
        personal = constraints.personal_costs(max(1.0, abs(value)))
    problem = problem.reduced()
    draws, arrays = problem.draws, problem.arrays(personal)
    arrays = arrays._replace(z=np.ascontiguousarray(arrays.z))
    sizes = np.stack([(draws.codes == k).sum(axis=0) for k in range(draws.n_clusters)])
    constant = float(draws.weights @ problem.loss.clusters(sizes, draws.n_people).sum(axis=0))
    if personal is None:
        constant += float(constraints.cost[:, 0].sum())  # the same in every group
    return Claim(arrays, problem.sizes, constraints, constant, labels, value)
