r"""Bounds by rows: everybody chooses their own best company.

With n people in a person's group and psi(c) the worth of a cell with c people to each of them, the expected loss is

.. math:: S(n) + \sum_i \Big[ C_{i a_i} - \sum_t w_t\,\psi\Big(1 + \sum_{j \ne i} y_{ij} [z_{ti} = z_{tj}]\Big) \Big]

which is convex in the co-membership matrix y. If every row of y chooses its own partners, the rows become independent:
the least cost of each depends only on the size of its group, and the choice of groups is a transport problem.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...options import Workers
from ...rules.constraints import FORBIDDEN_COST
from ..kernels._rows_numba import bound_rows
from ..kernels._transport_numba import transport
from ..kernels.arrays import LOG_SIZE, PHI, PSI, new_size_state, size_costs
from ..search.exhaustive import sizes_to_try
from .certificate import ROUNDING
from .claim import Claim, Clock

Array = np.ndarray

# Frank-Wolfe steps for each row.
_FRANK_WOLFE_STEPS = 30
# Sizes that differ by up to a sixth share their tangents.
_PARTS_OF_NEAR_SIZE = 6
# If there are too many vectors of sizes, rows are bounded at these sizes, as shares of everybody.
_SAMPLED_SHARES = (0.06, 0.12, 0.18, 0.35, 0.5, 0.75)
# Rows bounded between two checks of the clock.
_ROWS_PER_CALL = 8
# Vectors of sizes that are listed.
_MAX_VECTORS = 300_000
# With more people, the table of rows by sizes takes too much memory.
MAX_BOUNDED_PEOPLE = 2000


class SizeBounds(NamedTuple):
    """Lower bounds on the cost of assignments, by their sizes."""

    sizes: Array  # (M, G) vectors of sizes
    bounds: Array  # (M,) lower bound for each vector of sizes
    rest: float  # lower bound for all other sizes

    @property
    def least(self) -> float:
        """The lower bound for any assignment."""
        return float(min(self.bounds.min(initial=np.inf), self.rest))


def company_by_count(claim: Claim) -> Array | None:
    """Return the worth of company to one person by count, and its slope, (2, N + 3); None if it is not concave."""
    phi = claim.arrays.by_count[PHI]
    n_people = claim.n_people
    worth = np.zeros(n_people + 3)
    worth[1 : n_people + 2] = phi[1:] / np.arange(1, n_people + 2)
    # Counts below 1 and above N never occur: the values there only determine the slopes at the ends.
    worth[n_people + 2] = 2 * worth[n_people + 1] - worth[n_people]
    first = worth[1:5] if n_people >= 3 else worth[[1, 2, 2, 2]]
    worth[0] = 4 * first[0] - 6 * first[1] + 4 * first[2] - first[3] if n_people >= 3 else 2 * worth[1] - worth[2]
    if (np.diff(worth[1:-1], 2) > 1e-12 * max(1.0, np.abs(worth).max())).any():
        return None
    slopes = np.zeros(n_people + 3)
    slopes[1:-1] = 0.5 * (worth[2:] - worth[:-2])
    return np.stack([worth, slopes])


def partner_costs(claim: Claim, by_count: Array) -> tuple[Array, float]:
    """Return the costs of partners by rules about company, (N, N): wishes, and a large cost of broken rules.

    Summed over all rows, and added to the second result, they bound the cost of rules from below. The cost of a broken
    rule is a multiplier: any number is valid, since no assignment breaks a rule.
    """
    costs, offset = np.zeros((claim.n_people, claim.n_people)), 0.0
    broken = 2.0 * float(by_count[1].max())
    for (i, j), price in zip(claim.constraints.pairs, claim.constraints.pair_costs, strict=True):
        costs[[i, j], [j, i]] += price / 2
        offset += max(-price, 0.0)
    for people in claim.constraints.apart:
        costs[np.ix_(people, people)] += broken
    for people in claim.constraints.together:
        costs[np.ix_(people, people)] -= broken
        offset += broken * len(people) * (len(people) - 1)
    np.fill_diagonal(costs, 0.0)
    return costs, offset


class Rows:
    """Lower bounds of the cost of each person's row, by the size of the group, (N, N + 1)."""

    def __init__(self, claim: Claim, by_count: Array, workers: Workers) -> None:
        self.claim, self.by_count, self.workers = claim, by_count, workers
        self.partner_costs, self.offset = partner_costs(claim, by_count)
        # If company is worth nothing, the first bounds cannot be raised.
        self.known: set[int] = set(range(claim.n_people + 1)) if claim.is_linear else set()
        self.least = self._first_bounds()

    def _first_bounds(self) -> Array:
        """Return bounds from counts: a cell has at most as many people as its group and its cluster."""
        z, weights, n_people = self.claim.arrays.z, self.claim.arrays.weights, self.claim.n_people
        worth = self.by_count[0, : n_people + 1]
        sizes = np.stack([(z == k).sum(axis=0) for k in range(self.claim.arrays.n_clusters)])
        least = np.empty((n_people, n_people + 1))
        ascending = np.sort(self.partner_costs, axis=1)
        for i in range(n_people):
            share = np.bincount(sizes[z[i], np.arange(z.shape[1])], weights, minlength=n_people + 1)
            below = np.cumsum(share * worth)
            least[i] = -(below + worth * (share.sum() - np.cumsum(share)))
            # The person's own entry, zero, counts as a partner here, which can only lower the bound.
            least[i, 1:] += np.concatenate([[0.0], np.cumsum(np.minimum(ascending[i], 0.0))[: n_people - 1]])
        least[:, 0] = 0.0
        return least

    def look_at(self, sizes: list[int], clock: Clock) -> bool:
        """Raise the bounds with the best company in groups of these sizes; say whether time sufficed."""
        arrays, n_people = self.claim.arrays, self.claim.n_people
        pieces = [(first, min(first + _ROWS_PER_CALL, n_people)) for first in range(0, n_people, _ROWS_PER_CALL)]

        def work(job: tuple[int, int, int]) -> bool:
            if clock.left < 0:
                return False
            size, first, last = job
            about = (arrays.z, arrays.weights, self.by_count, self.partner_costs)
            bound_rows(*about, size, _FRANK_WOLFE_STEPS, first, last, self.least)
            return True

        for size in sizes:
            if not all(self.workers.map(work, [(size, *piece) for piece in pieces])):
                return False
            self.known.add(size)
        return True

    def is_near(self, size: int) -> bool:
        """Say whether rows were bounded at this size, or at one so close that its tangents are nearly as good."""
        return any(abs(size - known) <= size // _PARTS_OF_NEAR_SIZE for known in self.known)

    def by_group(self) -> Array:
        """Return the least cost of each group by its size, if it may choose its members freely, (G, N + 1)."""
        kinds, kind_of = np.unique(self.claim.cost, axis=1, return_inverse=True)
        ascending = [np.sort(self.least + cost[:, None], axis=0) for cost in kinds.T]
        least = np.array([[some[:m, m].sum() for m in range(self.claim.n_people + 1)] for some in ascending])
        by_group: Array = own_costs(self.claim) + least[kind_of.ravel()]
        return by_group

    def at(self, sizes: Array) -> float:
        """Return a lower bound on the cost of everybody's rows and places at these sizes."""
        return least_places(self.claim, self.least[:, sizes] + self.claim.cost, sizes)


def least_places(claim: Claim, costs: Array, sizes: Array) -> float:
    """Return a lower bound on the cost of people with costs (N, G) at these sizes, by the prices of a transport."""
    gains = np.negative(np.minimum(costs, FORBIDDEN_COST), order="C")
    prices, state = np.zeros(claim.n_groups), new_size_state(claim.n_groups)
    transport(gains, sizes, False, claim.arrays.size, state, claim.labels.copy(), prices)
    # With any prices, this is an upper bound on what everybody can gain.
    return -float((gains - prices).max(axis=1).sum() + prices @ sizes)


def bound_by_rows(rows: Rows, clock: Clock, whole: Clock) -> SizeBounds:
    """Return lower bounds on the cost of assignments by their sizes, refined where they are lowest.

    The assignment's own sizes may take until the ``whole`` clock ends, others until ``clock`` does.
    """
    claim, offset = rows.claim, rows.offset
    rows.look_at(sorted(set(claim.sizes.tolist()) - {0} - rows.known), whole)
    by_group = rows.by_group()
    sizes = list_sizes(claim, by_group, claim.value - offset)
    if sizes is None:
        # Better bounds at other sizes may exclude enough vectors.
        rows.look_at(sorted({int(claim.n_people * share) for share in _SAMPLED_SHARES} - {0} - rows.known), clock)
        by_group = rows.by_group()
        sizes = list_sizes(claim, by_group, claim.value - offset)
    if sizes is None:
        anything = float(least_by_dynamics(by_group, claim.n_people)[0, claim.n_people])
        return SizeBounds(np.zeros((0, claim.n_groups), np.int64), np.zeros(0), claim.constant + anything + offset)
    if not len(sizes):
        return SizeBounds(sizes, np.zeros(0), claim.value)
    costs = all_costs(claim, sizes) + offset
    alone = own_costs(claim)
    groups = np.arange(claim.n_groups)

    def quick() -> Array:
        return costs + np.nansum(rows.by_group()[groups, sizes] - alone[groups, sizes], axis=1)

    bounds = quick()
    refined = np.zeros(len(sizes), dtype=bool)
    while clock.left > 0:
        at = int(np.argmin(bounds))
        if refined[at] or bounds[at] > claim.value - ROUNDING:
            break
        missing = [size for size in set(sizes[at].tolist()) - {0} if not rows.is_near(size)]
        if missing:
            if not rows.look_at(sorted(missing), clock):
                break
            bounds = np.maximum(bounds, quick())
            continue
        bounds[at] = max(bounds[at], costs[at] + rows.at(sizes[at]))
        refined[at] = True
    return SizeBounds(sizes, bounds, claim.value)


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
