r"""Bounds by rows: everybody chooses their own best company.

With n people in a person's group and psi(c) the worth of c people in one cell to each of them, the expected loss is

.. math:: S(n) + \sum_i \Big[ C_{i a_i} - \sum_t w_t\,\psi\Big(1 + \sum_{j \ne i} y_{ij} [z_{ti} = z_{tj}]\Big) \Big]

which is convex in the co-membership matrix y. If every row of y chooses its own partners, the rows part: what each
costs at least depends only on the size of its group, and who is in which group is a transport.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...options import Workers
from ..kernels._rows_numba import bound_rows
from ..kernels._transport_numba import transport
from ..kernels.arrays import PHI, new_size_state, padded
from .certificate import ROUNDING
from .claim import FORBIDDEN, Claim, Clock
from .size_vectors import all_costs, least_by_dynamics, list_sizes, own_costs

Array = np.ndarray

# Frank-Wolfe steps for each row.
_ROUNDS = 30
# Sizes that differ by less than one part in so many share their tangents.
_NEAR = 6
# Sizes, as shares of everybody, that are looked at where there would be too many vectors of sizes.
_SHARES = (0.06, 0.12, 0.18, 0.35, 0.5, 0.75)
# Rows looked at between two looks at the clock.
_PIECE = 8
# With more people than this, a table of rows by sizes does not fit.
MANY_PEOPLE = 2000


class SizeBounds(NamedTuple):
    """What any assignment costs at least, by its sizes."""

    sizes: Array  # (M, G) vectors of sizes
    bounds: Array  # (M,) what assignments of these sizes cost at least
    rest: float  # what those of any other sizes cost at least

    @property
    def least(self) -> float:
        """What any assignment costs at least."""
        return float(min(self.bounds.min(initial=np.inf), self.rest))


@dataclass(frozen=True, eq=False)
class Linear:
    """Costs of partners, (N, N): over all rows, with ``offset``, at most what rules make an assignment cost."""

    costs: Array
    offset: float


def company_by_count(claim: Claim) -> Array | None:
    """Return the worth of company to one person by count, and a slope of it, (2, N + 3); None if it is not concave."""
    phi = claim.arrays.by_count[PHI]
    n_people = claim.n_people
    worth = np.zeros(n_people + 3)
    worth[1 : n_people + 2] = phi[1:] / np.arange(1, n_people + 2)
    # Below one and above everybody nothing is ever counted: the values there only shape the slopes at the ends.
    worth[n_people + 2] = 2 * worth[n_people + 1] - worth[n_people]
    first = worth[1:5] if n_people >= 3 else worth[[1, 2, 2, 2]]
    worth[0] = 4 * first[0] - 6 * first[1] + 4 * first[2] - first[3] if n_people >= 3 else 2 * worth[1] - worth[2]
    if (np.diff(worth[1:-1], 2) > 1e-12 * max(1.0, np.abs(worth).max())).any():
        return None
    slopes = np.zeros(n_people + 3)
    slopes[1:-1] = 0.5 * (worth[2:] - worth[:-2])
    return np.stack([worth, slopes])


def partner_costs(claim: Claim, by_count: Array) -> Linear:
    """Return what rules about company make partners cost: wishes their price, broken rules more than any company gains.

    What a broken rule costs may be anything, since no assignment breaks one: it is a multiplier.
    """
    costs, offset = np.zeros((claim.n_people, claim.n_people)), 0.0
    if claim.constraints is None:
        return Linear(costs, offset)
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
    return Linear(costs, offset)


class Rows:
    """Lower bounds of what each person's row costs, by the size of the group, (N, N + 1)."""

    def __init__(self, claim: Claim, by_count: Array, linear: Linear, workers: Workers) -> None:
        self.claim, self.by_count, self.linear, self.workers = claim, by_count, linear, workers
        # Where company is worth nothing, the first bounds are all there is to know.
        self.known: set[int] = set(range(claim.n_people + 1)) if claim.is_linear else set()
        self.least = self._first_bounds()

    def _first_bounds(self) -> Array:
        """Return bounds from counts alone: no more people can be in a cell than in its group or in its cluster."""
        z, weights, n_people = self.claim.arrays.z, self.claim.arrays.weights, self.claim.n_people
        worth = self.by_count[0, : n_people + 1]
        sizes = np.stack([(z == k).sum(axis=0) for k in range(self.claim.arrays.n_clusters)])
        least = np.empty((n_people, n_people + 1))
        ascending = np.sort(self.linear.costs, axis=1)
        for i in range(n_people):
            share = np.bincount(sizes[z[i], np.arange(z.shape[1])], weights, minlength=n_people + 1)
            below = np.cumsum(share * worth)
            least[i] = -(below + worth * (share.sum() - np.cumsum(share)))
            # The own entry, zero, is among the partners here, which only lowers the bound.
            least[i, 1:] += np.concatenate([[0.0], np.cumsum(np.minimum(ascending[i], 0.0))[: n_people - 1]])
        least[:, 0] = 0.0
        return least

    def look_at(self, sizes: list[int], clock: Clock) -> bool:
        """Raise the bounds with the best company in groups of these sizes; say whether there was time for it."""
        arrays, n_people = self.claim.arrays, self.claim.n_people
        pieces = [(first, min(first + _PIECE, n_people)) for first in range(0, n_people, _PIECE)]

        def work(job: tuple[int, int, int]) -> bool:
            if clock.left < 0:
                return False
            size, first, last = job
            about = (arrays.z, arrays.weights, self.by_count, self.linear.costs)
            bound_rows(*about, size, _ROUNDS, first, last, self.least)
            return True

        for size in sizes:
            if not all(self.workers.map(work, [(size, *piece) for piece in pieces])):
                return False
            self.known.add(size)
        return True

    def is_near(self, size: int) -> bool:
        """Say whether this size, or one so near that its tangents do nearly as well, was looked at."""
        return any(abs(size - known) <= size // _NEAR for known in self.known)

    def by_group(self) -> Array:
        """Return what a group of a size costs at least if it may choose its members freely, (G, N + 1)."""
        claim = self.claim
        costs = own_costs(claim)
        columns = np.unique(claim.cost, axis=1, return_index=True)[1].tolist() if not claim.blind else [0]
        same: dict[int, Array] = {}
        for g in columns:
            by_size = np.sort(self.least + claim.cost[:, g, None], axis=0)
            same[g] = np.array([by_size[:m, m].sum() for m in range(claim.n_people + 1)])
        for g in range(claim.n_groups):
            like = next(c for c in columns if (claim.cost[:, c] == claim.cost[:, g]).all())
            costs[g] += same[like]
        return costs

    def at(self, sizes: Array) -> float:
        """Return what everybody's rows and places cost at least at these sizes."""
        return least_places(self.claim, self.least[:, sizes] + self.claim.cost, sizes)


def least_places(claim: Claim, costs: Array, sizes: Array) -> float:
    """Return a lower bound of what people with costs (N, G) cost at these sizes: a transport, bounded by its prices."""
    gains = np.zeros((claim.n_people, padded(claim.n_groups)))
    gains[:, : claim.n_groups] = -np.minimum(costs, FORBIDDEN)
    prices, state = np.zeros(claim.n_groups), new_size_state(claim.n_groups)
    transport(gains, sizes, False, claim.arrays.size, state, claim.labels.copy(), prices)
    # Whatever the prices, this is at least what everybody can gain.
    return -float((gains[:, : claim.n_groups] - prices).max(axis=1).sum() + prices @ sizes)


def bound_by_rows(claim: Claim, rows: Rows, clock: Clock, whole: Clock, start: SizeBounds | None = None) -> SizeBounds:
    """Return what assignments cost at least, by their sizes, refined where that is least.

    Bounds that are known from the ``start`` are raised, or stay as they are. The decision's own sizes may take the
    whole time, others end with the first clock.
    """
    offset = rows.linear.offset
    rows.look_at(sorted(set(claim.sizes.tolist()) - {0} - rows.known), whole)
    by_group = rows.by_group()
    known = start if start is not None and len(start.sizes) else None
    sizes = list_sizes(claim, by_group, claim.value - offset) if known is None else known.sizes
    if sizes is None:
        # Better bounds at other sizes may leave few enough vectors.
        rows.look_at(sorted({int(claim.n_people * share) for share in _SHARES} - {0} - rows.known), clock)
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

    bounds = quick() if known is None else np.maximum(quick(), known.bounds)
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
