import numpy as np
import pandas as pd
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import bayeshat as bh

QUICK = {"chains": 2, "tune": 60, "draws": 60, "max_draws": 60}

NOT_OURS = {"check_clustering": "the check wants blobs of continuous values found; here every value is a category"}


@parametrize_with_checks([bh.SortingHat(n_groups=2, **QUICK)], expected_failed_checks=lambda _: NOT_OURS)
def test_scikit_learn(estimator, check):
    check(estimator)


def answers(n=40, seed=0):
    """Two kinds of people who answer six questions differently."""
    rng = np.random.default_rng(seed)
    kind = np.arange(n) % 2
    flip = rng.random((n, 6)) < 0.1
    return kind, np.where((kind[:, None] == 1) ^ flip, "yes", "no").astype(object)


def test_clear_kinds_are_found_and_predicted():
    kind, table = answers()
    hat = bh.SortingHat(n_groups=2, tune=300, draws=300, random_state=1).fit(table)
    assert bh.variation_of_information(hat.labels_, kind) == pytest.approx(0, abs=1e-9)
    assert hat.decision_.sizes.tolist() == [20, 20]
    new_kind, new = answers(seed=1)
    probabilities = hat.predict_proba(new)
    assert np.allclose(probabilities.sum(axis=1), 1)
    same = (hat.predict(new) == hat.labels_[0]) == (new_kind == kind[0])
    assert same.mean() > 0.9


def test_mixed_membership_predicts_too():
    kind, table = answers()
    hat = bh.SortingHat(n_groups=2, membership="mixed", membership_prior=0.3, tune=300, draws=300).fit(table)
    same = (hat.predict(table) == hat.labels_[0]) == (kind == kind[0])
    assert same.mean() > 0.9


def test_frames_with_gaps_and_new_values():
    _, table = answers()
    frame = pd.DataFrame(table, columns=list("abcdef"))
    frame.loc[0, "a"] = None
    hat = bh.SortingHat(n_groups=2, **QUICK).fit(frame)
    assert hat.feature_names_in_.tolist() == list("abcdef")
    frame.loc[1, "b"] = "perhaps"
    assert hat.predict(frame).shape == (40,)


def test_bad_options_speak():
    _, table = answers()
    with pytest.raises(bh.BayesHatError, match="50 groups for 40 people"):
        bh.SortingHat(n_groups=50, n_clusters=2, **QUICK).fit(table)
