"""How texts are compared and shown."""

from __future__ import annotations

import pytest

from bayeshat.tables.text import nearest

NUMBERED = [f"Person {n:02d}" for n in range(1, 25)]


@pytest.mark.parametrize(
    ("text", "candidates", "wanted"),
    [
        ("person 3", NUMBERED, "Person 03"),  # not Person 23, which has as many characters in common
        ("Person 012", NUMBERED, "Person 12"),
        ("Persn 7", NUMBERED, "Person 07"),
        ("Person 99", NUMBERED, "Person 09"),
        ("Grp 1", ["Group 11", "Group 1"], "Group 1"),
        ("q1. Tea?", ["q11. Tea?", "q1 Tea?"], "q1 Tea?"),
        ("Ann Smth", ["Ann Smith", "Ann Smythe"], "Ann Smith"),
        ("Bleu", ["Blue", "Green"], "Blue"),
        ("Zoe", NUMBERED, None),
    ],
)
def test_the_nearest_text_has_the_same_number(text, candidates, wanted):
    assert nearest(text, candidates) == wanted


def test_of_equally_near_texts_the_first_is_taken():
    assert nearest("An", ["Ana", "Ann", "Ane"]) == "Ana"
