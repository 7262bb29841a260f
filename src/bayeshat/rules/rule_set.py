"""An organiser's rules together with the people they are about, in words and by number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..tables.text import plain_number
from ..words.message import Message
from .constraints import Constraints
from .fair import aims_of, order_of
from .rule import Columns, Rule
from .rules import Rules, Slot, Stay, resolve_names
from .scope import ONE_EACH, Groups, Places, Scope

Array = np.ndarray

# In one number, the first aim counts at most this many times as much as the last: smaller parts would be lost.
_MOST_TO_ONE = 1e6


def as_text(cell: object) -> str:
    """Return a cell of an extra column as text; empty if missing.

    Examples
    --------
    >>> [as_text(cell) for cell in ("f", 1, 2.0, None, float("nan"))]
    ['f', '1', '2', '', '']
    """
    return "" if cell is None or cell != cell else plain_number(str(cell))


@dataclass(frozen=True, eq=False)
class RuleSet(Scope):
    """Rules together with the people, groups and columns that they name.

    Attributes
    ----------
    rules
        The rules, names as everywhere else.
    constraints
        The same rules by number.
    """

    rules: Rules
    constraints: Constraints

    @classmethod
    def of(
        cls,
        rules: Rules,
        people: Sequence[str],
        groups: Sequence[str],
        columns: Columns,
        places: Places = ONE_EACH,
    ) -> RuleSet:
        """Match the rules' names; unknown ones are reported all at once."""
        known = resolve_names(rules, people, (*groups, *places.held), columns)
        names = (tuple(people), tuple(groups), columns)
        return cls(*names, known, Scope(*names, places=places).some(known), places=places)

    @property
    def allowed_by_own(self) -> Array:
        """(N, G) which groups the organiser's own rules allow each person; that some were placed before is no rule."""
        return self.some(rule for rule in self.rules if not rule.automatic).allowed

    def unmet(self, labels: Array) -> tuple[Rule, ...]:
        """Return the rules that an assignment does not meet, hard and soft; of wishes, those not fully granted."""
        at = Groups(self, labels)
        return tuple(rule for rule in self.rules if not rule.is_met(at))

    def tell_outcomes(self, labels: Array) -> tuple[Message, ...]:
        """Return sentences on how evenly values are spread, when groups can meet, and whose choices were granted.

        Examples
        --------
        >>> people, columns = ["Ann", "Bo", "Cy", "Di"], {"year": ["1", "1", "2", "2"]}
        >>> ruling = RuleSet.of(Rules(spread=["year"]), people, ["red", "blue"], columns)
        >>> list(map(str, ruling.tell_outcomes(np.array([0, 1, 0, 1]))))
        ['Each group has 1 of the 2 with "1" and 1 of the 2 with "2" in "year".']
        """
        at = Groups(self, labels)
        kinds = dict.fromkeys(type(rule) for rule in self.rules)
        return tuple(sentence for kind in kinds for sentence in kind.tell_outcomes(self.rules.of(kind), at))

    @property
    def choices(self) -> list[Array]:
        """(N, G) the weight of the wish that each place grants: of first choices, then of second ones, and so on."""
        wishes = [rule for rule in self.rules if rule.choices]
        shape = (max((len(rule.choices) for rule in wishes), default=0), self.n_places, len(self.groups))
        weights = np.zeros(shape)
        for rule in wishes:
            for person in rule.mentions("person"):
                for rank, name in enumerate(rule.choices):
                    weights[rank, self.own[person]] += (rule.weight or 0.0) * self.among([name])
        return list(weights)

    @property
    def slots(self) -> list[tuple[str, Array]]:
        """Each time slot, with whether each group is held then, (G,)."""
        return [(rule.name, self.among(rule.groups)) for rule in self.rules.of(Slot) if not rule.is_repeated]

    @property
    def aims(self) -> list[Array]:
        """(N, G) each: what grants choices, in the order that is asked for; ties of one are broken by the next."""
        return aims_of(self.choices, order_of(self.rules))

    @property
    def stays(self) -> Array:
        """(N, G) what it costs that people leave their earlier groups."""
        return self.some(self.rules.of(Stay)).cost

    def in_order(self) -> RuleSet:
        """Return the same rules with costs by which choices are granted in their order, as first before second ones.

        A later aim is worth so little that a chain of moves, which changes at most one person in each group, never
        trades an earlier one for it. Where few people's choices are all that counts, no moves at all do.
        """
        choices, aims, cost, base = self.choices, self.aims, self.stays, len(self.groups) + 1.0
        weighed = self.constraints.shares_costs or cost.any()
        if not weighed and (self.n_places + 1.0) ** (len(aims) - 1) <= _MOST_TO_ONE:
            base = max(base, self.n_places + 1.0)
        for rank, weights in enumerate(aims):
            # Every wish has one first choice, so these add up to what is lost by those who get none.
            cost = cost + (choices[0].sum(axis=1, keepdims=True) if rank == 0 else 0.0)
            cost = cost - weights * base**-rank
        return replace(self, constraints=replace(self.constraints, cost=cost))

    def priced(self, worth: float) -> RuleSet:
        """Return the same rules with weights turned into losses; one person in their right group is worth ``worth``."""
        old = self.constraints
        traits = tuple(replace(trait, price=trait.price * worth) for trait in old.traits)
        quotas = tuple(replace(quota, price=quota.price * worth) for quota in old.quotas)
        priced = replace(old, cost=old.cost * worth, pair_costs=old.pair_costs * worth, traits=traits, quotas=quotas)
        return replace(self, constraints=priced)
