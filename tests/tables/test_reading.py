"""Files as they come: encodings, separators, decimal commas, dates."""

from __future__ import annotations

import re
import zipfile
from datetime import datetime

import openpyxl
import pytest

from bayeshat.errors import AnswersError
from bayeshat.survey.answers import read_answers
from bayeshat.survey.spec import Survey
from bayeshat.tables.reading import read_table

GERMAN = "Name;Größe\nZoë Müller;groß\nJörg;weiß nicht\n"
FRENCH = "Nom;Quelle année êtes-vous né ?\nFrançois;à l’école\nHélène;déjà\n"
SPANISH = "Nombre;¿Qué prefieres?\nJosé Núñez;mañana\nMaría;señal\n"
POLISH = "Imię;Co wolisz?\nŁukasz Żółć;kawę\nMałgorzata;herbatę\n"
RUSSIAN = "Имя;Чай или кофе?\nИван;чай\nМария;кофе\n"
JAPANESE = "名前;お茶かコーヒー\n太郎;お茶\n花子;コーヒー\n"
SHORT = "name;q\nAndré;yes\nBo;no\n"


@pytest.mark.parametrize(
    ("text", "encoding", "told"),
    [
        *[(text, "cp1252", "Windows (Western)") for text in (GERMAN, FRENCH, SPANISH, SHORT)],
        *[(text, "mac_roman", "Mac Roman") for text in (GERMAN, FRENCH, SPANISH, SHORT)],
        (POLISH, "cp1250", "Windows (Central European)"),
        (RUSSIAN, "cp1251", "Windows (Cyrillic)"),
        (RUSSIAN, "mac_cyrillic", "Mac Cyrillic"),
        (JAPANESE, "cp932", "Windows (Japanese)"),
        *[
            (text, encoding, "")
            for text in (GERMAN, SHORT, RUSSIAN, JAPANESE)
            for encoding in ("utf-8", "utf-16", "utf-16-le", "utf-16-be")
        ],
    ],
)
def test_encodings(tmp_path, text, encoding, told):
    path = tmp_path / "answers.csv"
    path.write_bytes(text.encode(encoding))
    table = read_table(path)
    rows = [line.split(";") for line in text.splitlines()]
    assert [table.headings, *zip(*(column.texts() for column in table.columns), strict=True)] == [
        tuple(row) for row in rows
    ]
    assert tuple(map(str, table.notes)) == (
        (f"answers.csv was read as {told} text; if letters look wrong, save it as CSV (UTF-8).",) if told else ()
    )


def test_a_late_letter_decides_the_encoding(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_bytes(("name,q\n" + "Ann,yes\n" * 30_000 + "Jörg,no\n").encode("mac_roman"))
    assert read_table(path).columns[0].values == ("Ann", "Jörg")


def test_a_byte_that_windows_does_not_have(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_bytes(b"name,q\n\x81sa,yes\n")
    assert read_table(path).columns[0].values == ("Åsa",)


def test_bytes_that_are_no_text(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_bytes(bytes(range(256)) * 4)
    with pytest.raises(AnswersError, match="must be text; got bytes that are not"):
        read_table(path)


def test_a_comma_in_a_heading_and_decimal_commas_do_not_separate(tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("Name;Size, in m\nAnn;1,7\nBo;1,8\n")
    table = read_table(path)
    assert table.headings == ("Name", "Size, in m")
    assert table.columns[1].values == ("1,7", "1,8")


def test_decimal_commas_and_points_are_one_answer():
    table = {"name": list("abcdef"), "How far?": ["2,5", "2.50", "10", "10,0", "0,5", "2.5"]}
    survey = Survey.from_answers(table, 2)
    answers = read_answers(table, survey)
    assert survey.questions[0].kind == "number"
    assert answers.codes.ravel().tolist() == [1, 1, 2, 2, 0, 1]
    assert answers.levels[0].tolist() == [0.5, 2.5, 10]


def test_days_have_no_midnight(tmp_path):
    workbook = openpyxl.Workbook()
    for row in (("name", "day", "time"), ("Ann", datetime(2024, 5, 4), datetime(2024, 5, 4, 9, 30))):
        workbook.active.append(row)
    workbook.save(tmp_path / "days.xlsx")
    table = read_table(tmp_path / "days.xlsx")
    assert [column.values for column in table.columns] == [("Ann",), ("2024-05-04",), ("2024-05-04 09:30:00",)]


@pytest.mark.parametrize("titles", [["Person,,Questions,"], ["Camp 2026", "Person,,Questions,"]])
def test_merged_headings_above_the_headings_are_titles(tmp_path, titles):
    path = tmp_path / "camp.csv"
    path.write_text("\n".join([*titles, "Date,Name,Sport,Town", "1/9,Ann,Tennis,Ely", "2/9,Bo,Judo,Ely", ""]))
    table = read_table(path)
    assert table.headings == ("Date", "Name", "Sport", "Town")
    assert table.row_numbers.tolist() == [len(titles) + 2, len(titles) + 3]


@pytest.mark.parametrize("title", ["Camp 2026\n", "Camp 2026;;\n\n;do not edit;\n"])
def test_a_title_above_the_headings_is_left_out_and_told(tmp_path, title):
    path = tmp_path / "camp.csv"
    path.write_text(f"{title}Name;Sport;Swims, dives\nAnn;Tennis;yes\nBo;Judo;no\n")
    table = read_table(path)
    assert table.headings == ("Name", "Sport", "Swims, dives")
    assert table.row_numbers.tolist() == [2 + title.count("\n"), 3 + title.count("\n")]
    assert str(table.notes[0]).startswith('Left out, above the headings of camp.csv: "Camp 2026"')


def test_a_title_in_a_workbook(tmp_path):
    workbook = openpyxl.Workbook()
    for row in (["Camp 2026"], [], ["Name", "Sport"], ["Ann", "Tennis"]):
        workbook.active.append(row)
    workbook.save(tmp_path / "camp.xlsx")
    assert read_table(tmp_path / "camp.xlsx").headings == ("Name", "Sport")


def test_the_sheet_with_the_table_is_read_and_told(tmp_path):
    workbook = openpyxl.Workbook()
    workbook.active.title = "Read me"
    workbook.active.append(["Write to Ms Birch"])
    for title, person in (("Answers", "Ann"), ("Last year", "Bo")):
        sheet = workbook.create_sheet(title)
        for row in (["Name", "Sport"], [person, "Tennis"]):
            sheet.append(row)
    workbook.save(tmp_path / "camp.xlsx")
    table = read_table(tmp_path / "camp.xlsx")
    assert table.columns[0].texts() == ("Ann",)
    assert tuple(map(str, table.notes)) == ('Read the sheet "Answers", not "Read me", "Last year".',)
    workbook["Answers"].sheet_state = "hidden"
    workbook.save(tmp_path / "camp.xlsx")
    assert read_table(tmp_path / "camp.xlsx").columns[0].texts() == ("Bo",)


def test_a_row_above_several_headings_at_once_is_a_title(tmp_path):
    path = tmp_path / "camp.csv"
    path.write_text(";About you;;About school;\nName;Age;Town;Class;Sport\nAnn;9;Ely;3;Tennis\nBo;8;Ely;2;Judo\n")
    table = read_table(path)
    assert table.headings == ("Name", "Age", "Town", "Class", "Sport")
    assert tuple(map(str, table.notes)) == ('Left out, above the headings of camp.csv: "About you About school".',)


def test_a_row_above_with_few_gaps_is_a_title(tmp_path):
    path = tmp_path / "camp.csv"
    path.write_text("Who?;Free time;;School\nName;Sport;Game;Class\nAnn;Tennis;Chess;3\nBo;Judo;Go;2\n")
    assert read_table(path).headings == ("Name", "Sport", "Game", "Class")
    path.write_text("Who?;Role;;School\nAnn;Student;Chess;3\nBo;Student;Go;2\n")
    assert read_table(path).headings == ("Who?", "Role", "", "School")


def test_a_cell_that_is_too_long_is_told(tmp_path):
    path = tmp_path / "camp.csv"
    path.write_text(f"Name,Essay\nAnn,short\nBo,{'x' * 140_000}\n")
    with pytest.raises(AnswersError, match=r"at most 131,072 characters; got a longer one near line 3\. Shorten it"):
        read_table(path)


def test_sums_below_the_people_are_left_out_and_told(tmp_path):
    path = tmp_path / "camp.csv"
    path.write_text("Name;Age;Sport\nAnn;9;Tennis\nTotal Tom;8;Judo\n;;\nAverage:;8.5;\nTotal;17;\n")
    table = read_table(path)
    assert table.columns[0].texts() == ("Ann", "Total Tom")
    assert tuple(map(str, table.notes)) == ('Left out, as they are not people, in camp.csv: "Average:", "Total".',)


def test_points_above_the_students_of_a_gradebook_are_left_out_and_told(tmp_path):
    """As Canvas exports a gradebook; the first of these rows is there where grades are posted by hand."""
    path = tmp_path / "gradebook.csv"
    people = 'Student,ID,Quiz (12)\n,,Manual Posting\n"    Points Possible",,10\n"Lee, Ann",101,9\n"Ek, Bo",102,8\n'
    path.write_text(people)
    table = read_table(path)
    assert table.columns[0].texts() == ("Lee, Ann", "Ek, Bo")
    assert table.row_numbers.tolist() == [4, 5]
    told = 'Left out, as they are not people, in gradebook.csv: "Manual Posting", "Points Possible".'
    assert tuple(map(str, table.notes)) == (told,)


def test_a_heading_for_names_is_no_title(tmp_path):
    path = tmp_path / "camp.csv"
    path.write_text("Name;;\nAnn;Tennis;yes\nBo;Judo;no\n")
    with pytest.raises(AnswersError, match="Row 1 was taken for the headings"):
        read_table(path)


@pytest.mark.parametrize("text", ["Sport\nTennis\nJudo\n", "Sport\nTennis;yes\n"])
def test_one_column_has_no_title(tmp_path, text):
    path = tmp_path / "camp.csv"
    path.write_text(text)
    assert read_table(path).headings == ("Sport",)


def test_signs_within_cells_make_no_title_of_the_headings(tmp_path):
    path = tmp_path / "times.csv"
    path.write_text("name,times\nAnn,Mon; Tue\nBo,Wed; Tue\n")
    assert read_table(path).headings == ("name", "times")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["xl/workbook.xml"], "got what looks like a workbook. Rename it to end in .xlsx."),
        (["word/document.xml"], "got a Word document."),
        (["answers.csv"], "got a ZIP file. Unpack it"),
    ],
)
def test_a_packed_file_under_a_wrong_name(tmp_path, names, told):
    path = tmp_path / "answers.csv"
    with zipfile.ZipFile(path, "w") as packed:
        for name in names:
            packed.writestr(name, "x")
    with pytest.raises(AnswersError, match=re.escape(told)):
        read_table(path)


@pytest.mark.parametrize(
    ("start", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\0", "a picture"),
        (b"\n<!DOCTYPE html>\n<html>", "a web page"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "one with a password"),
        (b"PK\x03\x04broken", "a damaged ZIP file or workbook"),
    ],
)
def test_another_file_under_a_wrong_name(tmp_path, start, told):
    path = tmp_path / "answers.csv"
    path.write_bytes(start)
    with pytest.raises(AnswersError, match=told):
        read_table(path)
