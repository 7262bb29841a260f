"""The weights of draws follow their definition; posterior means are compared by their Monte Carlo errors."""

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.paper.experiments import compare_means, weigh_draws


def test_second_weights_follow_their_definition():
    rng = np.random.default_rng(3)
    theta = rng.dirichlet([0.5] * 3, size=(7, 4))
    z = rng.integers(3, size=(7, 4))
    slow = [sum(np.prod([theta[s, n, z[t, n]] for n in range(4)]) for s in range(7) if s != t) for t in range(7)]
    assert weigh_draws(z, theta) == pytest.approx(np.array(slow) / sum(slow))


def test_means_are_compared_by_their_errors():
    survey = bh.Survey.load("simulation-even")
    answers = bh.simulate(survey, rng=1).answers
    others = bh.simulate(survey, rng=2).answers
    first, second = (bh.fit(survey, answers, rng=seed, draws=500, max_draws=500) for seed in (1, 2))
    elsewhere = bh.fit(survey, others, rng=1, draws=500, max_draws=500)
    same = compare_means(first, second)
    assert same["parameters"] == 20 * 3 + 3 * 10 * 3
    # Other draws after a change of the sampler must not fail this by chance.
    assert same["p-value"] > 1e-4
    assert compare_means(first, elsewhere)["p-value"] < 1e-4
