"""One GPU: layouts and the host's logic with NumPy in the place of the kernels; the kernels where there is one."""

import contextlib
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import bayeshat as bh
import gpu_stand_in
from bayeshat import _bit_planes, _cuda
from bayeshat._bit_planes import BitPlanes, count_planes, spread_order
from bayeshat._cuda import to_host
from bayeshat.engine import draws as draws_module
from bayeshat.engine.draws import CudaDraws
from bayeshat.engine.losses import VI
from bayeshat.engine.machines.machine import open_machine
from bayeshat.engine.problem import Problem
from bayeshat.engine.search.transport import Transport
from bayeshat.engine.sizes import Sizes
from bayeshat.errors import BayesHatError, DeviceError, DrawsError, InputError
from bayeshat.model.columns import Columns
from bayeshat.model.prior import Prior
from bayeshat.model.simulate import simulate
from bayeshat.options import Workers
from bayeshat.sample.draws import Size
from bayeshat.sample.places.cuda import CudaPosterior, CudaStore
from bayeshat.sample.samplers.gibbs_cuda import CudaAnswers, CudaChains, kept_in
from bayeshat.survey.answers import text_columns
from sample.calibration import small_prior
from sample.exact import ONE_EACH, exact_moments, log_multinomial

# The chance that a right sampler fails one of the comparisons below.
FAILURE_RATE = 1e-6
# Clusters of four people, of whom two are known.
KNOWN = np.array([1, -1, -1, 0])
SHAPES = [(1000, 37, 4, 4), (1003, 64, 3, 2), (700, 600, 4, 7), (777, 50, 16, 5), (650, 20, 40, 37), (300, 5, 2, 33)]
SURVEYS = [
    (500, 12, 4, 4, False),
    (503, 12, 4, 4, True),
    (300, 30, 4, 5, True),
    (200, 7, 13, 9, True),
    (150, 9, 40, 3, True),
]


def gpu_is_missing():
    with contextlib.suppress(BayesHatError):
        _cuda.load_cupy()
        return False
    return True


needs_gpu = pytest.mark.skipif(gpu_is_missing(), reason="needs CuPy and an NVIDIA GPU")


@pytest.fixture
def gpu(monkeypatch):
    """The GPU, or else its stand-in; return whether there is one."""
    missing = gpu_is_missing()
    if missing:
        gpu_stand_in.use(monkeypatch)
    return not missing


def uncertain(n_people, n_clusters, n_draws, seed=0):
    rng = np.random.default_rng(seed)
    share = rng.dirichlet(np.ones(n_clusters), n_people)
    limits = np.cumsum(share, axis=1)[:, :-1]
    return (rng.random((n_draws, n_people, 1)) > limits).sum(axis=2).astype(np.uint8)


# What is said where something is missing


def test_an_unknown_device_is_refused():
    with pytest.raises(InputError, match="device must be 'cpu', 'cuda' or 'auto'; got 'tpu'"):
        bh.decide([[0, 1, 1, 0]], device="tpu")


@pytest.mark.skipif(not gpu_is_missing(), reason="there is a GPU")
def test_a_missing_gpu_is_said_in_a_sentence():
    survey = bh.Survey.load("simulation-even")
    with pytest.raises(DeviceError, match=r"device='cuda' needs .* Run pip install|Check that nvidia-smi"):
        bh.decide([[0, 1, 1, 0]], device="cuda")
    with pytest.raises(DeviceError, match="leave device out to use the CPU"):
        bh.fit(survey, simulate(survey, rng=1).answers, device="cuda")


def test_draws_on_a_gpu_need_the_device():
    class Elsewhere:
        __cuda_array_interface__ = None

    with pytest.raises(DrawsError, match="Pass device='cuda'"):
        bh.decide(Elsewhere(), device="cpu")


# Layout


@pytest.mark.parametrize("n_draws", [1, 2, 7, 64, 1000])
def test_first_draws_are_spread_over_all(n_draws):
    order = spread_order(n_draws)
    assert sorted(order) == list(range(n_draws))
    some = np.sort(order[: -(-n_draws // 4)])
    assert np.diff(some).max(initial=0) <= 8


@pytest.mark.parametrize(("n_clusters", "planes"), [(1, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
def test_planes(n_clusters, planes):
    assert count_planes(n_clusters) == planes


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("by_person", [False, True])
@pytest.mark.parametrize(("n_people", "n_draws", "n_clusters"), [(64, 3, 4), (33, 10, 9), (5, 4, 100)])
def test_packing_is_undone_by_unpacking(n_people, n_draws, n_clusters, by_person, monkeypatch):
    """Also read here bit by bit: the stand-in replaces both."""
    monkeypatch.setattr(_bit_planes, "_CODES_PER_PACKING", 32 * n_draws)
    codes = np.random.default_rng(0).integers(0, n_clusters, (n_draws, n_people), dtype=np.uint8)
    planes = BitPlanes.pack(np.asfortranarray(codes) if by_person else codes, n_clusters)
    assert planes.words.shape == (-(-n_people // 32), -(-n_draws // 2) * 2, count_planes(n_clusters))
    assert (planes.pick(np.arange(n_people), n_draws) == codes[planes.order].T).all()
    words = to_host(planes.words)
    for n, t in [(0, 0), (n_people - 1, n_draws - 1), (n_people // 2, 1)]:
        bits = words[n // 32, planes.slots[t]] >> np.uint32(n % 32) & 1
        assert (bits << np.arange(len(bits))).sum() == codes[t, n]


# The passes


def machine_of(planes, n_groups):
    """Return the machine for draws on a GPU, without wanted sizes."""
    weights, clusters = np.full(planes.n_draws, 1 / planes.n_draws), tuple(range(planes.n_clusters))
    draws = CudaDraws(planes, weights, clusters, planes.n_clusters)
    target = Sizes.read(None, groups=n_groups, n_people=planes.n_people, n_clusters=planes.n_clusters)
    problem = Problem(draws, target, VI(), "")
    return open_machine(problem, problem.arrays(), Workers(1))


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("shape", SHAPES)
def test_counts_and_gains_are_sums_over_people_and_draws(shape):
    n_people, n_draws, n_clusters, n_groups = shape
    rng = np.random.default_rng(0)
    draws = rng.integers(0, n_clusters, (n_draws, n_people))
    backend = machine_of(BitPlanes.pack(draws, n_clusters), n_groups)
    labels = rng.integers(0, n_groups, n_people)
    backend.start(labels)
    codes = draws[backend.planes.order].T
    for n_some in (n_draws, -(-n_draws // 3)):
        tables = np.zeros((n_some, n_clusters, n_groups), np.int64)
        for t in range(n_some):
            np.add.at(tables[t], (codes[:, t], labels), 1)
        assert (backend.count(n_some) == tables).all()
        table = rng.normal(size=tables.shape)
        backend.gains(table)
        exact = table[np.arange(n_some), codes[:, :n_some]].sum(axis=1)
        found = backend.gains_of(np.arange(n_people))[:, :n_groups]
        apart = (found - found.mean(axis=1, keepdims=True)) - (exact - exact.mean(axis=1, keepdims=True))
        assert np.abs(apart).max() < 1e-4


@pytest.mark.usefixtures("gpu")
def test_prices_balance_the_groups():
    rng = np.random.default_rng(1)
    backend = machine_of(BitPlanes.pack(uncertain(20_000, 4, 40), 4), 4)
    backend.gains(rng.normal(size=(40, 4, 4)))
    wanted = np.array([9000, 6000, 4000, 1000])
    step = Transport(backend.arrays.size, resize=False)
    step(backend, wanted)
    assert backend.judge(step.prices).gap > -1e-12
    people, gains, groups = backend.near(step.prices, 0.01)
    assert (np.diff(people) > 0).all()
    assert ((gains - step.prices).max(axis=1) <= (gains - step.prices)[np.arange(len(people)), groups] + 1e-12).all()
    backend.try_groups(people[:1], (groups[:1] + 1) % 4)
    assert backend.judge(step.prices).gap < 0
    backend.try_groups(people[:1], groups[:1])
    backend.adopt()
    assert (backend.sizes == wanted).all()
    assert (np.bincount(backend.labels_on_host()) == wanted).all()


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("differing", [0, 1, 4])
def test_prices_that_cannot_balance_leave_the_rest_to_the_exact_repair(differing):
    """Where many people have the same gains, no prices part them: steps of zero were divided by."""
    backend = machine_of(BitPlanes.pack(np.arange(4000, dtype=np.uint8)[None] % 4, 4), 4)
    table = np.zeros((1, 4, 4))
    table[0, :differing, 0] = 1.0
    backend.gains(table)
    step = Transport(backend.arrays.size, resize=False)
    step(backend, np.full(4, 1000))
    backend.adopt()
    assert (backend.sizes == 1000).all()
    assert np.isfinite(step.prices).all()


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(("n_draws", "n_clusters", "weight"), [(1, 4, np.inf), (30, 2, 1.0)])
def test_noise_is_decided_as_on_the_cpu(n_draws, n_clusters, weight):
    noise = np.random.default_rng(0).integers(0, n_clusters, (n_draws, 4000), dtype=np.uint8)
    there, here = (
        bh.decide(noise, "balanced", size_weight=weight, starts=2, rng=0, **where) for where in ({"device": "cuda"}, {})
    )
    assert there.problem.draws.where == "cuda"
    assert there.expected_loss <= here.expected_loss * 1.02  # with two starts either may be better
    assert np.ptp(there.sizes) <= 1 or np.isfinite(weight)


# Decisions


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    ("target", "loss", "weight"),
    [
        ("balanced", "vi", 1.0),
        ([2200, 1000, 800], "vi", np.inf),
        (None, "binder", None),
        ("balanced", "placement", 1.0),
    ],
)
def test_decisions_are_as_good_as_the_cpus(target, loss, weight):
    draws = uncertain(4000, 3, 60)
    there = bh.decide(draws, target, loss=loss, size_weight=weight, device="cuda", rng=1)
    here = bh.decide(draws, target, loss=loss, size_weight=weight, rng=1)
    assert there.problem.draws.where == "cuda"
    assert there.expected_loss <= here.expected_loss * 1.0001
    assert there.expected_loss == pytest.approx(
        bh.expected_loss(there.labels, draws, target, groups=3, loss=loss, size_weight=weight)
    )
    if weight == np.inf:
        assert (np.sort(there.sizes) == np.sort(target)).all()
    assert there.table(swaps=False)["probability of 1"].shape == (4000,)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(("n_draws", "n_clusters", "n_groups"), [(10, 3, 1), (1, 3, 1), (10, 1, None), (2, 3, 256)])
def test_one_group_or_very_many_are_decided_on_the_host(n_draws, n_clusters, n_groups, monkeypatch):
    """Also where the draws lie on a GPU, so that nobody needs to know what a GPU cannot decide."""
    monkeypatch.setattr(draws_module, "_FEWEST_COPIED_PEOPLE", 3100)
    draws = uncertain(3100, n_clusters, n_draws)
    packed = draws_module.as_draws(draws, device="auto")
    assert packed.where == "cuda"
    here = bh.decide(draws, groups=n_groups, starts=1, rng=1)
    for given in (draws, packed):
        there = bh.decide(given, groups=n_groups, starts=1, device="auto", rng=1)
        assert there.problem.draws.where == "host"
        assert there.n_people == 3100
        assert there.expected_loss == pytest.approx(here.expected_loss, rel=0.02)


@pytest.mark.usefixtures("gpu")
def test_more_clusters_than_fit_into_bit_planes_stay_on_the_host(monkeypatch):
    monkeypatch.setattr(draws_module, "_FEWEST_COPIED_PEOPLE", 3100)
    draws = np.arange(2 * 3100).reshape(2, 3100) % 257
    assert draws_module.as_draws(draws, device="auto").where == "host"
    with pytest.raises(DrawsError, match="at most 256 clusters; got 257"):
        draws_module.as_draws(draws, device="cuda")


@pytest.mark.usefixtures("gpu")
def test_few_people_are_decided_as_on_the_cpu():
    draws = uncertain(300, 3, 40)
    there, here = (bh.decide(draws, "balanced", device=device, rng=3) for device in ("cuda", "cpu"))
    assert (there.labels == here.labels).all()


@pytest.mark.usefixtures("gpu")
def test_how_sure_a_decision_is_is_looked_at_on_the_host():
    draws = uncertain(3100, 3, 12)
    there = bh.decide(draws, "balanced", device="cuda", rng=1)
    assert there.problem.draws.where == "cuda"
    found = there.uncertainty(threads=1).ball
    away = [bh.variation_of_information(there.labels, draw) for draw in draws]
    assert found.radius == pytest.approx(max(away))


@pytest.mark.usefixtures("gpu")
def test_a_proof_about_draws_on_a_gpu_counts_their_labels(monkeypatch):
    monkeypatch.setattr(draws_module, "MAX_HOST_PEOPLE", 0)
    draws = uncertain(20, 3, 40)
    here = bh.decide(draws, [8, 7, 5], loss="vi + placement", labels="fixed", rng=1, prove=60)
    assert here.proven
    packed = draws_module.as_draws(draws, named=True, device="cuda")
    assert packed.where == "cuda"
    there = replace(here, problem=replace(here.problem, draws=packed, shares=None), proven=False)
    proof = there.certificate(60)
    assert proof.proven
    assert proof.bound == pytest.approx(here.expected_loss, abs=1e-9)


@pytest.mark.usefixtures("gpu")
def test_importance_weights_reach_the_right_draws():
    draws = uncertain(4000, 3, 20)
    weights = np.where(np.arange(20) == 7, 1.0, 1e-9)
    decision = bh.decide(draws, weights=weights, device="cuda", rng=1)
    assert decision.problem.draws.where == "cuda"
    assert bh.variation_of_information(decision.labels, draws[7]) < 1e-3


@pytest.mark.usefixtures("gpu")
def test_a_label_that_never_occurs_does_not_shift_the_others():
    draws = np.array([1, 3, 4])[uncertain(3100, 3, 10)]
    weights = np.arange(1.0, 11.0)
    target = {"4": 1000, "2": 0, "1": 1100, "3": 1000}
    there, here = (
        bh.decide(draws, target, loss="placement", weights=weights, size_weight=np.inf, device=device, rng=1)
        for device in ("cuda", "cpu")
    )
    assert there.problem.draws.where == "cuda"
    assert there.expected_loss == pytest.approx(here.expected_loss, rel=1e-4)
    packed = draws_module._pack(draws.astype(np.uint8))
    assert packed.clusters == (1, 3, 4)
    assert (packed.reordered((4, 2, 1, 3)).on_host("").codes[:, 0] == np.array([-1, 2, -1, 3, 0])[draws[0]]).all()


@pytest.mark.usefixtures("gpu")
def test_rules_are_kept_on_the_host(monkeypatch):
    """Draws that lie on a GPU are fetched for the search under rules."""
    monkeypatch.setattr(draws_module, "MAX_HOST_PEOPLE", 0)
    rules = bh.Rules([bh.Together(["person 1", "person 2"]), bh.Apart(["person 3", "person 4"])])
    draws = uncertain(40, 3, 10)
    packed = draws_module.as_draws(draws, device="cuda")
    assert packed.where == "cuda"
    decisions = [
        bh.decide(given, "balanced", rules=rules, device=device, rng=1)
        for given, device in ((packed, "cuda"), (draws, "cpu"))
    ]
    for decision in decisions:
        assert decision.labels[0] == decision.labels[1]
        assert decision.labels[2] != decision.labels[3]
    assert decisions[0].expected_loss == pytest.approx(decisions[1].expected_loss, rel=0.01)


@pytest.mark.usefixtures("gpu")
def test_the_device_is_chosen_by_the_number_of_people(monkeypatch):
    draws = uncertain(3100, 3, 10)
    assert draws_module.as_draws(draws, device="auto").where == "host"
    monkeypatch.setattr(draws_module, "_FEWEST_COPIED_PEOPLE", 3100)
    assert draws_module.as_draws(draws, device="auto").where == "cuda"
    monkeypatch.setattr(draws_module, "has_gpu", lambda: False)
    assert draws_module.as_draws(draws, device="auto").where == "host"


@pytest.mark.skipif(not gpu_is_missing(), reason="there is a GPU")
def test_without_a_gpu_the_device_auto_is_the_cpu():
    survey = bh.Survey.load("simulation-even")
    answers = simulate(survey, 1000, rng=1).answers
    posterior = bh.fit(survey, answers, device="auto", chains=2, tune=1, draws=2, max_draws=2, thin=1)
    assert not isinstance(posterior, CudaPosterior)
    assert "sampled_on_cpu" not in {note.id for note in posterior.status.notes}


# Sampling


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("membership", ["mixed", "single"])
def test_sampling_agrees_with_the_cpu(membership):
    survey = bh.Survey.load("simulation-even")
    answers = simulate(survey, rng=1).answers
    answers.codes[0, 0] = answers.codes[3, 4] = -1
    about = {"membership": membership, "rng": 1}
    there = bh.fit(survey, answers, device="cuda", chains=2, tune=64, draws=150, max_draws=150, **about)
    here = bh.fit(survey, answers, **about)
    assert there.z.shape == (2, 150, 20)
    # At least 60 effective draws of shares whose standard deviation is at most 0.25, and five times their error.
    assert np.abs(there.theta_mean - here.theta_mean).max() < 0.16
    assert np.abs(there.phi.mean(axis=(0, 1)) - here.phi.mean(axis=(0, 1))).max() < 0.16
    assert np.abs(there.probabilities - here.probabilities).max() < 0.32
    assert there.log_likelihood.mean() == pytest.approx(here.log_likelihood.mean(), abs=5 * 5 / 60**0.5)
    assert (bh.decide(there, "balanced", device="cuda", rng=1).sizes == bh.decide(here, "balanced", rng=1).sizes).all()
    assert there.label == here.label
    assert (there.weights is None) == (membership == "mixed")
    if membership == "single":
        assert np.abs(there.weights.mean(axis=(0, 1)) - here.weights.mean(axis=(0, 1))).max() < 0.16
        np.testing.assert_allclose(there.weights.sum(axis=-1), 1)


@pytest.mark.usefixtures("gpu")
def test_one_cluster_one_draw_and_people_without_answers_are_sampled():
    survey = bh.Survey.from_answers({"Tea?": ["yes", "no"] * 4}, 1)
    survey = replace(survey, answer_prior=survey.answer_prior + 1.0, learns_favourites=False)
    answers = bh.read_answers({"Tea?": ["yes", "no", "", ""] * 5}, survey)
    for membership in ("mixed", "single"):
        options = {"membership": membership, "chains": 1, "tune": 40, "draws": 1, "max_draws": 1, "thin": 1}
        there = bh.fit(survey, answers, device="cuda", **options)
        assert (there.z == 0).all()
        assert (there.theta == 1).all()


@pytest.mark.usefixtures("gpu")
def test_some_people_of_a_posterior_on_a_gpu_are_a_posterior_on_the_host(tmp_path):
    survey = bh.Survey.load("simulation-even")
    answers = simulate(survey, rng=1).answers
    there = bh.fit(survey, answers, device="cuda", chains=2, tune=1, draws=5, max_draws=5, thin=1, rng=1)
    some = there.select([3, 1])
    assert some.names == (answers.names[3], answers.names[1])
    assert (some.z == there.z[:, :, [3, 1]]).all()
    assert (some.probabilities == there.probabilities[[3, 1]]).all()
    there.save(tmp_path / "posterior.npz")
    assert (bh.Posterior.load(tmp_path / "posterior.npz").z == there.z).all()


@pytest.mark.usefixtures("gpu")
def test_phi_of_people_in_partitions_is_learned_on_a_gpu():
    dd = pytest.importorskip("dask.dataframe")
    import pandas as pd

    survey = bh.Survey.load("simulation-even")
    answers = simulate(survey, rng=1).answers
    texts = text_columns(survey, answers)
    frame = pd.DataFrame({question.text: texts[question.text] for question in survey.questions})
    options = {"chains": 2, "tune": 1, "draws": 5, "max_draws": 5, "thin": 1, "rng": 1}
    there = bh.fit(survey, dd.from_pandas(frame, npartitions=2), device="cuda", keep_theta=True, **options)
    assert isinstance(there.learned, CudaPosterior)
    assert there.learned.theta.shape == (2, 5, 20, survey.n_clusters)
    assert there.z.shape == (2, 5, 20)


@pytest.mark.usefixtures("gpu")
def test_what_a_gpu_cannot_sample_is_refused_or_sampled_on_the_cpu(monkeypatch):
    monkeypatch.setattr("bayeshat.sample.places.cuda.FEWEST_PEOPLE", 20)
    survey = bh.Survey.load("simulation-even")
    answers = simulate(survey, rng=1).answers
    quick = {"chains": 2, "tune": 1, "draws": 2, "max_draws": 2, "thin": 1}
    with pytest.raises(DeviceError, match=r"got totals\. Use device='auto', or remove totals"):
        bh.fit(survey, answers, totals=[8, 7, 5], device="cuda", **quick)
    flat = bh.Survey.from_answers({"Tea?": ["yes", "no"] * 4}, 2)
    with pytest.raises(DeviceError, match="got a prior whose shape is learned"):
        bh.fit(flat, {"Tea?": ["yes", "no"] * 4}, membership="mixed", device="cuda", **quick)
    here = bh.fit(survey, answers, totals=[8, 7, 5], device="auto", **quick)
    assert not isinstance(here, CudaPosterior)
    [note] = [note for note in here.status.notes if note.id == "sampled_on_cpu"]
    assert "up to 64 clusters" in str(note)
    for membership in ("mixed", "single"):
        assert isinstance(bh.fit(survey, answers, membership=membership, device="auto", **quick), CudaPosterior)
    few = bh.fit(survey, simulate(survey, 19, rng=1).answers, device="auto", **quick)
    assert not isinstance(few, CudaPosterior)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(("membership", "n_known"), [("mixed", 0), ("mixed", 9), ("single", 0), ("single", 9)])
def test_phi_may_be_learned_from_some_of_the_people_on_a_gpu(membership, n_known):
    """Everybody's labels are then drawn given the draws of phi."""
    survey = bh.Survey.load("simulation-even")
    answers = simulate(survey, 100, rng=1).answers
    known = np.where(np.arange(100) < n_known, np.arange(100) % 3, -1) if n_known else None
    options = {"learn_from": 80, "chains": 2, "label": "drawn", "membership": membership, "known": known, "rng": 1}
    there = bh.fit(survey, answers, device="cuda", tune=64, draws=60, max_draws=60, thin=1, **options)
    here = bh.fit(survey, answers, **options)
    assert there.z.shape == (2, 60, 100)
    assert "learned_from" in {note.id for note in there.status.notes}
    assert np.abs(there.theta_mean - here.theta_mean).mean() < 0.05
    assert np.abs(there.phi.mean(axis=(0, 1)) - here.phi.mean(axis=(0, 1))).max() < 0.16
    assert there.log_likelihood.mean() == pytest.approx(here.log_likelihood.mean(), rel=0.02)
    if known is not None:
        assert (there.z[:, :, known >= 0] == known[known >= 0]).all()


@pytest.mark.usefixtures("gpu")
def test_a_survey_that_was_learned_sorts_others_on_a_gpu():
    """Phi comes from the survey alone: the sampler has one person, without answers."""
    survey = bh.Survey.load("simulation-even")
    learned = replace(survey, answer_prior=5 * survey.answer_prior, learned_from=(30, 20, 10))
    answers = simulate(survey, 100, rng=1).answers
    options = {"chains": 2, "tune": 64, "draws": 100, "max_draws": 100, "rng": 1}
    there, here = (bh.fit(learned, answers, device=device, **options) for device in ("cuda", "cpu"))
    assert isinstance(there, CudaPosterior)
    assert there.membership == "single"
    assert "taught_by_survey" in {note.id for note in there.status.notes}
    # 200 independent draws of chances whose standard deviation is at most 0.5, and five times their errors.
    assert np.abs(there.theta_mean - here.theta_mean).max() < 5 * 0.5 * (2 / 200) ** 0.5
    assert there.log_likelihood.mean() == pytest.approx(here.log_likelihood.mean(), rel=0.02)


@pytest.mark.usefixtures("gpu")
def test_draws_on_a_gpu_move_together():
    """A round that adds to earlier draws keeps some of them, evenly spread."""
    store = CudaStore.allocate(Size(2, 6, 40, 3, 1, 2, False), True)
    rng = np.random.default_rng(1)
    z = rng.integers(3, size=(12, 40)).astype(np.uint8)
    store = replace(store, planes=BitPlanes.pack(z, 3))
    store.theta[:] = _cuda.load_cupy().asarray(rng.random(store.theta.shape))
    before, which = store.on_host(np.arange(40)), np.array([1, 2, 5])
    assert (before.z == z.reshape(2, 6, 40)).all()
    store.keep(which)
    after = store.on_host(np.arange(40))
    assert (after.z[:, :3] == before.z[:, which]).all()
    assert (after.theta[:, :3] == before.theta[:, which]).all()
    assert store.n_kept == 3


@pytest.mark.usefixtures("gpu")
def test_clusters_that_only_the_prior_tells_apart_exchange_their_names():
    """All labels stand in the wrong cluster: single labels never get out of there, the exchange does."""
    beta = np.array([[[30.0, 1.0]] * 4, [[1.0, 30.0]] * 4])
    prior = Prior(np.array([0.5, 0.5]), beta, np.array([2, 2, 2, 2]))
    codes = np.zeros((50, 4), np.int16)
    answers = CudaAnswers(codes, np.arange(4), prior)
    chains = CudaChains(answers, [1, 2])
    chains.state.phi[:] = answers.xp.asarray(beta[::-1].transpose(1, 2, 0) / 31)
    chains.state.table[..., :2] = chains.state.phi
    chains.go_over(answers.everybody)
    assert (to_host(chains.state.counts).sum(axis=(1, 2))[:, 1] > 190).all()
    chains.advance(1)
    counts = to_host(chains.state.counts)
    assert (counts.sum(axis=(1, 2))[:, 0] > 190).all()
    assert (counts == count_labels(chains, codes)).all()


def make_answers(n_people, n_columns, n_clusters, n_options, gaps):
    rng = np.random.default_rng(0)
    used = rng.integers(2, n_options + 1, n_columns)
    used[0] = n_options
    codes = (rng.random((n_people, n_columns)) * used).astype(np.int16)
    if gaps:
        codes[rng.random(codes.shape) < 0.1] = -1
    beta = rng.random((n_clusters, n_columns, n_options)) + 0.2
    return codes, Prior(rng.random(n_clusters) + 0.3, beta, used)


def start(case, label="dominant", n_known=0, n_chains=2, *, single=False):
    """Return chains after their first sweep, and the answers."""
    codes, prior = make_answers(*case)
    known = np.where(np.arange(len(codes)) < n_known, np.arange(len(codes)) % prior.n_clusters, -1) if n_known else None
    answers = CudaAnswers(codes, np.arange(codes.shape[1]), prior, label, known, single=single)
    chains = CudaChains(answers, list(range(5, 5 + n_chains)))
    chains.go_over(answers.everybody)
    return chains, codes


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("case", SURVEYS)
def test_sweeps_count_what_they_draw(case):
    chains, codes = start(case)
    for _ in range(2):
        assert (to_host(chains.state.counts) == count_labels(chains, codes)).all()
        chains.advance(2)


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("case", SURVEYS)
def test_sweeps_of_people_in_one_cluster_count_them(case):
    """By hand where everybody's cluster is known; else every answer and person counts once."""
    n_people, n_columns, n_clusters, n_options, _ = case
    chains, codes = start(case, n_known=n_people, single=True)
    expected = np.zeros((n_columns + 1, n_options, n_clusters))
    person, column = np.nonzero(codes >= 0)
    np.add.at(expected, (column, codes[person, column], person % n_clusters), 1)
    expected[-1, 0] = np.bincount(np.arange(n_people) % n_clusters, minlength=n_clusters)
    for n_known in (n_people, 0):
        chains, _ = start(case, n_known=n_known, single=True)
        for _ in range(2):
            counts = to_host(chains.state.counts)
            assert (counts.sum(axis=-1) == expected.sum(axis=-1)).all()
            assert n_known == 0 or (counts == expected).all()
            chains.advance(2)


@pytest.mark.usefixtures("gpu")
def test_chains_go_on_from_their_most_probable_start():
    """Each start is judged by its labels, with shares and phi integrated out; counts are those of the best one."""
    codes, prior = make_answers(60, 5, 3, 3, gaps=True)
    weights = np.array([1.0, 0.5, 2.0, 1.0, 1.0])
    answers = CudaAnswers(codes, Columns(np.arange(5), weights), prior, single=True)
    chains = CudaChains(answers, list(range(32)))
    chains.go_over(answers.everybody)
    chains.advance(3)
    found, counts = chains.log_marginals(), to_host(chains.state.counts)
    for c in (0, 17):
        tally = counts[c, :5].astype(float).transpose(2, 0, 1) * weights[:, None]
        by_hand = log_multinomial(counts[c, 5, 0], prior.membership_prior)
        for k in range(3):
            for q, n_options in enumerate(prior.n_options):
                by_hand += log_multinomial(tally[k, q, :n_options], prior.answer_prior[k, q, :n_options])
        assert found[c] == pytest.approx(by_hand)
    best = found.reshape(2, 16).argmax(axis=1) + np.array([0, 16])
    chains.take(best, answers.everybody)
    assert (to_host(chains.state.counts) == counts[best]).all()
    assert chains.log_marginals() == pytest.approx(found[best])
    chains.advance(10)
    assert (to_host(chains.state.counts)[:, 5, 0].sum(axis=-1) == 60).all()


def count_labels(chains, codes):
    """Count everybody's answers by the labels that lie in the words, (chain, Q, V, K)."""
    bits = chains.answers.layout.label_bits
    words, columns = to_host(chains.state.labels), np.arange(codes.shape[1])
    labels = words[:, columns // (32 // bits)] >> (columns % (32 // bits) * bits)[:, None] & ((1 << bits) - 1)
    counts = np.zeros(chains.state.counts.shape)
    person, column = np.nonzero(codes >= 0)
    for chain, own in enumerate(labels):
        np.add.at(counts[chain], (column, codes[person, column], own.T[person, column]), 1)
    return counts


@pytest.mark.parametrize("known", [None, KNOWN])
@pytest.mark.parametrize(
    ("membership", "weights"),
    [("mixed", (1.0, 1.0)), ("mixed", (2.0, 1.0)), ("single", (1.0, 1.0)), ("single", (0.5, 2.0))],
)
def test_the_chains_have_the_exact_posterior(membership, weights, known, gpu):
    assert exactness_on_a_gpu(membership, weights, known, gpu) > FAILURE_RATE


def test_a_question_with_weight_zero_does_not_count(gpu):
    assert exactness_on_a_gpu("mixed", (2.0, 0.0), None, gpu) > FAILURE_RATE


def forget_weights(answers):
    """Count every answer once."""
    answers.given = answers.given._replace(weights=answers.xp.ones_like(answers.given.weights))


def forget_sizes(answers):
    """Draw the clusters' shares as if nobody were in them."""
    renew = answers.run.renew

    def renew_without(given, state, *about):
        state.counts[:, -1] = 0
        renew(given, state, *about)

    answers.run.renew = renew_without


@pytest.mark.parametrize("spoil", [forget_weights, forget_sizes])
def test_broken_chains_have_another_posterior(spoil, gpu):
    assert exactness_on_a_gpu("single", (0.5, 2.0), None, gpu, spoil) < FAILURE_RATE


def exactness_on_a_gpu(membership, weights, known, gpu, spoil=lambda _: None):
    """Return the smallest p-value of all moments, times their number: each chain is one observation of every moment.

    The stand-in is slow, so it makes fewer draws.
    """
    n_chains, n_draws = (200, 3000) if gpu else (100, 40)
    prior, (codes, questions), single = small_prior(), ONE_EACH, membership == "single"
    answers = CudaAnswers(codes, Columns(questions, np.array(weights)), prior, "drawn", known, single=single)
    spoil(answers)
    chains = CudaChains(answers, list(range(n_chains)))
    chains.go_over(answers.everybody)
    chains.advance(20)
    store = CudaStore.allocate(Size(n_chains, n_draws, len(codes), 2, 2, 3, single), True)
    kept = kept_in(store, store.planes, answers.xp)
    for d in range(n_draws):
        chains.advance(1)
        chains.keep(kept, d)
    theta, phi = to_host(kept.theta).astype(float), to_host(kept.phi).transpose(0, 1, 4, 2, 3)
    parts = [phi[:, :, :, -1, 0]] if single else [theta[:, :, n] for n in range(len(codes))]
    parts += [phi[:, :, k, q, :v] for k in range(2) for q, v in enumerate(prior.n_options)]
    values = np.concatenate([np.concatenate([part, part**2], axis=2) for part in parts], axis=2).mean(axis=1)
    exact = exact_moments(membership, codes, questions, weights, known)
    t = np.abs(values.mean(axis=0) - exact) / (values.std(axis=0, ddof=1) / np.sqrt(n_chains))
    if known is not None:
        labels = store.planes.pick(np.arange(len(codes)), n_chains * n_draws)
        assert (labels[known >= 0] == known[known >= 0, None]).all()
    return 2 * stats.t.sf(t.max(), n_chains - 1) * len(t)


# The kernels, against the stand-in


@pytest.mark.parametrize(
    "file", ["_bit_planes.cu", "engine/kernels/_bit_planes_cuda.cu", "sample/samplers/gibbs_cuda.cu"]
)
def test_every_kernel_that_is_asked_for_is_in_its_file(file):
    source = Path(bh.__file__).parent / file
    asked = re.findall(r'_kernels\["(\w+)"\]|_kernels\(\w+\.?\w*\)\["(\w+)"\]', source.with_suffix(".py").read_text())
    names = {name for pair in asked for name in pair if name}
    assert names
    defined = r'extern "C" __global__ void (?:__launch_bounds__\([\w, ]+\))?\s*(\w+)\('
    assert names == set(re.findall(defined, source.read_text()))


@needs_gpu
@pytest.mark.parametrize("shape", SHAPES)
def test_kernels_of_the_descent(shape, monkeypatch):
    n_people, n_draws, n_clusters, n_groups = shape
    codes = np.random.default_rng(0).integers(0, n_clusters, (n_draws, n_people), dtype=np.uint8)
    labels = np.random.default_rng(1).integers(0, n_groups, n_people)
    found = [_passes(codes, labels, n_clusters, n_groups)]
    gpu_stand_in.use(monkeypatch)
    found.append(_passes(codes, labels, n_clusters, n_groups))
    for there, here in zip(*found, strict=True):
        # Rounding may let a person or two choose otherwise.
        assert np.asarray(there, float) == pytest.approx(
            np.asarray(here, float), rel=1e-6, abs=there.dtype.kind in "iu"
        )


def _passes(codes, labels, n_clusters, n_groups):
    backend = machine_of(BitPlanes.pack(codes, n_clusters), n_groups)
    backend.start(labels)
    table = np.random.default_rng(2).normal(size=(len(codes), n_clusters, n_groups))
    backend.gains(table)
    prices = np.random.default_rng(3).normal(size=n_groups)
    sizes, pairs = backend.choose(prices, 0.05)
    n_near = len(backend.near(prices, 0.1)[0])
    assert (backend.count(3) == backend.counts[:3]).all()
    picked = backend.planes.pick(np.arange(0, codes.shape[1], 7), len(codes))
    gains = 1000.0 + backend.gains_of(np.arange(len(labels)))
    return backend.counts, gains, sizes, pairs.sum(), np.int64(n_near), np.float64(backend.judge(prices).gain), picked


@needs_gpu
@pytest.mark.parametrize(
    ("label", "n_known", "single"),
    [("dominant", 0, False), ("drawn", 0, False), ("drawn", 20, False), ("drawn", 0, True), ("drawn", 20, True)],
)
@pytest.mark.parametrize("case", SURVEYS)
def test_kernels_of_the_sampler(case, label, n_known, single, monkeypatch):
    there = _sampled(case, label, n_known, single)
    gpu_stand_in.use(monkeypatch)
    here = _sampled(case, label, n_known, single)
    # A rounded sum may decide a label otherwise, and each such label a few more in the sweeps after it.
    assert np.abs(there[0] - here[0]).sum() <= 0.01 * here[0].sum()
    assert there[1] == pytest.approx(here[1], abs=0.02)
    bound = np.sqrt(-2 * np.log(FAILURE_RATE / 2))
    assert abs(there[2].mean() - here[2].mean()) < bound * np.hypot(there[2].std(), here[2].std()) / np.sqrt(400) + 1
    assert np.abs(there[3] - here[3]).max() < np.sqrt(np.log(2 * here[3].size / FAILURE_RATE) / 400) + 0.05
    assert there[4] == pytest.approx(here[4], abs=0.3)


def _sampled(case, label, n_known, single):
    """Counts of labels and phi after four sweeps, and log likelihoods, shares of labels and means of theta then."""
    chains, codes = start(case, label, n_known, single=single)
    chains.advance(3)
    counts, phi = (to_host(values) for values in (chains.state.counts, chains.state.phi))
    assert single or (counts == count_labels(chains, codes)).all()
    n_people, _, n_clusters, _, _ = case
    size = Size(2, 400, n_people, n_clusters, *case[1:2], case[3], single)
    store = CudaStore.allocate(size, False)
    kept = kept_in(store, store.planes, chains.answers.xp)
    for d in range(400):
        chains.answers.run.go_on(chains.state, 1)  # other random numbers for theta, given the same labels
        chains.keep(kept, d)
    store.n_summed = 400
    logs = to_host(kept.log_likelihood).sum(axis=2)
    codes = store.planes.pick(np.arange(n_people), 800)
    shares = (codes[:, :, None] == np.arange(n_clusters)).mean(axis=1)
    return counts, phi, logs, shares, store.theta_mean()


@needs_gpu
def test_a_decision_on_the_gpu():
    import cupy

    draws = uncertain(50_000, 4, 200)
    there = bh.decide(cupy.asarray(draws), "balanced", rng=1)
    here = bh.decide(draws, "balanced", rng=1)
    assert there.expected_loss <= here.expected_loss * 1.0001
    assert there.expected_loss == pytest.approx(bh.expected_loss(there.labels, draws, "balanced"))
    assert (there.labels == bh.decide(draws, "balanced", rng=1, device="cuda").labels).all()


@needs_gpu
def test_a_posterior_on_the_gpu():
    survey = bh.Survey.load("simulation-even")
    answers = simulate(survey, rng=1).answers
    there, here = (bh.fit(survey, answers, device=device, rng=1) for device in ("cuda", "cpu"))
    assert there.status.converged
    assert np.abs(there.theta_mean - here.theta_mean).max() < 0.05
    assert np.abs(there.phi.mean(axis=(0, 1)) - here.phi.mean(axis=(0, 1))).max() < 0.05
    assert (bh.decide(there, "balanced", rng=1).sizes == bh.decide(here, "balanced", rng=1).sizes).all()
