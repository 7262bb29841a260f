"""What rules are about: people, groups and columns, who is in which group, and rules turned into numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from .constraints import Constraints, Meeting, Quota, Trait
from .rule import Columns, Rule
from .values import read_amounts

Array = np.ndarray

# Sizes in parts of a person are whole numbers if they are this close to them.
_CLOSE = 1e-6


@dataclass(frozen=True, eq=False)
class Scope:
    """The people, groups and columns that rules may name.

    Attributes
    ----------
    people, groups
        Names, in the order of their numbers.
    columns
        Texts of further columns, one per person.
    """

    people: tuple[str, ...]
    groups: tuple[str, ...]
    columns: Columns

    @cached_property
    def person(self) -> dict[str, int]:
        """The number of each person."""
        return {name: n for n, name in enumerate(self.people)}

    @cached_property
    def group(self) -> dict[str, int]:
        """The number of each group."""
        return {name: g for g, name in enumerate(self.groups)}

    def some(self, rules: Iterable[Rule]) -> Constraints:
        """Return rules about these names by number, weights in people."""
        build = Builder(self)
        for rule in rules:
            rule.add_to(build)
        return build.finish()


class Groups:
    """Who is in which group: what a rule looks at to say whether it is met."""

    def __init__(self, scope: Scope, labels: Array) -> None:
        self.scope = scope
        self.labels = labels

    def of(self, person: str) -> str:
        """Return somebody's group."""
        return self.scope.groups[self.labels[self.scope.person[person]]]

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The number of people in each group."""
        counts = np.bincount(self.labels, minlength=len(self.scope.groups))
        return dict(zip(self.scope.groups, counts.tolist(), strict=True))

    def keep(self, rule: Rule) -> bool:
        """Say whether the groups keep to a rule that must hold, by number."""
        return not self.scope.some([rule]).broken(self.labels)


class Builder:
    """Constraints and costs, as rules add to them one by one."""

    def __init__(self, scope: Scope) -> None:
        n_people, n_groups = len(scope.people), len(scope.groups)
        self.scope = scope
        self.allowed = np.ones((n_people, n_groups), dtype=bool)
        self.cost = np.zeros((n_people, n_groups))
        self.least, self.most = np.zeros(n_groups, np.int64), np.full(n_groups, n_people)
        self.together: list[Array] = []
        self.apart: list[Array] = []
        self.pairs: dict[tuple[int, int], float] = {}
        # How often two people met before, and what it costs that they meet again.
        self.met: dict[tuple[int, int], tuple[int, float]] = {}
        self.traits: list[Trait] = []
        self.meetings: list[Meeting] = []
        self.quotas: list[Quota] = []

    def members(self, people: Sequence[str]) -> Array:
        """Return the numbers of people."""
        return np.array([self.scope.person[name] for name in people])

    def among(self, groups: Sequence[str]) -> Array:
        """(G,) whether each group is one of these."""
        return np.isin(np.arange(len(self.scope.groups)), [self.scope.group[name] for name in groups])

    def count(
        self, groups: Array, least: float | None, most: float | None, *, counted: str | None = None, **how: Any
    ) -> None:
        """Add a quota for these groups (G,) of people, or of what they count as in a column."""
        amounts, parts = np.ones(len(self.scope.people), np.int64), 1
        if counted is not None:
            read = read_amounts(self.scope.columns[counted])
            assert read is not None  # the rule looked at the column
            amounts, parts = read
        low = 0 if least is None else math.ceil(least * parts - _CLOSE)
        high = int(amounts.sum()) if most is None else math.floor(most * parts + _CLOSE)
        self.quotas.append(Quota(groups, low, high, amounts, **how))

    def part(self, people: Sequence[str], weight: float) -> None:
        """Add what it costs to have people in one group; negative: to part somebody from all the others of a set."""
        members = self.members(people)
        for i, j in combinations(sorted(members.tolist()), 2):
            self.pairs[i, j] = self.pairs.get((i, j), 0.0) + weight / (len(members) - 1)

    def meet_again(self, people: Sequence[str], weight: float) -> None:
        """Add what it costs to have people in one group who were in one before."""
        for pair in combinations(sorted(self.members(people).tolist()), 2):
            times, cost = self.met.get(pair, (0, 0.0))
            self.met[pair] = times + 1, max(cost, weight)

    def finish(self) -> Constraints:
        """Return all that was added."""
        # One more meeting of a pair that met twice costs more than all pairs that met once.
        dear = len(self.met) + 1
        for pair, (times, cost) in self.met.items():
            self.pairs[pair] = self.pairs.get(pair, 0.0) + cost * (1 + (times - 1) * dear)
        return Constraints(
            allowed=self.allowed,
            cost=self.cost,
            least=self.least,
            most=self.most,
            together=tuple(self.together),
            apart=tuple(self.apart),
            pairs=np.array(list(self.pairs), dtype=np.int64).reshape(-1, 2),
            pair_costs=np.array(list(self.pairs.values()), dtype=float),
            traits=tuple(self.traits),
            meetings=tuple(self.meetings),
            quotas=tuple(self.quotas),
        )
