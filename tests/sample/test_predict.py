"""Predictions against enumeration: every label of every answer is gone through, and phi is integrated by hand."""

from dataclasses import replace
from functools import lru_cache
from itertools import product
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import stats
from scipy.special import gammaln

from bayeshat.kinds.question import Question
from bayeshat.sample import predict
from bayeshat.sample.fit import fit
from bayeshat.sample.predict import dominant_probabilities, predict_labels, spread_draws
from bayeshat.survey.answers import Answers
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.spec import Survey
from sample.calibration import FAILURE_RATE

KINDS = [("mixed", "drawn"), ("mixed", "dominant"), ("single", "drawn")]
# Three people who were asked, and newcomers: with all answers, with one and with none.
ASKED = np.array([[0, 2, 1], [0, 1, -1], [1, 0, 1]], np.int16)
NEW = np.array([[0, 1, 1], [1, 2, 0], [-1, 2, -1], [-1, -1, -1]], np.int16)


def small_survey(n_clusters=2, alpha=0.4):
    """Clusters that the prior tells apart, so that their labels do not switch."""
    answer_prior = np.zeros((n_clusters, 3, 3))
    for k, (q, n_options) in product(range(n_clusters), enumerate((2, 3, 2))):
        answer_prior[k, q, :n_options] = 0.5
        answer_prior[k, q, (k + q) % n_options] += 1 + k
    return Survey(
        title="small",
        questions=tuple(Question(f"q{q}", f"q{q}", tuple("abc"[:n])) for q, n in enumerate((2, 3, 2))),
        clusters=tuple(Cluster(f"c{k}") for k in range(n_clusters)),
        answer_prior=answer_prior,
        membership_prior=alpha * (1 + np.arange(n_clusters)),
    )


@lru_cache
def largest(*shape):
    """Return the probabilities of the largest of two Dirichlet parts; of more by sampling, to 0.001."""
    if len(shape) == 2:
        return np.array([stats.beta.sf(0.5, *shape), stats.beta.cdf(0.5, *shape)])
    drawn = np.random.default_rng(0).dirichlet(shape, 400_000).argmax(axis=1)
    return np.bincount(drawn, minlength=len(shape)) / len(drawn)


def log_beta(shape):
    return gammaln(shape).sum() - gammaln(shape.sum())


def enumerate_given_phi(codes, phi, weights, alpha, label):
    """Return p(answers, label | phi), (K,), of one person."""
    answers = [(q, v) for q, v in enumerate(codes) if v >= 0]
    n_clusters = len(alpha)
    if weights is not None:
        return weights * np.array([np.prod([phi[k, q, v] for q, v in answers]) for k in range(n_clusters)])
    labels = np.zeros(n_clusters)
    for path in product(range(n_clusters), repeat=len(answers)):
        shape = alpha + np.bincount(path, minlength=n_clusters)
        p = np.exp(log_beta(shape) - log_beta(alpha))
        p *= np.prod([phi[k, q, v] for k, (q, v) in zip(path, answers, strict=True)])
        labels += p * (largest(*shape) if label == "dominant" else shape / shape.sum())
    return labels


def enumerate_everything(survey, membership, label, new):
    """Return the exact probabilities of a newcomer's label, everything else summed and integrated out."""
    alpha, beta = survey.membership_prior, survey.answer_prior
    codes = np.vstack([ASKED, new])
    answered = [(n, q) for n, q in np.ndindex(codes.shape) if codes[n, q] >= 0]
    total = np.zeros(survey.n_clusters)
    for path in product(range(survey.n_clusters), repeat=len(answered) if membership == "mixed" else len(codes)):
        owner = dict(zip(answered, path, strict=True)) if membership == "mixed" else None
        counts = np.zeros(beta.shape)
        for n, q in answered:
            counts[owner[n, q] if owner else path[n], q, codes[n, q]] += 1
        people = [[k for (n, _), k in owner.items() if n == m] for m in range(len(codes))] if owner else [list(path)]
        shapes = [alpha + np.bincount(labels, minlength=survey.n_clusters) for labels in people]
        log_p = sum(log_beta(shape) for shape in shapes)
        for k, (q, v) in product(range(survey.n_clusters), enumerate((2, 3, 2))):
            log_p += log_beta((beta + counts)[k, q, :v])
        if not owner:
            total[path[-1]] += np.exp(log_p)
        else:
            own = shapes[-1]
            total += np.exp(log_p) * (largest(*own) if label == "dominant" else own / own.sum())
    return total / total.sum()


def some_draws(survey, membership, label, n_draws=6, seed=0):
    rng = np.random.default_rng(seed)
    phi = np.zeros((2, n_draws // 2, *survey.answer_prior.shape))
    for q, n in enumerate(survey.n_options):
        phi[..., q, :n] = rng.dirichlet(np.full(n, 0.5), (2, n_draws // 2, survey.n_clusters))
    weights = rng.dirichlet(np.ones(survey.n_clusters), (2, n_draws // 2)) if membership == "single" else None
    return SimpleNamespace(
        phi=phi,
        weights=weights,
        correlation=None,
        style=None,
        survey=survey,
        label=label,
        n_chains=2,
        n_draws=n_draws // 2,
        n_clusters=survey.n_clusters,
    )


@pytest.mark.parametrize(("membership", "label"), KINDS)
@pytest.mark.parametrize(("n_clusters", "alpha"), [(2, 0.4), (2, 0.05), (3, 0.7)])
def test_draws_are_weighted_and_labels_summed_out(membership, label, n_clusters, alpha):
    survey = small_survey(n_clusters, alpha)
    draws = some_draws(survey, membership, label)
    found = predict_labels(draws, NEW)
    phi, weights = draws.phi.reshape(6, n_clusters, 3, 3), [None] * 6
    if draws.weights is not None:
        weights = draws.weights.reshape(6, n_clusters)
    within = 0.004 if label == "dominant" else 1e-12
    for n, codes in enumerate(NEW):
        parts = [
            enumerate_given_phi(codes, p, w, survey.membership_prior, label) for p, w in zip(phi, weights, strict=True)
        ]
        labels = np.sum(parts, axis=0)
        np.testing.assert_allclose(found[n], labels / labels.sum(), atol=within)


@pytest.mark.parametrize("label", ["drawn", "dominant"])
@pytest.mark.parametrize("alpha", [0.05, 0.7])
def test_sampled_labels_agree_with_summed_ones(label, alpha, monkeypatch):
    """Sampling goes on until two halves differ by less than 0.01; of 288 probabilities the worst was 0.017 off."""
    draws = some_draws(small_survey(3, alpha), "mixed", label, n_draws=200)
    exact = predict_labels(draws, NEW)
    monkeypatch.setattr(predict, "STATES", 1)
    found = predict_labels(draws, NEW)
    np.testing.assert_allclose(found, exact, atol=0.03)
    assert np.abs(found - exact).max() > 1e-12
    alone = predict_labels(draws, NEW[1:2])  # whoever else is predicted
    np.testing.assert_array_equal(alone[0], found[1])


def predictive_p_value(membership, label, new):
    """Return how well the predictions of independent runs agree with enumeration, as a p-value of the worst part."""
    survey = small_survey()
    answers = Answers(ASKED, ("a", "b", "c"))
    options = {"membership": membership, "chains": 1, "tune": 100, "draws": 1000, "max_draws": 1000, "threads": 1}
    runs = [fit(survey, answers, rng=seed, **options) for seed in range(12)]
    found = [
        predict_labels(
            SimpleNamespace(
                **{
                    name: getattr(run, name)
                    for name in (
                        "phi",
                        "weights",
                        "correlation",
                        "style",
                        "survey",
                        "n_chains",
                        "n_draws",
                        "n_clusters",
                    )
                },
                label=label,
            ),
            new,
        )[:, 0]
        for run in runs
    ]
    exact = np.array([enumerate_everything(survey, membership, label, codes[None])[0] for codes in new])
    t = (np.mean(found, axis=0) - exact) / (np.std(found, axis=0, ddof=1) / np.sqrt(len(found)))
    return float(2 * stats.t.sf(np.abs(t).max(), len(found) - 1) * len(new))


@pytest.mark.parametrize(("membership", "label"), KINDS)
def test_predictions_agree_with_enumeration(membership, label):
    assert predictive_p_value(membership, label, NEW[:2]) > FAILURE_RATE


def test_draws_weighted_alike_do_not_agree(monkeypatch):
    average = predict._average
    monkeypatch.setattr(
        predict,
        "_average",
        lambda given, shares: average(given._replace(log_weight=0 * given.log_weight), shares),
    )
    assert predictive_p_value("single", "drawn", NEW[:2]) < FAILURE_RATE


@pytest.mark.parametrize("shape", [[0.001, 0.3], [0.05, 0.05], [20.0, 1.0], [1.0, 61.0]])
def test_dominant_cluster_of_two(shape):
    counts = np.array([[0, 0], [3, 1], [0, 8], [30, 30]])
    found = dominant_probabilities(np.array(shape), counts)
    exact = [stats.beta.sf(0.5, *(shape + count)) for count in counts]
    np.testing.assert_allclose(found[:, 0], exact, atol=3e-4)
    np.testing.assert_allclose(found.sum(axis=1), 1)


def test_labels_that_switch_are_undone_by_shares():
    survey = small_survey(3)
    draws = some_draws(survey, "mixed", "drawn")
    which = spread_draws(draws, 3)
    rng = np.random.default_rng(0)
    orders = np.array([rng.permutation(3) for _ in range(6)])
    flat = draws.phi.reshape(6, 3, 3, 3)
    switched = SimpleNamespace(**{**vars(draws), "phi": flat[np.arange(6)[:, None], orders].reshape(draws.phi.shape)})
    even = replace(survey, membership_prior=np.full(3, 0.4))
    plain, mixed_up, undone = (
        predict_labels(SimpleNamespace(**{**vars(given), "survey": even}), NEW, which=which, shares=shares)
        for given, shares in ((draws, None), (switched, None), (switched, np.eye(3)[orders]))
    )
    np.testing.assert_allclose(undone, plain, atol=1e-12)
    assert np.abs(mixed_up - plain).max() > 0.05
