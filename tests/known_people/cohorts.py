"""People of known houses to learn from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import bayeshat as bh


def draw_cohort(seed, n_people, telling=6, copies=0, noise=0, n_houses=3, spread=0.8):
    """Return a survey with flat priors, answers, and everybody's house.

    Besides telling questions there are copies of the first of them, and questions that everybody answers at random.
    """
    rng = np.random.default_rng(seed)
    phi = rng.dirichlet(np.full(3, spread), (n_houses, telling))
    houses = rng.integers(0, n_houses, n_people)
    told = (rng.random((n_people, telling, 1)) > phi[houses].cumsum(axis=2)[:, :, :-1]).sum(axis=2)
    codes = np.hstack([told, np.repeat(told[:, :1], copies, axis=1), rng.integers(0, 3, (n_people, noise))])
    questions = tuple(bh.Question(f"q{q}", f"Question {q}?", ("a", "b", "c")) for q in range(codes.shape[1]))
    clusters = tuple(bh.Cluster(f"House {k}") for k in range(n_houses))
    prior = np.ones((n_houses, len(questions), 3))
    survey = bh.Survey("Past", questions, clusters, prior, np.ones(n_houses))
    return survey, bh.Answers(codes.astype(np.int16), tuple(f"Person {n}" for n in range(n_people))), houses


def with_column(survey, answers, houses, n_known):
    """Return the answers with a column that names the houses of the first people."""
    cells = tuple(survey.cluster_names[k] if n < n_known else "" for n, k in enumerate(houses))
    return replace(answers, extra={"last year": cells})
