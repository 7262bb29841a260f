"""Rules that count: people with some value in each group, people in several groups, and groups that run."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np

from ..errors import InputError
from ..tables.text import clip, normalise
from ..tables.toml import describe
from ..words.message import Message, join_some
from ..words.phrases import title_of as title_of_group
from .bounds import check_bounds, parse_bounds, show_bounds, tell_bounds
from .constraints import Quota
from .row import Row
from .rule import Form, Role, Rule, list_names, named, title_of
from .scope import Builder, Groups, Scope
from .values import code_values

Array = np.ndarray

# How many of a value are asked for: "2 of Can drive=yes".
_SO_MANY = re.compile(r"(\d{1,9})\s*(?:of|x|×|von)\s+(.+)", re.IGNORECASE)
# Groups named in one sentence.
_NAMED = 6


@dataclass(frozen=True)
class AtLeast(Rule):
    """Every group that has anybody in it has at least some number of people with the value in the column.

    Attributes
    ----------
    column, value
        Heading of a column, or a question, and what people answered.
    count
        How many each group needs.
    weight
        What each missing person costs, in people in their right group; None: no group may have fewer.
    reason
        Why; repeated in reports.

    Examples
    --------
    >>> AtLeast("Can drive", "yes", 2).words()
    'Every group has at least 2 people with “Can drive” = “yes”'
    """

    column: str = named("column")
    value: str = named("value")
    count: int = 1
    weight: float | None = None
    reason: str = ""

    forms: ClassVar = {
        "at_least": Form(
            keys=("column", "value", "count", "weight", "reason"),
            example='{ column = "Can drive", value = "yes", count = 2 }',
            asks=("column", "value", "size", "weight"),
            words=("needs", "mindestens"),
        )
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.count) is not int or self.count < 1:
            raise InputError(Message("rules-at-least-count", got=repr(self.count)))

    @classmethod
    def of(cls, text: str, **options: Any) -> AtLeast:
        """Return the rule for a text such as "2 of Can drive=yes"."""
        found = _SO_MANY.fullmatch(text.strip())
        column, sign, value = (found[2] if found else text).partition("=")
        if not sign:
            raise InputError(Message("rules-at-least-no-value", text=clip(text)))
        return cls(column.strip(), value.strip(), int(found[1]) if found else 1, **options)

    @property
    def size(self) -> str:
        """What a form shows for the number."""
        return str(self.count)

    @classmethod
    def from_form(cls, names: Mapping[Role, Sequence[str]], **others: Any) -> Rule:
        least, most = parse_bounds(others.pop("size"))
        if most is not None and most != least:
            raise InputError(Message("rules-at-least-count", got=repr(show_bounds(least, most))))
        return super().from_form(names, count=least, **others)

    def sentence(self) -> Message:
        return self.must_or_should("rules-at-least", count=self.count, column=self.column, value=self.value)

    def who(self, scope: Scope) -> Array:
        """Return whether each person has the value, (N,)."""
        codes, values = code_values(scope.columns[self.column])
        mine = [normalise(value) == normalise(self.value) for value in values]
        return np.isin(codes, np.flatnonzero(mine))

    def is_met(self, at: Groups) -> bool:
        return not self._short(at)

    def outcome(self, at: Groups) -> Message:
        if self.is_hard or self.is_met(at):
            return super().outcome(at)
        return Message("rules-missing", count=sum(self._short(at).values()))

    def _short(self, at: Groups) -> dict[str, int]:
        """Return how many people each group lacks, by its name; only groups that lack any."""
        there = at.labels[self.who(at.scope)]
        counts = np.bincount(there, minlength=len(at.scope.groups)).tolist()
        lacks = {group: self.count - count for group, count in zip(at.scope.groups, counts, strict=True)}
        return {group: lack for group, lack in lacks.items() if lack > 0 and at.sizes[group]}

    @classmethod
    def tell_outcomes(cls, rules: Sequence[Self], at: Groups) -> list[Message]:
        return [
            Message("decision-at-least", column=rule.column, value=rule.value, groups=rule._tell_short(short))
            for rule in rules
            if (short := rule._short(at))
        ]

    def _tell_short(self, short: Mapping[str, int]) -> str | Message:
        told = [
            Message("decision-at-least-one", group=title_of_group(group), count=self.count - lack, asked=self.count)
            for group, lack in short.items()
        ]
        return join_some(told, _NAMED)

    def why_impossible(self, scope: Scope) -> Message | None:
        """Return that too few people have the value."""
        each = scope.places.each
        there, needed = int(self.who(scope).sum()) // each, -(-self.count * len(scope.groups) // each)
        if there >= needed:
            return None
        told = {"count": there, "column": self.column, "value": self.value, "needed": needed}
        return Message("rules-few-with-value", **told)

    def add_to(self, build: Builder) -> None:
        amounts = self.who(build.scope).astype(np.int64)
        everywhere = np.ones(len(build.scope.groups), dtype=bool)
        quota = Quota(everywhere, self.count, int(amounts.sum()), amounts, unless_empty=True)
        build.quotas.append(replace(quota, must=self.is_hard, price=self.weight or 0.0))

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        for thing in row.columns(title_of(kind), "value"):
            yield cls.of(thing, weight=row.number, reason=row.reason)


@dataclass(frozen=True)
class _Several(Rule):
    """A rule about several groups, with a range."""

    groups: tuple[str, ...] = named("group", many=True, least=1)
    least: float | None = None
    most: float | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        check_bounds(self.least, self.most)
        super().__post_init__()
        if not self.groups:
            raise InputError(Message("rules-no-groups", kind=self.title))

    @classmethod
    def of(cls, text: str, **options: Any) -> Self:
        """Return the rule for a text such as "Pottery; Chess=..10"."""
        names, _, size = text.rpartition("=")
        groups = [name.strip() for name in re.split(r"[;+]", names) if name.strip()]
        return cls(tuple(groups), *parse_bounds(size), **options)

    @property
    def size(self) -> str:
        """The range as `parse_bounds` reads it."""
        return show_bounds(self.least, self.most)

    def is_met(self, at: Groups) -> bool:
        return at.keep(self)

    @classmethod
    def from_form(cls, names: Mapping[Role, Sequence[str]], **others: Any) -> Rule:
        return cls(tuple(names["group"]), *parse_bounds(others.pop("size")), **others)

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        row.refuse_weight(title_of(kind))
        yield cls(row.people, *parse_bounds(row.what), reason=row.reason)

    @classmethod
    def from_entry(cls, kind: str, item: Any, owner: str | None = None) -> Rule:
        if isinstance(item, cls):
            return item
        options = cls.forms[kind].options(item, owner, ())
        size = options.pop("size", "")
        if not isinstance(size, str) and type(size) is not int:
            raise InputError(Message("rules-size-value", got=describe(size)))
        least, most = parse_bounds(str(size))
        return cls(least=least, most=most, **options)

    def to_plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"groups": list(self.groups), "size": self.size}
        return plain | ({"reason": self.reason} if self.reason else {})


@dataclass(frozen=True)
class JointSize(_Several):
    """Several groups have a given number of people together.

    Examples
    --------
    >>> JointSize(("Pottery", "Chess"), None, 10).words()
    'Pottery and Chess together must have at most 10 people'
    """

    forms: ClassVar = {
        "joint_size": Form(
            keys=("groups", "size", "reason"),
            example='{ groups = ["Pottery", "Chess"], size = "..10" }',
            asks=("several_groups", "size"),
            words=("joint sizes", "size together", "gemeinsame grösse", "gemeinsame groesse"),
        )
    }

    def sentence(self) -> Message:
        return tell_bounds(Message("rules-joint", groups=list_names(self.groups, "and")), self.least, self.most)

    def add_to(self, build: Builder) -> None:
        build.count(build.scope.among(self.groups), self.least, self.most, jointly=True)


@dataclass(frozen=True)
class Running(_Several):
    """Of these groups, a given number have anybody in them. The others stay closed.

    Examples
    --------
    >>> Running(("Pottery", "Chess", "Dance"), None, 2).words()
    'At most 2 of these groups run: Pottery, Chess and Dance'
    """

    forms: ClassVar = {
        "running": Form(
            keys=("groups", "size", "reason"),
            example='{ groups = ["Pottery", "Chess", "Dance"], size = "..2" }',
            asks=("several_groups", "size"),
            words=("run", "open groups", "finden statt"),
        )
    }

    def sentence(self) -> Message:
        groups = list_names(self.groups, "and")
        if self.least == self.most:
            return Message("rules-running-exact", count=self.least, groups=groups)
        if not self.least:
            return Message("rules-running-most", count=self.most, groups=groups)
        if self.most is None:
            return Message("rules-running-least", count=self.least, groups=groups)
        return Message("rules-running-range", least=self.least, most=self.most, groups=groups)

    def add_to(self, build: Builder) -> None:
        among = build.scope.among(self.groups)
        most = int(among.sum()) if self.most is None else self.most
        build.quotas.append(Quota(among, int(self.least or 0), int(most), None, jointly=True))
