"""Which kind of question `survey new` takes a column for."""

from __future__ import annotations

import re

import numpy as np
import pytest

from bayeshat.kinds.choice import find_nearest
from bayeshat.kinds.kind import NOT_ANSWERED
from bayeshat.kinds.question import Question
from bayeshat.survey.answers import read_answers
from bayeshat.survey.spec import Survey
from bayeshat.words.message import Message


def test_nothing_is_no_option_of_several():
    survey = Survey.from_answers({"Fruit": ["apple;pear", "pear", "plum;apple", "plum", "None"]})
    assert survey.questions[0].options == ("apple", "pear", "plum")


def test_joined_cells_make_a_question_with_several_answers():
    survey = Survey.from_answers({"Fruit": ["apple;pear", "pear", "plum;apple", "plum", ""]})
    assert survey.questions[0] == Question("Fruit", "Fruit", ("apple", "pear", "plum"), "several")


@pytest.mark.parametrize(
    "cells",
    [
        ["one; two", "three; four", "five", "six"],  # nothing recurs
        ["Yes, always", "Yes, often", "No, never", "No, often"],  # commas within options
        ["Monday, early", "Monday, late", "Tuesday, early", "Tuesday, late", "Friday, early", "Friday, late"],
        ["Tea", "Tea, with milk", "Coffee", "Coffee, with milk", "Coffee, with sugar"],
        ["Munich, Germany", "Berlin, Germany", "Paris, France", "Lyon, France"],
        ["Saturday, 14 June", "Sunday, 15 June", "Saturday, 21 June"],
        ["> 5", "< 5", "> 5", "< 5"],  # no ranking
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


@pytest.mark.parametrize("between", [", ", ","])
def test_commas_join_answers_in_a_table_without_the_marks_of_a_tool(between):
    ticked = [
        "Chess Music",
        "Chess Football Music",
        "Football",
        "Music",
        "Football Photos",
        "Music Photos",
        "Chess Photos",
    ]
    cells = [between.join(options.split()) for options in ticked]
    question = Survey.from_answers({"q": cells * 2}).questions[0]
    assert (question.kind, question.options) == ("several", ("Chess", "Football", "Music", "Photos"))


def test_commas_join_answers_where_everybody_chose_two():
    cells = ["Chess, Music", "Chess, Photos", "Music, Photos", "Chess, Tennis", "Music, Tennis", "Photos, Tennis"]
    assert Survey.from_answers({"q": cells * 2}).questions[0].options == ("Chess", "Music", "Photos", "Tennis")


def test_commas_of_numbers_join_nothing():
    assert Survey.from_answers({"q": ["1,5", "2", "2,5", "1", "1,2", "5", "5,1"] * 2}).questions[0].kind == "number"


RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("cells", "kind", "scale", "unit"),
    [
        ([1, 2, 3, 4, 5] * 4, "rating", (1, 5), ""),
        ([3, 4, 4, 6] * 4, "rating", (1, 7), ""),
        ([0, 9, 10, 8] * 4, "rating", (0, 10), ""),
        ([f"{n} - label {'abcdefghijk'[n]}" for n in range(11)] * 2, "rating", (0, 10), ""),
        ([10] * 90 + list(range(10)), "rating", (0, 10), ""),
        ([0, 0, 0, 1, 1, 0, 2, 7] * 3, "count", None, ""),
        ([*RNG.poisson(1.5, 60).tolist(), 9], "count", None, ""),
        ([f"{n} cups" for n in [0, 0, 1, 1, 6]] * 4, "count", None, "cups"),
        ([n % 40 + 11 for n in range(200)], "number", (11, 50), ""),
        ([f"1,{n} m" for n in range(50, 90)], "number", (1.5, 1.89), "m"),
        (["1.80 m", "175 cm", "168 cm"] * 3, "number", (168, 180), "cm"),
        ([1.5 + 0.01 * n for n in range(20)], "number", (1.5, 1.69), ""),
        ([2001, 2002, 2003, 2004] * 3, "number", (2001, 2004), ""),
        ([12_345.6, 98_765.4, 54_321] * 3, "number", (12_000, 99_000), ""),
        ([0, 1] * 8, "choice", None, ""),
        (["1.", "2.", "3."] * 4, "rating", (1, 5), ""),
        (["a", "1", "2", "3"] * 4, "choice", None, ""),
        (["Tea > Milk", "Milk > Tea", "Tea"] * 3, "ranking", None, ""),
        (["Tea;Milk;Water;", "Milk;Tea;Water;", "Water;Milk;Tea;"], "ranking", None, ""),
    ],
)
def test_kinds_of_columns(cells, kind, scale, unit):
    survey = Survey.from_answers({"q": cells}, 2)
    (question,) = survey.questions
    assert (question.kind, question.scale, question.unit) == (kind, scale, unit)
    told = f'Taken as {kind}s "q"' if kind != "choice" else ""
    assert " ".join(map(str, survey.notes)).startswith(told)
    answers = read_answers({"q": cells}, survey)
    assert (answers.codes >= 0).all()
    assert (answers.levels[0] is not None) == (kind in ("rating", "number", "count"))


def test_numbers_of_people_are_no_question_unless_somebody_says_so():
    table = {"q": ["a", "b"] * 10, "number": list(range(1000, 1020))}
    survey = Survey.from_answers(table)
    assert [question.text for question in survey.questions] == ["q"]
    assert '"number" (free text: 20 different values in 20 answers)' in " ".join(map(str, survey.notes))
    assert Survey.from_answers(table, only=["number"]).questions[0].kind == "number"


def test_codes_of_form_tools_stay_options():
    tool = {"StartDate": ["2024-01-01"] * 6, "EndDate": ["2024-01-01"] * 6, "ResponseId": list("abcdef")}
    survey = Survey.from_answers(tool | {"Q1": [1, 2, 3] * 2, "Q2": [5, 6, 7] * 2})
    assert [question.kind for question in survey.questions] == ["choice", "choice"]


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ([*range(20, 40), 20, "old"], "number"),
        ([*range(20, 29), 20, "old"], "number"),
        ([*range(20, 40), 20, "ca. 30-35"], "number"),
        ([1, 2, 3, 4, 5, 5, 4, 3, 2] * 3 + ["lots"], "rating"),
        ([*range(20, 40), *["old"] * 3], None),  # free text
        ([1, 2, 3] * 9 + ["more than 3"], "choice"),
        ([1, 2, 1, 2, "none of these"], "choice"),
    ],
)
def test_a_stray_cell_among_numbers(cells, kind):
    """Numbers stay numbers, and the survey says which cell it could not read; options stay options."""
    table = {"Pet": ["cat", "dog", "cat"] * 20, "q": [*cells, *[""] * (60 - len(cells))]}
    survey = Survey.from_answers(table)
    found = {question.text: question.kind for question in survey.questions}
    assert found.get("q") == kind
    named = f'Not read as numbers: "{cells[-1]}" in "q". Correct these cells'
    assert (named in " ".join(map(str, survey.notes))) == (kind in ("number", "rating"))


@pytest.mark.parametrize(
    ("cells", "kind", "levels"),
    [
        ([1, 2, 3, 4, 5, "don't know"], "rating", [1, 2, 3, 4, 5]),
        ([1, 2, 3, 4, 5, "Don’t know."], "rating", [1, 2, 3, 4, 5]),
        ([1, 2, 3, "weiß nicht", "k.A.", "-"], "rating", [1, 2, 3]),
        (["12 km", "30 km", "45 km", "70 km", "?", "je ne sais pas"], "number", [12, 30, 45, 70]),
        (["never", "sometimes", "often", "always", "don't know"], "rating", [1, 2, 3, 4]),
        (["trifft zu", "trifft eher zu", "trifft nicht zu", "keine Angabe"], "rating", [1, 2, 3]),
    ],
)
def test_dont_know_is_no_step_of_a_scale(cells, kind, levels):
    """However many say so: the numbers keep their order, nobody has to correct cells, and both readings tell it."""
    table = {"name": [f"p{n}" for n in range(5 * len(cells))], "q": cells * 5}
    survey = Survey.from_answers(table)
    assert survey.questions[0].kind == kind
    answers = read_answers(table, survey)
    assert answers.levels[0].tolist() == levels
    asked = [cell for cell in cells if str(cell)[0].isdecimal() or str(cell) in survey.questions[0].options]
    assert (answers.codes[:, 0] < 0).sum() == 5 * (len(cells) - len(asked))
    told = re.compile(r'counts? as not answered in "q" \(\d+\)\.')
    assert told.search(" ".join(map(str, survey.notes)))
    assert told.search(" ".join(map(str, answers.notes)))


@pytest.mark.parametrize("cells", [["yes", "no", "don't know"], [1, 2, "don't know"], ["tea", "milk", "idk"]])
def test_dont_know_is_an_option_among_options(cells):
    question = Survey.from_answers({"q": cells * 5}).questions[0]
    assert (question.kind, len(question.options)) == ("choice", 3)


def test_a_slip_among_few_numbers_is_no_part_of_the_usual_range_and_is_told():
    """One of 24 people is more than the fiftieth that a range leaves out."""
    heights = [f"{150 + 2 * n}.5" for n in range(23)]
    table = {"name": [f"p{n}" for n in range(24)], "Height?": [*heights, "1800"]}
    survey = Survey.from_answers(table, 2)
    assert survey.questions[0].scale == (150.0, 194.0)
    [note] = [
        note
        for note in tuple(map(str, read_answers(table, survey).notes))
        if note.startswith("Left out as too far from the usual range")
    ]
    assert '"1800"' in note
    assert read_answers(table, survey).codes[-1, 0] == NOT_ANSWERED


def test_numbers_of_more_than_a_few_people_are_no_slips():
    """Nine of 100 people gave money; most gave none."""
    table = {
        "name": [f"p{n}" for n in range(100)],
        "Money?": [*["0.0"] * 85, *["1.5"] * 6, *map(str, np.arange(9) * 10 + 10.5)],
    }
    assert Survey.from_answers(table, 2).questions[0].scale[1] > 50


@pytest.mark.parametrize(
    "words",
    [
        ("Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"),
        ("Strongly Disagree", "Disagree", "Agree", "Strongly Agree"),
        ("never", "sometimes", "often", "always"),
        ("Trifft nicht zu", "Trifft eher zu", "Trifft zu", "Trifft voll und ganz zu"),
    ],
)
def test_a_scale_in_words_is_a_rating_in_its_order(words):
    survey = Survey.from_answers({"q": [*words[::-1], *words, *words]})
    question = survey.questions[0]
    assert (question.kind, question.options, question.scale) == ("rating", words, (1.0, len(words)))
    assert f'Taken as ratings "q" ({words[0]} to {words[-1]}).' in " ".join(map(str, survey.notes))
    answers = read_answers({"name": ["a", "b"], "q": [words[-1], words[0]]}, survey)
    assert answers.levels[0][answers.codes[:, 0]].tolist() == [len(words), 1.0]


AGREE = ("Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree")
FITS = ("trifft gar nicht zu", "trifft eher nicht zu", "teils teils", "trifft eher zu", "trifft voll zu")
OFTEN = ("never", "rarely", "sometimes", "often", "always")


@pytest.mark.parametrize(
    ("columns", "wholes"),
    [
        ([AGREE, AGREE[1:]], [AGREE, AGREE]),
        ([FITS, FITS[:4], FITS[1:]], [FITS, FITS, FITS]),
        ([OFTEN, OFTEN[3:]], [OFTEN, OFTEN]),
        # Each column lacks the end that the other one has.
        ([FITS[:4], FITS[1:]], [FITS, FITS]),
        # Nobody ticked an end in any column, but its opposite shows it.
        ([AGREE[1:]], [AGREE]),
        ([AGREE[2:]], [AGREE]),
        ([("Disagree", "Agree", "Strongly Agree")], [("Strongly Disagree", "Disagree", "Agree", "Strongly Agree")]),
        ([("zufrieden", "neutral", "sehr unzufrieden", "unzufrieden")], None),
        # These may be whole as they are.
        ([FITS[1:]], [FITS[1:]]),
        ([OFTEN[1:]], [OFTEN[1:]]),
        ([AGREE[1:4]], [AGREE[1:4]]),
        ([OFTEN, ("never", "almost never", "very often")], [OFTEN, ("never", "almost never", "very often")]),
        ([("A", "A-", "B", "C"), ("A", "B", "C")], [("A", "A-", "B", "C"), ("A", "B", "C")]),
    ],
)
def test_a_scale_keeps_the_steps_that_nobody_ticked(columns, wholes):
    n_rows = 60
    table = {f"q{q}": [words[n % len(words)] for n in range(n_rows)] for q, words in enumerate(columns)}
    found = [question.options for question in Survey.from_answers(table).questions]
    assert found == (wholes or [("sehr unzufrieden", "unzufrieden", "neutral", "zufrieden", "sehr zufrieden")])


def test_scales_of_numbers_stay_apart():
    survey = Survey.from_answers({"q1": [*"12345"] * 3, "q2": [*"1234567"] * 2 + ["1"]})
    assert [question.scale for question in survey.questions] == [(1.0, 5.0), (1.0, 7.0)]


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ("Strongly disagree", ("Disagree", "Neutral", "Agree", "Strongly agree")),
        ("Strongly disagre", ("Neutral", "Agree", "Strongly agree")),
        ("trifft gar nicht zu", ("trifft eher nicht zu", "trifft voll zu")),
        ("I do not like it", ("I do like it", "I hate it")),
        ("unpleasant", ("pleasant", "loud")),
        ("kein Fisch", ("Fisch", "Fleisch")),
    ],
)
def test_no_opposite_is_the_nearest_option(given, options):
    assert find_nearest(given, Question("q", "q", options)) == Message("reading-why-nothing-near")


@pytest.mark.parametrize("words", [("Agree", "Disagree"), ("Never", "Tea", "Coffee"), ("often", "frequently", "never")])
def test_other_words_are_options(words):
    assert Survey.from_answers({"q": [*words] * 4}).questions[0].kind == "choice"
