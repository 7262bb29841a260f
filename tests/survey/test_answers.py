"""Answers from every kind of table."""

from __future__ import annotations

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bayeshat.errors import AnswersError
from bayeshat.survey.answers import Answers, read_answers
from bayeshat.survey.spec import Survey, parse_survey
from survey.breakfast import (
    CODES,
    NAMES,
    ROWS,
    SURVEY,
    columns_of,
    read_csv,
    refused,
    refused_csv,
    text_of,
    write_workbook,
)


def check(answers):
    assert answers.codes.tolist() == CODES
    assert answers.codes.dtype == np.int16
    assert answers.names == NAMES
    assert answers.n_people == 4
    assert answers.extra == {"Comment": ("fine", "two\nlines", "", 'a "quote"')}


def test_every_column_is_a_question_of_its_own_unless_said_otherwise():
    plain = Answers(np.zeros((2, 3), np.int16), ("Ann", "Bo"))
    assert (plain.questions.tolist(), plain.levels) == ([0, 1, 2], (None, None, None))
    for questions in ([4], [1, 1]):
        given = Answers(np.zeros((2, len(questions)), np.int16), ("Ann", "Bo"), questions=np.array(questions))
        assert (given.questions.tolist(), given.levels) == (questions, (None,) * len(questions))


# All sources agree


def test_answers_show_themselves_in_short():
    answers = Answers(np.zeros((4, 2), np.int16), ("Ann", "Bo", "Cy", "Di"), {"age": ("9", "8", "7", "9")})
    assert repr(answers).splitlines() == [
        "Answers of 4 people (Ann, Bo, Cy, … and 1 more)",
        "  questions      2",
        "  other columns  age",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_text_files(tmp_path, encoding, delimiter, newline):
    check(read_csv(tmp_path, text_of(ROWS, delimiter, newline).encode(encoding)))


def test_tsv_and_text_by_their_ending(tmp_path):
    check(read_csv(tmp_path, text_of(ROWS, "\t"), name="answers.tsv"))
    check(read_csv(tmp_path, text_of(ROWS, ";"), name="answers.txt"))


def test_path_as_text(tmp_path):
    (tmp_path / "a.CSV").write_text(text_of(ROWS), encoding="utf-8")
    check(read_answers(str(tmp_path / "a.CSV"), SURVEY))


def test_workbook(tmp_path):
    write_workbook(tmp_path / "answers.xlsx", [*ROWS, ("", "", "", "")])
    check(read_answers(tmp_path / "answers.xlsx", SURVEY))


def test_workbook_with_numbers_and_gaps(tmp_path):
    write_workbook(tmp_path / "a.xlsx", [("drink", "eggs"), (1, 2.0), ("", 3), (3, True)])
    assert 'row 4, column "eggs": "True"' in refused(tmp_path / "a.xlsx")
    write_workbook(tmp_path / "a.xlsx", [("drink", "eggs"), (1, 2.0), ("", 3)])
    assert read_answers(tmp_path / "a.xlsx", SURVEY).codes.tolist() == [[0, 1], [-1, 2]]


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, dict])
def test_frames(frame):
    check(read_answers(frame(columns_of(ROWS)), SURVEY))


@pytest.mark.parametrize("frame", [pd.DataFrame, pl.DataFrame, dict])
def test_frames_with_numbers_and_missing_values(frame):
    answers = read_answers(frame({"drink": [1.0, None, 3.0], "eggs": ["none", None, "c"]}), SURVEY)
    assert answers.codes.tolist() == [[0, 0], [-1, -1], [2, 2]]
    assert answers.names == ("person 1", "person 2", "person 3")
    assert answers.extra == {}


def test_pandas_types():
    frame = pd.DataFrame(
        {
            "drink": pd.array([1, None, 3], dtype="Int64"),
            "eggs": pd.Categorical(["none", "one", None]),
            "when": [pd.Timestamp("2024-01-02"), pd.NaT, pd.NaT],
        },
        index=[7, 7, 9],
    )
    answers = read_answers(frame, SURVEY)
    assert answers.codes.tolist() == [[0, 0], [-1, 1], [2, -1]]
    assert answers.extra == {"when": ("2024-01-02", "", "")}


def test_arrays_in_a_dict_and_numbers_as_headings():
    survey = Survey.from_answers({"1": ["u", "v"], "2": ["x", "y"]}, n_clusters=2)
    assert read_answers({1: np.array(["v", "u"]), 2: np.array(["y", "y"])}, survey).codes.tolist() == [[1, 1], [0, 1]]
    assert read_answers(pd.DataFrame({1: ["v"], 2: ["y"]}), survey).codes.tolist() == [[1, 1]]


# Reading cells


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        *[("Coffee", 1), ("  cOFFEE ", 1), ("b", 1), ("B", 1), ("B)", 1), ("(b)", 1), ("b.", 1), ("2", 1), ("2.", 1)],
        *[("2.0", 1), ("Tea,\nhot", 0), ("tea,\u00a0hot", 0), ("just “water”", 2), ("", -1), ("  ", -1), ("NA", -1)],
        *[("n/a", -1), ("#N/A", -1), ("NaN", -1), ("null", -1), ("<NA>", -1)],
    ],
)
def test_ways_to_answer(cell, code):
    assert read_answers({"drink": [cell], "eggs": ["one"]}, SURVEY).codes.tolist() == [[code, 1]]


@pytest.mark.parametrize("cell", ["d", "0", "4", "99999", "-1", "2.5", "coffe", "bb", "-"])
def test_ways_not_to_answer(cell):
    assert f'row 0, column "drink": "{cell}"' in refused({"drink": [cell], "eggs": ["one"]})


def with_options(*options):
    survey = parse_survey(
        f'title = "T"\nprior = "flat"\nhouses = ["A"]\n[[questions]]\nid = "q"\ntext = "Q?"\noptions = {list(options)}',
        "t",
    )
    return survey, options


def test_option_text_wins_over_letter_and_number():
    survey, options = with_options("0", "1", "2")
    assert read_answers({"q": ["1", "2.0", 0]}, survey).codes[:, 0].tolist() == [
        options.index(o) for o in ("1", "2", "0")
    ]
    survey, options = with_options("b", "c", "d")
    assert read_answers({"q": ["b", "D"]}, survey).codes[:, 0].tolist() == [0, 2]
    assert read_answers({"q": ["1"]}, survey).codes.tolist() == [[0]]
    survey = parse_survey(SURVEY.to_toml().replace('"none"', '"NA"'), "na")
    assert read_answers({"drink": ["a"], "eggs": ["NA"]}, survey).codes.tolist() == [[0, 0]]


def test_no_positions_where_options_are_themselves_numbers_or_letters():
    survey, _ = with_options("2", "4")
    assert '"1"' in refused({"q": ["2", "1"]}, survey)
    survey, _ = with_options("b", "c")
    assert '"a"' in refused({"q": ["b", "a"]}, survey)
    assert read_answers({"q": ["b)"]}, with_options("a", "b")[0]).codes.tolist() == [[1]]


def test_columns_by_id_or_text_in_any_order_and_case():
    table = {"HOW  many eggs?": ["a"], "x": ["1"], " Drink ": ["b"]}
    answers = read_answers(table, SURVEY)
    assert answers.codes.tolist() == [[1, 0]]
    assert answers.extra == {"x": ("1",)}


def test_one_row_blank_lines_and_short_rows(tmp_path):
    assert read_csv(tmp_path, "drink,eggs\na,b").codes.tolist() == [[0, 1]]
    answers = read_csv(tmp_path, "\n\nname,eggs,drink\n\nAnn,a\n,,\nBo,b,c,,\n\n")
    assert answers.codes.tolist() == [[-1, 0], [2, 1]]
    assert 'row 6, column "eggs": "x"' in refused_csv(tmp_path, "\n\nname,eggs,drink\n\nAnn,a\nBo,x\n")


def test_delimiter_is_not_fooled_by_commas_in_texts(tmp_path):
    content = "Well, well, well;drink;eggs\nno, never;a;b\nyes;b;c\n"
    assert read_csv(tmp_path, content).codes.tolist() == [[0, 1], [1, 2]]
    one = parse_survey(SURVEY.to_toml().split('[[questions]]\nid = "eggs"')[0], "one")
    assert read_csv(tmp_path, "drink\nTea, hot\nCoffee\n", one).codes.tolist() == [[0], [1]]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_codes_survive_a_csv_file(tmp_path_factory, data):
    sign = st.characters(exclude_categories=["Cs", "Cc"], include_characters='",;\t\n')
    text = st.text(sign, min_size=1, max_size=8)
    survey = None
    while survey is None:
        options = data.draw(st.lists(text, min_size=2, max_size=5))
        document = {"q": options * 3, "r": ["u", "v", "w"] * len(options)}
        try:
            survey = Survey.from_answers(document, n_clusters=2)
        except AnswersError:
            continue
    counts = survey.n_options.tolist()
    codes = data.draw(st.lists(st.tuples(*[st.integers(-1, count - 1) for count in counts]), min_size=1, max_size=6))
    rows = [("name", *[question.id for question in survey.questions])]
    for n, row in enumerate(codes):
        rows.append((f"p{n}", *["" if c < 0 else q.options[c] for c, q in zip(row, survey.questions, strict=True)]))
    path = tmp_path_factory.mktemp("csv") / "answers.csv"
    path.write_text(text_of(rows), encoding="utf-8", newline="")
    assert read_answers(path, survey).codes.tolist() == [list(row) for row in codes]


# Names


@pytest.mark.parametrize(
    ("headings", "chosen"),
    [
        (("E-mail", "Full name"), 1),
        (("Student", "Respondent"), 1),
        (("Email address", "Person:"), 1),
        (("ID", "e-mail"), 1),
        (("Your name? *", "Participant"), 0),
    ],
)
def test_name_column_by_common_headings(headings, chosen):
    table = {"drink": ["a"], "eggs": ["b"], headings[0]: ["first"], headings[1]: ["second"]}
    assert read_answers(table, SURVEY).names == (("first", "second")[chosen],)


def test_name_column_asked_for():
    table = {"drink": ["a"], "eggs": ["b"], "name": ["Ann"], "Code": ["x1"]}
    answers = read_answers(table, SURVEY, name_column="code")
    assert answers.names == ("x1",)
    assert answers.extra == {"name": ("Ann",)}
    told = refused(table, name_column="cod")
    assert told == 'name_column must be a heading of The dict of columns; got "cod". Did you mean "Code"?'
    assert 'The headings are "drink", "eggs", "name", "Code".' in refused(table, name_column="zzzzz")


def test_first_and_last_names_are_joined():
    table = {"drink": ["a", "b"], "eggs": ["b", "b"], "Surname": ["Lee", "Ray"], "First name": ["Ann", "Ann"]}
    assert read_answers(table, SURVEY).names == ("Ann Lee", "Ann Ray")


def test_columns_that_name_nobody_are_passed_over():
    table = {"drink": ["a", "b"], "eggs": ["b", "b"], "Name": ["", ""], "Email": ["anonymous"] * 2, "ID": [1, 2]}
    assert read_answers(table, SURVEY).names == ("1", "2")


def test_people_without_a_name_get_a_number():
    table = {"name": ["Ann", None, "Cy"], "drink": ["a"] * 3, "eggs": ["b"] * 3}
    assert read_answers(table, SURVEY).names == ("Ann", "person 2", "Cy")


def test_a_question_may_be_called_name():
    survey = Survey.from_answers({"Which name?": ["x", "y"]}, n_clusters=2)
    survey = parse_survey(survey.to_toml().replace("Which name?", "Name"), "name")
    assert read_answers({"name": ["x", "x"]}, survey).names == ("person 1", "person 2")


def test_extra_columns_with_one_heading_or_none(tmp_path):
    extra = read_csv(tmp_path, "drink,note,note,,eggs\na,1,2,3,b\n").extra
    assert extra == {"note": ("1",), "note (2)": ("2",), "no heading": ("3",)}


# Size


def test_many_rows(tmp_path):
    rng = np.random.default_rng(3)
    codes = rng.integers(-1, 3, (40_000, 2))
    cells = np.array(["a", "b", "c", ""])[codes]
    lines = "\n".join(f"p{n},{drink},{eggs}" for n, (drink, eggs) in enumerate(cells))
    answers = read_csv(tmp_path, f"name,drink,eggs\n{lines}\n")
    np.testing.assert_array_equal(answers.codes, codes)
    assert answers.names[-1] == "p39999"
