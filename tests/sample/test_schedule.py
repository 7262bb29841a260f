"""Rounds of sampling: chains that are apart start over, chains that are merely slow keep what they have."""

from dataclasses import replace

import numpy as np
import pytest

from bayeshat.model.density import log_likelihood
from bayeshat.model.prior import prior_from
from bayeshat.model.simulate import simulate
from bayeshat.sample.convergence import APART
from bayeshat.sample.draws import Size
from bayeshat.sample.fit import fit
from bayeshat.sample.samplers.nuts import Nuts
from bayeshat.sample.samplers.sampler import Info
from bayeshat.sample.schedule import AIM, LONGEST, Report, Round, Schedule, plan_round, sample_rounds
from bayeshat.survey.spec import Survey
from checks.designs import flatten

EVEN = Survey.load("simulation-even")
ANSWERS = simulate(EVEN, rng=1).answers


class Counter:
    """A sampler that draws the number of sweeps made so far, which is also its state."""

    def init(self, sweeps, tell):
        assert sweeps == 0
        return 0

    def step(self, state, draws, thin, tell):
        n_new = draws.log_likelihood.shape[1] - draws.n_kept
        draws.log_likelihood[:, draws.n_kept :] = state + thin * np.arange(1, n_new + 1)
        return state + n_new * thin, Info(n_new * thin)


@pytest.fixture(scope="module")
def never():
    """What is said of chains that have not converged."""
    status = fit(EVEN, ANSWERS, tune=0, draws=100, max_draws=100).status
    assert not status.converged
    return status


def count(cap, status, *, adds, thin=1, gives_up=True):
    """Return the sweeps after which each of 100 kept draws was made."""
    store = Size(4, 100, 20, 3, 10, 3, False).allocate(1)
    sample_rounds(Counter(), store, Report(False, 4), Schedule(0, thin, cap, adds, gives_up), lambda: status)
    return store.log_likelihood[0].astype(int)


@pytest.mark.parametrize("adds", [False, True])
@pytest.mark.parametrize(
    ("cap", "kept"), [(1, (1, 100)), (2, (101, 200)), (3, (101, 200)), (4, (202, 400)), (16, (808, 1600))]
)
def test_chains_that_are_apart_double_the_sweeps_and_keep_the_second_half(never, cap, kept, adds):
    made = count(cap * 100, replace(never, cause="apart", r_hat=1.011), adds=adds)
    assert tuple(made[[0, -1]]) == kept
    assert (np.diff(made) == kept[1] / (100 if cap == 1 else 200)).all()


@pytest.mark.parametrize("adds", [False, True])
def test_chains_that_are_too_far_apart_for_the_cap_end_with_the_second_round(never, adds):
    """The last round would be eight times the second one, and should bring R² - 1 down to an eighth."""
    for rounds_left, last in ((8, 200), (4, 400), (2, 800)):
        limit = np.sqrt(1 + rounds_left * (APART**2 - 1))
        assert count(1600, replace(never, cause="apart", r_hat=limit + 0.001), adds=adds)[-1] == last
        assert count(1600, replace(never, cause="apart", r_hat=limit - 0.001), adds=adds)[-1] == 2 * last
    hopeless = replace(never, cause="apart", r_hat=np.inf)
    assert count(1600, hopeless, adds=adds)[-1] == 200
    assert count(1600, hopeless, adds=adds, gives_up=False)[-1] == 1600


@pytest.mark.parametrize(
    ("effective", "cap", "last"),
    [(450, 2299, 2200), (450, 2300, 2300), (AIM / 1.5, 3000, 3000), (AIM / 3, 8000, 8000), (450, 16_000, 16_000)],
)
def test_slow_chains_keep_earlier_draws_evenly_spread(never, effective, cap, last):
    made = count(cap, replace(never, cause="slow", effective=effective), thin=20, adds=True)
    assert made[0] <= 20
    assert made[-1] == pytest.approx(last, rel=0.02)
    assert made[-1] <= cap
    gaps = np.diff(made)
    assert gaps.min() >= 20
    assert gaps.max() <= 2 * last / 100
    assert np.abs(made - last * np.arange(1, 101) / 100).max() < 2 * last / 100


def test_the_next_round_is_as_long_as_the_effective_draws_say(never):
    slow = replace(never, cause="slow", effective=450.0)
    adds = Schedule(0, 20, 10**6, True)
    assert plan_round(slow, 10_000, 10_000, 500, adds) == Round(435, 23)
    assert plan_round(replace(slow, effective=AIM / 2), 10_000, 10_000, 500, adds) == Round(250, 40)
    # With so few effective draws, chains may be settling still.
    assert plan_round(replace(slow, effective=AIM / LONGEST / 2), 10_000, 10_000, 500, adds) == Round(0, 80)
    assert plan_round(slow, 10_000, 10_000, 500, adds._replace(adds=False)) == Round(0, 20)
    assert plan_round(replace(slow, converged=True), 10_000, 10_000, 500, adds) is None
    assert plan_round(slow, 10_000, 10_000, 500, adds._replace(cap=10_400)) is None
    # Sweeps whose draws were replaced count towards the cap alone.
    assert plan_round(slow, 30_000, 10_000, 500, adds) == Round(435, 23)
    assert plan_round(slow, 30_000, 10_000, 500, adds._replace(cap=31_000)) == Round(455, 22)


def test_few_draws_end_sampling_only_where_what_is_judged_agrees(never):
    """Chains may agree on everything without names while named houses, which are judged, do not."""
    few = replace(never, cause="few_draws", label_free_r_hat_max=1.001, r_hat_max=1.5, r_hat=1.5)
    assert plan_round(few, 100, 100, 100, Schedule(0, 1, 1600, False)) == Round(0, 1)
    assert plan_round(replace(few, r_hat=1.001), 100, 100, 100, Schedule(0, 1, 1600, False)) is None


@pytest.mark.parametrize("informative", [True, False])
def test_the_status_reports_the_r_hat_that_is_judged(informative):
    survey = EVEN if informative else flatten(EVEN)
    status = fit(survey, ANSWERS, tune=0, draws=60, max_draws=60, rng=1).status
    assert status.r_hat == (status.r_hat_max if informative else status.label_free_r_hat_max)
    assert f"R-hat is at most {status.r_hat:.4f}" in status.message


@pytest.mark.parametrize("stride", [1, 4, 30])
def test_draws_that_stay_stay_whole(stride):
    store = Size(2, 30, 5, 3, 2, 3, single=True).allocate(stride)
    store.correlation = np.zeros((2, 30, 3, 3))
    arrays = (store.z, store.phi, store.weights, store.log_likelihood, store.correlation)
    for values in arrays:
        values[:] = np.arange(30).reshape(30, *[1] * (values.ndim - 2))
    store.theta[:] = np.arange(0, 30, stride)[:, None, None]
    store.theta_sum[:], store.n_summed = 7.0, 30
    expected = np.arange(20) * 3 // 2
    store.keep(expected)
    for values in arrays:
        assert (np.moveaxis(values, 1, -1)[..., :20] == expected).all()
    rows = store.theta[0, : -(-20 // stride), 0, 0]
    assert len(set(rows)) == len(rows)
    if stride == 1:
        assert (rows == expected).all()
    assert (store.n_kept, store.n_summed, store.theta_sum[0, 0, 0]) == (20, 30, 7.0)
    store.keep(np.arange(0))
    assert (store.n_kept, store.n_summed, store.theta_sum.max()) == (0, 0, 0.0)


@pytest.fixture
def planned(monkeypatch):
    """Take twenty people for many; return the rounds that were planned, in the end."""
    rounds = []

    def plan(*facts):
        rounds.append(plan_round(*facts))
        return rounds[-1]

    monkeypatch.setattr("bayeshat.sample.settings.MANY", 10)
    monkeypatch.setattr("bayeshat.sample.schedule.plan_round", plan)
    return rounds


@pytest.mark.parametrize(("free", "n_rounds"), [(19, 2), (20, 5)])
def test_only_chains_of_many_people_give_up(never, planned, monkeypatch, free, n_rounds):
    apart = replace(never, cause="apart", r_hat=np.inf)
    monkeypatch.setattr("bayeshat.sample.settings.FREE", free)
    monkeypatch.setattr("bayeshat.sample.places.threads.check_convergence", lambda *_, **__: apart)
    fit(EVEN, ANSWERS, tune=0, draws=10, thin=1, max_draws=160)
    assert len(planned) == n_rounds


def fit_slowly(**settings):
    return fit(EVEN, ANSWERS, tune=50, draws=101, thin=1, max_draws=1000, rng=3, **settings)


@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_parts_of_a_draw_stay_together_whatever_the_threads(membership, planned):
    one, two = (fit_slowly(membership=membership, threads=threads) for threads in (1, 2))
    assert any(found is not None and found.n_kept > 0 for found in planned)
    for name in ("z", "phi", "theta", "log_likelihood", "theta_mean"):
        assert (getattr(one, name) == getattr(two, name)).all()
    weights = one.theta if membership == "mixed" else one.weights
    given = log_likelihood(ANSWERS.codes, weights, one.phi, membership)
    np.testing.assert_allclose(one.log_likelihood, given, rtol=1e-10)
    if membership == "mixed":
        assert (one.z == one.theta.argmax(axis=-1)).all()


@pytest.mark.parametrize("settings", [{"membership": "mixed"}, {"totals": [7, 7, 6]}])
def test_sums_of_theta_know_how_many_draws_they_hold(settings, planned):
    posterior = fit_slowly(keep_theta=False, **settings)
    assert any(found is not None and found.n_kept > 0 for found in planned)
    np.testing.assert_allclose(posterior.theta_mean.sum(axis=1), 1.0)


def test_nuts_leaves_earlier_draws_alone(monkeypatch):
    pytest.importorskip("numpyro", reason="needs bayeshat[nuts]")
    rng = np.random.default_rng(1)

    def next_batch(self, mcmc, tune, batch):
        theta = rng.dirichlet(np.ones(3), (2, batch, 20))
        return mcmc, {"theta": theta, "phi_3": rng.dirichlet(np.ones(3), (2, batch, 3, 10))}

    monkeypatch.setattr(Nuts, "_next_batch", next_batch)
    store = Size(2, 12, 20, 3, 10, 3, False).allocate(1)
    nuts = Nuts(ANSWERS.codes, prior_from(EVEN), "mixed", [np.random.default_rng(c) for c in range(2)], 1)
    state, _ = nuts.step(nuts.init(0, lambda _: None), store, 1, lambda _: None)
    before = store.phi.copy()
    store.keep(np.arange(0, 12, 2))
    _, info = nuts.step(state, store, 2, lambda _: None)
    assert (store.phi[:, :6] == before[:, ::2]).all()
    assert not (store.phi[:, 6:] == before[:, 6:]).all(axis=(2, 3, 4)).any()
    assert (info.sweeps, store.n_summed) == (12, 18)


@pytest.mark.parametrize(
    ("options", "shared_labels"),
    [
        ({"membership": "mixed", "threads": 1}, None),
        ({"membership": "single", "threads": 2, "thin": 3}, None),
        ({"membership": "single", "threads": 3}, 0),  # three threads share the people of two chains
        ({"membership": "mixed", "threads": 1, "learn_from": 30}, None),
        ({"membership": "single", "threads": 1, "totals": {"Cluster 1": 20, "Cluster 2": 20, "Cluster 3": 20}}, None),
    ],
)
def test_what_is_told_as_done_adds_up_to_what_was_planned(options, shared_labels, monkeypatch):
    if shared_labels is not None:
        monkeypatch.setattr("bayeshat.sample.samplers.gibbs._SHARED_LABELS", shared_labels)
    ended = []
    monkeypatch.setattr(Report, "finish", lambda report: ended.append((report._done, report._planned)))
    answers = simulate(EVEN, 60, rng=1).answers
    fit(EVEN, answers, chains=2, tune=6, draws=10, max_draws=40, rng=1, **options)
    ((done, planned),) = ended
    assert done == pytest.approx(planned)
