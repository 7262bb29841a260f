"""The mathematics of the kinds of questions: densities, draws and marginals that belong together."""

import numpy as np
import pytest
from scipy import stats

from bayeshat.kinds.question import Question
from bayeshat.kinds.table import KINDS, kind_of
from sample.calibration import FAILURE_RATE

QUESTIONS = {
    "choice": Question("c", "Which?", ("a", "b", "c")),
    "several": Question("s", "Which ones?", ("a", "b"), "several"),
    "rating": Question("r", "How much?", (), "rating", (1.0, 5.0)),
    "number": Question("n", "How tall?", (), "number"),
    "count": Question("k", "How many?", (), "count"),
    "ranking": Question("o", "In which order?", ("a", "b"), "ranking"),
}
PRIORS = {
    "choice": np.array([0.5, 1.5, 2.0]),
    "several": np.array([0.5, 1.5, 2.0, 1.0]),
    "rating": np.array([2.5, 1.5, 3.0, 2.0]),
    "number": np.array([-1.0, 0.7, 2.5, 4.0]),
    "count": np.array([1.5, 0.4]),
    "ranking": np.array([0.5, 1.5]),
}
NUMBERS = np.array([0.0, 1.0, 3.0])
TALLIES = {
    "choice": np.array([[2.0, 0.0, 1.0]]),
    "several": np.array([[2.0, 1.0], [0.0, 3.0]]),
    "ranking": np.array([[1.0, 2.0]]),
}


def tally_of(name):
    return TALLIES.get(name, np.array([2.0, 0.0, 1.5]))


def likelihoods(name, tally, n, rng):
    """Return the likelihood of the answers under parameters drawn given a tally, (n,)."""
    kind, prior, shape = KINDS[name], np.tile(PRIORS[name], (n, 1)), tally_of(name).shape
    parameters = kind.draw(prior, np.broadcast_to(tally, (n, *shape)), NUMBERS, rng)
    logs = tally_of(name) * kind.log_densities(parameters, NUMBERS)
    return np.exp(logs.reshape(n, -1).sum(axis=1))


@pytest.mark.parametrize("name", KINDS)
def test_draws_marginals_and_densities_belong_together(name):
    """E[L] under the prior is the marginal m; E[L f] / m there is E[f] under the posterior, for f = L / (L + m).

    f is bounded, so that means have the errors that they seem to have.
    """
    kind, rng, sure = KINDS[name], np.random.default_rng(1), stats.norm.isf(FAILURE_RATE / 2)
    marginal = np.exp(kind.log_marginal(PRIORS[name], tally_of(name), NUMBERS))
    before = likelihoods(name, np.zeros_like(tally_of(name)), 200_000, rng)
    after = likelihoods(name, tally_of(name), 50_000, rng)
    assert abs(before.mean() - marginal) < sure * before.std() / np.sqrt(len(before))
    weighted, plain = before / marginal * before / (before + marginal), after / (after + marginal)
    error = np.hypot(weighted.std() / np.sqrt(len(weighted)), plain.std() / np.sqrt(len(plain)))
    assert abs(weighted.mean() - plain.mean()) < sure * error


@pytest.mark.parametrize("name", KINDS)
def test_prior_densities_are_those_of_scipy(name):
    """Against scipy's densities."""
    kind, prior = KINDS[name], PRIORS[name]
    if name == "count":
        assert kind.log_prior(np.array([2.0]), prior) == pytest.approx(stats.gamma(1.5, scale=1 / 0.4).logpdf(2.0))
    elif name in ("number", "rating"):
        mean, strength, shape, scale = prior
        found = kind.log_prior(np.array([0.3, 1.7]), prior)
        variance = stats.invgamma(shape, scale=scale).logpdf(1.7**2)
        assert found == pytest.approx(variance + stats.norm(mean, 1.7 / np.sqrt(strength)).logpdf(0.3))
    elif name == "several":
        p = np.array([0.3, 0.8])
        assert kind.log_prior(p, prior) == pytest.approx(stats.beta.logpdf(p, prior[:2], prior[2:]).sum())
    else:
        p = np.random.default_rng(0).dirichlet(prior)
        assert kind.log_prior(p, prior) == pytest.approx(stats.dirichlet.logpdf(p, prior))


def test_densities_are_those_of_scipy():
    x = np.array([0.0, 1.0, 7.0])
    normal = KINDS["number"].log_density(np.array([2.0, 1.5, 99.0]), QUESTIONS["number"], x)
    assert normal == pytest.approx(stats.norm(2, 1.5).logpdf(x))
    assert KINDS["count"].log_density(np.array([2.5]), QUESTIONS["count"], x) == pytest.approx(
        stats.poisson(2.5).logpmf(x)
    )
    income = Question("i", "Income?", (), "number", log=True)
    logs = KINDS["number"].log_density(np.array([1.0, 0.5]), income, np.array([1.0, 3.0]))
    assert logs == pytest.approx(stats.norm(1, 0.5).logpdf(np.log([1.0, 3.0])))
    ticked = KINDS["several"].log_densities(np.array([0.25, 1.0]), NUMBERS)
    assert np.exp(ticked) == pytest.approx(np.array([[0.75, 0.25], [0.0, 1.0]]), abs=1e-15)


def test_the_density_of_a_new_number_has_the_predictive_mean_and_spread():
    """Of a mean of -1 from 0.7 people and a variance of 4 / 2.5, and on a log scale of the logarithm."""
    expected = stats.norm(-1, np.sqrt(4 / 2.5 * (1 + 1 / 0.7)))
    number, income = QUESTIONS["number"], Question("i", "Income?", (), "number", log=True)
    assert KINDS["number"].number_density(number, PRIORS["number"], 2.5) == pytest.approx(expected.pdf(2.5))
    assert KINDS["number"].number_density(income, PRIORS["number"], 2.5) == pytest.approx(expected.pdf(np.log(2.5)))
    count = stats.nbinom(1.5, 0.4 / 1.4)
    assert KINDS["count"].number_density(QUESTIONS["count"], PRIORS["count"], 3.0) == pytest.approx(count.pmf(3))


def test_a_rating_without_order_is_a_choice():
    assert kind_of(Question("r", "?", ("low", "high"), "rating", (1.0, 4.0), bins=(2.0,))) is not KINDS["rating"]
    assert kind_of(QUESTIONS["rating"]) is KINDS["rating"]


@pytest.mark.parametrize("name", KINDS)
def test_what_is_simulated_has_the_means_of_its_parameters(name):
    kind, rng = KINDS[name], np.random.default_rng(2)
    parameters = {"choice": [0.2, 0.3, 0.5], "several": [0.2, 0.7], "ranking": [0.4, 0.6], "count": [2.5]}
    own = np.array(parameters.get(name, [2.5, 0.8]))
    n_columns = kind.n_columns(QUESTIONS[name])
    drawn = kind.simulate(np.broadcast_to(own, (20_000, n_columns, len(own))), QUESTIONS[name], rng)
    means = {"choice": [1.3], "several": [0.2, 0.7], "ranking": [0.6]}
    # Ratings are rounded and cut off at the ends of the scale, which moves their mean a little.
    slack = 0.05 if name == "rating" else 0.0
    error = stats.norm.isf(FAILURE_RATE / 2) * drawn.std(axis=0) / np.sqrt(len(drawn)) + slack
    assert (np.abs(drawn.mean(axis=0) - means.get(name, [2.5])) < error).all()


def test_a_rounded_count_keeps_its_mean_and_the_people_it_is_worth():
    """A mean of 2.70274 from 4.5678 people becomes 2.7 from 4.57."""
    short = KINDS["count"].rounded(np.array([[12.345576, 4.5678]]), QUESTIONS["count"])
    np.testing.assert_allclose(short, [[2.7 * 4.57, 4.57]])
