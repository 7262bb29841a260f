"""NUTS by Geweke's joint test, simulation-based calibration and exact posteriors; and broken twins.

Each world has every kind of question, weights, answers left out, and a person whose group is known, unless houses are
correlated: that sampler takes no known people. Totals are not here. NUTS sums labels out one person at a time, which
totals forbid: it refuses them (`test_known_totals.py`).
"""

from importlib.util import find_spec

import numpy as np
import pytest

from bayeshat.model.prior import prior_from
from sample.calibration import FAILURE_RATE
from sample.kinds_exact import CODES, FEW, QUESTIONS, exact_means, means_p_value, small_survey
from sample.nuts_worlds import calibration_p_value, draw_posterior, geweke_p_value

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_spec("numpyro") is None, reason="needs bayeshat[nuts]"),  # imported where it is used
]


def people_elsewhere(given):
    return given._replace(known=np.where(given.known < 0, -1, 1 - given.known))


def weights_forgotten(given):
    return given._replace(weights=np.ones_like(given.weights))


def weights_doubled(given):
    return given._replace(weights=2 * given.weights)


def answers_forgotten(given):
    return given._replace(weights=np.zeros_like(given.weights))


# The prior numbers that the world has instead of those that NUTS believes in.
WRONG = {
    "choice": lambda prior: prior[::-1],
    "several": lambda prior: np.roll(prior, 2, axis=-1),
    "rating": lambda prior: prior * [1, 1, 1, 4],
    "number": lambda prior: prior * [1, 1, 1, 4],
    "count": lambda prior: prior * [2, 1, 1, 1],
    "ranking": lambda prior: prior[:, [2, 1, 0, 3]],
}


def wrong_prior(kind):
    prior = prior_from(small_survey()).answer_prior.copy()
    for q, question in enumerate(QUESTIONS):
        if question.kind == kind:
            prior[:, q] = WRONG[kind](prior[:, q])
    return prior


# NUTS is compiled once for each of three models: tests that share one stand together.


def test_geweke_under_mixed_membership():
    assert geweke_p_value("mixed") > FAILURE_RATE


@pytest.mark.parametrize("told", [people_elsewhere, weights_doubled, answers_forgotten])
def test_geweke_catches_what_is_told_wrong_under_mixed_membership(told):
    assert geweke_p_value("mixed", told) < FAILURE_RATE


@pytest.mark.parametrize("kind", WRONG)
def test_geweke_catches_a_wrong_prior_of_each_kind(kind):
    assert geweke_p_value("mixed", answer_prior=wrong_prior(kind)) < FAILURE_RATE


def test_calibration_under_mixed_membership():
    assert calibration_p_value("mixed") > FAILURE_RATE


def test_calibration_catches_forgotten_weights():
    assert calibration_p_value("mixed", weights_forgotten) < FAILURE_RATE


def test_exact_posterior_under_mixed_membership():
    right, without_weights, of_people_elsewhere = exactness_of("mixed", FEW, [1, 2, 1, 0, 1, 1, 1], [1, -1])
    assert right > FAILURE_RATE
    assert without_weights < FAILURE_RATE
    assert of_people_elsewhere < FAILURE_RATE


def exactness_of(case, codes, weights, known):
    """Return the p-values that draws have the means of a posterior: the right one, and two with something forgotten."""
    weights, known = np.array(weights, dtype=float), np.array(known)
    drawn = draw_posterior(case, codes, weights, known)
    believed = [(weights, known), (np.ones(7), known), (weights, np.where(known < 0, -1, 1 - known))]
    return [means_p_value(drawn, exact_means(case, codes, *one), n_batches=32) for one in believed]


def test_exact_posterior_under_single_membership():
    """Weights need not be whole."""
    weights = [0.5, 1.7, 2.5, 0.0, 1.5, 1.0, 0.7]
    right, without_weights, of_people_elsewhere = exactness_of("single", CODES, weights, [1, -1, 0])
    assert right > FAILURE_RATE
    assert without_weights < FAILURE_RATE
    assert of_people_elsewhere < FAILURE_RATE


def test_geweke_under_single_membership():
    assert geweke_p_value("single") > FAILURE_RATE


@pytest.mark.parametrize("told", [people_elsewhere, answers_forgotten])
def test_geweke_catches_what_is_told_wrong_under_single_membership(told):
    assert geweke_p_value("single", told) < FAILURE_RATE


def test_calibration_under_single_membership():
    assert calibration_p_value("single") > FAILURE_RATE


def test_calibration_catches_people_told_to_be_elsewhere():
    assert calibration_p_value("single", people_elsewhere) < FAILURE_RATE


def test_geweke_with_correlated_houses():
    assert geweke_p_value("correlated") > FAILURE_RATE


@pytest.mark.parametrize("broken", [{"told": answers_forgotten}, {"mean_spread": 3.0}], ids=["answers", "means"])
def test_geweke_catches_forgotten_answers_and_means_that_spread_too_little(broken):
    assert geweke_p_value("correlated", **broken) < FAILURE_RATE


def test_calibration_with_correlated_houses():
    assert calibration_p_value("correlated") > FAILURE_RATE


def test_calibration_catches_means_that_spread_too_little():
    assert calibration_p_value("correlated", mean_spread=3.0) < FAILURE_RATE
