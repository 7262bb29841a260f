"""Rules about a column of the table of people: its values are spread, not alone, or are times that groups share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from ..errors import InputError
from ..tables.numbers import show_short
from ..tables.text import clip, normalise, quoted
from ..words.message import Message, join, join_some
from ..words.phrases import tell_count
from .constraints import Meeting, Trait, count_groups
from .row import Row
from .rule import Columns, Form, Rule, named, title_of
from .scope import Builder, Groups, Scope
from .values import as_numbers, band_numbers, code_values, listing_column, split_values

Array = np.ndarray

# A column with more different numbers than this is cut into bands; how many, if the rule does not say.
_MOST_NUMBERS = 8
_BANDS = 4
# Values told one by one, the least even first, and rules that have a sentence of their own.
_VALUES = 6
_RULES = 12
# Groups and times told one by one.
_GROUPS, _TIMES = 12, 3
# People with too few free times who are named.
_FEW = 3
# Shares are rounded to this part.
_PARTS = 10_000
# One share in a text: "30% first".
_SHARE = re.compile(r"(\d+(?:[.]\d+)?)\s*%?\s+(.+)")


@dataclass(frozen=True)
class Spread(Rule):
    """The values of a column are spread evenly over the groups.

    In every group, the number of people with a value differs from (people with the value) x (group size) / N by less
    than 1; with a weight, if possible. Empty cells are no value; several answers, separated by semicolons, count one by
    one; numbers are cut into bands of about as many people each if there are many different ones.

    Attributes
    ----------
    column
        Heading of a column, or a question.
    reason
        Why; repeated in reports.
    weight
        What it costs if two people exchange their groups and make an even spread uneven, in people in their right
        group; costs grow with the square. None: the spread must be even.
    bands
        How many bands to cut numbers into; by default four if there are more than eight different ones.
    shares
        Values and the shares that every group should have of them, in place of everybody's shares: ``{"first": 0.3,
        "second": 0.7}``. They count in proportion to each other; a group has none of the values that are left out.

    Examples
    --------
    >>> Spread("gender", weight=1).words()
    '“gender” should be spread evenly over the groups (very strong)'
    >>> Spread.of("year=30% first, 70% second").words()
    'Every group has 30 % first and 70 % second in “year”'
    """

    column: str = named("column")
    reason: str = ""
    weight: float | None = field(default=None, kw_only=True)
    bands: int | None = field(default=None, kw_only=True)
    shares: Any = field(default=(), kw_only=True)

    forms: ClassVar = {
        "spread": Form(
            keys=("column", "weight", "bands", "shares", "reason"),
            example='["gender"]',
            asks=("column", "bands", "shares", "weight"),
            words=("spread evenly", "mix", "verteilen", "gleichmässig verteilen", "mischen"),
        )
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.bands is not None and (type(self.bands) is not int or self.bands < 2):
            raise InputError(Message("rules-few-bands", got=repr(self.bands)))
        self._set(shares=_read_shares(self.shares))

    @classmethod
    def of(cls, text: str, **options: Any) -> Spread:
        """Return the rule for a column, or for a text such as "year=30% first, 70% second"."""
        column, sign, shares = text.partition("=")
        return cls(column.strip(), shares=shares, **options) if sign else cls(text, **options)

    @property
    def is_wish(self) -> bool:
        return False

    def find_fault(self, cells: Sequence[str]) -> Message | None:
        if self.bands and as_numbers(cells) is None:
            return Message("rules-why-bands")
        there = {normalise(value) for _, values in self._values(cells) for value in values}
        unknown = [value for value, _ in self.shares if normalise(value) not in there]
        return Message("rules-why-shares", values=quoted(unknown)) if unknown else None

    def sentence(self) -> Message:
        if not self.shares:
            return self.must_or_should("rules-spread", column=self.column)
        return self.must_or_should("rules-shares", column=self.column, shares=join(self._tell_shares(), "and"))

    def _tell_shares(self) -> list[str | Message]:
        total = sum(share for _, share in self.shares)
        return [
            Message("rules-share", percent=show_short(100 * share / total), value=value) for value, share in self.shares
        ]

    @property
    def shown_shares(self) -> str:
        """What a form shows for the shares."""
        return ", ".join(f"{show_short(share)} % {value}" for value, share in self.shares)

    def to_plain(self) -> dict[str, Any]:
        return super().to_plain() | ({"shares": dict(self.shares)} if self.shares else {})

    def traits(self, cells: Sequence[str]) -> list[Trait]:
        """Return the column as traits: one or, where people gave several answers, one for each answer."""
        # Two people who exchange their groups, from an even spread, change four counts by one: that is the weight.
        price = 0.0 if self.weight is None else self.weight / 4
        return [
            Trait(codes, values, self.is_hard, np.zeros(len(values), dtype=bool), price, self._given(values))
            for codes, values in self._values(cells)
        ]

    def _given(self, values: tuple[str, ...]) -> Array | None:
        """Return whole numbers in proportion to the given shares of the values, (V,); None if none are given."""
        if not self.shares:
            return None
        shares = {normalise(value): share for value, share in self.shares}
        parts = np.round([shares.get(normalise(value), 0.0) * _PARTS for value in values]).astype(np.int64)
        reduced: Array = parts // np.gcd.reduce(parts)
        return reduced

    def _values(self, cells: Sequence[str]) -> list[tuple[Array, tuple[str, ...]]]:
        numbers = as_numbers(cells)
        if numbers is not None and (self.bands or len(np.unique(numbers[~np.isnan(numbers)])) > _MOST_NUMBERS):
            return [band_numbers(numbers, self.bands or _BANDS)]
        if any(";" in cell for cell in cells):
            return split_values(cells)
        return [code_values(cells)]

    def is_met(self, at: Groups) -> bool:
        return at.keep(replace(self, weight=None))

    def outcome(self, at: Groups) -> Message:
        if self.is_hard:
            return super().outcome(at)
        return Message("rules-even" if self.is_met(at) else "rules-uneven")

    @classmethod
    def tell_outcomes(cls, rules: Sequence[Self], at: Groups) -> list[Message]:
        told = [rule._tell_counts(at) for rule in rules[:_RULES]]
        return told + [Message("decision-spread-more", count=len(rules) - _RULES)] * (len(rules) > _RULES)

    def _tell_counts(self, at: Groups) -> Message:
        """Return how many people with each value are in the groups."""
        sizes = np.array(list(at.sizes.values()))
        if self.shares:
            return self._tell_against_shares(at, sizes)
        found: list[tuple[float, Message]] = []
        for trait in self.traits(at.scope.columns[self.column]):
            for v, (value, total) in enumerate(zip(trait.values, trait.totals.tolist(), strict=True)):
                counts = count_groups(at.labels[None, trait.codes == v], len(sizes))[0]
                fair = total * sizes / len(at.labels)
                uneven = float((np.abs(counts - fair) > 1 - 1e-9).any())
                # One person is spread evenly wherever they are.
                if (n_people := total // at.scope.places.each) > 1:
                    facts = {"here": _range(counts, counts), "total": n_people, "value": clip(value)}
                    facts |= {"fair": _range(np.floor(fair), np.ceil(fair))} if uneven else {}
                    found.append((-uneven, Message(f"decision-spread-{'uneven' if uneven else 'one'}", **facts)))
        column = clip(self.column)
        if not found:
            return Message("decision-spread-none", column=column)
        found.sort(key=lambda pair: pair[0])
        words = [told for _, told in found[:_VALUES]]
        if len(found) > _VALUES:
            words.append(Message("decision-spread-rest", count=len(found) - _VALUES))
        return Message("decision-spread", counts=join(words, "and"), column=column)

    def _tell_against_shares(self, at: Groups, sizes: Array) -> Message:
        """Return the least and the largest share that a group has of each value."""
        (trait,) = self.traits(at.scope.columns[self.column])
        told: list[str | Message] = []
        for v, value in enumerate(trait.values[:_VALUES]):
            counts = count_groups(at.labels[None, trait.codes == v], len(sizes))[0]
            here = np.round(100 * counts[sizes > 0] / sizes[sizes > 0]).astype(int)
            wanted = show_short(100 * float(trait.wanted[v]) / trait.among)
            told.append(Message("decision-share", here=_range(here, here), wanted=wanted, value=clip(value)))
        return Message("decision-shares", shares=join(told, "and"), column=clip(self.column))

    def add_to(self, build: Builder) -> None:
        build.traits += self.traits(build.scope.columns[self.column])

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        columns = row.columns(title_of(kind), "column")
        return [cls.of(column, reason=row.reason, weight=row.number) for column in columns]


@dataclass(frozen=True)
class NotAlone(Rule):
    """No group has exactly one person with the value in the column; None: with any of its values.

    Examples
    --------
    >>> NotAlone("gender", "woman").words()
    'Nobody is the only one in their group with “gender” = “woman”'
    """

    column: str = named("column")
    value: str | None = named("value", default=None)
    reason: str = ""

    forms: ClassVar = {
        "not_alone": Form(
            keys=("column", "value", "reason"),
            example='["gender", ["gender", "f"]]',
            asks=("column", "value"),
            words=("notalone", "never alone", "nicht allein", "nie allein"),
        )
    }

    def sentence(self) -> Message:
        if self.value is None:
            return Message("rules-not-alone", column=self.column)
        return Message("rules-not-alone-value", column=self.column, value=self.value)

    def trait(self, cells: Sequence[str]) -> Trait:
        """Return the column, with the values that must not be alone."""
        codes, values = code_values(cells)
        lonely = [self.value is None or normalise(value) == normalise(self.value) for value in values]
        return Trait(codes, values, spread=False, lonely=np.array(lonely))

    def is_met(self, at: Groups) -> bool:
        return at.keep(self)

    def add_to(self, build: Builder) -> None:
        build.traits.append(self.trait(build.scope.columns[self.column]))

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        row.refuse_weight(title_of(kind))
        for thing in row.columns(title_of(kind), "value"):
            column, sign, value = thing.partition("=")
            yield cls(column.strip(), value.strip() if sign else None, row.reason)

    @classmethod
    def from_entry(cls, kind: str, item: Any, owner: str | None = None) -> Rule:
        if isinstance(item, list | tuple) and len(item) == 2:
            return cls(*item)
        return super().from_entry(kind, item, owner)

    def to_entry(self) -> Any:
        return super().to_entry() if self.value is None or self.reason else [self.column, self.value]


@dataclass(frozen=True)
class CommonTimes(Rule):
    """The members of every group share a minimum number of free times.

    Attributes
    ----------
    column
        Heading of a column, or a question, whose cells list the times that suit a person, separated by semicolons or
        else by commas. An empty cell means that any time will do.
    common
        How many times must suit all members of a group.
    reason
        Why; repeated in reports.

    Examples
    --------
    >>> CommonTimes("When are you free?", 2).words()
    'The members of every group share at least 2 free times in “When are you free?”'
    """

    column: str = named("column")
    common: int = 1
    reason: str = ""

    forms: ClassVar = {
        "common_times": Form(
            keys=("column", "common", "reason"),
            example='{ column = "When are you free?", common = 2 }',
            words=("free times", "gemeinsame zeiten", "freie zeiten"),
        )
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.common) is not int or self.common < 1:
            raise InputError(Message("rules-common", got=repr(self.common)))

    def find_heading(self, columns: Columns) -> str | None:
        # The column of one time means all columns of times.
        return listing_column(self.column, columns)

    def sentence(self) -> Message:
        return Message("rules-common-times", column=self.column, count=self.common)

    def meeting(self, cells: Sequence[str]) -> Meeting:
        """Return the column of free times; people who name none are free at any time."""
        given = split_values(cells, ";" if any(";" in cell for cell in cells) else ",")
        busy = np.array([codes < 0 for codes, _ in given])
        return Meeting(tuple(value for _, (value,) in given), busy & ~busy.all(axis=0), self.common)

    def is_met(self, at: Groups) -> bool:
        return at.keep(self)

    @classmethod
    def tell_outcomes(cls, rules: Sequence[Self], at: Groups) -> list[Message]:
        return [rule._tell_times(at) for rule in rules]

    def _tell_times(self, at: Groups) -> Message:
        """Return the times that suit all members of each group."""
        meeting, groups = self.meeting(at.scope.columns[self.column]), at.scope.groups
        told: list[str | Message] = []
        for g, group in enumerate(groups[:_GROUPS]):
            suits = zip(meeting.times, meeting.busy, strict=True)
            shared = [time for time, busy in suits if not busy[at.labels == g].any()]
            told.append(Message("decision-times-one", group=group, times=join_some(shared, _TIMES)))
        told += ["…"] if len(groups) > _GROUPS else []
        return Message("decision-times", groups=join(told, "semicolon"))

    def why_impossible(self, scope: Scope) -> Message | None:
        """Return who has fewer free times than a group must share."""
        free = (~self.meeting(scope.columns[self.column]).busy).sum(axis=0)
        few = [
            Message("rules-few-times", person=scope.people[n // scope.places.each], count=free[n])
            for n in np.flatnonzero(free < self.common)[:: scope.places.each]
        ]
        return Message("rules-stop", sentence=join_some(few, _FEW)) if few else None

    def add_to(self, build: Builder) -> None:
        build.meetings.append(self.meeting(build.scope.columns[self.column]))

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        row.refuse_weight(title_of(kind))
        for thing in row.columns(title_of(kind), "number"):
            column, _, number = thing.rpartition("=")
            known = bool(column) and number.strip().isdigit()
            yield cls(*((column.strip(), int(number)) if known else (thing, 1)), row.reason)

    def to_plain(self) -> dict[str, Any]:
        return {"column": self.column, "common": self.common} | super().to_plain()


def _read_shares(given: Any) -> tuple[tuple[str, float], ...]:
    """Return values and their shares from a mapping, pairs, or a text such as "30% first, 70% second"."""
    if isinstance(given, str):
        parts = [part.strip() for part in given.replace(";", ",").split(",") if part.strip()]
        found = [_SHARE.fullmatch(part) for part in parts]
        if not all(found):
            raise InputError(Message("rules-shares-unreadable", text=clip(given)))
        given = [(one[2].strip(), float(one[1].replace(",", "."))) for one in found if one]
    pairs = list(given.items() if isinstance(given, Mapping) else given or ())
    shares = [(str(value).strip(), share) for value, share in pairs]
    usable = all(isinstance(share, int | float) and not isinstance(share, bool) and share >= 0 for _, share in shares)
    if shares and not (usable and 0 < sum(share for _, share in shares) < np.inf):
        raise InputError(Message("rules-shares-unreadable", text=clip(str(dict(shares)))))
    return tuple((value, float(share)) for value, share in shares)


def _range(least: Array, most: Array) -> Message:
    return tell_count(int(least.min()), int(most.max()))
