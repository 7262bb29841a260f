"""Contingency tables of an assignment against every draw, and sums over a person's entries.

Every kernel works on the same three arrays. ``z`` (N, T) holds the codes of the draws, one row per person. A table
(T, K * P) holds one number per draw, cluster and group; P is the number of groups rounded up to a multiple of four, so
that the inner loop has no remainder. ``labels`` (N,) is the assignment. Inner loops use flat arrays and unsigned
indices, which need no test for negative ones.
"""

import numpy as np

from ..._jit import helper, kernel, summing

# Entries of a table processed at a time: 2**17 doubles are 1 MiB and fit a core's second-level cache. Blocks for the
# first-level cache are slower, since every block loads and stores everybody's sums again.
_ENTRIES_PER_BLOCK = 1 << 17
# Unsigned offsets, so that sums of indices stay unsigned.
_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)


@helper
def assign(target, values):
    """Copy an array into another; a loop, since assigning to a slice compiles its error message too."""
    for i in range(target.shape[0]):
        target[i] = values[i]


@helper
def _block_length(table):
    """Return how many draws of a table to process at a time."""
    return max(16, _ENTRIES_PER_BLOCK // table.shape[1])


@kernel
def add_counts(
    z,  # IN     (N, T)      codes of the draws
    labels,  # IN     (N,)        group of each person
    people,  # IN     (M,)        who is counted
    step,  # IN     scalar      +1 to enter, -1 to leave
    counts,  # OUT    (T, K * P)  people of each cluster in each group
    width,  # IN     scalar      P
):
    """Enter people into the contingency tables, or take them out."""
    n_draws = z.shape[1]
    wide = np.uint64(width)
    cells = np.uint64(counts.shape[1])
    flat = counts.reshape(-1)
    for k in range(people.shape[0]):
        row = z[people[k]]
        i = np.uint64(labels[people[k]])
        for t in range(n_draws):
            flat[i + np.uint64(row[t]) * wide] += step
            i += cells


@kernel
def pack_draws(
    z,  # IN     (N, T)
    n_clusters,  # IN     scalar  K, as a byte
    start,  # IN     scalar  first person
    stop,  # IN     scalar  one past the last
    packed,  # OUT    (N, C)  column c takes draws c, c + C, c + 2 C, …, as far as there are any
):
    """Put the codes of several draws into one, the later draws as its lower digits."""
    n_columns = packed.shape[1]
    for n in range(start, stop):
        row = z[n]
        out = packed[n]
        for c in range(n_columns):
            out[c] = row[c]
        for first in range(n_columns, row.shape[0], n_columns):
            part = row[first : first + n_columns]
            for c in range(n_columns):
                out[c] *= n_clusters
            for c in range(part.shape[0]):
                out[c] += part[c]


@helper
def fill_table(
    counts,  # IN     (T, K * P)
    weights,  # IN     (T,)        weight of each draw
    value,  # IN     (N + 1,)    value of a count
    table,  # OUT    (T, K * P)  weights[t] * value[counts]
):
    """Look up the value of every count."""
    for t in range(counts.shape[0]):
        w = weights[t]
        for i in range(counts.shape[1]):
            table[t, i] = w * value[np.uint64(counts[t, i])]


@kernel
def share_of_draws(
    z,  # IN     (N, T)
    weights,  # IN     (T,)
    start,  # IN     scalar  first person
    stop,  # IN     scalar  one past the last
    out,  # OUT    (N, K)  weight of the draws in which each person is in each cluster
):
    """Add up the weights of the draws by each person's cluster."""
    for n in range(start, stop):
        row = z[n]
        shares = out[n]
        for k in range(shares.shape[0]):
            shares[k] = 0.0
        for t in range(row.shape[0]):
            shares[np.uint64(row[t])] += weights[t]


@kernel
def sum_rows(
    z,  # IN     (N, T)
    table,  # IN     (T, K * P)
    start,  # IN     scalar  first person
    stop,  # IN     scalar  one past the last
    out,  # OUT    (N, P)  sum over draws of the person's row of the table
):
    """Add up, for each person and group, the table's entries at the person's cluster in each draw.

    The order of summation does not depend on ``start`` and ``stop``, so any split of the people over threads gives
    the same bits. Two people and four groups at a time make eight independent sums.
    """
    n_draws = z.shape[1]
    width = out.shape[1]
    wide = np.uint64(width)
    cells = np.uint64(table.shape[1])
    codes = z.reshape(-1)
    flat = table.reshape(-1)
    block = _block_length(table)
    for n in range(start, stop):
        for g in range(width):
            out[n, g] = 0.0
    for first in range(0, n_draws, block):
        length = np.uint64(min(n_draws - first, block))
        for n in range(start, stop, 2):
            m = min(n + 1, stop - 1)  # the last of an odd number is paired with itself
            here = np.uint64(n) * np.uint64(n_draws) + np.uint64(first)
            there = np.uint64(m - n) * np.uint64(n_draws)
            for g in range(0, width, 4):
                a0, a1, a2, a3 = out[n, g], out[n, g + 1], out[n, g + 2], out[n, g + 3]
                b0, b1, b2, b3 = out[m, g], out[m, g + 1], out[m, g + 2], out[m, g + 3]
                cell = np.uint64(first) * cells + np.uint64(g)
                p = here
                while p < here + length:
                    i = cell + np.uint64(codes[p]) * wide
                    j = cell + np.uint64(codes[p + there]) * wide
                    a0 += flat[i]
                    a1 += flat[i + _ONE]
                    a2 += flat[i + _TWO]
                    a3 += flat[i + _THREE]
                    b0 += flat[j]
                    b1 += flat[j + _ONE]
                    b2 += flat[j + _TWO]
                    b3 += flat[j + _THREE]
                    cell += cells
                    p += _ONE
                out[n, g], out[n, g + 1], out[n, g + 2], out[n, g + 3] = a0, a1, a2, a3
                out[m, g], out[m, g + 1], out[m, g + 2], out[m, g + 3] = b0, b1, b2, b3


@helper
def sum_own(z, table, labels, start, stop, width, out):
    """Add up, for each person, the table's entries at the person's cluster and own group, in ``out`` (N,)."""
    wide = np.uint64(width)
    cells = np.uint64(table.shape[1])
    flat = table.reshape(-1)
    for n in range(start, stop):
        total = 0.0
        i = np.uint64(labels[n])
        for code in z[n]:
            total += flat[i + np.uint64(code) * wide]
            i += cells
        out[n] = total


@summing
def sum_where_same(codes, own, values):
    """Return the sum of the values of the draws in which two people share a cluster."""
    total = 0.0
    for t in range(own.shape[0]):
        total += values[t] if codes[t] == own[t] else 0.0
    return total
