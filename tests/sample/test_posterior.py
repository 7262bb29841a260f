from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from scipy import stats

from bayeshat.errors import InputError
from bayeshat.kinds.dirichlet import draw_categories
from bayeshat.model.simulate import simulate
from bayeshat.sample.fit import fit
from bayeshat.sample.posterior import Posterior
from bayeshat.survey.spec import Survey
from sample.calibration import FAILURE_RATE

HOGWARTS = Survey.load("hogwarts")


@pytest.fixture(scope="module", params=["mixed", "single"])
def posterior(request):
    answers = simulate(HOGWARTS, 21, rng=1, missing=0.1).answers
    return fit(HOGWARTS, answers, membership=request.param, chains=2, draws=300, max_draws=300, rng=1)


def test_shapes_and_probabilities(posterior):
    assert (posterior.n_people, posterior.n_clusters, posterior.n_chains, posterior.n_draws) == (21, 4, 2, 300)
    assert posterior.z.dtype == np.uint8
    assert posterior.probabilities.shape == (21, 4)
    assert posterior.probabilities.sum(axis=1) == pytest.approx(np.ones(21))
    assert (posterior.theta_low <= posterior.theta_mean).all()
    assert (posterior.theta_mean <= posterior.theta_high).all()
    assert (posterior.memberships == posterior.theta_mean).all()
    assert posterior.identified


def test_probabilities_are_those_of_the_label(posterior):
    """By hand for one person: under single membership P(z = k), else how often z is k."""
    shares = np.bincount(posterior.z[:, :, 5].ravel(), minlength=4) / 600
    if posterior.membership == "single":
        assert posterior.label == "drawn"
        assert posterior.probabilities[5] == pytest.approx(posterior.theta[:, :, 5].reshape(-1, 4).mean(axis=0))
        assert np.abs(posterior.probabilities - posterior.theta_mean).max() == 0
    else:
        assert posterior.label == "dominant"
        assert posterior.probabilities[5] == pytest.approx(shares)
        assert (posterior.z == posterior.theta.argmax(axis=-1)).all()
        # The dominant house is surer than the memberships are.
        assert posterior.probabilities.max(axis=1).mean() > posterior.theta_mean.max(axis=1).mean() + 0.05


def test_drawn_labels_follow_theta():
    """Given theta, labels are independent: their number in each cluster has a known mean and variance."""
    answers = simulate(HOGWARTS, 21, rng=1).answers
    posterior = fit(HOGWARTS, answers, label="drawn", chains=2, tune=50, draws=200, max_draws=200)
    assert posterior.label == "drawn"
    by_nuts = draw_categories(posterior.theta, np.random.default_rng(1))
    for z, k in product((posterior.z, by_nuts), range(4)):
        theta = posterior.theta[..., k]
        strays = ((z == k).sum() - theta.sum()) / np.sqrt((theta * (1 - theta)).sum())
        assert abs(strays) < stats.norm.isf(FAILURE_RATE / 16)
        assert (z != posterior.theta.argmax(axis=-1)).mean() > 0.1


def test_errors_of_probabilities_are_those_of_repeated_runs():
    """The mean square error claimed is the variance between runs, up to the F distribution's spread."""
    answers = simulate(HOGWARTS, 6, rng=1).answers
    runs = [fit(HOGWARTS, answers, chains=2, tune=100, draws=200, max_draws=600, rng=seed) for seed in range(20)]
    spread = np.var([run.probabilities for run in runs], axis=0, ddof=1)
    claimed = np.mean([run.probability_errors**2 for run in runs], axis=0)
    ratio = spread.sum() / claimed.sum()
    # 19 degrees of freedom for each of at least 6 independent people.
    low, high = stats.f.ppf([FAILURE_RATE / 2, 1 - FAILURE_RATE / 2], 19 * 6, 19 * 20 * 6)
    assert low < ratio < high
    single = replace(runs[0], theta=runs[0].theta, membership="single")
    assert (single.probability_errors < 0.05).all()
    assert np.isnan(replace(runs[0], z=runs[0].z[:1, :1]).probability_errors).all()


def test_datatree(posterior):
    tree = posterior.to_datatree()
    drawn = tree["posterior"]
    assert drawn["theta"].dims == ("chain", "draw", "respondent", "cluster")
    assert drawn["phi"].dims == ("chain", "draw", "cluster", "parameter")
    assert drawn["z"].dims == ("chain", "draw", "respondent")
    assert drawn["cluster"].values.tolist() == list(HOGWARTS.cluster_names)
    assert drawn["respondent"].values.tolist() == list(posterior.names)
    assert list(dict.fromkeys(drawn["question"].values.tolist())) == [question.id for question in HOGWARTS.questions]
    assert ("weights" in drawn) == (posterior.membership == "single")
    assert tree["sample_stats"]["log_likelihood"].shape == (2, 300)
    assert tree["observed_data"]["answers"].dims == ("respondent", "question")
    assert np.isfinite(drawn["phi"]).all()


def test_options_in_a_datatree_are_numbered_as_the_answers_are(posterior):
    tree = posterior.to_datatree()
    drawn, answers = tree["posterior"], tree["observed_data"]["answers"]
    first = HOGWARTS.questions[0]
    phi = drawn["phi"].where(drawn["question"] == first.id, drop=True)
    assert phi["option"].values.tolist() == list(first.options)
    assert phi["parameter"].values.tolist() == [f"{first.id}[{option}]" for option in first.options]
    np.testing.assert_allclose(phi.sum("parameter"), 1.0)
    assert set(answers.sel(question=first.id).values.tolist()) <= {-1, *phi["code"].values.tolist()}
    given = int(answers.sel(question=first.id)[0])
    assert phi["parameter"].values[phi["code"] == given].tolist() == [f"{first.id}[{first.options[given]}]"]


def test_arviz_reads_it(posterior):
    pytest.importorskip("xarray_einstats", reason="arviz-stats needs it to read a DataTree")
    arviz_stats = pytest.importorskip("arviz_stats", reason="arviz-stats reads the DataTree")
    found = arviz_stats.rhat(posterior.to_datatree(), var_names=["theta", "phi"])
    assert np.isfinite(found["phi"]).all()
    table = posterior.summary()
    ours = [r for name, r in zip(table["parameter"], table["r_hat"], strict=True) if name.startswith("theta")]
    np.testing.assert_allclose(np.asarray(found["theta"]).ravel(), ours, rtol=1e-8)


def test_save_and_load(posterior, tmp_path):
    path = tmp_path / "posterior.npz"
    posterior.save(path)
    again = Posterior.load(path)
    for name in ("z", "phi", "theta", "theta_mean", "theta_low", "theta_high", "log_likelihood", "weights"):
        one, two = getattr(posterior, name), getattr(again, name)
        assert (one is None and two is None) or (one == two).all()
    assert again.status == posterior.status
    assert (again.membership, again.sampler, again.names) == (posterior.membership, "gibbs", posterior.names)
    assert again.label == posterior.label
    assert (again.answers.codes == posterior.answers.codes).all()
    assert (again.survey.answer_prior == HOGWARTS.answer_prior).all()
    assert repr(again) == repr(posterior)


def test_load_refuses_other_files(tmp_path):
    path = tmp_path / "other.npz"
    np.savez(path, z=np.zeros(3))
    with pytest.raises(
        InputError, match=r"a file that Posterior\.save wrote; got '.*other\.npz', which is not one\. Save"
    ):
        Posterior.load(path)
    path.write_text("nothing")
    with pytest.raises(InputError, match="which is not one"):
        Posterior.load(path)


def test_summary(posterior):
    table = posterior.summary()
    assert list(table) == ["parameter", "mean", "sd", "low", "high", "ess_bulk", "ess_tail", "r_hat"]
    assert len({len(column) for column in table.values()}) == 1
    row = table["parameter"].index(f"theta[{posterior.names[2]}, Ravenclaw]")
    assert table["mean"][row] == pytest.approx(posterior.theta_mean[2, 2])
    assert table["low"][row] == pytest.approx(posterior.theta_low[2, 2])
    row = table["parameter"].index(f"phi[Slytherin, {HOGWARTS.questions[1].id}, {HOGWARTS.questions[1].options[2]}]")
    assert table["mean"][row] == pytest.approx(posterior.phi[:, :, 1, 1, 2].mean())


def test_repr(posterior):
    text = repr(posterior)
    assert f"21 people in 4 clusters ({posterior.membership} membership, {posterior.label} labels)" in text
    assert "gibbs: 2 chains x 300 draws" in text
