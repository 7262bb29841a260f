"""A small survey, a table of answers to it, and ways to read it: shared by the tests of answers."""

from __future__ import annotations

import csv
import io

import openpyxl
import pytest

from bayeshat.errors import AnswersError
from bayeshat.survey.answers import read_answers
from bayeshat.survey.spec import parse_survey

SURVEY = parse_survey(
    """
    title = "Breakfast"
    prior = "flat"
    houses = ["Red", "Blue"]
    [[questions]]
    id = "drink"
    text = "What do you drink?"
    options = ["Tea, hot", "Coffee", 'Just "water"']
    [[questions]]
    id = "eggs"
    text = "How many eggs?"
    options = ["none", "one", "Zwei für mich"]
    """,
    "breakfast",
)
# Not answered, letters, numbers, text in other case and spacing, quotes, commas.
ROWS = [
    ("Name", "Comment", "How many eggs?", "DRINK"),
    ("Ann", "fine", "none", "Tea, hot"),
    ("Bo", "two\nlines", "B", 'just  "WATER"'),
    ("Cy", "", "3", ""),
    ("Dé", 'a "quote"', " zwei FÜR mich ", "c)"),
]
CODES = [[0, 0], [2, 1], [-1, 2], [2, 2]]
NAMES = ("Ann", "Bo", "Cy", "Dé")


def text_of(rows, delimiter=",", newline="\r\n"):
    file = io.StringIO()
    csv.writer(file, delimiter=delimiter).writerows(rows)
    return file.getvalue().replace("\r\n", newline)


def columns_of(rows):
    return {heading: [row[i] for row in rows[1:]] for i, heading in enumerate(rows[0])}


def write_workbook(path, rows):
    workbook = openpyxl.Workbook()
    for row in rows:
        workbook.active.append([None if cell == "" else cell for cell in row])
    workbook.create_sheet("another").append(["not", "this"])
    workbook.save(path)


def refused(source, survey=SURVEY, **options):
    with pytest.raises(AnswersError) as caught:
        read_answers(source, survey, **options)
    return str(caught.value)


def read_csv(tmp_path, content, survey=SURVEY, name="answers.csv", **options):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_answers(path, survey, **options)


def refused_csv(tmp_path, content, **options):
    with pytest.raises(AnswersError) as caught:
        read_csv(tmp_path, content, **options)
    return str(caught.value)
