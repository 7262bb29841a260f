"""Rules as values: their words, their mistakes, their names, and their way through a survey file."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import strategies as our
from bayeshat.errors import InputError, SurveyError
from bayeshat.rules.rule_set import RuleSet
from bayeshat.rules.rules import (
    Apart,
    Bar,
    Bounds,
    CommonTimes,
    NotAlone,
    Pin,
    Rules,
    Spread,
    Stay,
    Together,
    Wish,
    parse_bounds,
    resolve_names,
)
from bayeshat.rules.scope import Groups
from bayeshat.survey.answers import read_answers
from bayeshat.survey.spec import Survey, parse_survey

TEA = """
title = "Tea"
prior = "flat"
houses = ["Red", "Blue"]
[[questions]]
text = "Tea?"
options = ["yes", "no"]
[rules]
"""


def refused(build, kind=InputError):
    with pytest.raises(kind) as caught:
        build()
    return str(caught.value)


# Words and values


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Bounds(4, 6), "Every group must have 4 to 6 people"),
        (Bounds(1, None, "Red"), "Red must have at least 1 person"),
        (Bounds(None, 6, "Red"), "Red must have at most 6 people"),
        (Bounds(5, 5, reason="seats"), "Every group must have exactly 5 people (seats)"),
        (Pin("Ann", ("Gryffindor",), "brings the key"), "Ann must be in Gryffindor (brings the key)"),
        (Pin("Ann", ("Red", "Blue", "Green")), "Ann must be in Red, Blue or Green"),
        (Bar("Ann", ("Red", "Blue")), "Ann must not be in Red or Blue"),
        (Together(("Ann", "Bo")), "Ann and Bo must be together"),
        (Together(("Ann", "Bo", "Cy"), 0.5, "friends"), "Ann, Bo and Cy should be together (strong) (friends)"),
        (Together(tuple("ABCDEFGHIJ")), "A, B, C, D, E, F, G and 3 more must be together"),
        (Apart(("Ann", "Bo")), "Ann and Bo must be apart"),
        (Apart(("Ann", "Bo", "Cy")), "Ann, Bo and Cy must be apart"),
        (Spread("gender"), "“gender” is spread evenly over the groups"),
        (Spread("your year", weight="weak"), "“your year” should be spread evenly over the groups (weak)"),
        (CommonTimes("times"), "The members of every group share at least 1 free time in “times”"),
        (NotAlone("gender", "f"), "Nobody is the only one in their group with “gender” = “f”"),
        (NotAlone("gender"), "Nobody is the only one in their group with “gender”"),
        (Wish("Ann", ("Red", "Blue")), "Ann would like to be in Red, then Blue (normal)"),
        (Wish("Ann", companion="Bo"), "Ann would like to be with Bo (normal)"),
        (Stay({"Ann": "Red"}), "Ann should stay in Red (very strong)"),
        (
            Stay({"Ann": "Red", "Bo": "Blue"}, reason="May"),
            "2 people should stay in their earlier groups (very strong) (May)",
        ),
    ],
)
def test_rules_say_themselves(rule, words):
    assert rule.words() == words
    assert rule.is_hard == (getattr(rule, "weight", None) is None)


def test_a_single_text_is_one_name_and_lists_become_tuples():
    assert Pin("Ann", "Red") == Pin("Ann", ["Red"]) == Pin("Ann", ("Red",))
    assert Together(["Ann", "Bo"], 1).weight == 1.0
    assert Stay({"Ann": "Red"}) == Stay([("Ann", "Red")])
    assert len({Stay({"Ann": "Red"}), Stay([("Ann", "Red")])}) == 1


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: Bounds(6, 4), r"smallest size must not be above the largest; got 6\.\.4\. Write 4\.\.6"),
        (lambda: Bounds(None, None), "got neither"),
        (lambda: Bounds(-1, 4), "whole number of people; got -1"),
        (lambda: Bounds(True, 4), "whole number of people; got True"),
        (lambda: Bounds(1, 4, " "), "A group must have a name"),
        (lambda: Pin("Ann", ()), 'at least one group; got none for "Ann"'),
        (lambda: Pin("Ann", ("Red", "red ")), 'every group only once; got "Red", "red" twice'),
        (lambda: Bar("", ("Red",)), "A person must have a name"),
        (lambda: Pin(3.5, ("Red",)), "must be named by a text or a whole number; got the number 3.5"),
        (lambda: Pin(True, ("Red",)), "must be named by a text or a whole number; got true"),
        (lambda: Together(("Ann",)), 'At least two people.*got only "Ann"'),
        (lambda: Apart(()), "At least two people.*got nobody"),
        (lambda: Together(("Ann", "Bo", "Ann")), 'every person only once; got "Ann" twice'),
        (lambda: Apart(("Ann", "Bo"), weight=-1), "positive number as its weight, or one of the words weak.*; got -1"),
        (lambda: Apart(("Ann", "Bo"), weight=0), "positive number.*Leave it out for a rule that must hold"),
        (lambda: Wish("Ann", ("Red",), weight="huge"), "one of the words weak, normal, strong; got 'huge'"),
        (lambda: Together(("Ann", "Bo"), weight=float("nan")), "got nan"),
        (lambda: Together(("Ann", "Bo"), weight="1"), "got '1'"),
        (lambda: Wish("Ann", ("Red",), weight=None), "A wish must have a positive number.*got None"),
        (lambda: Wish("Ann"), 'groups or a companion; got neither for "Ann"'),
        (lambda: Wish("Ann", ("Red",), "Bo"), "got both"),
        (lambda: Wish("Ann", companion="ann"), 'got "Ann", "ann" twice'),
        (lambda: Stay({}), "got nobody"),
        (lambda: Stay([("Ann", "Red"), ("ann", "Blue")]), "every person only once"),
        (lambda: Spread(""), "A column must have a name"),
        (lambda: NotAlone("gender", ""), "A value must have a name"),
        (lambda: Spread("gender", reason=None), "A reason must be a text"),
    ],
)
def test_a_rule_that_contradicts_itself_is_refused(build, message):
    with pytest.raises(InputError, match=message):
        build()


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("4..6", (4, 6)),
        (" 4 … ", (4, None)),
        ("..6", (None, 6)),
        ("5", (5, 5)),
        ("4 to 6", (4, 6)),
        ("4–6", (4, 6)),
        ("4 bis 6", (4, 6)),
        ("at least 4", (4, None)),
        ("Höchstens 6", (None, 6)),
    ],
)
def test_bounds_are_read(text, bounds):
    assert parse_bounds(text) == bounds


@pytest.mark.parametrize("text", ["", "..", "-6", "four", "4..6..8", "9" * 5000])
def test_other_bounds_are_refused(text):
    assert 'Write e.g. "4..6"' in refused(lambda: parse_bounds(text))


def test_weights_are_numbers_or_words():
    weights = [Wish("Ann", ("Red",), weight=word).weight for word in ("weak", " Normal", "STRONG", 2)]
    assert weights == [0.1, 0.25, 0.5, 2.0]
    assert Wish("Ann", ("Red",)).weight == Wish("Ann", companion="Bo").weight == 0.25
    assert Together(("Ann", "Bo"), "strong").weight == Stay({"Ann": "Red"}, "strong").weight == 0.5
    assert Rules(wishes={"Ann": {"groups": "Red", "weight": "weak"}}).rules[0].weight == 0.1
    read = parse_survey(TEA + 'wish = { Ann = { groups = "Red", weight = "strong" } }', "tea").rules
    assert read == Rules(wishes=[Wish("Ann", ("Red",), weight=0.5)])


def test_names_may_be_whole_numbers():
    rules = Rules(
        pins={1: 2}, together=[[1, np.int64(3)]], bounds={2: "1.."}, companions={1: 3}, stay={3: 2}, spread=[7]
    )
    assert rules.of(Pin) == (Pin("1", ("2",)),)
    assert rules.of(Together) == (Together(("1", "3")),)
    assert resolve_names(rules, ["1", "2", "3"], ["1", "2"], {"7": ["a", "b", "a"]}) == rules


def test_the_program_marks_rules_of_its_own():
    pin, stay = Pin("Ann", ("Red",), automatic=True), Stay({"Ann": "Red"}, automatic=True)
    assert pin == Pin("Ann", ("Red",))
    assert hash(stay) == hash(Stay({"Ann": "Red"}))
    assert pin.words() == Pin("Ann", ("Red",)).words()
    matched = resolve_names(Rules([pin, stay]), ["ann"], ["red"], {})
    assert all(rule.automatic for rule in matched)
    survey = replace(parse_survey(TEA, "tea"), rules=Rules([pin, stay]))
    assert "automatic" not in survey.to_toml()


# Sets of rules


def test_keywords_take_plain_values_and_rules():
    rules = Rules(
        pins={"Ann": "Red", "Bo": ["Red", "Blue"]},
        bars=[Bar("Cy", ("Red",), "allergic")],
        together=[["Ann", "Bo"], Together(("Cy", "Di"), 0.2)],
        apart=[("Ann", "Cy"), ["A", "B", "C"]],
        bounds={"Red": "4..6", "Blue": 5},
        spread="gender",
        not_alone=["gender", ("gender", "f")],
        wishes={"Ann": ["Blue", "Red"], "Bo": "Red"},
        companions={"Ann": "Bo", "Bo": ["Ann", "Cy"]},
        stay={"Ann": "Red"},
    )
    assert rules.rules == (
        Bounds(4, 6, "Red"),
        Bounds(5, 5, "Blue"),
        Pin("Ann", ("Red",)),
        Pin("Bo", ("Red", "Blue")),
        Bar("Cy", ("Red",), "allergic"),
        Together(("Ann", "Bo")),
        Together(("Cy", "Di"), 0.2),
        Apart(("Ann", "Cy")),
        Apart(("A", "B", "C")),
        Spread("gender"),
        NotAlone("gender"),
        NotAlone("gender", "f"),
        Wish("Ann", ("Blue", "Red")),
        Wish("Bo", ("Red",)),
        Wish("Ann", companion="Bo"),
        Wish("Bo", companion="Ann"),
        Wish("Bo", companion="Cy"),
        Stay({"Ann": "Red"}),
    )
    assert Rules(bounds="4..6").rules == Rules(bounds=Bounds(4, 6)).rules == (Bounds(4, 6),)
    assert Rules(bounds=[Bounds(1, None), Bounds(4, 6, "Red")]).of(Bounds) == (Bounds(1, None), Bounds(4, 6, "Red"))


def test_sets_add_and_count_without_duplicates():
    one = Rules(pins={"Ann": "Red"}, spread=["gender"])
    other = Rules(pins={"Ann": "Red", "Bo": "Blue"})
    assert (one + other).rules == (Pin("Ann", ("Red",)), Pin("Bo", ("Blue",)), Spread("gender"))
    assert one + other == Rules([Spread("gender"), Pin("Ann", "Red"), Pin("Bo", "Blue")])
    assert len(one) == len(list(one)) == 2
    assert one.of(Spread) == (Spread("gender"),)
    assert one
    assert not Rules()
    assert not Rules(stay={}, pins={}, together=[])
    assert one + Rules() == one
    with pytest.raises(TypeError):
        one + 3


def test_mistakes_in_keywords_are_told_at_once_by_key():
    message = refused(
        lambda: Rules(
            pins={"Ann": [], "Bo": "Red"},
            bars={"Cy": {"groups": "Red", "reasn": "x"}, "Di": {"person": "Ed", "groups": "Red"}},
            together=["Ann", "Bo"],
            apart=[["Ann", "Ann"]],
            bounds="6..4",
            spread=3,
            wishes=["Red"],
            stay=[{"groups": ["Red"]}],
        )
    )
    assert "10 are not:" in message
    for part in (
        "pins.Ann: A pin must name at least one group",
        'bars.Cy: An entry must hold only groups, reason; got "reasn". Did you mean "reason"?',
        'bars.Di: An entry must hold only groups, reason; got "person"',
        'together[1]: People must be given as lists of names; got the text "Ann"',
        "together[2]: ",
        "apart[1]: ",
        "bounds: The smallest size",
        "spread: The rules of one kind must be a list; got the number 3",
        'wishes: Every entry must come with its person; got the text "Red" alone',
        "stay[1]: An earlier assignment must be a table of people and groups; got a list",
    ):
        assert part in message
    assert "got str" in refused(lambda: Rules(["Ann"]))


# Names


PEOPLE, GROUPS = ["Ann", "Bo", "Zoë  Ö"], ["Red", "Blue"]
COLUMNS = {"Gender": ["f", "m", " f"]}


def test_names_become_those_that_are_known():
    rules = Rules(
        pins={"ann": "RED"},
        together=[["bo ", "zoë ö"]],
        bounds={"blue": "1.."},
        spread=["gender"],
        not_alone=[(" GENDER", "F")],
        wishes={"BO": "blue"},
        companions={"ann": "bo"},
        stay={"Zoë Ö": "red"},
    )
    assert resolve_names(rules, PEOPLE, GROUPS, COLUMNS) == Rules(
        pins={"Ann": "Red"},
        together=[["Bo", "Zoë  Ö"]],
        bounds={"Blue": "1.."},
        spread=["Gender"],
        not_alone=[("Gender", "f")],
        wishes={"Bo": "Blue"},
        companions={"Ann": "Bo"},
        stay={"Zoë  Ö": "Red"},
    )


def test_unknown_names_are_told_at_once_with_the_nearest():
    rules = Rules(
        pins={"Anna": "Rad"},
        apart=[["Anna", "Xavier"]],
        spread=["gendre"],
        not_alone=[("gender", "x"), ("age", "3")],
        stay={"Bo": "Green"},
    )
    message = refused(lambda: resolve_names(rules, PEOPLE, GROUPS, COLUMNS))
    assert "7 are not:" in message
    for part in (
        'person "Anna" in "Anna must be in Rad" (nearest: "Ann")',
        'group "Rad" in "Anna must be in Rad" (nearest: "Red")',
        'person "Xavier" in "Anna and Xavier must be apart" (none is near)',
        'column "gendre" in "“gendre” is spread evenly over the groups" (nearest: "Gender")',
        'value of "Gender", "x" in "Nobody is the only one in their group with “gender” = “x”" (none is near)',
        'column "age"',
        'group "Green"',
    ):
        assert part in message
    assert "(there are none)" in refused(lambda: resolve_names(Rules(spread="age"), PEOPLE, GROUPS, {}))


@pytest.mark.parametrize(
    ("column", "hint"),
    [
        ("shoe", '(none is near; the columns are "Room", "Do you like tea?")'),
        ("Your full name", "(people's names are all different, so they are not among the columns)"),
    ],
)
def test_a_column_that_there_is_not_is_told_with_those_that_there_are(column, hint):
    columns = {"Room": ["1"] * 3, "Do you like tea?": ["yes", "no", "yes"], "q1": ["yes", "no", "yes"]}
    assert hint in refused(lambda: resolve_names(Rules(spread=column), PEOPLE, GROUPS, columns))


def test_a_first_name_is_refused_with_the_whole_one():
    people = ("Anna Bauer", "Ben Weber", "Jan Weber")
    with pytest.raises(InputError) as error:
        RuleSet.of(Rules(apart=[["Anna", "Weber"]]), people, ("Red", "Blue"), {})
    assert 'person "Anna" in "Anna and Weber must be apart" (write the whole name: "Anna Bauer")' in str(error.value)
    assert '(write the whole name: "Ben Weber", "Jan Weber")' in str(error.value)


def test_a_name_that_may_mean_two_people_is_refused_unless_it_is_exact():
    people = ["ann", "Ann"]
    assert resolve_names(Rules(pins={"Ann": "Red"}), people, GROUPS, {}).rules == (Pin("Ann", ("Red",)),)
    assert 'may be "ann", "Ann"' in refused(lambda: resolve_names(Rules(pins={"ANN": "Red"}), people, GROUPS, {}))


def test_a_name_that_two_people_share_is_refused():
    people = ["Ann", "Bo", "Ann"]
    for rules in (Rules(pins={"Ann": "Red"}), Rules(stay={"ann": "Red"}), Rules(apart=[["Ann", "Bo"]])):
        assert "(2 have this name; make their names different)" in refused(
            lambda rules=rules: resolve_names(rules, people, GROUPS, {})
        )
    assert resolve_names(Rules(pins={"Bo": "Red"}), people, GROUPS, {}) == Rules(pins={"Bo": "Red"})


def test_people_of_one_name_are_named_as_they_are_told_apart():
    answers = read_answers(
        {"name": ["Anna Schmidt", "Bo", "Anna Schmidt"], "Tea?": ["yes", "no", "no"]},
        Survey.from_answers({"Tea?": ["yes", "no"]}, 2),
        duplicates="separate",
    )
    message = refused(lambda: resolve_names(Rules(pins={"anna schmidt": "Red"}), answers.names, GROUPS, {}))
    assert '(2 have this name; write "Anna Schmidt (1)", "Anna Schmidt (2)")' in message
    pinned = Rules(pins={"Anna Schmidt (1)": "Red"})
    assert resolve_names(pinned, answers.names, GROUPS, {}) == pinned


def test_values_of_a_column_do_not_differ_by_case():
    columns = {"gender": ["F", " f", "m"]}
    for value in ("f", "F", " F"):
        rules = resolve_names(Rules(not_alone=[("gender", value)]), PEOPLE, GROUPS, columns)
        assert rules.of(NotAlone) == (NotAlone("gender", "F"),)


@pytest.mark.parametrize(
    ("value", "cells"), [("-1", ["1", "2"]), ("5-6", ["5.6", "7"]), ("-", ["...", "a"]), ("Ä", ["A", "b"])]
)
def test_every_sign_of_a_value_counts(value, cells):
    message = refused(lambda: resolve_names(Rules(not_alone=[("level", value)]), PEOPLE, GROUPS, {"level": cells}))
    assert f'value of "level", "{value}"' in message


def test_every_sign_of_a_heading_counts():
    message = refused(lambda: resolve_names(Rules(spread=["A-1"]), PEOPLE, GROUPS, {"A.1": ["x", "y"]}))
    assert 'column "A-1"' in message


@pytest.mark.parametrize("rules", [{"not_alone": ["year"]}, {"not_alone": [("year", "1")]}, {"spread": ["year"]}])
def test_a_column_without_any_value_is_refused(rules):
    message = refused(lambda: resolve_names(Rules(**rules), PEOPLE, GROUPS, {"year": ["", " ", ""]}))
    assert '1 is not:\n  column "year"' in message
    assert "(all its cells are empty)" in message


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"Ann": ["Red", "Blue"]}, "Of 1 person with choices, 1 got their second."),
        ({"Ann": ["Red", "Blue"], "Bo": ["Red"]}, "Of 2 people with choices, 1 got their first, 1 got their second."),
    ],
)
def test_choices_are_counted_in_words(wishes, told):
    ruling = RuleSet.of(Rules(wishes=wishes), ["Ann", "Bo"], ["Red", "Blue"], {})
    assert list(map(str, ruling.tell_outcomes(np.array([1, 0])))) == [told]


def test_outcomes_of_rules():
    wish, stay = Wish("Ann", ("Blue", "Red")), Stay({"Ann": "Red", "Bo": "Red"})
    rules = Rules([Apart(("Ann", "Bo")), Together(("Ann", "Bo"), 0.5), wish, stay, Pin("Bo", ("Red",))])
    at = Groups(RuleSet.of(rules, ["Ann", "Bo"], ["Red", "Blue"], {}), np.array([0, 1]))
    told = [str(rule.outcome(at)) for rule in rules]
    assert told == ["broken", "not granted", "kept", "choice 2 of 2", "1 of 2 stay"]


# The survey file


def test_the_survey_file_holds_rules():
    survey = parse_survey(
        TEA
        + """
        size = "4..6"
        together = [["Ann", "Bo"], { people = ["Cy", "Di"], weight = 0.2, reason = "friends" }]
        apart = [["Ann", "Cy"]]
        pin = { Ann = "Red", Bo = ["Red", "Blue"], Cy = { groups = "Blue", reason = "key" } }
        bar = { Di = "Red" }
        spread = ["gender"]
        not_alone = ["gender", ["gender", "f"]]
        wish = { Ann = ["Blue"], Bo = { groups = ["Red", "Blue"], weight = 2 } }
        companion = { Ann = "Bo" }
        stay = { Ann = "Red" }
        """,
        "tea",
    )
    assert survey.rules == Rules(
        bounds="4..6",
        together=[["Ann", "Bo"], Together(["Cy", "Di"], 0.2, "friends")],
        apart=[["Ann", "Cy"]],
        pins=[Pin("Ann", "Red"), Pin("Bo", ("Red", "Blue")), Pin("Cy", "Blue", "key")],
        bars={"Di": "Red"},
        spread=["gender"],
        not_alone=["gender", ("gender", "f")],
        wishes=[Wish("Ann", "Blue"), Wish("Bo", ("Red", "Blue"), weight=2.0)],
        companions={"Ann": "Bo"},
        stay={"Ann": "Red"},
    )
    assert not Survey.load("hogwarts").rules
    assert "[rules]" not in Survey.load("hogwarts").to_toml()


def test_mistakes_in_the_survey_file_name_their_keys():
    message = refused(
        lambda: parse_survey(TEA + 'pinn = 3\nsize = { Red = "x" }\napart = [["A"], ["A", "B"], 3]', "tea"), SurveyError
    )
    assert message.startswith("tea: ")
    for part in (
        "rules.pinn must be one of size, joint_size, running, pin, bar, together, apart, spread, not_alone, at_least, "
        "common_times, wish, companion, stay, not_again, fair, slot; ",
        'Did you mean "pin"?',
        "rules.size.Red: A size must be",
        "rules.apart[1]: At least two people",
        'rules.apart[3]: At least two people must be named to be apart; got only "3"',
    ):
        assert part in message
    top = 'rules = 3\ntitle = "Tea"\nprior = "flat"\nhouses = ["Red"]\nquestions = []'
    assert "rules must be a table; got the number 3" in refused(lambda: parse_survey(top, "tea"), SurveyError)


@settings(max_examples=80, deadline=None)
@given(st.lists(our.any_rule, max_size=8))
def test_rules_round_trip_through_the_survey_file(rules):
    survey = replace(parse_survey(TEA, "tea"), rules=Rules(rules))
    assert parse_survey(survey.to_toml(), "tea").rules == survey.rules


def test_the_file_reads_as_a_person_would_write_it(tmp_path):
    rules = Rules(bounds="4..6", pins={"Ann B": "Red"}, companions={"Ann": "Bo"}, together=[["Ann", "Bo"]])
    survey = replace(parse_survey(TEA, "tea"), rules=rules)
    survey.save(tmp_path / "tea.toml")
    assert (
        (tmp_path / "tea.toml")
        .read_text()
        .endswith(
            '\n[rules]\nsize = "4..6"\ntogether = [["Ann", "Bo"]]\n\n[rules.pin]\n"Ann B" = "Red"\n'
            '\n[rules.companion]\nAnn = "Bo"\n'
        )
    )
    assert Survey.load(tmp_path / "tea.toml").rules == rules
