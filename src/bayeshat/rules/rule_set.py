"""An organiser's rules together with the people they are about, in words and by number."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from ..tables.text import plain_number
from .constraints import Constraints
from .rules import (
    Apart,
    Bar,
    Bounds,
    CommonTimes,
    NotAlone,
    Pin,
    Rule,
    Rules,
    Spread,
    Stay,
    Together,
    Wish,
    resolve_names,
)
from .traits import Meeting, Trait, meeting_of, traits_of

Array = np.ndarray
Columns = Mapping[str, Sequence[str]]


def as_text(cell: object) -> str:
    """Return a cell of an extra column as text; empty if missing.

    Examples
    --------
    >>> [as_text(cell) for cell in ("f", 1, 2.0, None, float("nan"))]
    ['f', '1', '2', '', '']
    """
    return "" if cell is None or cell != cell else plain_number(str(cell))


@dataclass(frozen=True, eq=False)
class RuleSet:
    """Rules together with the people, groups and columns that they name.

    Attributes
    ----------
    rules
        The rules, names as everywhere else.
    people, groups
        Names, in the order of their numbers.
    columns
        Texts of further columns, one per person.
    constraints
        The same rules by number.
    """

    rules: Rules
    people: tuple[str, ...]
    groups: tuple[str, ...]
    columns: Columns
    constraints: Constraints

    @classmethod
    def of(cls, rules: Rules, people: Sequence[str], groups: Sequence[str], columns: Columns) -> RuleSet:
        """Match the rules' names; unknown ones are reported all at once."""
        known = resolve_names(rules, people, groups, columns)
        constraints = compile_rules(known, people, groups, columns)
        return cls(known, tuple(people), tuple(groups), columns, constraints)

    def some(self, rules: Iterable[Rule]) -> Constraints:
        """Return some of the rules by number."""
        return compile_rules(rules, self.people, self.groups, self.columns)

    @property
    def allowed_by_own(self) -> Array:
        """(N, G) which groups the organiser's own rules allow each person; that some were placed before is no rule."""
        own = [rule for rule in self.rules if isinstance(rule, (Pin, Bar)) and not getattr(rule, "automatic", False)]
        return self.some(own).allowed

    def unmet(self, labels: Array) -> tuple[Rule, ...]:
        """Return the rules that an assignment does not meet, hard and soft; of wishes, those not fully granted."""
        now = {person: self.groups[label] for person, label in zip(self.people, labels.tolist(), strict=True)}
        sizes = dict(zip(self.groups, np.bincount(labels, minlength=len(self.groups)).tolist(), strict=True))
        return tuple(rule for rule in self.rules if not self._is_met(rule, now, sizes, labels))

    def _is_met(self, rule: Rule, now: Mapping[str, str], sizes: Mapping[str, int], labels: Array) -> bool:
        match rule:
            case Bounds():
                concerned = sizes.values() if rule.group is None else [sizes[rule.group]]
                most = len(self.people) if rule.most is None else rule.most
                return all((rule.least or 0) <= size <= most for size in concerned)
            case Pin():
                return now[rule.person] in rule.groups
            case Bar():
                return now[rule.person] not in rule.groups
            case Together():
                return len({now[person] for person in rule.people}) == 1
            case Apart():
                return len({now[person] for person in rule.people}) == len(rule.people)
            case Wish():
                wanted = rule.groups[0] if rule.companion is None else now[rule.companion]
                return now[rule.person] == wanted
            case Stay():
                return all(now[person] == group for person, group in rule.groups)
            case Spread():
                return not self.some([replace(rule, weight=None)]).broken(labels)
            case NotAlone() | CommonTimes():
                return not self.some([rule]).broken(labels)

    @property
    def choices(self) -> list[Array]:
        """(N, G) the weight of the wish that each place grants: of first choices, then of second ones, and so on."""
        wishes = [rule for rule in self.rules.of(Wish) if rule.groups]
        person = {name: n for n, name in enumerate(self.people)}
        group = {name: g for g, name in enumerate(self.groups)}
        weights = np.zeros((max((len(rule.groups) for rule in wishes), default=0), len(person), len(group)))
        for rule in wishes:
            for rank, name in enumerate(rule.groups):
                weights[rank, person[rule.person], group[name]] += rule.weight
        return list(weights)

    def in_order(self) -> RuleSet:
        """Return the same rules with costs by which first choices come before second ones, and so on.

        A later choice is worth so little that a chain of moves, which changes at most one person in each group, never
        trades an earlier one for it.
        """
        choices, cost = self.choices, self.some(self.rules.of(Stay)).cost
        for rank, weights in enumerate(choices):
            # Every wish has one first choice, so these add up to what is lost by those who get none.
            cost = cost + (weights.sum(axis=1, keepdims=True) if rank == 0 else 0.0)
            cost = cost - weights * (len(self.groups) + 1.0) ** -rank
        return replace(self, constraints=replace(self.constraints, cost=cost))

    def priced(self, worth: float) -> RuleSet:
        """Return the same rules with weights turned into losses; one person in their right group is worth ``worth``."""
        old = self.constraints
        traits = tuple(replace(trait, price=trait.price * worth) for trait in old.traits)
        priced = replace(old, cost=old.cost * worth, pair_costs=old.pair_costs * worth, traits=traits)
        return replace(self, constraints=priced)


def compile_rules(rules: Iterable[Rule], people: Sequence[str], groups: Sequence[str], columns: Columns) -> Constraints:
    """Turn rules about names into rules about numbers, weights in people; all names must be known."""
    n_people, n_groups = len(people), len(groups)
    person = {name: n for n, name in enumerate(people)}
    group = {name: g for g, name in enumerate(groups)}
    allowed = np.ones((n_people, n_groups), dtype=bool)
    cost = np.zeros((n_people, n_groups))
    least, most = np.zeros(n_groups, np.int64), np.full(n_groups, n_people)
    together: list[Array] = []
    apart: list[Array] = []
    pairs: dict[tuple[int, int], float] = {}
    traits: list[Trait] = []
    meetings: list[Meeting] = []

    def add_pairs(members: Array, weight: float, sign: int) -> None:
        """Someone parted from all the others of a set costs the weight, whatever the size of the set."""
        for i, j in combinations(sorted(members.tolist()), 2):
            pairs[i, j] = pairs.get((i, j), 0.0) + sign * weight / (len(members) - 1)

    for rule in rules:
        if isinstance(rule, Bounds):
            where = slice(None) if rule.group is None else group[rule.group]
            least[where] = np.maximum(least[where], rule.least or 0)
            most[where] = np.minimum(most[where], n_people if rule.most is None else rule.most)
        elif isinstance(rule, (Pin, Bar)):
            listed = np.isin(np.arange(n_groups), [group[name] for name in rule.groups])
            allowed[person[rule.person]] &= listed if isinstance(rule, Pin) else ~listed
        elif isinstance(rule, (Together, Apart)):
            members = np.array([person[name] for name in rule.people])
            if rule.weight is not None:
                add_pairs(members, rule.weight, -1 if isinstance(rule, Together) else 1)
            elif isinstance(rule, Together):
                together.append(members)
            else:
                apart.append(members)
        elif isinstance(rule, Wish):
            if rule.companion is not None:
                add_pairs(np.array([person[rule.person], person[rule.companion]]), rule.weight, -1)
            if rule.groups:
                price = np.full(n_groups, rule.weight)
                for rank, name in enumerate(rule.groups):
                    price[group[name]] = rule.weight * rank / len(rule.groups)
                cost[person[rule.person]] += price
        elif isinstance(rule, Stay):
            for name, before in rule.groups:
                cost[person[name]] += np.where(np.arange(n_groups) == group[before], 0.0, rule.weight)
        elif isinstance(rule, CommonTimes):
            meetings.append(meeting_of(rule, columns[rule.column]))
        else:
            traits += traits_of(rule, columns[rule.column])
    return Constraints(
        allowed=allowed,
        cost=cost,
        least=least,
        most=most,
        together=tuple(together),
        apart=tuple(apart),
        pairs=np.array(list(pairs), dtype=np.int64).reshape(-1, 2),
        pair_costs=np.array(list(pairs.values()), dtype=float),
        traits=tuple(traits),
        meetings=tuple(meetings),
    )
