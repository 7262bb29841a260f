"""Simulated houses with all kinds of questions: found with default settings, and as surely as is claimed."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bayeshat.kinds.question import Question
from bayeshat.model.simulate import simulate
from bayeshat.sample.fit import fit
from bayeshat.survey.answers import Answers
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.spec import Survey
from sample.calibration import FAILURE_RATE

HOUSES = tuple(Cluster(name) for name in ("red", "green", "blue"))


def houses_survey():
    """Three choices, two numbers and one question with several answers; every house has its own prior."""
    questions = [Question(f"c{i}", f"Which {i}?", ("a", "b", "c")) for i in range(3)]
    questions += [Question("h", "How tall?", (), "number", (150, 200), unit="cm")]
    questions += [Question("i", "Income?", (), "number", (10_000, 100_000), log=True)]
    questions += [Question("s", "Which ones?", ("u", "v", "w", "x"), "several")]
    prior = np.zeros((3, 6, 8))
    for k in range(3):
        prior[k, :3, :3] = np.where(np.arange(3) == k, 7, 1.5)
        prior[k, 3, :4] = 160 + 12 * k, 20, 10, 250
        prior[k, 4, :4] = 9.5 + 0.6 * k, 20, 10, 1
        prior[k, 5] = np.repeat([2 + 2 * k, 8 - 2 * k], 4)
    return Survey("Houses", tuple(questions), HOUSES, prior, np.full(3, 0.3))


@pytest.mark.parametrize("membership", [pytest.param("mixed", marks=pytest.mark.long), "single"])
def test_houses_are_found_with_default_settings(membership):
    survey = houses_survey()
    drawn = simulate(survey, 80, rng=4, own=60, rest=0.1, missing=0.05)
    posterior = fit(survey, drawn.answers, membership=membership, rng=1)
    assert posterior.status.ok
    assert (posterior.probabilities.argmax(axis=1) == drawn.truth).mean() > 0.9
    heights = posterior.phi[..., 3, 0].mean(axis=(0, 1))
    assert heights == pytest.approx(drawn.phi[:, 3, 0], abs=3)


def test_an_option_that_is_not_ticked_tells_something():
    """Houses differ in how much they tick. What was ticked alone says nothing, and claims that it does."""
    options, n_questions, chances = tuple("abcde"), 4, (0.15, 0.45, 0.75)
    questions = tuple(Question(f"q{i}", f"Which of {i}?", options, "several") for i in range(n_questions))
    prior = np.repeat([[np.repeat([20 * p, 20 * (1 - p)], 5)] for p in chances], n_questions, axis=1)
    survey = Survey("Ticks", questions, HOUSES, prior, np.full(3, 0.3))
    drawn, short = simulate(survey, 240, rng=1, own=1000, rest=0.01), {"draws": 200, "max_draws": 200, "rng": 1}
    posterior = fit(survey, drawn.answers, membership="single", **short)
    chance = posterior.probabilities
    right = chance.argmax(axis=1) == drawn.truth
    assert right.mean() > 0.9
    claimed = chance.max(axis=1)
    error = np.sqrt((claimed * (1 - claimed)).sum()) / len(right)
    assert abs(right.mean() - claimed.mean()) < stats.norm.isf(FAILURE_RATE / 2) * error

    # The same ticks as choices: one column for each tick of a question.
    choices = tuple(replace(question, kind="choice") for question in questions)
    ticks = np.where(drawn.answers.codes == 1, np.tile(np.arange(5), n_questions), -1).astype(np.int16)
    answers = Answers(ticks, drawn.answers.names, questions=drawn.answers.questions)
    counts = np.repeat([[np.full(5, 20 * p)] for p in chances], n_questions, axis=1)
    before = fit(Survey("Ticks", choices, HOUSES, counts, np.full(3, 0.3)), answers, membership="single", **short)
    assert (before.probabilities.argmax(axis=1) == drawn.truth).mean() < 0.7


def test_numbers_that_the_prior_does_not_describe_find_their_house():
    """Two heights could go with either house, and sweeps never change all their labels at once."""
    rng, truth = np.random.default_rng(3), np.repeat([0, 1], 20)
    questions = [Question(f"c{i}", f"Which {i}?", ("a", "b")) for i in range(4)]
    questions += [Question(f"h{i}", f"How tall {i}?", (), "number", (150, 200), unit="cm") for i in range(2)]
    prior = np.zeros((2, 6, 4))
    prior[:, :4, :2] = np.array([[6, 2], [2, 6]])[:, None]
    prior[:, 4:] = 175, 0.25, 1.5, 200
    survey = Survey("Half", tuple(questions), HOUSES[:2], prior, np.full(2, 0.5))
    codes = (rng.random((40, 6)) < np.where(truth, 0.8, 0.2)[:, None]).astype(np.int16)
    levels = [None] * 6
    for c in (4, 5):
        heights = rng.normal(np.where(truth, 185, 160), 4).round()
        levels[c], codes[:, c] = np.unique(heights, return_inverse=True)
    answers = Answers(codes, tuple(f"P{n}" for n in range(40)), questions=np.arange(6), levels=tuple(levels))
    posterior = fit(survey, answers, rng=2, chains=8, tune=100, draws=100, max_draws=300)
    found = posterior.phi[..., 4:, 0].mean(axis=1)
    assert (found[:, 1] > found[:, 0]).all()
