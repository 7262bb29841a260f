"""What rules are about: people, groups and columns, who is in which group, and rules turned into numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from .constraints import Constraints, Meeting, Quota, Trait
from .rule import Columns, Rule
from .values import read_amounts

Array = np.ndarray

# Sizes in parts of a person are whole numbers if they are this close to them.
_CLOSE = 1e-6


class Places(NamedTuple):
    """How many groups each person is in, and workshops that are held more than once.

    A person in several groups has that many places. Places are numbered person by person, and a label is the group of
    one place.
    """

    each: int = 1
    held: Mapping[str, tuple[str, ...]] = {}  # names that stand for several groups: a workshop held in two time slots

    def repeat(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Return one text for each place, given one for each person."""
        return tuple(text for text in texts for _ in range(self.each))


# Everybody is in one group.
ONE_EACH = Places()


@dataclass(frozen=True, eq=False)
class Scope:
    """The people, groups and columns that rules may name.

    Attributes
    ----------
    people, groups
        Names, in the order of their numbers.
    columns
        Texts of further columns, one for each place, which is one per person unless people are in several groups.
    places
        How many groups each person is in.
    """

    people: tuple[str, ...]
    groups: tuple[str, ...]
    columns: Columns
    places: Places = field(default=ONE_EACH, kw_only=True)

    @property
    def n_places(self) -> int:
        """The number of places of all people together."""
        return len(self.people) * self.places.each

    @cached_property
    def own(self) -> dict[str, Array]:
        """The numbers of each person's places."""
        each = self.places.each
        return {name: np.arange(n * each, (n + 1) * each) for n, name in enumerate(self.people)}

    def among(self, groups: Iterable[str]) -> Array:
        """(G,) whether each group is one of these."""
        there = np.zeros(len(self.groups), dtype=bool)
        there[[self.group[one] for name in groups for one in self.places.held.get(name, (name,))]] = True
        return there

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

    def of(self, person: str) -> tuple[str, ...]:
        """Return somebody's groups; one, unless people are in several."""
        return tuple(self.scope.groups[g] for g in self.labels[self.scope.own[person]])

    def is_in(self, person: str, groups: Iterable[str]) -> bool:
        """Say whether somebody is in any of these groups."""
        return bool(self.scope.among(groups)[self.labels[self.scope.own[person]]].any())

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
        n_places, n_groups = scope.n_places, len(scope.groups)
        self.scope = scope
        self.allowed = np.ones((n_places, n_groups), dtype=bool)
        self.cost = np.zeros((n_places, n_groups))
        self.least, self.most = np.zeros(n_groups, np.int64), np.full(n_groups, n_places)
        self.together: list[Array] = []
        self.apart: list[Array] = []
        self.pairs: dict[tuple[int, int], float] = {}
        # How often two people met before, and what it costs that they meet again.
        self.met: dict[tuple[int, int], tuple[int, float]] = {}
        self.traits: list[Trait] = []
        self.meetings: list[Meeting] = []
        self.quotas: list[Quota] = []
        # Groups of which nobody can have two: those of each time slot, and those of one workshop.
        self.slots: list[Array] = []
        self.repeats: list[Array] = []

    def members(self, people: Iterable[str]) -> Array:
        """Return the numbers of people's places, (people, places of each)."""
        return np.array([self.scope.own[name] for name in people])

    def pin(self, person: str, groups: Array) -> None:
        """Let a person be in at least one of these groups (G,)."""
        own = self.scope.own[person]
        if len(own) == 1:
            self.allowed[own] &= groups
            return
        amounts = np.isin(np.arange(self.scope.n_places), own).astype(np.int64)
        self.quotas.append(Quota(groups, 1, len(own), amounts, jointly=True))

    def count(
        self, groups: Array, least: float | None, most: float | None, *, counted: str | None = None, **how: Any
    ) -> None:
        """Add a quota for these groups (G,) of people, or of what they count as in a column."""
        amounts, parts = np.ones(self.scope.n_places, np.int64), 1
        if counted is not None:
            read = read_amounts(self.scope.columns[counted])
            assert read is not None  # the rule looked at the column
            amounts, parts = read
        low = 0 if least is None else math.ceil(least * parts - _CLOSE)
        high = int(amounts.sum()) if most is None else math.floor(most * parts + _CLOSE)
        self.quotas.append(Quota(groups, low, high, amounts, **how))

    def part(self, people: Sequence[str], weight: float) -> None:
        """Add what it costs to have people in one group; negative: to part somebody from all the others of a set."""
        for pair in self._pairs(people):
            self.pairs[pair] = self.pairs.get(pair, 0.0) + weight / (len(people) - 1)

    def meet_again(self, people: Sequence[str], weight: float) -> None:
        """Add what it costs to have people in one group who were in one before."""
        for pair in self._pairs(people):
            times, cost = self.met.get(pair, (0, 0.0))
            self.met[pair] = times + 1, max(cost, weight)

    def _pairs(self, people: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield all pairs of places of two of these people."""
        for one, other in combinations(sorted(self.members(people).tolist()), 2):
            yield from product(one, other)

    def finish(self) -> Constraints:
        """Return all that was added."""
        # One more meeting of a pair that met twice costs more than all pairs that met once.
        dear = len(self.met) + 1
        for pair, (times, cost) in self.met.items():
            self.pairs[pair] = self.pairs.get(pair, 0.0) + cost * (1 + (times - 1) * dear)
        each, clashes = self.scope.places.each, [*self.slots, *self.repeats]
        if each > 1 and len(self.slots) == each and (np.sum(self.slots, axis=0) == 1).all():
            # Everybody has a place in every slot, so places are those of the slots, and only they can meet.
            self.allowed &= np.tile(self.slots, (len(self.scope.people), 1))
            self.apart = [some for people in self.apart for s in range(each) if len(some := people[people % each == s])]
            self.pairs = {(i, j): cost for (i, j), cost in self.pairs.items() if i % each == j % each}
            clashes = self.repeats
        elif each > 1:
            self.apart += self.scope.own.values()
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
            each=each,
            clashes=tuple(clashes) if each > 1 else (),
        )
