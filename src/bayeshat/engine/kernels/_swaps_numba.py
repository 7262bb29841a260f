"""Each person's cheapest swap."""

import numpy as np

from ..._jit import kernel
from ._steps_numba import swap_gain


@kernel
def cheapest_swaps(
    arrays,  # IN   Arrays
    state,  # IN   State with tables and gains filled
    order,  # IN   (G, N)  for each new group, everybody sorted by present group and then by falling gain
    begin,  # IN   (G + 1,)  where each group's people begin in a row of ``order``
    limit,  # IN   scalar  partners tried per person and group
    partner,  # OUT  (N,)  the partner of the cheapest swap; -1 if there is none
    change,  # OUT  (N,)  change in loss of that swap
):
    """Find each person's cheapest swap.

    The two single gains bound the gain of the swap from above. Partners are tried by falling gain until this bound
    shows that no later one can be better.
    """
    n_people = arrays.z.shape[0]
    n_groups = order.shape[0]
    has_cost = arrays.cost.shape[0] > 0
    for n in range(n_people):
        g = state.labels[n]
        partner[n] = -1
        change[n] = np.inf
        for h in range(n_groups):
            if h == g:
                continue
            mine = state.utilities[n, h] - state.own[n]
            for k in range(begin[h], min(begin[h + 1], begin[h] + limit)):
                m = order[g, k]
                if -(mine + state.utilities[m, g] - state.own[m]) >= change[n]:
                    break
                loss = -swap_gain(arrays, state, n, m)
                if has_cost:
                    loss += arrays.cost[n, h] - arrays.cost[n, g] + arrays.cost[m, g] - arrays.cost[m, h]
                if loss < change[n]:
                    change[n] = loss
                    partner[n] = m
