"""Rules by number: what every assignment must keep to, and what unmet wishes cost."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

Array = np.ndarray

# The cost of being in a group that a rule forbids: more than any loss of the order of one.
FORBIDDEN_COST = 1e3


@dataclass(frozen=True, eq=False)
class Trait:
    """One column of the table of people, and what is asked of it.

    Attributes
    ----------
    codes
        (N,) number of each person's value; -1 where the cell is empty.
    values
        The V values, as messages show them.
    spread
        Whether values must be spread evenly.
    lonely
        (V,) whether nobody with this value may be the only one in a group.
    price
        Cost of an uneven spread: of one group and value, this times the square of how many people they are away from
        the fair share. In people as rules give it, or as loss (`RuleSet.priced`); 0 if uneven spreads cost nothing.
    given
        (V,) whole numbers that the values are wanted in proportion to; None: as among everybody.
    """

    codes: Array
    values: tuple[str, ...]
    spread: bool
    lonely: Array
    price: float = 0.0
    given: Array | None = None

    @property
    def is_hard(self) -> bool:
        """Whether some assignments break what is asked."""
        return self.spread or bool(self.lonely.any())

    @cached_property
    def totals(self) -> Array:
        """(V,) people with each value."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.values))

    @property
    def wanted(self) -> Array:
        """(V,) how many people should have each value in a group of ``among`` people."""
        return self.totals if self.given is None else self.given

    @property
    def among(self) -> int:
        """The size of the group that ``wanted`` is about."""
        return len(self.codes) if self.given is None else int(self.given.sum())


@dataclass(frozen=True, eq=False)
class Meeting:
    """A column of free times.

    Attributes
    ----------
    times
        The S times.
    busy
        (S, N) whether a time does not suit a person.
    least
        How many times must suit all members of a group.
    """

    times: tuple[str, ...]
    busy: Array
    least: int


@dataclass(frozen=True, eq=False)
class Quota:
    """How much of something groups may have: of people, of the places that these need, or of people with some value.

    Attributes
    ----------
    groups
        (G,) whether the quota is about a group.
    least, most
        The least and the most.
    amounts
        (N,) whole number that each person counts as; None: what counts are groups with anybody in them.
    jointly
        Whether the groups are counted together, rather than each by itself.
    unless_empty
        Whether groups with nobody in them may have less.
    must
        Whether the quota must be kept.
    price
        What each one missing, or too much, costs if it need not be. In people as rules give it, or as loss
        (`RuleSet.priced`).
    """

    groups: Array
    least: int
    most: int
    amounts: Array | None
    jointly: bool = False
    unless_empty: bool = False
    must: bool = True
    price: float = 0.0

    @property
    def is_everywhere(self) -> bool:
        """Whether the quota asks the same of every group by itself."""
        return bool(self.groups.all()) and not self.jointly

    def missed(self, labels: Array) -> Array:
        """Return how many are missing or too much in several assignments (M, N), (M,)."""
        people = [labels == g for g in np.flatnonzero(self.groups)]
        heads = np.stack([there.sum(axis=1) for there in people], axis=1)
        counts = (
            (heads > 0).astype(int) if self.amounts is None else np.stack([p @ self.amounts for p in people], axis=1)
        )
        if self.jointly:
            heads, counts = heads.sum(axis=1, keepdims=True), counts.sum(axis=1, keepdims=True)
        short = np.where(self.unless_empty & (heads == 0), 0, np.maximum(self.least - counts, 0))
        return (short + np.maximum(counts - self.most, 0)).sum(axis=1)


@dataclass(frozen=True, eq=False)
class Constraints:
    """Rules for N people and G groups.

    Attributes
    ----------
    allowed
        (N, G) whether a person may be in a group.
    cost
        (N, G) cost of wishes not granted and of leaving an earlier group: in people as rules give it, or as loss
        (`RuleSet.priced`).
    least, most
        (G,) bounds of the sizes.
    together, apart
        Sets of people who must share a group; sets of whom no two may.
    pairs, pair_costs
        (S, 2) and (S,) pairs of people and what it costs to have them in one group; negative: to part them.
    traits
        Columns whose values are spread, or should be, or must not be alone.
    meetings
        Columns of free times, of which groups must share some.
    quotas
        What is counted in groups besides their sizes.
    each
        How many groups each person is in. If several, what is said here of people holds for their places: place i is
        one of person ``i // each``.
    clashes
        Sets of groups, (G,) each, of which one person is in at most one.
    """

    allowed: Array
    cost: Array
    least: Array
    most: Array
    together: tuple[Array, ...]
    apart: tuple[Array, ...]
    pairs: Array
    pair_costs: Array
    traits: tuple[Trait, ...]
    meetings: tuple[Meeting, ...] = ()
    quotas: tuple[Quota, ...] = ()
    each: int = 1
    clashes: tuple[Array, ...] = ()

    @property
    def n_people(self) -> int:
        """N."""
        return len(self.allowed)

    @property
    def n_groups(self) -> int:
        """G."""
        return int(self.allowed.shape[1])

    @cached_property
    def interchangeable(self) -> Array:
        """(G, G) whether two groups are the same to every rule."""
        counted = [quota.groups for quota in self.quotas]
        described = np.vstack([self.allowed, self.cost, self.least, self.most, *counted, *self.clashes]).T
        kinds: dict[bytes, int] = {}
        # Adding zero turns -0.0 into 0.0.
        kind = np.array([kinds.setdefault((row + 0.0).tobytes(), len(kinds)) for row in described])
        return kind[:, None] == kind

    @property
    def names_groups(self) -> bool:
        """Whether some rule tells groups apart."""
        return not self.interchangeable.all()

    def personal_costs(self, scale: float = 1.0) -> Array:
        """Return what rules make each person cost in each group, (N, G), for losses up to this scale."""
        return self.cost + FORBIDDEN_COST * scale * ~self.allowed

    def soft_cost(self, labels: Array) -> float:
        """Return the cost of unmet wishes."""
        return float(self.cost[np.arange(len(labels)), labels].sum()) + self.shared_cost(labels)

    def shared_cost(self, labels: Array) -> float:
        """Return the part of the cost of unmet wishes that is about several people: pairs, spreads and quotas."""
        return float(self.shared_costs(labels[None])[0])

    def shared_costs(self, labels: Array) -> Array:
        """Return the shared costs of several assignments (M, N), (M,)."""
        i, j = self.pairs.T
        together = labels[:, i] == labels[:, j]
        total = np.where(self.pair_costs > 0, together, ~together) @ np.abs(self.pair_costs)
        for trait in self.mixed:
            away = self._away_from_fair(trait, labels)
            total += trait.price * (away**2).sum(axis=(1, 2))
        for quota in self.soft_quotas:
            total += quota.price * quota.missed(labels)
        return total

    @property
    def is_hard(self) -> bool:
        """Whether anything but the sizes must hold."""
        tied = self.together or self.apart or self.meetings or self.hard_traits or self.hard_quotas or self.clashes
        return bool(tied) or not self.allowed.all()

    @property
    def hard_traits(self) -> tuple[Trait, ...]:
        """The columns of which something must hold."""
        return tuple(trait for trait in self.traits if trait.is_hard)

    @property
    def lonely(self) -> bool:
        """Whether there are values with which nobody may be alone."""
        return any(trait.lonely.any() for trait in self.traits)

    @property
    def hard_quotas(self) -> tuple[Quota, ...]:
        """The quotas that must be kept."""
        return tuple(quota for quota in self.quotas if quota.must)

    @property
    def soft_quotas(self) -> tuple[Quota, ...]:
        """The quotas that should be kept if possible."""
        return tuple(quota for quota in self.quotas if quota.price > 0)

    @property
    def shares_costs(self) -> bool:
        """Whether unmet wishes about several people cost anything."""
        return bool(len(self.pairs) or self.mixed or self.soft_quotas)

    @property
    def mixed(self) -> tuple[Trait, ...]:
        """The columns that should be spread evenly if possible."""
        return tuple(trait for trait in self.traits if trait.price > 0)

    @property
    def mixed_codes(self) -> Array:
        """(N, C) everybody's values in these columns."""
        return np.array([trait.codes for trait in self.mixed], np.int64).reshape(-1, self.n_people).T

    def even_cost(self, sizes: Array) -> float:
        """Return the least that uneven spreads can cost in groups of these sizes (G,): every value by itself."""
        least = 0.0
        for trait in self.mixed:
            fair = trait.wanted[:, None] * sizes / trait.among
            if trait.given is not None:
                least += trait.price * float(((fair - np.round(fair)) ** 2).sum())
                continue
            part = np.sort(fair - np.floor(fair), axis=1)[:, ::-1]
            # As many groups as there are people left over have one more, those with the largest parts first.
            over = np.round(part.sum(axis=1)).astype(int)[:, None] > np.arange(len(sizes))
            least += trait.price * float(((over - part) ** 2).sum())
        return least

    def mixing_changes(self, labels: Array) -> Array:
        """Return how the cost of uneven spreads changes if one person moves to another group, (N, G)."""
        changes = np.zeros((self.n_people, self.n_groups))
        for trait in self.mixed:
            away = self._away_from_fair(trait, labels[None])[0]
            # What a person adds to each value's count, less what a larger group adds to its fair share.
            adds = (trait.codes[:, None] == np.arange(len(trait.values))) - trait.wanted / trait.among
            pull = adds @ away
            own = pull[np.arange(self.n_people), labels]
            changes += 2 * trait.price * ((adds**2).sum(axis=1, keepdims=True) + pull - own[:, None])
        changes[np.arange(self.n_people), labels] = 0.0
        return changes

    def pair_changes(self, labels: Array) -> Array:
        """Return how the cost of pairs changes if one person moves to another group, (N, G).

        No pair counts for more than most do: a few that must hardly ever meet do not say what is at stake.
        """
        company = np.zeros((self.n_people, self.n_groups))
        if not len(self.pairs):
            return company
        most = np.median(np.abs(self.pair_costs))
        for one, other in (self.pairs.T, self.pairs.T[::-1]):
            np.add.at(company, (one, labels[other]), np.clip(self.pair_costs, -most, most))
        return company - company[np.arange(self.n_people), labels][:, None]

    def _away_from_fair(self, trait: Trait, labels: Array) -> Array:
        """Return how many people of each value are in each group beyond the fair share, (M, V, G)."""
        sizes = count_groups(labels, self.n_groups)
        values = range(len(trait.values))
        counts = np.stack([count_groups(labels[:, trait.codes == value], self.n_groups) for value in values], axis=1)
        return counts - trait.wanted[:, None] * sizes[:, None] / trait.among

    def broken(self, labels: Array) -> bool:
        """Say whether an assignment breaks anything that must hold."""
        return not bool(self.kept_by(labels[None])[0])

    def kept_by(self, labels: Array) -> Array:
        """Say which of several assignments (M, N) keep to everything that must hold, (M,)."""
        people = np.arange(self.n_people)
        sizes = count_groups(labels, self.n_groups)
        kept = self.allowed[people, labels].all(axis=1)
        kept &= ((sizes >= self.least) & (sizes <= self.most)).all(axis=1)
        for company in self.together:
            kept &= (labels[:, company] == labels[:, company[:1]]).all(axis=1)
        for company in self.apart:
            kept &= (count_groups(labels[:, company], self.n_groups) <= 1).all(axis=1)
        for trait in self.hard_traits:
            for value, wanted in enumerate(trait.wanted):
                counts = count_groups(labels[:, trait.codes == value], self.n_groups)
                if trait.spread:
                    kept &= (np.abs(counts * trait.among - wanted * sizes) < trait.among).all(axis=1)
                if trait.lonely[value]:
                    kept &= (counts != 1).all(axis=1)
        for meeting in self.meetings:
            shared = sum((count_groups(labels[:, busy], self.n_groups) == 0).astype(int) for busy in meeting.busy)
            kept &= (shared >= meeting.least).all(axis=1)
        for quota in self.hard_quotas:
            kept &= quota.missed(labels) == 0
        for clash in self.clashes:
            kept &= (clash[labels.reshape(len(labels), -1, self.each)].sum(axis=2) <= 1).all(axis=1)
        return kept


def no_rules(n_people: int, n_groups: int) -> Constraints:
    """Return rules that allow everything."""
    anywhere = np.ones((n_people, n_groups), dtype=bool)
    least, most = np.zeros(n_groups, np.int64), np.full(n_groups, n_people)
    return Constraints(anywhere, 0.0 * anywhere, least, most, (), (), np.zeros((0, 2), np.int64), np.zeros(0), ())


def count_groups(labels: Array, n_groups: int) -> Array:
    """Return the sizes of the groups in several assignments (M, N), (M, G)."""
    return np.stack([(labels == g).sum(axis=1) for g in range(n_groups)], axis=1)
