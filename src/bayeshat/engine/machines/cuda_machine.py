"""The passes of a descent on one GPU: draws, labels and gains stay there; only small tables are copied back."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._bit_planes import BitPlanes, check_device_memory
from ..._cuda import load_cupy
from ...errors import DeviceError
from ._bit_planes_cuda import Launcher

Array = np.ndarray

# Group numbers are bytes; the number 255 means no group.
MAX_GROUPS = 255
# People whose gains set the first prices.
_PRICE_SAMPLE_PEOPLE = 16384
# Prices are good enough if at most this many people are in groups that are too large: the exact repair moves them.
_MAX_REPAIRED_SURPLUS = 32
# Newton steps on the prices.
_MAX_NEWTON_STEPS = 24


class CudaMachine:
    """Everybody's draws, labels and gains on a GPU.

    Gains are float32 sums in blocks of 32, up to a constant for each person: only differences between groups count.
    Counts are exact.

    Parameters
    ----------
    draws
        The draws.
    n_groups
        G, from 2 to 255.
    """

    def __init__(self, draws: BitPlanes, n_groups: int) -> None:
        if not 2 <= n_groups <= MAX_GROUPS:
            raise DeviceError(
                f"device='cuda' sorts people into 2 to {MAX_GROUPS} groups; got {n_groups}. Leave device out."
            )
        self.draws, self.n_groups = draws, n_groups
        self._xp = load_cupy()
        n_people, quads = draws.n_people, -(-n_groups // 4)
        check_device_memory((16 * quads + 3) * n_people, f"the gains of {n_people} people", self._xp)
        self._run = Launcher(draws.n_planes, draws.n_clusters, n_groups)
        self._masks = self._xp.zeros((n_groups - 1, draws.words.shape[0]), np.uint32)
        self._gains = self._xp.zeros((quads, n_people, 4), np.float32)
        self._labels = self._xp.zeros(n_people, np.uint8)
        self._trial = self._xp.zeros(n_people, np.uint8)
        self.sizes = np.zeros(n_groups, np.int64)
        self.sizes[0] = n_people
        self.trial_sizes = self.sizes.copy()
        self._totals = self._cluster_sizes()

    def start(self, labels: Array | None = None) -> None:
        """Adopt an assignment (N,) from the host, or put everybody into the first group."""
        if labels is None:
            self._labels.fill(0)
            self.sizes[:] = 0
            self.sizes[0] = self.draws.n_people
        else:
            self._labels[:] = self._xp.asarray(labels.astype(np.uint8, copy=False))
            self.sizes[:] = np.bincount(labels, minlength=self.n_groups)

    def count(self, n_draws: int | None = None) -> Array:
        """Count the people of each cluster in each group, in the first draws: (D, K, G)."""
        n_draws = self.draws.n_draws if n_draws is None else n_draws
        n_clusters = self.draws.n_clusters
        tables = self._xp.zeros((n_draws, n_clusters, self.n_groups), np.uint64)
        self._run.mask_groups(self._labels, self._masks)
        self._run.count(self.draws.words, self._masks, self._labels, n_draws, tables)
        tables = self._to_host(tables).astype(np.int64)
        if self.draws.n_planes < 8:
            tables[:, 0] = self.sizes - tables[:, 1:].sum(axis=1)
            tables[:, :, -1] = self._totals[:n_draws] - tables[:, :, :-1].sum(axis=2)
        return tables

    def gains(self, table: Array) -> None:
        """Sum everybody's entries of a table (D, K, G), for the first draws."""
        table = table - table.mean(axis=2, keepdims=True)
        steps = self._xp.asarray(step_table(table, self.draws.n_planes))
        self._run.gains(self.draws.words, steps, self.draws.n_people, self._gains)

    def choose(self, prices: Array) -> Array:
        """Try everybody where gain minus price is largest (their present group wins ties); return the sizes."""
        return self.choose_closely(prices, -1.0)[0]

    def choose_closely(self, prices: Array, close: float) -> tuple[Array, Array]:
        """As ``choose``; also count who would go from each group to each other if that were cheaper by ``close``."""
        sizes = self._xp.zeros(self.n_groups, np.uint64)
        pairs = self._xp.zeros((self.n_groups, self.n_groups), np.uint64)
        self._run.choose(self._gains, self._xp.asarray(prices), close, self._labels, self._trial, sizes, pairs)
        self.trial_sizes = self._to_host(sizes).astype(np.int64)
        return self.trial_sizes.copy(), self._to_host(pairs).astype(np.int64)

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who prefers their trial group by at most ``limit``, with their gains (M, P) and these groups."""
        room = _PRICE_SAMPLE_PEOPLE
        while True:
            people, n_found = self._xp.zeros(room, np.int64), self._xp.zeros(1, np.uint64)
            self._run.near(self._gains, self._xp.asarray(prices), limit, self._trial, people, n_found)
            found = int(self._to_host(n_found)[0])
            if found <= room:
                break
            room = found
        people = self._xp.sort(people[:found])
        return self._to_host(people), self._rows(people), self._to_host(self._trial[people]).astype(np.int64)

    def gains_of(self, people: Array) -> Array:
        """Return the gains of some people, (M, P): groups are padded to a multiple of four."""
        return self._rows(self._xp.asarray(people))

    def least_gap(self, prices: Array) -> float:
        """Return the smallest preference for a person's trial group, if at most 0; infinity if there is none."""
        _, gains, groups = self.near(prices, 0.0)
        if len(groups) == 0:
            return np.inf
        worth = gains[:, : self.n_groups] - prices
        own = worth[np.arange(len(groups)), groups]
        worth[np.arange(len(groups)), groups] = -np.inf
        return float((own - worth.max(axis=1)).min())

    def balance(self, wanted: Array, prices: Array) -> tuple[Array, Array, float]:
        """Improve prices by Newton's method until the sizes are nearly the wanted ones, and let everybody choose.

        The derivative, people who move from one group to another per unit of price, is counted near the boundary
        between the two. Returns the prices, the sizes, and the people within a unit of price of a boundary.
        """
        sample = self.gains_of(np.linspace(0, self.draws.n_people - 1, _PRICE_SAMPLE_PEOPLE).astype(np.int64))[
            :, : self.n_groups
        ]

        def count_near(prices: Array, scale: float) -> tuple[Array, Array, float]:
            """Let everybody choose, and count who is within ``scale`` of a boundary, or further if nobody is."""
            sizes, pairs = self.choose_closely(prices, scale)
            if not pairs.any():
                scale = _typical_gap(sample, prices)
                sizes, pairs = self.choose_closely(prices, scale)
            return sizes, pairs, scale

        sizes, pairs, scale = count_near(prices, _typical_gap(sample, prices))
        if np.maximum(sizes - wanted, 0).sum() > 0.01 * self.draws.n_people:
            prices = balance_sample(sample, wanted / wanted.sum(), prices)
            sizes, pairs, scale = count_near(prices, _typical_gap(sample, prices))
        reach = np.inf
        for _ in range(_MAX_NEWTON_STEPS):
            surplus = int(np.abs(sizes - wanted).sum()) // 2
            density = max(1.0, pairs.sum() / scale)
            if surplus <= _MAX_REPAIRED_SURPLUS:
                break
            rate = (pairs + pairs.T) / (2.0 * scale)
            step = np.linalg.lstsq(np.diag(rate.sum(axis=1)) - rate, (sizes - wanted).astype(float), rcond=1e-9)[0]
            step -= step.mean()
            longest = float(np.abs(step).max())
            if longest == 0.0:
                break  # nobody near a boundary can move out of a group that is too large: leave it to the exact repair
            step *= min(1.0, reach / longest)
            scale = max(2.0 * min(longest, reach), 64.0 / density)
            new_sizes, new_pairs, new_scale = count_near(prices + step, scale)
            if np.abs(new_sizes - wanted).sum() // 2 < surplus:
                prices, sizes, pairs, scale, reach = prices + step, new_sizes, new_pairs, new_scale, 2.0 * reach
            else:
                # The density of people varies too much at this scale: take a smaller one around the present prices.
                reach = min(longest, reach) / 4.0
                sizes, pairs, scale = count_near(prices, max(2.0 * reach, 64.0 / density))
        self.choose(prices)
        return prices, sizes, density

    def try_groups(self, people: Array, groups: Array) -> None:
        """Try some people in these groups."""
        people = self._xp.asarray(people)
        before = self._to_host(self._trial[people])
        self._trial[people] = self._xp.asarray(groups.astype(np.uint8))
        self.trial_sizes -= np.bincount(before, minlength=self.n_groups)
        self.trial_sizes += np.bincount(groups, minlength=self.n_groups)

    def trial_gain(self) -> float:
        """Return what the trial assignment gains over the present one, without the size part."""
        sums = self._xp.zeros(self._run.n_blocks, np.float64)
        self._run.change(self._gains, self._labels, self._trial, sums)
        return float(self._to_host(sums).sum())

    def adopt(self) -> None:
        """Adopt the trial assignment."""
        self._labels, self._trial = self._trial, self._labels
        self.sizes = self.trial_sizes.copy()

    def renumber(self, numbers: Array) -> None:
        """Give the groups new numbers (G,)."""
        self._labels = self._xp.asarray(numbers.astype(np.uint8))[self._labels]
        sizes = self.sizes.copy()
        self.sizes[numbers] = sizes

    def labels_of(self, people: Array) -> Array:
        """Return the groups of some people, (M,)."""
        return self._to_host(self._labels[self._xp.asarray(people)]).astype(np.int64)

    def labels_on_host(self) -> Array:
        """Return everybody's group, (N,)."""
        return self._to_host(self._labels).astype(np.int64)

    def _rows(self, people: Any) -> Array:
        rows = self._to_host(self._gains[:, people]).astype(float)
        return np.ascontiguousarray(rows.transpose(1, 0, 2).reshape(len(people), 4 * len(rows)))

    def _cluster_sizes(self) -> Array:
        """Return how many people are in each cluster, in every draw, (T, K)."""
        self._totals = np.zeros((self.draws.n_draws, self.draws.n_clusters), np.int64)
        return self.count()[:, :, 0]

    def _to_host(self, values: Any) -> Array:
        return np.asarray(values) if self._xp is np else self._xp.asnumpy(values)


def step_table(table: Array, n_planes: int) -> Array:
    """Arrange a table (D, K, G) as the kernels read it.

    Up to four planes: (G / 4, S, 2, 16, 2), where a step S is four bits of code, one draw or two, and halves of four
    groups follow each other. Eight planes: (G / 4, D, 256, 4).
    """
    n_draws, n_clusters, n_groups = table.shape
    quads = -(-n_groups // 4)
    per_step = 2 if n_planes == 2 else 1
    steps = -(-n_draws // per_step)
    rows = np.zeros((steps * per_step, 1 << n_planes, 4 * quads), np.float64)
    rows[:n_draws, :n_clusters, :n_groups] = table
    if n_planes == 8:
        return np.ascontiguousarray(rows.reshape(steps, 256, quads, 4).transpose(2, 0, 1, 3), dtype=np.float32)
    if n_planes == 2:
        pair = rows.reshape(steps, 2, 4, -1)
        rows = (pair[:, 1, :, None] + pair[:, 0, None, :]).reshape(steps, 16, -1)
    return np.ascontiguousarray(rows.reshape(steps, 16, quads, 2, 2).transpose(2, 0, 3, 1, 4), dtype=np.float32)


def balance_sample(gains: Array, shares: Array, prices: Array, rounds: int = 20) -> Array:
    """Set one price after the other so that each group attracts its share (G,) of a sample of people."""
    prices = prices.copy()
    places = np.clip(np.rint(shares * len(gains)).astype(int), 1, len(gains) - 1)
    for _ in range(rounds):
        before = prices.copy()
        for g in range(len(prices)):
            margins = gains[:, g] - np.delete(gains - prices, g, axis=1).max(axis=1)
            order = np.partition(-margins, [places[g] - 1, places[g]])
            prices[g] = -0.5 * (order[places[g] - 1] + order[places[g]])
        if np.abs(prices - before).max() <= 1e-3 * _typical_gap(gains, prices):
            break
    return prices


def _typical_gap(gains: Array, prices: Array) -> float:
    """Return the 2 % quantile of the gap between a person's best and second best group."""
    two = np.sort(gains - prices, axis=1)[:, -2:]
    gap = float(np.quantile(two[:, 1] - two[:, 0], 0.02))
    return gap or float(np.ptp(gains)) * 1e-6 or 1.0  # if all gains are equal, any positive number will do
