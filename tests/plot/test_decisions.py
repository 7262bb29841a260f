"""Pictures of decisions show their tables."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import bayeshat as bh
from bayeshat.errors import InputError
from bayeshat.plot.canvas import INK, survey_colors
from bayeshat.report.colors import group_colors
from bayeshat.report.figure_tables import coclustering_table, decision_table, trade_off_table


def bars_of(ax):
    """Return the bars from left to right of each place, which must touch: (width, color, whether outlined)."""
    rows, ends = {}, {}
    for bar in sorted(ax.patches, key=lambda bar: bar.get_x()):
        place = round(bar.get_y() + bar.get_height() / 2)
        width = pytest.approx(bar.get_width())
        rows.setdefault(place, []).append((width, to_hex(bar.get_facecolor()), bar.get_linewidth() > 0))
        ends.setdefault(place, [0.0]).append(bar.get_x() + bar.get_width())
        assert bar.get_x() == pytest.approx(ends[place][-2])
    assert all(places[-1] == pytest.approx(1) for places in ends.values())
    return [rows[place] for place in sorted(rows)]


def test_bars_are_probabilities_the_own_first(four):
    _, result = four
    figure = bh.plot.decision(result)
    table = decision_table(result)
    houses = result.survey.cluster_names
    colors = dict(zip(houses, survey_colors(result.survey), strict=True))
    drawn = [row for ax in figure.axes for row in bars_of(ax)]
    assert len(drawn) == 20
    for row, (group, bars) in enumerate(zip(table["group"], drawn, strict=True)):
        order = [group, *(house for house in houses if house != group)]
        assert bars == [(table[f"share of {house}"][row], colors[house], house == group) for house in order]
    names = [label.get_text() for ax in figure.axes for label in ax.get_yticklabels()]
    assert names == table["name"]
    assert [ax.get_title(loc="left") for ax in figure.axes] == [f"{house} (5)" for house in houses]


def test_a_crowd_is_drawn_as_areas(crowd):
    _, result = crowd
    figure = bh.plot.decision(result)
    table = decision_table(result)
    for group, ax in zip(result.decision.names, figure.axes, strict=True):
        rows = [row for row, name in enumerate(table["group"]) if name == group]
        assert not ax.get_yticklabels()
        assert len(ax.collections) == 4
        (line,) = ax.lines
        own = [table["own"][row] for row in rows]
        np.testing.assert_allclose(line.get_xdata(), [*own, own[-1]])
        # The first area is the own one: from 0 to the line at the middle of each person's place.
        area = ax.collections[0].get_paths()[0]
        for place, share in enumerate(own):
            assert area.contains_points([(share - 0.01, place), (share + 0.01, place)]).tolist() == [True, False]
    assert max(figure.get_size_inches()) < 10


def test_groups_without_houses_have_no_own_part(four):
    _, result = four
    merged = bh.decide(result.posterior, [10, 10], rng=1, threads=2)
    figure = bh.plot.decision(replace(result, decision=merged))
    assert len(figure.axes) == 2
    for bars in (row for ax in figure.axes for row in bars_of(ax)):
        assert [color for _, color, _ in bars] == list(survey_colors(result.survey))
        assert not any(outlined for _, _, outlined in bars)


def test_empty_groups_keep_their_place(four, draw):
    _, result = four
    alone = replace(result.decision, labels=np.zeros(20, dtype=int), sizes=np.array([20, 0, 0, 0]))
    for figure in (bh.plot.decision(replace(result, decision=alone)), bh.plot.sizes(alone).figure):
        assert draw(figure) <= 1
    assert bh.plot.coclustering(result.posterior, alone).get_yticklabels()[0].get_text() == "Gryffindor (20)"


def test_sizes_show_what_was_wanted(four):
    _, result = four
    decision = bh.decide(result.posterior, [8, 4, 4, 4], size_weight=0.0, rng=1, threads=2)
    ax = bh.plot.sizes(decision)
    assert [bar.get_width() for bar in ax.patches] == decision.sizes.tolist()
    assert [to_hex(bar.get_facecolor()) for bar in ax.patches] == list(group_colors(decision.names))
    assert [line.get_segments()[0][0, 0] for line in ax.collections] == decision.target.tolist()
    for text, size, wanted in zip(ax.texts, decision.sizes, decision.target, strict=True):
        assert text.get_text().strip() == (str(size) if size == wanted else f"{size}, wanted {wanted:g}")
    own = bh.plot.sizes(result)
    assert [to_hex(bar.get_facecolor()) for bar in own.patches] == list(survey_colors(result.survey))


def test_the_trade_off_names_its_points(four, draw):
    _, result = four
    path = bh.decide_path(result.posterior, "balanced", [0, 0.03, 0.1, 1, float("inf")], rng=1, threads=2)
    ax = bh.plot.trade_off(path)
    table = trade_off_table(path)
    places = np.column_stack([table["size distance"], table["expected VI (bits)"]])
    for line in ax.lines:
        np.testing.assert_allclose(line.get_xydata(), places)
    named = {tuple(text.xy): text.get_text() for text in ax.texts}
    for place, weight in zip(places.tolist(), table["size weight"], strict=True):
        shown = "∞" if weight == float("inf") else f"{weight:g}"
        assert shown in named[tuple(place)].removeprefix("λ = ").split(", ")
    assert draw(ax.figure) <= 1
    boxes = [text.get_window_extent() for text in ax.texts]
    assert not any(one.overlaps(other) for i, one in enumerate(boxes) for other in boxes[:i])
    with pytest.raises(InputError, match="at least one decision"):
        bh.plot.trade_off([])


def test_pairs_show_their_table_with_borders(four):
    _, result = four
    ax = bh.plot.coclustering(result.posterior, result.decision)
    shown = ax.images[0].get_array()
    table = np.array(coclustering_table(result.posterior, result.decision)["together"])
    others = ~np.eye(20, dtype=bool)
    np.testing.assert_array_equal(shown[others], table[others])
    assert ax.images[0].get_clim()[1] >= table[others].max()
    across = sorted(line.get_ydata()[0] for line in ax.lines if line.get_xdata()[0] == 0 and line.get_xdata()[1] == 1)
    assert across == [4.5, 9.5, 14.5]
    assert {to_hex(line.get_color()) for line in ax.lines} == {INK}
    assert [label.get_text() for label in ax.get_yticklabels()] == [f"{house} (5)" for house in result.decision.names]
    assert not bh.plot.coclustering(result.posterior).lines


def test_one_person_has_no_pairs(draw):
    assert draw(bh.plot.coclustering([[0], [1]]).figure) <= 1


@pytest.mark.parametrize("size", ["three", "four", "crowd"])
def test_nothing_is_cut_off(size, request, draw):
    _, result = request.getfixturevalue(size)
    pairs = bh.plot.coclustering(result.posterior, result.decision)
    for figure in (bh.plot.decision(result), bh.plot.sizes(result.decision).figure, pairs.figure):
        assert draw(figure) <= 1


def test_names_of_all_kinds_are_drawn(odd_names, nameless, draw):
    assert draw(bh.plot.decision(odd_names)) <= 1
    assert draw(bh.plot.sizes(odd_names).figure) <= 1
    assert draw(bh.plot.coclustering(odd_names.posterior, odd_names.decision).figure) <= 1
    assert draw(bh.plot.decision(nameless)) <= 1


def test_given_axes_are_drawn_on(four):
    _, result = four
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert bh.plot.sizes(result, ax=left) is left
    assert bh.plot.coclustering(result.posterior, ax=right) is right
