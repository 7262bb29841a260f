"""The part of the loss that depends on the group sizes alone, and how one person's move changes it."""

import numpy as np

from ..._jit import helper, kernel
from .arrays import LOG_SIZE, PSI

# Rows of ``SizeState.places``.
_ORDER = 0
_RANK = 1
_FIRST = 2
_LAST = 3


@kernel
def refresh_sizes(term, state):
    """Bring everything that follows from ``state.sizes`` up to date; without a weight, nothing of it is read."""
    if term.weight == 0.0:
        return
    sizes, places, ratio = state.sizes, state.places, state.ratio
    n_groups = sizes.shape[0]
    if term.free:
        for i in range(1, n_groups):
            g = places[_ORDER, i]
            j = i
            while j > 0 and sizes[places[_ORDER, j - 1]] > sizes[g]:
                places[_ORDER, j] = places[_ORDER, j - 1]
                j -= 1
            places[_ORDER, j] = g
        for i in range(n_groups):
            places[_RANK, places[_ORDER, i]] = i
            places[_FIRST, i] = i
            places[_LAST, i] = i
            if i > 0 and sizes[places[_ORDER, i - 1]] == sizes[places[_ORDER, i]]:
                places[_FIRST, i] = places[_FIRST, i - 1]
        for i in range(n_groups - 2, -1, -1):
            if sizes[places[_ORDER, i + 1]] == sizes[places[_ORDER, i]]:
                places[_LAST, i] = places[_LAST, i + 1]
    mean = 0.0
    for i in range(n_groups):
        ratio[i] = term.by_size[LOG_SIZE, sizes[places[_ORDER, i]]] - term.log_target[i]
        mean += ratio[i] / n_groups
    total = 0.0
    for i in range(n_groups):
        ratio[i] -= mean
        total += ratio[i] ** 2
    ratio[n_groups] = np.sqrt(total)


@helper
def size_cost(term, state):
    """Return the whole size part of the loss."""
    sizes = state.sizes
    n_groups = sizes.shape[0]
    total = term.weight * state.ratio[n_groups] if term.weight > 0.0 else 0.0
    for g in range(n_groups):
        total += term.by_size[PSI, sizes[g]]
    return total


@helper
def size_change(term, state, g, h):
    """Return by how much the size part rises when one person goes from group g to group h.

    With y the centred log ratios (which add up to zero) and e their change, the squared distance
    becomes sum(y**2) + 2 sum(y e) + sum(e**2) - (sum e)**2 / G.
    """
    by_size, places, ratio = term.by_size, state.places, state.ratio
    n_groups = state.sizes.shape[0]
    a = state.sizes[g]
    b = state.sizes[h]
    if a <= term.bounds[0, g] or b >= term.bounds[1, h]:
        return np.inf
    change = by_size[PSI, a - 1] - by_size[PSI, a] + by_size[PSI, b + 1] - by_size[PSI, b]
    if term.free and a == b + 1:
        return change  # the two groups only exchange their sizes
    if term.fixed_sizes:
        return np.inf
    if term.weight == 0.0:
        return change
    p = places[_RANK, g]
    q = places[_RANK, h]
    if term.free:
        p = places[_FIRST, p]
        q = places[_LAST, q]
    down = by_size[LOG_SIZE, a - 1] - by_size[LOG_SIZE, a]
    up = by_size[LOG_SIZE, b + 1] - by_size[LOG_SIZE, b]
    old = ratio[n_groups]
    square = old * old + 2.0 * (ratio[p] * down + ratio[q] * up) + down * down + up * up - (down + up) ** 2 / n_groups
    return change + term.weight * (np.sqrt(max(square, 0.0)) - old)
