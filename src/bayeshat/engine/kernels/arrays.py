"""The arguments of kernels: a decision problem as plain arrays, and one assignment with its derived arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

Array = np.ndarray

# An improvement smaller than this is rounding, not progress (losses are of the order of one).
TOLERANCE = 1e-12


# The bound of a swap overrates its gain. A swap is evaluated only if the bound exceeds this share of the expected
# excess. In our trials that saved four evaluations in five, and missed 2 of 1969 swaps that gained.
OVERRATED = 0.7


# A few arrays with named rows, rather than many arrays, since every argument adds to a kernel's compile time.
# Rows of ``Arrays.by_count``:
PHI = 0
ENTER = 1
LEAVE = 2
TANGENT = 3
# Rows of ``SizeTerm.by_size``:
PSI = 0
LOG_SIZE = 1


class SizeTerm(NamedTuple):
    """The cost of the sizes: the sum of psi over the groups plus ``weight`` times the Aitchison distance."""

    by_size: Array  # (2, N + 2) cost of a group by its size; ln(size + pseudocount)
    log_target: Array  # (G,) ln of the wanted sizes, ascending where groups are interchangeable
    bounds: Array  # (2, G) least and most people in each group
    weight: float
    free: bool  # groups are interchangeable: match sizes and targets in sorted order
    fixed_sizes: bool  # sizes must not change at all


class Arrays(NamedTuple):
    """One decision problem: minimise cost + size part - sum_t w_t sum phi(counts)."""

    z: Array  # (N, T) codes of the draws
    weights: Array  # (T,) weights of the draws, adding up to one
    by_count: Array  # (4, N + 2) by the count c of a cell: phi(c); phi(c + 1) - phi(c); phi(c) - phi(c - 1);
    #                  a slope between the last two, which is a subgradient of phi at c
    cost: Array  # (N, P) cost of each person in each group; (0, P) where there is none
    n_clusters: int
    size: SizeTerm


class SizeState(NamedTuple):
    """The sizes, and what kernels need to compute the size cost of a move in constant time."""

    sizes: Array  # (G,) people in each group
    places: Array  # (4, G) the matching: group at each place; place of each group; first and last place of the
    #                run of equal sizes that holds a place
    ratio: Array  # (G + 1,) ln(size) - ln(target), by place, less its mean; last, the Aitchison distance


class State(NamedTuple):
    """An assignment and the arrays that are kept up to date with it."""

    labels: Array  # (N,)
    size: SizeState
    counts: Array  # (T, K * P)
    enter: Array  # (T, K * P) weighted gain of one more person
    leave: Array  # (T, K * P) weighted loss of one person fewer
    utilities: Array  # (N, P)
    own: Array  # (N,)


def new_size_state(n_groups: int) -> SizeState:
    """Return an empty state for the sizes of ``n_groups`` groups."""
    return SizeState(
        sizes=np.zeros(n_groups, np.int64),
        places=np.arange(n_groups) + np.zeros((4, 1), np.int64),
        ratio=np.zeros(n_groups + 1),
    )


def new_state(arrays: Arrays) -> State:
    """Return an empty state for one assignment; nobody is counted yet."""
    n_people, n_draws = arrays.z.shape
    width = arrays.cost.shape[1]
    n_groups = arrays.size.log_target.shape[0]
    cells = arrays.n_clusters * width
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


def size_costs(term: SizeTerm, sizes: Array) -> Array:
    """Return what each of several vectors of sizes (M, G) costs, (M,)."""
    psi, log_size = term.by_size
    ratio = log_size[np.sort(sizes) if term.free else sizes] - term.log_target
    distance = np.linalg.norm(ratio - ratio.mean(axis=1, keepdims=True), axis=1)
    return psi[sizes].sum(axis=1) + (term.weight * distance if term.weight > 0 else 0.0)


def move_costs(term: SizeTerm, sizes: Array) -> Array:
    """Return what one person's move from group to group adds to the size part, (G, G); infinite where forbidden."""
    step = np.eye(len(sizes), dtype=np.int64)
    least, most = term.bounds
    allowed = (sizes > np.maximum(least, 0))[:, None] & (sizes < most) & (step == 0)
    if term.fixed_sizes:
        allowed &= term.free & (sizes[:, None] == sizes + 1)
    costs = np.full(step.shape, np.inf)
    now = size_costs(term, sizes[None])
    for g in np.flatnonzero(allowed.any(axis=1)):
        costs[g, allowed[g]] = size_costs(term, sizes - step[g] + step[allowed[g]]) - now
    return costs
