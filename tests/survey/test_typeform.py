"""Typeform's tick columns, which are headed by options alone: which of them are one question."""

from __future__ import annotations

import csv

import pytest

from bayeshat.survey.answers import read_answers, text_columns
from bayeshat.survey.spec import Survey, parse_survey


@pytest.fixture
def export(tmp_path):
    """Return a writer of exports in which six people tick some of these columns; nobody ticks those in ``blank``."""

    def write(*options, blank=()):
        path = tmp_path / "typeform.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["#", "Name", *options, "Submit Date (UTC)"])
            for n in range(6):
                ticks = [head if head not in blank and (n + at) % 3 else "" for at, head in enumerate(options)]
                writer.writerow([f"t{n}", f"P{n}", *ticks, "2026-01-01"])
        return path

    return write


@pytest.mark.parametrize(
    ("columns", "blank", "wanted"),
    [
        (("Tea", "Milk", "Ham", "Egg"), (), ["Tea / Milk / Ham / Egg"]),
        (("Tea", "None of the above", "Ham", "Egg"), (), ["Tea / None of the above", "Ham / Egg"]),
        (("Often", "Rarely", "Often", "Rarely"), (), ["Often / Rarely", "Often / Rarely (2)"]),
        (("Tea", "Milk", "Ham"), ("Milk",), ["Tea / Milk / Ham"]),
        (("Tea", "Milk", "Why?", "Ham", "Egg"), ("Why?",), ["Tea / Milk", "Ham / Egg"]),
    ],
)
def test_tick_columns_are_one_question_up_to_where_another_must_begin(export, columns, blank, wanted):
    survey = Survey.from_answers(export(*columns, blank=blank), 2)
    assert [question.text for question in survey.questions] == wanted
    assert {question.kind for question in survey.questions} == {"several"}
    answers = read_answers(export(*columns, blank=blank), survey)
    assert set(answers.questions.tolist()) == set(range(len(wanted)))


def test_what_was_taken_for_one_question_is_told_and_can_be_split(export):
    path = export("Tea", "Milk", "Ham", "Egg")
    told = " ".join(map(str, Survey.from_answers(path, 2).notes))
    assert told.startswith(
        'Taken for one question, because Typeform writes no text for them: "Egg", "Ham", "Milk", "Tea". If they '
        "belong to two questions, write two into this file, with their options."
    )
    assert "Taken for one" not in " ".join(map(str, Survey.from_answers(export("Tea", "Milk", "Ham"), 2).notes))
    asked = "".join(
        f'[[questions]]\nid = "{key}"\ntext = "{key}?"\nkind = "several"\noptions = {options}\n'
        for key, options in (("drink", ["Tea", "Milk"]), ("food", ["Ham", "Egg"]))
    )
    split = parse_survey(f'title = "x"\nprior = "flat"\n[[houses]]\nname = "A"\n[[houses]]\nname = "B"\n{asked}', "x")
    answers = read_answers(export("Tea", "Milk", "Ham", "Egg"), split)
    columns = text_columns(split, answers)
    assert columns["drink"] == ("Milk", "Tea; Milk", "Tea") * 2
    assert columns["food"] == ("Ham", "Egg", "Ham; Egg") * 2
