"""Our own reading of Chen, Zhang and Ji (2006), "Size regularized cut for data clustering".

A cut of a graph in two is charged for the similarity that it cuts and for uneven sizes:

    SRcut(A, B) = cut(A, B) - alpha |A| |B|;   with y = 1 on A and -1 on B, up to constants, y'(alpha 11' - W) y / 4.

Its relaxation is the eigenvector of W - alpha 11' with the largest eigenvalue. Here the similarity is Gaussian in
scikit-learn's distances (width: the mean squared distance), and alpha is the mean similarity, so that both parts weigh
alike. The eigenvector is cut where the two sides have the wanted sizes; more than two groups come from cutting again.
The paper cuts where SRcut is smallest, and puts what is known of sizes into the weights of 11'.
"""

from __future__ import annotations

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh

from .features import as_columns
from .k_means_hungarian import version as needs_scikit_learn
from .protocol import Peer, Problem, Solution

MOST_PEOPLE = 5000


def solve(problem: Problem) -> Solution:
    from sklearn.metrics.pairwise import euclidean_distances

    squares = euclidean_distances(as_columns(problem), squared=True)
    similarity = np.exp(-squares / squares.mean())
    n_people = len(similarity)
    sizes = problem.sizes or tuple(np.bincount(np.arange(n_people) % problem.n_groups).tolist())
    labels = np.empty(n_people, dtype=int)
    _cut(similarity, np.arange(n_people), list(enumerate(sizes)), labels, problem.seed)
    return Solution(labels=labels)


def split_in_two(similarity: np.ndarray, n_first: int, seed: int = 0) -> np.ndarray:
    """Return which people are on the first side, of so many, by the eigenvector of the size regularised cut.

    An eigenvector has no sign; of the two ways to cut it, the one with the smaller SRcut is taken.
    """
    n = len(similarity)
    alpha = similarity.mean()
    operator = LinearOperator((n, n), matvec=lambda y: similarity @ y - alpha * y.sum(), dtype=float)
    start = np.random.default_rng(seed).standard_normal(n)
    vector = eigsh(operator, k=1, which="LA", v0=start)[1][:, 0] if n > 2 else np.array([1.0, -1.0])
    sides = []
    for signed in (vector, -vector):
        first = np.zeros(n, dtype=bool)
        first[np.argsort(-signed, kind="stable")[:n_first]] = True
        sides.append(first)
    return min(sides, key=lambda first: similarity[np.ix_(first, ~first)].sum())


def _cut(similarity, people, wanted, labels, seed):
    """Cut people into groups (number, size), half of the groups on each side at a time."""
    if len(wanted) == 1:
        labels[people] = wanted[0][0]
        return
    half = len(wanted) // 2
    first = split_in_two(similarity[np.ix_(people, people)], sum(size for _, size in wanted[:half]), seed)
    _cut(similarity, people[first], wanted[:half], labels, seed)
    _cut(similarity, people[~first], wanted[half:], labels, seed)


PEER = Peer(
    name="Chen 2006 (our own reading)",
    kind="clusters answers",
    solve=solve,
    version=lambda: f"our own, on scikit-learn {needs_scikit_learn()}",
    about="size regularised cut of a Gaussian similarity, cut again for more than two groups",
    keeps_sizes=True,
    accepts=lambda problem: len(problem.answers) <= MOST_PEOPLE,
)
