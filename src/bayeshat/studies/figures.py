"""The study's pictures: its two own ones, and those of the example data sets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ..engine.decide import decide_path
from ..report.files import write_figure
from ..report.result import Result
from ..report.tables import Table
from .designs import DECISIONS, DESIGNS, HOUSES, PSEUDOCOUNT, RULES, Design, decide_by, draw_data_set, sample
from .sensitivity import SIZE_WEIGHTS

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# Okabe and Ito's colours, which people with colour-blindness can tell apart; markers differ as well.
COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00")
MARKERS = ("o", "s", "^", "D", "v")
# Pictures with so many lines that they would be large as SVG.
_DENSE = ("theta", "phi", "trace", "rank", "autocorrelation")


def draw_distribution(data_sets: Table, distribution: Table) -> Figure:
    """Draw VI and accuracy of each decision over all data sets: boxes, means, and the paper's single figures."""
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    figure = Figure(figsize=(10, 6.4), layout="constrained")
    all_axes = figure.subplots(2, 2, sharex="col", sharey=True)
    titles = list(DECISIONS.values())
    for axes_row, design in zip(all_axes, DESIGNS, strict=True):
        for axes, measure in zip(axes_row, ("VI from truth", "accuracy"), strict=True):
            _draw_boxes(axes, design.name, measure, titles, data_sets, distribution)
            sizes = "/".join(map(str, design.sizes))
            axes.set_title(f"{design.name.capitalize()} groups ({sizes})", loc="left", fontsize=11)
            axes.grid(axis="x", color="0.9")
            axes.set_axisbelow(True)
    for axes in all_axes[:, 0]:
        axes.set_yticks(range(len(titles)), titles)
    all_axes[0, 0].invert_yaxis()
    all_axes[1, 0].set_xlabel("VI from the truth (bits; less is better)")
    all_axes[1, 1].set_xlabel("accuracy (more is better)")
    handles, names = all_axes[0, 0].get_legend_handles_labels()
    box = Patch(facecolor="0.85", edgecolor="0.5", label="quartiles, median; whiskers 5 % to 95 %")
    figure.legend([box, *handles], [str(box.get_label()), *names], loc="outside lower center", ncols=3, frameon=False)
    return figure


def _draw_boxes(
    axes: Axes, design: str, measure: str, titles: list[str], data_sets: Table, distribution: Table
) -> None:
    chosen = [
        [
            value
            for d, t, value in zip(data_sets["design"], data_sets["decision"], data_sets[measure], strict=True)
            if (d, t) == (design, title)
        ]
        for title in titles
    ]
    boxes = axes.boxplot(
        chosen,
        positions=range(len(titles)),
        orientation="horizontal",
        widths=0.55,
        whis=(5, 95),
        showfliers=False,
        patch_artist=True,
        medianprops={"color": "black", "linewidth": 1.5},
    )
    for box, color in zip(boxes["boxes"], COLORS, strict=True):
        box.set(facecolor=color, alpha=0.35, edgecolor=color)
    axes.plot([np.mean(values) for values in chosen], range(len(titles)), "ko", ms=5, label="mean")
    papers = [
        (paper, titles.index(title))
        for d, title, m, paper in zip(
            *(distribution[name] for name in ("design", "decision", "measure", "paper")), strict=True
        )
        if (d, m) == (design, measure) and not np.isnan(paper)
    ]
    x, y = zip(*papers, strict=True)
    # Open, so that the mean can be seen in it.
    axes.plot(x, y, "D", color="black", mfc="none", ms=11, mew=1.6, label="the paper's one data set")


def draw_sensitivity(table: Table) -> Figure:
    """Draw how VI, accuracy and the group sizes move with λ and δ."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11, 6.4), layout="constrained")
    all_axes = figure.subplots(2, 3, sharex=True, sharey="col")
    columns = {name: np.array(values) for name, values in table.items()}
    weights = np.unique(columns["size weight"])
    for axes_row, design in zip(all_axes, DESIGNS, strict=True):
        for i, pseudocount in enumerate(np.unique(columns["pseudocount"])):
            here = (columns["design"] == design.name) & (columns["pseudocount"] == pseudocount)
            style: dict[str, Any] = {"color": COLORS[i], "marker": MARKERS[i], "ms": 5, "lw": 1.6}
            label = f"δ = {pseudocount:g}"
            for axes, name in zip(axes_row[:2], ("VI from truth", "accuracy"), strict=True):
                axes.plot(range(len(weights)), columns[name][here], label=label, **style)
            axes_row[2].plot(range(len(weights)), columns["largest group"][here], **style)
            axes_row[2].plot(range(len(weights)), columns["smallest group"][here], linestyle="--", **style)
        for wanted in (max(design.sizes), min(design.sizes)):
            axes_row[2].axhline(wanted, color="0.4", lw=1, zorder=1)
        axes_row[2].set_yticks(range(0, sum(design.sizes) + 1, 5))
        sizes = "/".join(map(str, design.sizes))
        axes_row[0].set_title(f"{design.name.capitalize()} groups ({sizes})", loc="left", fontsize=11)
        words = ("VI from the truth (bits)", "accuracy", "people in a group")
        for axes, word in zip(axes_row, words, strict=True):
            axes.set_ylabel(word)
            axes.grid(color="0.9")
            axes.set_axisbelow(True)
        axes_row[2].set_title("largest (solid), smallest (dashed), wanted (grey)", loc="left", fontsize=9)
    for axes in all_axes[1]:
        axes.set_xticks(range(len(weights)), [f"{weight:g}" for weight in weights])
        axes.set_xlabel("weight of the size term, λ")
    handles, names = all_axes[0, 0].get_legend_handles_labels()
    figure.legend(handles, names, loc="outside lower center", ncols=len(names), frameon=False)
    return figure


def save_figures(folder: Path, tables: dict[str, Table], seed: int, tell: Callable[[float, str], None]) -> list[Path]:
    """Draw and save everything; return the files."""
    folder.mkdir(exist_ok=True)
    made = save(draw_distribution(tables["data_sets"], tables["distribution"]), folder / "distribution")
    made += save(draw_sensitivity(tables["sensitivity"]), folder / "sensitivity")
    for i, design in enumerate((*DESIGNS, HOUSES)):
        tell((i + 0.5) / 4, f"figures: {design.name}")
        made += save_example(folder, design, seed)
    return made


def save_example(folder: Path, design: Design, seed: int) -> list[Path]:
    """Sample the example data set again, and draw what bayeshat draws of any posterior and decision."""
    from .. import plot

    data = draw_data_set(design, seed, 0)
    posterior = sample(data)
    rule = next(rule for rule in RULES if rule.key == "free")
    decision = decide_by(rule, posterior, design, data.deciding_seed)
    path = decide_path(
        posterior,
        design.target,
        SIZE_WEIGHTS,
        loss="vi",
        labels="free",
        pseudocount=PSEUDOCOUNT,
        rng=data.deciding_seed,
        threads=1,
    )
    result = Result(data.survey, data.simulation.answers, posterior, decision, None)
    drawn: dict[str, Callable[[], Any]] = {
        "theta": lambda: plot.theta(posterior, truth=data.simulation.theta),
        "phi": lambda: plot.phi(posterior, truth=data.simulation.phi),
        "decision": lambda: plot.decision(result),
        "sizes": lambda: plot.sizes(decision),
        "coclustering": lambda: plot.coclustering(posterior, decision),
        "trade-off": lambda: plot.trade_off(path),
    }
    if design is DESIGNS[0]:
        drawn |= {
            "trace": lambda: plot.trace(posterior),
            "rank": lambda: plot.rank(posterior),
            "autocorrelation": lambda: plot.autocorrelation(posterior),
        }
    made = []
    for name, draw in drawn.items():
        endings = ("png",) if name in _DENSE else ("png", "svg")
        made += save(_figure_of(draw()), folder / f"{design.name}-{name}", endings)
    return made


def save(figure: Figure, stem: Path, endings: tuple[str, ...] = ("png", "svg")) -> list[Path]:
    """Save a figure in each of these forms."""
    return [write_figure(figure, stem.with_name(f"{stem.name}.{ending}")) for ending in endings]


def _figure_of(drawn: Any) -> Any:
    """Return the figure of what a plotting function returned: itself, or that of its axes."""
    return drawn if hasattr(drawn, "savefig") else np.ravel(np.asarray(drawn, dtype=object))[0].get_figure()
