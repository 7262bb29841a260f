"""kmodes: k-modes of categories, k-prototypes where there are numbers too; it cannot be told sizes."""

from __future__ import annotations

import numpy as np

from .k_means_constrained import version_of
from .protocol import Peer, Problem, Solution


def solve(problem: Problem) -> Solution:
    from kmodes.kmodes import KModes
    from kmodes.kprototypes import KPrototypes

    options = {"init": "Huang", "n_init": 10, "random_state": problem.seed, "n_jobs": 1}
    if problem.numbers is None:
        return Solution(labels=KModes(problem.n_groups, **options).fit_predict(problem.answers).astype(int))
    numbers = problem.numbers / problem.numbers.std(axis=0)
    table = np.column_stack([problem.answers.astype(float), numbers])
    model = KPrototypes(problem.n_groups, **options)
    return Solution(labels=model.fit_predict(table, categorical=list(range(problem.answers.shape[1]))).astype(int))


PEER = Peer(
    name="kmodes",
    kind="clusters answers",
    solve=solve,
    version=lambda: version_of("kmodes"),
    about='KModes(init="Huang", n_init=10), KPrototypes with standardised numbers',
)
