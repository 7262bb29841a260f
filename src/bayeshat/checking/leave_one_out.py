"""How well each person's answers are predicted from everybody else's, without sampling again."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import InputError

Array = np.ndarray

# Beyond this the estimate for a person is not reliable (Vehtari, Gelman and Gabry 2017).
UNRELIABLE = 0.7


@dataclass(frozen=True, eq=False)
class LeaveOneOut:
    """Expected log predictive densities.

    Attributes
    ----------
    pointwise
        (N,) log probability of each person's answers given everybody else's.
    pareto_k
        (N,) how much each estimate rests on few draws; beyond 0.7 it is not reliable.
    """

    pointwise: Array
    pareto_k: Array

    @property
    def total(self) -> float:
        """The sum over people: the expected log predictive density."""
        return float(self.pointwise.sum())


def leave_one_out(log_likelihood: Array) -> LeaveOneOut:
    """Estimate the log probability of each person's answers given the others', by PSIS (needs arviz-stats).

    Parameters
    ----------
    log_likelihood
        (D, N) log probability of each person's answers in each draw, as `people_log_likelihood` returns it.
    """
    from scipy.special import logsumexp

    log_weights, pareto_k = load_arviz().psislw(log_likelihood.T, r_eff=1.0, axis=-1)
    return LeaveOneOut(logsumexp(log_weights + log_likelihood.T, axis=1), np.asarray(pareto_k))


def load_arviz() -> Any:
    """Return what estimates weights of left-out people, or say how to get it."""
    try:
        return import_module("arviz_stats.base").array_stats
    except ImportError as error:
        raise InputError(
            f"Comparing numbers of groups needs bayeshat[compare]: pip install 'bayeshat[compare]'; got: {error}. "
            "Install it, or choose the number yourself."
        ) from None
