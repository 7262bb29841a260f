"""What one person in the right group is worth in expected loss, and what a change of sizes costs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...options import Workers
from ..backends.numba_backend import count_everybody
from ..labels.draws import LabelDraws
from ..wanted.target import Target
from .belonging import expected_right, find_chances
from .expected import total_loss
from .losses import VI, Composition

Array = np.ndarray

# However vague the posterior, a person is worth at least this share of one whose group is certain.
_LEAST_SHARE = 0.1
# People in all shuffled assignments together, and the maximum number of these.
_SHUFFLED, _MOST_SHUFFLES = 2000, 32


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


def person_worth(labels: Array, draws: LabelDraws, parts: Composition, target: Target, workers: Workers) -> float:
    r"""Return what one person in the right group is worth in expected loss, given a decision without rules.

    .. math:: \frac{E[L(\text{shuffled})] - L(a)}{R(a) - E[R(\text{shuffled})]}

    with L the expected loss without its size term and R the number of people expected in their right group, by the
    decision's chances: how much the decision lowers the loss, compared with groups of the same sizes filled at random,
    per person it puts right. For Placement this is exactly 1 / N. Where it is undefined (everybody in one group, say),
    it is the worth of a person whose group is certain; it is never more than that, nor less than a tenth of it. Where
    all assignments are equally good, it is what such a person is worth by VI: only rules are weighed against sizes.
    """
    n_people, n_groups = len(labels), target.n_groups
    if parts.is_nothing:
        return _sure_worth(Composition(VI()), n_people, n_groups)
    placement = parts.placement_weight() / n_people
    if not parts.pairs():
        return placement
    sizeless = replace(target, wanted=None, exact=None, bounds=None)
    rng = np.random.default_rng(0)
    shuffled = [rng.permutation(labels) for _ in range(int(np.clip(_SHUFFLED // n_people, 1, _MOST_SHUFFLES)))]

    def loss(some: Array) -> float:
        return total_loss(count_everybody(draws, some, n_groups, workers), draws.weights, parts, sizeless)

    chances = find_chances(labels, draws, n_groups, placement > 0, workers)
    right = expected_right(labels, chances) - np.mean([expected_right(some, chances) for some in shuffled])
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
