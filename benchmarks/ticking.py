"""Questions with several answers: what options that were not ticked are worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from tools import say

import bayeshat as bh

SETS, PEOPLE, QUESTIONS, OPTIONS = 10, 120, 4, 5
# How probable each option is in each house: houses differ only in how much they tick.
CHANCES = (0.15, 0.45, 0.75)
# Imagined people that the survey's guess is worth.
STRENGTH = 20
QUICK = {"membership": "single", "tune": 100, "draws": 250, "max_draws": 4000, "threads": 1}


def ticks():
    """Houses that differ in how much they tick: ticks as such, and each tick as an answer to a choice."""
    found = np.array([_compare(seed) for seed in range(SETS)])  # (sets, models, right and claimed)
    print(f"  {SETS} data sets of {PEOPLE} people, {QUESTIONS} questions with {OPTIONS} options, {len(CHANCES)} houses")
    for name, (right, claimed), error in zip(
        ("kind several", "as choices"),
        found.mean(axis=0),
        found[..., 0].std(axis=0, ddof=1) / np.sqrt(SETS),
        strict=True,
    ):
        print(f"    {name:<14} right {right:.3f} ± {error:.3f}, claimed {claimed:.3f}")
    (right, claimed), (before, before_claimed) = found.mean(axis=0)
    say("kind several: claimed less right", claimed - right, 0.05)
    say("kind several: right groups more than as choices", right - before, 0.3, "at least")
    print(f"  as choices, claims exceed what is right by {before_claimed - before:.2f}")


def _compare(seed):
    """Return the share of right houses and the mean claim, of both models."""
    names = [f"house {k + 1}" for k in range(len(CHANCES))]
    options = tuple("abcdefgh"[:OPTIONS])
    questions = tuple(bh.Question(f"q{i}", f"Which of {i}?", options, "several") for i in range(QUESTIONS))
    houses = tuple(bh.Cluster(name) for name in names)
    prior = np.repeat([[np.repeat([STRENGTH * p, STRENGTH * (1 - p)], OPTIONS)] for p in CHANCES], QUESTIONS, axis=1)
    survey = bh.Survey("Ticks", questions, houses, prior, np.full(len(houses), 0.3))
    drawn = bh.simulate(survey, PEOPLE, rng=seed, own=1000, rest=0.01)
    # The same ticks as choices: one column for each tick of a question.
    places = np.tile(np.arange(OPTIONS), QUESTIONS)
    ticked = np.where(drawn.answers.codes == 1, places, -1).astype(np.int16)
    choices = tuple(replace(question, kind="choice") for question in questions)
    counts = np.repeat([[np.full(OPTIONS, STRENGTH * p)] for p in CHANCES], QUESTIONS, axis=1)
    before = bh.Survey("Ticks", choices, houses, counts, np.full(len(houses), 0.3))
    answers = bh.Answers(ticked, drawn.answers.names, questions=drawn.answers.questions)
    return [
        _judge(bh.fit(*given, rng=seed, **QUICK), drawn.truth) for given in ((survey, drawn.answers), (before, answers))
    ]


def _judge(posterior, truth):
    chances = posterior.probabilities
    return (chances.argmax(axis=1) == truth).mean(), chances.max(axis=1).mean()
