"""Triangles: densities of three shares that add up to one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np
from matplotlib.artist import Artist
from matplotlib.colors import to_rgb
from matplotlib.lines import Line2D

from ..report.figure_tables import REGIONS
from ..report.tables import Table
from .canvas import INK, SMALL, TRUTH, Canvas, arrange_panels, new_figure
from .text import write

# How strong the colour of each region is, the largest region first.
STRENGTHS = (0.18, 0.4, 0.65, 0.9)
# Places just outside the corners: top, left, right.
CORNERS = ((1.06, -0.03, -0.03), (-0.03, 1.06, -0.03), (-0.03, -0.03, 1.06))
# The marks at the corners.
MARKERS = ("o", "s", "^")


def add_triangles(figure: Canvas | None, titles: Sequence[str], colors: Sequence[str]) -> tuple[Canvas, list[Any]]:
    """Draw empty triangles with these titles, corners in these colours; return the figure and its axes."""
    import_module("mpltern")  # It adds the projection to matplotlib.
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
        for corner, color, marker in zip(CORNERS, colors, MARKERS, strict=True):
            ax.plot(*[[part] for part in corner], marker=marker, color=color, ms=4.5, mec=INK, mew=0.4, clip_on=False)
        write(ax.set_title("", fontsize=SMALL, pad=14), title, 20)
        triangles.append(ax)
    return figure, triangles


def fill_regions(ax: Any, table: Table, color: str) -> None:
    """Fill the smallest regions that hold 25 %, 50 %, 75 % and 95 %; smaller regions are darker."""
    inside = np.array(table["inside"])
    edges = [0.0, *REGIONS[::-1]]
    shades = [_mix_with_white(color, strength) for strength in STRENGTHS[::-1]]
    parts = [table[name] for name in ("first", "second", "third")]
    if inside.min() < REGIONS[0]:
        ax.tricontourf(*parts, inside, levels=edges, colors=shades)


def outline_regions(ax: Any, table: Table, color: str) -> None:
    """Draw the borders of the smallest regions that hold 50 % (heavy) and 95 % (light)."""
    parts = [table[name] for name in ("first", "second", "third")]
    inside = np.array(table["inside"])
    for level, width in ((0.5, 1.4), (0.95, 0.7)):
        if inside.min() < level < inside.max():
            ax.tricontour(*parts, inside, levels=[level], colors=[color], linewidths=width)


def mark_truth(ax: Any, shares: Sequence[float], color: str = TRUTH) -> None:
    """Put a dot at the truth."""
    ax.plot(*[[share] for share in shares], marker="o", color=color, ms=4.5, mec="white", mew=0.6, clip_on=False)


def truth_handle(color: str = TRUTH) -> Artist:
    """Return the legend's mark for the truth."""
    return Line2D([], [], marker="o", ls="", color=color, ms=4.5, mec="white", mew=0.6)


def corner_handles(colors: Sequence[str], markers: Sequence[str] = MARKERS) -> list[Artist]:
    """Return the legend's marks for the corners."""
    pairs = zip(colors, markers, strict=True)
    return [Line2D([], [], marker=marker, ls="", color=color, ms=6, mec=INK, mew=0.4) for color, marker in pairs]


def _mix_with_white(color: str, strength: float) -> tuple[float, float, float]:
    red, green, blue = (1 - strength * (1 - part) for part in to_rgb(color))
    return red, green, blue
