r"""The search for losses that add up over pairs of people, where sizes do not matter.

Such a loss depends on the draws only through how often each pair of people is together in them. With P that share,

.. math:: E[L] = \mathrm{const} - \frac{2}{N^2} \sum_{i < j \text{ together}} \left(2 P_{ij} - (2 - a)\right)

So the draws are counted once, into a matrix (N, N), and the search looks at that alone.
"""

from __future__ import annotations

import numpy as np

from ...cluster.tasks import is_partitioned
from ...options import Workers
from ..draws import LabelDraws
from ..kernels._pairs_numba import N_DICE, explore_company
from ..losses import Loss
from ..machines.machine import Machine
from ..sizes import Sizes
from .descent import Visited

Array = np.ndarray

# The most people whose pairs are held, 256 MiB of them; and people x draws, so that sums of counts are exact.
_MOST_PEOPLE = 8192
_MOST_CELLS = 1 << 24
# Sums of one person's bonds stay below this.
_LARGEST_SUM = 1 << 30
# Rounds of exploring from every start: first so many, at most one per person; then so many, or more as people x rounds
# allow where there are few people; and where there are many, no more than people x rounds allow.
_FIRST_ROUNDS = 100
_MORE_ROUNDS = 400
_FEW_CELLS, _MANY_CELLS = 80_000, 400_000
# Starts that explore although all ended alike, and their rounds.
_DOUBTERS, _DOUBTING_ROUNDS = 2, 25


def looks_at_pairs(draws: LabelDraws, loss: Loss, target: Sizes) -> bool:
    """Say whether the loss adds up over pairs, sizes are free, and the matrix of all pairs is small enough."""
    return (
        all(term.adds_up_over_pairs for _, term in loss.pairs())
        and bool(loss.pairs())
        and not loss.sees_labels
        and target.exact is None
        and target.soft_weight == 0
        and target.bounds is None
        and draws.n_people <= _MOST_PEOPLE
        and draws.n_people * draws.n_draws <= _MOST_CELLS
        and not is_partitioned(draws.codes)
    )


def search_pairs(
    people: Machine,
    draws: LabelDraws,
    loss: Loss,
    n_groups: int,
    *,
    n_starts: int,
    rng: np.random.Generator,
    workers: Workers,
    warm: list[Array],
    enough: int,
) -> list[Visited]:
    """Return where each start ended; the objective leaves out what depends on the draws alone.

    All starts first descend. If they all end alike, some explore; unless those find nothing better, all explore until
    ``enough`` of them end at the best sum.
    """
    bonds, worth = _weigh_pairs(people, draws, loss)
    ends = np.concatenate([_make_starts(draws, n_groups, n_starts, rng), *(labels[None] for labels in warm)])

    def explore(labels: Array, rounds: int, rng: np.random.Generator) -> list[int]:
        """Explore from assignments, (S, N), which become where each ends; return the sums."""
        jobs = list(zip(labels, rng.random((len(labels), rounds, N_DICE)), strict=True))
        return workers.map(lambda job: explore_company(bonds, job[0], n_groups, job[1]), jobs)

    for rounds in (0, *_plan_rounds(draws.n_people)):
        sums = explore(ends, rounds, rng)
        if rounds and sums.count(max(sums)) >= enough:
            break
        if sums.count(max(sums)) == len(ends):
            # Starts that agree may share a local optimum.
            some = ends[:_DOUBTERS].copy()
            if max(explore(some, _DOUBTING_ROUNDS, rng.spawn(1)[0])) == max(sums):
                break
            ends[:_DOUBTERS] = some
    return [Visited(-worth * total, labels) for total, labels in zip(sums, ends, strict=True)]


def _plan_rounds(n_people: int) -> tuple[int, int]:
    """Return how many rounds there are before the starts are compared for the second, and for the third time."""
    most = _MANY_CELLS // n_people
    return min(_FIRST_ROUNDS, n_people, most), min(max(_MORE_ROUNDS, _FEW_CELLS // n_people), most)


def _weigh_pairs(people: Machine, draws: LabelDraws, loss: Loss) -> tuple[Array, float]:
    """Return the bonds of all pairs, (N, N), in whole numbers, and what one unit of them is worth to the loss.

    With equal weights of the draws and a = 1, bonds are exact; otherwise, as fine as whole numbers of this size can be.
    """
    total = sum(weight for weight, _ in loss.pairs())
    parted = sum(weight * (2.0 - term.a) for weight, term in loss.pairs()) / total
    n_people, n_draws, weights = draws.n_people, draws.n_draws, draws.weights
    times, scale = np.ones(n_draws, np.int64), 1
    if weights.min() < weights.max():
        times = np.round(weights * (_LARGEST_SUM // n_people)).astype(np.int64)
    elif not (parted * n_draws).is_integer():
        scale = _LARGEST_SUM // (n_people * n_draws)
    n_times = scale * int(times.sum())
    bonds = people.count_together(times)
    bonds *= 2 * scale
    bonds -= round(parted * n_times)
    np.fill_diagonal(bonds, 0)
    return bonds, 2.0 * total / (n_people**2 * n_times)


def _make_starts(draws: LabelDraws, n_groups: int, n_starts: int, rng: np.random.Generator) -> Array:
    """Return assignments to start from, (S, N): draws, whose clusters may have to share groups, and random ones."""
    starts = rng.integers(0, n_groups, (n_starts, draws.n_people))
    starts[1::2] %= rng.integers(1, n_groups + 1, (n_starts // 2, 1))
    levels = rng.random(-(-n_starts // 2))
    which = np.searchsorted(np.cumsum(draws.weights), levels).clip(max=draws.n_draws - 1)
    starts[::2] = draws.codes[:, which].T % n_groups
    return starts
