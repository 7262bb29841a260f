"""A few groupings that meet sizes and rules and together represent the draws best."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...options import Progress
from .again import Again

Array = np.ndarray

# Groupings, including the decision.
MAX_GROUPINGS = 5
# One more grouping must lower the expected loss by this share of the decision's loss.
MIN_GAIN = 0.05
# Every grouping but the decision must represent this share of the draws.
MIN_WEIGHT = 0.05
# Draws that are tried as the seed of one more grouping.
_SEEDS_PER_GROUPING = 4
# Rounds in which draws choose groupings and groupings are decided again.
_MAX_ROUNDS = 8
# With more people x draws, there are fewer seeds and rounds.
_MAX_CELLS_WITH_FULL_EFFORT = 20_000_000


class Representatives(NamedTuple):
    """Groupings, and the loss of each under every draw."""

    labels: list[Array]
    losses: Array  # (A, T)

    @property
    def nearest(self) -> Array:
        """(T,) the grouping with the least loss under each draw; the first of several."""
        return np.asarray(np.round(self.losses, 12).argmin(axis=0))

    def expected(self, weights: Array) -> float:
        """Return the expected loss if the right one of these groupings were known."""
        return float(weights @ self.losses.min(axis=0))

    def weights(self, weights: Array) -> Array:
        """Return the weight of the draws that each grouping represents, (A,)."""
        return np.bincount(self.nearest, weights=weights, minlength=len(self.labels))


def find_alternatives(again: Again, progress: Progress) -> Representatives:
    r"""Return the decision and up to four more groupings that meet sizes and rules.

    .. math:: \min_{a_2 \dots a_A} \sum_t w_t \min_i L(a_i, z_t), \quad a_1 = \hat a

    Every draw belongs to the grouping with the least loss. Each grouping but the first is decided again on its draws,
    until nothing changes. Groupings are added one by one, as long as each lowers this sum by at least 5 % of its value
    for the decision alone, and all of them represent at least 5 % of the draws.
    """
    weights = again.draws.weights
    now = Representatives([again.first], again.losses(again.first)[None])
    alone = now.expected(weights)
    for n_now in range(1, MAX_GROUPINGS):
        if now.expected(weights) <= 1e-12 or again.n_groups == 1:
            break
        progress(n_now / MAX_GROUPINGS, "looking for alternatives")
        more = _settle(again, _one_more(again, now))
        too_light = (more.weights(weights)[1:] < MIN_WEIGHT).any()
        if too_light or now.expected(weights) - more.expected(weights) < MIN_GAIN * alone:
            break
        now = more
    order = [0, *(1 + np.argsort(-now.weights(weights)[1:], kind="stable")).tolist()]
    return Representatives([now.labels[i] for i in order], now.losses[order])


def _effort(again: Again) -> tuple[int, int]:
    """Return the number of seeds and rounds, fewer for large problems."""
    few = again.draws.n_people * again.draws.n_draws > _MAX_CELLS_WITH_FULL_EFFORT
    return (2, 1) if few else (_SEEDS_PER_GROUPING, _MAX_ROUNDS)


def _one_more(again: Again, now: Representatives) -> Representatives:
    """Add a grouping: try several badly represented draws as seeds, and keep the one that lowers the loss most."""
    draws = again.draws
    least = now.losses.min(axis=0)
    badly = draws.weights * least
    best: Representatives | None = None
    for t in again.rng.choice(draws.n_draws, _effort(again)[0], p=badly / badly.sum()):
        # Two draws are farther from each other than from a grouping between them, so distances from the seed are
        # compared with how well a draw is represented now. The nearest draws are the seed's neighbourhood.
        closeness = again.losses_of_draw(int(t)) - least
        share = 1.0 / (len(now.labels) + 1)
        order = np.argsort(closeness, kind="stable")
        near = order[: 1 + np.searchsorted(np.cumsum(draws.weights[order]), share)]
        labels = again.decide(np.sort(near), [again.first])
        tried = Representatives([*now.labels, labels], np.vstack([now.losses, again.losses(labels)]))
        if best is None or tried.expected(draws.weights) < best.expected(draws.weights) - 1e-12:
            best = tried
    assert best is not None
    return best


def _settle(again: Again, now: Representatives) -> Representatives:
    """Let draws choose their grouping, and decide each grouping but the first again, until nothing changes."""
    weights = again.draws.weights
    for _ in range(_effort(again)[1]):
        nearest = now.nearest
        labels, losses = list(now.labels), now.losses.copy()
        for i in range(1, len(labels)):
            own = np.flatnonzero(nearest == i)
            if not len(own):
                continue
            new = again.decide(own, [labels[i]])
            new_losses = again.losses(new)
            if weights[own] @ new_losses[own] < weights[own] @ losses[i, own] - 1e-12:
                labels[i], losses[i] = new, new_losses
        after = Representatives(labels, losses)
        if after.expected(weights) >= now.expected(weights) - 1e-12:
            break
        now = after
    return now
