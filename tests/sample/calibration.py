"""Tools to test samplers with: small problems, Geweke's joint test, simulation-based calibration, broken twins."""

from __future__ import annotations

import inspect
import re
import types
from functools import cache

import numpy as np
from numba import njit
from scipy import stats

from bayeshat.model.prior import Prior
from bayeshat.sample.draws import Size
from bayeshat.sample.kernels import _columns_numba, _gibbs_numba, _random_numba
from bayeshat.sample.samplers.chain import chain_store, make_data, start_chain

# A correct sampler fails any one test with at most about this probability; a broken one must fail it.
FAILURE_RATE = 1e-6


def small_prior():
    """Two clusters, two questions with two and three options, small and large counts."""
    beta = np.array([[[0.5, 1.5, 0], [1.0, 0.7, 2.0]], [[2.0, 0.6, 0], [0.4, 1.2, 1.0]]])
    return Prior(np.array([0.4, 0.8]), beta, np.array([2, 3]))


def plain_kernels(*changes):
    """Return the kernels as plain Python, with parts of their source replaced: a broken twin.

    Random numbers are compiled, from their own source with its own changes: as plain Python they are very slow.
    """
    module = types.ModuleType("plain_kernels")
    source = [inspect.getsource(part) for part in (_random_numba, _columns_numba, _gibbs_numba)]
    for old, _ in changes:
        assert any(old in part for part in source), f"the kernel no longer contains {old!r}"
    module.__dict__.update(_random_functions(tuple(change for change in changes if change[0] in source[0])))
    module.__dict__.update(dict.fromkeys(("apart", "helper", "inlined", "kernel"), lambda function: function))
    for part in source[1:]:
        _execute(part, changes, module.__dict__)
    return module


@cache
def _random_functions(changes):
    """Return what kernels draw random numbers with, callable from Python."""
    known = {"apart": njit, "helper": njit, "inlined": njit}
    _execute(inspect.getsource(_random_numba), changes, known)
    return {name: value for name, value in known.items() if name.startswith(("draw_", "mirror_", "TINY", "VERY_"))}


def _execute(source, changes, known):
    source = re.sub(r"from \.[._a-z]* import .*", "", source)
    for old, new in changes:
        source = source.replace(old, new)
    exec(compile(source, "kernels", "exec"), known)


def advance(membership, data, chain, store, pace, kernels=_gibbs_numba):
    """Move a whole chain on."""
    everybody = _gibbs_numba.Span(0, len(data.codes), _gibbs_numba.DRAWN)
    getattr(kernels, f"advance_{membership}")(data, chain, store, pace, everybody)


def store_for(n_people, prior, membership, n_draws=1):
    size = Size(1, n_draws, n_people, prior.n_clusters, *prior.answer_prior.shape[1:], membership == "single")
    return size.allocate(1)


def draw_prior(prior, n_people, membership, rng):
    """Return theta (shares for single membership), labels per answer and phi from the prior."""
    phi = np.zeros(prior.answer_prior.shape)
    for q, n in enumerate(prior.n_options):
        for k in range(prior.n_clusters):
            phi[k, q, :n] = rng.dirichlet(prior.answer_prior[k, q, :n])
    if membership == "mixed":
        theta = rng.dirichlet(prior.membership_prior, n_people)
        labels = [[rng.choice(prior.n_clusters, p=t) for _ in prior.n_options] for t in theta]
        return theta, np.array(labels), phi
    share = rng.dirichlet(prior.membership_prior)
    z = rng.choice(prior.n_clusters, size=n_people, p=share)
    return share, np.repeat(z[:, None], prior.n_questions, axis=1), phi


def draw_codes(labels, phi, rng):
    """Draw every answer given its cluster."""
    edges = np.cumsum(phi[labels, np.arange(labels.shape[1])], axis=-1)
    return (edges[..., :-1] < rng.random((*labels.shape, 1)) * edges[..., -1:]).sum(axis=-1).astype(np.int16)


def labelled_chain(data, labels, codes, rng, prior=None):
    """Return a chain whose answers, or people, have labels already (people are all in one block)."""
    chain = start_chain(data, rng, prior)
    n_clusters = len(chain.share)
    if isinstance(data, _gibbs_numba.Rows):
        row = np.repeat(np.arange(len(data.codes)), np.diff(data.edges))
        chain.labels[:] = labels[:, 0]
        np.add.at(chain.counts, (row, labels[data.people, 0]), 1)
        return chain
    seen = codes >= 0
    chain.labels[0] = np.where(seen, labels, n_clusters).T
    for k in range(n_clusters):
        chain.counts[0, k] = ((labels == k) & seen).sum(axis=1)
    question = np.broadcast_to(data.questions.astype(int), codes.shape)
    np.add.at(chain.tally, (question[seen], codes[seen], labels[seen]), 1)
    return chain


def test_quantities(theta, phi, codes):
    """What the two simulators of Geweke's test are compared in."""
    first = theta[0] if theta.ndim == 2 else theta
    return [
        phi[0, 0, 0],
        phi[0, 0, 0] ** 2,
        phi[1, 1, 2],
        phi[1, 1, 2] ** 2,
        first[0],
        first[0] ** 2,
        first[0] * phi[0, 0, 0],
        (codes[:, 0] == 0).mean(),
        (codes[:, 1] == 2).mean(),
        (codes[:2, 1] == 0).all(),
    ]


test_quantities.__test__ = False


def geweke_p_value(membership, kernels=_gibbs_numba, prior=None, n_iterations=4000, n_people=3, seed=0):
    """Return the smallest p-value over the quantities, times their number (Geweke 2004, "Getting it right").

    The first person leaves a question out, the last one all of them, and those between answer everything.
    """
    truth = small_prior()
    rng = np.random.default_rng(seed)
    holes = np.zeros((n_people, truth.n_questions), dtype=bool)
    holes[0, 0] = holes[-1, :] = True

    def answer(labels, phi):
        return np.where(holes, -1, draw_codes(labels, phi, rng)).astype(np.int16)

    marginal = []
    for _ in range(n_iterations):
        theta, labels, phi = draw_prior(truth, n_people, membership, rng)
        marginal.append(test_quantities(theta, phi, answer(labels, phi)))

    theta, labels, phi = draw_prior(truth, n_people, membership, rng)
    codes = answer(labels, phi)
    draws = store_for(n_people, truth, membership)
    store = chain_store(draws, 0)
    # Two sweeps: the second may mirror phi.
    pace = _gibbs_numba.Pace(1, 0, 1, 1)
    successive = []
    for _ in range(n_iterations):
        data = make_data(codes, prior or truth, membership)
        chain = labelled_chain(data, labels, codes, rng)
        advance(membership, data, chain, store, pace, kernels)
        phi = draws.phi[0, 0]
        theta = draws.theta[0, 0] if membership == "mixed" else draws.weights[0, 0]
        labels = chain.labels[0].T if membership == "mixed" else np.repeat(chain.labels[:, None], 2, axis=1)
        codes = answer(np.minimum(labels, truth.n_clusters - 1), phi)
        successive.append(test_quantities(theta, phi.copy(), codes))
    return _compare_means(np.array(marginal, float), np.array(successive, float))


def _compare_means(independent, chain, n_batches=50):
    """Compare means; those of the chain by batches, which are long enough to be independent."""
    batches = chain[: len(chain) // n_batches * n_batches].reshape(n_batches, -1, chain.shape[1]).mean(axis=1)
    error = np.sqrt(batches.var(axis=0, ddof=1) / n_batches + independent.var(axis=0, ddof=1) / len(independent))
    t = np.abs(independent.mean(axis=0) - chain.mean(axis=0)) / error
    return float(np.min(2 * stats.t.sf(t, n_batches - 1)) * chain.shape[1])


def calibration_p_value(membership, prior=None, n_simulations=600, n_people=5, n_ranks=31, n_bins=8, seed=1):
    """Return the smallest chi-square p-value of the ranks of the truth, times the number of quantities."""
    truth = small_prior()
    rng = np.random.default_rng(seed)
    ranks = []
    draws = store_for(n_people, truth, membership, n_ranks)
    store = chain_store(draws, 0)
    for _ in range(n_simulations):
        theta, labels, phi = draw_prior(truth, n_people, membership, rng)
        data = make_data(draw_codes(labels, phi, rng), prior or truth, membership)
        advance(membership, data, start_chain(data, rng), store, _gibbs_numba.Pace(100, 0, n_ranks, 20))
        drawn = draws.theta[0][:, 0, 0] if membership == "mixed" else draws.weights[0][:, 0]
        true = theta[0, 0] if membership == "mixed" else theta[0]
        pairs = [
            (drawn, true),
            (draws.phi[0][:, 0, 0, 0], phi[0, 0, 0]),
            (draws.phi[0][:, 1, 1, 2], phi[1, 1, 2]),
            (draws.phi[0][:, 0, 1, 0] * draws.phi[0][:, 1, 1, 0], phi[0, 1, 0] * phi[1, 1, 0]),
        ]
        ranks.append([(values < value).sum() for values, value in pairs])
    edges = np.linspace(-0.5, n_ranks + 0.5, n_bins + 1)
    p = [stats.chisquare(np.histogram(column, edges)[0]).pvalue for column in np.array(ranks).T]
    return float(min(p) * len(p))
