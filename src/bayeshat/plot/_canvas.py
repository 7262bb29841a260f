"""What all pictures share: a figure without a window, panels, colours, legends."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure, SubFigure

from ..report.colors import group_colors
from ..survey.spec import Survey
from ._text import fit_words, write

Canvas = Figure | SubFigure

SMALL, MEDIUM = 7.0, 8.5
INK, FAINT = "#222222", "#bbbbbb"
TRUTH = "#d40000"


def new_figure(figure: Canvas | None, width: float, height: float) -> Canvas:
    """Return the figure that was given, or a new one (inches) that keeps everything inside and opens no window."""
    return Figure(figsize=(width, height), layout="constrained") if figure is None else figure


def new_axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Return the axes that were given, or those of a new figure."""
    return new_figure(None, width, height).add_subplot() if ax is None else ax


def count_rows(n_panels: int, n_columns: int) -> int:
    """Return how many rows of panels are needed."""
    return max(1, math.ceil(n_panels / n_columns))


def survey_colors(survey: Survey) -> tuple[str, ...]:
    """Return the colours of a survey's clusters."""
    return group_colors(survey.cluster_names, [cluster.color for cluster in survey.clusters])


def style_axes(ax: Axes, *, keep: Sequence[str] = ("left", "bottom")) -> None:
    """Take away what carries no information."""
    for side, spine in ax.spines.items():
        spine.set_visible(side in keep)
        spine.set_color(FAINT)
    ax.tick_params(labelsize=SMALL, color=FAINT, labelcolor=INK)


def add_legend(figure: Canvas, handles: Sequence[Artist], labels: Sequence[str]) -> None:
    """Add a legend above everything, in as many columns as the figure is wide enough for; labels may be any text."""
    inches = figure.bbox.width / figure.get_figure(root=True).dpi
    widest = 0.55 + 0.075 * max(len(fit_words(label)[0]) for label in labels)
    columns = max(1, min(len(labels), int(inches / widest)))
    # Matplotlib leaves out labels that start with an underscore, so they get their text afterwards.
    placeholders = ["x"] * len(handles)
    legend = figure.legend(
        handles, placeholders, loc="outside upper center", ncols=columns, frameon=False, fontsize=MEDIUM
    )
    for text, label in zip(legend.get_texts(), labels, strict=True):
        write(text, label)
