"""What each rule costs, against deciding anew without it."""

import itertools

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.rule_costs import price_rules
from bayeshat.rules.rules import Wish

PEOPLE = [f"person {n + 1}" for n in range(8)]


@pytest.fixture(scope="module")
def draws():
    """Eight people of whom the first four are nearly always in one cluster, and the others in the other one."""
    rng = np.random.default_rng(5)
    return np.where(rng.random((200, 8)) < 0.1, 1, 0) ^ np.repeat([0, 1], 4)


def decide(draws, rules):
    return bh.decide(draws, {"red": 4, "blue": 4}, loss="placement", size_weight=np.inf, rules=rules, rng=1)


def best_right(draws, rules):
    """Return the most people right of all ways to sort them that keep to the rules."""
    share = np.stack([(draws == k).mean(axis=0) for k in (0, 1)], axis=1)
    ways = [np.array([n not in reds for n in range(8)], int) for reds in itertools.combinations(range(8), 4)]
    ruling = decide(draws, rules).kept.ruling
    met = [way for way in ways if not ruling.unmet(way)]
    return max(share[np.arange(8), way].sum() for way in met)


def test_each_rule_costs_what_all_ways_without_it_gain(draws):
    rules = bh.Rules(pins={"person 1": "blue"}, together=[["person 5", "person 6"]], apart=[["person 3", "person 4"]])
    decision = decide(draws, rules)
    costs = price_rules(decision, rules, seconds=60)
    now = best_right(draws, rules)
    for rule, cost in zip(decision.kept.ruling.rules, costs, strict=True):
        without = bh.Rules(other for other in rules if other != rule)
        assert cost == pytest.approx(best_right(draws, without) - now, abs=1e-9)
    assert [cost > 0.5 for cost in costs] == [True, False, True]


def test_one_rule_costs_as_much_as_all(draws):
    rules = bh.Rules(pins={"person 1": "blue"})
    decision = decide(draws, rules)
    assert price_rules(decision, rules, seconds=60) == [pytest.approx(decision.kept.fewer_right)]
    assert decision.kept.fewer_right > 0.5


def test_wishes_cost_what_they_take_from_others(draws):
    rules = bh.Rules(wishes=[Wish("person 1", ("blue",), weight=5.0), Wish("person 2", ("blue",), weight=0.001)])
    costs = price_rules(decide(draws, rules), rules, seconds=60)
    assert costs[0] > 0.5
    assert costs[1] == 0.0


def test_only_the_rules_asked_for_are_looked_at_and_only_while_there_is_time(draws):
    rules = bh.Rules(pins={"person 1": "blue"}, apart=[["person 3", "person 4"]])
    decision = decide(draws, rules)
    assert [cost is None for cost in price_rules(decision, rules.rules[:1], seconds=60)] == [False, True]
    assert price_rules(decision, rules, seconds=0) == [None, None]
    assert price_rules(bh.decide(draws, {"red": 4, "blue": 4}), rules, seconds=60) == []


def test_progress_is_told_within_each_rule():
    """A server that has something more urgent to do stops there."""
    draws = np.random.default_rng(1).integers(0, 2, (50, 30))
    rules = bh.Rules(pins={"person 1": "blue"}, apart=[["person 3", "person 4"]])
    told = []
    price_rules(
        bh.decide(draws, {"red": 15, "blue": 15}, rules=rules, starts=2),
        rules,
        seconds=60,
        progress=lambda share, _: told.append(share),
    )
    assert told[0] == 0.0
    assert sum(0 < share < 0.5 for share in told) > 1
    assert sum(0.5 < share < 1 for share in told) > 1
