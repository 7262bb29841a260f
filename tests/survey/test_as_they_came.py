"""Files as they came: second headings, no headings, columns that are no questions, marks for no answer."""

from __future__ import annotations

from bayeshat.survey.answers import read_answers
from bayeshat.survey.exports.recognise import read_form
from bayeshat.survey.spec import Survey


def write(path, rows):
    path.write_text("".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows), encoding="utf-8")
    return path


def left_out(survey):
    return " ".join(map(str, survey.notes))


FAITHS = ("Sun", "Moon", "Stars")
ASKED = [
    ["Which faith?", "", "How often do you sing?", "What is your age?"],
    ["Response", "None of these", "Response", "Response"],
]


def believers(n_people=24):
    people = [
        [FAITHS[n % 3], ("A stone", "My cat")[n % 2] if n % 6 == 0 else "", ("Loud", "Low")[n % 2], ("18", "60+")[n % 4 // 2]]
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
