"""How the chains went, drawn by ArviZ."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import InputError
from ..report.figure_tables import chains_table, thin_chains
from ..report.tables import Table
from ..sample.posterior import Posterior
from .canvas import INK, MEDIUM, SMALL, Canvas, arrange_panels, new_figure, style_axes
from .text import write

# Colours of Okabe and Ito that show as thin lines on white.
_CHAINS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00")


def trace(posterior: Posterior, *, parameters: int | Sequence[str] = 5, figure: Canvas | None = None) -> Canvas:
    """Draw the draws in order, each chain in its colour: chains must look alike, without trends.

    Parameters
    ----------
    posterior
        What :func:`bayeshat.fit` returned.
    parameters
        How many parameters to show besides the log likelihood, those that mix worst; or the names of the parameters
        to show, as in ``posterior.summary()``.
    figure
        Where to draw; by default a new figure.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> posterior = bh.fit(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> len(bh.plot.trace(posterior, parameters=["log likelihood"]).axes)
    1
    """
    return _draw("plot_trace", "draw", posterior, parameters, figure)


def rank(posterior: Posterior, *, parameters: int | Sequence[str] = 5, figure: Canvas | None = None) -> Canvas:
    """Draw how far the ranks of each chain's draws among all draws are from uniform.

    Lines must stay near 0: within the grey band, or without marked points, depending on the version of ArviZ. Both
    checks assume independent draws, so the chains are thinned to about the smallest effective sample size.

    Parameters
    ----------
    posterior, parameters, figure
        As for :func:`trace`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> posterior = bh.fit(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> len(bh.plot.rank(posterior, parameters=["log likelihood"]).axes)
    1
    """
    return _draw("plot_rank", "rank among all draws, from 0 to 1", posterior, parameters, figure)


def autocorrelation(
    posterior: Posterior, *, parameters: int | Sequence[str] = 5, figure: Canvas | None = None
) -> Canvas:
    """Draw how much draws resemble earlier ones: lines must soon fall into the grey band.

    Parameters
    ----------
    posterior, parameters, figure
        As for :func:`trace`.

    Examples
    --------
    >>> import bayeshat as bh
    >>> survey = bh.Survey.load("hogwarts")
    >>> people = bh.simulate(survey, 8, rng=1).answers
    >>> posterior = bh.fit(survey, people, draws=50, tune=50, max_draws=50, rng=1)
    >>> len(bh.plot.autocorrelation(posterior, parameters=["log likelihood"]).axes)
    1
    """
    return _draw("plot_autocorr", "lag", posterior, parameters, figure)


def _draw(
    kind: str, label: str, posterior: Posterior, parameters: int | Sequence[str], figure: Canvas | None
) -> Canvas:
    arviz = _load_arviz()
    table = chains_table(posterior, parameters)
    if kind == "plot_rank":
        table = thin_chains(table)
    n_panels = len(table["parameter"])
    rows, columns = arrange_panels(n_panels, 2)
    figure = new_figure(figure, 7.5, 1.5 * rows + 0.5)
    panels = [figure.add_subplot(rows, columns, place + 1) for place in range(n_panels)]
    data, collection = _collect(arviz, table, figure, panels)
    # We write the titles, because ArviZ's font may lack characters of a name.
    visuals = {"title": False, "xlabel": False}
    getattr(arviz, kind)(data, sample_dims=["chain", "draw"], plot_collection=collection, visuals=visuals)
    for ax, name, r_hat, bulk in zip(panels, table["parameter"], table["r_hat"], table["ess_bulk"], strict=True):
        style_axes(ax)
        title = ax.set_title("", fontsize=SMALL, color=INK, loc="left")
        write(title, name, 50)
        title.set_text(f"{title.get_text()}\nR-hat {r_hat:.3f}, effective sample size {bulk:.0f}")
        for line in ax.lines:
            line.set_linewidth(0.5 if kind == "plot_trace" else 1.2)
    figure.supxlabel(label, fontsize=MEDIUM)
    return figure


def _collect(arviz: Any, table: Table, figure: Canvas, panels: Sequence[Any]) -> tuple[Any, Any]:
    """Return the draws in ArviZ's form, and a collection of our panels to draw on, so that it opens no window."""
    import xarray

    places = np.arange(len(panels))
    draws = np.moveaxis(np.stack(table["draws"]), 0, -1)
    coordinates = {"chain": np.arange(draws.shape[0]), "draw": np.arange(draws.shape[1]), "parameter": places}
    values = xarray.Dataset({"value": (("chain", "draw", "parameter"), draws)}, coords=coordinates)
    shown = np.empty(len(panels), dtype=object)
    shown[:] = panels
    indices = {"row_index": ("parameter", places // 2), "col_index": ("parameter", places % 2)}
    visuals = xarray.Dataset(
        {"figure": ((), np.array(figure, dtype=object)), "plot": ("parameter", shown), **indices},
        coords={"parameter": places},
    )
    collection = arviz.PlotCollection(
        values,
        xarray.DataTree(visuals),
        backend="matplotlib",
        aes={"color": ["chain"], "overlay": ["chain"]},
        color=[_CHAINS[chain % len(_CHAINS)] for chain in range(draws.shape[0])],
    )
    return xarray.DataTree.from_dict({"posterior": values}), collection


def _load_arviz() -> Any:
    try:
        from matplotlib import style

        # ArviZ up to 0.8, the last for Python 3.11, needs a module that matplotlib 3.11 has merged into its parent.
        missing = not hasattr(style, "core")
        if missing:
            style.core = style
        try:
            with warnings.catch_warnings():
                # Loading it makes matplotlib warn about coming versions, which our users cannot act on.
                warnings.simplefilter("ignore")
                import_module("arviz_plots.backend.matplotlib")
                return import_module("arviz_plots")
        finally:
            if missing:
                del style.core
    except ImportError as error:
        raise InputError(
            f"Figures of chains need bayeshat[plot]: pip install 'bayeshat[plot]'; got: {error}. Install it, or read "
            "posterior.summary()."
        ) from None
