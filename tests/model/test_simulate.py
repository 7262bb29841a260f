from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bayeshat.errors import ModelError
from bayeshat.model.simulate import draw_answers, simulate
from bayeshat.survey.spec import Survey
from sample.calibration import FAILURE_RATE

EVEN = Survey.load("simulation-even")


def test_shapes_sizes_and_seed():
    drawn = simulate(EVEN, sizes=[8, 7, 5], rng=4)
    assert drawn.answers.codes.shape == (20, 10)
    assert drawn.answers.codes.dtype == np.int16
    assert len(set(drawn.answers.names)) == 20
    assert np.bincount(drawn.truth).tolist() == [8, 7, 5]
    assert drawn.truth.tolist() != sorted(drawn.truth)
    again = simulate(EVEN, sizes=[8, 7, 5], rng=np.random.default_rng(4))
    assert (again.answers.codes == drawn.answers.codes).all()


def test_sizes_are_the_surveys_own_or_as_equal_as_can_be():
    named = replace(EVEN, sizes=(9, 1, 0))
    assert np.bincount(simulate(named).truth, minlength=3).tolist() == [9, 1, 0]
    assert np.bincount(simulate(named, 11).truth).tolist() == [4, 4, 3]
    assert len(simulate(replace(EVEN, sizes=None)).truth) == 20


def test_options_stay_within_each_question():
    survey = Survey.load("hogwarts")
    drawn = simulate(survey, 300, missing=0.2, rng=1)
    assert (drawn.answers.codes < survey.n_options).all()
    assert drawn.phi.sum(axis=2) == pytest.approx(np.ones((4, 8)))
    missing = (drawn.answers.codes == -1).sum()
    assert (drawn.answers.codes >= -1).all()
    assert stats.binomtest(int(missing), 300 * 8, 0.2).pvalue > FAILURE_RATE


def test_people_belong_to_their_own_cluster():
    drawn = simulate(EVEN, 3000, own=7, rest=1, rng=2)
    own = drawn.theta[np.arange(3000), drawn.truth]
    assert stats.kstest(own, stats.beta(7, 2).cdf).pvalue > FAILURE_RATE


def test_answers_follow_the_mixture():
    theta = np.tile([0.3, 0.7], (5000, 1))
    phi = np.array([[[0.9, 0.1, 0.0]], [[0.2, 0.3, 0.5]]])
    codes = draw_answers(theta, phi, np.random.default_rng(0))
    expected = 5000 * (theta[0] @ phi[:, 0])
    assert stats.chisquare(np.bincount(codes[:, 0], minlength=3), expected).pvalue > FAILURE_RATE


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n_people": 0}, r"n_people must be a whole number of at least 1; got 0\. Use"),
        ({"sizes": [8, 7]}, r"sizes must be one whole number of at least 0 per cluster \(3\).*got \[8, 7\]\. Give"),
        ({"sizes": [8, 7, 5], "n_people": 30}, r"add up to the number of people \(30\); got 8\+7\+5 = 20\. Change"),
        ({"own": 0}, r"own must be a positive number; got 0\. The paper"),
        ({"rest": -1}, r"rest must be a positive number; got -1"),
        ({"missing": 2}, r"missing must be a probability, 0 to 1; got 2\. Use"),
    ],
)
def test_errors(options, message):
    with pytest.raises(ModelError, match=message):
        simulate(replace(EVEN, sizes=None), **options)
