"""Contingency tables: who is in which cluster and group, what that costs, and who belongs where."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..options import Workers
from .draws import LabelDraws
from .kernels._matching_numba import match_parts
from .kernels._tables_numba import sum_rows
from .kernels.arrays import padded
from .losses import Loss
from .sizes import Sizes

Array = np.ndarray


def pair_losses(tables: Array, loss: Loss) -> Array:
    """Return the pair loss of every draw, (T,), given its contingency table (T, K, G)."""
    sizes = tables[0].sum(axis=0)
    n_people = int(sizes.sum())
    # A product with ones does many short sums in one call.
    by_cluster = tables @ np.ones(tables.shape[2], tables.dtype)

    def add_up(worth: Callable[[Array, int], Array], counts: Array) -> Array:
        """Return the summed worth of each draw's counts, (T,); with few people, by a table of all counts."""
        if n_people < counts.size:
            by_count = worth(np.arange(n_people + 1), n_people).take(counts)
        else:
            by_count = worth(counts, n_people)
        return by_count.reshape(len(counts), -1) @ np.ones(counts[0].size)

    losses: Array = add_up(loss.clusters, by_cluster) - add_up(loss.joint, tables)
    return losses + loss.groups(sizes, n_people).sum()


def losses_by_draw(tables: Array, loss: Loss) -> Array:
    """Return the loss of every draw, (T,), given its contingency table (T, K, G)."""
    losses = pair_losses(tables, loss)
    if loss.sees_labels:
        losses += np.tensordot(tables, loss.label_costs(*tables.shape[1:]), axes=2) / tables[0].sum()
    return losses


def expected_from_tables(tables: Array, weights: Array, loss: Loss) -> float:
    """Return the expected loss without its size term, given the contingency tables of every draw (T, K, G)."""
    return float(weights @ losses_by_draw(tables, loss))


def total_loss(tables: Array, weights: Array, loss: Loss, target: Sizes) -> float:
    """Return the expected loss with its size term, given the contingency tables of every draw (T, K, G)."""
    return expected_from_tables(tables, weights, loss) + target.cost(tables[0].sum(axis=0))


def match_clusters(tables: Array, workers: Workers) -> Array:
    """Match clusters with groups in every draw, (T, K, G): 1 for a match, shares if several matchings are equally good.

    As many people as possible are in the group that is matched with their cluster. With fewer groups than clusters,
    each cluster is matched with one group, and each group with at least one cluster; with more groups, the other way
    round.

    Parameters
    ----------
    tables
        (T, K, G) people of each cluster in each group, in every draw.
    workers
        Threads.
    """
    # The kernel's tables must not have more rows than columns.
    order = (0, 1, 2) if tables.shape[1] <= tables.shape[2] else (0, 2, 1)
    rows = np.ascontiguousarray(tables.transpose(order))
    match = np.empty(rows.shape)
    workers.over(len(rows), lambda start, stop: match_parts(rows, start, stop, match))
    return match.transpose(order)


def _correspondence(tables: Array, workers: Workers) -> Array:
    """Return which share of each cluster belongs to each group, in every draw, (T, K, G).

    Groups that are matched with the same cluster share it. A cluster has no group if none of its people are in the
    group that it is matched with. If there are more clusters than groups, a cluster of one person has no group either,
    unless that person is also alone in their group.
    """
    _, n_clusters, n_groups = tables.shape
    match = np.where(tables > 0, match_clusters(tables, workers), 0.0)
    if 1 < n_groups < n_clusters:
        match *= (tables.sum(axis=2, keepdims=True) > 1) | (tables.sum(axis=1, keepdims=True) == 1)
    return np.asarray(match / np.maximum(match.sum(axis=2, keepdims=True), 1.0))


def find_chances(labels: Array, draws: LabelDraws, n_groups: int, named: bool, workers: Workers) -> Array:
    """Return the chance that each person belongs in each group: how often it is the group of their cluster, (N, G).

    With named houses, the group of a cluster is its house; otherwise it is the group matched with it in the draw
    (:func:`match_clusters`). A row adds up to less than 1 if a person's cluster has no group in some draws.

    Parameters
    ----------
    labels
        (N,) everybody's group.
    draws
        The draws, in the host's memory.
    n_groups
        G.
    named
        Whether labels mean the same in every draw.
    workers
        Threads.
    """
    match = np.eye(draws.n_clusters, n_groups)
    if not named:
        match = _correspondence(draws.count(labels, n_groups, workers), workers)
    # Otherwise rounding errors would decide whether 67.5 % is shown as 67 or as 68.
    return _expected(draws, match, workers).round(9)


def _expected(draws: LabelDraws, table: Array, workers: Workers) -> Array:
    """Return the expected value for everybody in each group, (N, G), of a table by draw and cluster, (T, K, G)."""
    *_, n_clusters, n_groups = table.shape
    wide = np.zeros((draws.n_draws, n_clusters, padded(n_groups)))
    wide[:, :, :n_groups] = table * draws.weights[:, None, None]
    flat, sums = wide.reshape(draws.n_draws, -1), np.empty((draws.n_people, wide.shape[2]))
    workers.over(draws.n_people, lambda start, stop: sum_rows(draws.codes, flat, start, stop, sums))
    return sums[:, :n_groups]


def expected_right(labels: Array, chances: Array) -> float:
    """Return how many people are expected in their right group: the sum of the chances of their own groups.

    Parameters
    ----------
    labels
        (N,) everybody's group.
    chances
        (N, G) the chance that each person belongs in each group.
    """
    return float(chances[np.arange(len(labels)), labels].sum())


def affinity(labels: Array, draws: LabelDraws, n_groups: int, workers: Workers) -> Array:
    """Return how probably each person shares a cluster with a member of each group, on average, (N, G).

    A person is not counted as a member of their own group; a group without other members has affinity 0.
    """
    own = np.eye(n_groups)[labels]
    shared = _expected(draws, draws.count(labels, n_groups, workers), workers) - own
    others = np.bincount(labels, minlength=n_groups) - own
    return np.divide(shared, others, out=np.zeros_like(shared), where=others > 0)
