r"""Proofs for a few people with rules about company: a choice among all possible groups that meet the rules.

For given sizes, an assignment is a choice of groups that contain everybody once. For any prices of people

.. math:: L \ge S(n) + \sum_i \pi_i + \sum_g \min_{|G| = n_g} \Big( c_g(G) - \sum_{i \in G} \pi_i \Big)

and the best prices mostly leave no gap. A linear program finds them; cheap groups are added to it as they are found.
Groups that exceed the cheapest one by more than the gap cannot be in a better assignment. An integer program chooses
among the few others.

``branching.py`` uses the same bound for more people, but ignores rules about company: its tree excludes groups by the
worth of their overlaps with the clusters. With such rules its best groups would break them, and its bound would never
reach the value. This module therefore lists all groups, without those that break a rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...options import Workers
from ..kernels._groups_numba import price_groups
from .certificate import ROUNDING
from .claim import Claim, Clock
from .group_costs import Groups, list_groups, members_of, offset_of
from .row_bounds import SizeBounds
from .size_vectors import all_costs

Array = np.ndarray

# Linear programs for one vector of sizes.
_MAX_PROGRAMS_PER_SIZES = 150
# Groups in an integer program.
_MAX_GROUPS_IN_PROGRAM = 50_000
# The cost of leaving a person out of a program, until there are groups for everybody: more than any loss.
_LEFT_OUT_COST = 100.0
# Share of the best prices so far in the next ones: prices that jump from program to program give poor bounds.
_SHARE_OF_OLD_PRICES = 0.5


class Chosen(NamedTuple):
    """The result of choosing groups."""

    bounds: SizeBounds
    value: float  # of the best assignment known
    better: Array | None  # (N,) that assignment, if it is better than the decision


def choose_groups(claim: Claim, start: SizeBounds, clock: Clock, workers: Workers) -> Chosen:
    """Raise the bounds of vectors of sizes, lowest bound first, until the bounds suffice or time is up."""
    choice = _Choice(claim, clock, workers)
    sizes, bounds = start.sizes, start.bounds.copy()
    costs = all_costs(claim, sizes) + offset_of(claim)
    is_open = np.ones(len(sizes), dtype=bool)
    while clock.left > 0 and is_open.any():
        at = int(np.argmin(np.where(is_open, bounds, np.inf)))
        if bounds[at] > choice.value - ROUNDING:
            break
        is_open[at] = False
        if not choice.has_groups(sizes[at]):
            continue
        lowest = choice.relax(sizes[at], costs[at])
        bounds = np.maximum(bounds, costs + choice.at_prices(sizes))
        bounds[at] = max(bounds[at], lowest)
        if lowest < choice.value - ROUNDING and clock.left > 0:
            bounds[at] = max(bounds[at], choice.choose(sizes[at], costs[at], lowest))
    return Chosen(SizeBounds(sizes, bounds, start.rest), choice.value, choice.better)


class _Choice:
    """Groups, prices and programs for one decision."""

    def __init__(self, claim: Claim, clock: Clock, workers: Workers) -> None:
        self.claim, self.clock, self.workers = claim, clock, workers
        self.groups: dict[int, Groups | None] = {}
        self.value = claim.value
        self.better: Array | None = None
        costs, self.kind_of = np.unique(claim.cost, axis=1, return_inverse=True)
        self.kind_of = self.kind_of.ravel()
        self.costs = costs.T  # (kinds, N) cost of each person in a group of each kind
        self.prices = np.zeros(claim.n_people)
        self.pool: dict[tuple[int, int], dict[int, None]] = {}

    def has_groups(self, sizes: Array) -> bool:
        """List the groups of these sizes; say whether time and memory were enough."""
        for size in set(sizes.tolist()) - {0} - set(self.groups):
            self.groups[size] = list_groups(self.claim, size, self.clock, self.workers)
        return all(self.groups[size] is not None for size in sizes.tolist() if size > 0)

    def _of(self, size: int) -> Groups:
        groups = self.groups[size]
        assert groups is not None
        return groups

    def _demands(self, sizes: Array) -> dict[tuple[int, int], int]:
        """Return how many groups of each kind and size are needed."""
        wanted: dict[tuple[int, int], int] = {}
        for kind, size in zip(self.kind_of.tolist(), sizes.tolist(), strict=True):
            if size > 0:
                wanted[kind, size] = wanted.get((kind, size), 0) + 1
        return wanted

    def _reduced(self, kind: int, prices: Array) -> tuple[Array, Array]:
        """Return what any subset of the first half of the people, and of the second, adds to a group's cost."""
        half = len(prices) // 2
        tables = []
        for part in ((self.costs[kind] - prices)[:half], (self.costs[kind] - prices)[half:]):
            table = np.zeros(1)
            for cost in part:
                table = np.concatenate([table, table + cost])
            tables.append(table)
        return tables[0], tables[1]

    def _cheapest(self, kind: int, size: int, prices: Array) -> tuple[float, Array]:
        """Return the least cost of a group at the prices, and the cheapest groups with each person."""
        groups, n_people = self._of(size), self.claim.n_people
        best, which = np.empty(n_people), np.full(n_people, -1)
        least = price_groups(groups.masks, groups.costs, *self._reduced(kind, prices), best, which)
        return float(least), np.unique(which[which >= 0])

    def at_prices(self, sizes: Array) -> Array:
        """Return a lower bound on the cost of groups, for several vectors of sizes, at the present prices, (M,)."""
        least = np.full((len(self.costs), self.claim.n_people + 1), -1e300)
        least[:, 0] = 0.0
        for size, groups in self.groups.items():
            for kind in range(len(self.costs) if groups is not None else 0):
                least[kind, size] = self._cheapest(kind, size, self.prices)[0]
        bounds: Array = self.prices.sum() + least[self.kind_of, sizes].sum(axis=1)
        return bounds

    def relax(self, sizes: Array, cost: float) -> float:
        """Find good prices for these sizes; return their bound."""
        demands = self._demands(sizes)
        self._seed(sizes, demands)
        best, centre = -np.inf, None
        for _ in range(_MAX_PROGRAMS_PER_SIZES):
            value, prices = self._solve(demands)
            tried = (
                [prices]
                if centre is None
                else [_SHARE_OF_OLD_PRICES * centre + (1 - _SHARE_OF_OLD_PRICES) * prices, prices]
            )
            for some in tried:
                bound, new = cost + some.sum(), False
                for (kind, size), number in demands.items():
                    least, cheap = self._cheapest(kind, size, some)
                    bound += number * least
                    pool = self.pool[kind, size]
                    new |= any(index not in pool for index in cheap.tolist())
                    pool.update(dict.fromkeys(cheap.tolist()))
                if bound > best:
                    best, centre = bound, some
                if new:
                    break
            if not new or best > min(self.value, cost + value) - ROUNDING or self.clock.left < 0:
                break
        self.prices = self.prices if centre is None else centre
        return float(best)

    def _seed(self, sizes: Array, demands: dict[tuple[int, int], int]) -> None:
        """Start with the decision's groups and each person's cheapest groups at the present prices."""
        own = [np.uint32(sum(1 << int(n) for n in np.flatnonzero(self.claim.labels == g))) for g in range(len(sizes))]
        for kind, size in demands:
            pool = self.pool.setdefault((kind, size), {})
            masks = self._of(size).masks
            for g, mask in enumerate(own):
                if self.kind_of[g] == kind:
                    pool.update(dict.fromkeys(np.flatnonzero(masks == mask).tolist()))
            pool.update(dict.fromkeys(self._cheapest(kind, size, self.prices)[1].tolist()))

    def _columns(self, demands: dict[tuple[int, int], int], chosen: dict[tuple[int, int], Any]) -> tuple[Any, ...]:
        """Return the costs, the members (C, N) and the demand of some groups, as columns of a program."""
        costs, members, demand = [], [], []
        for d, (kind, size) in enumerate(demands):
            index = np.array(list(chosen[kind, size]), np.int64)
            groups = self._of(size)
            inside = members_of(groups.masks[index], self.claim.n_people)
            costs.append(groups.costs[index] + inside @ self.costs[kind])
            members.append(inside)
            demand.append(np.full(len(index), d))
        return np.concatenate(costs), np.concatenate(members), np.concatenate(demand)

    def _solve(self, demands: dict[tuple[int, int], int]) -> tuple[float, Array]:
        """Choose groups, or fractions of groups, from the pool; return the cost and the prices of people."""
        from scipy.optimize import linprog

        costs, members, demand = self._columns(demands, self.pool)
        n_people = self.claim.n_people
        number = (demand == np.arange(len(demands))[:, None]).astype(float)
        found = linprog(
            np.concatenate([costs, np.full(n_people, _LEFT_OUT_COST)]),
            A_ub=np.hstack([number, np.zeros((len(demands), n_people))]),
            b_ub=np.array(list(demands.values()), dtype=float),
            A_eq=np.hstack([members.T.astype(float), np.eye(n_people)]),
            b_eq=np.ones(n_people),
            method="highs",
        )
        if found.x is None or found.fun is None:  # numerical trouble: keep the old prices
            return np.inf, self.prices
        return float(found.fun), np.asarray(found.eqlin.marginals)

    def choose(self, sizes: Array, cost: float, bound: float) -> float:
        """Choose whole groups among those that can be in a better assignment; return the new bound."""
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import csr_array, vstack

        demands, room = self._demands(sizes), self.value - bound + ROUNDING
        chosen: dict[tuple[int, int], Array] = {}
        above = []
        for kind, size in demands:
            groups, (low, high) = self._of(size), self._reduced(kind, self.prices)
            half = len(low).bit_length() - 1
            reduced = groups.costs + low[groups.masks & (len(low) - 1)] + high[groups.masks >> half]
            reduced -= reduced.min(initial=np.inf)
            chosen[kind, size] = np.flatnonzero(reduced <= room)
            above.append(reduced[chosen[kind, size]])
        if sum(map(len, chosen.values())) > _MAX_GROUPS_IN_PROGRAM:
            return bound
        costs, members, demand = self._columns(demands, chosen)
        number = csr_array((demand == np.arange(len(demands))[:, None]).astype(float))
        rows = vstack([csr_array(members.T.astype(float)), number])
        need = np.concatenate([np.ones(self.claim.n_people), list(demands.values())])
        found = milp(
            np.concatenate(above) / room,  # the solver's tolerances are absolute
            integrality=np.ones(len(costs), np.int64),
            bounds=Bounds(0, 1),
            constraints=LinearConstraint(rows, need, need),
            options={"time_limit": max(self.clock.left, 0.1), "mip_rel_gap": 0.0},
        )
        if found.x is not None:
            self._note(found.x > 0.5, costs, members, demand, sizes, cost)
        # Solved, or infeasible: either way, no assignment is better than ``self.value``.
        return self.value if found.status in (0, 2) else bound

    def _note(self, used: Array, costs: Array, members: Array, demand: Array, sizes: Array, cost: float) -> None:
        """Keep an assignment if it is the best so far."""
        value = cost + float(costs[used].sum())
        if value >= self.value - ROUNDING:
            return
        labels = np.zeros(self.claim.n_people, np.int64)
        wanted = list(self._demands(sizes))
        free = list(range(len(sizes)))
        for inside, d in zip(members[used], demand[used].tolist(), strict=True):
            kind, size = wanted[d]
            g = next(g for g in free if self.kind_of[g] == kind and sizes[g] == size)
            free.remove(g)
            labels[inside] = g
        self.value, self.better = value, labels
