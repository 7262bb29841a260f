"""Houses that go together: the logistic-normal prior of memberships, by NUTS."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.model.simulate import draw_answers
from bayeshat.sample.draws.predict import predict_labels

HOUSES = ["A", "B", "C", "D"]
N_QUESTIONS, N_PEOPLE = 10, 30


def survey():
    """Four houses, each of which mostly gives an answer of its own."""
    table = {"name": HOUSES} | {f"q{q}": HOUSES for q in range(N_QUESTIONS)}
    beta = np.tile(1.0 + 30 * np.eye(4)[:, None], (1, N_QUESTIONS, 1))
    return replace(bh.Survey.from_answers(table, HOUSES), answer_prior=beta, membership_prior=np.full(4, 0.5))


def draw(correlation, seed=1):
    """Return answers and memberships (N, K) of people for whom the first two houses go together."""
    rng, omega = np.random.default_rng(seed), np.eye(4)
    omega[0, 1] = omega[1, 0] = correlation
    eta = rng.multivariate_normal(np.zeros(4), 4 * omega, size=N_PEOPLE)
    theta = np.exp(eta) / np.exp(eta).sum(axis=1, keepdims=True)
    phi = survey().answer_prior / survey().answer_prior.sum(axis=-1, keepdims=True)
    return bh.Answers(draw_answers(theta, phi, rng), tuple(f"Person {n}" for n in range(N_PEOPLE))), theta


@pytest.fixture(scope="module")
def found():
    """Posteriors by correlation, and the true memberships."""
    pytest.importorskip("numpyro", reason="needs bayeshat[nuts]")
    quick = {"chains": 1, "tune": 40, "draws": 40, "max_draws": 40, "rng": 1}
    posteriors = {}
    for correlation in (0.95, 0.0):
        answers, theta = draw(correlation)
        posteriors[correlation] = bh.fit(survey(), answers, sampler="nuts-correlated", **quick), theta
    return posteriors


def test_the_sign_of_a_correlation_is_found(found):
    posterior, _ = found[0.95]
    assert posterior.correlation.shape == (1, 40, 4, 4)
    mean = posterior.correlation.mean(axis=(0, 1))
    others = mean[np.triu_indices(4, 1)][1:]
    assert mean[0, 1] > 0.2
    assert mean[0, 1] > others.max()
    np.testing.assert_allclose(np.einsum("...ii->...i", posterior.correlation), 1)


@pytest.mark.parametrize("correlation", [0.95, 0.0])
def test_labels_are_as_right_as_those_of_the_dirichlet_model(found, correlation):
    posterior, theta = found[correlation]
    usual = bh.fit(survey(), posterior.answers, membership="mixed", draws=300, rng=1)
    right, known = ((one.probabilities.argmax(axis=1) == theta.argmax(axis=1)).mean() for one in (posterior, usual))
    assert right > known - 0.1
    assert np.abs(posterior.theta_mean - theta).mean() < np.abs(usual.theta_mean - theta).mean() + 0.02


def test_correlations_are_kept_everywhere(found, tmp_path):
    posterior, _ = found[0.95]
    tree = posterior.to_datatree()
    assert tree["posterior"]["correlation"].dims == ("chain", "draw", "cluster", "other_cluster")
    assert "correlation[A, B]" in posterior.summary()["parameter"]
    posterior.save(tmp_path / "posterior.npz")
    with pytest.raises(bh.BayesHatError, match="houses that are not correlated"):
        predict_labels(posterior, posterior.answers.codes)
    np.testing.assert_array_equal(bh.Posterior.load(tmp_path / "posterior.npz").correlation, posterior.correlation)


@pytest.mark.parametrize(
    ("other", "message"),
    [
        ({"membership": "single"}, "must have mixed membership"),
        ({"known": np.repeat([0, -1], [3, N_PEOPLE - 3]), "membership": "mixed"}, "got known people"),
        ({"learn_from": 5}, "learn_from must be left out"),
    ],
)
def test_settings_that_do_not_go_with_correlated_houses(other, message):
    with pytest.raises(bh.BayesHatError, match=message):
        bh.fit(survey(), draw(0.0)[0], sampler="nuts-correlated", **other)
