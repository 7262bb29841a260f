"""When integer programs stop: after so much work, the same on any machine, and by the clock only as a last resort."""

import itertools
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.optimize import milp

import bayeshat as bh
from bayeshat.engine.programs.integer_program import Limit, blocks_of, solve_program
from bayeshat.engine.ruled import program_step
from bayeshat.rules.rule_set import RuleSet
from bayeshat.rules.rules import Bounds, Rules, Wish


def vague_draws(seed, n_people, n_draws=40):
    rng = np.random.default_rng(seed)
    limits = rng.dirichlet(np.full(4, 0.5), n_people).cumsum(axis=1)
    return (rng.random((n_draws, n_people, 1)) > limits).sum(axis=2).clip(max=3)


@pytest.mark.long
def test_the_groups_do_not_depend_on_how_fast_the_machine_is(monkeypatch):
    """A machine on which every program takes ten seconds longer gives the same groups: work is counted instead."""
    rng = np.random.default_rng(5)
    people = [f"person {n + 1}" for n in range(1100)]
    rules = Rules(
        together=rng.choice(people, (6, 3), replace=False).tolist(),
        apart=[pair for pair in rng.choice(people, (20, 2)).tolist() if pair[0] != pair[1]],
        spread=["school"],
        bounds="200..350",
    )
    columns = {"school": rng.choice(list("xyz"), 1100).tolist()}
    seen = []

    def decide():
        options = {"rules": rules, "columns": columns, "people": people, "starts": 3, "threads": 1}
        return bh.decide(vague_draws(5, 1100, n_draws=10), groups=4, **options)

    def watched(*args, options, **more):
        seen.append(dict(options))
        return milp(*args, options=options, **more)

    usual = decide()
    ticks = itertools.count(step=10.0)
    monkeypatch.setattr(program_step, "time", SimpleNamespace(monotonic=lambda: next(ticks)))
    monkeypatch.setattr("scipy.optimize.milp", watched)
    slow = decide()
    assert len(seen) > 4
    assert all("node_limit" in options and options["time_limit"] >= 10 for options in seen)
    assert not usual.kept.hurried
    assert not slow.kept.hurried
    np.testing.assert_array_equal(usual.labels, slow.labels)


@pytest.mark.parametrize("limit", [Limit(work=1.0), pytest.param(Limit(gap=1.0), marks=pytest.mark.long)])
def test_a_program_that_has_done_its_work_gives_what_it_has(limit):
    rng = np.random.default_rng(2)
    people = tuple(f"P{n}" for n in range(24))
    wishes = [Wish(a, companion=b) for a, b in rng.choice(people, (60, 2)).tolist() if a != b]
    rules = Rules([Bounds(4, 8), *wishes])
    constraints = RuleSet.of(rules, people, tuple("ABCD"), {}).priced(1e-3).constraints
    utilities = 1e-3 * rng.random((24, 4))
    blocks = blocks_of(constraints, split=False)
    first, again = (solve_program(constraints, blocks, utilities, limit=limit) for _ in range(2))
    assert first.counts is not None
    assert first.gap > 1e-3
    assert not first.hurried
    np.testing.assert_array_equal(first.counts, again.counts)


def test_a_step_that_the_clock_stopped_is_told(monkeypatch):
    def late(*args, **more):
        found = milp(*args, **more)
        found.status, found.message = 1, "Time limit reached. (HiGHS Status 13: Time limit reached)"
        return found

    monkeypatch.setattr("bayeshat.engine.search.exhaustive._MAX_ASSIGNMENTS_X_DRAWS", 0)
    options = {"groups": 4, "rules": Rules(bounds="5..5"), "starts": 4}
    assert "was stopped" not in str(bh.decide(vague_draws(1, 20), **options).status)
    monkeypatch.setattr("scipy.optimize.milp", late)
    decision = bh.decide(vague_draws(1, 20), **options)
    assert decision.kept.hurried
    assert "One step of the search took too long and was stopped" in str(decision.status)
