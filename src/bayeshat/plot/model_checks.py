"""Whether the model fits, and how many groups there are."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from ..checking.compare_numbers import Comparison
from ..checking.pair_residuals import PairResiduals
from ._canvas import FAINT, INK, MEDIUM, SMALL, TRUTH, new_axes, style_axes
from ._text import write_ticks

# Residuals are shown up to so many standard deviations.
_MOST = 5.0


def comparison(compared: Comparison, *, ax: Axes | None = None) -> Axes:
    """Draw how much worse each number of groups predicts than the best (log density), with standard errors.

    Parameters
    ----------
    compared
        What :func:`bayeshat.compare` returned; the recommended number is red.
    ax
        Where to draw; by default the axes of a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("simulation-even")
    >>> people = bh.simulate(survey, 30, own=100, rng=1).answers
    >>> compared = bh.compare(survey, people, [1, 3], draws=50, tune=50, max_draws=50, rng=1)
    >>> bh.plot.comparison(compared).get_xticks().tolist()
    [1, 3]
    """
    table = compared.table()
    ax = new_axes(ax, 5.0, 3.2)
    for n, worse, error in zip(table["houses"], table["worse_by"], table["standard_error"], strict=True):
        color = TRUTH if n == compared.recommended else INK
        ax.errorbar([n], [-worse], yerr=[error], fmt="o", color=color, ms=4, lw=1.0)
    ax.axhline(0.0, color=FAINT, lw=0.8)
    ax.set_xticks(table["houses"])
    style_axes(ax)
    ax.set_xlabel("groups (red: recommended)", fontsize=MEDIUM)
    ax.set_ylabel("how well new people are predicted (best: 0)", fontsize=MEDIUM)
    return ax


def pair_residuals(check: PairResiduals, *, ax: Axes | None = None) -> Axes:
    """Draw how far each pair of questions is from what the model predicts.

    Parameters
    ----------
    check
        The ``pairs`` of what :func:`bayeshat.check_model` returned; a dot marks a pair that is called odd.
    ax
        Where to draw; by default the axes of a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> check = bh.check_model(bh.fit(survey, people, draws=50, tune=50, max_draws=50, rng=1))
    >>> bh.plot.pair_residuals(check.pairs).images[0].get_array().shape
    (8, 8)
    """
    ax = new_axes(ax, 5.0, 4.2)
    places = list(range(len(check.questions)))
    image = ax.imshow(check.residuals, cmap="PuOr_r", vmin=-_MOST, vmax=_MOST, interpolation="nearest")
    rows, columns = np.nonzero(check.odd)
    ax.plot(columns, rows, "o", color=INK, ms=3)
    style_axes(ax, keep=("left", "right", "top", "bottom"))
    write_ticks(ax.yaxis, places, list(check.questions))
    ax.set_xticks([])
    bar = ax.figure.colorbar(image, ax=ax, shrink=0.8)
    bar.set_label("misfit, in standard deviations", fontsize=MEDIUM)
    bar.ax.tick_params(labelsize=SMALL)
    bar.ax.spines["outline"].set_visible(False)
    return ax
