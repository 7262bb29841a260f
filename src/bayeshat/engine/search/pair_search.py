r"""The search for losses that add up over pairs of people, where sizes do not matter.

Such a loss depends on the draws only through the share P of draws in which each pair of people is together:

.. math:: E[L] = \mathrm{const} - \frac{2}{N^2} \sum_{i < j \text{ together}} \left(2 P_{ij} - (2 - a)\right)

So the draws are counted once, into a matrix (N, N), and the search reads only this matrix.
"""

from __future__ import annotations

import numpy as np

from ...options import Workers
from ..draws import LabelDraws
from ..kernels._pairs_numba import N_DICE, count_together, explore_company
from ..losses import Loss
from ..sizes import Sizes
from .descent import MIN_AGREEING_STARTS, SearchOptions, Visited

Array = np.ndarray

# The matrix of all pairs of this many people takes 256 MiB.
_MAX_PEOPLE = 8192
# People x draws for which sums of counts are exact.
_MAX_CELLS = 1 << 24
# Sums of one person's bonds stay below this.
_MAX_BOND_SUM = 1 << 30
# First rounds of exploring from every start, and no more than one per person.
_MAX_FIRST_ROUNDS = 100
# Further rounds of exploring, unless there are very many people.
_MIN_MORE_ROUNDS = 400
# With few people there are more further rounds: this number divided by the people.
_PEOPLE_X_MORE_ROUNDS = 80_000
# With very many people there are fewer rounds of either kind: this number divided by the people.
_MAX_PEOPLE_X_ROUNDS = 400_000
# If all starts end alike, this many of them explore as a check.
_CHECKING_STARTS = 2
# Rounds of that check.
_CHECKING_ROUNDS = 25


def looks_at_pairs(draws: LabelDraws, loss: Loss, target: Sizes) -> bool:
    """Say whether the loss adds up over pairs, sizes are free, and the matrix of all pairs is small enough."""
    return (
        all(term.adds_up_over_pairs for _, term in loss.pairs())
        and bool(loss.pairs())
        and not loss.sees_labels
        and target.exact is None
        and target.soft_weight == 0
        and target.bounds is None
        and draws.n_people <= _MAX_PEOPLE
        and draws.n_people * draws.n_draws <= _MAX_CELLS
        and draws.where == "host"
    )


def search_pairs(
    draws: LabelDraws, loss: Loss, n_groups: int, options: SearchOptions, warm: list[Array]
) -> list[Visited]:
    """Return where each start ended; objectives are up to a constant of the draws.

    All starts first descend. If they all end alike, some explore as a check. If they do not, or if the check finds
    something better, all explore until enough of them end at the best sum.
    """
    n_starts, rng, workers, _ = options
    bonds, worth = _weigh_pairs(draws, loss, workers)
    ends = np.concatenate([_make_starts(draws, n_groups, n_starts, rng), *(labels[None] for labels in warm)])

    def explore(labels: Array, rounds: int, rng: np.random.Generator) -> list[int]:
        """Explore from assignments, (S, N), which are overwritten by the results; return the sums."""
        jobs = list(zip(labels, rng.random((len(labels), rounds, N_DICE)), strict=True))
        return workers.map(lambda job: explore_company(bonds, job[0], n_groups, job[1]), jobs)

    for rounds in (0, *_plan_rounds(draws.n_people)):
        sums = explore(ends, rounds, rng)
        if rounds and sums.count(max(sums)) >= MIN_AGREEING_STARTS:
            break
        if sums.count(max(sums)) == len(ends):
            # Starts that agree may have found the same local optimum.
            some = ends[:_CHECKING_STARTS].copy()
            if max(explore(some, _CHECKING_ROUNDS, rng.spawn(1)[0])) == max(sums):
                break
            ends[:_CHECKING_STARTS] = some
    return [Visited(-worth * total, labels) for total, labels in zip(sums, ends, strict=True)]


def _plan_rounds(n_people: int) -> tuple[int, int]:
    """Return the number of first and of further rounds; the starts are compared after each."""
    most = _MAX_PEOPLE_X_ROUNDS // n_people
    return min(_MAX_FIRST_ROUNDS, n_people, most), min(max(_MIN_MORE_ROUNDS, _PEOPLE_X_MORE_ROUNDS // n_people), most)


def _weigh_pairs(draws: LabelDraws, loss: Loss, workers: Workers) -> tuple[Array, float]:
    """Return the bonds of all pairs, (N, N), as whole numbers, and the worth of one unit in loss.

    With equal weights of the draws and a = 1, bonds are exact; otherwise they are rounded to the finest whole numbers
    that fit.
    """
    total = sum(weight for weight, _ in loss.pairs())
    parted = sum(weight * (2.0 - term.a) for weight, term in loss.pairs()) / total
    n_people, n_draws, weights = draws.n_people, draws.n_draws, draws.weights
    times, scale = np.ones(n_draws, np.int64), 1
    if weights.min() < weights.max():
        times = np.round(weights * (_MAX_BOND_SUM // n_people)).astype(np.int64)
    elif not (parted * n_draws).is_integer():
        scale = _MAX_BOND_SUM // (n_people * n_draws)
    n_times = scale * int(times.sum())
    bonds = count_pairs(draws.codes, draws.n_clusters, times, workers)
    bonds *= 2 * scale
    bonds -= round(parted * n_times)
    np.fill_diagonal(bonds, 0)
    return bonds, 2.0 * total / (n_people**2 * n_times)


def count_pairs(codes: Array, n_clusters: int, times: Array, workers: Workers) -> Array:
    """Count the draws in which two people share a cluster, (N, N), below 2**31; draw t counts ``times[t]`` times.

    The bits of 64 draws are compared at a time.
    """
    planes, counted = as_planes(codes, n_clusters), as_planes(times[None], times.max() + 1)
    out = np.empty((len(codes), len(codes)), np.int32)
    workers.over(len(codes), lambda start, stop: count_together(planes, counted[:, 0], start, stop, out))
    return out


def as_planes(codes: Array, n_codes: int) -> Array:
    """Return numbers (M, T) as planes of bits, (B, M, W), 64 to a word: plane b holds bit b. B is even."""
    n_rows, n_draws = codes.shape
    n_planes = max(2, int(n_codes - 1).bit_length() + 1 & ~1)
    planes = np.zeros((n_planes, n_rows, -(-n_draws // 64) * 8), np.uint8)
    for b in range(n_planes):
        planes[b, :, : -(-n_draws // 8)] = np.packbits(codes & codes.dtype.type(1 << b), axis=1)
    return planes.view(np.uint64)


def _make_starts(draws: LabelDraws, n_groups: int, n_starts: int, rng: np.random.Generator) -> Array:
    """Return starts, (S, N): draws, whose clusters share groups if these are fewer, and random assignments."""
    starts = rng.integers(0, n_groups, (n_starts, draws.n_people))
    starts[1::2] %= rng.integers(1, n_groups + 1, (n_starts // 2, 1))
    starts[::2] = draws.codes[:, draws.at(rng.random(-(-n_starts // 2)))].T % n_groups
    return starts
