"""One row of a table of rules, and what its cells must hold."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import InputError
from ..tables.text import clip, is_blank, normalise
from ..words.message import Message, join
from .rule import STRENGTHS, title_of

_MUST = ("must", "hard", "always", "muss")
_STRENGTHS = STRENGTHS | {"schwach": STRENGTHS["weak"], "stark": STRENGTHS["strong"]}
# What people write between two names instead of a semicolon.
_JOINED = re.compile(r",|&|/|\+|\n|\b(and|und|et)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """The cells of one row, without spaces around them; empty where the table has no such column."""

    rule: str = ""
    who: str = ""
    what: str = ""
    weight: str = ""
    reason: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """The names in the cell `who`."""
        return _split(self.who)

    @property
    def things(self) -> tuple[str, ...]:
        """The names in the cell `what`."""
        return _split(self.what)

    @property
    def number(self) -> float | None:
        """The weight; None if the rule must hold."""
        text = normalise(self.weight)
        if is_blank(text) or text in _MUST:
            return None
        try:
            return _STRENGTHS[text] if text in _STRENGTHS else float(text.replace(",", "."))
        except ValueError:
            raise InputError(
                Message("rules-weight-cell", words=join(list(STRENGTHS)), weight=clip(self.weight))
            ) from None

    def wish_weight(self, kind: str, must: str, usual: float) -> float:
        """Return the weight of a rule that cannot be a must, or the usual one."""
        if normalise(self.weight) in _MUST:
            raise InputError(Message("rules-weight-missing", rule=title_of(kind), weight=clip(self.weight), must=must))
        number = self.number
        return usual if number is None else number

    def refuse_weight(self, title: Message) -> None:
        """Refuse a weight of a rule that always holds."""
        if self.number is not None:
            raise InputError(Message("rules-weightless", rule=title, weight=clip(self.weight)))

    def somebody(self) -> tuple[str, ...]:
        """Return the people, at least one."""
        if not self.people:
            raise InputError(Message("rules-nobody"))
        return self.people

    def company(self) -> tuple[str, ...]:
        """Return the people, in whichever cell they stand."""
        people = self.people + self.things
        if len(people) == 1 and _JOINED.search(people[0]):
            raise InputError(Message("rules-semicolons", names=clip(people[0])))
        return people

    def something(self, what: str) -> tuple[str, ...]:
        """Return the names in the cell `what`, at least one; `what` says in errors what they are."""
        if not self.things:
            raise InputError(Message("rules-cell-empty", what=Message(f"rules-cell-{what}")))
        return self.things

    def columns(self, title: Message, what: str) -> tuple[str, ...]:
        """Return the columns of a rule that names no people."""
        if self.who:
            raise InputError(Message("rules-no-people", rule=title, names=clip(self.who)))
        return self.something(what)


def _split(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";") if part.strip())
