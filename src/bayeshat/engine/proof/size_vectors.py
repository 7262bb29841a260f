"""The vectors of sizes at which an assignment may be better than a decision."""

from __future__ import annotations

import numpy as np

from ..kernels.arrays import LOG_SIZE, PSI, size_costs
from ..search.exhaustive import sizes_to_try
from .claim import Claim

Array = np.ndarray

# Vectors of sizes that are listed.
_MAX_VECTORS = 300_000


def least_by_dynamics(by_size: Array, n_people: int) -> Array:
    """Return the least total cost of a group and all later ones, by number of people, (G + 1, N + 1).

    ``by_size`` (G, N + 1) is the cost of each group by its size.
    """
    n_groups = len(by_size)
    least = np.full((n_groups + 1, n_people + 1), np.inf)
    least[n_groups, 0] = 0.0
    for g in range(n_groups - 1, -1, -1):
        for people in range(n_people + 1):
            least[g, people] = (by_size[g, : people + 1] + least[g + 1, people::-1]).min()
    return least


def list_sizes(claim: Claim, by_size: Array, value: float) -> Array | None:
    """Return every vector of sizes at which groups can cost less than ``value``, (M, G); None if there are too many.

    Parameters
    ----------
    by_size
        (G, N + 1) least cost of each group by its size; infinite if the size is not allowed. It includes neither the
        cost of all sizes together nor the constant.
    """
    term, n_people, n_groups = claim.arrays.size, claim.n_people, claim.n_groups
    if claim.target.exact is not None:
        if claim.blind:
            return np.sort(claim.target.exact)[None]
        exact, _ = sizes_to_try(claim.arrays, claim.target)
        return None if exact is None else exact[_allowed(claim, exact)]
    suffix = least_by_dynamics(by_size, n_people)
    # If sizes are matched in sorted order, the distance of the first groups is a bound only if sizes are sorted, too.
    in_order = claim.blind or not term.free
    rows, cost, used = np.zeros((1, 0), np.int64), np.zeros(1), np.zeros(1, np.int64)
    for g in range(n_groups):
        size = np.arange(n_people + 1)
        first = rows[:, -1] if claim.blind and g else np.zeros(len(rows), np.int64)
        left = n_people - used
        if g == n_groups - 1:
            parent, size = np.arange(len(rows)), left
        else:
            if int((left - first + 1).clip(0).sum()) > 20 * _MAX_VECTORS:
                return None
            parent, size = np.nonzero((size >= first[:, None]) & (size <= left[:, None]))
        new_cost = cost[parent] + by_size[g, size]
        new_rows = np.column_stack([rows[parent], size])
        rest = suffix[g + 1, left[parent] - size]
        distance = 0.0
        if term.weight > 0 and in_order:
            ratio = term.by_size[LOG_SIZE][new_rows] - term.log_target[: g + 1]
            distance = term.weight * np.linalg.norm(ratio - ratio.mean(axis=1, keepdims=True), axis=1)
        keep = claim.constant + new_cost + rest + distance < value
        keep &= size >= first[parent]
        rows, cost, used = new_rows[keep], new_cost[keep], used[parent][keep] + size[keep]
        if len(rows) > _MAX_VECTORS:
            return None
    return rows


def _allowed(claim: Claim, sizes: Array) -> Array:
    least, most = claim.arrays.size.bounds
    allowed: Array = ((sizes >= least) & (sizes <= most)).all(axis=1)
    return allowed


def own_costs(claim: Claim) -> Array:
    """Return the cost of each group's size by itself, (G, N + 1); infinite if the size is not allowed."""
    n_people = claim.n_people
    costs = np.tile(claim.arrays.size.by_size[PSI][: n_people + 1], (claim.n_groups, 1))
    least, most = claim.arrays.size.bounds
    size = np.arange(n_people + 1)
    costs[(size < least[:, None]) | (size > most[:, None])] = np.inf
    if claim.target.exact is not None:
        costs[:, ~np.isin(size, claim.target.exact)] = np.inf
    return costs


def all_costs(claim: Claim, sizes: Array) -> Array:
    """Return the cost of vectors of sizes (M, G), with the constant, (M,)."""
    return claim.constant + size_costs(claim.arrays.size, sizes)
