"""Places: who sits beside whom, against all orders of small tables."""

from dataclasses import replace
from itertools import combinations, pairwise, permutations

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine import seats as search
from bayeshat.errors import InputError
from bayeshat.rules.rules import Apart, NotAgain, Rules, Together, Wish
from bayeshat.words.voice import speaking

SHAPES = ("round", "row")


def people(n_people, **columns):
    return {"name": [f"P{n}" for n in range(n_people)], **columns}


def pairs_of(order, shape):
    """The pairs that sit side by side, as sets."""
    beside = {frozenset(pair) for pair in pairwise(order)}
    return beside | ({frozenset((order[0], order[-1]))} if shape == "round" and len(order) > 1 else set())


def draw_rules(rng, names):
    """A few rules and wishes, and what each pair's order is judged by: apart, must be together, wish in hundredths."""
    rules, weight, must = [], {}, set()
    for pair in combinations(names, 2):
        kind, key = (
            rng.choice(["must", "should", "apart", "again", "wish", ""], p=[0.05, 0.1, 0.1, 0.05, 0.15, 0.55]),
            0.0,
        )
        strength = float(rng.choice([0.1, 0.25, 0.5]))
        if kind == "must":
            rules.append(Together(pair))
            must.add(frozenset(pair))
        elif kind == "should":
            rules.append(Together(pair, weight=strength))
            key = -strength
        elif kind == "apart":
            rules.append(Apart(pair, weight=strength))
            key = strength
        elif kind == "again":
            rules.append(NotAgain([pair], weight=strength))
            key = strength
        elif kind == "wish":
            # Both, or one of them.
            for person, other in [pair, pair[::-1]][: int(rng.integers(1, 3))]:
                rules.append(Wish(person, companion=other, weight=strength))
                key -= strength
        weight[frozenset(pair)] = key
    return Rules(rules), must, weight


def judge(order, shape, must, weight, column):
    """What counts, the most important first; less is better."""
    beside = pairs_of(order, shape)
    apart = sum(weight[pair] > 0 and pair not in must for pair in beside)
    together = sum(pair in must for pair in beside)
    wished = sum(round(-100 * weight[pair]) for pair in beside if weight[pair] < 0)
    alike = sum(len({column[name] for name in pair}) == 1 and column[min(pair)] != "" for pair in beside)
    return apart, -together, -wished, alike


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("seed", range(12))
def test_no_order_of_a_small_table_is_better(seed, shape):
    rng = np.random.default_rng(seed)
    table = people(int(rng.integers(3, 8)))
    names = table["name"]
    rules, must, weight = draw_rules(rng, names)
    column = dict(zip(names, rng.choice(["a", "b", ""], len(names)).tolist(), strict=True))
    decision = bh.mix_people(table, groups=1, rules=rules)
    seats = bh.seat_people(decision, shape, alternate={"side": list(column.values())})
    [order] = seats.groups().values()
    assert sorted(order) == names
    found = judge(order, shape, must, weight, column)
    assert found == min(judge(other, shape, must, weight, column) for other in permutations(names))
    assert seats.proven
    wanted = {pair for pair in weight if pair in must or weight[pair] < 0}
    beside = pairs_of(order, shape)
    assert seats.seeking == len(frozenset().union(*wanted))
    assert seats.beside == len(frozenset().union(*(wanted & beside)))
    unwanted = {pair for pair in weight if weight[pair] > 0 and pair not in must}
    assert (seats.apart, seats.parted) == (len(unwanted), len(unwanted - beside))
    assert seats.alike == found[3]


def test_larger_tables_have_good_orders(monkeypatch):
    """The search for many people finds what is proven best for few."""
    monkeypatch.setattr(search, "_MOST_COMPARED", 2)
    rng, worse = np.random.default_rng(1), 0
    for _ in range(10):
        n = int(rng.integers(9, 13))
        side = rng.integers(0, 2, n)
        price = np.triu((side[:, None] == side) - 25 * (rng.random((n, n)) < 0.2), 1)
        price = price + price.T
        for is_round in (True, False):
            order, proven = search._order(price.copy(), is_round)
            assert sorted(order.tolist()) == list(range(n))
            assert not proven
            best = search._best_circle(price if is_round else np.pad(price, (0, 1)))
            cost = price[search._neighbours(order, is_round)].sum()
            least = search._cost(price if is_round else np.pad(price, (0, 1)), best)
            assert cost >= least
            worse += cost > least
    assert worse <= 1


def test_thirty_couples_sit_side_by_side_and_alternate():
    rows = people(60, side=["left", "right"] * 30)
    rules = Rules(together=[[f"P{n}", f"P{n + 1}"] for n in range(0, 60, 2)])
    seats = bh.seat_people(bh.mix_people(rows, groups=2, rules=rules), alternate={"side": rows["side"]})
    assert (seats.seeking, seats.beside, seats.alike) == (60, 60, 0)
    assert str(seats.words()) == (
        "Everybody sits beside somebody they should or would like to be with, if there is such a person in their "
        'group. Nobody sits beside somebody with the same "side". Where more than 14 people sit together, there may be '
        "a better order."
    )


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("n_people", [2, 3])
def test_few_people_and_empty_groups_have_places_too(n_people, shape):
    rows = people(n_people)
    decision = bh.mix_people(rows, {"full": n_people, "empty": 0})
    seats = bh.seat_people(decision, shape)
    assert seats.groups() == {"full": rows["name"], "empty": []}
    assert str(seats.words()).startswith("Places are in the order of the list of people")


def test_one_person_has_the_only_place():
    rows = people(2, friend=["P1", "P0"])
    decision = bh.mix_people(rows, groups=2, friends="friend", rules={"apart": [["P0", "P1"]]})
    assert sorted(bh.seat_people(decision).groups().values()) == [["P0"], ["P1"]]


def test_wishes_in_another_group_do_not_count():
    rows = people(4, friend=["P1", "P0", "P3", "P2"])
    decision = bh.mix_people(rows, groups=2, friends="friend")
    apart = replace(decision, labels=np.array([0, 1, 0, 1]))
    assert bh.seat_people(decision).seeking == 4
    assert bh.seat_people(apart).seeking == 0


def test_somebody_who_was_moved_by_hand_is_kept_away_from_whom_they_must_not_meet():
    rows = people(5)
    decision = bh.mix_people(rows, {"a": 4, "b": 1}, rules={"apart": [["P0", "P1"]]})
    seats = bh.seat_people(replace(decision, labels=np.zeros(5, np.int64)))
    assert (seats.apart, seats.parted) == (1, 1)
    assert "Nobody sits beside somebody they should be kept apart from." in str(seats.words())


def test_very_many_people_sit_as_they_are_listed():
    rows = people(501, side=["x", "y"] * 250 + ["x"])
    seats = bh.seat_people(bh.mix_people(rows, groups=1), alternate={"side": rows["side"]})
    assert seats.groups()["1"] == rows["name"]
    assert not seats.proven
    assert "More than 500 people sit in the order of the list of people." in str(seats.words())


def test_unknown_shapes_are_refused():
    decision = bh.mix_people(people(3), groups=1)
    with pytest.raises(InputError, match='shape must be one of "round", "row"; got'):
        bh.seat_people(decision, "oval")


def test_the_same_people_get_the_same_places_in_every_language():
    rows = people(20, friend=[f"P{(7 * n + 3) % 20}" for n in range(20)])
    decision = bh.mix_people(rows, groups=1, friends="friend")
    first = bh.seat_people(decision)
    with speaking(language="de"):
        again = bh.seat_people(decision)
        assert str(again.words()).startswith("Alle sitzen neben jemandem")
    assert first.to_dict() == again.to_dict()
