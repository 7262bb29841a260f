"""Why somebody is in a group."""

import re
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats

import bayeshat as bh
from bayeshat.report.page.html import render_report
from bayeshat.report.page.page_reasons import describe_reasons
from bayeshat.report.reasons import (
    answer_strengths,
    answers_by_group,
    find_reasons,
    group_profiles,
    speaking_answers,
    strongest_answers,
)
from report.results import flat, high_ratings, hostile, houses, mixed_kinds, one_person, quick_result, several


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


def test_ratings_are_expected_where_they_were_when_people_were_sorted():
    """A survey that learns its prior expects ratings around everybody's, not in the middle of the scale."""
    result = high_ratings()
    ratings = result.answers.levels_of(0)[result.answers.chosen(0)[:, 0]]
    assert ratings.mean() > 3.5
    kept = replace(result, posterior=replace(result.posterior, survey=result.survey))
    for same in (result, kept):
        np.testing.assert_allclose(group_profiles(same)[0].prior, ratings.mean())
        assert answers_by_group(same)["prior share"][0] == pytest.approx(ratings.mean(), abs=1e-4)


@pytest.mark.parametrize("make", [houses, hostile, flat, one_person])
def test_shares_of_a_question_add_up(make):
    result = make()
    profiles = group_profiles(result)
    for profile in profiles:
        assert np.allclose(profile.prior.sum(axis=1), 1)
        assert np.allclose(profile.posterior.sum(axis=1), 1)
        np.testing.assert_array_equal(profile.given.sum(axis=1), profile.answered)
    assert sum(profile.answered.sum() for profile in profiles) == (result.answers.codes >= 0).sum()


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
    for one, other in zip(group_profiles(result), group_profiles(turned), strict=True):
        assert np.allclose(one.posterior, other.posterior)


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
    assert not any(table.any() for table in answer_strengths(result, group_profiles(result)))
    assert speaking_answers(result) == [[]] * 4


def test_several_answers_to_a_question_count_for_that_question():
    result = several()
    assert result.answers.codes.shape[1] > result.survey.n_questions
    table = answers_by_group(result)
    eaten, members = {"Larks": [], "Owls": []}, {"Larks": 0, "Owls": 0}
    given = {"Ann": ["Eggs", "Bread"], "Bo": ["Fruit"], "Di": ["Bread", "Fruit"], "Ed": ["Eggs"]}
    given["Fay"] = ["Eggs", "Bread", "Fruit"]
    for name, options in given.items():
        eaten[result.assignment()[name]] += options
        members[result.assignment()[name]] += 1
    for group, question, option, count, share in zip(*list(table.values())[:5], strict=True):
        if question.startswith("Which"):
            assert count == eaten[group].count(option)
            assert share == (pytest.approx(count / members[group], abs=1e-4) if members[group] else "")


def test_each_of_several_answers_speaks_for_itself():
    result = several()
    told = speaking_answers(result, n=9)
    against = strongest_answers(result, find_reasons(result, group_profiles(result)), 9, against=True)
    fay, ann = result.names.index("Fay"), result.names.index("Ann")
    assert {str(answer.words) for answer in told[ann] + against[ann]} == {"Eggs", "Bread", "Fruit, not ticked", "Tea"}
    assert {answer.option for answer in told[fay] + against[fay]} == {"Eggs", "Bread", "Fruit", "Tea"}
    numbers = {answer.option: answer.number for answer in told[fay] + against[fay]}
    assert numbers == {"Eggs": 1, "Bread": 1, "Fruit": 1, "Tea": 2}
    assert all(answer.strength > 0 for answers in told for answer in answers)
    assert all(answer.strength < 0 for answers in against for answer in answers)
    strengths = [answer.strength for answer in against[fay]]
    assert strengths == sorted(strengths)


def test_means_and_ticks_of_groups_are_those_of_their_members():
    result, drawn = mixed_kinds()
    table = answers_by_group(result)
    rows = {
        (group, question, option): (count, share)
        for group, question, option, count, share in zip(*list(table.values())[:5], strict=True)
    }
    for g, group in enumerate(result.decision.names):
        own = result.decision.labels == g
        for q, average in (
            (0, np.mean),
            (1, lambda values: np.exp(np.mean(np.log(values)))),
            (2, np.mean),
            (3, np.mean),
        ):
            codes = result.answers.chosen(q)[own, 0]
            values = result.answers.levels_of(q)[codes[codes >= 0]]
            count, share = rows[group, result.survey.questions[q].text, "mean"]
            assert (count, share) == (len(values), pytest.approx(average(values), abs=1e-4))
        ticks = result.answers.chosen(4)[own, 1]
        count, share = rows[group, "What do you pack?", "Towel"]
        assert (count, share) == ((ticks == 1).sum(), pytest.approx((ticks == 1).sum() / (ticks >= 0).sum(), abs=1e-4))
    assert (result.decision.labels == drawn.truth).mean() > 0.9


def test_bars_of_ratings_go_from_end_to_end_of_the_scale():
    result = high_ratings()
    ends = result.survey.questions[0].scale
    question = describe_reasons(result)["questions"][0]
    profile = group_profiles(result)[0]
    for g, row in enumerate(question["options"][0]["rows"]):
        for drawn, mean in ((row["width"], profile.given[g, 0]), (row["mark"], profile.prior[g, 0])):
            assert drawn == pytest.approx(100 * (mean - ends[0]) / (ends[1] - ends[0]), abs=0.1)


def test_columns_of_the_report_say_what_people_did():
    page = render_report(mixed_kinds()[0])
    found = dict.fromkeys(re.findall('<th scope="col">((?:Answered|Ticked it|Put it first|Gave it))</th>', page))
    assert set(found) == {"Answered", "Ticked it", "Put it first", "Gave it"}


def test_numbers_speak_in_words():
    result, _ = mixed_kinds()
    told = [answer for answers in speaking_answers(result, n=20) for answer in answers]
    for answer in told:
        if answer.question == "How tall are you?":
            assert answer.option.endswith(" cm")
            height = float(answer.option.removesuffix(" cm"))
            assert answer.sense != ("more than most" if height < 170 else "less than most")
    senses = {answer.question: set() for answer in told}
    for answer in told:
        senses[answer.question].add(answer.sense)
    assert senses["How tall are you?"] >= {"more than most", "less than most"}
    assert senses["What do you pack?"] == {"", "not ticked"}
    assert senses["Rank these"] == {""}
    assert {answer.option for answer in told if answer.number == 4} <= {"not at all", "a little", "a lot"}


def test_the_strength_of_a_number_is_the_ratio_of_its_densities():
    result, _ = mixed_kinds()
    strengths = answer_strengths(result, group_profiles(result))
    levels, phi = result.answers.levels[0], result.posterior.phi.reshape(-1, *result.posterior.phi.shape[2:])
    density = scipy.stats.norm(phi[:, :, 0, 0, None], phi[:, :, 0, 1, None]).pdf(levels).mean(axis=0)
    np.testing.assert_allclose(strengths[0], [np.log(density[0] / density[1]), np.log(density[1] / density[0])])
