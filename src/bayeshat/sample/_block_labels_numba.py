"""Labels of a block of people given draws of phi."""

import numpy as np

from .._jit import kernel
from ._gibbs_numba import draw_dirichlet, draw_from, largest


@kernel
def label_mixed(rng, codes, questions, alpha, phi, sweeps, dominant, out):
    """Draw labels (N, T) under mixed membership; phi is (T, Q, V, K)."""
    n_people, n_columns = codes.shape
    n_draws, n_clusters = phi.shape[0], phi.shape[3]
    p, theta, shape = np.empty(n_clusters), np.empty(n_clusters), np.empty(n_clusters)
    w = np.empty(n_columns, np.int64)
    for n in range(n_people):
        for k in range(n_clusters):
            shape[k] = alpha[k]
        for c in range(n_columns):
            w[c] = -1
        for t in range(n_draws):
            for _ in range(sweeps):
                for c in range(n_columns):
                    x = codes[n, c]
                    if x < 0:
                        continue
                    if w[c] >= 0:
                        shape[w[c]] -= 1.0
                    total = 0.0
                    for k in range(n_clusters):
                        p[k] = shape[k] * phi[t, questions[c], x, k]
                        total += p[k]
                    w[c] = draw_from(rng, p, total)
                    shape[w[c]] += 1.0
            draw_dirichlet(rng, shape, n_clusters, theta)
            out[n, t] = largest(theta) if dominant else draw_from(rng, theta, 1.0)


@kernel
def label_single(rng, codes, questions, weights, phi, out):
    """Draw labels (N, T) under single membership; weights are (T, K), phi is (T, Q, V, K)."""
    n_people, n_columns = codes.shape
    n_draws, n_clusters = weights.shape
    p = np.empty(n_clusters)
    for n in range(n_people):
        for t in range(n_draws):
            total = 0.0
            for k in range(n_clusters):
                p[k] = weights[t, k]
                for c in range(n_columns):
                    if codes[n, c] >= 0:
                        p[k] *= phi[t, questions[c], codes[n, c], k]
                total += p[k]
            out[n, t] = draw_from(rng, p, total)
