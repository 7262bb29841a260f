import numpy as np
import pytest

from bayeshat.errors import InputError
from bayeshat.model.simulate import simulate
from bayeshat.sample.posterior import Posterior
from bayeshat.sample.run import fit
from bayeshat.survey.spec import Survey

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
    share = np.stack([(posterior.z == k).mean(axis=(0, 1)) for k in range(4)], axis=1)
    if posterior.membership == "single":
        assert (posterior.probabilities == share).all()
    # Labels are drawn from theta: their shares differ by Monte Carlo error only (six standard errors of 600 draws).
    assert np.abs(share - posterior.theta_mean).max() < 6 * 0.5 / np.sqrt(600)


def test_datatree(posterior):
    tree = posterior.to_datatree()
    drawn = tree["posterior"]
    assert drawn["theta"].dims == ("chain", "draw", "respondent", "cluster")
    assert drawn["phi"].dims == ("chain", "draw", "cluster", "question", "option")
    assert drawn["z"].dims == ("chain", "draw", "respondent")
    assert drawn["cluster"].values.tolist() == list(HOGWARTS.cluster_names)
    assert drawn["respondent"].values.tolist() == list(posterior.names)
    assert drawn["question"].values.tolist() == [question.id for question in HOGWARTS.questions]
    assert ("weights" in drawn) == (posterior.membership == "single")
    assert tree["sample_stats"]["log_likelihood"].shape == (2, 300)
    assert tree["observed_data"]["answers"].dims == ("respondent", "question")
    assert np.isnan(drawn["phi"].sel(question=HOGWARTS.questions[0].id).values[..., 2:]).all()


def test_arviz_reads_it(posterior):
    pytest.importorskip("xarray_einstats", reason="arviz-stats needs it to read a DataTree")
    arviz_stats = pytest.importorskip("arviz_stats", reason="arviz-stats reads the DataTree")
    found = arviz_stats.rhat(posterior.to_datatree(), var_names=["theta"])
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
    assert f"21 people in 4 clusters ({posterior.membership} membership)" in text
    assert "gibbs: 2 chains x 300 draws" in text
