"""Densities of everything together, from the parts that the package has."""

from __future__ import annotations

import numpy as np

from bayeshat.kinds.dirichlet import log_dirichlet
from bayeshat.model.columns import as_columns
from bayeshat.model.density import log_likelihood, log_marginal_of_tally, log_prior_of_answers


def log_prior(theta, phi, prior):
    """Return the log prior density of memberships (N, K), or shares (K,), and parameters of answers (K, Q, M)."""
    memberships = log_dirichlet(np.asarray(theta), prior.membership_prior)
    return float(np.sum(memberships)) + float(log_prior_of_answers(phi, prior))


def log_joint(codes, theta, phi, prior, membership="mixed", columns=None, known=None):
    """Return the log density of answers and parameters together: log likelihood plus log prior."""
    return float(log_likelihood(codes, theta, phi, membership, columns, known)) + log_prior(theta, phi, prior)


def log_marginal(codes, z, prior, columns=None):
    """Return the log probability of answers (N, C) and labels (N,), with shares and parameters integrated out."""
    asked = as_columns(columns, codes.shape[1])
    n, c = np.nonzero(codes >= 0)
    shape = (prior.n_clusters, *(prior.answer_prior.shape[1:] if asked.slots is None else asked.slots.shape))
    cells = np.ravel_multi_index((z[n], asked.column_slots[c], codes[n, c]), shape)
    tally = np.bincount(cells, asked.weights[c], minlength=int(np.prod(shape))).reshape(shape)
    return log_marginal_of_tally(tally, np.bincount(z, minlength=prior.n_clusters), prior, asked.slots)
