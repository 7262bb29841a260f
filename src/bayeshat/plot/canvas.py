"""What all figures share: a figure without a window, panels, colours, axes, legends."""

from __future__ import annotations

import math
from collections.abc import Sequence

from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure, SubFigure
from matplotlib.image import AxesImage
from matplotlib.patches import Patch

from ..report.colors import group_colors
from ..report.result import Result
from ..survey.spec import Survey
from .text import fit_words, write

Canvas = Figure | SubFigure

# Font sizes.
SMALL, MEDIUM = 7.0, 8.5
# Colours of text and marks, of lines in the background, of the truth, and of the one line that matters.
INK, FAINT = "#222222", "#bbbbbb"
TRUTH = "#d40000"
ACCENT = "#0072b2"


def new_figure(figure: Canvas | None, width: float, height: float) -> Canvas:
    """Return the given figure, or a new one (in inches) that keeps everything inside and opens no window."""
    return Figure(figsize=(width, height), layout="constrained") if figure is None else figure


def new_axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Return the given axes, or those of a new figure."""
    return new_figure(None, width, height).add_subplot() if ax is None else ax


def arrange_panels(n_panels: int, max_columns: int) -> tuple[int, int]:
    """Return the rows and columns of a grid for these panels."""
    n_columns = min(max_columns, n_panels)
    return math.ceil(n_panels / n_columns), n_columns


def survey_colors(survey: Survey) -> tuple[str, ...]:
    """Return the colours of a survey's clusters."""
    return group_colors(survey.cluster_names, [cluster.color for cluster in survey.clusters])


def result_colors(result: Result, groups: Sequence[str]) -> tuple[str, ...]:
    """Return the colours of groups: the survey's, if there is one for each, else new ones."""
    return survey_colors(result.survey) if len(groups) == result.survey.n_clusters else group_colors(groups)


def style_axes(ax: Axes, *, keep: Sequence[str] = ("left", "bottom")) -> None:
    """Remove all sides but these, and make the rest unobtrusive."""
    for side, spine in ax.spines.items():
        spine.set_visible(side in keep)
        spine.set_color(FAINT)
    ax.tick_params(labelsize=SMALL, color=FAINT, labelcolor=INK)


def style_matrix(ax: Axes, image: AxesImage, words: str) -> None:
    """Frame a matrix, and add a colour bar that these words explain."""
    style_axes(ax, keep=("left", "right", "top", "bottom"))
    ax.set_xticks([])
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.8)
    bar.set_label(words, fontsize=MEDIUM)
    bar.ax.tick_params(labelsize=SMALL)
    bar.ax.spines["outline"].set_visible(False)


def set_percents(axis: Axis, *, labelled: bool = True) -> None:
    """Put ticks at quarters from 0 to 100 %."""
    labels = ["0", "25 %", "50 %", "75 %", "100 %"]
    axis.set_ticks([0, 0.25, 0.5, 0.75, 1], labels=labels if labelled else [""] * len(labels))


def add_color_legend(figure: Canvas, colors: Sequence[str], labels: Sequence[str]) -> None:
    """Add a legend of these colours above everything."""
    add_legend(figure, [Patch(color=color) for color in colors], labels)


def add_legend(figure: Canvas, handles: Sequence[Artist], labels: Sequence[str]) -> None:
    """Add a legend above everything, with as many columns as fit; labels may be any text."""
    inches = figure.bbox.width / figure.get_figure(root=True).dpi
    widest = 0.55 + 0.075 * max(len(fit_words(label)[0]) for label in labels)
    columns = max(1, min(len(labels), int(inches / widest)))
    # Matplotlib leaves out labels that start with an underscore, so the text is set afterwards.
    placeholders = ["x"] * len(handles)
    legend = figure.legend(
        handles, placeholders, loc="outside upper center", ncols=columns, frameon=False, fontsize=MEDIUM
    )
    for text, label in zip(legend.get_texts(), labels, strict=True):
        write(text, label)
