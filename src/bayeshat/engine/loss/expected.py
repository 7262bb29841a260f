"""The expected loss of an assignment: the readable reference, and what the engine reports with."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..labels.draws import LabelDraws
from ..wanted.target import Target
from .losses import Composition

Array = np.ndarray

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


def pair_losses(tables: Array, parts: Composition) -> Array:
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

    losses: Array = add_up(parts.clusters, by_cluster) + add_up(parts.groups, by_group) - add_up(parts.joint, tables)
    return losses


def expected_from_tables(tables: Array, weights: Array, parts: Composition) -> float:
    """Return the expected pair loss, given the contingency tables of every draw (T, K, G)."""
    return float(weights @ pair_losses(tables, parts))


def total_loss(
    tables: Array, weights: Array, parts: Composition, target: Target, pair_loss: float | None = None
) -> float:
    """Return the expected loss with its size term, given the contingency tables and, if known, the pair loss."""
    if pair_loss is None:
        pair_loss = expected_from_tables(tables, weights, parts)
    loss = pair_loss + target.cost(tables[0].sum(axis=0))
    if parts.placement_weight() > 0:
        by_label = np.tensordot(weights, tables, axes=1) * parts.label_costs(*tables.shape[1:])
        loss += float(by_label.sum() / tables[0].sum())
    return loss
