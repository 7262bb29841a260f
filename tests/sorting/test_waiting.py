"""Waiting lists: nobody waits while a place they could take is free, against enumeration."""

from itertools import combinations

import numpy as np
import pytest

import bayeshat as bh
import naive
from bayeshat.errors import InputError, RulesError, TargetError
from bayeshat.rules.rules import Apart, Bar, Bounds, CommonTimes, NotAgain, NotAlone, Pin, Rules, Spread, Together, Wish

GROUPS = ("red", "blue", "green")


def random_entrants(seed, n_groups):
    """More people than places, with wishes and rules that must hold."""
    rng = np.random.default_rng(seed)
    n_people = int(rng.integers(4, 10 if n_groups == 2 else 9))
    people, groups = [f"P{n}" for n in range(n_people)], GROUPS[:n_groups]
    most = rng.multinomial(max(n_people - int(rng.integers(0, 4)) - n_groups, 0), np.ones(n_groups) / n_groups) + 1
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
        lambda: Apart(some(3)),
        lambda: CommonTimes("times"),
        lambda: Spread("year"),
        lambda: NotAlone("year"),
        lambda: Bounds(1, None, str(rng.choice(groups))),
    ]
    hard = [makers[i]() for i in rng.integers(len(makers), size=int(rng.integers(0, 4)))]
    soft = [Wish(name, tuple(rng.permutation(groups)[:2].tolist())) for name in people if rng.random() < 0.8]
    sizes = dict(zip(groups, most.tolist(), strict=True))
    return table, sizes, hard, [*soft, NotAgain([some(3)], weight=0.1)]


def ways(some, table, sizes, rules, fixed=None):
    """All assignments of some of the people under the rules, with those at places of their own fixed."""
    people = [name for name in table["name"] if name in some]
    if not people:
        return np.zeros((1, 0), int), people
    places = [table["name"].index(name) for name in people]
    columns = {heading: [cells[n] for n in places] for heading, cells in table.items()}
    rows = naive.all_assignments(len(people), len(sizes))
    kept = np.all([(rows == g).sum(axis=1) <= size for g, size in enumerate(sizes.values())], axis=0)
    for rule in rules:
        few = rule.rename(lambda role, name: name if role != "person" or name in people else None)
        if few is not None:
            kept &= naive.kept_by(few, rows, people, tuple(sizes), columns)
    for name, group in (fixed or {}).items():
        kept &= rows[:, people.index(name)] == tuple(sizes).index(group)
    return rows[kept], people


def units_of(names, rules):
    """Those who must be together with each of these, as sets."""
    company = {name: {name} for name in names}
    for _ in names:
        for rule in rules:
            if isinstance(rule, Together) and set(rule.people) & set(names):
                joined = set().union(*(company.get(name, {name}) for name in rule.people))
                company |= dict.fromkeys(joined, joined)
    return [company[name] for name in names]


@pytest.mark.parametrize("way", ["lottery", "first come"])
@pytest.mark.parametrize("block", [0, pytest.param(1, marks=pytest.mark.long), pytest.param(2, marks=pytest.mark.long)])
def test_nobody_waits_while_a_place_they_could_take_is_free(block, way):
    waited = 0
    for seed in range(20 * block, 20 * block + 20):
        table, sizes, hard, soft = random_entrants(seed, 2 + seed % 2)
        try:
            decision = bh.mix_people(table, sizes, rules=Rules([*hard, *soft]), waiting_list=way, rng=seed)
        except RulesError:
            # There is no set of people for whom the rules can be met.
            for size in range(1, sum(sizes.values()) + 1):
                for some in combinations(table["name"], size):
                    apart = [unit for unit in units_of(some, hard) if not unit <= set(some)]
                    assert apart or not len(ways(some, table, sizes, hard)[0])
            continue
        placed, waiting = list(decision.people), [one.name for one in decision.waiting]
        assert sorted(placed + waiting) == table["name"]
        rows, _ = ways(placed, table, sizes, hard)
        assert (rows == decision.labels).all(axis=1).any()
        for unit in units_of(waiting, hard):
            assert not len(ways({*placed, *unit}, table, sizes, hard)[0])
        waited += len(waiting)
        if way == "first come" and all(isinstance(rule, Pin | Bar | Apart | CommonTimes) for rule in hard):
            # Nobody who came earlier gave way to somebody who came later.
            assert waiting == sorted(waiting)
            for name in waiting:
                earlier = [one for one in placed if one < name]
                assert not len(ways({*earlier, name}, table, sizes, hard)[0])
    assert waited > 10


@pytest.mark.parametrize("seed", range(12))
def test_the_next_one_moves_up_and_nobody_else_moves(seed):
    table, sizes, hard, soft = random_entrants(100 + seed, 2 + seed % 2)
    hard = [rule for rule in hard if isinstance(rule, Pin | Bar | Apart | CommonTimes)]
    rules = Rules([*hard, *soft])
    before = bh.mix_people(table, sizes, rules=rules, waiting_list="first come")
    left = str(np.random.default_rng(seed).choice(before.people))
    after = bh.mix_people(table, sizes, rules=rules, waiting_list="first come", before=before, left=[left])
    was = dict(zip(before.people, before.groups, strict=True))
    now = dict(zip(after.people, after.groups, strict=True))
    assert left not in now
    assert left not in [one.name for one in after.waiting]
    stayed = {name: group for name, group in was.items() if name != left}
    assert {name: now[name] for name in stayed} == stayed
    # Each in the order of the list, if they could take a place beside those who stay and those who moved up before.
    there = list(stayed)
    for one in before.waiting:
        rows, _ = ways({*there, one.name}, table, sizes, hard, stayed)
        assert (one.name in now) == (len(rows) > 0)
        there += [one.name] * (one.name in now)
    assert [one.name for one in after.waiting] == [one.name for one in before.waiting if one.name not in now]


def test_who_waits_is_drawn_by_lot_or_came_last():
    table = {"name": [f"P{n}" for n in range(9)], "wish": ["Art; Golf"] * 9}
    first = bh.mix_people(table, {"Art": 3, "Golf": 3}, wishes="wish", waiting_list="First come")
    assert [one.name for one in first.waiting] == ["P6", "P7", "P8"]
    assert first.waiting[0].groups == ("Art", "Golf")
    assert "3 people of 9 wait for one of the 6 places, since they came last: P6, P7, P8." in str(first.status)
    drawn = {
        tuple(one.name for one in bh.mix_people(table, [3, 3], waiting_list="lottery", rng=seed).waiting)
        for seed in range(5)
    }
    assert len(drawn) > 1
    again = [bh.mix_people(table, [3, 3], waiting_list="lottery", rng=4) for _ in range(2)]
    assert again[0].waiting == again[1].waiting
    assert again[0].to_dict()["waiting"][0] == {"name": again[0].waiting[0].name, "groups": []}
    enough = bh.mix_people(table, [5, 5], waiting_list="lottery")
    assert "Nobody has to wait" in str(enough.status)
    assert sorted(enough.sizes.tolist()) == [4, 5]


def test_places_that_rules_leave_free_are_told():
    table = {"name": ["Ann", "Bo", "Cy"]}
    kept = bh.mix_people(table, {"Art": 3}, rules=Rules(apart=[["Ann", "Cy"]]), waiting_list="first come")
    assert kept.people == ("Ann", "Bo")
    assert "Under the rules, 2 of the 3 places can be taken. 1 person of 3 waits" in str(kept.status)


def test_new_people_wait_behind_the_others_and_broken_rules_do_not_keep_a_place_free():
    table = {"name": ["Ann", "Bo", "Cy", "Di"], "year": ["1", "1", "2", "2"]}
    before = bh.mix_people(table, {"Art": 2}, waiting_list="first come")
    assert [one.name for one in before.waiting] == ["Cy", "Di"]
    later = {"name": ["New", "Di", "Cy", "Bo"], "year": ["1", "2", "2", "1"]}
    after = bh.mix_people(later, {"Art": 2}, waiting_list="first come", before=before)
    assert after.people == ("Cy", "Bo")
    assert [one.name for one in after.waiting] == ["Di", "New"]
    assert "Ann left. Cy moves up. Nobody else moves." in str(after.status)
    rules = Rules(not_alone=["year"])
    held = bh.mix_people(table, {"Art": 2}, rules=rules, waiting_list="first come", before=before, left=["bo"])
    assert "Because somebody left, these rules are not met any more: Nobody is the only one" in str(held.status)
    assert held.people == ("Ann", "Cy")


def test_what_cannot_be_a_waiting_list_is_refused():
    table = {"name": ["Ann", "Bo", "Cy"]}
    with pytest.raises(TargetError, match=r"Add 1 place, .* Or let 1 person wait for a place"):
        bh.mix_people(table, [1, 1])
    with pytest.raises(RulesError, match="Or let 1 person wait for a place"):
        bh.mix_people(table, "..1", groups=2)
    with pytest.raises(TargetError, match="how many people each group may have at most"):
        bh.mix_people(table, groups=2, waiting_list="lottery")
    with pytest.raises(InputError, match='"lottery" or by "first come"; got "chance"'):
        bh.mix_people(table, [1, 1], waiting_list="chance")
    before = bh.mix_people(table, [1, 1], waiting_list="lottery")
    with pytest.raises(InputError, match="decided by a waiting list; got none"):
        bh.mix_people(table, [1, 1], before=before, left=["Ann"])
    with pytest.raises(InputError, match='Did you mean "Ann"'):
        bh.mix_people(table, [1, 1], waiting_list="lottery", before=before, left=["An"])
    with pytest.raises(InputError, match="Zed"):
        bh.mix_people(table, [1, 1], rules=Rules(apart=[["Ann", "Zed"]]), waiting_list="lottery")
