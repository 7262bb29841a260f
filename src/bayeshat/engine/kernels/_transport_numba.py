"""The transport problem with N sources and G sinks: everybody to a group, with given group sizes.

Prices decide for nearly everybody: each person takes the group with the largest utility minus price, which is optimal
for the resulting sizes. Shortest paths on the graph of the G groups then shift one person at a time until the sizes
are the wanted ones. The assignment is optimal for its sizes after every step.

Heaps hold the people who can leave one group for another most cheaply, one for every pair of groups. People who have
left a group stay in its heaps until they reach the top; newcomers are pushed.
"""

import numpy as np

from ..._jit import helper, kernel
from ._sizes_numba import refresh_sizes, size_change, size_cost
from ._tables_numba import assign
from .arrays import PSI

# People whose preferences set the first prices; the exact repair does the rest.
_PRICE_SAMPLE_PEOPLE = 256
# With at most this many people too many in groups, the exact repair needs no better prices.
_MAX_REPAIRED_SHIFTS = 16
# Newcomers that heaps have space for (or everybody, if there are fewer people).
_MIN_HEAP_SPACE = 2000
# Phases of ``settle``: reach the wanted sizes, improve the sizes, find the prices.
_REACH = 0
_RESIZE = 1
_PRICE = 2
_NOBODY = -1  # stands for no person, and no group


@helper
def _sift_up(heap, base, i, utilities, g, h):
    """Move person ``i`` of the heap up while they leave group g for h more cheaply."""
    n = heap[base + i]
    price = utilities[n, g] - utilities[n, h]
    while i > 0:
        parent = (i - 1) >> 1
        m = heap[base + parent]
        if utilities[m, g] - utilities[m, h] <= price:
            break
        heap[base + i] = m
        i = parent
    heap[base + i] = n


@helper
def _sift_down(heap, base, length, i, utilities, g, h):
    """Move person ``i`` of the heap down while somebody below leaves group g for h more cheaply."""
    n = heap[base + i]
    price = utilities[n, g] - utilities[n, h]
    while 2 * i + 1 < length:
        child = 2 * i + 1
        m = heap[base + child]
        lowest = utilities[m, g] - utilities[m, h]
        if child + 1 < length:
            other = heap[base + child + 1]
            value = utilities[other, g] - utilities[other, h]
            if value < lowest:
                child += 1
                m = other
                lowest = value
        if price <= lowest:
            break
        heap[base + i] = m
        i = child
    heap[base + i] = n


@helper
def _build_heaps(utilities, labels, n_groups, space, base, length):
    """Put everybody into one heap per possible new group, cheapest first, with space for newcomers."""
    members = np.zeros(n_groups, np.int64)
    for n in range(labels.shape[0]):
        members[labels[n]] += 1
    position = 0
    for g in range(n_groups):
        for h in range(n_groups):
            base[g, h] = position
            length[g, h] = 0
            if g != h:
                position += members[g] + space
    heap = np.empty(position, np.int32)
    for n in range(labels.shape[0]):
        g = labels[n]
        for h in range(n_groups):
            if g != h:
                heap[base[g, h] + length[g, h]] = n
                length[g, h] += 1
    for g in range(n_groups):
        for h in range(n_groups):
            for i in range(length[g, h] // 2 - 1, -1, -1):
                _sift_down(heap, base[g, h], length[g, h], i, utilities, g, h)
    return heap


@helper
def _refresh_edges(heap, base, length, utilities, labels, g, mover, edge):
    """Find the person who leaves group g for each other group most cheaply, and the loss of utility."""
    for h in range(edge.shape[0]):
        mover[g, h] = _NOBODY
        edge[g, h] = np.inf
        if g == h:
            continue
        start = base[g, h]
        while length[g, h] > 0:
            n = heap[start]
            if labels[n] == g:
                mover[g, h] = n
                edge[g, h] = utilities[n, g] - utilities[n, h]
                break
            length[g, h] -= 1
            heap[start] = heap[start + length[g, h]]
            if length[g, h] > 1:
                _sift_down(heap, start, length[g, h], 0, utilities, g, h)


@helper
def _push(heap, base, length, utilities, n, g):
    """Put a newcomer of group g into that group's heaps."""
    for h in range(base.shape[0]):
        if h != g:
            heap[base[g, h] + length[g, h]] = n
            length[g, h] += 1
            _sift_up(heap, base[g, h], length[g, h] - 1, utilities, g, h)


@helper
def margin(row, prices, group, n_groups):
    """Return how much a person prefers ``group`` to the best other group, at the prices of the others."""
    best = -np.inf
    for h in range(n_groups):
        if h != group and row[h] - prices[h] > best:
            best = row[h] - prices[h]
    return row[group] - best


@helper
def part_smallest(values, k):
    """Reorder numbers so that the k smallest come first, and the next one right behind them (Hoare's FIND).

    ``np.partition`` does the same, but takes seconds to compile.
    """
    low, high = 0, values.shape[0] - 1
    while low < high:
        pivot = values[(low + high) >> 1]
        i, j = low, high
        while i <= j:
            while values[i] < pivot:
                i += 1
            while values[j] > pivot:
                j -= 1
            if i <= j:
                values[i], values[j] = values[j], values[i]
                i += 1
                j -= 1
        if k <= j:
            high = j
        elif k >= i:
            low = i
        else:
            return


@kernel
def balance_prices(utilities, stride, sizes, prices, rounds):
    """Improve the prices in place, one group at a time, on every ``stride``-th person.

    Each step sets one price so that as many people choose the group as it has places: an exact
    coordinate step on the convex dual of the transport problem.
    """
    n_groups = sizes.shape[0]
    n_sample = (utilities.shape[0] + stride - 1) // stride
    n_people = sizes.sum()
    margins = np.empty(n_sample)
    for _ in range(rounds):
        change = 0.0
        for g in range(n_groups):
            low, top = np.inf, -np.inf
            for i in range(n_sample):
                margins[i] = margin(utilities[i * stride], prices, g, n_groups)
                low, top = min(low, margins[i]), max(top, margins[i])
            places = int(sizes[g] * n_sample / n_people + 0.5)
            if places <= 0:
                price = max(prices[g], top + 1e-9 * (1.0 + abs(top)))
            elif places >= n_sample:
                price = min(prices[g], low - 1e-9 * (1.0 + abs(low)))
            else:
                first = n_sample - places
                part_smallest(margins, first)
                below = margins[0]
                for i in range(1, first):
                    below = max(below, margins[i])
                price = 0.5 * (margins[first] + below)
            change = max(change, abs(price - prices[g]))
            prices[g] = price
        if change == 0.0:
            break


@kernel
def fill_gaps(utilities, prices, start, stop, labels, gaps):
    """Fill by how much some people prefer their own group to any other; negative if they do not."""
    for n in range(start, stop):
        gaps[n] = margin(utilities[n], prices, labels[n], prices.shape[0]) - prices[labels[n]]


@kernel
def choose(utilities, prices, close, start, stop, labels, pairs):
    """Give some people the group with the largest utility minus price; their present group wins ties.

    Count in ``pairs`` (G, G) people by their group and their second choice if these differ by at most ``close``.
    """
    n_groups = prices.shape[0]
    for n in range(start, stop):
        row = utilities[n]
        own = labels[n]
        best = own
        second = own
        worth = row[own] - prices[own]
        following = -np.inf
        for g in range(n_groups):
            if g == own:
                continue
            value = row[g] - prices[g]
            if value > worth:
                following = worth
                second = best
                worth = value
                best = g
            elif value > following:
                following = value
                second = g
        labels[n] = best
        if worth - following <= close:
            pairs[best, second] += 1


@helper
def _is_separable(term):
    """Say whether the cost of each group's size does not depend on the other sizes."""
    return term.weight == 0.0 and not term.fixed_sizes


@helper
def _comes_after(previous, g, h):
    """Say whether the path to g leads through h."""
    while g != _NOBODY and g != h:
        g = previous[g]
    return g == h


@helper
def _shortest_paths(edge, distance, previous):
    """Bellman and Ford from every group whose distance is finite.

    A path never returns to a group: an apparent gain from a cycle is a rounding error.
    """
    n_groups = edge.shape[0]
    for _ in range(n_groups):
        changed = False
        for g in range(n_groups):
            if distance[g] == np.inf:
                continue
            for h in range(n_groups):
                there = distance[g] + edge[g, h]
                if there < distance[h] - 1e-14 * (1.0 + abs(there)) and not _comes_after(previous, g, h):
                    distance[h] = there
                    previous[h] = g
                    changed = True
        if not changed:
            break


@kernel
def settle_people(
    utilities,  # IN      (N, P)
    wanted,  # IN      (G,)  sizes to reach first
    resize,  # IN      bool  then change the sizes while utility less size cost improves
    term,  # IN      SizeTerm
    state,  # IN/OUT  SizeState whose sizes are those of ``labels``
    labels,  # IN/OUT  (N,)  an assignment that is optimal for its own sizes
    prices,  # OUT     (G,)  prices under which everybody is content
):
    """Shift people along cheapest paths until the sizes are the wanted ones and, with ``resize``, the best ones."""
    n_groups = wanted.shape[0]
    psi = term.by_size[PSI]
    base = np.empty((n_groups, n_groups), np.int64)
    length = np.empty((n_groups, n_groups), np.int64)
    mover = np.empty((n_groups, n_groups), np.int64)
    edge = np.empty((n_groups, n_groups))
    distance = np.empty(n_groups)
    previous = np.empty(n_groups, np.int64)
    best_previous = np.empty(n_groups, np.int64)
    travellers = np.empty(n_groups, np.int64)
    stale = np.empty(n_groups, np.bool_)
    heap = np.empty(0, np.int32)
    space = 0  # that heaps have left
    phase = _REACH
    while True:
        if space < n_groups:
            space = n_groups + max(labels.shape[0] // (4 * n_groups), min(labels.shape[0], _MIN_HEAP_SPACE))
            heap = _build_heaps(utilities, labels, n_groups, space, base, length)
            stale[:] = True
        for g in range(n_groups):
            if stale[g]:
                _refresh_edges(heap, base, length, utilities, labels, g, mover, edge)
            stale[g] = False
        end = _NOBODY
        least = np.inf if phase == _REACH else -1e-12
        # Then one search begins at all sources.
        separable = phase == _RESIZE and _is_separable(term)
        for source in range(n_groups):
            if phase == _RESIZE and state.sizes[source] == 0 and not separable:
                continue
            for g in range(n_groups):
                previous[g] = _NOBODY
                distance[g] = np.inf
                if separable:
                    if state.sizes[g] > max(0, term.bounds[0, g]):
                        distance[g] = psi[state.sizes[g] - 1] - psi[state.sizes[g]]
                elif (
                    (phase == _REACH and state.sizes[g] > wanted[g])
                    or (phase == _RESIZE and g == source)
                    or phase == _PRICE
                ):
                    distance[g] = 0.0
            _shortest_paths(edge, distance, previous)
            for h in range(n_groups):
                value = distance[h]
                if phase == _REACH and state.sizes[h] >= wanted[h]:
                    value = np.inf
                if separable:
                    blocked = previous[h] == _NOBODY or state.sizes[h] >= term.bounds[1, h]
                    value = np.inf if blocked else value + psi[state.sizes[h] + 1] - psi[state.sizes[h]]
                elif phase == _RESIZE and value < np.inf:
                    value = np.inf if h == source else value + size_change(term, state, source, h)
                if value < least:
                    least = value
                    end = h
                    assign(best_previous, previous)
            if phase != _RESIZE or separable:
                break
        if phase == _PRICE:
            break
        if end == _NOBODY:
            phase = _RESIZE if phase == _REACH and resize else _PRICE
            refresh_sizes(term, state)
            continue
        state.sizes[end] += 1
        steps = 0
        while best_previous[end] != _NOBODY and steps < n_groups:
            g = best_previous[end]
            n = mover[g, end]
            travellers[steps] = n
            labels[n] = end
            stale[end] = True
            stale[g] = True
            end = g
            steps += 1
        state.sizes[end] -= 1
        space -= steps
        for i in range(steps):
            _push(heap, base, length, utilities, travellers[i], labels[travellers[i]])
        if phase == _RESIZE and not separable:
            refresh_sizes(term, state)
    for g in range(n_groups):
        prices[g] = -distance[g]


@helper
def _count_sizes(labels, sizes):
    """Count the people in each group."""
    sizes[:] = 0
    for n in range(labels.shape[0]):
        sizes[labels[n]] += 1


@kernel
def transport(utilities, wanted, resize, term, state, labels, prices):
    """Maximise the summed utility of an assignment with the wanted sizes, exactly; return the gain, sizes included."""
    n_people = utilities.shape[0]
    n_groups = wanted.shape[0]
    gain = 0.0
    for n in range(n_people):
        gain -= utilities[n, labels[n]]
    _count_sizes(labels, state.sizes)
    refresh_sizes(term, state)
    gain += size_cost(term, state)
    begin = wanted
    pairs = np.empty((0, 0), np.int64)  # nobody is counted
    for attempt in range(2):
        choose(utilities, prices, -1.0, 0, n_people, labels, pairs)
        _count_sizes(labels, state.sizes)
        surplus = 0
        allowed = True
        for g in range(n_groups):
            surplus += max(0, state.sizes[g] - wanted[g])
            allowed = allowed and term.bounds[0, g] <= state.sizes[g] <= term.bounds[1, g]
        if resize and allowed and _is_separable(term):
            begin = state.sizes.copy()  # resizing finds the best sizes from any start, so start from these
            break
        if attempt == 1 or surplus <= _MAX_REPAIRED_SHIFTS:
            break
        balance_prices(utilities, max(1, n_people // _PRICE_SAMPLE_PEOPLE), wanted, prices, 3)
    settle_people(utilities, begin, resize, term, state, labels, prices)
    for n in range(n_people):
        gain += utilities[n, labels[n]]
    return gain - size_cost(term, state)
