"""What a decision asks about draws in partitions, outside its descent: each a map over the partitions, and a sum."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._workers import Workers
from ...cluster.tasks import add_up, compute, hold, shared, task
from ..labels.draws import LabelDraws
from ..labels.identify import log_support, number_groups
from ..wanted.target import Target
from .numba_backend import cluster_probabilities, count_everybody

Array = np.ndarray


def partition_probabilities(draws: LabelDraws, *, by_label: bool) -> Any:
    """Return the weighted share of draws in which each person is in each cluster: a Dask array (N, K)."""
    codes: Any = draws.codes
    chunks = (codes.chunks[0], (draws.n_clusters,))
    shares = codes.map_blocks(_shares, shared(draws.weights), draws.n_clusters, chunks=chunks, meta=np.empty((0, 0)))
    return hold([shares if by_label else draws.even_out(shares)])[0]


def count_partitions(draws: LabelDraws, labels: Any, n_groups: int) -> Array:
    """Count the people of each cluster in each group, in every draw: (T, K, G)."""
    about = (shared(draws.weights), draws.n_clusters, n_groups)
    codes: Any = draws.codes
    parts = zip(codes.to_delayed().ravel(), labels.to_delayed().ravel(), strict=True)
    return compute([add_up([task(_count, *part, *about) for part in parts])])[0]


def arrange_partitions(
    labels: Any, probabilities: Any, target: Target, n_draws: int, alike: Array | None = None
) -> tuple[Any, bool]:
    """Give the groups of a label-free decision their numbers, as ``arrange`` does."""
    n_groups, own = target.n_groups, labels.to_delayed().ravel()
    sums = [add_up([task(np.bincount, part, None, n_groups) for part in own])]
    if probabilities is not None:
        parts = zip(own, probabilities.to_delayed().ravel(), strict=True)
        sums.append(add_up([task(_support, *part, n_draws, n_groups) for part in parts]))
    sizes, *support = compute(sums)
    names, disagrees = number_groups(sizes, support[0] if support else None, target, alike)
    return hold([labels.map_blocks(_renumber, names, dtype=labels.dtype)])[0], disagrees


def _support(labels: Array, probabilities: Array, n_draws: int, n_groups: int) -> Array:
    return log_support(labels.astype(np.int64), probabilities, n_groups, n_draws)


def _draws(codes: Array, weights: Array, n_clusters: int) -> LabelDraws:
    return LabelDraws(codes, weights, (), n_clusters)


def _shares(codes: Array, weights: Array, n_clusters: int) -> Array:
    return cluster_probabilities(_draws(codes, weights, n_clusters), Workers(1))


def _count(codes: Array, labels: Array, weights: Array, n_clusters: int, n_groups: int) -> Array:
    draws = _draws(codes, weights, n_clusters)
    return count_everybody(draws, labels.astype(np.int64), n_groups, Workers(1)).astype(np.int64)


def _renumber(labels: Array, names: Array) -> Array:
    return names[labels].astype(labels.dtype)
