"""Rules about how many people a group has."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from ..errors import InputError
from ..tables.numbers import show_short
from ..tables.text import clip, normalise
from ..tables.toml import describe
from ..words.message import Message, join_some
from ..words.phrases import title_of as title_of_group
from .row import Row
from .rule import Form, Role, Rule, named, title_of
from .scope import Builder, Groups, Scope
from .values import read_amounts

Array = np.ndarray

_AMOUNT = r"\d{1,9}(?:\.\d{1,4})?"
_NUMBER = re.compile(_AMOUNT)
_OPEN_RANGE = re.compile(rf"((?:{_AMOUNT})?)\s*\.\.\.?\s*((?:{_AMOUNT})?)")
# A dash closes a range on both sides: "-6" looks like a negative number.
_CLOSED_RANGE = re.compile(rf"({_AMOUNT})\s*(?:-|to|bis|à)\s*({_AMOUNT})")
# A group that may have nobody in it, or else a size: "0 or 5..12".
_OR_EMPTY = re.compile(r"(?:0|empty|closed|none|leer|keine)\s+(?:or|oder)\s+(.+)")
# A size that counts what people count as in a column: "6..8 by Seats".
_COUNTED = re.compile(r"(.+?)\s+(?:counted by|by|nach)\s+(.+)", re.IGNORECASE)
_IN_WORDS = re.compile(rf"(?:at least|mindestens) ({_AMOUNT})|(?:at most|höchstens) ({_AMOUNT})")
# Groups whose sums a sentence names.
_GROUPS = 12
# Sums of fractions are equal if they are this close.
_CLOSE = 1e-6


@dataclass(frozen=True)
class Bounds(Rule):
    """Limits on the size of one group, or of every group.

    Attributes
    ----------
    least, most
        The smallest and the largest size; None where it is open.
    group
        The group's name; None for every group.
    reason
        Why; repeated in reports.
    or_empty
        Whether the group may have nobody in it, although there is a smallest size.
    counted
        A column with what each person counts as: 2 for somebody who needs two places. Empty cells count as 1. None:
        everybody counts as 1.
    automatic
        Whether the program wrote this rule itself, as for a pin.

    Examples
    --------
    >>> Bounds(4, 6, "Gryffindor").words()
    'Gryffindor must have 4 to 6 people'
    >>> Bounds.of("0 or 5..12", "Dance").words()
    'Dance must have 5 to 12 people, or none at all'
    """

    least: float | None
    most: float | None
    group: str | None = named("group", default=None)
    reason: str = ""
    or_empty: bool = field(default=False, kw_only=True)
    counted: str | None = named("column", default=None, kw_only=True)
    automatic: bool = field(default=False, compare=False, kw_only=True)

    forms: ClassVar = {
        "size": Form(
            keys=("size", "reason"),
            example='"4..6", or { Gryffindor = "4..6" }',
            owner="group",
            asks=("any_group", "size"),
            words=("sizes", "group size", "bounds", "grösse", "groesse", "gruppengrösse"),
        )
    }

    @classmethod
    def of(cls, text: str, group: str | None = None, **options: Any) -> Bounds:
        """Return the rule for a range such as "4..6", "0 or 5..12" or "6..8 by Seats"."""
        counted = _COUNTED.fullmatch(text.strip())
        size = counted[1] if counted else text
        found = _OR_EMPTY.fullmatch(normalise(size))
        bounds = parse_bounds(found[1] if found else size)
        options |= {"or_empty": found is not None and bool(bounds[0]), "counted": counted and counted[2]}
        return cls(*bounds, group, **options)

    def __post_init__(self) -> None:
        check_bounds(self.least, self.most, whole=self.counted is None)
        self._set(least=_as_whole(self.least), most=_as_whole(self.most))
        super().__post_init__()

    def find_fault(self, cells: Sequence[str]) -> Message | None:
        return None if read_amounts(cells) is not None else Message("rules-why-amounts")

    def sentence(self) -> Message:
        told = tell_bounds(self.group or Message("rules-all-groups"), self.least, self.most)
        if self.or_empty:
            told = Message("rules-size-or-none", rule=told)
        return told if self.counted is None else Message("rules-size-counted", rule=told, column=self.counted)

    def is_met(self, at: Groups) -> bool:
        amounts = at.sizes if self.counted is None else _add_up(self.counted, at)
        asked = [
            group
            for group, here in zip(at.sizes, self._groups(at.scope), strict=True)
            if here and (at.sizes[group] or not self.or_empty)
        ]
        most = math.inf if self.most is None else self.most
        return all((self.least or 0) - _CLOSE <= amounts[group] <= most + _CLOSE for group in asked)

    def _groups(self, scope: Scope) -> Array:
        """(G,) whether the size is asked of each group."""
        return scope.among(scope.groups if self.group is None else [self.group])

    def why_impossible(self, scope: Scope) -> Message | None:
        """Return how many groups the people make, where these sizes were asked for of every group."""
        n_people, least, most = scope.n_places, self.least or 0, self.most
        fewest = 1 if most is None else int(-(-n_people // most)) if most else n_people + 1
        largest = int(n_people // least) if least else n_people
        if not self.automatic or self.group is not None or self.counted or self.or_empty or fewest > largest:
            return None
        if fewest == largest:
            return Message("rules-conflict-groups", count=fewest)
        if least and most:
            return Message("rules-make-between", least=fewest, most=largest)
        if least:
            return Message("rules-make-most", groups=Message("rules-conflict-groups", count=largest))
        return Message("rules-make-least", groups=Message("rules-conflict-groups", count=fewest))

    def add_to(self, build: Builder) -> None:
        groups = self._groups(build.scope)
        if self.counted is None and not self.or_empty:
            build.least[groups] = np.maximum(build.least[groups], int(self.least or 0))
        else:
            build.count(groups, self.least, None, counted=self.counted, unless_empty=self.or_empty)
        if self.most is not None and self.counted is None:
            build.most[groups] = np.minimum(build.most[groups], int(self.most))
        elif self.most is not None:
            build.count(groups, None, self.most, counted=self.counted)

    @classmethod
    def from_form(cls, names: Mapping[Role, Sequence[str]], **others: Any) -> Rule:
        return cls.of(others.pop("size"), *names["group"][:1], **others)

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        row.refuse_weight(title_of(kind))
        if len(row.people) > 1:
            first, second = row.people[:2]
            groups = clip("; ".join(row.people))
            raise InputError(Message("rules-size-several", groups=groups, first=first, second=second, size=row.what))
        yield cls.of(row.what, row.people[0] if row.people else None, reason=row.reason)

    @classmethod
    def entries(cls, kind: str, value: Any, key: str) -> Iterator[tuple[str, Any, str | None]]:
        # One size alone is for every group.
        return iter([(key, value, None)]) if isinstance(value, str | int) else super().entries(kind, value, key)

    @classmethod
    def from_entry(cls, kind: str, item: Any, owner: str | None = None) -> Rule:
        if isinstance(item, cls):
            return item
        options = cls.forms[kind].options(item, owner, None)
        size = options.pop("size")
        if not isinstance(size, str) and type(size) is not int:
            raise InputError(Message("rules-size-value", got=describe(size)))
        return cls.of(str(size), **options)

    def to_plain(self) -> dict[str, Any]:
        return {"size": self.size} | ({"reason": self.reason} if self.reason else {})

    @property
    def size(self) -> str:
        """The range as `of` reads it."""
        counted = "" if self.counted is None else f" by {self.counted}"
        return "0 or " * self.or_empty + show_bounds(self.least, self.most) + counted

    @classmethod
    def tell_outcomes(cls, rules: Sequence[Self], at: Groups) -> list[Message]:
        """Return how much each group has of what people count as."""
        told: list[Message] = []
        for column in dict.fromkeys(rule.counted for rule in rules if rule.counted is not None):
            each = [
                Message("decision-counted-one", group=title_of_group(group), count=show_short(amount))
                for group, amount in _add_up(column, at).items()
            ]
            told.append(Message("decision-counted", column=column, groups=join_some(each, _GROUPS)))
        return told


def _add_up(column: str, at: Groups) -> dict[str, float]:
    """Return what each group's people count as together."""
    read = read_amounts(at.scope.columns[column])
    assert read is not None  # the rule looked at the column
    amounts, parts = read
    sums = np.bincount(at.labels, amounts, len(at.scope.groups)) / parts
    return dict(zip(at.scope.groups, sums.tolist(), strict=True))


def parse_bounds(text: str) -> tuple[float | None, float | None]:
    """Return the least and the most that a range of sizes such as "4..6" allows; None where it is open.

    Examples
    --------
    >>> parse_bounds("4..6"), parse_bounds("4 to 6"), parse_bounds("4.."), parse_bounds("at most 6"), parse_bounds("5")
    ((4, 6), (4, 6), (4, None), (None, 6), (5, 5))
    """
    plain = normalise(text)
    if _NUMBER.fullmatch(plain):
        return _read(plain), _read(plain)
    match = _OPEN_RANGE.fullmatch(plain) or _CLOSED_RANGE.fullmatch(plain) or _IN_WORDS.fullmatch(plain)
    if match is None or not (match[1] or match[2]):
        raise InputError(Message("rules-size-unreadable", text=clip(text)))
    return _read(match[1]), _read(match[2])


def _read(number: str | None) -> float | None:
    return _as_whole(float(number)) if number else None


def _as_whole(bound: float | None) -> float | None:
    """Return 6 for 6.0."""
    return int(bound) if type(bound) is float and bound.is_integer() else bound


def show_bounds(least: float | None, most: float | None) -> str:
    """Return a range as `parse_bounds` reads it."""
    first, last = ("" if bound is None else show_short(bound) for bound in (least, most))
    return first if first == last else f"{first}..{last}"


def tell_bounds(group: Any, least: float | None, most: float | None) -> Message:
    """Return that a group, or groups, must have a size."""
    if least == most:
        return Message("rules-size-exact", group=group, count=least)
    if most is None:
        return Message("rules-size-least", group=group, count=least)
    if not least:
        return Message("rules-size-most", group=group, count=most)
    return Message("rules-size-range", group=group, least=least, most=most)


def check_bounds(least: float | None, most: float | None, *, whole: bool = True) -> None:
    """Refuse a range of sizes that no group can have."""
    for bound in (least, most):
        if bound is not None and (type(bound) not in ((int,) if whole else (int, float)) or bound < 0):
            raise InputError(Message("rules-size-bound", got=repr(bound)))
    if least is None and most is None:
        raise InputError(Message("rules-size-neither"))
    if least is not None and most is not None and least > most:
        told = {"most": show_short(most), "least": show_short(least)}
        raise InputError(Message("rules-size-reversed", size=show_bounds(least, most), **told))
