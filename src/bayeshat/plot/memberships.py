"""What the answers say about people (theta) and about houses (phi)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.artist import Artist
from matplotlib.lines import Line2D

from ..kinds.question import Question
from ..kinds.table import kind_of
from ..report.figure_tables import answer_table, choose_cluster, choose_people, membership_table, ternary_table
from ..report.tables import Table
from ..sample.draws.posterior import Posterior
from ._canvas import INK, MEDIUM, SMALL, TRUTH, Canvas, add_legend, count_rows, new_figure, survey_colors
from ._intervals import MOST_NAMED, draw_intervals, select, style_means, style_shares
from ._ternary import (
    DENSITY,
    add_triangle,
    corner_handles,
    fill_regions,
    mark_corners,
    mark_truth,
    outline_regions,
    truth_handle,
)
from ._text import write, write_ticks

Array = np.ndarray

# More people than this get intervals, not a triangle each.
_MOST_TRIANGLES = 36
# More clusters than this get intervals: their borders in one triangle would be a tangle.
_MOST_OUTLINES = 4
_MARKS = ("o", "s", "^")
_SHADES = "Shades: smallest regions that hold 25, 50, 75 and 95 %"


def theta(
    posterior: Posterior,
    *,
    truth: Array | None = None,
    people: Sequence[str | int] | None = None,
    figure: Canvas | None = None,
) -> Canvas:
    """Draw everybody's memberships.

    With three clusters and up to 36 people, one triangle a person with the smallest regions that hold 25, 50, 75 and
    95 % of the posterior (Figure 1 of Silverman and Silverman 2017); else means with 95 % credible intervals (their
    Figure 2), from 61 people on sorted by their likeliest cluster and without names.

    Parameters
    ----------
    posterior
        What :func:`bayeshat.fit` returned.
    truth
        (N, K) true memberships, shown in red.
    people
        Whom to show, by name or number (from 0); by default everybody.
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
    if posterior.n_clusters == 3 and draws is not None and len(chosen) <= _MOST_TRIANGLES:
        return _theta_triangles(posterior, draws[:, :, chosen], table, figure)
    return _theta_intervals(posterior, chosen, table, figure)


def phi(
    posterior: Posterior,
    *,
    truth: Array | None = None,
    cluster: str | int | None = None,
    figure: Canvas | None = None,
) -> Canvas:
    """Draw how probable each answer is in a cluster, or which mean its numbers have, one panel a question.

    Questions with three options each: triangles with the smallest regions that hold 25, 50, 75 and 95 % of the
    posterior (Figures S1 to S3 of Silverman and Silverman 2017); for up to four clusters at once, borders of those that
    hold 50 and 95 %. Else means with 95 % credible intervals.

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
    if all(map(_is_triangle, posterior.survey.questions)) and len(chosen) <= _MOST_OUTLINES:
        return _phi_triangles(posterior, list(chosen), table, figure)
    return _phi_intervals(posterior, list(chosen), table, figure)


def _theta_triangles(posterior: Posterior, draws: Array, table: Table, figure: Canvas | None) -> Canvas:
    n_people = draws.shape[2]
    columns = min(5, n_people)
    rows = count_rows(n_people, columns)
    figure = new_figure(figure, max(1.5 * columns, 5.0), 1.5 * rows + 0.9)
    survey = posterior.survey
    colors = survey_colors(survey)
    for place in range(n_people):
        ax = add_triangle(figure, rows, columns, place + 1)
        fill_regions(ax, ternary_table(draws[:, :, place]), DENSITY)
        mark_corners(ax, colors, _MARKS)
        if "truth" in table:
            mark_truth(ax, table["truth"][3 * place : 3 * place + 3])
        write(ax.set_title("", fontsize=SMALL, pad=14), table["person"][3 * place], 20)
    handles, labels = corner_handles(colors, _MARKS), list(survey.cluster_names)
    _explain(figure, handles, labels, f"{_SHADES} of the posterior", "truth" in table)
    return figure


def _theta_intervals(posterior: Posterior, people: Array, table: Table, figure: Canvas | None) -> Canvas:
    clusters = posterior.survey.cluster_names
    n_people, thin = len(people), len(people) > MOST_NAMED
    columns = min(len(clusters), 6)
    rows = count_rows(len(clusters), columns)
    height = 7.5 if thin else max(1.6, 0.19 * n_people + 0.7)
    figure = new_figure(figure, max(1.35 * columns + (0.4 if thin else 1.6), 6.5), height * rows)
    means = np.array(table["mean"]).reshape(n_people, -1)
    likeliest = means.argmax(axis=1)
    order = np.lexsort((-means.max(axis=1), likeliest)) if thin else np.arange(n_people)
    places = np.empty(n_people)
    places[order] = np.arange(n_people)
    for k, (cluster, color) in enumerate(zip(clusters, survey_colors(posterior.survey), strict=True)):
        ax = figure.add_subplot(rows, columns, k + 1)
        draw_intervals(ax, select(table, cluster=cluster), places, color, thin=thin)
        style_shares(ax)
        ax.set_ylim(n_people - 0.4, -0.6)
        write(ax.set_title("", fontsize=MEDIUM, color=INK), cluster, 18)
        if thin:
            ax.set_yticks([])
            # Where one likeliest cluster ends and the next begins.
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
    columns = min(5, survey.n_questions)
    rows = count_rows(survey.n_questions, columns)
    figure = new_figure(figure, max(1.5 * columns, 5.0), 1.5 * rows + 0.9)
    colors = survey_colors(survey)
    alone = len(clusters) == 1
    draws = posterior.phi.reshape(-1, *posterior.phi.shape[2:])
    for q, question in enumerate(survey.questions):
        ax = add_triangle(figure, rows, columns, q + 1)
        mark_corners(ax, ["#ffffff"] * 3, _MARKS)
        for k in clusters:
            density = ternary_table(draws[:, k, q])
            (fill_regions if alone else outline_regions)(ax, density, colors[k])
            if "truth" in table:
                shares = select(table, cluster=survey.cluster_names[k], question=question.id)["truth"]
                mark_truth(ax, shares.tolist(), *([] if alone else [colors[k]]))
        write(ax.set_title("", fontsize=SMALL, pad=14), question.id, 20)
    labels = [f"option {v + 1}" for v in range(3)]
    handles: list[Artist] = corner_handles(["#ffffff"] * 3, _MARKS)
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
    columns = min(2, survey.n_questions)
    rows = count_rows(survey.n_questions, columns)
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
            rows_of = select(table, cluster=survey.cluster_names[k], question=question.id)
            draw_intervals(ax, rows_of, options + shift, colors[k])
        if not kind_of(question).counted:
            style_means(ax, question.unit)
        else:
            style_shares(ax)
        ax.set_ylim(len(options) - 0.5, -0.5)
        write_ticks(ax.yaxis, options.tolist(), list(shown), 22, 2)
        write(ax.set_title("", fontsize=MEDIUM, loc="left"), question.text or question.id, 34, 2)
    handles = corner_handles([colors[k] for k in clusters], "o" * len(clusters))
    names = [survey.cluster_names[k] for k in clusters]
    if "truth" in table:
        handles, names = [*handles, truth_handle()], [*names, "truth"]
    add_legend(figure, handles, names)
    return figure


def _is_triangle(question: Question) -> bool:
    """Say whether the answers to a question are three shares of one whole."""
    return kind_of(question).plain and len(question.options) == 3


def _explain(
    figure: Canvas, handles: Sequence[Artist], labels: Sequence[str], words: str, truth: bool, ink: str = TRUTH
) -> None:
    """Say what corners, shades and dots mean."""
    if truth:
        handles, labels = [*handles, truth_handle(ink)], [*labels, "truth"]
    add_legend(figure, handles, labels)
    write(figure.supxlabel("", fontsize=MEDIUM), words, 100)
