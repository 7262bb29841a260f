r"""Costs of partners that make the rows of a co-membership matrix agree.

If every row chooses its own partners, the matrix may be asymmetric and may break triangle inequalities. For any
multipliers mu >= 0 of the triangle inequalities, and any antisymmetric A,

.. math:: \sum_{i \ne j} \Big( A_{ij} + \tfrac{1}{2} \sum_{\triangle \ni ij} \pm \mu_\triangle \Big) y_{ij}
          \le \sum_\triangle \mu_\triangle

for every true assignment. So these costs, minus the sum of the multipliers, can be added to the rows and the bound
stays valid. With the best multipliers it is the bound of the relaxation with symmetry and triangle inequalities.
"""

from __future__ import annotations

import numpy as np

from ..kernels._cuts_numba import agree
from .claim import Claim, Clock
from .rows import Linear

Array = np.ndarray

# With more people, the multipliers of all triangles take too much memory and time.
MAX_PEOPLE_WITH_TRIANGLES = 300
# People x people x draws that one step reads.
_CELLS_PER_STEP = 16_000_000
# Draws that one step reads, even if that exceeds the cells above.
_MIN_DRAWS_PER_STEP = 200
# Steps in total.
_MAX_STEPS = 400
# Steps between two checks of the clock.
_STEPS_PER_CALL = 20
# The scale of a step, in standard deviations of the pulls.
_SCALE_IN_STANDARD_DEVIATIONS = 0.2


def find_cuts(claim: Claim, by_count: Array, rules: Linear, clock: Clock) -> Linear:
    """Return the costs of partners from the rules and from the best multipliers found in time."""
    n_people = claim.n_people
    some, everything = _some_draws(claim), (claim.arrays.z, claim.arrays.weights)
    partners = (claim.sizes[claim.labels] - 1).astype(float)
    ascending = np.sort(partners)
    if claim.blind:
        partners[:] = partners.mean()
    together = (partners[:, None] + partners) / (2 * max(1, n_people - 1)) * (1 - np.eye(n_people))
    multipliers = np.zeros(n_people * (n_people - 1) * (n_people - 2) // 2, np.float32)
    pairs, pull, prices = np.zeros((n_people, n_people)), np.zeros((n_people, n_people)), np.zeros(n_people)

    def step(draws: tuple[Array, Array], scale: float, rounds: int) -> None:
        about = (*draws, by_count[1], rules.costs, partners, scale, rounds)
        agree(*about, together, multipliers, pairs, prices, pull)

    step(some, 1.0, 0)
    apart = ~np.eye(n_people, dtype=bool)
    scale = _SCALE_IN_STANDARD_DEVIATIONS * float((pull + pull.T)[apart].std())
    ordered = np.sort(np.where(apart, pull + pull.T, -np.inf), axis=1)[:, ::-1]
    prices[:] = ordered[np.arange(n_people), partners.astype(int).clip(0, n_people - 2)] / 2
    for piece in range(_MAX_STEPS // _STEPS_PER_CALL if scale > 0 else 0):
        if clock.left < 0:
            break
        step(some, scale, _STEPS_PER_CALL)
        if claim.blind:
            # Sizes are not tied to people: shift the largest groups step by step to those who pay most for partners.
            partners += (ascending[np.argsort(np.argsort(prices))] - partners) * 2 / (piece + 3)
    step(everything, 1.0, 0)
    costs = rules.costs + 0.5 * (pairs + pull - pull.T - prices[:, None] + prices)
    np.fill_diagonal(costs, 0.0)
    return Linear(costs, rules.offset - float(multipliers.sum(dtype=np.float64)))


def _some_draws(claim: Claim) -> tuple[Array, Array]:
    """Return the draws that each step reads, spread evenly over their weights, and their new weights."""
    z, weights = claim.arrays.z, claim.arrays.weights
    number = max(_MIN_DRAWS_PER_STEP, _CELLS_PER_STEP // claim.n_people**2)
    if len(weights) <= number:
        return z, weights
    levels = (np.arange(number) + 0.5) / number
    some = np.searchsorted(np.cumsum(weights), levels).clip(max=len(weights) - 1)
    return np.ascontiguousarray(z[:, some]), np.full(number, 1.0 / number)
