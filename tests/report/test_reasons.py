"""Why somebody is in a group."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.report.reasons import (
    answers_by_group,
    group_profiles,
    option_strengths,
    speaking_answers,
    strongest_answers,
)
from report.results import flat, hostile, houses, one_person, quick_result, several


def test_answers_are_counted_by_group_question_and_option():
    result = houses()
    table = answers_by_group(result)
    survey = result.survey
    assert len(table["group"]) == 4 * survey.n_options.sum()
    for i in (0, 17, 60, len(table["group"]) - 1):
        members = set(result.decision.members(table["group"][i]).tolist())
        q = [question.text for question in survey.questions].index(table["question"][i])
        v = survey.questions[q].options.index(table["option"][i])
        count = sum(int(result.answers.codes[n, q]) == v for n in members)
        assert table["count"][i] == count
        assert table["share"][i] == pytest.approx(count / len(members), abs=1e-4)


def test_houses_have_their_own_prior_and_posterior_shares():
    result = houses()
    table = answers_by_group(result)
    assert table["prior share"][:2] == [0.3, 0.7]
    assert table["posterior share"][0] == pytest.approx(result.posterior.phi[:, :, 0, 0, 0].mean(), abs=1e-4)


@pytest.mark.parametrize("make", [houses, hostile, flat, one_person])
def test_shares_of_a_question_add_up(make):
    result = make()
    profiles = group_profiles(result)
    assert np.allclose(profiles.prior.sum(axis=2), 1)
    assert np.allclose(profiles.posterior.sum(axis=2), 1)
    answered = (result.answers.codes >= 0).sum()
    assert profiles.counts.sum() == answered


def test_an_unanswered_question_has_no_share():
    result = hostile()
    codes = np.full_like(result.answers.codes, -1)
    table = answers_by_group(replace(result, answers=bh.Answers(codes, result.names)))
    assert set(table["share"]) == {""}
    assert set(table["count"]) == {0}


def test_profiles_of_groups_without_houses_do_not_depend_on_how_clusters_are_labelled():
    """Turning the labels of every second draw round changes nothing."""
    result = flat()
    posterior = result.posterior
    z, phi = posterior.z.copy(), posterior.phi.copy()
    z[:, ::2] = (z[:, ::2] + 1) % 3
    phi[:, ::2] = np.roll(phi[:, ::2], 1, axis=2)
    turned = replace(result, posterior=replace(posterior, z=z, phi=phi))
    assert np.allclose(group_profiles(result).posterior, group_profiles(turned).posterior)


def test_the_speaking_answers_are_those_of_the_largest_log_ratio():
    result = houses()
    phi = result.posterior.phi.mean(axis=(0, 1))
    for n, answers in enumerate(speaking_answers(result, n=2)):
        own = result.decision.labels[n]
        others = [k for k in range(4) if k != own]
        codes = result.answers.codes[n]
        ratio = [np.log(phi[own, q, v] / phi[others, q, v].mean()) for q, v in enumerate(codes)]
        best = sorted((r for r in ratio if r > 0), reverse=True)[:2]
        assert [answer.strength for answer in answers] == pytest.approx(best)
        for answer in answers:
            question = result.survey.questions[answer.number - 1]
            assert answer.question == question.text
            assert answer.option == question.options[codes[answer.number - 1]]


def test_who_answered_nothing_has_nothing_that_speaks():
    assert speaking_answers(hostile())[0] == []


def test_nothing_speaks_for_the_only_group():
    survey = bh.Survey.load("hogwarts")
    result = quick_result(survey, bh.simulate(survey, 4, rng=1).answers, [4])
    assert not option_strengths(group_profiles(result)).any()
    assert speaking_answers(result) == [[]] * 4


def test_several_answers_to_a_question_count_for_that_question():
    result = several()
    assert result.answers.codes.shape[1] > result.survey.n_questions
    table = answers_by_group(result)
    eaten = {"Larks": [], "Owls": []}
    given = {"Ann": ["Eggs", "Bread"], "Bo": ["Fruit"], "Di": ["Bread", "Fruit"], "Ed": ["Eggs"]}
    given["Fay"] = ["Eggs", "Bread", "Fruit"]
    for name, options in given.items():
        eaten[result.assignment()[name]] += options
    for group, question, option, count, share in zip(*list(table.values())[:5], strict=True):
        if question.startswith("Which"):
            assert count == eaten[group].count(option)
            assert share == (pytest.approx(count / len(eaten[group]), abs=1e-4) if eaten[group] else "")


def test_each_of_several_answers_speaks_for_itself():
    result = several()
    told = speaking_answers(result, n=9)
    against = strongest_answers(result, option_strengths(group_profiles(result)), 9, against=True)
    fay = result.names.index("Fay")
    assert {answer.option for answer in told[fay] + against[fay]} == {"Eggs", "Bread", "Fruit", "Tea"}
    numbers = {answer.option: answer.number for answer in told[fay] + against[fay]}
    assert numbers == {"Eggs": 1, "Bread": 1, "Fruit": 1, "Tea": 2}
    assert all(answer.strength > 0 for answers in told for answer in answers)
    assert all(answer.strength < 0 for answers in against for answer in answers)
    strengths = [answer.strength for answer in against[fay]]
    assert strengths == sorted(strengths)
