"""Reasons for places that corrections decided: they are what made the group likelier than the next."""

import json

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.report.explain import explain_person, explanations
from bayeshat.report.explanation import Explanation
from bayeshat.report.page.html import render_report
from bayeshat.report.reasons import find_reasons, given_strengths, group_profiles, speaking_answers
from bayeshat.survey.spec import parse_survey
from bayeshat.words.message import catalogue

LEARNED = """
title = "Learned"
prior = "flat"
groups = [{ name = "Red" }, { name = "Blue" }, { name = "Green" }]
learned_from = [9000, 6000, 3000]
counts_power = POWER
correction = { Red = 0.1, Blue = -0.1, Green = 0 }
[[questions]]
id = "tea"
text = "Tea?"
options = ["yes", "no"]
correction.Red = [1.5, -0.5, -1.2]
correction.Blue = [-1, 0.5, 1.3]
correction.Green = [0, 0, 0]
prior.Red = [60, 40]
prior.Blue = [40, 60]
prior.Green = [50, 50]
[[questions]]
id = "fun"
text = "Fun?"
kind = "several"
options = ["swim", "run"]
correction.Red = [0.8, -0.4, -0.7, 0.2, 0.3]
correction.Blue = [-0.8, 0.4, 0.7, -0.2, 0]
correction.Green = [0, 0.6, 0, -0.6, 0]
[[questions]]
id = "age"
text = "Age?"
kind = "number"
scale = [0, 50]
correction_at = [10, 20]
correction.Red = [0.5, -0.5, 0]
correction.Blue = [-0.5, 0.5, 0]
correction.Green = [0.1, 0, 0]
"""
PEOPLE = {
    "name": ["Ann", "Bo", "Cy", "Di", "Ed"],
    "Tea?": ["yes", "no", "", "maybe", ""],
    "Fun?": ["swim", "", "run", "swim; run", ""],
    "Age?": ["10", "17", "30", "", ""],
}


def sort(power):
    survey = parse_survey(LEARNED.replace("POWER", str(power)), "a test")
    return bh.sort_people(survey, PEOPLE, None, unknown="blank", draws=200, tune=20, max_draws=200, rng=1)


@pytest.fixture(scope="module")
def result():
    return sort(0)


def test_reasons_add_up_to_the_log_odds_against_the_next_group(result):
    """But for the groups' shares and constants; an answer that cannot be read adds nothing, and an empty one does."""
    reasons = find_reasons(result, group_profiles(result))
    given, labels, people = given_strengths(result, reasons), result.decision.labels, np.arange(5)
    shares = np.log([9.0, 6.0, 3.0]) + np.array([0.1, -0.1, 0.0])
    logs = np.log(result.posterior.probabilities)
    odds = logs[people, labels] - logs[people, reasons.others]
    always = shares[labels] - shares[reasons.others]
    np.testing.assert_allclose(odds[:4], (given.sum(axis=1) + always)[:4], atol=0.05)
    assert given[2, 0] != 0
    assert given[3, 0] == 0
    assert not given[4].any()


def test_people_read_what_decided(result):
    told = {answer.question: answer for answer in speaking_answers(result, 4)[2]}
    assert told["Tea?"].sense == "left empty"
    why = explain_person(result, "Ann")
    assert (why.group, why.compared_with) == ("Red", "Green")
    words = [str(sentence) for sentence in why.words()]
    assert "For it: the answer “yes” to “Tea?”, which makes Red 4.5 times as likely, compared with Green." in words
    german = [catalogue("de").tell(sentence) for sentence in why.words()]
    assert any("was Red gegenüber Green 4,5-mal so wahrscheinlich macht." in sentence for sentence in german)
    assert any("leaving “Tea?” empty" in str(sentence) for sentence in explain_person(result, "Cy").words())
    plain = json.loads(json.dumps(explanations(result)))
    assert Explanation.from_dict(plain[0]) == why
    assert "it makes this group twice as likely, compared with the one that is next" in render_report(result)


def test_counts_weigh_as_much_as_they_did_in_the_sort():
    """With a power of one half, "yes" adds half of the logarithm of how much more often it comes in the group."""
    half, none = sort(0.5), sort(0)
    assert half.decision.groups[0] == none.decision.groups[0] == "Red"
    more = [given_strengths(one, find_reasons(one, group_profiles(one)))[0, 0] for one in (half, none)]
    assert more[0] - more[1] == pytest.approx(0.5 * np.log(60 / 50), abs=0.02)
