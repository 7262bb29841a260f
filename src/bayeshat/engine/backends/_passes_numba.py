"""Passes over the people that ``NumbaBackend`` shares out over threads."""

from ..._jit import kernel
from ..search._descent_numba import (
    fill_gains,
    fill_tables,
    move_people,
    objective,
    swap_people,
)
from ..search._sizes_numba import refresh_sizes
from ..search._tables_numba import sum_rows
from ..search._transport_numba import choose, margin


@kernel
def choose_groups(utilities, prices, start, stop, labels):
    """Let some people choose their groups."""
    choose(utilities, prices, start, stop, labels)


@kernel
def fill_gaps(utilities, prices, start, stop, labels, gaps):
    """Note by how much some people prefer the own group to any other; negative if they do not."""
    for n in range(start, stop):
        gaps[n] = margin(utilities[n], prices, labels[n], prices.shape[0]) - prices[labels[n]]


@kernel
def update_sizes(term, state):
    """Bring the state of the sizes up to date."""
    refresh_sizes(term, state)


@kernel
def table_gains(codes, table, start, stop, utilities):
    """Add up some people's rows of a table."""
    sum_rows(codes, table, start, stop, utilities)


@kernel
def prepare_moves(problem, state):
    """Fill the tables that ``exact_gains`` and ``move_all`` read."""
    fill_tables(problem, state)


@kernel
def exact_gains(problem, state, start, stop):
    """Fill what entering each group and leaving the own one are worth to some people by themselves."""
    fill_gains(problem, state, start, stop)


@kernel
def move_all(problem, state):
    """Move each person who gains by it, after a second exact look; return how many moved."""
    return move_people(problem, state, range(state.labels.shape[0]))


@kernel
def swap_all(problem, state):
    """Swap each two people who gain by it; return how many pairs did."""
    return swap_people(problem, state)


@kernel
def value_of(problem, state):
    """Return the objective."""
    return objective(problem, state)
