"""Pointwise log likelihoods against enumeration: every label of every answer is gone through."""

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.sample import predict
from bayeshat.sample.predict import every_so_many, people_log_likelihood, pointwise_log_likelihood
from sample.test_predict import NEW, enumerate_given_phi, small_survey, some_draws

QUICK = {"draws": 60, "tune": 50, "max_draws": 60, "chains": 2, "rng": 1}


def exact(draws, survey, codes):
    """Return log p(answers | phi) of everybody in each draw, (D, N)."""
    phi = draws.phi.reshape(-1, *draws.phi.shape[2:])
    shares = [None] * len(phi) if draws.weights is None else draws.weights.reshape(len(phi), -1)
    parts = [
        [enumerate_given_phi(row, p, w, survey.membership_prior, "drawn").sum() for row in codes]
        for p, w in zip(phi, shares, strict=True)
    ]
    return np.log(parts)


def found_for(draws, survey, codes):
    phi = draws.phi.reshape(-1, *draws.phi.shape[2:])
    shares = None if draws.weights is None else draws.weights.reshape(len(phi), -1)
    return people_log_likelihood(codes, phi, survey.membership_prior, shares)


@pytest.mark.parametrize("membership", ["mixed", "single"])
@pytest.mark.parametrize(("n_clusters", "alpha"), [(1, 1.0), (2, 0.05), (3, 0.7)])
def test_labels_and_memberships_are_integrated_out(membership, n_clusters, alpha):
    survey = small_survey(n_clusters, alpha)
    draws = some_draws(survey, membership, "drawn")
    np.testing.assert_allclose(found_for(draws, survey, NEW), exact(draws, survey, NEW), atol=1e-10)


def test_with_many_answers_labels_are_sampled(monkeypatch):
    """Over 200 draws the mean of exp(error) is 1 within 4 standard errors: the estimate of p(answers) is unbiased."""
    survey = small_survey(3, 0.7)
    draws = some_draws(survey, "mixed", "drawn", n_draws=200)
    known = exact(draws, survey, NEW[:2])
    monkeypatch.setattr(predict, "STATES", 1)
    ratio = np.exp(found_for(draws, survey, NEW[:2]) - known)
    assert 0.01 < ratio.std() < 0.3
    assert np.abs(ratio.mean(axis=0) - 1).max() < 4 * ratio.std() / np.sqrt(200)


def test_the_sum_over_people_is_the_log_likelihood_that_the_sampler_reports():
    survey = bh.Survey.load("simulation-even")
    posterior = bh.fit(survey, bh.simulate(survey, rng=1).answers, membership="single", **QUICK)
    np.testing.assert_allclose(pointwise_log_likelihood(posterior).sum(axis=2), posterior.log_likelihood, rtol=1e-6)


def test_arviz_finds_the_log_likelihood(monkeypatch):
    survey = bh.Survey.load("simulation-even")
    posterior = bh.fit(survey, bh.simulate(survey, rng=1).answers, **QUICK)
    whole = posterior.to_datatree()["log_likelihood"]
    assert whole["answers"].dims == ("chain", "draw", "respondent")
    assert whole["answers"].shape == (2, 60, 20)
    monkeypatch.setattr(predict, "POINTWISE_WORK", 1)
    monkeypatch.setattr(predict, "FEWEST_POINTWISE", 20)
    assert every_so_many(posterior) == 3
    some = posterior.to_datatree()["log_likelihood"]
    assert some.attrs["every"] == 3
    np.testing.assert_array_equal(some["answers"], whole["answers"].sel(draw=some["draw"]))
