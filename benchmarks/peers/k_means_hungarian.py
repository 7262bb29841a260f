"""scikit-learn's k-means, then the cheapest assignment to the wanted sizes."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from .features import as_columns
from .protocol import Peer, Problem, Solution, UnavailableError

# The Hungarian method needs a matrix of people by people.
MOST_PEOPLE = 5000


def solve(problem: Problem) -> Solution:
    from sklearn.cluster import KMeans

    points = as_columns(problem)
    model = KMeans(problem.n_groups, n_init=10, random_state=problem.seed).fit(points)
    return Solution(labels=model.labels_ if problem.sizes is None else to_sizes(model.transform(points) ** 2, problem))


def to_sizes(costs: np.ndarray, problem: Problem) -> np.ndarray:
    """Return the cheapest assignment, given costs (N, G), in which the groups have the wanted sizes.

    Which group gets which size is not said: larger groups, by their number of nearest people, get the larger ones.
    """
    nearest = np.bincount(costs.argmin(axis=1), minlength=problem.n_groups)
    sizes = np.empty(problem.n_groups, dtype=int)
    sizes[np.argsort(nearest, kind="stable")] = np.sort(problem.sizes)
    seats = np.repeat(np.arange(problem.n_groups), sizes)
    _, chosen = linear_sum_assignment(costs[:, seats])
    return seats[chosen]


def version() -> str:
    try:
        import sklearn
    except ImportError:
        raise UnavailableError("scikit-learn is not installed") from None
    return sklearn.__version__


PEER = Peer(
    name="KMeans + Hungarian",
    kind="clusters answers",
    solve=solve,
    version=version,
    about="scikit-learn's KMeans(n_init=10) on 0/1 columns, then SciPy's linear_sum_assignment to the wanted sizes",
    losses=("squares",),
    keeps_sizes=True,
    accepts=lambda problem: problem.sizes is None or len(problem.answers) <= MOST_PEOPLE,
)
