"""The ball around a decision with a given probability, and the groupings at its edge."""

from __future__ import annotations

import numpy as np

from ..losses import Loss
from ..partition import pair_loss
from ..tables import pair_losses
from .again import Again
from .uncertainty import CredibleBall, Extreme

Array = np.ndarray

# Distances that differ by less are equal: they are sums of many terms.
_DISTANCE_TOLERANCE = 1e-9


def ball_radius(distances: Array, weights: Array, level: float) -> float:
    """Return the smallest distance within which the draws have at least this weight.

    Examples
    --------
    >>> ball_radius(np.array([3.0, 1.0, 2.0, 4.0]), np.full(4, 0.25), 0.5)
    2.0
    """
    order = np.argsort(distances, kind="stable")
    reached = int(np.searchsorted(np.cumsum(weights[order]), level - _DISTANCE_TOLERANCE))
    return float(distances[order[min(reached, len(order) - 1)]])


def find_ball(again: Again, distance: Loss, level: float) -> CredibleBall:
    """Return the ball around the decision, with its extremes."""
    draws = again.draws
    tables = again.tables(again.first)
    distances = np.maximum(pair_losses(tables, distance), 0.0)
    radius = ball_radius(distances, draws.weights, level)
    inside = np.flatnonzero(distances <= radius + _DISTANCE_TOLERANCE)
    n_clusters = (tables.sum(axis=2) > 0).sum(axis=1)
    known: dict[int, Extreme] = {}

    def extreme(among: Array) -> Extreme:
        """Return the farthest of some draws; the first one of several."""
        far = distances[among]
        t = int(among[np.argmax(far >= far.max() - _DISTANCE_TOLERANCE)])
        if t not in known:
            loss = None if again.named else distance
            feasible = again.decide(np.array([t]), [again.first], loss)
            away = pair_loss(distance, feasible, again.first)
            known[t] = Extreme(draws.codes[:, t].astype(np.int64), feasible, float(distances[t]), away)
        return known[t]

    few, many = n_clusters[inside].min(), n_clusters[inside].max()
    return CredibleBall(
        radius=radius,
        level=level,
        inside=float(draws.weights[inside].sum()),
        horizontal=extreme(inside),
        upper=extreme(inside[n_clusters[inside] == few]),
        lower=extreme(inside[n_clusters[inside] == many]),
    )
