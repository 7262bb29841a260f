"""One assignment, what single moves and swaps do to the expected loss, and descents by them."""

import numpy as np

from ..._jit import helper, inlined, kernel
from ._sizes_numba import refresh_sizes, size_change, size_cost
from ._tables_numba import add_counts, assign, fill_table, sum_own, sum_rows, sum_where_same
from ._transport_numba import transport
from .arrays import ENTER, LEAVE, OVERRATED, PHI, PSI, TANGENT, TOLERANCE, Arrays

# Unsigned offsets, so that sums of indices stay unsigned.
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)


@kernel
def fill_tables(arrays, state):
    """Bring the tables of single moves up to date with the counts."""
    fill_table(state.counts, arrays.weights, arrays.by_count[ENTER], state.enter)
    fill_table(state.counts, arrays.weights, arrays.by_count[LEAVE], state.leave)


@kernel
def adopt_labels(arrays, state, labels, recount):
    """Adopt an assignment: update counts (with ``recount``, from zero) and sizes, but not the tables."""
    n_people = labels.shape[0]
    width = arrays.cost.shape[1]
    moved = np.empty(n_people, np.int64)
    n_moved = 0
    for n in range(n_people):
        if recount or state.labels[n] != labels[n]:
            moved[n_moved] = n
            n_moved += 1
    if recount:
        state.counts[:] = 0
    else:
        add_counts(arrays.z, state.labels, moved[:n_moved], -1, state.counts, width)
    add_counts(arrays.z, labels, moved[:n_moved], 1, state.counts, width)
    state.size.sizes[:] = 0
    assign(state.labels, labels)
    for n in range(n_people):
        state.size.sizes[labels[n]] += 1
    refresh_sizes(arrays.size, state.size)


@kernel
def objective(arrays, state):
    """Return the expected loss, up to the constant that depends on the draws alone."""
    total = size_cost(arrays.size, state.size)
    for t in range(state.counts.shape[0]):
        worth = 0.0
        for i in range(state.counts.shape[1]):
            worth += arrays.by_count[PHI, state.counts[t, i]]
        total -= arrays.weights[t] * worth
    if arrays.cost.shape[0] > 0:
        for n in range(state.labels.shape[0]):
            total += arrays.cost[n, state.labels[n]]
    return total


@helper
def move_person(arrays, state, n, group):
    """Move one person; update counts, tables and sizes, but not what ``refresh_sizes`` derives from the sizes."""
    row = arrays.z[n]
    by_count = arrays.by_count
    wide = np.uint64(arrays.cost.shape[1])
    cells = np.uint64(state.counts.shape[1])
    counts, enter, leave = state.counts.reshape(-1), state.enter.reshape(-1), state.leave.reshape(-1)
    old = np.uint64(state.labels[n])
    new = np.uint64(group)
    for t in range(row.shape[0]):
        w = arrays.weights[t]
        first = np.uint64(t) * cells + np.uint64(row[t]) * wide
        i = first + old
        count = np.uint64(counts[i] - 1)
        counts[i] = count
        enter[i] = leave[i]
        leave[i] = w * by_count[LEAVE, count]
        i = first + new
        count = np.uint64(counts[i] + 1)
        counts[i] = count
        leave[i] = enter[i]
        enter[i] = w * by_count[ENTER, count]
    state.size.sizes[state.labels[n]] -= 1
    state.size.sizes[group] += 1
    state.labels[n] = group


@kernel
def fill_tangent(arrays, state):
    """Put the slope of phi at the present counts into the table ``state.enter``."""
    fill_table(state.counts, arrays.weights, arrays.by_count[TANGENT], state.enter)


@kernel
def fill_utilities(arrays, state, start, stop):
    """Fill what each group is worth to some people, by the table ``state.enter``."""
    sum_rows(arrays.z, state.enter, start, stop, state.utilities)
    if arrays.cost.shape[0] > 0:
        for n in range(start, stop):
            for g in range(arrays.cost.shape[1]):
                state.utilities[n, g] -= arrays.cost[n, g]


@kernel
def fill_gains(arrays, state, start, stop):
    """Fill what entering each group and leaving their own is worth to some people; needs the tables."""
    fill_utilities(arrays, state, start, stop)
    sum_own(arrays.z, state.leave, state.labels, start, stop, arrays.cost.shape[1], state.own)
    if arrays.cost.shape[0] > 0:
        for n in range(start, stop):
            state.own[n] -= arrays.cost[n, state.labels[n]]


@inlined
def move_people(arrays, state):
    """Move each person who gains, once updated gains confirm it; return how many moved.

    ``price`` (G, G) keeps how a move from group to group changes the size part, for the rows ``known``: working it out
    for every person would take a fifth of the whole search. The loops over one person's draws do what ``fill_gains``
    and ``move_person`` do, but stand here: the calls would take as long as the work.
    """
    n_groups, width = state.size.sizes.shape[0], arrays.cost.shape[1]
    n_people, n_draws = arrays.z.shape
    has_cost = arrays.cost.shape[0] > 0
    codes, weights, by_count = arrays.z.reshape(-1), arrays.weights, arrays.by_count
    counts, enter, leave = state.counts.reshape(-1), state.enter.reshape(-1), state.leave.reshape(-1)
    labels, utilities, sizes = state.labels, state.utilities, state.size.sizes
    wide, cells = np.uint64(width), np.uint64(state.counts.shape[1])
    price = np.empty((n_groups, n_groups))
    known = np.zeros(n_groups, np.bool_)
    total = 0
    for n in range(n_people):
        g = labels[n]
        if not known[g]:
            known[g] = True
            for h in range(n_groups):
                price[g, h] = size_change(arrays.size, state.size, g, h) if h != g else np.inf
        own, to = state.own[n], g
        for updated in range(2):
            best, to = -TOLERANCE, g
            for h in range(n_groups):
                change = own - utilities[n, h] + price[g, h]
                if change < best:
                    best, to = change, h
            if updated or to == g:
                break
            first = np.uint64(n) * np.uint64(n_draws)
            last = first + np.uint64(n_draws)
            for h in range(0, width, 4):
                a0 = a1 = a2 = a3 = 0.0
                cell = np.uint64(h)
                p = first
                while p < last:
                    i = cell + np.uint64(codes[p]) * wide
                    a0 += enter[i]
                    a1 += enter[i + _ONE]
                    a2 += enter[i + _TWO]
                    a3 += enter[i + _THREE]
                    cell += cells
                    p += _ONE
                utilities[n, h], utilities[n, h + 1], utilities[n, h + 2], utilities[n, h + 3] = a0, a1, a2, a3
            own = 0.0
            cell = np.uint64(g)
            p = first
            while p < last:
                own += leave[cell + np.uint64(codes[p]) * wide]
                cell += cells
                p += _ONE
            if has_cost:
                for h in range(width):
                    utilities[n, h] -= arrays.cost[n, h]
                own -= arrays.cost[n, g]
            state.own[n] = own
        if to != g:
            p = np.uint64(n) * np.uint64(n_draws)
            cell = np.uint64(0)
            for t in range(n_draws):
                row = cell + np.uint64(codes[p]) * wide
                i = row + np.uint64(g)
                count = np.uint64(counts[i] - 1)
                counts[i] = count
                enter[i] = leave[i]
                leave[i] = weights[t] * by_count[LEAVE, count]
                i = row + np.uint64(to)
                count = np.uint64(counts[i] + 1)
                counts[i] = count
                leave[i] = enter[i]
                enter[i] = weights[t] * by_count[ENTER, count]
                cell += cells
                p += _ONE
            sizes[g] -= 1
            sizes[to] += 1
            labels[n] = to
            refresh_sizes(arrays.size, state.size)
            known[:] = False
            total += 1
    return total


@helper
def swap_gain(arrays, state, n, m):
    """Return how much the contingency part gains when n and m change places.

    Draws in which both are in the same cluster change nothing; in the others the two moves touch
    different rows of the table, so their gains add.
    """
    a = arrays.z[n]
    b = arrays.z[m]
    wide = np.uint64(arrays.cost.shape[1])
    cells = np.uint64(state.counts.shape[1])
    enter, leave = state.enter.reshape(-1), state.leave.reshape(-1)
    g = np.uint64(state.labels[n])
    h = np.uint64(state.labels[m])
    first = np.uint64(0)
    total = other = 0.0
    for t in range(a.shape[0]):
        i = first + np.uint64(a[t]) * wide
        j = first + np.uint64(b[t]) * wide
        differ = np.float64(a[t] != b[t])  # a factor, since a branch would be guessed wrong too often
        total += differ * (enter[i + h] - leave[i + g])
        other += differ * (enter[j + g] - leave[j + h])
        first += cells
    return total + other


@helper
def exchange_gain(arrays, state, n, m):
    """Return what two people gain who change places, with their costs."""
    gain = swap_gain(arrays, state, n, m)
    if arrays.cost.shape[0] > 0:
        g, h = state.labels[n], state.labels[m]
        gain += arrays.cost[n, g] - arrays.cost[n, h] + arrays.cost[m, h] - arrays.cost[m, g]
    return gain


@kernel
def cheapest_swaps(arrays, state, order, begin, limit, partner, change):
    """Find the swap with which each person gains most or loses least, where no rules forbid any.

    ``order`` (G, N) and ``begin`` (G + 1,) list, for each new group, everybody by present group and by falling gain;
    the gains must be filled. At most ``limit`` partners are tried per person and group.
    """
    for n in range(state.labels.shape[0]):
        g = state.labels[n]
        partner[n], change[n] = -1, np.inf
        for h in range(begin.shape[0] - 1):
            if h == g:
                continue
            mine = state.utilities[n, h] - state.own[n]
            for k in range(begin[h], min(begin[h] + limit, begin[h + 1])):
                m = order[g, k]
                # The two single gains add up to at least the gain of the swap.
                if -(mine + state.utilities[m, g] - state.own[m]) >= change[n]:
                    break
                loss = -exchange_gain(arrays, state, n, m)
                if loss < change[n]:
                    change[n], partner[n] = loss, m


@inlined
def swap_people(arrays, state):
    """Swap each pair that gains, by the gains filled and then by the exact gain; return how many pairs swapped.

    phi is convex, so the two single gains add up to at least the gain of the swap: only pairs with a positive sum need
    the exact gain, which reads every draw. The sum overrates a swap in draws where both people are in the same cluster,
    by the bend of phi: entering their own group is worth more than leaving it.
    """
    n_people = arrays.z.shape[0]
    has_cost = arrays.cost.shape[0] > 0
    sizes = state.size.sizes
    total = 0
    for n in range(n_people):
        for m in range(n + 1, n_people):
            g = state.labels[n]
            h = state.labels[m]
            if g == h or (sizes[g] == 1 and sizes[h] == 1 and not has_cost):
                continue
            bound = state.utilities[n, h] - state.own[n] + state.utilities[m, g] - state.own[m]
            if bound < TOLERANCE:
                continue
            bend = state.utilities[n, g] - state.own[n] + state.utilities[m, h] - state.own[m]
            if bound < OVERRATED * bend * sum_where_same(arrays.z[n], arrays.z[m], arrays.weights):
                continue
            gain = swap_gain(arrays, state, n, m)
            if has_cost:
                gain += arrays.cost[n, g] - arrays.cost[n, h]
                gain += arrays.cost[m, h] - arrays.cost[m, g]
            if gain > TOLERANCE:
                for who in (n, m):
                    move_person(arrays, state, who, g + h - state.labels[who])
                total += 1
    return total


@kernel
def improve(arrays, state, sweeps, moves, swaps):
    """Move people one by one (``moves``) and in pairs (``swaps``) until nobody gains; return the number of changes.

    Tables and gains must be filled.
    """
    changes = 0
    for sweep in range(sweeps):
        if sweep > 0:
            fill_gains(arrays, state, 0, state.labels.shape[0])
        now = move_people(arrays, state) if moves else 0
        if now == 0 and swaps:
            now = swap_people(arrays, state)
        changes += now
        if now == 0:
            break
    return changes


@inlined
def join_gain(arrays, state, g, h):
    """Return how much the loss falls when groups g and h become one."""
    width = arrays.cost.shape[1]
    phi, psi = arrays.by_count[PHI], arrays.size.by_size[PSI]
    a, b = state.size.sizes[g], state.size.sizes[h]
    total = psi[a] + psi[b] - psi[a + b]
    for t in range(state.counts.shape[0]):
        row = state.counts[t]
        worth = 0.0
        for i in range(0, row.shape[0], width):
            worth += phi[row[i + g] + row[i + h]] - phi[row[i + g]] - phi[row[i + h]]
        total += arrays.weights[t] * worth
    return total


@inlined
def join_pair(arrays, state, g, h):
    """Move everybody in group g to group h; the tables are not updated."""
    width = arrays.cost.shape[1]
    for n in range(state.labels.shape[0]):
        if state.labels[n] == g:
            state.labels[n] = h
    for t in range(state.counts.shape[0]):
        row = state.counts[t]
        for i in range(0, row.shape[0], width):
            row[i + h] += row[i + g]
            row[i + g] = 0
    state.size.sizes[h] += state.size.sizes[g]
    state.size.sizes[g] = 0
    refresh_sizes(arrays.size, state.size)


@kernel
def join_groups(arrays, state):
    """Join pairs of groups, best pair first, until no join gains; return the number of joins.

    Groups of one person are left alone: to join them is to move that person.
    """
    sizes = state.size.sizes
    joined = 0
    while True:
        most = TOLERANCE
        first = second = -1
        for g in range(sizes.shape[0]):
            for h in range(g):
                if sizes[g] > 1 and sizes[h] > 1:
                    gain = join_gain(arrays, state, g, h)
                    if gain > most:
                        most = gain
                        first, second = g, h
        if first < 0:
            return joined
        join_pair(arrays, state, first, second)
        joined += 1


@inlined
def _transport_people(arrays, state, spare, prices, rounds):
    """Give everybody the best group under the tangent, sizes included, until that gains nothing."""
    labels = np.empty_like(state.labels)
    for _ in range(rounds):
        fill_tangent(arrays, state)
        fill_utilities(arrays, state, 0, labels.shape[0])
        assign(labels, state.labels)
        gain = transport(state.utilities, state.size.sizes.copy(), True, arrays.size, spare, labels, prices)
        if gain < TOLERANCE:
            break
        adopt_labels(arrays, state, labels, False)


@kernel
def descend_from(
    arrays,  # IN   Arrays
    parts,  # IN   (P, N, T)  codes of several sets of draws; starts take turns to see only one of them
    state,  # OUT  State of the last assignment
    spare,  # OUT  SizeState, working space of transports; None if there are none: then they are not compiled
    starts,  # IN   (M, N)
    limits,  # IN   (M,)  assignments above their limit stay unchanged
    first,  # IN   scalar  the first start to descend from
    step,  # IN   scalar  how many starts on the next one is
    laps,  # IN   scalar  of transports and single moves in turn
    rounds,  # IN   scalar  of transports in one lap
    sweeps,  # IN   scalar  of single moves in one lap
    swaps,  # IN   bool  whether pairs change places
    joins,  # IN   bool  whether groups are joined where that is better
    values,  # OUT  (2, M)  objectives at the start and at the end
    ends,  # OUT  (M, N)
):
    """Descend from several assignments until no step improves."""
    prices = np.empty(state.size.sizes.shape[0])
    for m in range(first, starts.shape[0], step):
        z = parts[m % parts.shape[0]]
        part = Arrays(z, arrays.weights, arrays.by_count, arrays.cost, arrays.n_clusters, arrays.size)
        adopt_labels(part, state, starts[m], True)
        values[0, m] = objective(part, state)
        prices[:] = 0.0
        for _ in range(laps if values[0, m] <= limits[m] else 0):
            if spare is not None:
                _transport_people(part, state, spare, prices, rounds)
            changes = 0
            if sweeps > 0:
                fill_tables(part, state)
                fill_gains(part, state, 0, state.labels.shape[0])
                changes = improve(part, state, sweeps, True, swaps)
            if (changes == 0 or rounds == 0) and not (joins and join_groups(part, state) > 0):
                break
        values[1, m] = objective(part, state)
        assign(ends[m], state.labels)


@kernel
def look_at_all(
    arrays,  # IN   Arrays
    state,  # OUT  State of the last assignment
    candidates,  # IN   (M, N)  assignments; fastest if successive ones differ in few people
    extra,  # IN   (M,)  added to the objective of each
):
    """Return the number of the best of several assignments, and its objective."""
    best, least = -1, np.inf
    adopt_labels(arrays, state, candidates[0], True)
    fill_tables(arrays, state)
    for i in range(candidates.shape[0]):
        for n in range(candidates.shape[1]):
            if state.labels[n] != candidates[i, n]:
                move_person(arrays, state, n, candidates[i, n])
        refresh_sizes(arrays.size, state.size)
        value = objective(arrays, state) + extra[i]
        if value < least - TOLERANCE:
            best, least = i, value
    return best, least
