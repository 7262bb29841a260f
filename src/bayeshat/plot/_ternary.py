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
from ._canvas import INK, TRUTH, Canvas

# A shade of this ink, from faint to full, for each region, largest first.
_STRENGTH = (0.18, 0.4, 0.65, 0.9)
DENSITY = "#2a4b8d"
# Just outside the corners in the order of the parts: top, left, right.
_CORNERS = ((1.06, -0.03, -0.03), (-0.03, 1.06, -0.03), (-0.03, -0.03, 1.06))


def add_triangle(figure: Canvas, rows: int, columns: int, place: int) -> Any:
    """Add an empty triangle at a place (from 1) of a grid of panels."""
    import_module("mpltern")  # It makes the projection known to matplotlib.
    ax: Any = figure.add_subplot(rows, columns, place, projection="ternary")
    for axis in (ax.taxis, ax.laxis, ax.raxis):
        axis.set_ticks([])
    for spine in ax.spines.values():
        spine.set_linewidth(0.6)
        spine.set_color(INK)
    return ax


def mark_corners(ax: Any, colors: Sequence[str], markers: Sequence[str]) -> None:
    """Put a mark in the colour of its part at each corner."""
    for corner, color, marker in zip(_CORNERS, colors, markers, strict=True):
        ax.plot(*[[part] for part in corner], marker=marker, color=color, ms=4.5, mec=INK, mew=0.4, clip_on=False)


def fill_regions(ax: Any, table: Table, color: str) -> None:
    """Fill the smallest regions that hold 25 %, 50 %, 75 % and 95 %, the darker the smaller."""
    inside = np.array(table["inside"])
    edges = [0.0, *REGIONS[::-1]]
    shades = [mix(color, strength) for strength in _STRENGTH[::-1]]
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
    """Return what a legend shows of the truth."""
    return Line2D([], [], marker="o", ls="", color=color, ms=4.5, mec="white", mew=0.6)


def corner_handles(colors: Sequence[str], markers: Sequence[str]) -> list[Artist]:
    """Return what a legend shows of the corners."""
    pairs = zip(colors, markers, strict=True)
    return [Line2D([], [], marker=marker, ls="", color=color, ms=6, mec=INK, mew=0.4) for color, marker in pairs]


def mix(color: str, strength: float) -> tuple[float, float, float]:
    """Return a colour thinned with white."""
    red, green, blue = (1 - strength * (1 - part) for part in to_rgb(color))
    return red, green, blue
