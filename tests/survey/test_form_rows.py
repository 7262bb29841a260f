"""Rows and columns of form tools' exports that do not count, and headings in other languages."""

from __future__ import annotations

import openpyxl
import pandas as pd
import pytest

from bayeshat.errors import AnswersError
from bayeshat.survey.answers import read_answers
from bayeshat.survey.exports.recognise import read_form
from bayeshat.survey.spec import Survey
from survey.test_forms import CODES, FIRST, FORMS, SURVEY


def test_unfinished_answers_of_typeform():
    answers = read_answers(FORMS / "typeform.csv", SURVEY)
    assert tuple(map(str, answers.notes)) == (
        "1 row of typeform.csv (from Typeform) left out (unfinished: 1). Keep it with unfinished=True.",
    )
    assert read_answers(FORMS / "typeform.csv", SURVEY, unfinished=True).names[-1] == "Kim Ray"


@pytest.mark.parametrize(("preview", "no"), [("Survey Preview", "False"), ("1", "0")])
def test_previews_and_unfinished_answers_of_qualtrics(preview, no):
    frame = pd.read_csv(FORMS / "qualtrics_text.csv", dtype=str)
    frame.loc[3, "Status"] = preview
    frame.loc[[4, 5], "Finished"] = no
    answers = read_answers(frame, SURVEY)
    assert answers.codes.tolist() == [CODES[0], *CODES[4:]]
    assert tuple(map(str, answers.notes)) == (
        "3 rows of The frame (from Qualtrics) left out (previews and tests: 1, unfinished: 2). Keep them with "
        "unfinished=True.",
    )
    assert read_answers(frame, SURVEY, unfinished=True).codes.tolist() == CODES


def test_seen_and_not_answered_in_qualtrics():
    frame = pd.read_csv(FORMS / "qualtrics_text.csv", dtype=str)
    frame.loc[4, ["Q1", "Q3_1"]] = "-99"
    assert read_answers(frame, SURVEY).codes[2].tolist() == [-1, 1, 0, 1, -1, 2]
    assert "-99" not in Survey.from_answers(frame).questions[0].options


def test_answers_of_limesurvey_that_were_not_submitted(tmp_path):
    frame = pd.read_csv(FORMS / "limesurvey_codes.csv", dtype=str, keep_default_na=False)
    frame.loc[[0, 7], "submitdate"] = ""
    frame.to_csv(tmp_path / "lime.csv", index=False)
    answers = read_answers(tmp_path / "lime.csv", SURVEY)
    assert answers.n_people == 8
    assert "2 rows of lime.csv (from LimeSurvey) left out (not submitted: 2)" in str(answers.notes[0])
    frame["submitdate"] = ""
    assert tuple(map(str, read_answers(frame, SURVEY).notes)) == ()


LANGUAGES = {
    "German": ("ID", "Startzeit", "Fertigstellungszeit", "E-Mail", "Name"),
    "French": ("ID", "Heure de début", "Heure de fin", "Adresse de messagerie", "Nom"),
    "Spanish": ("ID", "Hora de inicio", "Hora de finalización", "Correo electrónico", "Nombre"),
    "Italian": ("ID", "Ora di inizio", "Ora di completamento", "Posta elettronica", "Nome"),
    "Dutch": ("Id", "Begintijd", "Tijd van voltooien", "E-mail", "Naam"),
    "Polish": ("Identyfikator", "Godzina rozpoczęcia", "Godzina ukończenia", "Adres e-mail", "Nazwa"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_microsoft_forms_in_other_languages(tmp_path, language):
    workbook = openpyxl.load_workbook(FORMS / "microsoft_forms.xlsx")
    for cell, heading in zip(workbook.active[1], LANGUAGES[language], strict=False):
        cell.value = heading
    workbook.save(tmp_path / "forms.xlsx")
    answers = read_answers(tmp_path / "forms.xlsx", SURVEY)
    assert (answers.origin, answers.names) == ("Microsoft Forms", FIRST)
    assert answers.codes.tolist() == CODES
    assert Survey.from_answers(tmp_path / "forms.xlsx").n_questions == 5


def test_grids_and_rankings_of_google_forms():
    table = {
        "Horodateur": ["01/05/2024 10:10:33", "01/05/2024 10:11:33", "01/05/2024 10:12:33"],
        "Adresse e-mail": ["a@x.org", "b@x.org", "c@x.org"],
        "When are you free? [Monday]": ["Morning, Evening", "Morning", "Evening"],
        "When are you free? [Tuesday]": ["Morning", "Morning, Evening", ""],
        "Rank these [Tea]": ["1st choice", "2nd choice", "1st choice"],
        "Rank these [Coffee]": ["2nd choice", "1st choice", "2nd choice"],
        "Score": ["1 / 2", "2 / 2", "0 / 2"],
    }
    survey = Survey.from_answers(table, 2)
    assert [(question.text, question.kind) for question in survey.questions] == [
        ("When are you free? [Monday]", "several"),
        ("When are you free? [Tuesday]", "several"),
        ("Rank these", "ranking"),
    ]
    assert survey.questions[2].options == ("Coffee", "Tea")
    assert survey.questions[0].options == ("Evening", "Morning")
    answers = read_answers(table, survey)
    assert answers.origin == "Google Forms"
    assert answers.names == ("a@x.org", "b@x.org", "c@x.org")
    assert answers.chosen(2).ravel().tolist() == [1, 0, 1]


def test_rankings_of_surveymonkey_end_with_an_empty_heading(tmp_path):
    """The text of the last question stands above the first of its columns only."""
    path = tmp_path / "rank.csv"
    path.write_text(
        "Respondent ID,Collector ID,Start Date,Rank these,,\n,,,Tea,Coffee,Milk\n11,4,05/01/2024,1,2,3\n"
        "12,4,05/01/2024,2,1,3\n13,4,05/01/2024,2,1,3\n"
    )
    survey = Survey.from_answers(path, 2)
    (ranking,) = survey.questions
    assert (ranking.text, ranking.kind, ranking.options) == ("Rank these", "ranking", ("Coffee", "Milk", "Tea"))
    answers = read_answers(path, survey)
    assert answers.names == ("11", "12", "13")
    assert answers.codes.ravel().tolist() == [2, 0, 0]


def test_columns_headed_by_the_options_alone():
    table = {"name": ["Ann", "Bo"], "G01Q01": ["a", "b"], "G01Q03[SQ001]": ["a", "b"], "G01Q04": [1, 2]}
    table |= {"Apples": ["Apples", ""], "Plums": ["", ""], "pears, sweet": ["Pears, sweet", "Pears, sweet"]}
    answers = read_answers(table, SURVEY)
    assert answers.chosen(1).tolist() == [[1, 1, 0], [0, 1, 0]]
    assert answers.extra == {}


def test_headings_only_of_surveymonkey(tmp_path):
    path = tmp_path / "none.csv"
    path.write_text("Respondent ID,Collector ID,What is your name?\n,,Open-Ended Response\n")
    with pytest.raises(AnswersError, match="must hold rows of answers below its 2 rows of headings; got headings only"):
        Survey.from_answers(path)


def test_values_and_groups_of_kobotoolbox():
    table = {
        "about/full_name": ["Ann", "Bo", "Cy"],
        "food/fruit": ["apple pear", "pear", ""],
        "food/fruit/apple": [1, 0, None],
        "food/fruit/pear": [True, True, None],
        "_id": [1, 2, 3],
        "_uuid": ["a", "b", "c"],
        "_submission_time": ["2024-05-01T08:10:50"] * 3,
    }
    survey = Survey.from_answers(table, 2)
    (fruit,) = survey.questions
    assert (fruit.id, fruit.text, fruit.kind, fruit.options) == ("food/fruit", "fruit", "several", ("apple", "pear"))
    answers = read_answers(table, survey)
    assert answers.names == ("Ann", "Bo", "Cy")
    assert answers.codes.tolist() == [[1, 1], [0, 1], [-1, -1]]


MERGED = [["Name", "About you", "", "School", ""], ["", "Age", "Town", "Level", "Sport"]]
CHILDREN = [["Ann", "9", "Ely", "a", "Judo"], ["Bo", "8", "Bath", "b", "Judo"], ["Cy", "9", "Bath", "a", "Golf"]]


def write_csv(path, rows):
    path.write_text("\n".join(map(";".join, rows)) + "\n", encoding="utf-8")
    return path


def test_headings_in_two_rows(tmp_path):
    path = write_csv(tmp_path / "camp.csv", [*MERGED, *CHILDREN])
    table = read_form(path)
    assert table.headings == ("Name", "Age", "Town", "Level", "Sport")
    assert table.row_numbers.tolist() == [3, 4, 5]
    assert tuple(map(str, table.notes)) == (
        'Taken for a second row of headings: row 2 ("About you" above "Age", "Town"; "School" above "Level", "Sport"). '
        "If it is a person, give every column a heading.",
    )
    assert read_form(pd.read_csv(path, sep=";")).headings == table.headings


def test_lower_headings_that_come_twice_get_the_upper_one(tmp_path):
    rows = [["Name", "Mon", "", "Tue", ""], ["", "early", "late", "early", "late"], *CHILDREN]
    table = read_form(write_csv(tmp_path / "camp.csv", rows))
    assert table.headings == ("Name", "Mon [early]", "Mon [late]", "Tue [early]", "Tue [late]")


@pytest.mark.parametrize("second", [["", "9", "Ely", "a", "Golf"], ["", "Age", "Bath", "Level", "Sport"]])
def test_a_person_without_a_name_is_no_row_of_headings(tmp_path, second):
    """A number, or an answer that others gave, stands in no heading."""
    table = read_form(write_csv(tmp_path / "camp.csv", [MERGED[0], second, *CHILDREN]))
    assert table.headings == tuple(MERGED[0])
    assert len(table.row_numbers) == 4
