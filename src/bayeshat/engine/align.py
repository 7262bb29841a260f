"""Cluster numbers that mean the same in every draw: Stephens' relabelling."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .._workers import Workers
from .draws import LabelDraws
from .problem import cluster_probabilities

Array = np.ndarray

# Renumberings are found with at most this many people; more would not change them.
_PEOPLE = 2048
# Whether labels switch is judged on at most this many cells (draws x clusters), against some simulations of labels that
# do not; this many draws serve as starting points.
_CELLS, _SIMULATIONS, _STARTS = 1024, 4, 4
# Labels switch where alignment gains this much agreement more than it does on labels that do not.
_CLEARLY = 0.02
# Aligned labels hardly mean the same where agreement gets less than this far from chance (0) towards certainty (1) ...
_LEAST = 0.25
# ... or where two of four stretches of the draws, of at least so many draws each, are further apart than this: the mean
# over people of the total variation distance between their probabilities.
_APART, _STRETCHES, _SHORTEST = 0.25, 4, 25
_ROUNDS = 50
# Cells (people x draws) renumbered at a time.
_BLOCK = 1 << 22


@dataclass(frozen=True, eq=False)
class Alignment:
    """Draws whose clusters are numbered alike, and whether they were before.

    Agreement is the mean over people of the probability of their most probable cluster.

    Attributes
    ----------
    draws
        The draws, every draw's clusters renumbered; as they came where labels do not switch.
    changed
        Share of the draws (by weight) that are numbered differently from most others.
    agreement, raw_agreement
        The agreement of the aligned draws, and of the draws as they came.
    chance
        The agreement of labels without any information, aligned in the same way.
    switches
        Whether labels switch: alignment gains clearly more agreement than it does on labels that are as vague but keep
        their meaning.
    poor
        Whether labels switch and even aligned hardly mean the same: agreement is hardly better than chance, or
        stretches of the draws differ in who belongs together.
    """

    draws: LabelDraws
    changed: float
    agreement: float
    raw_agreement: float
    chance: float
    switches: bool
    poor: bool


def align_labels(draws: LabelDraws, alike: Array | None = None) -> Alignment:
    r"""Renumber the clusters of every draw so that they mean the same in all of them.

    .. math:: \min_{\nu, P} -\sum_t w_t \sum_n \log P_{n\,\nu_t(z_{tn})}

    over a permutation :math:`\nu_t` of each draw's clusters and everybody's probabilities P (N, K), in turn, until
    neither changes (Stephens 2000, Dealing with label switching in mixture models, algorithm 2); each permutation is
    a linear assignment. The same draws give the same result: all simulations have fixed seeds.

    Parameters
    ----------
    draws
        The draws, chain after chain.
    alike
        (K,) a number per cluster; only clusters of the same number are exchanged. By default any are.

    Examples
    --------
    >>> from bayeshat.engine.draws import as_draws
    >>> aligned = align_labels(as_draws([[0, 0, 1, 1, 2, 2], [1, 1, 0, 0, 2, 2], [0, 0, 1, 1, 2, 2]] * 20))
    >>> aligned.switches, round(aligned.raw_agreement, 2), aligned.agreement, round(aligned.changed, 2)
    (True, 0.78, 1.0, 0.33)
    >>> aligned.draws.codes[0].max()
    0
    """
    raw = _agreement(cluster_probabilities(draws, Workers(1)))
    kinds = np.zeros(draws.n_clusters, np.int64) if alike is None else np.asarray(alike)
    allowed = kinds[:, None] == kinds
    some = draws.subset(_some_people(draws.n_people), None)
    few = _thinned(some)
    rng = np.random.default_rng(0)
    found = _best(few, allowed)
    shuffled = replace(few, codes=rng.permuted(few.codes, axis=0))
    chance = _agreement(_best(shuffled, allowed))
    if not _gains_clearly(few, found, allowed, rng):
        return Alignment(draws, 0.0, raw, raw, chance, switches=False, poor=False)
    orders, _ = _settle(some, found, allowed)
    orders = np.argsort(_commonest(orders, draws.weights))[orders]
    aligned = _renumbered(draws, orders)
    agreement = _agreement(cluster_probabilities(aligned, Workers(1)))
    close = agreement - chance >= _LEAST * (1.0 - chance) and _farthest(_renumbered(some, orders)) <= _APART
    moved = (orders != np.arange(draws.n_clusters)) & _used(some)
    changed = float(draws.weights @ moved.any(axis=1))
    return Alignment(aligned, changed, agreement, raw, chance, switches=True, poor=not close)


def _agreement(probabilities: Array) -> float:
    """Return the mean over people of the probability of their most probable cluster."""
    return float(probabilities.max(axis=1).mean())


def _some_people(n_people: int) -> Array | None:
    if n_people <= _PEOPLE:
        return None
    return np.sort(np.random.default_rng(0).choice(n_people, _PEOPLE, replace=False))


def _thinned(draws: LabelDraws) -> LabelDraws:
    """Return a few of the draws, spread evenly over their weights; all where they are few."""
    n_few = max(32, _CELLS // draws.n_clusters)
    if draws.n_draws <= n_few:
        return draws
    places = (np.arange(n_few) + 0.5) / n_few
    which = np.searchsorted(np.cumsum(draws.weights), places).clip(max=draws.n_draws - 1)
    return draws.subset(None, which)


def _gains_clearly(draws: LabelDraws, found: Array, allowed: Array, rng: np.random.Generator) -> bool:
    """Say whether alignment gains more agreement than on labels drawn from everybody's own probabilities."""
    raw = cluster_probabilities(draws, Workers(1))
    gain = _agreement(found) - _agreement(raw)
    if gain <= _CLEARLY:
        return False
    gains = []
    for _ in range(_SIMULATIONS):
        still = replace(draws, codes=_simulate(raw, draws.n_draws, rng))
        before = cluster_probabilities(still, Workers(1))
        gains.append(_agreement(_best(still, allowed)) - _agreement(before))
    return bool(gain > max(gains) + _CLEARLY)


def _simulate(probabilities: Array, n_draws: int, rng: np.random.Generator) -> Array:
    """Draw labels from everybody's probabilities, each person on their own: (N, T)."""
    limits = np.cumsum(probabilities, axis=1)[:, :-1]
    codes = np.zeros((len(probabilities), n_draws), np.uint8 if probabilities.shape[1] <= 256 else np.uint16)
    uniform = rng.random(codes.shape)
    for limit in limits.T:
        codes += uniform > limit[:, None]
    return codes


def _best(draws: LabelDraws, allowed: Array) -> Array:
    """Return the aligned probabilities with the least entropy of those that several numberings lead to."""
    starts = np.unique(np.linspace(0, draws.n_draws - 1, _STARTS).astype(int))
    pivots = [cluster_probabilities(draws, Workers(1))]
    pivots += [np.eye(draws.n_clusters)[draws.codes[:, t]] for t in starts]
    return min((_settle(draws, pivot, allowed)[1] for pivot in pivots), key=_entropy)


def _entropy(probabilities: Array) -> float:
    from scipy.special import entr

    return float(entr(probabilities).sum())


def _settle(draws: LabelDraws, pivot: Array, allowed: Array) -> tuple[Array, Array]:
    """Match every draw with the probabilities that follow from all of them until nothing changes.

    Returns the new number of every cluster in every draw, (T, K), and everybody's probabilities, (N, K).
    """
    orders = np.tile(np.arange(draws.n_clusters), (draws.n_draws, 1))
    for _ in range(_ROUNDS):
        smooth = (pivot * draws.n_draws + 0.5) / (draws.n_draws + 0.5 * draws.n_clusters)
        matched = _match(_support(draws, np.log(smooth)), orders, allowed)
        pivot = cluster_probabilities(_renumbered(draws, matched), Workers(1))
        if (matched == orders).all():
            break
        orders = matched
    return orders, pivot


def _support(draws: LabelDraws, log_pivot: Array) -> Array:
    """Sum the log probabilities of each new number over the people of each cluster, in every draw: (T, K, K)."""
    codes = np.ascontiguousarray(draws.codes.T)
    return np.stack([(codes == k).astype(float) @ log_pivot for k in range(draws.n_clusters)], axis=1)


def _match(support: Array, orders: Array, allowed: Array) -> Array:
    """Return each draw's best new numbers, (T, K); of equally good ones those that it has."""
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
    """Return the draws with every cluster under its new number, a block of people at a time."""
    codes = np.empty_like(draws.codes)
    numbers = orders.astype(codes.dtype)
    step = max(1, _BLOCK // draws.n_draws)
    here = np.arange(draws.n_draws)
    for start in range(0, draws.n_people, step):
        codes[start : start + step] = numbers[here, draws.codes[start : start + step]]
    return replace(draws, codes=codes)


def _commonest(orders: Array, weights: Array) -> Array:
    """Return the numbering that most draws, by weight, were given."""
    kinds, which = np.unique(orders, axis=0, return_inverse=True)
    return kinds[np.bincount(which.ravel(), weights).argmax()]


def _used(draws: LabelDraws) -> Array:
    """Say which clusters have people in which draws, (T, K)."""
    return np.stack([(draws.codes == k).any(axis=0) for k in range(draws.n_clusters)], axis=1)


def _farthest(draws: LabelDraws) -> float:
    """Return how far the probabilities in two stretches of the draws are apart at most."""
    n_stretches = min(_STRETCHES, draws.n_draws // _SHORTEST)
    stretches = np.array_split(np.arange(draws.n_draws), max(n_stretches, 1))
    means = [cluster_probabilities(draws.subset(None, which), Workers(1)) for which in stretches]
    return max(float(np.abs(one - other).sum(axis=1).mean()) / 2 for one in means for other in means)
