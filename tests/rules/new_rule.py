"""A rule of a kind that only tests know."""

from dataclasses import dataclass

import numpy as np

from bayeshat.rules.rule import Form, Rule, named, title_of
from bayeshat.tables.text import normalise
from bayeshat.words.message import Message


@dataclass(frozen=True)
class Seniors(Rule):
    """No two people with this value are in one group."""

    column: str = named("column")
    value: str = named("value")
    reason: str = ""

    forms = {  # noqa: RUF012
        "seniors": Form(
            keys=("column", "value", "reason"),
            example='{ column = "year", value = "4" }',
            words=("elders",),
            asks=("column", "value"),
        )
    }

    @classmethod
    def verb(cls, kind):
        return Message("seniors-verb", "are each in a group of their own")

    def sentence(self):
        return Message("seniors", f"No group has two people with {self.column} = {self.value}")

    def is_met(self, at):
        return at.keep(self)

    def add_to(self, build):
        cells = map(normalise, build.scope.columns[self.column])
        build.apart.append(np.flatnonzero([cell == normalise(self.value) for cell in cells]))

    @classmethod
    def from_row(cls, kind, row):
        row.refuse_weight(title_of(kind))
        for thing in row.columns(title_of(kind), "value"):
            column, _, value = thing.partition("=")
            yield cls(column.strip(), value.strip(), row.reason)
