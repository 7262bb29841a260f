"""People sorted by ratings alone: who is right with their flat prior, and with the usual one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import unnamed
from unnamed import run, split_people

PEOPLE = {28: 6, 60: 6, 200: 6}  # and how many data sets of each design
# Data sets by which the prior of ratings was chosen have smaller numbers.
FIRST_SEED = 2000


def rated():
    """Right people of 100 with the flat prior of ratings and with the usual one (takes half an hour)."""
    run(DESIGNS, {"before": _state_flat, "now": lambda survey: (survey, {})}, PEOPLE, FIRST_SEED)


def _state_flat(survey):
    """Return the survey with its flat priors of ratings stated, which are then taken as they stand."""
    prior = survey.answer_prior.copy()
    for q, question in enumerate(survey.questions):
        if question.kind == "rating":
            prior[:, q, 1] *= 1 + 1e-6
    return replace(survey, answer_prior=prior), {}


def _rate(truth, n_questions, apart, rng, scale=(1, 5), spread=1.0, middle=0.3, style=0.0):
    """Return ratings; distances are in quarters of the scale, ``style`` is how far people differ in all of them."""
    low, high = scale
    unit = (high - low) / 4
    means = rng.normal(middle, 0.5, n_questions) + rng.normal(0, apart, (truth.max() + 1, n_questions))
    felt = means[truth] + rng.normal(0, spread, (len(truth), n_questions)) + style * rng.normal(0, 1, (len(truth), 1))
    given = np.clip(np.rint((low + high) / 2 + unit * felt), low, high).astype(int)
    return {f"How much {q}?": given[:, q].tolist() for q in range(n_questions)}


def _ratings(n_questions, apart, shares=(1, 1, 1), **how):
    def draw(n_people, rng):
        truth = split_people(n_people, shares, rng)
        return _rate(truth, n_questions, apart, rng, **how), truth

    return draw


def _half_noise(n_people, rng):
    truth = split_people(n_people, (1, 1, 1), rng)
    told, noise = _rate(truth, 6, 0.9, rng), _rate(np.zeros(n_people, int), 6, 0, rng)
    return {**told, **{f"{text} (noise)": cells for text, cells in noise.items()}}, truth


def _any_shape(n_people, rng):
    truth = split_people(n_people, (1, 1, 1), rng)
    limits = rng.dirichlet(np.ones(5), (3, 8))[truth].cumsum(axis=2)[:, :, :-1]
    given = (rng.random((n_people, 8, 1)) > limits).sum(axis=2) + 1
    return {f"How much {q}?": given[:, q].tolist() for q in range(8)}, truth


def _spreads(n_people, rng):
    truth = split_people(n_people, (1, 1, 1), rng)
    means, spreads = rng.uniform(1.5, 4.5, (3, 8))[truth], rng.uniform(0.4, 1.4, (3, 8))[truth]
    given = np.clip(np.rint(means + spreads * rng.normal(size=(n_people, 8))), 1, 5).astype(int)
    return {f"How much {q}?": given[:, q].tolist() for q in range(8)}, truth


DESIGNS = {
    "8 ratings from 1 to 5": _ratings(8, 0.8),
    "12 ratings, groups close": _ratings(12, 0.55),
    "4 ratings, groups far": _ratings(4, 1.3),
    "1 to 10": _ratings(8, 0.8, scale=(1, 10)),
    "1 to 7, two of 2 : 1": _ratings(10, 0.6, (2, 1), scale=(1, 7)),
    "five groups": _ratings(12, 0.9, (1, 1, 1, 1, 1)),
    "most ratings are high": _ratings(8, 0.9, middle=1.2),
    "people rate high or low": _ratings(10, 0.8, style=0.5),
    "clear groups": _ratings(8, 1.3, spread=0.7),
    "half is noise": _half_noise,
    "any shape": _any_shape,
    "different spreads": _spreads,
    "all kinds": unnamed.DESIGNS["all kinds"],
    "vague groups": _ratings(8, 0.35),
}
