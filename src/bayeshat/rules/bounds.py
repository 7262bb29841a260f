"""Rules about how many people a group has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

from ..errors import InputError
from ..tables.text import clip, normalise
from ..tables.toml import describe
from ..words.message import Message
from .row import Row
from .rule import Form, Role, Rule, named, title_of
from .scope import Builder, Groups, Scope

_NUMBER = re.compile(r"\d{1,9}")
_OPEN_RANGE = re.compile(r"(\d{0,9})\s*\.\.\.?\s*(\d{0,9})")
# A dash closes a range on both sides: "-6" looks like a negative number.
_CLOSED_RANGE = re.compile(r"(\d{1,9})\s*(?:-|to|bis|à)\s*(\d{1,9})")
_IN_WORDS = re.compile(r"(?:at least|mindestens) (\d{1,9})|(?:at most|höchstens) (\d{1,9})")


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
    automatic
        Whether the program wrote this rule itself, as for a pin.

    Examples
    --------
    >>> Bounds(4, 6, "Gryffindor").words()
    'Gryffindor must have 4 to 6 people'
    """

    least: int | None
    most: int | None
    group: str | None = named("group", default=None)
    reason: str = ""
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

    def __post_init__(self) -> None:
        check_bounds(self.least, self.most)
        super().__post_init__()

    def sentence(self) -> Message:
        group = self.group or Message("rules-all-groups")
        if self.least == self.most:
            return Message("rules-size-exact", group=group, count=self.least)
        if self.most is None:
            return Message("rules-size-least", group=group, count=self.least)
        if not self.least:
            return Message("rules-size-most", group=group, count=self.most)
        return Message("rules-size-range", group=group, least=self.least, most=self.most)

    def is_met(self, at: Groups) -> bool:
        sizes = at.sizes.values() if self.group is None else [at.sizes[self.group]]
        return all((self.least or 0) <= size and (self.most is None or size <= self.most) for size in sizes)

    def why_impossible(self, scope: Scope) -> Message | None:
        """Return how many groups the people make, where these sizes were asked for of every group."""
        n_people, least, most = len(scope.people), self.least or 0, self.most
        fewest = 1 if most is None else -(-n_people // most) if most else n_people + 1
        largest = n_people // least if least else n_people
        if not self.automatic or self.group is not None or fewest > largest:
            return None
        if fewest == largest:
            return Message("rules-conflict-groups", count=fewest)
        if least and most:
            return Message("rules-make-between", least=fewest, most=largest)
        if least:
            return Message("rules-make-most", groups=Message("rules-conflict-groups", count=largest))
        return Message("rules-make-least", groups=Message("rules-conflict-groups", count=fewest))

    def add_to(self, build: Builder) -> None:
        where = slice(None) if self.group is None else build.scope.group[self.group]
        build.least[where] = np.maximum(build.least[where], self.least or 0)
        if self.most is not None:
            build.most[where] = np.minimum(build.most[where], self.most)

    @classmethod
    def from_form(cls, names: Mapping[Role, Sequence[str]], **others: Any) -> Rule:
        return cls(*parse_bounds(others.pop("size")), *names["group"][:1], **others)

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        row.refuse_weight(title_of(kind))
        bounds = parse_bounds(row.what)
        if len(row.people) > 1:
            first, second = row.people[:2]
            groups = clip("; ".join(row.people))
            raise InputError(Message("rules-size-several", groups=groups, first=first, second=second, size=row.what))
        yield cls(*bounds, row.people[0] if row.people else None, row.reason)

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
        return cls(*parse_bounds(str(size)), **options)

    def to_plain(self) -> dict[str, Any]:
        return {"size": self.size} | ({"reason": self.reason} if self.reason else {})

    @property
    def size(self) -> str:
        """The range as `parse_bounds` reads it."""
        least, most = ("" if bound is None else str(bound) for bound in (self.least, self.most))
        return least if least == most else f"{least}..{most}"


def parse_bounds(text: str) -> tuple[int | None, int | None]:
    """Return the least and the most that a range of sizes such as "4..6" allows; None where it is open.

    Examples
    --------
    >>> parse_bounds("4..6"), parse_bounds("4 to 6"), parse_bounds("4.."), parse_bounds("at most 6"), parse_bounds("5")
    ((4, 6), (4, 6), (4, None), (None, 6), (5, 5))
    """
    plain = normalise(text)
    if _NUMBER.fullmatch(plain):
        return int(plain), int(plain)
    match = _OPEN_RANGE.fullmatch(plain) or _CLOSED_RANGE.fullmatch(plain) or _IN_WORDS.fullmatch(plain)
    if match is None or not (match[1] or match[2]):
        raise InputError(Message("rules-size-unreadable", text=clip(text)))
    return int(match[1]) if match[1] else None, int(match[2]) if match[2] else None


def check_bounds(least: int | None, most: int | None) -> None:
    """Refuse a range of sizes that no group can have."""
    shown = f"{'' if least is None else least}..{'' if most is None else most}"
    for bound in (least, most):
        if bound is not None and (type(bound) is not int or bound < 0):
            raise InputError(Message("rules-size-bound", got=repr(bound)))
    if least is None and most is None:
        raise InputError(Message("rules-size-neither"))
    if least is not None and most is not None and least > most:
        raise InputError(Message("rules-size-reversed", size=shown, most=most, least=least))
