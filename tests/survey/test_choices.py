"""First, second, … choices in columns of their own."""

import pytest

import bayeshat as bh
from bayeshat.errors import AnswersError, InputError
from bayeshat.survey.choices import find_choices
from bayeshat.survey.wishes import wished_groups

FIRST, SECOND = ["Pottery", "Chess", "Chess", "Robots"], ["Chess", "Pottery", "Robots", "Pottery"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1st choice", "2nd choice"),
        ("First choice", "Second choice"),
        ("Choice 1", "Choice 2"),
        ("Workshop: preference 1", "Workshop: preference 2"),
        ("Which workshop is your first choice?", "Which workshop is your second choice?"),
        ("Workshops [1st choice]", "Workshops [2nd choice]"),
        ("Erstwunsch", "Zweitwunsch"),
        ("1. Wahl", "2. Wahl"),
        ("Dein erster Wunsch", "Dein zweiter Wunsch"),
        ("1er choix", "2ème choix"),
        ("Premier vœu", "Deuxième vœu"),
        ("Primera opción", "Segunda opción"),
        ("Prima scelta", "Seconda scelta"),
        ("Eerste keuze", "Tweede keuze"),
    ],
)
def test_choices_are_found_by_their_headings(first, second):
    assert find_choices({second: SECOND, "Pet": ["cat"] * 4, first: FIRST}) == [(first, second)]


@pytest.mark.parametrize(
    "columns",
    [
        {"1st choice": FIRST, "Pet": SECOND},
        {"1st choice": FIRST, "3rd choice": SECOND},
        {"Option 1": ["yes"] * 4, "Option 2": ["yes"] * 4},
        {"Choice 1": ["yes", "no", "yes", "no"], "Choice 2": ["yes", "no", "no", "no"]},
        {"Pet: 1st choice": FIRST, "Food: 2nd choice": SECOND},
        {"1st choice": FIRST, "2nd choice": ["red", "blue", "red", "green"]},
        {"Question 1": FIRST, "Question 2": SECOND},
    ],
)
def test_other_columns_are_no_choices(columns):
    assert find_choices(columns) == []


def test_choices_that_were_asked_for_go_together_even_if_they_share_few_options():
    """Three people who name five workshops: the second choices used to be left out without a word."""
    columns = {"First choice": ["Chess", "Drama", "Golf"], "Second choice": ["Robots", "Chess", "Pottery"]}
    assert wished_groups(columns, "First choice") == ("Chess", "Drama", "Golf", "Pottery", "Robots")


def people(n, *choices):
    return {"name": [f"p{i}" for i in range(n)], "1st choice": choices[0], "2nd choice": choices[1]}


def test_a_survey_leaves_choices_out_and_says_what_they_are_good_for():
    table = people(8, FIRST * 2, SECOND * 2)
    survey = bh.Survey.from_answers(table | {"Pet": ["cat", "dog"] * 4})
    assert [question.text for question in survey.questions] == ["Pet"]
    assert (
        'if they choose their groups here, sort or mix with wishes="1st choice"; if not, use only="1st choice"'
        in str(survey.notes[0])
    )
    with pytest.raises(AnswersError, match='no survey is needed: bayeshat mix, with wishes="1st choice"'):
        bh.Survey.from_answers(table)
    asked = bh.Survey.from_answers(table, only=["1st choice"])
    assert asked.questions[0].options == ("Chess", "Pottery", "Robots")


def test_people_get_the_best_choices_for_which_there_is_room():
    first = ["Pottery"] * 5 + ["Chess"]
    second = ["Chess"] * 5 + ["Pottery"]
    decision = bh.mix_people(people(6, first, second), wishes="1st choice", rng=0)
    assert decision.names == ("Chess", "Pottery")
    assert decision.sizes.tolist() == [3, 3]
    assert decision.groups[5] == "Chess"
    assert "Of 6 people with choices, 4 got their first, 2 got their second." in str(decision.status)


def test_within_a_range_nobody_goes_without_a_choice_for_even_groups():
    first = ["Pottery"] * 5 + ["Chess"]
    decision = bh.mix_people(people(6, first, ["Chess"] * 5 + ["Pottery"]), "1..5", wishes="1st choice", rng=0)
    assert dict(zip(decision.names, decision.sizes.tolist(), strict=True)) == {"Pottery": 5, "Chess": 1}


def test_workshops_that_do_not_take_place_are_refused_or_left_out():
    table = people(6, ["Pottery", "Chess", "Robots"] * 2, ["Chess", "Pottery", "Chess"] * 2)
    with pytest.raises(InputError, match='p2: "Robots"'):
        bh.mix_people(table, {"Pottery": 3, "Chess": 3}, wishes="1st choice")
    decision = bh.mix_people(table, {"Pottery": 3, "Chess": 3}, wishes="1st choice", unknown="blank", rng=0)
    assert '2 names in "1st choice" left out' in str(decision.status)
    with pytest.raises(InputError, match="got 5 groups and wishes for 3"):
        bh.mix_people(table, groups=5, wishes="1st choice")
