import numpy as np
import pytest

from bayeshat.sample.convergence import diagnose

array_stats = pytest.importorskip("arviz_stats.base", reason="arviz-stats is the oracle").array_stats


def chains(n_draws, seed=0, n_parameters=40):
    """Autoregressive chains from antithetic to slow, some rounded to few values, some in disagreement."""
    rng = np.random.default_rng(seed)
    noise = rng.normal(size=(n_parameters, 4, n_draws))
    values = noise.copy()
    memory = np.linspace(-0.9, 0.99, n_parameters)
    for t in range(1, n_draws):
        values[:, :, t] = memory[:, None] * values[:, :, t - 1] + noise[:, :, t]
    values[::5] = np.round(values[::5])
    values[::7, 0] += 1
    return values


@pytest.mark.parametrize("n_draws", [4, 5, 7, 10, 21, 100, 501])
@pytest.mark.parametrize("n_chains", [2, 4])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_same_numbers_as_arviz(n_draws, n_chains):
    values = chains(n_draws)[:, :n_chains]
    found = diagnose(values)
    r_hat = array_stats.rhat(values, method="rank")
    known = np.isfinite(r_hat)
    np.testing.assert_allclose(found.r_hat[known], r_hat[known], rtol=1e-10)
    np.testing.assert_allclose(found.ess_bulk, array_stats.ess(values, method="bulk"), rtol=1e-8)
    np.testing.assert_allclose(found.ess_tail, array_stats.ess(values, method="tail", prob=(0.05, 0.95)), rtol=1e-8)


def test_parameters_that_do_not_move():
    still = np.full((1, 4, 100), 0.3)
    apart = np.repeat(np.arange(4.0), 100).reshape(1, 4, 100)
    found = diagnose(np.concatenate([still, apart]))
    assert found.r_hat.tolist() == [1.0, np.inf]
    assert found.ess_bulk[0] == 400


def test_too_few_draws_show_nothing():
    found = diagnose(np.zeros((2, 4, 3)))
    assert (found.r_hat == np.inf).all()
    assert (found.ess_bulk == 0).all()


def test_blocks_make_no_difference():
    values = chains(1000, n_parameters=300)
    whole, part = diagnose(values), diagnose(values[280:])
    np.testing.assert_array_equal(whole.ess_bulk[280:], part.ess_bulk)
