r"""Proofs for losses that are linear in people, with rules, and with sizes as a guide.

At given sizes n the cost of people P(n) is an integer program. Its linear relaxation bounds all vectors of sizes at
once: its value is convex in n, and its prices p are a subgradient,

.. math:: P(n') \ge \mathrm{LP}(n) + p^\top (n' - n) .

The sizes with the least bound come next: first the relaxation and then, if that does not exclude them, the integer
program.
"""

from __future__ import annotations

import numpy as np

from ..programs.integer_program import blocks_of, bound_program
from .certificate import ROUNDING
from .claim import Claim, Clock
from .rows import SizeBounds, all_costs

Array = np.ndarray

# How far a vector of sizes is: 0 untouched, 1 relaxed, 2 solved.
_SOLVED = 2


def prove_linear(claim: Claim, start: SizeBounds, clock: Clock) -> tuple[SizeBounds, float, Array | None]:
    """Raise the bounds of vectors of sizes, lowest bound first, until the bounds suffice or time is up.

    Return the bounds, the value of the best assignment known, and that assignment if it is better than the claim's.
    """
    constraints = claim.constraints
    value, better = claim.value, None
    blocks = blocks_of(constraints, split=False)
    utilities = -blocks.add_up(claim.cost)
    sizes, bounds = start.sizes, start.bounds.copy()
    costs = all_costs(claim, sizes)
    done = np.zeros(len(sizes), dtype=int)
    while clock.left > 0 and (done < _SOLVED).any():
        at = int(np.argmin(np.where(done < _SOLVED, bounds, np.inf)))
        if bounds[at] > value - ROUNDING:
            break
        done[at] += 1
        whole = done[at] == _SOLVED
        found = bound_program(constraints, blocks, utilities, sizes[at], whole=whole, seconds=max(clock.left, 0.1))
        if found is None:
            continue
        if not whole and np.isfinite(found.bound):
            bounds = np.maximum(bounds, costs + found.bound + (sizes - sizes[at]) @ found.prices)
        bounds[at] = max(bounds[at], costs[at] + found.bound)
        if found.counts is not None:
            labels = blocks.labels(found.counts)
            cost = costs[at] + float(claim.cost[np.arange(len(labels)), labels].sum())
            cost += constraints.shared_cost(labels)
            if cost < value - 2 * ROUNDING:
                value, better = cost, labels
    return SizeBounds(sizes, bounds, start.rest), value, better
