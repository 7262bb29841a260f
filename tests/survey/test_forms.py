"""Tables as form tools export them."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pandas as pd
import pytest

from bayeshat.errors import AnswersError
from bayeshat.survey.answers import read_answers, text_columns
from bayeshat.survey.exports.recognise import read_form
from bayeshat.survey.spec import Survey, parse_survey
from survey.breakfast import refused

FORMS = Path(__file__).parent / "forms"
SURVEY = Survey.load(FORMS / "survey.toml")
# What ten people answered, the same in every file; a 1 where they ticked one of three fruits.
CODES = [
    *([0, 1, 1, 0, 0, 2], [1, 0, 1, 0, 1, 0], [-1, 1, 0, 1, 0, 2], [2, -1, -1, -1, 2, 1], [1, 1, 1, 1, 1, 0]),
    *([0, 1, 0, 0, 0, 1], [2, 0, 0, 1, 2, 0], [1, 0, 1, 1, 1, 0], [0, 1, 1, 0, 0, 2], [2, 1, 0, 1, 2, 0]),
]
FIRST = ("Ann", "Bo", "Cy", "Dé", "Eva", "Fay", "Gus", "Hal", "Ida", "Jo")
BOTH = tuple(f"{name} {('Ray', 'Lee')[n % 2]}" for n, name in enumerate(FIRST))
MAIL = tuple(f"{name.lower().replace('é', 'e')}@example.org" for name in FIRST)
FILES = {
    "google_forms.csv": ("Google Forms", MAIL),
    "google_sheets.csv": ("Google Forms", MAIL),
    "microsoft_forms.xlsx": ("Microsoft Forms", FIRST),
    "qualtrics_text.csv": ("Qualtrics", BOTH),
    "qualtrics_codes.csv": ("Qualtrics", BOTH),
    "qualtrics_split.csv": ("Qualtrics", BOTH),
    "limesurvey_codes.csv": ("LimeSurvey", BOTH),
    "limesurvey_text.csv": ("LimeSurvey", BOTH),
    "limesurvey_both.csv": ("LimeSurvey", BOTH),
    "surveymonkey.csv": ("SurveyMonkey", BOTH),
    "typeform.csv": ("Typeform", BOTH),
    "kobotoolbox.csv": ("KoboToolbox", BOTH),
}
# Where a file says no to every fruit, nobody left the question blank.
SAYS_NO = {"limesurvey_text.csv", "limesurvey_both.csv"}
# Where options are written as codes, a survey made from the file can only have these.
CODED = {"qualtrics_codes.csv", "limesurvey_codes.csv"}


def codes_in(name):
    return [[0 if name in SAYS_NO and code < 0 and c in (1, 2, 3) else code for c, code in enumerate(r)] for r in CODES]


def write(tmp_path, name, old="", new=""):
    """Return the path of a copy of an export with some text replaced."""
    text = (FORMS / name).read_text(encoding="utf-8-sig")
    assert old in text
    path = tmp_path / name
    path.write_text(text.replace(old, new), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", FILES)
def test_exports_are_read_without_options(name):
    answers = read_answers(FORMS / name, SURVEY)
    assert (answers.origin, answers.names) == FILES[name]
    assert answers.codes.tolist() == codes_in(name)
    assert answers.questions.tolist() == [0, 1, 1, 1, 2, 3]
    assert answers.levels == (None,) * 6
    notes = next(cells for cells in answers.extra.values() if "ok then" in cells)
    assert notes[0] == 'Bring a "blanket",\nplease'


@pytest.mark.parametrize("name", FILES)
def test_surveys_are_inferred_from_exports(name):
    survey = Survey.from_answers(FORMS / name, n_clusters=2)
    assert [question.kind for question in survey.questions] == ["choice", "several", "choice", "choice", "rating"]
    assert (survey.questions[4].scale, survey.questions[4].ordered) == ((0.0, 10.0), True)
    if name not in CODED:
        assert survey.questions[0].options == ("Coffee", "Tea, hot", "Water")
        assert survey.questions[1].options == ("Apples", "Pears, sweet", "Plums")
    if name != "limesurvey_codes.csv":
        assert [question.text for question in survey.questions] == [
            "What do you drink?",
            # Typeform does not write what was asked.
            "Apples / Pears, sweet / Plums" if name == "typeform.csv" else "Which fruit do you like?",
            "How happy are you? [At home]",
            "How happy are you? [At work]",
            "How likely are you to come?",
        ]
    answers = read_answers(FORMS / name, survey)
    assert answers.questions.tolist() == [0, 1, 1, 1, 2, 3, 4]
    assert answers.chosen(1).tolist() == [row[1:4] for row in codes_in(name)]


def test_what_a_tool_adds_is_no_question():
    for name, told in (
        ("qualtrics_text.csv", '"StartDate", "EndDate", "Status" and 15 more (added by the form)'),
        ("limesurvey_codes.csv", '"id", "submitdate", "lastpage" and 6 more (added by the form)'),
        ("microsoft_forms.xlsx", '"Start time" (names the person or the time)'),
        ("google_forms.csv", '"Timestamp" (names the person or the time)'),
    ):
        assert told in " ".join(map(str, Survey.from_answers(FORMS / name).notes))
    notes = " ".join(map(str, Survey.from_answers(FORMS / "qualtrics_text.csv").notes))
    assert '"Q2_4_TEXT" (in people\'s own words)' in notes
    extra = read_answers(FORMS / "qualtrics_text.csv", SURVEY).extra
    assert {"StartDate", "ResponseId", "Q1_DO", "Q2_4_TEXT"} <= set(extra)
    assert len(extra["StartDate"]) == 10


def test_ids_and_texts_are_those_of_the_form():
    survey = Survey.from_answers(FORMS / "qualtrics_split.csv")
    assert [question.id for question in survey.questions] == ["Q1", "Q2", "Q3_1", "Q3_2", "Q4"]
    survey = Survey.from_answers(FORMS / "limesurvey_both.csv")
    assert [question.id for question in survey.questions] == [
        *("G01Q01", "G01Q02", "G01Q03[SQ001]", "G01Q03[SQ002]", "G01Q04")
    ]


def test_a_frame_of_an_export_is_recognised_too():
    frame = pd.read_csv(FORMS / "qualtrics_text.csv", dtype=str)
    answers = read_answers(frame, SURVEY)
    assert answers.codes.tolist() == CODES
    assert answers.origin == "Qualtrics"
    ids = {"Q1": "G01Q01", "Q2": "G01Q02", "Q3_1": "G01Q03[SQ001]", "Q4": "G01Q04"}
    below = frame.iloc[2:].rename(columns=ids)
    assert read_answers(below, SURVEY).codes.tolist() == CODES
    told = refused(frame.iloc[2:], SURVEY)
    assert 'among the headings "Q1", "Q2", "Q2_4_TEXT", "Q3_1"' in told


def test_a_forms_text_says_more_than_its_code():
    text = SURVEY.to_toml().replace("G01Q01", "q4").replace("G01Q02", "q1").replace('"G01Q04"', '"q2"')
    assert read_answers(FORMS / "qualtrics_text.csv", parse_survey(text, "other ids")).codes.tolist() == CODES


def test_a_text_that_comes_twice_is_told_apart_by_its_code():
    frame = pd.read_csv(FORMS / "qualtrics_text.csv", dtype=str)
    frame.loc[0, ["Q3_1", "Q3_2"]] = "How happy are you?"
    survey = Survey.from_answers(frame)
    assert [question.text for question in survey.questions[2:4]] == [f"How happy are you? (Q3_{i})" for i in (1, 2)]
    assert read_answers(frame, survey).codes.shape == (10, 7)
    told = refused(frame, parse_survey(SURVEY.to_toml().replace("? [At home]", "?"), "twice"))
    assert 'got 2 for "How happy are you?": "Q3_1", "Q3_2". Rename or remove all but one.' in told


def test_plain_tables_have_no_tool():
    assert read_answers({q.text: ["1"] for q in SURVEY.questions}, SURVEY).origin == ""


@pytest.mark.parametrize("name", ["qualtrics_text.csv", "google_forms.csv"])
def test_unknown_answers_name_the_export_and_the_row(tmp_path, name):
    told = refused(write(tmp_path, name, "Not at all", "Never"), SURVEY)
    row = 7 if name.startswith("qualtrics") else 5
    assert told.startswith(f"Every answer in {name} (from {FILES[name][0]}) must be one of")
    assert f'row {row}, column "{"Q3_1" if row == 7 else "How happy are you? [At home]"}": "Never"' in told


def test_unknown_parts_are_told_alone(tmp_path):
    told = refused(write(tmp_path, "google_forms.csv", "Apples;Plums", "Apples;Plumes"), SURVEY)
    assert '"Which fruit do you like?": "Plumes" (nearest option: "Plums")' in told
    told = refused(write(tmp_path, "limesurvey_codes.csv", '"Y","Y",""', '"Y","zzz",""'), SURVEY)
    assert 'row 2, column "G01Q02": "zzz" (no option is near)' in told


def test_numbers_off_the_scale_are_told(tmp_path):
    path = write(tmp_path, "google_forms.csv", '"Very","A bit","9"', '"Very","A bit","11"')
    told = refused(path, SURVEY)
    assert "or a number on the scale of a rating; got 1 that is not" in told
    assert '"How likely are you to come?": "11" (the scale is 0 to 10)' in told


def test_headings_only(tmp_path):
    path = tmp_path / "qualtrics.csv"
    path.write_text("\n".join((FORMS / "qualtrics_text.csv").read_text(encoding="utf-8-sig").splitlines()[:3]))
    assert "must hold rows of answers below its 3 rows of headings; got headings only" in refused(path, SURVEY)


def test_columns_that_name_no_option(tmp_path):
    path = write(tmp_path, "limesurvey_codes.csv", "G01Q02[SQ001]", "G01Q02[apl]")
    assert 'must name one of its options; got "G01Q02[apl]", "G01Q02[SQ002]"' in refused(path, SURVEY)


def test_an_old_qualtrics_export_has_two_rows_of_headings(tmp_path):
    lines = (FORMS / "qualtrics_text.csv").read_text(encoding="utf-8-sig").splitlines(keepends=True)
    path = tmp_path / "old.csv"
    path.write_text("".join(lines[:2] + lines[3:]))
    assert read_answers(path, SURVEY).codes.tolist() == CODES


def test_nobody_named_gets_the_responses_id(tmp_path):
    frame = pd.read_csv(FORMS / "qualtrics_text.csv", dtype=str)
    frame.loc[2:, ["RecipientFirstName", "RecipientLastName", "RecipientEmail"]] = ""
    assert read_answers(frame, SURVEY).names[:2] == ("R_2x0Ab", "R_2x1Ab")


def test_anonymous_people_of_microsoft_forms(tmp_path):
    workbook = openpyxl.load_workbook(FORMS / "microsoft_forms.xlsx")
    for row in workbook.active.iter_rows(min_row=2):
        row[3].value, row[4].value = "anonymous", None
    workbook.save(tmp_path / "anonymous.xlsx")
    assert read_answers(tmp_path / "anonymous.xlsx", SURVEY).names[:3] == ("1", "2", "3")


def test_points_of_a_quiz_are_no_questions():
    table = {
        "Timestamp": ["1/1/2024 9:00:00", "1/1/2024 9:01:00", "1/1/2024 9:02:00"],
        "Score": ["1 / 2", "2 / 2", "2 / 2"],
        "Tea?": ["y", "n", "n"],
        "Tea? [Score]": ["1 / 1", "0 / 1", "1 / 1"],
        "Tea? [Feedback]": ["Well done", "Try again", "Well done"],
    }
    assert [question.text for question in Survey.from_answers(table).questions] == ["Tea?"]
    grid = {"Timestamp": table["Timestamp"], "How was the [Feedback]": ["good", "bad", "good"]}
    assert [question.text for question in Survey.from_answers(grid).questions] == ["How was the [Feedback]"]
    table = {
        "ID": [1, 2],
        "Start time": ["a", "b"],
        "Completion time": ["a", "b"],
        "Tea?": ["y", "n"],
        "Points - Tea?": [0, 1],
    }
    assert [question.text for question in Survey.from_answers(table).questions] == ["Tea?"]


def test_a_grid_of_yes_and_no_stays_a_grid_but_for_limesurvey():
    grid = {"Have you [a bike]": ["Yes", "No", "Yes"], "Have you [a car]": ["No", "No", "Yes"]}
    assert [question.kind for question in Survey.from_answers(grid).questions] == ["choice", "choice"]
    lime = {"id": [1, 2, 3], "lastpage": [1, 1, 1], "startlanguage": ["en"] * 3, **grid}
    assert [question.kind for question in Survey.from_answers(lime).questions] == ["several"]
    crossed = {"Have you [a bike]": ["x", "", "x"], "Have you [a car]": ["", "", "x"]}
    survey = Survey.from_answers(crossed)
    assert (survey.questions[0].kind, survey.questions[0].options) == ("several", ("a bike", "a car"))
    assert read_answers(crossed, survey).codes.tolist() == [[1, 0], [-1, -1], [1, 1]]


@pytest.mark.parametrize(
    ("headings", "tool"),
    [
        (("lastpage", "startlanguage"), "LimeSurvey"),
        (("Last page", "Start language"), "LimeSurvey"),
        (("lastpage. Last page", "startlanguage. Start language"), "LimeSurvey"),
        (("lastpage",), ""),
        (("Start language",), ""),
    ],
)
def test_limesurvey_is_known_by_two_headings_in_codes_or_words(headings, tool):
    assert read_form({"Tea?": ["yes", "no"], **{heading: ["1", "2"] for heading in headings}}).tool == tool


def test_limesurvey_labels_below_codes():
    table = {
        "id": [1, 2, 3],
        "lastpage": [1, 1, 1],
        "startlanguage": ["en"] * 3,
        "G01Q02[SQ001]": ["Apples", "", "Apples"],
        "G01Q02[SQ002]": ["", "Pears, sweet", "Pears, sweet"],
        "G01Q02[SQ003]": ["", "", "Plums"],
        "G01Q01": ["A3", "AO01", "A2"],
        "G01Q03[SQ001]": ["Very"] * 3,
        "G01Q04": [1, 2, 3],
    }
    assert read_answers(table, SURVEY).chosen(1).tolist() == [[1, 0, 0], [0, 1, 0], [1, 1, 1]]
    assert read_answers(table, SURVEY).chosen(0).ravel().tolist() == [2, 0, 1]
    inferred = Survey.from_answers(table).questions[0]
    assert (inferred.id, inferred.options) == ("G01Q02", ("Apples", "Pears, sweet", "Plums"))


def test_times_of_limesurvey_are_no_questions():
    table = {
        "id": [1, 2, 3],
        "lastpage": [1, 1, 1],
        "startlanguage": ["en"] * 3,
        "Bedtime": ["early", "late", "late"],
        "BedtimeTime": [3, 4, 3],
        "groupTime12": [5, 6, 5],
    }
    assert [question.text for question in Survey.from_answers(table).questions] == ["Bedtime"]


def test_what_people_write_beside_the_options_may_be_an_option(tmp_path):
    text = SURVEY.to_toml().replace('"Plums"]', '"Plums", "Other"]')
    for name in ("limesurvey_codes.csv", "limesurvey_both.csv"):
        answers = read_answers(FORMS / name, parse_survey(text, "other"))
        assert answers.chosen(1)[3].tolist() == [0, 0, 0, 1]


def test_other_of_limesurvey():
    text = SURVEY.to_toml().replace('"Water"]', '"Other"]')
    table = {
        "id": [1],
        "lastpage": [1],
        "startlanguage": ["en"],
        "G01Q01": ["-oth-"],
        "G01Q02[SQ001]": ["Y"],
        "G01Q03[SQ001]": ["A1"],
        "G01Q04": [3],
    }
    assert read_answers(table, parse_survey(text, "other")).codes.tolist() == [[2, 1, 0, 0, 0, 0]]
    with pytest.raises(AnswersError, match='"-oth-"'):
        read_answers(table, SURVEY)


def test_an_option_that_nobody_chose_does_not_keep_a_survey_from_being_read():
    table = {
        "name": list("abcd"),
        "Drink? [Tea]": list("x xx"),
        "Drink? [Ale]": list("    "),
        "Drink? [Milk]": list("xx x"),
    }
    survey = Survey.from_answers(table, 2)
    assert survey.questions[0].options == ("Milk", "Tea")
    cells = text_columns(survey, read_answers(table, survey))["Drink?"]
    assert [sorted(cell.split("; ")) for cell in cells] == [["Milk", "Tea"], ["Milk"], ["Tea"], ["Milk", "Tea"]]


def test_ticks_and_places_in_several_columns_are_options_whatever_they_say():
    table = {
        "Drink? [Tea]": list("xx  "),
        "Drink? [None of the above]": list("  xx"),
        "Rank [1st choice]": ["a > b", "c", "a > b", "c"],
        "Rank [2nd choice]": ["c", "a > b", "c", "a > b"],
    }
    survey = Survey.from_answers(table, 2)
    assert [question.options for question in survey.questions] == [("None of the above", "Tea"), ("a > b", "c")]
    assert read_answers(table, survey).codes.tolist() == [[0, 1, 0], [0, 1, 1], [1, 0, 0], [1, 0, 1]]
