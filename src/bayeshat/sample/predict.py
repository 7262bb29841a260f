"""Memberships of new people, given a posterior that was sampled without them."""

from __future__ import annotations

import numpy as np

from ..model.density import answer_probabilities, membership_probabilities
from .posterior import Posterior

Array = np.ndarray

# Draws of phi that predictions are averaged over, evenly spread over the chains.
_DRAWS = 200
_SETTLE, _KEEP = 5, 10


def predict_memberships(
    posterior: Posterior, codes: Array, rng: np.random.Generator, questions: Array | None = None
) -> tuple[Array, Array]:
    """Return each new person's cluster probabilities in some of the draws, (D, N, K), and which draws they are, (D,).

    Under mixed membership a short collapsed Gibbs run for the new people alone, given phi in each of the draws; its
    memberships are averaged, which is exact up to Monte Carlo error. Under single membership they are exact. `codes`
    and `questions` are as in `Answers`; without the latter there is one column per question.
    """
    n_all = posterior.n_chains * posterior.n_draws
    which = np.unique(np.linspace(0, n_all - 1, min(_DRAWS, n_all)).astype(int))
    phi = posterior.phi.reshape(-1, *posterior.phi.shape[2:])[which]
    if posterior.weights is not None:
        weights = posterior.weights.reshape(n_all, -1)[which]
        pairs = zip(weights, phi, strict=True)
        return np.stack([membership_probabilities(codes, w, p, questions) for w, p in pairs]), which
    alpha = np.asarray(posterior.survey.membership_prior, dtype=float)
    return np.stack([_mixed(codes, alpha, answer_probabilities(codes, p, questions), rng) for p in phi]), which


def _mixed(codes: Array, alpha: Array, probabilities: Array, rng: np.random.Generator) -> Array:
    """Sample the labels of every answer given phi, and average the memberships that follow from them, (N, K)."""
    given = np.moveaxis(probabilities, 0, -1)  # (N, C, K)
    answered = codes >= 0
    n_people, n_columns, n_clusters = given.shape
    labels = rng.integers(0, n_clusters, (n_people, n_columns))
    people = np.arange(n_people)
    counts = np.zeros((n_people, n_clusters))
    np.add.at(counts, (np.repeat(people, n_columns), labels.ravel()), answered.ravel())
    total = np.zeros((n_people, n_clusters))
    for sweep in range(_SETTLE + _KEEP):
        for c in range(n_columns):
            counts[people, labels[:, c]] -= answered[:, c]
            limits = np.cumsum((alpha + counts) * given[:, c], axis=1)
            labels[:, c] = (rng.random((n_people, 1)) * limits[:, -1:] > limits).sum(axis=1).clip(max=n_clusters - 1)
            counts[people, labels[:, c]] += answered[:, c]
        if sweep >= _SETTLE:
            total += alpha + counts
    return total / total.sum(axis=1, keepdims=True)
