"""The wrong membership is noticed; pairs of questions that the groups do not explain are found."""

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import bayeshat as bh
from bayeshat.checks import pairs
from bayeshat.checks.model import ModelCheck
from bayeshat.checks.one_group_each import LEVEL, check_one_group_each
from bayeshat.checks.pairs import check_pairs
from bayeshat.checks.replicates import memberships_in_draws
from bayeshat.survey.spec import parse_survey
from checks.designs import flatten, one_house_each
from sample.calibration import FAILURE_RATE
from sample.test_kinds_houses import houses_survey

EVEN, HOGWARTS = bh.Survey.load("simulation-even"), bh.Survey.load("hogwarts")
QUICK = {"chains": 2, "tune": 200, "draws": 200, "max_draws": 400}
SETS = 8


def count_wrong(survey, make, membership="single"):
    fits = (bh.fit(survey, make(seed), membership=membership, rng=seed, **QUICK) for seed in range(SETS))
    return sum(check_one_group_each(posterior).is_wrong for posterior in fits)


def test_mixed_memberships_fitted_with_single_ones_are_noticed():
    """The paper's design: 28 of 30 data sets were noticed."""
    found = count_wrong(EVEN, lambda seed: bh.simulate(EVEN, 20, rng=seed).answers)
    assert found >= stats.binom.ppf(FAILURE_RATE, SETS, 0.9)


def test_people_with_one_house_each_are_left_in_peace():
    wrong = count_wrong(EVEN, lambda seed: one_house_each(EVEN, 20, seed))
    assert wrong <= stats.binom.isf(FAILURE_RATE, SETS, LEVEL)
    assert wrong == 0


def test_numbers_and_known_people_are_checked_too():
    """60 people with numbers: 20 of 20 data sets were noticed, and none where everybody had one house.

    Of 20 people beside as many who are known, 10 of 20 and none.
    """
    asked = houses_survey()
    for own, rest, wrong in ((7, 1, True), (1e4, 1e-4, False)):
        drawn = bh.simulate(asked, 60, own=own, rest=rest, rng=1, missing=0.05).answers
        posterior = bh.fit(asked, drawn, membership="single", rng=1, **QUICK)
        assert check_one_group_each(posterior).is_wrong == wrong
    people = bh.simulate(EVEN, 120, rng=1)
    known = np.where(np.arange(120) % 2, people.truth, -1)
    posterior = bh.fit(EVEN, people.answers, membership="single", known=known, rng=1, **QUICK)
    assert check_one_group_each(posterior).is_wrong


def test_mixed_membership_is_not_told_to_be_mixed():
    assert count_wrong(EVEN, lambda seed: bh.simulate(EVEN, 20, rng=seed).answers, "mixed") == 0


def test_the_sentence_names_the_remedy():
    posterior = bh.fit(EVEN, bh.simulate(EVEN, 20, rng=1).answers, membership="single", rng=1, **QUICK)
    [told] = map(str, bh.check_model(posterior).warnings())
    assert told.endswith('Sort again with membership="mixed".')


def test_a_check_comes_back_from_plain_values():
    posterior = bh.fit(EVEN, bh.simulate(EVEN, 20, rng=1).answers, membership="single", rng=1, **QUICK)
    check = bh.check_model(posterior)
    again = ModelCheck.from_dict(json.loads(json.dumps(check.to_dict())))
    assert again.warnings() == check.warnings()
    assert again.pairs is None
    assert again.sentence() == check.sentence()
    assert again.odd_pairs == check.odd_pairs == ()


def fit_with_copy(copied):
    """Fit groups to answers of which, if asked for, the last question repeats the first."""
    answers = one_house_each(EVEN, 40, 2)
    codes = answers.codes.copy()
    if copied:
        codes[:, 9] = codes[:, 0]
    return bh.fit(EVEN, bh.Answers(codes, answers.names), membership="single", rng=1, **QUICK)


def test_a_question_that_repeats_another_is_found():
    check = check_pairs(fit_with_copy(True))
    worst = check.table()
    assert (worst["first"][0], worst["second"][0], worst["odd"][0]) == ("q1", "q10", True)
    assert "do not explain how some questions go together: q1 with q10" in str(check.sentence())
    assert check.odd_pairs[0] == ("q1", "q10")


def test_pairs_that_the_groups_explain_are_not_odd():
    check = check_pairs(fit_with_copy(False))
    assert not check.odd.any()
    assert str(check.sentence()).startswith("The groups explain")


def with_truth(template, drawn, *, single):
    """Return a posterior all of whose draws are the truth: its p-values are right if the check's reasoning is.

    If the model holds, the answers and the truth are distributed like the answers and any draw.
    """
    theta = np.eye(drawn.theta.shape[1])[drawn.truth] if single else drawn.theta
    return with_draws(template, drawn.answers, theta, drawn.phi, membership="single" if single else "mixed")


def with_draws(template, answers, theta, phi, **about):
    """Return a posterior with these memberships (N, K) and parameters in every draw."""
    labels = theta.argmax(axis=1).astype(np.uint8)
    draws = {"theta": theta, "z": labels, "phi": phi}
    repeated = {name: np.broadcast_to(values, (1, 60, *np.shape(values))) for name, values in draws.items()}
    return replace(template, answers=answers, **repeated, **about)


def pair_p_values(survey, *, single, sets, n_people=40):
    """Return the p-values of all pairs in simulated answers whose memberships are known."""
    template, values = None, []
    own, rest = (1e4, 1e-4) if single else (7.0, 1.0)
    for seed in range(sets):
        drawn = bh.simulate(survey, n_people, own=own, rest=rest, rng=seed, missing=0.05)
        if template is None:
            template = bh.fit(survey, drawn.answers, chains=1, tune=0, draws=4, max_draws=4, rng=1)
        values += check_pairs(with_truth(template, drawn, single=single), seed).table()["p_value"]
    return np.array(values)


@pytest.mark.parametrize("single", [True, False])
@pytest.mark.parametrize("survey", [EVEN, houses_survey()], ids=["choices", "all kinds"])
def test_p_values_are_right_where_the_model_holds(survey, single):
    """Twice a right p-value is below 0.05 in 2.5 of 100 cases; pairs of a survey are nearly independent."""
    values = pair_p_values(survey, single=single, sets=6)
    assert (values < 0.05).sum() <= stats.binom.isf(FAILURE_RATE, len(values), 0.025)
    assert (values < 0.9).sum() >= stats.binom.ppf(FAILURE_RATE, len(values), 0.4)


def test_a_check_without_groups_is_caught(monkeypatch):
    """Its broken twin predicts everybody's answers from all groups together, and finds that all goes together."""
    monkeypatch.setattr(
        pairs, "memberships_in_draws", lambda posterior, which, people, _: np.full((60, len(people), 3), 1 / 3)
    )
    values = pair_p_values(EVEN, single=True, sets=2)
    assert (values < 0.05).sum() > stats.binom.isf(FAILURE_RATE, len(values), 0.025)


def yes_no_survey(n_questions):
    questions = tuple(bh.Question(f"q{q}", "?", ("no", "yes")) for q in range(n_questions))
    prior = np.ones((2, n_questions, 2))
    prior[0, :, 0] = prior[1, :, 1] = 4.0
    return bh.Survey("Yes or no", questions, (bh.Cluster("A"), bh.Cluster("B")), prior, np.ones(2))


@pytest.mark.parametrize("membership", ["single", "mixed"])
def test_dependence_within_groups_is_found(membership):
    """Something that the groups know nothing of moves the first six questions, by turns to yes and to no."""
    rng, survey = np.random.default_rng(1), yes_no_survey(12)
    group, moved = rng.integers(2, size=(2, 200, 1))
    shift = 0.24 * np.where(moved == np.arange(12) % 2, 1, -1) * (np.arange(12) < 6)
    chances = np.where(group == 1, 0.75, 0.25) + shift
    answers = bh.Answers((rng.random((200, 12)) < chances).astype(np.int16), tuple(map(str, range(200))))
    posterior = bh.fit(survey, answers, membership=membership, rng=1, **QUICK)
    table = check_pairs(posterior).table()
    first, second, odd = (np.array(table[name]) for name in ("first", "second", "odd"))
    inside = np.isin(first, survey_ids(survey, 6)) & np.isin(second, survey_ids(survey, 6))
    # 15 pairs depend on each other; of 51 that do not, the false ones are a twentieth of those found.
    assert odd[inside].sum() >= 8
    assert odd[~inside].sum() <= 2


def survey_ids(survey, n_questions):
    return [question.id for question in survey.questions[:n_questions]]


NUMBERS = """
title = "Numbers"
[[houses]]
name = "A"
[[houses]]
name = "B"
[[questions]]
id = "height"
kind = "number"
text = "How tall?"
prior.A = { mean = 165, sd = 5, people = 20 }
prior.B = { mean = 185, sd = 5, people = 20 }
[[questions]]
id = "walks"
kind = "count"
text = "How many walks?"
prior.A = { mean = 8, people = 20 }
prior.B = { mean = 15, people = 20 }
[[questions]]
id = "mood"
kind = "rating"
text = "How happy?"
options = ["1", "2", "3", "4", "5", "6", "7"]
prior.A = { mean = 3, sd = 1, people = 20 }
prior.B = { mean = 5, sd = 1, people = 20 }
"""


@pytest.mark.parametrize(("one", "other"), [("height", "walks"), ("walks", "mood"), ("height", "mood")])
def test_numbers_counts_and_ratings_that_go_together_are_found(one, other):
    survey = parse_survey(NUMBERS, "a text")
    rng, group = np.random.default_rng(1), np.arange(120) % 2
    extra = {"height": rng.normal(size=120), "walks": rng.normal(size=120), "mood": rng.normal(size=120)}
    extra[other] = extra[one]
    table = {
        "height": 165 + 20 * group + 5 * extra["height"],
        "walks": np.maximum(8 + 7 * group + 3 * extra["walks"], 0).round().astype(int),
        "mood": np.clip(3 + 2 * group + extra["mood"], 1, 7).round().astype(int),
    }
    answers = bh.read_answers({name: values.tolist() for name, values in table.items()}, survey)
    template = bh.fit(survey, answers, membership="single", chains=1, tune=0, draws=4, max_draws=4, rng=1)
    phi = np.array([[[165, 5], [8, 0], [3, 1]], [[185, 5], [15, 0], [5, 1]]], dtype=float)
    posterior = with_draws(template, answers, np.eye(2)[group], phi)
    assert {frozenset(pair) for pair in check_pairs(posterior).odd_pairs} == {frozenset((one, other))}


def test_memberships_that_were_not_kept_go_with_the_parameters_of_their_draw():
    """In the second half of the draws the clusters have swapped names: memberships must follow."""
    answers = one_house_each(EVEN, 30, 1)
    kept = bh.fit(EVEN, answers, membership="mixed", rng=1, keep_theta=True, **QUICK)
    late = np.arange(kept.n_draws) >= kept.n_draws // 2
    turn = np.array([1, 2, 0])
    swapped = replace(
        kept,
        theta=None,
        phi=np.where(late[:, None, None, None], kept.phi[:, :, turn], kept.phi),
        survey=flatten(EVEN),
    )
    numbers = np.array([10, kept.n_draws - 10])
    theta = memberships_in_draws(swapped, (np.zeros(2, int), numbers), np.arange(30), np.random.default_rng(1))
    likeliest = kept.theta_mean.argmax(axis=1)
    assert (theta[0].argmax(axis=1) == likeliest).mean() > 0.8
    assert (turn[theta[1].argmax(axis=1)] == likeliest).mean() > 0.8


def test_false_discoveries_are_controlled():
    p_values = np.ones((4, 4))
    one, other = np.triu_indices(4, 1)
    p_values[one, other] = [0.001, 0.012, 0.03, 0.2, 0.5, 0.9]
    odd = pairs._odd_pairs(p_values)
    # Benjamini and Hochberg: 0.001 <= 0.05 / 6 and 0.012 <= 0.1 / 6, but 0.03 > 0.15 / 6.
    assert odd[one, other].tolist() == [True, True, False, False, False, False]
    assert (odd == odd.T).all()


def test_the_same_seed_gives_the_same_check():
    posterior = bh.fit(EVEN, bh.simulate(EVEN, 30, rng=1).answers, rng=1, **QUICK)
    assert bh.check_model(posterior, rng=5).to_dict() == bh.check_model(posterior, rng=5).to_dict()
