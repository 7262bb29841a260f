"""Chains in different places are weighted by how well they predict; chains that have not settled are not."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.checks.chains import ChainModes, check_modes, stack
from checks.designs import flatten, one_house_each

EVEN = bh.Survey.load("simulation-even")


def stuck(chains_of):
    """Return a posterior whose chains sit in different places: those of fits with other answers' groups."""
    survey, answers = flatten(EVEN), one_house_each(EVEN, 40, 1)
    quick = {"chains": 1, "tune": 200, "draws": 200, "max_draws": 200}
    fits = []
    for seed, shuffled in enumerate(chains_of):
        codes = np.random.default_rng(seed).permutation(answers.codes.ravel()).reshape(answers.codes.shape)
        given = replace(answers, codes=codes) if shuffled else answers
        fits.append(bh.fit(survey, given, rng=seed, **quick))
    names = ("z", "phi", "theta", "log_likelihood", "weights")
    joined = {name: np.concatenate([getattr(fit, name) for fit in fits]) for name in names}
    status = replace(fits[0].status, converged=False, cause="apart", code="not_converged")
    return replace(fits[0], status=status, answers=answers, **joined)


def test_weights_are_those_that_predict_best():
    """Two chains that predict half of the people each with 0.9 and 0.1: equal weights; a worse one gets nothing."""
    p = np.log([[0.9, 0.9, 0.1, 0.1], [0.1, 0.1, 0.9, 0.9], [0.05, 0.05, 0.05, 0.05]])
    np.testing.assert_allclose(stack(p), [0.5, 0.5, 0.0], atol=1e-6)


@pytest.fixture(scope="module")
def two_places():
    return stuck([False, True])


def test_a_chain_in_a_bad_place_counts_for_little(two_places):
    found = check_modes(two_places)
    assert found.weights[0] > 0.9
    assert found.sentence() == ""
    assert found.draw_weights(200).sum() == pytest.approx(1)


def test_chains_that_have_not_settled_are_left_alone(two_places):
    drifting = two_places.log_likelihood + np.linspace(0, 500, 200)
    assert check_modes(replace(two_places, log_likelihood=drifting)) == ChainModes()
    assert check_modes(replace(two_places, status=replace(two_places.status, cause="slow"))) == ChainModes()


def test_what_the_answers_do_not_decide_is_told():
    told = str(ChainModes((0.5, 0.02, 0.48)).sentence())
    assert told.startswith("The answers fit 2 different ways of grouping people")
    assert told.endswith("(50\xa0%, 48\xa0%).")
    assert ChainModes().sentence() == ""
