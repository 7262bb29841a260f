"""Surveys inferred from answers alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from bayeshat.errors import AnswersError, SurveyError
from bayeshat.kinds.question import Question
from bayeshat.survey.answers import read_answers
from bayeshat.survey.spec import Survey, parse_survey


def people(n=24):
    return {
        "Timestamp": [f"2024-05-01 10:{minute:02d}" for minute in range(n)],
        "Name": [f"Person {number}" for number in range(n)],
        "Tea?": ["yes", "Yes ", "no"] * (n // 3),
        "Score": [10, 9.0, None, 10] * (n // 4),
        "Comments": [f"I think {number}" for number in range(n)],
        "Country": ["here"] * n,
        "Nothing": [""] * n,
    }


def test_from_answers_infers_questions_and_says_what_it_left_out():
    survey = Survey.from_answers(people(), n_clusters=3)
    assert survey.questions == (Question("q1", "Tea?", ("no", "yes")), Question("Score", "Score", ("9", "10")))
    assert survey.cluster_names == ("Group 1", "Group 2", "Group 3")
    np.testing.assert_array_equal(survey.answer_prior, np.ones((3, 2, 2)))
    assert not survey.is_informative
    for told in ('"Timestamp" (names the person', '"Comments" (free text: 24 different values in 24 answers)'):
        assert told in " ".join(map(str, survey.notes))
    assert '"Country" (everybody answered the same)' in " ".join(map(str, survey.notes))
    assert '"Nothing" (no answers)' in " ".join(map(str, survey.notes))
    assert "Name" not in " ".join(map(str, survey.notes))
    assert parse_survey(survey.to_toml(), "copy").to_toml() == survey.to_toml()


def test_from_answers_reads_files_and_another_name_column(tmp_path):
    path = tmp_path / "tea.csv"
    path.write_text("seat,a,b\nx,1,u\ny,2,v\nz,1,u\n")
    survey = Survey.from_answers(path, name_column="seat")
    assert [question.id for question in survey.questions] == ["a", "b"]
    assert (survey.title, survey.n_clusters, tuple(map(str, survey.notes))) == ("Survey from tea.csv", 4, ())
    assert Survey.from_answers(str(path)).n_questions == 3


def test_from_answers_never_gives_an_id_that_is_anothers_heading():
    survey = Survey.from_answers({"Do you like tea?": ["y", "n"], "q1": ["y", "n"], "Milk or not?": ["y", "n"]})
    assert [question.id for question in survey.questions] == ["q2", "q1", "q3"]


def test_from_answers_leaves_out_columns_with_too_many_values_or_no_heading(tmp_path):
    path = tmp_path / "many.csv"
    path.write_text(",town,ok\n" + "".join(f"u,t{n % 40},{n % 2}\n" for n in range(200)))
    survey = Survey.from_answers(path)
    assert [question.text for question in survey.questions] == ["ok"]
    assert '"town" (too many different values: 40)' in " ".join(map(str, survey.notes))
    assert '"" (no heading)' in " ".join(map(str, survey.notes))


def test_from_answers_leaves_out_what_a_few_people_wrote_each_in_their_own_words():
    told = {"With whom?": ["Tara", "Will", *[""] * 6], "Tea?": ["yes", "no"] * 4}
    survey = Survey.from_answers(told)
    assert [question.text for question in survey.questions] == ["Tea?"]
    assert '"With whom?" (free text: 2 answers, all different, from 8 people)' in " ".join(
        tuple(map(str, survey.notes))
    )
    assert Survey.from_answers(told, only=["With whom?"]).n_questions == 1
    assert Survey.from_answers(told | {"With whom?": ["Tara", "Tara", "Will", *[""] * 5]}).n_questions == 2


def test_from_answers_errors(tmp_path):
    with pytest.raises(AnswersError, match=r'looks like a question with options; got none:\n  "x" \(everybody'):
        Survey.from_answers({"name": ["a", "b"], "x": ["1", "1"]})
    for wrong in (0, 2.5, True):
        with pytest.raises(SurveyError, match=f"at least 1, or a list of names; got {wrong}"):
            Survey.from_answers({"x": ["1", "2"]}, n_clusters=wrong)
    path = tmp_path / "twice.csv"
    path.write_text("x,X\n1,2\n2,1\n")
    with pytest.raises(AnswersError, match='must have its own heading; got "X" twice'):
        Survey.from_answers(path)
    with pytest.raises(AnswersError, match=r"got 'nowhere\.csv', which does not exist"):
        Survey.from_answers(Path("nowhere.csv"))


CELLS = (
    "a",
    "b",
    "Tea",
    "tea",
    "Tea, hot",
    "1",
    "2",
    "10",
    "3.5",
    "",
    "NA",
    "x",
    "Yes",
    "No",
    ";",
    "a;b",
    "a, b",
    "b;",
)
HEADINGS = ("q", "Q1", "Q1_1", "Q1_2", "Q1_TEXT", "Q [a]", "Q [b]", "G01Q01[SQ001]", "G01Q01[SQ002]", "Score")
TOOLS = (
    (),
    ("Timestamp",),
    ("ID", "Start time", "Completion time"),
    ("StartDate", "EndDate", "ResponseId"),
    ("lastpage", "startlanguage"),
)


@settings(max_examples=100, deadline=None)
@given(data=st.data())
def test_an_inferred_survey_reads_its_own_answers(data):
    n_people = data.draw(st.integers(1, 8))
    table = {heading: [f"{heading}{n}" for n in range(n_people)] for heading in data.draw(st.sampled_from(TOOLS))}
    some = data.draw(st.lists(st.sampled_from(CELLS), min_size=1, max_size=6))
    column = st.lists(st.sampled_from(some), min_size=n_people, max_size=n_people)
    table |= data.draw(st.dictionaries(st.sampled_from(HEADINGS), column, min_size=1, max_size=6))
    try:
        survey = Survey.from_answers(table, n_clusters=2)
    except AnswersError:
        reject()
    answers = read_answers(table, survey)
    assert sorted(set(answers.questions.tolist())) == list(range(survey.n_questions))
    assert all((answers.chosen(q) >= 0).any() for q in range(survey.n_questions))
    assert parse_survey(survey.to_toml(), "copy").questions == survey.questions


ZOO = {
    "animal": ["ape", "bee", "cat", "dog", "eel", "fox", "gnu"],
    "legs": [2, 6, 4, 4, 0, 4, 4],
    "born": ["2020-01-02", "2020-02-03", "2020-03-04", "2020-04-05", "2020-05-06", "2020-06-07", "2020-07-08"],
    "student id": [11, 12, 13, 14, 15, 16, 17],
    "type": ["1", "2", "1", "1", "3", "1", "1"],
}


def test_what_is_no_question_is_told_with_reasons():
    survey = Survey.from_answers(ZOO, 2, name_column="animal")
    assert [question.text for question in survey.questions] == ["legs"]
    assert " ".join(map(str, survey.notes)) == (
        'Left out: "born" (dates or times); "student id" (names the person or the time); "type" (looks like the group '
        'that people are in already; to learn from it, use known="type"). Taken as ratings "legs" (0 to 7). If that is '
        "wrong, change the kind in the survey file."
    )


def test_a_few_days_may_be_options():
    table = {"name": list("abcdef"), "Which day suits you?": ["2024-05-04", "2024-05-11", "2024-05-04"] * 2}
    assert Survey.from_answers(table, 2).questions[0].options == ("2024-05-04", "2024-05-11")


def test_only_and_skip_name_the_questions():
    survey = Survey.from_answers(ZOO, ["Red", "Blue"], only=["Type", "legs"])
    assert [question.text for question in survey.questions] == ["legs", "type"]
    assert survey.cluster_names == ("Red", "Blue")
    table = ZOO | {"tail": ["y", "n"] * 3 + ["y"]}
    assert [question.text for question in Survey.from_answers(table, skip=["LEGS"]).questions] == ["tail"]
    with pytest.raises(AnswersError, match='only must be a heading of The dict of columns; got "leg"'):
        Survey.from_answers(ZOO, only=["leg"])
    with pytest.raises(AnswersError, match='must be a question with options; got "animal"'):
        Survey.from_answers(ZOO, only=["animal"])


def test_what_was_left_out_is_no_description_for_respondents(tmp_path):
    """A description heads the form."""
    table = {"Tea?": ["yes", "no", "yes"], "Country": ["CH"] * 3}
    survey = Survey.from_answers(table, 2)
    assert tuple(map(str, survey.notes)) == ('Left out: "Country" (everybody answered the same).',)
    survey.save(tmp_path / "survey.toml")
    kept = Survey.load(tmp_path / "survey.toml")
    assert (survey.description, kept.description, tuple(map(str, kept.notes))) == ("", "", ())
    assert (tmp_path / "survey.toml").read_text(encoding="utf-8").startswith('# Left out: "Country" (everybody')


def test_a_column_that_names_people_is_no_question():
    names = ["Ann Lee", "Bo Ek", "Cy Roth", "Di Moss", "Ed Orr", "Flo Nye"]
    table = {
        "name": names,
        "With whom?": ["Bo", "ann lee, cy", "Ann", "nobody", "Bo and Flo", ""],
        "Tea?": ["y", "n"] * 3,
    }
    survey = Survey.from_answers(table)
    assert [question.text for question in survey.questions] == ["Tea?"]
    assert "names people; if these are wishes, sort with friends)" in " ".join(map(str, survey.notes))
    assert len(Survey.from_answers(table, only=["With whom?"]).questions) == 1


def test_numbers_and_letters_are_no_names():
    table = {"name": [f"Person {letter}" for letter in "ABCDEF"], "Which one?": ["A", "B", "A", "C", "B", "C"]}
    assert Survey.from_answers(table).questions[0].options == ("A", "B", "C")


def test_people_in_columns_are_noticed():
    people = {f"Kim {'ABCDEFGHIJKL'[n]}": ["aabbc"[(n + q) % 5] for q in range(5)] for n in range(12)}
    told = " ".join(
        tuple(map(str, Survey.from_answers({"question": ["one", "two", "three", "four", "five"]} | people).notes))
    )
    assert "more questions (13) than people (5). If each column is a person, swap rows and columns first, so" in told
    turned = {"name": list(people)} | {f"q{q}": [cells[q] for cells in people.values()] for q in range(5)}
    assert "more questions" not in " ".join(map(str, Survey.from_answers(turned).notes))
