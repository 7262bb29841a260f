"""Kinds of questions: in the survey file, and in tables."""

from __future__ import annotations

import numpy as np
import pytest

from bayeshat.errors import SurveyError
from bayeshat.kinds.cells import count_signs, split_answers
from bayeshat.kinds.question import Question
from bayeshat.kinds.rating import bin_options, find_bin
from bayeshat.kinds.table import kind_of
from bayeshat.kinds.word_scales import whole_scales
from bayeshat.survey.answers import Answers, read_answers
from bayeshat.survey.spec import parse_survey
from bayeshat.tables.numbers import read_number
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
    scale = question_of('kind = "rating"\nscale = [1, 5]')
    assert scale == Question("q1", "How?", ("1", "2", "3", "4", "5"), "rating", (1.0, 5.0))
    assert scale.ordered
    assert not rating.ordered
    words = question_of('kind = "rating"\noptions = ["never", "at times", "always"]')
    assert (words.scale, words.options, words.ordered) == ((1.0, 3.0), ("never", "at times", "always"), True)
    unordered = question_of('kind = "rating"\nscale = [1, 3]\nordered = false')
    assert (unordered.bins, unordered.options) == ((1.0, 2.0), ("1", "2", "3"))
    assert question_of('kind = "rating"\nscale = [0, 100]').options == ()
    height = question_of('kind = "number"\nscale = [150, 200]\nunit = "cm"\nlog = true')
    assert height == Question("q1", "How?", (), "number", (150.0, 200.0), log=True, unit="cm")
    assert question_of('kind = "count"').options == ()
    assert question_of('kind = "ranking"\noptions = ["a", "b", "c"]').kind == "ranking"
    assert question_of(f'{RATING}\noptions = ["low", "mid", "high"]').options == ("low", "mid", "high")


@pytest.mark.parametrize(
    "lines",
    [
        SEVERAL,
        RATING,
        f'{RATING}\noptions = ["low", "mid", "high"]',
        'kind = "rating"\nscale = [-1.5, 2]\nbins = [0.25]\nprior = { A = [1, 2], B = [2, 1] }',
        'kind = "rating"\nscale = [0, 3]',
        'kind = "rating"\nscale = [0, 3]\nordered = false',
        'kind = "rating"\noptions = ["never", "at times", "always"]',
        'kind = "rating"\nscale = [0, 100]\nprior.A = { mean = 30, sd = 12.5, people = 4 }\n'
        "prior.B = { mean = 60, sd = 12.5, people = 4 }",
        'kind = "number"\nunit = "cm"\nscale = [150, 200]',
        'kind = "number"\nprior.A = { mean = 170, sd = 7, people = 4, sd_people = 9 }\n'
        "prior.B = { mean = 181.5, sd = 7, people = 4 }",
        'kind = "number"\nlog = true\nprior.A = { mean = 3e4, factor = 1.5, people = 2 }\n'
        "prior.B = { mean = 5e4, factor = 2, people = 2 }",
        'kind = "count"\nprior = { A = { mean = 3, people = 4 }, B = { mean = 0.7, people = 3 } }',
        'kind = "ranking"\noptions = ["a", "b", "c"]\nprior = { A = [1, 2, 3], B = [3, 2, 1] }',
        f"{SEVERAL}\nprior.A = {{ ticks = [1, 2, 3, 4], people = 5 }}\n"
        "prior.B = { ticks = [1, 1, 1, 1], people = [2, 3, 4, 5] }",
    ],
)
def test_kinds_survive_saving(lines):
    survey = survey_of(lines)
    again = parse_survey(survey.to_toml(), "again")
    assert again.questions == survey.questions
    np.testing.assert_allclose(again.answer_prior, survey.answer_prior, rtol=1e-10)
    assert again.to_toml() == survey.to_toml()


def test_prior_counts_go_with_bins():
    survey = survey_of(f"{RATING}\nprior = {{ A = [1, 2, 3], B = [3, 2, 1] }}")
    assert survey.answer_prior[:, 0].tolist() == [[1, 2, 3], [3, 2, 1]]
    with pytest.raises(SurveyError, match=r'one count per option \(3\); got 2\. Give counts for "1 to 3", "4 to 7"'):
        survey_of(f"{RATING}\nprior = {{ A = [1, 2], B = [3, 2] }}")


MEANS = "prior = { A = { mean = 7, sd = 1.5, people = 4 }, B = { mean = 5, sd = 2, people = 3 } }"
TICKS = "prior = { A = { ticks = [1, 2, 3, 4], people = 5 }, B = { ticks = [1, 1, 1, 1], people = 2 } }"


@pytest.mark.parametrize(
    ("lines", "prior"),
    [
        # Mean, strength, shape, scale: 4 people with a variance of 2.25.
        (f'kind = "rating"\nscale = [1, 10]\n{MEANS}', [7, 4, 2, 4.5]),
        (f'kind = "number"\n{MEANS}', [7, 4, 2, 4.5]),
        # Flat: a sixth of the range, known as from two people; next to nothing of the mean.
        ('kind = "number"\nscale = [140, 200]', [170, 0.1, 1, 100]),
        ('kind = "rating"\nscale = [1, 7]', [4, 0.1, 1, 1]),
        # Shape and rate.
        ('kind = "count"\nprior = { A = { mean = 3, people = 4 }, B = { mean = 1, people = 4 } }', [12, 4]),
        ('kind = "count"', [1, 0.2]),
        # Ticked, then not ticked.
        (f"{SEVERAL}\n{TICKS}", [1, 2, 3, 4, 4, 3, 2, 1]),
        ('kind = "ranking"\noptions = ["a", "b"]\nprior = { A = [3, 1], B = [1, 3] }', [3, 1]),
    ],
)
def test_priors_in_words(lines, prior):
    np.testing.assert_allclose(survey_of(lines).answer_prior[0, 0], prior)


def test_numbers_on_a_log_scale_have_a_factor():
    survey = survey_of(
        'kind = "number"\nlog = true\nprior.A = { mean = 100, factor = 2, people = 4 }\n'
        "prior.B = { mean = 1, factor = 2, people = 4 }"
    )
    np.testing.assert_allclose(survey.answer_prior[0, 0], [np.log(100), 4, 2, 2 * np.log(2) ** 2])


NUMBER = 'kind = "number"\nprior.B = 3\nprior.A ='


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ('kind = "number"', r'questions\[1\]\.prior must have a prior per group, or the question a scale: .* "How\?"'),
        (f"{NUMBER} 3", r"prior\.A must be a table with mean, sd, people; got the number 3"),
        (
            f"{NUMBER} {{ mean = 3 }}",
            r"prior\.A must have mean, sd, people; got nothing for sd and people\. Write e\.g\.",
        ),
        (f"{NUMBER} {{ mean = 3, sd = 0, people = 1 }}", r"prior\.A\.sd must be above 0; got 0"),
        (f"{NUMBER} {{ mean = 3, sdd = 1 }}", r'prior\.A\.sdd must be .* Did you mean "sd"\?'),
        (
            f"log = true\n{NUMBER} {{ mean = 3, factor = 0.5, people = 1 }}",
            r"mean above 0 and a factor above 1, since log = true; got 3 and 0\.5",
        ),
        ('kind = "number"\nlog = true\nscale = [0, 5]', r"scale must be above 0, since log = true; got 0"),
        ('kind = "number"\nlog = "yes"', r'log must be true or false, without quotes; got the text "yes"'),
        ('kind = "count"\nprior = { A = { mean = 0, people = 1 }, B = 3 }', r"prior\.A\.mean must be above 0; got 0"),
        ('kind = "count"\nlog = true', r'log must go with kind = "number"; got it in a question of kind "count"'),
        (
            f"{SEVERAL}\n{TICKS}".replace("4]", "5]"),
            r"prior\.A must have more imagined people than ticks of any option; got 5 ticks of 5 people for option 4",
        ),
        (
            f"{SEVERAL}\n{TICKS}".replace(", people = 5", ""),
            r"people must be the number of imagined people behind the ticks; got nothing",
        ),
        (
            'kind = "rating"\nscale = [1, 10]\nbins = [3]\nordered = true',
            r"bins must go without order, .* ordered = true",
        ),
        ('kind = "rating"\nscale = [1, 5]\noptions = ["a", "b"]', r"every whole number of the scale \(5\), .* got 2"),
        ('kind = "ranking"', r"options must be a list of texts; got nothing"),
        (
            f"{SEVERAL}\nprior = {{ A = [4, 3, 2, 1], B = 3 }}",
            r"prior\.A must be a table with ticks, people; got a list",
        ),
        (
            'kind = "rating"\nscale = [1, 3]\nprior = { A = [2, 4, 2], B = [1, 1, 1] }',
            r"prior\.A must be a table with mean, sd, people; got a list",
        ),
    ],
)
def test_mistakes_in_numbers_and_priors_name_the_key(lines, told):
    with pytest.raises(SurveyError, match=told):
        survey_of(lines)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            'kind = "raiting"',
            r'questions\[1\]\.kind must be one of "choice", .*; got "raiting"\. Did you mean "rating"',
        ),
        ("kind = 3", r"questions\[1\]\.kind must be text in quotes; got the number 3"),
        ('kind = "rating"', r"questions\[1\]\.scale must say the least and the largest number"),
        ('kind = "rating"\nscale = 10', r"scale must be a list of numbers; got the number 10"),
        ('kind = "rating"\nscale = []', r"scale must be a list of numbers; got an empty list"),
        ('kind = "rating"\nscale = ["a", "b"]', r"scale must be numbers; got the text"),
        ('kind = "rating"\nscale = [10, 1]', r"scale must be two numbers, the smaller one first; got \[10, 1\]"),
        ('kind = "rating"\nscale = [1, 5, 10]', r"scale must be two numbers"),
        ('kind = "rating"\nscale = [1, inf]', r"scale must be two numbers"),
        ('kind = "rating"\nscale = [0, 100]\nordered = false', r"bins must say where the scale is cut, .* Write"),
        ('kind = "rating"\nscale = [0, 1.5]\nordered = false', r"bins must say where the scale is cut"),
        (
            'kind = "rating"\nscale = [1, 10]\nbins = [7, 3]',
            r"bins must be the last number of every bin .* got \[7, 3\]",
        ),
        ('kind = "rating"\nscale = [1, 10]\nbins = [3, 10]', r"from 1 to below 10; got \[3, 10\]"),
        ('kind = "rating"\nscale = [1, 10]\nbins = [0]', r"from 1 to below 10; got \[0\]"),
        (f'{RATING}\noptions = ["low", "high"]', r"options must hold one option per bin \(3: .*\); got 2\. Name"),
        ('options = ["a", "b"]\nscale = [1, 2]', r'scale must go with kind = "rating" or "number"; .* "choice"'),
        ('kind = "several"\noptions = ["a", "b"]\nbins = [1]', r'bins must go with kind = "rating"; .* "several"'),
        ('kind = "several"', r"options must be a list of texts; got nothing"),
        ('kind = "several"\noptions = ["a"]', r"options must hold 2 to 1,000 options; got 1"),
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
    assert answers.codes[0].tolist() == ([int(v in codes) for v in range(4)] if codes else [-1] * 4)
    assert answers.questions.tolist() == [0, 0, 0, 0]


def test_nothing_ticked_is_blank_unless_the_file_says_no():
    answers = read_answers({"q1": ["Red", "", "none of these", "None"]}, survey_of(SEVERAL))
    assert answers.codes.tolist() == [[1, 0, 0, 0], [-1] * 4, [0] * 4, [0] * 4]
    marks = {"q1 [Red]": ["1", "0", "", ""], "q1 [Blue]": ["", "0", "", "no"], "q1 [dark]": ["x", "0", "", ""]}
    answers = read_answers(marks | {"q1 [Blue, dark]": ["", "0", "", ""]}, survey_of(SEVERAL))
    assert answers.codes.tolist() == [[1, 0, 0, 1], [0] * 4, [-1] * 4, [0] * 4]
    option = survey_of('kind = "several"\noptions = ["Red", "None"]')
    assert read_answers({"q1": ["none"]}, option).codes.tolist() == [[0, 1]]


def test_unknown_parts():
    told = refused({"q1": ["Red;Bleu;zzz"]}, survey_of(SEVERAL))
    assert "got 2 that are not" in told
    assert '"q1": "Bleu" (nearest option: "Blue")' in told
    assert '"q1": "zzz" (no option is near)' in told


def test_several_answers_to_a_question_with_one():
    survey = survey_of('options = ["Red", "Blue"]')
    told = refused({"q1": ["Red;Blue", "Red"]}, survey)
    assert '"Red;Blue" (several options; if that is allowed, write kind = "several" in the survey)' in told


def test_splitting_prefers_known_then_long_answers():
    known = {"a": 0, "b": 1, "a, b": 2, "b, c": 3}
    assert split_answers("a, b, c", lambda text: known.get(text, -2), 1) == [("a", 0), ("b, c", 3)]
    assert split_answers("a, b", lambda text: known.get(text, -2), 1) == [("a, b", 2)]
    assert split_answers("x, b", lambda text: known.get(text, -2), 1) == [("x", -2), ("b", 1)]


def test_splitting_leaves_out_as_little_as_it_can():
    known = {"NA": 0, "a": 1, "a;": 2}
    assert split_answers("a;; NA; ", lambda text: known.get(text, -2), 1) == [("a;", 2), ("NA", 0)]


def test_splitting_looks_at_each_piece_a_bounded_number_of_times():
    looked = []

    def find(text):
        looked.append(text)
        return {"a": 0, "b, c": 1}.get(text, -2)

    parts = split_answers("a, x, b, c; " * 500, find, count_signs(["a", "b, c"]))
    assert [code for _, code in parts] == [0, -2, 1] * 500
    assert len(looked) <= 4 * 2000


@pytest.mark.parametrize("cell", ["Tea,\nhot", "tea, hot; Milk", "Milk;Tea,  hot", "Milk\nTea,\nhot"])
def test_an_option_with_a_comma_is_found_however_it_is_spaced(cell):
    question = Question("q", "Q?", ("Tea, hot", "Milk"), kind="several")
    coded = kind_of(question).code(Column("q", (cell,), np.array([0])), question)
    assert coded.codes[0, 0] == 1
    assert coded.unknown == {}


def test_one_column_per_option():
    survey = survey_of(SEVERAL)
    table = {
        "How? [Red]": ["yes", "no", "x"],
        "How? [dark]": ["1", "0", ""],
        "q1[Blue, dark]": ["", "TRUE", "Blue, dark"],
        "note": ["a", "b", "c"],
    }
    answers = read_answers(table, survey)
    assert answers.codes.tolist() == [[1, 0, 0, 1], [0, 1, 0, 0], [1, 1, 0, 0]]
    assert list(answers.extra) == ["note"]


def test_columns_of_answers():
    plain = Answers(np.zeros((2, 3), int), ("a", "b"))
    assert plain.questions.tolist() == [0, 1, 2]
    assert plain.chosen(1).shape == (2, 1)


def test_columns_of_words_that_share_two_steps_have_one_scale():
    low, middle, high = (
        ("never", "rarely", "sometimes"),
        ("rarely", "sometimes", "often"),
        ("sometimes", "often", "always"),
    )
    assert whole_scales([low, middle]) == [("never", "rarely", "sometimes", "often")] * 2
    assert whole_scales([low, high]) == [low, high]
