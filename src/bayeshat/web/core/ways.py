"""How settled a result's groups are: who could go either way, and the other ways to group its people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...engine.uncertainty.changes import list_exchanges, tell_exchanges
from ...engine.uncertainty.uncertainty import Uncertainty, tell_settled
from ...words.message import Message

Array = np.ndarray

# Changes told of a way.
_TOLD = 6


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
        """Whether the ways fit into a few lines."""
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
    n_fixed = len(names) - settled.n_free
    told = tell_settled(levels, settled.sure_core.level, names, any_fixed=n_fixed > 0, by_hand=not is_sorted)
    # That people stay who are locked, or were there before latecomers were placed, says nothing.
    if settled.n_free <= 1 and n_fixed:
        told.append(Message("settled-fixed", free=settled.n_free))
    elif is_sorted:
        told.append(settled.staying_in_words())
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
