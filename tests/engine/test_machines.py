"""Every machine gives the same numbers and the same decisions as the NumPy reference."""

import numpy as np
import pytest

import bayeshat as bh
import gpu_stand_in
from bayeshat._cuda import load_cupy
from bayeshat.engine.draws import as_draws
from bayeshat.engine.kernels._steps_numba import improve as improve_people
from bayeshat.engine.kernels._steps_numba import join_groups as join_all
from bayeshat.engine.kernels.arrays import OVERRATED, PHI, PSI, TANGENT, TOLERANCE, move_costs, size_costs
from bayeshat.engine.machines.machine import MANY_PEOPLE_PATIENCE, open_machine
from bayeshat.engine.machines.numba_machine import NumbaMachine
from bayeshat.engine.machines.numpy_machine import NumpyMachine
from bayeshat.engine.problem import Problem, build_arrays
from bayeshat.engine.search.descent import Descent
from bayeshat.engine.search.explore import FEW_PEOPLE_PATIENCE, Explorer
from bayeshat.engine.search.pair_search import count_pairs
from bayeshat.engine.search.transport import Transport
from bayeshat.engine.sizes import Sizes
from bayeshat.errors import DeviceError
from bayeshat.options import Workers

CASES = {
    "vi": (bh.VI(), {}),
    "binder, exact": (bh.Binder(a=0.8), {"size_weight": np.inf}),
    "vi, exact, fixed": (bh.VI(), {"size_weight": np.inf, "labels": "fixed"}),
    "both": (bh.VI() + 0.5 * bh.Placement(), {"labels": "fixed"}),
    "placement": (bh.Placement(), {"labels": "fixed", "size_weight": 0.1}),
    "no sizes": (bh.VI(), {"size_weight": 0.0}),
}


@pytest.fixture(params=["numba", "dask"])
def backend(request):
    """Return how to make a machine other than the reference."""
    if request.param == "numba":
        return NumbaMachine
    pytest.importorskip("dask.array")
    return on_shelves


def on_shelves(problem, workers):
    """Return a machine with a problem's people in four partitions; its labels come here."""
    import dask.array as da

    from bayeshat.engine.machines.dask_machine import DaskMachine

    class Here(DaskMachine):
        def labels_on_host(self):
            return np.asarray(super().labels_on_host())

    rows = {name: getattr(problem, name) for name in ("z", "cost")}
    chunks = (-(-len(problem.z) // 4), -1)
    rows = {name: da.from_array(some, chunks=chunks) if len(some) else some for name, some in rows.items()}
    return Here(problem._replace(**rows), workers)


def problem_of(name, n_people=70, n_clusters=3, seed=1, wanted=(4, 3, 2, 1, 1), with_draws=False):
    """Return a problem with five groups, more than clusters, its target and, if asked for, its draws."""
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
    arrays = build_arrays(known, parts, target, placed, n_people)
    return (arrays, target, known) if with_draws else (arrays, target)


def start_of(problem, target, seed=0):
    """Return a random assignment at the wanted sizes."""
    n_people = len(problem.z)
    sizes = target.whole_sizes(n_people)
    return np.random.default_rng(seed).permutation(np.repeat(np.arange(len(sizes)), sizes))


def both(backend, problem):
    """Return a backend and the reference, for the same problem."""
    workers = Workers(1)
    return backend(problem, workers), NumpyMachine(problem, workers)


@pytest.mark.parametrize("name", CASES)
def test_every_pass_agrees_with_the_reference(backend, name):
    problem, target = problem_of(name)
    ours, reference = both(backend, problem)
    everybody, prices = np.arange(len(problem.z)), np.linspace(0, 0.01, 5)
    for people in (ours, reference):
        people.start(start_of(problem, target))
        people.majorise()
    np.testing.assert_allclose(ours.weighted(TANGENT), reference.weighted(TANGENT), atol=1e-12)
    np.testing.assert_allclose(ours.gains_of(everybody), reference.gains_of(everybody), atol=1e-10)
    assert ours.objective() == pytest.approx(reference.objective(), abs=1e-10)
    for mine, theirs in zip(ours.choose(prices, 0.01), reference.choose(prices, 0.01), strict=True):
        assert (mine == theirs).all()
    assert ours.judge(prices) == pytest.approx(reference.judge(prices), abs=1e-10)
    np.testing.assert_allclose(ours.costs_by_group(), reference.costs_by_group(), atol=1e-10)
    sizes = np.array([20, 20, 10, 10, 10])
    low, term = ours.window(8, 25)
    assert size_costs(term, sizes[None] - low)[0] == pytest.approx(reference.size_cost(sizes), abs=1e-12)
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
        people.gains(reference.weighted(TANGENT)[some], some, cost_scale=2.0)
    np.testing.assert_allclose(ours.gains_of(everybody), reference.gains_of(everybody), atol=1e-10)


@pytest.mark.parametrize("name", CASES)
def test_a_gpu_gives_the_same_numbers_up_to_rounding(name, monkeypatch):
    """Gains are float32 there, and count only as differences between groups."""
    try:
        load_cupy()
    except DeviceError:
        gpu_stand_in.use(monkeypatch)
    monkeypatch.setattr("bayeshat.engine.draws.MAX_HOST_PEOPLE", 0)
    loss, _ = CASES[name]
    problem, target, draws = problem_of(name, with_draws=True)
    there = as_draws(draws, named=True, device="cuda")
    here = Problem(there, target, loss, "")
    ours = open_machine(here, here.arrays(), Workers(1))
    reference, prices = NumpyMachine(problem, Workers(1)), np.linspace(0, 0.01, 5)
    for people in (ours, reference):
        people.start(start_of(problem, target))
        people.majorise()
    rows = [people.gains_of(np.arange(70))[:, :5] for people in (ours, reference)]
    np.testing.assert_allclose(*(row - row.mean(axis=1, keepdims=True) for row in rows), atol=1e-6)
    assert ours.objective() == pytest.approx(reference.objective(), abs=1e-10)
    np.testing.assert_allclose(ours.costs_by_group(), reference.costs_by_group(), atol=1e-10)
    assert (ours.choose(prices)[0] == reference.choose(prices)[0]).all()
    assert ours.judge(prices).gain == pytest.approx(reference.judge(prices).gain, abs=1e-5)
    for mine, theirs in zip(ours.near(prices, 0.01)[::2], reference.near(prices, 0.01)[::2], strict=True):
        assert (mine == theirs).all()
    for people in (ours, reference):
        people.try_groups(np.array([3, 5]), np.array([0, 4]))
        people.adopt()
    assert (ours.labels_on_host() == reference.labels_on_host()).all()
    assert (ours.sizes == reference.sizes).all()
    assert ours.objective() == pytest.approx(reference.objective(), abs=1e-10)
    if target.exact is None:  # exact sizes cost nothing there
        sizes = np.array([20, 20, 10, 10, 10])
        low, term = ours.window(8, 25)
        assert size_costs(term, sizes[None] - low)[0] == pytest.approx(reference.size_cost(sizes), abs=1e-12)


@pytest.mark.parametrize(("n_clusters", "n_draws"), [(2, 1), (5, 64), (20, 130), (300, 70)])
def test_pairs_are_counted(n_clusters, n_draws):
    rng = np.random.default_rng(n_clusters)
    draws = rng.integers(0, n_clusters, (n_draws, 40))
    known = as_draws(draws, named=True)
    for times in (np.ones(n_draws, np.int64), rng.integers(0, 1000, n_draws)):
        slow = sum(n * (draw[:, None] == draw) for n, draw in zip(times, draws, strict=True))
        assert (count_pairs(known.codes, known.n_clusters, times, Workers(2)) == slow).all()


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
        np.testing.assert_allclose(people.weighted(TANGENT), other.weighted(TANGENT), atol=1e-12)


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
    np.testing.assert_allclose(few.weighted(TANGENT), people.weighted(TANGENT), atol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_moves_agree_with_the_reference_and_lower_the_loss(backend, name):
    problem, target = problem_of(name, n_people=40)
    ours, reference = both(backend, problem)
    for sweeps in (1, 20):
        done = []
        for people in (ours, reference):
            people.start(start_of(problem, target))
            before = people.objective()
            done.append(people.move_each(sweeps))
            assert people.objective() < before - 1e-9 or done[-1] == 0
        assert done[0] == done[1]
        assert (ours.labels_on_host() == reference.labels_on_host()).all()
        assert (ours.sizes == np.bincount(ours.labels_on_host(), minlength=5)).all()


# Steps for few people, which only the compiled machine takes, in plain words.


def swap_people(people):
    """Swap each pair that gains; return the number of swaps.

    The single gains of two people add up to at least the gain of their swap: only pairs with a positive sum need the
    exact gain. The sum overrates a swap where both are in the same cluster, by the bend of the loss.
    """
    arrays, total = people.arrays, 0
    for n in range(people.n_people):
        for m in range(n + 1, people.n_people):
            g, h = people.labels[n], people.labels[m]
            bound = people.utilities[n, h] - people.own[n] + people.utilities[m, g] - people.own[m]
            bend = people.utilities[n, g] - people.own[n] + people.utilities[m, h] - people.own[m]
            together = arrays.weights[arrays.z[n] == arrays.z[m]].sum()
            if g == h or bound < max(TOLERANCE, OVERRATED * bend * together):
                continue
            before, labels = people.objective(), people.labels.copy()
            swapped = labels.copy()
            swapped[[n, m]] = h, g
            people.start(swapped)
            if before - people.objective() > TOLERANCE:
                total += 1
            else:
                people.start(labels)
    return total


def improve(people, sweeps, swaps):
    """Move people and, if nobody moves, swap them, until nothing improves; return the number of changes."""
    changes = 0
    for _ in range(sweeps):
        now = people.move_each(1)
        if now == 0 and swaps:
            people.look()
            now = swap_people(people)
        changes += now
        if now == 0:
            break
    return changes


def join_groups(people):
    """Join pairs of groups, best pair first, until no join gains; return the number of joins."""
    joined, phi, psi = 0, people.arrays.by_count[PHI], people.arrays.size.by_size[PSI]
    while True:
        sizes, counts = people.sizes, people.counts
        gains = {}
        for g in np.flatnonzero(sizes).tolist():
            for h in np.flatnonzero(sizes[:g]).tolist():
                bend = phi[counts[:, :, g] + counts[:, :, h]] - phi[counts[:, :, g]] - phi[counts[:, :, h]]
                apart = psi[sizes[g]] + psi[sizes[h]] - psi[sizes[g] + sizes[h]]
                gains[g, h] = people.arrays.weights @ bend.sum(axis=1) + apart
        pair = max(gains, key=gains.get, default=None)
        if pair is None or gains[pair] <= TOLERANCE:
            return joined
        people.start(np.where(people.labels == pair[0], pair[1], people.labels))
        joined += 1


@pytest.mark.parametrize("name", CASES)
def test_moves_and_swaps_agree_with_the_reference(name):
    problem, target = problem_of(name, n_people=40)
    ours, reference = both(NumbaMachine, problem)
    for people in (ours, reference):
        people.start(start_of(problem, target))
    ours.look()
    assert improve_people(problem, ours.state, 20, True, True) == improve(reference, 20, True) > 0
    assert (ours.labels_on_host() == reference.labels_on_host()).all()
    fresh = NumbaMachine(problem, Workers(1))
    fresh.start(ours.labels_on_host())
    fresh.look()
    for table in ("counts", "enter", "leave"):
        np.testing.assert_allclose(getattr(ours.state, table), getattr(fresh.state, table), atol=1e-12)


@pytest.mark.parametrize("name", CASES)
def test_several_assignments_are_improved_as_each_one_alone(name):
    problem, target = problem_of(name, n_people=30)
    descent, alone = Explorer(problem, Workers(1), swaps=True), NumpyMachine(problem, Workers(1))
    starts = np.stack([start_of(problem, target, seed) for seed in range(5)])
    limits = np.array([np.inf] * 4 + [-np.inf])
    values, ends = descent.run_each(starts, limits)
    for labels, limit, (before, after), end in zip(starts, limits, values.T, ends, strict=True):
        alone.start(labels)
        assert before == pytest.approx(alone.objective(), abs=1e-10)
        if before <= limit:
            assert improve(alone, 20, True) > 0
        assert (end == alone.labels_on_host()).all()
        assert after == pytest.approx(alone.objective(), abs=1e-10)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("n_people", [70, 2100])
def test_rounds_of_transport_are_those_of_the_reference(name, n_people):
    problem, target = problem_of(name, n_people=n_people)
    ours, start = Explorer(problem, Workers(1)), start_of(problem, target)
    ours.patience = FEW_PEOPLE_PATIENCE._replace(laps=1, sweeps=0)  # also without wanted sizes
    (_, (value,)), (labels,) = ours.run_each(start[None], np.array([np.inf]))
    reference = Descent(NumpyMachine(problem, Workers(1)), Transport(problem.size))
    reference.people.start(start)
    reference.linear_rounds(FEW_PEOPLE_PATIENCE)
    assert (labels == reference.people.labels_on_host()).all()
    assert value == pytest.approx(reference.people.objective(), abs=1e-10)


@pytest.mark.parametrize("loss", [bh.VI(), bh.Binder()])
def test_groups_become_one_where_that_lowers_the_loss_and_only_there(loss):
    """Two clear clusters, each dealt out over two groups of four: two joins, and no third."""
    truth = np.arange(40) // 20
    known = as_draws(np.where(np.random.default_rng(0).random((30, 40)) < 0.05, 1 - truth, truth))
    target = Sizes.read(None, groups=5, n_people=40, n_clusters=2, size_weight=0.0, pseudocount=0.1, labels="free")
    problem = build_arrays(known, loss, target, None, 40)
    ours, reference = both(NumbaMachine, problem)
    for people, join in ((ours, lambda people: join_all(problem, people.state)), (reference, join_groups)):
        people.start(2 * truth + np.arange(40) % 2)
        before = people.objective()
        assert join(people) == 2
        assert people.objective() < before
        assert (np.sort(people.sizes) == [0, 0, 0, 20, 20]).all()
        assert join(people) == 0
    assert (ours.labels_on_host() == reference.labels_on_host()).all()
    assert ours.objective() == pytest.approx(reference.objective(), abs=1e-12)
    np.testing.assert_allclose(ours.weighted(TANGENT), reference.weighted(TANGENT), atol=1e-12)


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
        descent = Descent(people, step, None if few else step.for_nearest)
        value = descent.run(FEW_PEOPLE_PATIENCE if few else MANY_PEOPLE_PATIENCE)
        assert value == pytest.approx(people.objective(), abs=1e-12)
        ends.append((value, people.labels_on_host()))
    assert ends[0][0] == pytest.approx(ends[1][0], abs=1e-10)
    assert (ends[0][1] == ends[1][1]).all()


def decide_twice(name, n_people, change):
    """Return the decision on draws as another kind of array or on another device, and the usual one."""
    loss, options = CASES[name]
    rng = np.random.default_rng(n_people)
    truth = rng.integers(3, size=n_people)
    draws = np.where(rng.random((12, n_people)) < 0.6, truth, rng.integers(3, size=(12, n_people)))
    options = {"loss": loss, "starts": 3, "rng": 1, **options}
    changed, where = change(draws)
    return bh.decide(changed, [0.5, 0.3, 0.2], **where, **options), bh.decide(draws, [0.5, 0.3, 0.2], **options)


@pytest.mark.parametrize("name", ["both", "vi, exact, fixed"])
def test_whole_decisions_in_partitions_are_the_same(name):
    da = pytest.importorskip("dask.array")
    ours, usual = decide_twice(name, 3100, lambda draws: (da.from_array(draws, chunks=(-1, 1000)), {}))
    assert (np.asarray(ours.labels) == usual.labels).all()
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
    ours, usual = decide_twice(name, 3100, lambda draws: (draws, {"device": "cuda"}))
    assert ours.problem.draws.where == "cuda"
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
