"""Every possible group of a given size, with its cost under the loss and the rules."""

from __future__ import annotations

import math
from itertools import combinations
from typing import NamedTuple

import numpy as np

from ...options import Workers, free_memory
from ...rules.constraints import Constraints
from ..kernels._groups_numba import cost_groups
from ..kernels.arrays import ENTER
from .claim import Claim, Clock

Array = np.ndarray

# A group is a 32-bit number, with a bit for each person.
MAX_LISTED_PEOPLE = 32
# Time that one draw of one group takes.
_SECONDS_PER_DRAW = 2e-9
# Memory that one group takes.
_BYTES_PER_GROUP = 12
# Groups checked against the rules at a time.
_GROUPS_PER_BLOCK = 1 << 16


class Groups(NamedTuple):
    """Groups of one size that meet the rules."""

    masks: Array  # (M,) uint32, members as bits
    costs: Array  # (M,) cost of their company


def list_groups(claim: Claim, size: int, clock: Clock, workers: Workers) -> Groups | None:
    """Return every group of a size; None if there is not enough time or memory."""
    n_people, (_, n_draws) = claim.n_people, claim.arrays.z.shape
    number = math.comb(n_people, size)
    if (
        number * n_draws * _SECONDS_PER_DRAW / workers.threads > clock.left
        or number * _BYTES_PER_GROUP > free_memory() / 3
    ):
        return None
    masks, costs = np.empty(number, np.uint32), np.empty(number)
    n_clusters = claim.arrays.n_clusters
    cells = (np.arange(n_draws) * n_clusters + claim.arrays.z).astype(np.uint32)
    weights, enter = claim.arrays.weights, claim.arrays.by_count[ENTER]
    begun = [np.array(begin) for begin in combinations(range(n_people), min(2, size - 1))]
    if size == 1:
        masks[:] = 1 << np.arange(n_people)
        costs[:] = -enter[0] * weights.sum()
        return _keep_rules(claim, Groups(masks, costs), size)
    numbers = [math.comb(n_people - 1 - int(begin[-1]), size - len(begin)) for begin in begun]
    ends = np.cumsum(numbers)

    def work(job: int) -> bool:
        if clock.left < 0:
            return False
        part = slice(ends[job] - numbers[job], ends[job])
        cost_groups(cells, weights, enter, n_draws * n_clusters, begun[job], size, masks[part], costs[part])
        return True

    if not all(workers.map(work, [job for job, some in enumerate(numbers) if some])):
        return None
    return _keep_rules(claim, Groups(masks, costs), size)


def members_of(masks: Array, n_people: int) -> Array:
    """Return who is in each group, (M, N)."""
    members: Array = (masks[:, None] >> np.arange(n_people, dtype=np.uint32)) & 1 == 1
    return members


def _keep_rules(claim: Claim, groups: Groups, size: int) -> Groups:
    """Remove groups that break a rule, and add the cost of wishes."""
    if claim.constraints is None:
        return groups
    kept, costs = [], []
    for first in range(0, len(groups.masks), _GROUPS_PER_BLOCK):
        some = slice(first, first + _GROUPS_PER_BLOCK)
        members = members_of(groups.masks[some], claim.n_people)
        fine = _keeps(claim.constraints, members, size)
        kept.append(groups.masks[some][fine])
        costs.append(groups.costs[some][fine] + _wishes(claim.constraints, members[fine], size))
    return Groups(np.concatenate(kept), np.concatenate(costs))


def _keeps(constraints: Constraints, members: Array, size: int) -> Array:
    """Say which groups (M, N) of a size break no rule, (M,)."""
    n_people = constraints.n_people
    fine = np.ones(len(members), dtype=bool)
    for people in constraints.together:
        fine &= (members[:, people] == members[:, people[:1]]).all(axis=1)
    for people in constraints.apart:
        fine &= members[:, people].sum(axis=1) <= 1
    for trait in constraints.hard_traits:
        for value, total in enumerate(trait.totals):
            count = members[:, trait.codes == value].sum(axis=1)
            if trait.spread:
                fine &= np.abs(count * n_people - total * size) < n_people
            if trait.lonely[value]:
                fine &= count != 1
    for meeting in constraints.meetings:
        shared = np.sum([~members[:, busy].any(axis=1) for busy in meeting.busy], axis=0)
        fine &= shared >= meeting.least
    return fine


def _wishes(constraints: Constraints, members: Array, size: int) -> Array:
    """Return what wishes about company add to the cost of groups, (M,); granted wishes to be together lower it."""
    i, j = constraints.pairs.T
    total: Array = (members[:, i] & members[:, j]) @ constraints.pair_costs.astype(float)
    for trait in constraints.mixed:
        for value, everybody in enumerate(trait.totals):
            count = members[:, trait.codes == value].sum(axis=1)
            total = total + trait.price * (count - everybody * size / constraints.n_people) ** 2
    return total


def offset_of(claim: Claim) -> float:
    """Return a constant to add to the costs of groups: the cost of all wishes to be together if none is granted."""
    if claim.constraints is None:
        return 0.0
    return float(np.maximum(-claim.constraints.pair_costs, 0.0).sum())
