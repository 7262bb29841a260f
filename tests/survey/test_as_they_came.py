"""Files as they came: second headings, no headings, columns that are no questions, marks for no answer."""

from __future__ import annotations

import numpy as np
import pytest

from bayeshat.errors import AnswersError, SurveyError
from bayeshat.kinds.question import Question
from bayeshat.known_people.learned_survey import learn_survey
from bayeshat.sorting.people import sort_people
from bayeshat.survey.answers import read_answers
from bayeshat.survey.cluster import Cluster
from bayeshat.survey.exports.recognise import read_form
from bayeshat.survey.spec import Survey, parse_survey


def write(path, rows):
    path.write_text("".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows), encoding="utf-8")
    return path


def left_out(survey):
    return " ".join(map(str, survey.notes))


QUICK = {"draws": 50, "tune": 50, "max_draws": 50, "chains": 2, "starts": 2}
FAITHS = ("Sun", "Moon", "Stars")
ASKED = [
    ["Which faith?", "", "How often do you sing?", "What is your age?"],
    ["Response", "None of these", "Response", "Response"],
]


def believers(n_people=24):
    people = [
        [
            FAITHS[n % 3],
            ("A stone", "My cat")[n % 2] if n % 6 == 0 else "",
            ("Loud", "Low")[n % 2],
            ("18", "60+")[n % 4 // 2],
        ]
        for n in range(n_people)
    ]
    return [*ASKED, *people]


def test_surveymonkey_without_the_columns_of_ids(tmp_path):
    """The second row of headings is no person, and the column without a heading holds people's own words."""
    path = write(tmp_path / "faith.csv", believers())
    survey = Survey.from_answers(path, 2)
    assert [question.text for question in survey.questions] == [text for text in ASKED[0] if text]
    assert all("Response" not in question.options for question in survey.questions)
    answers = read_answers(path, survey)
    assert (answers.n_people, answers.origin) == (24, "SurveyMonkey")
    assert answers.extra["Which faith? [None of these]"][0] == "A stone"
    assert '"Which faith? [None of these]" (in people\'s own words)' in left_out(survey)


def test_a_person_who_answers_response_is_no_row_of_headings(tmp_path):
    """Where others say "Response" as well, it is an answer."""
    rows = believers()
    rows[5] = list(rows[1])
    assert len(read_form(write(tmp_path / "faith.csv", rows)).row_numbers) == 25


def votes(n_people=24):
    return [["cat" if n % 3 else "dog", *("yny?"[(n * k + n // 5) % 4] for k in range(1, 7))] for n in range(n_people)]


def test_a_file_without_headings_says_so_and_can_be_read(tmp_path):
    path = write(tmp_path / "votes.csv", votes())
    with pytest.raises(AnswersError, match=r"looks like a person in its first row .*headings=False"):
        Survey.from_answers(path, 2)
    survey = Survey.from_answers(path, 2, headings=False)
    assert [question.text for question in survey.questions] == [f"column {number}" for number in range(1, 8)]
    answers = read_answers(path, survey, headings=False)
    assert answers.n_people == 24
    assert read_form(path, headings=False).row_numbers.tolist() == list(range(1, 25))
    answers = sort_people(survey, path, headings=False, rng=1, **QUICK).answers
    assert answers.n_people == 24


def test_headings_that_may_be_a_person_are_told(tmp_path):
    flowers = [["5.1", "3.5", "blue"], ["4.9", "3.0", "red"], ["5.0", "3.5", "blue"], ["6.1", "2.0", "red"]]
    notes = read_form(write(tmp_path / "flowers.csv", flowers)).notes
    assert [note.id for note in notes] == ["table-headings-perhaps"]
    assert read_form(write(tmp_path / "flowers.csv", flowers), headings=False).notes == ()


def test_names_do_not_hide_that_a_file_has_no_headings(tmp_path):
    people = [[f"Ann{n} Bo", ("yes", "no")[n % 2], ("red", "blue")[n % 3 % 2]] for n in range(8)]
    assert [note.id for note in read_form(write(tmp_path / "named.csv", people)).notes] == ["table-headings-perhaps"]
    assert read_form(write(tmp_path / "headed.csv", [["name", *people[0][1:]], *people])).notes == ()


@pytest.mark.parametrize(
    "rows",
    [
        [["1", "2", "3"], ["1", "3", "2"], ["2", "2", "1"]],
        [["name", "Apples", "Pears"], ["Ann", "Apples", ""], ["Bo", "", "Pears"]],
        [["name", "yes or no"], ["Ann", "yes"], ["Bo", "no"]],
    ],
)
def test_numbered_questions_and_ticks_are_headings(tmp_path, rows):
    assert read_form(write(tmp_path / "people.csv", rows)).notes == ()


def test_a_rare_question_mark_is_no_answer():
    table = {"name": list("abcdefghij"), "Tea?": ["yes", "no", "?", "yes", *["no"] * 6], "Age": [7, 8, 9, "?", 11] * 2}
    survey = Survey.from_answers(table, 2)
    assert [question.options for question in survey.questions] == [("no", "yes"), ()]
    answers = read_answers(table, survey)
    assert answers.codes[2, 0] == answers.codes[3, 1] == -1
    assert answers.notes == ()


def test_a_question_mark_that_many_people_give_is_an_option():
    """Some questionnaires offer Yes, ? and No."""
    table = {"Dull?": ["Yes", "?", "No"] * 10, "Nice?": [*["Yes", "No"] * 14, "?", "?"], "Age": [*range(20), *"?" * 10]}
    survey = Survey.from_answers(table, 2, only=list(table))
    assert [question.options for question in survey.questions] == [("No", "Yes", "?"), ("No", "Yes"), ()]
    assert read_answers(table, parse_survey(survey.to_toml(), "copy")).codes[:3, 0].tolist() == [1, 2, 0]


@pytest.mark.parametrize("heading", ["party", "vote", "Sorting_house", "class", "True group", "bisherige_Gruppe"])
def test_a_column_that_may_be_the_known_group_is_told_with_how_to_use_it(heading):
    survey = Survey.from_answers({"Tea?": ["yes", "no"] * 6, heading: ["Red", "Red", "Blue"] * 4}, 2)
    assert [question.text for question in survey.questions] == ["Tea?"]
    assert f'to learn from it, use known="{heading}"' in left_out(survey)


@pytest.mark.parametrize("heading", ["Blood type", "Favourite team", "Which party do you vote for?", "Age group"])
def test_questions_about_groups_are_questions(heading):
    assert Survey.from_answers({"Tea?": ["yes", "no"] * 6, heading: ["Red", "Red", "Blue"] * 4}, 2).n_questions == 2


TIMES = ["Duration (in seconds)", "seconds per page", "Page 3 time", "q1_time", "Sorting time (s)", "Bearbeitungszeit"]


@pytest.mark.parametrize("heading", [*TIMES, "Sekunden pro Seite", "Time on question 4"])
def test_how_long_people_took_is_no_question(heading):
    table = {"Tea?": ["yes", "no"] * 6, heading: [31.5, 40, 33, 70, 12, 99] * 2}
    told = f'"{heading}" (how long people took; to keep it, name it and all other questions with only)'
    assert told in left_out(Survey.from_answers(table, 2))
    assert Survey.from_answers(table, 2, only=["Tea?", heading]).n_questions == 2
    table[heading] = ["1:20", "0:45", "12:00", "1:21", "0:46", "12:01"] * 2
    assert Survey.from_answers(table, 2).n_questions == 1


@pytest.mark.parametrize(
    "heading", ["Training time (min)", "100 m time (s)", "How many seconds per page?", "Free time", "Your page"]
)
def test_times_that_people_are_asked_for_are_questions(heading):
    table = {"Tea?": ["yes", "no"] * 6, heading: [31.5, 40, 33, 70, 12, 99] * 2}
    assert Survey.from_answers(table, 2).n_questions == 2


def test_columns_that_tell_of_the_known_group_are_no_questions():
    houses = ["Scarlet", "Blue", "Green"] * 8
    table = {"Tea?": ["yes", "no"] * 12, "Home": houses, "Between": ["Scarlet/Blue", "", "Green or Scarlet"] * 8}
    table |= {"Torn": ["R/B torn", *[""] * 22, "G/B torn"], "Vote before": ["Scarlet", "Green", "Blue", "Blue"] * 6}
    table |= {"Days": ["1, 2", "2", "1, 2, 3", "3"] * 6}
    survey = Survey.from_answers(table, 3, known="Home")
    assert [question.text for question in survey.questions] == ["Tea?", "Vote before", "Days"]
    for heading in ("Between", "Torn"):
        assert f'"{heading}" (gives away the group in "Home"; if it is a question, use only)' in left_out(survey)
    numbered = table | {"Home": ["1", "2", "3"] * 8}
    assert "Days" in [question.text for question in Survey.from_answers(numbered, 3, known="Home").questions]
    assert "Torn" in [question.text for question in Survey.from_answers(table, 3, only=["Tea?", "Torn"]).questions]


def test_a_file_can_be_sorted_by_the_survey_that_was_learned_from_it(tmp_path):
    """Rare options are not in the survey, as they may give somebody away; the file that has them is taken again."""
    n_people = 40
    rows = [
        [f"p{n}", "mate" if n == 7 else ("tea", "milk")[n % 2], "x" if n == 9 else n % 9, ("Red", "Blue")[n % 2]]
        for n in range(n_people)
    ]
    path = write(tmp_path / "past.csv", [["name", "Drink?", "How many?", "Home"], *rows])
    learned = learn_survey(None, path, "Home").survey
    assert learned.questions[0].options == ("milk", "tea")
    assert [question.unknown for question in learned.questions] == ["blank", "blank"]
    again = parse_survey(learned.to_toml(), "copy")
    answers = sort_people(again, path, rng=1, **QUICK).answers
    assert answers.codes[7, 0] == answers.codes[9, 1] == -2
    assert '2 unknown answers left blank: "mate" in "Drink?" (1)' in " ".join(map(str, answers.notes))


def survey_of(*questions):
    clusters = (Cluster("Red"), Cluster("Blue"))
    prior = np.ones((2, len(questions), max(len(question.options) for question in questions)))
    return Survey("Some", questions, clusters, prior, np.full(2, 0.3)).validate()


def test_only_questions_that_say_so_leave_unknown_answers_blank():
    options = {"options": ("tea", "milk")}
    survey = survey_of(Question("q1", "Drink?", **options, unknown="blank"), Question("q2", "Eat?", **options))
    assert read_answers({"q1": ["mate"], "q2": ["tea"]}, survey).codes.tolist() == [[-2, 0]]
    with pytest.raises(AnswersError, match="got 1") as refused:
        read_answers({"q1": ["mate"], "q2": ["mate"]}, survey)
    assert "Drink?" not in str(refused.value)
    with pytest.raises(SurveyError, match='unknown must be one of "refuse", "blank"; got "maybe"'):
        survey_of(Question("q1", "Drink?", **options, unknown="maybe"))
