"""Answer probabilities from a part of the people, labels of everybody given these."""

import numpy as np
import pytest
from scipy import stats

from bayeshat.errors import InputError
from bayeshat.model.columns import columns_of
from bayeshat.model.density import log_likelihood, membership_probabilities
from bayeshat.model.simulate import simulate
from bayeshat.sample.draws import Size
from bayeshat.sample.fit import fit
from bayeshat.sample.samplers import label_everybody
from bayeshat.sample.samplers.chain import unique_rows
from bayeshat.sample.samplers.gibbs import part_sizes
from bayeshat.sample.samplers.sampler import Info
from bayeshat.sample.samplers.table import SAMPLERS, Kind
from bayeshat.survey.answers import Answers
from bayeshat.survey.spec import Survey, parse_survey
from sample.calibration import FAILURE_RATE, draw_codes, draw_prior, small_prior
from sample.test_predict import enumerate_given_phi, small_survey

EVEN = Survey.load("simulation-even")
SHORT = {"chains": 2, "tune": 50, "draws": 60, "max_draws": 60, "rng": 3}


def test_the_status_says_from_how_many():
    answers = simulate(EVEN, 50, sizes=[20, 20, 10], rng=1).answers
    posterior = fit(EVEN, answers, learn_from=30, **SHORT)
    assert "The answer probabilities were learned from 30 of 50 people, chosen at random." in posterior.status.message
    assert posterior.z.shape == (2, 60, 50)
    everybody = fit(EVEN, answers, learn_from=50, **SHORT)
    assert "learned from" not in everybody.status.message
    assert (everybody.z == fit(EVEN, answers, **SHORT).z).all()


def test_many_people_are_learned_from_a_part_by_default(monkeypatch):
    monkeypatch.setattr("bayeshat.sample.settings.LEARN_ALL", 40)
    monkeypatch.setattr("bayeshat.sample.settings.LEARN_FROM", 12)
    answers = simulate(EVEN, 41, sizes=[20, 20, 1], rng=1).answers
    assert "from 12 of 41 people" in fit(EVEN, answers, **SHORT).status.message


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_draws_are_those_of_the_parameters_whatever_the_threads(membership, monkeypatch):
    monkeypatch.setattr(label_everybody, "BLOCK", 60)
    answers = simulate(EVEN, 700, sizes=[300, 300, 100], rng=1, missing=0.1).answers
    options = {**SHORT, "draws": 20, "max_draws": 20, "membership": membership, "learn_from": 40}
    one, two = (fit(EVEN, answers, threads=threads, **options) for threads in (1, 2))
    for name in ("z", "phi", "theta", "log_likelihood"):
        assert (getattr(one, name) == getattr(two, name)).all()
    weights = one.theta if membership == "mixed" else one.weights
    np.testing.assert_allclose(
        one.log_likelihood, log_likelihood(answers.codes, weights, one.phi, membership), rtol=1e-10
    )
    if membership == "single":
        given = membership_probabilities(answers.codes, one.weights, one.phi)
        np.testing.assert_allclose(one.theta, given, rtol=1e-8, atol=1e-12)


TEA = """
title = "Tea"
houses = ["Sea", "Hills"]
[[questions]]
id = "cups"
text = "How many cups?"
kind = "count"
prior.Sea = { mean = 1, people = 20 }
prior.Hills = { mean = 5, people = 20 }
[[questions]]
id = "kinds"
text = "Which kinds?"
kind = "several"
options = ["black", "green", "white"]
prior.Sea = { ticks = [8, 2, 1], people = 10 }
prior.Hills = { ticks = [2, 8, 1], people = 10 }
"""


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_draws_do_not_depend_on_how_many_tables_are_made_at_a_time(membership, monkeypatch):
    survey = parse_survey(TEA, "tea.toml")
    answers = simulate(survey, 50, rng=1, missing=0.1).answers
    options = {**SHORT, "membership": membership, "learn_from": 30}
    many = fit(survey, answers, **options)
    monkeypatch.setattr(label_everybody, "_TABLE_NUMBERS", 1)
    one = fit(survey, answers, **options)
    for name in ("z", "theta", "log_likelihood"):
        assert (getattr(one, name) == getattr(many, name)).all()
    weights, columns = one.theta if membership == "mixed" else one.weights, columns_of(survey, answers)
    known = log_likelihood(answers.codes, weights, one.phi, membership, columns)
    np.testing.assert_allclose(one.log_likelihood, known, rtol=1e-10)


def swap_clusters(monkeypatch):
    """Let labels be drawn as if the two clusters had each other's answer probabilities."""
    advance = label_everybody.advance_mixed

    def swapped(data, chain, store, pace, span):
        advance(data, chain, store._replace(phi=store.phi[:, ::-1].copy()), pace, span)

    monkeypatch.setattr(label_everybody, "advance_mixed", swapped)


def rank_p_value(n_simulations=400, n_draws=15, thin=5):
    """Return the p-value that true memberships have uniform ranks among draws given the true phi."""
    prior, rng, ranks = small_prior(), np.random.default_rng(1), []
    for _ in range(n_simulations):
        theta, labels, phi = draw_prior(prior, 1, "mixed", rng)
        draws = Size(1, n_draws * thin, 1, 2, 2, 3, False).allocate(1)
        codes = draw_codes(labels, phi, rng)
        every = np.broadcast_to(phi, draws.phi.shape)
        label_everybody.label_everybody(codes, prior, np.arange(2), every, None, draws, int(rng.integers(2**63)))
        ranks.append((draws.theta[0, ::thin, 0, 0] < theta[0, 0]).sum())
    return stats.chisquare(np.histogram(ranks, np.linspace(-0.5, n_draws + 0.5, 9))[0]).pvalue


def test_labels_given_phi_are_calibrated():
    assert rank_p_value() > FAILURE_RATE


@pytest.mark.long
def test_calibration_catches_wrong_labels(monkeypatch):
    swap_clusters(monkeypatch)
    assert rank_p_value() < FAILURE_RATE


def enumeration_p_value(n_draws=1000, n_batches=40):
    """Return how well mean memberships agree with those of every draw's phi, all labels gone through by hand."""
    survey = small_survey()
    codes = simulate(survey, 24, sizes=[12, 12], rng=2).answers.codes
    answers = Answers(codes, tuple(map(str, range(24))))
    options = {"chains": 2, "tune": 100, "draws": n_draws, "max_draws": n_draws, "keep_theta": True, "rng": 1}
    posterior = fit(survey, answers, membership="mixed", learn_from=16, **options)
    phi = posterior.phi.reshape(-1, *posterior.phi.shape[2:])
    p_values = []
    for n in range(2):
        exact = [enumerate_given_phi(codes[n], each, None, survey.membership_prior, "drawn") for each in phi]
        known = np.array([part[0] / part.sum() for part in exact])
        off = (posterior.theta[:, :, n, 0].reshape(-1) - known).reshape(n_batches, -1).mean(axis=1)
        p_values.append(stats.ttest_1samp(off, 0.0).pvalue)
    return 2 * min(p_values)


def test_memberships_are_those_given_each_draw():
    assert enumeration_p_value() > FAILURE_RATE


@pytest.mark.long
def test_enumeration_catches_wrong_labels(monkeypatch):
    swap_clusters(monkeypatch)
    assert enumeration_p_value(400) < FAILURE_RATE


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_people_shared_over_threads_give_the_same_bits(membership, monkeypatch):
    monkeypatch.setattr("bayeshat.sample.samplers.gibbs._SHARED_LABELS", 0)
    answers = simulate(EVEN, 600, sizes=[200, 200, 200], rng=1, missing=0.1).answers
    options = {**SHORT, "draws": 5, "max_draws": 10, "thin": 2, "tune": 3, "membership": membership}
    # Two chains are dealt out to one or two threads as they are; three threads share each chain's people.
    one, three = (fit(EVEN, answers, threads=threads, **options) for threads in (1, 3))
    for name in ("z", "phi", "theta", "theta_mean", "log_likelihood"):
        assert (getattr(one, name) == getattr(three, name)).all()


def test_chains_settle_on_growing_parts():
    assert part_sizes(449) == []
    assert part_sizes(450) == [300]
    assert part_sizes(20_000) == [300, 1000, 3000, 10_000]


def test_rows_are_numbered_by_their_first_person():
    codes = np.array([[1, 2], [-1, 0], [1, 2], [0, 0], [-1, 0]], np.int16)
    first, row = unique_rows(codes)
    assert first.tolist() == [0, 1, 3]
    assert row.tolist() == [0, 1, 0, 2, 1]
    wide = np.tile(codes, (1, 40))  # too many columns for one number each
    assert [part.tolist() for part in unique_rows(wide)] == [first.tolist(), row.tolist()]


class Still:
    """A sampler that never moves: everybody is in the first cluster."""

    def __init__(self, codes, prior, membership, generators, threads, columns, known):
        self.prior = prior

    def init(self, sweeps, tell):
        return sweeps

    def step(self, state, draws, thin, tell):
        draws.phi[:] = self.prior.used / self.prior.n_options[:, None]
        draws.theta[..., 0] = 1.0
        return state, Info(draws.log_likelihood.shape[1] * thin)


def test_a_sampler_is_one_line_in_the_table(monkeypatch):
    monkeypatch.setitem(SAMPLERS, "still", Kind(Still, tune=7))
    posterior = fit(EVEN, simulate(EVEN, rng=1).answers, sampler="still", draws=10, max_draws=10)
    assert posterior.sampler == "still"
    assert (posterior.z == 0).all()
    np.testing.assert_allclose(posterior.phi.sum(axis=-1), 1)
    with pytest.raises(InputError, match="must be 'gibbs' or 'nuts' or 'nuts-correlated' or 'still'; got 'moving'"):
        fit(EVEN, simulate(EVEN, rng=1).answers, sampler="moving")


def test_learn_from_must_be_a_number():
    with pytest.raises(InputError, match=r"learn_from must be a whole number of at least 1; got 0\. Use e\.g\. 20000"):
        fit(EVEN, simulate(EVEN, rng=1).answers, learn_from=0)
