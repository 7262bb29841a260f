"""Our own reading of Chen and Gu (2024), "A spectral method for identifiable grade of membership analysis".

The expected answers (N, options) are memberships times answer probabilities, so that rows of the first K left singular
vectors lie in a simplex whose corners are people who belong to one group only. Successive projection finds corners: the
longest row, then the longest after that one is projected out, and so on. Memberships are the rows in terms of corners,
negative ones cut to 0. The paper has yes-or-no answers and prunes noisy rows first; here each option is a column, and
nothing is pruned. Where sizes are wanted, a linear assignment gives people to the groups they belong to most.
"""

from __future__ import annotations

import numpy as np

from .features import as_columns
from .k_means_hungarian import MOST_PEOPLE, to_sizes
from .protocol import Peer, Problem, Solution


def solve(problem: Problem) -> Solution:
    belonging = memberships(as_columns(problem), problem.n_groups)
    return Solution(labels=belonging.argmax(axis=1) if problem.sizes is None else to_sizes(-belonging, problem))


def memberships(answers: np.ndarray, n_groups: int) -> np.ndarray:
    """Return (N, K) memberships from answers as 0/1 columns."""
    rows = np.linalg.svd(answers, full_matrices=False)[0][:, :n_groups]
    found = np.maximum(rows @ np.linalg.pinv(rows[corners(rows)]), 1e-9)
    return found / found.sum(axis=1, keepdims=True)


def corners(rows: np.ndarray) -> list[int]:
    """Return as many rows as there are columns, each the longest of what the earlier ones leave over."""
    left, chosen = rows.copy(), []
    for _ in range(rows.shape[1]):
        chosen.append(int((left**2).sum(axis=1).argmax()))
        way = left[chosen[-1]] / np.linalg.norm(left[chosen[-1]])
        left -= np.outer(left @ way, way)
    return chosen


PEER = Peer(
    name="Chen and Gu 2024 (our own reading)",
    kind="clusters answers",
    solve=solve,
    version=lambda: "our own",
    about="singular vectors, successive projection, then SciPy's linear_sum_assignment to the wanted sizes",
    keeps_sizes=True,
    accepts=lambda problem: (
        problem.answers is not None
        and problem.numbers is None
        and problem.table is None
        and len(problem.answers) <= MOST_PEOPLE
    ),
)
