"""Every mistake in a table of answers, with its message."""

from __future__ import annotations

import builtins

import numpy as np
import pandas as pd
import polars as pl
import pytest

from bayeshat.survey.spec import Survey
from survey.breakfast import ROWS, columns_of, refused, refused_csv, write_workbook


def test_unknown_answers_are_reported_at_once(tmp_path):
    told = refused_csv(tmp_path, "name,drink,eggs\nAnn,Cofee,one\nBo,tee hot,nnone\nCy,b,xyz\n")
    assert told == (
        "Every answer in answers.csv must be one of the question's options: its text, its letter or its number; got 4 "
        "that are not (rows as a spreadsheet numbers them)\n"
        '  row 2, column "drink": "Cofee" (nearest option: "Coffee")\n'
        '  row 3, column "drink": "tee hot" (nearest option: "Tea, hot")\n'
        '  row 3, column "eggs": "nnone" (nearest option: "none")\n'
        '  row 4, column "eggs": "xyz" (no option is near)\n'
        "Correct them in the table, empty the cell for 'not answered', or add the options to the survey. "
        'To go on without them, use unknown="blank"; to count them as one more option, unknown="option".'
    )


def test_many_unknown_answers_are_counted():
    told = refused({"drink": ["x y z" * 50] * 30, "eggs": ["zzz"] * 30})
    assert told.count("row ") == 20
    assert "got 60 that are not (rows counted from 0)" in told
    assert "\n  … and 40 more\n" in told


def test_missing_questions_are_reported_at_once(tmp_path):
    survey = Survey.load("hogwarts")
    table = {question.id: ["a"] for question in survey.questions}
    del table["q1"], table["q5"]
    table["Which pet would you take?"] = ["b"]
    told = refused(table, survey)
    assert told == (
        "The dict of columns must have a column for every question, headed by its id or its text; got none for\n"
        '  q1, "Which part of the day suits you best?" (no heading is near)\n'
        '  q5, "Which pet would you take to school?" (nearest heading: "Which pet would you take?")\n'
        "Rename those columns, or take the questions out of the survey."
    )


def test_no_question_at_all():
    told = refused({"a": ["1"], "b": ["2"]})
    assert 'got no question of the survey "Breakfast" among the headings "a", "b". Check that' in told
    assert 'such as "drink" or "What do you drink?"' in told


def test_two_columns_for_one_question(tmp_path):
    told = refused({"drink": ["a"], "What do you drink?": ["b"], "eggs": ["a"]})
    assert 'got 2 for "What do you drink?": "drink", "What do you drink?". Rename or remove all but one.' in told
    assert 'got 2 for "How many eggs?"' in refused_csv(tmp_path, "drink,eggs,eggs\na,b,c\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "answers.csv must hold a row of headings and rows below it; got an empty file."),
        (b"\n , \n", "got an empty file"),
        (b"drink,eggs\n\n", "answers.csv must hold rows below its headings; got headings only."),
        (b"drink,eggs\na,b\na,b,c\n", "headings (2); got\n  row 3: 3 cells\nRow 1 was taken for the headings"),
        (
            b'drink,eggs\n"a,b\n',
            "must be a table with quotes in pairs; got a mistake near line 2 (unexpected end of data)",
        ),
        (b"d\0r\0\0\0n\0k", "answers.csv must be text; got bytes that are not (zeros). Export"),
        (b"PK\x03\x04...", "got a damaged ZIP file or workbook. Save it again as .xlsx or .csv."),
        (b"\xef\xbb\xbfdrink\xff", "must be UTF-8 text, as its first bytes say; got bytes that are not."),
    ],
)
def test_files_that_are_no_tables(tmp_path, content, told):
    assert told in refused_csv(tmp_path, content)


def test_files_that_are_not_there_or_of_another_kind(tmp_path):
    assert "nothing.csv', which does not exist. Check the path." in refused(tmp_path / "nothing.csv")
    assert "got 'no-such-file', which does not exist" in refused("no-such-file")
    assert ", which is a folder. Check the path." in refused(tmp_path)
    (tmp_path / "old.xls").write_bytes(b"?")
    assert "must be a CSV, TSV or XLSX file; got 'old.xls'. Save it as .xlsx" in refused(tmp_path / "old.xls")


@pytest.mark.parametrize("content", [b"", b"drink,eggs\na,b\n", b"PK\x05\x06" + b"\0" * 18])
def test_not_a_workbook(tmp_path, content):
    (tmp_path / "a.xlsx").write_bytes(content)
    assert "a.xlsx must be an XLSX workbook with a sheet; got a file that is not" in refused(tmp_path / "a.xlsx")


def test_empty_workbook(tmp_path):
    write_workbook(tmp_path / "a.xlsx", [])
    assert "a.xlsx must hold a row of headings" in refused(tmp_path / "a.xlsx")
    write_workbook(tmp_path / "a.xlsx", [("drink", "eggs")])
    assert "got headings only" in refused(tmp_path / "a.xlsx")


def test_unreadable_file(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.csv").write_text("drink,eggs\na,b\n")
    monkeypatch.setattr("pathlib.Path.open", refuse)
    assert "a.csv' (Permission denied). Check its permissions." in refused(tmp_path / "a.csv")


def test_a_missing_package(tmp_path, monkeypatch):
    write_workbook(tmp_path / "a.xlsx", ROWS)
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name.split(".")[0] == "openpyxl":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    message = refused(tmp_path / "a.xlsx")
    assert "needs the package openpyxl, which is not installed. Run pip install openpyxl" in message
    assert "save the table as CSV" in message


def test_things_that_are_no_tables():
    assert "a dict of columns; got ndarray" in refused(np.zeros((2, 2)))
    assert "got LazyFrame" in refused(pl.DataFrame(columns_of(ROWS)).lazy())
    twice = pd.DataFrame([["a", "b"]], columns=["drink", "drink"])
    assert "with distinct headings" in refused(twice)
    assert 'must be a list of cells; got str for "drink"' in refused({"drink": "a"})
    assert 'equally long; got "drink": 1, "eggs": 2. Give' in refused({"drink": ["a"], "eggs": ["a", "b"]})
    assert "The frame must hold at least one row of answers; got none." in refused(
        pl.DataFrame({"drink": [], "eggs": []})
    )
    assert "got none" in refused({})


def test_people_who_come_twice(tmp_path):
    told = refused_csv(tmp_path, "name,drink,eggs\nAnn,a,a\nBo,a,a\nann ,b,b\nCy,a,a\nBO,a,a\nAnn,a,a\n")
    assert told == (
        'Duplicate names in the column "name" of answers.csv (rows as a spreadsheet numbers them):\n'
        '  "Ann": rows 2, 4, 7\n  "Bo": rows 3, 6\n'
        'If these people answered again, use duplicates="latest" or duplicates="first". If they are different '
        'people, use duplicates="separate", add a column with their e-mail addresses, or name another column with '
        "name_column."
    )
    many = refused({"name": [f"p{n // 2}" for n in range(60)], "drink": ["a"] * 60, "eggs": ["a"] * 60})
    assert many.count("rows ") == 21
    assert "… and 10 more" in many
    assert "9 and 20 more" in refused({"name": ["Ann"] * 30, "drink": ["a"] * 30, "eggs": ["a"] * 30})
