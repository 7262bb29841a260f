"""What every backend does alike that keeps its contingency tables on the host."""

from __future__ import annotations

import numpy as np

from ..search.problem import PHI, TANGENT, Problem, size_costs

Array = np.ndarray


class HeldTables:
    """Loss and slope by the contingency tables, wherever the people are."""

    problem: Problem
    sizes: Array  # (G,)
    counts: Array  # (T, K, P)

    def objective(self) -> float:
        """Return the expected loss, up to what depends on the draws alone."""
        problem = self.problem
        worth = problem.by_count[PHI][self.counts].sum(axis=(1, 2))
        total = size_costs(problem.size, self.sizes[None])[0] - problem.weights @ worth
        return float(total + self.sum_costs()) if len(problem.cost) else float(total)

    def sum_costs(self) -> float:
        """Return the personal costs of everybody's present group."""
        raise NotImplementedError

    def tangent(self) -> Array:
        """Return the weighted slope at the present counts, (T, K, P)."""
        return self.weighted(TANGENT)

    def weighted(self, row: int) -> Array:
        """Return the weighted value of every count, by a row of ``Problem.by_count``."""
        return self.problem.weights[:, None, None] * self.problem.by_count[row][self.counts]

    def gains(self, table: Array, draws: Array | None = None, cost_scale: float = 1.0) -> None:
        """Fill everybody's gains from a table."""
        raise NotImplementedError

    def majorise(self) -> None:
        """Fill everybody's gains from the tangent at the present counts."""
        self.gains(self.tangent())
