from itertools import product

import numpy as np
import pytest
from scipy import stats

from bayeshat.errors import ModelError
from bayeshat.kinds.dirichlet import log_dirichlet
from bayeshat.model.density import log_likelihood, membership_probabilities
from bayeshat.model.prior import Prior
from sample.densities import log_joint, log_marginal, log_prior

CODES = np.array([[0, 2], [1, -1], [-1, -1], [1, 0]])
N, Q, K, V = 4, 2, 3, 3


@pytest.fixture
def drawn():
    rng = np.random.default_rng(3)
    theta, pi = rng.dirichlet(np.ones(K), N), rng.dirichlet(np.ones(K))
    phi = np.zeros((K, Q, V))
    phi[:, 0, :2], phi[:, 1] = rng.dirichlet(np.ones(2), K), rng.dirichlet(np.ones(3), K)
    return theta, pi, phi


def brute_force_mixed(theta, phi):
    """Sum over the cluster of every single answer."""
    answered = [(n, q) for n in range(N) for q in range(Q) if CODES[n, q] >= 0]
    total = 0.0
    for w in product(range(K), repeat=len(answered)):
        total += np.prod([theta[n, k] * phi[k, q, CODES[n, q]] for k, (n, q) in zip(w, answered, strict=True)])
    return np.log(total)


def brute_force_single(pi, phi):
    """Sum over the cluster of every person."""
    total = 0.0
    for z in product(range(K), repeat=N):
        p = 1.0
        for n, k in enumerate(z):
            p *= pi[k] * np.prod([phi[k, q, CODES[n, q]] for q in range(Q) if CODES[n, q] >= 0])
        total += p
    return np.log(total)


def test_against_sums_over_all_labels(drawn):
    theta, pi, phi = drawn
    assert log_likelihood(CODES, theta, phi) == pytest.approx(brute_force_mixed(theta, phi), rel=1e-12)
    assert log_likelihood(CODES, pi, phi, "single") == pytest.approx(brute_force_single(pi, phi), rel=1e-12)


def test_an_answer_given_twice_is_a_question_asked_twice(drawn):
    theta, pi, phi = drawn
    twice, questions = np.column_stack([CODES, CODES[:, 1]]), np.array([0, 1, 1])
    for weights, membership in ((theta, "mixed"), (pi, "single")):
        known = log_likelihood(twice, weights, phi[:, [0, 1, 1]], membership)
        assert log_likelihood(twice, weights, phi, membership, questions) == pytest.approx(known, rel=1e-12)
    again = membership_probabilities(twice, pi, phi, questions)[0]
    expected = pi * phi[:, 0, 0] * phi[:, 1, 2] ** 2
    assert again == pytest.approx(expected / expected.sum())


def test_the_order_of_several_answers_does_not_matter(drawn):
    theta, _, phi = drawn
    codes, questions = np.column_stack([CODES[:, 1], CODES, CODES[::-1, 1]]), np.array([1, 0, 1, 1])
    order = [2, 3, 0, 1]
    moved = log_likelihood(codes[:, order], theta, phi, columns=questions[order])
    assert log_likelihood(codes, theta, phi, columns=questions) == pytest.approx(moved, rel=1e-12)


def test_draws_at_once(drawn):
    theta, pi, phi = drawn
    both = np.stack([phi, phi[::-1]])
    for weights, membership in ((theta, "mixed"), (pi, "single")):
        together = log_likelihood(CODES, np.stack([weights, weights]), both, membership)
        assert together == pytest.approx([log_likelihood(CODES, weights, p, membership) for p in both], rel=1e-12)


def test_membership_probabilities_by_hand(drawn):
    _, pi, phi = drawn
    given = membership_probabilities(CODES, pi, phi)
    expected = pi * phi[:, 0, 0] * phi[:, 1, 2]
    assert given[0] == pytest.approx(expected / expected.sum())
    assert given[2] == pytest.approx(pi)


def test_prior_density_is_that_of_scipy(drawn):
    theta, pi, phi = drawn
    beta = np.where(np.arange(V) < np.array([2, 3])[:, None], 1.5, 0.0) * np.ones((K, 1, 1))
    prior = Prior(np.array([0.3, 1.0, 2.0]), beta, [2, 3])
    answers = sum(stats.dirichlet.logpdf(phi[k, q, :n], beta[k, q, :n]) for k in range(K) for q, n in enumerate((2, 3)))
    people = sum(stats.dirichlet.logpdf(t, prior.membership_prior) for t in theta)
    assert log_prior(theta, phi, prior) == pytest.approx(people + answers)
    assert log_joint(CODES, pi, phi, prior, "single") == pytest.approx(
        brute_force_single(pi, phi) + stats.dirichlet.logpdf(pi, prior.membership_prior) + answers
    )


def test_labels_with_the_rest_integrated_out(drawn):
    """Bayes' theorem: p(x, z) = p(π, φ) p(x, z | π, φ) / p(π, φ | x, z), for any π and φ; all four known."""
    _, pi, phi = drawn
    beta = np.where(np.arange(V) < np.array([2, 3])[:, None], 1.5, 0.0) * np.ones((K, 1, 1))
    prior = Prior(np.array([0.3, 1.0, 2.0]), beta, [2, 3])
    for z in (np.array([0, 2, 1, 0]), np.array([1, 1, 1, 1])):
        counts, given = np.zeros(beta.shape), 0.0
        for n, q in zip(*np.nonzero(CODES >= 0), strict=True):
            counts[z[n], q, CODES[n, q]] += 1
            given += np.log(phi[z[n], q, CODES[n, q]])
        after = Prior(prior.membership_prior + np.bincount(z, minlength=K), beta + counts, [2, 3])
        known = log_prior(pi, phi, prior) + np.log(pi[z]).sum() + given - log_prior(pi, phi, after)
        assert log_marginal(CODES, z, prior) == pytest.approx(known, rel=1e-12)


def test_dirichlet_at_the_edge():
    assert log_dirichlet(np.array([0.0, 1.0]), np.array([1.0, 1.0])) == pytest.approx(0.0)


def test_unknown_membership(drawn):
    theta, _, phi = drawn
    with pytest.raises(ModelError, match=r"membership must be 'mixed' or 'single'; got 'double'\. Take"):
        log_likelihood(CODES, theta, phi, "double")
