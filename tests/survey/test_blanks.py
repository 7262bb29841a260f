"""Blanks that go with people's other answers become an option; others stay blanks."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from bayeshat.errors import SurveyError
from bayeshat.survey.answers import read_answers
from bayeshat.survey.blanks import FALSE_ALARM, telling_blanks
from bayeshat.survey.spec import Survey, parse_survey

SHOWN = "left empty"


def routed(n_people=120):
    """Only who prays is asked how often and where."""
    prays = np.arange(n_people) % 3 > 0
    words = np.array(["yes", "no"])
    return {
        "Do you pray?": words[(~prays).astype(int)],
        "How?": np.where(prays, words[np.arange(n_people) // 3 % 2], ""),
        "Where?": np.where(prays, np.array(["home", "church"])[np.arange(n_people) // 5 % 2], ""),
        "Tea?": np.where(np.arange(n_people) % 10 == 0, "", words[np.arange(n_people) // 7 % 2]),
    }


def test_blanks_by_routing_are_offered_as_an_answer_and_told():
    survey = Survey.from_answers(routed(), 2)
    assert [question.blank for question in survey.questions] == ["", SHOWN, SHOWN, ""]
    assert survey.questions[1].options == ("no", "yes", SHOWN)
    assert 'Empty cells count as an answer, "left empty", in "How?", "Where?": they come in blocks' in " ".join(
        map(str, survey.notes)
    )
    again = parse_survey(survey.to_toml(), "copy")
    assert again.questions == survey.questions
    codes = read_answers(routed(), again).codes
    assert set(codes[::3, 1].tolist()) == {2}
    assert set(codes[1::3, 1].tolist()) == {0, 1}
    assert -1 in codes[:, 3]


def test_somebody_who_left_everything_empty_answered_nothing():
    table = {heading: np.append(cells, ["", ""]) for heading, cells in routed().items()}
    table["Where?"][-1] = "home"
    codes = read_answers(table, Survey.from_answers(routed(), 2)).codes
    assert codes[-2].tolist() == [-1, -1, -1, -1]
    assert codes[-1].tolist() == [-1, 2, 1, -1]


def test_people_who_stop_half_way_give_no_alarm():
    """Their blanks come in a block, but have nothing to do with what they answered before."""
    rng = np.random.default_rng(1)
    table = {f"q{c}": rng.choice(["a", "b", "c"], 300) for c in range(12)}
    stopped = rng.random(300) < 0.3
    for name in list(table)[6:]:
        table[name] = np.where(stopped, "", table[name])
    assert not any(question.blank for question in Survey.from_answers(table, 2).questions)


def test_false_alarms_are_as_rare_as_stated():
    """With 200 surveys, more than this many false alarms come in one run of 10,000."""
    rng = np.random.default_rng(2)
    alarms = 0
    for _ in range(200):
        codes = rng.integers(0, 3, (6, 40))
        codes[3:, rng.random(40) < 0.4] = -1
        codes[rng.random((6, 40)) < 0.1] = -1
        alarms += telling_blanks(list(codes)).any()
    assert alarms <= binom.ppf(1 - 1e-4, 200, FALSE_ALARM)


def test_blanks_that_hardly_go_with_answers_are_found_with_many_people():
    rng = np.random.default_rng(3)
    for n_people, expected in ((30, False), (3000, True)):
        asked = rng.integers(0, 2, n_people)
        other = np.where(rng.random(n_people) < 0.2 + 0.2 * asked, -1, rng.integers(0, 2, n_people))
        assert telling_blanks([asked, other, asked]).tolist() == [False, expected, False]


def test_the_option_for_blanks_must_be_an_option():
    text = Survey.from_answers(routed(), 2).to_toml()
    with pytest.raises(
        SurveyError, match=r'blank must be one of the options \("no", "yes", "left empty"\); got "lost"'
    ):
        parse_survey(text.replace('blank = "left empty"', 'blank = "lost"'), "copy")
    with pytest.raises(SurveyError, match="blank must go with kind"):
        parse_survey(text.replace('blank = "left empty"', 'kind = "several"\nblank = "left empty"'), "copy")


def test_a_block_that_people_skip_is_offered_though_no_answer_goes_with_it():
    """Nothing that they are asked tells who skips it: perhaps the known group does."""
    rng = np.random.default_rng(4)
    table = {f"q{c}": rng.choice(["a", "b", "c"], 200) for c in range(9)}
    skips = rng.random(200) < 0.15
    for name in ("q3", "q4", "q5"):
        table[name] = np.where(skips, "", table[name])
    found = [bool(question.blank) for question in Survey.from_answers(table, 2).questions]
    assert found == [False] * 3 + [True] * 3 + [False] * 3


def test_people_who_leave_more_empty_than_others_give_no_alarm():
    rng = np.random.default_rng(5)
    careless = rng.random(400) < 0.3
    codes = [np.where(careless & (rng.random(400) < 0.3), -1, rng.integers(0, 3, 400)) for _ in range(10)]
    assert not telling_blanks(codes).any()
