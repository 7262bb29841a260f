"""Every possible group of a given size: its cost, and the best ones at given prices of people."""

import numpy as np

from ..._jit import helper, kernel


@helper
def _join(cells, weights, enter, counts, gains):
    """Add a person, given by their cells, to a group; return what that is worth."""
    total = 0.0
    for t in range(cells.shape[0]):
        cell = cells[t]
        total += gains[cell]
        counts[cell] += 1
        gains[cell] = weights[t] * enter[counts[cell]]
    return total


@helper
def _part(cells, weights, enter, counts, gains):
    """Remove a person from a group."""
    for t in range(cells.shape[0]):
        cell = cells[t]
        counts[cell] -= 1
        gains[cell] = weights[t] * enter[counts[cell]]


@helper
def _worth(cells, gains):
    """Return what one more person, given by their cells, is worth to a group; four sums hide the latency of adding."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    n_fours = cells.shape[0] // 4 * 4
    for t in range(0, n_fours, 4):
        a += gains[cells[t]]
        b += gains[cells[t + 1]]
        c += gains[cells[t + 2]]
        d += gains[cells[t + 3]]
    for t in range(n_fours, cells.shape[0]):
        a += gains[cells[t]]
    return (a + b) + (c + d)


@kernel
def cost_groups(
    cells,  # IN   (N, T) unsigned cell of each person in each draw: draw * K + cluster
    weights,  # IN   (T,)
    enter,  # IN   (N + 2,) worth of one more person in a cell, by its count
    n_cells,  # IN   T * K
    begin,  # IN   (B,) the first members, ascending
    size,  # IN   people in each group, more than B
    masks,  # OUT  (M,) the members, as bits
    costs,  # OUT  (M,) what their company costs: less than zero
):
    """List every group of a size that begins with these members, in lexicographic order; return their number."""
    n_people = cells.shape[0]
    counts = np.zeros(n_cells, np.int32)
    gains = np.empty(n_cells)
    n_clusters = n_cells // weights.shape[0]
    for cell in range(n_cells):
        gains[cell] = weights[cell // n_clusters] * enter[0]
    member = np.zeros(size, np.int64)
    worth = np.zeros(size)
    mask = np.zeros(size, np.int64)
    depth = 0
    total, bits = 0.0, 0
    for j in begin:
        total += _join(cells[j], weights, enter, counts, gains)
        bits |= 1 << j
    first = begin.shape[0]
    depth = first
    worth[depth], mask[depth] = total, bits
    member[depth] = begin[first - 1]
    found = 0
    while depth >= first:
        if depth == size - 1:
            for j in range(member[depth] + 1, n_people):
                masks[found] = mask[depth] | (1 << j)
                costs[found] = -(worth[depth] + _worth(cells[j], gains))
                found += 1
        else:
            member[depth] += 1
            j = member[depth]
            if j <= n_people - (size - depth):
                worth[depth + 1] = worth[depth] + _join(cells[j], weights, enter, counts, gains)
                mask[depth + 1] = mask[depth] | (1 << j)
                member[depth + 1] = j
                depth += 1
                continue
        depth -= 1
        if depth >= first:
            _part(cells[member[depth]], weights, enter, counts, gains)
    return found


@kernel
def price_groups(
    masks,  # IN   (M,) groups, as bits
    costs,  # IN   (M,)
    low,  # IN   (2 ** H,) what the first H people add, by which of them are members
    high,  # IN   (2 ** (N - H),) what the others add
    best,  # OUT  (N,) least cost of a group with each person in it
    which,  # OUT  (N,) that group
):
    """Find the cheapest group with each person in it; return the least cost of all."""
    n_people = best.shape[0]
    half = 0
    while 1 << half < low.shape[0]:
        half += 1
    last = low.shape[0] - 1
    best[:] = np.inf
    least, most = np.inf, np.inf
    for s in range(masks.shape[0]):
        mask = np.int64(masks[s])
        cost = costs[s] + low[mask & last] + high[mask >> half]
        if cost < most:
            least = min(least, cost)
            for n in range(n_people):
                if (mask >> n) & 1 and cost < best[n]:
                    best[n] = cost
                    which[n] = s
            most = best.max()
    return least
