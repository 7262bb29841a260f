"""How certain the groups are: who shares a cluster with whom, the sure core, and other ways to group people."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..engine.decision import Decision
from ..engine.uncertainty.uncertainty import Uncertainty
from ..errors import InputError
from ..report.colors import text_on
from ..report.figure_tables import coclustering_table
from ..report.result import Result
from ..report.settled_tables import alternatives_table, core_table
from .canvas import (
    ACCENT,
    FAINT,
    INK,
    MEDIUM,
    SMALL,
    Canvas,
    add_color_legend,
    new_axes,
    new_figure,
    result_colors,
    set_percents,
    style_axes,
    style_matrix,
)
from .text import write, write_ticks

# At most this many people are drawn: those whose place is least certain.
_MAX_DRAWN = 80


def coclustering(draws: Any, decision: Decision | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw the probability that each pair of people shares a cluster.

    Parameters
    ----------
    draws
        A posterior, or label draws, as for :func:`bayeshat.decide`; of at most 5000 people.
    decision
        Orders people by group, with lines between the groups. Without it, people who share most are side by side.
    ax
        Where to draw; by default the axes of a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> draws = [[0, 0, 1, 1], [0, 0, 0, 1]]
    >>> ax = bh.plot.coclustering(draws, bh.decide(draws, [2, 2]))
    >>> ax.images[0].get_array().shape
    (4, 4)
    """
    table = coclustering_table(draws, decision)
    ax = new_axes(ax, 6.0, 5.0)
    together = np.array(table["together"])
    # Everybody shares with themselves. Shown, that would leave few shades for all others.
    np.fill_diagonal(together, np.nan)
    largest = max(math.ceil(10 * np.nanmax(together, initial=0.0)) / 10, 0.1)
    ax.set_facecolor(FAINT)
    image = ax.imshow(together, cmap="Blues", vmin=0, vmax=largest, interpolation="nearest")
    style_matrix(ax, image, "probability to share a cluster")
    ax.tick_params(length=0, labelsize=MEDIUM)
    if decision is None:
        ax.set_yticks([])
        ax.set_xlabel(f"{len(table['number'])} people, those who share most side by side", fontsize=MEDIUM)
    else:
        ends = np.cumsum(decision.sizes)
        starts = ends - decision.sizes
        for edge in np.unique(ends[:-1]):
            ax.axhline(edge - 0.5, color=INK, lw=1.0)
            ax.axvline(edge - 0.5, color=INK, lw=1.0)
        shown = np.flatnonzero(decision.sizes > 0)
        names = [f"{decision.names[g]} ({decision.sizes[g]})" for g in shown]
        write_ticks(ax.yaxis, ((starts + ends - 1) / 2)[shown].tolist(), names)
        ax.set_xlabel(f"{decision.n_people} people by group", fontsize=MEDIUM)
    return ax


def sure_core(result: Result, *, ax: Axes | None = None) -> Axes:
    """Draw how many people belong in their group with at least a given probability.

    The solid line counts people one by one. The dashed line is the sure core: people who are all in their right group
    at the same time with at least this probability.

    Parameters
    ----------
    result
        What :func:`bayeshat.sort_people` returned.
    ax
        Where to draw; by default the axes of a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> result = bh.sort_people(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> bh.plot.sure_core(result).get_ylabel()
    'people with at least this probability'
    """
    settled = _measure(result)
    table, level = core_table(settled), settled.sure_core.level
    ax = new_axes(ax, 5.0, 3.4)
    ax.axvline(level, color=FAINT, lw=1.0)
    ax.plot(table["probability"], table["each"], color=INK, lw=1.6, label="each by themselves")
    ax.plot(table["probability"], table["all at once"], color=ACCENT, lw=1.6, ls="--", label="all at once")
    style_axes(ax)
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.02)
    set_percents(ax.xaxis)
    set_percents(ax.yaxis)
    noun = "house" if result.noun == "house" else "group"
    ax.set_xlabel(f"probability of belonging in their {noun}; line: settled", fontsize=MEDIUM)
    ax.set_ylabel("people with at least this probability", fontsize=MEDIUM)
    ax.legend(frameon=False, fontsize=SMALL, loc="lower left")
    return ax


def alternatives(result: Result, *, figure: Canvas | None = None) -> Canvas:
    """Draw the main ways to group these people side by side: one row per person, one column per way.

    The first column is the decision; in the others, people who stay are pale. With more than 60 people, only those
    who move in an alternative are drawn.

    Parameters
    ----------
    result
        What :func:`bayeshat.sort_people` returned.
    figure
        Where to draw; by default a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> result = bh.sort_people(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> [ax] = bh.plot.alternatives(result).axes
    >>> len(ax.get_xticklabels()) == len(result.how_settled().alternatives)
    True
    """
    settled = _measure(result)
    groups = result.decision.names
    table = alternatives_table(settled, groups)
    numbers = np.array(table["number"], dtype=np.int64)
    drawn = np.sort(np.argsort(settled.sure_core.belonging[numbers], kind="stable")[:_MAX_DRAWN])
    ways = [column for column in table if column.startswith("way ")]
    colors = result_colors(result, groups)
    figure = new_figure(figure, 2.2 + 1.1 * len(ways), 0.17 * max(len(drawn), 4) + 1.1)
    ax = figure.add_subplot()
    for w, way in enumerate(ways):
        for row, n in enumerate(drawn.tolist()):
            group = table[way][n]
            moved = group != table[ways[0]][n]
            color = colors[groups.index(group)]
            ax.barh(row, 0.94, left=w, height=0.86, color=color, alpha=1.0 if moved or w == 0 else 0.25)
            if moved:
                cell = ax.text(w + 0.47, row, "", ha="center", va="center", fontsize=SMALL, color=text_on(color))
                write(cell, group, longest=14)
    style_axes(ax, keep=())
    ax.set_xlim(0, len(ways))
    ax.set_ylim(max(len(drawn), 1) - 0.5, -0.5)
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    headings = ["decision", *ways[1:]]
    told = [f"{word}\n{way.weight:.0%}" for word, way in zip(headings, settled.alternatives, strict=True)]
    ax.set_xticks([w + 0.47 for w in range(len(ways))], labels=told)
    write_ticks(ax.yaxis, list(range(len(drawn))), [table["name"][n] for n in drawn])
    if len(drawn) < len(numbers):
        ax.set_xlabel(f"the {len(drawn)} least settled of {len(numbers)} whom another way moves", fontsize=SMALL)
    elif len(ways) == 1:
        ax.set_xlabel("No other way stands out.", fontsize=MEDIUM)
    add_color_legend(figure, colors, groups)
    return figure


def _measure(result: Result) -> Uncertainty:
    settled = result.how_settled()
    if not result.separates:
        raise InputError(
            "result must come from answers that separate people; got answers that hardly do, so that nobody's place "
            "can be judged. Ask more people, or other questions."
        )
    if settled is None:
        raise InputError("result must have at least two groups; got one, in which everybody is. Sort into more groups.")
    return settled
