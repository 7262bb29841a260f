"""A survey learned from people whose group is known: its counts, and that it reveals no one's answers."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bayeshat as bh
from bayeshat.errors import AnswersError, InputError, SurveyError
from bayeshat.kinds.table import flat_priors
from bayeshat.known_people.learned_survey import count_in_steps
from bayeshat.survey.spec import parse_survey
from known_people.cohorts import draw_cohort, with_column

QUESTIONS = (bh.Question("tea", "Tea?", ("yes", "no")), bh.Question("pet", "Pet?", ("cat", "dog", "owl")))
PRIOR = np.array([[[2.0, 1.0, 0.0], [0.5, 1.0, 3.0]], [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0]]])
SURVEY = bh.Survey("Pets", QUESTIONS, (bh.Cluster("Red"), bh.Cluster("Blue")), PRIOR, np.array([0.3, 0.3]))

people = st.lists(
    st.tuples(st.integers(0, 1), st.integers(-1, 1), st.integers(-1, 2)).filter(lambda p: p[1:] != (-1, -1)),
    min_size=1,
    max_size=40,
)


def learn(rows, **options):
    """Learn from (house, tea, pet) of each person."""
    rows = np.array(rows)
    answers = bh.Answers(rows[:, 1:].astype(np.int16), tuple(f"p{n}" for n in range(len(rows))))
    houses = {name: SURVEY.cluster_names[k] for name, k in zip(answers.names, rows[:, 0], strict=True)}
    return bh.learn_survey(SURVEY, answers, houses, **options), count_in_steps(SURVEY, answers, rows[:, 0], 1)


@settings(deadline=None)
@given(people, st.integers(1, 5), st.sampled_from([0.25, 0.5, 1.0]))
def test_no_count_below_the_least_can_be_recovered(rows, least, discount):
    learned, counts = learn(rows, least=least, discount=discount, weights="off")
    recovered = (learned.survey.answer_prior - SURVEY.answer_prior) / discount
    np.testing.assert_allclose(recovered, least * np.round(recovered / least), atol=1e-9)
    assert (recovered[counts < least] == 0).all()
    assert (recovered <= counts).all()
    assert (counts - recovered < least).all()


@settings(deadline=None)
@given(people, st.integers(2, 5), st.data())
def test_the_file_is_the_same_with_one_person_more_in_a_small_cell(rows, least, data):
    """Not from the counts, nor from the number of people, can anybody be told."""
    extra = data.draw(people.map(lambda found: found[0]))
    one, counts = learn(rows, least=least, weights="off")
    house, *codes = extra
    cells = [counts[house, q, code] for q, code in enumerate(codes) if code >= 0]
    other, _ = learn([*rows, extra], least=least, weights="off")
    in_house = sum(row[0] == house for row in rows)
    hidden = [count % least != least - 1 for count in (*cells, in_house, len(rows))]
    assert (one.to_toml() == other.to_toml()) == all(hidden)


def test_the_file_reads_back_and_says_what_it_is(tmp_path):
    rows = [(0, 0, 1)] * 7 + [(1, 1, 2)] * 5 + [(1, 0, 0)]
    learned, _ = learn(rows)
    path = tmp_path / "learned.toml"
    learned.save(path)
    text = path.read_text(encoding="utf-8")
    comment = " ".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("#"))
    assert "learned from at least 12 people" in comment
    assert "plus 0.5 times" in comment
    assert "in steps of 3" in comment
    assert "You may change any number." in comment
    again = bh.Survey.load(path)
    np.testing.assert_array_equal(again.answer_prior[0, 0], [2 + 0.5 * 6, 1, 0])
    np.testing.assert_array_equal(again.answer_prior[1, 1], [1, 1, 1 + 0.5 * 3])
    with pytest.raises(SurveyError, match="which exists"):
        learned.save(path)
    learned.save(path, force=True)


def test_learned_weights_are_written_and_sort_without_known_people():
    survey, answers, houses = draw_cohort(1, 300, copies=3, noise=2)
    learned = bh.learn_survey(survey, with_column(survey, answers, houses, 250), "last year")
    again = parse_survey(learned.to_toml(), "a test")
    weights = [question.weight for question in again.questions]
    assert weights == learned.weights.weights.tolist()
    assert min(weights) < 0.5
    late = bh.Answers(answers.codes[250:], answers.names[250:])
    result = bh.sort_people(again, late, None, draws=100, tune=50, max_draws=100)
    assert result.posterior.membership == "single"
    assert np.mean(result.decision.labels == houses[250:]) > 0.7


def test_people_whose_house_is_not_known_teach_nothing():
    survey, answers, houses = draw_cohort(2, 30)
    some = bh.learn_survey(survey, with_column(survey, answers, houses, 12), "last year", weights="off")
    first = bh.Answers(answers.codes[:12], answers.names[:12])
    alone = bh.learn_survey(survey, with_column(survey, first, houses[:12], 12), "last year", weights="off")
    np.testing.assert_array_equal(some.survey.answer_prior, alone.survey.answer_prior)
    assert some.known.n_people == 12


def test_a_survey_from_nothing_leaves_out_what_too_few_people_said():
    teams = ["Red"] * 6 + ["Blue"] * 6
    table = {
        "name": [f"Person {n}" for n in range(12)],
        "Tea?": ["yes"] * 5 + ["no"] * 6 + ["only on my yacht"],
        "Rare?": ["a"] * 10 + ["b", "c"],
        "squad": teams,
    }
    learned = bh.learn_survey(None, table, "squad")
    assert learned.survey.cluster_names == ("Blue", "Red")
    [question] = learned.survey.questions
    assert (question.text, question.options) == ("Tea?", ("no", "yes"))
    assert learned.survey.answer_prior[:, 0].tolist() == [[2.5, 1.0], [1.0, 2.5]]
    assert "yacht" not in learned.to_toml()
    assert "4 options that fewer than 3 people chose were left out" in " ".join(map(str, learned.words()))
    with pytest.raises(InputError, match="at least 20 people gave each"):
        bh.learn_survey(None, table, "squad", least=20)


def test_what_cannot_be_learned_is_refused():
    survey, answers, houses = draw_cohort(2, 10)
    named = with_column(survey, answers, houses, 5)
    for discount in (0, 1.5, "much"):
        with pytest.raises(InputError, match="discount must be a number above 0 and up to 1"):
            bh.learn_survey(survey, named, "last year", discount=discount)
    with pytest.raises(InputError, match="least must be a whole number"):
        bh.learn_survey(survey, named, "last year", least=0)
    with pytest.raises(InputError, match="must give at least one person's group"):
        bh.learn_survey(survey, replace(named, extra={"house": ("",) * 10}), "house")
    with pytest.raises(InputError, match="Without a survey, answers must be a table"):
        bh.learn_survey(None, named, "last year")
    with pytest.raises(AnswersError, match="skip must be a heading"):
        bh.learn_survey(None, {"name": ["a", "b"], "Tea?": ["x", "y"], "team": ["r", "b"]}, "team", skip=["Milk?"])


def test_ticked_options_and_numbers_have_priors_of_their_own():
    questions = (
        bh.Question("fun", "Fun?", ("swim", "run", "read"), "several"),
        bh.Question("age", "Age?", (), "count"),
    )
    prior = np.array([[[1.0] * 6, [1.0, 0.2, 0, 0, 0, 0]]] * 2)
    survey = bh.Survey("Fun", questions, (bh.Cluster("Red"), bh.Cluster("Blue")), prior, np.ones(2))
    table = {
        "name": [f"p{n}" for n in range(12)],
        "Fun?": ["swim; run"] * 4 + ["read"] * 4 + ["swim"] * 4,
        "Age?": [8, 9, 10, 9] * 3,
        "house": ["Red"] * 4 + ["Blue"] * 8,
    }
    learned = bh.learn_survey(survey, table, "house", discount=1.0, least=4)
    # Ticked swim, run, read; then not ticked.
    assert learned.survey.answer_prior[:, 0].tolist() == [[5, 5, 1, 1, 1, 5], [5, 1, 5, 5, 9, 5]]
    # Eight people of Blue counted 72 years; Red has fewer than eight, so nothing is told of their years.
    np.testing.assert_allclose(learned.survey.answer_prior[:, 1, :2], [[1.0, 0.2], [8.9 * 8.2, 8.2]])
    np.testing.assert_allclose(parse_survey(learned.to_toml(), "a test").answer_prior, learned.survey.answer_prior)


def test_means_and_spreads_of_numbers_are_learned_from_enough_people():
    """Blue has five people, too few to tell; Red's mean is that of its people, but for what the prior is worth."""
    rng = np.random.default_rng(1)
    heights = np.concatenate([rng.normal(180, 5, 30), rng.normal(160, 5, 5)])
    table = {"name": [f"p{n}" for n in range(35)], "Height?": [f"{height:.1f} cm" for height in heights]}
    table["team"] = ["Red"] * 30 + ["Blue"] * 5
    question = bh.Question("h", "Height?", (), "number", (150.0, 200.0), unit="cm")
    flat = np.tile([175.0, 0.1, 1.0, 70.0], (2, 1, 1))
    survey = bh.Survey("Heights", (question,), SURVEY.clusters, flat, np.array([0.3, 0.3]))
    learned = bh.learn_survey(survey, table, "team", discount=1.0, weights="off")
    mean, people, shape, scale = learned.survey.answer_prior[0, 0]
    assert mean == pytest.approx(heights[:30].mean(), abs=0.6)
    assert people == pytest.approx(30.1, abs=0.05)
    assert np.sqrt(scale / shape) == pytest.approx(heights[:30].std(), rel=0.2)
    np.testing.assert_array_equal(learned.survey.answer_prior[1], flat[1])
    again = parse_survey(learned.to_toml(), "learned")
    np.testing.assert_allclose(again.answer_prior, learned.survey.answer_prior)
    assert "at least 6 people" in learned.comment()


@pytest.mark.parametrize(
    "question",
    [
        bh.Question("h", "How?", (), "number", (1.0, 200.0)),
        bh.Question("h", "How?", (), "number", (1.0, 200.0), log=True),
        bh.Question("h", "How?", (), "count"),
    ],
    ids=["number", "log", "count"],
)
def test_learned_numbers_are_short_enough_to_read(question):
    rng = np.random.default_rng(3)
    times = rng.poisson(np.repeat([20, 60], 17)) + 1
    table = {"name": [f"p{n}" for n in range(34)], "How?": times.tolist(), "team": ["Red"] * 17 + ["Blue"] * 17}
    survey = bh.Survey.from_answers({"name": ["a", "b", "c"], "How?": ["1", "2", "3"]}, ["Red", "Blue"])
    survey = replace(survey, questions=(question,), answer_prior=flat_priors([question], 2))
    written = bh.learn_survey(survey, table, "team", weights="off").to_toml()
    numbers = re.findall(r"[\d.]+", "".join(line for line in written.splitlines() if line.startswith("prior.")))
    assert len(numbers) >= 4
    assert max(len(number) for number in numbers) <= 6


def test_means_far_from_zero_keep_what_tells_houses_apart():
    rng = np.random.default_rng(2)
    born = np.concatenate([rng.normal(2003, 1, 20), rng.normal(2006, 1, 20)]).round(2)
    table = {"name": [f"p{n}" for n in range(40)], "Born?": born.tolist(), "team": ["Red"] * 20 + ["Blue"] * 20}
    question = bh.Question("b", "Born?", (), "number", (2000.0, 2010.0))
    flat = np.tile([2005.0, 0.1, 1.0, 3.0], (2, 1, 1))
    survey = bh.Survey("Years", (question,), SURVEY.clusters, flat, np.array([0.3, 0.3]))
    learned = bh.learn_survey(survey, table, "team", discount=1.0, weights="off").survey.answer_prior[:, 0, 0]
    np.testing.assert_allclose(learned, [born[:20].mean(), born[20:].mean()], atol=0.2)


def test_the_usual_range_of_a_survey_from_nothing_does_not_end_at_one_persons_number():
    """Whoever is largest may be twice as large without leaving a trace in the range."""
    heights = [float(150 + n) for n in range(40)]

    def usual(largest):
        past = {"name": [f"p{n}" for n in range(40)], "Height?": [*heights[:-1], largest], "team": ["Red", "Blue"] * 20}
        question = bh.learn_survey(None, past, "team", weights="off").survey.questions[0]
        assert question.kind == "number"
        return question.scale

    assert usual(197.3) == usual(394.6) == (140.0, 200.0)


@pytest.mark.parametrize(
    ("first", "low"), [(0.0, 0.0), (5.0, 0.0), (-3.0, -20.0)], ids=["from 0", "positive", "negative"]
)
def test_the_usual_range_is_not_below_zero_unless_somebody_is(first, low):
    """A range that is made wider would go below 0, where no age and no distance is."""
    numbers = [first + 1.5 * n for n in range(40)]
    past = {"name": [f"p{n}" for n in range(40)], "Minutes?": numbers, "team": ["Red", "Blue"] * 20}
    (question,) = bh.learn_survey(None, past, "team", weights="off").survey.questions
    assert (question.kind, question.scale[0]) == ("number", low)


def test_a_survey_learned_from_noise_says_so():
    survey, answers, houses = draw_cohort(1, 60)
    noise = np.random.default_rng(1).integers(0, 3, 60)
    for labels, told in ((houses, False), (noise, True)):
        learned = bh.learn_survey(survey, with_column(survey, answers, labels, 60), "last year", weights="off")
        assert ("hardly say who is in which group" in " ".join(map(str, learned.words()))) == told
        # The file gives away nothing about so few people.
        assert "hardly say" not in learned.comment()


def test_sorting_others_keeps_what_was_learned():
    """Everybody later answers alike: without the counts that were learned, they would change what houses answer."""
    survey, answers, houses = draw_cohort(4, 300)
    past = bh.Answers(answers.codes[:200], answers.names[:200])
    known = {name: survey.cluster_names[k] for name, k in zip(past.names, houses, strict=False)}
    learned = bh.learn_survey(survey, past, known, discount=1.0, least=1, weights="off").survey
    assert learned.learned_from == tuple(np.bincount(houses[:200], minlength=3).tolist())
    late = bh.Answers(np.tile(answers.codes[200], (400, 1)), tuple(f"late {n}" for n in range(400)))
    quick = {"tune": 20, "draws": 1000, "max_draws": 1000}
    posterior = bh.fit(learned, late, **quick)
    expected = learned.answer_prior / learned.answer_prior.sum(axis=2, keepdims=True)
    np.testing.assert_allclose(posterior.phi.mean(axis=(0, 1)), expected, atol=0.01)
    shares = learned.membership_prior + learned.learned_from
    np.testing.assert_allclose(posterior.weights.mean(axis=(0, 1)), shares / shares.sum(), atol=0.01)
    assert "200 people" in posterior.status.message
    moved = bh.fit(learned, late, learn_from=400, **quick)
    assert abs(moved.phi.mean(axis=(0, 1)) - expected).max() > 0.1


def test_learning_once_sorts_as_well_as_in_one_go():
    """Answers repeat each other, so that those who are sorted would teach the houses something wrong."""
    survey, answers, houses = draw_cohort(6, 800, telling=4, copies=6, spread=1.5)
    labels = np.where(np.arange(800) < 300, houses, -1)
    quick = {"tune": 20, "draws": 500, "max_draws": 500}
    at_once = bh.fit(survey, answers, known=labels, learn_from=300, **quick).probabilities[300:]
    past = with_column(survey, answers, houses, 300)
    learned = parse_survey(bh.learn_survey(survey, past, "last year", weights="off").to_toml(), "a test")
    late = bh.fit(learned, bh.Answers(answers.codes[300:], answers.names[300:]), **quick).probabilities
    there = np.arange(500), houses[300:]
    assert (late.argmax(axis=1) == houses[300:]).mean() == pytest.approx(
        (at_once.argmax(axis=1) == houses[300:]).mean(), abs=0.005
    )
    assert np.log(late[there]).mean() > np.log(at_once[there]).mean() - 0.02


def test_a_house_without_people_to_learn_from_is_learned_from_those_who_are_sorted():
    survey, answers, houses = draw_cohort(4, 200)
    there = np.flatnonzero(houses != 2)[:80]
    past = bh.Answers(answers.codes[there], tuple(answers.names[n] for n in there))
    known = {answers.names[n]: survey.cluster_names[houses[n]] for n in there}
    learned = bh.learn_survey(survey, past, known).survey
    assert learned.learned_from[2] == 0
    posterior = bh.fit(learned, answers, draws=100, tune=50, max_draws=100)
    assert "learned from" not in posterior.status.message
    assert posterior.phi[:, :, 2].mean(axis=(0, 1)).max() > 0.5


def test_how_many_people_a_survey_was_learned_from_is_in_its_file_and_goes_with_its_houses():
    survey = replace(SURVEY, learned_from=(12, 9)).validate()
    assert "learned_from = [12, 9]" in survey.to_toml()
    assert parse_survey(survey.to_toml(), "a test").learned_from == (12, 9)
    assert survey.with_groups(["Blue", "Green"]).learned_from == (9, 0)
    assert SURVEY.learned_from is None
    assert "learned_from" not in SURVEY.to_toml()
    for wrong in ((1,), (-1, 2), (0, 0)):
        with pytest.raises(SurveyError, match="learned_from"):
            replace(SURVEY, learned_from=wrong).validate()
