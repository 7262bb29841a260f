"""The prior of groups' shares where a survey says nothing of its houses: where it holds, and what it is good for."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import bayeshat as bh
from bayeshat.checks import number_of_groups
from bayeshat.sample.model import SHARE_PRIOR

QUICK = {"tune": 5, "draws": 5, "max_draws": 5, "chains": 2, "rng": 1, "threads": 1}


def asked(n_people, seed):
    """Ten questions to people of three groups, which differ around options that are popular with everybody."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.arange(n_people) % 3)
    popular = rng.dirichlet(np.ones(4), 10)
    phi = np.array([[rng.dirichlet(6 * row + 1e-3) for row in popular] for _ in range(3)])[truth]
    codes = (rng.random((n_people, 10, 1)) > phi.cumsum(axis=2)[:, :, :-1]).sum(axis=2)
    table = {f"Question {q}": [("red", "blue", "green", "grey")[code] for code in codes[:, q]] for q in range(10)}
    return {"name": [f"Person {n}" for n in range(n_people)], **table}, truth


def count_right(labels, truth):
    shared = np.zeros((3, 3))
    np.add.at(shared, (labels, truth), 1)
    return int(shared[linear_sum_assignment(shared, maximize=True)].sum())


TABLE, _ = asked(12, 1)


def shares_of(survey=None, **how):
    survey = bh.Survey.from_answers(TABLE, 3) if survey is None else survey
    return bh.fit(survey, TABLE, **QUICK, **how).survey.membership_prior.tolist()


def test_groups_of_which_nothing_is_said_have_the_usual_shares():
    assert shares_of() == [SHARE_PRIOR] * 3
    assert shares_of(membership="single") == [SHARE_PRIOR] * 3


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"membership": "mixed"}, 0.3),
        ({"size_prior": 6}, 2.0),
        ({"totals": [4, 4, 4]}, 0.3),
        ({"known": np.r_[0, 1, 2, np.full(9, -1)]}, 0.3),
    ],
)
def test_what_is_said_of_people_or_sizes_comes_first(how, expected):
    assert shares_of(**how) == pytest.approx([expected] * 3)


def test_stated_priors_keep_their_shares():
    survey = bh.Survey.from_answers(TABLE, 3)
    assert shares_of(replace(survey, learns_favourites=False)) == [0.3] * 3
    assert shares_of(replace(survey, membership_prior=np.array([2.0, 1.0, 1.0]))) == [2.0, 1.0, 1.0]
    stated = survey.answer_prior.copy()
    stated[0, 0, 0] = 4.5
    assert shares_of(replace(survey, answer_prior=stated), membership="single") == [0.3] * 3


def test_numbers_of_groups_are_compared_with_groups_that_may_be_empty(monkeypatch):
    pytest.importorskip("arviz_stats")
    fitted = []

    def fit(*args, **kwargs):
        fitted.append(bh.fit(*args, **kwargs))
        return fitted[-1]

    monkeypatch.setattr(number_of_groups, "fit", fit)
    few = {name: value for name, value in QUICK.items() if name != "rng"} | {"draws": 40, "max_draws": 40}
    bh.compare(None, TABLE, [1, 3], **few)
    bh.compare(None, TABLE, [2], **few, membership="mixed")
    bh.compare(None, TABLE, [2], **few, size_prior=8)
    told = [posterior.survey.membership_prior.tolist() for posterior in fitted]
    np.testing.assert_allclose(np.concatenate(told), [0.3] * 6 + [4.0] * 2)


def test_answers_in_partitions_keep_a_size_prior():
    dd = pytest.importorskip("dask.dataframe", reason="needs bayeshat[dask]")
    import pandas as pd

    words = {"Tea?": ["yes", "no", "yes", "no"] * 3, "Hat?": ["a hat", "none", "a cap"] * 4}
    frame = pd.DataFrame({"name": TABLE["name"], **words})
    survey = bh.Survey.from_answers(frame, 2)
    people = dd.from_pandas(frame, npartitions=2)
    for how, expected in (({}, SHARE_PRIOR), ({"size_prior": 8}, 4.0)):
        assert bh.fit(survey, people, **QUICK, **how).learned.survey.membership_prior.tolist() == [expected] * 2


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.filterwarnings("ignore::bayeshat.SeparationWarning")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, SHARE_PRIOR),
        ({"membership_prior": 0.5}, 0.5),
        ({"membership_prior": 0.5, "size_prior": 4}, 2.0),
        ({"membership": "mixed"}, 1.0),
        ({"membership": "mixed", "membership_prior": 0.5}, 0.5),
        ({"totals": [8, 4]}, 1.0),
    ],
)
def test_a_clusterer_takes_the_prior_that_is_asked_for(options, expected):
    pytest.importorskip("sklearn")
    few = {"tune": 5, "draws": 5, "max_draws": 15, "chains": 2, "n_jobs": 1}
    hat = bh.SortingHat(n_groups=2, **few, **options).fit([["a", "x"], ["b", "y"], ["a", "y"]] * 4)
    assert hat.posterior_.survey.membership_prior.tolist() == [expected] * 2


def test_more_people_are_right_where_answers_are_vague():
    """With 0.3 for each share, as before, at least one of three groups is empty in most draws."""
    right, empty = {"usual": 0, "small": 0}, {"usual": 0.0, "small": 0.0}
    for seed in range(2):
        table, truth = asked(60, [3, seed])
        survey = bh.Survey.from_answers(table, 3)
        for name, how in (("usual", {}), ("small", {"size_prior": 0.9})):
            posterior = bh.fit(survey, table, tune=96, draws=60, max_draws=60, rng=1, threads=1, **how)
            sizes = np.stack([(posterior.z == k).sum(axis=2) for k in range(3)])
            empty[name] += float((sizes.min(axis=0) == 0).mean()) / 2
            right[name] += count_right(bh.decide(posterior, [20, 20, 20], rng=1, threads=1).labels, truth)
    assert empty["usual"] < 0.5 < empty["small"]
    assert right["usual"] > right["small"] + 6
