"""Rules about people who belong together, who must be apart, or who were together before."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, ClassVar, Self

from ..errors import InputError
from ..tables.text import quoted
from ..tables.toml import describe
from ..words.message import Message, join, join_some
from .row import Row
from .rule import Form, Role, Rule, as_names, list_names, named, refuse_twins
from .scope import Builder, Groups

# Pairs of people who were in one group before: with more, the table of them takes too much memory and time.
_MOST_PAIRS = 200_000
# Pairs who meet again that are named.
_NAMED = 5


@dataclass(frozen=True)
class _Company(Rule):
    """A rule about two or more people."""

    people: tuple[str, ...] = named("person", many=True, least=2)
    weight: float | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.people) < 2:
            count, people = len(self.people), quoted(self.people)
            raise InputError(Message("rules-too-few", kind=self.kind, count=count, people=people))

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        yield cls(row.company(), row.number, row.reason)

    @classmethod
    def from_entry(cls, kind: str, item: Any, owner: str | None = None) -> Rule:
        if isinstance(item, str):
            raise InputError(Message("rules-lists-of-names", got=describe(item)))
        return super().from_entry(kind, item, owner)


@dataclass(frozen=True)
class Together(_Company):
    """These people are all in one group; with a weight, if possible.

    Examples
    --------
    >>> Together(("Ann", "Bo"), weight=0.5).words()
    'Ann and Bo should be together (strong)'
    """

    forms: ClassVar = {
        "together": Form(
            keys=("people", "weight", "reason"),
            example='[["Ann", "Bo"], ["Cy", "Di"]]',
            asks=("people", "weight"),
            words=("keep together", "same group", "with", "zusammen", "gemeinsam"),
        )
    }

    def sentence(self) -> Message:
        return self.must_or_should("rules-together", people=list_names(self.people, "and"))

    def is_met(self, at: Groups) -> bool:
        return len(set(map(frozenset, map(at.of, self.people)))) == 1

    def add_to(self, build: Builder) -> None:
        if self.weight is None:
            build.together.extend(build.members(self.people).T)
        else:
            build.part(self.people, -self.weight)


@dataclass(frozen=True)
class Apart(_Company):
    """Any two of these people are in different groups; with a weight, if possible.

    Examples
    --------
    >>> Apart(("Ann", "Bo")).words()
    'Ann and Bo must be apart'
    """

    forms: ClassVar = {
        "apart": Form(
            keys=("people", "weight", "reason"),
            example='[["Ann", "Bo"], ["Cy", "Di"]]',
            asks=("people", "weight"),
            words=(
                *("keep apart", "separate", "separated", "not together", "never together", "not with"),
                *("getrennt", "trennen", "nicht zusammen", "nicht mit", "nie zusammen"),
            ),
        )
    }

    def sentence(self) -> Message:
        return self.must_or_should("rules-apart", people=list_names(self.people, "and"))

    def is_met(self, at: Groups) -> bool:
        groups = [group for person in self.people for group in at.of(person)]
        return len(set(groups)) == len(groups)

    def add_to(self, build: Builder) -> None:
        if self.weight is None:
            build.apart.append(build.members(self.people).ravel())
        else:
            build.part(self.people, self.weight)


@dataclass(frozen=True, init=False)
class NotAgain(Rule):
    """As few people as possible meet again who were in one group before.

    A pair that was together twice before weighs so much more than all pairs that were together once that none of these
    meets for a third time if that can be avoided. People who are not there now are left out.

    Attributes
    ----------
    groups
        The people of each earlier group.
    weight
        What each pair costs that meets again, in people in their right group; or a word, as for a wish.
    reason
        Why; repeated in reports.

    Examples
    --------
    >>> NotAgain([["Ann", "Bo", "Cy"]], weight="strong").words()
    'Ann, Bo and Cy should not be in the same group again (strong)'
    """

    groups: tuple[tuple[str, ...], ...]
    weight: float = 1.0
    reason: str = ""

    leaves_out_absent: ClassVar = True

    forms: ClassVar = {
        "not_again": Form(
            keys=("groups", "weight", "reason"),
            example='[["Ann", "Bo", "Cy"], ["Di", "Ed"]]',
            words=("never again", "not together again", "nicht wieder", "nie wieder", "nicht wieder zusammen"),
            must="apart",
            asks=("people", "weight"),
        )
    }

    def __init__(self, groups: Iterable[Iterable[str]], weight: float = 1.0, reason: str = "") -> None:
        if isinstance(groups, str | Mapping) or not hasattr(groups, "__iter__"):
            raise InputError(Message("rules-lists-of-names", got=describe(groups)))
        read: list[tuple[str, ...]] = []
        for people in groups:
            if isinstance(people, str):
                raise InputError(Message("rules-lists-of-names", got=describe(people)))
            read.append(as_names(people, "person"))
            refuse_twins(read[-1], "person", self.title)
        # Somebody who was alone has met nobody.
        met = tuple(people for people in read if len(people) > 1)
        if (pairs := sum(math.comb(len(people), 2) for people in met)) > _MOST_PAIRS:
            raise InputError(Message("rules-not-again-many", count=pairs, most=_MOST_PAIRS))
        self._set(groups=met, weight=weight, reason=reason)
        self.check_extras()

    @classmethod
    def of_assignments(cls, earlier: Iterable[Mapping[str, str]], weight: float) -> Self:
        """Return the rule for earlier assignments, each of which says who was in which group."""
        groups: list[list[str]] = []
        for assignment in earlier:
            members: dict[str, list[str]] = {}
            for person, group in assignment.items():
                members.setdefault(group, []).append(person)
            groups += members.values()
        return cls(groups, weight)

    @property
    def is_wish(self) -> bool:
        return False

    def mentions(self, role: Role) -> tuple[str, ...]:
        if role != "person":
            return ()
        return tuple(dict.fromkeys(person for people in self.groups for person in people))

    def rename(self, change: Callable[[Role, str], str | None]) -> Self:
        new = [[change("person", person) for person in people] for people in self.groups]
        return replace(self, groups=tuple(tuple(name for name in people if name is not None) for people in new))

    def by_person(self) -> Iterator[tuple[str, Rule]]:
        others: dict[str, dict[str, None]] = {}
        for people in self.groups:
            for person in people:
                others.setdefault(person, {}).update(dict.fromkeys(people))
        for person, met in others.items():
            yield person, replace(self, groups=tuple((person, other) for other in met if other != person))

    def sentence(self) -> Message:
        if len(self.groups) == 1:
            people = list_names(self.groups[0], "and")
            return Message("rules-not-again", people=people, strength=self.strength)
        if self.groups and all(people[0] == self.groups[0][0] and len(people) == 2 for people in self.groups):
            person, others = self.groups[0][0], list_names([other for _, other in self.groups], "and")
            return Message("rules-not-again-with", person=person, others=others, strength=self.strength)
        return Message("rules-not-again-several", count=len(self.groups), strength=self.strength)

    def is_met(self, at: Groups) -> bool:
        return not any(self._together(at))

    def outcome(self, at: Groups) -> Message:
        count = len(set(self._together(at)))
        return Message("rules-again", count=count) if count else Message("rules-kept")

    def _together(self, at: Groups) -> Iterator[tuple[str, str]]:
        """Yield each pair that meets again, once for each earlier group that they shared."""
        for people in self.groups:
            now: dict[str, list[str]] = {}
            for person in people:
                for group in at.of(person):
                    now.setdefault(group, []).append(person)
            for members in now.values():
                yield from combinations(sorted(members, key=lambda person: at.scope.own[person][0]), 2)

    @classmethod
    def tell_outcomes(cls, rules: Sequence[Self], at: Groups) -> list[Message]:
        """Return how many pairs meet again, and a few of them: those first who have met most often."""
        pairs = Counter(frozenset(pair) for rule in rules for people in rule.groups for pair in combinations(people, 2))
        if not pairs:
            return []
        again = Counter(pair for rule in rules for pair in rule._together(at))
        if not again:
            return [Message("decision-not-again", count=len(pairs))]
        named = [join(pair, "and") for pair, _ in again.most_common()]
        told = [Message("decision-again", count=len(again), pairs=len(pairs), names=join_some(named, _NAMED))]
        if most := sum(times > 1 for times in again.values()):
            told.append(Message("decision-again-often", count=most))
        elif max(pairs.values()) > 1:
            told.append(Message("decision-again-once"))
        return told

    def add_to(self, build: Builder) -> None:
        for people in self.groups:
            build.meet_again(people, self.weight)

    @property
    def fits_form(self) -> bool:
        return len(self.groups) == 1

    @classmethod
    def from_form(cls, names: Mapping[Role, Sequence[str]], **others: Any) -> Rule:
        return cls([names["person"]], **others)

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        weight, people = row.wish_weight(kind, cls.forms[kind].must, cls.weight), row.company()
        if len(people) < 2:
            raise InputError(Message("rules-too-few", kind=kind, count=len(people), people=quoted(people)))
        yield cls([people], weight, row.reason)

    @classmethod
    def entries(cls, kind: str, value: Any, key: str) -> Iterator[tuple[str, Any, str | None]]:
        # A list of groups is one rule; of tables, several.
        if isinstance(value, list | tuple) and not any(isinstance(item, cls | Mapping) for item in value):
            value = {"groups": value} if value else []
        return super().entries(kind, value, key)

    def to_plain(self) -> dict[str, Any]:
        return super().to_plain() | {"groups": [list(people) for people in self.groups]}

    @classmethod
    def write_all(cls, kind: str, rules: Sequence[Rule]) -> Any:
        if len(rules) == 1 and len(rules[0].to_plain()) == 1:
            return rules[0].to_entry()
        return [rule.to_plain() for rule in rules]
