"""The log probability of each person's answers in each draw, with label and membership integrated out."""

from __future__ import annotations

from math import comb

import numpy as np

from ...errors import ModelError
from ...model.columns import Columns, as_columns, columns_of, repeat_columns
from ...options import Workers, check_threads
from ...words.settings import setting
from ..samplers.chains import unique_rows
from ._predict_numba import Found, sum_out
from .posterior import Posterior
from .predict import STATES, Part, count_ways, given_single, level_tables, sample_labels

Array = np.ndarray

# Elementary steps that all people and draws may take together; with more of them, fewer draws are used.
_WORK = 1_000_000_000
# Draws per chain that are used in any case, and numbers (people x draws) that are held.
_FEWEST, _HELD = 50, 1 << 25
# People x draws x clusters that are worked on at a time.
_BLOCK = 1 << 20
# Samples per draw where labels are too many to be summed out: the error of the log probability is about 0.1.
_SAMPLES = 64


def every_so_many(posterior: Posterior) -> int:
    """Return the step between the draws whose log likelihoods are quick to compute: 1 for all of them."""
    n_people, n_columns = posterior.answers.codes.shape
    steps = n_columns * posterior.n_clusters
    if posterior.membership == "mixed":
        steps *= min(comb(n_columns + posterior.n_clusters - 1, posterior.n_clusters - 1), STATES)
    most = min(_WORK // (n_people * steps), _HELD // n_people) // posterior.n_chains
    return max(1, -(-posterior.n_draws // max(most, _FEWEST)))


def pointwise_log_likelihood(posterior: Posterior, step: int | None = None, threads: int | None = None) -> Array:
    r"""Return the log probability of each person's answers in every so many draws, (chain, draw, N).

    .. math::

        \text{single:}\ \log \sum_k \pi_k \prod_c \phi_{k,q_c,x_{nc}} \qquad
        \text{mixed:}\ \log \int \prod_c \sum_k \theta_k\,\phi_{k,q_c,x_{nc}}\; p(\theta)\,d\theta

    Neither the person's label nor their membership is given, so this measures how well somebody's answers are predicted
    who was never seen: what leave-one-out is about.

    Parameters
    ----------
    posterior
        The posterior.
    step
        Use every so many draws of each chain; by default as many as are quick to compute (`every_so_many`).
    threads
        Threads to use; by default one per core. They change nothing in the values.
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
    return people_log_likelihood(codes, flat, alpha, shares, columns, threads).reshape(*phi.shape[:2], -1)


def people_log_likelihood(
    codes: Array,
    phi: Array,
    alpha: Array,
    shares: Array | None = None,
    columns: Columns | Array | None = None,
    threads: int | None = None,
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
    """
    asked = as_columns(columns, codes.shape[1])
    first, people = unique_rows(codes)
    rows = codes[first].astype(np.int16)
    step = max(1, _BLOCK // (len(phi) * len(alpha)))
    found = np.empty((len(phi), len(rows)))
    if shares is not None:
        for start in range(0, len(rows), step):
            block = rows[start : start + step]
            found[:, start : start + step] = given_single(block, asked, shares, phi).log_weight
        return found[:, people]
    rest = asked.weights % 1
    every, places = repeat_columns(rows, asked.weights - rest)
    tables, slots = level_tables(phi, asked), np.asarray(asked.column_slots, dtype=np.int64)
    scale = np.broadcast_to(tables.scales(rows, slots, asked.weights), found.shape)
    n_answers = (every >= 0).sum(axis=1)
    few = np.array([comb(int(n) + len(alpha) - 1, len(alpha) - 1) <= STATES for n in n_answers]) & (rest == 0).all()
    summed = np.flatnonzero(few)
    if len(summed):
        ways = count_ways(tuple(alpha), int(n_answers[few].max()), False)
        by_draw = np.ascontiguousarray(tables.p.transpose(2, 3, 1, 0))

        def sum_block(start: int) -> None:
            here = summed[start : start + step]
            shape = (len(phi), len(here), len(alpha))
            block = Found(np.empty(shape[:2]), np.empty(shape), np.empty(shape))
            sum_out(every[here], slots[places], by_draw, ways, block)
            found[:, here] = block.log_weight + scale[:, here]

        with Workers(check_threads(threads)) as workers:
            workers.map(sum_block, list(range(0, len(summed), step)))
    for n in np.flatnonzero(~few):
        seen, partly = every[n] >= 0, (rows[n] >= 0) & (rest > 0)
        given = tables.p[:, :, slots[places[seen]], every[n, seen]]
        beside = tables.p[:, :, slots[partly], rows[n, partly]]
        part = Part(np.moveaxis(beside, 1, 2), rest[partly], scale[:, n])
        rng = np.random.default_rng(0)
        found[:, n] = sample_labels(np.moveaxis(given, 1, 2), part, alpha, False, _SAMPLES, rng).log_weight
    return found[:, people]
