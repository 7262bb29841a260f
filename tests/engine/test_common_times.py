"""Free times: every group shares some, or one sentence says why it cannot."""

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.errors import InputError, RulesError
from bayeshat.rules.rules import CommonTimes, Rules, Together
from naive import keeps


def timetable(seed, n_people, n_groups, n_times, common):
    """Free times with which some groups of even sizes can meet."""
    rng = np.random.default_rng(seed)
    hidden = [rng.choice(n_times, common, replace=False) for _ in range(n_groups)]
    times = [
        {*hidden[g], *rng.choice(n_times, 3, replace=False)} for g in rng.permutation(np.arange(n_people) % n_groups)
    ]
    return {
        "name": [f"P{n}" for n in range(n_people)],
        "times": ["; ".join(f"slot {time}" for time in sorted(some)) for some in times],
        "year": rng.choice(["1", "2"], n_people).tolist(),
    }


@pytest.mark.parametrize(("n_people", "n_groups"), [(12, 3), (150, 30)])
def test_every_group_shares_times(n_people, n_groups):
    table = timetable(n_people, n_people, n_groups, 12, 2)
    rule = CommonTimes("times", 2)
    mix = [bh.Spread("year", weight="weak")]
    decision = bh.mix_people(table, groups=n_groups, mix=mix, common_times=rule, starts=2)
    assert keeps(rule, decision.groups, table["name"], decision.names, table)
    assert set(decision.sizes) == {n_people // n_groups}
    assert "Times that suit all members: 1: slot" in str(decision.status)


def test_sorting_keeps_to_free_times_and_does_not_sort_by_them():
    survey = bh.Survey.load("simulation-even")
    answers = bh.simulate(survey, 12, rng=1).answers
    options = {"rng": 1, "chains": 2, "draws": 50, "tune": 50, "max_draws": 50, "starts": 2}
    result = bh.sort_people(survey, answers, common_times=CommonTimes("q1"), size_weight=0.1, **options)
    letters = {group: set() for group in result.decision.names}
    for group, code in zip(result.decision.groups, answers.codes[:, 0], strict=True):
        letters[group].add(int(code))
    assert all(len(some) <= 1 for some in letters.values())
    assert "q1" not in [question.id for question in result.survey.questions]


def test_empty_cells_suit_any_time_and_commas_part_times_too():
    table = {"name": ["Ann", "Bo", "Cy", "Di"], "times": ["Mon, Tue", "", "Wed", "wed,  Tue"]}
    decision = bh.mix_people(table, [2, 2], common_times="times")
    assert decision.groups[0] == decision.groups[1] != decision.groups[2] == decision.groups[3]


def test_times_that_cannot_be_shared_are_told_in_one_sentence():
    table = {"name": ["Ann", "Bo", "Cy", "Di"], "times": ["Mon; Tue", "Mon; Tue", "Tue", "Wed; Mon"]}
    with pytest.raises(RulesError, match=r"share at least 2 free times in “times”. Cy names only 1. Change it"):
        bh.mix_people(table, groups=2, common_times=CommonTimes("times", 2))
    with pytest.raises(RulesError, match="rules cannot all be met") as caught:
        bh.mix_people(table, groups=2, common_times="times", rules=Rules([Together(("Cy", "Di"))]))
    assert "Cy and Di must be together" in str(caught.value)
    assert "share at least 1 free time" in str(caught.value)
    with pytest.raises(InputError, match="at least 1 free time; got 0"):
        CommonTimes("times", 0)
