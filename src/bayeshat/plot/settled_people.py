"""How settled the groups are: the sure core, and the other ways to group these people."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Patch

from ..engine.uncertainty.uncertainty import Uncertainty
from ..errors import InputError
from ..report.colors import group_colors, text_on
from ..report.result import Result
from ..report.settled_tables import alternatives_table, core_table
from ._canvas import FAINT, INK, MEDIUM, SMALL, Canvas, add_legend, new_axes, new_figure, style_axes, survey_colors
from ._text import write, write_ticks

# People drawn at most; of more, those who are least settled.
_MOST_DRAWN = 80


def sure_core(result: Result, *, ax: Axes | None = None) -> Axes:
    """Draw how many people are settled, against the probability that counts as settled.

    The solid line looks at each person by themselves; the dashed one is the sure core: people who, with at least this
    probability, are all grouped rightly at once.

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
    ax.plot(table["probability"], table["all at once"], color="#0072b2", lw=1.6, ls="--", label="all at once")
    style_axes(ax)
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1.02)
    percents = ["0", "25 %", "50 %", "75 %", "100 %"]
    ax.set_xticks([0, 0.25, 0.5, 0.75, 1], labels=percents)
    ax.set_yticks([0, 0.25, 0.5, 0.75, 1], labels=percents)
    ax.set_xlabel(f"probability of belonging in their {result.noun}; line: settled", fontsize=MEDIUM)
    ax.set_ylabel("people with at least this probability", fontsize=MEDIUM)
    ax.legend(frameon=False, fontsize=SMALL, loc="lower left")
    return ax


def alternatives(result: Result, *, figure: Canvas | None = None) -> Canvas:
    """Draw the main ways to group these people, side by side: one row a person, one column a way.

    The first column is the decision; in the others, those who stay are pale. With more than 60 people, only those are
    drawn whom an alternative moves.

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
    drawn = np.sort(np.argsort(settled.sure_core.belonging[numbers], kind="stable")[:_MOST_DRAWN])
    ways = [column for column in table if column.startswith("way ")]
    colors = survey_colors(result.survey) if len(groups) == result.survey.n_clusters else group_colors(groups)
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
    add_legend(figure, [Patch(color=color) for color in colors], groups)
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
