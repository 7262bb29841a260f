"""Every grouping, one by one: what the GPU is given and hands back; the kernel itself where there is a GPU."""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import bayeshat as bh
from bayeshat._cuda import load_cupy
from bayeshat.engine.draws import as_draws
from bayeshat.engine.kernels._steps_numba import look_at_all
from bayeshat.engine.kernels.arrays import new_state
from bayeshat.engine.losses import VI, Binder
from bayeshat.engine.problem import build_arrays
from bayeshat.engine.proof import every_grouping
from bayeshat.engine.proof.every_grouping import (
    costs_by_sizes,
    is_small_enough,
    member_masks,
    not_worse_than,
    read_digits,
)
from bayeshat.engine.sizes import Sizes
from bayeshat.errors import BayesHatError

DATA = Path(__file__).parent.parent / "data"


def gpu_is_missing():
    try:
        load_cupy()
    except BayesHatError:
        return True
    return False


needs_gpu = pytest.mark.skipif(gpu_is_missing(), reason="needs CuPy and an NVIDIA GPU")


def problem_of(draws, loss, wanted, personal=None):
    known = as_draws(draws)
    target = Sizes.read(wanted, size_weight=1.0, n_people=known.n_people, n_clusters=known.n_clusters)
    return build_arrays(known, loss, target, None, known.n_people, personal)


def small_problem(seed, loss=None, personal=False):
    rng = np.random.default_rng(seed)
    costs = rng.random((7, 3)) / 7 if personal else None
    return problem_of(rng.integers(3, size=(40, 7)), loss or VI(), [0.5, 0.3, 0.2], costs)


def every_size(n_people, n_groups):
    return np.array([sizes for sizes in product(range(n_people + 1), repeat=n_groups) if sum(sizes) == n_people])


def values_of(problem, assignments):
    state = new_state(problem)
    return np.array([look_at_all(problem, state, one[None], np.zeros(1))[1] for one in assignments])


def test_a_grouping_has_a_digit_a_person():
    everything = np.array(list(product(range(3), repeat=4)))
    assert (read_digits(np.arange(81, dtype=np.uint64), 4, 3) == everything).all()


def test_masks_say_who_is_in_a_cluster():
    problem = small_problem(1)
    members, sizes = member_masks(problem)
    assert members.flags.c_contiguous
    assert sizes.flags.c_contiguous
    for t, k in product(range(40), range(2)):
        inside = problem.z[:, t] == k
        assert members[t, k] == sum(1 << int(n) for n in np.flatnonzero(inside))
        assert sizes[t, k] == inside.sum()


def test_sizes_that_are_not_asked_for_cost_infinitely_much():
    by_sizes = costs_by_sizes(small_problem(1), np.array([[3, 2, 2]])).reshape(8, 8)
    allowed = {(a, b) for a, b in zip(*np.nonzero(np.isfinite(by_sizes)), strict=True)}
    assert allowed == {(3, 2), (2, 3), (2, 2)}
    named = costs_by_sizes(small_problem(1, personal=True), np.array([[3, 2, 2]])).reshape(8, 8)
    assert np.isfinite(named).sum() == np.isfinite(named[3, 2]) == 1


def test_large_problems_are_not_begun():
    assert is_small_enough(small_problem(1))
    assert not is_small_enough(problem_of(np.zeros((2, 21), int), VI(), [0.5, 0.3, 0.2]))


RULES = [None, bh.Rules(together=[["a", "b"]]), bh.Rules(apart=[["a", "b"]], pins={"c": "red"})]


@pytest.mark.parametrize("rules", RULES)
def test_the_best_of_all_groupings_is_the_certificate(monkeypatch, rules):
    """Without a GPU every grouping stands in for those that it finds; what is done with them is the same."""
    rng = np.random.default_rng(5)
    names = {"red": 3, "green": 2, "blue": 2}
    draws, people = rng.integers(3, size=(30, 7)), list("abcdefg")
    decision = bh.decide(draws, names, size_weight=1.0, rules=rules, people=people, rng=1)
    if gpu_is_missing():
        everything = np.array(list(product(range(3), repeat=7)))
        monkeypatch.setattr("bayeshat.engine.proof.prove.check_device", lambda device: device)
        monkeypatch.setattr(every_grouping, "not_worse_than", lambda *_: everything)
    certificate = decision.certificate(device="cuda")
    assert certificate.proven
    assert certificate.method == "every grouping"
    worse = replace(
        decision, labels=decision.labels[::-1].copy(), expected_loss=decision.expected_loss + 0.1, kept=None
    )
    found = worse.certificate(device="cuda")
    assert not found.proven
    assert found.better is not None
    assert found.bound <= decision.expected_loss + 1e-9


def test_a_wish_that_is_not_granted_costs_once(monkeypatch):
    """All seven wish to stay in a group of three."""
    draws, people = np.random.default_rng(5).integers(3, size=(30, 7)), list("abcdefg")
    rules = bh.Rules([bh.Stay(dict.fromkeys(people, "red"))])
    names = {"red": 3, "green": 2, "blue": 2}
    decision = bh.decide(draws, names, size_weight=1.0, rules=rules, people=people, rng=1)
    everything = np.array(list(product(range(3), repeat=7)))
    monkeypatch.setattr("bayeshat.engine.proof.prove.check_device", lambda device: device)
    monkeypatch.setattr(every_grouping, "not_worse_than", lambda *_: everything)
    worse = replace(decision, labels=np.array([0, 1, 2, 0, 1, 2, 0]))
    costs = [each.problem.wishes_cost(each.labels) for each in (decision, worse)]
    assert min(costs) > 0
    assert worse.certificate(device="cuda").bound == pytest.approx(decision.expected_loss + costs[0], abs=1e-12)


def test_a_gpu_is_not_asked_for_too_much(monkeypatch):
    monkeypatch.setattr("bayeshat.engine.proof.prove.check_device", lambda device: device)
    decision = bh.decide(np.random.default_rng(1).integers(3, size=(5, 30)), "balanced")
    with pytest.raises(BayesHatError, match="up to 20 people in three groups, or 15 in four; got 30 people"):
        decision.certificate(device="cuda")


@needs_gpu
@pytest.mark.parametrize("personal", [False, True])
@pytest.mark.parametrize("loss", [VI(), Binder()])
def test_no_grouping_is_overlooked(loss, personal):
    problem = small_problem(3, loss, personal)
    everything = np.array(list(product(range(3), repeat=7)))
    values = values_of(problem, everything)
    limit = np.sort(values)[60]
    found = not_worse_than(problem, every_size(7, 3), limit)
    wanted = everything[values <= limit]
    if not personal:
        firsts = np.array([[*dict.fromkeys(one)] == [*range(len(set(one)))] for one in wanted.tolist()])
        wanted = wanted[firsts]
    assert {tuple(one) for one in wanted} <= {tuple(one) for one in found}
    assert values_of(problem, found).max() <= limit + 1e-3


@needs_gpu
def test_the_proven_optima_are_the_best_of_all():
    draws = np.load(DATA / "draws.npz")
    for name, cases in json.loads((DATA / "optima.json").read_text()).items():
        for case in cases:
            known = as_draws(draws[name])
            target = Sizes.read(case["target"], size_weight=float(case["size_weight"]), n_people=20, n_clusters=3)
            problem = build_arrays(known, VI(), target, None, 20)
            best = np.array([int(digit) for digit in case["assignment"]])
            least = values_of(problem, best[None])[0]
            found = not_worse_than(problem, every_size(20, 3), least)
            assert abs(values_of(problem, found).min() - least) < 1e-9
