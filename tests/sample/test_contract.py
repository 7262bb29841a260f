"""What every sampler promises, run over all of them; the one on a GPU runs on a stand-in where there is none."""

import numpy as np
import pytest

import bayeshat as bh
import gpu_stand_in
from bayeshat._cuda import has_gpu
from bayeshat.sample.places.cuda import CudaPosterior

ON_GPU = "gibbs on a GPU"


@pytest.fixture(scope="module", params=["gibbs", ON_GPU, "nuts"])
def run(request):
    if request.param == "nuts":
        pytest.importorskip("numpyro", reason="needs bayeshat[nuts]")
    device = "cuda" if request.param == ON_GPU else "cpu"
    survey = bh.Survey.load("simulation-even")
    answers = bh.simulate(survey, 6, sizes=[2, 2, 2], rng=1, missing=0.2).answers
    options = {"chains": 2, "tune": 10, "draws": 40, "max_draws": 40, "threads": 1, "device": device}
    with pytest.MonkeyPatch.context() as patch:
        if device == "cuda" and not has_gpu():
            gpu_stand_in.use(patch)
        yield lambda seed=1: bh.fit(survey, answers, sampler=request.param.split()[0], rng=seed, **options)


@pytest.fixture(scope="module")
def posterior(run):
    return run()


def test_shapes_and_names(posterior):
    assert posterior.z.shape == (2, 40, 6)
    assert posterior.theta.shape == (2, 40, 6, 3)
    assert posterior.phi.shape == (2, 40, 3, 10, 3)
    assert posterior.log_likelihood.shape == (2, 40)
    assert (posterior.n_people, posterior.n_clusters, posterior.n_chains, posterior.n_draws) == (6, 3, 2, 40)


def test_probabilities_are_probabilities(posterior):
    np.testing.assert_allclose(posterior.theta.sum(axis=-1), 1, atol=1e-9)
    np.testing.assert_allclose(posterior.phi.sum(axis=-1), 1, atol=1e-9)
    assert (posterior.theta_low <= posterior.theta_high).all()
    assert posterior.z.max() < 3


def test_means_and_labels_are_those_of_the_kept_draws(posterior):
    """By hand for everybody's second cluster."""
    for n in range(6):
        drawn = [float(posterior.theta[c, d, n, 1]) for c in range(2) for d in range(40)]
        assert posterior.theta_mean[n, 1] == pytest.approx(sum(drawn) / 80)
        ranked = sorted(drawn)
        assert ranked[1] <= posterior.theta_low[n, 1] <= ranked[2]
        assert ranked[77] <= posterior.theta_high[n, 1] <= ranked[78]
    assert posterior.label == "dominant"
    assert (posterior.z == posterior.theta.argmax(axis=-1)).all()


def test_the_log_likelihood_is_that_of_the_kept_parameters(posterior):
    from bayeshat.model.density import log_likelihood

    for d in (0, 39):
        known = log_likelihood(posterior.answers.codes, posterior.theta[1, d], posterior.phi[1, d])
        # In single precision on a GPU.
        error = 1e-3 if isinstance(posterior, CudaPosterior) else 1e-8
        assert posterior.log_likelihood[1, d] == pytest.approx(known, abs=error)


@pytest.mark.parametrize("run", ["gibbs", ON_GPU, pytest.param("nuts", marks=pytest.mark.long)], indirect=True)
def test_the_same_seed_gives_the_same_draws(run, posterior):
    again = run()
    assert (again.z == posterior.z).all()
    np.testing.assert_array_equal(again.phi, posterior.phi)
    assert not (run(seed=2).phi == posterior.phi).all()


def test_chains_differ(posterior):
    assert not (posterior.phi[0] == posterior.phi[1]).all()


def test_a_short_run_says_so(posterior):
    assert posterior.status.code == "not_converged"
    assert "Raise draws" in posterior.status.message
