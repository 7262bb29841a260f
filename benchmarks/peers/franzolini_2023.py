"""Our own reading of Franzolini and Rebaudo (2023), "Entropy regularization in probabilistic clustering" (ERC).

Each draw counts in proportion to exp(strength × entropy), where the entropy of the draw's cluster sizes has as many
clusters as its base, so that it is 1 for even ones; the estimate minimises the expected VI over the draws so weighted.
Here draws are weighted instead of drawn again, and bayeshat's search takes the place of salso's. Wanted sizes are not
known to it: it is the nearest other way to ask for sizes that are less uneven.
"""

from __future__ import annotations

import numpy as np

import bayeshat as bh

from .protocol import Peer, Problem, Solution

# The authors' simulations use 10, 20 and 50.
STRENGTH = 20.0


def solve(problem: Problem) -> Solution:
    weights = np.exp(STRENGTH * (evenness(problem.draws) - 1))
    decision = bh.decide(
        problem.draws,
        groups=problem.n_groups,
        loss="vi",
        size_weight=0.0,
        weights=weights,
        rng=problem.seed,
        threads=1,
    )
    return Solution(labels=decision.labels)


def evenness(draws: np.ndarray) -> np.ndarray:
    """Return (T,) the entropy of each draw's cluster sizes, with the number of its clusters as the base.

    >>> evenness(np.array([[0, 0, 1, 1], [0, 0, 0, 1], [2, 2, 2, 2]])).round(3)
    array([1.   , 0.811, 0.   ])
    """
    found = np.zeros(len(draws))
    for t, draw in enumerate(draws):
        shares = np.unique(draw, return_counts=True)[1] / len(draw)
        if len(shares) > 1:
            found[t] = -(shares * np.log(shares)).sum() / np.log(len(shares))
    return found


PEER = Peer(
    name="ERC 2023 (our own reading)",
    kind="decides draws",
    solve=solve,
    version=lambda: "our own",
    about="draws weighted by exp(20 × evenness of their sizes), then the least expected VI by bayeshat's search",
    losses=("vi", "paper"),
)
