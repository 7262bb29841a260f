"""The model's densities in plain NumPy: the reference that the samplers are checked against.

Arrays may have leading dimensions for draws; answers are (N, C) codes with -1 where there is none. A column answers the
question that `questions` (C,) names; by default there is one column per question, in order.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .._vocabulary import setting
from ..errors import ModelError
from .prior import Prior

Array = np.ndarray

MEMBERSHIPS = ("mixed", "single")


def check_membership(membership: Any) -> str:
    """Return the kind of membership, or say which there are."""
    if membership not in MEMBERSHIPS:
        raise ModelError(
            f"{setting('membership')} must be 'mixed' or 'single'; got {membership!r}. "
            "Take 'mixed' (the paper's model: each answer has its own cluster) or 'single' (each person has one); for "
            "sorting, 'auto' chooses for you."
        )
    return str(membership)


def answer_probabilities(codes: Array, phi: Array, questions: Array | None = None) -> Array:
    """Return each cluster's probability of each answer that was given, (..., K, N, C); 1 where none was."""
    question = np.arange(codes.shape[1]) if questions is None else questions
    return np.where(codes >= 0, phi[..., question, np.maximum(codes, 0)], 1.0)


def log_likelihood(
    codes: Array, theta: Array, phi: Array, membership: str = "mixed", questions: Array | None = None
) -> Any:
    r"""Return the log probability of all answers, labels summed out.

    .. math::

        \text{mixed:}\ \sum_{nc} \log \sum_k \theta_{nk}\,\phi_{k,q_c,x_{nc}} \qquad
        \text{single:}\ \sum_n \log \sum_k \pi_k \prod_c \phi_{k,q_c,x_{nc}}

    (Section 2.1 of Silverman and Silverman 2017, where every question has one answer, c = q.)

    Parameters
    ----------
    codes
        (N, C) answers.
    theta
        (..., N, K) memberships; for single membership the clusters' shares π, (..., K).
    phi
        (..., K, Q, V) answer probabilities.
    membership
        "mixed" or "single".
    questions
        (C,) the question of each column; one column per question if not given.

    Examples
    --------
    >>> phi = np.array([[[0.9, 0.1]], [[0.2, 0.8]]])
    >>> round(float(np.exp(log_likelihood(np.array([[0]]), np.array([[0.5, 0.5]]), phi))), 3)
    0.55
    """
    given = answer_probabilities(codes, phi, questions)
    if check_membership(membership) == "mixed":
        mixed = np.einsum("...nk,...knc->...nc", theta, given)
        return np.log(mixed).sum(axis=(-2, -1))
    from scipy.special import logsumexp

    return logsumexp(_log_joint_of_labels(given, theta), axis=-1).sum(axis=-1)


def membership_probabilities(codes: Array, weights: Array, phi: Array, questions: Array | None = None) -> Array:
    """Return P(z_n = k | π, φ, x_n) under single membership, (..., N, K)."""
    from scipy.special import softmax

    return softmax(_log_joint_of_labels(answer_probabilities(codes, phi, questions), weights), axis=-1)


def log_prior(theta: Array, phi: Array, prior: Prior) -> float:
    """Return the log prior density of memberships (N, K), or shares (K,), and answer probabilities (K, Q, V)."""
    total = float(np.sum(log_dirichlet(np.asarray(theta), prior.membership_prior)))
    for q, n in enumerate(prior.n_options):
        total += float(np.sum(log_dirichlet(phi[:, q, :n], prior.answer_prior[:, q, :n])))
    return total


def log_joint(
    codes: Array, theta: Array, phi: Array, prior: Prior, membership: str = "mixed", questions: Array | None = None
) -> float:
    """Return the log density of answers and parameters together: log likelihood plus log prior."""
    return float(log_likelihood(codes, theta, phi, membership, questions)) + log_prior(theta, phi, prior)


def log_marginal(codes: Array, z: Array, prior: Prior, questions: Array | None = None) -> float:
    r"""Return the log probability of answers and labels under single membership, with shares and φ integrated out.

    .. math:: \log\int p(z \mid \pi)\,p(x \mid z, \phi)\,p(\pi)\,p(\phi)\,d\pi\,d\phi

    Parameters
    ----------
    codes
        (N, C) answers.
    z
        (N,) everybody's cluster.
    prior
        The priors; the same membership prior for everybody.
    questions
        (C,) the question of each column; one column per question if not given.
    """
    question = np.arange(codes.shape[1]) if questions is None else questions
    n, c = np.nonzero(codes >= 0)
    beta = prior.answer_prior
    cells = np.ravel_multi_index((z[n], question[c], codes[n, c]), beta.shape)
    counts = np.bincount(cells, minlength=beta.size).reshape(beta.shape)
    sizes = np.bincount(z, minlength=prior.n_clusters)
    return _log_multinomial(sizes, prior.membership_prior) + _log_multinomial(
        counts, np.where(prior.used, beta, np.nan)
    )


def _log_multinomial(counts: Array, shape: Array) -> float:
    """Return the log probability of sequences with these counts along the last axis; NaN marks unused options."""
    from scipy.special import gammaln

    whole = gammaln(np.nansum(shape, axis=-1)) - gammaln(np.nansum(shape + counts, axis=-1))
    return float(whole.sum() + np.nansum(gammaln(shape + counts) - gammaln(shape)))


def log_dirichlet(values: Array, shape: Array) -> Array:
    """Return the log density of a Dirichlet distribution; parts lie along the last axis."""
    from scipy.special import gammaln, xlogy

    constant = gammaln(shape.sum(axis=-1)) - gammaln(shape).sum(axis=-1)
    return constant + xlogy(shape - 1, values).sum(axis=-1)


def _log_joint_of_labels(given: Array, weights: Array) -> Array:
    """Return log π_k + Σ_c log φ of each person's answers, (..., N, K)."""
    with np.errstate(divide="ignore"):
        return np.log(weights)[..., None, :] + np.swapaxes(np.log(given).sum(axis=-1), -1, -2)
