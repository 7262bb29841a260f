"""The study's figures: two of all data sets, and those of the first data set of each design."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ..options import Progress
from ..report.files import write_figure
from ..report.result import Result
from ..report.tables import Table
from .designs import DECISIONS, DESIGNS, HOUSES, Design, decide_by, decide_weights, draw_data_set, sample
from .printed import MEASURES, find_column
from .tables import select

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The colours of Okabe and Ito, which colour-blind people can tell apart; markers differ as well.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00")
MARKERS = ("o", "s", "^", "D", "v")
# SVG files of these figures would be large, because they have very many lines.
DENSE = ("theta", "phi", "trace", "rank", "autocorrelation")


def draw_distribution(data_sets: Table) -> Figure:
    """Draw both measures of each decision over all data sets: boxes, means, and the paper's single figures."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    figure = Figure(figsize=(10, 6.4), layout="constrained")
    all_axes = figure.subplots(2, 2, sharex="col", sharey=True)
    for axes_row, design in zip(all_axes, DESIGNS, strict=True):
        printed = {place: find_column(design.name, key) for place, key in enumerate(DECISIONS)}
        for axes, measure in zip(axes_row, MEASURES, strict=True):
            _draw_boxes(
                axes, [select(data_sets, design=design.name, decision=title)[measure] for title in DECISIONS.values()]
            )
            papers = {place: column.measured[measure] for place, column in printed.items() if column}
            # Open, so that the mean can be seen in it.
            style = {"mfc": "none", "ms": 11, "mew": 1.6, "label": "the paper's one data set"}
            axes.plot(list(papers.values()), list(papers), "D", color="black", **style)
            _style(axes, "x", design)
    for axes in all_axes[:, 0]:
        axes.set_yticks(range(len(DECISIONS)), DECISIONS.values())
    all_axes[0, 0].invert_yaxis()
    all_axes[1, 0].set_xlabel("VI from the truth (bits; less is better)")
    all_axes[1, 1].set_xlabel("accuracy (more is better)")
    handles, names = all_axes[0, 0].get_legend_handles_labels()
    box = Patch(facecolor="0.85", edgecolor="0.5", label="quartiles, median; whiskers 5 % to 95 %")
    figure.legend([box, *handles], [str(box.get_label()), *names], loc="outside lower center", ncols=3, frameon=False)
    return figure


def _draw_boxes(axes: Axes, values: list[list[float]]) -> None:
    boxes = axes.boxplot(
        values,
        positions=range(len(values)),
        orientation="horizontal",
        widths=0.55,
        whis=(5, 95),
        showfliers=False,
        patch_artist=True,
        medianprops={"color": "black", "linewidth": 1.5},
    )
    for box, color in zip(boxes["boxes"], COLORS, strict=True):
        box.set(facecolor=color, alpha=0.35, edgecolor=color)
    axes.plot([np.mean(each) for each in values], range(len(values)), "ko", ms=5, label="mean")


def _style(axes: Axes, lines: Literal["x", "both"], design: Design | None) -> None:
    """Draw faint lines behind everything else, and write the design's name and sizes above."""
    axes.grid(axis=lines, color="0.9")
    axes.set_axisbelow(True)
    if design is not None:
        sizes = "/".join(map(str, design.sizes))
        axes.set_title(f"{design.name.capitalize()} groups ({sizes})", loc="left", fontsize=11)


def draw_sensitivity(table: Table) -> Figure:
    """Draw how VI, accuracy and the group sizes move with λ and δ."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 6.4), layout="constrained")
    all_axes = figure.subplots(2, 3, sharex=True, sharey="col")
    weights, pseudocounts = (sorted(set(table[name])) for name in ("size weight", "pseudocount"))
    places = range(len(weights))
    for axes_row, design in zip(all_axes, DESIGNS, strict=True):
        vi, accuracy, sizes = axes_row
        for pseudocount, color, marker in zip(pseudocounts, COLORS, MARKERS, strict=False):
            found = select(table, design=design.name, pseudocount=pseudocount)
            style: dict[str, Any] = {"color": color, "marker": marker, "ms": 5, "lw": 1.6}
            for axes, measure in ((vi, "VI from truth"), (accuracy, "accuracy")):
                axes.plot(places, found[measure], label=f"δ = {pseudocount:g}", **style)
            sizes.plot(places, found["largest group"], **style)
            sizes.plot(places, found["smallest group"], linestyle="--", **style)
        for wanted in (max(design.sizes), min(design.sizes)):
            sizes.axhline(wanted, color="0.4", lw=1, zorder=1)
        sizes.set_yticks(range(0, sum(design.sizes) + 1, 5))
        for axes, word in zip(axes_row, ("VI from the truth (bits)", "accuracy", "people in a group"), strict=True):
            axes.set_ylabel(word)
            _style(axes, "both", design if axes is vi else None)
        sizes.set_title("largest (solid), smallest (dashed), wanted (grey)", loc="left", fontsize=9)
    for axes in all_axes[1]:
        axes.set_xticks(places, [f"{weight:g}" for weight in weights])
        axes.set_xlabel("weight of the size term, λ")
    handles, names = all_axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False)
    return figure


def save_figures(folder: Path, tables: dict[str, Table], seed: int, tell: Progress) -> list[Path]:
    """Draw and save all figures; return the files."""
    folder.mkdir(exist_ok=True)
    files = save(draw_distribution(tables["data_sets"]), folder / "distribution")
    files += save(draw_sensitivity(tables["sensitivity"]), folder / "sensitivity")
    for i, design in enumerate((*DESIGNS, HOUSES)):
        tell((i + 0.5) / 4, f"figures: {design.name}")
        for name, figure in draw_example(design, seed).items():
            endings = ("png",) if name in DENSE else ("png", "svg")
            files += save(figure, folder / f"{design.name}-{name}", endings)
    return files


def draw_example(design: Design, seed: int) -> dict[str, Any]:
    """Sample the first data set again, and draw what bayeshat draws of any posterior and decision."""
    from .. import plot

    data = draw_data_set(design, seed, 0)
    posterior = sample(data)
    decision = decide_by("free", posterior, data)
    figures = {
        "theta": plot.theta(posterior, truth=data.simulation.theta),
        "phi": plot.phi(posterior, truth=data.simulation.phi),
        "decision": plot.decision(Result(data.survey, data.simulation.answers, posterior, decision, None)),
        "sizes": plot.sizes(decision).figure,
        "coclustering": plot.coclustering(posterior, decision).figure,
        "trade-off": plot.trade_off(decide_weights(posterior, data)).figure,
    }
    if design is DESIGNS[0]:
        figures |= {kind.__name__: kind(posterior) for kind in (plot.trace, plot.rank, plot.autocorrelation)}
    return figures


def save(figure: Any, stem: Path, endings: Sequence[str] = ("png", "svg")) -> list[Path]:
    """Save a figure in each of these forms."""
    return [write_figure(figure, stem.with_name(f"{stem.name}.{ending}")) for ending in endings]
