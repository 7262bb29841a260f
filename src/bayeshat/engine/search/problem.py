"""The core types: a decision problem as kernels and backends take it, and one assignment with what follows from it."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...cluster.tasks import hold, is_partitioned
from ..labels.draws import LabelDraws
from ..loss.losses import Composition
from ..wanted.sizes import fill_zeros
from ..wanted.target import Target

Array = np.ndarray

# An improvement smaller than this is rounding, not progress (losses are of the order of one).
TOLERANCE = 1e-12
# A swap is looked at only if its bound is above this share of what the bound is expected to overrate it by. In our
# trials that spared four looks in five, and left out 2 of 1969 swaps that gained.
OVERRATED = 0.7
# Few arrays with named rows rather than many arrays: what kernels hand on decides how long they take to compile.
PHI, ENTER, LEAVE, TANGENT = 0, 1, 2, 3  # rows of ``Problem.by_count``
PSI, LOG_SIZE = 0, 1  # rows of ``SizeTerm.by_size``
# Cost of each empty group when the pseudocount is 0, times one plus the weight of the sizes: more than any loss. It has
# to fall with every group that is filled; the size distance with a huge number for ln(0) would not.
_EMPTY_COST = 1e6


class SizeTerm(NamedTuple):
    """What the sizes cost: sum of psi over the groups plus ``weight`` times the Aitchison distance."""

    by_size: Array  # (2, N + 2) cost of a group by its size; ln(size + pseudocount)
    log_target: Array  # (G,) ln of the wanted sizes, ascending where groups are interchangeable
    bounds: Array  # (2, G) least and most people in each group
    weight: float
    free: bool  # groups are interchangeable: match sizes and targets in sorted order
    fixed_sizes: bool  # sizes must not change at all


class Problem(NamedTuple):
    """One decision problem: minimise cost + size part - sum_t w_t sum phi(counts)."""

    z: Array  # (N, T) codes of the draws
    weights: Array  # (T,) weights of the draws, adding up to one
    by_count: Array  # (4, N + 2) by the count c of a cell: phi(c); phi(c + 1) - phi(c); phi(c) - phi(c - 1);
    #                  a slope between the two, which is a subgradient of phi at c
    cost: Array  # (N, P) cost of each person in each group; (0, P) where there is none
    n_clusters: int
    size: SizeTerm


class SizeState(NamedTuple):
    """The sizes, and what the kernels need to price a move in constant time."""

    sizes: Array  # (G,) people in each group
    places: Array  # (4, G) the matching: group at each place; place of each group; first and last place of the
    #                run of equal sizes that holds a place
    ratio: Array  # (G + 1,) ln(size) - ln(target), by place, less its mean; last, the Aitchison distance


class State(NamedTuple):
    """An assignment and everything that is kept up to date with it."""

    labels: Array  # (N,)
    size: SizeState
    counts: Array  # (T, K * P)
    enter: Array  # (T, K * P) weighted gain of one more person
    leave: Array  # (T, K * P) weighted loss of one person fewer
    utilities: Array  # (N, P)
    own: Array  # (N,)


def new_size_state(n_groups: int) -> SizeState:
    """Make room for the sizes of ``n_groups`` groups."""
    return SizeState(
        sizes=np.zeros(n_groups, np.int64),
        places=np.arange(n_groups) + np.zeros((4, 1), np.int64),
        ratio=np.zeros(n_groups + 1),
    )


def new_state(problem: Problem) -> State:
    """Make room for one assignment; nobody is counted yet."""
    n_people, n_draws = problem.z.shape
    width = problem.cost.shape[1]
    n_groups = problem.size.log_target.shape[0]
    cells = problem.n_clusters * width
    return State(
        labels=np.zeros(n_people, np.int64),
        size=new_size_state(n_groups),
        counts=np.zeros((n_draws, cells), np.int32),
        enter=np.empty((n_draws, cells)),
        leave=np.empty((n_draws, cells)),
        utilities=np.empty((n_people, width)),
        own=np.empty(n_people),
    )


def padded(n: int) -> int:
    """Round a number of groups up to the width of a table."""
    return -(-n // 4) * 4


def relevant_draws(draws: LabelDraws, parts: Composition) -> LabelDraws:
    """Return the draws that the kernels must look at: none but an empty one where only placements count."""
    if parts.pairs():
        return draws
    codes = draws.codes[:, :1] * np.uint8(0) if is_partitioned(draws.codes) else np.zeros((draws.n_people, 1), np.uint8)
    return LabelDraws(codes, np.ones(1), (), 1)


def build_problem(
    draws: LabelDraws,
    parts: Composition,
    target: Target,
    probabilities: Any,
    n_everybody: int,
    personal: Array | None = None,
) -> Problem:
    """Put a problem together, for everybody or for a sample of ``n_everybody`` people.

    Unless the loss is label-aware or ``personal`` (N, G), what rules make it cost a person to be in a group, tells
    groups apart, they are interchangeable whatever the target says: permuting them changes neither the loss nor the
    best sizes.
    """
    n_people = draws.n_people
    n_groups = target.n_groups
    counts = np.arange(n_people + 2)
    worth = parts.joint(counts, n_people)
    enter = np.diff(worth, append=worth[-1])
    leave = np.concatenate([[2 * enter[0] - enter[1]], enter[:-1]])
    cost = np.zeros((0, padded(n_groups)))
    if probabilities is not None:
        about = (parts.label_costs(probabilities.shape[1], n_groups), n_people, padded(n_groups))
        if is_partitioned(probabilities):
            chunks = (probabilities.chunks[0], (padded(n_groups),))
            (cost,) = hold([probabilities.map_blocks(_expected_costs, *about, chunks=chunks, meta=np.empty((0, 0)))])
        else:
            cost = _expected_costs(probabilities, *about)
    if personal is not None:
        cost = cost if len(cost) else np.zeros((n_people, padded(n_groups)))
        cost[:, :n_groups] += personal
    return Problem(
        z=draws.codes,
        weights=draws.weights,
        by_count=np.stack([worth, enter, leave, 0.5 * (enter + leave)]),
        cost=cost,
        n_clusters=draws.n_clusters,
        size=size_term(
            parts,
            target,
            counts,
            n_people,
            n_everybody,
            free=target.labels == "free" or (parts.placement_weight() == 0 and personal is None),
        ),
    )


def _expected_costs(probabilities: Array, by_cluster: Array, n_people: int, width: int) -> Array:
    """Return what it costs each of N people to be in each group, (., P), by what it costs each cluster, (K, G)."""
    cost = np.zeros((len(probabilities), width))
    # Most costs are equal to the largest; counted from there, equal probabilities give equal costs to the bit.
    largest = by_cluster.max()
    cost[:, : by_cluster.shape[1]] = (largest - probabilities @ (largest - by_cluster)) / n_people
    return cost


def gains_alone(gains: Array, size: SizeTerm) -> Problem:
    """Return the problem of people whose gains (N, P) do not depend on the others: no draws, only costs."""
    codes = np.zeros((len(gains), 0), np.uint8)
    return Problem(codes, np.zeros(0), np.zeros((4, len(gains) + 2)), -gains, 1, size)


def size_term(
    parts: Composition, target: Target, counts: Array, n_people: int, n_everybody: int, *, free: bool
) -> SizeTerm:
    """Return what sizes cost, for the sizes ``counts``, which follow each other."""
    by_size = np.maximum(counts + target.pseudocount * n_people / n_everybody, 0.5 * (target.pseudocount == 0))
    psi = parts.groups(counts, n_people)
    if target.pseudocount == 0 and target.soft_weight > 0 and counts[0] == 0:
        psi[0] += _EMPTY_COST * (1.0 + target.soft_weight)
    log_target = np.zeros(target.n_groups)
    if target.soft_weight > 0 and target.wanted is not None:
        log_target = np.log(fill_zeros(target.wanted, n_everybody, target.pseudocount))
    return SizeTerm(
        by_size=np.stack([psi, np.log(by_size)]),
        log_target=np.sort(log_target) if free else log_target,
        bounds=_bounds(target, n_people),
        weight=target.soft_weight,
        free=free,
        fixed_sizes=target.exact is not None,
    )


def _bounds(target: Target, n_people: int) -> Array:
    """Return the bounds of the sizes; where there are none, such as never bind."""
    if target.bounds is not None:
        return target.bounds
    return np.stack([np.full(target.n_groups, -1), np.full(target.n_groups, n_people + 1)])


def size_costs(term: SizeTerm, sizes: Array) -> Array:
    """Return what each of several vectors of sizes (M, G) costs, (M,)."""
    psi, log_size = term.by_size
    ratio = log_size[np.sort(sizes) if term.free else sizes] - term.log_target
    distance = np.linalg.norm(ratio - ratio.mean(axis=1, keepdims=True), axis=1)
    return psi[sizes].sum(axis=1) + (term.weight * distance if term.weight > 0 else 0.0)


def move_costs(term: SizeTerm, sizes: Array) -> Array:
    """Return what one person's move from group to group adds to the size part, (G, G); infinite where forbidden."""
    n_groups = len(sizes)
    step = np.eye(n_groups, dtype=np.int64)
    after = sizes - step[:, None] + step[None]
    least, most = term.bounds
    allowed = (sizes > np.maximum(least, 0))[:, None] & (sizes < most) & (step == 0)
    if term.fixed_sizes:
        allowed &= term.free & (sizes[:, None] == sizes + 1)
    costs = np.full((n_groups, n_groups), np.inf)
    costs[allowed] = size_costs(term, after[allowed]) - size_costs(term, sizes[None])
    return costs
