"""Pictures of memberships and answers show their tables."""

from dataclasses import replace

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import bayeshat as bh
from bayeshat.plot.canvas import TRUTH, survey_colors
from bayeshat.plot.memberships import CORNERS
from bayeshat.report.figure_tables import REGIONS, answer_table, membership_table


def points_of(ax, color, marker="o"):
    """Return the positions of all marks of one colour."""
    lines = [line for line in ax.lines if line.get_marker() == marker and to_hex(line.get_color()) == color]
    return np.concatenate([line.get_xydata() for line in lines])


def segments_of(ax):
    """Return (low, high, place, color) of all intervals."""
    return [
        (low, high, place, to_hex(collection.get_edgecolor()[0], keep_alpha=False))
        for collection in ax.collections
        for (low, place), (high, _) in collection.get_segments()
    ]


def place_in(ax, shares):
    """Return where shares lie in a triangle, whose corners are known by the marks beside them."""
    marks = np.array([line.get_xydata()[0] for line in ax.lines[:3]])
    return np.asarray(shares) @ np.linalg.solve(np.array(CORNERS), marks)


def test_three_clusters_give_one_triangle_a_person_with_the_truth(three):
    drawn, result = three
    figure = bh.plot.theta(result.posterior, truth=drawn.theta)
    assert [ax.get_title() for ax in figure.axes] == list(result.names)
    for n, ax in enumerate(figure.axes):
        assert [to_hex(line.get_color()) for line in ax.lines[:3]] == list(survey_colors(result.survey))
        np.testing.assert_allclose(points_of(ax, TRUTH)[0], place_in(ax, drawn.theta[n]), atol=1e-9)
        (regions,) = ax.collections
        np.testing.assert_allclose(regions.levels, [0, *sorted(REGIONS)])
        lightness = regions.get_facecolor()[:, :3].sum(axis=1)
        assert (np.diff(lightness) > 0).all(), "the smaller the region, the darker"
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [*result.survey.cluster_names, "truth"]


def test_the_darkest_region_lies_where_the_draws_do(three):
    """Half of the draws are inside the region of 50 %, up to what 1000 of them and a grid can tell."""
    _, result = three
    (ax,) = bh.plot.theta(result.posterior, people=[2]).axes
    regions = ax.collections[0]
    paths = regions.get_paths()[: 1 + sorted(REGIONS).index(0.5)]
    where = place_in(ax, result.posterior.theta[:, :, 2].reshape(-1, 3))
    inside = sum(path.contains_points(where) for path in paths)
    assert np.mean(inside > 0) == pytest.approx(0.5, abs=0.1)


def test_people_are_chosen_by_name_or_number(three):
    _, result = three
    figure = bh.plot.theta(result.posterior, people=["Person 05", 0])
    assert [ax.get_title() for ax in figure.axes] == ["Person 05", "Person 01"]


def test_four_clusters_give_intervals(four):
    drawn, result = four
    figure = bh.plot.theta(result.posterior, truth=drawn.theta)
    table = membership_table(result.posterior, None, drawn.theta)
    assert [ax.get_title() for ax in figure.axes] == list(result.survey.cluster_names)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == list(result.names)
    for k, ax in enumerate(figure.axes):
        color = survey_colors(result.survey)[k]
        assert segments_of(ax) == [
            (low, high, n, color)
            for n, (low, high) in enumerate(zip(table["low"][k::4], table["high"][k::4], strict=True))
        ]
        np.testing.assert_allclose(points_of(ax, color), np.column_stack([table["mean"][k::4], np.arange(20)]))
        np.testing.assert_allclose(points_of(ax, TRUTH, "D"), np.column_stack([drawn.theta[:, k], np.arange(20)]))


def test_a_crowd_is_sorted_and_has_no_names(crowd):
    _, result = crowd
    figure = bh.plot.theta(result.posterior)
    means = result.posterior.theta_mean
    places = np.empty(100)
    for k, ax in enumerate(figure.axes):
        assert not [label for label in ax.get_yticklabels() if label.get_text()]
        points = points_of(ax, survey_colors(result.survey)[k])
        np.testing.assert_allclose(points[:, 0], means[:, k])
        places = points[:, 1]
    likeliest = means.argmax(axis=1)[np.argsort(places)]
    assert (np.diff(likeliest) >= 0).all()
    assert sorted(places) == list(range(100))
    assert max(figure.get_size_inches()) < 10


def test_memberships_that_were_not_kept_give_intervals(three):
    _, result = three
    figure = bh.plot.theta(replace(result.posterior, theta=None))
    assert [ax.get_title() for ax in figure.axes] == list(result.survey.cluster_names)


def test_three_options_give_one_triangle_a_question(three):
    drawn, result = three
    figure = bh.plot.phi(result.posterior, truth=drawn.phi, cluster="Cluster 2")
    assert [ax.get_title() for ax in figure.axes] == [question.id for question in result.survey.questions]
    for q, ax in enumerate(figure.axes):
        np.testing.assert_allclose(points_of(ax, TRUTH)[0], place_in(ax, drawn.phi[1, q]), atol=1e-9)
    assert "Cluster 2" in figure.get_supxlabel()


def test_all_clusters_are_outlined_in_their_colors(three):
    drawn, result = three
    figure = bh.plot.phi(result.posterior, truth=drawn.phi)
    for q, ax in enumerate(figure.axes):
        colors = [to_hex(collection.get_edgecolor()[0]) for collection in ax.collections]
        assert set(colors) == set(survey_colors(result.survey))
        for k, color in enumerate(survey_colors(result.survey)):
            np.testing.assert_allclose(points_of(ax, color)[0], place_in(ax, drawn.phi[k, q]), atol=1e-9)


def test_other_questions_give_intervals(four):
    _, result = four
    figure = bh.plot.phi(result.posterior)
    table = answer_table(result.posterior)
    assert len(figure.axes) == result.survey.n_questions
    for question, ax in zip(result.survey.questions, figure.axes, strict=True):
        rows = [row for row, q in enumerate(table["question"]) if q == question.id]
        drawn = [(low, high, color) for low, high, _, color in segments_of(ax)]
        houses = dict(zip(result.survey.cluster_names, survey_colors(result.survey), strict=True))
        assert drawn == [(table["low"][row], table["high"][row], houses[table["cluster"][row]]) for row in rows]
        assert len(ax.get_yticks()) == len(question.options)


@pytest.mark.parametrize("size", ["three", pytest.param("four", marks=pytest.mark.long), "crowd"])
def test_nothing_is_cut_off(size, request, draw):
    drawn, result = request.getfixturevalue(size)
    for figure in (
        bh.plot.theta(result.posterior, truth=drawn.theta),
        bh.plot.theta(result.posterior, people=[0]),
        bh.plot.phi(result.posterior, truth=drawn.phi, cluster=0),
        bh.plot.phi(result.posterior),
    ):
        assert draw(figure) <= 1


def test_names_of_all_kinds_are_drawn(odd_names, draw):
    assert draw(bh.plot.theta(odd_names.posterior)) <= 1
    assert draw(bh.plot.phi(odd_names.posterior)) <= 1


def test_a_given_figure_is_drawn_on(three):
    _, result = three
    figure = Figure(figsize=(12, 6), layout="constrained")
    left, right = figure.subfigures(1, 2)
    assert bh.plot.theta(result.posterior, figure=left) is left
    assert bh.plot.phi(result.posterior, cluster=0, figure=right) is right
    assert (len(left.axes), len(right.axes)) == (10, 4)
