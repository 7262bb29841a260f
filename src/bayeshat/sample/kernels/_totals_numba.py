"""Labels given how many people each cluster has: exact draws for a pair of clusters at a time.

Of n people in clusters a and b, exactly m are in a. With r_i the odds of a by the answers of person i, a set S of m
people has probability in proportion to the product of r_i over S (the conditional Bernoulli distribution; Chen,
Dempster and Liu 1994). Multiplying all odds by one number c changes nothing. With c such that the expected number is m,
the table t[i, j], the probability that j of the people from i on are in a, says all that is needed; it is filled from
the last person to the first. All terms are positive, so nothing cancels, and the counts that matter do not underflow.
"""

from math import exp, inf, log, log1p

import numpy as np

from ..._jit import helper, kernel
from ._random_numba import draw_unit

# People of a pair that are drawn together; blocks of larger pairs keep their own counts, and are new in every sweep.
BLOCK = 256
# Largest pair whose two names may be exchanged, and how many people times people that costs in a sweep, on average.
MOST_EXCHANGED, EXCHANGE_WORK = 2000, 100_000
# How far the expected count may be from the count: only rounding depends on it.
NEAR = 0.1


@helper
def tilt(odds, m):
    """Return log c such that log odds (n,) raised by it make the expected count about m, 0 < m < n."""
    low, high = inf, -inf
    for i in range(odds.size):
        low, high = min(low, -odds[i] - 40.0), max(high, 40.0 - odds[i])
    c = min(max(log(m / (odds.size - m)), low), high)
    for _ in range(100):
        count, spread = 0.0, 0.0
        for i in range(odds.size):
            p = 1.0 / (1.0 + exp(-odds[i] - c))
            count += p
            spread += p * (1.0 - p)
        if abs(count - m) < NEAR:
            break
        if count > m:
            high = c
        else:
            low = c
        c -= (count - m) / max(spread, 1e-9)
        if not low < c < high:
            c = 0.5 * (low + high)
    return c


@helper
def count_back(odds, c, m, t):
    """Fill t (n + 1, m + 1): the probability that j of the people from i on are in the cluster."""
    n = odds.size
    for j in range(m + 1):
        t[n, j] = 1.0 if j == 0 else 0.0
    for i in range(n - 1, -1, -1):
        p, q = 1.0 / (1.0 + exp(-odds[i] - c)), 1.0 / (1.0 + exp(odds[i] + c))
        before, now = t[i + 1], t[i]
        now[0] = q * before[0]
        for j in range(1, m + 1):
            now[j] = q * before[j] + p * before[j - 1]


@helper
def draw_members(odds, c, m, t, stream, inside):
    """Set who of the people is among the m in the cluster, first to last, given the counts of those who follow."""
    n, left = odds.size, m
    for i in range(n):
        p = 1.0 / (1.0 + exp(-odds[i] - c))
        # Whatever is lost by rounding, the count is exact.
        taken = left > 0 and (left == n - i or draw_unit(stream, 0, 0) * t[i, left] < p * t[i + 1, left - 1])
        inside[i] = taken
        left -= taken


@helper
def expect_members(odds, c, m, t, room, chance):
    """Set everybody's probability of being among the m in the cluster; room (m + 1,)."""
    for j in range(m + 1):
        room[j] = 1.0 if j == 0 else 0.0
    for i in range(odds.size):
        p, q = 1.0 / (1.0 + exp(-odds[i] - c)), 1.0 / (1.0 + exp(odds[i] + c))
        total = 0.0
        for j in range(m):
            total += room[j] * t[i + 1, m - 1 - j]
        chance[i] = min(1.0, p * total / t[0, m]) if t[0, m] > 0.0 else (1.0 if p > 0.5 else 0.0)
        for j in range(m, 0, -1):
            room[j] = q * room[j] + p * room[j - 1]
        room[0] *= q


@helper
def log_sum_of_sets(odds, m):
    """Return the log of the sum over all sets of m people of the product of their odds."""
    n = odds.size
    if m == 0 or m == n:
        return odds.sum() if m else 0.0
    c = tilt(odds, m)
    room = np.zeros(m + 1)
    room[0] = 1.0
    total = -c * m
    for i in range(n):
        x = odds[i] + c
        p, q = 1.0 / (1.0 + exp(-x)), 1.0 / (1.0 + exp(x))
        total += max(x, 0.0) + log1p(exp(-abs(x)))
        for j in range(m, 0, -1):
            room[j] = q * room[j] + p * room[j - 1]
        room[0] *= q
    return total + log(room[m]) if room[m] > 0.0 else -inf


@helper
def redraw_block(odds, m, stream, inside, chance):
    """Draw which m of the people are in the cluster, and set everybody's probability of it; changes the odds."""
    n = odds.size
    if m == 0 or m == n:
        for i in range(n):
            inside[i] = m > 0
            chance[i] = 1.0 if m > 0 else 0.0
        return
    # Those outside are counted where they are fewer.
    few = 2 * m <= n
    if not few:
        m = n - m
        for i in range(n):
            odds[i] = -odds[i]
    c = tilt(odds, m)
    t = np.empty((n + 1, m + 1))
    count_back(odds, c, m, t)
    draw_members(odds, c, m, t, stream, inside)
    expect_members(odds, c, m, t, np.empty(m + 1), chance)
    if not few:
        for i in range(n):
            inside[i] = not inside[i]
            chance[i] = 1.0 - chance[i]


@helper
def shuffle(people, stream):
    """Bring people into a random order."""
    for i in range(people.size - 1, 0, -1):
        j = min(i, int(draw_unit(stream, 0, 0) * (i + 1)))
        people[i], people[j] = people[j], people[i]


@helper
def exchanges(odds, m, other, stream):
    """Say whether two clusters exchange their totals, m and the other: a Metropolis test with the labels summed out."""
    n = odds.size
    if n > MOST_EXCHANGED or draw_unit(stream, 0, 0) * n * n >= EXCHANGE_WORK:
        return False
    return log(draw_unit(stream, 0, 0)) < log_sum_of_sets(odds, other) - log_sum_of_sets(odds, m)


@kernel
def redraw_labels(log_weights, kinds, labels, totals, houses, stream, expected):
    """Redraw all labels given the totals, one pair of clusters after the other.

    Parameters
    ----------
    log_weights
        (N, K) log probability of everybody's answers by cluster, but for a number of each person's own.
    kinds
        (K,) clusters of the same kind have the same prior, so that two of them may exchange their totals and names.
    labels, totals, houses
        (N,) everybody's cluster; (K,) people in each cluster, and which house it is; all are changed.
    stream
        (1, 4, 1) random stream.
    expected
        (N, K) becomes everybody's probability of each house just before a pair is redrawn, the mean over the pairs.
    """
    n_people, n_clusters = log_weights.shape
    people = np.empty(n_people, np.int64)
    odds, chance = np.empty(n_people), np.empty(n_people)
    inside = np.empty(n_people, np.bool_)
    share = 2.0 / (n_clusters * (n_clusters - 1)) if n_clusters > 1 else 1.0
    for i in range(n_people):
        for k in range(n_clusters):
            expected[i, k] = 1.0 if n_clusters == 1 else 0.0
    for a in range(n_clusters):
        for b in range(a + 1, n_clusters):
            n = 0
            for i in range(n_people):
                if labels[i] == a or labels[i] == b:
                    people[n] = i
                    n += 1
                else:
                    expected[i, houses[labels[i]]] += share
            if n > BLOCK:
                shuffle(people[:n], stream)
            for i in range(n):
                odds[i] = log_weights[people[i], a] - log_weights[people[i], b]
            n_blocks = max(1, -(-n // BLOCK))
            if kinds[a] == kinds[b] and totals[a] != totals[b] and exchanges(odds[:n], totals[a], totals[b], stream):
                totals[a], totals[b] = totals[b], totals[a]
                houses[a], houses[b] = houses[b], houses[a]
                # The labels do not fit the totals any more: all are drawn together.
                n_blocks = 1
            for block in range(n_blocks):
                first, last = n * block // n_blocks, n * (block + 1) // n_blocks
                m = 0
                for i in range(first, last):
                    m += labels[people[i]] == a
                if n_blocks == 1:
                    m = totals[a]
                redraw_block(odds[first:last], m, stream, inside[first:last], chance[first:last])
                for i in range(first, last):
                    labels[people[i]] = a if inside[i] else b
                    expected[people[i], houses[a]] += share * chance[i]
                    expected[people[i], houses[b]] += share * (1.0 - chance[i])
