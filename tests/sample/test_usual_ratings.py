"""The prior of ratings where a survey says nothing of its houses: where it holds, and what it is good for."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

import bayeshat as bh
from bayeshat.sample import model
from bayeshat.sample.model import with_usual_ratings

QUICK = {"tune": 5, "draws": 5, "max_draws": 5, "chains": 2, "rng": 1, "threads": 1}
TABLE = {
    "name": [f"Person {n}" for n in range(12)],
    "How loud may it be?": [5, 4, 5, 4, 5, 5, 4, 3, 5, 4, "", 4],
    "Height in cm": [160.5, 171.2, 182.1, 155.8, 164.4, 190.3, 175.9, 168.7, 159.1, 181.6, 177.3, 166.2],
    "Tea?": ["yes", "no"] * 6,
}
LOUD, HEIGHT, TEA = 0, 1, 2


def prior_of(survey, question, **how):
    """Return the prior that a question has in every house when people are sorted."""
    rows = bh.fit(survey, TABLE, **QUICK, **how).survey.answer_prior[:, question, :4]
    assert (rows == rows[0]).all()
    return rows[0]


@pytest.fixture
def survey():
    return bh.Survey.from_answers(TABLE, 3)


@pytest.mark.parametrize("membership", ["single", "mixed"])
def test_ratings_are_expected_around_everybodys(survey, membership):
    given = [cell for cell in TABLE["How loud may it be?"] if cell != ""]
    mean, strength, shape, scale = prior_of(survey, LOUD, membership=membership)
    within = scale / shape
    assert mean == pytest.approx(np.mean(given))
    # Within houses and between them, the variance is that of everybody.
    assert within * (1 + 1 / strength) == pytest.approx(np.var(given))
    assert (strength, shape) == pytest.approx((2, 16))


def test_other_numbers_keep_their_prior(survey):
    assert prior_of(survey, HEIGHT).tolist() == survey.answer_prior[0, HEIGHT, :4].tolist()


def test_what_is_stated_or_known_comes_first(survey):
    flat = survey.answer_prior[0, LOUD, :4]
    assert prior_of(replace(survey, learns_favourites=False), LOUD).tolist() == flat.tolist()
    assert prior_of(survey, LOUD, known=np.r_[0, 1, 2, np.full(9, -1)]).tolist() == flat.tolist()
    stated = survey.answer_prior.copy()
    stated[:, LOUD, :4] = [4, 3, 2, 1]
    assert prior_of(replace(survey, answer_prior=stated), LOUD).tolist() == [4, 3, 2, 1]
    some = survey.answer_prior.copy()
    some[0, TEA, :2] = [3, 1]  # which says something of the first house
    told = replace(survey, answer_prior=some)
    assert with_usual_ratings(told, bh.read_answers(TABLE, told)) is told


@pytest.mark.parametrize("cells", [[4] * 12, [""] * 12], ids=["the same", "none"])
def test_ratings_that_do_not_vary_keep_the_flat_prior(survey, cells):
    same = bh.read_answers({**TABLE, "How loud may it be?": cells}, survey)
    assert with_usual_ratings(survey, same) is survey


def rated(n_people, seed):
    """Eight ratings from 1 to 5 by people of three groups, most of them high."""
    rng = np.random.default_rng(seed)
    truth = rng.permutation(np.arange(n_people) % 3)
    means = rng.normal(4.0, 0.5, 8) + rng.normal(0, 0.7, (3, 8))
    given = np.clip(np.rint(means[truth] + rng.normal(0, 1, (n_people, 8))), 1, 5).astype(int)
    table = {f"How much {q}?": given[:, q].tolist() for q in range(8)}
    return {"name": [f"Person {n}" for n in range(n_people)], **table}, truth


@pytest.mark.long
def test_claims_are_nearer_to_the_truth(monkeypatch):
    """The mean squared error of everybody's chance of being right, over data sets of 40 people."""
    error = {"usual": [], "flat": []}
    for seed in range(4):
        table, truth = rated(40, [5, seed])
        sizes = np.bincount(truth).tolist()
        survey = bh.Survey.from_answers(table, 3)
        for name, prior in (("usual", with_usual_ratings), ("flat", lambda survey, *_: survey)):
            monkeypatch.setattr(model, "with_usual_ratings", prior)
            posterior = bh.fit(survey, table, tune=200, draws=100, max_draws=100, rng=1, threads=1)
            decision = bh.decide(posterior, sizes, rng=1, threads=1)
            shared = np.zeros((3, 3))
            np.add.at(shared, (decision.labels, truth), 1)
            right = linear_sum_assignment(shared, maximize=True)[1][decision.labels] == truth
            chances = decision.chances()[np.arange(40), decision.labels]
            error[name].append(((chances - right) ** 2).mean())
    assert np.mean(error["usual"]) < np.mean(error["flat"]) - 0.02
