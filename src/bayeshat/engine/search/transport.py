"""The linear step without rules: the best group for everybody, at the wanted or the best sizes."""

from __future__ import annotations

import math

import numpy as np

from ..kernels._transport_numba import balance_prices, settle_people, transport
from ..kernels.arrays import TOLERANCE, SizeTerm, new_size_state
from ..machines.machine import Machine

Array = np.ndarray

# Up to this many people, everybody takes part in the exact repair.
_MAX_PEOPLE_AT_ONCE = 3000
# People whose preferences set the first prices.
_PRICE_SAMPLE_PEOPLE = 2048
# With a larger share of everybody in groups that are too large, prices are set anew from the sample.
_MAX_SURPLUS_SHARE = 0.01
# Prices are good enough if this many people are in groups that are too large, or that share if it is less than 1000
# people: the exact repair moves them.
_MIN_SURPLUS_PEOPLE = 64
_MAX_SURPLUS_PEOPLE = 1000
# The same for many groups: people to move x groups squared, which the exact repair takes time for.
_MAX_REPAIR_WORK = 400_000
# Newton steps on the prices.
_MAX_NEWTON_STEPS = 24
# People near a boundary who are counted to find how many a change of price would move.
_MIN_COUNTED_PEOPLE = 64
# The exact repair starts with the people nearest to changing group: at most this share of everybody. If they do not
# suffice, five times as many take part, and so on.
_MAX_NEAREST_SHARE = 0.05
# People whom the exact repair starts with, unless that exceeds the share above.
_MIN_CANDIDATES = 10_000
# Such people for each person who must be shifted, with the same exception.
_CANDIDATES_PER_SHIFT = 20
# With this many candidates, people outside who would rather change are left to the next step.
_ENOUGH_CANDIDATES = 4_000_000


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

    def __call__(self, people: Machine, sizes: Array | None = None) -> float:
        """Try the best assignment at these sizes (None: the present ones); return its gain."""
        wanted = people.sizes.copy() if sizes is None else sizes
        place = self._place_few if people.n_people <= _MAX_PEOPLE_AT_ONCE else self._place_many
        return place(people, wanted)

    def _place_few(self, people: Machine, wanted: Array) -> float:
        everybody, labels = np.arange(people.n_people), people.labels_on_host()
        gains, state = people.gains_of(everybody), new_size_state(len(wanted))
        gain = transport(gains, wanted, self.resize, self.term, state, labels, self.prices)
        people.try_groups(everybody, labels)
        return float(gain)

    def _place_many(self, people: Machine, wanted: Array) -> float:
        rows = _sample(people)
        opening, chosen = self._balance(people, rows, wanted)
        n_candidates = max(_MIN_CANDIDATES, _CANDIDATES_PER_SHIFT * _surplus(chosen, wanted))
        n_candidates = min(n_candidates, math.ceil(_MAX_NEAREST_SHARE * people.n_people))
        while True:
            some, liking, groups = people.near(opening, _limit(rows, opening, n_candidates / people.n_people))
            low, term = people.window(
                int(min(chosen.min(), wanted.min())) - len(some) - 2,
                int(max(chosen.max(), wanted.max())) + len(some) + 2,
            )
            state, prices, settled = new_size_state(len(wanted)), opening.copy(), groups.copy()
            state.sizes[:] = chosen - low
            settle_people(liking, wanted - low, self.resize, term, state, settled, prices)
            people.try_groups(some, settled)
            reached, judged = state.sizes + low, people.judge(prices)
            content = judged.gap > -TOLERANCE or n_candidates >= _ENOUGH_CANDIDATES
            if n_candidates >= people.n_people or (content and self._are_met(reached, wanted)):
                break
            people.try_groups(some, groups)
            n_candidates *= 5
        self.prices = prices
        return judged.gain + people.size_cost(people.sizes) - people.size_cost(reached)

    def for_nearest(self, people: Machine) -> tuple[Array, Transport]:
        """Return the people nearest to changing group, and a step for only them, which keeps the sizes."""
        share = min(_MAX_NEAREST_SHARE, people.most_narrowed / people.n_people)
        some, _, _ = people.near(self.prices, _limit(_sample(people), self.prices, share))
        alone = Transport(self.term, resize=False)
        alone.prices = self.prices.copy()
        return some, alone

    def _balance(self, people: Machine, rows: Array, wanted: Array) -> tuple[Array, Array]:
        """Return prices at which each group is chosen by nearly the wanted number, and the sizes chosen at them.

        A sample sets the first prices, unless the present ones are good. Newton's method corrects them: its derivative,
        the people who change from one group to another per unit of price, is counted near the boundary between the two.
        """
        prices = self.prices.copy()
        typical = _limit(rows, prices, 0.02) or float(np.ptp(rows)) * 1e-6 or 1.0
        chosen, pairs = people.choose(prices, typical)
        if _surplus(chosen, wanted) > _MAX_SURPLUS_SHARE * people.n_people:
            balance_prices(rows, 1, wanted, prices, 6)
            typical = _limit(rows, prices, 0.02) or typical
            chosen, pairs = people.choose(prices, typical)
        most = min(_MAX_SURPLUS_PEOPLE, _MAX_REPAIR_WORK / len(wanted) ** 2)
        enough = max(_MIN_SURPLUS_PEOPLE, min(_MAX_SURPLUS_SHARE * people.n_people, most))
        scale, reach = typical, np.inf
        for _ in range(_MAX_NEWTON_STEPS):
            surplus = _surplus(chosen, wanted)
            if surplus <= enough:
                break
            rate = (pairs + pairs.T) / (2.0 * scale)
            step = np.linalg.lstsq(np.diag(rate.sum(axis=1)) - rate, (chosen - wanted).astype(float), rcond=1e-9)[0]
            step -= step.mean()
            longest = float(np.abs(step).max())
            if longest == 0.0:
                break  # nobody near a boundary can leave a group that is too large: the exact repair does it
            step *= min(1.0, reach / longest)
            least = _MIN_COUNTED_PEOPLE * scale / max(1, pairs.sum())
            scale = max(2.0 * min(longest, reach), least)
            new, new_pairs = people.choose(prices + step, scale)
            if _surplus(new, wanted) < surplus:
                prices, chosen, pairs, reach = prices + step, new, new_pairs, 2.0 * reach
            else:
                # The density of people varies too much at this scale: take a smaller one around the present prices.
                reach = min(longest, reach) / 4.0
                scale = max(2.0 * reach, least)
                chosen, pairs = people.choose(prices, scale)
            if not pairs.any():
                scale = typical
                chosen, pairs = people.choose(prices, scale)
        return prices, chosen

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
    if share >= 1.0:
        return np.inf
    top = np.sort(rows[:, : len(prices)] - prices, axis=1)
    gaps = top[:, -1] - top[:, -2] if len(prices) > 1 else np.zeros(len(rows))
    nth = int(share * (len(gaps) - 1))
    return float(np.partition(gaps, nth)[nth])


def _surplus(sizes: Array, wanted: Array) -> int:
    """Return how many people are in groups that are too large."""
    return int(np.maximum(sizes - wanted, 0).sum())
