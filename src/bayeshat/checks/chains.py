"""Chains that explain the answers in different ways: weighted by how well each predicts people, not pooled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..sample.convergence import cluster_sizes, diagnose
from ..sample.posterior import Posterior
from ..sample.predict import leave_out, pointwise_log_likelihood
from ..words.message import Message, join
from ..words.phrases import tell_share

Array = np.ndarray

# A chain whose two halves have an R-hat below this has settled.
_SETTLED = 1.1
# Chains with less weight than this do not count as a way to group people.
_NEGLIGIBLE = 0.05
# One way with at least this weight decides.
_DECIDES = 0.9
# Steps towards the best weights.
_STEPS = 500
# With more people than this, their densities would take too long and too much memory.
_MOST_PEOPLE = 5000


@dataclass(frozen=True)
class ChainModes:
    """How chains that sit in different places are weighted.

    Attributes
    ----------
    weights
        The weight of each chain; empty where all chains agree, or where some have not settled.
    """

    weights: tuple[float, ...] = ()

    def draw_weights(self, n_draws: int) -> Array | None:
        """Return the weight of each draw of all chains, (chains x draws,); None where all count the same."""
        return np.repeat(np.array(self.weights) / n_draws, n_draws) if self.weights else None

    @property
    def ways(self) -> list[float]:
        """The weights of the ways that count, the greatest first; empty if the answers decide for one."""
        ways = sorted((weight for weight in self.weights if weight >= _NEGLIGIBLE), reverse=True)
        return [] if not ways or ways[0] >= _DECIDES else ways

    def sentence(self) -> str | Message:
        """Return what to tell people; empty if there is nothing to tell."""
        if not self.ways:
            return ""
        return Message("checks-ways", count=len(self.ways), shares=join(list(map(tell_share, self.ways))))


def check_modes(posterior: Posterior) -> ChainModes:
    r"""Weigh chains that have each settled in a place of their own, by stacking (Yao, Vehtari and Gelman 2022).

    The weights w maximise

    .. math:: \sum_n \log \sum_c w_c\, p_c(x_n \mid x_{-n})

    with each chain's own leave-one-out densities, from truncated importance weights. Where a chain has not settled,
    nothing is weighted.

    Parameters
    ----------
    posterior
        The posterior; where its chains agree, with more than 5000 people, or where houses have a meaning (their
        probabilities are shares of all draws), nothing is weighted.
    """
    apart = posterior.status.cause == "apart" and not posterior.identified and posterior.correlation is None
    if not apart or posterior.n_people > _MOST_PEOPLE or not _have_settled(posterior):
        return ChainModes()
    predicted = np.stack([leave_out(chain) for chain in pointwise_log_likelihood(posterior)])
    return ChainModes(tuple(stack(predicted).tolist()))


def stack(log_densities: Array) -> Array:
    """Return the weights (C,) that predict best, given the log densities (C, N) of each chain."""
    p = np.exp(log_densities - log_densities.max(axis=0))
    weights = np.full(len(p), 1.0 / len(p))
    for _ in range(_STEPS):
        # One step of expectation and maximisation: the objective is concave and never falls.
        weights = (weights[:, None] * p / (weights @ p)).mean(axis=1)
    return weights / weights.sum()


def _have_settled(posterior: Posterior) -> bool:
    """Return whether in each chain by itself the log likelihood and the clusters' sizes stand still."""
    sizes = np.sort(cluster_sizes(posterior.z, posterior.n_clusters), axis=0)
    values = np.concatenate([posterior.log_likelihood[None], sizes]).astype(float)
    found = [diagnose(values[:, chain : chain + 1]).r_hat for chain in range(posterior.n_chains)]
    return bool(np.nanmax(found) < _SETTLED)
