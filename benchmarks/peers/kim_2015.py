"""Our own reading of Kim (2015), parallel balanced team formation: exchanges between pairs of teams.

Teams of the wanted sizes are drawn at random. In each round every team meets one other (a round-robin, so that all
pairs could work in parallel), and the two exchange the members that lower the sum of squares within them by most, until
no exchange does; rounds go on until a whole tournament changes nothing. The best of ten starts counts. We had no copy
of the paper: what is exchanged, and the sum of squares as the measure, are ours.
"""

from __future__ import annotations

import numpy as np

from .features import as_columns
from .protocol import Peer, Problem, Solution

N_STARTS = 10
MOST_PEOPLE = 5000


def solve(problem: Problem) -> Solution:
    rng = np.random.default_rng(problem.seed)
    points = as_columns(problem)
    sizes = problem.sizes or np.bincount(np.arange(len(points)) % problem.n_groups)
    seats = np.repeat(np.arange(problem.n_groups), sizes)
    found = [exchange(points, rng.permutation(seats)) for _ in range(N_STARTS)]
    return Solution(labels=min(found, key=lambda labels: squares(points, labels)))


def squares(points: np.ndarray, labels: np.ndarray) -> float:
    groups = [points[labels == g] for g in np.unique(labels)]
    return float(sum(((group - group.mean(axis=0)) ** 2).sum() for group in groups))


def exchange(points: np.ndarray, labels: np.ndarray) -> np.ndarray:
    """Return where exchanges end: no two people of different teams can exchange and lower the sum of squares."""
    labels = labels.copy()
    changed = True
    while changed:
        changed = False
        for pairs in _tournament(labels.max() + 1):
            for a, b in pairs:
                changed |= _settle(points, labels, a, b)
    return labels


def _settle(points, labels, a, b):
    """Exchange members of two teams while that lowers their squares; say whether anybody moved."""
    mine, yours = np.flatnonzero(labels == a), np.flatnonzero(labels == b)
    length = (points**2).sum(axis=1)
    moved = False
    while True:
        sum_a, sum_b = points[mine].sum(axis=0), points[yours].sum(axis=0)
        apart = length[mine][:, None] + length[yours] - 2 * points[mine] @ points[yours].T
        along_a = points[yours] @ sum_a - (points[mine] @ sum_a)[:, None]
        along_b = points[yours] @ sum_b - (points[mine] @ sum_b)[:, None]
        gain = (2 * along_a + apart) / len(mine) + (apart - 2 * along_b) / len(yours)
        i, j = np.unravel_index(gain.argmax(), gain.shape)
        if gain[i, j] < 1e-9:
            labels[mine], labels[yours] = a, b
            return moved
        mine[i], yours[j] = yours[j], mine[i]
        moved = True


def _tournament(n_teams):
    """Yield rounds in which every team meets one other; after all of them each pair has met once."""
    ring = list(range(n_teams + n_teams % 2))
    for _ in range(len(ring) - 1):
        half = len(ring) // 2
        pairs = zip(ring[:half], reversed(ring[half:]), strict=True)
        yield [pair for pair in pairs if max(pair) < n_teams]
        ring.insert(1, ring.pop())


PEER = Peer(
    name="Kim 2015 (our own reading)",
    kind="clusters answers",
    solve=solve,
    version=lambda: "our own",
    about="exchanges between pairs of teams of the wanted sizes, best of 10 starts",
    losses=("squares",),
    keeps_sizes=True,
    accepts=lambda problem: len(problem.answers) <= MOST_PEOPLE,
)
