"""The order in which choices are granted, against enumeration, and what is said about who got less."""

import numpy as np
import pytest

import bayeshat as bh
import naive
from bayeshat.errors import InputError, RulesError
from bayeshat.rules.fair import AVERAGE, FIRST, NOBODY, ORDERS
from bayeshat.rules.reading import read_rules
from bayeshat.rules.rules import Apart, Bar, CommonTimes, Fair, NotAlone, Pin, Rules, Spread, Together, Wish
from bayeshat.sorting.plan import Plan

GROUPS = ("red", "blue", "green")


def random_choices(seed, n_groups=3):
    """People with choices, capacities and a few rules that must hold."""
    rng = np.random.default_rng(seed)
    n_people = int(rng.integers(5, 10 if n_groups < 3 else 9))
    people, groups = [f"P{n}" for n in range(n_people)], GROUPS[:n_groups]
    favour = rng.dirichlet(np.ones(n_groups))
    wishes = {
        name: rng.choice(groups, int(rng.integers(1, n_groups + 1)), replace=False, p=favour).tolist()
        for name in people
        if rng.random() < 0.9
    }
    most = rng.multinomial(n_people + int(rng.integers(0, 3)) - n_groups, np.ones(n_groups) / n_groups) + 1
    table = {
        "name": people,
        "year": rng.choice(["1", "2"], n_people).tolist(),
        "times": rng.choice(["Mon; Tue", "Mon", "Tue", ""], n_people).tolist(),
    }

    def some(n):
        return tuple(rng.choice(people, n, replace=False).tolist())

    makers = [
        lambda: Pin(some(1)[0], (str(rng.choice(groups)),)),
        lambda: Bar(some(1)[0], (str(rng.choice(groups)),)),
        lambda: Together(some(2)),
        lambda: Apart(some(2)),
        lambda: Spread("year"),
        lambda: NotAlone("year"),
        lambda: CommonTimes("times"),
    ]
    rules = [makers[i]() for i in rng.integers(len(makers), size=int(rng.integers(0, 3)))]
    sizes = {group: f"0..{size}" for group, size in zip(groups, most.tolist(), strict=True)}
    return table, sizes, rules, wishes


def ranks_of(row, people, groups, wishes):
    """Which choice everybody gets who chose; one more than the longest list if none."""
    none = max(map(len, wishes.values())) + 1
    got = {name: groups[g] for name, g in zip(people, row, strict=True)}
    return [own.index(got[name]) + 1 if got[name] in own else none for name, own in wishes.items()], none


def judged(ranks, none, order):
    """What an order makes small, as numbers to compare one after the other."""
    counts = [ranks.count(rank) for rank in range(1, none + 1)]
    if order == FIRST:
        return [-count for count in counts[:-1]]
    return counts[:0:-1] if order == NOBODY else [sum(ranks)]


def solve_to_the_end(seed, order):
    table, sizes, rules, wishes = random_choices(seed, 2 + seed % 2)
    people, groups = table["name"], tuple(sizes)
    every = Rules([*rules, *(Wish(name, own) for name, own in wishes.items())])
    rows = naive.all_assignments(len(people), len(groups))
    kept = np.ones(len(rows), bool)
    for g, size in enumerate(sizes.values()):
        kept &= (rows == g).sum(axis=1) <= int(size[3:])
    for rule in rules:
        kept &= naive.kept_by(rule, rows, people, groups, table)
    if not kept.any():
        with pytest.raises(RulesError):
            bh.mix_people(table, sizes, rules=every, fair=order)
        return
    decision = bh.mix_people(table, sizes, rules=every, fair=order)
    [own] = np.flatnonzero((rows == decision.labels).all(axis=1))
    assert kept[own]
    best = min(judged(*ranks_of(row, people, groups, wishes), order) for row in rows[kept])
    assert judged(*ranks_of(decision.labels, people, groups, wishes), order) == best


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("block", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_each_order_is_exact_with_random_capacities_and_rules(order, block):
    for seed in range(12 * block, 12 * block + 12):
        solve_to_the_end(seed, order)


def test_who_got_less_is_told_and_how_unequal_that_is():
    wishes = {"Ann": ["red", "blue"], "Bo": ["red", "green"], "Cy": ["blue", "green"], "Di": ["red", "blue"]}
    table = {"name": list(wishes)}
    sizes = {"red": 2, "blue": 1, "green": 1}
    first = bh.mix_people(table, sizes, rules=Rules(wishes=wishes))
    told = str(first.status)
    assert "Less than their first choice: 1 person, " in told
    assert "The worst that anybody got is their 2nd choice (1 person); on average, people got choice 1.2." in told
    assert "In no other groups would fewer people get that or worse." in told


def test_the_price_is_the_difference_between_the_orders():
    for seed in range(30):
        table, sizes, _, wishes = random_choices(seed)
        people, groups = table["name"], tuple(sizes)
        rules = Rules(wishes=wishes)
        first, nobody = (bh.mix_people(table, sizes, rules=rules, fair=order) for order in (FIRST, NOBODY))
        ranks, _ = ranks_of(first.labels, people, groups, wishes)
        fair, _ = ranks_of(nobody.labels, people, groups, wishes)
        if max(fair) < max(ranks):
            rows = naive.all_assignments(len(people), len(groups))
            kept = np.all([(rows == g).sum(axis=1) <= int(s[3:]) for g, s in enumerate(sizes.values())], axis=0)
            least = max(fair)
            possible = [ranks_of(row, people, groups, wishes)[0] for row in rows[kept]]
            most = max(own.count(1) for own in possible if max(own) <= least)
            cost = ranks.count(1) - most
            words = {0: "no first choices, only later ones", 1: "1 first choice"}.get(cost, f"{cost} first choices")
            assert f"would cost {words}." in str(first.status)
            told = "This costs no first choices."
            if fair.count(1) < ranks.count(1):
                told = f"if they came first, {ranks.count(1)} instead of {fair.count(1)} people would get theirs"
            assert told in str(nobody.status)
            return
    pytest.fail("no seed has fairer groups")


def test_orders_are_read_and_written():
    for text, order in (("Nobody should do badly", NOBODY), ("average", AVERAGE), ("Erste Wünsche", FIRST)):
        assert Fair(text).order == order
    rules = read_rules({"rule": ["fair"], "what": ["nobody badly"]})
    assert rules == Rules(fair="nobody badly") == Rules.from_plain({"fair": "nobody badly"})
    assert Rules.from_plain(rules.to_plain()) == rules
    with pytest.raises(InputError, match='must be "first choices", "nobody badly" or "average"; got "best"'):
        Fair("best")
    people = {"name": ["Ann", "Bo"], "wish": ["a", "b"]}
    with pytest.raises(InputError, match="granted in one order"):
        bh.mix_people(people, wishes="wish", rules=rules, fair="average")
    decision = bh.mix_people(people, wishes="wish", rules=rules)
    assert str(decision.status).startswith("Of 2 wishes, 2 are fully granted.")
    # Sorting weighs wishes against answers, and says so.
    plan = Plan.read("hogwarts", bh.simulate(bh.Survey.load("hogwarts"), 5, rng=1).answers, rules=rules)
    assert "in which order choices are granted" in str(plan.answers.notes[-1])


def test_many_people_and_ranks_are_solved_rank_by_rank():
    rng = np.random.default_rng(2)
    groups = [f"G{g}" for g in range(10)]
    favour = np.arange(1, 11) / 55
    wishes = {f"P{n}": rng.choice(groups, 8, replace=False, p=favour).tolist() for n in range(120)}
    table, sizes = {"name": list(wishes)}, dict.fromkeys(groups, "0..12")
    counts = {}
    for order in ORDERS:
        decision = bh.mix_people(table, sizes, rules=Rules(wishes=wishes), fair=order)
        assert decision.proven
        ranks, none = ranks_of(decision.labels, list(wishes), decision.names, wishes)
        counts[order] = [ranks.count(rank) for rank in range(1, none + 1)]
    for order in ORDERS:
        own = judged([rank for rank, n in enumerate(counts[order], 1) for _ in range(n)], none, order)
        for other in ORDERS:
            assert own <= judged([rank for rank, n in enumerate(counts[other], 1) for _ in range(n)], none, order)
    assert counts[NOBODY] != counts[FIRST]


def test_granted_choices_are_told_once():
    people = {"name": ["Ann", "Bo"], "1st choice": ["a", "b"], "2nd choice": ["b", "a"]}
    decision = bh.mix_people(people, wishes="1st choice")
    told = "Of 2 people with choices, 2 got their first. No other groups grant more first choices"
    assert str(decision.status).startswith(told)
    assert str(decision.status).count("their first") == 1
