"""Rounds: as few people as possible meet again, against enumeration and against exchanges."""

from itertools import product

import numpy as np
import pytest

import bayeshat as bh
import naive
from bayeshat.engine.rounds import count_repeats
from bayeshat.errors import InputError
from bayeshat.rules.rules import CommonTimes, Rules, Spread, Together
from naive import exchange_rounds, keeps, repeats


def people(n_people):
    return {"name": [f"P{n}" for n in range(n_people)]}


def fewest_repeats(first, n_rounds, allowed):
    """The fewest repeats of all rounds after the first, by going through all of them."""
    together = (allowed[:, :, None] == allowed[:, None]).reshape(len(allowed), -1)
    together = np.unique(together, axis=0)  # groups with other names are the same groups
    pairs = together[:, np.triu(np.ones((len(first),) * 2, bool), 1).ravel()].astype(np.int64)
    start = (first[:, None] == first)[np.triu_indices(len(first), 1)].astype(np.int64)
    best = np.inf
    for some in product(range(len(pairs)), repeat=n_rounds - 2):
        if list(some) != sorted(some):
            continue
        met = start + pairs[list(some)].sum(axis=0)
        before = np.maximum(met - 1, 0).sum()
        if before < best:
            best = min(best, before + (pairs @ (met > 0)).min())
    return int(best)


@pytest.mark.parametrize(
    ("sizes", "n_rounds"), [([3, 3], 3), ([2, 2, 2], 4), ([4, 4], 4), ([3, 3, 2], 3), ([3, 3, 3], 3), ([5, 4], 3)]
)
def test_small_rounds_reach_the_optimum_of_all_rounds(sizes, n_rounds):
    decision = bh.mix_people(people(sum(sizes)), sizes)
    planned = bh.plan_rounds(decision, n_rounds)
    rows = naive.all_assignments(sum(sizes), len(sizes))
    counts = np.stack([(rows == g).sum(axis=1) for g in range(len(sizes))], axis=1)
    allowed = rows[(counts == decision.sizes).all(axis=1)]
    # Whoever comes first, people can be renamed so that the first round is the decision.
    best = fewest_repeats(decision.labels, n_rounds, allowed)
    assert planned.repeats == repeats(planned.labels.tolist()) == best
    assert planned.fewest <= best
    assert (planned.labels[0] == decision.labels).all()
    assert all((np.bincount(labels, minlength=len(sizes)) == decision.sizes).all() for labels in planned.labels)


@pytest.mark.parametrize("seed", range(3))
def test_rules_are_kept_in_every_round(seed):
    rng = np.random.default_rng(seed)
    table = people(8) | {"year": rng.choice(["1", "2"], 8).tolist(), "times": rng.choice(["a; b", "b", ""], 8).tolist()}
    rules = Rules([Spread("year"), CommonTimes("times"), Together(("P0", "P1"))])
    decision = bh.mix_people(table, {"red": 4, "blue": 4}, rules=rules)
    planned = bh.plan_rounds(decision, 3)
    rows = naive.all_assignments(8, 2)
    kept = ((rows == 0).sum(axis=1) == 4) & np.all(
        [naive.kept_by(rule, rows, table["name"], decision.names, table) for rule in rules], axis=0
    )
    for labels in planned.labels:
        groups = [decision.names[g] for g in labels]
        assert all(keeps(rule, groups, table["name"], decision.names, table) for rule in rules)
    assert planned.repeats == fewest_repeats(decision.labels, 3, rows[kept])
    assert planned.fewest >= 2  # P0 and P1 meet in every round
    assert len(planned.outcomes) == 3


@pytest.mark.parametrize(
    ("n_people", "n_groups", "n_rounds"),
    [
        (80, 4, 4),
        pytest.param(200, 8, 4, marks=pytest.mark.long),
        pytest.param(200, 25, 8, marks=pytest.mark.long),
    ],
)
def test_many_people_meet_again_no_more_often_than_by_exchanges(n_people, n_groups, n_rounds):
    rng = np.random.default_rng(n_groups)
    decision = bh.mix_people(people(n_people), groups=n_groups)
    planned = bh.plan_rounds(decision, n_rounds)
    starts = [decision.labels, *(rng.permutation(decision.labels) for _ in range(n_rounds - 1))]
    assert planned.repeats <= repeats(exchange_rounds(starts, rng).tolist())
    assert planned.fewest <= planned.repeats


def test_equal_rounds_are_chosen_by_the_loss():
    rng = np.random.default_rng(1)
    draws = np.repeat(np.arange(3), 4) * np.ones((20, 1), int)
    draws[:, ::3] = rng.integers(0, 3, (20, 4))
    decision = bh.decide(draws, [4, 4, 4], size_weight=np.inf)
    planned = bh.plan_rounds(decision, 2, rng=3)
    blind = bh.plan_rounds(bh.mix_people(people(12), [4, 4, 4]), 2)
    assert planned.repeats == planned.fewest == blind.repeats == 3
    # Among the rounds with three repeats, none that one exchange leads to has a smaller loss.
    second = planned.labels[1]
    own = bh.expected_loss(second, draws)
    for i, j in product(range(12), repeat=2):
        other = second.copy()
        other[i], other[j] = second[j], second[i]
        if repeats([planned.labels[0].tolist(), other.tolist()]) <= 3:
            assert bh.expected_loss(other, draws) >= own - 1e-9


def test_rounds_in_words_and_as_a_table():
    decision = bh.mix_people(people(4), [2, 2])
    assert str(bh.plan_rounds(decision, 3).words()) == "In 3 rounds, nobody meets anybody twice."
    four = bh.plan_rounds(decision, 4)
    assert str(four.words()) == (
        "In 4 rounds, 2 pairs meet more than once: 2 repeated meetings, the fewest possible after this first round, "
        "with these sizes and rules."
    )
    assert list(four.table()) == ["name", "round 1", "round 2", "round 3", "round 4"]
    assert four.to_dict()["fewest"] == four.again == 2
    same = [bh.plan_rounds(bh.mix_people(people(12), groups=3), 3, rng=5).labels.tolist() for _ in range(2)]
    assert same[0] == same[1]
    with pytest.raises(InputError, match="rounds"):
        bh.plan_rounds(decision, 0)


@pytest.mark.parametrize("enumerated", [True, False])
@pytest.mark.parametrize(
    ("sizes", "n_rounds", "rules"),
    [
        ([3, 5], 4, Rules(together=[["P2", "P5"], ["P7", "P4", "P6"]], apart=[["P0", "P7"]])),
        ([3, 2, 4], 3, Rules(together=[["P0", "P7"], ["P1", "P5"]])),
    ],
)
def test_rules_that_ask_to_move_several_people_at_once_do_not_cost_meetings(
    sizes, n_rounds, rules, enumerated, monkeypatch
):
    """Two who are together can only trade places with two others at once."""
    if not enumerated:
        monkeypatch.setattr("bayeshat.engine.rounds.list_groupings", lambda *_: None)
        monkeypatch.setattr("bayeshat.engine.rounds._MAX_ATTEMPTS", 2)
    names = [str(g) for g in range(len(sizes))]
    decision = bh.mix_people(people(sum(sizes)), dict(zip(names, sizes, strict=True)), rules=rules, starts=2)
    planned = bh.plan_rounds(decision, n_rounds)
    rows = naive.all_assignments(sum(sizes), len(sizes))
    counts = np.stack([(rows == g).sum(axis=1) for g in range(len(sizes))], axis=1)
    rows = rows[(counts == sizes).all(axis=1)]
    allowed = rows[decision.kept.ruling.constraints.kept_by(rows)]
    assert planned.repeats == count_repeats(planned.labels) == fewest_repeats(decision.labels, n_rounds, allowed)
    for labels in planned.labels:
        assert (np.bincount(labels) == sizes).all()
        assert not decision.kept.ruling.constraints.broken(labels)
    if enumerated:
        assert planned.fewest == planned.repeats
        assert "fewest possible" in str(planned.words())


def test_more_rounds_than_can_be_planned_are_refused():
    decision = bh.mix_people(people(6), [3, 3])
    with pytest.raises(InputError, match="For 6 people, at most 1000 rounds can be planned; got 1000000"):
        bh.plan_rounds(decision, 1_000_000)
