"""Numbers, counts, ordered ratings and rankings in tables of answers."""

from __future__ import annotations

import numpy as np
import pytest

from bayeshat.kinds.levels import are_apart, code_numbers, is_far
from bayeshat.kinds.number import Number
from bayeshat.survey.answers import read_answers, text_columns
from kinds.test_reading import survey_of
from survey.breakfast import refused

HEIGHT = survey_of('kind = "number"\nunit = "cm"\nscale = [150, 200]')
COUNT = survey_of('kind = "count"')
MOOD = survey_of('kind = "rating"\noptions = ["bad", "middling", "good"]')
LONG = survey_of('kind = "rating"\nscale = [0, 100]')
RANKING = survey_of('kind = "ranking"\noptions = ["Tea", "Coffee, black", "Water"]')


@pytest.mark.parametrize(
    ("survey", "cells", "values"),
    [
        (HEIGHT, ["1.80 m", "165", "", "182,5 cm", "1,8m"], [180, 165, None, 182.5, 180]),
        (survey_of('kind = "number"\nscale = [1, 9000]'), ["1,5", "12 000", "NA", 2.0], [1.5, 12000, None, 2]),
        (COUNT, ["0", "3 cups", "12", ""], [0, 3, 12, None]),
        (MOOD, ["good", "2", "Bad", "", 1.0], [3, 2, 1, None, 1]),
        (LONG, ["7", "99.5", "100 - best", None], [7, 99.5, 100, None]),
    ],
)
def test_numbers_in_a_table(survey, cells, values):
    answers = read_answers({"q1": cells}, survey)
    (levels,) = answers.levels
    read = [None if code < 0 else levels[code] for code in answers.codes.ravel().tolist()]
    assert read == values
    assert levels.tolist() == sorted({value for value in values if value is not None})


@pytest.mark.parametrize(
    ("survey", "cell", "told"),
    [
        (HEIGHT, "tall", '"tall" (not a number)'),
        (HEIGHT, "1e300", '"1e300" (too large a number)'),
        (HEIGHT, "72 kg", '"72 kg" (the unit is cm)'),
        (COUNT, "2.5", '"2.5" (a count is a whole number from 0 on)'),
        (COUNT, "-1", '"-1" (a count is a whole number from 0 on)'),
        (COUNT, "some", '"some" (not a number)'),
        (MOOD, "4", '"4" (the scale is 1 to 3)'),
        (MOOD, "goood", '"goood" (nearest option: "good")'),
        (RANKING, "Tea > Cofee, black", '"Cofee, black" (nearest option: "Coffee, black")'),
    ],
)
def test_what_is_no_answer_is_told(survey, cell, told):
    assert f'row 0, column "q1": {told}' in refused({"q1": [cell, "1" if survey is not RANKING else "Tea"]}, survey)
    assert read_answers({"q1": [cell]}, survey, unknown="blank").codes.ravel()[0] in (-1, 0)


def test_a_comma_that_may_be_either_is_told():
    survey = survey_of('kind = "number"\nscale = [1, 1000]')
    answers = read_answers({"name": ["Ann", "Bo"], "q1": ["1,234", "7"]}, survey)
    assert answers.levels[0].tolist() == [7, 1234]
    assert tuple(map(str, answers.notes)) == (
        'The comma of "1,234" in "How?" was taken for a thousands mark. If it is a decimal comma, write a point there.',
    )
    assert tuple(map(str, read_answers({"name": ["Ann", "Bo"], "q1": ["1,234", "7,5"]}, survey).notes)) == ()


@pytest.mark.parametrize(
    ("keys", "cells", "far"),
    [
        (
            'unit = "cm"\nscale = [150, 200]',
            ["180", "1800", "1.75", "225", ""],
            '(150 to 200 cm): "1800", "1.75". Correct',
        ),
        ("log = true\nscale = [1, 100]", ["9000", "0.02", "2000000"], '(1 to 100): "2000000". Correct'),
        ("scale = [-0, 34]", ["400"], '(0 to 34): "400". Correct'),
    ],
)
def test_numbers_far_from_the_usual_range_are_told(keys, cells, far):
    survey = survey_of(f'kind = "number"\n{keys}')
    answers = read_answers({"name": [f"P{n}" for n in range(len(cells))], "q1": cells}, survey)
    assert [note for note in tuple(map(str, answers.notes)) if far in note] == list(map(str, answers.notes)) != []


def test_numbers_of_another_unit_are_told():
    survey = survey_of('kind = "number"\nscale = [1, 2]')
    told = refused({"q1": ["180 cm", "175 cm", "70 kg"]}, survey)
    assert '"70 kg" (the question has no unit; write e.g. unit = "cm" in the survey)' in told


@pytest.mark.parametrize(
    "table",
    [
        {"q1": ["Tea > Water", "Coffee, black → Tea > Water", "", "Water"]},
        {"q1": ["Tea; Water", "Coffee, black; Tea; Water", "", "Water"]},
        {"1st choice": ["Tea", "Coffee, black", "", "Water"], "2nd choice": ["Water", "Tea", "", ""]},
        {
            "How? [Second choice]": ["Water", "Tea", "", ""],
            "How? [First choice]": ["Tea", "coffee, black", "", "Water"],
        },
        {"q1 [Water]": ["2", "3", "", "1"], "q1 [Tea]": [1, 2, None, None], "q1 [Coffee, black]": [3, 1, None, 2]},
        {
            "How? [Tea]": ["1st", "2nd", "", "3rd"],
            "How? [Coffee, black]": ["", "1st", "", ""],
            "How? [Water]": ["2nd", "", "", "1st"],
        },
    ],
)
def test_first_choices_of_rankings(table):
    answers = read_answers(table, RANKING)
    assert answers.codes.ravel().tolist() == [0, 1, -1, 2]
    assert answers.levels == (None,)
    assert answers.extra == {}


def test_two_first_choices_are_told():
    told = refused({"q1 [Tea]": ["1", "1"], "q1 [Water]": ["1", "2"]}, RANKING)
    assert '"Tea = Water"' in told


def test_answers_as_text():
    cases = (
        (HEIGHT, ["1.8 m", ""], ("180", "")),
        (MOOD, ["3", "bad"], ("good", "bad")),
        (RANKING, ["Tea > Water", ""], ("Tea", "")),
    )
    for survey, cells, texts in cases:
        assert text_columns(survey, read_answers({"q1": cells}, survey))["q1"] == texts
    several = survey_of('kind = "several"\noptions = ["a", "b"]')
    assert text_columns(several, read_answers({"q1": ["a; b", "b", "", "none"]}, several))["q1"] == (
        "a; b",
        "b",
        "",
        "none",
    )


def test_many_numbers_are_rounded_to_a_thousand_levels():
    values = np.random.default_rng(1).normal(170, 10, 5000)
    codes, levels = code_numbers(values)
    assert len(levels) == 1000
    assert (np.diff(levels) > 0).all()
    order = np.argsort(values)
    assert (np.diff(codes[order]) >= 0).all()
    # Five people share a level: away from the tails it hardly moves anybody.
    assert np.median(np.abs(levels[codes] - values)) < 0.02
    assert levels[codes].mean() == pytest.approx(values.mean())


def test_a_shared_spread_is_that_within_houses():
    """Squares around each house's own mean: 6 of 1, 1, 4 and 4 of 2, 2, 4, 4, with five degrees of freedom."""
    prior = np.tile([5.0, 1.0, 3.0, 6.0], (2, 1))
    tally, numbers = np.array([[2.0, 0, 1], [0, 2, 2]]), np.array([1.0, 2, 4])
    shared = Number().share_spread(prior, tally, numbers, people=8)
    np.testing.assert_allclose(shared, np.tile([5, 1, 4, 4 * (2 * 6 + 10) / (2 * 3 + 5)], (2, 1)))


@pytest.mark.parametrize(("number", "apart"), [(0.9, True), (1.0, False), (23.0, False), (23.1, True)])
def test_a_slip_of_the_pen_is_five_widths_of_the_middle_numbers_away(number, apart):
    """The middle numbers are 11 to 13."""
    others, people = np.array([10.0, 11.0, 12.0, 13.0, 14.0]), np.array([5, 30, 30, 30, 5])
    place = int(np.searchsorted(others, number))
    found = are_apart(np.insert(others, place, number), np.insert(people, place, 1))
    assert found.tolist() == [apart and n == place for n in range(6)]


def test_numbers_are_far_beyond_twice_the_width_of_the_usual_range():
    assert is_far(np.array([49.9, 50.0, 300.0, 300.1]), (150, 200)).tolist() == [True, False, False, True]
