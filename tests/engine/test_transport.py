import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from bayeshat._jit import kernel
from bayeshat.engine.draws import as_draws
from bayeshat.engine.kernels._transport_numba import part_smallest, settle_people, transport
from bayeshat.engine.kernels.arrays import Arrays, SizeTerm, new_size_state, padded
from bayeshat.engine.losses import as_loss
from bayeshat.engine.machines.numba_machine import NumbaMachine
from bayeshat.engine.problem import build_arrays
from bayeshat.engine.search.transport import Transport
from bayeshat.engine.sizes import Sizes
from bayeshat.options import Workers
from sweeps import seeds


def gains_alone(gains, size):
    """Return a problem without draws, where people's gains (N, P) do not depend on each other."""
    codes = np.zeros((len(gains), 0), np.uint8)
    return Arrays(codes, np.zeros(0), np.zeros((4, len(gains) + 2)), -gains, 1, size)


def any_sizes(n_people, n_groups):
    counts = np.arange(n_people + 2)
    bounds = np.array([[-1] * n_groups, [len(counts)] * n_groups])
    return SizeTerm(np.stack([counts * 0.0, np.log(counts + 0.1)]), np.zeros(n_groups), bounds, 0.0, False, True)


def instance(seed):
    """Random utilities, with ties in every second instance, and random sizes, some of them zero."""
    rng = np.random.default_rng(seed)
    n_people, n_groups = int(rng.integers(1, 80)), int(rng.integers(1, 9))
    utilities = np.zeros((n_people, padded(n_groups)))
    utilities[:, :n_groups] = (
        rng.normal(size=(n_people, n_groups)) if seed % 2 else rng.integers(0, 3, (n_people, n_groups))
    )
    sizes = np.bincount(rng.integers(0, n_groups, n_people), minlength=n_groups)
    return utilities, sizes, rng.integers(0, n_groups, n_people)


def best_value(utilities, sizes):
    places = np.repeat(np.arange(len(sizes)), sizes)
    rows, columns = linear_sum_assignment(-utilities[:, places])
    return utilities[rows, places[columns]].sum()


@kernel
def parted(values, k):
    part_smallest(values, k)
    return values


def test_the_smallest_come_first():
    rng = np.random.default_rng(0)
    for n in (1, 2, 3, 10, 100):
        for few in (False, True):
            values = rng.integers(0, 4, n).astype(float) if few else np.append(rng.normal(size=n - 1), np.inf)
            for k in rng.integers(0, n, 10).tolist():
                found = parted(values.copy(), k)
                assert sorted(found) == sorted(values)
                assert found[k] == np.sort(values)[k]
                assert (found[:k] <= found[k]).all()


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("seed", seeds(60, usual=12))
def test_transport_equals_linear_assignment(seed, many, monkeypatch):
    utilities, sizes, labels = instance(seed)
    prices = np.zeros(len(sizes))
    term = any_sizes(len(labels), len(sizes))
    if many:
        monkeypatch.setattr("bayeshat.engine.search.transport._MAX_PEOPLE_AT_ONCE", 0)
        with Workers(2) as workers:
            people = NumbaMachine(gains_alone(utilities, term), workers)
            people.start(labels)
            people.majorise()
            step = Transport(term, resize=False)
            step(people, sizes)
            labels, prices = people.trial, step.prices
    else:
        transport(utilities, sizes, False, term, new_size_state(len(sizes)), labels, prices)
    assert (np.bincount(labels, minlength=len(sizes)) == sizes).all()
    assert utilities[np.arange(len(labels)), labels].sum() == pytest.approx(best_value(utilities, sizes), abs=1e-9)
    worth = utilities[:, : len(sizes)] - prices
    assert (worth[np.arange(len(labels)), labels] >= worth.max(axis=1) - 1e-9).all()


def test_transport_of_many_alike_people_shifts_them_all():
    """Everybody likes group 0; the heaps are built anew when newcomers have filled them."""
    n_people = 3000
    utilities = np.tile([1.0, 0.5, 0.0, 0.0], (n_people, 1))
    sizes = np.array([100, 1900, 1000])
    labels = np.zeros(n_people, np.int64)
    transport(utilities, sizes, False, any_sizes(n_people, 3), new_size_state(3), labels, np.zeros(3))
    assert (np.bincount(labels) == sizes).all()


@pytest.mark.parametrize(("weight", "bounds"), [(0.5, (-1, 1000)), (0.0, (-1, 1000)), (0.0, (4, 12))])
@pytest.mark.parametrize("seed", range(10))
def test_resizing_finds_sizes_that_no_shift_improves(seed, weight, bounds):
    rng = np.random.default_rng(seed)
    n_people, n_groups = 30, 3
    utilities = np.zeros((n_people, 4))
    utilities[:, :n_groups] = rng.normal(size=(n_people, n_groups)) * 0.1
    counts = np.arange(n_people + 2)
    by_size = np.stack([(counts / 30.0) ** 2, np.log(counts + 0.1)])
    low, high = bounds
    limits = np.array([[low] * 3, [high] * 3])
    term = SizeTerm(by_size, np.log(np.full(3, 10.0)), limits, weight, True, False)

    def solve(sizes, resize):
        labels, state = np.zeros(n_people, np.int64), new_size_state(n_groups)
        transport(utilities, np.array(sizes), resize, term, state, labels, np.zeros(n_groups))
        ratio = by_size[1, np.sort(state.sizes)] - term.log_target
        cost = by_size[0, state.sizes].sum() + weight * np.linalg.norm(ratio - ratio.mean())
        return utilities[np.arange(n_people), labels].sum() - cost, state.sizes.copy()

    value, sizes = solve([10, 10, 10], resize=True)
    assert ((low <= sizes) & (sizes <= high)).all()
    for g in range(3):
        for h in range(3):
            if g != h and sizes[g] > max(0, low) and sizes[h] < high:
                other = sizes.copy()
                other[g] -= 1
                other[h] += 1
                assert solve(other, resize=False)[0] <= value + 1e-9


@pytest.mark.parametrize("steps", [0, 24])
def test_transport_is_exact_where_the_sample_that_sets_the_prices_misleads(steps, monkeypatch):
    """Every fourth person, and so everybody in the sample, likes other groups than the rest do."""
    monkeypatch.setattr("bayeshat.engine.search.transport._MAX_NEWTON_STEPS", steps)
    rng = np.random.default_rng(0)
    n_people = 8192
    utilities = np.zeros((n_people, 4))
    utilities[:, 0] = rng.normal(size=n_people) + np.where(np.arange(n_people) % 4 == 0, 5.0, 0.0)
    sizes = np.array([6000, 2192])
    term = any_sizes(n_people, 2)
    with Workers(1) as workers:
        people = NumbaMachine(gains_alone(utilities, term), workers)
        people.start(np.zeros(n_people, np.int64))
        people.majorise()
        step = Transport(term, resize=False)
        step(people, sizes)
    assert (people.trial_sizes == sizes).all()
    assert (np.bincount(people.trial) == sizes).all()
    assert utilities[people.trial == 0, 0].sum() == pytest.approx(np.sort(utilities[:, 0])[-6000:].sum(), abs=1e-6)
    worth = utilities[:, :2] - step.prices
    assert (worth[np.arange(n_people), people.trial] >= worth.max(axis=1) - 1e-9).all()


@pytest.mark.parametrize("seed", seeds(20, usual=6))
def test_ties_that_rounding_breaks_leave_sizes_and_labels_in_step(seed):
    """People who fit several groups equally well but for rounding: paths must not turn in circles among them."""
    rng = np.random.default_rng(seed)
    n_people, n_groups = 400, 4
    rows = 20 + rng.integers(0, 7, (n_people, n_groups)) / 7 + rng.normal(0, 1e-14, (n_people, n_groups))
    prices = rng.normal(0, 0.15, n_groups)
    labels = (rows - prices).argmax(axis=1)
    state = new_size_state(n_groups)
    state.sizes[:] = np.bincount(labels, minlength=n_groups)
    wanted = np.full(n_groups, n_people // n_groups)
    settle_people(rows, wanted, False, any_sizes(n_people, n_groups), state, labels, prices)
    assert (np.bincount(labels, minlength=n_groups) == wanted).all()
    assert (state.sizes == wanted).all()


@pytest.mark.parametrize("resize", [False, True])
@pytest.mark.parametrize("loss", ["vi", "binder", "vi + 0.5*placement"])
def test_a_step_on_the_tangent_lowers_the_loss_at_least_as_much_as_it_says(loss, resize):
    rng, size = np.random.default_rng(1), [54, 42, 24]
    parts, truth = as_loss(loss), np.repeat([0, 1, 2], size)
    weight = 0.5 if resize else np.inf
    target = Sizes.read(size, n_people=120, n_clusters=3, size_weight=weight, pseudocount=0.1, labels="fixed")
    gained = 0
    for _ in range(20):
        draws = as_draws(np.where(rng.random((25, 120)) < 0.5, truth, rng.integers(0, 3, (25, 120))))
        shares = np.stack([(draws.codes == k).mean(axis=1) for k in range(3)], axis=1)
        problem = build_arrays(draws, parts, target, shares if parts.label_weight() else None, 120)
        people = NumbaMachine(problem, Workers(1))
        people.start(rng.permutation(truth))
        before = people.objective()
        people.majorise()
        gain = Transport(problem.size, resize=resize)(people)
        people.adopt()
        assert before - people.objective() >= gain - 1e-12
        assert gain >= -1e-12
        assert resize or people.sizes.tolist() == size
        gained += gain > 1e-6
    assert gained == 20
