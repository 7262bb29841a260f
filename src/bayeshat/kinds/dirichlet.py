"""Dirichlet and categorical distributions; parts and categories lie along the last axis."""

from __future__ import annotations

import numpy as np

Array = np.ndarray


def draw_categories(weights: Array, rng: np.random.Generator) -> Array:
    """Draw a category from each vector of weights, in proportion to them."""
    edges = np.cumsum(weights, axis=-1)
    u = rng.random((*edges.shape[:-1], 1)) * edges[..., -1:]
    return np.minimum((edges <= u).sum(axis=-1), edges.shape[-1] - 1)


def draw_log_gammas(shape: Array, rng: np.random.Generator) -> Array:
    """Draw logarithms of gammas: the gammas themselves underflow if their shapes are small."""
    return np.log(rng.standard_gamma(shape + 1)) - rng.standard_exponential(shape.shape) / shape


def draw_dirichlet(shape: Array, rng: np.random.Generator) -> Array:
    """Draw Dirichlet vectors."""
    logs = draw_log_gammas(shape, rng)
    parts = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return parts / parts.sum(axis=-1, keepdims=True)


def log_dirichlet(values: Array, shape: Array) -> Array:
    """Return the log density of a Dirichlet distribution."""
    from scipy.special import gammaln, xlogy

    constant = gammaln(shape.sum(axis=-1)) - gammaln(shape).sum(axis=-1)
    return constant + xlogy(shape - 1, values).sum(axis=-1)


def log_multinomial(counts: Array, shape: Array) -> Array:
    """Return the log probability of sequences with these counts, with Dirichlet probabilities integrated out."""
    from scipy.special import gammaln

    whole = gammaln(shape.sum(axis=-1)) - gammaln((shape + counts).sum(axis=-1))
    return whole + (gammaln(shape + counts) - gammaln(shape)).sum(axis=-1)
