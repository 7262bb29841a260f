"""Passes over the people that ``NumbaBackend`` shares out over threads, or runs whole for few people."""

import numpy as np

from ..._jit import kernel
from ._sizes_numba import refresh_sizes
from ._steps_numba import (
    adopt_labels,
    fill_gains,
    fill_tables,
    fill_tangent,
    move_people,
    objective,
    swap_people,
    tangent_utilities,
)
from ._tables_numba import sum_rows
from ._transport_numba import choose, margin


@kernel
def adopt_all(problem, state, labels, recount):
    """Go over to an assignment."""
    adopt_labels(problem, state, labels, recount)


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
def tangent_gains(problem, state, prepare, start, stop):
    """Fill some people's gains under the tangent; before that, if asked, the table that this reads."""
    if prepare:
        fill_tangent(problem, state)
    tangent_utilities(problem, state, start, stop)


@kernel
def table_gains(codes, table, start, stop, utilities):
    """Add up some people's rows of a table."""
    sum_rows(codes, table, start, stop, utilities)


@kernel
def exact_gains(problem, state, prepare, start, stop):
    """Fill what entering each group and leaving the own one are worth to some people; before that, the tables."""
    if prepare:
        fill_tables(problem, state)
    fill_gains(problem, state, start, stop)


@kernel
def improve_all(problem, state, prepare, sweeps, swaps):
    """Move people one by one, and in pairs if asked, until nobody gains; return how many did.

    Before that, if asked, it fills the tables and everybody's exact gains.
    """
    everybody = np.arange(state.labels.shape[0])
    changes = 0
    for sweep in range(sweeps):
        if prepare and sweep == 0:
            fill_tables(problem, state)
        if prepare or sweep > 0:
            fill_gains(problem, state, 0, everybody.shape[0])
        now = move_people(problem, state, everybody)
        if now == 0 and swaps:
            now = swap_people(problem, state)
        changes += now
        if now == 0:
            break
    return changes


@kernel
def swap_all(problem, state, sweeps):
    """Let pairs of people change places until none gains; return how many did."""
    fill_tables(problem, state)
    changes = 0
    for _ in range(sweeps):
        fill_gains(problem, state, 0, state.labels.shape[0])
        now = swap_people(problem, state)
        changes += now
        if now == 0:
            break
    return changes


@kernel
def value_of(problem, state):
    """Return the objective."""
    return objective(problem, state)
