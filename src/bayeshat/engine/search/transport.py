"""The linear step without rules: everybody to the group that suits them best, at the wanted or the best sizes."""

from __future__ import annotations

import numpy as np

from ..kernels._transport_numba import open_prices, settle_people, transport
from ..kernels.arrays import TOLERANCE, SizeTerm, new_size_state, size_costs
from ..machines.machine import Machine

Array = np.ndarray

# With at most so many people everybody is repaired at once.
_FEW_PEOPLE = 3000
# People whose preferences set the prices.
_PRICE_SAMPLE = 2048
# Prices are corrected until no more people than this, or this share of them, are in groups that are too large.
_FEW, _SURPLUS = 64, 0.01
_CORRECTIONS = 6
# The exact repair looks at the people nearest to changing group: at most this share of them, five times as many, all.
_NEAREST = 0.05
# It begins with at least so many, and so many for each person to be shifted.
_NEAR_PEOPLE, _PER_SHIFT = 10_000, 20


class Transport:
    """Maximise the summed gains of everybody at given sizes; with ``resize`` go on to the sizes that are best.

    Prices decide for nearly everybody: each person takes the group with the largest gain less its price, which is
    optimal for the sizes that come out. The few people who are nearest to changing group are then shifted, exactly,
    until the sizes are right; if others turn out to be involved, more people are looked at.

    Parameters
    ----------
    term
        What the sizes cost.
    resize
        Whether sizes may change where that is better.
    """

    def __init__(self, term: SizeTerm, *, resize: bool = True) -> None:
        self.term, self.resize = term, resize
        self.prices = np.zeros(len(term.log_target))
        self.spare = new_size_state(len(term.log_target))

    def __call__(self, people: Machine, sizes: Array | None = None) -> float:
        """Put the best assignment on trial, at these sizes (None: the present ones); return what it gains."""
        wanted = people.sizes.copy() if sizes is None else sizes
        if people.n_people <= _FEW_PEOPLE:
            return self._place_few(people, wanted)
        self._place_many(people, wanted)
        old, new = size_costs(self.term, np.stack([people.sizes, people.trial_sizes]))
        return float(old - new) + people.trial_gain()

    def _place_few(self, people: Machine, wanted: Array) -> float:
        labels = people.labels_on_host()
        gain = transport(people.gains_of(), wanted, self.resize, self.term, self.spare, labels, self.prices)
        people.try_all(labels)
        return float(gain)

    def _place_many(self, people: Machine, wanted: Array) -> None:
        rows = _sample(people)
        surplus = self._set_prices(people, rows, wanted)
        opening = self.prices.copy()
        share = min(_NEAREST, max(_NEAR_PEOPLE, _PER_SHIFT * surplus) / people.n_people)
        for part in (share, 5 * share, 1.0):
            some, liking, groups = people.near(opening, _limit(rows, opening, part))
            state, prices, settled = new_size_state(len(wanted)), opening.copy(), groups.copy()
            state.sizes[:] = people.trial_sizes
            settle_people(liking, wanted, self.resize, self.term, state, settled, prices)
            people.try_groups(some, settled)
            if part == 1.0 or (people.least_gap(prices) > -TOLERANCE and self._are_met(state.sizes, wanted)):
                break
            people.try_groups(some, groups)
        self.prices = prices

    def for_nearest(self, people: Machine) -> tuple[Array, Transport]:
        """Return who is nearest to changing group, and a step for them alone, which keeps their sizes."""
        some, _, _ = people.near(self.prices, _limit(_sample(people), self.prices, _NEAREST))
        alone = Transport(self.term, resize=False)
        alone.prices = self.prices.copy()
        return some, alone

    def _set_prices(self, people: Machine, rows: Array, wanted: Array) -> int:
        """Set prices at which nearly as many choose each group as it has places; return how many are too many.

        The sample sets the prices. What it does not know, how many of everybody choose each group, then corrects the
        sizes that are asked of it.
        """
        asked, chosen = wanted, people.choose(self.prices)
        for attempt in range(_CORRECTIONS):
            if _surplus(chosen, wanted) <= max(_FEW, _SURPLUS * people.n_people):
                break
            if attempt > 0:
                asked = np.maximum(asked + wanted - chosen, 0)
            open_prices(rows, asked, self.prices, 6)
            chosen = people.choose(self.prices)
        return _surplus(chosen, wanted)

    def _are_met(self, sizes: Array, wanted: Array) -> bool:
        """Say whether the sizes are as wanted, or may differ; with too few candidates they may not be reached."""
        if self.resize and not self.term.fixed_sizes:
            return True
        if self.resize and self.term.free:
            sizes, wanted = np.sort(sizes), np.sort(wanted)
        return bool((sizes == wanted).all())


def _sample(people: Machine) -> Array:
    """Return the gains of the people whose preferences set the prices, (M, P)."""
    return people.gains_of(np.arange(0, people.n_people, max(1, people.n_people // _PRICE_SAMPLE)))


def _limit(rows: Array, prices: Array, share: float) -> float:
    """Return by how much people prefer a group at most, if this share of them are nearest to changing it."""
    if share == 1.0:
        return np.inf
    top = np.sort(rows[:, : len(prices)] - prices, axis=1)
    gaps = top[:, -1] - top[:, -2] if len(prices) > 1 else np.zeros(len(rows))
    nth = int(share * (len(gaps) - 1))
    return float(np.partition(gaps, nth)[nth])


def _surplus(sizes: Array, wanted: Array) -> int:
    """Return how many people are in groups that are too large."""
    return int(np.maximum(sizes - wanted, 0).sum())
