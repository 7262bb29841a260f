"""Corrections that known people teach: the regression, what it adds to chances, and where it is kept."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.checks.pairs import check_pairs
from bayeshat.errors import SurveyError
from bayeshat.kinds.table import flat_priors
from bayeshat.known_people import weights
from bayeshat.known_people.corrections import Choice, Regression, choose_corrections, design_columns, fit_corrections
from bayeshat.known_people.weights import learn_weights
from bayeshat.model.columns import columns_of
from bayeshat.model.corrected import add_up, added_by_code, correct, mark_answers
from bayeshat.model.density import membership_probabilities
from bayeshat.sample.model import Model
from bayeshat.sample.predict import predict_labels
from bayeshat.sample.samplers.label_everybody import draw_labels
from bayeshat.survey.answers import keep_questions
from bayeshat.survey.corrections import Corrections
from bayeshat.survey.frame import see_columns
from bayeshat.survey.spec import parse_survey
from known_people.cohorts import draw_cohort, with_column

QUICK = {"tune": 20, "draws": 200, "max_draws": 200, "chains": 2}
HOUSES = (bh.Cluster("Red"), bh.Cluster("Blue"))


def draw_blocks(seed, n_people, n_houses=3):
    """Return a survey of dependent questions, its answers and everybody's house.

    Four questions tell houses apart. Twelve others follow how people like to answer, which has little to do with
    houses, and are left empty more often in the first house.
    """
    rng = np.random.default_rng(seed)
    houses = rng.integers(0, n_houses, n_people)
    phi = rng.dirichlet(np.full(3, 0.8), (n_houses, 4))
    telling = (rng.random((n_people, 4, 1)) > phi[houses].cumsum(axis=2)[:, :, :-1]).sum(axis=2)
    style = rng.normal(0, 1, (n_people, 1)) + 0.6 * (houses == 1)[:, None]
    others = np.digitize(style + rng.normal(0, 0.5, (n_people, 12)), [-0.5, 0.5])
    others[rng.random(others.shape) < np.where(houses == 0, 0.3, 0.1)[:, None]] = -1
    codes = np.hstack([telling, others])
    questions = tuple(bh.Question(f"q{q}", f"Question {q}?", ("a", "b", "c")) for q in range(codes.shape[1]))
    clusters = tuple(bh.Cluster(f"House {k}") for k in range(n_houses))
    survey = bh.Survey("Past", questions, clusters, np.ones((n_houses, len(questions), 3)), np.ones(n_houses))
    return survey, bh.Answers(codes.astype(np.int16), tuple(f"Person {n}" for n in range(n_people))), houses


@pytest.fixture(scope="module")
def blocks():
    """Nine hundred people, of whom the first three hundred are known."""
    survey, answers, houses = draw_blocks(1, 900)
    known = np.where(np.arange(900) < 300, houses, -1)
    past = bh.Answers(answers.codes[:300], answers.names[:300])
    return survey, answers, houses, known, learn_weights(survey, past, houses[:300])


@pytest.fixture(scope="module")
def small():
    """A regression of 60 people on three columns, with its columns and labels."""
    rng = np.random.default_rng(3)
    columns = rng.normal(size=(60, 3))
    labels = (columns @ rng.normal(size=(3, 3)) + rng.gumbel(size=(60, 3))).argmax(axis=1)
    return Regression(columns, labels, np.zeros(3)).fit(2.0), columns, labels


def test_the_coefficients_are_the_best(small):
    """At the best coefficients, what is missing in the chances is what the penalty holds back."""
    regression, columns, labels = small
    x = np.hstack([np.ones((60, 1)), columns - columns.mean(axis=0)])
    excess = np.exp(regression.log_chances(columns)) - np.eye(3)[labels]
    penalty = np.array([[1e-3], [2.0], [2.0], [2.0]])
    np.testing.assert_allclose(x.T @ excess, -penalty * regression.coefficients, atol=0.02)


def test_versions_spread_as_the_sandwich_formula_says(small):
    """The covariance of 4000 versions is within a tenth, which is five standard errors, of the formula's."""
    regression, columns, labels = small
    x = np.hstack([np.ones((60, 1)), columns - columns.mean(axis=0)])
    chances = np.exp(regression.log_chances(columns))
    scores = np.einsum("nj,nk->njk", x, np.eye(3)[labels] - chances).reshape(60, -1)
    curved = np.einsum("nk,kl->nkl", chances, np.eye(3)) - np.einsum("nk,nl->nkl", chances, chances)
    hessian = np.einsum("ni,nj,nkl->ikjl", x, x, curved).reshape(12, 12)
    hessian += np.diag(np.repeat([1e-3, 2.0, 2.0, 2.0], 3))
    inverse = np.linalg.inv(hessian)
    expected = inverse @ (scores.T @ scores) @ inverse
    versions = regression.versions(4000, np.random.default_rng(1)).reshape(4000, -1)
    found = np.cov(versions.T)
    assert np.abs(found - expected).max() < 0.1 * expected.max()
    np.testing.assert_allclose(versions.mean(axis=0), regression.coefficients.ravel(), atol=0.05)


def test_answers_are_marked_by_hand():
    questions = (
        bh.Question("tea", "Tea?", ("yes", "no")),
        bh.Question("fun", "Fun?", ("swim", "run", "read"), "several"),
        bh.Question("age", "Age?", (), "number", (0.0, 50.0)),
    )
    survey = bh.Survey("Kinds", questions, HOUSES, flat_priors(questions, 2), np.ones(2))
    codes = [[0, 1, 0, 1, 0], [1, -1, -1, -1, 1], [-1, 0, 0, 0, 2], [-2, -2, -2, -2, -2]]
    levels = (None, None, None, None, np.array([5.0, 15.0, 40.0]))
    about = {"questions": np.array([0, 1, 1, 1, 2]), "levels": levels}
    answers = bh.Answers(np.array(codes, dtype=np.int16), ("Ann", "Bo", "Cy", "Di"), **about)
    rng = np.random.default_rng(1)
    tables = tuple(rng.normal(size=(2, width)) for width in (3, 7, 4))
    corrections = Corrections(0.5, np.zeros(2), tables, ((), (), (10.0, 20.0, 30.0)))
    columns = columns_of(survey, answers)
    marks = mark_answers(corrections, answers.codes, columns)
    expected = [
        [1, *(1, 0, 0), *(1, 0, 1, 0, 1, 0, 0), *(1, 0, 0, 0)],
        [1, *(0, 1, 0), *(0, 0, 0, 0, 0, 0, 1), *(0.5, 0.5, 0, 0)],
        [1, *(0, 0, 1), *(0, 0, 0, 1, 1, 1, 0), *(0, 0, 1, 0)],
        [1, *(0, 0, 0), *(0, 0, 0, 0, 0, 0, 0), *(0, 0, 0, 0)],
    ]
    np.testing.assert_allclose(marks, expected)
    added = added_by_code(corrections, columns)
    together = sum(one[:, code] for one, code in zip(added, codes[0], strict=True))
    np.testing.assert_allclose(together, corrections.flat @ marks[0])
    few = replace(survey, corrections=corrections).validate()
    fewer, _ = keep_questions(few, answers, [0, 2])
    assert [table.shape[1] for table in fewer.corrections.tables] == [3, 4]
    assert fewer.validate().corrections.numbers == ((), (10.0, 20.0, 30.0))
    for q, n_options, new in ((0, 2, [2]), (1, 3, [3, 7])):
        longer = corrections.with_option(q, n_options).tables[q]
        np.testing.assert_array_equal(np.delete(longer, new, axis=1), tables[q])
        assert not longer[:, new].any()


def test_chances_follow_from_both_parts():
    """Without corrections they are those of the mixture; without the mixture those of shares and corrections."""
    shares, mixture = np.array([0.2, 0.8]), np.array([[0.5, 0.5], [0.9, 0.1]])
    np.testing.assert_allclose(correct(mixture, shares, np.zeros((2, 2)), 1.0), mixture)
    added = np.log([[2.0, 1.0], [1.0, 1.0]])
    np.testing.assert_allclose(correct(mixture, shares, added, 0.0), [[1 / 3, 2 / 3], [0.2, 0.8]])
    half = np.sqrt(mixture * shares) * np.exp(added)
    np.testing.assert_allclose(correct(mixture, shares, added, 0.5), half / half.sum(axis=1, keepdims=True))


def test_tables_say_what_the_regression_says(blocks):
    """What tables add differs from the regression by nothing, for those it was learned from."""
    survey, answers, houses, *_ = blocks
    design = design_columns(survey, answers, 3)
    regression = Regression(design.columns(0.0), houses, np.zeros(3)).fit(10.0)
    added = design.marks @ design.flat(regression.coefficients, 0.0).T
    chances = np.exp(added) / np.exp(added).sum(axis=1, keepdims=True)
    np.testing.assert_allclose(chances, np.exp(regression.log_chances(design.columns(0.0))), atol=1e-9)


def draw_ticks(seed, n_people):
    """Return a survey with a question of ticks, a choice and a number; answers, of which many are empty; and houses."""
    rng = np.random.default_rng(seed)
    houses = rng.integers(0, 2, n_people)
    questions = (
        bh.Question("fun", "Fun?", ("swim", "run", "read"), "several"),
        bh.Question("tea", "Tea?", ("yes", "no")),
        bh.Question("age", "Age?", (), "number", (0.0, 50.0)),
    )
    survey = bh.Survey("Ticks", questions, HOUSES, flat_priors(questions, 2), np.ones(2))
    chances = np.array([[0.6, 0.3, 0.4, 0.3, 0.2], [0.3, 0.4, 0.6, 0.7, 0.8]])[houses]
    codes = (rng.random((n_people, 5)) < chances).astype(np.int16)
    codes[:, 4] += rng.integers(0, 3, n_people)
    for q, columns in enumerate(([0, 1, 2], [3], [4])):
        codes[np.ix_(rng.random(n_people) < 0.1 + 0.1 * (houses == q % 2), columns)] = -1
    about = {"questions": np.array([0, 0, 0, 1, 2]), "levels": (None,) * 4 + (np.array([10.0, 20.0, 30.0, 40.0]),)}
    return survey, bh.Answers(codes, tuple(f"Person {n}" for n in range(n_people)), **about), houses


@pytest.mark.parametrize("hidden", [[0, 1, 2], [3], [4]])
def test_answers_that_cannot_be_read_say_nothing(hidden):
    """Neither to the regression, nor of the person, whose question adds nothing; empty answers do say something."""
    survey, answers, houses = draw_ticks(2, 400)
    unread = np.arange(0, 400, 3)
    codes = answers.codes.copy()
    codes[np.ix_(unread, hidden)] = -2
    q = int(answers.questions[hidden[0]])
    design = design_columns(survey, replace(answers, codes=codes), 2)
    columns = design.columns(0.5)
    others = np.delete(np.arange(400), unread)
    for c in range(columns.shape[1]):
        if c < design.marks.shape[1] and not design.blank.starts[q] <= c < design.blank.starts[q + 1]:
            continue
        if c >= design.marks.shape[1] and q != 2:
            continue
        np.testing.assert_allclose(columns[unread, c], columns[others, c].mean(), atol=1e-12)
    regression = Regression(columns, houses, np.zeros(2)).fit(3.0)
    flat = design.flat(regression.coefficients, 0.5)
    chances = np.exp(design.marks @ flat.T)
    expected = np.exp(regression.log_chances(columns))
    np.testing.assert_allclose(chances / chances.sum(axis=1, keepdims=True), expected, atol=1e-9)
    here = slice(design.blank.starts[q], design.blank.starts[q + 1])
    assert not design.marks[unread, here].any()
    assert np.abs(flat[:, here.stop - 1]).max() > 0.05


def test_unreadable_cells_are_no_empty_ones():
    """However a question is answered, a cell that cannot be read is no empty cell, and samplers take it for one."""
    survey, _, _ = draw_ticks(1, 4)
    table = {"Fun?": ["swim", "chess", "", "run;chess"], "Tea?": ["maybe", "no", "", "yes"]}
    table |= {"Age?": ["20", "old", "", "500000"]}
    answers = bh.read_answers(table, survey, unknown="blank")
    expected = [[1, 0, 0, -2, 0], [-2, -2, -2, 1, -2], [-1, -1, -1, -1, -1], [0, 1, 0, 0, -2]]
    assert answers.codes.tolist() == expected
    assert bh.fit(survey, answers, draws=10, tune=5, max_draws=10).z.shape[2] == 4
    assert Model.read(survey, answers).codes.min() == -1


def test_nothing_but_corrections_tells_unreadable_answers_from_empty_ones():
    survey, answers, _ = draw_ticks(5, 60)
    unread = replace(answers, codes=np.where(answers.codes < 0, -2, answers.codes).astype(np.int16))
    few = {"draws": 30, "tune": 10, "max_draws": 30, "chains": 2, "membership": "single"}
    one, other = (bh.fit(survey, given, **few) for given in (answers, unread))
    np.testing.assert_array_equal(one.z, other.z)
    columns = columns_of(survey, answers)
    chances = [predict_labels(one, given.codes, columns) for given in (answers, unread)]
    np.testing.assert_array_equal(chances[0], chances[1])
    assert check_pairs(one).odd.tolist() == check_pairs(other).odd.tolist()
    labels = [
        draw_labels(given.codes, one.prior, columns, one.phi, one.weights, 10, 1, dominant=False).z
        for given in (answers, unread)
    ]
    np.testing.assert_array_equal(labels[0], labels[1])
    trees = [posterior.to_datatree() for posterior in (one, other)]
    numbers = [tree["observed_data"]["answers"].values[:, 4] for tree in trees]
    np.testing.assert_array_equal(numbers[0], numbers[1])


def test_new_categories_are_no_empty_cells():
    seen = np.array([["a", 1.5], ["b", 2.5], ["a", 3.5], ["b", 4.5]], dtype=object)
    new = np.array([["c", 1.5], [None, None], ["a", 4000.0]], dtype=object)
    columns = see_columns(seen, (), set(), {"categories": (), "numbers": ()})
    assert columns.code(new)[0].codes.tolist() == [[-2, 0], [-1, -1], [0, -2]]


def test_people_who_answered_nothing_teach_nothing(blocks):
    """A hundred of them in one house leave the corrections as they were, but for the houses' shares."""
    survey, answers, houses, *_ = blocks
    past = bh.Answers(answers.codes[:300], answers.names[:300])
    with_silent = bh.Answers(
        np.vstack([past.codes, np.full((100, 16), -1, np.int16)]), tuple(f"Person {n}" for n in range(400))
    )
    design = {}
    for name, given, labels in (
        ("past", past, houses[:300]),
        ("silent", with_silent, np.append(houses[:300], [1] * 100)),
    ):
        design[name] = learn_weights(survey, given, labels, rng=1).corrections
    empty = [np.stack([table[:, -1] for table in design[name].tables[4:]]) for name in ("past", "silent")]
    assert np.abs(empty[0]).mean() > 0.05
    np.testing.assert_allclose(empty[1], empty[0], atol=0.05)


def test_dependent_answers_are_sorted_better(blocks):
    """Against the mixture with learned weights: with twelve questions of one style, and blanks that speak."""
    survey, answers, houses, known, learned = blocks
    assert learned.corrections is not None
    told = " ".join(map(str, learned.notes()))
    assert "regression" in told
    assert "counts as an answer in 12 questions" in told
    there = np.arange(600), houses[300:]
    scores, right = [], []
    for corrections in (None, learned.corrections):
        weighed = replace(learned.apply(survey), corrections=corrections)
        chances = bh.fit(weighed, answers, known=known, learn_from=300, **QUICK).probabilities[300:]
        scores.append(np.log(chances[there]).mean())
        right.append((chances.argmax(axis=1) == houses[300:]).mean())
    assert scores[1] > scores[0] + 0.05
    assert right[1] > right[0]


def test_labels_are_drawn_from_the_corrected_chances(blocks):
    """Known people keep their houses; labels of the others come up as often as their chances say."""
    survey, answers, houses, known, learned = blocks
    posterior = bh.fit(learned.apply(survey), answers, known=known, learn_from=300, **QUICK)
    assert (posterior.z[:, :, :300] == houses[:300]).all()
    shares = np.stack([(posterior.z == k).mean(axis=(0, 1)) for k in range(3)], axis=1)
    # 400 draws of each of 600 people: the largest of 1800 errors is above 0.15 less than once in a million times.
    assert np.abs(shares - posterior.probabilities).max() < 0.15
    corrections, columns = posterior.survey.corrections, columns_of(posterior.survey, posterior.answers)
    phi, weights = posterior.phi[1, 7], posterior.weights[1, 7]
    version = (posterior.n_draws + 7) % len(corrections.versions)
    mixture = membership_probabilities(answers.codes, weights, phi, columns)
    added = add_up(corrections, answers.codes, columns, posterior.weights.mean(axis=(0, 1)))[version]
    expected = correct(mixture, weights, added, corrections.power)
    np.testing.assert_allclose(posterior.theta[1, 7, 300:], expected[300:], atol=1e-6)


def test_versions_are_as_sharp_as_the_best_corrections_together(blocks):
    """On average over versions chances are those of the best corrections; unshifted they would be less sharp."""
    survey, answers, _, _, learned = blocks
    shares, columns, alone = np.array([0.5, 0.3, 0.2]), columns_of(survey, answers), np.empty(0)
    corrections = replace(learned.corrections, power=0.0)
    best = mark_answers(corrections, answers.codes, columns) @ corrections.flat.T
    expected = correct(alone, shares, best, 0.0)
    added = add_up(corrections, answers.codes, columns, shares)
    np.testing.assert_allclose(correct(alone, shares, added, 0.0).mean(axis=0), expected, atol=0.005)
    plain = mark_answers(corrections, answers.codes, columns) @ np.swapaxes(corrections.versions, 1, 2)
    unshifted = correct(alone, shares, plain, 0.0).mean(axis=0)
    assert unshifted.max(axis=1).mean() < expected.max(axis=1).mean() - 0.001
    assert np.abs(unshifted - expected).max() > 0.01
    assert len(np.unique(added[:, 0, 0])) == len(corrections.versions)


def test_chances_are_the_same_where_theta_is_not_kept(blocks):
    survey, answers, _, known, learned = blocks
    assert learned.corrections.power > 0
    few = {"known": known, "learn_from": 300, "draws": 20, "max_draws": 20, "tune": 5, "chains": 2}
    kept, other = (bh.fit(learned.apply(survey), answers, keep_theta=keep, **few) for keep in (True, False))
    np.testing.assert_allclose(other.probabilities, kept.probabilities, atol=1e-6)
    np.testing.assert_array_equal(other.z, kept.z)


def test_nothing_speaks_for_those_who_answered_nothing(blocks):
    """Their empty answers add nothing; one answer is enough for the others to count."""
    survey, answers, _, _, learned = blocks
    codes = answers.codes[:2].copy()
    codes[:] = -1
    codes[1, 0] = 0
    columns, shares = columns_of(survey, answers), np.array([0.5, 0.3, 0.2])
    corrections = replace(learned.corrections, versions=None)
    nothing, something = add_up(corrections, codes, columns, shares)[0]
    np.testing.assert_array_equal(nothing, 0.0)
    empty = sum(table[:, -1] for table in corrections.tables[1:])
    np.testing.assert_allclose(something, corrections.constants + corrections.tables[0][:, 0] + empty)
    assert np.ptp(empty) > 0.5
    np.testing.assert_allclose(add_up(learned.corrections, codes, columns, shares)[:, 0], 0.0, atol=1e-12)


def test_threads_do_not_change_labels(blocks):
    survey, answers, _, known, learned = blocks
    few = {"known": known, "learn_from": 300, "draws": 20, "max_draws": 20, "tune": 5, "chains": 2}
    one, two = (bh.fit(learned.apply(survey), answers, threads=n, **few).z for n in (1, 2))
    np.testing.assert_array_equal(one, two)


def test_nothing_is_corrected_where_the_model_is_right():
    """Over 40 cohorts of the model, corrections were kept in none."""
    for seed in range(3):
        survey, answers, houses = draw_cohort(seed, 200, telling=5)
        assert learn_weights(survey, answers, houses).corrections is None


def test_learning_once_sorts_as_in_one_go(blocks):
    survey, answers, houses, known, learned = blocks
    at_once = bh.fit(learned.apply(survey), answers, known=known, learn_from=300, **QUICK).probabilities[300:]
    past = with_column(survey, answers, houses, 300)
    taught = bh.learn_survey(survey, past, "last year")
    again = parse_survey(taught.to_toml(), "a test")
    np.testing.assert_array_equal(again.corrections.flat, taught.survey.corrections.flat)
    late = bh.Answers(answers.codes[300:], answers.names[300:])
    chances = bh.fit(again, late, **QUICK).probabilities
    right = [(found.argmax(axis=1) == houses[300:]).mean() for found in (at_once, chances)]
    assert right[1] > right[0] - 0.02
    assert again.with_groups(["House 0", "House 2"]).corrections is None
    moved = taught.survey.with_groups(["House 2", "House 0", "House 1"]).corrections
    np.testing.assert_array_equal(moved.flat, taught.survey.corrections.flat[[2, 0, 1]])
    np.testing.assert_array_equal(moved.versions, taught.survey.corrections.versions[:, [2, 0, 1]])
    assert again.with_groups(again.cluster_names).to_toml() == again.to_toml()
    with pytest.raises(SurveyError, match=r"counts_power must be 0 to 1; got 2\."):
        parse_survey(taught.to_toml().replace("counts_power = ", "counts_power = 2 # "), "a test")


LEARNED = """
title = "Learned"
prior = "flat"
groups = [{ name = "Red" }, { name = "Blue" }]
counts_power = 0.5
correction = { Red = 0.1, Blue = -0.1 }
[[questions]]
id = "age"
text = "Age?"
kind = "number"
scale = [0, 50]
correction_at = [10, 20]
correction.Red = [0.5, -0.5, 0]
correction.Blue = [-0.5, 0.5, 0]
"""


@pytest.mark.parametrize(
    ("gone", "key"),
    [
        (["correction = "], "correction"),
        (["counts_power"], "counts_power"),
        (["correction = ", "counts_power"], "counts_power"),
        (["correction = ", "correction_at", "correction."], "correction"),
        (["counts_power", "correction_at", "correction."], "counts_power"),
        (["correction."], r"questions\[1\]\.correction"),
    ],
)
def test_part_of_the_corrections_is_refused(gone, key):
    kept = [line for line in LEARNED.splitlines() if not line.startswith(tuple(gone))]
    with pytest.raises(SurveyError, match=f"^a test: {key} is missing"):
        parse_survey("\n".join(kept), "a test")


def test_all_corrections_or_none_are_read():
    corrections = parse_survey(LEARNED, "a test").corrections
    assert corrections.power == 0.5
    assert corrections.numbers == ((10.0, 20.0),)
    kept = [line for line in LEARNED.splitlines() if not line.startswith(("correction", "counts_power"))]
    assert parse_survey("\n".join(kept), "a test").corrections is None


def test_learning_a_survey_hides_what_few_people_of_a_house_answered(blocks, monkeypatch):
    """Its corrections are fitted without answers that fewer than ``least`` people of a house gave."""
    survey, answers, houses, *_ = blocks
    fewest = []
    monkeypatch.setattr(weights, "fit_corrections", lambda *args: fewest.append(args[-1]) or fit_corrections(*args))
    past = with_column(survey, bh.Answers(answers.codes[:300], answers.names[:300]), houses[:300], 300)
    bh.learn_survey(survey, past, "last year", least=4)
    assert fewest == [4]


def test_hardly_anybodys_answer_is_not_in_the_file(blocks):
    """Five people of one house gave an answer: without at least six, nothing is added for it."""
    survey, answers, houses, *_ = blocks
    codes = answers.codes[:300].copy()
    rare = np.flatnonzero(houses[:300] == 0)[:5]
    codes[:, 0] = np.where(codes[:, 0] == 2, 1, codes[:, 0])
    codes[rare, 0] = 2
    past = with_column(survey, bh.Answers(codes, answers.names[:300]), houses[:300], 300)
    corrections = bh.learn_survey(survey, past, "last year").survey.corrections
    assert corrections is not None
    assert not corrections.tables[0][:, 2].any()
    assert corrections.tables[0][:, :2].any()


@pytest.mark.parametrize(("n_people", "same"), [(1, True), (2, True), (3, False)])
def test_one_persons_answer_leaves_no_trace_in_the_file(blocks, n_people, same):
    """One or two people of a house gave an answer that is common elsewhere: they move no correction, not by a digit.

    How much the regression counts and its penalty are chosen by everybody's answers together, and held here.
    """
    survey, answers, houses, *_ = blocks
    codes = answers.codes[:300].copy()
    own = houses[:300] == 0
    codes[own, 0] = np.where(codes[own, 0] == 2, 1, codes[own, 0])
    few = np.flatnonzero(own)[:n_people]
    choice = Choice(0.25, 0.0, 3.0, np.empty(0))
    found = []
    for code in (2, -2):
        codes[few, 0] = code
        design = design_columns(survey, bh.Answers(codes, answers.names[:300]), 3, 6)
        about = (houses[:300], np.zeros(3), choice, np.random.default_rng(1), 3)
        found.append(fit_corrections(design, *about))
    assert np.array_equal(found[0].flat, found[1].flat) == same


@pytest.mark.parametrize("q", [0, 1, 2])
def test_what_few_people_of_a_house_answered_is_hidden(q):
    """Ticks, options, numbers and empty answers of fewer than three people of a house count as unreadable."""
    survey, answers, houses = draw_ticks(3, 300)
    codes, own = answers.codes.copy(), np.flatnonzero(houses == 0)
    columns = np.flatnonzero(answers.questions == q)
    usual, rare = ([0, 0, 0], [0, 1, 0]) if q == 0 else ([0], [1]) if q == 1 else ([0], [3])
    codes[np.ix_(own, columns)] = usual
    designs = []
    for people, given in ((own[:2], rare), (own[:2], [-2] * len(rare)), (own[:3], rare), (own[:2], [-1] * len(rare))):
        changed = codes.copy()
        changed[np.ix_(people, columns)] = given
        design = design_columns(survey, replace(answers, codes=changed), 2)
        here = slice(design.blank.starts[q] + (q == 0), design.blank.starts[q + 1])
        here = [here.start, here.start + 3] if q == 0 else here
        designs.append(design.without_few(houses, 3).filled[:, here])
    np.testing.assert_array_equal(designs[0], designs[1])
    assert np.ptp(designs[2][own], axis=0).max() > 0
    np.testing.assert_array_equal(designs[3], designs[1])


@pytest.mark.parametrize(("n_alone", "corrected"), [(1, False), (5, False), (6, True)])
def test_a_house_of_few_people_is_not_in_the_file(blocks, n_alone, corrected):
    """With fewer than six people of a house, the largest corrections could say what one of them answered."""
    survey, answers, houses, *_ = blocks
    survey = replace(
        survey,
        clusters=(*survey.clusters, bh.Cluster("Ravens")),
        answer_prior=np.ones((4, 16, 3)),
        membership_prior=np.ones(4),
    )
    labels = np.where(np.arange(300) < n_alone, 3, houses[:300])
    past = bh.Answers(answers.codes[:300], answers.names[:300])
    taught = bh.learn_survey(survey, with_column(survey, past, labels, 300), "last year")
    assert (taught.survey.corrections is not None) == corrected
    assert ("regression" in taught.comment()) == corrected


@pytest.mark.parametrize(("n_people", "weights"), [(100, "off"), (100, "auto"), (10, "auto")])
def test_corrections_of_other_people_are_dropped(blocks, n_people, weights):
    """Once others were learned from, old corrections do not stay, unless these people are few."""
    survey, answers, houses, _, learned = blocks
    taught = learned.apply(survey)
    taught = replace(taught, questions=(replace(taught.questions[0], weight=0.9), *taught.questions[1:]))
    past = bh.Answers(answers.codes[:n_people], answers.names[:n_people])
    again = learn_weights(taught, past, houses[:n_people], weights)
    assert again.weights[0] == 0.9
    assert (again.apply(taught).corrections is None) == (n_people > 10)


def test_a_table_of_logarithmic_numbers_keeps_small_ones_apart():
    """Rounded to zero, a small number would have no logarithm."""
    rng = np.random.default_rng(3)
    houses = np.repeat([0, 1], 120)
    incomes = [f"{value:.2f}" for value in np.exp(rng.normal(size=240) * 3 + 4 + houses)]
    question = bh.Question("income", "Income?", (), "number", (1.0, 10_000.0), log=True)
    survey = bh.Survey("Incomes", (question,), HOUSES, flat_priors((question,), 2), np.ones(2))
    table = {"name": [f"P{n}" for n in range(240)], "Income?": incomes}
    design = design_columns(survey, bh.read_answers(table, survey), 2, 6)
    assert np.isfinite(design.columns(0.5)).all()
    gaps = np.diff(np.log(design.blank.numbers[0]))
    assert len(gaps) == 6
    assert gaps.max() < 2 * gaps[:3].max()
    learned = bh.learn_survey(survey, table | {"house": np.array(["Red", "Blue"])[houses].tolist()}, "house")
    assert parse_survey(learned.to_toml(), "a test").n_questions == 1


def test_a_gain_that_is_no_number_is_none(blocks):
    survey, answers, houses, *_ = blocks
    design = design_columns(survey, answers, 3)
    folds, shares = np.arange(900) % 5, np.full((900, 3), np.nan)
    assert choose_corrections(design, houses, folds, shares, np.zeros((2, 900, 3))) is None


def test_people_in_partitions_are_sorted_by_corrections_too(blocks):
    """400 draws of each person: shares of labels are those of chances in memory but for chance, on average."""
    frames = pytest.importorskip("dask.dataframe", reason="needs bayeshat[dask]")
    pandas = pytest.importorskip("pandas")
    survey, answers, houses, *_ = blocks
    taught = bh.learn_survey(survey, with_column(survey, answers, houses, 300), "last year").survey
    texts = {f"q{q}": [("a", "b", "c", "")[code] for code in answers.codes[300:, q]] for q in range(16)}
    frame = pandas.DataFrame({"name": answers.names[300:], **texts})
    z = bh.fit(taught, frames.from_pandas(frame, npartitions=2), **QUICK).z.compute()
    shares = np.stack([(z == k).mean(axis=(0, 1)) for k in range(3)], axis=1)
    late = bh.Answers(answers.codes[300:], answers.names[300:])
    both = [bh.fit(one, late, **QUICK).probabilities for one in (taught, replace(taught, corrections=None))]
    away = [np.abs(shares - chances).mean() for chances in both]
    assert away[0] < 0.02
    assert away[1] > 0.04


def test_known_totals_leave_corrections_out_and_say_so(blocks):
    """Both where people teach in the same sort, and where a learned survey holds corrections."""
    survey, answers, houses, _, learned = blocks
    given = with_column(survey, answers, houses, 300)
    totals = np.bincount(houses, minlength=3).tolist()
    about = {"known": "last year", "known_count": True, "totals": totals, "rng": 1}
    few = {"draws": 20, "max_draws": 20, "tune": 5, "chains": 2}
    lesson = bh.sort_people(survey, given, **about, **few).lesson
    assert lesson.weights.corrections is None
    told = " ".join(lesson.words())
    assert "is not learned where totals are known; give size_prior" in told
    assert "clearly better than how often" not in told
    taught = replace(learned.apply(survey), learned_from=(100, 100, 100))
    late = bh.Answers(answers.codes[300:360], answers.names[300:360])
    counts = np.bincount(houses[300:360], minlength=3).tolist()
    for told, noted in (({"totals": counts}, True), ({}, False)):
        posterior = bh.fit(taught, late, **told, **few)
        assert (posterior.corrections is None) == noted
        assert ("corrections_left_out" in [note.id for note in posterior.status.notes]) == noted
