"""The order in which people's choices are granted, said in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..errors import InputError
from ..tables.text import clip, normalise
from ..words.message import Message
from .row import Row
from .rule import Form, Rule, title_of
from .scope import Builder, Groups

Array = np.ndarray

# The orders, as people write them; the first is the usual one.
FIRST, NOBODY, AVERAGE = ORDERS = ("first choices", "nobody badly", "average")
# What else people write for them.
_WORDS = {
    "first": FIRST,
    "as many first choices as possible": FIRST,
    "erste wünsche": FIRST,
    "erstwünsche": FIRST,
    "nobody should do badly": NOBODY,
    "nobody": NOBODY,
    "niemand schlecht": NOBODY,
    "niemand soll schlecht wegkommen": NOBODY,
    "on average": AVERAGE,
    "as good as possible on average": AVERAGE,
    "durchschnitt": AVERAGE,
    "im durchschnitt": AVERAGE,
}


@dataclass(frozen=True)
class Fair(Rule):
    """In which order choices are granted, where groups are made by choices.

    Attributes
    ----------
    order
        "first choices": as many people as possible get their first choice; of all ways to do that, as many as possible
        their second one, and so on. "nobody badly": as few as possible get none of their choices; of all ways to do
        that, as few as possible get their last one, and so on up. "average": the choices that people get are as good as
        possible on average; none of theirs counts as one after the last.
    reason
        Why; repeated in reports.

    Examples
    --------
    >>> Fair("nobody should do badly").words()
    'Nobody should do badly: the worst choices that people get are as good as possible'
    """

    order: str
    reason: str = ""

    forms: ClassVar = {
        "fair": Form(
            keys=("order", "reason"),
            example='"nobody badly"',
            words=("fairness", "order of choices", "reihenfolge"),
        )
    }

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set(order=read_order(self.order))

    @property
    def automatic(self) -> bool:
        # It says how wishes are weighed; nothing keeps or breaks it.
        return True

    def sentence(self) -> Message:
        return Message(f"rules-fair-{self.order.split()[0]}")

    def is_met(self, at: Groups) -> bool:
        return True

    def add_to(self, build: Builder) -> None:
        """Add nothing: it is about the costs of wishes."""

    @classmethod
    def from_row(cls, kind: str, row: Row) -> Iterable[Rule]:
        row.refuse_weight(title_of(kind))
        yield cls(row.what or row.who, row.reason)


def read_order(text: str) -> str:
    """Return the order that somebody names, or refuse it.

    Examples
    --------
    >>> read_order(" Nobody should do badly "), read_order("average")
    ('nobody badly', 'average')
    """
    plain = normalise(text).rstrip(".") if isinstance(text, str) else ""
    found = _WORDS.get(plain, plain)
    if found not in ORDERS:
        raise InputError(Message("rules-fair-unknown", got=clip(str(text))))
    return found


def order_of(rules: Iterable[Rule]) -> str:
    """Return the order that rules name; the usual one if they name none."""
    named = {rule.order for rule in rules if isinstance(rule, Fair)}
    if len(named) > 1:
        raise InputError(Message("rules-fair-twice"))
    return next(iter(named), FIRST)


def aims_of(choices: Sequence[Array], order: str) -> list[Array]:
    """Return what to maximise, (N, G) each, in this order: ties of the first are broken by the second, and so on.

    Parameters
    ----------
    choices
        (N, G) the weight of the wish that each place grants: of first choices, then of second ones, and so on.
    order
        One of ``ORDERS``.

    Examples
    --------
    >>> first, second = np.array([[1.0, 0.0, 0.0]]), np.array([[0.0, 1.0, 0.0]])
    >>> [aim.tolist() for aim in aims_of([first, second], "nobody badly")]
    [[[1.0, 1.0, 0.0]], [[1.0, 0.0, 0.0]]]
    >>> aims_of([first, second], "average")[0].tolist()
    [[1.0, 0.5, 0.0]]
    """
    if order == FIRST or not len(choices):
        return list(choices)
    # Those who get at least their third choice, at least their second, at least their first.
    reached = list(np.cumsum(choices, axis=0))[::-1]
    return reached if order == NOBODY else [sum(reached, np.zeros_like(reached[0])) / len(choices), *reached]
