"""The steps of a descent one by one, for ``refine`` to share out over threads when there are very many people."""

import numpy as np

from ..._jit import kernel
from ._descent_numba import (
    best_move,
    fill_gains,
    fill_tables,
    fill_tangent,
    move_people,
    objective,
    tangent_utilities,
)
from ._sizes_numba import refresh_sizes, size_cost
from ._tables_numba import sum_rows
from ._transport_numba import balance_prices, choose, margin, settle


@kernel
def open_prices(utilities, stride, wanted, prices, rounds):
    """Set the first prices from every ``stride``-th person."""
    balance_prices(utilities, stride, wanted, prices, rounds)


@kernel
def choose_groups(utilities, prices, start, stop, labels, gaps):
    """Let some people choose, and note how far each is from choosing otherwise."""
    choose(utilities, prices, start, stop, labels)
    for n in range(start, stop):
        gaps[n] = margin(utilities[n], prices, labels[n], prices.shape[0]) - prices[labels[n]]


@kernel
def least_gap(utilities, prices, start, stop, labels):
    """Return by how much the least content of some people prefers the own group; negative if it does not."""
    least = 1e300
    for n in range(start, stop):
        gap = margin(utilities[n], prices, labels[n], prices.shape[0]) - prices[labels[n]]
        least = min(least, gap)
    return least


@kernel
def settle_people(utilities, people, wanted, resize, term, state, labels, prices):
    """Bring the sizes to the wanted or the best ones by moving some people."""
    settle(utilities, people, wanted, resize, term, state, labels, prices)


@kernel
def update_sizes(term, state):
    """Bring the state of the sizes up to date and return what they cost."""
    refresh_sizes(term, state)
    return size_cost(term, state)


@kernel
def prepare_tangent(problem, state):
    """Fill the table that ``tangent_gains`` reads."""
    fill_tangent(problem, state)


@kernel
def tangent_gains(problem, state, start, stop):
    """Fill some people's utilities under the tangent."""
    tangent_utilities(problem, state, start, stop)


@kernel
def table_gains(codes, table, start, stop, utilities):
    """Fill some people's utilities under a table that was made for other people."""
    sum_rows(codes, table, start, stop, utilities)


@kernel
def prepare_moves(problem, state):
    """Fill the tables that ``find_movers`` and ``move_those`` read."""
    fill_tables(problem, state)


@kernel
def find_movers(problem, state, start, stop, gains):
    """Note which of some people would lower the loss by moving alone."""
    fill_gains(problem, state, start, stop)
    n_groups = state.size.sizes.shape[0]
    price = np.empty((n_groups, n_groups))
    known = np.zeros(n_groups, np.bool_)
    for n in range(start, stop):
        gains[n] = best_move(problem, state, n, price, known) >= 0


@kernel
def move_those(problem, state, people):
    """Move each of some people to the best group, if that still improves."""
    move_people(problem, state, people)


@kernel
def value_of(problem, state):
    """Return the objective."""
    return objective(problem, state)
