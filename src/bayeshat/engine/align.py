"""Cluster numbers that mean the same in every draw: Stephens' relabelling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ..options import Workers
from .draws import LabelDraws

if TYPE_CHECKING:
    import scipy.sparse

Array = np.ndarray

# Numberings are found on a sample of this many people; more would not change them.
_MAX_MATCHED_PEOPLE = 2048
# Whether labels switch is judged on at most this many cells (draws x clusters).
_MAX_JUDGED_CELLS = 1024
# Simulated sets of labels that do not switch, for comparison.
_SIMULATIONS = 6
# Draws that serve as starting points of an alignment.
_START_DRAWS = 3
# Labels switch if alignment gains more agreement than on simulated labels: more by this much ...
_MIN_EXCESS_GAIN = 0.02
# ... plus this many standard deviations of the simulated gains.
_EXCESS_IN_STANDARD_DEVIATIONS = 4
# Alignment is poor if agreement covers less than this share of the way from chance to certainty ...
_MIN_AGREEMENT_ABOVE_CHANCE = 0.25
# ... or if two stretches of the draws differ by this much more than with the draws in random order. Their distance is
# the total variation between a person's probabilities in the two, averaged over people.
_MAX_STRETCH_DISTANCE = 0.25
_MAX_STRETCHES = 4  # stretches that the draws are cut into
_MIN_DRAWS_PER_STRETCH = 8
# Matching goes on while a round lowers the mean entropy (nats) by this much.
_MIN_ENTROPY_FALL = 1e-3
# With fewer effective draws nobody can tell whether labels switch: the draws are left unchanged.
MIN_EFFECTIVE_DRAWS = 30
# Cells (people x draws) renumbered at a time.
_CELLS_PER_BLOCK = 1 << 22


@dataclass(frozen=True, eq=False)
class Alignment:
    """Draws whose clusters are numbered consistently, and whether they already were.

    Attributes
    ----------
    draws
        The draws, with the clusters of every draw renumbered; unchanged if labels do not switch.
    chance
        The agreement of labels without any information, aligned in the same way.
    switches
        Whether labels switch: alignment gains clearly more agreement than on equally vague labels that keep their
        meaning, or the draws agree no better than with their clusters numbered at random.
    poor
        Whether labels switch and alignment does not help: agreement is hardly better than chance, or stretches of the
        draws differ in who belongs together.
    """

    draws: LabelDraws
    chance: float
    switches: bool
    poor: bool

    @property
    def agreement(self) -> float:
        """The mean over people of the probability of their most probable cluster."""
        return _agreement(self.draws)


def align_labels(draws: LabelDraws, alike: Array | None = None) -> Alignment:
    r"""Renumber the clusters of every draw so that they mean the same in all of them.

    .. math:: \min_{\nu, P} -\sum_t w_t \sum_n \log P_{n\,\nu_t(z_{tn})}

    alternately over a permutation :math:`\nu_t` of each draw's clusters and everybody's probabilities P (N, K), until
    neither changes much (Stephens 2000, Dealing with label switching in mixture models, algorithm 2). Each permutation
    is a linear assignment. Simulations have fixed seeds: the same draws give the same result.

    Parameters
    ----------
    draws
        The draws, chain after chain.
    alike
        (K,) a number per cluster; only clusters with the same number are exchanged. By default any may be.

    Examples
    --------
    >>> from bayeshat.engine.draws import as_draws
    >>> aligned = align_labels(as_draws([[0, 0, 1, 1, 2, 2], [1, 1, 0, 0, 2, 2], [0, 0, 1, 1, 2, 2]] * 20))
    >>> aligned.switches, round(aligned.agreement, 2)
    (True, 1.0)
    >>> int(aligned.draws.codes[0].max())
    0
    """
    kinds = np.zeros(draws.n_clusters, np.int64) if alike is None else np.unique(alike, return_inverse=True)[1]
    allowed = kinds[:, None] == kinds
    some = draws.subset(_some_people(draws.n_people), None)
    few = _thinned(some)
    rng = np.random.default_rng(0)
    pivot = _best(few, allowed)
    chance = _mean_of_largest(_best(replace(few, codes=rng.permuted(few.codes, axis=0)), allowed))
    enough = draws.n_effective >= MIN_EFFECTIVE_DRAWS
    if not enough or not (_gains_clearly(few, pivot, allowed, rng) or _says_nothing(few, kinds, rng)):
        return Alignment(draws, chance, switches=False, poor=False)
    orders, _ = _settle(some, pivot, allowed)
    orders = np.argsort(_commonest(orders, draws.weights))[orders]
    aligned = _renumbered(draws, orders)
    clear = _agreement(aligned) - chance >= _MIN_AGREEMENT_ABOVE_CHANCE * (1.0 - chance)
    poor = not clear or _settles_apart(_thinned(_renumbered(some, orders)), rng)
    return Alignment(aligned, chance, switches=True, poor=poor)


def _probabilities(draws: LabelDraws) -> Array:
    return draws.shares(Workers(1))


def _mean_of_largest(probabilities: Array) -> float:
    return float(probabilities.max(axis=1).mean())


def _agreement(draws: LabelDraws) -> float:
    """Return the mean over people of the probability of their most probable cluster."""
    return _mean_of_largest(_probabilities(draws))


def _some_people(n_people: int) -> Array | None:
    """Return the people used to find the numberings: a random sample, or None for everybody."""
    if n_people <= _MAX_MATCHED_PEOPLE:
        return None
    return np.sort(np.random.default_rng(0).choice(n_people, _MAX_MATCHED_PEOPLE, replace=False))


def _thinned(draws: LabelDraws) -> LabelDraws:
    """Return a few of the draws, spread evenly over their weights; all of them if there are few."""
    n_few = max(32, _MAX_JUDGED_CELLS // draws.n_clusters)
    if draws.n_draws <= n_few:
        return draws
    return draws.subset(None, draws.at((np.arange(n_few) + 0.5) / n_few))


def _gains_clearly(draws: LabelDraws, aligned: Array, allowed: Array, rng: np.random.Generator) -> bool:
    """Say whether alignment gains more agreement than on labels drawn from everybody's own probabilities."""
    probabilities = _probabilities(draws)
    gain = _mean_of_largest(aligned) - _mean_of_largest(probabilities)
    if gain <= _MIN_EXCESS_GAIN:
        return False
    limits = np.cumsum(probabilities, axis=1)[:, :-1, None]
    gains = []
    for _ in range(_SIMULATIONS):
        codes = np.zeros_like(draws.codes)
        uniform = rng.random(codes.shape)
        for k in range(draws.n_clusters - 1):
            codes += uniform > limits[:, k]
        still = replace(draws, codes=codes)
        gains.append(_mean_of_largest(_best(still, allowed)) - _agreement(still))
    return bool(gain > np.mean(gains) + _EXCESS_IN_STANDARD_DEVIATIONS * np.std(gains, ddof=1) + _MIN_EXCESS_GAIN)


def _says_nothing(draws: LabelDraws, kinds: Array, rng: np.random.Generator) -> bool:
    """Say whether most labels are exchangeable and agree no better than with clusters numbered at random."""
    n_alike = np.bincount(kinds)[kinds]
    if _probabilities(draws)[:, n_alike > 1].sum() < 0.5 * draws.n_people:
        return False
    agreements = [
        _agreement(_renumbered(draws, _random_orders(draws.n_draws, kinds, rng))) for _ in range(_SIMULATIONS)
    ]
    return bool(_agreement(draws) < np.mean(agreements) + _EXCESS_IN_STANDARD_DEVIATIONS * np.std(agreements, ddof=1))


def _random_orders(n_draws: int, kinds: Array, rng: np.random.Generator) -> Array:
    """Return random numberings of the clusters, (T, K), that exchange only those of one kind."""
    random = np.array([rng.permutation(len(kinds)) for _ in range(n_draws)])
    orders = np.empty_like(random)
    for kind in np.unique(kinds):
        places = np.flatnonzero(kinds == kind)
        orders[:, places] = places[np.argsort(random[:, places], axis=1)]
    return orders


def _best(draws: LabelDraws, allowed: Array) -> Array:
    """Align from several starting points, and return the probabilities with the least entropy."""
    starts = np.unique(np.linspace(0, draws.n_draws - 1, _START_DRAWS).astype(int))
    pivots = [_probabilities(draws)]
    pivots += [np.eye(draws.n_clusters)[draws.codes[:, t]] for t in starts]
    return min((_settle(draws, pivot, allowed)[1] for pivot in pivots), key=_entropy)


def _entropy(probabilities: Array) -> float:
    from scipy.special import entr

    return float(entr(probabilities).sum(axis=1).mean())


def _settle(draws: LabelDraws, pivot: Array, allowed: Array) -> tuple[Array, Array]:
    """Match every draw to the probabilities of all draws, and update these, until little changes.

    Returns the new number of every cluster in every draw, (T, K), and everybody's probabilities, (N, K).
    """
    n_clusters = draws.n_clusters
    orders = np.tile(np.arange(n_clusters), (draws.n_draws, 1))
    step = max(1, _CELLS_PER_BLOCK // n_clusters**2)
    blocks = [slice(start, start + step) for start in range(0, draws.n_draws, step)]
    members = [_members(draws.codes[:, block], n_clusters) for block in blocks]
    before = np.inf
    while True:
        log_pivot = np.log((pivot * draws.n_draws + 0.5) / (draws.n_draws + 0.5 * n_clusters))
        for block, some in zip(blocks, members, strict=True):
            support = (some @ log_pivot).reshape(-1, n_clusters, n_clusters)
            orders[block] = _match(support, orders[block], allowed)
        pivot = _probabilities(_renumbered(draws, orders))
        now = _entropy(pivot)
        if now > before - _MIN_ENTROPY_FALL:
            return orders, pivot
        before = now


def _members(codes: Array, n_clusters: int) -> scipy.sparse.csc_array:
    """Return who is in which cluster of which draw, (T * K, N), as a sparse matrix of ones."""
    from scipy.sparse import csc_array

    n_people, n_draws = codes.shape
    rows = np.arange(n_draws) * n_clusters + codes
    starts = np.arange(n_people + 1) * n_draws
    return csc_array((np.ones(rows.size), rows.ravel(), starts), (n_draws * n_clusters, n_people))


def _match(support: Array, orders: Array, allowed: Array) -> Array:
    """Return each draw's best new numbers, (T, K), given the support for each, (T, K, K); ties keep the old ones."""
    from scipy.optimize import linear_sum_assignment

    draws = np.arange(len(support))[:, None]
    clusters = np.arange(support.shape[1])
    support = np.where(allowed, support, -np.inf)
    support[draws, clusters, orders] += 1e-9 * (1.0 + np.abs(support[draws, clusters, orders]))
    best = support.argmax(axis=2)
    for t in np.flatnonzero((np.sort(best, axis=1) != clusters).any(axis=1)):
        best[t] = linear_sum_assignment(support[t], maximize=True)[1]
    return best


def _renumbered(draws: LabelDraws, orders: Array) -> LabelDraws:
    """Return the draws with every cluster renumbered, a block of people at a time."""
    codes = np.empty_like(draws.codes)
    numbers = orders.astype(codes.dtype)
    step = max(1, _CELLS_PER_BLOCK // draws.n_draws)
    here = np.arange(draws.n_draws)
    for start in range(0, draws.n_people, step):
        codes[start : start + step] = numbers[here, draws.codes[start : start + step]]
    return replace(draws, codes=codes)


def _commonest(orders: Array, weights: Array) -> Array:
    """Return the most common numbering, by weight of the draws."""
    kinds, which = np.unique(orders, axis=0, return_inverse=True)
    return kinds[np.bincount(which.ravel(), weights).argmax()]


def _settles_apart(draws: LabelDraws, rng: np.random.Generator) -> bool:
    """Say whether stretches of the draws differ clearly more than with the draws in random order."""
    in_order = np.arange(draws.n_draws)
    return _farthest(draws, in_order) - _farthest(draws, rng.permutation(in_order)) > _MAX_STRETCH_DISTANCE


def _farthest(draws: LabelDraws, order: Array) -> float:
    """Return the largest distance between the probabilities in two stretches of the draws, taken in this order."""
    n_stretches = max(1, min(_MAX_STRETCHES, draws.n_draws // _MIN_DRAWS_PER_STRETCH))
    means = [_probabilities(draws.subset(None, which)) for which in np.array_split(order, n_stretches)]
    return max(float(np.abs(one - other).sum(axis=1).mean()) / 2 for one in means for other in means)
