"""What a posterior says about people whom it was sampled without.

`predict_labels` gives the labels of new people, `pointwise_log_likelihood` the log probability of each person's answers
with label and membership integrated out. Under mixed membership both sum the labels of a person's answers out, or
sample them where there are too many ways to distribute the answers over the clusters.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from ..errors import ModelError
from ..kinds.dirichlet import draw_categories
from ..model.columns import Columns, as_columns, columns_for, columns_of, repeat_columns
from ..model.style import StyledRatings
from ..options import Workers, choose_evenly
from ..words.voice import setting
from .kernels._predict_numba import Found, Ways, sum_out
from .samplers.chain import unique_rows

if TYPE_CHECKING:
    from .posterior import Posterior

Array = np.ndarray

# Labels of answers are summed out if there are at most this many ways to distribute the answers over the clusters.
STATES = 2000
# Elementary steps for each person whose labels are predicted. They limit the number of draws to average over.
PREDICTION_WORK = 2_000_000
# Draws that a prediction is averaged over, at least and at most.
FEWEST_DRAWS = 200
MOST_DRAWS = 1000
# Labels that are sampled for each draw of a prediction, at first. Two such sets are compared.
FIRST_SAMPLES = 16
# The sets double until they differ by less than this. The standard error is about half the difference.
SAMPLING_ERROR = 0.01
# Labels in each set, at most.
MOST_SAMPLES = 256
# Elementary steps for the log likelihoods of all people and draws. They limit the number of draws.
POINTWISE_WORK = 1_000_000_000
# Numbers (people x draws) that log likelihoods may take in memory.
POINTWISE_NUMBERS = 1 << 25
# Draws per chain whose log likelihoods are computed in any case.
FEWEST_POINTWISE = 50
# Labels that are sampled for each draw of a log likelihood, whose error is then about 0.1.
POINTWISE_SAMPLES = 64
# People x draws x clusters that are worked on at a time, under single and under mixed membership.
_BLOCK = 1 << 20
_MIXED_BLOCK = 1 << 17
# Smaller probabilities are taken to be this small: phi is 0 beyond a question's own options.
_TINY = 1e-300
# Points of the integral that gives the dominant cluster.
_POINTS = 1000


def spread_draws(posterior: Posterior, n_columns: int) -> Array:
    """Return the draws that predictions are averaged over, spread evenly over the chains."""
    n_all = posterior.n_chains * posterior.n_draws
    work = _work_for_one(n_columns, posterior)
    return choose_evenly(n_all, max(FEWEST_DRAWS, min(MOST_DRAWS, PREDICTION_WORK // work)))


def every_so_many(posterior: Posterior) -> int:
    """Return the step between the draws whose log likelihoods are quick to compute: 1 for all of them."""
    n_people, n_columns = posterior.answers.codes.shape
    work = n_people * _work_for_one(n_columns, posterior)
    most = min(POINTWISE_WORK // work, POINTWISE_NUMBERS // n_people) // posterior.n_chains
    return max(1, -(-posterior.n_draws // max(most, FEWEST_POINTWISE)))


def _work_for_one(n_columns: int, posterior: Posterior) -> int:
    """Return the elementary steps for one person and one draw."""
    n_clusters = posterior.n_clusters
    if posterior.weights is not None:
        return n_columns * n_clusters
    return n_columns * n_clusters * min(comb(n_columns + n_clusters - 1, n_clusters - 1), STATES)


def predict_labels(
    posterior: Posterior,
    codes: Array,
    columns: Columns | Array | None = None,
    which: Array | None = None,
    shares: Array | None = None,
    threads: int | None = None,
) -> Array:
    r"""Return the probabilities of new people's labels, given their answers, (N, K).

    .. math:: P(z_n = k \mid x_n, X) = \frac{\sum_t p(x_n \mid \phi_t)\, P(z_n = k \mid x_n, \phi_t)}
                                            {\sum_t p(x_n \mid \phi_t)}

    over the draws, with the clusters' shares π beside φ under single membership. Under mixed membership the labels of
    the person's answers are summed out exactly, over the numbers of answers in each cluster; if there are too many
    combinations, labels are sampled until the probabilities settle. A person's prediction does not depend on who else
    is predicted. Clusters are those of the draws: where labels switch, `shares` must undo that.

    Labels are what the posterior's ``z`` stands for: the dominant cluster, one drawn from the memberships, or under
    single membership the person's cluster; groups, (N, G), where clusters are turned into groups.

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
    rows = codes[first].astype(np.int16)
    if posterior.weights is not None:
        weights = posterior.weights.reshape(-1, posterior.n_clusters)[which]
        blocks = (rows[here] for here in _slices(len(rows), _BLOCK // weights.size))
        style = None if posterior.style is None else posterior.style.reshape(-1, phi.shape[2])[which]
        found = [_average(given_single(block, columns, weights, phi, style), shares) for block in blocks]
        return np.vstack(found)[people]
    alpha = np.asarray(posterior.survey.membership_prior, dtype=float)
    dominant = posterior.label == "dominant"
    mixed = _MixedAnswers(rows, columns, phi, alpha)
    probabilities = np.empty((len(rows), len(alpha) if shares is None else shares.shape[2]))

    def average(here: Array) -> None:
        probabilities[here] = _average(mixed.sum_out(here, dominant), shares)

    mixed.for_summed(average, threads)
    for n in np.flatnonzero(~mixed.few).tolist():
        probabilities[n] = _settle(mixed, n, dominant, shares)
    return probabilities[people]


def pointwise_log_likelihood(posterior: Posterior, step: int | None = None) -> Array:
    r"""Return the log probability of each person's answers in every ``step``-th draw, (chain, draw, N).

    .. math::

        \text{single:}\ \log \sum_k \pi_k \prod_c \phi_{k,q_c,x_{nc}} \qquad
        \text{mixed:}\ \log \int \prod_c \sum_k \theta_k\,\phi_{k,q_c,x_{nc}}\; p(\theta)\,d\theta

    Neither the person's label nor their membership is given, so this measures how well the answers of somebody new are
    predicted, as leave-one-out needs it.

    Parameters
    ----------
    posterior
        The posterior.
    step
        Step between the draws of each chain that are used; by default that of `every_so_many`.
    """
    if posterior.correlation is not None:
        raise ModelError(
            "Memberships can only be integrated out of houses that are not correlated; got a posterior of "
            f"{setting('sampler', posterior.sampler)}. Sample with {setting('sampler', 'gibbs')}."
        )
    step = every_so_many(posterior) if step is None else step
    phi = posterior.phi[:, ::step]
    flat = phi.reshape(-1, *phi.shape[2:])
    shares = None if posterior.weights is None else posterior.weights[:, ::step].reshape(len(flat), -1)
    alpha = np.asarray(posterior.survey.membership_prior, dtype=float)
    columns = columns_of(posterior.survey, posterior.answers)
    codes = np.asarray(posterior.answers.codes)
    style = None if posterior.style is None else posterior.style[:, ::step].reshape(len(flat), -1)
    return people_log_likelihood(codes, flat, alpha, shares, columns, style=style).reshape(*phi.shape[:2], -1)


def leave_out(log_likelihood: Array) -> Array:
    """Return each person's log density given the others, (N,), from draws (D, N)."""
    from scipy.special import logsumexp

    weights = -log_likelihood - logsumexp(-log_likelihood, axis=0)
    # Weights above the square root of the number of draws times their mean are cut (Ionides 2008).
    weights = np.minimum(weights, -0.5 * np.log(len(weights)))
    return logsumexp(weights + log_likelihood, axis=0) - logsumexp(weights, axis=0)


def people_log_likelihood(
    codes: Array,
    phi: Array,
    alpha: Array,
    shares: Array | None = None,
    columns: Columns | Array | None = None,
    threads: int | None = None,
    style: Array | None = None,
) -> Array:
    """Return the log probability of each person's answers under each of some draws, (D, N).

    Parameters
    ----------
    codes, columns
        (N, C) answers and what their columns ask; by default there is one column per question.
    phi
        (D, K, Q, M) answer probabilities, or whatever the parameters of a question's kind are.
    alpha
        (K,) the membership prior, which counts under mixed membership.
    shares
        (D, K) the clusters' shares under single membership; None for mixed membership.
    threads
        Threads to use; by default one per core.
    style
        (D, Q) how far people's answering style moves each rating, or None; only for single membership.
    """
    asked = as_columns(columns, codes.shape[1])
    first, people = unique_rows(codes)
    rows = codes[first].astype(np.int16)
    found = np.empty((len(phi), len(rows)))
    if shares is not None:
        for here in _slices(len(rows), _BLOCK // shares.size):
            found[:, here] = given_single(rows[here], asked, shares, phi, style).log_weight
        return found[:, people]
    mixed = _MixedAnswers(rows, asked, phi, alpha)

    def keep(here: Array) -> None:
        found[:, here] = mixed.sum_out(here, False).log_weight

    mixed.for_summed(keep, threads)
    for n in np.flatnonzero(~mixed.few).tolist():
        found[:, n] = mixed.sample(n, False, POINTWISE_SAMPLES, np.random.default_rng(0)).log_weight
    return found[:, people]


def _slices(n_people: int, step: int) -> list[slice]:
    """Cut people into blocks of ``step``."""
    step = max(1, step)
    return [slice(start, start + step) for start in range(0, n_people, step)]


def _average(given: Found, shares: Array | None) -> Array:
    """Average over the draws, each weighted by how probable it makes the person's answers: (..., K) or (..., G)."""
    weights = np.exp(given.log_weight - given.log_weight.max(axis=0))
    weights /= weights.sum(axis=0)
    label = weights[..., None] * given.label
    return label.sum(axis=0) if shares is None else np.einsum("d...k,dkg->...g", label, shares, optimize=True)


def given_single(codes: Array, columns: Columns, weights: Array, phi: Array, style: Array | None = None) -> Found:
    """Return what people's answers (N, C) say about their clusters, given the clusters' shares (D, K) and phi.

    Where people have an answering ``style`` (D, Q), it is integrated out.
    """
    log_weights = np.log(np.maximum(weights, _TINY))
    log_phi = np.log(np.maximum(phi, _TINY)) if columns.slots is None else columns.slots.log_tables(phi)
    n_options, of_ratings = log_phi.shape[3], np.zeros(())
    if style is not None and columns.slots is not None:
        ratings = StyledRatings(codes, columns.slots, columns.column_slots, columns.weights)
        log_phi[:, :, ratings.part.slots] = 0.0
        of_ratings = ratings.log_densities(phi, style)
    chosen = np.zeros((len(codes), log_phi.shape[2] * n_options))
    person, column = np.nonzero(codes >= 0)
    cells = (person, columns.column_slots[column] * n_options + codes[person, column])
    np.add.at(chosen, cells, columns.weights[column])
    logs = chosen @ np.swapaxes(log_phi.reshape(*weights.shape, -1), 1, 2) + log_weights[:, None] + of_ratings
    top = logs.max(axis=-1, keepdims=True)
    joint = np.exp(logs - top)
    total = joint.sum(axis=-1, keepdims=True)
    return Found((np.log(total) + top)[..., 0], joint / total)


class _MixedAnswers:
    """What people's answers say in each of some draws under mixed membership.

    Parameters
    ----------
    rows, columns
        (N, C) answers, and what the columns ask.
    phi
        (D, K, Q, M) the parameters of answers.
    alpha
        (K,) the membership prior.
    """

    def __init__(self, rows: Array, columns: Columns, phi: Array, alpha: Array) -> None:
        self._rows, self._alpha = rows, alpha
        # No label stands for a part of an answer: an answer of weight 1.5 has one label, and half of it weighs samples.
        self._rest = columns.weights % 1
        self._slots = np.asarray(columns.column_slots, dtype=np.int64)
        self._every, places = repeat_columns(rows, columns.weights - self._rest)
        self._every_slots = self._slots[places]
        self._p, self._scale = phi, np.broadcast_to(0.0, (len(phi), len(rows)))
        if columns.slots is not None:
            # Densities of numbers are divided by the largest of any cluster, which the scale makes up for.
            logs = columns.slots.log_tables(phi)
            top = logs.max(axis=1)
            self._p = np.exp(np.maximum(logs - top[:, None], np.log(_TINY)))
            seen = np.where(rows >= 0, top[:, self._slots, np.maximum(rows, 0)], 0.0)
            self._scale = seen @ columns.weights
        n_answers = (self._every >= 0).sum(axis=1)
        n_others = len(alpha) - 1
        ways = [comb(int(n) + n_others, n_others) for n in n_answers]
        self.few = (np.array(ways) <= STATES) & bool((self._rest == 0).all())
        self._most_answers = int(n_answers[self.few].max()) if self.few.any() else 0
        self._by_draw = np.ascontiguousarray(self._p.transpose(2, 3, 1, 0))

    def for_summed(self, work: Callable[[Array], None], threads: int | None) -> None:
        """Call ``work`` for blocks of the people whose labels can be summed out, in threads."""
        summed = np.flatnonzero(self.few)
        blocks = [summed[here] for here in _slices(len(summed), _MIXED_BLOCK // (len(self._p) * len(self._alpha)))]
        with Workers(threads) as workers:
            workers.map(work, blocks)

    def sum_out(self, people: Array, dominant: bool) -> Found:
        r"""Sum out the labels of some people's answers.

        Given how many answers c are in each cluster, memberships are Dirichlet(α + c), and

        .. math:: p(c, x \mid \phi) = \frac{B(\alpha + c)}{B(\alpha)}\,[y^c] \prod_j \sum_k \phi_{k j x_j} y_k

        where the last factor, a coefficient of a polynomial, is built up answer by answer.
        """
        ways = count_ways(tuple(self._alpha), self._most_answers, dominant)
        shape = (len(self._p), len(people), len(self._alpha))
        found = Found(np.empty(shape[:2]), np.empty(shape))
        sum_out(self._every[people], self._every_slots, self._by_draw, ways, found)
        return found._replace(log_weight=found.log_weight + self._scale[:, people])

    def sample(self, n: int, dominant: bool, n_samples: int, rng: np.random.Generator) -> Found:
        """Draw the labels of one person's answers one after the other, weighted by how probable each answer was then.

        The mean weight of such samples is an unbiased estimate of p(answers | phi), so a few samples per draw are
        enough: the samples of all draws together represent the posterior. Answers that count for a part weigh
        memberships drawn from what the others leave.
        """
        seen, partly = self._every[n] >= 0, (self._rows[n] >= 0) & (self._rest > 0)
        given = np.moveaxis(self._p[:, :, self._every_slots[seen], self._every[n, seen]], 1, 2)  # (D, C, K)
        beside = np.moveaxis(self._p[:, :, self._slots[partly], self._rows[n, partly]], 1, 2)
        powers, alpha = self._rest[partly], self._alpha
        n_draws, n_answers, n_clusters = given.shape
        counts = np.zeros((n_draws, n_samples, n_clusters))
        log_weight = np.repeat(self._scale[:, n, None], n_samples, axis=1)
        for j in range(n_answers):
            weights = (alpha + counts) * given[:, None, j]
            log_weight += np.log(weights.sum(axis=2) / (alpha.sum() + j))
            counts += draw_categories(weights, rng)[:, :, None] == np.arange(n_clusters)
        membership = (alpha + counts) / (alpha.sum() + n_answers)
        if len(powers):
            membership = rng.standard_gamma(alpha + counts) + _TINY
            membership /= membership.sum(axis=2, keepdims=True)
            mixed = np.einsum("dsk,dck->dsc", membership, beside)
            log_weight += np.log(mixed) @ powers
        label = membership
        if dominant:
            weights = membership if len(powers) else rng.standard_gamma(alpha + counts)
            label = weights.argmax(axis=2)[:, :, None] == np.arange(n_clusters)
        top = log_weight.max(axis=1, keepdims=True)
        weight = np.exp(log_weight - top)
        total = weight.sum(axis=1)
        label = np.einsum("ds,dsk->dk", weight, label) / total[:, None]
        return Found(np.log(total / n_samples) + top[:, 0], label)


def _settle(mixed: _MixedAnswers, n: int, dominant: bool, shares: Array | None) -> Array:
    """Predict one person with many answers: sample labels until two sets of samples agree."""
    rng = np.random.default_rng(0)
    n_samples = FIRST_SAMPLES
    halves = [mixed.sample(n, dominant, n_samples, rng) for _ in range(2)]
    while n_samples < MOST_SAMPLES:
        one, other = (_average(half, shares) for half in halves)
        if np.abs(one - other).max() < SAMPLING_ERROR:
            break
        halves = [_pooled(half, mixed.sample(n, dominant, n_samples, rng)) for half in halves]
        n_samples *= 2
    return _average(_pooled(*halves), shares)


def _pooled(one: Found, other: Found) -> Found:
    """Put two equally large sets of samples together, draw by draw."""
    both = np.logaddexp(one.log_weight, other.log_weight)
    share = np.exp(one.log_weight - both)[:, None]
    return Found(both - np.log(2.0), share * one.label + (1 - share) * other.label)


@lru_cache(maxsize=16)
def count_ways(alpha: tuple[float, ...], n_answers: int, dominant: bool) -> Ways:
    """Return all ways to distribute up to ``n_answers`` answers over the clusters, as the kernel takes them."""
    from scipy.special import gammaln

    shape, n_clusters = np.array(alpha), len(alpha)
    size = comb(n_answers + n_clusters - 1, n_clusters - 1)
    before = np.full((n_answers, size, n_clusters), -1)
    sizes = np.ones(n_answers + 1, np.int64)
    prior, log_scale = np.zeros((n_answers + 1, size)), np.zeros(n_answers + 1)
    label = np.zeros((n_answers + 1, size, n_clusters))
    for n in range(n_answers + 1):
        counts, steps = _count_vectors(n, n_clusters)
        here = sizes[n] = len(counts)
        log_prior = (gammaln(shape + counts) - gammaln(shape)).sum(axis=1)
        log_scale[n] = log_prior.max() + gammaln(shape.sum()) - gammaln(shape.sum() + n)
        prior[n, :here] = np.exp(log_prior - log_prior.max())
        membership = (shape + counts) / (shape + counts).sum(axis=1, keepdims=True)
        label[n, :here] = dominant_probabilities(shape, counts) if dominant else membership
        if n:
            before[n - 1, :here] = np.where(steps[-1] < sizes[n - 1], steps[-1], -1)
    return Ways(before, sizes, prior, log_scale, label)


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
