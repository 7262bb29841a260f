r"""Proofs by groups: the best assignment for any of several vectors of sizes, by branch and bound.

For given sizes n the objective is a sum over the groups A, with the clusters C of the draws:

.. math:: S(n) - \sum_g W(A_g), \quad W(A) = \sum_t w_t \sum_h \varphi(|A \cap C_{th}|)

(minus what the members cost in this group, and what wishes about company cost). Let each person pay a price p to be in
a group. In an assignment everybody pays once. Groups that are chosen one by one, and may overlap, cost no more than the
best assignment:

.. math:: S(n) - \sum_g W(A_g) \ge S(n) - \sum_i p_i - \sum_g \max_{|A| = n_g} \bigl(W(A) - p(A)\bigr) .

Prices are chosen on a pool of groups. A tree over people, each of whom is in the group or not, then finds the true
maxima, or groups that the pool lacks. Usually the bound at the best prices equals the value of the best assignment.
Otherwise all groups that fall short of the maximum by less than the gap are listed, and all assignments made of them
are tried. The tree has two branches per person instead of G, and serves all vectors of sizes.

Groups that break a rule are left out. People who must or wish to be together are a cluster of two for the tree, which
adds what their company is worth. All other rules and wishes apply to the groups that the tree lists.
"""

from __future__ import annotations

import math
import time
from typing import NamedTuple

import numpy as np

from ...options import Progress, Workers
from ...rules.constraints import Constraints, Quota
from ...words.message import Message
from ..draws import LabelDraws
from ..kernels._groups_numba import N_LOW, bound_groups, cover_everybody, list_groups, raise_bound
from ..kernels.arrays import PHI, Arrays, size_costs
from ..tables import affinity
from .claim import Claim

Array = np.ndarray

# A group is a 64-bit number, with a bit for each person.
MAX_BRANCHED_PEOPLE = 62
# A better assignment must improve the value by this share of it; rounding errors are far smaller.
MIN_RELATIVE_IMPROVEMENT = 1e-9
# Prices are good enough if the bound on the pool is this close to the value, relative to it.
_MAX_POOL_GAP = 1e-6
# Subgradient steps on the prices.
_PRICE_STEPS = 2000
# Share of the time for proofs; the rest is for raising the bounds of shapes that could not be proven.
_PROOF_SHARE_OF_TIME = 0.75
# Nodes that one kernel call visits.
_NODES_PER_CALL = 5_000
# Groups that one kernel call can return.
_MAX_GROUPS_PER_CALL = 1 << 13
# Pieces that the tree is cut into.
_PIECES_OF_TREE = 64
# Kernel calls that are given to the workers at a time.
_CALLS_AT_A_TIME = 8
# After this many groups that are better than those of the pool, prices are chosen again.
_MAX_BETTER_GROUPS = 2_000
# Groups listed in one pass over the tree.
_MAX_LISTED_GROUPS = 4_000_000
# Nodes that one call of the search for groups that hold everybody visits.
_COVER_NODES_PER_CALL = 1_000_000
# Groups evaluated at a time.
_GROUPS_PER_BLOCK = 512
# A floor below the worth of every group.
_NO_FLOOR = -1e300
# The number of bits set in each byte.
_BITS_OF_BYTE = np.array([byte.bit_count() for byte in range(256)])


class Clusters(NamedTuple):
    """The C distinct clusters of all draws, and the worth of overlaps with them."""

    members: Array  # (N, C) 1 for people in the cluster
    ahead: Array  # (N + 1, C) how many of the first r people are in the cluster
    weights: Array  # (C,)
    low: Array  # (C,) the members among the first N_LOW people, as bits
    worth: Array  # (N + 2,) phi, by count
    secant: Array  # (N + 2, N + 2) mean worth of m more people, by count and m


class Asked(NamedTuple):
    """Which groups to list: those of a kind and size that are worth more than the floor after prices."""

    prices: Array  # (L, N) price and cost of each person, by kind of group
    floor: Array  # (L, N + 1) by kind and size; infinite for sizes that are not needed
    least: int
    most: int
    barred: Array  # (N,) the people with whom each person cannot be in a group, as bits; the tree leaves them out


class Shape(NamedTuple):
    """Sizes that an assignment may have. Groups of the same kind have the same costs and are interchangeable."""

    cost: float
    sizes: Array  # (G,) by group
    cells: Array  # (J, 2) kind and size of the groups that are not empty, distinct
    times: Array  # (J,) how many groups have this kind and size


class Branching(NamedTuple):
    """The result of branch and bound."""

    bound: float  # no assignment is better than this, whether or not the search was finished
    labels: Array  # (N,) the best assignment found: that of the claim or a better one
    value: float  # its cost
    nodes: int  # how many nodes were visited
    finished: bool  # whether the labels are proven best (up to rounding)


def branch_and_bound(
    claim: Claim, sizes: Array, *, time_limit: float, workers: Workers, progress: Progress
) -> Branching:
    """Prove that the claim's assignment is the best one for several vectors of sizes, or find a better one.

    Parameters
    ----------
    sizes
        (M, G) every vector of sizes that an assignment may have.
    time_limit
        Seconds; the bound is valid even if time runs out.
    """
    return _Proof(claim, sizes, time_limit, workers, progress).run()


def merge_clusters(arrays: Arrays, pairs: dict[int, float] | None = None) -> tuple[Clusters, Array]:
    """Return the distinct clusters of all draws, and what to subtract for each person in a group, (N,).

    Clusters with the same members are merged, and their weights added. Each of the ``pairs``, two people as bits,
    becomes a cluster that is worth this much if both are in a group, once the result is subtracted.
    """
    codes, worth = np.asarray(arrays.z), arrays.by_count[PHI]
    n_people = len(codes)
    bits = np.int64(1) << np.arange(n_people)
    sets = np.stack([bits @ (codes == h) for h in range(arrays.n_clusters)]).ravel()
    weights = np.tile(arrays.weights, arrays.n_clusters)
    if not worth.any():
        # Company is worth nothing to the loss: only pairs matter.
        worth, weights = np.arange(n_people + 2) * np.arange(-1.0, n_people + 1), np.zeros_like(weights)
    subtract = np.zeros(n_people)
    for pair, bonus in (pairs or {}).items():
        weight = bonus / (worth[2] - 2 * worth[1])
        subtract += weight * worth[1] * membership(np.array([pair]), n_people)[0]
        sets, weights = np.append(sets, pair), np.append(weights, weight)
    distinct, which = np.unique(sets, return_inverse=True)
    weights = np.bincount(which.ravel(), weights)
    distinct, weights = distinct[weights * distinct > 0], weights[weights * distinct > 0]
    members = membership(distinct, n_people).T.copy()
    secant = np.zeros((n_people + 2, n_people + 2))
    for m in range(1, n_people + 2):
        secant[:-m, m] = (worth[m:] - worth[:-m]) / m
    clusters = Clusters(
        members=members,
        ahead=np.concatenate([np.zeros((1, len(distinct)), np.uint8), members.cumsum(axis=0, dtype=np.uint8)]),
        weights=weights,
        low=distinct & ((1 << N_LOW) - 1),
        worth=worth,
        secant=secant,
    )
    return clusters, subtract


def membership(sets: Array, n_people: int) -> Array:
    """Return who is in each of several sets, (F, N)."""
    return ((sets[:, None] >> np.arange(n_people)) & 1).astype(np.uint8)


def sizes_of(sets: Array) -> Array:
    """Return the number of people in each of several sets, (F,)."""
    return _BITS_OF_BYTE[sets.view(np.uint8).reshape(-1, 8)].sum(axis=1)


class Company:
    """Rules and wishes about company, for groups as bits.

    ``bits`` (N,) is the bit of each person.
    """

    def __init__(self, constraints: Constraints, bits: Array) -> None:
        self.constraints, self.bits = constraints, bits

    def _mask(self, people: Array) -> np.int64:
        """Return some people, by number or as truth values, as bits."""
        return np.int64(self.bits[people].sum())

    def pairs(self, must: float) -> dict[int, float]:
        """Return the pairs that gain by being together, as bits, and how much; ``must`` is the gain by a rule."""
        gains: dict[int, float] = {}
        wished = self.constraints.pair_costs < 0
        wishes = zip(self.constraints.pairs[wished], -self.constraints.pair_costs[wished], strict=True)
        rules = ((some[at : at + 2], must) for some in self.constraints.together for at in range(len(some) - 1))
        for pair, gain in (*wishes, *rules):
            gains[int(self._mask(pair))] = gains.get(int(self._mask(pair)), 0.0) + float(gain)
        return gains

    def barred(self) -> Array:
        """Return the people who must be apart from each person, as bits, (N,)."""
        barred = np.zeros(len(self.bits), np.int64)
        for people in self.constraints.apart:
            barred[people] |= self._mask(people) & ~self.bits[people]
        return barred

    def keeps(self, sets: Array) -> Array:
        """Say which groups break no rule, (F,)."""
        kept = np.ones(len(sets), bool)
        size = sizes_of(sets)
        for people in self.constraints.together:
            some = sets & self._mask(people)
            kept &= (some == 0) | (some == self._mask(people))
        for people in self.constraints.apart:
            some = sets & self._mask(people)
            kept &= some & (some - 1) == 0
        for trait in self.constraints.hard_traits:
            for value, wanted in enumerate(trait.wanted):
                count = sizes_of(sets & self._mask(trait.codes == value))
                if trait.spread:
                    kept &= np.abs(count * trait.among - wanted * size) < trait.among
                if trait.lonely[value]:
                    kept &= count != 1
        for meeting in self.constraints.meetings:
            shared = np.sum([sets & self._mask(busy) == 0 for busy in meeting.busy], axis=0)
            kept &= shared >= meeting.least
        for quota in self.constraints.hard_quotas:
            kept &= self._missed(quota, sets) == 0
        return kept

    def _missed(self, quota: Quota, sets: Array) -> Array:
        """Return how many each group misses of a quota, (F,)."""
        assert quota.amounts is not None
        count = sum(
            amount * sizes_of(sets & self._mask(quota.amounts == amount)) for amount in np.unique(quota.amounts)
        )
        short = np.where(quota.unless_empty & (sets == 0), 0, np.maximum(quota.least - count, 0))
        missed: Array = short + np.maximum(count - quota.most, 0)
        return missed

    def cost(self, sets: Array) -> Array:
        """Return what wishes to be apart, uneven spreads and missed quotas cost groups, (F,)."""
        total = np.zeros(len(sets))
        for pair, price in zip(self.constraints.pairs, self.constraints.pair_costs, strict=True):
            if price > 0:
                total += price * (sets & self._mask(pair) == self._mask(pair))
        for trait in self.constraints.mixed:
            for value, wanted in enumerate(trait.wanted):
                count = sizes_of(sets & self._mask(trait.codes == value))
                total += trait.price * (count - wanted * sizes_of(sets) / trait.among) ** 2
        for quota in self.constraints.soft_quotas:
            total += quota.price * self._missed(quota, sets)
        return total


class _Pool:
    """Groups that are known to be good, with their worth."""

    def __init__(self, clusters: Clusters, company: Company) -> None:
        self.clusters, self.company, self.deadline = clusters, company, math.inf
        self.sets = np.zeros(0, np.int64)
        self.worth = np.zeros(0)
        self.size = np.zeros(0, np.int64)
        self.members = np.zeros((0, len(clusters.members)), np.uint8)

    def add(self, sets: Array) -> None:
        """Add groups that are not in the pool yet and break no rule, as long as there is time."""
        new = np.setdiff1d(sets, self.sets)
        new = new[self.company.keeps(new)]
        members = membership(new, self.members.shape[1])
        worth = self._evaluate(members)
        new, members = new[: len(worth)], members[: len(worth)]
        self.sets = np.concatenate([self.sets, new])
        self.worth = np.concatenate([self.worth, worth - self.company.cost(new)])
        self.members = np.concatenate([self.members, members])
        self.size = sizes_of(self.sets)

    def _evaluate(self, members: Array) -> Array:
        """Return the worth of groups (F, N), (F,); if time runs out, only of the first ones (at least 512)."""
        values = np.empty(len(members))
        columns = self.clusters.members.astype(np.float32)
        for start in range(0, len(members), _GROUPS_PER_BLOCK):
            if start and time.perf_counter() > self.deadline:
                return values[:start]
            counts = members[start : start + _GROUPS_PER_BLOCK].astype(np.float32) @ columns
            values[start : start + _GROUPS_PER_BLOCK] = (
                self.clusters.worth[counts.astype(np.int64)] @ self.clusters.weights
            )
        return values

    def shares(self, members: Array) -> Array:
        """Return what each member adds to a group (N,): an equal share of each overlap; 0 for everybody else."""
        counts = members @ self.clusters.members.astype(np.int64)
        each = self.clusters.weights * self.clusters.worth[counts] / np.maximum(counts, 1)
        return (self.clusters.members @ each) * members

    def add_chain(self, group: Array, prices: Array) -> None:
        """Add a group (N,) that is not empty, and the best groups it grows and shrinks to, person by person."""
        columns, weights, worth = self.clusters.members, self.clusters.weights, self.clusters.worth
        chain = [group]
        for step in (1, -1):
            members = group
            while time.perf_counter() < self.deadline and members.sum() != (len(members) if step > 0 else 1):
                counts = members @ columns.astype(np.int64)
                change = columns @ (weights * (worth[np.maximum(counts + step, 0)] - worth[counts])) - step * prices
                change[(members == 1) == (step > 0)] = -np.inf
                members = members.copy()
                members[np.argmax(change)] += step
                chain.append(members)
        self.add(np.array(chain) @ (np.int64(1) << np.arange(len(group))))


class _Listed(NamedTuple):
    """The groups above a floor that break no rule, and the most that groups are worth after prices."""

    sets: Array  # (F,)
    left: Array  # (L, F) what they are worth after prices, by kind
    top: Array  # (L, N + 1) by kind and size
    complete: bool  # whether the whole tree was searched


class _Proof:
    """The state of a proof: bounds for every shape, prices, the pool, and the best assignment so far.

    People are numbered in the order of the tree.
    """

    def __init__(self, claim: Claim, sizes: Array, time_limit: float, workers: Workers, progress: Progress) -> None:
        self.claim, self.n_people, self.nodes = claim, claim.n_people, 0
        self.best, self.value = claim.labels, claim.value
        self.workers, self.progress, self.time_limit = workers, progress, time_limit
        self.order = _order(claim)
        self.labels = claim.labels[self.order]
        arrays = claim.arrays._replace(z=np.asarray(claim.arrays.z)[self.order])
        bits = np.int64(1) << np.argsort(self.order)
        self.company = Company(claim.constraints, bits)
        self.barred = self.company.barred()[self.order]
        # The gain of people who must be together is a multiplier: any number is valid.
        steps = np.diff(arrays.by_count[PHI][: self.n_people + 1])
        pairs = self.company.pairs(float(steps.max()) or np.ptp(claim.cost).item())
        clusters, subtract = merge_clusters(arrays, pairs)
        self.pool = _Pool(clusters, self.company)
        kinds, self.kind = np.unique(claim.cost[self.order], axis=1, return_inverse=True)
        self.cost, self.kind = np.ascontiguousarray(kinds.T) + subtract, self.kind.ravel()
        self.shapes = _shapes(claim.arrays, sizes, self.kind, claim.constant + sum(pairs.values()))
        self.bounds = np.full(len(self.shapes), -np.inf)
        self.given_up = np.zeros(len(self.shapes), bool)
        self.prices = np.zeros(self.n_people)

    def run(self) -> Branching:
        """Raise the bounds of all shapes until they reach the value, or time is up."""
        self._compile()
        self.began = time.perf_counter()
        self.pool.deadline = self.began + self.time_limit
        groups = (self.labels == np.arange(len(self.kind))[:, None]).astype(np.int64)
        for g, group in enumerate(groups):
            self.prices += self.pool.shares(group) - self.cost[self.kind[g]] * group
        for group in groups:
            if group.any():
                self.pool.add_chain(group, self.prices)
        self._raise(self._root(), self._open)
        while self._open.any() and self._share_of_time() < _PROOF_SHARE_OF_TIME:
            self._round(int(np.argmin(np.where(self._open, self.bounds, np.inf))))
        self._settle_for_less()
        bound = float(min(self.aim, self.bounds.min(initial=np.inf)))
        return Branching(bound, self.best, self.value, self.nodes, bool((self.bounds >= self.aim).all()))

    def _compile(self) -> None:
        """Call the kernels on empty input, so that compilation does not use up the time limit."""
        none, nobody = np.zeros(0), np.zeros(0, np.int64)
        list_groups(self.pool.clusters, self._ask(self._root(), 0, 0), 0, 0, 0, nobody, none)
        raise_bound(nobody, none, np.zeros(1, np.int64), none, self.prices, 0.0, np.zeros(2), 0)
        table = np.zeros((3, 1), np.int64)
        cover_everybody(nobody, none, table, nobody, table, none, np.zeros(2, np.int64), none, table, 0)

    @property
    def aim(self) -> float:
        """The bound that proves a shape: a little less than the value, so that rounding cannot hide a proof."""
        return self.value - 10 * self.rounding

    @property
    def rounding(self) -> float:
        """An upper bound on the sum of rounding errors."""
        return MIN_RELATIVE_IMPROVEMENT / 10 * max(1.0, abs(self.value))

    @property
    def _open(self) -> Array:
        """(M,) whether a shape may have a better assignment and was not given up."""
        return (self.bounds < self.aim) & ~self.given_up

    def _share_of_time(self) -> float:
        """Return the share of the time limit that has passed."""
        share = (time.perf_counter() - self.began) / max(self.time_limit, 1e-9)
        self.progress(min(share, 0.99), Message("progress-proving"))
        return share

    def _ask(self, floor: Array, least: int, most: int) -> Asked:
        return Asked(self.prices + self.cost, floor, least, most, self.barred)

    def _root(self) -> Array:
        """Return an upper bound of what groups are worth after prices, by kind and size, at the root of the tree."""
        asked = self._ask(np.empty((0, 0)), 0, self.n_people)
        return bound_groups(self.pool.clusters, asked, self.n_people, np.zeros(self.n_people, np.int64))

    def _bound(self, shape: Shape, top: Array) -> float:
        """Return the bound of a shape at the present prices, given the most that groups are worth after them."""
        spent = shape.times @ top[tuple(shape.cells.T)]
        return float(shape.cost - self.prices.sum() - spent - self.rounding)

    def _raise(self, top: Array, which: Array) -> None:
        """Raise the bounds of some shapes (M,) by the present prices."""
        for s in np.flatnonzero(which):
            self.bounds[s] = max(self.bounds[s], self._bound(self.shapes[s], top))

    def _round(self, s: int) -> None:
        """Choose prices for one shape; raise its bound, and the bounds of others for which these prices are good."""
        shape = self.shapes[s]
        if self._lacks_groups(s):
            return
        self._choose_prices(shape)
        known = self._most_in_pool()
        floor, sharing = np.full(known.shape, np.inf), np.zeros(len(self.shapes), bool)
        for other in np.flatnonzero(self._open):
            cells = tuple(self.shapes[other].cells.T)
            slack = self._bound(self.shapes[other], known) - self.aim
            # It is infinite if the pool has no group of some size.
            if self.rounding < slack < np.inf or other == s:
                sharing[other] = True
                # A positive slack is divided among the groups; a deficit may be due to any single one of them.
                n_groups = self.shapes[other].times.sum()
                step = (slack - self.rounding) / n_groups if slack > self.rounding else slack - n_groups * self.rounding
                floor[cells] = np.minimum(floor[cells], known[cells] + step)
        listed = self._list(floor - self.rounding, known)
        excess = (listed.left - known[:, sizes_of(listed.sets)]).max(axis=0)
        better = np.flatnonzero(excess > self.rounding)
        if listed.complete:
            top = np.maximum(listed.top, np.where(np.isfinite(floor), floor, -np.inf))
            self._raise(top, sharing)
            is_best = (listed.top <= known + self.rounding)[tuple(shape.cells.T)].all()
            if self.bounds[s] < self.aim and is_best:
                self._cover(s, listed, top)
        elif not len(better):
            self.given_up[s] = True
        self.pool.add(listed.sets[better[np.argsort(-excess[better])[:_MAX_BETTER_GROUPS]]])

    def _lacks_groups(self, s: int) -> bool:
        """Say whether the pool lacks groups of a size that a shape needs; if so, look for such groups."""
        known = self._most_in_pool()
        missing = [size for _, size in self.shapes[s].cells if not (self.pool.size == size).any()]
        if not missing:
            return False
        floor = np.full(known.shape, np.inf)
        floor[:, missing] = _NO_FLOOR
        listed = self._list(floor, known)
        if listed.complete:
            # No group of these sizes keeps to the rules.
            none = np.setdiff1d(missing, sizes_of(listed.sets))
            self.bounds[[bool(np.isin(shape.cells[:, 1], none).any()) for shape in self.shapes]] = np.inf
        elif not len(listed.sets):
            self.given_up[s] = True
        self.pool.add(listed.sets[np.argsort(-listed.left.max(axis=0, initial=-np.inf))[:_MAX_BETTER_GROUPS]])
        return True

    def _settle_for_less(self) -> None:
        """Raise the bounds of all remaining shapes at once, with a falling floor: high floors need few nodes."""
        left = self.bounds < self.aim
        known, top = self._most_in_pool(), self._root()
        self._raise(top, left)
        known = np.where(np.isfinite(known), known, top)
        wanted = np.zeros(known.shape, bool)
        for s in np.flatnonzero(left):
            wanted[tuple(self.shapes[s].cells.T)] = True
        spare, complete = np.max(top - known, where=wanted, initial=0.0), True
        while complete and spare > self.rounding and self._share_of_time() < 1:
            spare /= 2
            floor = known + spare
            listed = self._list(np.where(wanted, floor, np.inf), known, 1.0)
            complete = listed.complete
            if complete:
                self._raise(np.maximum(listed.top, floor), left)

    def _choose_prices(self, shape: Shape) -> None:
        """Choose the prices that give a shape its best bound over the pool."""
        numbers = [np.flatnonzero(self.pool.size == size) for _, size in shape.cells]
        costs = [
            self.pool.members[some] @ self.cost[kind] for some, (kind, _) in zip(numbers, shape.cells, strict=True)
        ]
        starts = np.cumsum([0] + [len(some) for some in numbers])
        some = np.concatenate(numbers)
        near = self.aim - _MAX_POOL_GAP * max(1.0, abs(self.value))
        raise_bound(
            self.pool.sets[some],
            self.pool.worth[some] - np.concatenate(costs),
            starts,
            shape.times.astype(float),
            self.prices,
            shape.cost,
            np.array([near, self.value]),
            _PRICE_STEPS,
        )

    def _after_prices(self, sets: Array, worth: Array) -> Array:
        """Return the worth of groups (F,) minus prices and costs, (L, F)."""
        return worth - (membership(sets, self.n_people) @ (self.prices + self.cost).T).T

    def _most_in_pool(self) -> Array:
        """Return the most that groups of the pool are worth after prices, by kind and size, (L, N + 1)."""
        most = np.full((len(self.cost), self.n_people + 1), -np.inf)
        return _raise_top(most, self.pool.size, self._after_prices(self.pool.sets, self.pool.worth))

    def _list(self, floor: Array, known: Array, until: float = _PROOF_SHARE_OF_TIME) -> _Listed:
        """List the groups above the floor, by kind and size; stop early if many are better than the known ones."""
        wanted = np.flatnonzero(np.isfinite(floor).any(axis=0))
        asked = self._ask(floor, int(wanted[0]), int(wanted[-1]))
        n_all = 1 << max(self.n_people - N_LOW, 0)
        n_pieces = min(_PIECES_OF_TREE, n_all)
        pieces = [(n_all * i // n_pieces, n_all * (i + 1) // n_pieces) for i in range(n_pieces)]

        def look(piece: tuple[int, int]) -> tuple[Array, Array, int, int]:
            sets, worth = np.empty(_MAX_GROUPS_PER_CALL, np.int64), np.empty(_MAX_GROUPS_PER_CALL)
            n, node, nodes = list_groups(self.pool.clusters, asked, *piece, _NODES_PER_CALL, sets, worth)
            kept = self.company.keeps(sets[:n])
            sets, worth = sets[:n][kept], worth[:n][kept]
            return sets, self._after_prices(sets, worth - self.company.cost(sets)), node, nodes

        found, top, n_found, n_better = [(np.zeros(0, np.int64), np.zeros((len(known), 0)))], known.copy(), 0, 0
        while (
            pieces and n_better < _MAX_BETTER_GROUPS and n_found < _MAX_LISTED_GROUPS and self._share_of_time() < until
        ):
            now, pieces, unfinished = pieces[:_CALLS_AT_A_TIME], pieces[_CALLS_AT_A_TIME:], []
            for (_, last), (sets, left, node, nodes) in zip(now, self.workers.map(look, now), strict=True):
                size = sizes_of(sets)
                n_found += len(sets)
                n_better += (left > known[:, size]).any(axis=0).sum()
                found.append((sets, left))
                _raise_top(top, size, left)
                self.nodes += nodes
                if node < last:
                    unfinished.append((node, last))
            pieces = unfinished + pieces
        sets, left = (np.concatenate(some, axis=-1) for some in zip(*found, strict=True))
        return _Listed(sets, left, top, not pieces)

    def _cover(self, s: int, listed: _Listed, top: Array) -> None:
        """Try all assignments made of the listed groups; any better assignment consists of these."""
        shape = self.shapes[s]
        gap = self.aim - self._bound(shape, top)
        size, first = sizes_of(listed.sets), sizes_of((listed.sets & -listed.sets) - 1)
        sets, short, starts = [], [], [0]
        for kind, n in shape.cells:
            by_cell = top[kind, n] - listed.left[kind]
            some = np.flatnonzero((size == n) & (by_cell < gap))
            some = some[np.lexsort([by_cell[some], first[some]])]
            sets.append(listed.sets[some])
            short.append(by_cell[some])
            starts.extend(starts[-1] + np.searchsorted(first[some], np.arange(1, self.n_people + 1)))
        n_groups, n_cells = int(shape.times.sum()), len(shape.cells)
        ends = np.array(starts[1:]).reshape(n_cells, -1)
        begins = np.column_stack([np.concatenate([[0], ends[:-1, -1]]), ends])
        path, state = np.zeros((3, n_groups + 1), np.int64), np.zeros(2, np.int64)
        limit, best = np.array([gap]), np.zeros((2, n_groups), np.int64)
        work = (np.concatenate(sets), np.concatenate(short), begins, shape.times.copy(), path, np.zeros(n_groups + 1))
        complete = False
        while not complete and self._share_of_time() < _PROOF_SHARE_OF_TIME:
            complete = cover_everybody(*work, state, limit, best, _COVER_NODES_PER_CALL)
        self.nodes += int(state[1])
        if best.any():
            self._take(shape, *best)
        if complete:
            self.bounds[s] = np.inf

    def _take(self, shape: Shape, sets: Array, cells: Array) -> None:
        """Adopt a better assignment, given its groups and the cell of the shape that each belongs to."""
        labels = np.empty(self.n_people, np.int64)
        free = list(range(len(self.kind)))
        for members, (kind, size) in zip(membership(sets, self.n_people), shape.cells[cells], strict=True):
            g = next(g for g in free if self.kind[g] == kind and shape.sizes[g] == size)
            free.remove(g)
            labels[self.order[members == 1]] = g
        value = self.claim.value_of(labels)
        if value < self.value:
            self.best, self.value = labels, value


def _raise_top(top: Array, sizes: Array, left: Array) -> Array:
    """Raise the most that groups are worth (L, N + 1), in place, by groups of these sizes (F,) and worths (L, F)."""
    for kind, row in enumerate(left):
        np.maximum.at(top[kind], sizes, row)
    return top


def _order(claim: Claim) -> Array:
    """Return the people (N,) from clear to unclear: the tree starts with the last ones.

    A person is clear if they share clusters with members of their own group more often than with those of any other.
    In our trials this order needed a third to three quarters of the nodes of other orders.
    """
    draws = LabelDraws(claim.arrays.z, claim.arrays.weights, (), claim.arrays.n_clusters)
    fit = affinity(claim.labels, draws, claim.n_groups, Workers(1))
    own = claim.labels[:, None] == np.arange(claim.n_groups)
    clear = fit[own] - np.where(own, 0.0, fit).max(axis=1)
    return np.argsort(-clear, kind="stable")


def _shapes(arrays: Arrays, sizes: Array, kind: Array, constant: float) -> list[Shape]:
    """Return the shapes of vectors of sizes (M, G): the cheapest of those that differ in the order of like groups."""
    shapes: dict[tuple[tuple[int, int], ...], Shape] = {}
    for row, cost in zip(sizes, size_costs(arrays.size, sizes) + constant, strict=True):
        cells = sorted((int(k), int(n)) for k, n in zip(kind, row, strict=True) if n > 0)
        key = tuple(cells)
        if key not in shapes or cost < shapes[key].cost:
            distinct, times = np.unique(np.array(cells), axis=0, return_counts=True)
            shapes[key] = Shape(float(cost), row, distinct, times)
    return list(shapes.values())
