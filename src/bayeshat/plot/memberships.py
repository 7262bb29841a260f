"""Memberships of people (theta), and answers of clusters (phi)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D

from ..errors import InputError
from ..kinds.question import Question
from ..kinds.table import kind_of
from ..report.figure_tables import REGIONS, answer_table, choose_cluster, choose_people, membership_table, ternary_table
from ..report.tables import Table
from ..sample.posterior import Posterior
from .canvas import (
    FAINT,
    INK,
    MEDIUM,
    SMALL,
    TRUTH,
    Canvas,
    add_legend,
    arrange_panels,
    new_figure,
    style_axes,
    survey_colors,
)
from .text import write, write_ticks

Array = np.ndarray

# More people than this are drawn as intervals instead of one triangle each.
_MAX_TRIANGLES = 36
# More clusters than this are drawn as intervals, because their borders in one triangle would be a tangle.
_MAX_OUTLINES = 4
# More people than this are drawn thin, and without names.
_MAX_NAMED = 60
# The colour of the regions in everybody's triangle.
_DENSITY = "#2a4b8d"
# How strong the colour of each region is, the largest region first.
_STRENGTHS = (0.18, 0.4, 0.65, 0.9)
# Places just outside the corners: top, left, right.
CORNERS = ((1.06, -0.03, -0.03), (-0.03, 1.06, -0.03), (-0.03, -0.03, 1.06))
# The marks at the corners.
_MARKERS = ("o", "s", "^")
_TRUTH_DOT: dict[str, Any] = {"marker": "o", "ms": 4.5, "mec": "white", "mew": 0.6}
_SHADES = "Shades: smallest regions that hold 25, 50, 75 and 95 %"


def theta(
    posterior: Posterior,
    *,
    truth: Array | None = None,
    people: Sequence[str | int] | None = None,
    figure: Canvas | None = None,
) -> Canvas:
    """Draw everybody's memberships.

    With three clusters and up to 36 people, everybody has a triangle with the smallest regions that hold 25, 50, 75 and
    95 % of the posterior (Figure 1 of Silverman and Silverman 2017). Otherwise there are means with 95 % credible
    intervals (their Figure 2); more than 60 people are sorted by their likeliest cluster and have no names.

    Parameters
    ----------
    posterior
        What :func:`bayeshat.fit` returned.
    truth
        (N, K) true memberships, shown in red.
    people
        The people to show, by name or number (from 0); by default everybody.
    figure
        Where to draw; by default a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> posterior = bh.fit(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> len(bh.plot.theta(posterior, people=["Person 1", "Person 2"]).axes)
    4
    """
    chosen = choose_people(posterior, people)
    table = membership_table(posterior, chosen.tolist(), truth)
    draws = posterior.theta
    if posterior.n_clusters == 3 and draws is not None and len(chosen) <= _MAX_TRIANGLES:
        return _theta_triangles(posterior, draws[:, :, chosen], table, figure)
    return _theta_intervals(posterior, chosen, table, figure)


def phi(
    posterior: Posterior,
    *,
    truth: Array | None = None,
    cluster: str | int | None = None,
    figure: Canvas | None = None,
) -> Canvas:
    """Draw the probability of each answer in a cluster, or the mean of its numbers, one panel per question.

    If all questions have three options, panels are triangles with the smallest regions that hold 25, 50, 75 and 95 % of
    the posterior (Figures S1 to S3 of Silverman and Silverman 2017); two to four clusters show the borders of those
    that hold 50 and 95 %. Otherwise there are means with 95 % credible intervals.

    Parameters
    ----------
    posterior
        What :func:`bayeshat.fit` returned.
    truth
        (K, Q, V) true answer probabilities.
    cluster
        Which cluster to show, by name or number (from 0); by default all, each in its colour.
    figure
        Where to draw; by default a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> posterior = bh.fit(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> len(bh.plot.phi(posterior, cluster="Ravenclaw").axes)
    8
    """
    table = answer_table(posterior, cluster, truth)
    chosen = range(posterior.n_clusters) if cluster is None else [choose_cluster(posterior, cluster)]
    if all(map(_is_triangle, posterior.survey.questions)) and len(chosen) <= _MAX_OUTLINES:
        return _phi_triangles(posterior, list(chosen), table, figure)
    return _phi_intervals(posterior, list(chosen), table, figure)


def _theta_triangles(posterior: Posterior, draws: Array, table: Table, figure: Canvas | None) -> Canvas:
    survey = posterior.survey
    colors = survey_colors(survey)
    figure, triangles = _add_triangles(figure, table["person"][::3], colors)
    for n, ax in enumerate(triangles):
        _fill_regions(ax, ternary_table(draws[:, :, n]), _DENSITY)
        if "truth" in table:
            _mark_truth(ax, table["truth"][3 * n : 3 * n + 3])
    handles, labels = _corner_handles(colors), list(survey.cluster_names)
    _explain(figure, handles, labels, f"{_SHADES} of the posterior", "truth" in table)
    return figure


def _theta_intervals(posterior: Posterior, people: Array, table: Table, figure: Canvas | None) -> Canvas:
    clusters = posterior.survey.cluster_names
    n_people, thin = len(people), len(people) > _MAX_NAMED
    rows, columns = arrange_panels(len(clusters), 6)
    height = 7.5 if thin else max(1.6, 0.19 * n_people + 0.7)
    figure = new_figure(figure, max(1.35 * columns + (0.4 if thin else 1.6), 6.5), height * rows)
    means = np.array(table["mean"]).reshape(n_people, -1)
    likeliest = means.argmax(axis=1)
    order = np.lexsort((-means.max(axis=1), likeliest)) if thin else np.arange(n_people)
    places = np.empty(n_people)
    places[order] = np.arange(n_people)
    for k, (cluster, color) in enumerate(zip(clusters, survey_colors(posterior.survey), strict=True)):
        ax = figure.add_subplot(rows, columns, k + 1)
        _draw_intervals(ax, _select(table, cluster=cluster), places, color, thin=thin)
        _style_shares(ax)
        ax.set_ylim(n_people - 0.4, -0.6)
        write(ax.set_title("", fontsize=MEDIUM, color=INK), cluster, 18)
        if thin:
            ax.set_yticks([])
            # A line where the likeliest cluster changes.
            for edge in np.flatnonzero(np.diff(likeliest[order])) + 0.5:
                ax.axhline(edge, color=INK, lw=0.6)
        elif k % columns == 0:
            write_ticks(ax.yaxis, places.tolist(), [posterior.names[n] for n in people])
        else:
            ax.set_yticks([])
    known = "; red: truth" if "truth" in table else ""
    kind = f" of {n_people} people, by likeliest cluster" if thin else ""
    figure.supxlabel(f"Membership{kind}: mean and 95 % credible interval{known}", fontsize=MEDIUM)
    return figure


def _phi_triangles(posterior: Posterior, clusters: list[int], table: Table, figure: Canvas | None) -> Canvas:
    survey = posterior.survey
    colors = survey_colors(survey)
    alone = len(clusters) == 1
    draws = posterior.phi.reshape(-1, *posterior.phi.shape[2:])
    figure, triangles = _add_triangles(figure, [question.id for question in survey.questions], ["#ffffff"] * 3)
    for q, (ax, question) in enumerate(zip(triangles, survey.questions, strict=True)):
        for k in clusters:
            density = ternary_table(draws[:, k, q])
            (_fill_regions if alone else _outline_regions)(ax, density, colors[k])
            if "truth" in table:
                shares = _select(table, cluster=survey.cluster_names[k], question=question.id)["truth"]
                _mark_truth(ax, shares.tolist(), TRUTH if alone else colors[k])
    labels = [f"option {v + 1}" for v in range(3)]
    handles: list[Artist] = _corner_handles(["#ffffff"] * 3)
    if alone:
        name = survey.cluster_names[clusters[0]]
        _explain(figure, handles, labels, f"{name}. {_SHADES}", "truth" in table)
    else:
        handles += [Line2D([], [], color=colors[k], lw=2.0) for k in clusters]
        labels += [survey.cluster_names[k] for k in clusters]
        borders = "Borders: smallest regions that hold 50 % (heavy) and 95 % of the posterior"
        _explain(figure, handles, labels, borders, "truth" in table, INK)
    return figure


def _phi_intervals(posterior: Posterior, clusters: list[int], table: Table, figure: Canvas | None) -> Canvas:
    survey = posterior.survey
    colors = survey_colors(survey)
    rows, columns = arrange_panels(survey.n_questions, 2)
    # A row of panels is as high as the longest list of options in it.
    padded = np.zeros(rows * columns)
    padded[: survey.n_questions] = [len(kind_of(question).rows(question)) for question in survey.questions]
    heights = padded.reshape(rows, columns).max(axis=1) * max(0.09 * len(clusters), 0.24)
    figure = new_figure(figure, 4.0 * columns, float(heights.sum()) + 0.75 * rows + 0.5)
    grid = figure.add_gridspec(rows, columns, height_ratios=heights.tolist())
    for q, question in enumerate(survey.questions):
        ax = figure.add_subplot(grid[q // columns, q % columns])
        shown = kind_of(question).rows(question)
        options = np.arange(len(shown), dtype=float)
        for place, k in enumerate(clusters):
            shift = 0.8 * ((place + 0.5) / len(clusters) - 0.5)
            rows_of = _select(table, cluster=survey.cluster_names[k], question=question.id)
            _draw_intervals(ax, rows_of, options + shift, colors[k])
        if not kind_of(question).counted:
            _style_means(ax, question.unit)
        else:
            _style_shares(ax)
        ax.set_ylim(len(options) - 0.5, -0.5)
        write_ticks(ax.yaxis, options.tolist(), list(shown), 22, 2)
        write(ax.set_title("", fontsize=MEDIUM, loc="left"), question.text or question.id, 34, 2)
    handles = _corner_handles([colors[k] for k in clusters], "o" * len(clusters))
    _explain(figure, handles, [survey.cluster_names[k] for k in clusters], "", "truth" in table)
    return figure


def _add_triangles(figure: Canvas | None, titles: Sequence[str], colors: Sequence[str]) -> tuple[Canvas, list[Any]]:
    """Draw empty triangles with these titles, corners in these colours; return the figure and its axes."""
    try:
        import_module("mpltern")  # It adds the projection to matplotlib.
    except ImportError as error:
        raise InputError(
            f"Figures of triangles need bayeshat[plot]: pip install 'bayeshat[plot]'; got: {error}. Install it, or use "
            "the tables of bayeshat.report, which hold the same numbers."
        ) from None
    rows, columns = arrange_panels(len(titles), 5)
    figure = new_figure(figure, max(1.5 * columns, 5.0), 1.5 * rows + 0.9)
    triangles = []
    for place, title in enumerate(titles):
        ax: Any = figure.add_subplot(rows, columns, place + 1, projection="ternary")
        for axis in (ax.taxis, ax.laxis, ax.raxis):
            axis.set_ticks([])
        for spine in ax.spines.values():
            spine.set_linewidth(0.6)
            spine.set_color(INK)
        for corner, color, marker in zip(CORNERS, colors, _MARKERS, strict=True):
            ax.plot(*[[part] for part in corner], marker=marker, color=color, ms=4.5, mec=INK, mew=0.4, clip_on=False)
        write(ax.set_title("", fontsize=SMALL, pad=14), title, 20)
        triangles.append(ax)
    return figure, triangles


def _fill_regions(ax: Any, table: Table, color: str) -> None:
    """Fill the smallest regions that hold 25 %, 50 %, 75 % and 95 %; smaller regions are darker."""
    inside = np.array(table["inside"])
    edges = [0.0, *REGIONS[::-1]]
    shades = [_mix_with_white(color, strength) for strength in _STRENGTHS[::-1]]
    parts = [table[name] for name in ("first", "second", "third")]
    if inside.min() < REGIONS[0]:
        ax.tricontourf(*parts, inside, levels=edges, colors=shades)


def _outline_regions(ax: Any, table: Table, color: str) -> None:
    """Draw the borders of the smallest regions that hold 50 % (heavy) and 95 % (light)."""
    parts = [table[name] for name in ("first", "second", "third")]
    inside = np.array(table["inside"])
    for level, width in ((0.5, 1.4), (0.95, 0.7)):
        if inside.min() < level < inside.max():
            ax.tricontour(*parts, inside, levels=[level], colors=[color], linewidths=width)


def _mark_truth(ax: Any, shares: Sequence[float], color: str = TRUTH) -> None:
    """Put a dot at the truth."""
    ax.plot(*[[share] for share in shares], color=color, clip_on=False, **_TRUTH_DOT)


def _corner_handles(colors: Sequence[str], markers: Sequence[str] = _MARKERS) -> list[Artist]:
    """Return the legend's marks for the corners."""
    pairs = zip(colors, markers, strict=True)
    return [Line2D([], [], marker=marker, ls="", color=color, ms=6, mec=INK, mew=0.4) for color, marker in pairs]


def _mix_with_white(color: str, strength: float) -> tuple[float, float, float]:
    red, green, blue = (1 - strength * (1 - part) for part in to_rgb(color))
    return red, green, blue


def _is_triangle(question: Question) -> bool:
    """Return whether a question's answers are three shares of one whole."""
    return kind_of(question).plain and len(question.options) == 3


def _explain(
    figure: Canvas, handles: Sequence[Artist], labels: Sequence[str], words: str, truth: bool, ink: str = TRUTH
) -> None:
    """Explain corners, shades and dots in a legend and a line of text."""
    if truth:
        handles, labels = [*handles, Line2D([], [], ls="", color=ink, **_TRUTH_DOT)], [*labels, "truth"]
    add_legend(figure, handles, labels)
    if words:
        write(figure.supxlabel("", fontsize=MEDIUM), words, 100)


def _select(table: Table, **values: str) -> dict[str, np.ndarray]:
    """Return the numbers of the rows that have these values in their columns."""
    keep = np.ones(len(table["mean"]), dtype=bool)
    for column, value in values.items():
        keep &= np.array([cell == value for cell in table[column]])
    return {name: np.array(table[name])[keep] for name in ("mean", "low", "high", "truth") if name in table}


def _draw_intervals(
    ax: Axes, rows: dict[str, np.ndarray], places: np.ndarray, color: str, *, thin: bool = False
) -> None:
    """Draw a line from low to high and a dot at the mean for each row, and a red mark at the truth."""
    ax.hlines(places, rows["low"], rows["high"], color=color, lw=0.5 if thin else 2.2, alpha=0.55)
    ax.plot(rows["mean"], places, ls="", marker="o", ms=1.4 if thin else 4, color=color, mec="none", zorder=3)
    if "truth" in rows:
        style = {"marker": "|", "ms": 2.0} if thin else {"marker": "D", "ms": 3.2, "mec": "white", "mew": 0.4}
        ax.add_line(Line2D(rows["truth"], places, ls="", color=TRUTH, zorder=4, **style))  # type: ignore[arg-type]


def _style_means(ax: Axes, unit: str) -> None:
    """Style an axis of numbers, with a few faint lines."""
    style_axes(ax, keep=("bottom",))
    ax.locator_params(axis="x", nbins=5)
    ax.grid(axis="x", color=FAINT, lw=0.5, zorder=0)
    write(ax.set_xlabel("", fontsize=SMALL), unit, 20)
    ax.tick_params(axis="y", length=0)


def _style_shares(ax: Axes) -> None:
    """Style an axis of shares from 0 to 1, with lines at 0, a half and 1."""
    style_axes(ax, keep=("bottom",))
    ax.set_xlim(-0.02, 1.02)
    ax.set_xticks([0, 0.5, 1], labels=["0", "½", "1"])
    for place in (0, 0.5, 1):
        ax.axvline(place, color=FAINT, lw=0.5, zorder=0)
    ax.tick_params(axis="y", length=0)
