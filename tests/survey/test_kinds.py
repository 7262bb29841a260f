"""Questions with several answers, and ratings: in the survey file, in tables, and inferred."""

from __future__ import annotations

import numpy as np
import pytest

from bayeshat.errors import SurveyError
from bayeshat.survey.answer_codes.multiple_choice import most_signs, split_answers
from bayeshat.survey.answer_codes.option_codes import code_answers
from bayeshat.survey.answers import Answers, read_answers
from bayeshat.survey.spec import Question, Survey
from bayeshat.survey.survey_file.question_kinds import bin_options, find_bin, read_number
from bayeshat.survey.survey_file.toml_read import parse_survey
from bayeshat.tables.table import Column
from survey.breakfast import refused

HEAD = 'title = "T"\nprior = "flat"\nhouses = ["A", "B"]\n[[questions]]\ntext = "How?"\n'


def survey_of(lines):
    return parse_survey(HEAD + lines, "t.toml")


def question_of(lines):
    return survey_of(lines).questions[0]


RATING = 'kind = "rating"\nscale = [1, 10]\nbins = [3, 7]'
SEVERAL = 'kind = "several"\noptions = ["Red", "Blue, dark", "Blue", "dark"]'


# The survey file


def test_kinds_are_read():
    assert question_of('options = ["a", "b"]').kind == "choice"
    assert question_of(SEVERAL).kind == "several"
    rating = question_of(RATING)
    assert rating == Question("q1", "How?", ("1 to 3", "4 to 7", "8 to 10"), "rating", (1.0, 10.0), (3.0, 7.0))
    assert question_of('kind = "rating"\nscale = [1, 5]').options == ("1", "2", "3", "4", "5")
    assert question_of(f'{RATING}\noptions = ["low", "mid", "high"]').options == ("low", "mid", "high")


@pytest.mark.parametrize(
    "lines",
    [
        SEVERAL,
        RATING,
        f'{RATING}\noptions = ["low", "mid", "high"]',
        'kind = "rating"\nscale = [-1.5, 2]\nbins = [0.25]\nprior = { A = [1, 2], B = [2, 1] }',
        'kind = "rating"\nscale = [0, 3]',
    ],
)
def test_kinds_survive_saving(lines):
    survey = survey_of(lines)
    again = parse_survey(survey.to_toml(), "again")
    assert again.questions == survey.questions
    np.testing.assert_array_equal(again.answer_prior, survey.answer_prior)


def test_prior_counts_go_with_bins():
    survey = survey_of(f"{RATING}\nprior = {{ A = [1, 2, 3], B = [3, 2, 1] }}")
    assert survey.answer_prior[:, 0].tolist() == [[1, 2, 3], [3, 2, 1]]
    with pytest.raises(SurveyError, match=r'one count per option \(3\); got 2\. Give counts for "1 to 3", "4 to 7"'):
        survey_of(f"{RATING}\nprior = {{ A = [1, 2], B = [3, 2] }}")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('kind = "raiting"', r'questions\[1\]\.kind must be one of "choice", "several", "rating"; got "raiting"'),
        ("kind = 3", r"questions\[1\]\.kind must be text in quotes; got the number 3"),
        ('kind = "rating"', r"questions\[1\]\.scale must say the least and the largest number"),
        ('kind = "rating"\nscale = 10', r"scale must be a list of numbers; got the number 10"),
        ('kind = "rating"\nscale = []', r"scale must be a list of numbers; got an empty list"),
        ('kind = "rating"\nscale = ["a", "b"]', r"scale must be numbers; got the text"),
        ('kind = "rating"\nscale = [10, 1]', r"scale must be two numbers, the smaller one first; got \[10, 1\]"),
        ('kind = "rating"\nscale = [1, 5, 10]', r"scale must be two numbers"),
        ('kind = "rating"\nscale = [1, inf]', r"scale must be two numbers"),
        ('kind = "rating"\nscale = [0, 100]', r"bins must say where the scale is cut, .* got nothing\. Write"),
        ('kind = "rating"\nscale = [0, 1.5]', r"bins must say where the scale is cut"),
        (
            'kind = "rating"\nscale = [1, 10]\nbins = [7, 3]',
            r"bins must be the last number of every bin .* got \[7, 3\]",
        ),
        ('kind = "rating"\nscale = [1, 10]\nbins = [3, 10]', r"from 1 to below 10; got \[3, 10\]"),
        ('kind = "rating"\nscale = [1, 10]\nbins = [0]', r"from 1 to below 10; got \[0\]"),
        (f'{RATING}\noptions = ["low", "high"]', r"options must hold one option per bin \(3: .*\); got 2\. Name"),
        ('options = ["a", "b"]\nscale = [1, 2]', r'scale must go with kind = "rating"; got it in .* kind "choice"'),
        ('kind = "several"\noptions = ["a", "b"]\nbins = [1]', r'bins must go with kind = "rating"; .* "several"'),
        ('kind = "several"', r"options must be a list of texts; got nothing"),
        ('kind = "several"\noptions = ["a"]', r"options must hold 2 to 1000 options; got 1"),
    ],
)
def test_mistakes_name_the_key(lines, told):
    with pytest.raises(SurveyError, match=told):
        survey_of(lines)


# Numbers


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *[("7", 7), (" 7.0 ", 7), ("-2", -2), ("2,5", 2.5), ("10 - Very likely", 10), ("5 (often)", 5), ("7 stars", 7)],
        *[("1 to 3", None), ("10:30", None), ("2024-05-01", None), ("seven", None), ("", None), ("7/10", None)],
        *[("nan", None), ("inf", None), ("1-3", None), ("3. often", 3)],
    ],
)
def test_numbers_in_cells(text, number):
    assert read_number(text) == number


def test_every_number_on_the_scale_is_in_one_bin():
    scale, bins = (1.0, 10.0), (3.0, 7.0)
    assert [find_bin(value, scale, bins) for value in range(12)] == [None, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, None]
    assert find_bin(3.5, scale, bins) == 1
    assert bin_options((0, 4), (0, 3)) == ("0", "1 to 3", "4")


def test_ratings_in_a_table():
    survey = survey_of(RATING)
    cells = ["1", "3", "4", 7.0, "8.5", "10 - best", "", "4 to 7", None]
    assert read_answers({"q1": cells}, survey).codes.ravel().tolist() == [0, 0, 1, 1, 2, 2, -1, 1, -1]
    told = refused({"q1": ["0", "11", "often"]}, survey)
    assert 'row 0, column "q1": "0" (the scale is 1 to 10)' in told
    assert 'row 2, column "q1": "often" (no option is near)' in told


def test_a_number_is_itself_whatever_the_bins_are_called():
    survey = survey_of(f'{RATING}\noptions = ["3", "2", "1"]')
    assert read_answers({"q1": ["1", "2", "9"]}, survey).codes.ravel().tolist() == [0, 0, 2]
    survey = survey_of(f'{RATING}\noptions = ["9 lives", "b", "c"]')
    assert read_answers({"q1": ["9 lives", "9"]}, survey).codes.ravel().tolist() == [0, 2]


# Several answers


@pytest.mark.parametrize(
    ("cell", "codes"),
    [
        *[("Red", [0]), ("Red;Blue", [0, 2]), ("Red;Blue;", [0, 2]), ("Blue, dark, Red", [1, 0]), ("red,BLUE", [0, 2])],
        *[("Red\nBlue", [0, 2]), ("Red | dark", [0, 3]), ("dark, Blue", [3, 2]), ("Blue, dark", [1]), ("", [])],
        *[("Red;Red", [0]), ("a;c", [0, 2]), ("1,3", [0, 2]), (";;Red; ;", [0]), ("NA", []), ("Blue,dark", [2, 3])],
    ],
)
def test_several_answers_in_a_cell(cell, codes):
    answers = read_answers({"q1": [cell, "Red;Blue;dark"]}, survey_of(SEVERAL))
    assert answers.codes[0].tolist() == codes + [-1] * (3 - len(codes))
    assert answers.questions.tolist() == [0, 0, 0]


def test_nobody_gave_several():
    answers = read_answers({"q1": ["Red", "", "dark"]}, survey_of(SEVERAL))
    assert answers.codes.tolist() == [[0], [-1], [3]]


def test_unknown_parts():
    told = refused({"q1": ["Red;Bleu;zzz"]}, survey_of(SEVERAL))
    assert "got 2 that are not" in told
    assert '"q1": "Bleu" (nearest option: "Blue")' in told
    assert '"q1": "zzz" (no option is near)' in told


def test_several_answers_to_a_question_with_one():
    survey = survey_of('options = ["Red", "Blue"]')
    told = refused({"q1": ["Red;Blue", "Red"]}, survey)
    assert '"Red;Blue" (several options; if that may be, write kind = "several" in the survey)' in told


def test_splitting_prefers_known_then_long_answers():
    known = {"a": 0, "b": 1, "a, b": 2, "b, c": 3}
    assert split_answers("a, b, c", lambda text: known.get(text, -2), 1) == [("a", 0), ("b, c", 3)]
    assert split_answers("a, b", lambda text: known.get(text, -2), 1) == [("a, b", 2)]
    assert split_answers("x, b", lambda text: known.get(text, -2), 1) == [("x", -2), ("b", 1)]


def test_splitting_looks_at_each_piece_a_bounded_number_of_times():
    looked = []

    def find(text):
        looked.append(text)
        return {"a": 0, "b, c": 1}.get(text, -2)

    parts = split_answers("a, x, b, c; " * 500, find, most_signs(["a", "b, c"]))
    assert [code for _, code in parts] == [0, -2, 1] * 500
    assert len(looked) <= 4 * 2000


@pytest.mark.parametrize("cell", ["Tea,\nhot", "tea, hot; Milk", "Milk;Tea,  hot", "Milk\nTea,\nhot"])
def test_an_option_with_a_comma_is_found_however_it_is_spaced(cell):
    question = Question("q", "Q?", ("Tea, hot", "Milk"), kind="several")
    codes = code_answers(Column("q", (cell,), np.array([0])), question)
    assert 0 in codes[0]
    assert -2 not in codes[0]


def test_one_column_per_option():
    survey = survey_of(SEVERAL)
    table = {
        "How? [Red]": ["yes", "no", "x"],
        "How? [dark]": ["1", "0", ""],
        "q1[Blue, dark]": ["", "TRUE", "Blue, dark"],
        "note": ["a", "b", "c"],
    }
    answers = read_answers(table, survey)
    assert answers.codes.tolist() == [[0, 3], [1, -1], [0, 1]]
    assert list(answers.extra) == ["note"]


def test_columns_of_answers():
    plain = Answers(np.zeros((2, 3), int), ("a", "b"))
    assert plain.questions.tolist() == [0, 1, 2]
    assert plain.chosen(1).shape == (2, 1)


# Inferred


def test_joined_cells_make_a_question_with_several_answers():
    survey = Survey.from_answers({"Fruit": ["apple;pear", "pear", "plum;apple", "plum", ""]})
    assert survey.questions[0] == Question("Fruit", "Fruit", ("apple", "pear", "plum"), "several")


@pytest.mark.parametrize(
    "cells",
    [
        ["one; two", "three; four", "five", "six"],  # nothing recurs
        ["Yes, always", "Yes, often", "No, never", "No, often"],  # commas within options
        ["a,b", "a", "b", "a"],  # in a plain table commas are no signs of several answers
    ],
)
def test_other_cells_are_options(cells):
    assert Survey.from_answers({"q": cells * 2}).questions[0].kind == "choice"


def test_commas_join_answers_where_the_tool_does_so():
    cells = ["Yes, always", "Yes, often", "No, never", "No, often"] * 2
    table = {"Timestamp": [str(n) for n in range(8)], "q": cells}
    assert Survey.from_answers(table).questions[0].kind == "choice"
    table["q"] = ["tea, black", "tea, black, milk", "milk", "milk, sugar", "sugar", "", "milk", "sugar"]
    assert Survey.from_answers(table).questions[0].options == ("milk", "sugar", "tea, black")


def test_many_numbers_make_a_rating():
    survey = Survey.from_answers({"age": [n % 40 for n in range(200)]})
    rating = survey.questions[0]
    assert (rating.kind, rating.scale, rating.bins) == ("rating", (0.0, 39.0), (9.0, 19.0, 29.0))
    codes = read_answers({"age": [n % 40 for n in range(200)]}, survey).codes.ravel()
    assert np.bincount(codes).tolist() == [50, 50, 50, 50]


def test_numbers_crowded_at_the_end_still_make_two_bins():
    survey = Survey.from_answers({"score": [10] * 90 + list(range(10))})
    assert survey.questions[0].options == ("0 to 9", "10")
    heights = Survey.from_answers({"height": [1.5 + 0.01 * n for n in range(20)]}).questions[0]
    assert heights.kind == "rating"
    assert heights.options[1].startswith("above ")


def test_few_numbers_are_options_and_numbers_of_people_are_none():
    assert Survey.from_answers({"q": [1, 2, 3, 4, 5, 6, 7] * 2}).questions[0].kind == "choice"
    survey = Survey.from_answers({"q": ["a", "b"] * 10, "number": list(range(1000, 1020))})
    assert [question.text for question in survey.questions] == ["q"]
    assert '"number" (free text: 20 different values in 20 answers)' in survey.description
