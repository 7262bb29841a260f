"""Descents that begin on a part of the draws end where no step improves on all of them."""

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.draws import as_draws
from bayeshat.engine.kernels._steps_numba import improve, join_groups
from bayeshat.engine.kernels.arrays import TOLERANCE
from bayeshat.engine.machines.numba_machine import NumbaMachine
from bayeshat.engine.problem import build_arrays
from bayeshat.engine.search.explore import Effort, Explorer
from bayeshat.engine.sizes import Sizes
from bayeshat.options import Workers

EFFORT = Effort(trades=True, merges=True, splits=True, rounds=6, deals=6)


def problem_of(n_people, target=(0.4, 0.3, 0.2, 0.1), size_weight=1.0, n_draws=200):
    """Return a problem of vague draws."""
    rng = np.random.default_rng(n_people)
    truth = rng.integers(4, size=n_people)
    anywhere = rng.integers(4, size=(n_draws, n_people))
    draws = as_draws(np.where(rng.random((n_draws, n_people)) < 0.4, truth, anywhere))
    options = {"n_people": n_people, "n_clusters": 4, "pseudocount": 0.1, "labels": "free"}
    wanted = Sizes.read(target, groups=4, size_weight=0.0 if target is None else size_weight, **options)
    return build_arrays(draws, bh.VI(), wanted, None, n_people)


def explorer_of(problem, threads=1, **options):
    """Return an explorer of a problem, with two parts of a fifth of the draws."""
    parts = np.stack([problem.z[:, step::5] for step in (1, 3)])
    return Explorer(problem, Workers(threads), swaps=True, labelled=False, parts=parts, **options)


def starts_of(problem, n=6):
    """Return random assignments at sizes near 4:3:2:1."""
    n_people = len(problem.z)
    sizes = np.diff(np.round(np.cumsum([0, 0.4, 0.3, 0.2, 0.1]) * n_people).astype(int))
    rng = np.random.default_rng(0)
    return [rng.permutation(np.repeat(np.arange(4), sizes)) for _ in range(n)]


@pytest.mark.parametrize("n_people", [20, 50])
@pytest.mark.parametrize(("target", "weight"), [((0.4, 0.3, 0.2, 0.1), 1.0), ((0.4, 0.3, 0.2, 0.1), np.inf), (None, 0)])
def test_nothing_improves_what_was_visited(n_people, target, weight):
    problem = problem_of(n_people, target, weight)
    explore = explorer_of(problem, joins=target is None)
    ends = explore.descend(starts_of(problem))
    walks = explore.wander(ends, EFFORT, np.random.default_rng(1))
    people = NumbaMachine(problem, Workers(1))
    for end, walk in zip(ends, walks, strict=True):
        assert any(end is visited for visited in walk)
        assert walk[0].value <= min(visited.value for visited in walk) + TOLERANCE
        for visited in walk:
            people.start(visited.labels)
            assert visited.value == pytest.approx(people.objective(), abs=1e-10)
            people.look()
            assert improve(problem, people.state, 1, True, True) == 0
            assert target is not None or join_groups(problem, people.state) == 0


def test_the_number_of_threads_changes_nothing():
    problem = problem_of(20)
    found = []
    for threads in (1, 3):
        explore = explorer_of(problem, threads)
        walks = explore.wander(explore.descend(starts_of(problem)), EFFORT, np.random.default_rng(1))
        found.append([[(end.value, end.labels.tolist()) for end in walk] for walk in walks])
    assert found[0] == found[1]


def test_descents_that_agree_on_a_part_of_the_draws_go_on_once(monkeypatch):
    """Numbered otherwise, the same groups are the same start; the end is known when they come again."""
    problem, went_on = problem_of(20), []
    run_each = Explorer.run_each

    def counted(self, starts, limits=None):
        if limits is not None:
            went_on.append(len(starts))
        return run_each(self, starts, limits)

    monkeypatch.setattr(Explorer, "run_each", counted)
    explore, start = explorer_of(problem), starts_of(problem)[0]
    ends = explore.descend([start, start, 3 - start, 3 - start])
    assert went_on[0] <= 2  # one for each part
    assert len({end.value for end in ends}) <= went_on[0]
    assert explore.descend([start])[0] is ends[0]
    assert len(went_on) == 1


def test_what_is_hopeless_on_all_draws_does_not_go_on(monkeypatch):
    """With no hope at all, only what is better on all draws than where the walk stands goes on."""
    problem = problem_of(20)
    hopeless, hopeful = [], []
    for hope, visited in ((0.0, hopeless), (2.0, hopeful)):
        monkeypatch.setattr("bayeshat.engine.search.explore._MAX_SETBACK_IN_GAINS", hope)
        explore = explorer_of(problem)
        best = min(explore.descend(starts_of(problem)), key=lambda end: end.value)
        visited += explore.wander([best], Effort(rounds=20), np.random.default_rng(1))[0]
    assert len(hopeless) < len(hopeful)
