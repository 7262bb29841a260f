"""Who would stay if the survey were taken again."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.checks.asked_again import _trust, ask_again
from bayeshat.words.message import Message

QUICK = {"chains": 2, "tune": 100, "draws": 100, "max_draws": 100, "threads": 1}


@pytest.fixture(autouse=True)
def asked_a_few_times(monkeypatch):
    monkeypatch.setattr("bayeshat.checks.asked_again._TIMES", 12)
    monkeypatch.setattr("bayeshat.checks.asked_again._DRAWS", 60)


def sort(survey, answers, **options):
    posterior = bh.fit(survey, answers, rng=1, **QUICK)
    return posterior, bh.decide(posterior, "balanced", rng=1, threads=1, **options)


def ask(posterior, decision):
    return ask_again(decision.uncertainty(threads=1), posterior, decision, rng=1, threads=1)


def clear_survey(n_questions=8, n_people=12):
    """Return a survey whose two clusters answer differently, and people who answer like one of them."""
    questions = tuple(bh.Question(f"q{q}", f"Question {q}?", ("yes", "no")) for q in range(n_questions))
    prior = np.tile(np.array([[[40.0, 2.0]], [[2.0, 40.0]]]), (1, n_questions, 1))
    survey = bh.Survey("Clear", questions, (bh.Cluster("A"), bh.Cluster("B")), prior, np.array([0.2, 0.2]))
    codes = np.repeat(np.arange(n_people) % 2, n_questions).reshape(n_people, n_questions).astype(np.int16)
    return survey, bh.Answers(codes, tuple(f"P{n}" for n in range(n_people)))


@pytest.mark.parametrize("options", [{}, {"rules": bh.Rules(apart=[["P0", "P1"]])}, {"loss": "vi"}])
def test_who_answers_clearly_stays(options):
    found = ask(*sort(*clear_survey(), **options))
    assert found.staying_from == "answers"
    assert (found.staying > 0.9).all()


def test_who_answered_nothing_comes_where_there_is_room():
    survey, answers = clear_survey(n_people=14)
    answers.codes[:2] = -1
    staying = ask(*sort(survey, answers)).staying
    # They fill up the groups, one here and one there; a clear answer would keep them where they are.
    assert (staying[:2] < 0.9).all()
    assert (staying[2:] > 0.9).all()


def test_of_many_people_some_are_asked(monkeypatch):
    monkeypatch.setattr("bayeshat.checks.asked_again._ASKED", 20)
    survey = bh.Survey.load("simulation-even")
    posterior, decision = sort(survey, bh.simulate(survey, 60, rng=1).answers)
    from_draws = decision.uncertainty(threads=1)
    for without in ({}, {"theta": None}):
        found = ask(replace(posterior, **without), decision)
        assert found.based_on == 20
        assert "based on 20 of 60 people." in str(found.words())
        shift = np.log(found.staying / (1 - found.staying)) - np.log(from_draws.staying / (1 - from_draws.staying))
        assert np.isclose(shift, np.median(shift)).sum() == 40


@pytest.mark.parametrize(("spread", "wanted"), [(0.0, 0.0), (0.2, 0.89)])
def test_shares_count_as_much_as_they_differ_by_more_than_chance(spread, wanted):
    """The best weight of shares is (variance of what differs) / (that and the variance by chance)."""
    rng = np.random.default_rng(1)
    estimates = np.full(20_000, 0.5)
    shares = rng.binomial(40, estimates + rng.choice([-spread, spread], 20_000)) / 40
    assert _trust(shares, estimates, 40) == pytest.approx(wanted, abs=0.1)


def test_a_result_says_who_would_stay():
    survey = bh.Survey.load("simulation-even")
    result = bh.sort_people(survey, bh.simulate(survey, rng=1).answers, rng=1, **QUICK)
    one, more = (result.uncertainty(rng=3, threads=threads) for threads in (1, 3))
    assert one.to_dict() == more.to_dict()
    assert one.staying_from == "answers"
    assert str(one.words()).endswith(f"{100 * one.staying.mean():.0f}\xa0% of them would end up in the same group.")


@pytest.mark.usefixtures("as_shipped")
@pytest.mark.parametrize(("n_people", "draws", "n_times"), [(21, 100, 40), (21, 15, 30), (101, 100, 20)])
def test_how_often_people_are_asked(n_people, draws, n_times):
    """Forty times, or with many people twenty; not more often than there are draws, here of two chains."""
    survey = bh.Survey.load("simulation-even")
    quick = QUICK | {"draws": draws, "max_draws": draws}
    posterior = bh.fit(survey, bh.simulate(survey, n_people, rng=1).answers, rng=1, **quick)
    decision = bh.decide(posterior, "balanced", rng=1, threads=1)
    told = []
    found = ask_again(
        decision.uncertainty(threads=1),
        posterior,
        decision,
        rng=1,
        threads=1,
        progress=lambda *told_of: told.append(told_of),
    )
    assert told == [(pytest.approx(time / n_times), Message("progress-again")) for time in range(1, n_times + 1)]
    assert 0 < found.staying.min() <= found.staying.max() <= 1


def test_where_it_cannot_be_said_from_answers_the_draws_must_do():
    posterior, decision = sort(*clear_survey())
    found = ask(replace(posterior, totals=np.array([6, 6])), decision)
    assert found.staying_from == "draws"
    assert "answered another survey that says as much about them" in str(found.words())


def test_every_kind_of_question_is_asked_again():
    table = {
        "name": [f"P{n}" for n in range(12)],
        "height": [150 + 30 * (n % 2) + n / 10 for n in range(12)],
        "pets": [n % 2 * 9 for n in range(12)],
        "likes": ["tea; cake" if n % 2 else "coffee" for n in range(12)],
    }
    survey = bh.Survey.from_answers(table, n_clusters=2)
    posterior, decision = sort(survey, bh.read_answers(table, survey))
    assert (ask(posterior, decision).staying > 0.6).all()
