"""What known totals are worth: right labels and calibration of a plain mixture, a prior on sizes, and totals."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

import numpy as np

import bayeshat as bh

HOUSES = ("Ayes", "Noes")
SIZES = (80, 20)
N_QUESTIONS = 6
DATA_SETS = 20
# How probable a yes is among the Ayes; among the Noes, a no.
DESIGNS = {"vague": 0.65, "clear": 0.8}
METHODS = {
    "mixture": {"membership": "single"},
    "size prior": {"size_prior": (dict(zip(HOUSES, SIZES, strict=True)), 20)},
    "totals": {"totals": dict(zip(HOUSES, SIZES, strict=True))},
}


def totals():
    """Two groups of 80 and 20 people, as in an election whose outcome is known (takes minutes)."""
    print(f"  means of {DATA_SETS} data sets (standard error of right); the survey says that Ayes lean towards yes")
    print(f"  {'answers':<11} {'method':<11} {'right':>14} {'at sizes':>9} {'claimed':>8} {'log score':>10} {'ESS':>6}")
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name, clear in DESIGNS.items():
            found = defaultdict(list)
            for rows in pool.map(_compare, [clear] * DATA_SETS, range(DATA_SETS)):
                for method, row in rows.items():
                    found[method].append(row)
            for method, rows in found.items():
                mean, error = np.mean(rows, axis=0), np.std(rows, axis=0, ddof=1) / math.sqrt(DATA_SETS)
                right, at_sizes, claimed, score, ess = mean
                print(
                    f"  {name:<11} {method:<11} {right:>6.3f} ({error[0]:.3f}) {at_sizes:>9.3f} {claimed:>8.3f} "
                    f"{score:>10.3f} {ess:>6.0f}",
                    flush=True,
                )


def _compare(clear, seed):
    """Return, by method: right labels, the same at the true sizes, claimed chances, log score, effective draws."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.repeat([0, 1], SIZES))
    yes = rng.random((len(truth), N_QUESTIONS)) < np.where(truth == 0, clear, 1 - clear)[:, None]
    answers = bh.Answers(yes.astype(np.int16), tuple(f"Person {n}" for n in range(len(truth))))
    found = {}
    for method, settings in METHODS.items():
        posterior = bh.fit(_survey(), answers, rng=seed, threads=1, draws=500, max_draws=2000, **settings)
        chances, everybody = posterior.probabilities, np.arange(len(truth))
        placed = bh.decide(posterior, list(SIZES), loss="placement", rng=seed, threads=1).labels
        found[method] = (
            float((chances.argmax(axis=1) == truth).mean()),
            float((placed == truth).mean()),
            float(chances.max(axis=1).mean()),
            float(np.log(np.maximum(chances[everybody, truth], 1e-12)).mean()),
            posterior.status.ess_bulk_min,
        )
    return found


def _survey():
    table = {"name": ["Ann", "Bo"]} | {f"q{q}": ["no", "yes"] for q in range(N_QUESTIONS)}
    survey = bh.Survey.from_answers(table, list(HOUSES))
    lean = np.array([[1.0, 2.0], [2.0, 1.0]])
    return replace(survey, answer_prior=np.repeat(lean[:, None], N_QUESTIONS, axis=1))
