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


def replicate_answers(
    codes: Array, questions: Array, labels: Array, phi: Array, n_options: Array, rng: np.random.Generator
) -> Array:
    """Draw answers to the questions that people answered, (N, C).

    Parameters
    ----------
    codes, questions
        (N, C) what they answered, of which only the missing ones (-1) count, and (C,) the columns' questions.
    labels
        (N, C) the cluster that each answer comes from.
    phi
        (K, Q, V) answer probabilities.
    n_options
        (Q,) number of options of each question.
    rng
        Random generator.
    """
    limits = np.cumsum(phi, axis=2)[labels, questions]
    drawn = (rng.random((*codes.shape, 1)) * limits[..., -1:] > limits).sum(axis=2)
    return np.where(codes >= 0, np.minimum(drawn, n_options[questions] - 1), -1).astype(np.int16)


def draw_labels(shares: Array, n_columns: int, rng: np.random.Generator) -> Array:
    """Draw a cluster for each answer of each person from their shares of the clusters (N, K): (N, C)."""
    limits = np.cumsum(shares, axis=1)[:, None]
    drawn = (rng.random((len(shares), n_columns, 1)) * limits[..., -1:] > limits).sum(axis=2)
    return np.minimum(drawn, shares.shape[1] - 1)
