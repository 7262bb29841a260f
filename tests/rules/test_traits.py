"""Columns that rules are about, as numbers: values, bands of numbers, several answers, common times."""

import pytest

from bayeshat.rules.rules import CommonTimes, NotAlone, Spread


def read(rule, cells):
    return [(trait.codes.tolist(), trait.values) for trait in rule.traits(cells)]


def test_values_are_numbered_in_their_order_whatever_their_spelling():
    assert read(Spread("sex"), ["m", "F", " f", "", "M"]) == [([1, 0, 0, -1, 1], ("F", "m"))]


def test_numbers_are_cut_into_bands_of_about_as_many_people():
    ages = ["31", "20", "", "22", "20", "40", "35", "60"]
    assert read(Spread("age", bands=2), ages) == [([1, 0, -1, 0, 0, 1, 1, 1], ("20 to 22", "31 to 60"))]
    assert read(Spread("age", bands=3), ages) == [([1, 0, -1, 1, 0, 2, 1, 2], ("20", "22 to 35", "40 to 60"))]


def test_few_different_numbers_are_values():
    ((codes, values),) = read(Spread("year"), ["1", "2", "3", "1"])
    assert (codes, values) == ([0, 1, 2, 0], ("1", "2", "3"))
    ((codes, values),) = read(Spread("age"), [str(n) for n in range(40)])
    assert len(values) == 4
    assert [codes.count(band) for band in range(4)] == [10, 10, 10, 10]


def test_each_of_several_answers_is_spread_by_itself():
    assert read(Spread("sport"), ["judo; golf", "", "Golf"]) == [([0, -1, -1], ("judo",)), ([0, -1, 0], ("golf",))]


def test_what_is_asked_of_a_column():
    cells = ["m", "F", "f"]
    named, any_value = (NotAlone("sex", value=value).trait(cells) for value in ("f", None))
    assert (named.lonely.tolist(), any_value.lonely.tolist()) == ([True, False], [True, True])
    (hard,), (soft,) = (Spread("sex", weight=weight).traits(cells) for weight in (None, 2.0))
    asked = [(trait.spread, trait.price, trait.is_hard) for trait in (named, hard, soft)]
    assert asked == [(False, 0.0, True), (True, 0.0, True), (False, 0.5, False)]
    assert hard.totals.tolist() == [2, 1]


@pytest.mark.parametrize("sign", [";", ","])
def test_people_can_come_at_the_times_they_list_and_at_any_time_if_they_list_none(sign):
    meeting = CommonTimes("times").meeting([f"Mon{sign} Tue", "tue", "", f"Tue{sign}Wed"])
    assert meeting.times == ("Mon", "Tue", "Wed")
    assert meeting.busy.tolist() == [[False, True, False, True], [False] * 4, [True, True, False, False]]
