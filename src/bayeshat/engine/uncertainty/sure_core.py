"""Who is settled: the group that corresponds to each cluster, and the people who are all right at once."""

from __future__ import annotations

import numpy as np

from ..kernels._passes_numba import table_gains
from ..search.problem import padded
from .again import Again

Array = np.ndarray

# The probability of belonging from which a person counts as settled.
SETTLED = 0.8
# Who belongs in their group so many times as probably as in any other leans towards it.
LEANING = 2.0
# Below this probability that all are right, nobody joins the core any more.
_LEAST = 0.01
# People whom a core of unnamed groups begins with, at most: so many who belong most clearly, and one of so many groups.
_BEGINNINGS = 4


def find_fit(again: Again) -> Array:
    """Return the probability that each person's cluster corresponds to each group, (N, G).

    With named houses a cluster corresponds to its house. Else, in every draw, a cluster and a group correspond if most
    of the cluster is in the group and most of the group in the cluster ("most": more than in any other). With fewer
    groups than clusters only the first counts, with more only the second; groups that share a cluster then share its
    probability.
    """
    tables = again.tables(again.first)
    n_draws, n_clusters, n_groups = tables.shape
    match = np.zeros((n_draws, n_clusters, padded(n_groups)))
    match[:, :, :n_groups] = np.eye(n_clusters, n_groups) if again.named else _correspondence(tables)
    n_people = len(again.first)
    table = (match * again.draws.weights[:, None, None]).reshape(n_draws, -1)
    wide = np.empty((n_people, padded(n_groups)))
    again.workers.over(n_people, lambda start, stop: table_gains(again.draws.codes, table, start, stop, wide))
    fit = wide[:, :n_groups]
    return np.asarray(fit / np.maximum(fit.sum(axis=1, keepdims=True), 1.0))


def _correspondence(tables: Array) -> Array:
    """Return which cluster corresponds to which group in every draw, (T, K, G); shares of 1 where several do."""
    _, n_clusters, n_groups = tables.shape
    match = tables > 0
    if n_groups <= n_clusters:
        match &= tables == tables.max(axis=2, keepdims=True)
    if n_groups >= n_clusters:
        match &= tables == tables.max(axis=1, keepdims=True)
    ties = [match.sum(axis=axis, keepdims=True) for axis in (1, 2)]
    # With fewer groups than clusters a group has several clusters, and the other way round: those are no ties.
    several = [ties[0]] if n_groups > n_clusters else [ties[1]] if n_groups < n_clusters else ties
    return np.asarray(match / np.maximum(np.maximum.reduce(np.broadcast_arrays(*several)), 1))


def estimate_staying(fit: Array, labels: Array) -> Array:
    r"""Estimate who would stay if the survey were taken again, from label draws alone, (N,).

    .. math:: P(\text{n stays}) = \sum_h P(h_n)\,C_{h a_n}, \quad
              C_{hg} = \frac{\sum_{m: a_m = g} P(h_m)}{\sum_m P(h_m)}

    A second survey that tells as much about people as this one puts a person who truly belongs to h into g as often as
    this one did: with probability C.

    Parameters
    ----------
    fit
        (N, G) the probability that each person belongs to each group.
    labels
        (N,) everybody's group.
    """
    n_people, n_groups = fit.shape
    sizes = np.bincount(labels, minlength=n_groups)
    # Who corresponds to no group goes where there is room.
    whole = fit + (1.0 - fit.sum(axis=1, keepdims=True)) * sizes / n_people
    put = np.zeros((n_groups, n_groups))
    np.add.at(put.T, labels, whole)
    total = whole.sum(axis=0)[:, None]
    put = np.divide(put, total, out=np.zeros_like(put), where=total > 0)
    return np.asarray(np.clip((whole * put[:, labels].T).sum(axis=1), 0.0, 1.0))


def grow_core(codes: Array, weights: Array, labels: Array, belonging: Array, *, named: bool) -> tuple[Array, Array]:
    """Let people join a core one by one, always the one with whom it stays most probable that all are right.

    The core is right in a draw if its people are grouped there as by their labels: together where these are the same
    and apart where they are not; with named labels, if everybody's code is their label. Without names the first person
    is always right, so that the best of several beginnings is taken.

    Parameters
    ----------
    codes, weights
        (N, T) and (T,) the draws.
    labels
        (N,) everybody's group.
    belonging
        (N,) how probably people belong in their group: who goes first where it makes no difference.
    named
        Whether labels mean the same in every draw.

    Returns
    -------
    (M,) the people in this order, and the probability that all up to there are right.
    """
    if named:
        return _grow(codes == labels[:, None], codes, weights, labels, None)
    by_belonging = np.argsort(-belonging, kind="stable")
    firsts = by_belonging[:_BEGINNINGS]
    # A beginning in every group, and with those who belong most clearly.
    heads = by_belonging[np.sort(np.unique(labels[by_belonging], return_index=True)[1])][:_BEGINNINGS]
    beginnings = list(dict.fromkeys([*firsts.tolist(), *heads.tolist()]))
    grown = [_grow(np.ones(codes.shape, bool), codes, weights, labels, n) for n in beginnings]
    return max(grown, key=lambda core: core[1].sum())


def _grow(right: Array, codes: Array, weights: Array, labels: Array, first: int | None) -> tuple[Array, Array]:
    """Grow a core; ``right`` (N, T) says who is right in which draw, as far as nobody has joined yet.

    A first person is given where labels mean nothing: a group then is the cluster of its first person in the core.
    """
    alive = weights.copy()
    score = right @ alive
    waiting = np.ones(len(labels), bool)
    started = np.zeros(int(labels.max()) + 1, bool)
    order: list[int] = []
    joint: list[float] = []
    while waiting.any():
        n = first if first is not None and not order else int(np.argmax(np.where(waiting, score, -1.0)))
        lost = (alive > 0) & ~right[n]
        left = float(alive[~lost].sum())
        if left < _LEAST:
            break
        order.append(n)
        joint.append(min(left, 1.0))
        waiting[n] = False
        if lost.any():
            score -= right[:, lost] @ alive[lost]
            alive[lost] = 0.0
        if first is not None and not started[labels[n]]:
            started[labels[n]] = True
            own, others = labels == labels[n], ~started[labels]
            right[own] &= codes[own] == codes[n]
            right[others] &= codes[others] != codes[n]
            score = right @ alive
    return np.array(order, dtype=np.int64), np.array(joint)
