"""The paper's tables: its figures follow from its columns."""

import numpy as np
import pytest

import naive
from bayeshat.paper.printed import find_column, table_1, table_2

# The last rows of the paper's Table 1.
PRINTED = {
    ("even", "lss"): ("0.80", "0.90"),
    ("even", "vi"): ("1.58", "0.35"),
    ("uneven", "lss"): ("1.45", "0.80"),
    ("uneven", "lsi"): ("1.24", "0.85"),
    ("uneven", "vi"): ("1.56", "0.40"),
}


def test_printed_figures_follow_from_the_columns():
    assert {(column.design, column.column) for column in table_1()} == set(PRINTED)
    for column in table_1():
        vi, accuracy = PRINTED[column.design, column.column]
        assert f"{column.measured['VI from truth']:.2f}" == vi
        assert f"{column.measured['accuracy']:.2f}" == accuracy
        assert column.measured["VI from truth"] == pytest.approx(naive.vi(column.labels, column.truth))
        assert column.follows


def test_printed_sizes():
    sizes = {(column.design, column.column): column.sizes for column in table_1()}
    assert sizes["uneven", "lss"] == [7, 5, 8]
    assert sizes["uneven", "lsi"] == [8, 5, 7]
    truths = {column.design: np.bincount(column.truth).tolist() for column in table_1()}
    assert truths == {"even": [7, 7, 6], "uneven": [8, 7, 5]}


def test_each_decision_has_its_column():
    assert find_column("even", "free") is find_column("even", "fixed")
    assert find_column("uneven", "free").column == "lsi"
    assert find_column("uneven", "placement") is None


def test_table_2_has_one_house_for_everybody_under_vi_alone():
    table = table_2()
    assert len(table["respondent"]) == 21
    assert set(table["vi"]) == {"Ravenclaw"}
    assert {house: table["lss"].count(house) for house in set(table["lss"])} == {
        "Gryffindor": 5,
        "Slytherin": 5,
        "Ravenclaw": 5,
        "Hufflepuff": 6,
    }
