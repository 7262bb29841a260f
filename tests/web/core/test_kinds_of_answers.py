"""Kinds of questions on the web: options as people choose them, and answers as the sort takes them."""

import json
from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.kinds.table import kind_of
from bayeshat.survey.answers import chosen_options
from bayeshat.survey.spec import parse_survey
from bayeshat.web.core.builder import draft_survey, merge_draft
from bayeshat.web.core.downloads import answers_csv, write_answer
from bayeshat.web.core.form_fields import check_answers, show_typed
from bayeshat.web.core.imports import read_people
from bayeshat.web.core.publishing import speaking_questions
from bayeshat.web.core.responses import Given, collect_answers
from bayeshat.web.core.uploads import read_upload
from bayeshat.web.db.schema import Response
from bayeshat.web.settings import Settings
from bayeshat.words.message import catalogue
from web.kept_results import QUICK
from web.number_survey import number_survey

SURVEY = parse_survey(
    """
    title = "T"
    prior = "flat"
    houses = ["A", "B"]
    [[questions]]
    id = "packs"
    text = "What do you pack?"
    kind = "several"
    options = ["Boots", "Towel", "Rope"]
    prior.A = { ticks = [9, 2, 1], people = 10 }
    prior.B = { ticks = [1, 2, 5], people = 12 }
    [[questions]]
    id = "rain"
    text = "How do you like rain?"
    kind = "rating"
    scale = [0, 4]
    prior.A = { mean = 1, sd = 1, people = 4 }
    prior.B = { mean = 3, sd = 1, people = 4 }
    [[questions]]
    id = "first"
    text = "Rank these"
    kind = "ranking"
    options = ["Swim", "Climb"]
    """,
    "a text",
)
GIVEN = [{"packs": [0, 2], "rain": [3], "first": [1]}, {"packs": [1]}, {"rain": [0], "first": [0]}]


def test_chosen_options_become_answers_and_back():
    answers = collect_answers(SURVEY, [Given(one, {}) for one in GIVEN], ["Ann", "Bo", "Cy"])
    assert answers.codes.tolist() == [[1, 0, 1, 1, 1], [0, 1, 0, -1, -1], [-1, -1, -1, 0, 0]]
    assert answers.questions.tolist() == [0, 0, 0, 1, 2]
    assert answers.levels_of(1).tolist() == [0, 3]
    for q, question in enumerate(SURVEY.questions):
        assert chosen_options(SURVEY, answers, q) == [one.get(question.id, []) for one in GIVEN]


TALL = ("{ mean = 165, sd = 8, people = 4 }", "{ mean = 185, sd = 8, people = 4 }")
CATS = ("{ mean = 1, people = 4 }", "{ mean = 4, people = 4 }")
NUMBERS = parse_survey(number_survey("tall", "rent", "cats", "mood", "tea", tall=TALL, cats=CATS), "a text")


@pytest.mark.parametrize(
    ("question", "language", "typed", "kept"),
    [
        ("tall", "en", "172.5", 172.5),
        ("tall", "en", " 172,5 cm", 172.5),
        ("tall", "de", "1,72 m", 172.0),
        ("rent", "en", "1,234", 1234.0),
        ("rent", "de", "1.234", 1234.0),
        ("rent", "de", "450,5", 450.5),
        ("cats", "en", "0", 0.0),
        ("mood", "de", "12,5", 12.5),
        ("tall", "en", "tall", "write a number, in digits"),
        ("tall", "en", "72 kg", "write the number in cm"),
        ("tall", "en", "1" * 41, "write a number, in digits"),
        ("tall", "en", "1e300", "too large"),
        ("rent", "en", "0", "above 0"),
        ("cats", "de", "2,5", "ganze Zahl"),
        ("cats", "en", "-1", "whole number, 0 or more"),
        ("mood", "de", "100,5", "von 0 bis 100"),
    ],
)
def test_numbers_are_read_as_people_type_them(question, language, typed, kept):
    say = catalogue(language)
    checked = check_answers(NUMBERS, {"tea": [0], question: [typed]}, say)
    if isinstance(kept, float):
        assert checked.kept == {question: [kept], "tea": [0]}
        assert (checked.problems, checked.doubts) == ({}, {})
        # What the form shows again is read as the same number.
        again = check_answers(NUMBERS, {question: [show_typed(kept, say)]}, say)
        assert again.kept == {question: [kept]}
    else:
        [(field, problem)] = checked.problems.items()
        assert NUMBERS.questions[int(field[1:])].id == question
        assert kept in say.tell(problem)


@pytest.mark.parametrize(
    ("question", "typed", "words"),
    [
        ("tall", "1.72", "1,72 cm ist weit entfernt"),
        ("tall", "1725", "1725 cm ist weit entfernt"),
        ("rent", "50000", "50000 ist weit"),
    ],
)
def test_odd_numbers_are_asked_about(question, typed, words):
    checked = check_answers(NUMBERS, {question: [typed]}, catalogue("de"))
    assert list(checked.kept) == [question]
    told = [catalogue("de").tell(doubt) for doubt in checked.doubts.values()]
    assert [words in one for one in told] == [True]


def test_a_web_survey_with_numbers_sorts_as_the_command_does(tmp_path):
    made = bh.simulate(NUMBERS, 30, rng=2).answers
    rows = zip(*(chosen_options(NUMBERS, made, q) for q in range(NUMBERS.n_questions)), strict=True)
    given = [
        Given({one.id: np.round(row, 1).tolist() for one, row in zip(NUMBERS.questions, person, strict=True)}, {})
        for person in rows
    ]
    given[3].answers.pop("tall")
    answers = collect_answers(NUMBERS, given, made.names)
    people = [Response(name=name, answers=one.answers, extra={}) for name, one in zip(made.names, given, strict=True)]
    file = tmp_path / "answers.csv"
    file.write_bytes(answers_csv(NUMBERS, people))
    read = bh.read_answers(file, NUMBERS)
    assert read.codes.tolist() == answers.codes.tolist()
    for own, other in zip(answers.levels, read.levels, strict=True):
        np.testing.assert_array_equal(own, other)
    options = {"rng": 1, "threads": 1, **QUICK}
    theirs, ours = bh.sort_people(NUMBERS, file, **options), bh.sort_people(NUMBERS, answers, **options)
    assert theirs.groups() == ours.groups()
    # Files that are read in are kept as what forms keep.
    imported = read_people(
        NUMBERS, read_upload("answers.csv", file.read_bytes(), Settings(data_dir=tmp_path)), Settings(data_dir=tmp_path)
    )
    assert [one.answers for one in imported] == [
        {question: list(values) for question, values in one.answers.items() if values} for one in given
    ]


@pytest.mark.parametrize(
    ("q", "values"),
    [(0, np.arange(60, 270)), (1, np.exp(np.arange(-8.0, 21.0))), (2, np.arange(80)), (3, np.arange(-600, 700))],
)
def test_densities_of_numbers_add_up_to_one(q, values):
    question = NUMBERS.questions[q]
    kind = kind_of(question)
    prior = NUMBERS.answer_prior[0, q, : kind.n_prior(question)]
    densities = [kind.number_density(question, prior, value) for value in values.tolist()]
    assert sum(densities) == pytest.approx(1, abs=1e-3)


def test_numbers_speak_for_a_house():
    given = {"tall": [188.0], "cats": [0.0], "mood": [50.0], "rent": [500.0]}
    assert speaking_questions(NUMBERS, "Hills", given) == ["How tall are you?"]
    assert speaking_questions(NUMBERS, "Sea", given) == ["How many cats have you got?"]
    silent = replace(NUMBERS, questions=(replace(NUMBERS.questions[0], weight=0.0), *NUMBERS.questions[1:]))
    assert speaking_questions(silent, "Hills", given) == []


def test_what_speaks_for_a_house_is_found_for_all_kinds():
    assert speaking_questions(SURVEY, "A", {"packs": [0], "rain": [0]}) == [
        "How do you like rain?",
        "What do you pack?",
    ]
    assert speaking_questions(SURVEY, "B", {"packs": [0], "rain": [4]}) == ["How do you like rain?"]


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ([1, 0], [1, 0]),
        ([1], [1]),
        ([], None),
        ([1, 1], "Question 3: you chose “Climb” twice. Choose each answer only once."),
        ([-1, 0], "Question 3: fill in the first choice before the second, and so on."),
    ],
)
def test_a_ranking_keeps_the_order_and_names_no_answer_twice(given, kept):
    checked = check_answers(SURVEY, {"packs": [2, 0, 2], "first": given}, catalogue("en"))
    assert checked.kept.pop("packs") == [0, 2]
    if isinstance(kept, str):
        assert {field: str(problem) for field, problem in checked.problems.items()} == {"q2": kept}
    else:
        assert (checked.kept, checked.problems) == ({} if kept is None else {"first": kept}, {})


def test_a_ranking_is_downloaded_in_its_order():
    assert write_answer(SURVEY.questions[2], [1, 0]) == "Climb; Swim"
    read = bh.read_answers({"packs": ["Rope"], "rain": ["2"], "first": ["Climb; Swim"]}, SURVEY)
    assert chosen_options(SURVEY, read, 2) == [[1]]


@pytest.mark.parametrize(
    ("kind", "options", "given", "written"),
    [
        ("several", ["Tea", "Milk; Rum", "Milk", "Rum"], [2, 3], "Milk | Rum"),
        ("several", ["NA", "tea", "milk"], [0, 2], "NA; milk"),
        ("several", ["tea;", "tea", "milk"], [0, 2], "tea;; milk"),
        ("several", ["tea", "milk", "tea; milk", "tea | milk", "tea milk"], [0, 1], "1; 2"),
        ("several", ["1", "2", "1; 2", "1 | 2", "1 2"], [0, 1], "a; b"),
        ("ranking", ["low > high", "high > low"], [1, 0], "2; 1"),
    ],
)
def test_options_that_look_like_several_come_back_from_a_file(tmp_path, kind, options, given, written):
    lines = f'kind = "{kind}"\noptions = {json.dumps(options)}'
    survey = parse_survey(f'title = "T"\nprior = "flat"\nhouses = ["A", "B"]\n[[questions]]\ntext = "Q"\n{lines}', "")
    file = tmp_path / "answers.csv"
    file.write_bytes(answers_csv(survey, [Response(name="Ann", answers={"q1": given}, extra={})]))
    assert f'"Ann","{written}"' in file.read_text(encoding="utf-8-sig")
    assert chosen_options(survey, bh.read_answers(file, survey), 0) == [given if kind == "several" else given[:1]]


def test_the_form_keeps_means_and_those_who_do_not_tick():
    draft = draft_survey(SURVEY)
    assert merge_draft(draft, SURVEY).to_toml() == SURVEY.to_toml()
    assert draft.questions[0].options[1].counts == ["2/10", "2/12"]
    draft.questions[0].options[1].counts[0] = "7/15"
    changed = merge_draft(draft, SURVEY)
    assert changed.answer_prior[0, 0].tolist() == [9, 7, 1, 1, 8, 9]
    assert changed.answer_prior[:, 1].tolist() == SURVEY.answer_prior[:, 1].tolist()
