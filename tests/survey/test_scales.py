"""Which scale numbers are on, decided for a block of columns together."""

from __future__ import annotations

import numpy as np
import pytest

from bayeshat.survey.answers import read_answers
from bayeshat.survey.frame import see_columns
from bayeshat.survey.scales import number_question
from bayeshat.survey.spec import Survey, parse_survey


def block(n_columns=8, scale=(1, 5), n_people=200):
    """Return columns of ratings on one scale; most people rate the last one lowest."""
    rng = np.random.default_rng(1)
    low, high = scale
    table = {f"q{c}": rng.integers(low, high + 1, n_people) for c in range(1, n_columns)}
    return table | {f"q{n_columns}": np.where(rng.random(n_people) < 0.9, low, rng.integers(low, high + 1, n_people))}


def named(table):
    """Return the columns under names that are more than a code."""
    return dict(zip([f"Item {c}" for c in range(1, len(table) + 1)], table.values(), strict=True))


def scales(table):
    return {question.scale for question in Survey.from_answers(table, 2).questions}


def test_one_of_many_ratings_is_no_count():
    """Alone, the last column looks like a count: a few large numbers among many small ones."""
    table = block()
    assert Survey.from_answers({"q8": table["q8"]}, 2).questions[0].kind == "count"
    assert scales(table) == {(1.0, 5.0)}


def test_two_numbers_are_options_also_beside_ratings():
    assert scales(named(block()) | {"Item 9": np.array([1, 2] * 100)}) == {(1.0, 5.0), None}


def test_codes_of_options_beside_ratings_stay_options(tmp_path):
    """Qualtrics names all questions Q1, Q2, …; that says nothing of what they ask."""
    rng = np.random.default_rng(3)
    ids = ["startDate", "endDate", *(f"QID{c}" for c in range(1, 6))]
    texts = ["Tip A?", "Tip B?", "Tip C?", "Drink?", "Sex?"]
    answers = [rng.integers(0, 11, 150) for _ in range(3)] + [rng.integers(1, high, 150) for high in (5, 3)]
    rows = [
        ["StartDate", "EndDate", *(f"Q{c}" for c in range(1, 6))],
        ["Start Date", "End Date", *texts],
        [f'"{{""ImportId"":""{key}""}}"' for key in ids],
        *(["2024-01-01 10:00:00", "2024-01-01 10:05:00", *map(str, row)] for row in zip(*answers, strict=True)),
    ]
    path = tmp_path / "codes.csv"
    path.write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    questions = Survey.from_answers(path, 2).questions
    assert [question.kind for question in questions] == ["rating"] * 3 + ["choice"] * 2


@pytest.mark.parametrize("names", [(), tuple(range(8)), tuple(f"x{c}" for c in range(8))])
def test_encoded_columns_of_an_array_stay_categories_beside_ratings(names):
    rng = np.random.default_rng(4)
    table = np.column_stack([rng.integers(0, 11, (300, 4)), rng.integers(0, 4, (300, 2)), rng.integers(1, 6, (300, 2))])
    seen = see_columns(table.astype(object), names, set(), {"categories": (), "numbers": ()})
    assert seen.kinds == ("rating",) * 4 + ("category",) * 2 + ("rating",) * 2
    assert [question.scale for question in seen.asked[-2:]] == [(1.0, 5.0)] * 2


def test_columns_with_the_same_numbers_are_read_alike_whatever_they_are_called():
    names = ["Rain", "Snow", "Sun", "Wind", "Hail", "Fog", "Frost", "Heat"]
    assert scales(dict(zip(names, block().values(), strict=True))) == {(1.0, 5.0)}


def test_a_scale_ends_where_many_people_do():
    assert scales(block(scale=(1, 6))) == {(1.0, 6.0)}
    assert scales(named(block(scale=(0, 10)))) == {(0.0, 10.0)}
    assert scales(block(scale=(1, 6), n_people=12)) == {(1.0, 7.0)}


def test_rare_zeros_below_a_scale_are_no_answer():
    table = block()
    for column in list(table.values())[:3]:
        column[:5] = 0
    survey = Survey.from_answers(table, 2)
    assert {question.scale for question in survey.questions} == {(1.0, 5.0)}
    assert 'Read 0 as no answer, because hardly anybody gave it: "q1"' in " ".join(map(str, survey.notes))
    answers = read_answers(table, parse_survey(survey.to_toml(), "copy"))
    assert (answers.codes[:5, :3] == -2).all()
    assert (answers.codes[5:] >= 0).all()


def test_zeros_that_many_people_give_are_the_lowest_step():
    assert scales(block(scale=(0, 5))) == {(0.0, 5.0)}


def test_other_numbers_of_the_same_name_stay_what_they_are():
    rng = np.random.default_rng(2)
    table = block(6) | {"q7": rng.integers(18, 80, 200), "q8": rng.integers(0, 9, 200), "q9": ["tea", "milk"] * 100}
    kinds = {question.id: (question.kind, question.scale) for question in Survey.from_answers(table, 2).questions}
    assert kinds["q1"] == ("rating", (1.0, 5.0))
    assert kinds["q7"][0] == "number"
    assert kinds["q8"] == ("rating", (0.0, 8.0))
    assert kinds["q9"][0] == "choice"


@pytest.mark.parametrize("numbers", [[0, 1], [1, 2]])
def test_two_numbers_are_options(numbers):
    assert number_question(dict.fromkeys(map(float, numbers), 50)) is None


def test_an_option_with_a_sign_of_rank_makes_no_ranking():
    cells = ["Cure>Book>Records", "Trusted", "Hunger", "Book>Cure>Records", "Praised", "Cold", "Records>Book>Cure"]
    question = Survey.from_answers({"q": cells * 5}, 2).questions[0]
    assert (question.kind, len(question.options)) == ("choice", 7)
    assert Survey.from_answers({"q": ["Tea", "Milk", "Tea", "Milk>Tea"] * 5}, 2).questions[0].kind == "choice"
    ranked = Survey.from_answers({"q": ["Tea>Milk", "Milk", "Tea>Milk", "Milk>Tea"] * 5}, 2).questions[0]
    assert (ranked.kind, ranked.options) == ("ranking", ("Milk", "Tea"))


ORDERED = [
    (
        "Never",
        "Once a year or less",
        "Once a month or less",
        "A few times per month",
        "A few times per week",
        "Every day",
    ),
    ("Not at all", "Slightly", "Moderately", "Very", "Extremely"),
    (
        "Not at all comfortable",
        "Not so comfortable",
        "Somewhat comfortably",
        "Very comfortable",
        "Extremely comfortable",
    ),
    ("Not at all", "Several days", "More than half the days", "Nearly every day"),
    ("Never", "Less than weekly", "Weekly or more"),
    ("Nie", "Mehrmals im Jahr", "Einmal im Monat", "Einmal pro Woche", "Fast täglich", "Jeden Tag"),
    ("Überhaupt nicht wichtig", "Wenig wichtig", "Ziemlich wichtig", "Sehr wichtig", "Äußerst wichtig"),
    ("Jamais", "Une fois par mois", "Une fois par semaine", "Tous les jours"),
    ("Pas du tout", "Un peu", "Beaucoup", "Énormément"),
    ("Nunca", "Una vez al mes", "Varias veces a la semana", "Todos los días"),
    ("Nada importante", "Poco importante", "Bastante importante", "Muy importante"),
    ("Mai", "Una volta al mese", "Ogni giorno"),
    ("Per niente", "Poco", "Abbastanza", "Molto"),
    ("Nooit", "Één keer per maand", "Enkele keren per week", "Elke dag"),
    ("Helemaal niet", "Een beetje", "Redelijk", "Zeer"),
]


@pytest.mark.parametrize("words", ORDERED)
def test_words_for_how_often_and_how_much_are_ratings(words):
    question = Survey.from_answers({"q": [*reversed(words), *words] * 3}, 2).questions[0]
    assert (question.kind, question.options, question.scale) == ("rating", words, (1.0, float(len(words))))


@pytest.mark.parametrize(
    "words",
    [
        ("Very old house", "Somewhat far away", "Extremely loud street"),
        ("Never", "Every day", "I don't do this", "Once a month"),
        ("Daily newspaper", "Weekly newspaper", "Monthly newspaper"),
        ("Not at all comfortable", "Very comfortable", "I don't do this", "Extremely comfortable"),
    ],
)
def test_words_with_others_among_them_are_options(words):
    assert Survey.from_answers({"q": list(words) * 6}, 2).questions[0].kind == "choice"
