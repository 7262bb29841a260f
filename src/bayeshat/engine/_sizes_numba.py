"""The part of the loss that depends on the group sizes alone, and how one person's move changes it."""

from typing import NamedTuple

import numpy as np

from ._jit import helper


class SizeTerm(NamedTuple):
    """What the sizes cost: sum of ``psi`` over the groups plus ``weight`` times the Aitchison distance."""

    psi: np.ndarray  # (N + 1,) cost of a group by its size
    log_size: np.ndarray  # (N + 1,) ln(size + pseudocount)
    log_target: np.ndarray  # (G,) ln of the wanted sizes, ascending where groups are interchangeable
    weight: float
    free: bool  # groups are interchangeable: match sizes and targets in sorted order
    fixed_sizes: bool  # sizes must not change at all


class SizeState(NamedTuple):
    """The sizes, and what ``size_change`` needs to price a move in constant time."""

    sizes: np.ndarray  # (G,) people in each group
    order: np.ndarray  # (G,) group at each position of the matching
    rank: np.ndarray  # (G,) position of each group
    first: np.ndarray  # (G,) first position of the run of equal sizes that holds a position
    last: np.ndarray  # (G,) last position of that run
    centred: np.ndarray  # (G,) ln(size) - ln(target), by position, less its mean
    distance: np.ndarray  # (1,) the Aitchison distance


def new_size_state(n_groups: int) -> SizeState:
    """Make room for the sizes of ``n_groups`` groups."""
    return SizeState(
        sizes=np.zeros(n_groups, np.int64),
        order=np.arange(n_groups),
        rank=np.arange(n_groups),
        first=np.arange(n_groups),
        last=np.arange(n_groups),
        centred=np.zeros(n_groups),
        distance=np.zeros(1),
    )


@helper
def refresh_sizes(term, state):
    """Bring everything that follows from ``state.sizes`` up to date."""
    sizes, order, rank = state.sizes, state.order, state.rank
    n_groups = sizes.shape[0]
    if term.free:
        for i in range(1, n_groups):
            g = order[i]
            j = i
            while j > 0 and sizes[order[j - 1]] > sizes[g]:
                order[j] = order[j - 1]
                j -= 1
            order[j] = g
        for i in range(n_groups):
            rank[order[i]] = i
            state.first[i] = i
            state.last[i] = i
            if i > 0 and sizes[order[i - 1]] == sizes[order[i]]:
                state.first[i] = state.first[i - 1]
        for i in range(n_groups - 2, -1, -1):
            if sizes[order[i + 1]] == sizes[order[i]]:
                state.last[i] = state.last[i + 1]
    mean = 0.0
    for i in range(n_groups):
        state.centred[i] = term.log_size[sizes[order[i]]] - term.log_target[i]
        mean += state.centred[i] / n_groups
    total = 0.0
    for i in range(n_groups):
        state.centred[i] -= mean
        total += state.centred[i] ** 2
    state.distance[0] = np.sqrt(total)


@helper
def size_cost(term, state):
    """Return the whole size part of the loss."""
    total = term.weight * state.distance[0] if term.weight > 0.0 else 0.0
    for g in range(state.sizes.shape[0]):
        total += term.psi[state.sizes[g]]
    return total


@helper
def size_change(term, state, g, h):
    """Return by how much the size part rises when one person goes from group g to group h.

    With y the centred log ratios (which add up to zero) and e their change, the squared distance
    becomes sum(y**2) + 2 sum(y e) + sum(e**2) - (sum e)**2 / G.
    """
    if term.fixed_sizes:
        return np.inf
    a = state.sizes[g]
    b = state.sizes[h]
    change = term.psi[a - 1] - term.psi[a] + term.psi[b + 1] - term.psi[b]
    if term.weight == 0.0 or (term.free and a == b + 1):
        return change
    p = state.rank[g]
    q = state.rank[h]
    if term.free:
        p = state.first[p]
        q = state.last[q]
    down = term.log_size[a - 1] - term.log_size[a]
    up = term.log_size[b + 1] - term.log_size[b]
    old = state.distance[0]
    square = (
        old * old
        + 2.0 * (state.centred[p] * down + state.centred[q] * up)
        + down * down
        + up * up
        - (down + up) ** 2 / state.sizes.shape[0]
    )
    return change + term.weight * (np.sqrt(max(square, 0.0)) - old)
