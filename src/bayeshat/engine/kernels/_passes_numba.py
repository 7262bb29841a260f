"""Passes over the people that ``NumbaMachine`` spreads over threads, or runs as one call for few people."""

import numpy as np

from ..._jit import kernel
from ._sizes_numba import refresh_sizes
from ._steps_numba import (
    ZERO,
    adopt_labels,
    fill_gains,
    fill_tables,
    fill_tangent,
    improve,
    join_groups,
    objective,
    tangent_utilities,
)
from ._tables_numba import sum_rows
from ._transport_numba import choose_closely, margin, place
from .arrays import TOLERANCE


@kernel
def adopt_all(arrays, state, labels, recount):
    """Adopt an assignment."""
    adopt_labels(arrays, state, labels, recount)


@kernel
def choose_groups(utilities, prices, close, start, stop, labels, pairs):
    """Let some people choose their groups; count those who nearly choose another one, by pair of groups (G, G)."""
    choose_closely(utilities, prices, close, start, stop, labels, pairs)


@kernel
def fill_gaps(utilities, prices, start, stop, labels, gaps):
    """Fill by how much some people prefer their own group to any other; negative if they do not."""
    for n in range(start, stop):
        gaps[n] = margin(utilities[n], prices, labels[n], prices.shape[0]) - prices[labels[n]]


@kernel
def update_sizes(term, state):
    """Bring the state of the sizes up to date."""
    refresh_sizes(term, state)


@kernel
def tangent_gains(arrays, state, prepare, start, stop):
    """Fill some people's gains under the tangent; with ``prepare``, fill the table for it first."""
    if prepare:
        fill_tangent(arrays, state)
    tangent_utilities(arrays, state, start, stop)


@kernel
def table_gains(codes, table, start, stop, utilities):
    """Add up some people's rows of a table."""
    sum_rows(codes, table, start, stop, utilities)


@kernel
def exact_gains(arrays, state, prepare, start, stop):
    """Fill what entering each group and leaving their own is worth to some people; with ``prepare``, tables first."""
    if prepare:
        fill_tables(arrays, state)
    fill_gains(arrays, state, start, stop)


@kernel
def transport_all(arrays, state, spare, prices, rounds):
    """Give everybody the best group under the tangent, sizes included, until that gains nothing."""
    labels = np.empty_like(state.labels)
    for _ in range(rounds):
        fill_tangent(arrays, state)
        tangent_utilities(arrays, state, ZERO, labels.shape[0])
        labels[:] = state.labels
        gain = place(state.utilities, state.size.sizes.copy(), True, arrays.size, spare, labels, prices)
        if gain < TOLERANCE:
            break
        adopt_labels(arrays, state, labels, False)


@kernel
def improve_all(arrays, state, prepare, sweeps, moves, swaps):
    """Move people one by one (``moves``) and in pairs (``swaps``) until nobody gains; return the number of changes.

    With ``prepare``, it first fills the tables and everybody's exact gains.
    """
    return improve(arrays, state, prepare, sweeps, moves, swaps)


@kernel
def improve_from(arrays, state, starts, limits, sweeps, swaps, joins, values, ends):
    """Do the same from each of several assignments, and with ``joins`` also join groups; fill in where each ends.

    Assignments above their limit stay unchanged. ``values`` (2, M) are the objectives at the start and at the end.
    """
    for m in range(starts.shape[0]):
        adopt_labels(arrays, state, starts[m], True)
        values[0, m] = objective(arrays, state)
        if values[0, m] <= limits[m]:
            improve(arrays, state, True, sweeps, True, swaps)
            while joins and join_groups(arrays, state) > 0:
                improve(arrays, state, True, sweeps, True, swaps)
        values[1, m] = objective(arrays, state)
        ends[m] = state.labels


@kernel
def join_all(arrays, state):
    """Join pairs of groups until no join gains; return the number of joins."""
    return join_groups(arrays, state)


@kernel
def value_of(arrays, state):
    """Return the objective."""
    return objective(arrays, state)
