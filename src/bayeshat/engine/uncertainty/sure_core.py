"""Who is settled, who would stay, and which people are in the right groups all at once."""

from __future__ import annotations

import numpy as np

Array = np.ndarray

# A person is settled if they belong in their group with at least this chance.
MIN_SETTLED_CHANCE = 0.8
# A person leans towards a group that is at least this many times as likely as any other.
MIN_LEANING_RATIO = 2.0
# The core stops growing below this probability that everybody in it is right.
_MIN_CORE_PROBABILITY = 0.01
# A core of unnamed groups is grown from each of the people who belong most clearly (this many of them), and from the
# clearest person of each group (of this many groups).
_MAX_FIRST_PEOPLE = 4


def find_levels(chances: Array, labels: Array, bound: Array) -> Array:
    """Return who is settled (0), leaning (1), could go either way (2), or is better elsewhere (3), (N,).

    All words about the certainty of a person's place come from here. Chances are rounded to whole percent, as they are
    shown, so a word never contradicts the percentage beside it.

    Parameters
    ----------
    chances
        (N, G) the chance that each person belongs in each group.
    labels
        (N,) everybody's group.
    bound
        (N,) whether a person has no choice; such people are settled.
    """
    read = np.round(chances, 2)
    own = read[np.arange(len(labels)), labels]
    other = np.where(np.arange(read.shape[1]) == labels[:, None], 0.0, read).max(axis=1)
    leaning = (own > 0) & (own >= MIN_LEANING_RATIO * other)
    elsewhere = (other > 0) & (other >= MIN_LEANING_RATIO * own)
    return np.select([bound | (own >= MIN_SETTLED_CHANCE), leaning, elsewhere], [0, 1, 3], 2)


def estimate_staying(chances: Array, labels: Array) -> Array:
    r"""Estimate everybody's probability of staying if the survey were taken again, from label draws alone, (N,).

    .. math:: P(\text{n stays}) = \sum_h P(h_n)\,C_{h a_n}, \quad
              C_{hg} = \frac{\sum_{m: a_m = g} P(h_m)}{\sum_m P(h_m)}

    A second survey that is as informative as this one puts a person who truly belongs to h into g as often as this one:
    with probability C.

    Parameters
    ----------
    chances
        (N, G) the chance that each person belongs in each group.
    labels
        (N,) everybody's group.
    """
    n_people, n_groups = chances.shape
    sizes = np.bincount(labels, minlength=n_groups)
    # Draws in which a person's cluster has no group are spread over all groups, by their sizes.
    whole = chances + (1.0 - chances.sum(axis=1, keepdims=True)) * sizes / n_people
    put = np.zeros((n_groups, n_groups))
    np.add.at(put.T, labels, whole)
    total = whole.sum(axis=0)[:, None]
    put = np.divide(put, total, out=np.zeros_like(put), where=total > 0)
    return np.asarray(np.clip((whole * put[:, labels].T).sum(axis=1), 0.0, 1.0))


def grow_core(codes: Array, weights: Array, labels: Array, belonging: Array, *, named: bool) -> tuple[Array, Array]:
    """Grow a core person by person: the next one is always the person who keeps it most probably right.

    The core is right in a draw that groups its people as their labels do: people with the same label together, others
    apart; with named labels, everybody's code must be their label. Without names the first person is always right, so
    several first people are tried.

    Parameters
    ----------
    codes, weights
        (N, T) and (T,) the draws.
    labels
        (N,) everybody's group.
    belonging
        (N,) probability that each person belongs in their group; it chooses the first people.
    named
        Whether labels mean the same in every draw.

    Returns
    -------
    (M,) the people in the order of joining, and the probability that all up to each of them are right.
    """
    if named:
        return _grow(codes == labels[:, None], codes, weights, labels, None)
    by_belonging = np.argsort(-belonging, kind="stable")
    firsts = by_belonging[:_MAX_FIRST_PEOPLE]
    # First people are those who belong most clearly, and the clearest person of each group.
    heads = by_belonging[np.sort(np.unique(labels[by_belonging], return_index=True)[1])][:_MAX_FIRST_PEOPLE]
    beginnings = list(dict.fromkeys([*firsts.tolist(), *heads.tolist()]))
    grown = [_grow(np.ones(codes.shape, bool), codes, weights, labels, n) for n in beginnings]
    return max(grown, key=lambda core: core[1].sum())


def _grow(right: Array, codes: Array, weights: Array, labels: Array, first: int | None) -> tuple[Array, Array]:
    """Grow a core; ``right`` (N, T) says who is right in which draw while the core is empty.

    Without named labels there is a ``first`` person, and a group is the cluster of its first person in the core.
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
        if left < _MIN_CORE_PROBABILITY:
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
