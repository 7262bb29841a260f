"""What every alternative would cost: each single move, and each person's cheapest swap."""

import numpy as np

from .._jit import kernel
from ._descent_numba import fill_gains, set_labels, swap_gain
from ._sizes_numba import size_change


@kernel
def fill_changes(
    problem,  # IN   Problem
    state,  # OUT  State
    labels,  # IN   (N,)
    changes,  # OUT  (N, G)  change in loss when each person moves to each group
):
    """Price every single move; leaves the state ready for ``cheapest_swaps``."""
    n_people, n_groups = changes.shape
    set_labels(problem, state, labels)
    fill_gains(problem, state, 0, n_people)
    price = np.zeros((n_groups, n_groups))
    for g in range(n_groups):
        for h in range(n_groups):
            if g != h and state.size.sizes[g] > 0:
                price[g, h] = size_change(problem.size, state.size, g, h)
    for n in range(n_people):
        g = labels[n]
        for h in range(n_groups):
            changes[n, h] = 0.0 if g == h else state.own[n] - state.utilities[n, h] + price[g, h]


@kernel
def cheapest_swaps(
    problem,  # IN   Problem
    state,  # IN   State, as ``fill_changes`` left it
    order,  # IN   (G, N)  for each group to go to, everybody by group and then by falling gain
    begin,  # IN   (G + 1,)  where each group's people begin in a row of ``order``
    limit,  # IN   scalar  pairs looked at per person and group
    partner,  # OUT  (N,)  with whom a swap costs least; -1 if with nobody
    change,  # OUT  (N,)  change in loss of that swap
):
    """Find each person's cheapest swap.

    The two single gains bound the gain of the swap from above, so a person's partners are tried in the order of
    their own gain until the bound says that no later one can be better.
    """
    n_people = problem.z.shape[0]
    n_groups = order.shape[0]
    has_cost = problem.cost.shape[0] > 0
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
                loss = -swap_gain(problem, state, n, m)
                if has_cost:
                    loss += problem.cost[n, h] - problem.cost[n, g] + problem.cost[m, g] - problem.cost[m, h]
                if loss < change[n]:
                    change[n] = loss
                    partner[n] = m
