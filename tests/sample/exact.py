"""Exact posterior moments of a small problem, by going through all labels; and whether a kernel has them."""

from __future__ import annotations

from itertools import product

import numpy as np
from scipy import stats
from scipy.special import gammaln

from bayeshat.model.columns import Columns, with_known
from bayeshat.sample.kernels import _gibbs_numba
from bayeshat.sample.samplers.chain import chain_store, make_data, start_chain
from bayeshat.sample.samplers.collapsed_steps import LabelExchange
from sample.calibration import advance, small_prior, store_for

ONE_EACH = np.array([[0, 2], [0, 1], [1, 2], [-1, 0]], np.int16), np.array([0, 1])
# Columns 0 and 2 answer the first question, the others the second.
SEVERAL = np.array([[0, 2, -1, 1, -1], [0, 1, 1, 2, 0], [1, -1, -1, -1, -1]], np.int16), np.array([0, 1, 0, 1, 1])
Q = 2


def log_multinomial(counts, shape):
    """Return the log probability of a sequence with these counts, its Dirichlet probabilities integrated out."""
    return gammaln(shape.sum()) - gammaln((shape + counts).sum()) + (gammaln(shape + counts) - gammaln(shape)).sum()


def moments(shape):
    """Return first and second moments of a Dirichlet distribution, part by part."""
    total = shape.sum()
    return np.concatenate([shape / total, shape * (shape + 1) / (total * (total + 1))])


def exact_moments(membership, codes, questions, weights=(1.0, 1.0), known=None):
    """Return moments of theta of each person (or of the shares), then of phi of each cluster and question.

    Weights of questions are powers of the likelihood; under mixed membership an answer of weight 2 has two labels.
    """
    prior = small_prior()
    n_people = len(codes)
    alpha, n_clusters = prior.membership_prior, prior.n_clusters
    answered = [(n, c) for n in range(n_people) for c in range(len(questions)) if codes[n, c] >= 0]
    if membership == "mixed":
        answered = [(n, c, i) for n, c in answered for i in range(int(weights[questions[c]]))]
    logs, values = [], []
    for labels in product(range(n_clusters), repeat=len(answered) if membership == "mixed" else n_people):
        of_answer = dict(zip(answered, labels, strict=True)) if membership == "mixed" else None
        if (
            known is not None
            and of_answer is None
            and any(k not in (-1, z) for k, z in zip(known, labels, strict=True))
        ):
            continue
        counts = np.zeros((n_clusters, Q, 3))
        for n, c, *i in answered:
            weight = weights[questions[c]] if of_answer is None else 1
            counts[labels[n] if of_answer is None else of_answer[n, c, *i], questions[c], codes[n, c]] += weight
        groups = [list(labels)]
        if of_answer is not None:
            groups = [[k for (n, *_), k in of_answer.items() if n == person] for person in range(n_people)]
            groups = [
                group + [k for k in ([] if known is None else [known[n]]) if k >= 0] for n, group in enumerate(groups)
            ]
        log_p, found = 0.0, []
        for group in groups:
            here = np.bincount(group, minlength=n_clusters)
            log_p += log_multinomial(here, alpha)
            found.append(moments(alpha + here))
        for k, (q, v) in product(range(n_clusters), enumerate(prior.n_options)):
            beta = prior.answer_prior[k, q, :v]
            log_p += log_multinomial(counts[k, q, :v], beta)
            found.append(moments(beta + counts[k, q, :v]))
        logs.append(log_p)
        values.append(np.concatenate(found))
    weights = np.exp(np.array(logs) - max(logs))
    return weights @ np.array(values) / weights.sum()


def exactness_p_value(
    membership,
    kernels=_gibbs_numba,
    n_draws=20_000,
    n_batches=50,
    answers=ONE_EACH,
    weights=None,
    known=None,
    exchanges=False,
):
    """Return the smallest p-value over all moments of one long chain, times their number.

    Before each draw, clusters may exchange their names if asked.
    """
    prior, (codes, questions) = small_prior(), answers
    weights = np.ones(Q) if weights is None else weights
    draws = store_for(len(codes), prior, membership, n_draws)
    given = with_known(prior, known) if membership == "mixed" else prior
    data = make_data(codes, given, membership, Columns(questions, weights[questions]), known)
    rng = np.random.default_rng(2)
    chain, store = start_chain(data, rng), chain_store(draws, 0)
    last = 0 if exchanges else n_draws
    advance(membership, data, chain, store, _gibbs_numba.Pace(100, 0, last, 1), kernels)
    step = LabelExchange(data, given, None, data.weight)
    for d in range(last, n_draws):
        step.make(chain, rng)
        advance(membership, data, chain, store, _gibbs_numba.Pace(0, d, d + 1, 1), kernels)
    theta = draws.theta[0] if membership == "mixed" else draws.weights[0][:, None]
    parts = [theta[:, n] for n in range(theta.shape[1])]
    parts += [draws.phi[0][:, k, q, :v] for k in range(prior.n_clusters) for q, v in enumerate(prior.n_options)]
    values = np.concatenate([np.concatenate([part, part**2], axis=1) for part in parts], axis=1)
    batches = values.reshape(n_batches, -1, values.shape[1]).mean(axis=1)
    error = batches.std(axis=0, ddof=1) / np.sqrt(n_batches)
    t = np.abs(values.mean(axis=0) - exact_moments(membership, codes, questions, weights, known)) / error
    return float(2 * stats.t.sf(t.max(), n_batches - 1) * len(t))
