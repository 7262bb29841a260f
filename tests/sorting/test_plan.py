"""Plans: what a sort is asked for, as values that JSON holds and that repeat the sort."""

import inspect
import json

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.sorting.people import sort_by_plan
from bayeshat.sorting.plan import Plan

QUICK = {"chains": 2, "draws": 50, "tune": 50, "max_draws": 50, "starts": 2, "rng": 3}


@pytest.fixture(scope="module")
def asked():
    survey = bh.Survey.load("hogwarts")
    return survey, bh.simulate(survey, 13, rng=2).answers


@pytest.mark.parametrize(
    "settings",
    [
        {"target": "3..5", "loss": "vi", "rules": bh.Rules(apart=[["Person 01", "Person 02"]])},
        {"target": {"Ravenclaw": 4}, "size_weight": 1.0, "starts": 4},
        {"known": {"Person 03": "Slytherin", "Person 04": "Ravenclaw"}, "known_count": True},
        {"known": {"Person 03": "Slytherin"}, "target": {"Gryffindor": 3}},
        {"placed": {"Person 05": "Hufflepuff", "Person 06": "Hufflepuff"}, "target": {"Gryffindor": 3}},
        {"stay": {"Person 07": "Gryffindor", "Somebody Gone": "Slytherin"}, "prove": 0.5},
        {"target": {"Ravenclaw": np.int64(4)}, "starts": np.int64(4), "rng": np.int64(5), "draws": np.int64(40)},
    ],
)
def test_a_stored_plan_repeats_the_sort(asked, settings):
    plan = Plan.read(*asked, **{**QUICK, **settings})
    stored = json.loads(json.dumps(plan.to_dict()))
    first, again = (sort_by_plan(one, threads=1) for one in (plan, Plan.from_dict(stored, *asked)))
    assert first.options == plan.to_dict()
    assert again.decision.labels.tolist() == first.decision.labels.tolist()
    assert again.decision.expected_loss == first.decision.expected_loss


def test_a_question_that_mixes_people_is_set_aside_again(asked):
    survey, answers = asked
    plan = Plan.read(survey, answers, mix=survey.questions[0].text, **QUICK)
    again = Plan.from_dict(json.loads(json.dumps(plan.to_dict())), survey, answers)
    assert plan.survey.n_questions == again.survey.n_questions == survey.n_questions - 1
    assert list(again.rules) == list(plan.rules)


def test_a_plan_takes_what_a_sort_takes():
    sort, plan = (dict(inspect.signature(function).parameters) for function in (bh.sort_people, Plan.read))
    for name in ("threads", "progress"):
        del sort[name]
    del plan["placed"]
    assert list(plan.values()) == list(sort.values())
