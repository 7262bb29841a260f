"""Distances between two partitions, and how often people share a cluster."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ..errors import InputError
from .draws import LabelDraws, as_draws
from .losses import VI, Binder, Loss
from .tables import pair_losses

Array = np.ndarray


def _codes(labels: ArrayLike, name: str) -> Array:
    """Return the labels as 0 .. k - 1, in the order of their values."""
    values = np.asarray(labels)
    if values.ndim != 1 or values.size == 0:
        raise InputError(
            f"{name} must be one label per person, in one dimension; got shape {values.shape}. "
            "Pass a flat list of labels."
        )
    if values.dtype.kind == "f" and np.isnan(values).any():
        raise InputError(f"{name} must have a label for everybody; got NaN. Drop those people first.")
    return np.unique(values, return_inverse=True)[1]


def contingency(first: ArrayLike, second: ArrayLike) -> Array:
    """Count how many people each pair of groups shares.

    Examples
    --------
    >>> contingency([0, 0, 1], [5, 6, 6])
    array([[1, 1],
           [0, 1]])
    """
    a, b = _codes(first, "The first partition"), _codes(second, "The second partition")
    if a.size != b.size:
        raise InputError(
            f"Both partitions must be of the same people; got {a.size} and {b.size} labels. "
            "Pass two lists of the same length."
        )
    n_a, n_b = a.max() + 1, b.max() + 1
    return np.bincount(a * n_b + b, minlength=n_a * n_b).reshape(n_a, n_b)


def pair_loss(loss: Loss, labels: ArrayLike, truth: ArrayLike) -> float:
    """Return the loss of one partition if the other is the truth."""
    return max(0.0, float(pair_losses(contingency(labels, truth).T[None], loss)[0]))


def variation_of_information(labels: ArrayLike, truth: ArrayLike, a: float = 1.0) -> float:
    """Return the Variation of Information between two partitions, in bits (appendix of the paper).

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.variation_of_information([0, 0, 1, 1], ["x", "x", "y", "y"])
    0.0
    >>> bh.variation_of_information([0, 0, 1, 1], [0, 1, 0, 1])
    2.0
    """
    return pair_loss(VI(a), labels, truth)


def binder(labels: ArrayLike, truth: ArrayLike, a: float = 1.0) -> float:
    """Return Binder's loss: the share of ordered pairs of people that the two partitions treat differently.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.binder([0, 0, 1, 1], [0, 0, 0, 0])
    0.5
    """
    return pair_loss(Binder(a), labels, truth)


def coclustering(draws: ArrayLike | LabelDraws, weights: ArrayLike | None = None) -> Array:
    """Return the probability that each pair of people shares a cluster, (N, N).

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.coclustering([[0, 0, 1], [1, 0, 0]])
    array([[1. , 0.5, 0. ],
           [0.5, 1. , 0.5],
           [0. , 0.5, 1. ]])
    """
    known = as_draws(draws, weights)
    total = np.zeros((known.n_people, known.n_people))
    step = max(1, (1 << 24) // (known.n_people * known.n_clusters))
    for start in range(0, known.n_draws, step):
        part = known.codes[:, start : start + step]
        root = np.sqrt(known.weights[start : start + step])
        indicator = np.concatenate([(part == k) * root for k in range(known.n_clusters)], axis=1)
        total += indicator @ indicator.T
    np.fill_diagonal(total, 1.0)
    return total
