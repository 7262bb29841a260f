"""The best matching of two partitions of the same people; ties are shared.

The partition with fewer parts gives the rows, the other one the columns. Every row is matched with a column of its
own. A column left over goes with its largest row, so that as many people as possible are in parts that match. Counts
and prices are whole numbers, so rounding never decides whether two matchings are equally good.
"""

import numpy as np

from ..._jit import helper, kernel

# Rounds of scaling rows and columns; most cases take a handful.
_MAX_SCALING_ROUNDS = 2000
# Scaling ends when all sums are this close to their targets.
_MAX_SCALING_ERROR = 1e-10


@helper
def _assign(cost, row_price, column_price, owner):
    """Match every row with a column of its own at the least cost; ``owner`` has the row of each column.

    Rows join one by one, each by the cheapest path of exchanges (Kuhn 1955). Prices are optimal duals: a pair costs at
    least the sum of its prices, with equality in a best matching; columns without a row have price 0.
    """
    n_rows, n_columns = cost.shape
    nobody, start = n_rows, n_columns
    far = np.iinfo(np.int64).max
    row_price[:] = 0
    column_price[:] = 0
    owner[:] = nobody
    least, before = np.empty(n_columns + 1, np.int64), np.empty(n_columns, np.int64)
    seen = np.empty(n_columns + 1, np.bool_)
    for row in range(n_rows):
        owner[start] = row
        least[:], seen[:] = far, False
        here = start
        while owner[here] != nobody:
            seen[here] = True
            i, step, there = owner[here], far, start
            for j in range(n_columns):
                if not seen[j]:
                    extra = cost[i, j] - row_price[i] - column_price[j]
                    if extra < least[j]:
                        least[j], before[j] = extra, here
                    if least[j] < step:
                        step, there = least[j], j
            for j in range(n_columns + 1):
                if seen[j]:
                    row_price[owner[j]] += step
                    column_price[j] -= step
                else:
                    least[j] -= step
            here = there
        while here != start:
            owner[here] = owner[before[here]]
            here = before[here]
    owner[start] = nobody


@helper
def _find_ties(cost, row_price, column_price, owner, shares):
    """Mark with 1 the pairs that are in some best matching; say whether there are several best matchings.

    The last row stands for columns left over. Two best matchings differ by exchanges in a circle: a row can take
    another row's column if a chain of exchanges leads from that row back to the column that the first row left.
    """
    n_rows, n_columns = cost.shape
    reach = np.zeros((n_rows + 1, n_rows + 1), np.bool_)
    shares[:] = 0.0
    for j in range(n_columns):
        for i in range(n_rows):
            if cost[i, j] == row_price[i] + column_price[j]:
                shares[i, j] = 1.0
                reach[i, owner[j]] = True
        if column_price[j] == 0 and n_columns > n_rows:
            shares[n_rows, j] = 1.0
            reach[n_rows, owner[j]] = True
    for via in range(n_rows + 1):
        for i in range(n_rows + 1):
            if reach[i, via]:
                for k in range(n_rows + 1):
                    reach[i, k] |= reach[via, k]
    ties = False
    for j in range(n_columns):
        for i in range(n_rows + 1):
            if shares[i, j] > 0 and owner[j] != i:
                if reach[owner[j], i]:
                    ties = True
                else:
                    shares[i, j] = 0.0
    return ties


@helper
def _even_out(shares, n_over):
    """Share ties as evenly as the sums allow: each row and column adds up to 1, the last row to ``n_over``.

    Rows and columns are scaled in turn (Sinkhorn 1967). The limit is an average of the best matchings.
    """
    n_rows, n_columns = shares.shape[0] - 1, shares.shape[1]
    totals = np.empty(n_columns)
    for _ in range(_MAX_SCALING_ROUNDS):
        totals[:] = 0.0
        for i in range(n_rows + 1):
            row = shares[i]
            total = row.sum()
            if total > 0:
                row *= (1.0 if i < n_rows else n_over) / total
                totals += row
        for i in range(n_rows + 1):
            shares[i] /= totals
        if np.abs(totals - 1.0).max() < _MAX_SCALING_ERROR:
            break


@kernel
def match_parts(
    tables,  # IN   (T, R, C)  people in each row and column, in every draw; at most as many rows as columns
    start,  # IN   scalar     first draw
    stop,  # IN   scalar     one past the last
    match,  # OUT  (T, R, C)  share of the best matchings in which each column goes with each row
):
    """Match rows and columns in some of the draws."""
    _, n_rows, n_columns = tables.shape
    cost = np.empty((n_rows, n_columns), np.int64)
    row_price, column_price = np.empty(n_rows + 1, np.int64), np.empty(n_columns + 1, np.int64)
    owner = np.empty(n_columns + 1, np.int64)
    largest = np.empty(n_columns, np.int64)
    shares = np.empty((n_rows + 1, n_columns))
    for t in range(start, stop):
        counts = tables[t]
        for j in range(n_columns):
            largest[j] = counts[:, j].max()
            for i in range(n_rows):
                cost[i, j] = largest[j] - counts[i, j]
        _assign(cost, row_price, column_price, owner)
        if _find_ties(cost, row_price, column_price, owner, shares):
            _even_out(shares, n_columns - n_rows)
        for j in range(n_columns):
            n_largest = 0
            for i in range(n_rows):
                n_largest += counts[i, j] == largest[j]
            for i in range(n_rows):
                over = shares[n_rows, j] / n_largest if counts[i, j] == largest[j] else 0.0
                match[t, i, j] = shares[i, j] + over
