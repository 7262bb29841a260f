"""Passes over draws in partitions outside the descent: each maps over the partitions and sums the results."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..cluster.tasks import add_up, compute, hold, shared, task
from ..options import Workers
from .draws import LabelDraws
from .naming import first_members, log_support, number_groups
from .sizes import Sizes
from .tables import cluster_probabilities, count_everybody

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
    labels: Any, probabilities: Any, target: Sizes, n_draws: int, alike: Array | None = None
) -> tuple[Any, bool]:
    """Give numbers to the groups of a label-free decision, as ``arrange`` does."""
    own: Any = labels.to_delayed().ravel()
    shares = [None] * len(own) if probabilities is None else probabilities.to_delayed().ravel()
    before = np.cumsum([0, *labels.chunks[0][:-1]]).tolist()
    about = (n_draws, target.n_groups, len(labels))
    standings = [task(_standing, *part, *about) for part in zip(own, shares, before, strict=True)]
    sizes, first, support = compute([add_up(standings, _add_standings)])[0]
    names, disagrees = number_groups(sizes, support, target, alike, first)
    return hold([labels.map_blocks(_renumber, names, dtype=labels.dtype)])[0], disagrees


class _Standing(NamedTuple):
    """The figures that determine the groups' numbers."""

    sizes: Array  # (G,)
    first: Array  # (G,) position among everybody of each group's first member; N if there is none
    support: Array | None  # (G, K) support of each group by each cluster, if cluster probabilities are given


def _standing(
    labels: Array, shares: Array | None, before: int, n_draws: int, n_groups: int, n_people: int
) -> _Standing:
    """Return the figures of one partition, given how many people come before it."""
    first = first_members(labels, n_groups)
    return _Standing(
        np.bincount(labels, minlength=n_groups),
        np.where(first < len(labels), first + before, n_people),
        None if shares is None else log_support(labels.astype(np.int64), shares, n_groups, n_draws),
    )


def _add_standings(parts: list[_Standing]) -> _Standing:
    sizes, firsts, supports = zip(*parts, strict=True)
    support = None if supports[0] is None else np.sum(supports, axis=0)
    return _Standing(np.sum(sizes, axis=0), np.min(firsts, axis=0), support)


def _draws(codes: Array, weights: Array, n_clusters: int) -> LabelDraws:
    return LabelDraws(codes, weights, (), n_clusters)


def _shares(codes: Array, weights: Array, n_clusters: int) -> Array:
    return cluster_probabilities(_draws(codes, weights, n_clusters), Workers(1))


def _count(codes: Array, labels: Array, weights: Array, n_clusters: int, n_groups: int) -> Array:
    draws = _draws(codes, weights, n_clusters)
    return count_everybody(draws, labels.astype(np.int64), n_groups, Workers(1)).astype(np.int64)


def _renumber(labels: Array, names: Array) -> Array:
    return names[labels].astype(labels.dtype)
