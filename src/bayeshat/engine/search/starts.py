"""Assignments to start the search from."""

from __future__ import annotations

import numpy as np

from ..draws import LabelDraws
from ..kernels.arrays import Arrays
from ..sizes import Sizes, match_sorted

Array = np.ndarray


def make_starts(
    arrays: Arrays, draws: LabelDraws, target: Sizes, n_starts: int, rng: np.random.Generator
) -> list[Array]:
    """Return starts of every kind: all together, the best placement, posterior draws, and random assignments.

    The optimum may be near the wanted sizes or near one large group; no single kind of start reaches both.
    """
    n_people, n_groups = draws.n_people, target.n_groups
    sizes = target.whole_sizes(n_people)
    exact = arrays.size.fixed_sizes
    starts: list[Array] = []
    roomy = 0 if target.bounds is None else int(np.argmax(target.bounds[1]))
    if not exact and target.allows(np.where(np.arange(n_groups) == roomy, n_people, 0)):
        starts.append(np.full(n_people, roomy))
    if arrays.cost.shape[0]:
        starts.append(_bring_to(arrays.cost[:, :n_groups].argmin(axis=1), sizes, rng))
    while len(starts) < n_starts:
        turn = len(starts) % 4
        if turn == 3 and target.wanted is not None:
            starts.append(rng.permutation(np.repeat(np.arange(n_groups), sizes)))
            continue
        if turn == 3 and n_groups > 1:  # further draws would lead to the same results
            labels = rng.integers(0, rng.integers(2, n_groups + 1), n_people)
        else:
            [t] = draws.at(rng.random(1)).tolist()
            labels = _from_draw(draws, t, n_groups, rng)
        present = np.bincount(labels, minlength=n_groups)
        if exact or (turn == 1 and target.wanted is not None):
            labels = _bring_to(labels, match_sorted(present, sizes) if arrays.size.free else sizes, rng)
        elif target.bounds is not None:
            labels = _bring_to(labels, target.within(present), rng)
        starts.append(labels)
    return starts[:n_starts]


def _bring_to(labels: Array, sizes: Array, rng: np.random.Generator) -> Array:
    """Move people chosen at random from groups that are too large to groups that are too small."""
    labels = labels.copy()
    gap = sizes - np.bincount(labels, minlength=len(sizes))
    leaving = [rng.permutation(np.flatnonzero(labels == g))[: -gap[g]] for g in np.flatnonzero(gap < 0)]
    if leaving:
        labels[np.concatenate(leaving)] = rng.permutation(np.repeat(np.arange(len(sizes)), np.maximum(gap, 0)))
    return labels


def _from_draw(draws: LabelDraws, t: int, n_groups: int, rng: np.random.Generator) -> Array:
    """Return one draw as an assignment; clusters are merged if there are too many, and split if too few."""
    labels = draws.codes[:, t].astype(np.int64)
    if n_groups < draws.n_clusters:
        present = np.unique(labels)
        home = np.zeros(draws.n_clusters, np.int64)
        home[rng.permutation(present)] = np.arange(len(present)) % n_groups
        labels = home[labels]
    for empty in range(draws.n_clusters, n_groups):
        largest = int(np.bincount(labels).argmax())
        members = np.flatnonzero(labels == largest)
        if len(members) < 2:
            break
        labels[rng.permutation(members)[: len(members) // 2]] = empty
    return labels
