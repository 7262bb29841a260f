"""Wishes of people: groups, or a companion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

import numpy as np

from ..errors import InputError
from ..tables.text import clip
from ..words.message import Message, join
from .row import Row
from .rule import STRENGTHS, Form, Rule, named
from .scope import Builder, Groups

# What became of people's choices, as the ids of messages end.
_CHOICES, _LATER, _NONE = ("1", "2", "3"), "later", "none"


@dataclass(frozen=True)
class Wish(Rule):
    """What a person would like: groups, the best first, or else a companion.

    Attributes
    ----------
    person, groups, companion
        Names.
    weight
        What the wish is worth, in people in their right group; or "weak" (0.1), "normal" (0.25), "strong" (0.5).
    reason
        Why; repeated in reports.

    Examples
    --------
    >>> Wish("Ann", ("Ravenclaw", "Slytherin"), weight="strong").words()
    'Ann would like to be in Ravenclaw, then Slytherin (strong)'
    """

    person: str = named("person")
    groups: tuple[str, ...] = named("group", many=True, default=())
    companion: str | None = named("person", default=None)
    weight: float = STRENGTHS["normal"]
    reason: str = ""

    forms: ClassVar = {
        "wish": Form(
            keys=("groups", "weight", "reason"),
            example='{ Ann = "Gryffindor" }',
            owner="person",
            words=("wishes", "wunsch", "wünsche"),
            must="pin",
            asks=("person", "choices", "weight"),
        ),
        "companion": Form(
            keys=("companion", "weight", "reason"),
            example='{ Ann = "Bo" }',
            owner="person",
            words=("companions", "friend", "freund", "freundin"),
            must="together",
            asks=("person", "companion", "weight"),
        ),
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.groups) == (self.companion is not None):
            message = "rules-wish-both" if self.groups else "rules-wish-neither"
            raise InputError(Message(message, person=clip(self.person)))

    @property
    def kind(self) -> str:
        return "wish" if self.companion is None else "companion"

    @property
    def choices(self) -> tuple[str, ...]:
        return self.groups

    def sentence(self) -> Message:
        if self.companion is not None:
            return Message("rules-companion", person=self.person, companion=self.companion, strength=self.strength)
        return Message("rules-wish", person=self.person, groups=join(self.groups, "then"), strength=self.strength)

    def is_met(self, at: Groups) -> bool:
        if self.companion is None:
            return at.is_in(self.person, self.groups[:1])
        return set(at.of(self.person)) == set(at.of(self.companion))

    def outcome(self, at: Groups) -> Message:
        if self.companion is not None and not self.is_met(at):
            shared = set(at.of(self.person)) & set(at.of(self.companion))
            told = {"count": len(shared), "all": len(at.of(self.person))}
            return Message("rules-together-in", **told) if shared else Message("rules-not-granted")
        got = self.granted(at)
        if not got:
            return Message("rules-not-granted")
        if self.is_met(at) and len(at.of(self.person)) == 1:
            return Message("rules-granted")
        return Message("rules-choice", number=join(list(map(str, got)), "and"), count=len(self.groups))

    def granted(self, at: Groups) -> list[int]:
        """Return which of the choices the person got, counted from 1."""
        return [rank for rank, group in enumerate(self.groups, 1) if at.is_in(self.person, [group])]

    @classmethod
    def tell_outcomes(cls, rules: Sequence[Self], at: Groups) -> list[Message]:
        """Return how many people are in the group of their first, second, … choice."""
        choices = [rule for rule in rules if rule.groups]
        if all(len(rule.groups) == 1 for rule in choices):
            return []
        counts: Counter[str] = Counter()
        for rule in choices:
            places = [*_CHOICES, *[_LATER] * len(rule.groups)]
            counts.update([places[rank - 1] for rank in rule.granted(at)] or [_NONE])
        got = [how for how in (*_CHOICES, _LATER, _NONE) if counts[how]]
        told = join([Message(f"decision-got-{how}", count=counts[how]) for how in got])
        return [Message("decision-choices", count=len(choices), told=told)]

    def add_to(self, build: Builder) -> None:
        if self.companion is not None:
            build.part((self.person, self.companion), -self.weight)
        if self.groups:
            price = np.full(len(build.scope.groups), self.weight)
            for rank, name in enumerate(self.groups):
                price[build.scope.among([name])] = self.weight * rank / len(self.groups)
            build.cost[build.scope.own[self.person]] += price

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        weight = row.wish_weight(kind, cls.forms[kind].must, cls.weight)
        if kind == "wish":
            return [cls(person, row.things, weight=weight, reason=row.reason) for person in row.somebody()]
        companions = row.something("companion")
        return [
            cls(person, companion=companion, weight=weight, reason=row.reason)
            for person in row.somebody()
            for companion in companions
        ]
