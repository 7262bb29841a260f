"""A quick assignment that spreads values evenly: people are dealt out like cards, then exchanged."""

from __future__ import annotations

import numpy as np

from ...rules.constraints import Constraints
from ..kernels._deal_numba import exchange_until_even

Array = np.ndarray

# Exchanges tried per person, and in all.
_STEPS, _MOST_STEPS = 2000, 20_000_000


def deal_out(constraints: Constraints, sizes: Array, *, soft: bool = False) -> Array | None:
    """Return an assignment with groups of these sizes (G,) that keeps to all rules, (N,); None if none was found.

    It is for rules about columns that are spread, with or without rules about sizes: there it nearly always finds one,
    and far sooner than an integer program. With other rules it does not try. With ``soft`` true, columns that should be
    spread if possible are treated as those that must.
    """
    spread = tuple(trait for trait in constraints.traits if trait.spread or (soft and trait.price > 0))
    simple = constraints.allowed.all() and not (constraints.together or constraints.apart or constraints.meetings)
    if not simple or any(trait.lonely.any() for trait in constraints.traits) or sizes.sum() != constraints.n_people:
        return None
    begin = np.concatenate([[0], np.cumsum(sizes)])
    # People of the same values follow each other, and so are dealt out to different groups.
    slots = np.empty(constraints.n_people, np.int64)
    slots[_turns(sizes)] = np.lexsort([np.arange(len(slots)), *(trait.codes for trait in spread)])
    first = np.concatenate([[0], np.cumsum([len(trait.totals) for trait in spread])])
    shifted = [np.where(trait.codes >= 0, trait.codes + at, -1) for trait, at in zip(spread, first[:-1], strict=True)]
    values = np.array(shifted, np.int64).reshape(len(spread), len(slots))
    totals = np.concatenate([np.zeros(0, np.int64), *(trait.totals for trait in spread)])
    even = exchange_until_even(
        values, totals, begin, slots, min(_STEPS * len(slots), _MOST_STEPS), np.random.default_rng(0)
    )
    labels = np.empty(len(slots), np.int64)
    labels[slots] = np.repeat(np.arange(len(sizes)), sizes)
    return labels if even and not constraints.broken(labels) else None


def _turns(sizes: Array) -> Array:
    """Return the order in which the places of groups, listed one group after the other, are filled in turn."""
    share = np.concatenate([(np.arange(size) + 0.5) / size for size in sizes.tolist()])
    return np.argsort(share, kind="stable")
