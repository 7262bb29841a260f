"""What bayeshat is compared with: a vectorised NumPy evaluation, and descent with all pairwise swaps."""

from __future__ import annotations

import numpy as np
from numba import njit


def numpy_expected_loss(labels, draws, n_clusters, n_groups, target, size_weight, pseudocount=0.1):
    """Expected VI plus the size term of one assignment, all draws at once."""
    n_draws, n_people = draws.shape
    cells = (np.arange(n_draws)[:, None] * n_clusters + draws) * n_groups + labels
    counts = np.bincount(cells.ravel(), minlength=n_draws * n_clusters * n_groups)
    counts = counts.reshape(n_draws, n_clusters, n_groups).astype(float)

    def worth(c):
        return c * np.log2(np.where(c > 0, c, 1.0))

    groups, clusters = counts[0].sum(axis=0), counts.sum(axis=2)
    vi = (worth(groups).sum() + (worth(clusters).sum() - 2 * worth(counts).sum()) / n_draws) / n_people
    if size_weight == 0:
        return vi
    ratio = np.log(np.sort(groups) + pseudocount) - np.log(np.sort(target))
    return vi + size_weight * np.linalg.norm(ratio - ratio.mean())


@njit(cache=True)
def _sizes_cost(sizes, worth, log_size, log_target, size_weight, n_people):
    total = 0.0
    for g in range(sizes.shape[0]):
        total += worth[sizes[g]]
    ratio = log_size[np.sort(sizes)] - log_target
    return total / n_people + size_weight * np.sqrt(((ratio - ratio.mean()) ** 2).sum())


@njit(cache=True)
def _descend(z, labels, counts, sizes, worth, log_size, log_target, size_weight):
    """First-improvement descent by single moves and all pairwise swaps, with incremental counts."""
    n_people, n_draws = z.shape
    n_groups = sizes.shape[0]
    scale = 2.0 / (n_people * n_draws)
    improved = True
    while improved:
        improved = False
        for n in range(n_people):
            for h in range(n_groups):
                g = labels[n]
                if g == h:
                    continue
                gain = 0.0
                for t in range(n_draws):
                    k = z[n, t]
                    a, b = counts[t, k, g], counts[t, k, h]
                    gain += worth[a - 1] - worth[a] + worth[b + 1] - worth[b]
                before = _sizes_cost(sizes, worth, log_size, log_target, size_weight, n_people)
                sizes[g] -= 1
                sizes[h] += 1
                after = _sizes_cost(sizes, worth, log_size, log_target, size_weight, n_people)
                if after - before - scale * gain < -1e-12:
                    for t in range(n_draws):
                        counts[t, z[n, t], g] -= 1
                        counts[t, z[n, t], h] += 1
                    labels[n] = h
                    improved = True
                else:
                    sizes[g] += 1
                    sizes[h] -= 1
        for n in range(n_people):
            for m in range(n + 1, n_people):
                g, h = labels[n], labels[m]
                if g == h:
                    continue
                gain = 0.0
                for t in range(n_draws):
                    k, j = z[n, t], z[m, t]
                    if k != j:
                        a, b = counts[t, k, g], counts[t, k, h]
                        c, d = counts[t, j, h], counts[t, j, g]
                        gain += worth[a - 1] - worth[a] + worth[b + 1] - worth[b]
                        gain += worth[c - 1] - worth[c] + worth[d + 1] - worth[d]
                if scale * gain > 1e-12:
                    for t in range(n_draws):
                        counts[t, z[n, t], g] -= 1
                        counts[t, z[n, t], h] += 1
                        counts[t, z[m, t], h] -= 1
                        counts[t, z[m, t], g] += 1
                    labels[n], labels[m] = h, g
                    improved = True


def swap_descent(draws, labels, n_clusters, target, size_weight, pseudocount=0.1):
    """Return where descent with all pairwise swaps ends, from the given labels."""
    n_draws, n_people = draws.shape
    n_groups = len(target)
    labels = labels.astype(np.int64)
    cells = (np.arange(n_draws)[:, None] * n_clusters + draws) * n_groups + labels
    counts = np.bincount(cells.ravel(), minlength=n_draws * n_clusters * n_groups)
    counts = counts.reshape(n_draws, n_clusters, n_groups)
    numbers = np.arange(n_people + 2)
    worth = numbers * np.log2(np.maximum(numbers, 1))
    sizes = np.bincount(labels, minlength=n_groups)
    codes = np.ascontiguousarray(draws.T)
    _descend(
        codes, labels, counts, sizes, worth, np.log(numbers + pseudocount), np.log(np.sort(target)), float(size_weight)
    )
    return labels
