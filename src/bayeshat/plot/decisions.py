"""What was decided: who is in which group, how large the groups are, and what sizes cost."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import Bbox

from ..engine.decision import Decision
from ..errors import InputError
from ..report.colors import group_colors, text_on
from ..report.figure_tables import decision_table, trade_off_table
from ..report.result import Result
from ..report.tables import wanted_in_words
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
)
from .text import write, write_ticks

Array = np.ndarray

# More people than this are drawn as thin strips, without names.
_MAX_NAMED = 80


def decision(result: Result, *, figure: Canvas | None = None) -> Canvas:
    """Draw who is in which group, and how certain that is.

    There is one bar per person, group by group, the most certain person first. The outlined part on the left is the
    probability of the person's own group; the others follow. With more than 80 people, bars are thin and have no names.

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
    >>> len(bh.plot.decision(result).axes)
    4
    """
    table = decision_table(result)
    groups = result.decision.names
    houses = [column.removeprefix("share of ") for column in table if column.startswith("share of ")]
    colors = result_colors(result, houses)
    n_people = len(table["name"])
    named = n_people <= _MAX_NAMED
    # Even the smallest group has room for its heading.
    room = [max(size, 1 if named else 0.03 * n_people) for size in result.decision.sizes.tolist()]
    height = (0.17 * sum(room) + 0.35 * len(groups) if named else max(7.0, 0.45 * len(groups))) + 0.8
    figure = new_figure(figure, 6.5, height)
    grid = figure.add_gridspec(len(groups), 1, height_ratios=room, hspace=0.02)
    shares = np.column_stack([table[f"share of {house}"] for house in houses])
    for g, group in enumerate(groups):
        ax = figure.add_subplot(grid[g])
        rows = np.array([name == group for name in table["group"]])
        own = houses.index(group) if group in houses else None
        _draw_bars(ax, shares[rows], own, colors, outlined=named)
        _style_bars(ax, f"{group} ({int(rows.sum())})", last=g == len(groups) - 1)
        ax.set_ylim(max(int(rows.sum()), 1) - 0.5, -0.5)
        if named:
            people = [name for name, here in zip(table["name"], rows, strict=True) if here]
            write_ticks(ax.yaxis, list(range(len(people))), people)
    meaning = (
        "Probability of each house"
        if result.stands_for_houses
        else "Chance to share a cluster with each group, as shares"
    )
    mark = f"; {'outlined' if named else 'left of the line'}: their own group" if groups[0] in houses else ""
    figure.supxlabel(meaning + mark, fontsize=MEDIUM)
    add_color_legend(figure, colors, houses)
    return figure


def sizes(decision: Decision | Result, *, ax: Axes | None = None) -> Axes:
    """Draw the size of each group, and a black line at the wanted size.

    Parameters
    ----------
    decision
        What :func:`bayeshat.decide` returned; or :func:`bayeshat.sort_people`, whose survey may have colours.
    ax
        Where to draw; by default the axes of a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> ax = bh.plot.sizes(bh.decide([[0, 0, 1, 1], [0, 0, 0, 1]], {"red": 2, "blue": 2}))
    >>> [label.get_text() for label in ax.get_yticklabels()]
    ['red', 'blue']
    """
    decided = decision.decision if isinstance(decision, Result) else decision
    groups, sizes = list(decided.names), decided.sizes.tolist()
    n_groups = len(groups)
    ax = new_axes(ax, 5.0, 0.32 * n_groups + 0.8)
    fills = result_colors(decision, groups) if isinstance(decision, Result) else group_colors(groups)
    places = np.arange(n_groups)
    ax.barh(places, sizes, color=list(fills), height=0.7)
    lines = [] if decided.target is None else decided.target.tolist()
    for place, line in enumerate(lines):
        ax.vlines(line, place - 0.45, place + 0.45, color=INK, lw=2.0)
    for place, size in enumerate(sizes):
        low, high = decided.wanted_range(place) or (size, size)
        text = f" {size}" if low <= size <= high else f" {size}, wanted {wanted_in_words(decided, place)}"
        ax.text(max([size, *lines[place : place + 1]]), place, text, va="center", fontsize=MEDIUM, color=INK)
    style_axes(ax, keep=("bottom",))
    ax.set_ylim(n_groups - 0.4, -0.6)
    ax.set_xlim(0, 1.3 * max([1, *sizes, *lines]))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.tick_params(axis="y", length=0, labelsize=MEDIUM)
    write_ticks(ax.yaxis, places.tolist(), groups)
    ax.set_xlabel("people; line: wanted size" if decided.target is not None else "people", fontsize=MEDIUM)
    return ax


def trade_off(decisions: Sequence[Decision], *, ax: Axes | None = None) -> Axes:
    """Draw what it costs to meet the wanted sizes better: one point per decision, with the weight of its size term.

    Parameters
    ----------
    decisions
        What :func:`bayeshat.decide_path` returned.
    ax
        Where to draw; by default the axes of a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> path = bh.decide_path([[0, 0, 0, 1], [0, 0, 1, 1]], "balanced", [0, 1])
    >>> bh.plot.trade_off(path).get_ylabel()
    'expected VI (bits)'
    """
    if not decisions:
        raise InputError("decisions must hold at least one decision; got none. Make them with bayeshat.decide_path.")
    table = trade_off_table(decisions)
    ax = new_axes(ax, 5.5, 4.0)
    finite = np.isfinite(table["size distance"])
    x, y = np.array(table["size distance"])[finite], np.array(table["expected VI (bits)"])[finite]
    weights = [weight for weight, keep in zip(table["size weight"], finite, strict=True) if keep]
    ax.plot(x, y, color=FAINT, lw=1.2, zorder=1)
    ax.plot(x, y, ls="", marker="o", ms=6, color=ACCENT, mec="white", mew=0.6)
    style_axes(ax)
    ax.margins(0.15)
    ax.set_xlabel("distance from the wanted sizes (Aitchison)", fontsize=MEDIUM)
    ax.set_ylabel("expected VI (bits)", fontsize=MEDIUM)
    ax.set_title("λ: weight of the size term", loc="left", fontsize=MEDIUM)
    _name_points(ax, x, y, weights)
    return ax


def _draw_bars(ax: Axes, shares: Array, own: int | None, colors: Sequence[str], *, outlined: bool) -> None:
    """Draw one bar per row, the person's own group first; thin bars are drawn as areas, which is faster and sharper."""
    n_people, n_houses = shares.shape
    order = list(range(n_houses)) if own is None else [own, *(k for k in range(n_houses) if k != own)]
    left = np.zeros(n_people)
    places = np.arange(n_people)
    edges = np.concatenate([places - 0.5, [n_people - 0.5]])
    for k in order:
        right = left + shares[:, k]
        if outlined:
            edge = {"edgecolor": INK, "linewidth": 1.1, "zorder": 3} if k == own else {"linewidth": 0}
            ax.barh(places, shares[:, k], left=left, height=0.72, color=colors[k], **edge)
        elif n_people:
            ax.fill_betweenx(
                edges, np.append(left, left[-1]), np.append(right, right[-1]), step="post", color=colors[k], lw=0
            )
            if k == own:
                ax.step(np.append(right, right[-1]), edges, where="pre", color=INK, lw=1.1, zorder=3)
        left = right
    if outlined and own is not None:
        # The number, if it fits into the part.
        ink = text_on(colors[own])
        for place, share in enumerate(shares[:, own].tolist()):
            if share >= 0.08:
                ax.text(0.008, place, f"{share:.0%}", va="center", fontsize=SMALL, color=ink, zorder=4)


def _style_bars(ax: Axes, heading: str, *, last: bool) -> None:
    style_axes(ax, keep=())
    ax.set_xlim(0, 1)
    ax.set_yticks([])
    ax.tick_params(length=0)
    set_percents(ax.xaxis, labelled=last)
    write(ax.set_title("", loc="left", fontsize=MEDIUM, pad=2, color=INK, fontweight="bold"), heading)


def _name_points(ax: Axes, x: Array, y: Array, weights: Sequence[float]) -> None:
    """Label each point with its weights, so that labels do not overlap if possible."""
    names: dict[tuple[float, float], list[str]] = {}
    for place, weight in zip(zip(x.tolist(), y.tolist(), strict=True), weights, strict=True):
        names.setdefault(place, []).append("∞" if math.isinf(weight) else f"{weight:g}")
    width, height = ax.get_figure(root=True).get_size_inches() * 72 * 0.7  # type: ignore[union-attr]
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    taken: list[Bbox] = []
    for (x_here, y_here), words in names.items():
        x_points, y_points = (x_here - left) / (right - left) * width, (y_here - bottom) / (top - bottom) * height
        text = "λ = " + ", ".join(words)
        wide, high = 0.62 * SMALL * len(text), 1.3 * SMALL
        # Where a label may start, in points from its point: the first place that is free is taken.
        shifts = [
            (5, 3),
            (6, -high / 2),
            (-6 - wide, -high / 2),
            (-wide / 2, 6),
            (-wide / 2, -6 - high),
            (-6 - wide, -6 - high),
        ]
        boxes = [Bbox.from_bounds(x_points + across, y_points + up, wide, high) for across, up in shifts]
        free = (i for i, box in enumerate(boxes) if box.x0 >= 0 and box.x1 <= width and not box.count_overlaps(taken))
        chosen = next(free, 0)
        taken.append(boxes[chosen])
        ax.annotate(text, (x_here, y_here), shifts[chosen], textcoords="offset points", fontsize=SMALL, color=INK)
