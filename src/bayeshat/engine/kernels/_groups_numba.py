"""The tree of all possible groups, prices for people, and the search for groups that together hold everybody.

A group is a set of people, stored as bits: person i is in it if bit i is set. The tree decides about the last person
first. At a node of level r, everybody from person r on is decided.
"""

import numpy as np

from ..._jit import helper, kernel, summing

# The tree does not branch on the first 8 people: all their subsets are counted at once.
N_LOW = 8
# Gains that are added up in single precision at a time. The error is at most this number times 2 ** -24 of the sum,
# and as much again for the rounding of the terms.
_TERMS_PER_SUM = 256
# After this many price updates in a row without a better bound, the steps are halved.
_MAX_STALE_STEPS = 20
# Updates end after this many halvings.
_MAX_HALVINGS = 12


@kernel
def list_groups(
    clusters,  # IN   Clusters
    asked,  # IN   Asked
    first,  # IN   int  the first node, as bits of the people who are branched on
    last,  # IN   int  the node after the last one
    n_nodes,  # IN   int  how many nodes to look at before handing back
    sets,  # OUT  (F,)  the groups that were found; room for at least 2 ** N_LOW
    worth,  # OUT  (F,)  what each of them is worth, without prices
):
    """List the groups that are worth more than the floor; return how many, the next node, and the nodes looked at."""
    n_kinds, n_people = asked.prices.shape
    n_columns = clusters.weights.shape[0]
    n_low = min(N_LOW, n_people)
    block = 1 << n_low
    # By level: members of the clusters, people in the group, what they pay and are worth, what others may bring.
    counts = np.zeros((n_people + 1, n_columns), np.uint8)
    chosen = np.zeros(n_people + 1, np.int64)
    paid = np.zeros((n_people + 1, n_kinds))
    base = np.zeros(n_people + 1)
    gains = np.empty((n_people + 1, n_people))
    slopes, bounds = np.empty(n_columns, np.float32), np.empty((n_kinds, n_people + 1))
    tables = np.empty((2 * block, asked.most + 2))
    low_size, low_paid = _low_sums(asked.prices, n_low)
    base[n_people] = _gains(clusters, n_people, asked.most, counts[n_people], slopes, gains[n_people])
    found, nodes, node, level = 0, 0, first, n_people
    while node < last and nodes < n_nodes and found + block <= sets.shape[0]:
        promising = True
        while promising and level > n_low:
            level -= 1
            taken = (node >> (level - n_low)) & 1
            chosen[level] = chosen[level + 1] + taken
            places = asked.most - chosen[level]
            promising = places >= 0 and chosen[level] + level >= asked.least
            if taken and asked.barred[level] & ((node >> (level - n_low)) << level):
                promising = False
            if promising:
                paid[level] = paid[level + 1] + taken * asked.prices[:, level]
                # The bound of the node above is cheap, and also holds for the groups below this node.
                worth_above = base[level + 1] + taken * gains[level + 1, level]
                _add_gains(asked, level, chosen[level], worth_above, paid[level], gains[level + 1], bounds)
                promising = bool(np.any(bounds > asked.floor))
            if promising:
                nodes += 1
                _join(counts[level + 1], clusters.members[level], taken, counts[level])
                base[level] = _gains(clusters, level, places, counts[level], slopes, gains[level])
                _add_gains(asked, level, chosen[level], base[level], paid[level], gains[level], bounds)
                promising = bool(np.any(bounds > asked.floor))
        if promising:
            nodes += 1
            _fill_tables(clusters, counts[n_low], tables[block:])
            settled = (chosen[n_low], paid[n_low], node << n_low)
            found = _list_block(clusters.worth, asked, settled, low_size, low_paid, tables, found, sets, worth)
        step = level - n_low
        node = ((node >> step) + 1) << step
        # Levels above the lowest bit that changed stay valid.
        level = n_low
        while level < n_people and not (node >> (level - n_low)) & 1:
            level += 1
        level = min(level + 1, n_people)
    return found, node, nodes


@kernel
def bound_groups(
    clusters,  # IN   Clusters
    asked,  # IN   Asked
    level,  # IN   int  people before this one are undecided
    members,  # IN   (N,)  1 for people who are in the group, 0 for others
):
    """Return an upper bound of what the groups below a node are worth after prices, (L, N + 1), by kind and size."""
    n_kinds, n_people = asked.prices.shape
    counts = np.zeros(clusters.weights.shape[0], np.uint8)
    paid, chosen = np.zeros(n_kinds), 0
    for i in range(level, n_people):
        _join(counts, clusters.members[i], members[i], counts)
        chosen += members[i]
        paid += members[i] * asked.prices[:, i]
    gains, bounds = np.empty(n_people), np.empty((n_kinds, n_people + 1))
    worth = _gains(clusters, level, asked.most - chosen, counts, np.empty(counts.shape[0], np.float32), gains)
    _add_gains(asked, level, chosen, worth, paid, gains, bounds)
    return bounds


@helper
def _join(counts, members, taken, out):
    """Count one person more in the clusters that this person is in."""
    joining = np.uint8(taken)
    for j in range(counts.shape[0]):
        out[j] = counts[j] + joining * members[j]


@helper
def _gains(clusters, level, places, counts, slopes, gains):
    """Bound what each undecided person may add to a group; return what the group is worth without them.

    Of a cluster with c members in the group, at most m can still join: no more than are undecided, and no more than
    there are places. The worth is convex, so each of them adds at most the slope of the secant from c to c + m.
    """
    for j in range(slopes.shape[0]):
        room = min(places, np.int64(clusters.ahead[level, j]))
        slopes[j] = clusters.weights[j] * clusters.secant[counts[j], room]
    for i in range(level):
        gains[i] = _sum_of_members(clusters.members[i], slopes)
    return _worth_of_counts(clusters.weights, clusters.worth, counts)


@helper
def _add_gains(asked, level, chosen, worth, paid, gains, bounds):
    """Bound what groups are worth by kind and size: take the undecided people with the largest gains."""
    best = np.empty(level)
    bounds[:] = -np.inf
    for k in range(paid.shape[0]):
        for i in range(level):
            gain = gains[i] - asked.prices[k, i]
            place = i
            while place > 0 and best[place - 1] < gain:
                best[place] = best[place - 1]
                place -= 1
            best[place] = gain
        total = worth - paid[k]
        bounds[k, chosen] = total
        for m in range(min(asked.most - chosen, level)):
            total += best[m]
            bounds[k, chosen + m + 1] = total


@helper
def _sum_of_members(members, values):
    """Add up the values of the clusters that a person is in; return no less than the true sum."""
    total = 0.0
    for start in range(0, values.shape[0], _TERMS_PER_SUM):
        total += _sum_of_chunk(members[start : start + _TERMS_PER_SUM], values[start : start + _TERMS_PER_SUM])
    return total * (1.0 + _TERMS_PER_SUM * 2.0**-23)


@summing
def _sum_of_chunk(members, values):
    total = np.float32(0.0)
    for j in range(values.shape[0]):
        total += np.float32(members[j]) * values[j]
    return total


@summing
def _worth_of_counts(weights, worth, counts):
    total = 0.0
    for j in range(counts.shape[0]):
        total += weights[j] * worth[counts[j]]
    return total


@helper
def _low_sums(prices, n_low):
    """Return the size of each set of the first people, (2 ** n_low,), and what it pays, (2 ** n_low, L)."""
    size = np.zeros(1 << n_low, np.int64)
    paid = np.zeros((1 << n_low, prices.shape[0]))
    for i in range(n_low):
        for some in range(1 << i):
            size[some + (1 << i)] = size[some] + 1
            for k in range(prices.shape[0]):
                paid[some + (1 << i), k] = paid[some, k] + prices[k, i]
    return size, paid


@helper
def _fill_tables(clusters, counts, table):
    """Add up the weights of clusters by their members among the first people and their members in the group."""
    table[:] = 0.0
    for j in range(counts.shape[0]):
        table[clusters.low[j], counts[j]] += clusters.weights[j]


@helper
def _list_block(value, asked, settled, low_size, low_paid, tables, found, sets, worth):
    """List the groups that differ only in the first people; return how many groups there are so far.

    Rows ``2 ** r`` to ``2 ** (r + 1)`` of the tables hold the weights at level r. Once a person is decided, clusters
    that differ only in this person are added up, so each level's table is half as large as the one above. Columns are
    numbers of members that clusters have in the group.
    """
    chosen, paid, high = settled
    n_some = low_size.shape[0]
    some, level = 0, 0
    while (1 << level) < n_some:
        level += 1
    n_low = level
    while some < n_some:
        fits = True
        while fits and level > 1:
            level -= 1
            size = chosen + low_size[some >> level]
            fits = size <= asked.most and size + level >= asked.least
            if fits:
                _halve(tables, level, (some >> level) & 1, size)
        if fits:
            size = chosen + low_size[some >> 1]
            without, outside, inside = 0.0, 0.0, 0.0
            for c in range(size + 1):
                without += tables[2, c] * value[c]
                outside += tables[3, c] * value[c]
                inside += tables[3, c] * value[c + 1]
            for taken in range(2):
                if asked.least <= size + taken <= asked.most:
                    total = without + (inside if taken else outside)
                    wanted = False
                    for k in range(paid.shape[0]):
                        left = total - paid[k] - low_paid[some + taken, k]
                        wanted |= left > asked.floor[k, size + taken]
                    if wanted:
                        sets[found] = high + some + taken
                        worth[found] = total
                        found += 1
        some = ((some >> level) + 1) << level
        level = 1
        while level < n_low and not (some >> level) & 1:
            level += 1
        level = min(level + 1, n_low)
    return found


@helper
def _halve(tables, level, taken, size):
    """Decide about one more person: fill the tables of this level from those of the level above."""
    half = 1 << level
    above, here = tables[2 * half : 4 * half], tables[half : 2 * half]
    if taken:
        for some in range(half):
            here[some, 0] = above[some, 0]
            for c in range(1, size):
                here[some, c] = above[some, c] + above[some + half, c - 1]
            here[some, size] = above[some + half, size - 1]
    else:
        for some in range(half):
            for c in range(size + 1):
                here[some, c] = above[some, c] + above[some + half, c]


@kernel
def raise_bound(
    sets,  # IN   (F,)  groups
    worth,  # IN   (F,)  what they are worth, less what they cost by their kind
    starts,  # IN   (J + 1,)  where the groups of each kind and size begin
    times,  # IN   (J,)  how many groups of each kind and size there are
    prices,  # INOUT  (N,)  what each person pays
    constant,  # IN   float  what the sizes cost
    aim,  # IN   (2,)  stop at the first; step lengths aim at the second
    n_steps,  # IN   int
):
    """Raise the bound over these groups by subgradient steps on the prices; return the best bound."""
    n_people, n_kinds = prices.shape[0], times.shape[0]
    tries, slope = prices.copy(), np.empty(n_people)
    scale, stale, halvings, best = 1.0, 0, 0, -np.inf
    n_bytes = (n_people + 7) // 8
    sums = np.zeros((n_bytes, 256))  # what the people of each byte of a group pay
    for _ in range(n_steps):
        bound = constant
        for i in range(n_people):
            bound -= tries[i]
            slope[i] = -1.0
            for some in range(1 << (i % 8)):
                sums[i // 8, some + (1 << (i % 8))] = sums[i // 8, some] + tries[i]
        for j in range(n_kinds):
            top, which = -np.inf, -1
            for f in range(starts[j], starts[j + 1]):
                left, rest = worth[f], sets[f]
                for b in range(n_bytes):
                    left -= sums[b, rest & 255]
                    rest >>= 8
                if left > top:
                    top, which = left, f
            bound -= times[j] * top
            for i in range(n_people):
                slope[i] += times[j] * ((sets[which] >> i) & 1)
        stale += 1
        if bound > best:
            best, stale = bound, 0
            prices[:] = tries
        norm = np.sum(slope * slope)
        if best >= aim[0] or norm == 0.0 or halvings == _MAX_HALVINGS:
            break
        step = scale * max(aim[1] - bound, 0.0) / norm
        if stale == _MAX_STALE_STEPS:
            scale, stale, halvings, step = scale / 2, 0, halvings + 1, 0.0
            tries[:] = prices
        tries += step * slope
    return best


@kernel
def cover_everybody(
    sets,  # IN   (F,)  groups, by kind and size, then by their first person, then by what they fall short
    short,  # IN   (F,)  by how much each falls short of the best of its kind and size
    starts,  # IN   (J, N + 1)  where the groups of each kind and size and first person begin
    left,  # INOUT  (J,)  how many groups of each kind and size remain to choose
    path,  # INOUT  (3, G + 1)  kind and size, number, and everybody held so far, for each group that is chosen
    total,  # INOUT  (G + 1,)  what the groups before fall short
    state,  # INOUT  (2,)  how many groups are chosen; nodes looked at
    limit,  # INOUT  (1,)  all groups together must fall short by less
    best,  # OUT  (2, G)  the best groups, and the kind and size of each
    n_nodes,  # IN   int  how many nodes to look at before handing back
):
    """Choose groups that hold everybody once and fall short by the least; return whether all were tried."""
    n_kinds, n_groups = starts.shape[0], best.shape[1]
    kind, number, held = path[0], path[1], path[2]
    depth, stop = state[0], state[1] + n_nodes
    while state[1] < stop:
        state[1] += 1
        person = 0
        while (held[depth] >> person) & 1:
            person += 1
        while kind[depth] < n_kinds:
            f = number[depth] + starts[kind[depth], person]
            if left[kind[depth]] > 0 and f < starts[kind[depth], person + 1] and total[depth] + short[f] < limit[0]:
                break
            kind[depth] += 1
            number[depth] = 0
        if kind[depth] == n_kinds:
            if depth == 0:
                return True
            depth -= 1
            left[kind[depth]] += 1
            number[depth] += 1
        elif sets[f] & held[depth]:
            number[depth] += 1
        else:
            held[depth + 1] = held[depth] | sets[f]
            total[depth + 1] = total[depth] + short[f]
            if depth + 1 == n_groups:
                limit[0] = total[n_groups]
                for g in range(n_groups):
                    best[0, g], best[1, g] = held[g + 1] & ~held[g], kind[g]
                number[depth] += 1
            else:
                left[kind[depth]] -= 1
                depth += 1
                kind[depth], number[depth] = 0, 0
        state[0] = depth
    return False
