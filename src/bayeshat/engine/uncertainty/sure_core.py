"""Who is settled, who would stay, and the people who are all right at once."""

from __future__ import annotations

import numpy as np

Array = np.ndarray

# The probability of belonging from which a person counts as settled.
SETTLED = 0.8
# Who belongs in their group so many times as probably as in any other leans towards it.
LEANING = 2.0
# Below this probability that all are right, nobody joins the core any more.
_LEAST = 0.01
# People whom a core of unnamed groups begins with, at most: so many who belong most clearly, and one of so many groups.
_BEGINNINGS = 4


def find_levels(chances: Array, labels: Array, bound: Array) -> Array:
    """Return who is settled (0), leaning (1), could go either way (2), or is better elsewhere (3), (N,).

    Every word about how sure a person's place is rests on this. Chances count in whole percent, as people read them:
    a word never contradicts the percentage beside it.

    Parameters
    ----------
    chances
        (N, G) the chance that each person belongs in each group.
    labels
        (N,) everybody's group.
    bound
        (N,) who is left no choice: they are settled whatever their chances.
    """
    read = np.round(chances, 2)
    own = read[np.arange(len(labels)), labels]
    other = np.where(np.arange(read.shape[1]) == labels[:, None], 0.0, read).max(axis=1)
    leaning = (own > 0) & (own >= LEANING * other)
    elsewhere = (other > 0) & (other >= LEANING * own)
    return np.select([bound | (own >= SETTLED), leaning, elsewhere], [0, 1, 3], 2)


def estimate_staying(chances: Array, labels: Array) -> Array:
    r"""Estimate who would stay if the survey were taken again, from label draws alone, (N,).

    .. math:: P(\text{n stays}) = \sum_h P(h_n)\,C_{h a_n}, \quad
              C_{hg} = \frac{\sum_{m: a_m = g} P(h_m)}{\sum_m P(h_m)}

    A second survey that tells as much about people as this one puts a person who truly belongs to h into g as often as
    this one did: with probability C.

    Parameters
    ----------
    chances
        (N, G) the chance that each person belongs in each group.
    labels
        (N,) everybody's group.
    """
    n_people, n_groups = chances.shape
    sizes = np.bincount(labels, minlength=n_groups)
    # Whose cluster goes with no group goes where there is room.
    whole = chances + (1.0 - chances.sum(axis=1, keepdims=True)) * sizes / n_people
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
