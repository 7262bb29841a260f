"""Dealing people out: even groups without an integer program."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.kernels._deal_numba import exchange_until_even
from bayeshat.engine.programs.conflicts import is_possible
from bayeshat.engine.programs.deal_out import deal_out
from bayeshat.engine.programs.integer_program import blocks_of, solve_program
from bayeshat.rules.rule_set import RuleSet
from bayeshat.rules.rules import Rules, Spread
from sweeps import seeds


def ruling(n_people, n_groups, n_columns, seed, **rules):
    rng = np.random.default_rng(seed)
    columns = {f"c{c}": [str(v) for v in rng.integers(0, c + 2, n_people)] for c in range(n_columns)}
    columns["c0"][0] = ""
    wanted = Rules(spread=list(columns), **rules)
    return RuleSet.of(wanted, [f"P{n}" for n in range(n_people)], [f"G{g}" for g in range(n_groups)], columns)


@pytest.mark.parametrize(("n_people", "n_groups", "n_columns"), [(7, 3, 1), (23, 4, 2), (120, 20, 3), (600, 100, 2)])
def test_all_rules_are_kept_at_the_sizes(n_people, n_groups, n_columns):
    constraints = ruling(n_people, n_groups, n_columns, 1).constraints
    sizes = np.bincount(np.arange(n_people) % n_groups)
    labels = deal_out(constraints, sizes)
    assert np.array_equal(np.bincount(labels), sizes)
    assert not constraints.broken(labels)


@pytest.mark.parametrize("seed", seeds(12, usual=4))
def test_what_is_possible_is_what_the_integer_program_finds(seed):
    constraints = ruling(9, 4, 3, seed).constraints
    sizes = np.random.default_rng(seed).multinomial(9, [0.25] * 4)
    program = solve_program(constraints, blocks_of(constraints), sizes=sizes)
    assert is_possible(constraints, sizes=sizes) == (not program.impossible)
    if program.impossible:
        assert deal_out(constraints, sizes) is None


def test_other_rules_are_left_to_the_program():
    constraints = ruling(12, 3, 1, 1, together=[["P1", "P2"]]).constraints
    assert deal_out(constraints, np.array([4, 4, 4])) is None
    assert is_possible(constraints, sizes=np.array([4, 4, 4]))


@pytest.mark.parametrize("n_steps", [0, 1000])
def test_the_kernel_says_whether_all_groups_are_even(n_steps):
    values = np.array([[0, 0, 0, 1, 1, 1, -1, -1], [2, 3, 2, 3, 2, 3, 2, 3]])
    totals, begin, slots = np.array([3, 3, 4, 4]), np.array([0, 3, 6, 8]), np.arange(8)
    even = exchange_until_even(values, totals, begin, slots, n_steps, np.random.default_rng(3))
    groups = [slots[start:end] for start, end in pairwise(begin)]
    missed = [abs((values[:, some] == v).sum() - totals[v] * len(some) / 8) for some in groups for v in range(4)]
    assert even == (max(missed) < 1)
    assert even == (n_steps == 1000)
    assert sorted(slots) == list(range(8))


@pytest.mark.parametrize("weight", [None, 0.3])
def test_many_people_are_mixed_as_well_as_can_be(weight):
    table = {"name": [f"P{n}" for n in range(600)], "year": ["1234"[n * n % 7 % 4] for n in range(600)]}
    decision = bh.mix_people(table, groups=100, mix=[Spread("year", weight=weight)])
    assert decision.proven
    assert set(decision.sizes.tolist()) == {6}
