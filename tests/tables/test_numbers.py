"""Numbers as people write them."""

from __future__ import annotations

import pytest

from bayeshat.tables.numbers import convert_unit, read_numbers, show_number, show_short


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["1.80 m", "72 kg", "7"], [(1.8, "m"), (72, "kg"), (7, "")]),
        # Other cells of the column tell a decimal comma from a thousands mark.
        (["1,234", "1,80"], [(1.234, ""), (1.8, "")]),
        (["1,234", "1,234.5"], [(1234, ""), (1234.5, "")]),
        (["12.000", "1.234.567"], [(12000, ""), (1234567, "")]),
        (["1.234,5", "2.000"], [(1234.5, ""), (2000, "")]),
        (["1,234", "7"], [(1234, ""), (7, "")]),
        (["1.234", "7"], [(1.234, ""), (7, "")]),
        (["0,123"], [(0.123, "")]),
        (["12 000", "12\u202f000 €", "1'000", "€ 12"], [(12000, ""), (12000, "€"), (1000, ""), (12, "€")]),
        (["1e5", "1.5e-05", "-3", "+4", ".5"], [(1e5, ""), (1.5e-5, ""), (-3, ""), (4, ""), (0.5, "")]),
        (["about 70 kg", "~70kg", "70 Kilos", "25 years old"], [(70, "kg"), (70, "kg"), (70, "kg"), (25, "year")]),
        (
            ["7/10", "1-3", "10:30", "2024-05-01", "1 3", "5+", "> 5", "5 (often)", "1.2.3", "1m80", "1e999", ""],
            [None] * 12,
        ),
    ],
)
def test_columns_of_numbers(cells, numbers):
    assert [read and tuple(read) for read in read_numbers(cells)] == numbers


@pytest.mark.parametrize(
    ("value", "unit", "wanted", "found"),
    [(1.8, "m", "cm", 180), (500, "g", "kg", 0.5), (90, "min", "h", 1.5), (3, "", "cm", 3), (3, "kg", "cm", None)],
)
def test_units_are_converted(value, unit, wanted, found):
    assert convert_unit(value, unit, wanted) == found


def test_whole_numbers_keep_their_digits():
    assert [show_number(value) for value in (1e20, 1e6, -0.0, 0.1)] == ["100000000000000000000", "1000000", "0", "0.1"]
    assert [show_short(value) for value in (1234567, 2 / 3, 1234567.8)] == ["1234567", "0.666667", "1234570"]
