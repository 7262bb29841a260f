"""Rules about the group of one person: where they must be, must not be, or were before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from ..errors import InputError
from ..tables.text import clip
from ..tables.toml import describe
from ..words.message import Message
from .row import Row
from .rule import Form, Role, Rule, as_name, list_names, named, refuse_twins, title_of
from .scope import Builder, Groups


@dataclass(frozen=True)
class _Place(Rule):
    """A rule about a person and one or more groups."""

    person: str = named("person")
    groups: tuple[str, ...] = named("group", many=True)
    reason: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.groups:
            raise InputError(Message("rules-groups-missing", rule=self.title, person=clip(self.person)))

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        row.refuse_weight(title_of(kind))
        return [cls(person, row.things, row.reason) for person in row.somebody()]


@dataclass(frozen=True)
class Pin(_Place):
    """A person is in one of these groups.

    Attributes
    ----------
    person, groups
        Names.
    reason
        Why; repeated in reports.
    automatic
        Whether the program wrote this rule itself. Such rules are not counted as the organiser's; rule files do not
        store this.

    Examples
    --------
    >>> Pin("Ann", ("Ravenclaw",), reason="prefect").words()
    'Ann must be in Ravenclaw (prefect)'
    """

    automatic: bool = field(default=False, compare=False, kw_only=True)

    forms: ClassVar = {
        "pin": Form(
            keys=("groups", "reason"),
            example='{ Ann = "Gryffindor" }',
            asks=("person", "groups"),
            owner="person",
            words=("pins", "pinned", "in", "fest", "fixiert", "fester platz"),
        )
    }

    def sentence(self) -> Message:
        return Message("rules-pin", person=self.person, groups=list_names(self.groups, "or"))

    def is_met(self, at: Groups) -> bool:
        return at.is_in(self.person, self.groups)

    def add_to(self, build: Builder) -> None:
        build.pin(self.person, build.scope.among(self.groups))


@dataclass(frozen=True)
class Bar(_Place):
    """A person is in none of these groups.

    Examples
    --------
    >>> Bar("Ann", ("Slytherin",)).words()
    'Ann must not be in Slytherin'
    """

    forms: ClassVar = {
        "bar": Form(
            keys=("groups", "reason"),
            example='{ Ann = "Gryffindor" }',
            asks=("person", "groups"),
            owner="person",
            words=("bars", "barred", "not in", "nicht in", "ausgeschlossen"),
        )
    }

    def sentence(self) -> Message:
        return Message("rules-bar", person=self.person, groups=list_names(self.groups, "or"))

    def is_met(self, at: Groups) -> bool:
        return not at.is_in(self.person, self.groups)

    def add_to(self, build: Builder) -> None:
        build.allowed[build.scope.own[self.person]] &= ~build.scope.among(self.groups)


@dataclass(frozen=True, init=False)
class Stay(Rule):
    """People stay in the groups of an earlier assignment as far as possible.

    Attributes
    ----------
    groups
        Pairs of a person and their earlier group; a mapping may be given.
    weight
        What each person's staying is worth, in people in their right group; or a word, as for a wish.
    reason
        Why; repeated in reports.
    automatic
        Whether the program wrote this rule itself, as for a pin.

    Examples
    --------
    >>> Stay({"Ann": "Ravenclaw"}).words()
    'Ann should stay in Ravenclaw (very strong)'
    """

    groups: tuple[tuple[str, str], ...]
    weight: float = 1.0
    reason: str = ""
    automatic: bool = field(default=False, compare=False)

    forms: ClassVar = {
        "stay": Form(
            keys=("groups", "weight", "reason"),
            example='{ Ann = "Gryffindor", Bo = "Slytherin" }',
            words=("stays", "bleiben", "bleibt"),
            must="pin",
            asks=("person", "group", "weight"),
        )
    }

    def __init__(
        self,
        groups: Mapping[str, str] | Iterable[tuple[str, str]],
        weight: float = 1.0,
        reason: str = "",
        *,
        automatic: bool = False,
    ) -> None:
        given = tuple(groups.items()) if isinstance(groups, Mapping) else tuple(groups)
        if not given:
            raise InputError(Message("rules-stay-nobody"))
        pairs = tuple((as_name(person, "person"), as_name(group, "group")) for person, group in given)
        refuse_twins([person for person, _ in pairs], "person", self.title)
        self._set(groups=pairs, weight=weight, reason=reason, automatic=automatic)
        self.check_extras()

    def mentions(self, role: Role) -> tuple[str, ...]:
        return tuple(pair[role == "group"] for pair in self.groups) if role in ("person", "group") else ()

    def rename(self, change: Callable[[Role, str], str | None]) -> Self | None:
        pairs = [(change("person", person), change("group", group)) for person, group in self.groups]
        kept = tuple((person, group) for person, group in pairs if person is not None and group is not None)
        return replace(self, groups=kept) if kept else None

    def by_person(self) -> Iterator[tuple[str, Rule]]:
        # An earlier assignment is kept or not for each person by themselves.
        for person, group in self.groups:
            yield person, replace(self, groups=((person, group),))

    def sentence(self) -> Message:
        if len(self.groups) == 1:
            ((person, group),) = self.groups
            return Message("rules-stay", person=person, group=group, strength=self.strength)
        return Message("rules-stay-several", count=len(self.groups), strength=self.strength)

    def _stay(self, at: Groups) -> int:
        return sum(at.is_in(person, [group]) for person, group in self.groups)

    def is_met(self, at: Groups) -> bool:
        return self._stay(at) == len(self.groups)

    def outcome(self, at: Groups) -> Message:
        if self.is_met(at):
            return Message("rules-kept")
        if len(self.groups) == 1:
            return Message("rules-not-kept")
        return Message("rules-stayed", number=self._stay(at), count=len(self.groups))

    def add_to(self, build: Builder) -> None:
        for person, group in self.groups:
            build.cost[build.scope.own[person]] += np.where(build.scope.among([group]), 0.0, self.weight)

    @property
    def fits_form(self) -> bool:
        return len(self.groups) == 1

    @classmethod
    def from_form(cls, names: Mapping[Role, Sequence[str]], **others: Any) -> Rule:
        return cls([(names["person"][0], names["group"][0])], **others)

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        weight = row.wish_weight(kind, cls.forms[kind].must, cls.weight)
        groups = row.something("group")
        if len(groups) > 1:
            raise InputError(Message("rules-stay-groups", groups=clip(row.what)))
        yield cls([(person, groups[0]) for person in row.somebody()], weight, row.reason)

    @classmethod
    def entries(cls, kind: str, value: Any, key: str) -> Iterator[tuple[str, Any, str | None]]:
        if isinstance(value, Mapping):
            value = {"groups": value} if value else []
        return super().entries(kind, value, key)

    @classmethod
    def from_entry(cls, kind: str, item: Any, owner: str | None = None) -> Rule:
        if isinstance(item, cls):
            return item
        options = cls.forms[kind].options(item, owner, {})
        if not isinstance(options["groups"], Mapping):
            raise InputError(Message("rules-stay-table", got=describe(options["groups"])))
        return cls(**options)

    def to_plain(self) -> dict[str, Any]:
        return super().to_plain() | {"groups": dict(self.groups)}

    @classmethod
    def write_all(cls, kind: str, rules: Sequence[Rule]) -> Any:
        return (
            rules[0].to_entry()
            if len(rules) == 1 and len(rules[0].to_plain()) == 1
            else [rule.to_plain() for rule in rules]
        )
