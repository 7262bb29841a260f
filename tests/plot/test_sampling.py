"""Pictures of chains, drawn by ArviZ on figures of ours."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import numpy as np
import pytest
from matplotlib import pyplot, rcParams, style

import bayeshat as bh
from bayeshat.plot.sampling import _load_arviz
from bayeshat.report.figure_tables import chains_table, thin_chains


def test_the_tested_versions_of_arviz_and_matplotlib_load_together():
    """By themselves, without what our pictures do to make others work."""
    lines = (Path(__file__).parents[2] / "constraints.txt").read_text(encoding="utf-8").splitlines()
    tested = dict(line.split("==") for line in lines)
    installed = {name: version(name) for name in ("arviz-plots", "arviz-base", "arviz-stats", "matplotlib")}
    other = {name: found for name, found in installed.items() if found != tested[name]}
    if other:
        pytest.skip(f"other versions than those of constraints.txt are installed: {other}")
    loaded = subprocess.run([sys.executable, "-c", "import arviz_plots"], capture_output=True, text=True, check=False)
    assert loaded.returncode == 0, loaded.stderr


def test_traces_are_the_draws(four):
    _, result = four
    figure = bh.plot.trace(result.posterior, parameters=3)
    table = chains_table(result.posterior, 3)
    assert [ax.get_title(loc="left").split("\n")[0] for ax in figure.axes] == table["parameter"]
    for ax, draws in zip(figure.axes, table["draws"], strict=True):
        assert len({line.get_color() for line in ax.lines}) == 2
        for line, chain in zip(ax.lines, draws, strict=True):
            np.testing.assert_array_equal(line.get_ydata(), chain)


def test_autocorrelations_begin_at_one_and_go_on_as_computed(four):
    _, result = four
    figure = bh.plot.autocorrelation(result.posterior, parameters=["log likelihood"])
    (ax,) = figure.axes
    lines = [
        line.get_ydata() for line in ax.lines if np.ndim(line.get_ydata()) and line.get_ydata()[0] == pytest.approx(1)
    ]
    assert len(lines) == result.posterior.n_chains
    for line, chain in zip(lines, result.posterior.log_likelihood, strict=True):
        centred = chain - chain.mean()
        assert line[1] == pytest.approx((centred[1:] * centred[:-1]).sum() / (centred**2).sum(), abs=0.02)


def test_ranks_are_drawn_for_each_chain(four):
    _, result = four
    figure = bh.plot.rank(result.posterior, parameters=["log likelihood", "theta[Person 02, Slytherin]"])
    assert len(figure.axes) == 2
    for ax in figure.axes:
        colors = {line.get_color() for line in ax.lines if len(line.get_xdata()) > 10}
        assert len(colors) == result.posterior.n_chains


def test_ranks_are_those_of_thinned_draws(four, monkeypatch):
    _, result = four
    arviz, seen = _load_arviz(), []
    monkeypatch.setattr(arviz, "plot_rank", lambda data, **_: seen.append(data["posterior"]["value"].values))
    bh.plot.rank(result.posterior, parameters=1)
    whole = chains_table(result.posterior, 1)
    assert seen[0].shape[1] < whole["draws"][0].shape[1]
    np.testing.assert_array_equal(seen[0], np.stack(thin_chains(whole)["draws"], axis=-1))


def test_nothing_is_left_behind_or_cut_off(odd_names, draw):
    before = dict(rcParams)
    for kind in (bh.plot.trace, bh.plot.autocorrelation):
        assert draw(kind(odd_names.posterior)) <= 1
    assert draw(bh.plot.rank(odd_names.posterior, parameters=1)) <= 1
    assert not pyplot.get_fignums()
    assert dict(rcParams) == before
    assert getattr(style, "core", None) is not style
