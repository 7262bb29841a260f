"""Tables of rules and earlier assignments: every kind, every file, every mistake with its row."""

from __future__ import annotations

import csv
import re

import openpyxl
import pandas as pd
import polars as pl
import pytest

from bayeshat.errors import InputError
from bayeshat.rules.reading import read_assignment, read_rules
from bayeshat.rules.rules import Apart, Bar, Bounds, CommonTimes, NotAlone, Pin, Rules, Spread, Stay, Together, Wish

HEADINGS = ("Rule", "who", "WHAT", "weight", "reason")
ROWS = [
    ("size", "", "4..6", "", ""),
    ("Group size", "Red", "..5", "must", "small rooms"),
    ("size", "Blue", "..5", "must", "small rooms"),
    ("pin", "Ann; Bo", "Red", "", "brings the key"),
    ("Not in", "Cy", "Red ;Blue", "", ""),
    ("together", "Ann; Bo", "", "", ""),
    ("Keep apart:", "Ann", "Cy; Di", "0,5", ""),
    ("spread", "", "gender; year", "", ""),
    ("mix", "", "age", "0,3", "all ages"),
    ("not_alone", "", "gender = f", "", ""),
    ("NOT ALONE", "", "year", "", ""),
    ("common times", "", "When are you free? = 2; evenings", "", ""),
    ("wish", "Ann", "Blue; Red", "", ""),
    ("companion", "Ann", "Bo; Cy", "2", "old friends"),
    ("stay", "Ann; Zoë Ö", "Red", "", ""),
    ("stay", "Bo", "Blue", "", ""),
    ("stay", "Cy", "Blue", "Strong", ""),
    ("wish", "Cy", "Blue", "weak", ""),
]
RULES = Rules(
    [
        Bounds(4, 6),
        Bounds(None, 5, "Red", "small rooms"),
        Bounds(None, 5, "Blue", "small rooms"),
        Pin("Ann", ("Red",), "brings the key"),
        Pin("Bo", ("Red",), "brings the key"),
        Bar("Cy", ("Red", "Blue")),
        Together(("Ann", "Bo")),
        Apart(("Ann", "Cy", "Di"), 0.5),
        Spread("gender"),
        Spread("year"),
        Spread("age", "all ages", weight=0.3),
        NotAlone("gender", "f"),
        NotAlone("year"),
        CommonTimes("When are you free?", 2),
        CommonTimes("evenings"),
        Wish("Ann", ("Blue", "Red")),
        Wish("Cy", ("Blue",), weight=0.1),
        Wish("Ann", companion="Bo", weight=2.0, reason="old friends"),
        Wish("Ann", companion="Cy", weight=2.0, reason="old friends"),
        Stay({"Ann": "Red", "Zoë Ö": "Red", "Bo": "Blue"}),
        Stay({"Cy": "Blue"}, 0.5),
    ]
)


def write(path, rows, delimiter=","):
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)
    return path


def columns(rows=ROWS, headings=HEADINGS):
    return {heading: [row[i] for row in rows] for i, heading in enumerate(headings)}


def refused(source, read=read_rules):
    with pytest.raises(InputError) as caught:
        read(source)
    return str(caught.value)


def test_all_kinds_are_read_from_all_files(tmp_path):
    assert read_rules(write(tmp_path / "rules.csv", [HEADINGS, *ROWS])) == RULES
    assert read_rules(write(tmp_path / "rules.tsv", [HEADINGS, *ROWS], "\t")) == RULES
    assert read_rules(str(write(tmp_path / "rules.csv", [HEADINGS, *ROWS], ";"))) == RULES
    workbook = openpyxl.Workbook()
    for row in [HEADINGS, *ROWS, ("size", "Green", 5, None, None), ("apart", "A;B", None, 0.25, None)]:
        workbook.active.append(row)
    workbook.save(tmp_path / "rules.xlsx")
    assert read_rules(tmp_path / "rules.xlsx") == RULES + Rules([Bounds(5, 5, "Green"), Apart(("A", "B"), 0.25)])


def test_rules_come_from_frames_dicts_lists_and_themselves():
    assert read_rules(columns()) == RULES
    assert read_rules(pd.DataFrame(columns())) == RULES
    assert read_rules(pl.DataFrame(columns())) == RULES
    assert read_rules(RULES) is RULES
    assert read_rules(list(RULES)) == RULES
    assert not read_rules(None)
    assert not read_rules({})
    assert read_rules({"size": "4..6", "Pins": {"Ann": "Red"}}) == Rules(bounds="4..6", pins={"Ann": "Red"})


def test_columns_may_be_missing_and_rows_empty():
    table = {"rule": ["together", ""], "people": ["Ann;Bo", ""]}
    assert read_rules(table) == Rules(together=[["Ann", "Bo"]])


@pytest.mark.parametrize(
    "word", ["not together", "Never together", "not with", "separated", "nicht zusammen", "getrennt"]
)
def test_people_who_must_not_be_together_are_never_kept_together(word):
    assert read_rules({"rule": [word], "who": ["Ann; Bo"]}) == Rules(apart=[["Ann", "Bo"]])


@pytest.mark.parametrize("word", ["not togther", "don't keep together", "nie gemeinsam"])
def test_no_rule_is_offered_that_means_the_opposite(word):
    message = refused({"rule": [word], "who": ["Ann; Bo"]})
    assert "must be one of size" in message
    assert not re.search(r'Did you mean "(keep )?(together|gemeinsam)"', message)


@pytest.mark.parametrize("people", ["Ann, Bo", "Ann und Bo", "Ann and Bo", "Ann/Bo"])
@pytest.mark.parametrize("rule", ["together", "apart"])
def test_people_are_separated_by_semicolons(rule, people):
    assert "must be separated by semicolons" in refused({"rule": [rule], "who": [people]})
    assert "At least two people" in refused({"rule": [rule], "who": ["Ferdinand"]})


@pytest.mark.parametrize(
    ("word", "who", "what", "rule"),
    [
        ("Größe", "Rot", "4..6", Bounds(4, 6, "Rot")),
        ("fest", "Ann", "Rot", Pin("Ann", ("Rot",))),
        ("nicht in", "Ann", "Rot", Bar("Ann", ("Rot",))),
        ("gleichmäßig verteilen", "", "Jahrgang", Spread("Jahrgang")),
        ("nicht allein", "", "Jahrgang", NotAlone("Jahrgang")),
        ("gemeinsame Zeiten", "", "Wann?", CommonTimes("Wann?")),
        ("Freundin", "Ann", "Bo", Wish("Ann", companion="Bo")),
        ("bleibt", "Ann", "Rot", Stay([("Ann", "Rot")])),
    ],
)
def test_every_kind_has_a_german_word(word, who, what, rule):
    assert list(read_rules({"Regel": [word], "Wer": [who], "Was": [what]})) == [rule]


def test_weights_may_be_german():
    words = ["schwach", "normal", "stark", "muss"]
    table = {"Regel": ["zusammen"] * 4, "Wer": ["A; B", "C; D", "E; F", "G; H"], "Gewicht": words}
    assert [rule.weight for rule in read_rules(table)] == [0.1, 0.25, 0.5, None]


def test_any_heading_for_the_kind_makes_a_table_of_rules():
    for heading in ("rule", "kind", "type", "Regel"):
        assert list(read_rules({heading: ["apart"], "who": ["Ann; Bo"]})) == [Apart(("Ann", "Bo"))]


def test_rules_may_have_german_headings():
    table = {"Regel": ["getrennt", "zusammen"], "Wer": ["Ann; Bo", "Cy; Di"], "Grund": ["", "Geschwister"]}
    assert read_rules(table) == Rules([Apart(("Ann", "Bo")), Together(("Cy", "Di"), reason="Geschwister")])
    assert read_assignment({"Name": ["Ann"], "Gruppe": ["Rot"]}) == {"Ann": "Rot"}


def test_toml_files_hold_rules_below_a_heading_or_alone(tmp_path):
    path = tmp_path / "rules.toml"
    for text in ('[rules]\nspread = ["gender"]', 'spread = ["gender"]'):
        path.write_text(text)
        assert read_rules(path) == Rules(spread=["gender"])
    path.write_text("[rules]\nspreed = 3")
    assert "rules.toml: Every rule" in refused(path)
    assert "rules.spreed must be one of" in refused(path)
    path.write_text("spread = [")
    assert "rules.toml must be TOML; got a mistake" in refused(path)
    assert "No such file" in refused(tmp_path / "none.toml")


def test_all_mistakes_are_told_with_their_rows(tmp_path):
    rows = [
        HEADINGS,
        ("pinn", "Ann", "Red", "", ""),
        ("pin", "", "Red", "", ""),
        ("together", "Ann", "Bo", "", ""),
        ("together", "Ann; ann", "", "", ""),
        ("apart", "Ann; Bo", "", "much", ""),
        ("apart", "Ann; Bo", "", "-2", ""),
        ("size", "", "6..4", "", ""),
        ("spread", "Ann", "gender", "", ""),
        ("bar", "Ann", "Red", "0.5", ""),
        ("wish", "Ann", "Red", "must", ""),
        ("companion", "Ann", "", "", ""),
        ("stay", "Ann", "Red; Blue", "", ""),
        ("stay", "Ann", "Red", "", ""),
        ("stay", "ANN", "Red", "", ""),
        ("", "Ann", "Red", "", ""),
        ("not alone", "", "", "", ""),
        ("size", "Pottery; Chess", "..10", "", ""),
        ("size", "Pottery", "7.5", "", ""),
    ]
    message = refused(write(tmp_path / "rules.csv", rows))
    assert "Every row of rules.csv must be a usable rule; 16 are not:" in message
    assert "rows as a spreadsheet numbers them" in message
    for part in (
        "row 2: A rule must be one of size, joint size, running, pin, bar, together, apart, spread, not alone, "
        "at least, common times, wish, companion, stay, not again, fair, slot; "
        'got "pinn". Did you mean "pin"?',
        "row 3: The column who must name somebody",
        'row 5: A rule of people who are together must name every person only once; got "Ann", "ann" twice',
        'row 6: A weight must be a number, weak, normal, strong, empty or "must"; got "much"',
        "row 7: A rule must have a positive number as its weight, or one of the words weak, normal, strong; got -2.0",
        "row 8: The smallest size",
        'row 9: A spread must not name people; got "Ann"',
        'row 10: A bar always holds, so it takes no weight; got "0.5"',
        'row 11: A wish must have a number as its weight; got "must". If it must hold, write "pin" under rule',
        "row 12: The column what must name the person",
        'row 13: People must have one earlier group; got "Red; Blue"',
        'row 15: People must stay in one group; got "ANN" in row 14 too',
        "row 16: A rule must be one of",
        "row 17: The column what must name a column",
        'row 18: A size must name one group, or none for every group; got "Pottery; Chess", which may mean each of '
        "them or all of them together. Write a row for each group: size, Pottery, ..10 and size, Chess, ..10.",
        "row 19: A size must be a whole number of people; got 7.5.",
    ):
        assert part in message
    assert "row 4:" not in message


def test_headings_that_mean_nothing_are_refused():
    message = refused({"rule": ["spread"], "what": ["gender"], "wieght": ["1"], "group": ["Red"]})
    assert '"wieght" (nearest: "weight")' in message
    assert '"group" (means the same as "what")' in message
    assert "Rename or remove these columns" in message
    message = refused(pd.DataFrame({"one": ["a"], "two": ["b"]}))
    assert 'columns rule, who and what, or for an earlier assignment name and group; got "one", "two"' in message


def test_a_file_that_is_not_there():
    message = refused("no_such_rules.csv")
    assert message.startswith("The rules could not be read.")
    assert "no_such_rules.csv" in message
    assert "answers" not in message


@pytest.mark.parametrize("source", [3, True, object()])
def test_what_holds_no_rules_is_not_called_answers(source):
    message = refused(source)
    assert message.startswith("The rules could not be read. The table must be a path, a pandas or polars frame")
    assert f"got {type(source).__name__}" in message
    assert "answers" not in message


# Earlier assignments


ASSIGNMENT = {"name": ["Ann", "Bo  B", "Cy", "'=Di"], "group": ["Red", "Blue", "", "Red"], "probability": [1, 2, 3, 4]}


def test_an_earlier_assignment_is_read(tmp_path):
    expected = {"Ann": "Red", "Bo B": "Blue", "=Di": "Red"}
    path = write(tmp_path / "assignments.csv", [ASSIGNMENT, *zip(*ASSIGNMENT.values(), strict=True)])
    assert read_assignment(path) == read_assignment(ASSIGNMENT) == read_assignment(expected) == expected
    assert read_rules(path) == read_rules(ASSIGNMENT) == Rules(stay=expected)
    assert read_assignment({}) == {}
    assert read_assignment({"Student": ["Ann"], "Team": ["Red"]}) == {"Ann": "Red"}


def test_mistakes_in_an_earlier_assignment():
    message = refused({"name": ["Ann", "ann", ""], "group": ["Red", "Blue", "Blue"]}, read_assignment)
    assert 'row 1: "ann" is already in row 0' in message
    assert 'row 2: somebody in "Blue" has no name' in message
    assert "got no group among" in refused({"name": ["Ann"], "x": ["y"]}, read_assignment)
    assert "got no name among" in refused({"group": ["Red"], "x": ["y"]}, read_assignment)
    assert "The earlier assignment could not be read" in refused("nowhere.csv", read_assignment)
