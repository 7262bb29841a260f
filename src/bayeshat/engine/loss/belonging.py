"""Who belongs in which group: clusters and groups are matched in every draw."""

from __future__ import annotations

import numpy as np

from ...options import Workers
from ..backends.numba_backend import count_everybody, count_into
from ..kernels._matching_numba import match_parts
from ..kernels._passes_numba import table_gains
from ..labels.draws import LabelDraws
from ..search.problem import padded

Array = np.ndarray


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
