"""Steps that keep all rules: people who must be together move as one unit."""

import numpy as np

from ..._jit import helper, kernel
from ._rules_numba import (
    LONELY,
    count_values,
    exchange_fits,
    exchange_values,
    fill_pull,
    group_fits,
    may_enter,
    n_members,
    pair_costs,
    pulled,
    spread_gain,
)
from ._sizes_numba import refresh_sizes, size_change, size_cost
from ._steps_numba import exchange_gain, fill_gains, fill_tables, move_person
from .arrays import TOLERANCE

# The gains of single moves are updated once there was one step for every 8 units (and one proposal for every unit).
_UNITS_PER_REFRESHING_STEP = 8
# Share of the proposals in which two units who must not be alone move at once.
_SHARE_OF_PAIRS = 0.1


@helper
def move_unit(arrays, state, ruled, unit, h):
    """Move a unit and return the gain without the size part."""
    gain = 0.0
    for i in range(ruled.begin[unit], ruled.begin[unit + 1]):
        n = ruled.members[i]
        gain += gain_of_one(arrays, state, ruled, n, h)
        move_person(arrays, state, n, h)
    return gain


@helper
def gain_of_one(arrays, state, ruled, n, h):
    """Return what a person gains by going to group h, without the size part."""
    wide = np.uint64(arrays.cost.shape[1])
    cells = np.uint64(state.counts.shape[1])
    enter, leave = state.enter.reshape(-1), state.leave.reshape(-1)
    row = arrays.z[n]
    g = state.labels[n]
    old, new = np.uint64(g), np.uint64(h)
    gain = pair_costs(ruled, state, n, g) - pair_costs(ruled, state, n, h)
    if arrays.cost.shape[0] > 0:
        gain += arrays.cost[n, g] - arrays.cost[n, h]
    first = np.uint64(0)
    for t in range(row.shape[0]):
        i = first + np.uint64(row[t]) * wide
        gain += enter[i + new] - leave[i + old]
        first += cells
    return gain


@helper
def gain_of_two(arrays, state, ruled, n, m, g, h):
    """Return what two people gain who exchange their groups g and h."""
    gain = exchange_gain(arrays, state, n, m)
    gain += pair_costs(ruled, state, n, g) - pair_costs(ruled, state, n, h)
    gain += pair_costs(ruled, state, m, h) - pair_costs(ruled, state, m, g)
    for i in range(ruled.pair_begin[n], ruled.pair_begin[n + 1]):
        if ruled.pair_other[i] == m:
            gain += 2.0 * ruled.pair_cost[i]  # they exchange groups, so they stay apart
    if ruled.met.shape[0] > 0 and ruled.met[n, m]:
        gain += 2.0 * ruled.again
    return gain


@helper
def try_exchange(arrays, state, ruled, traits, a, b, least):
    """Exchange units a and b (b >= 0), or move unit a to group -1 - b (b < 0), if allowed and worth it.

    The step is taken if it gains more than ``least``. Return the gain; minus infinity if it was not taken.
    """
    n = ruled.members[ruled.begin[a]]
    g = state.labels[n]
    m = ruled.members[ruled.begin[b]] if b >= 0 else -1
    h = state.labels[m] if b >= 0 else -1 - b
    back = b if b >= 0 else -1
    if g == h or not exchange_fits(arrays.size, ruled, state, traits, a, back, g, h):
        return -np.inf
    spread = spread_gain(ruled, state, traits, a, back, g, h)
    alone = n_members(ruled, a) == 1 and n_members(ruled, back) <= 1
    if alone and b >= 0:
        gain = spread + gain_of_two(arrays, state, ruled, n, m, g, h)
    elif alone:
        gain = spread + gain_of_one(arrays, state, ruled, n, h) - size_change(arrays.size, state.size, g, h)
    if alone:
        # Compute the gain before the step, since most steps are not taken.
        if gain <= least:
            return -np.inf
        move_person(arrays, state, n, h)
        if b >= 0:
            move_person(arrays, state, m, g)
        refresh_sizes(arrays.size, state.size)
    else:
        before = size_cost(arrays.size, state.size)
        gain = spread + move_unit(arrays, state, ruled, a, h)
        if b >= 0:
            gain += move_unit(arrays, state, ruled, b, g)
        refresh_sizes(arrays.size, state.size)
        gain += before - size_cost(arrays.size, state.size)
        if gain <= least:
            if b >= 0:
                move_unit(arrays, state, ruled, b, h)
            move_unit(arrays, state, ruled, a, g)
            refresh_sizes(arrays.size, state.size)
            return -np.inf
    exchange_values(ruled, traits, a, back, g, h, 1)
    return gain


@helper
def try_moves(arrays, state, ruled, traits, units, to, least):
    """Move several units at once, each to its own group, if the rules allow the result and it gains enough.

    Between the moves, groups may break rules. Return the gain; minus infinity if it is not above ``least``.
    """
    home, sizes = np.empty_like(to), state.size.sizes.copy()
    gain = size_cost(arrays.size, state.size)
    for i in range(units.shape[0]):
        home[i] = state.labels[ruled.members[ruled.begin[units[i]]]]
        gain += spread_gain(ruled, state, traits, units[i], -1, home[i], to[i])
        gain += move_unit(arrays, state, ruled, units[i], to[i])
        exchange_values(ruled, traits, units[i], -1, home[i], to[i], 1)
    refresh_sizes(arrays.size, state.size)
    gain -= size_cost(arrays.size, state.size)
    fits = gain > least and not (arrays.size.fixed_sizes and (sizes != state.size.sizes).any())
    for i in range(units.shape[0]):
        for g in (home[i], to[i]):
            fits = fits and group_fits(arrays.size, ruled, traits, g, state.size.sizes[g])
        fits = fits and may_enter(ruled, state, units[i], to[i], -1)
    if fits:
        return gain
    for i in range(units.shape[0] - 1, -1, -1):
        move_unit(arrays, state, ruled, units[i], home[i])
        exchange_values(ruled, traits, units[i], -1, home[i], to[i], -1)
    refresh_sizes(arrays.size, state.size)
    return -np.inf


@helper
def needs_company(ruled, traits, a, b, g, h):
    """Say whether unit a needs unit b to leave group g or to enter group h, lest somebody is alone with a value."""
    for c in range(ruled.values.shape[0]):
        v = ruled.values[c, ruled.members[ruled.begin[a]]]
        shared = v >= 0 and v == ruled.values[c, ruled.members[ruled.begin[b]]] and ruled.asked[LONELY, v]
        if shared and (traits[v, g] == 2 or traits[v, h] == 0):
            return True
    return False


@helper
def draw_pair(ruled, labels, traits, moves, rng):
    """Draw two units, the first of whom needs the second's company, and where they go; or nobody.

    With a chance of ``moves`` they go to the same group or to random ones, else each changes places with a random unit.
    """
    n_units = ruled.begin.shape[0] - 1
    units, to = np.empty(4, np.int64), np.empty(4, np.int64)
    for i in range(4):
        units[i] = int(rng.random() * n_units)
    for i in range(4):
        to[i] = labels[ruled.members[ruled.begin[units[(i + 2) % 4]]]]
    n_moved = 4
    if rng.random() < moves:
        n_moved = 2
        to[0] = int(rng.random() * traits.shape[1])
        to[1] = to[0] if rng.random() < 0.5 else int(rng.random() * traits.shape[1])
    if units[0] == units[1] or not needs_company(ruled, traits, units[0], units[1], to[2], to[0]):
        return units[:0], to[:0]
    for i in range(n_moved):
        for j in range(i):
            if units[i] == units[j]:
                return units[:0], to[:0]
        if labels[ruled.members[ruled.begin[units[i]]]] == to[i]:
            return units[:0], to[:0]
    return units[:n_moved], to[:n_moved]


@helper
def unit_gains(arrays, state, ruled, traits, gains, tried):
    """Fill what each unit would gain in each group, (U, G), without the size part; needs everybody's exact gains.

    The cost of an uneven spread is convex, so its tangent bounds what the spread gains in a move or an exchange.
    The gain of a set of people takes a trial move; it is infinite unless ``tried``.
    """
    n_groups = gains.shape[1]
    pull = np.empty((traits.shape[0] + 1, n_groups))
    if ruled.prices.shape[0] > 0:
        fill_pull(ruled, state.size.sizes, traits, pull)
    for a in range(gains.shape[0]):
        n = ruled.members[ruled.begin[a]]
        g = state.labels[n]
        for h in range(n_groups):
            if g == h:
                gains[a, h] = 0.0
            elif n_members(ruled, a) == 1:
                gains[a, h] = state.utilities[n, h] - state.own[n]
                gains[a, h] += pair_costs(ruled, state, n, g) - pair_costs(ruled, state, n, h)
            elif not tried:
                gains[a, h] = np.inf
            else:
                # People who move together gain more than one by one: only a trial move tells how much.
                gains[a, h] = move_unit(arrays, state, ruled, a, h)
                move_unit(arrays, state, ruled, a, g)
            if g != h and ruled.prices.shape[0] > 0:
                gains[a, h] += pulled(ruled, pull, a, g, h)


@helper
def move_units(arrays, state, ruled, traits, gains):
    """Move each unit to another group where that gains; return how many did."""
    total = 0
    n_groups = gains.shape[1]
    for a in range(gains.shape[0]):
        n = ruled.members[ruled.begin[a]]
        alone = n_members(ruled, a) == 1
        for h in range(n_groups):
            g = state.labels[n]
            if g == h or (alone and gains[a, h] - size_change(arrays.size, state.size, g, h) < TOLERANCE):
                continue
            total += try_exchange(arrays, state, ruled, traits, a, -1 - h, TOLERANCE) > 0
    return total


@helper
def size_gain(arrays, state, g, h, people):
    """Return what the size part gains if this number of people go from g to h."""
    sizes = state.size.sizes
    before = size_cost(arrays.size, state.size)
    sizes[g], sizes[h] = sizes[g] - people, sizes[h] + people
    refresh_sizes(arrays.size, state.size)
    gain = before - size_cost(arrays.size, state.size)
    sizes[g], sizes[h] = sizes[g] + people, sizes[h] - people
    refresh_sizes(arrays.size, state.size)
    return gain


@helper
def swap_units(arrays, state, ruled, traits, gains, limit):
    """Exchange units that gain by it, the most promising first; return the number of exchanges.

    phi is convex, so the gains of two units add up to at least the gain of their exchange, unless the two wish to be
    apart. Only sums above zero are tried, and at most ``limit`` of them.
    """
    total = 0
    n_units, n_groups = gains.shape
    kind = np.empty(n_units, np.int64)  # group and number of people
    most = 0
    for a in range(n_units):
        most = max(most, n_members(ruled, a))
    for a in range(n_units):
        kind[a] = state.labels[ruled.members[ruled.begin[a]]] * (most + 1) + n_members(ruled, a)
    by_kind = np.argsort(kind)
    edges = np.searchsorted(kind[by_kind], np.arange(n_groups * (most + 1) + 1))
    for p in range(n_groups * (most + 1)):
        for q in range((p // (most + 1) + 1) * (most + 1), n_groups * (most + 1)):
            here, there = by_kind[edges[p] : edges[p + 1]], by_kind[edges[q] : edges[q + 1]]
            if here.shape[0] == 0 or there.shape[0] == 0:
                continue
            g, h = p // (most + 1), q // (most + 1)
            change = p % (most + 1) - q % (most + 1)
            extra = size_gain(arrays, state, g, h, change) if change != 0 else 0.0
            here, there = here[np.argsort(-gains[here, h])], there[np.argsort(-gains[there, g])]
            for a in here:
                for b in there:
                    if gains[a, h] + gains[b, g] + extra < TOLERANCE:
                        break
                    if state.labels[ruled.members[ruled.begin[a]]] != g:
                        break
                    if state.labels[ruled.members[ruled.begin[b]]] != h:
                        continue
                    if limit == 0:
                        return total
                    limit -= 1
                    total += try_exchange(arrays, state, ruled, traits, a, b, TOLERANCE) > 0
    return total


@kernel
def settle_units(arrays, state, ruled, sweeps, limit):
    """Move and exchange units until no allowed step improves; return the number of steps.

    There are at most ``sweeps`` sweeps, each of which tries at most ``limit`` exchanges.
    """
    fill_tables(arrays, state)
    traits = count_values(ruled, state.labels, state.size.sizes.shape[0])
    gains = np.empty((ruled.begin.shape[0] - 1, state.size.sizes.shape[0]))
    total = 0
    for _ in range(sweeps):
        fill_gains(arrays, state, 0, state.labels.shape[0])
        unit_gains(arrays, state, ruled, traits, gains, True)
        now = move_units(arrays, state, ruled, traits, gains)
        if now == 0:
            now = swap_units(arrays, state, ruled, traits, gains, limit)
        total += now
        if now == 0:
            break
    return total


@helper
def is_hopeless(arrays, state, ruled, gains, a, b, least):
    """Say whether the gains of single moves show that ``try_exchange`` would gain less than ``least``.

    The gains of two units add up to at least the gain of their exchange, unless the two wish to be apart.
    """
    g = state.labels[ruled.members[ruled.begin[a]]]
    if b >= 0:
        return gains[a, state.labels[ruled.members[ruled.begin[b]]]] + gains[b, g] < least
    h = -1 - b
    return gains[a, h] < np.inf and g != h and gains[a, h] - size_change(arrays.size, state.size, g, h) < least


@helper
def rebase(gains, unit, h):
    """Make a unit's gains relative to group h, its new group; the gains of a set of people become unknown."""
    if gains[unit, h] < np.inf:
        gains[unit] -= gains[unit, h]
    else:
        gains[unit] = np.inf


@kernel
def move_pair(arrays, state, ruled, traits, gains, moves, least, rng):
    """Move two units at once who need each other's company; return the gain, minus infinity if they stay.

    A kernel by itself: within the annealing, it would make all other steps slower.
    """
    units, to = draw_pair(ruled, state.labels, traits, moves, rng)
    if units.shape[0] == 0:
        return -np.inf
    gain = try_moves(arrays, state, ruled, traits, units, to, least)
    if gain > -np.inf:
        for i in range(units.shape[0]):
            rebase(gains, units[i], to[i])
    return gain


@kernel
def anneal_units(arrays, state, ruled, heat, cooling, n_steps, rng):
    """Take random steps that keep all rules, at a temperature that falls from ``heat`` by the factor ``cooling``.

    Most steps are rejected, mostly by the gains of single moves from a few steps before: reading the draws takes a
    hundred times as long. Where people meet in other rounds, these gains take too long to compute and are not used.

    The state ends at the last assignment; the best one is returned.
    """
    fill_tables(arrays, state)
    n_units, n_groups = ruled.begin.shape[0] - 1, state.size.sizes.shape[0]
    traits = count_values(ruled, state.labels, n_groups)
    moves = 0.0 if arrays.size.fixed_sizes and not arrays.size.free else 0.5
    gains = np.full((n_units, n_groups), np.inf)
    pairs = _SHARE_OF_PAIRS if ruled.asked[LONELY].any() else 0.0
    taken, due = n_units, 0
    falling = cooling ** (1.0 / n_steps)
    best = state.labels.copy()
    now = most = 0.0
    for step in range(n_steps):
        a = int(rng.random() * n_units)
        b = -1 - int(rng.random() * n_groups) if rng.random() < moves else int(rng.random() * n_units)
        least = heat * np.log(rng.random())
        heat *= falling
        if step >= due and _UNITS_PER_REFRESHING_STEP * taken > n_units and ruled.met.shape[0] == 0:
            fill_gains(arrays, state, 0, state.labels.shape[0])
            unit_gains(arrays, state, ruled, traits, gains, False)
            taken, due = 0, step + n_units
        if pairs > 0.0 and rng.random() < pairs:
            gain = move_pair(arrays, state, ruled, traits, gains, moves, least, rng)
        elif is_hopeless(arrays, state, ruled, gains, a, b, least):
            continue
        else:
            g = state.labels[ruled.members[ruled.begin[a]]]
            gain = try_exchange(arrays, state, ruled, traits, a, b, least)
            if gain > -np.inf:
                rebase(gains, a, state.labels[ruled.members[ruled.begin[a]]])
                if b >= 0:
                    rebase(gains, b, g)
        if gain > -np.inf:
            taken += 1
            now += gain
            if now > most + TOLERANCE:
                most = now
                best[:] = state.labels
    return best


@kernel
def allowed_steps(arrays, state, ruled, order, begin, limit, moves, partner, change):
    """Find the cost of each person's moves and their cheapest swap, among those that the rules allow.

    ``order`` (G, N) and ``begin`` (G + 1,) list, for each new group, everybody by present group and by falling gain;
    the gains must be filled. At most ``limit`` allowed partners are tried per person and group. People who must be
    together cannot move alone.
    """
    labels = state.labels
    traits = count_values(ruled, labels, state.size.sizes.shape[0])
    n_groups = state.size.sizes.shape[0]
    unit_of = np.empty(labels.shape[0], np.int64)
    for a in range(ruled.begin.shape[0] - 1):
        for i in range(ruled.begin[a], ruled.begin[a + 1]):
            unit_of[ruled.members[i]] = a
    for n in range(labels.shape[0]):
        a, g = unit_of[n], labels[n]
        partner[n], change[n] = -1, np.inf
        together = n_members(ruled, a) > 1
        for h in range(n_groups):
            if h == g:
                continue
            if together or not exchange_fits(arrays.size, ruled, state, traits, a, -1, g, h):
                moves[n, h] = np.inf
            moves[n, h] += pair_costs(ruled, state, n, h) - pair_costs(ruled, state, n, g)
            moves[n, h] -= spread_gain(ruled, state, traits, a, -1, g, h)
            if together:
                continue
            mine = state.utilities[n, h] - state.own[n]
            looked = 0
            for k in range(begin[h], begin[h + 1]):
                if looked == limit:
                    break
                m = order[g, k]
                b = unit_of[m]
                pays = -(mine + state.utilities[m, g] - state.own[m])
                if ruled.pair_cost.shape[0] + ruled.prices.shape[0] == 0 and pays >= change[n]:
                    break
                if n_members(ruled, b) > 1 or not exchange_fits(arrays.size, ruled, state, traits, a, b, g, h):
                    continue
                looked += 1
                loss = -gain_of_two(arrays, state, ruled, n, m, g, h) - spread_gain(ruled, state, traits, a, b, g, h)
                if loss < change[n]:
                    change[n], partner[n] = loss, m
