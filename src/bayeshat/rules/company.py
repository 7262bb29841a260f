"""Rules about people who belong together, and people who must be apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from ..errors import InputError
from ..tables.text import quoted
from ..tables.toml import describe
from ..words.message import Message
from .row import Row
from .rule import Form, Rule, list_names, named
from .scope import Builder, Groups


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
        return len(set(map(at.of, self.people))) == 1

    def add_to(self, build: Builder) -> None:
        if self.weight is None:
            build.together.append(build.members(self.people))
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
        return len(set(map(at.of, self.people))) == len(self.people)

    def add_to(self, build: Builder) -> None:
        if self.weight is None:
            build.apart.append(build.members(self.people))
        else:
            build.part(self.people, self.weight)
