"""Groups that nothing tells apart are numbered by their first members, so that numbers stay from run to run."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.draws import LabelDraws, stand_of
from bayeshat.engine.naming import first_members, number_groups
from bayeshat.engine.sizes import Sizes

GROUPS = np.array([2, 2, 0, 1, 0, 1, 2, 1, 0, 2])
HOUSES = ("Group 1", "Group 2", "Group 3")
ALIKE = np.full((len(GROUPS), 3), 1 / 3)


def numbered(labels, probabilities, sizes, *, houses=HOUSES, alike=None):
    """Return the labels as they are numbered for these sizes."""
    target = Sizes.read(sizes, houses=houses, n_people=len(labels), n_clusters=3, groups=3)
    return arrange(labels, probabilities, target, alike).tolist()


def arrange(labels, probabilities, target, alike=None):
    """Return the labels with their groups numbered, given 100 draws."""
    stands = stand_of(labels, probabilities, target.n_groups, 100)
    return number_groups(stands.sizes, stands.support, target, alike, stands.first)[0][labels]


def renamed(labels):
    """Yield the same groups under all numbers."""
    for numbers in permutations(range(3)):
        yield np.array(numbers)[labels]


@pytest.mark.parametrize("probabilities", [None, ALIKE, ALIKE[:, :1] * 3])
@pytest.mark.parametrize("sizes", ["balanced", "2..5"])
def test_the_search_does_not_decide_which_number_a_group_has(probabilities, sizes):
    found = {tuple(numbered(labels, probabilities, sizes)) for labels in renamed(GROUPS)}
    assert found == {(0, 0, 1, 2, 1, 2, 0, 2, 1, 0)}


def test_one_more_person_changes_no_number():
    before = numbered(GROUPS, ALIKE, "balanced")
    for group in range(3):
        more = np.append(GROUPS, group)
        assert numbered(more, np.full((11, 3), 1 / 3), "balanced")[:-1] == before


def test_sizes_come_before_the_order_of_the_table():
    found = {tuple(numbered(labels, ALIKE, [3, 3, 4])) for labels in renamed(GROUPS)}
    assert found == {(2, 2, 0, 1, 0, 1, 2, 1, 0, 2)}
    found = {tuple(numbered(labels, None, [3, 4, 3], houses=None)) for labels in renamed(GROUPS)}
    assert found == {(1, 1, 0, 2, 0, 2, 1, 2, 0, 1)}


def test_houses_that_the_posterior_tells_apart_keep_their_names():
    told = np.full((len(GROUPS), 3), 0.1)
    told[np.arange(len(GROUPS)), GROUPS] = 0.8
    assert {tuple(numbered(labels, told, "balanced")) for labels in renamed(GROUPS)} == {tuple(GROUPS.tolist())}
    # The last two houses are alike: the first keeps its people, and the others come in the order of the table.
    some = LabelDraws(np.zeros((1, 1), int), np.ones(1), HOUSES, 3, alike=np.array([0, 1, 1])).even_out(told)
    found = {tuple(numbered(labels, some, "balanced")) for labels in renamed(GROUPS)}
    assert found == {(1, 1, 0, 2, 0, 2, 1, 2, 0, 1)}


def test_groups_that_rules_name_keep_their_numbers():
    alike = np.array([[True, False, False], [False, True, True], [False, True, True]])
    assert numbered(GROUPS, ALIKE, "balanced", alike=alike) == [1, 1, 0, 2, 0, 2, 1, 2, 0, 1]
    assert numbered(GROUPS, ALIKE, "balanced", alike=np.eye(3, dtype=bool)) == GROUPS.tolist()


@pytest.mark.parametrize("n_people", [0, 1, 5, 70_000, 140_000])
def test_first_members(n_people):
    labels = np.random.default_rng(1).integers(0, 3, n_people)
    labels[: n_people // 2] = 2
    slow = [next((n for n, label in enumerate(labels.tolist()) if label == g), n_people) for g in range(4)]
    assert first_members(labels, 4).tolist() == slow


def test_mixed_groups_are_numbered_alike():
    """The first person of the table is in the first group, and sizes are for the groups in the order given."""
    table = {"name": [f"P{n}" for n in range(9)], "year": list("112233123")}
    assert [bh.mix_people(table, groups=3, mix="year", rng=seed).groups[0] for seed in range(4)] == ["1"] * 4
    for sizes in ([2, 3, 4], [4, 2, 3]):
        assert bh.mix_people(table, sizes, mix="year").sizes.tolist() == sizes


@pytest.mark.parametrize("numbers", [[0, 1, 2], [0, 2, 1]])
def test_houses_that_are_alike_are_named_in_the_order_of_the_table(numbers):
    """The posterior tells the first house apart; which of the others is which means nothing."""
    codes = np.tile(np.repeat(numbers, 6)[:, None], (1, 60))
    codes[np.random.default_rng(1).random(codes.shape) < 0.1] = 0
    draws = LabelDraws(codes.astype(np.uint8), np.full(60, 1 / 60), HOUSES, 3, alike=np.array([0, 1, 1]))
    for sizes in ("balanced", [6, 6, 6]):
        assert bh.decide(draws, sizes, loss="placement").labels.tolist() == np.repeat([0, 1, 2], 6).tolist()


@pytest.mark.parametrize("labels", ["fixed", "free"])
def test_the_search_does_not_decide_where_sizes_fit_several_groups(labels):
    groups = np.repeat([0, 1, 2], [4, 4, 5])
    target = Sizes.read([3, 5, 5], n_people=13, n_clusters=3, size_weight=1, pseudocount=0.1, labels=labels)
    assert len({tuple(arrange(same, None, target).tolist()) for same in renamed(groups)}) == 1
