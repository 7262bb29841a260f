"""How settled a result's groups are, in words: who could go either way, and the other ways to group its people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...engine.uncertainty.changes import list_exchanges, tell_exchanges
from ...engine.uncertainty.uncertainty import Uncertainty, count_settled
from ...words.message import Message, join_names
from ...words.phrases import tell_share

Array = np.ndarray

# People named in a sentence, and changes told of a way.
_NAMED, _TOLD = 12, 6


@dataclass(frozen=True)
class Way:
    """One of the main ways to group a result's people.

    Attributes
    ----------
    number
        Its number, from 1: the groups as they were sorted.
    weight
        How likely it is to be the one closest to the truth.
    changes
        What it changes in the groups as they were sorted, in sentences.
    here
        Whether the board shows it now.
    """

    number: int
    weight: float
    changes: tuple[Message, ...]
    here: bool


@dataclass(frozen=True)
class SettledGroups:
    """How settled a result's groups are.

    Attributes
    ----------
    words
        Who is settled and who is not, in sentences; once people were moved by hand, that they were.
    ways
        The main ways to group these people; the first is how they were sorted.
    n_free
        How many people could have been in other groups: all but those with a fixed place.
    """

    words: tuple[Message, ...]
    ways: tuple[Way, ...]
    n_free: int

    @property
    def is_short(self) -> bool:
        """Whether the ways are told in a few lines."""
        return sum(len(way.changes) for way in self.ways) <= _TOLD


def tell_settled_groups(
    settled: Uncertainty,
    levels: Array,
    labels: Sequence[int],
    names: Sequence[str],
    groups: Sequence[str | Message],
) -> SettledGroups:
    """Return how settled a result's groups are.

    Parameters
    ----------
    settled
        What was measured when it was sorted.
    levels, labels
        How sure everybody's place is now, as positions in ``SETTLED_WORDS``, and everybody's group.
    names, groups
        Names of the people, and of the groups.
    """
    first = settled.alternatives[0].labels
    is_sorted = bool((first == np.asarray(labels)).all())
    # What keeps people away from a better group is known only while nobody has moved them.
    elsewhere = "settled-elsewhere" if is_sorted else "settled-elsewhere-by-hand"
    told = _tell_people(levels, settled.sure_core.level, names, elsewhere, settled.n_free < len(names))
    # That people stay who are locked, or were there before latecomers were placed, says nothing.
    n_fixed = len(names) - settled.n_free
    if settled.n_free <= 1 and n_fixed:
        told.append(Message("settled-fixed", free=settled.n_free))
    elif is_sorted:
        message = "settled-stay-again" if settled.staying_from == "answers" else "settled-stay"
        told.append(Message(message, share=tell_share(settled.share_staying), fixed=n_fixed))
    if not is_sorted:
        told.append(Message("settled-by-hand"))
    ways = tuple(
        Way(
            number,
            way.weight,
            tuple(tell_exchanges(list_exchanges(first, way.labels), names, groups, _TOLD)),
            bool((way.labels == np.asarray(labels)).all()),
        )
        for number, way in enumerate(settled.alternatives, 1)
    )
    return SettledGroups(tuple(told), ways, settled.n_free)


def _tell_people(levels: Array, level: float, names: Sequence[str], elsewhere: str, any_fixed: bool) -> list[Message]:
    """Return who is settled and who is not; `elsewhere` is the message for those who would fit better elsewhere."""
    settled, leaning, either_way, better_elsewhere = (np.flatnonzero(levels == word).tolist() for word in range(4))
    told = [count_settled(len(settled), len(names), level, any_fixed)]
    if leaning:
        told.append(Message("settled-leaning", count=len(leaning)))
    for message, some in (("settled-open", either_way), (elsewhere, better_elsewhere)):
        if some:
            who = join_names([names[n] for n in some], _NAMED)
            told.append(Message(message, count=len(some), names=who))
    return told


def tell_kept_counts(about: Mapping[str, Any] | None) -> Message | None:
    """Return the same of what is kept of a result; None if nothing is."""
    return (
        None
        if not about
        else count_settled(about["counts"][0], sum(about["counts"]), about["settled_from"], about["any_fixed"])
    )
