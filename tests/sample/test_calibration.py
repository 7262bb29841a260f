from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from bayeshat.model.prior import Prior
from bayeshat.sample.kernels import _gibbs_numba
from bayeshat.sample.samplers.chain import chain_store, make_data, start_chain
from sample.calibration import (
    FAILURE_RATE,
    advance,
    calibration_p_value,
    geweke_p_value,
    plain_kernels,
    small_prior,
    store_for,
)
from sample.exact import SEVERAL, exactness_p_value

NO_BOOST = ("out[k] *= exp(log_boost)", "out[k] *= 1.0")
NO_BOOSTS = ("out[i] *= exp(log(draw_unit(stream, b, i)) / a)", "out[i] *= 1.0")
MIXED_PRIOR = ("room[k, i] = data.alpha[row, k, i] +", "room[k, i] = 0.5 + data.alpha[row, k, i] +")
LABEL_PRIOR = ("alpha[i] + counts[i]", "np.float32(0.5) + alpha[i] + counts[i]")
SINGLE_PRIOR = ("sizes[k] = data.alpha[k]", "sizes[k] = data.alpha[k] + 0.5")
NO_SHARES = ("p[k] = chain.share[k]", "p[k] = 1.0")
NO_TEST = ("if gain > log(draw_unit(stream, 0, 0)):", "if True:")
WRONG_TEST = ("(3.0 * a - 1.0) * log", "(3.0 * a + 2.0) * log")
SAME_SCALE = (
    "scale = draw_gamma(stream, 0, 0, total + 1.0) * exp(log(draw_unit(stream, 0, 0)) / total)",
    "scale = total",
)
BROKEN = {
    "own count not removed": ("mixed", ("counts[i] - mine)", "counts[i])")),
    "every proposal accepted": ("mixed", (">= total else moves", "> 9 * total else moves")),
    "labels counted by half": (
        "mixed",
        ("counts[i] += (ONE if new", "counts[i] += np.float32(0.5) * (ONE if new"),
        ("- (ONE if old[i] == own", "- np.float32(0.5) * (ONE if old[i] == own"),
        ("counts[i] - mine)", "counts[i] - np.float32(0.5) * mine)"),
    ),
    "answers counted by half": ("mixed", ("* chain.tally[q, v, k]", "* chain.tally[q, v, k] / 2")),
    "membership prior too large": ("mixed", MIXED_PRIOR),
    "membership prior of labels too large": ("mixed", LABEL_PRIOR),
    "small gammas not corrected": ("mixed", NO_BOOST),
    "people not counted": ("single", ("sizes[k] += chain.counts[u, k]", "sizes[k] += 0")),
    "answers of people counted by half": ("single", ("* chain.tally[q, v, k]", "* chain.tally[q, v, k] / 2")),
    "prior of shares too large": ("single", SINGLE_PRIOR),
    "shares forgotten": ("single", NO_SHARES),
}


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_exact_posterior(membership):
    assert exactness_p_value(membership, n_draws=200_000) > FAILURE_RATE


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_exact_posterior_with_several_answers_to_a_question(membership):
    assert exactness_p_value(membership, n_draws=200_000, answers=SEVERAL) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize(
    ("membership", "change"),
    [
        ("mixed", ("chain.tally[q]\n", "chain.tally[min(c, 1)]\n")),
        ("mixed", ("table[q, k]\n", "table[min(c, 1), k]\n")),
        ("single", ("p[k] *= table[q, x, k]", "p[k] *= table[min(c, 1), x, k]")),
        ("single", ("chain.tally[data.questions[c], x, k]", "chain.tally[min(c, 1), x, k]")),
    ],
)
def test_answers_counted_for_another_question_are_caught(membership, change):
    assert exactness_p_value(membership, plain_kernels(change), n_draws=3000, answers=SEVERAL) < FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("twin", BROKEN)
def test_exact_posterior_catches_broken_kernels(twin):
    membership, *changes = BROKEN[twin]
    assert exactness_p_value(membership, plain_kernels(*changes), n_draws=6000) < FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_geweke(membership):
    assert geweke_p_value(membership) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize(("membership", "changes"), [("mixed", [MIXED_PRIOR, LABEL_PRIOR]), ("single", [SINGLE_PRIOR])])
def test_geweke_catches_broken_kernels(membership, changes):
    assert geweke_p_value(membership, plain_kernels(*changes), n_iterations=6000) < FAILURE_RATE


def wrong_prior():
    prior = small_prior()
    return replace(prior, answer_prior=np.where(prior.used, prior.answer_prior + 1, 0))


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_simulation_based_calibration(membership):
    assert calibration_p_value(membership) > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_simulation_based_calibration_catches_a_wrong_prior(membership):
    assert calibration_p_value(membership, wrong_prior(), n_simulations=200) < FAILURE_RATE
    assert geweke_p_value(membership, prior=wrong_prior()) < FAILURE_RATE


@pytest.mark.parametrize("membership", ["mixed", "single"])
@pytest.mark.long
def test_compiled_kernels_do_what_the_source_says(membership):
    codes = np.array([[0, 2], [1, -1], [-1, -1], [1, 0]], np.int16)
    found = []
    for kernels in (_gibbs_numba, plain_kernels()):
        draws = store_for(len(codes), small_prior(), membership, 20)
        data = make_data(codes, small_prior(), membership)
        chain = start_chain(data, np.random.default_rng(5))
        advance(membership, data, chain, chain_store(draws, 0), _gibbs_numba.Pace(3, 0, 20, 2), kernels)
        found.append(draws)
    compiled, plain = found
    assert (compiled.z == plain.z).all()
    for name in ("phi", "theta", "theta_sum", "log_likelihood"):
        np.testing.assert_allclose(getattr(compiled, name), getattr(plain, name), rtol=1e-9, atol=1e-12)


@pytest.mark.long
def test_few_and_many_options_are_looked_up_alike():
    codes = np.array([[0, 2], [1, -1], [-1, -1], [1, 0]], np.int16)
    found = []
    for kernels in (_gibbs_numba, plain_kernels(("FEW_OPTIONS = 8", "FEW_OPTIONS = 0"))):
        draws = store_for(len(codes), small_prior(), "mixed", 20)
        data = make_data(codes, small_prior(), "mixed")
        chain = start_chain(data, np.random.default_rng(6))
        advance("mixed", data, chain, chain_store(draws, 0), _gibbs_numba.Pace(3, 0, 20, 2), kernels)
        found.append((draws.z, chain.labels, chain.tally[:, :-1, :-1]))
    for few, many in zip(*found, strict=True):
        assert (few == many).all()


def test_a_whole_block_of_equal_answers_is_counted():
    prior = Prior(np.array([0.5]), np.ones((1, 1, 3)), np.array([3]))
    for n_people in (255, 256, 600):
        data = make_data(np.full((n_people, 1), 1, np.int16), prior)
        chain = start_chain(data, np.random.default_rng(0))
        draws = store_for(n_people, prior, "mixed")
        advance("mixed", data, chain, chain_store(draws, 0), _gibbs_numba.Pace(2, 0, 0, 1))
        assert chain.tally[0, :3, 0].tolist() == [0, n_people, 0]


def new_stream(seed, width=1):
    return np.random.default_rng(seed).integers(1, 2**32, (1, 4, width), dtype=np.uint32)


def gamma_p_value(*changes, n_people=256, n_rounds=200):
    """Return the smallest p-value that gammas of several shapes have their distributions."""
    plain, stream, room = plain_kernels(*changes), new_stream(1, n_people), np.empty((3, n_people))
    shapes, p_values = (0.06, 0.3, 1.0, 1.3, 9.0), []
    for shape in shapes:
        drawn = np.empty((n_rounds, n_people))
        for out in drawn:
            plain.draw_gammas(stream, 0, np.full(n_people, shape), room, out)
        p_values.append(stats.kstest(drawn.ravel(), stats.gamma(shape).cdf).pvalue)
    return len(shapes) * min(p_values)


def test_gammas_have_their_distribution():
    assert gamma_p_value() > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize(
    "change",
    [
        NO_BOOSTS,
        ("out[i] = accept_gamma(u[i], v[i], w[i], more)", "out[i] = 0.0"),
        ("0.0331 * square * square", "0.0 * square"),
        ("(1.0 if outside <= 0.27597 else 0.0) *", "1.0 *"),
    ],
)
def test_wrong_gammas_are_caught(change):
    assert gamma_p_value(change) < FAILURE_RATE


@pytest.mark.parametrize("shape", [1e-4, 0.01, 0.3, 1.0, 50.0])
def test_dirichlet_draws_survive_small_shapes(shape):
    plain = plain_kernels()
    stream, out = new_stream(0), np.empty(3)
    for _ in range(200):
        plain.draw_dirichlet(stream, 0, 0, np.full(3, shape), 3, out)
        assert (out > 0).all()
        assert out.sum() == pytest.approx(1)


def test_long_surveys_do_not_underflow():
    codes = np.zeros((2, 2000), np.int16)
    prior = replace(small_prior(), answer_prior=np.full((2, 2000, 3), 0.01), n_options=np.full(2000, 3))
    for membership in ("mixed", "single"):
        draws = store_for(2, prior, membership, 3)
        data = make_data(codes, prior, membership)
        chain = start_chain(data, np.random.default_rng(0))
        advance(membership, data, chain, chain_store(draws, 0), _gibbs_numba.Pace(5, 0, 3, 1))
        assert np.isfinite(draws.log_likelihood).all()
        assert np.isfinite(draws.theta).all()


def mirrored_p_value(*changes, n_draws=100_000):
    """Return the smallest p-value that draws from a Dirichlet distribution still have it after being mirrored."""
    plain, rng, stream = plain_kernels(*changes), np.random.default_rng(3), new_stream(3)
    shape = np.array([1.0, 0.6, 2.5])
    draws = rng.dirichlet(shape, n_draws)
    for out in draws:
        plain.mirror_dirichlet(stream, shape, 3, out)
    parts = [stats.kstest(draws[:, i], stats.beta(a, shape.sum() - a).cdf).pvalue for i, a in enumerate(shape)]
    return 3 * min(parts)


def mirrored_tiny_p_value(*changes, n_draws=4000):
    """Return the p-value that Dirichlet(0.001, 0.001) stays as it is: nearly all of it lies at the two ends."""
    plain, stream, shape = plain_kernels(*changes), new_stream(3), np.full(2, 0.001)
    draws = np.empty((n_draws, 2))
    for out in draws:
        plain.draw_dirichlet(stream, 0, 0, shape, 2, out)
        plain.mirror_dirichlet(stream, shape, 2, out)
    edges = np.array([0, 1e-50, 1e-9, 0.5, 1 - 1e-9, 1])
    expected = n_draws * np.diff(stats.beta(*shape).cdf(edges))
    # The last bin by symmetry: 1 - 1e-9 is coarse for the distribution function.
    expected[-1] = expected[:2].sum()
    expected[3] = expected[2]
    return stats.chisquare(np.histogram(draws[:, 0], edges)[0], expected / expected.sum() * n_draws).pvalue


def test_mirroring_keeps_very_small_shapes():
    assert mirrored_tiny_p_value() > FAILURE_RATE


@pytest.mark.long
def test_a_mirror_without_logarithms_is_caught():
    assert mirrored_tiny_p_value(("least < VERY_SMALL:\n        draw", "least < 0.0:\n        draw")) < FAILURE_RATE


def test_mirroring_goes_to_the_other_side():
    plain, rng, stream = plain_kernels(), np.random.default_rng(4), new_stream(4)
    shape = np.array([5.0, 8.0, 20.0])
    before = rng.dirichlet(shape, 5000)
    after = before.copy()
    for out in after:
        plain.mirror_dirichlet(stream, shape, 3, out)
    # A sample correlation of 5000 pairs strays by more than 0.08 with probability below 1e-6.
    assert all(np.corrcoef(before[:, i], after[:, i])[0, 1] < -0.8 for i in range(3))


def test_mirroring_keeps_the_distribution():
    assert mirrored_p_value() > FAILURE_RATE


@pytest.mark.long
@pytest.mark.parametrize("change", [NO_TEST, WRONG_TEST, SAME_SCALE])
def test_wrong_mirrors_are_caught(change):
    assert mirrored_p_value(change) < FAILURE_RATE
