"""The paper's sampler, NUTS, next to Gibbs on the same data set."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

import numpy as np

from ..errors import SamplerError
from ..sample.draws.posterior import Posterior
from .designs import Design, draw_data_set, evaluate, sample

Array = np.ndarray

# Chance that two samplers that agree are said not to.
CHANCE = 0.05
# Batches per chain: long ones, so that their means are nearly independent.
_BATCHES = 5
# NUTS stops here, converged or not: the study must not take long.
_MAX_DRAWS = 4000


def wants_nuts(nuts: bool | None) -> bool:
    """Return whether NUTS is to run: as asked, or if NumPyro is installed."""
    installed = find_spec("numpyro") is not None
    if nuts and not installed:
        raise SamplerError(
            "NUTS needs NumPyro and JAX; got an installation without them. Install them with: pip install "
            "'bayeshat[nuts]', or leave NUTS out."
        )
    return installed if nuts is None else nuts


def run_nuts(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Sample one data set with NUTS, decide, and compare the posterior means with those of Gibbs."""
    data = draw_data_set(design, seed, index)
    gibbs = sample(data)
    nuts = sample(data, "nuts", max_draws=_MAX_DRAWS)
    return evaluate(nuts, data, design) | {"agreement": compare_means(gibbs, nuts)}


def compare_means(first: Posterior, second: Posterior) -> dict[str, Any]:
    """Compare all posterior means of two samplers by their Monte Carlo errors.

    The errors come from the means of consecutive batches of draws, which are nearly independent; Welch's test compares
    them parameter by parameter. The smallest p-value times the number of parameters (Bonferroni) is below 0.05 by
    chance once in 20 times or less where the two agree.
    """
    from scipy.stats import ttest_ind

    one, two = batch_means(first), batch_means(second)
    p_values = ttest_ind(one, two, equal_var=False).pvalue
    smallest = min(1.0, float(p_values.min() * p_values.size))
    return {
        "parameters": p_values.size,
        "largest_difference": float(np.abs(one.mean(axis=0) - two.mean(axis=0)).max()),
        "p_value": smallest,
        "agree": smallest >= CHANCE,
    }


def batch_means(posterior: Posterior) -> Array:
    """Return the means of all memberships and answer probabilities over batches of draws, (batch, parameter)."""
    used = np.arange(posterior.phi.shape[-1]) < posterior.survey.n_options[:, None]
    n_chains, n_draws = posterior.n_chains, posterior.n_draws
    theta = np.asarray(posterior.theta).reshape(n_chains, n_draws, -1)
    draws = np.concatenate([theta, posterior.phi[..., used].reshape(n_chains, n_draws, -1)], axis=2)
    length = n_draws // _BATCHES
    return draws[:, : _BATCHES * length].reshape(n_chains * _BATCHES, length, -1).mean(axis=1)
