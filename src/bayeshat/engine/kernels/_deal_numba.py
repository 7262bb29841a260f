"""Exchanges towards an even spread: two people change places if that makes their groups no less even."""

import numpy as np

from ..._jit import helper, kernel


@helper
def unevenness(counts, totals, group, size, n_people):
    """Return by how much the values in a group miss an even spread, summed, in people times N; 0 if it is even."""
    missed = 0
    for v in range(totals.shape[0]):
        missed += max(0, abs(counts[v, group] * n_people - totals[v] * size) - n_people + 1)
    return missed


@helper
def exchange(values, counts, n, m, g, h):
    """Count the values of person n out of group g and into h, and those of person m the other way."""
    for c in range(values.shape[0]):
        if values[c, n] >= 0:
            counts[values[c, n], g] -= 1
            counts[values[c, n], h] += 1
        if values[c, m] >= 0:
            counts[values[c, m], h] -= 1
            counts[values[c, m], g] += 1


@kernel
def exchange_until_even(values, totals, begin, slots, n_steps, rng):
    """Try ``n_steps`` exchanges, or fewer if every group is even before that; say whether all groups are even.

    ``values`` (C, N) has the number of each person's value in each column, or -1. ``totals`` (V,) counts the people
    with each value. ``slots`` (N,) lists the people by group and changes in place; ``begin`` (G + 1,) says where each
    group begins.
    """
    n_people, n_groups = slots.shape[0], begin.shape[0] - 1
    counts = np.zeros((totals.shape[0], n_groups), np.int64)
    group_of = np.empty(n_people, np.int64)
    missed = np.zeros(n_groups, np.int64)
    for g in range(n_groups):
        for i in range(begin[g], begin[g + 1]):
            group_of[i] = g
            for c in range(values.shape[0]):
                if values[c, slots[i]] >= 0:
                    counts[values[c, slots[i]], g] += 1
    for g in range(n_groups):
        missed[g] = unevenness(counts, totals, g, begin[g + 1] - begin[g], n_people)
    left = missed.sum()
    for _ in range(n_steps):
        if left == 0:
            break
        i, j = int(rng.random() * n_people), int(rng.random() * n_people)
        g, h = group_of[i], group_of[j]
        if g == h or missed[g] == 0:
            continue
        exchange(values, counts, slots[i], slots[j], g, h)
        here = unevenness(counts, totals, g, begin[g + 1] - begin[g], n_people)
        there = unevenness(counts, totals, h, begin[h + 1] - begin[h], n_people)
        if here + there > missed[g] + missed[h]:
            exchange(values, counts, slots[j], slots[i], g, h)
            continue
        left += here + there - missed[g] - missed[h]
        missed[g], missed[h] = here, there
        slots[i], slots[j] = slots[j], slots[i]
    return left == 0
