"""Numbers of known people: learned fully whatever their weight, with spreads that houses share where that is better."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.kinds.levels import code_numbers
from bayeshat.kinds.table import KINDS, flat_priors
from bayeshat.known_people.weights import learn_weights
from bayeshat.model.columns import columns_of, with_known_numbers
from bayeshat.model.prior import prior_from

HOUSES = (bh.Cluster("Red"), bh.Cluster("Blue"))


def ask_numbers(values):
    """Return a survey of numbers (N, Q) with flat priors, the answers, and everybody's house, in turn."""
    coded = [code_numbers(column) for column in values.T]
    questions = tuple(bh.Question(f"q{q}", f"Number {q}?", (), "number", (-4.0, 8.0)) for q in range(len(coded)))
    survey = bh.Survey("Numbers", questions, HOUSES, flat_priors(questions, 2), np.ones(2))
    codes, names = np.column_stack([codes for codes, _ in coded]), tuple(f"person {n}" for n in range(len(values)))
    return survey, bh.Answers(codes, names, levels=tuple(levels for _, levels in coded)), np.arange(len(values)) % 2


@pytest.fixture(scope="module")
def piled():
    """Return eight numbers of 120 people; in each house four of them are hardly ever other than 0."""
    rng = np.random.default_rng(1)
    other = np.array([[0.03] * 4 + [0.6] * 4, [0.6] * 4 + [0.03] * 4])[np.arange(120) % 2]
    return ask_numbers(np.where(rng.random((120, 8)) < other, rng.integers(1, 9, (120, 8)), 0).astype(float))


def test_known_numbers_teach_fully_whatever_their_weight(piled):
    """What is left over from the weights, and what the weights count, make up all answers."""
    survey, answers, houses = piled
    weights = (0.1, 0.0, 0.5, 1.0, 0.3, 0.3, 0.3, 0.3)
    asked = tuple(replace(one, weight=weight) for one, weight in zip(survey.questions, weights, strict=True))
    weighed = replace(survey, questions=asked)
    prior, columns = prior_from(weighed), columns_of(weighed, answers)
    known = np.where(np.arange(len(houses)) < 90, houses, -1)
    after = with_known_numbers(prior, answers.codes, columns, known).answer_prior
    [group], there = columns.slots.numbers, known >= 0
    some, whole = (
        columns.slots.count_answers(answers.codes[there], known[there], 2, each)
        for each in (columns.weights, np.ones(8))
    )
    width = group.n_levels
    found = group.kind.update(after, some[..., :width], group.numbers)
    np.testing.assert_allclose(found, group.kind.update(prior.answer_prior, whole[..., :width], group.numbers))
    assert with_known_numbers(prior, answers.codes, columns, None) is prior
    assert with_known_numbers(prior, answers.codes, columns_of(survey, answers), known) is prior


def test_a_fit_learns_known_numbers_fully(piled):
    """With a tenth of the answers, draws of the means would lie about three times as far apart."""
    survey, answers, houses = piled
    quick = {"chains": 2, "tune": 10, "draws": 200, "max_draws": 200, "known": houses, "rng": 1}
    light = replace(survey, questions=tuple(replace(one, weight=0.1) for one in survey.questions))
    spreads = [bh.fit(one, answers, **quick).phi[..., 0].std(axis=(0, 1)) for one in (survey, light)]
    np.testing.assert_allclose(spreads[1] / spreads[0], 1.0, atol=0.4)


def test_the_shared_spread_by_hand():
    """Squares about the houses' own means, 2 and 0 + 8, and those of the prior."""
    prior = np.tile([5.0, 0.1, 1.0, 3.0], (2, 1, 1))
    numbers, tally = np.array([[1.0, 3.0, 7.0]]), np.array([[[1, 1, 0]], [[0, 1, 1]]])
    found = KINDS["number"].share_spread(prior, tally, numbers, 8.0)
    np.testing.assert_allclose(found, np.tile([5.0, 0.1, 4.0, 4.0 * (6 + 2 + 8) / (2 + 2)], (2, 1, 1)))
    rates = np.ones((2, 1, 2))
    assert KINDS["count"].share_spread(rates, tally, numbers, 8.0) is rates


def test_houses_share_spreads_where_that_sorts_better(piled):
    survey, answers, houses = piled
    found = learn_weights(survey, answers, houses)
    assert found.shared_prior is not None
    assert "vary about as much in every group" in " ".join(map(str, found.notes()))
    prior = found.apply(survey).answer_prior
    np.testing.assert_array_equal(prior[0], prior[1])
    assert (prior[..., 2] == 4.0).all()


def test_houses_keep_spreads_that_tell_them_apart():
    """Both houses have the same mean: only their spreads tell them apart, and priors of their own stay."""
    values = np.random.default_rng(2).normal(2, np.tile([[1.0], [4.0]], (40, 1)), (80, 4))
    survey, answers, houses = ask_numbers(values)
    assert learn_weights(survey, answers, houses).shared_prior is None
    own = survey.answer_prior.copy()
    own[1, :, 0] += 1
    told = replace(survey, answer_prior=own)
    assert learn_weights(told, answers, houses).shared_prior is None
    assert learn_weights(survey, answers, houses, "off").shared_prior is None


def test_a_learned_survey_has_the_shared_spreads(piled):
    """A number that one house never gave keeps a spread; a house with too few people keeps its prior."""
    survey, answers, houses = piled
    column = tuple(HOUSES[k].name for k in houses)
    given = replace(answers, extra={"team": column})
    shared, apart = (bh.learn_survey(survey, given, "team", weights=how).survey for how in ("auto", "off"))
    narrow = np.s_[0, :4]
    spreads = [np.sqrt(one.answer_prior[..., 3] / one.answer_prior[..., 2])[narrow] for one in (shared, apart)]
    assert (spreads[0] > spreads[1]).all()
    few = tuple(HOUSES[0].name if n < 30 else HOUSES[1].name if n < 35 else "" for n in range(len(houses)))
    learned = bh.learn_survey(survey, replace(answers, extra={"team": few}), "team").survey
    np.testing.assert_array_equal(learned.answer_prior[1], survey.answer_prior[1])


@pytest.mark.long
def test_the_shared_spread_of_a_learned_survey_gives_nobody_away(piled):
    """Of Blue only two people answered the last question: what one of them said changes nothing for Red."""
    _, _, houses = piled
    scales = []
    for secret in (3.0, 40.0):
        rng = np.random.default_rng(1)
        other = np.array([[0.03] * 4 + [0.6] * 4, [0.6] * 4 + [0.03] * 4])[houses]
        values = np.where(rng.random((120, 8)) < other, rng.integers(1, 9, (120, 8)), 0).astype(float)
        few = np.where(houses == 0, 0.0, np.nan)
        few[[1, 3]] = 0.0, secret
        survey, answers, _ = ask_numbers(np.column_stack([values, few]))
        given = replace(answers, extra={"team": tuple(HOUSES[k].name for k in houses)})
        learned = bh.learn_survey(survey, given, "team")
        assert learned.weights.shared_prior is not None
        scales.append(learned.survey.answer_prior[0, 8].tolist())
    assert scales[0] == scales[1]
