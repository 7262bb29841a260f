"""The model's densities in plain NumPy: the reference that the samplers are checked against.

Arrays may have leading dimensions for draws; answers are (N, C) codes with -1 where there is none. `columns` says what
the columns ask: `Columns`, or only the question of each column (C,); by default there is one column per question.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..kinds.dirichlet import log_multinomial
from ..words.voice import setting
from .columns import Columns, Slots, as_columns
from .favourites import log_favourites, log_favourites_prior, log_sharpness
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


def log_answer_densities(codes: Array, phi: Array, columns: Columns | Array | None = None) -> Array:
    """Return each cluster's log probability of each answer, (..., K, N, C), or log density; 0 where none counts."""
    asked = as_columns(columns, codes.shape[1])
    with np.errstate(divide="ignore"):
        tables = np.log(phi) if asked.slots is None else asked.slots.log_tables(phi)
    return np.where((codes >= 0) & (asked.weights > 0), tables[..., asked.column_slots, np.maximum(codes, 0)], 0.0)


def log_likelihood(
    codes: Array,
    theta: Array,
    phi: Array,
    membership: str = "mixed",
    columns: Columns | Array | None = None,
    known: Array | None = None,
) -> Any:
    r"""Return the log probability of all answers, labels summed out.

    .. math::

        \text{mixed:}\ \sum_{nc} w_c \log \sum_k \theta_{nk}\,\phi_{k,q_c,x_{nc}} \qquad
        \text{single:}\ \sum_n \log \sum_k \pi_k \prod_c \phi_{k,q_c,x_{nc}}^{w_c}

    (Section 2.1 of Silverman and Silverman 2017, where every question has one answer, c = q, of weight w = 1.) Of a
    person whose cluster is known, only that one is summed over; under mixed membership, a known label belongs to the
    prior of θ (see `with_known`).

    Parameters
    ----------
    codes
        (N, C) answers.
    theta
        (..., N, K) memberships; for single membership the clusters' shares π, (..., K).
    phi
        (..., K, Q, M) answer probabilities, or whatever the parameters of a question's kind are.
    membership
        "mixed" or "single".
    columns
        What the columns ask.
    known
        (N,) known clusters, -1 where none is, or None; only for single membership.

    Examples
    --------
    >>> phi = np.array([[[0.9, 0.1]], [[0.2, 0.8]]])
    >>> round(float(np.exp(log_likelihood(np.array([[0]]), np.array([[0.5, 0.5]]), phi))), 3)
    0.55
    """
    asked = as_columns(columns, codes.shape[1])
    if check_membership(membership) == "mixed":
        return (asked.weights * log_mixed(codes, theta, phi, asked)).sum(axis=(-2, -1))
    from scipy.special import logsumexp

    return logsumexp(log_joint_of_labels(codes, theta, phi, asked, known), axis=-1).sum(axis=-1)


def log_mixed(codes: Array, theta: Array, phi: Array, columns: Columns | Array | None = None) -> Array:
    r"""Return :math:`\log \sum_k \theta_{nk}\,\phi_{k,q_c,x_{nc}}` of each answer, (..., N, C); 0 where none counts."""
    logs = log_answer_densities(codes, phi, columns)
    top = logs.max(axis=-3)
    return top + np.log(np.einsum("...nk,...knc->...nc", theta, np.exp(logs - top[..., None, :, :])))


def membership_probabilities(
    codes: Array, weights: Array, phi: Array, columns: Columns | Array | None = None, known: Array | None = None
) -> Array:
    """Return P(z_n = k | π, φ, x_n) under single membership, (..., N, K)."""
    from scipy.special import softmax

    return softmax(log_joint_of_labels(codes, weights, phi, columns, known), axis=-1)


def log_prior_of_answers(phi: Array, prior: Prior) -> Array:
    """Return the log prior density (...) of the parameters of all clusters' answers, (..., K, Q, M)."""
    total, favoured = np.zeros(phi.shape[:-3]), prior.favoured
    if favoured.any():
        # A probability that is stored as 0 is merely tiny.
        learned = np.maximum(phi[..., favoured, :], np.finfo(float).tiny)
        total = total + log_favourites_prior(learned, prior.n_options[favoured])
    for q in np.flatnonzero(~favoured).tolist():
        parameters = phi[..., q, : prior.n_parameters[q]]
        total = total + np.asarray(prior.kinds[q].log_prior(parameters, prior.of_question(q))).sum(axis=-1)
    return total


def log_marginal_of_tally(tally: Array, sizes: Array, prior: Prior, slots: Slots | None) -> float:
    r"""Return the log probability of answers and labels under single membership, with shares and φ integrated out.

    .. math:: \log\int p(z \mid \pi)\,p(x \mid z, \phi)\,p(\pi)\,p(\phi)\,d\pi\,d\phi

    They are given by the answers of each level (K, S, V), times weights, and by the clusters' sizes (K,).
    """
    return float(log_multinomial(sizes, prior.membership_prior)) + log_marginal_of_answers(tally, prior, slots)


def log_marginal_of_answers(tally: Array, prior: Prior, slots: Slots | None) -> float:
    """Return the log probability of the answers given the labels, from the answers of each level (K, S, V)."""
    from scipy.special import logsumexp

    favoured = favoured_slots(prior, slots)
    if favoured.any():
        n_options = (prior.n_options if slots is None else slots.n_levels)[favoured]
        of_favoured = log_sharpness(log_favourites(tally[:, favoured], n_options))
        others = np.where(favoured[:, None], 0.0, tally)
        return float(logsumexp(of_favoured)) + _log_marginal_as_stated(others, prior, slots)
    return _log_marginal_as_stated(tally, prior, slots)


def favoured_slots(prior: Prior, slots: Slots | None) -> Array:
    """Return which slots (S,) have a prior whose shape is learned."""
    return prior.favoured if slots is None else slots.of_questions(prior.favoured)


def _log_marginal_as_stated(tally: Array, prior: Prior, slots: Slots | None) -> float:
    """Return the same where all priors are as stated."""
    if slots is not None:
        return slots.log_marginal(tally, prior.answer_prior)
    # Unused options, of which there are no answers, add nothing.
    return float(log_multinomial(tally, np.where(prior.used, prior.answer_prior, 1e-300)).sum())


def log_joint_of_labels(
    codes: Array, weights: Array, phi: Array, columns: Columns | Array | None = None, known: Array | None = None
) -> Array:
    """Return log π_k + Σ_c w_c log φ of each person's answers, (..., N, K); -inf where another cluster is known."""
    asked = as_columns(columns, codes.shape[1])
    with np.errstate(divide="ignore"):
        given = (asked.weights * log_answer_densities(codes, phi, asked)).sum(axis=-1)
        joint = np.log(weights)[..., None, :] + np.swapaxes(given, -1, -2)
    if known is None:
        return joint
    return np.where((known[:, None] < 0) | (known[:, None] == np.arange(joint.shape[-1])), joint, -np.inf)
