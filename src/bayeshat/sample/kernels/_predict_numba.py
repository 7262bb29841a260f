"""Sums over the labels of people's answers, for all draws at once."""

from math import log
from typing import NamedTuple

import numpy as np

from ..._jit import kernel


class Ways(NamedTuple):
    """All ways to distribute 0 to A answers over the clusters; S at most."""

    before: np.ndarray  # (A, S, K) the way that becomes this one with one more answer in a cluster; -1 = none
    sizes: np.ndarray  # (A + 1,) how many ways there are
    prior: np.ndarray  # (A + 1, S) their prior probabilities per path, up to a factor
    log_scale: np.ndarray  # (A + 1,) the logarithm of that factor
    label: np.ndarray  # (A + 1, S, K) probability of the label


class Found(NamedTuple):
    """What the answers of R people say in each of the draws."""

    log_weight: np.ndarray  # (D, R) log p(answers | phi)
    label: np.ndarray  # (D, R, K)


@kernel
def sum_out(codes, questions, phi, ways, found):
    """Sum the labels of each person's answers out; codes (R, C), phi (Q, V, K, D)."""
    n_clusters, n_draws = phi.shape[2:]
    paths = np.empty((2, ways.before.shape[1], n_draws))
    top, total = np.empty(n_draws), np.empty(n_draws)
    for r in range(codes.shape[0]):
        n_answers = 0
        for d in range(n_draws):
            paths[0, 0, d] = 1.0
            found.log_weight[d, r] = 0.0
        for c in range(codes.shape[1]):
            x = codes[r, c]
            if x < 0:
                continue
            given = phi[questions[c], x]
            old, new = paths[n_answers % 2], paths[(n_answers + 1) % 2]
            for d in range(n_draws):
                top[d] = 0.0
                for k in range(n_clusters):
                    top[d] = max(top[d], given[k, d])
                found.log_weight[d, r] += log(top[d])
            for s in range(ways.sizes[n_answers + 1]):
                mine = new[s]
                for d in range(n_draws):
                    mine[d] = 0.0
                for k in range(n_clusters):
                    previous = ways.before[n_answers, s, k]
                    if previous >= 0:
                        other, p = old[previous], given[k]
                        for d in range(n_draws):
                            mine[d] += other[d] * p[d]
                for d in range(n_draws):
                    mine[d] /= top[d]
            n_answers += 1
        joint = paths[n_answers % 2]
        for d in range(n_draws):
            total[d] = 0.0
            for k in range(n_clusters):
                found.label[d, r, k] = 0.0
        for s in range(ways.sizes[n_answers]):
            prior = ways.prior[n_answers, s]
            for d in range(n_draws):
                p = joint[s, d] * prior
                total[d] += p
                for k in range(n_clusters):
                    found.label[d, r, k] += p * ways.label[n_answers, s, k]
        for d in range(n_draws):
            found.log_weight[d, r] += log(total[d]) + ways.log_scale[n_answers]
            for k in range(n_clusters):
                found.label[d, r, k] /= total[d]
