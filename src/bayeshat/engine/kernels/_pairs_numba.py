"""How often two people share a cluster, and groups that keep such people together.

A bond says how much better it is for two people to be together than apart, as a whole number; a person's bond with
themselves is 0. The search maximises the sum of the bonds within groups. Whole numbers add up exactly, in any order.
"""

from typing import Any, NamedTuple

import numpy as np
from numba.core import types
from numba.extending import intrinsic, overload

from ..._jit import apart, helper, inlined, kernel

# In this share of the rounds two groups are dealt out again; in the others, some people move at random.
_DEAL_SHARE = 0.2
# People who move at random in a round.
_MAX_MOVED = 16
# People who look for a partner to change places with, in every round.
_SWAPS_PER_ROUND = 4
# Random numbers that a round needs.
N_DICE = 2 + 2 * _MAX_MOVED
# A number less than any sum of bonds.
_BELOW_ANY_SUM = np.int32(-(2**31) + 1)


class Company(NamedTuple):
    """An assignment, and everybody's bonds with the people of every group."""

    bonds: np.ndarray  # (N, N)
    labels: np.ndarray  # (N,)
    sizes: np.ndarray  # (G,)
    near: np.ndarray  # (G, N) sum of each person's bonds with the people of each group


def count_bits(word: Any) -> int:
    """Return how many bits of a word are set."""
    return int(word).bit_count()


def _build_count(_context: Any, builder: Any, _signature: Any, words: Any) -> Any:
    """Count bits with the processor's instruction."""
    return builder.ctpop(words[0])


_count_bits: Any = intrinsic(lambda _typing, _word: (types.uint64(types.uint64), _build_count))


@overload(count_bits)
def _compile_count_bits(word):  # noqa: ARG001
    return lambda word: _count_bits(word)


@apart
def _compare(first, second, more_first, more_second, differ):
    """Mark the draws in which two people differ in either of two planes, in addition to those already marked."""
    for w in range(differ.shape[0]):
        differ[w] |= (first[w] ^ second[w]) | (more_first[w] ^ more_second[w])


@apart
def _count_unmarked(differ, draws):
    """Count the given draws that are not marked."""
    total = np.uint64(0)
    for w in range(differ.shape[0]):
        total += np.uint64(count_bits(draws[w] & ~differ[w]))
    return total


@kernel
def count_together(
    planes,  # IN   (B, N, W)  bit b of each person's cluster in each draw, 64 draws to a word; B is even
    times,  # IN   (M, W)  bit b of how many times each draw counts
    start,  # IN   scalar  first person
    stop,  # IN   scalar  one past the last
    out,  # OUT  (N, N)  symmetric: how often each of these people shares a cluster with each one before them
):
    """Count the draws in which two people share a cluster."""
    differ = np.empty(planes.shape[2], np.uint64)
    for n in range(start, stop):
        for m in range(n + 1):
            differ[:] = 0
            for b in range(0, planes.shape[0], 2):
                _compare(planes[b, n], planes[b, m], planes[b + 1, n], planes[b + 1, m], differ)
            total = np.uint64(0)
            for b in range(times.shape[0]):
                total += _count_unmarked(differ, times[b]) << np.uint64(b)
            out[n, m] = total
            out[m, n] = total


@apart
def _add_bonds(bonds, near):
    for n in range(bonds.shape[0]):
        near[n] += bonds[n]


@apart
def _shift_bonds(bonds, before, after):
    for n in range(bonds.shape[0]):
        before[n] -= bonds[n]
        after[n] += bonds[n]


@apart
def _raise_to(near, top):
    for n in range(near.shape[0]):
        top[n] = max(top[n], near[n])


@inlined
def _gather(bonds, labels, n_groups):
    """Return the company of an assignment."""
    sizes = np.zeros(n_groups, np.int64)
    near = np.zeros((n_groups, labels.shape[0]), np.int32)
    for n in range(labels.shape[0]):
        sizes[labels[n]] += 1
        _add_bonds(bonds[n], near[labels[n]])
    return Company(bonds, labels, sizes, near)


@helper
def _move(company, n, group):
    """Move one person to a group, perhaps their own; return the gain."""
    old = company.labels[n]
    if group == old:
        return np.int64(0)
    gain = np.int64(company.near[group, n]) - np.int64(company.near[old, n])
    _shift_bonds(company.bonds[n], company.near[old], company.near[group])
    company.sizes[old] -= 1
    company.sizes[group] += 1
    company.labels[n] = group
    return gain


@helper
def _spare_group(company):
    """Return the first empty group; -1 if there is none."""
    for g in range(company.sizes.shape[0]):
        if company.sizes[g] == 0:
            return g
    return -1


@helper
def _improve(company, top):
    """Move people one by one until nobody gains; return the gain. ``top`` (N,) is working space."""
    total = np.int64(0)
    while True:
        top[:] = np.int32(0) if _spare_group(company) >= 0 else _BELOW_ANY_SUM
        for g in range(company.sizes.shape[0]):
            if company.sizes[g] > 0:
                _raise_to(company.near[g], top)
        gained = total
        for n in range(company.labels.shape[0]):
            to = company.labels[n]
            if top[n] <= company.near[to, n]:
                continue
            for g in range(company.sizes.shape[0]):  # check again with current bonds
                if company.near[g, n] > company.near[to, n]:
                    to = g
            total += _move(company, n, to)
        if total == gained:
            return total


@helper
def _swap(company, n):
    """Let one person change places with the partner where that gains most; return the gain."""
    labels, near, bonds = company.labels, company.near, company.bonds[n]
    group = labels[n]
    here = np.int64(near[group, n])
    best, other = np.int64(0), -1
    for m in range(labels.shape[0]):
        there = labels[m]
        # ``near`` still counts each of the two in the other's new group.
        gain = near[there, n] - here + near[group, m] - near[there, m] - 2 * bonds[m]
        if gain > best and there != group:
            best, other = gain, m
    if other >= 0:
        _move(company, n, labels[other])
        _move(company, other, group)
    return best


@helper
def _scatter(company, dice):
    """Let some people join a random person's group or, now and then, an empty group; return the gain."""
    n_people = company.labels.shape[0]
    total = np.int64(0)
    for i in range(1 + int(dice[1] * _MAX_MOVED)):
        n = int(dice[2 + 2 * i] * n_people)
        whom = int(dice[3 + 2 * i] * (n_people + 1))
        to = company.labels[whom] if whom < n_people else _spare_group(company)
        if to >= 0:
            total += _move(company, n, to)
    return total


@helper
def _deal_anew(company, dice):
    """Divide the groups of two people between them: everybody joins the closer of the two.

    Two people of the same group split it in two if there is an empty group.
    """
    n_people = company.labels.shape[0]
    one, other = int(dice[1] * n_people), int(dice[2] * n_people)
    here, there = company.labels[one], company.labels[other]
    to = _spare_group(company) if here == there else there
    if one == other or to < 0:
        return np.int64(0)
    total = np.int64(0)
    for n in range(n_people):
        if company.labels[n] == here or company.labels[n] == there:
            closer = n == one or (n != other and company.bonds[one, n] > company.bonds[other, n])
            total += _move(company, n, here if closer else to)
    return total


@kernel
def explore_company(
    bonds,  # IN      (N, N)  zero with oneself; the absolute values of each row add up to less than 2**31
    labels,  # IN OUT  (N,)
    n_groups,  # IN      scalar  G
    dice,  # IN      (R, N_DICE)  random numbers from 0 to below 1, for R rounds
):
    """Move people one by one until nobody gains; then change something in every round, and undo it if that was worse.

    Returns the sum of the bonds within groups.
    """
    company = _gather(bonds, labels, n_groups)
    top = np.empty(labels.shape[0], np.int32)
    _improve(company, top)
    kept = labels.copy()
    for r in range(dice.shape[0]):
        gain = _deal_anew(company, dice[r]) if dice[r, 0] < _DEAL_SHARE else _scatter(company, dice[r])
        gain += _improve(company, top)
        for i in range(_SWAPS_PER_ROUND):
            swapped = _swap(company, int(dice[r, 2 + 2 * i] * labels.shape[0]))
            if swapped > 0:
                gain += swapped + _improve(company, top)
        if gain >= 0:
            kept[:] = labels
        else:
            for n in range(labels.shape[0]):
                if labels[n] != kept[n]:
                    _move(company, n, kept[n])
    total = np.int64(0)
    for n in range(labels.shape[0]):
        total += company.near[labels[n], n]
    return total // 2
