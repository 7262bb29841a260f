"""Whether the model fits, and how many groups there are."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes

from ..checks.number_of_groups import Comparison
from ..checks.pairs import PairResiduals
from .canvas import FAINT, INK, MEDIUM, TRUTH, new_axes, style_axes, style_matrix
from .text import write_ticks

# The colours of residuals end at this many standard deviations.
_MAX_RESIDUAL = 5.0


def comparison(compared: Comparison, *, ax: Axes | None = None) -> Axes:
    """Draw how much worse each number of groups predicts than the best one (log density), with standard errors.

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
        The ``pairs`` of what :func:`bayeshat.check_model` returned; a dot marks a pair that does not fit.
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
    image = ax.imshow(check.residuals, cmap="PuOr_r", vmin=-_MAX_RESIDUAL, vmax=_MAX_RESIDUAL, interpolation="nearest")
    rows, columns = np.nonzero(check.odd)
    ax.plot(columns, rows, "o", color=INK, ms=3)
    style_matrix(ax, image, "misfit, in standard deviations")
    write_ticks(ax.yaxis, places, list(check.questions))
    return ax
