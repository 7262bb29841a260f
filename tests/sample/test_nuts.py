import builtins

import numpy as np
import pytest
from scipy import stats

from bayeshat.errors import SamplerError
from bayeshat.model.simulate import simulate
from bayeshat.sample.convergence import diagnose
from bayeshat.sample.fit import fit
from bayeshat.survey.spec import Survey
from sample.calibration import FAILURE_RATE


def flat_parameters(posterior):
    parts = [posterior.theta, posterior.phi[..., posterior.phi.max(axis=(0, 1, 2)) > 0]]
    if posterior.weights is not None:
        parts.append(posterior.weights)
    columns = [part.reshape(*part.shape[:2], -1) for part in parts]
    return np.moveaxis(np.concatenate([*columns, posterior.log_likelihood[..., None]], axis=-1), -1, 0)


def compare(one, other):
    """Return the largest difference of posterior means in Monte Carlo standard errors, and how many there are."""
    means, errors = [], []
    for posterior in (one, other):
        values = flat_parameters(posterior)
        ess = diagnose(values).ess_bulk
        means.append(values.mean(axis=(1, 2)))
        errors.append(values.var(axis=(1, 2)) / ess)
    return np.abs(means[0] - means[1]) / np.sqrt(errors[0] + errors[1])


@pytest.mark.long
def test_gibbs_and_nuts_agree():
    """In whole runs, NUTS with its own tuning, and going on for a second round."""
    pytest.importorskip("numpyro", reason="NumPyro is the extra bayeshat[nuts]")
    survey = Survey.load("simulation-even")
    answers = simulate(survey, 8, rng=1, missing=0.05).answers
    gibbs = fit(survey, answers, membership="mixed", rng=1)
    options = {"chains": 2, "tune": 150, "draws": 150, "max_draws": 300}
    nuts = fit(survey, answers, membership="mixed", sampler="nuts", keep_theta=True, **options)
    assert nuts.sampler == "nuts"
    assert nuts.z.shape == (2, 150, 8)
    assert nuts.theta.sum(axis=-1) == pytest.approx(np.ones((2, 150, 8)))
    z = compare(gibbs, nuts)
    assert z.max() < stats.norm.isf(FAILURE_RATE / 2 / len(z))


def test_without_numpyro(monkeypatch):
    original = builtins.__import__

    def refuse(name, *rest):
        if name == "numpyro":
            raise ImportError("No module named 'numpyro'")
        return original(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    survey = Survey.load("simulation-even")
    with pytest.raises(SamplerError, match=r"needs NumPyro and JAX; got: No module.*pip install 'bayeshat\[nuts\]'"):
        fit(survey, simulate(survey, rng=1).answers, sampler="nuts")
