"""Power-scaling by weights finds those people whose likeliest house changes under the scaled prior, and nobody else."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats
from scipy.special import softmax

import bayeshat as bh
from bayeshat.checks import prior as room
from bayeshat.checks.prior import POWERS, PriorSensitivity, scaled_shares
from bayeshat.model.density import log_prior_of_answers
from bayeshat.model.prior import prior_from
from checks.designs import flatten
from sample.calibration import FAILURE_RATE
from sample.densities import log_marginal, log_prior

EVEN = bh.Survey.load("simulation-even")
SMALL = replace(EVEN, questions=EVEN.questions[:3], answer_prior=EVEN.answer_prior[:, :3])


def yes_no(prior, **about):
    """Return a survey of two houses whose questions have two options each, with these prior counts (2, Q, 2)."""
    counts = np.asarray(prior, dtype=float)
    questions = tuple(bh.Question(f"q{q}", "?", ("no", "yes")) for q in range(counts.shape[1]))
    return bh.Survey("Small", questions, (bh.Cluster("A"), bh.Cluster("B")), counts, np.ones(2), **about)


def people_with(codes):
    return bh.Answers(np.asarray(codes, dtype=np.int16), tuple(f"p{n}" for n in range(len(codes))))


# The survey expects that B says yes to both questions; the people say yes to one of them.
TOLD = yes_no([[[4, 2], [6, 2]], [[2, 4], [2, 6]]])
CONTRARY = people_with([[1, 0]] * 3 + [[0, 1]] * 2 + [[1, 1]])


def exact_shares(survey, codes, power):
    """Return P(z_n = k) under single membership, (N, K), from all labels; the prior to a power is Dirichlet again."""
    prior = prior_from(replace(survey, answer_prior=1 + power * (survey.answer_prior - 1)))
    labels = np.array(list(product(range(2), repeat=len(codes))))
    p = softmax([log_marginal(codes, z, prior) for z in labels])
    return np.stack([p @ (labels == k) for k in range(2)], axis=1)


def largest_error(posterior, power):
    """Return how many standard errors the weighted shares are away from the exact ones, at most."""
    shares, effective = scaled_shares(posterior, power)
    errors = np.sqrt(shares * (1 - shares) / effective)
    return (np.abs(shares - exact_shares(TOLD, CONTRARY.codes, power)) / errors).max()


def test_weights_do_what_another_prior_does(monkeypatch):
    # So many sweeps lie between two draws that they are as good as independent.
    posterior = bh.fit(TOLD, CONTRARY, membership="single", thin=30, rng=1)
    most = stats.norm.isf(FAILURE_RATE / (2 * 2 * CONTRARY.codes.size))
    for power in (0.3, 2.5):
        assert largest_error(posterior, power) < most
    # Its broken twin, for which all draws have the same prior density, misses both.
    monkeypatch.setattr(room, "log_prior_of_answers", lambda phi, _: np.zeros(phi.shape[:1]))
    for power in (0.3, 2.5):
        assert largest_error(posterior, power) > most


def with_draws(survey, phi, z, **about):
    """Return a posterior of one person, with these draws of the label (D,) and of the parameters (D, K, Q, M)."""
    answers = people_with([[0] * survey.n_questions])
    posterior = bh.fit(survey, answers, draws=4, tune=0, max_draws=4, chains=1, rng=1)
    return replace(posterior, phi=phi[None], z=np.asarray(z, np.uint8)[None, :, None], **about)


def edge(survey, n_in_a=204, **about):
    """Return a posterior with somebody who is in A in some of 400 draws, where houses answer clearly, else in B."""
    n_draws, in_a = 400, np.arange(400) < n_in_a
    clear, vague = np.array([[0.8, 0.2], [0.2, 0.8]]), np.array([[0.5, 0.5], [0.5, 0.5]])
    phi = np.where(in_a[:, None, None, None], clear[:, None], vague[:, None])
    return with_draws(survey, np.broadcast_to(phi, (n_draws, 2, 1, 2)), ~in_a, **about)


@pytest.mark.parametrize("learned", [True, False])
def test_a_prior_whose_shape_is_learned_counts(learned):
    """Known people name the houses. Flat priors to a power stay flat; a learned one favours clear answers."""
    posterior = edge(yes_no(np.ones((2, 1, 2)), learns_favourites=learned), taught=frozenset({0, 1}))
    found = bh.prior_sensitivity(posterior)
    named = {(change.house, change.other) for change in found.changes}
    assert named == ({("A", "B")} if learned else set())
    log_priors = log_prior_of_answers(posterior.phi[0], posterior.prior)
    assert (np.ptp(log_priors) > 0.1) == learned


def test_people_on_the_edge_are_named_with_the_power_that_moves_them():
    found = bh.prior_sensitivity(edge(yes_no([[[5, 2]], [[2, 5]]])))
    # Clear answers are likelier under this prior, so that the person moves to B if it counts less.
    [change] = found.changes
    assert (change.name, change.house, change.other, change.power) == ("p0", "A", "B", min(POWERS))
    assert str(change.sentence()) == "p0: A, but B if the survey's prior counted somewhat less."
    assert found.lines() == [change.sentence()]
    # Somebody who is in A a little less often moves there if the prior counts more.
    [change] = bh.prior_sensitivity(edge(yes_no([[[5, 2]], [[2, 5]]]), n_in_a=196)).changes
    assert (change.house, change.other, change.power) == ("B", "A", max(POWERS))
    assert str(change.sentence()) == "p0: B, but A if the survey's prior counted somewhat more."


def test_there_is_one_log_prior():
    """Of draws at once as of each, with a learned shape and a stated one; memberships add theirs."""
    counts = np.ones((2, 2, 2))
    counts[0, 1] = 3.0
    prior = prior_from(yes_no(counts, learns_favourites=True))
    phi = np.random.default_rng(1).dirichlet([1.0, 2.0], (3, 5, 2, 2))
    each = [log_prior(np.array([0.5, 0.5]), one, prior) for one in phi.reshape(-1, 2, 2, 2)]
    np.testing.assert_allclose(log_prior_of_answers(phi, prior).reshape(-1), each)


def test_nothing_is_said_of_groups_without_names_or_too_few_draws():
    posterior = bh.fit(flatten(SMALL), bh.simulate(SMALL, 20, rng=1).answers, rng=1, draws=50, tune=50, max_draws=50)
    assert bh.prior_sensitivity(posterior).changes == ()
    assert "does not say how its groups differ" in str(bh.prior_sensitivity(posterior).lines()[0])
    assert "too few draws" in str(PriorSensitivity((), 12.0).lines()[0])


@pytest.mark.parametrize("learned", [True, False])
def test_a_chance_that_is_stored_as_one_has_a_finite_density(learned):
    survey = yes_no([[[1.0, 1.0]], [[1.0, 1.0 if learned else 3.0]]], learns_favourites=learned)
    phi = np.array([[[[1.0, 0.0]], [[0.0, 1.0]]]])
    assert np.isfinite(log_prior_of_answers(phi, prior_from(survey))).all()
