"""Answers as the model would give them, for comparison with those that were given."""

from __future__ import annotations

import numpy as np

from ..sample.draws.posterior import Posterior

Array = np.ndarray


def spread_over_chains(posterior: Posterior, n_draws: int) -> tuple[Array, Array]:
    """Return the chains and the numbers of so many draws, evenly spread; fewer if there are fewer."""
    n_all = posterior.n_chains * posterior.n_draws
    which = np.unique(np.linspace(0, n_all - 1, min(n_all, n_draws)).astype(int))
    return np.divmod(which, posterior.n_draws)


def replicate_answers(codes: Array, slots: Array, labels: Array, p: Array, rng: np.random.Generator) -> Array:
    """Draw answers to the questions that people answered, (N, C).

    Parameters
    ----------
    codes, slots
        (N, C) what they answered, of which only the missing ones (-1) count, and (C,) the columns' slots.
    labels
        (N, C) the cluster that each answer comes from.
    p
        (K, S, V) the probabilities of the options.
    rng
        Random generator.
    """
    limits = np.cumsum(p, axis=2)[labels, slots]
    drawn = (rng.random((*codes.shape, 1)) * limits[..., -1:] > limits).sum(axis=2)
    return np.where(codes >= 0, drawn, -1).astype(np.int16)


def draw_labels(shares: Array, n_columns: int, rng: np.random.Generator) -> Array:
    """Draw a cluster for each answer of each person from their shares of the clusters (N, K): (N, C)."""
    limits = np.cumsum(shares, axis=1)[:, None]
    drawn = (rng.random((len(shares), n_columns, 1)) * limits[..., -1:] > limits).sum(axis=2)
    return np.minimum(drawn, shares.shape[1] - 1)
