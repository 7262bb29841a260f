"""One row of a table of rules, and what its cells must hold."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import InputError
from ..tables.text import is_blank, normalise, quote
from .rule import STRENGTHS, Form

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
                f'A weight must be a number, {", ".join(STRENGTHS)}, empty or "must"; got {quote(self.weight)}. '
                "Write e.g. 0.5."
            ) from None

    def wish_weight(self, form: Form, usual: float) -> float:
        """Return the weight of a rule that cannot be a must, or the usual one."""
        if normalise(self.weight) in _MUST:
            raise InputError(
                f"{form.title} must have a number as its weight; got {quote(self.weight)}. If it must hold, write "
                f"{form.must}."
            )
        number = self.number
        return usual if number is None else number

    def refuse_weight(self, title: str) -> None:
        """Refuse a weight of a rule that always holds."""
        if self.number is not None:
            raise InputError(f"{title} always holds, so it takes no weight; got {quote(self.weight)}. Empty the cell.")

    def somebody(self) -> tuple[str, ...]:
        """Return the people, at least one."""
        if not self.people:
            raise InputError(
                "The column who must name somebody; got nobody. Write one name, or several separated by semicolons."
            )
        return self.people

    def company(self) -> tuple[str, ...]:
        """Return the people, in whichever cell they stand."""
        people = self.people + self.things
        if len(people) == 1 and _JOINED.search(people[0]):
            raise InputError(
                f"People must be separated by semicolons, since names may contain commas; got {quote(people[0])}. "
                "Write e.g. Ann Lee; Bo Ray."
            )
        return people

    def something(self, what: str) -> tuple[str, ...]:
        """Return the names in the cell `what`, at least one."""
        if not self.things:
            raise InputError(f"The column what must name {what}; got nothing. Fill it in.")
        return self.things

    def columns(self, title: str, what: str) -> tuple[str, ...]:
        """Return the columns of a rule that names no people."""
        if self.who:
            raise InputError(
                f"{title} must not name people; got {quote(self.who)}. Write the column's heading under what."
            )
        return self.something(what)


def _split(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";") if part.strip())
