"""Our own reading of Zhu, Wang and Li (2010), "Data clustering with size constraints".

An unconstrained clustering comes first; an integer programme then finds the groups of the wanted sizes that agree with
it best. Here the first clustering is k-means, and agreement is the number of people who keep their cluster; among
equally good ones, people are moved who are nearest to the centre they move to. Which cluster gets which of the wanted
sizes is part of the programme. We had no copy of the paper: the choice of k-means and of the tie-break is ours.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import coo_array

from .features import as_columns
from .k_means_hungarian import version as needs_scikit_learn
from .protocol import Peer, Problem, Solution


def solve(problem: Problem) -> Solution:
    from sklearn.cluster import KMeans

    points = as_columns(problem)
    model = KMeans(problem.n_groups, n_init=10, random_state=problem.seed).fit(points)
    if problem.sizes is None:
        return Solution(labels=model.labels_)
    squares = model.transform(points) ** 2
    return Solution(labels=match_sizes(model.labels_, squares, np.asarray(problem.sizes)))


def match_sizes(labels: np.ndarray, squares: np.ndarray, sizes: np.ndarray) -> np.ndarray:
    """Return groups of the wanted sizes in which as many people as possible keep their cluster.

    x[n, g] says that person n is in group g, y[g, s] that group g has the s-th of the sizes:

        maximise sum x[n, labels[n]] - small distances,  sum_g x[n, g] = 1,  sum_n x[n, g] = sum_s sizes[s] y[g, s],
        sum_s y[g, s] = 1,  sum_g y[g, s] = 1.
    """
    n, g = squares.shape
    kept = np.zeros((n, g))
    kept[np.arange(n), labels] = 1
    # Distances add up to less than one person.
    costs = np.concatenate([(squares / (squares.sum() + 1) - kept).ravel(), np.zeros(g * g)])
    person, group = np.divmod(np.arange(n * g), g)
    size_group, size = np.divmod(np.arange(g * g), g)
    pairs = n * g + np.arange(g * g)
    rows = np.concatenate([person, n + group, n + size_group, n + g + size_group, n + 2 * g + size])
    columns = np.concatenate([np.arange(n * g), np.arange(n * g), pairs, pairs, pairs])
    values = np.concatenate([np.ones(2 * n * g), -sizes[size], np.ones(2 * g * g)])
    equal = np.concatenate([np.ones(n), np.zeros(g), np.ones(2 * g)])
    matrix = coo_array((values, (rows, columns)), shape=(n + 3 * g, n * g + g * g)).tocsr()
    # With the sizes settled the rest is a transport problem, whose corners are whole numbers: only y must be told so.
    whole = np.concatenate([np.zeros(n * g), np.ones(g * g)])
    found = milp(costs, integrality=whole, bounds=Bounds(0, 1), constraints=LinearConstraint(matrix, equal, equal))
    return found.x[: n * g].reshape(n, g).argmax(axis=1)


PEER = Peer(
    name="Zhu 2010 (our own reading)",
    kind="clusters answers",
    solve=solve,
    version=lambda: f"our own, on HiGHS and scikit-learn {needs_scikit_learn()}",
    about="KMeans(n_init=10), then an integer programme keeps as many people as possible in their cluster",
    keeps_sizes=True,
)
