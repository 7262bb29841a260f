"""Who shares a cluster with whom."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..engine.decision import Decision
from ..report.figure_tables import coclustering_table
from ._canvas import FAINT, INK, MEDIUM, SMALL, new_axes, style_axes
from ._text import write_ticks


def coclustering(draws: Any, decision: Decision | None = None, *, ax: Axes | None = None) -> Axes:
    """Draw the probability that each pair of people shares a cluster.

    Parameters
    ----------
    draws
        A posterior, or label draws, as for :func:`bayeshat.decide`; of at most 5000 people.
    decision
        People then come group by group, and lines show where groups end; without it, people who share most come
        together.
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
    # Everybody shares with themselves: shown, that would leave few shades for what is not known beforehand.
    np.fill_diagonal(together, np.nan)
    largest = max(math.ceil(10 * np.nanmax(together, initial=0.0)) / 10, 0.1)
    ax.set_facecolor(FAINT)
    image = ax.imshow(together, cmap="Blues", vmin=0, vmax=largest, interpolation="nearest")
    style_axes(ax, keep=("left", "right", "top", "bottom"))
    ax.set_xticks([])
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
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.8)
    bar.set_label("probability to share a cluster", fontsize=MEDIUM)
    bar.ax.tick_params(labelsize=SMALL)
    bar.ax.spines["outline"].set_visible(False)
    return ax
