import numpy as np
import pytest

from bayeshat.errors import ModelError
from bayeshat.model.columns import with_known
from bayeshat.model.prior import Prior, prior_from
from bayeshat.survey.spec import Survey


def test_prior_of_a_survey():
    survey = Survey.load("hogwarts")
    prior = prior_from(survey)
    assert prior.membership_prior.shape == (4,)
    assert prior.used.sum() == survey.n_options.sum()
    assert (prior.answer_prior[:, ~prior.used] == 0).all()
    assert len(np.unique(prior.alike)) == 4


def test_clusters_alike():
    beta = np.ones((3, 2, 2))
    beta[1, 0, 0] = 2
    assert Prior(np.ones(3), beta, [2, 2]).alike.tolist() == [0, 1, 0]
    assert Prior(np.array([1.0, 1.0, 2.0]), beta, [2, 2]).alike.tolist() == [0, 1, 0]
    beta[2] += 1e-9
    assert Prior(np.ones(3), beta, [2, 2]).alike.tolist() == [0, 1, 0]


def test_names_are_identified_if_no_two_clusters_are_alike():
    beta = np.ones((3, 2, 2))
    assert not Prior(np.ones(3), beta, [2, 2]).identified
    beta[1, 0, 0] = 2
    assert not Prior(np.ones(3), beta, [2, 2]).identified
    beta[2, 0, 1] = 2
    assert Prior(np.ones(3), beta, [2, 2]).identified
    assert Prior(np.ones(1), beta[:1], [2, 2]).identified


def test_a_known_cluster_counts_as_one_label_more():
    prior = Prior(np.array([1.0, 2.0]), np.ones((2, 1, 3)), [3])
    assert with_known(prior, None) is prior
    assert with_known(prior, np.array([1, -1, 0])).membership_prior.tolist() == [[1, 3], [1, 2], [2, 2]]


@pytest.mark.parametrize(
    ("alpha", "beta", "n_options", "message"),
    [
        ([1, 1], np.ones((2, 3)), [3, 3], r"answer_prior must have the shape \(cluster, question, option\).*\(2, 3\)"),
        ([1, 1, 1], np.ones((2, 1, 3)), [3], r"membership_prior must have one entry per cluster \(2\).*\(3,\)"),
        ([1, 1], np.ones((2, 1, 3)), [4], r"n_options must say .* got \[4\]"),
        ([1, 0], np.ones((2, 1, 3)), [3], r"membership_prior must be positive and finite; got 0"),
        ([1, 1], -np.ones((2, 1, 3)), [3], r"answer_prior must be positive and finite; got -1"),
        ([1, np.nan], np.ones((2, 1, 3)), [3], r"membership_prior must be positive and finite; got nan"),
    ],
)
def test_errors(alpha, beta, n_options, message):
    with pytest.raises(ModelError, match=message):
        Prior(np.array(alpha), beta, n_options)
