"""The kinds of questions: densities, draws and marginals that belong together, and a kind that a test adds."""

import numpy as np
import pytest
from scipy import stats
from scipy.special import gammaln

from bayeshat.model.columns import columns_for, columns_of
from bayeshat.model.kinds import KINDS, kind_of
from bayeshat.model.kinds.kind import Kind
from bayeshat.model.simulate import simulate
from bayeshat.model.slots import Slots
from bayeshat.sample.draws.predict import predict_labels
from bayeshat.sample.run import fit
from bayeshat.survey.spec import Cluster, Question, Survey
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


@pytest.mark.parametrize("name", KINDS)
def test_parameters_are_told_in_words(name):
    kind, question = KINDS[name], QUESTIONS[name]
    parameters = np.full(len(kind.parameter_names(question)), 0.4)
    assert any(sign.isdigit() for sign in kind.describe(parameters, question))


class Waiting(Kind):
    """Waiting times: exponential, with a gamma prior of their rate."""

    def n_prior(self, question):
        return 2

    def parameter_names(self, question):
        return ("rate",)

    def log_densities(self, parameters, numbers, xp=np):
        return xp.log(parameters) - parameters * numbers

    def update(self, prior, tally, numbers):
        return prior + np.stack([tally.sum(axis=-1), (tally * numbers).sum(axis=-1)], axis=-1)

    def draw(self, prior, tally, numbers, rng):
        shape, rate = np.moveaxis(self.update(prior, tally, numbers), -1, 0)
        return (rng.standard_gamma(shape) / rate)[..., None]

    def log_prior(self, parameters, prior):
        return stats.gamma.logpdf(parameters[..., 0], prior[..., 0], scale=1 / prior[..., 1])

    def log_marginal(self, prior, tally, numbers):
        a, b = prior[..., 0], prior[..., 1]
        n, total = tally.sum(axis=-1), (tally * numbers).sum(axis=-1)
        return a * np.log(b) - gammaln(a) + gammaln(a + n) - (a + n) * np.log(b + total)

    def simulate(self, parameters, question, rng):
        return rng.standard_exponential(parameters.shape[:-1]) / parameters[..., 0]

    def describe(self, parameters, question):
        return f"waits {1 / parameters[0]:.1f}"

    def site(self, numpyro, name, prior):
        return numpyro.sample(name, numpyro.distributions.Gamma(prior[..., :1], prior[..., 1:]).to_event(3))


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_a_new_kind_is_a_class_and_a_line_in_the_table(monkeypatch, membership):
    monkeypatch.setitem(KINDS, "waiting", Waiting())
    questions = tuple(Question(f"w{i}", f"Wait {i}?", (), "waiting") for i in range(6))
    prior = np.repeat(np.array([[[20.0, 100.0]], [[20.0, 2.0]]]), 6, axis=1)
    survey = Survey("Waiting", questions, (Cluster("patient"), Cluster("hasty")), prior, np.ones(2))
    drawn = simulate(survey, 40, rng=1, own=30, rest=0.3)
    posterior = fit(survey, drawn.answers, membership=membership, tune=200, draws=300, thin=1, rng=1)
    assert posterior.status.ok
    assert posterior.phi.shape[2:] == (2, 6, 1)
    assert (posterior.probabilities.argmax(axis=1) == drawn.truth).mean() > 0.9
    assert "phi[hasty, w3, rate]" in posterior.summary()["parameter"]
    assert posterior.phi.mean(axis=(0, 1))[:, 0, 0] == pytest.approx([0.2, 10], rel=0.5)
    newcomers = predict_labels(posterior, drawn.answers.codes, columns_of(survey, drawn.answers))
    assert (newcomers.probabilities.argmax(axis=1) == drawn.truth).mean() > 0.9


def test_a_rounded_count_keeps_its_mean_and_the_people_it_is_worth():
    """A mean of 2.70274 from 4.5678 people becomes 2.7 from 4.57."""
    short = KINDS["count"].rounded(np.array([[12.345576, 4.5678]]), QUESTIONS["count"])
    np.testing.assert_allclose(short, [[2.7 * 4.57, 4.57]])


def test_every_option_of_several_has_a_slot_of_its_own():
    """Columns of two questions may alternate: a slot is counted within its question."""
    asked = (QUESTIONS["choice"], QUESTIONS["several"], Question("t", "Which else?", ("a", "b", "c"), "several"))
    levels = (None,) * 6
    assert Slots(asked, np.array([0, 1, 1, 2, 2, 2]), levels).column_slots.tolist() == [0, 1, 2, 3, 4, 5]
    assert Slots(asked, np.array([2, 1, 2, 0, 1, 2]), levels).column_slots.tolist() == [3, 1, 4, 0, 2, 5]
    assert Slots(asked[:1], np.array([0, 0]), levels[:2]).column_slots.tolist() == [0, 0]


@pytest.mark.parametrize(("weights", "weighted"), [((1.0, 1.0), False), ((1.0, 0.5), True), ((0.5, 0.5), True)])
def test_weights_that_differ_from_one_count(weights, weighted):
    questions = tuple(Question(f"q{weight}{n}", "?", ("a", "b"), weight=weight) for n, weight in enumerate(weights))
    survey = Survey("Weights", questions, (Cluster("A"),), np.ones((1, 2, 2)), np.ones(1))
    assert columns_for(survey, np.array([0, 1])).weighted is weighted
