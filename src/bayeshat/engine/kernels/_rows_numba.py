"""An upper bound on the worth of one person's row of a co-membership matrix, by Frank-Wolfe steps."""

import numpy as np

from ..._jit import helper, kernel
from ._tables_numba import sum_where_same

# Bisections that find the length of a Frank-Wolfe step.
_STEP_LENGTH_HALVINGS = 10


@helper
def slope_at(slopes, count):
    """Return the slope of the worth of company at a fractional count."""
    below = int(count)
    part = count - below
    return slopes[below] * (1.0 - part) + slopes[below + 1] * part


@helper
def conjugate(worth, slope, count, most):
    """Return the maximum of worth minus slope times partners over whole counts, from a guess; ``worth`` is concave."""
    at = int(count + 0.5)
    while at < most and worth[at + 1] - worth[at] > slope:
        at += 1
    while at > 1 and worth[at] - worth[at - 1] < slope:
        at -= 1
    return worth[at] - slope * (at - 1)


@kernel
def bound_rows(
    z,  # IN   (N, T) codes of the draws
    weights,  # IN   (T,)
    by_count,  # IN   (2, N + 3) worth of company to one person by the number of people in the cell, and its slope
    linear,  # IN   (N, N) cost of each partner
    size,  # IN   people in the group, this one included
    rounds,  # IN   Frank-Wolfe steps
    start,
    stop,  # IN   the rows to bound
    least,  # OUT  (N, N + 1) largest known lower bound of each row's cost, by the size of its group
):
    """Raise the bounds of rows, by steps towards the best partners in a group of this size.

    The tangent of every step bounds the row's cost at all sizes.
    """
    n_people, n_draws = z.shape
    worth, slopes = by_count
    partners = size - 1
    share = np.empty(n_people)
    count, end, pull = np.empty(n_draws), np.empty(n_draws), np.empty(n_draws)
    gain = np.empty(n_people)
    for i in range(start, stop):
        own = z[i]
        share[:] = partners / max(1, n_people - 1)
        share[i] = 0.0
        count[:] = 1.0
        for j in range(n_people):
            if j != i:
                for t in range(n_draws):
                    count[t] += share[j] if z[j, t] == own[t] else 0.0
        for step in range(rounds):
            offset = 0.0
            for t in range(n_draws):
                slope = slope_at(slopes, count[t])
                offset += weights[t] * conjugate(worth, slope, count[t], n_people)
                pull[t] = weights[t] * slope
            for j in range(n_people):
                gain[j] = sum_where_same(z[j], own, pull) - linear[i, j]
            gain[i] = -np.inf
            order = np.argsort(-gain)
            total = offset
            for m in range(1, n_people + 1):
                if -total > least[i, m]:
                    least[i, m] = -total
                total += gain[order[m - 1]]
            if step == rounds - 1 or partners == 0:
                break
            end[:] = 1.0
            dearer = -np.sum(share * linear[i])
            for r in range(partners):
                j = order[r]
                dearer += linear[i, j]
                for t in range(n_draws):
                    end[t] += 1.0 if z[j, t] == own[t] else 0.0
            low, high = 0.0, 1.0
            for _ in range(_STEP_LENGTH_HALVINGS):
                middle = 0.5 * (low + high)
                rise = -dearer
                for t in range(n_draws):
                    away = end[t] - count[t]
                    rise += weights[t] * slope_at(slopes, count[t] + middle * away) * away
                if rise > 0:
                    low = middle
                else:
                    high = middle
            count += low * (end - count)
            share *= 1.0 - low
            for r in range(partners):
                share[order[r]] += low
