"""Wishes and friends from a column of the answers."""

from __future__ import annotations

import pytest

import bayeshat as bh
from bayeshat.errors import InputError
from bayeshat.survey.answers import read_answers
from bayeshat.survey.wishes import column_rules
from survey.breakfast import SURVEY

NAMES = ["Ann Lee", "Bo Ray", "Cy Lee", "Di Wu", "Jo Ann Fox"]
TABLE = {"name": NAMES, "drink": ["a", "b", "c", "a", "b"], "eggs": ["a"] * 5}


def rules_of(friends=("",) * 5, wishes=("",) * 5, **options):
    answers = read_answers(TABLE | {"With whom?": list(friends), "Which house?": list(wishes)}, SURVEY)
    rules, notes = column_rules(SURVEY, answers, "which house?", "With whom?", **options)
    return [(rule.person, rule.companion or rule.groups) for rule in rules], notes


@pytest.mark.parametrize(
    ("cell", "friends"),
    [
        *[
            ("Bo Ray", ["Bo Ray"]),
            ("bo  ray", ["Bo Ray"]),
            ("Bo", ["Bo Ray"]),
            ("Wu", ["Di Wu"]),
            ("Ray, Bo", ["Bo Ray"]),
        ],
        *[("Bo and Di", ["Bo Ray", "Di Wu"]), ("Bo; Di Wu", ["Bo Ray", "Di Wu"]), ("Bo, Di, Bo", ["Bo Ray", "Di Wu"])],
        *[("Bo\nDi", ["Bo Ray", "Di Wu"]), ("Bo / Cy Lee", ["Bo Ray", "Cy Lee"]), ("Jo Ann Fox", ["Jo Ann Fox"])],
        *[("Jo", ["Jo Ann Fox"]), ("Fox", ["Jo Ann Fox"]), ("Ann", [])],
        *[("nobody", []), ("", []), ("N/A", []), ("Ann Lee", [])],
    ],
)
def test_friends(cell, friends):
    assert rules_of([cell, "", "", "", ""]) == ([("Ann Lee", name) for name in friends], [])


def test_unknown_friends_are_told_with_the_nearest_name():
    with pytest.raises(InputError) as caught:
        rules_of(["Bow Ray", "Lee", "Zed", "", ""])
    assert str(caught.value) == (
        'Every name in the column "With whom?" must be that of one person who answered; got 3 that are not\n'
        '  Ann Lee: "Bow Ray" (nearest: "Bo Ray")\n'
        '  Bo Ray: "Lee" (may be "Ann Lee", "Cy Lee")\n'
        '  Cy Lee: "Zed" (nobody has a similar name)\n'
        'Correct them in the table, or leave them out with unknown="blank".'
    )
    rules, notes = rules_of(["Zed; Di", "", "", "", ""], unknown="blank")
    assert rules == [("Ann Lee", "Di Wu")]
    assert list(map(str, notes)) == ['1 name in "With whom?" left out: Ann Lee: "Zed" (nobody has a similar name).']


def test_wishes():
    told = [("Ann Lee", ("Blue",)), ("Bo Ray", ("Red", "Blue"))]
    assert rules_of(wishes=["blue", "Red; Blue", "", "no preference", "any"]) == (told, [])
    told = r'must be that of one of the groups; got 1 that is not\n  Ann Lee: "Bleu" \(nearest: "Blue"\)'
    with pytest.raises(InputError, match=told):
        rules_of(wishes=["Bleu", "", "", "", ""])


def test_headings_that_there_are_not():
    answers = read_answers(TABLE | {"With whom?": [""] * 5}, SURVEY)
    with pytest.raises(InputError, match='friends must be a heading of the answers; got "With who"'):
        column_rules(SURVEY, answers, None, "With who")
    with pytest.raises(InputError) as error:
        column_rules(SURVEY, answers, "foo", None)
    headings = ", ".join(f'"{question.text}"' for question in SURVEY.questions)
    assert str(error.value).endswith(f'got "foo". The headings are "With whom?", {headings}.')


def test_sorting_takes_wishes_as_rules():
    table = TABLE | {"friend": ["Bo", "", "", "", ""], "house": ["", "", "Red", "Blue", ""]}
    result = bh.sort_people(SURVEY, table, wishes="house", friends="friend", draws=50, tune=50)
    assert len(tuple(result.decision.kept.ruling.rules)) == 3
    assert (result.options["wishes"], result.options["friends"]) == ("house", "friend")
