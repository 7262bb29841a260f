r"""Costs of partners that make the rows of a co-membership matrix agree.

Rows that choose their own partners need not be symmetric, nor put three people together or apart consistently. For any
multipliers mu of at least 0 of the triangle inequalities, and any antisymmetric A,

.. math:: \sum_{i \ne j} \Big( A_{ij} + \tfrac{1}{2} \sum_{\triangle \ni ij} \pm \mu_\triangle \Big) y_{ij}
          \le \sum_\triangle \mu_\triangle

for every true assignment. So these costs, less the sum of the multipliers, may be added to the rows: the bound stays
valid, and the best multipliers make it the bound of the relaxation with symmetry and triangle inequalities.
"""

from __future__ import annotations

import numpy as np

from ..kernels._cuts_numba import agree
from .claim import Claim, Clock
from .row_bounds import Linear

Array = np.ndarray

# Multipliers are kept for every triangle, so that there must not be too many people.
MANY_TRIANGLES = 300
# People x people x draws for one step, and draws at least; steps, and how many of them between two looks at the clock.
_CELLS, _DRAWS = 16_000_000, 200
_STEPS, _PIECE = 400, 20
# Part of the spread of pulls that a step's scale is.
_SCALE = 0.2


def find_cuts(claim: Claim, by_count: Array, rules: Linear, clock: Clock) -> Linear:
    """Return the costs of partners that rules and the best multipliers found in the time make."""
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
    scale = _SCALE * float((pull + pull.T)[apart].std())
    ordered = np.sort(np.where(apart, pull + pull.T, -np.inf), axis=1)[:, ::-1]
    prices[:] = ordered[np.arange(n_people), partners.astype(int).clip(0, n_people - 2)] / 2
    for piece in range(_STEPS // _PIECE if scale > 0 else 0):
        if clock.left < 0:
            break
        step(some, scale, _PIECE)
        if claim.blind:
            # Nobody is tied to a size: those who pay most for partners get the largest groups, a little more each time.
            partners += (ascending[np.argsort(np.argsort(prices))] - partners) * 2 / (piece + 3)
    step(everything, 1.0, 0)
    costs = rules.costs + 0.5 * (pairs + pull - pull.T - prices[:, None] + prices)
    np.fill_diagonal(costs, 0.0)
    return Linear(costs, rules.offset - float(multipliers.sum(dtype=np.float64)))


def _some_draws(claim: Claim) -> tuple[Array, Array]:
    """Return as many draws as each step has time for, spread evenly over their weights, and their weights."""
    z, weights = claim.arrays.z, claim.arrays.weights
    number = max(_DRAWS, _CELLS // claim.n_people**2)
    if len(weights) <= number:
        return z, weights
    levels = (np.arange(number) + 0.5) / number
    some = np.searchsorted(np.cumsum(weights), levels).clip(max=len(weights) - 1)
    return np.ascontiguousarray(z[:, some]), np.full(number, 1.0 / number)
