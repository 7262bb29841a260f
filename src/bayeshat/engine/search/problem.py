"""A decision problem: draws, loss and wanted sizes, in the form that the kernels take."""

from __future__ import annotations

import numpy as np

from ..._workers import Workers
from ..labels.draws import LabelDraws
from ..loss.losses import Composition
from ..wanted.sizes import fill_zeros
from ..wanted.target import Target
from ._descent_numba import Problem
from ._sizes_numba import SizeTerm
from ._tables_numba import add_counts, share_of_draws

Array = np.ndarray

# Cost of each empty group when the pseudocount is 0, times one plus the weight of the sizes: more than any loss. It has
# to fall with every group that is filled; the size distance with a huge number for ln(0) would not.
_EMPTY_COST = 1e6


def padded(n: int) -> int:
    """Round a number of groups up to the width of a table."""
    return -(-n // 4) * 4


def cluster_probabilities(draws: LabelDraws, workers: Workers) -> Array:
    """Return the weighted share of draws in which each person is in each cluster, (N, K)."""
    out = np.empty((draws.n_people, draws.n_clusters))
    workers.over(draws.n_people, lambda start, stop: share_of_draws(draws.codes, draws.weights, start, stop, out))
    return out


def relevant_draws(draws: LabelDraws, parts: Composition) -> LabelDraws:
    """Return the draws that the kernels must look at: none but an empty one where only placements count."""
    if parts.pairs():
        return draws
    return LabelDraws(np.zeros((draws.n_people, 1), np.uint8), np.ones(1), (), 1)


def count_into(
    codes: Array, labels: Array, people: Array, step: int, counts: Array, width: int, workers: Workers
) -> None:
    """Add people to the contingency tables (T, K * P), each thread to tables of its own first."""

    def part(some: Array) -> Array:
        own = np.zeros_like(counts)
        add_counts(codes, labels, some, step, own, width)
        return own

    pieces = np.array_split(people, workers.threads) if len(people) > 256 else [people]
    for own in workers.map(part, pieces):
        counts += own


def count_everybody(draws: LabelDraws, labels: Array, n_groups: int, workers: Workers) -> Array:
    """Count the people of each cluster in each group, in every draw: (T, K, G)."""
    width = padded(n_groups)
    counts = np.zeros((draws.n_draws, draws.n_clusters * width), np.int32)
    count_into(draws.codes, labels, np.arange(len(labels)), 1, counts, width, workers)
    return counts.reshape(draws.n_draws, draws.n_clusters, width)[:, :, :n_groups]


def build_problem(
    draws: LabelDraws,
    parts: Composition,
    target: Target,
    probabilities: Array | None,
    n_everybody: int,
    personal: Array | None = None,
) -> Problem:
    """Put a problem together, for everybody or for a sample of ``n_everybody`` people.

    Unless the loss is label-aware or ``personal`` (N, G), what rules make it cost a person to be in a group, tells
    groups apart, they are interchangeable whatever the target says: permuting them changes neither the loss nor the
    best sizes.
    """
    n_people = draws.n_people
    n_groups = target.n_groups
    counts = np.arange(n_people + 2)
    worth = parts.joint(counts, n_people)
    enter = np.diff(worth, append=worth[-1])
    leave = np.concatenate([[2 * enter[0] - enter[1]], enter[:-1]])
    cost = np.zeros((0, padded(n_groups)))
    if probabilities is not None:
        shared = min(n_groups, probabilities.shape[1])
        cost = np.full((n_people, padded(n_groups)), parts.placement_weight() / n_people)
        cost[:, :shared] *= 1.0 - probabilities[:, :shared]
    if personal is not None:
        cost = cost if len(cost) else np.zeros((n_people, padded(n_groups)))
        cost[:, :n_groups] += personal
    return Problem(
        z=draws.codes,
        weights=draws.weights,
        by_count=np.stack([worth, enter, leave, 0.5 * (enter + leave)]),
        cost=cost,
        n_clusters=draws.n_clusters,
        size=size_term(
            parts,
            target,
            counts,
            n_people,
            n_everybody,
            free=target.labels == "free" or (parts.placement_weight() == 0 and personal is None),
        ),
    )


def size_term(
    parts: Composition, target: Target, counts: Array, n_people: int, n_everybody: int, *, free: bool
) -> SizeTerm:
    """Return what sizes cost, for the sizes ``counts``, which follow each other."""
    by_size = np.maximum(counts + target.pseudocount * n_people / n_everybody, 0.5 * (target.pseudocount == 0))
    psi = parts.groups(counts, n_people)
    if target.pseudocount == 0 and target.soft_weight > 0 and counts[0] == 0:
        psi[0] += _EMPTY_COST * (1.0 + target.soft_weight)
    log_target = np.zeros(target.n_groups)
    if target.soft_weight > 0 and target.wanted is not None:
        log_target = np.log(fill_zeros(target.wanted, n_everybody, target.pseudocount))
    return SizeTerm(
        by_size=np.stack([psi, np.log(by_size)]),
        log_target=np.sort(log_target) if free else log_target,
        bounds=_bounds(target, n_people),
        weight=target.soft_weight,
        free=free,
        fixed_sizes=target.exact is not None,
    )


def _bounds(target: Target, n_people: int) -> Array:
    """Return the bounds of the sizes; where there are none, such as never bind."""
    if target.bounds is not None:
        return target.bounds
    return np.stack([np.full(target.n_groups, -1), np.full(target.n_groups, n_people + 1)])
