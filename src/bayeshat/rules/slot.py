"""Time slots: groups that are held at the same time, so that nobody can be in two of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from ..errors import InputError
from ..tables.text import clip
from ..words.message import Message
from .row import Row
from .rule import Form, Rule, list_names, named, title_of
from .scope import Builder, Groups


@dataclass(frozen=True)
class Slot(Rule):
    """These groups are held at the same time, where people are in several groups.

    A workshop that is named in two slots is held in both, and nobody gets it twice.

    Attributes
    ----------
    name
        What the time is called.
    groups
        The groups that are held then.
    reason
        Why; repeated in reports.
    is_repeated
        Whether the groups are one workshop that is held at several times. The program writes such rules itself.

    Examples
    --------
    >>> Slot("Morning", ("Pottery", "Chess")).words()
    'Pottery and Chess are at the same time (Morning)'
    """

    name: str
    groups: tuple[str, ...] = named("group", many=True, least=1)
    reason: str = ""
    is_repeated: bool = field(default=False, compare=False, kw_only=True)

    forms: ClassVar = {
        "slot": Form(
            keys=("groups", "reason"),
            example='{ Morning = ["Pottery", "Chess"] }',
            owner="name",
            words=("slots", "time slot", "at the same time", "zeitfenster", "zeit", "gleichzeitig"),
        )
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.name, str) or not self.name.strip():
            raise InputError(Message("rules-slot-nameless", groups=list_names(self.groups, "and")))
        if not self.groups:
            raise InputError(Message("rules-slot-empty", slot=clip(self.name)))

    @property
    def automatic(self) -> bool:
        # It says when groups are held; nobody asks for it to be kept.
        return True

    @classmethod
    def of(cls, text: str) -> Slot:
        """Return the rule for a text such as "Morning=Pottery; Chess"."""
        name, sign, groups = text.partition("=")
        if not sign:
            raise InputError(Message("rules-slot-unreadable", text=clip(text)))
        return cls(name.strip(), tuple(group.strip() for group in groups.split(";") if group.strip()))

    def sentence(self) -> Message:
        if self.is_repeated:
            return Message("rules-slot-repeated", workshop=self.name)
        if len(self.groups) == 1:
            return Message("rules-slot-one", group=self.groups[0], slot=self.name)
        return Message("rules-slot", groups=list_names(self.groups, "and"), slot=self.name)

    def is_met(self, at: Groups) -> bool:
        return at.keep(self)

    def add_to(self, build: Builder) -> None:
        (build.repeats if self.is_repeated else build.slots).append(build.scope.among(self.groups))

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        row.refuse_weight(title_of(kind))
        yield cls(row.what, row.people, row.reason)
