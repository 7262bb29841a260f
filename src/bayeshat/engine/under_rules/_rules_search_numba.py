"""Descent that keeps to rules: people who must be together move as one, and every step leaves every rule met."""

from typing import NamedTuple

import numpy as np

from ..._jit import helper, kernel
from ..search._descent_numba import fill_gains, move_person, objective, set_labels, swap_gain
from ..search._sizes_numba import refresh_sizes, size_change, size_cost
from ..search.problem import TOLERANCE

SPREAD, LONELY = 0, 1  # rows of ``Ruled.asked``
# With more units than this, exchanges of sets are looked at only where single gains speak for them.
MANY_UNITS = 400


class Ruled(NamedTuple):
    """Rules as the kernels take them. Units are people, or sets of people who must be together."""

    begin: np.ndarray  # (U + 1,) where each unit's people begin
    members: np.ndarray  # (N,) people by unit
    allowed: np.ndarray  # (U, G) whether a unit may be in a group
    apart_begin: np.ndarray  # (U + 1,)
    apart: np.ndarray  # units that a unit must not share a group with
    values: np.ndarray  # (C, N) number of each person's value of each column, over all columns; -1: none
    asked: np.ndarray  # (2, V) whether a value is spread; whether it must not be alone
    totals: np.ndarray  # (V,) people with each value
    pair_begin: np.ndarray  # (N + 1,)
    pair_other: np.ndarray  # people whom a person had better be with, or not
    pair_cost: np.ndarray  # what sharing a group with them costs; negative: what it saves


@helper
def may_enter(ruled, state, unit, group, leaving):
    """Say whether a unit may enter a group from which another unit (-1: none) is leaving."""
    if not ruled.allowed[unit, group]:
        return False
    for i in range(ruled.apart_begin[unit], ruled.apart_begin[unit + 1]):
        other = ruled.apart[i]
        if other != leaving and state.labels[ruled.members[ruled.begin[other]]] == group:
            return False
    return True


@helper
def shift_values(ruled, traits, unit, g, h, step):
    """Count a unit's values out of group g and into group h (or back, with step -1)."""
    for i in range(ruled.begin[unit], ruled.begin[unit + 1]):
        for c in range(ruled.values.shape[0]):
            v = ruled.values[c, ruled.members[i]]
            if v >= 0:
                traits[v, g] -= step
                traits[v, h] += step


@helper
def group_fits(term, ruled, traits, group, size, n_people):
    """Say whether a group of this size keeps to the rules about sizes and values."""
    if size < term.bounds[0, group] or size > term.bounds[1, group]:
        return False
    for v in range(ruled.totals.shape[0]):
        count = traits[v, group]
        if ruled.asked[SPREAD, v] and abs(count * n_people - ruled.totals[v] * size) >= n_people:
            return False
        if ruled.asked[LONELY, v] and count == 1:
            return False
    return True


@helper
def exchange_fits(term, ruled, state, traits, a, b, g, h):
    """Say whether unit a may go from g to h while unit b (-1: none) goes from h to g."""
    if not may_enter(ruled, state, a, h, b) or (b >= 0 and not may_enter(ruled, state, b, g, a)):
        return False
    n_people = ruled.members.shape[0]
    change = ruled.begin[a + 1] - ruled.begin[a]
    if b >= 0:
        change -= ruled.begin[b + 1] - ruled.begin[b]
    if change != 0 and term.fixed_sizes and not (term.free and state.size.sizes[g] - change == state.size.sizes[h]):
        return False
    shift_values(ruled, traits, a, g, h, 1)
    if b >= 0:
        shift_values(ruled, traits, b, h, g, 1)
    fits = group_fits(term, ruled, traits, g, state.size.sizes[g] - change, n_people) and group_fits(
        term, ruled, traits, h, state.size.sizes[h] + change, n_people
    )
    shift_values(ruled, traits, a, g, h, -1)
    if b >= 0:
        shift_values(ruled, traits, b, h, g, -1)
    return fits


@helper
def pair_costs(ruled, state, n, group):
    """Return what the company of a group costs a person."""
    total = 0.0
    for i in range(ruled.pair_begin[n], ruled.pair_begin[n + 1]):
        if state.labels[ruled.pair_other[i]] == group:
            total += ruled.pair_cost[i]
    return total


@helper
def move_unit(problem, state, ruled, unit, h):
    """Move a unit and return what that gains, sizes apart."""
    gain = 0.0
    wide = problem.cost.shape[1]
    for i in range(ruled.begin[unit], ruled.begin[unit + 1]):
        n = ruled.members[i]
        g = state.labels[n]
        row = problem.z[n]
        for t in range(row.shape[0]):
            first = np.int64(row[t]) * wide
            gain += state.enter[t, first + h] - state.leave[t, first + g]
        if problem.cost.shape[0] > 0:
            gain += problem.cost[n, g] - problem.cost[n, h]
        gain += pair_costs(ruled, state, n, g) - pair_costs(ruled, state, n, h)
        move_person(problem, state, n, h)
    return gain


@helper
def try_exchange(problem, state, ruled, traits, a, b, least):
    """Let unit a go to the group b stands for: a unit there (b >= 0) that comes back, or the group -1 - b alone.

    The exchange stays if it is allowed and gains more than ``least``; say whether it did.
    """
    g = state.labels[ruled.members[ruled.begin[a]]]
    h = state.labels[ruled.members[ruled.begin[b]]] if b >= 0 else -1 - b
    back = b if b >= 0 else -1
    if not exchange_fits(problem.size, ruled, state, traits, a, back, g, h):
        return False
    before = size_cost(problem.size, state.size)
    gain = move_unit(problem, state, ruled, a, h)
    if back >= 0:
        gain += move_unit(problem, state, ruled, back, g)
    refresh_sizes(problem.size, state.size)
    gain += before - size_cost(problem.size, state.size)
    if gain > least:
        shift_values(ruled, traits, a, g, h, 1)
        if back >= 0:
            shift_values(ruled, traits, back, h, g, 1)
        return True
    if back >= 0:
        move_unit(problem, state, ruled, back, h)
    move_unit(problem, state, ruled, a, g)
    refresh_sizes(problem.size, state.size)
    return False


@helper
def count_values(ruled, labels, traits):
    """Count the people with each value in each group."""
    traits[:] = 0
    for n in range(labels.shape[0]):
        for c in range(ruled.values.shape[0]):
            if ruled.values[c, n] >= 0:
                traits[ruled.values[c, n], labels[n]] += 1


@helper
def single_gains(state, ruled, unit, group):
    """Return what a unit's people would gain by going to a group one by one, sizes and company apart."""
    total = 0.0
    for i in range(ruled.begin[unit], ruled.begin[unit + 1]):
        n = ruled.members[i]
        total += state.utilities[n, group] - state.own[n]
    return total


@helper
def is_single(ruled, unit):
    """Say whether a unit is one person without company that counts."""
    n = ruled.members[ruled.begin[unit]]
    return ruled.begin[unit + 1] - ruled.begin[unit] == 1 and ruled.pair_begin[n + 1] == ruled.pair_begin[n]


@helper
def move_units(problem, state, ruled, traits):
    """Move each unit to another group where that gains; return how many did."""
    total = 0
    n_groups = state.size.sizes.shape[0]
    for a in range(ruled.begin.shape[0] - 1):
        n = ruled.members[ruled.begin[a]]
        alone = is_single(ruled, a)
        for h in range(n_groups):
            g = state.labels[n]
            if g == h:
                continue
            if alone and state.utilities[n, h] - state.own[n] - size_change(problem.size, state.size, g, h) < TOLERANCE:
                continue
            total += try_exchange(problem, state, ruled, traits, a, -1 - h, TOLERANCE)
    return total


@helper
def swap_of_two(problem, state, n, m, g, h):
    """Return what two people gain who exchange groups g and h, company apart."""
    gain = swap_gain(problem, state, n, m)
    if problem.cost.shape[0] > 0:
        gain += problem.cost[n, g] - problem.cost[n, h] + problem.cost[m, h] - problem.cost[m, g]
    return gain


@helper
def swap_units(problem, state, ruled, traits):
    """Exchange each two units that gain by it, by the gains filled and a second exact look; return how many did.

    The gains of two single people add up to no less than the gain of their swap. Those of sets do not, but with many
    units only pairs whose gains add up to something are looked at all the same.
    """
    total = 0
    n_units = ruled.begin.shape[0] - 1
    for a in range(n_units):
        n = ruled.members[ruled.begin[a]]
        alone = is_single(ruled, a)
        for b in range(a + 1, n_units):
            m = ruled.members[ruled.begin[b]]
            g, h = state.labels[n], state.labels[m]
            if g == h:
                continue
            both_alone = alone and is_single(ruled, b)
            if n_units > MANY_UNITS or both_alone:
                if single_gains(state, ruled, a, h) + single_gains(state, ruled, b, g) < TOLERANCE:
                    continue
                if both_alone and swap_of_two(problem, state, n, m, g, h) < TOLERANCE:
                    continue
            total += try_exchange(problem, state, ruled, traits, a, b, TOLERANCE)
    return total


@helper
def soft_cost(ruled, state):
    """Return what the company of everybody costs; a pair that saves costs that much while it is parted."""
    total = 0.0
    for n in range(state.labels.shape[0]):
        total += 0.5 * pair_costs(ruled, state, n, state.labels[n])
    return total


@kernel
def descend_ruled(problem, state, ruled, labels, swaps):
    """Descend from an assignment that keeps to the rules until no allowed step improves; return the objective."""
    set_labels(problem, state, labels)
    traits = np.zeros((ruled.totals.shape[0], state.size.sizes.shape[0]), np.int64)
    count_values(ruled, state.labels, traits)
    for _ in range(100):
        fill_gains(problem, state, 0, labels.shape[0])
        now = move_units(problem, state, ruled, traits)
        if now == 0 and swaps:
            now = swap_units(problem, state, ruled, traits)
        if now == 0:
            break
    return objective(problem, state) + soft_cost(ruled, state)


@kernel
def shuffle_ruled(problem, state, ruled, labels, pairs):
    """Exchange pairs of units (or move one, where the second is negative) as far as the rules allow."""
    set_labels(problem, state, labels)
    traits = np.zeros((ruled.totals.shape[0], state.size.sizes.shape[0]), np.int64)
    count_values(ruled, state.labels, traits)
    for i in range(pairs.shape[0]):
        a, b = pairs[i]
        g = state.labels[ruled.members[ruled.begin[a]]]
        h = state.labels[ruled.members[ruled.begin[b]]] if b >= 0 else -1 - b
        if g != h:
            try_exchange(problem, state, ruled, traits, a, b, -np.inf)


@kernel
def allowed_steps(problem, state, ruled, order, begin, limit, moves, partner, change):
    """Find what each person's moves cost and the cheapest swap, among those that the rules allow.

    ``order`` (G, N) and ``begin`` (G + 1,) list, for each group to go to, everybody by group and by falling gain;
    the gains must be filled. At most ``limit`` allowed partners are looked at per person and group. People who must
    be together cannot go alone.
    """
    labels = state.labels
    traits = np.zeros((ruled.totals.shape[0], state.size.sizes.shape[0]), np.int64)
    count_values(ruled, labels, traits)
    n_groups = state.size.sizes.shape[0]
    unit_of = np.empty(labels.shape[0], np.int64)
    for a in range(ruled.begin.shape[0] - 1):
        for i in range(ruled.begin[a], ruled.begin[a + 1]):
            unit_of[ruled.members[i]] = a
    for n in range(labels.shape[0]):
        a, g = unit_of[n], labels[n]
        partner[n], change[n] = -1, np.inf
        together = ruled.begin[a + 1] - ruled.begin[a] > 1
        for h in range(n_groups):
            if h == g:
                continue
            if together or not exchange_fits(problem.size, ruled, state, traits, a, -1, g, h):
                moves[n, h] = np.inf
            moves[n, h] += pair_costs(ruled, state, n, h) - pair_costs(ruled, state, n, g)
            if together:
                continue
            mine = state.utilities[n, h] - state.own[n]
            looked = 0
            for k in range(begin[h], begin[h + 1]):
                if looked == limit:
                    break
                m = order[g, k]
                b = unit_of[m]
                pays = -(mine + state.utilities[m, g] - state.own[m])
                if ruled.pair_cost.shape[0] == 0 and pays >= change[n]:
                    break
                if ruled.begin[b + 1] - ruled.begin[b] > 1:
                    continue
                if not exchange_fits(problem.size, ruled, state, traits, a, b, g, h):
                    continue
                looked += 1
                loss = -swap_of_two(problem, state, n, m, g, h)
                loss += pair_costs(ruled, state, n, h) - pair_costs(ruled, state, n, g)
                loss += pair_costs(ruled, state, m, g) - pair_costs(ruled, state, m, h)
                for i in range(ruled.pair_begin[n], ruled.pair_begin[n + 1]):
                    if ruled.pair_other[i] == m:
                        loss -= 2.0 * ruled.pair_cost[i]  # the two pass each other and stay parted
                if loss < change[n]:
                    change[n], partner[n] = loss, m
