"""Labels given known totals: against enumeration, against sums in whole numbers, and Geweke's test."""

import inspect
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy import stats

from bayeshat.model.columns import Columns
from bayeshat.model.prior import Prior
from bayeshat.sample.draws import Size
from bayeshat.sample.kernels import _totals_numba
from bayeshat.sample.kernels._totals_numba import redraw_labels
from bayeshat.sample.samplers.chain import start_chain
from bayeshat.sample.samplers.totals import TotalsGibbs
from sample.calibration import FAILURE_RATE, _compare_means, _execute, _random_functions, draw_codes, draw_prior
from sample.densities import log_marginal

# Two questions with 2 and 3 options. The prior says the same of the first two clusters.
BETA = np.array([[[0.8, 1.5, 0], [1.0, 0.7, 2.0]]] * 2 + [[[2.0, 0.6, 0], [0.4, 1.2, 1.0]]])
OPTIONS = np.array([2, 3])
NO_TELL = {"tell": lambda _: None}


def prior_with(totals, first=0, known=None):
    anchors = frozenset() if known is None else frozenset(known[known >= 0].tolist())
    beta = BETA[first : first + len(totals)]
    return Prior(np.full(len(totals), 0.5), beta, OPTIONS, known_clusters=anchors, totals=np.array(totals))


def plain_totals(*changes):
    """Return the kernel as plain Python, with parts of its source replaced."""
    source = inspect.getsource(_totals_numba)
    for old, _ in changes:
        assert old in source, f"the kernel no longer contains {old!r}"
    known = {**_random_functions(()), **dict.fromkeys(("helper", "kernel"), lambda function: function)}
    _execute(source, changes, known)
    return known["redraw_labels"]


def redraw(log_weights, totals, kinds, n_draws, kernel=redraw_labels):
    """Return draws of everybody's house and chances of it (D, N) and (D, N, K), from one chain at fixed phi."""
    n_people, n_clusters = log_weights.shape
    labels, houses = np.repeat(np.arange(n_clusters), totals), np.arange(n_clusters)
    stream = np.random.default_rng(1).integers(1, 2**32, (1, 4, 1), np.uint32)
    now, z = np.array(totals), np.empty((n_draws, n_people), np.int64)
    expected = np.empty((n_draws, n_people, n_clusters))
    for d in range(n_draws):
        kernel(log_weights, np.array(kinds), labels, now, houses, stream, expected[d])
        z[d] = houses[labels]
        assert (np.bincount(z[d], minlength=n_clusters) == totals).all()
    return z, expected


def labels_with(totals):
    everything = np.array(list(product(range(len(totals)), repeat=sum(totals))))
    counts = (everything[:, :, None] == np.arange(len(totals))).sum(axis=1)
    return everything[(counts == totals).all(axis=1)]


def quantities(z, theta):
    """Return labels, chances of them, and who is together, of draws (D, N)."""
    n_clusters, pairs = theta.shape[2], combinations(range(z.shape[1]), 2)
    parts = [z == k for k in range(n_clusters)] + [theta[:, :, k] for k in range(n_clusters)]
    parts.append(np.stack([z[:, i] == z[:, j] for i, j in pairs], axis=1))
    return np.concatenate(parts, axis=1).astype(float)


def expectations(every, logs, n_clusters):
    """Return the means of the quantities over all labels (L, N), given their log probabilities."""
    weights = np.exp(logs - logs.max())
    return weights @ quantities(every, (every[:, :, None] == np.arange(n_clusters)).astype(float)) / weights.sum()


def smallest_p_value(values, exact, n_batches=50):
    """Return the smallest p-value over the means of a chain, times their number."""
    batches = values.reshape(n_batches, -1, values.shape[1]).mean(axis=1)
    error = batches.std(axis=0, ddof=1) / np.sqrt(n_batches)
    # Quantities that are the same in all draws, such as chances of 1, have no error.
    t = np.abs(values.mean(axis=0) - exact) / np.maximum(error, 1e-9)
    return float(2 * stats.t.sf(t.max(), n_batches - 1) * len(t))


def labels_p_value(totals, kinds, n_draws=10_000, kernel=redraw_labels):
    """Compare labels at fixed phi with all labels that there are; clusters of one kind may exchange their totals."""
    n_clusters = len(totals)
    log_weights = np.random.default_rng(2).normal(scale=1.5, size=(sum(totals), n_clusters))
    values = quantities(*redraw(log_weights, totals, kinds, n_draws, kernel))
    every, logs, houses = labels_with(totals), [], []
    for order in permutations(range(n_clusters)):
        if all(kinds[k] == kinds[order[k]] for k in range(n_clusters)):
            # House h is cluster order[h].
            logs.append(log_weights[np.arange(sum(totals)), np.array(order)[every]].sum(axis=1))
            houses.append(every)
    return smallest_p_value(values, expectations(np.concatenate(houses), np.concatenate(logs), n_clusters))


@pytest.mark.parametrize(
    ("totals", "kinds"),
    [((3, 5), (0, 1)), ((3, 5), (0, 0)), ((2, 3, 2), (0, 1, 2)), ((1, 2, 4), (0, 0, 1)), ((4, 0, 3), (0, 1, 2))],
)
def test_labels_have_their_distribution(totals, kinds):
    assert labels_p_value(totals, kinds) > FAILURE_RATE


SMALL_BLOCKS = ("BLOCK = 256", "BLOCK = 3")


def test_labels_in_blocks_have_their_distribution():
    assert labels_p_value((3, 5), (0, 1), 2500, plain_totals(SMALL_BLOCKS)) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize(
    ("kinds", "changes"),
    [
        ((0, 1), [("p * t[i + 1, left - 1]", "p * t[i + 1, left]")]),
        ((0, 1), [("total += room[j] * t[i + 1, m - 1 - j]", "total += room[j] * t[i + 1, m - j]")]),
        ((0, 1), [("now[0] = q * before[0]", "now[0] = before[0]")]),
        ((0, 0), [("- log_sum_of_sets(odds, m)", "- log_sum_of_sets(odds, m) + 1.0")]),
        ((0, 1), [SMALL_BLOCKS, ("if n > BLOCK:", "if False:")]),
    ],
)
def test_wrong_labels_are_caught(kinds, changes):
    assert labels_p_value((3, 5), kinds, 2500, plain_totals(*changes)) < FAILURE_RATE


def test_the_compiled_kernel_does_what_the_source_says():
    log_weights = np.random.default_rng(6).normal(size=(9, 3))
    compiled, plain = (redraw(log_weights, (2, 3, 4), (0, 0, 1), 40, how) for how in (redraw_labels, plain_totals()))
    assert (compiled[0] == plain[0]).all()
    np.testing.assert_allclose(compiled[1], plain[1], rtol=1e-9, atol=1e-12)


def test_two_groups_against_sums_in_whole_numbers():
    rng = np.random.default_rng(3)
    odds = [Fraction(int(a), int(b)) for a, b in rng.integers(1, 50, (60, 2))]

    def sums(some):
        """Return the sums over all sets of 0, 1, ... people of the product of their odds."""
        found = [Fraction(1)]
        for one in some:
            found = [x + one * y for x, y in zip([*found, 0], [0, *found], strict=True)]
        return found

    log_weights = np.stack([np.log([float(one) for one in odds]), np.zeros(60)], axis=1)
    whole, without = sums(odds), [sums(odds[:i] + odds[i + 1 :]) for i in range(60)]
    for m in (1, 17, 45):
        known = np.array([float(one * rest[m - 1] / whole[m]) for one, rest in zip(odds, without, strict=True)])
        z, expected = redraw(log_weights, (m, 60 - m), (0, 1), 3000)
        np.testing.assert_allclose(expected[0, :, 0], known, rtol=1e-9)
        distance = np.abs((z == 0).mean(axis=0) - known) / np.sqrt(known * (1 - known) / len(z))
        assert distance.max() < stats.norm.isf(FAILURE_RATE / 120)


def test_certain_people_and_totals_that_contradict_them():
    log_weights = np.zeros((40, 2))
    log_weights[:20, 0], log_weights[20:, 1] = 650.0, 650.0
    z, expected = redraw(log_weights, (30, 10), (0, 1), 200)
    assert (z[:, :20] == 0).all()
    np.testing.assert_allclose(expected[:, 20:, 0], 0.5)
    assert (redraw(log_weights, (20, 20), (0, 1), 20)[0] == np.repeat([0, 1], 20)).all()


def exactness_p_value(totals, first, n_draws=5000, weights=(1, 1), known=None):
    """Compare one long chain with all labels that there are, phi integrated out."""
    prior, rng = prior_with(totals, first, known), np.random.default_rng(4)
    codes = np.column_stack([rng.integers(0, n, sum(totals)) for n in OPTIONS]).astype(np.int16)
    codes[0, 1] = -1
    columns = Columns(np.arange(2), np.array(weights, float))
    sampler = TotalsGibbs(codes, prior, "single", [np.random.default_rng(1)], 1, columns, known)
    draws = Size(1, n_draws, len(codes), prior.n_clusters, 2, 3, True).allocate(1)
    sampler.step(sampler.init(100, **NO_TELL), draws, 1, **NO_TELL)
    every = labels_with(totals)
    if known is not None:
        every = every[((every == known) | (known < 0)).all(axis=1)]
    logs = np.array([log_marginal(codes, z, prior, columns) for z in every])
    return smallest_p_value(quantities(draws.z[0], draws.theta[0]), expectations(every, logs, len(totals)))


@pytest.mark.parametrize(("totals", "first"), [((2, 8), 0), ((3, 4), 1), ((1, 2, 4), 0)])
def test_exact_posterior(totals, first):
    assert exactness_p_value(totals, first) > FAILURE_RATE


def test_exact_posterior_with_weights_and_known_people():
    known = np.array([1, -1, -1, 0, -1, -1, -1])
    assert exactness_p_value((3, 4), 0, weights=(2.5, 0.5), known=known) > FAILURE_RATE


@pytest.mark.long
def test_a_chain_that_forgets_its_labels_is_caught(monkeypatch):
    monkeypatch.setattr(TotalsGibbs, "_count", lambda *_: None)
    assert exactness_p_value((3, 4), 1) < FAILURE_RATE


def geweke_p_value(totals=(1, 3), more=0.0, n_iterations=1500):
    """Compare draws from the prior with a chain that draws answers, phi and labels in turn (Geweke 2004)."""
    prior, rng = prior_with(totals), np.random.default_rng(5)
    believed = replace(prior, answer_prior=np.where(prior.used, prior.answer_prior + more, 0))
    truth = np.repeat(np.arange(len(totals)), totals)

    def tell(z, phi, codes):
        own = (codes[:, 0] == 0) & (z == 0)
        return [phi[0, 0, 0], phi[0, 0, 0] ** 2, phi[1, 1, 2], phi[0, 1, 0] * phi[1, 1, 0], *(z == 0), own.mean()]

    def answer(z, phi):
        return draw_codes(np.repeat(z[:, None], 2, axis=1), phi, rng)

    independent, chain = [], []
    for _ in range(n_iterations):
        phi, z = draw_prior(prior, 1, "single", rng)[2], rng.permutation(truth)
        independent.append(tell(z, phi, answer(z, phi)))
    for _ in range(n_iterations):
        sampler = TotalsGibbs(answer(z, phi), believed, "single", [rng], 1)
        own = sampler._begin(start_chain(sampler.data, rng)._replace(labels=z), rng)
        sampler._sweep_labels(own)
        z, phi = own.houses[own.labels], np.empty_like(phi)
        phi[own.houses] = own.scratch.phi[0, 0]
        chain.append(tell(z, phi, answer(z, phi)))
    return _compare_means(np.array(independent, float), np.array(chain, float))


@pytest.mark.long
def test_geweke():
    assert geweke_p_value() > FAILURE_RATE


@pytest.mark.long
def test_geweke_catches_a_wrong_prior():
    assert geweke_p_value(more=1.0) < FAILURE_RATE
