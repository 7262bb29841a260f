"""Figures of posteriors, decisions and checks; they need the extra ``bayeshat[plot]``.

Every function draws a table of ``bayeshat.report.figure_tables`` on the given figure or axes, or on new ones without a
window, and returns them: ``bh.plot.theta(posterior).savefig("theta.pdf")``.
"""

from __future__ import annotations

from importlib.util import find_spec

from ..errors import InputError

if find_spec("matplotlib") is None:
    raise InputError(
        "bayeshat.plot needs bayeshat[plot]: pip install 'bayeshat[plot]'; got an installation without matplotlib. "
        "Install it, or use the tables of bayeshat.report, which hold the same numbers."
    )

from .decisions import decision, sizes, trade_off
from .memberships import phi, theta
from .model_checks import comparison, pair_residuals
from .sampling import autocorrelation, rank, trace
from .uncertainty import alternatives, coclustering, sure_core

__all__ = [
    "alternatives",
    "autocorrelation",
    "coclustering",
    "comparison",
    "decision",
    "pair_residuals",
    "phi",
    "rank",
    "sizes",
    "sure_core",
    "theta",
    "trace",
    "trade_off",
]
