"""How well people fit into groups, and what one person in the right group is worth in expected loss."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from ..._workers import Workers
from ..backends.numba_backend import count_everybody, count_into
from ..kernels._passes_numba import table_gains
from ..labels.draws import LabelDraws
from ..search.problem import padded
from ..wanted.target import Target
from .expected import total_loss
from .losses import Composition

Array = np.ndarray

# However vague the posterior, a person is worth at least this share of one whose group is certain.
_LEAST_SHARE = 0.1
# People in all shuffled assignments together, and the maximum number of these.
_SHUFFLED, _MOST_SHUFFLES = 2000, 32


def affinity(labels: Array, draws: LabelDraws, n_groups: int, workers: Workers) -> Array:
    """Return how probably each person shares a cluster with a member of each group, on average, (N, G).

    The own group counts without the person; a group without anybody else has affinity 0.
    """
    n_people, width = len(labels), padded(n_groups)
    counts = np.zeros((draws.n_draws, draws.n_clusters * width), np.int32)
    count_into(draws.codes, labels, np.arange(n_people), 1, counts, width, workers)
    table = counts * draws.weights[:, None]
    wide = np.empty((n_people, width))
    workers.over(n_people, lambda start, stop: table_gains(draws.codes, table, start, stop, wide))
    own = np.zeros((n_people, n_groups))
    own[np.arange(n_people), labels] = 1.0
    shared = wide[:, :n_groups] - own
    others = np.bincount(labels, minlength=n_groups) - own
    return np.divide(shared, others, out=np.zeros_like(shared), where=others > 0)


def expected_right(
    labels: Array, draws: LabelDraws, parts: Composition, probabilities: Array | None, n_groups: int, workers: Workers
) -> float:
    """Return how many people are expected in their right group: by label where the loss looks at labels."""
    fit = _fit(labels, draws, parts, probabilities, n_groups, workers)
    if parts.placement_weight() > 0:
        return float(fit[np.arange(len(labels)), labels].sum())
    return right_by_company(fit, labels)


def right_by_company(affinities: Array, labels: Array) -> float:
    """Estimate how many people are in their right group from how they share clusters with its members.

    With advantage a = p - q of the own group over each other one, p = (1 + (G - 1) a) / G.
    """
    n_people, n_groups = affinities.shape
    return n_people * (1.0 + (n_groups - 1) * _advantage(affinities, labels)) / n_groups


def _fit(
    labels: Array, draws: LabelDraws, parts: Composition, probabilities: Array | None, n_groups: int, workers: Workers
) -> Array:
    """Return the probability of each group's cluster where the loss looks at labels, else the affinity, (N, G)."""
    if parts.placement_weight() == 0 or probabilities is None:
        return affinity(labels, draws, n_groups, workers)
    fit = np.zeros((len(labels), n_groups))
    shared = min(n_groups, probabilities.shape[1])
    fit[:, :shared] = probabilities[:, :shared]
    return fit


def _advantage(fit: Array, labels: Array) -> float:
    """Return how much more probable people's own groups are than other non-empty groups, given affinities.

    If everybody is in the own cluster with probability p and in each other one with probability q, affinities differ
    by (p - q)**2: hence the square root of their mean difference.
    """
    n_groups = fit.shape[1]
    sizes = np.bincount(labels, minlength=n_groups)
    elsewhere = (sizes > 0) & (np.arange(n_groups) != labels[:, None])
    if not elsewhere.any():
        return 0.0
    mean = float((fit[np.arange(len(labels)), labels][:, None] - fit)[elsewhere].mean())
    return math.sqrt(max(mean, 0.0))


def size_changes(parts: Composition, target: Target, sizes: Array) -> Array:
    """Return how a person's move from group to group changes the part of the loss that depends on sizes, (G, G)."""
    n_groups, n_people = len(sizes), int(sizes.sum())
    cost = parts.groups(np.arange(n_people + 2), n_people)
    now = target.cost(sizes)
    changes = np.zeros((n_groups, n_groups))
    for g in np.flatnonzero(sizes > 0):
        for h in range(n_groups):
            if g != h:
                a, b = sizes[g], sizes[h]
                after = sizes.copy()
                after[g], after[h] = a - 1, b + 1
                changes[g, h] = cost[a - 1] - cost[a] + cost[b + 1] - cost[b] + target.cost(after) - now
    return changes


def person_worth(
    labels: Array, draws: LabelDraws, parts: Composition, target: Target, probabilities: Array | None, workers: Workers
) -> float:
    r"""Return what one person in the right group is worth in expected loss, given a decision without rules.

    .. math:: \frac{E[L(\text{shuffled})] - L(a)}{R(a) - E[R(\text{shuffled})]}

    with L the expected loss without its size term and R the number of people expected in their right group: how much
    the decision lowers the loss, compared with groups of the same sizes filled at random, per person it puts right. For
    Placement this is exactly 1 / N. Where it is undefined (everybody in one group, say), it is the worth of a person
    whose group is certain; it is never more than that, nor less than a tenth of it.
    """
    n_people, n_groups = len(labels), target.n_groups
    placement = parts.placement_weight() / n_people
    if not parts.pairs():
        return placement
    sizeless = replace(target, wanted=None, exact=None, bounds=None)
    rng = np.random.default_rng(0)
    shuffled = [rng.permutation(labels) for _ in range(int(np.clip(_SHUFFLED // n_people, 1, _MOST_SHUFFLES)))]

    def loss(some: Array) -> float:
        return total_loss(count_everybody(draws, some, n_groups, workers), draws.weights, parts, sizeless)

    fit = _fit(labels, draws, parts, probabilities, n_groups, workers)
    if placement > 0:
        everybody = np.arange(n_people)
        right = fit[everybody, labels].sum() - np.mean([fit[everybody, some].sum() for some in shuffled])
    else:
        right = n_people * (n_groups - 1) / n_groups * _advantage(fit, labels)
    lower = np.mean([loss(some) for some in shuffled]) - loss(labels)
    sure = _sure_worth(parts, n_people, n_groups)
    if right <= 0 or lower <= 0:
        return sure
    return float(np.clip(lower / right, max(placement, _LEAST_SHARE * sure), sure))


def _sure_worth(parts: Composition, n_people: int, n_groups: int) -> float:
    """Return the cost of one person leaving the right group if everything is certain and groups are equal."""
    size = max(n_people // n_groups, 2)
    counts = np.array([0, 1, size - 1, size, size + 1])
    joint, groups = parts.joint(counts, n_people), parts.groups(counts, n_people)
    change = joint[3] - joint[2] - (joint[1] - joint[0]) + groups[2] - 2 * groups[3] + groups[4]
    return float(change) + parts.placement_weight() / n_people
