"""Rules as rows of a form: there and back."""

import pytest

from bayeshat.errors import InputError
from bayeshat.survey.rules_read import read_rules
from bayeshat.web.events.rule_table import KINDS, RuleRow, rows_from_rules, rules_from_rows

ROWS = [
    RuleRow("size", "", "4..6"),
    RuleRow("size", "Red", "..5", "", "small room"),
    RuleRow("pin", "Ann", "Red; Blue", "", "brings the key"),
    RuleRow("pin", "Bo", "Blue"),
    RuleRow("bar", "Di", "Green"),
    RuleRow("together", "Ann; Bo", "", "0.5"),
    RuleRow("apart", "Ann; Cy; Di"),
    RuleRow("spread", "", "gender"),
    RuleRow("not alone", "", "year=1"),
    RuleRow("not alone", "", "gender"),
    RuleRow("wish", "Ann", "Blue; Green", "2"),
    RuleRow("companion", "Ann", "Bo", "0.5", "friends"),
    RuleRow("stay", "Ed", "Red", "1"),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.rule} {row.who} {row.what}")
def test_a_row_comes_back(row):
    assert rows_from_rules(rules_from_rows([row])) == [row]


def test_all_rows_together_are_the_same_rules():
    kept = rules_from_rows(ROWS)
    again = rules_from_rows(rows_from_rules(kept))
    assert again == kept
    assert len(list(read_rules(kept))) == len(ROWS)
    assert {row.rule for row in ROWS} == set(KINDS)


def test_empty_rows_are_left_out():
    assert rules_from_rows([RuleRow("pin"), RuleRow()]) == {}
    assert rows_from_rules({}) == []


def test_what_cannot_be_read_is_said():
    with pytest.raises(InputError, match=r'row 1: A pin must name at least one group; got none for "Ann"'):
        rules_from_rows([RuleRow("pin", "Bo", "Red"), RuleRow("pin", "Ann", "")])
