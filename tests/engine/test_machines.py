"""Every backend that is installed gives the same numbers and the same decisions as the NumPy reference."""

import numpy as np
import pytest

import bayeshat as bh
import gpu_stand_in
from bayeshat._cuda import load_cupy
from bayeshat.engine.draws import as_draws
from bayeshat.engine.kernels.arrays import move_costs, size_costs
from bayeshat.engine.machines.machine import MACHINES, find_machine
from bayeshat.engine.problem import build_arrays
from bayeshat.engine.search.cuda_search import search_on_cuda as search
from bayeshat.engine.search.descent import FEW_PEOPLE_PATIENCE, MANY_PEOPLE_PATIENCE, Descent
from bayeshat.engine.search.transport import Transport
from bayeshat.engine.sizes import Sizes
from bayeshat.errors import DeviceError, InputError
from bayeshat.options import Workers

CASES = {
    "vi": (bh.VI(), {}),
    "binder, exact": (bh.Binder(a=0.8), {"size_weight": np.inf}),
    "vi, exact, fixed": (bh.VI(), {"size_weight": np.inf, "labels": "fixed"}),
    "both": (bh.VI() + 0.5 * bh.Placement(), {"labels": "fixed"}),
    "placement": (bh.Placement(), {"labels": "fixed", "size_weight": 0.1}),
    "no sizes": (bh.VI(), {"size_weight": 0.0}),
}


def installed(name):
    """Return the class of a backend; skip where it is not installed."""
    try:
        return find_machine(name)
    except InputError as error:
        pytest.skip(f"{name}: {error}")


@pytest.fixture(params=[name for name in MACHINES if name != "numpy"])
def backend(request):
    """Return the class of a backend other than the reference."""
    return installed(request.param)


def problem_of(name, n_people=70, n_clusters=3, seed=1, wanted=(4, 3, 2, 1, 1)):
    """Return a problem with five groups, more than clusters, and its target."""
    loss, options = CASES[name]
    rng = np.random.default_rng(seed)
    truth = rng.integers(n_clusters, size=n_people)
    draws = np.where(rng.random((30, n_people)) < 0.5, truth, rng.integers(n_clusters, size=(30, n_people)))
    known = as_draws(draws, rng.random(30))
    shares = np.array(wanted) / sum(wanted)
    defaults = {"size_weight": 1.0, "pseudocount": 0.1, "labels": "free"}
    target = Sizes.read(shares, n_people=n_people, n_clusters=n_clusters, **defaults | options)
    parts = loss
    probabilities = np.stack([(known.codes == k) @ known.weights for k in range(n_clusters)], axis=1)
    placed = probabilities if parts.sees_labels else None
    return build_arrays(known, parts, target, placed, n_people), target


def start_of(problem, target, seed=0):
    """Return a random assignment at the wanted sizes."""
    n_people = len(problem.z)
    sizes = target.whole_sizes(n_people)
    return np.random.default_rng(seed).permutation(np.repeat(np.arange(len(sizes)), sizes))


def both(backend, problem):
    """Return a backend and the reference, for the same problem."""
    workers = Workers(1)
    return backend(problem, workers), find_machine("numpy")(problem, workers)


@pytest.mark.parametrize("name", CASES)
def test_every_pass_agrees_with_the_reference(backend, name):
    problem, target = problem_of(name)
    ours, reference = both(backend, problem)
    everybody, prices = np.arange(len(problem.z)), np.linspace(0, 0.01, 5)
    for people in (ours, reference):
        people.start(start_of(problem, target))
        people.majorise()
    np.testing.assert_allclose(ours.tangent(), reference.tangent(), atol=1e-12)
    np.testing.assert_allclose(ours.gains_of(everybody), reference.gains_of(everybody), atol=1e-10)
    assert ours.objective() == pytest.approx(reference.objective(), abs=1e-10)
    assert (ours.choose(prices) == reference.choose(prices)).all()
    assert ours.least_gap(prices) == pytest.approx(reference.least_gap(prices), abs=1e-10)
    assert ours.trial_gain() == pytest.approx(reference.trial_gain(), abs=1e-10)
    for limit in (0.01, np.inf):
        for mine, theirs in zip(ours.near(prices, limit), reference.near(prices, limit), strict=True):
            np.testing.assert_allclose(mine, theirs, atol=1e-10)
    for people in (ours, reference):
        people.try_groups(np.array([3, 5]), np.array([0, 4]))
        people.adopt()
    assert (ours.labels_on_host() == reference.labels_on_host()).all()
    assert (ours.sizes == np.bincount(ours.labels_on_host(), minlength=5)).all()
    assert ours.objective() == pytest.approx(reference.objective(), abs=1e-10)
    some = np.array([2, 3, 11])
    for people in (ours, reference):
        people.gains(reference.tangent()[some], some, cost_scale=2.0)
    np.testing.assert_allclose(ours.gains_of(everybody), reference.gains_of(everybody), atol=1e-10)


@pytest.mark.parametrize(("n_clusters", "n_draws"), [(2, 1), (5, 64), (20, 130), (300, 70)])
def test_pairs_are_counted_alike(backend, n_clusters, n_draws):
    if not backend.for_few:
        pytest.skip("asked only of machines for few people")
    rng = np.random.default_rng(n_clusters)
    draws = rng.integers(0, n_clusters, (n_draws, 40))
    known = as_draws(draws, named=True)
    target = Sizes.read(None, groups=3, n_people=40, n_clusters=3, size_weight=0.0, pseudocount=0.1, labels="free")
    people = backend(build_arrays(known, bh.Binder(), target, None, 40), Workers(2))
    for times in (np.ones(n_draws, np.int64), rng.integers(0, 1000, n_draws)):
        slow = sum(n * (draw[:, None] == draw) for n, draw in zip(times, draws, strict=True))
        assert (people.count_together(times) == slow).all()


@pytest.mark.parametrize("name", CASES)
def test_adopting_counts_the_same_as_starting_anew(backend, name):
    problem, target = problem_of(name)
    people, other = backend(problem, Workers(1)), backend(problem, Workers(1))
    people.start(start_of(problem, target))
    for prices in (np.full(5, 0.01), np.array([0.0, 0.1, 0.2, 0.3, 0.4])):
        people.majorise()
        people.choose(prices)
        people.adopt()
        other.start(people.labels_on_host())
        assert people.objective() == pytest.approx(other.objective(), abs=1e-10)
        np.testing.assert_allclose(people.tangent(), other.tangent(), atol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_some_people_move_while_the_others_stay_counted(backend, name):
    problem, target = problem_of(name)
    people = backend(problem, Workers(1))
    people.start(start_of(problem, target))
    some = np.arange(0, 70, 3)
    few = people.narrowed(some)
    people.majorise()
    few.majorise()
    np.testing.assert_allclose(few.gains_of(np.arange(len(some))), people.gains_of(some), atol=1e-12)
    few.choose(np.array([1.0, 1.0, 1.0, 1.0, 0.0]))  # everybody to the last group, which most are not in
    few.adopt()
    people.start(people.labels_on_host())
    people.try_groups(some, few.labels_on_host())
    people.adopt()
    assert (people.labels_on_host()[some] == 4).all()
    np.testing.assert_allclose(few.tangent(), people.tangent(), atol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_moves_and_swaps_agree_with_the_reference_and_lower_the_loss(backend, name):
    problem, target = problem_of(name, n_people=40)
    ours, reference = both(backend, problem)
    for sweeps, swaps in ((1, False), (1, True), (20, True)):
        done = []
        for people in (ours, reference):
            people.start(start_of(problem, target))
            before = people.objective()
            done.append(people.improve_each(sweeps, swaps))
            assert people.objective() < before - 1e-9 or done[-1] == 0
        assert done[0] == done[1]
        assert (ours.labels_on_host() == reference.labels_on_host()).all()
        assert (ours.sizes == np.bincount(ours.labels_on_host(), minlength=5)).all()


def for_few(backend):
    """Return the backend; skip where it is not asked to explore."""
    if not backend.for_few:
        pytest.skip("not for few people")
    return backend


@pytest.mark.parametrize("name", CASES)
def test_several_assignments_are_improved_as_each_one_alone(backend, name):
    problem, target = problem_of(name, n_people=30)
    people, alone = both(for_few(backend), problem)
    starts = np.stack([start_of(problem, target, seed) for seed in range(5)])
    limits = np.array([np.inf] * 4 + [-np.inf])
    values, ends = people.improve_from(starts, limits, 20, True, False)
    for labels, limit, (before, after), end in zip(starts, limits, values.T, ends, strict=True):
        alone.start(labels)
        assert before == pytest.approx(alone.objective(), abs=1e-10)
        if before <= limit:
            assert alone.improve_each(20, True) > 0
        assert (end == alone.labels_on_host()).all()
        assert after == pytest.approx(alone.objective(), abs=1e-10)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("n_people", [70, 2100])
def test_rounds_of_transport_are_those_of_the_descent(backend, name, n_people):
    problem, target = problem_of(name, n_people=n_people)
    ours, reference = both(for_few(backend), problem)
    step = Transport(problem.size)
    for people in (ours, reference):
        people.start(start_of(problem, target))
    ours.transport_rounds(step.spare, step.prices, 30)
    Descent(problem, reference, Transport(problem.size)).linear_rounds(FEW_PEOPLE_PATIENCE)
    assert (ours.labels_on_host() == reference.labels_on_host()).all()
    assert ours.objective() == pytest.approx(reference.objective(), abs=1e-10)


@pytest.mark.parametrize("loss", [bh.VI(), bh.Binder()])
def test_groups_become_one_where_that_lowers_the_loss_and_only_there(backend, loss):
    """Two clear clusters, each dealt out over two groups of four: two joins, and no third."""
    truth = np.arange(40) // 20
    known = as_draws(np.where(np.random.default_rng(0).random((30, 40)) < 0.05, 1 - truth, truth))
    target = Sizes.read(None, groups=5, n_people=40, n_clusters=2, size_weight=0.0, pseudocount=0.1, labels="free")
    problem = build_arrays(known, loss, target, None, 40)
    ours, reference = both(for_few(backend), problem)
    for people in (ours, reference):
        people.start(2 * truth + np.arange(40) % 2)
        before = people.objective()
        assert people.join_groups() == 2
        assert people.objective() < before
        assert (np.sort(people.sizes) == [0, 0, 0, 20, 20]).all()
        assert people.join_groups() == 0
    assert (ours.labels_on_host() == reference.labels_on_host()).all()
    assert ours.objective() == pytest.approx(reference.objective(), abs=1e-12)
    np.testing.assert_allclose(ours.tangent(), reference.tangent(), atol=1e-12)


@pytest.mark.parametrize("few", [True, False])
@pytest.mark.parametrize("name", CASES)
def test_a_whole_descent_ends_where_the_reference_ends(backend, name, few, monkeypatch):
    if not few:
        monkeypatch.setattr("bayeshat.engine.search.transport._MAX_PEOPLE_AT_ONCE", 0)
    problem, target = problem_of(name, n_people=50 if few else 200)
    ends = []
    for people in both(backend, problem):
        people.start(start_of(problem, target))
        step = Transport(problem.size)
        descent = Descent(problem, people, step, None if few else step.for_nearest)
        value = descent.run(FEW_PEOPLE_PATIENCE if few else MANY_PEOPLE_PATIENCE, swaps=few)
        assert value == pytest.approx(people.objective(), abs=1e-12)
        ends.append((value, people.labels_on_host()))
    assert ends[0][0] == pytest.approx(ends[1][0], abs=1e-10)
    assert (ends[0][1] == ends[1][1]).all()


# Few people, who are explored, and more than are looked at one by one.
DECISIONS = [*((40, name) for name in CASES), (3100, "both"), (3100, "vi, exact, fixed")]


def decide_twice(name, n_people, **machine):
    """Return the decision on a machine, and the usual one."""
    loss, options = CASES[name]
    rng = np.random.default_rng(n_people)
    truth = rng.integers(3, size=n_people)
    draws = np.where(rng.random((12, n_people)) < 0.6, truth, rng.integers(3, size=(12, n_people)))
    options = {"loss": loss, "starts": 3, "rng": 1, **options}
    return [bh.decide(draws, [0.5, 0.3, 0.2], **where, **options) for where in (machine, {})]


@pytest.mark.parametrize(("n_people", "name"), DECISIONS)
@pytest.mark.parametrize("other", [name for name in MACHINES if name != "numba"])
def test_whole_decisions_are_the_same(other, name, n_people):
    installed(other)
    ours, usual = decide_twice(name, n_people, backend=other)
    assert (ours.labels == usual.labels).all()
    assert ours.expected_loss == pytest.approx(usual.expected_loss, abs=1e-12)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.long
def test_whole_decisions_on_a_gpu_are_as_good(name, monkeypatch):
    """Gains there are float32, and nobody moves alone: people who fit two groups almost equally may change places.

    Fewer than 3000 people would be decided on the host.
    """
    try:
        load_cupy()
    except DeviceError:
        gpu_stand_in.use(monkeypatch)
    there = []
    monkeypatch.setattr("bayeshat.engine.decide.search_on_cuda", lambda *a, **b: there.append(1) or search(*a, **b))
    ours, usual = decide_twice(name, 3100, device="cuda")
    assert there == [1]
    assert ours.expected_loss <= usual.expected_loss * 1.0001
    assert (np.sort(ours.sizes) == np.sort(usual.sizes)).all() or not np.isinf(usual.size_weight)
    if abs(ours.expected_loss - usual.expected_loss) < 1e-12:
        assert (ours.labels == usual.labels).all()


@pytest.mark.parametrize("name", CASES)
def test_costs_of_moves_are_differences_of_costs_of_sizes(name):
    """The readable twin of the kernel's price of a move."""
    problem, target = problem_of(name)
    sizes = target.whole_sizes(70)
    costs = move_costs(problem.size, sizes)
    assert np.isinf(np.diag(costs)).all()
    for g, h in zip(*np.nonzero(np.isfinite(costs)), strict=True):
        after = sizes.copy()
        after[g] -= 1
        after[h] += 1
        assert costs[g, h] == pytest.approx(np.diff(size_costs(problem.size, np.stack([sizes, after])))[0], abs=1e-12)
    assert np.isfinite(costs).any() == (target.exact is None)


def test_an_unknown_backend_is_refused_and_a_missing_package_is_named(monkeypatch):
    with pytest.raises(InputError, match="must be one of numba"):
        find_machine("abacus")

    def missing():
        raise ImportError("No module named 'abacus'")

    monkeypatch.setitem(MACHINES, "abacus", missing)
    with pytest.raises(InputError, match=r"Install bayeshat\[abacus\]"):
        bh.decide([[0, 0, 1, 1]], backend="abacus")


def test_rules_are_refused_with_another_backend():
    rules = bh.Rules(together=[["person 1", "person 3"]])
    with pytest.raises(InputError, match="Rules need the backend"):
        bh.decide([[0, 0, 1, 1]], rules=rules, backend="numpy")
