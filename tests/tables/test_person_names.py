"""Names of people are found with and without accents wherever somebody is looked up, and never the wrong person's."""

from __future__ import annotations

import sys

import pytest

from bayeshat.engine.sizes import Sizes
from bayeshat.errors import InputError
from bayeshat.known_people.people import read_known
from bayeshat.report.explain import find_person
from bayeshat.rules.rules import Rules, resolve_names
from bayeshat.sample.house_sizes import read_totals
from bayeshat.sorting.plan import earlier_groups
from bayeshat.survey.answers import read_answers
from bayeshat.survey.wishes import column_rules
from bayeshat.tables import person_names
from bayeshat.tables.person_names import NameIndex, names_with
from survey.breakfast import SURVEY

NAMES = ["Eva Müller", "José Núñez", "Søren Ødegård", "Łukasz Groß", "Anne-Marie D’Arc"]
# Each person as somebody may type them.
TYPED = {
    "Eva Müller": ["eva mueller", "Eva Muller", "EVA MÜLLER", "Eva Mu\u0308ller"],
    "José Núñez": ["Jose Nunez", "jose núñez"],
    "Søren Ødegård": ["Soren Odegard", "Soeren Oedegaard"],
    "Łukasz Groß": ["Lukasz Gross"],
    "Anne-Marie D’Arc": ["Anne Marie D'Arc", "anne-marie darc"],
}
CASES = [(typed, name) for name, several in TYPED.items() for typed in several]


def people(names):
    """Return the answers of people with these names, who say the person they would like to be with."""
    n_people = len(names)
    return {"name": list(names), "drink": ["a"] * n_people, "eggs": ["b"] * n_people}


@pytest.mark.parametrize(("typed", "name"), CASES)
def test_everywhere(typed, name):
    assert NAMES[find_person(NAMES, typed)] == name
    assert next(iter(resolve_names(Rules(pins={typed: "Red"}), NAMES, ["Red"], {}))).person == name
    answers = read_answers(people(NAMES) | {"With whom?": [typed, *[""] * (len(NAMES) - 1)]}, SURVEY)
    assert earlier_groups({typed: "Red"}, answers) == ({name: "Red"}, [])
    house = SURVEY.cluster_names[0]
    assert read_known({typed: house}, SURVEY, answers).assignment(NAMES) == {name: house}
    wished, notes = column_rules(SURVEY, answers, None, "With whom?")
    assert ([rule.companion for rule in wished], notes) == ([] if name == NAMES[0] else [name], [])


def test_a_part_of_a_name_without_accents():
    assert [find_person(NAMES, part) for part in ("mueller", "Nunez", "odegard", "gross")] == [0, 1, 2, 3]


def test_never_the_wrong_person_of_two():
    both = ["Müller", "Muller", "Ann"]
    assert [find_person(both, name) for name in ("Müller", "muller", "Mueller")] == [0, 1, 0]
    with pytest.raises(InputError, match="which may be Muller, Mueller"):
        find_person(["Muller", "Mueller"], "Müller")
    with pytest.raises(InputError, match='may be "Muller", "Mueller"'):
        resolve_names(Rules(pins={"Müller": "Red"}), ["Muller", "Mueller"], ["Red"], {})
    table = people(["Muller", "Mueller", "Ann"]) | {"With whom?": ["", "", "Müller"]}
    with pytest.raises(InputError, match=r'Ann: "Müller" \(may be "Muller", "Mueller"'):
        column_rules(SURVEY, read_answers(table, SURVEY), None, "With whom?")


def test_somebody_who_left_is_not_taken_for_a_namesake_with_accents():
    answers = read_answers(people(["Müller", "Ann"]), SURVEY)
    before = {"Müller": "Red", "Muller": "Blue", "Ann": "Red"}
    assert earlier_groups(before, answers) == ({"Müller": "Red", "Ann": "Red"}, ["Muller"])
    assert NameIndex(["Müller"]).match(["Muller", "Mueller"]) == {}
    assert NameIndex(["Ann", "ann"]).match(["ANN"]) == {"ANN": "ANN"}


def test_groups_are_found_without_accents_too():
    houses = ("Töpfern", "Schach")
    assert Sizes.read({"Toepfern": 3}, houses=houses, n_people=5, n_clusters=2).exact.tolist() == [3, 2]
    assert read_totals({"Topfern": 3, "schach": 2}, houses, 5).tolist() == [3, 2]


@pytest.mark.parametrize(("known", "other"), [("たかた けん", "たかだ けん"), ("Сергеи", "Сергей")])
def test_marks_of_other_scripts_make_other_people(known, other):
    answers = read_answers(people([other, "Bo"]), SURVEY)
    assert earlier_groups({known: "Red"}, answers) == ({}, [known])
    assert names_with(known, [other]) == []
    assert NameIndex([known, other]).find(other) == [1]


def test_names_of_signs_alone_are_different_people():
    assert NameIndex(["...", "'"]).find("-") == []
    assert NameIndex(["-"]).match(["..."]) == {}


def test_a_part_of_a_name_with_an_apostrophe():
    both = ["Pat O'Neil", "Kim O’Neil", "Ann"]
    assert names_with("oneil", both) == both[:2]
    table = people(both) | {"With whom?": ["", "", "oneil"]}
    with pytest.raises(InputError, match=r"""Ann: "oneil" \(may be "Pat O'Neil", "Kim O’Neil"\)"""):
        column_rules(SURVEY, read_answers(table, SURVEY), None, "With whom?")


def test_names_that_are_not_found_are_each_compared_once():
    def count_steps(n_names):
        n_steps = 0

        def count(frame, event, argument):
            nonlocal n_steps
            n_steps += 1
            return count if frame.f_code.co_filename == person_names.__file__ else None

        known, before = NameIndex(["Ann"]), [f"Person {n}" for n in range(n_names)]
        tracing = sys.gettrace()
        sys.settrace(count)
        try:
            known.match(before)
        finally:
            sys.settrace(tracing)
        return n_steps

    assert count_steps(400) < 3 * count_steps(200)
