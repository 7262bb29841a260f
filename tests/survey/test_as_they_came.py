"""Files as they came: second headings, no headings, columns that are no questions, marks for no answer."""

from __future__ import annotations

import pytest

from bayeshat.errors import AnswersError
from bayeshat.sorting.people import sort_people
from bayeshat.survey.answers import read_answers
from bayeshat.survey.exports.recognise import read_form
from bayeshat.survey.spec import Survey


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


def test_a_question_mark_is_no_answer():
    table = {"name": list("abcdefghij"), "Tea?": ["yes", "no", "?", "yes", "no"] * 2, "Age": [7, 8, 9, "?", 11] * 2}
    survey = Survey.from_answers(table, 2)
    assert [question.options for question in survey.questions] == [("no", "yes"), ()]
    answers = read_answers(table, survey)
    assert answers.codes[2, 0] == answers.codes[3, 1] == -1
    assert answers.notes == ()
