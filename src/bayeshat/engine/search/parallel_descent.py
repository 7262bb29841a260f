"""Descent with very many people: the same steps as the kernels', with the people shared out over threads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..._workers import Workers
from ..wanted.sizes import round_sizes
from ..wanted.target import Target
from ._descent_numba import TOLERANCE, Problem, State, new_state
from ._parallel_descent_numba import (
    choose_groups,
    find_movers,
    least_gap,
    move_those,
    open_prices,
    prepare_moves,
    prepare_tangent,
    settle_people,
    table_gains,
    tangent_gains,
    update_sizes,
    value_of,
)
from ._sizes_numba import SizeState, SizeTerm, new_size_state
from .explore import Visited
from .problem import count_into

Array = np.ndarray

# People whose preferences set the first prices.
_PRICE_SAMPLE = 2048
# Shares of the people, those nearest to changing group, that the exact repair looks at, one after the other.
_SHARES = (0.05, 0.25, 1.0)
# A pass over all draws of very many people is not worth less than this much loss.
_WORTHWHILE = 1e-8
_MAX_ROUNDS = 25
_MAX_LAPS = 4


def transport_many(
    utilities: Array, wanted: Array, resize: bool, term: SizeTerm, labels: Array, prices: Array, workers: Workers
) -> SizeState:
    """Solve the transport problem exactly for many people; ``labels`` and ``prices`` are changed in place."""
    n_people = len(labels)
    stride = max(1, n_people // _PRICE_SAMPLE)
    gaps = np.empty(n_people)
    for rounds in (0, 6):
        open_prices(utilities, stride, wanted, prices, rounds)
        workers.over(n_people, lambda start, stop: choose_groups(utilities, prices, start, stop, labels, gaps))
        surplus = np.maximum(np.bincount(labels, minlength=len(wanted)) - wanted, 0).sum()
        if surplus <= n_people // 100:
            break  # the prices of the last time are still good
    chosen, opening = labels.copy(), prices.copy()
    size = new_size_state(len(wanted))
    for share in _SHARES:
        size.sizes[:] = np.bincount(chosen, minlength=len(wanted))
        labels[:], prices[:] = chosen, opening
        sample = gaps[::stride]
        nth = int(share * (len(sample) - 1))
        limit = np.inf if share == 1.0 else np.partition(sample, nth)[nth]
        settle_people(utilities, np.flatnonzero(gaps <= limit), wanted, resize, term, size, labels, prices)
        if share == 1.0:
            break
        least = min(workers.over(n_people, lambda start, stop: least_gap(utilities, prices, start, stop, labels)))
        if least > -TOLERANCE and _are_met(size.sizes, wanted, resize, term):
            break
    return size


def _are_met(sizes: Array, wanted: Array, resize: bool, term: SizeTerm) -> bool:
    """Say whether the sizes are as wanted, or may differ; with too few candidates they may not be reached."""
    if resize and not term.fixed_sizes:
        return True
    if resize and term.free:
        sizes, wanted = np.sort(sizes), np.sort(wanted)
    return bool((sizes == wanted).all())


def lift(small: Problem, small_labels: Array, whole: Problem, codes: Array, target: Target, workers: Workers) -> Array:
    """Extend an assignment of a sample of the people to everybody, on the draws that the sample was solved with."""
    n_people = len(codes)
    state = new_state(small)
    count_state(small, state, small_labels, workers)
    prepare_tangent(small, state)
    utilities = np.empty((n_people, small.cost.shape[1]))
    workers.over(n_people, lambda start, stop: table_gains(codes, state.enter, start, stop, utilities))
    if whole.cost.shape[0]:
        utilities -= whole.cost * (n_people / len(small_labels))
    sizes = target.within(round_sizes(state.size.sizes, n_people))
    if target.exact is not None:
        sizes = target.exact.copy()
        if whole.size.free:
            sizes[np.argsort(state.size.sizes, kind="stable")] = np.sort(target.exact)
    labels = np.zeros(n_people, np.int64)
    transport_many(utilities, sizes, False, whole.size, labels, np.zeros(len(sizes)), workers)
    return labels


def refine(problem: Problem, labels: Array, workers: Workers, progress: Callable[[float], None]) -> Visited:
    """Descend by transport and single moves from ``labels``; return where that ended."""
    state = new_state(problem)
    count_state(problem, state, labels, workers)
    value = value_of(problem, state)
    for lap in range(_MAX_LAPS):
        progress(lap / _MAX_LAPS)
        _transport_rounds(problem, state, workers)
        _single_moves(problem, state, workers)
        before, value = value, value_of(problem, state)
        if before - value < _WORTHWHILE:
            break
    return Visited(value, state.labels)


def count_state(problem: Problem, state: State, labels: Array, workers: Workers) -> None:
    """Go over to an assignment, tables of gains apart."""
    state.labels[:] = labels
    state.size.sizes[:] = np.bincount(labels, minlength=len(state.size.sizes))
    update_sizes(problem.size, state.size)
    state.counts[:] = 0
    count_into(problem.z, labels, np.arange(len(labels)), 1, state.counts, problem.cost.shape[1], workers)


def _transport_rounds(problem: Problem, state: State, workers: Workers) -> None:
    everybody, width = state.utilities.shape
    cost = update_sizes(problem.size, state.size)
    for _ in range(_MAX_ROUNDS):
        prepare_tangent(problem, state)
        workers.over(everybody, lambda start, stop: tangent_gains(problem, state, start, stop))
        new = state.labels.copy()
        wanted = state.size.sizes.copy()
        size = transport_many(state.utilities, wanted, True, problem.size, new, state.prices, workers)
        moved = np.flatnonzero(new != state.labels)
        new_cost = update_sizes(problem.size, size)
        gain = cost - new_cost
        gain += (state.utilities[moved, new[moved]] - state.utilities[moved, state.labels[moved]]).sum()
        if gain < TOLERANCE:
            return
        count_into(problem.z, state.labels, moved, -1, state.counts, width, workers)
        count_into(problem.z, new, moved, 1, state.counts, width, workers)
        state.labels[:] = new
        state.size.sizes[:] = size.sizes
        cost = update_sizes(problem.size, state.size)
        if gain < _WORTHWHILE:
            return


def _single_moves(problem: Problem, state: State, workers: Workers) -> None:
    """Look at everybody at once, then move those who gain, each after a second exact look."""
    if problem.size.fixed_sizes or len(state.size.sizes) == 1:
        return
    everybody = len(state.labels)
    gains = np.zeros(everybody, np.bool_)
    prepare_moves(problem, state)
    workers.over(everybody, lambda start, stop: find_movers(problem, state, start, stop, gains))
    move_those(problem, state, np.flatnonzero(gains))
