"""A fast assignment that spreads values evenly: people are dealt out like cards, then exchanged."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...rules.constraints import Constraints
from ..kernels._deal_numba import exchange_until_even

Array = np.ndarray

# Exchanges to try for each person.
_EXCHANGES_PER_PERSON = 2000
# Exchanges to try in total.
_MAX_EXCHANGES = 20_000_000


def deal_out(constraints: Constraints, sizes: Array, *, soft: bool = False) -> Array | None:
    """Return an assignment with groups of these sizes (G,) that meets all rules, (N,); None if none was found.

    It handles only rules about spreading columns and about sizes; with others it hardly finds any. It nearly always
    finds an assignment, much faster than an integer program. With ``soft``, it also spreads the columns that should be
    spread if possible.
    """
    spread = tuple(trait for trait in constraints.traits if trait.spread or (soft and trait.price > 0))
    simple = constraints.allowed.all() and not (constraints.together or constraints.apart or constraints.meetings)
    simple = simple and not any(trait.lonely.any() or trait.given is not None for trait in constraints.traits)
    if not simple or sizes.sum() != constraints.n_people:
        return None
    begin = np.concatenate([[0], np.cumsum(sizes)])
    # People with the same values come one after the other, so they are dealt to different groups.
    slots = np.empty(constraints.n_people, np.int64)
    slots[_turns(sizes)] = np.lexsort([np.arange(len(slots)), *(trait.codes for trait in spread)])
    values, totals = number_values([(trait.codes, trait.totals) for trait in spread], constraints.n_people)
    even = exchange_until_even(
        values, totals, begin, slots, min(_EXCHANGES_PER_PERSON * len(slots), _MAX_EXCHANGES), np.random.default_rng(0)
    )
    labels = np.empty(len(slots), np.int64)
    labels[slots] = np.repeat(np.arange(len(sizes)), sizes)
    return labels if even and not constraints.broken(labels) else None


def number_values(columns: Sequence[tuple[Array, Array]], n_people: int) -> tuple[Array, Array]:
    """Return everybody's values in several columns, numbered one column after the other, and how many have each value.

    A column is given in the same form: everybody's code, (N,), or -1, and how many people have each value, (V,).
    """
    values, totals = np.empty((len(columns), n_people), np.int64), np.zeros(0, np.int64)
    for own, (codes, counts) in zip(values, columns, strict=True):
        own[:] = np.where(codes >= 0, codes + len(totals), -1)
        totals = np.append(totals, counts)
    return values, totals


def _turns(sizes: Array) -> Array:
    """Return the order that fills the groups' places in turn; places are listed one group after the other."""
    share = np.concatenate([(np.arange(size) + 0.5) / size for size in sizes.tolist()])
    return np.argsort(share, kind="stable")
