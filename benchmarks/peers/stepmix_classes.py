"""StepMix: latent class analysis; where sizes are wanted, the most probable assignment that has them."""

from __future__ import annotations

import numpy as np

from .k_means_constrained import version_of
from .k_means_hungarian import MOST_PEOPLE, to_sizes
from .protocol import Peer, Problem, Solution


def solve(problem: Problem) -> Solution:
    from stepmix.stepmix import StepMix

    measurement, table = "categorical", problem.answers.astype(float)
    if problem.numbers is not None and not table.shape[1]:
        measurement, table = "gaussian_diag", problem.numbers
    elif problem.numbers is not None:
        n_choices, n_numbers = table.shape[1], problem.numbers.shape[1]
        measurement = {
            "choices": {"model": "categorical", "n_columns": n_choices},
            "numbers": {"model": "gaussian_diag", "n_columns": n_numbers},
        }
        table = np.column_stack([table, problem.numbers])
    model = StepMix(
        problem.n_groups, measurement=measurement, n_init=10, random_state=problem.seed, verbose=0, progress_bar=0
    )
    chances = model.fit(table).predict_proba(table)
    if problem.sizes is None:
        return Solution(labels=chances.argmax(axis=1))
    return Solution(labels=to_sizes(-np.log(np.maximum(chances, 1e-300)), problem))


PEER = Peer(
    name="StepMix + Hungarian",
    kind="clusters answers",
    solve=solve,
    version=lambda: version_of("stepmix"),
    about="StepMix(n_init=10), then SciPy's linear_sum_assignment of its log probabilities to the wanted sizes",
    keeps_sizes=True,
    accepts=lambda problem: problem.sizes is None or len(problem.answers) <= MOST_PEOPLE,
)
