"""Who would stay if the survey were taken again."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.checking.asked_again import stay_if_asked_again

QUICK = {"chains": 2, "tune": 100, "draws": 100, "max_draws": 100, "threads": 1}


def sort(survey, answers, **options):
    posterior = bh.fit(survey, answers, rng=1, **QUICK)
    return posterior, bh.decide(posterior, "balanced", rng=1, threads=1, **options)


def clear_survey(n_questions, n_people=12):
    """Return a survey whose two clusters answer differently, and people who answer like one of them."""
    questions = tuple(bh.Question(f"q{q}", f"Question {q}?", ("yes", "no")) for q in range(n_questions))
    prior = np.tile(np.array([[[40.0, 2.0]], [[2.0, 40.0]]]), (1, n_questions, 1))
    survey = bh.Survey("Clear", questions, (bh.Cluster("A"), bh.Cluster("B")), prior, np.array([0.2, 0.2]))
    codes = np.repeat(np.arange(n_people) % 2, n_questions).reshape(n_people, n_questions).astype(np.int16)
    return survey, bh.Answers(codes, tuple(f"P{n}" for n in range(n_people)))


@pytest.mark.parametrize("options", [{}, {"rules": bh.Rules(apart=[["P0", "P1"]])}, {"loss": "vi"}])
def test_who_answers_clearly_stays(options):
    posterior, decision = sort(*clear_survey(8), **options)
    staying = stay_if_asked_again(posterior, decision, rng=1, threads=1)
    assert (staying > 0.9).all()


def test_who_answered_nothing_comes_where_there_is_room():
    survey, answers = clear_survey(8, n_people=14)
    answers.codes[:2] = -1
    staying = stay_if_asked_again(*sort(survey, answers), rng=1, threads=1)
    # They fill up either group, on this or that side; a clear answer would keep them where they are.
    assert (staying[:2] < 0.9).all()
    assert (staying[2:] > 0.9).all()


def test_a_result_says_who_would_stay(monkeypatch):
    monkeypatch.setattr("bayeshat.checking.asked_again._TIMES", 10)
    survey = bh.Survey.load("simulation-even")
    result = bh.sort_people(survey, bh.simulate(survey, rng=1).answers, rng=1, **QUICK)
    one, more = (result.uncertainty(rng=3, threads=threads) for threads in (1, 3))
    assert one.to_dict() == more.to_dict()
    assert one.staying_from == "answers"
    assert set(np.round(one.staying * 10, 6)) <= set(range(11))
    assert result.decision.uncertainty(rng=3).staying_from == "draws"
    assert one.words().endswith(f"{one.staying.mean():.0%} would come into the same group.")


def test_where_it_cannot_be_said_from_answers_the_draws_must_do():
    posterior, decision = sort(*clear_survey(4))
    assert stay_if_asked_again(replace(posterior, totals=np.array([6, 6])), decision) is None
    assert stay_if_asked_again(replace(posterior, theta=None), decision) is None


def test_every_kind_of_question_is_asked_again():
    table = {
        "name": [f"P{n}" for n in range(12)],
        "height": [150 + 30 * (n % 2) + n / 10 for n in range(12)],
        "pets": [n % 2 * 9 for n in range(12)],
        "likes": ["tea; cake" if n % 2 else "coffee" for n in range(12)],
    }
    survey = bh.Survey.from_answers(table, n_clusters=2)
    posterior, decision = sort(survey, bh.read_answers(table, survey))
    staying = stay_if_asked_again(posterior, decision, rng=1, threads=1)
    assert (staying > 0.6).all()
