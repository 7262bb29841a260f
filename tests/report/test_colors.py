"""Colours that everybody can tell apart."""

import itertools

import numpy as np
import pytest

from bayeshat.report.colors import SMALLEST_DIFFERENCE, group_colors, smallest_difference, text_on, to_hex
from bayeshat.survey.spec import Survey


def names(n):
    return [f"Group {g + 1}" for g in range(n)]


def contrast(one, other):
    def luminance(color):
        codes = [int(color[start : start + 2], 16) / 255 for start in (1, 3, 5)]
        light = [code / 12.92 if code <= 0.04045 else ((code + 0.055) / 1.055) ** 2.4 for code in codes]
        return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]

    dark, bright = sorted([luminance(one), luminance(other)])
    return (bright + 0.05) / (dark + 0.05)


def test_differences_are_cielab_distances():
    """Black and white are 100 apart whoever looks; greys have the same colour for everybody."""
    assert smallest_difference(["#000000", "#ffffff"]) == pytest.approx(100.0, abs=0.01)
    # L* = 116 (Y^(1/3)) - 16 with Y = 0.1845 for #777777; rows of Machado's matrices add up to one.
    assert smallest_difference(["#000000", "#777777"]) == pytest.approx(50.03, abs=0.02)
    assert smallest_difference(["#123456"]) == np.inf


def test_red_and_green_alike_are_refused():
    """Far apart for most people, but alike for protanopia or deuteranopia."""
    pair = ["#a05000", "#606000"]
    assert smallest_difference(pair) < SMALLEST_DIFFERENCE
    assert group_colors(names(2), pair) == group_colors(names(2))


def test_colors_like_paper_are_refused():
    assert group_colors(names(2), ["#fefefe", "#0072b2"]) == group_colors(names(2))


@pytest.mark.parametrize("wanted", [None, [None, "#000000", "#d55e00"], ["#000000"], ["nonsense", "red", "blue"]])
def test_missing_or_unknown_colors_give_the_palette(wanted):
    assert group_colors(names(3), wanted) == ("#e69f00", "#56b4e9", "#009e73")


@pytest.mark.parametrize("n", [0, 1, 2, 8, 9, 16, 24])
def test_the_palette_can_be_told_apart(n):
    colors = group_colors(names(n))
    assert len(set(colors)) == n
    assert smallest_difference([*colors, "#ffffff"]) >= SMALLEST_DIFFERENCE
    assert colors == group_colors(names(24))[:n]


def test_any_number_of_groups_gets_colors():
    assert len(set(group_colors(names(60)))) == 60


@pytest.mark.parametrize("survey", ["hogwarts", "simulation-even", "simulation-uneven"])
def test_packaged_surveys_keep_their_own_colors(survey):
    clusters = Survey.load(survey).clusters
    own = [cluster.color for cluster in clusters]
    assert group_colors([cluster.name for cluster in clusters], own) == tuple(own)


def test_colors_are_read_in_every_way_that_a_survey_may_write_them():
    assert [to_hex(c) for c in ("Teal", "#ABC", "#1F6B45", None, "nonsense", "url(x)")] == [
        "#008080",
        "#aabbcc",
        "#1f6b45",
        None,
        None,
        None,
    ]


def test_text_reads_better_than_the_other_way_round():
    for red, green, blue in itertools.product(range(0, 256, 51), repeat=3):
        color = f"#{red:02x}{green:02x}{blue:02x}"
        chosen = text_on(color)
        other = {"#000000": "#ffffff", "#ffffff": "#000000"}[chosen]
        assert contrast(color, chosen) >= contrast(color, other)
        assert contrast(color, chosen) >= 4.5
