"""The machine for draws on a GPU: draws, labels, gains and tables stay there; only sums and a few rows are copied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from ..._bit_planes import check_device_memory
from ..._cuda import load_cupy, to_host
from ..draws import CudaDraws
from ..kernels._bit_planes_cuda import Launcher
from ..kernels.arrays import PHI, Arrays, SizeTerm
from ..problem import Problem, size_term
from .machine import Judgement, Machine, Patience

Array = np.ndarray

# Draws that the first stage reads; the second stage reads four times as many, and the last one all.
_FIRST_DRAWS = 128
# Patience on some of the draws.
_ROUGH_PATIENCE = Patience(laps=1, rounds=25, sweeps=0, worthwhile=2e-5)
# Patience on all draws.
_FINE_PATIENCE = Patience(laps=1, rounds=25, sweeps=0, worthwhile=1e-7)
# People near a price boundary for whom there is space at first.
_NEAR_PEOPLE = 1 << 16
# People x draws x clusters x groups of all assignments that descend here, together.
_CELLS_OF_FINALISTS = 16e9


class CudaMachine(Machine):
    """Everybody's draws, labels and gains on a GPU.

    Gains are float32 sums in blocks of 32, up to a constant for each person: only differences between groups count.
    Counts are exact. There are no single moves: with so many people one person hardly matters, and float32 is too
    coarse for one. The cost of labels is part of the tables, since it adds up over the draws.

    Parameters
    ----------
    problem
        The problem, with draws on a GPU and 2 to 255 groups.
    arrays
        The problem, without arrays that have an entry per person or per count.
    """

    most_narrowed = 0

    def __init__(self, problem: Problem, arrays: Arrays) -> None:
        draws, n_groups = problem.draws, problem.n_groups
        assert isinstance(draws, CudaDraws)
        self.planes, self.loss, self.n_groups, self.n_people = draws.planes, problem.loss, n_groups, draws.n_people
        self.arrays, self.free = arrays, arrays.size.free
        self.cells_of_finalists = _CELLS_OF_FINALISTS / (draws.n_clusters * n_groups)
        self.target = replace(problem.sizes, labels="free") if self.free else problem.sizes
        self._xp = load_cupy()
        self._run = Launcher(self.planes.n_planes, self.planes.n_clusters, n_groups)
        self._masks = self._xp.zeros((n_groups - 1, self.planes.words.shape[0]), np.uint32)
        self._gains: Any = None
        self._labels = self._xp.zeros(self.n_people, np.uint8)
        self._trial = self._xp.zeros(self.n_people, np.uint8)
        self.sizes = np.zeros(n_groups, np.int64)
        self.sizes[0] = self.n_people
        self._trial_sizes = self.sizes.copy()
        # How many people each cluster has in every draw, (T, K): everybody is in one group now.
        self._totals = self._xp.zeros((draws.n_draws, draws.n_clusters), np.int64)
        self._totals = self._count(draws.n_draws)[:, :, 0]
        self._by_count: dict[int, Any] = {}
        self.look_at(draws.n_draws)

    # Draws and tables

    def stages(self) -> Iterator[Patience]:
        """Yield when to stop at each stage of a descent; each looks at more draws."""
        n_all = self.planes.n_draws
        for n_draws in (_FIRST_DRAWS, 4 * _FIRST_DRAWS):
            if 2 * n_draws <= n_all:
                self.look_at(n_draws)
                yield _ROUGH_PATIENCE
        self.look_at(n_all)
        yield _FINE_PATIENCE

    def look_at(self, n_draws: int) -> None:
        """Read only the first draws from now on, which are spread over all."""
        self.weights = self._weights_of(n_draws)
        self._tables: Any = None

    def _weights_of(self, n_draws: int) -> Array:
        weights = self.arrays.weights[:n_draws]
        return weights / weights.sum()

    @property
    def counts(self) -> Array:  # type: ignore[override]
        """The contingency tables of the draws that are looked at, (D, K, G)."""
        return to_host(self._counts)

    @property
    def _counts(self) -> Any:
        """The same on the GPU."""
        if self._tables is None:
            self._tables = self._count(len(self.weights))
        return self._tables

    def count(self, n_draws: int) -> Array:
        """Count the people of each cluster in each group, in the first draws: (D, K, G)."""
        return to_host(self._count(n_draws))

    def _count(self, n_draws: int) -> Any:
        tables = self._xp.zeros((n_draws, self.planes.n_clusters, self.n_groups), np.uint64)
        self._run.mask_groups(self._labels, self._masks)
        self._run.count(self.planes.words, self._masks, self._labels, n_draws, tables)
        tables = tables.astype(np.int64)
        if self.planes.n_planes < 8:
            tables[:, 0] = self._xp.asarray(self.sizes) - tables[:, 1:].sum(axis=1)
            tables[:, :, -1] = self._totals[:n_draws] - tables[:, :, :-1].sum(axis=2)
        return tables

    def weighted(self, row: int) -> Any:
        """Return the weighted worth of every count (``PHI``), or its slope (``TANGENT``), (D, K, G), on the GPU."""
        counts = self._counts
        if counts.size <= self.n_people:
            values = self._xp.asarray(self._worth(to_host(counts), row))
        else:
            # With more counts than people, the worth of every possible count is looked up.
            if row not in self._by_count:
                self._by_count[row] = self._xp.asarray(self._worth(np.arange(self.n_people + 1), row))
            values = self._by_count[row][counts]
        return self._xp.asarray(self.weights)[:, None, None] * values

    def _worth(self, counts: Array, row: int) -> Array:
        """Return the worth of counts, or its slope: halfway between those of the last person and of the next one."""
        if row == PHI:
            return self.loss.joint(counts, self.n_people)
        worth = [self.loss.joint(np.abs(counts + step), self.n_people) for step in (-1, 0, 1, 2)]
        below = np.where(counts > 0, worth[1] - worth[0], 2 * (worth[2] - worth[1]) - (worth[3] - worth[2]))
        return 0.5 * (below + worth[2] - worth[1])

    def costs_by_group(self) -> Array:
        """Return the cost of the labels of each group's people if they were in each group, (G, G)."""
        expected = self._xp.tensordot(self._xp.asarray(self.weights), self._counts.astype(float), axes=1)
        costs: Array = to_host(expected).T @ self._label_costs()
        return costs

    def _label_costs(self) -> Array:
        """Return the cost of one person of each cluster in each group, (K, G)."""
        return self.loss.label_costs(self.planes.n_clusters, self.n_groups) / self.n_people

    def size_cost(self, sizes: Array) -> float:
        """Return the part of the loss that depends only on the sizes; exact sizes cost nothing on the way."""
        wanted = 0.0 if self.target.exact is not None else self.target.cost(sizes)
        return float(self.loss.groups(sizes, self.n_people).sum()) + wanted

    def window(self, low: int, high: int) -> tuple[int, SizeTerm]:
        """Return the size part for sizes from ``low`` to ``high`` only: tables of all sizes would need gigabytes."""
        low = max(0, low)
        exact = self.target.exact is not None
        counts = np.zeros(1, np.int64) if exact else np.arange(low, high + 1)
        term = size_term(self.loss, self.target, counts, self.n_people, self.n_people, free=self.free)
        # Exact sizes cost nothing, but kernels look them up.
        by_size = np.zeros((2, high - low + 1)) if exact else term.by_size
        return low, term._replace(by_size=by_size, bounds=term.bounds - low)

    # The assignment

    def start(self, labels: Array) -> None:
        """Adopt an assignment (N,) from the host."""
        self._labels[:] = self._xp.asarray(labels.astype(np.uint8, copy=False))
        self.sizes[:] = np.bincount(labels, minlength=self.n_groups)
        self._tables = None

    def adopt(self) -> None:
        """Adopt the trial assignment."""
        self._labels, self._trial = self._trial, self._labels
        self.sizes = self._trial_sizes.copy()
        self._tables = None

    def labels_on_host(self) -> Array:
        """Return everybody's group, (N,)."""
        return to_host(self._labels).astype(np.int64)

    # Passes

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:  # noqa: ARG002
        """Sum everybody's entries of a table (D, K, P) for the first draws; ``draws`` are their numbers."""
        costs = cost_scale * self._weights_of(len(table))[:, None, None] * self._label_costs()
        table = self._xp.asarray(table)[:, :, : self.n_groups] - self._xp.asarray(costs)
        table = table - table.mean(axis=2, keepdims=True)
        if self._gains is None:
            quads = -(-self.n_groups // 4)
            check_device_memory(16 * quads * self.n_people, f"the gains of {self.n_people} people", self._xp)
            self._gains = self._xp.zeros((quads, self.n_people, 4), np.float32)
        steps = step_table(table, self.planes.n_planes, self._xp)
        self._run.gains(self.planes.words, steps, self.n_people, self._gains)

    def gains_of(self, people: Array) -> Array:
        """Return the gains of some people, (M, P): groups are padded to a multiple of four."""
        return self._rows(self._xp.asarray(people))

    def choose(self, prices: Array, close: float = -1.0) -> tuple[Array, Array]:
        """Try everybody where gain minus price is largest; return the sizes, and who nearly chose another group."""
        sizes = self._xp.zeros(self.n_groups, np.uint64)
        pairs = self._xp.zeros((self.n_groups, self.n_groups), np.uint64)
        self._run.choose(self._gains, self._xp.asarray(prices), close, self._labels, self._trial, sizes, pairs)
        self._trial_sizes = to_host(sizes).astype(np.int64)
        return self._trial_sizes.copy(), to_host(pairs).astype(np.int64)

    def near(self, prices: Array, limit: float) -> tuple[Array, Array, Array]:
        """Return who prefers their trial group by at most ``limit``, with their gains (M, P) and these groups."""
        space = _NEAR_PEOPLE
        while True:
            people, n_found = self._xp.zeros(space, np.int64), self._xp.zeros(1, np.uint64)
            self._run.near(self._gains, self._xp.asarray(prices), limit, self._trial, people, n_found)
            found = int(to_host(n_found)[0])
            if found <= space:
                break
            space = found
        people = self._xp.sort(people[:found])
        return to_host(people), self._rows(people), to_host(self._trial[people]).astype(np.int64)

    def try_groups(self, people: Array, groups: Array) -> None:
        """Try some people in these groups."""
        people = self._xp.asarray(people)
        before = to_host(self._trial[people])
        self._trial[people] = self._xp.asarray(groups.astype(np.uint8))
        self._trial_sizes -= np.bincount(before, minlength=self.n_groups)
        self._trial_sizes += np.bincount(groups, minlength=self.n_groups)

    def judge(self, prices: Array) -> Judgement:
        """Judge the trial assignment; the gap is infinite if nobody would rather be elsewhere."""
        sums = self._xp.zeros(self._run.n_blocks, np.float64)
        self._run.change(self._gains, self._labels, self._trial, sums)
        _, gains, groups = self.near(prices, 0.0)
        worth = gains[:, : self.n_groups] - prices
        own = worth[np.arange(len(groups)), groups]
        worth[np.arange(len(groups)), groups] = -np.inf
        return Judgement(float(to_host(sums).sum()), float((own - worth.max(axis=1)).min(initial=np.inf)))

    def move_each(self, sweeps: int) -> int:  # noqa: ARG002
        """Move nobody."""
        return 0

    def _rows(self, people: Any) -> Array:
        rows = to_host(self._gains[:, people]).astype(float)
        return np.ascontiguousarray(rows.transpose(1, 0, 2).reshape(len(people), 4 * len(rows)))


def step_table(table: Any, n_planes: int, xp: Any) -> Any:
    """Arrange a table (D, K, G) as the kernels read it.

    Up to four planes: (G / 4, S, 2, 16, 2), where a step S is four bits of code, one draw or two, and halves of four
    groups follow each other. Eight planes: (G / 4, D, K, 4).
    """
    n_draws, n_clusters, n_groups = table.shape
    quads = -(-n_groups // 4)
    per_step = 2 if n_planes == 2 else 1
    steps = -(-n_draws // per_step)
    rows = xp.zeros((steps * per_step, n_clusters if n_planes == 8 else 1 << n_planes, 4 * quads))
    rows[:n_draws, :n_clusters, :n_groups] = table
    if n_planes == 8:
        return xp.ascontiguousarray(rows.reshape(steps, -1, quads, 4).transpose(2, 0, 1, 3).astype(np.float32))
    if n_planes == 2:
        pair = rows.reshape(steps, 2, 4, -1)
        rows = (pair[:, 1, :, None] + pair[:, 0, None, :]).reshape(steps, 16, -1)
    return xp.ascontiguousarray(rows.reshape(steps, 16, quads, 2, 2).transpose(2, 0, 3, 1, 4).astype(np.float32))
