"""People who come more than once, and answers that are no option."""

from __future__ import annotations

import pytest

import bayeshat as bh
from bayeshat.errors import AnswersError, InputError
from bayeshat.kinds.table import flat_priors
from bayeshat.survey.answers import read_answers, read_people
from bayeshat.survey.spec import Survey
from bayeshat.tables.dates import read_times
from bayeshat.tables.reading import read_table
from survey.breakfast import SURVEY as BREAKFAST
from survey.breakfast import refused

SURVEY = Survey.from_answers({"Tea?": ["yes", "no"]}, 2)
TWICE = {"name": ["Ann", "Bo", " ann"], "Tea?": ["yes", "no", "no"]}


def read(table, duplicates):
    answers = read_answers(table, SURVEY, duplicates=duplicates)
    return dict(zip(answers.names, answers.codes.ravel().tolist(), strict=True)), tuple(map(str, answers.notes))


def test_the_latest_the_first_or_both_answers_count():
    assert read(TWICE, "latest") == (
        {"Bo": 0, "ann": 0},
        ('1 person answered more than once (Ann, rows 0, 2): the latest answers count. Keep all with '
         'duplicates="separate".',),
    )  # fmt: skip
    assert read(TWICE, "first")[0] == {"Ann": 1, "Bo": 0}
    assert read(TWICE, "separate") == ({"Ann (1)": 1, "Bo": 0, "ann (2)": 0}, ())
    assert '"Ann": rows 0, 2' in refused(TWICE, SURVEY)
    with pytest.raises(InputError, match='duplicates must be one of "refuse", "latest", "first", "separate"; got'):
        read(TWICE, "last")


@pytest.mark.parametrize("heading", ["E-mail", "Student ID", "Correo electrónico"])
def test_namesakes_are_told_apart_by_an_address_or_an_id(heading):
    table = {"name": ["Ann Lee", "Ann Lee", "Ann Lee", "Bo"], heading: ["a@x.org", "l@x.org", "A@x.org", "b@x.org"]}
    table["Tea?"] = ["yes", "no", "no", "yes"]
    assert read(table, "first")[0] == {"Ann Lee (a@x.org)": 1, "Ann Lee (l@x.org)": 0, "Bo": 1}
    assert '"Ann Lee (a@x.org)": rows 0, 2' in refused(table, SURVEY)
    alone = {heading: cells[:2] for heading, cells in table.items()}
    namesakes = {"Ann Lee (a@x.org)": 1, "Ann Lee (l@x.org)": 0}
    assert read(alone, "separate") == (namesakes, ())
    note = (
        "Taken for different people of the same name, because their e-mail addresses or ids differ: "
        "Ann Lee (rows 0, 1). If somebody is there twice, delete the row that should not count."
    )
    assert read(alone, "refuse") == read(alone, "latest") == (namesakes, (note,))


@pytest.mark.parametrize("nothing", ["", "n/a"])
def test_rows_without_a_name_are_numbered_and_told(nothing):
    names, notes = read({"name": ["Ann", nothing, "Bo"], "Tea?": ["yes", "no", "no"]}, "refuse")
    assert names == {"Ann": 1, "person 2": 0, "Bo": 0}
    assert notes == (
        '1 person without a name in the column "name" got a number (rows counted from 0): row 1 is person 2. Write '
        "names into these cells, or delete rows that are not people.",
    )


def test_many_namesakes_are_told_in_one_line():
    names = [f"Ann {letter}" for letter in "ABCDEFGH"] * 2
    table = {"name": names, "e-mail": [f"{n}@x.org" for n in range(16)], "Tea?": ["yes", "no"] * 8}
    (note,) = read(table, "refuse")[1]
    assert "Ann A (rows 0, 8), Ann B (rows 1, 9), Ann C (rows 2, 10) and 5 more. If" in note


def test_who_answered_again_is_told_by_the_address_that_is_there_already():
    told = refused(TWICE | {"e-mail": ["a@x.org", "b@x.org", "A@x.org"]}, SURVEY)
    assert '"Ann": rows 0, 2, all with "a@x.org"' in told
    assert "add a column" not in told
    assert "add a column with their e-mail addresses" in refused(TWICE, SURVEY)


def test_an_address_that_is_missing_tells_nobody_apart():
    table = TWICE | {"e-mail": ["a@x.org", "b@x.org", ""]}
    assert len(read(table, "latest")[0]) == 2


@pytest.mark.parametrize(("heading", "ids"), [("ID", [7, 8, 9]), ("Response ID", ["a", "b", "c"])])
def test_the_number_of_an_answer_sheet_tells_nobody_apart(heading, ids):
    assert len(read(TWICE | {heading: ids}, "latest")[0]) == 2


def test_ids_of_form_tools():
    kobo = {"_id": [5, 6, 7], "_uuid": ["a", "b", "c"], "_submission_time": ["2024-05-01T08:10:50"] * 3}
    assert len(read(TWICE | kobo, "latest")[0]) == 2
    lime = {"id": [1, 2, 3], "lastpage": [1] * 3, "startlanguage": ["en"] * 3, "token": ["a", "b", "c"]}
    assert len(read(lime | TWICE, "latest")[0]) == 3


def test_a_number_that_is_taken_is_passed_over():
    table = {"name": ["Ann", "Ann", "Ann (2)"], "Tea?": ["yes"] * 3}
    assert list(read(table, "separate")[0]) == ["Ann (1)", "Ann (3)", "Ann (2)"]


def test_newest_first():
    """Typeform and SurveyMonkey write the newest answers first; the time decides, not the order."""
    table = TWICE | {"Timestamp": ["2024-05-02 10:00", "2024-05-02 09:00", "2024-05-01 10:00"]}
    assert read(table, "latest")[0] == {"Ann": 1, "Bo": 0}


@pytest.mark.parametrize(
    ("early", "late"),
    [
        ("2024-05-01T10:00:00Z", "2024-05-01T10:00:00-05:00"),
        ("2024-05-01 10:00:00", "2024-05-01 10:00:01"),
        ("5/1/2024 9:00:00", "5/13/2024 8:00:00"),
        ("13/05/2024 9:00", "01/06/2024 8:00"),
        ("01.05.2024 10:00", "02.05.2024 09:00"),
        ("5/1/2024 11:59:59 AM", "5/1/2024 12:00:01 PM"),
        ("2024/05/01 9:05:00 AM GMT+2", "2024/05/01 1:05:00 PM GMT+2"),
        ("01/05/2024", "02/05/2024"),
    ],
)
def test_times(early, late):
    first, second, gap = read_times(read_table({"time": [early, late, ""]}).columns[0])
    assert first < second
    assert gap != gap


def test_what_is_no_time():
    for cells in (["5", "6"], ["soon", "2024-05-01"], [""]):
        assert read_times(read_table({"time": cells}).columns[0]) is None


MILK = {"name": ["Ann", "Bo", "Cy"], "drink": ["Milk", "milk tea", "Coffee"], "eggs": ["one", "one", "Milk"]}


def test_unknown_answers_are_left_blank_with_their_counts():
    answers = read_answers(MILK, BREAKFAST, unknown="blank")
    assert answers.codes.tolist() == [[-2, 1], [-2, 1], [1, -2]]
    assert tuple(map(str, answers.notes)) == (
        '3 unknown answers left blank: "Milk" in "What do you drink?" (1), "milk tea" in "What do you drink?" (1), '
        '"Milk" in "How many eggs?" (1). Count them as an option of their own with unknown="option".',
    )
    with pytest.raises(InputError, match='unknown must be one of "refuse", "blank", "option"; got'):
        read_answers(MILK, BREAKFAST, unknown="other")


def test_unknown_answers_become_an_option():
    survey, answers = read_people(MILK, BREAKFAST, unknown="option")
    assert survey.questions[0].options[3] == survey.questions[1].options[3] == "Other"
    assert answers.codes.tolist() == [[3, 1], [3, 1], [1, 3]]
    assert survey.validate().answer_prior[:, :, 3].tolist() == [[1, 1], [1, 1]]
    assert str(answers.notes[0]).startswith(
        '3 unknown answers counted as "Other" (left blank where a number is asked for): '
    )
    with pytest.raises(AnswersError, match='must have an option "Other" for unknown="option"; got "What do you'):
        read_answers(MILK, BREAKFAST, unknown="option")
    assert read_answers(MILK, survey, unknown="option").codes.tolist() == answers.codes.tolist()


def test_several_unknown_answers_in_one_cell_and_ratings():
    table = {"name": list("abc"), "Fruit?": ["fig;kiwi", "fig", "kiwi;plum;pear"], "How much?": ["1", "99", "12"]}
    survey = Survey.from_answers({"Fruit?": ["fig;kiwi", "fig", "kiwi"]}, 2)
    rated = bh.Question("How much?", "How much?", ("1 to 3", "4 to 12"), "rating", (1.0, 12.0), (3.0,))
    questions = (survey.questions[0], rated)
    survey = Survey("T", questions, survey.clusters, flat_priors(questions, 2), survey.membership_prior)
    asked, answers = read_people(table, survey, unknown="option")
    assert [question.options[-1] for question in asked.questions] == ["Other", "4 to 12"]
    assert answers.chosen(0).tolist() == [[1, 1, 0], [1, 0, 0], [0, 1, 1]]
    assert asked.validate().answer_prior[:, 0].tolist() == [[1.0] * 6] * 2
    assert answers.chosen(1).ravel().tolist() == [0, -2, 1]


def test_sorting_takes_the_same_words():
    table = {"name": [*"abcdef", "a"], "Tea?": ["yes", "no", "yes", "no", "yes", "milk", "no"]}
    result = bh.sort_people(SURVEY, table, draws=20, tune=20, duplicates="latest", unknown="option")
    assert result.names == ("b", "c", "d", "e", "f", "a")
    assert result.survey.questions[0].options == ("no", "yes", "Other")
    assert len(result.to_dict()["reading"]) == 2
    placed = bh.place_people(SURVEY, table, {"b": "Group 1"}, draws=20, tune=20, duplicates="first", unknown="blank")
    assert placed.names[0] == "a"
