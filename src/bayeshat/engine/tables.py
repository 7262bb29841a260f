"""Contingency tables: who is in which cluster and group, what that costs, and who belongs where."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..options import Workers
from .draws import LabelDraws
from .kernels._matching_numba import match_parts
from .kernels._passes_numba import table_gains
from .kernels._tables_numba import add_counts, share_of_draws
from .kernels.arrays import padded
from .losses import Loss
from .packed_draws import PackedDraws
from .sizes import Sizes

Array = np.ndarray

# With fewer people, tables for packed draws take longer to fill than they save.
_MANY_PEOPLE = 2000
# Up to here a packed row of one entry per cluster is added up faster than single weights.
_PACKED_CLUSTERS = 8


# People packed at a time where that is done for one pass, to save memory.
_PACKED_PEOPLE = 1 << 16


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


def cluster_probabilities(draws: LabelDraws, workers: Workers) -> Array:
    """Return the weighted share of draws in which each person is in each cluster, (N, K)."""
    if draws.n_people > _MANY_PEOPLE and draws.n_clusters <= _PACKED_CLUSTERS:
        width = padded(draws.n_clusters)
        wide = np.empty((draws.n_people, width))
        table = draws.weights[:, None, None] * np.eye(draws.n_clusters, width)
        for first in range(0, draws.n_people, _PACKED_PEOPLE):
            some = slice(first, first + _PACKED_PEOPLE)
            PackedDraws(draws.codes[some], draws.n_clusters, workers).gains(table, wide[some])
        return wide[:, : draws.n_clusters]
    out = np.empty((draws.n_people, draws.n_clusters))
    workers.over(draws.n_people, lambda start, stop: share_of_draws(draws.codes, draws.weights, start, stop, out))
    return out


# Cells (people x draws) counted at a time.
_BLOCK = 1 << 22


def count_tables(labels: Array, draws: LabelDraws, n_groups: int) -> Array:
    """Count the people of each cluster in each group, in every draw: (T, K, G)."""
    n_clusters, n_draws = draws.n_clusters, draws.n_draws
    tables = np.empty((n_draws, n_clusters, n_groups), dtype=np.int64)
    step = max(1, _BLOCK // draws.n_people)
    for start in range(0, n_draws, step):
        codes = draws.codes[:, start : start + step].T.astype(np.int64)
        cells = (np.arange(len(codes))[:, None] * n_clusters + codes) * n_groups + labels
        counts = np.bincount(cells.ravel(), minlength=len(codes) * n_clusters * n_groups)
        tables[start : start + step] = counts.reshape(-1, n_clusters, n_groups)
    return tables


def pair_losses(tables: Array, loss: Loss) -> Array:
    """Return the pair loss of every draw, (T,), given its contingency table (T, K, G)."""
    n_people = int(tables[0].sum())
    # Products with ones are many short sums in one go.
    by_cluster = tables @ np.ones(tables.shape[2], tables.dtype)
    by_group = np.ones(tables.shape[1], tables.dtype) @ tables

    def add_up(worth: Callable[[Array, int], Array], counts: Array) -> Array:
        """Return the summed worth of each draw's counts, (T,); each count is worked out once where there are few."""
        if n_people < counts.size:
            by_count = worth(np.arange(n_people + 1), n_people).take(counts)
        else:
            by_count = worth(counts, n_people)
        return by_count.reshape(len(counts), -1) @ np.ones(counts[0].size)

    losses: Array = add_up(loss.clusters, by_cluster) + add_up(loss.groups, by_group) - add_up(loss.joint, tables)
    return losses


def expected_from_tables(tables: Array, weights: Array, loss: Loss) -> float:
    """Return the expected pair loss, given the contingency tables of every draw (T, K, G)."""
    return float(weights @ pair_losses(tables, loss))


def total_loss(tables: Array, weights: Array, loss: Loss, target: Sizes, pair_loss: float | None = None) -> float:
    """Return the expected loss with its size term, given the contingency tables and, if known, the pair loss."""
    if pair_loss is None:
        pair_loss = expected_from_tables(tables, weights, loss)
    value = pair_loss + target.cost(tables[0].sum(axis=0))
    if loss.sees_labels:
        by_label = np.tensordot(weights, tables, axes=1) * loss.label_costs(*tables.shape[1:])
        value += float(by_label.sum() / tables[0].sum())
    return value


def match_clusters(tables: Array, workers: Workers) -> Array:
    """Return which cluster goes with which group in every draw, (T, K, G); where several matchings are best, shares.

    Clusters and groups are matched one to one, so that as many people as possible are in a group that goes with their
    cluster. With fewer groups than clusters, each cluster goes with one group, and each group with at least one
    cluster; with more, the other way round.

    Parameters
    ----------
    tables
        (T, K, G) people of each cluster in each group, in every draw.
    workers
        Threads.
    """
    # Rows of the kernel's tables are what there is less of.
    order = (0, 1, 2) if tables.shape[1] <= tables.shape[2] else (0, 2, 1)
    rows = np.ascontiguousarray(tables.transpose(order))
    match = np.empty(rows.shape)
    workers.over(len(rows), lambda start, stop: match_parts(rows, start, stop, match))
    return match.transpose(order)


def _correspondence(tables: Array, workers: Workers) -> Array:
    """Return the share that each group has of those who are in a cluster, in every draw, (T, K, G).

    Groups that go with the same cluster share it. A cluster with nobody in the group that is left for it goes with
    none. Nor does somebody alone in one of more clusters than groups, unless they have a group to themselves.
    """
    _, n_clusters, n_groups = tables.shape
    match = np.where(tables > 0, match_clusters(tables, workers), 0.0)
    if 1 < n_groups < n_clusters:
        match *= (tables.sum(axis=2, keepdims=True) > 1) | (tables.sum(axis=1, keepdims=True) == 1)
    return np.asarray(match / np.maximum(match.sum(axis=2, keepdims=True), 1.0))


def find_chances(labels: Array, draws: LabelDraws, n_groups: int, named: bool, workers: Workers) -> Array:
    """Return the chance that each person belongs in each group: how often their cluster goes with it, (N, G).

    With named houses a cluster goes with its house, else with the group that it is matched with in the draw
    (:func:`match_clusters`). A row adds up to less than 1 where a person's cluster goes with no group.

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
    n_people, width = len(labels), padded(n_groups)
    match = np.zeros((draws.n_draws, draws.n_clusters, width))
    if named:
        match[:, :, :n_groups] = np.eye(draws.n_clusters, n_groups)
    else:
        match[:, :, :n_groups] = _correspondence(count_everybody(draws, labels, n_groups, workers), workers)
    table = (match * draws.weights[:, None, None]).reshape(draws.n_draws, -1)
    wide = np.empty((n_people, width))
    workers.over(n_people, lambda start, stop: table_gains(draws.codes, table, start, stop, wide))
    # Rounding errors of the sums would decide whether 67.5 % is read as 67 or as 68.
    return wide[:, :n_groups].round(9)


def expected_right(labels: Array, chances: Array) -> float:
    """Return how many people are expected in their right group: the sum of everybody's chance of their own.

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

    The own group counts without the person; a group without anybody else has affinity 0.
    """
    n_people, width = len(labels), padded(n_groups)
    counts = np.zeros((draws.n_draws, draws.n_clusters * width), np.int32)
    count_into(draws.codes, labels, np.arange(n_people), 1, counts, width, workers)
    table = counts * draws.weights[:, None]
    wide = np.empty((n_people, width))
    workers.over(n_people, lambda start, stop: table_gains(draws.codes, table, start, stop, wide))
    own = np.zeros((n_people, n_groups))
    own[np.arange(n_people), labels] = 1.0
    shared = wide[:, :n_groups] - own
    others = np.bincount(labels, minlength=n_groups) - own
    return np.divide(shared, others, out=np.zeros_like(shared), where=others > 0)
