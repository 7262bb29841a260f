"""Rules in the form that kernels use: whether a step is allowed, and what company and values cost."""

from typing import NamedTuple

import numpy as np

from ..._jit import helper

# Rows of ``RuleArrays.asked``.
SPREAD = 0
LONELY = 1
# Columns of ``RuleArrays.quotas``.
AMOUNT = 0
LEAST = 1
MOST = 2
JOINTLY = 3
UNLESS_EMPTY = 4
MUST = 5


class RuleArrays(NamedTuple):
    """Rules as arrays. Units are people, or sets of people who must be together."""

    begin: np.ndarray  # (U + 1,) where each unit's people begin
    members: np.ndarray  # (N,) people by unit
    allowed: np.ndarray  # (U, G) whether a unit may be in a group
    apart_begin: np.ndarray  # (U + 1,)
    apart: np.ndarray  # units that a unit must not share a group with
    own_begin: np.ndarray  # (U + 1,)
    own: np.ndarray  # units with other places of the same people, where people are in several groups
    clashes: np.ndarray  # (G, G) whether one person cannot be in both groups; (0, 0) if there are no such groups
    values: np.ndarray  # (C, N) number of each person's value in each column, counted over all columns; -1: no value
    asked: np.ndarray  # (2, V) whether a value must be spread; whether nobody may be alone with it
    is_asked: bool  # whether either holds for any value
    wanted: np.ndarray  # (2, V) how many people should have each value, and in a group of how many
    amounts: np.ndarray  # (A, N) what each person counts in quotas, first as a person; (0, N) if there are none
    quotas: np.ndarray  # (Q, 6) row of ``amounts`` (-1: groups that are not empty), least, most, whether groups are
    #                     counted together, whether empty ones may have less, whether the quota must be kept
    quota_groups: np.ndarray  # (Q, G) which groups each quota is about
    prices: np.ndarray  # (V + Q,) cost of each value's squared distance from an even spread, and of each one that a
    #                     quota misses; (0,) if there is none
    times: np.ndarray  # (M, 3) for each column of free times: its first value, its last value + 1, and how many times
    #                    must suit a group; people have the values of the times when they are busy
    pair_begin: np.ndarray  # (N + 1,)
    pair_other: np.ndarray  # people whom a person wishes to be with, or to be apart from
    pair_cost: np.ndarray  # cost of sharing a group with them; negative if it is wished for
    met: np.ndarray  # (N, N) whether two people meet in another round; (0, 0) if there are no other rounds
    again: float  # cost of two people meeting again


@helper
def n_members(ruled, unit):
    """Return the number of people in a unit; 0 for none (-1)."""
    return ruled.begin[unit + 1] - ruled.begin[unit] if unit >= 0 else 0


@helper
def may_enter(ruled, state, unit, group, leaving):
    """Say whether a unit may enter a group while another unit (-1: none) leaves it."""
    if not ruled.allowed[unit, group]:
        return False
    for i in range(ruled.apart_begin[unit], ruled.apart_begin[unit + 1]):
        other = ruled.apart[i]
        if other != leaving and state.labels[ruled.members[ruled.begin[other]]] == group:
            return False
    if ruled.clashes.shape[0] > 0:
        for i in range(ruled.own_begin[unit], ruled.own_begin[unit + 1]):
            other = ruled.own[i]
            if other != leaving and ruled.clashes[state.labels[ruled.members[ruled.begin[other]]], group]:
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
        for c in range(ruled.amounts.shape[0]):
            amount = step * ruled.amounts[c, ruled.members[i]]
            traits[ruled.wanted.shape[1] + c, g] -= amount
            traits[ruled.wanted.shape[1] + c, h] += amount


@helper
def exchange_values(ruled, traits, a, b, g, h, step):
    """Count the values of unit a out of g and into h, and those of unit b (-1: none) the other way, or both back."""
    shift_values(ruled, traits, a, g, h, step)
    if b >= 0:
        shift_values(ruled, traits, b, h, g, step)


@helper
def missed(ruled, traits, q, group):
    """Return by how much a group, or all groups of a joint quota, miss the quota."""
    first, row = ruled.wanted.shape[1], ruled.quotas[q, AMOUNT]
    people = count = 0
    for g in range(traits.shape[1]):
        if ruled.quota_groups[q, g] and (g == group or ruled.quotas[q, JOINTLY]):
            people += traits[first, g]
            count += traits[first + row, g] if row >= 0 else traits[first, g] > 0
    if people == 0 and ruled.quotas[q, UNLESS_EMPTY]:
        return 0
    return max(ruled.quotas[q, LEAST] - count, 0) + max(count - ruled.quotas[q, MOST], 0)


@helper
def quota_cost(ruled, traits, g, h):
    """Return what the quotas of two groups cost."""
    total = 0.0
    for q in range(ruled.quotas.shape[0]):
        price = ruled.prices[ruled.wanted.shape[1] + q]
        if price > 0.0 and ruled.quota_groups[q, g]:
            total += price * missed(ruled, traits, q, g)
        if price > 0.0 and ruled.quota_groups[q, h] and not (ruled.quotas[q, JOINTLY] and ruled.quota_groups[q, g]):
            total += price * missed(ruled, traits, q, h)
    return total


@helper
def group_fits(term, ruled, traits, group, size):
    """Say whether a group of this size meets the rules about sizes, values and quotas."""
    if size < term.bounds[0, group] or size > term.bounds[1, group]:
        return False
    for v in range(ruled.wanted.shape[1]):
        count, among = traits[v, group], ruled.wanted[1, v]
        if ruled.asked[SPREAD, v] and abs(count * among - ruled.wanted[0, v] * size) >= among:
            return False
        if ruled.asked[LONELY, v] and count == 1:
            return False
    for i in range(ruled.times.shape[0]):
        shared = 0
        for v in range(ruled.times[i, 0], ruled.times[i, 1]):
            shared += traits[v, group] == 0
        if shared < ruled.times[i, 2]:
            return False
    for q in range(ruled.quotas.shape[0]):
        if ruled.quotas[q, MUST] and ruled.quota_groups[q, group] and missed(ruled, traits, q, group) > 0:
            return False
    return True


@helper
def exchange_fits(term, ruled, state, traits, a, b, g, h):
    """Say whether unit a may go from g to h while unit b (-1: none) goes from h to g."""
    if not may_enter(ruled, state, a, h, b) or (b >= 0 and not may_enter(ruled, state, b, g, a)):
        return False
    change = n_members(ruled, a) - n_members(ruled, b)
    if change != 0 and term.fixed_sizes and not (term.free and state.size.sizes[g] - change == state.size.sizes[h]):
        return False
    if change == 0 and not ruled.is_asked and ruled.times.shape[0] + ruled.quotas.shape[0] == 0:
        return True
    exchange_values(ruled, traits, a, b, g, h, 1)
    fits = group_fits(term, ruled, traits, g, state.size.sizes[g] - change) and group_fits(
        term, ruled, traits, h, state.size.sizes[h] + change
    )
    exchange_values(ruled, traits, a, b, g, h, -1)
    return fits


@helper
def spread_cost(ruled, traits, group, size):
    """Return the cost of a group's distance from an even spread, at this size."""
    total = 0.0
    for v in range(ruled.wanted.shape[1]):
        away = traits[v, group] - size * ruled.wanted[0, v] / ruled.wanted[1, v]
        total += ruled.prices[v] * away * away
    return total


@helper
def spread_gain(ruled, state, traits, a, b, g, h):
    """Return what spreads and quotas gain if unit a goes from g to h while unit b (-1: none) goes from h to g."""
    if ruled.prices.shape[0] == 0:
        return 0.0
    if ruled.quotas.shape[0] == 0 and n_members(ruled, a) == 1 and n_members(ruled, b) == 1:
        return spread_gain_of_two(ruled, state, traits, a, b, g, h)
    sizes = state.size.sizes
    change = n_members(ruled, a) - n_members(ruled, b)
    gain = spread_cost(ruled, traits, g, sizes[g]) + spread_cost(ruled, traits, h, sizes[h])
    gain += quota_cost(ruled, traits, g, h)
    exchange_values(ruled, traits, a, b, g, h, 1)
    gain -= spread_cost(ruled, traits, g, sizes[g] - change) + spread_cost(ruled, traits, h, sizes[h] + change)
    gain -= quota_cost(ruled, traits, g, h)
    exchange_values(ruled, traits, a, b, g, h, -1)
    return gain


@helper
def spread_gain_of_two(ruled, state, traits, a, b, g, h):
    """Return what the spread gains if two people, each a unit, exchange the groups g and h.

    Sizes stay the same; only values in which the two differ change. One person fewer changes (n - e)² by 1 - 2 (n - e).
    """
    n, m = ruled.members[ruled.begin[a]], ruled.members[ruled.begin[b]]
    larger = state.size.sizes[g] - state.size.sizes[h]
    gain = 0.0
    for c in range(ruled.values.shape[0]):
        v, w = ruled.values[c, n], ruled.values[c, m]
        if v == w:
            continue
        if v >= 0:
            away = traits[v, g] - traits[v, h] - larger * ruled.wanted[0, v] / ruled.wanted[1, v]
            gain += 2.0 * ruled.prices[v] * (away - 1.0)
        if w >= 0:
            away = traits[w, h] - traits[w, g] + larger * ruled.wanted[0, w] / ruled.wanted[1, w]
            gain += 2.0 * ruled.prices[w] * (away - 1.0)
    return gain


@helper
def fill_pull(ruled, sizes, traits, pull):
    """Fill the slope of what each value and each amount costs in a group, (V + A + 1, G); last, the effect of size."""
    n_values, last = ruled.wanted.shape[1], pull.shape[0] - 1
    pull[:] = 0.0
    for g in range(sizes.shape[0]):
        for v in range(n_values):
            share = ruled.wanted[0, v] / ruled.wanted[1, v]
            pull[v, g] = 2.0 * ruled.prices[v] * (traits[v, g] - sizes[g] * share)
            pull[last, g] -= pull[v, g] * share
        for q in range(ruled.quotas.shape[0]):
            row, price = ruled.quotas[q, AMOUNT], ruled.prices[n_values + q]
            if row >= 0 and price > 0.0 and ruled.quota_groups[q, g] and missed(ruled, traits, q, g) > 0:
                short = traits[n_values + row, g] < ruled.quotas[q, LEAST]
                pull[n_values + row, g] += -price if short else price


@helper
def pulled(ruled, pull, unit, g, h):
    """Return what spreads and quotas gain by a unit's move from g to h, to first order."""
    gain = 0.0
    n_values, last = ruled.wanted.shape[1], pull.shape[0] - 1
    for i in range(ruled.begin[unit], ruled.begin[unit + 1]):
        gain += pull[last, g] - pull[last, h]
        for c in range(ruled.values.shape[0]):
            v = ruled.values[c, ruled.members[i]]
            if v >= 0:
                gain += pull[v, g] - pull[v, h]
        for c in range(ruled.amounts.shape[0]):
            gain += ruled.amounts[c, ruled.members[i]] * (pull[n_values + c, g] - pull[n_values + c, h])
    return gain


@helper
def pair_costs(ruled, state, n, group):
    """Return what the company of a group costs a person."""
    total = 0.0
    for i in range(ruled.pair_begin[n], ruled.pair_begin[n + 1]):
        if state.labels[ruled.pair_other[i]] == group:
            total += ruled.pair_cost[i]
    if ruled.met.shape[0] > 0:
        for m in range(state.labels.shape[0]):
            if state.labels[m] == group and ruled.met[n, m]:
                total += ruled.again
    return total


@helper
def count_values(ruled, labels, n_groups):
    """Return how many people have each value in each group, and how much of each amount is there, (V + A, G)."""
    n_values = ruled.wanted.shape[1]
    traits = np.zeros((n_values + ruled.amounts.shape[0], n_groups), np.int64)
    for n in range(labels.shape[0]):
        for c in range(ruled.values.shape[0]):
            if ruled.values[c, n] >= 0:
                traits[ruled.values[c, n], labels[n]] += 1
        for c in range(ruled.amounts.shape[0]):
            traits[n_values + c, labels[n]] += ruled.amounts[c, n]
    return traits
