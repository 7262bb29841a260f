"""Proven optima: every assignment is evaluated or, for Placement, every vector of sizes is bounded."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np

from ...rules.constraints import Constraints, count_groups
from ..kernels._steps_numba import look_at_all
from ..kernels.arrays import Arrays, new_state, size_costs
from ..machines.machine import Machine
from ..programs.integer_program import blocks_of
from ..sizes import Sizes
from .transport import Transport

Array = np.ndarray

# Units (people, or sets of people) whose assignments are listed.
_MAX_UNITS = 40
# Assignments that are listed.
_MAX_ASSIGNMENTS = 200_000
# Assignments x draws that are evaluated.
_MAX_ASSIGNMENTS_X_DRAWS = 10_000_000
# Vectors of sizes that are listed.
_MAX_SIZE_VECTORS = 200_000
# Transports in a proof for Placement.
_MAX_TRANSPORTS = 200
# People x transports in such a proof, though there are always at least 20 transports.
_PEOPLE_X_TRANSPORTS = 1_000_000
# A lower bound this close to the best value proves it.
_MAX_PROOF_GAP = 1e-10


def every_assignment(
    n_units: int,
    n_groups: int,
    *,
    blind: bool = False,
    sizes: Array | None = None,
    any_order: bool = False,
    most: int = _MAX_ASSIGNMENTS,
) -> Array | None:
    """Return every assignment of units to groups, (M, U); None if there are too many.

    Parameters
    ----------
    blind
        Whether group numbers do not matter: groups are numbered in the order of their first members.
    sizes
        (G,) exact sizes, in this order or, with ``any_order``, in any order.
    most
        The maximum number of assignments.
    """
    if n_units > _MAX_UNITS or _least_number(n_units, n_groups, sizes, blind=blind) > most:
        return None
    rows = np.zeros((1, 0), np.int64)
    counts = np.zeros((1, n_groups), np.int64)
    for _ in range(n_units):
        parent, group = np.repeat(np.arange(len(rows)), n_groups), np.tile(np.arange(n_groups), len(rows))
        if blind:
            new = group <= (counts > 0).sum(axis=1)[parent]
            parent, group = parent[new], group[new]
        counts = counts[parent]
        counts[np.arange(len(group)), group] += 1
        rows = np.column_stack([rows[parent], group])
        if sizes is not None:
            over = np.sort(counts) > np.sort(sizes) if any_order else counts > sizes
            rows, counts = rows[~over.any(axis=1)], counts[~over.any(axis=1)]
        if len(rows) > most:
            return None
    return rows


def every_assignment_under(constraints: Constraints, sizes: Array | None, *, any_order: bool = False) -> Array | None:
    """Return every assignment that meets the rules at these sizes (None: at any sizes), (M, N); None if too many."""
    blocks = blocks_of(constraints, split=False)
    n_units, n_groups = len(blocks.members), constraints.n_groups
    alone = n_units == constraints.n_people
    units = every_assignment(n_units, n_groups, sizes=sizes if alone else None, any_order=any_order)
    if units is None:
        return None
    labels = units[:, blocks.block_of]
    if sizes is not None:
        counts = count_groups(labels, n_groups)
        same = np.sort(counts) == np.sort(sizes) if any_order else counts == sizes
        labels = labels[same.all(axis=1)]
    return labels[constraints.kept_by(labels)]


def _least_number(n_units: int, n_groups: int, sizes: Array | None, *, blind: bool) -> int:
    """Return a lower bound on the number of assignments, so that hopeless cases are not started."""
    ways = n_groups**n_units
    if sizes is not None:
        ways = _n_orders(sizes)
    return ways // math.factorial(n_groups) if blind else ways


def best_of(arrays: Arrays, candidates: Array, extra: Array | None = None) -> Array | None:
    """Return the best of several assignments (M, N); None if there are none or too many.

    ``extra`` (M,) is added to the objective of each.
    """
    if not 0 < len(candidates) * arrays.z.shape[1] <= _MAX_ASSIGNMENTS_X_DRAWS:
        return None
    extra = np.zeros(len(candidates)) if extra is None else extra
    return candidates[look_at_all(arrays, new_state(arrays), candidates, extra)[0]]


def find_for_certain(arrays: Arrays, target: Sizes, people: Machine) -> tuple[Array | None, bool]:
    """Return the best assignment and True, if that can be proven quickly.

    Otherwise return a good assignment or None, and False. The target must have no bounds.
    """
    if len(arrays.cost) and not arrays.by_count.any():
        return _best_placement(arrays, target, people)
    candidates = every_assignment(
        len(arrays.z),
        target.n_groups,
        blind=len(arrays.cost) == 0,
        sizes=target.exact,
        any_order=arrays.size.free,
        most=min(_MAX_ASSIGNMENTS, _MAX_ASSIGNMENTS_X_DRAWS // max(arrays.z.shape[1], 1)),  # `best_of` takes no more
    )
    best = None if candidates is None else best_of(arrays, candidates)
    return best, best is not None


def _best_placement(arrays: Arrays, target: Sizes, people: Machine) -> tuple[Array | None, bool]:
    r"""Return the best assignment for a loss that is linear except for the sizes, and whether it is proven best.

    With U(n) the largest summed utility at the sizes n, the objective is S(n) - U(n), and for any prices p

    .. math:: U(n) \le \sum_i \max_g (u_{ig} - p_g) + \sum_g p_g n_g .

    So every transport bounds all vectors of sizes at once. The next transport is at the sizes with the least bound,
    until no bound is below the best value found.
    """
    n_groups = target.n_groups
    people.majorise()
    people.choose(np.zeros(n_groups))
    people.adopt()
    if target.exact is None and target.soft_weight == 0:
        return people.labels_on_host(), True
    sizes, complete = sizes_to_try(arrays, target)
    if sizes is None:
        return None, False
    transport = Transport(arrays.size, resize=False)
    costs = size_costs(arrays.size, sizes)
    most = np.full(len(sizes), np.inf)
    best, least = None, np.inf
    at = int(np.argmin(costs))
    for _ in range(int(np.clip(_PEOPLE_X_TRANSPORTS // people.n_people, 20, _MAX_TRANSPORTS))):
        transport(people, sizes[at])
        people.adopt()
        value = people.objective()
        if value < least:
            best, least = people.labels_on_host(), value
        # The bound is tight at these sizes, so it need not be summed over everybody again.
        most = np.minimum(most, costs[at] - value + (sizes - sizes[at]) @ transport.prices)
        at = int(np.argmin(costs - most))
        if costs[at] - most[at] > least - _MAX_PROOF_GAP:
            return best, complete
    return best, False


def sizes_to_try(arrays: Arrays, target: Sizes) -> tuple[Array | None, bool]:
    """Return every vector of sizes that the target allows, (M, G), and True.

    If there are too many, return only the wanted sizes, in every order that the target allows, and False.
    """
    n_people, n_groups = len(arrays.z), target.n_groups
    n_all = math.comb(n_people + n_groups - 1, n_groups - 1)
    if target.exact is None and n_all <= _MAX_SIZE_VECTORS:
        bars = chain.from_iterable(combinations(range(n_people + n_groups - 1), n_groups - 1))
        ends = np.fromiter(bars, np.int64, n_all * (n_groups - 1)).reshape(n_all, n_groups - 1)
        return np.diff(ends, axis=1, prepend=-1, append=n_people + n_groups - 1) - 1, True
    wanted = target.whole_sizes(n_people)
    if not arrays.size.free:
        return wanted[None], target.exact is not None
    values, times = np.unique(wanted, return_counts=True)
    if _n_orders(times) > _MAX_SIZE_VECTORS:
        return None, False
    return values[np.array(list(_orders(times.tolist())))], target.exact is not None


def _n_orders(times: Array) -> int:
    """Return the number of orders in which each i appears ``times[i]`` times."""
    return math.factorial(int(times.sum())) // math.prod(math.factorial(n) for n in times.tolist())


def _orders(times: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every order of numbers in which each i appears ``times[i]`` times."""
    if not any(times):
        yield ()
    for i, left in enumerate(times):
        if left:
            for rest in _orders([n - (i == j) for j, n in enumerate(times)]):
                yield (i, *rest)
