"""Every assignment of a few people, tried one by one on a GPU: a check that is independent of the bounds."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np

from ..._cuda import compile_kernels, load_cupy
from ...errors import InputError, SearchError
from ..kernels.arrays import Arrays, size_costs
from .certificate import ROUNDING
from .claim import Claim
from .rows import list_sizes, own_costs

Array = np.ndarray

# The members of a cluster are 32 bits.
_MAX_PEOPLE = 32
# Assignments that a GPU evaluates in a few seconds.
_MAX_ASSIGNMENTS = 4 * 10**9
# Assignments that may equal the best one in single precision, and entries of the table of size costs.
_MAX_FOUND = 1_000_000
# Relative rounding error of the sums on the GPU: single precision over 32 draws, then double.
_MAX_RELATIVE_ROUNDING = 1e-5
# Threads of a block.
_THREADS_PER_BLOCK = 256
# Blocks of a launch.
_BLOCKS = 4096


def try_every_grouping(claim: Claim) -> tuple[float, Array | None]:
    """Return the cost of the best of all assignments, and this assignment, (N,), if it is better than the decision."""
    if not is_small_enough(claim.arrays):
        raise InputError(
            "A GPU tries every grouping of up to 20 people in three groups, or 15 in four; got "
            f"{claim.n_people} people in {claim.n_groups} groups. Leave device out: bounds work for more."
        )
    sizes, value, best = list_sizes(claim, own_costs(claim), np.inf), claim.value, None
    assert sizes is not None
    for labels in not_worse_than(claim.arrays, sizes, value - claim.constant):
        total = claim.value_of(labels)
        if total < value - ROUNDING and not claim.constraints.broken(labels):
            value, best = total, labels
    return value, best


def is_small_enough(arrays: Arrays) -> bool:
    """Say whether a GPU can evaluate every assignment."""
    n_people, n_groups = len(arrays.z), len(arrays.size.log_target)
    return (
        n_people <= _MAX_PEOPLE
        and 2 <= n_groups <= 8
        and (n_people + 1) ** (n_groups - 1) <= _MAX_FOUND
        and n_groups**n_people <= _MAX_ASSIGNMENTS
    )


def not_worse_than(arrays: Arrays, sizes: Array, value: float) -> Array:
    """Return every assignment whose objective is at most ``value``, up to rounding, (M, N).

    Parameters
    ----------
    arrays
        The problem, of few people (see ``is_small_enough``).
    sizes
        (S, G) allowed vectors of sizes. If groups are interchangeable, each vector stands for all its orders, and
        groups are numbered in the order of their first members.
    value
        The objective to compare with.
    """
    cupy = load_cupy()
    n_people, n_groups = len(arrays.z), len(arrays.size.log_target)
    members, cluster_sizes = member_masks(arrays)
    gains = arrays.by_count[0, : n_people + 1]
    limit = value + _MAX_RELATIVE_ROUNDING * (1 + abs(value) + n_groups * arrays.n_clusters * np.abs(gains).max())
    found, n_found = cupy.zeros(_MAX_FOUND, cupy.uint64), cupy.zeros(1, cupy.uint32)
    counted = (members, cluster_sizes, arrays.weights.astype(np.float32))
    costs = (gains.astype(np.float32), costs_by_sizes(arrays, sizes), arrays.cost[:, :n_groups].copy())
    look = _kernel(n_people, n_groups, arrays.n_clusters, int(_is_blind(arrays)))
    look(
        (_BLOCKS,),
        (_THREADS_PER_BLOCK,),
        (
            *(cupy.asarray(array) for array in counted),
            np.int32(arrays.z.shape[1]),
            *(cupy.asarray(array) for array in costs),
            np.int32(len(arrays.cost) > 0),
            np.float64(limit),
            np.uint64(n_groups**n_people),
            found,
            n_found,
            np.uint32(_MAX_FOUND),
        ),
    )
    n_kept = int(n_found[0])
    if n_kept > _MAX_FOUND:
        raise SearchError(
            f"At most {_MAX_FOUND} groupings may be as good as the best one; got {n_kept}. Give a smaller value."
        )
    return read_digits(np.sort(cupy.asnumpy(found[:n_kept])), n_people, n_groups)


def _is_blind(arrays: Arrays) -> bool:
    """Say whether the numbers of groups do not matter."""
    return len(arrays.cost) == 0 and bool(arrays.size.free)


def member_masks(arrays: Arrays) -> tuple[Array, Array]:
    """Return the members of each cluster except the last, as bits, and their number, both (T, K - 1)."""
    bits = np.uint32(1) << np.arange(len(arrays.z), dtype=np.uint32)
    inside = np.ascontiguousarray(arrays.z.T)[:, None, :] == np.arange(arrays.n_clusters - 1)[:, None]
    return (inside * bits).sum(axis=2, dtype=np.uint32), inside.sum(axis=2, dtype=np.uint32)


def costs_by_sizes(arrays: Arrays, sizes: Array) -> Array:
    """Return the cost of each vector of sizes, indexed by all sizes but the last; infinite if not allowed."""
    n_people, n_groups = len(arrays.z), sizes.shape[1]
    if _is_blind(arrays):
        sizes = np.unique([row for one in sizes.tolist() for row in permutations(one)], axis=0)
    costs = np.full((n_people + 1,) * (n_groups - 1), np.inf)
    costs[tuple(sizes[:, :-1].T)] = size_costs(arrays.size, sizes)
    return costs.ravel()


def read_digits(numbers: Array, n_people: int, n_groups: int) -> Array:
    """Return the assignments (M, N) with these numbers; each person is a digit, the first person's digit comes first.

    Examples
    --------
    >>> read_digits(np.array([5], np.uint64), 3, 3)
    array([[0, 1, 2]])
    """
    places = np.array([n_groups**n for n in reversed(range(n_people))], np.uint64)
    return (numbers[:, None] // places % np.uint64(n_groups)).astype(np.int64)


@lru_cache(maxsize=8)
def _kernel(n_people: int, n_groups: int, n_clusters: int, blind: int) -> Any:
    constants = {"PEOPLE": n_people, "GROUPS": n_groups, "CLUSTERS": n_clusters, "BLIND": blind}
    return compile_kernels(__file__, ("look",), **constants)["look"]
