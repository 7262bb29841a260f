import json
import math
from itertools import pairwise

import numpy as np
import pytest

import bayeshat as bh
import naive
import strategies as our
from bayeshat.options import DONE
from bayeshat.words.message import Message

DRAWS = our.random_draws(11, n_draws=50, n_people=12, n_clusters=3, own=3.0)


def loss_of(assignment, options):
    return bh.expected_loss(assignment, DRAWS, **options)


OPTIONS = [
    {"target": [5, 4, 3], "size_weight": 1.0},
    {"target": [5, 4, 3], "size_weight": 1.0, "labels": "fixed"},
    {"target": [5, 4, 3], "size_weight": 1.0, "labels": "fixed", "loss": bh.VI() + bh.Placement()},
    {"target": [6, 6], "loss": "binder"},
    {"target": "balanced", "groups": 4, "size_weight": 0.2, "pseudocount": 0.0},
    {"target": [5, 4, 3], "loss": "placement", "size_weight": math.inf},
    {"target": None},
]


@pytest.mark.parametrize("options", OPTIONS)
def test_the_table_prices_every_move_and_the_cheapest_swap(options):
    decision = bh.decide(DRAWS, **options)
    table = decision.table()
    moves = np.column_stack([table[f"move to {name}"] for name in decision.names])
    for n in range(12):
        for h in range(len(decision.names)):
            labels = decision.labels.copy()
            labels[n] = h
            after = loss_of(labels, options)
            assert moves[n, h] == pytest.approx(after - decision.expected_loss, abs=1e-9)
        others = [m for m in range(12) if decision.labels[m] != decision.labels[n]]
        costs = {}
        for m in others:
            labels = decision.labels.copy()
            labels[n], labels[m] = labels[m], labels[n]
            costs[m] = loss_of(labels, options) - decision.expected_loss
        if others:
            assert table["swap change"][n] == pytest.approx(min(costs.values()), abs=1e-9)
            assert costs[table["swap with"][n]] == pytest.approx(min(costs.values()), abs=1e-9)
        else:
            assert table["swap with"][n] == -1


@pytest.mark.parametrize("options", OPTIONS)
def test_what_is_reported_can_be_recomputed(options):
    decision = bh.decide(DRAWS, **options)
    assert decision.expected_loss == pytest.approx(loss_of(decision.labels, options), abs=1e-12)
    assert decision.expected_vi == pytest.approx(np.mean([naive.vi(decision.labels, z) for z in DRAWS]), abs=1e-9)
    assert (decision.sizes == np.bincount(decision.labels, minlength=len(decision.names))).all()
    assert json.loads(json.dumps(decision.to_dict(), allow_nan=False))["labels"] == decision.labels.tolist()
    assert "12 people" in repr(decision)
    assert decision.n_best <= decision.n_starts


def test_probabilities_are_shares_of_draws():
    table = bh.decide(DRAWS, [5, 4, 3], loss="placement").table()
    for k in range(3):
        np.testing.assert_allclose(table[f"probability of {k + 1}"], (k == DRAWS).mean(axis=0))


@pytest.mark.parametrize("target", [{"red": 2, "blue": 4}, {"red": 1, "green": 1, "blue": 4}, [2, 4]])
def test_probabilities_stand_beside_the_group_that_they_belong_to(target):
    """Four people are nearly always in the first cluster, but the first group is the small one."""
    draws = np.tile([0, 0, 0, 0, 1, 1], (40, 1))
    draws[:4, 3] = 1
    decision = bh.decide(draws, target, labels="fixed")
    table = decision.table()
    for n, name in enumerate(decision.groups):
        own = [probability[n] for column, probability in table.items() if column.startswith("probability of")]
        assert table[f"probability of {name}"][n] == max(own)


def test_affinity_is_the_mean_coclustering_with_a_groups_other_members():
    decision = bh.decide(DRAWS, [5, 4, 3])
    together = naive.coclustering(DRAWS)
    for n in range(12):
        for g in range(3):
            others = [m for m in decision.members(decision.names[g]) if m != n]
            assert decision.affinity()[n, g] == pytest.approx(together[n, others].mean(), abs=1e-9)
    assert bh.decide([[0, 1]], groups=2).affinity().tolist() == [[0, 0], [0, 0]]


def test_swaps_can_be_left_out_of_the_table():
    assert "swap with" not in bh.decide(DRAWS, [5, 4, 3]).table(swaps=False)


def test_members_and_groups_speak_of_names():
    decision = bh.decide(DRAWS, {"red": 5, "green": 4, "blue": 3})
    assert sorted(np.concatenate([decision.members(name) for name in decision.names])) == list(range(12))
    assert decision.groups[0] == decision.names[decision.labels[0]]
    with pytest.raises(bh.BayesHatError, match="one of red, green, blue; got 'pink'"):
        decision.members("pink")


def test_free_groups_are_named_as_the_posterior_supports_best():
    """Group k resembles cluster k, whatever its size."""
    draws = np.repeat([[0, 0, 0, 0, 0, 1, 1, 2]], 30, axis=0)
    decision = bh.decide(draws, [1, 2, 5])
    assert decision.labels.tolist() == [0, 0, 0, 0, 0, 1, 1, 2]
    assert decision.target.tolist() == [5, 2, 1]
    assert decision.status.ok


def test_fixed_labels_follow_the_sizes_and_say_so():
    draws = np.repeat([[0, 0, 0, 0, 0, 1, 1, 2]], 30, axis=0)
    decision = bh.decide(draws, [1, 2, 5], labels="fixed")
    assert decision.sizes.tolist() == [1, 2, 5]
    assert decision.status.code == "labels_disagree"
    assert 'loss="placement"' in str(decision.status)
    tied = bh.decide(draws, [1, 2, 5], labels="fixed", loss="placement", size_weight=math.inf)
    assert tied.sizes.tolist() == [1, 2, 5]
    assert tied.status.ok


def test_fixed_labels_break_ties_by_support():
    draws = np.repeat([[0, 0, 2, 2, 1, 1]], 30, axis=0)
    decision = bh.decide(draws, [2, 2, 2], labels="fixed")
    assert decision.labels.tolist() == [0, 0, 2, 2, 1, 1]
    assert decision.status.ok


@pytest.mark.parametrize("seed", range(8))
def test_fixed_and_free_reach_the_same_value(seed):
    draws = our.random_draws(seed, n_draws=30, n_people=9)
    free, fixed = (bh.decide(draws, [4, 3, 2], labels=labels) for labels in ("free", "fixed"))
    assert fixed.expected_loss == pytest.approx(free.expected_loss, abs=1e-9)
    assert fixed.size_distance == pytest.approx(free.size_distance, abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_fixed_and_exact_groups_take_the_rounded_sizes_in_order(seed):
    draws = our.random_draws(seed, n_draws=30, n_people=21, n_clusters=4)
    decision = bh.decide(draws, [0.25] * 4, labels="fixed", size_weight=math.inf)
    assert decision.sizes.tolist() == [6, 5, 5, 5]
    assert math.isfinite(decision.expected_loss)


def test_rounded_shares_are_told():
    decision = bh.decide(DRAWS, [0.5, 0.3, 0.2], size_weight=math.inf)
    assert sorted(decision.sizes.tolist()) == [2, 4, 6]
    assert "rounded to 6, 4, 2 people" in str(decision.status)


def test_a_group_wanted_empty_stays_empty():
    decision = bh.decide(DRAWS, [6, 6, 0], size_weight=5.0)
    assert sorted(decision.sizes.tolist()) == [0, 6, 6]


def test_the_path_trades_fit_for_sizes():
    weights = [1.0, 0.0, 0.05, 0.3, math.inf]
    path = bh.decide_path(DRAWS, [8, 3, 1], weights)
    assert [decision.size_weight for decision in path] == weights
    by_weight = sorted(path, key=lambda decision: decision.size_weight)
    distance = [decision.size_distance for decision in by_weight]
    fit = [decision.expected_vi for decision in by_weight]
    assert all(a >= b - 1e-9 for a, b in pairwise(distance))
    assert all(a <= b + 1e-9 for a, b in pairwise(fit))
    for decision in path:
        assert not any(decision.is_beaten_by(other.labels) for other in path)


def test_progress_goes_where_it_is_told(capsys):
    seen = []
    bh.decide(DRAWS, "balanced", progress=lambda share, word: seen.append((share, word)))
    assert seen[0] == (0.0, Message("progress-starts"))
    assert seen[-1] == (1.0, DONE)
    bh.decide(DRAWS, "balanced", progress=True)
    assert "100% done" in capsys.readouterr().err


def test_identify_names_groups_by_support():
    theta = np.array([[0.7, 0.2, 0.1], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6], [0.1, 0.1, 0.8]])
    assert bh.identify([2, 0, 1, 1], theta).tolist() == [0, 1, 2, 2]
    draws = np.stack([theta, theta])[None]
    assert bh.identify([2, 0, 1, 1], draws).tolist() == [0, 1, 2, 2]
    assert bh.identify([1, 1, 0, 0], theta).tolist() == [1, 1, 2, 2]
    assert bh.identify([0, 1, 2, 3], theta).tolist()[:2] == [0, 1]
    assert sorted(bh.identify([0, 1, 2, 3], theta).tolist()) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("labels", "theta", "message"),
    [
        ([0, -1], [[1, 0], [0, 1]], "at least 0 per person"),
        ([0, 1], [[1, 0]], "shape"),
        ([0, 1], [[1, -1], [0, 1]], "at least 0"),
        ([0.5, 1], [[1, 0], [0, 1]], "whole number"),
    ],
)
def test_identify_refuses(labels, theta, message):
    with pytest.raises(bh.BayesHatError, match=message):
        bh.identify(labels, theta)


def test_a_decision_is_json_even_where_the_distance_of_the_sizes_is_infinite():
    decision = bh.decide([[0, 0, 0, 1], [0, 0, 1, 1]], [4, 0], size_weight=float("inf"), pseudocount=0)
    assert json.loads(json.dumps(decision.to_dict(), allow_nan=False))["size_distance"] is None
    assert "inf" not in repr(decision).replace("(inf", "")


def test_wanted_sizes_are_those_that_were_asked_for():
    rules = bh.Rules(bounds={"A": "2..5", "B": "3.."})
    decision = bh.decide(DRAWS, {"A": 0.4, "B": 0.3, "C": 0.3}, rules=rules, size_weight=1.0)
    assert [decision.wanted_range(g) for g in range(3)] == [(2, 5), (3, 12), (3, 4)]
    exact = bh.decide(DRAWS, [5, 4, 3], size_weight=float("inf"), labels="fixed")
    assert [exact.wanted_range(g) for g in range(3)] == [(5, 5), (4, 4), (3, 3)]
    assert bh.decide(DRAWS).wanted_range(0) is None
