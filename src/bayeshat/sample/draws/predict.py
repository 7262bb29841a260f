"""The labels of new people, given a posterior that was sampled without them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import comb
from typing import NamedTuple

import numpy as np

from ...errors import ModelError
from ...model.columns import Columns, columns_for, repeat_columns
from ...options import Workers, check_threads
from ...words.settings import setting
from ..samplers.chains import unique_rows
from ._predict_numba import Found, Ways, sum_out
from .posterior import Posterior

Array = np.ndarray

# Predictions are averaged over as many draws as this much work per person allows, within these bounds.
_WORK, _FEWEST, _MOST = 2_000_000, 200, 1000
# Labels of answers are summed out if there are at most this many ways to distribute the answers over the clusters.
STATES = 2000
# Otherwise two sets of samples start with this many per draw and double until they differ by less than this, or until
# there are _MOST_SAMPLES. The standard error is about half the difference.
_SAMPLES, _ERROR = 16, 0.01
_MOST_SAMPLES = 256
# People x draws x clusters that are worked on at a time, under single and mixed membership.
_BLOCK, _MIXED_BLOCK = 1 << 22, 1 << 17
# The least probability: phi is 0 beyond a question's own options.
_TINY = 1e-300
# Points of the integral that gives the dominant cluster.
_POINTS = 1000


@dataclass(frozen=True, eq=False)
class Prediction:
    """What is known of new people.

    Attributes
    ----------
    probabilities
        (N, K) probability of the label that the posterior's ``z`` stands for: the dominant cluster, one drawn from the
        memberships, or under single membership the person's cluster. (N, G) where clusters were turned into groups.
    memberships
        (N, K) mean membership weights; under single membership the probabilities of the clusters.
    """

    probabilities: Array
    memberships: Array


class Tables(NamedTuple):
    """How probable each level of an answer is in each of the draws; densities of numbers beside the largest of any."""

    p: Array  # (D, K, S, V)
    log_scale: Array | None  # (D, S, V) the logarithms of what these were divided by, if anything

    def scales(self, rows: Array, slots: Array, weights: Array) -> Array:
        """Return what is missing in the log weights of people (N, C) in each draw, (D, N), or (D, 1) if nothing is."""
        if self.log_scale is None:
            return np.zeros((len(self.p), 1))
        return np.where(rows >= 0, self.log_scale[:, slots, np.maximum(rows, 0)], 0.0) @ weights


class _Case(NamedTuple):
    """People, some of whose answers may stand there more than once."""

    rows: Array  # (N, C)
    slots: Array  # (C,)
    scale: Array  # (D, N), or (D, 1) for all


class Part(NamedTuple):
    """What one person's answers say besides those that have labels."""

    given: Array  # (D, C, K) probabilities of answers that count for less than one, in each draw
    powers: Array  # (C,)
    scale: Array  # (D,)


class Given(NamedTuple):
    """What the answers of one person, or of several, say in each of the draws."""

    log_weight: Array  # (D, ...) log p(answers | phi)
    label: Array  # (D, ..., K) probability of the label
    membership: Array  # (D, ..., K) expected membership weights


def spread_draws(posterior: Posterior, n_columns: int) -> Array:
    """Return the draws that predictions are averaged over, spread evenly over the chains."""
    n_all, n_clusters = posterior.n_chains * posterior.n_draws, posterior.n_clusters
    work = n_columns * n_clusters
    if posterior.weights is None:
        work *= min(comb(n_columns + n_clusters - 1, n_clusters - 1), STATES)
    n_draws = min(n_all, max(_FEWEST, min(_MOST, _WORK // work)))
    return np.unique(np.linspace(0, n_all - 1, n_draws).astype(int))


def predict_labels(
    posterior: Posterior,
    codes: Array,
    columns: Columns | Array | None = None,
    which: Array | None = None,
    shares: Array | None = None,
    threads: int | None = None,
) -> Prediction:
    r"""Predict the labels of new people from their answers.

    .. math:: P(z_n = k \mid x_n, X) = \frac{\sum_t p(x_n \mid \phi_t)\, P(z_n = k \mid x_n, \phi_t)}
                                            {\sum_t p(x_n \mid \phi_t)}

    over the draws, with the clusters' shares π beside φ under single membership. Under mixed membership the labels of
    the person's answers are summed out exactly, over the numbers of answers in each cluster; if there are too many
    combinations, labels are sampled until the probabilities settle. A person's prediction does not depend on who else
    is predicted. Clusters are those of the draws: where labels switch, `shares` must undo that.

    Parameters
    ----------
    posterior
        The posterior.
    codes, columns
        (N, C) answers and what their columns ask: `Columns`, or their questions (C,) as in `Answers`; by default there
        is one column per question.
    which
        (D,) the draws to average over; by default those of `spread_draws`.
    shares
        (D, K, G) for each of these draws, how each cluster is split over the groups; by default groups are clusters.
    threads
        Threads to use; by default one per core. They change nothing in the prediction.
    """
    if posterior.correlation is not None:
        raise ModelError(
            "New people must be predicted from houses that are not correlated; got a posterior of "
            f"{setting('sampler', posterior.sampler)}. Sample with everybody's answers, or with "
            f"{setting('sampler', 'gibbs')}."
        )
    if which is None:
        which = spread_draws(posterior, codes.shape[1])
    phi = posterior.phi.reshape(-1, *posterior.phi.shape[2:])[which]
    if not isinstance(columns, Columns):
        columns = columns_for(posterior.survey, np.arange(codes.shape[1]) if columns is None else np.asarray(columns))
    first, people = unique_rows(codes)
    rows = codes[first]
    if posterior.weights is not None:
        weights = posterior.weights.reshape(-1, posterior.n_clusters)[which]
        step = max(1, _BLOCK // weights.size)
        blocks = (rows[start : start + step] for start in range(0, len(rows), step))
        found = [_average(given_single(block, columns, weights, phi), shares) for block in blocks]
        probabilities, memberships = (np.vstack(values)[people] for values in zip(*found, strict=True))
        return Prediction(probabilities, memberships)
    alpha = np.asarray(posterior.survey.membership_prior, dtype=float)
    dominant = posterior.label == "dominant"
    # No label stands for a part of an answer: an answer of weight 1.5 has one label, and half of it weighs the samples.
    rest = columns.weights % 1
    every, places = repeat_columns(rows, columns.weights - rest)
    tables, slots = level_tables(phi, columns), columns.column_slots
    scale = tables.scales(rows, slots, columns.weights)
    n_answers = (every >= 0).sum(axis=1)
    few = np.array([comb(int(n) + len(alpha) - 1, len(alpha) - 1) <= STATES for n in n_answers]) & (rest == 0).all()
    n_groups = len(alpha) if shares is None else shares.shape[2]
    probabilities, memberships = np.empty((len(rows), n_groups)), np.empty((len(rows), len(alpha)))
    if few.any():
        case = _Case(every[few], slots[places], scale[:, few] if scale.shape[1] > 1 else scale)
        summed = _summed_out(case, tables.p, alpha, dominant, shares, check_threads(threads))
        probabilities[few], memberships[few] = summed
    for n in np.flatnonzero(~few):
        seen, partly = every[n] >= 0, (rows[n] >= 0) & (rest > 0)
        given = tables.p[:, :, slots[places[seen]], every[n, seen]]
        beside = tables.p[:, :, slots[partly], rows[n, partly]]
        part = Part(np.moveaxis(beside, 1, 2), rest[partly], scale[:, min(n, scale.shape[1] - 1)])
        probabilities[n], memberships[n] = _mixed(np.moveaxis(given, 1, 2), part, alpha, dominant, shares)
    return Prediction(probabilities[people], memberships[people])


def level_tables(phi: Array, columns: Columns) -> Tables:
    """Return how probable each level is given parameters (D, K, Q, M)."""
    if columns.slots is None:
        return Tables(phi, None)
    logs = columns.slots.log_tables(phi)
    top = logs.max(axis=1)
    return Tables(np.exp(np.maximum(logs - top[:, None], np.log(_TINY))), top)


def _average(given: Given, shares: Array | None) -> tuple[Array, Array]:
    """Average over the draws, each weighted by how probable it makes the person's answers: (..., G) and (..., K)."""
    weights = np.exp(given.log_weight - given.log_weight.max(axis=0))
    weights /= weights.sum(axis=0)
    label = weights[..., None] * given.label
    label = label.sum(axis=0) if shares is None else np.einsum("d...k,dkg->...g", label, shares, optimize=True)
    return label, np.einsum("d...,d...k->...k", weights, given.membership)


def given_single(codes: Array, columns: Columns, weights: Array, phi: Array) -> Given:
    """Return what people's answers (N, C) say about their clusters, given the clusters' shares (D, K) and phi."""
    log_weights = np.log(np.maximum(weights, _TINY))
    log_phi = np.log(np.maximum(phi, _TINY)) if columns.slots is None else columns.slots.log_tables(phi)
    n_options = log_phi.shape[3]
    chosen = np.zeros((len(codes), log_phi.shape[2] * n_options))
    person, column = np.nonzero(codes >= 0)
    cells = (person, columns.column_slots[column] * n_options + codes[person, column])
    np.add.at(chosen, cells, columns.weights[column])
    logs = chosen @ np.swapaxes(log_phi.reshape(*weights.shape, -1), 1, 2) + log_weights[:, None]
    top = logs.max(axis=-1, keepdims=True)
    joint = np.exp(logs - top)
    total = joint.sum(axis=-1, keepdims=True)
    label = joint / total
    return Given((np.log(total) + top)[..., 0], label, label)


def _mixed(given: Array, part: Part, alpha: Array, dominant: bool, shares: Array | None) -> tuple[Array, Array]:
    """Predict one person with many answers from their probabilities in each draw, (D, C, K), by sampling labels."""
    rng = np.random.default_rng(0)
    n_samples = _SAMPLES
    halves = [sample_labels(given, part, alpha, dominant, n_samples, rng) for _ in range(2)]
    while n_samples < _MOST_SAMPLES:
        one, other = (_average(half, shares)[0] for half in halves)
        if np.abs(one - other).max() < _ERROR:
            break
        halves = [_pooled(half, sample_labels(given, part, alpha, dominant, n_samples, rng)) for half in halves]
        n_samples *= 2
    return _average(_pooled(*halves), shares)


def _summed_out(
    case: _Case, p: Array, alpha: Array, dominant: bool, shares: Array | None, threads: int
) -> tuple[Array, Array]:
    r"""Predict people with the labels of their answers summed out, given the probabilities of all levels.

    Given how many answers c are in each cluster, memberships are Dirichlet(α + c), and

    .. math:: p(c, x \mid \phi) = \frac{B(\alpha + c)}{B(\alpha)}\,[y^c] \prod_j \sum_k \phi_{k j x_j} y_k

    where the last factor, a coefficient of a polynomial, is built up answer by answer.
    """
    rows = case.rows
    ways = count_ways(tuple(alpha), int((rows >= 0).sum(axis=1).max()), dominant)
    by_draw = np.ascontiguousarray(p.transpose(2, 3, 1, 0))
    asked = np.asarray(case.slots, dtype=np.int64)
    step = max(1, _MIXED_BLOCK // (len(p) * len(alpha)))

    def predict(start: int) -> tuple[Array, Array]:
        codes = np.ascontiguousarray(rows[start : start + step], dtype=np.int16)
        shape = (len(p), len(codes), len(alpha))
        found = Found(np.empty(shape[:2]), np.empty(shape), np.empty(shape))
        sum_out(codes, asked, by_draw, ways, found)
        found.log_weight[:] += case.scale[:, start : start + step] if case.scale.shape[1] > 1 else case.scale
        return _average(Given(*found), shares)

    with Workers(threads) as workers:
        parts = workers.map(predict, list(range(0, len(rows), step)))
    labels, memberships = zip(*parts, strict=True)
    return np.vstack(labels), np.vstack(memberships)


@lru_cache(maxsize=16)
def count_ways(alpha: tuple[float, ...], n_answers: int, dominant: bool) -> Ways:
    """Return all ways to distribute up to so many answers over the clusters, as the kernel takes them."""
    from scipy.special import gammaln

    shape, n_clusters = np.array(alpha), len(alpha)
    size = comb(n_answers + n_clusters - 1, n_clusters - 1)
    before = np.full((n_answers, size, n_clusters), -1)
    sizes = np.ones(n_answers + 1, np.int64)
    prior, log_scale = np.zeros((n_answers + 1, size)), np.zeros(n_answers + 1)
    label, membership = np.zeros((2, n_answers + 1, size, n_clusters))
    for n in range(n_answers + 1):
        counts, steps = _count_vectors(n, n_clusters)
        here = sizes[n] = len(counts)
        log_prior = (gammaln(shape + counts) - gammaln(shape)).sum(axis=1)
        log_scale[n] = log_prior.max() + gammaln(shape.sum()) - gammaln(shape.sum() + n)
        prior[n, :here] = np.exp(log_prior - log_prior.max())
        membership[n, :here] = (shape + counts) / (shape + counts).sum(axis=1, keepdims=True)
        label[n, :here] = dominant_probabilities(shape, counts) if dominant else membership[n, :here]
        if n:
            before[n - 1, :here] = np.where(steps[-1] < sizes[n - 1], steps[-1], -1)
    return Ways(before, sizes, prior, log_scale, label, membership)


@lru_cache(maxsize=64)
def _count_vectors(n_answers: int, n_clusters: int) -> tuple[Array, list[Array]]:
    """Return all ways to distribute answers over clusters, (S, K), and where each comes from as answers are added.

    Element j of the list, (S_j+1, K), holds for each way to distribute j + 1 answers the way to distribute j answers
    that becomes it with one more answer in cluster k; S_j, one beyond the last, if there is none.
    """
    now = np.zeros((1, n_clusters), np.int64)
    one_more = np.eye(n_clusters, dtype=np.int64)
    before = []
    for _ in range(n_answers):
        grown = (now[:, None] + one_more).reshape(-1, n_clusters)
        after, which = np.unique(grown, axis=0, return_inverse=True)
        previous = np.full((len(after), n_clusters), len(now))
        previous[which.reshape(-1, n_clusters), np.arange(n_clusters)] = np.arange(len(now))[:, None]
        before.append(previous)
        now = after
    return now, before


def sample_labels(
    given: Array, part: Part, alpha: Array, dominant: bool, n_samples: int, rng: np.random.Generator
) -> Given:
    """Draw the labels of a person's answers one after the other, weighted by how probable each answer was by then.

    The mean weight of such samples is an unbiased estimate of p(answers | phi), so a few samples per draw are enough:
    the samples of all draws together represent the posterior. Answers that count for a part weigh memberships drawn
    from what the others leave.
    """
    n_draws, n_answers, n_clusters = given.shape
    counts = np.zeros((n_draws, n_samples, n_clusters))
    log_weight = np.repeat(part.scale[:, None], n_samples, axis=1)
    for j in range(n_answers):
        limits = np.cumsum((alpha + counts) * given[:, None, j], axis=2)
        log_weight += np.log(limits[:, :, -1] / (alpha.sum() + j))
        drawn = (rng.random((n_draws, n_samples, 1)) * limits[:, :, -1:] > limits).sum(axis=2).clip(max=n_clusters - 1)
        counts += drawn[:, :, None] == np.arange(n_clusters)
    membership = (alpha + counts) / (alpha.sum() + n_answers)
    if len(part.powers):
        membership = rng.standard_gamma(alpha + counts) + _TINY
        membership /= membership.sum(axis=2, keepdims=True)
        mixed = np.einsum("dsk,dck->dsc", membership, part.given)
        log_weight += np.log(mixed) @ part.powers
    label = membership
    if dominant:
        drawn = membership if len(part.powers) else rng.standard_gamma(alpha + counts)
        label = drawn.argmax(axis=2)[:, :, None] == np.arange(n_clusters)
    top = log_weight.max(axis=1, keepdims=True)
    weight = np.exp(log_weight - top)
    total = weight.sum(axis=1)
    means = (np.einsum("ds,dsk->dk", weight, values) / total[:, None] for values in (label, membership))
    return Given(np.log(total / n_samples) + top[:, 0], *means)


def _pooled(one: Given, other: Given) -> Given:
    """Put two sets of as many samples together, draw by draw."""
    both = np.logaddexp(one.log_weight, other.log_weight)
    share = np.exp(one.log_weight - both)[:, None]
    label, membership = (share * a + (1 - share) * b for a, b in zip(one[1:], other[1:], strict=True))
    return Given(both - np.log(2.0), label, membership)


def dominant_probabilities(alpha: Array, counts: Array) -> Array:
    r"""Return the probability of each cluster to have the largest weight under Dirichlet(α + counts), (S, K).

    .. math:: P(k) = \int \prod_{j \ne k} F_j(x)\, dF_k(x)

    with F the distribution functions of gamma variables, by the trapezoidal rule, accurate to 3e-4. Below the smallest
    point all F are powers of x, and P is proportional to the shapes.

    Parameters
    ----------
    alpha
        (K,) Dirichlet parameters.
    counts
        (S, K) what is added to them.

    Examples
    --------
    >>> dominant_probabilities(np.array([1.0, 1.0]), np.array([[0, 0], [1, 0]])).round(3).tolist()
    [[0.5, 0.5], [0.75, 0.25]]
    """
    from scipy.special import gammainc

    largest = float((alpha + counts).max())
    top = np.log(largest + 12.0 * np.sqrt(largest) + 40.0)
    points = np.exp(top - np.expm1(np.linspace(np.log1p(690.0 + top), 0.0, _POINTS)))
    below = gammainc(alpha[:, None, None] + np.arange(counts.max() + 1)[:, None], points)  # (K, C + 1, points)
    found = np.empty(counts.shape)
    for s, count in enumerate(counts):
        each = below[np.arange(len(alpha)), count]
        for k in range(len(alpha)):
            others = np.delete(each, k, axis=0).prod(axis=0)
            found[s, k] = np.diff(each[k]) @ (others[1:] + others[:-1]) / 2
        found[s] += each[:, 0].prod() * (alpha + count) / (alpha + count).sum()
    return found / found.sum(axis=1, keepdims=True)
