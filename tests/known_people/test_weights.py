"""Weights of questions: zero for noise, shared among copies, one where nothing is gained."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import check_grad

import bayeshat as bh
from bayeshat.errors import InputError
from bayeshat.known_people import weights as question_weights
from bayeshat.known_people.lesson import take_lesson
from bayeshat.known_people.people import KnownPeople
from bayeshat.known_people.weights import FEWEST, learn_weights
from bayeshat.words.voice import speaking
from known_people.cohorts import draw_cohort


@pytest.fixture(scope="module")
def copied():
    """Learned weights of 400 people: six telling questions, three copies of the first, four of noise."""
    survey, answers, houses = draw_cohort(1, 400, copies=3, noise=4)
    return survey, answers, houses, learn_weights(survey, answers, houses)


def test_noise_counts_nothing_and_copies_share():
    """Over 30 cohorts 87 % of noise had weight 0, and 0.08 on average; four copies had 0.29 each, other questions 0.92.

    The standard deviations between cohorts were 0.15, 0.11, 0.04 and 0.05.
    """
    copies, telling, noise = [0, 6, 7, 8], [1, 2, 3, 4, 5], [9, 10, 11, 12]
    found = [learn_weights(*draw_cohort(seed, 400, copies=3, noise=4)) for seed in range(2)]
    weights = np.array([one.weights for one in found])
    assert all(one.learned for one in found)
    assert (weights[:, noise] == 0).mean() >= 0.5
    assert weights[:, noise].mean() < 0.3
    assert np.ptp(weights[:, copies], axis=1).max() <= 0.01
    assert weights[:, copies].mean() == pytest.approx(0.27, abs=0.1)
    assert weights[:, telling].mean() > 0.75


def test_what_each_question_contributes_is_told(copied):
    survey, _, _, found = copied
    table = found.table(survey)
    assert table["fall of log score"] == sorted(table["fall of log score"], reverse=True)
    told = dict(zip(table["question"], table["without it"], strict=True))
    assert {told[f"Question {q}?"] for q in (9, 10, 11, 12)} == {"no difference"}
    assert "worse" in told["Question 3?"]
    with speaking(language="de"):
        assert {"kein Unterschied"} < set(found.table(survey)["without it"])


@pytest.mark.long
def test_two_copies_count_half_each():
    survey, answers, houses = draw_cohort(3, 400, copies=1)
    found = learn_weights(survey, answers, houses)
    assert found.weights[[0, 6]].tolist() == pytest.approx([0.5, 0.5], abs=0.12)


@pytest.mark.long
def test_the_order_of_people_and_the_seed_matter_little(copied):
    survey, answers, houses, found = copied
    order = np.random.default_rng(0).permutation(len(houses))
    mixed = replace(answers, codes=answers.codes[order])
    again = learn_weights(survey, mixed, houses[order], rng=5)
    np.testing.assert_allclose(again.weights[:9], found.weights[:9], atol=0.2)
    assert learn_weights(survey, answers, houses).weights.tolist() == found.weights.tolist()


def test_questions_that_repeat_nothing_count_fully():
    """Where the model is right, powers gain nothing; over 40 cohorts they were learned in none."""
    survey, answers, houses = draw_cohort(5, 200, telling=5)
    found = learn_weights(survey, answers, houses)
    assert not found.learned
    assert (found.weights == 1).all()
    assert f"{found.right} of 200 ended up in their right group" in " ".join(map(str, found.notes()))


def test_weights_are_left_alone():
    survey, answers, houses = draw_cohort(1, 60, copies=3)
    assert (learn_weights(survey, answers, houses, "off").weights == 1).all()
    few = learn_weights(
        survey, bh.Answers(answers.codes[: FEWEST - 1], answers.names[: FEWEST - 1]), houses[: FEWEST - 1]
    )
    assert (few.weights == 1).all()
    assert " ".join(map(str, few.notes())) == "Weights of questions are only learned from 20 people or more."
    own = replace(survey, questions=(replace(survey.questions[0], weight=2.0), *survey.questions[1:]))
    kept = learn_weights(own, answers, houses)
    assert kept.weights.tolist() == [2.0] + [1.0] * 8
    assert "own weights" in " ".join(map(str, kept.notes()))
    with pytest.raises(InputError, match="weights must be 'auto' or 'off'; got 'on'"):
        learn_weights(survey, answers, houses, "on")


def test_everybody_who_is_known_teaches_and_nobody_else():
    survey, answers, houses = draw_cohort(5, 60)
    labels = np.where(np.arange(60) < 40, houses, -1)
    lesson = take_lesson(KnownPeople(labels, answers.names), survey, answers, "auto", "auto", np.random.default_rng(1))
    assert set(houses[:40].tolist()) == {0, 1, 2}
    assert lesson.weights.n_people == 40


def test_the_slope_is_that_of_the_loss(monkeypatch):
    survey, answers, houses = draw_cohort(2, 40)
    rng = np.random.default_rng(0)
    scores = question_weights._score(survey, answers, houses, np.ones(6), rng)
    caught = {}

    def catch(loss, start, **_):
        caught["loss"] = loss
        return type("Found", (), {"x": start})

    monkeypatch.setattr("scipy.optimize.minimize", catch)
    question_weights._fit_weights(scores, 0.01, np.ones(6))
    loss = caught["loss"]
    point = rng.random(6)
    assert check_grad(lambda w: loss(w)[0], lambda w: loss(w)[1], point) < 1e-3


def test_everybody_is_judged_by_others_only():
    """A person whose answer nobody else gave learns nothing from themselves."""
    survey, answers, houses = draw_cohort(2, 40)
    codes = answers.codes.copy()
    codes[:, 0] = 0
    codes[0, 0] = 2
    scores = question_weights._score(
        survey, replace(answers, codes=codes), houses, np.ones(6), np.random.default_rng(0)
    )
    others = np.bincount(houses[scores.folds != scores.folds[0]], minlength=3)
    np.testing.assert_allclose(scores.features[0, :, 0], np.log(1 / (3 + others)))
