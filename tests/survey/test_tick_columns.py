"""Columns in a table of one's own that are headed by an option and hold a tick or nothing."""

from __future__ import annotations

import pytest

from bayeshat.sorting.mix import mix_people
from bayeshat.sorting.people import sort_people
from bayeshat.survey.answers import read_answers, text_columns
from bayeshat.survey.spec import Survey

NAMES = [f"Person {n}" for n in range(1, 7)]
DAY = ["Mon", "Tue", "Mon", "Tue", "Mon", "Tue"]


def ticks(mark: str, *who: str) -> dict[str, list[str]]:
    """Return a table in which these sets of people, by number, tick Football, Tennis and Chess."""
    columns = {
        option: [mark if str(n) in some else "" for n in range(1, 7)]
        for option, some in zip(("Football", "Tennis", "Chess"), who, strict=True)
    }
    return {"Name": NAMES, **columns, "Best day": DAY}


@pytest.mark.parametrize("mark", ["x", "X", "1", "yes", "✓", "OK", "ja"])
def test_tick_columns_are_one_question_and_what_is_not_ticked_counts(mark):
    table = ticks(mark, "123", "345", "15")
    survey = Survey.from_answers(table, 2)
    several, day = survey.questions
    assert (several.kind, several.options, several.id) == ("several", ("Chess", "Football", "Tennis"), "q1")
    assert several.text == "Football / Tennis / Chess"
    assert day.text == "Best day"
    texts = text_columns(survey, read_answers(table, survey))[several.id]
    assert [set(filter(None, text.split("; "))) for text in texts] == [
        {"Football", "Chess"},
        {"Football"},
        {"Football", "Tennis"},
        {"Tennis"},
        {"Tennis", "Chess"},
        set(),
    ]


def test_a_later_table_may_have_fewer_ticks_or_say_no():
    survey = Survey.from_answers(ticks("x", "123", "345", "15"), 2)
    later = ticks("x", "1", "", "123456")
    later["Tennis"] = ["no"] * 6
    texts = text_columns(survey, read_answers(later, survey))["q1"]
    assert set(texts) == {"Chess; Football", "Chess"}


def test_different_ticks_in_a_column_are_all_ticks():
    table = ticks("x", "123", "345", "15")
    table["Football"][0], table["Tennis"][2] = "(x)", "✓"
    assert Survey.from_answers(table, 2).questions[0].options == ("Chess", "Football", "Tennis")


def test_columns_that_everybody_ticked_or_that_say_no_are_no_ticks():
    table = {"Name": NAMES, "Rules read": ["yes"] * 6, "Photo": ["yes"] * 6, "Tea": ["yes", "no"] * 3, "Day": DAY}
    survey = Survey.from_answers(table, 2)
    assert [question.text for question in survey.questions] == ["Tea", "Day"]


def test_a_single_tick_column_is_left_out_with_what_to_do():
    survey = Survey.from_answers({"Name": NAMES, "Drives": ["x", "", "x", "", "", ""], "Day": DAY}, 2)
    assert '"Drives" (nobody answered anything but "x"; if an empty cell means no, write no into it)' in str(
        survey.notes[0]
    )


def test_many_tick_columns_have_a_short_name_and_stay_one_question():
    many = {f"Club {n}": ["x" if (n + i) % 3 else "" for i in range(6)] for n in range(40)}
    survey = Survey.from_answers({"Name": NAMES, **many}, 2)
    assert [question.text for question in survey.questions] == ["Club 0 / Club 1 / Club 2 / …"]
    assert len(survey.questions[0].options) == 40
    answers = read_answers({"Name": NAMES, **many}, survey)
    assert text_columns(survey, answers)["q1"][0].startswith("Club 1; Club 10; Club 11")


def test_free_times_may_be_ticked_in_a_column_each():
    """As in a poll: who names one of the times means them all."""
    table = {
        "Name": NAMES,
        "Mon, 9:00": ["OK", "OK", "OK", "", "", ""],
        "Tue, 9:00": ["", "", "(OK)", "OK", "OK", "OK"],
    }
    for named in ("Mon, 9:00", "Mon, 9:00 / Tue, 9:00"):
        decision = mix_people(table, groups=2, common_times=named, rng=1)
        told = str(decision.status)
        assert "Mon, 9:00" in told, told
        assert "Tue, 9:00" in told, told
        assert decision.labels[0] == decision.labels[1] != decision.labels[4] == decision.labels[5]


def test_remarks_are_no_question_unless_they_are_numbers():
    table = {"Name": NAMES, "Day": DAY, "Notes": ["", "nuts", "nuts", "", "glasses", ""]}
    survey = Survey.from_answers(table, 2)
    assert [question.text for question in survey.questions] == ["Day"]
    assert '"Notes" (remarks)' in " ".join(map(str, survey.notes))
    table["Notes"] = ["12", "14", "9", "12", "15", "11"]
    assert [question.text for question in Survey.from_answers(table, 2).questions] == ["Day", "Notes"]
    table["Notes"] = ["", "nuts", "nuts", "", "glasses", ""]
    assert [question.text for question in Survey.from_answers(table, 2, only=["Notes"]).questions] == ["Notes"]


def test_grades_with_signs_are_a_rating_in_their_order():
    grades = ["1", "2-", "3", "3+", "2", "5"]
    survey = Survey.from_answers({"Name": NAMES, "Maths": grades, "Day": DAY}, 2)
    assert (survey.questions[0].kind, survey.questions[0].options) == ("rating", ("1", "2", "2-", "3+", "3", "5"))
    answers = read_answers({"Name": NAMES, "Maths": grades, "Day": DAY}, survey)
    assert text_columns(survey, answers)["Maths"] == tuple(grades)
    letters = Survey.from_answers({"Name": NAMES, "Quiz": ["A", "B", "C", "A", "B", "C"], "Day": DAY}, 2)
    assert letters.questions[0].kind == "choice"


def test_nobody_is_sorted_by_times_that_are_ticked():
    table = {
        "Name": NAMES,
        "Mon": ["x", "x", "x", "", "", ""],
        "Tue": ["", "", "x", "x", "x", "x"],
        "Tea": ["yes", "yes", "no", "no", "yes", "no"],
    }
    survey = Survey.from_answers(table, 2)
    result = sort_people(survey, table, common_times="Mon", draws=50, tune=50, chains=2, max_draws=50, rng=1)
    assert [question.text for question in result.posterior.survey.questions] == ["Tea"]
    assert result.decision.labels[0] != result.decision.labels[4]
