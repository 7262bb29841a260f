"""Means with their 95 % intervals, one panel a house or a question."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..report.tables import Table
from ._canvas import FAINT, SMALL, TRUTH, style_axes
from ._text import write

# More rows than this are drawn thin, and without names.
MOST_NAMED = 60


def select(table: Table, **wanted: str) -> dict[str, np.ndarray]:
    """Return the numbers of those rows of a table that hold what is wanted in their columns."""
    keep = np.ones(len(table["mean"]), dtype=bool)
    for column, value in wanted.items():
        keep &= np.array([cell == value for cell in table[column]])
    return {name: np.array(table[name])[keep] for name in ("mean", "low", "high", "truth") if name in table}


def draw_intervals(
    ax: Axes, rows: dict[str, np.ndarray], places: np.ndarray, color: str, *, thin: bool = False
) -> None:
    """Draw a line from low to high and a dot at the mean of each row, and a red mark at the truth."""
    ax.hlines(places, rows["low"], rows["high"], color=color, lw=0.5 if thin else 2.2, alpha=0.55)
    ax.plot(rows["mean"], places, ls="", marker="o", ms=1.4 if thin else 4, color=color, mec="none", zorder=3)
    if "truth" in rows:
        style = {"marker": "|", "ms": 2.0} if thin else {"marker": "D", "ms": 3.2, "mec": "white", "mew": 0.4}
        ax.add_line(Line2D(rows["truth"], places, ls="", color=TRUTH, zorder=4, **style))  # type: ignore[arg-type]


def style_means(ax: Axes, unit: str) -> None:
    """Make an axis of numbers, with faint lines at a few of them."""
    style_axes(ax, keep=("bottom",))
    ax.locator_params(axis="x", nbins=5)
    ax.grid(axis="x", color=FAINT, lw=0.5, zorder=0)
    write(ax.set_xlabel("", fontsize=SMALL), unit, 20)
    ax.tick_params(axis="y", length=0)


def style_shares(ax: Axes) -> None:
    """Make an axis of shares from 0 to 1, with a line at each half."""
    style_axes(ax, keep=("bottom",))
    ax.set_xlim(-0.02, 1.02)
    ax.set_xticks([0, 0.5, 1], labels=["0", "½", "1"])
    for place in (0, 0.5, 1):
        ax.axvline(place, color=FAINT, lw=0.5, zorder=0)
    ax.tick_params(axis="y", length=0)
