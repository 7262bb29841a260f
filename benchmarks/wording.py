"""Questions answered by words of a scale: what their order is worth."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
from scipy.optimize import linear_sum_assignment
from tools import say

import bayeshat as bh

SETS, PEOPLE, QUESTIONS, HOUSES = 16, 30, 6, 3
WORDS = ("Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree")


def wording():
    """Words of a scale as ratings, as `survey new` takes them, and as options without order.

    Where houses have favourite words anywhere on the scale, options without order are better; few people answer so.
    """
    for name, answer in (("leanings", _lean), ("habits", _choose)):
        found = np.array([_compare(answer, seed) for seed in range(SETS)])
        gain = found[:, 0] - found[:, 1]
        print(f"  {SETS} data sets of {PEOPLE} people with {name}, {QUESTIONS} questions, {HOUSES} houses")
        print(f"    right: ratings {found[:, 0].mean():.3f}, options {found[:, 1].mean():.3f}")
        print(f"    difference {gain.mean():.3f} ± {gain.std(ddof=1) / np.sqrt(SETS):.3f}")
        if answer is _lean:
            say("right groups more than without order", gain.mean(), 0.0, "at least")


def _lean(rng, truth):
    """Answers around a step of the scale that each house has for each question."""
    means = rng.uniform(0.5, 3.5, (HOUSES, QUESTIONS))
    return np.clip(np.rint(means[truth] + rng.normal(0, 0.9, (len(truth), QUESTIONS))), 0, 4).astype(int)


def _choose(rng, truth):
    """Answers without any order: each house has chances of its own for each word."""
    chances = rng.dirichlet(np.full(len(WORDS), 0.7), (HOUSES, QUESTIONS))
    return np.array([[rng.choice(len(WORDS), p=chances[k, q]) for q in range(QUESTIONS)] for k in truth])


def _compare(answer, seed):
    """Return the share of people in their right house, with and without order."""
    rng = np.random.default_rng([9, seed])
    truth = rng.permutation(np.arange(PEOPLE) % HOUSES)
    steps = answer(rng, truth)
    table = {f"Question {q}": [WORDS[step] for step in steps[:, q]] for q in range(QUESTIONS)}
    ratings = bh.Survey.from_answers(table, HOUSES)
    questions = [replace(question, kind="choice", scale=None) for question in ratings.questions]
    counts = np.zeros((HOUSES, QUESTIONS, len(WORDS)))
    for q, question in enumerate(questions):
        counts[:, q, : len(question.options)] = 1.0
    options = bh.Survey("Words", tuple(questions), ratings.clusters, counts, ratings.membership_prior)
    return [_judge(survey, table, truth, seed) for survey in (ratings, options)]


def _judge(survey, table, truth, seed):
    sizes = np.bincount(truth).tolist()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        posterior = bh.fit(survey, bh.read_answers(table, survey), max_draws=2000, rng=seed, threads=1)
        labels = bh.decide(posterior, sizes, size_weight=np.inf, rng=seed, threads=1).labels
    together = np.zeros((HOUSES, HOUSES))
    np.add.at(together, (labels, truth), 1)
    return together[linear_sum_assignment(-together)].sum() / PEOPLE
