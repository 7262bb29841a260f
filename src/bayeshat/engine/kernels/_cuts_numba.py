"""Prices that make rows agree: steps towards the best symmetric co-membership matrix under triangle inequalities."""

import numpy as np

from ..._jit import helper, kernel
from ._rows_numba import slope_at, sum_where_same


@helper
def _pulls(z, weights, slopes, together, pull):
    """Fill what each partner adds to each person's company at the current co-membership."""
    n_people, n_draws = z.shape
    count = np.empty(n_draws)
    for i in range(n_people):
        own = z[i]
        count[:] = 1.0
        for j in range(n_people):
            share = together[i, j]
            if share > 0.0:
                for t in range(n_draws):
                    count[t] += share if z[j, t] == own[t] else 0.0
        for t in range(n_draws):
            count[t] = weights[t] * slope_at(slopes, count[t])
        for j in range(n_people):
            pull[i, j] = sum_where_same(z[j], own, count)


@helper
def _triangles(ahead, step, multipliers, total):
    """Raise the multipliers of broken triangle inequalities, and add up what each pair pays for them."""
    n_people = ahead.shape[0]
    total[:] = 0.0
    p = 0
    for i in range(n_people):
        for j in range(i + 1, n_people):
            ij = ahead[i, j]
            of_pair = 0.0
            for k in range(j + 1, n_people):
                ik, jk = ahead[i, k], ahead[j, k]
                # Rounded as they are stored, so that the sums over pairs match the multipliers exactly.
                at_i = np.float64(np.float32(max(multipliers[p] + step * (ij + ik - jk - 1.0), 0.0)))
                at_j = np.float64(np.float32(max(multipliers[p + 1] + step * (ij + jk - ik - 1.0), 0.0)))
                at_k = np.float64(np.float32(max(multipliers[p + 2] + step * (ik + jk - ij - 1.0), 0.0)))
                multipliers[p], multipliers[p + 1], multipliers[p + 2] = at_i, at_j, at_k
                of_pair += at_i + at_j - at_k
                total[i, k] += at_i + at_k - at_j
                total[j, k] += at_j + at_k - at_i
                p += 3
            total[i, j] += of_pair
    for i in range(n_people):
        for j in range(i):
            total[i, j] = total[j, i]


@kernel
def agree(
    z,  # IN   (N, T) codes of some draws
    weights,  # IN   (T,)
    slopes,  # IN   (N + 3,) slope of the worth of company by count
    linear,  # IN   (N, N) cost of each partner
    partners,  # IN   (N,) partners of each person
    scale,  # IN   typical difference between partners, in loss
    rounds,  # IN   steps
    together,  # IN, OUT  (N, N) co-membership
    multipliers,  # IN, OUT  (N (N - 1) (N - 2) / 2,) of the triangle inequalities
    pairs,  # IN, OUT  (N, N) what each pair pays for them
    prices,  # IN, OUT  (N,) of having one more partner
    pull,  # OUT  (N, N) what each partner adds to each person's company
):
    """Take steps towards the best co-membership with the right row sums and no broken triangle inequality."""
    n_people = z.shape[0]
    ahead = np.zeros((n_people, n_people))
    # Steps as in Pock and Chambolle (2011): one over the entries of each row and column of the constraints.
    forward = 1.0 / (scale * (3 * (n_people - 2) + 2))
    for _ in range(rounds):
        _pulls(z, weights, slopes, together, pull)
        for i in range(n_people):
            for j in range(i + 1, n_people):
                slope = linear[i, j] + linear[j, i] - pull[i, j] - pull[j, i]
                slope += pairs[i, j] + prices[i] + prices[j]
                new = min(max(together[i, j] - forward * slope, 0.0), 1.0)
                ahead[i, j] = ahead[j, i] = 2.0 * new - together[i, j]
                together[i, j] = together[j, i] = new
        _triangles(ahead, scale / 3.0, multipliers, pairs)
        for i in range(n_people):
            prices[i] += scale / (n_people - 1) * (ahead[i].sum() - partners[i])
    _pulls(z, weights, slopes, together, pull)
