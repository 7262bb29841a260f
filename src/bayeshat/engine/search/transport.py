"""The linear step without rules: the best group for everybody, at the wanted or the best sizes."""

from __future__ import annotations

import numpy as np

from ..kernels._transport_numba import open_prices, settle_people, transport
from ..kernels.arrays import TOLERANCE, SizeTerm, new_size_state, size_costs
from ..machines.machine import Machine

Array = np.ndarray

# Up to this many people, everybody takes part in the exact repair.
_MAX_PEOPLE_AT_ONCE = 3000
# People whose preferences set the prices.
_PRICE_SAMPLE_PEOPLE = 2048
# Prices are good enough if at most this many people are in groups that are too large ...
_MAX_SURPLUS_PEOPLE = 64
# ... or at most this share of everybody.
_MAX_SURPLUS_SHARE = 0.01
# Corrections of the prices.
_MAX_CORRECTIONS = 6
# The exact repair starts with the people nearest to changing group: at most this share of everybody. If they do not
# suffice, five times as many take part, then all.
_MAX_NEAREST_SHARE = 0.05
# People whom the exact repair starts with, unless that exceeds the share above.
_MIN_CANDIDATES = 10_000
# Such people for each person who must be shifted, with the same exception.
_CANDIDATES_PER_SHIFT = 20


class Transport:
    """Maximise the summed gains of everybody at given sizes and, with ``resize``, find the best sizes.

    Prices decide for nearly everybody: each person takes the group with the largest gain minus price, which is optimal
    for the resulting sizes. The few people nearest to changing group are then shifted, exactly, until the sizes are
    right. If that involves other people, more of them take part.

    Parameters
    ----------
    term
        The cost of sizes.
    resize
        Whether sizes may change if that is better.
    """

    def __init__(self, term: SizeTerm, *, resize: bool = True) -> None:
        self.term, self.resize = term, resize
        self.prices = np.zeros(len(term.log_target))
        self.spare = new_size_state(len(term.log_target))

    def __call__(self, people: Machine, sizes: Array | None = None) -> float:
        """Try the best assignment at these sizes (None: the present ones); return its gain."""
        wanted = people.sizes.copy() if sizes is None else sizes
        if people.n_people <= _MAX_PEOPLE_AT_ONCE:
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
        share = min(_MAX_NEAREST_SHARE, max(_MIN_CANDIDATES, _CANDIDATES_PER_SHIFT * surplus) / people.n_people)
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
        """Return the people nearest to changing group, and a step for only them, which keeps the sizes."""
        some, _, _ = people.near(self.prices, _limit(_sample(people), self.prices, _MAX_NEAREST_SHARE))
        alone = Transport(self.term, resize=False)
        alone.prices = self.prices.copy()
        return some, alone

    def _set_prices(self, people: Machine, rows: Array, wanted: Array) -> int:
        """Set prices at which each group is chosen by nearly the wanted number; return the surplus.

        A sample sets the prices. Then everybody chooses, and the difference from the wanted sizes corrects the sizes
        that the sample aims at.
        """
        asked, chosen = wanted, people.choose(self.prices)
        for attempt in range(_MAX_CORRECTIONS):
            if _surplus(chosen, wanted) <= max(_MAX_SURPLUS_PEOPLE, _MAX_SURPLUS_SHARE * people.n_people):
                break
            if attempt > 0:
                asked = np.maximum(asked + wanted - chosen, 0)
            open_prices(rows, asked, self.prices, 6)
            chosen = people.choose(self.prices)
        return _surplus(chosen, wanted)

    def _are_met(self, sizes: Array, wanted: Array) -> bool:
        """Say whether the sizes are the wanted ones, or need not be; too few candidates may not reach them."""
        if self.resize and not self.term.fixed_sizes:
            return True
        if self.resize and self.term.free:
            sizes, wanted = np.sort(sizes), np.sort(wanted)
        return bool((sizes == wanted).all())


def _sample(people: Machine) -> Array:
    """Return the gains of the people whose preferences set the prices, (M, P)."""
    return people.gains_of(np.arange(0, people.n_people, max(1, people.n_people // _PRICE_SAMPLE_PEOPLE)))


def _limit(rows: Array, prices: Array, share: float) -> float:
    """Return the quantile, at this share, of the people's preference for their group."""
    if share == 1.0:
        return np.inf
    top = np.sort(rows[:, : len(prices)] - prices, axis=1)
    gaps = top[:, -1] - top[:, -2] if len(prices) > 1 else np.zeros(len(rows))
    nth = int(share * (len(gaps) - 1))
    return float(np.partition(gaps, nth)[nth])


def _surplus(sizes: Array, wanted: Array) -> int:
    """Return how many people are in groups that are too large."""
    return int(np.maximum(sizes - wanted, 0).sum())
