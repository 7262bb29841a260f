"""Mixed groups: columns spread as evenly as possible, against enumeration and against exchanges."""

from itertools import combinations, product
from types import SimpleNamespace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.kernels._rules_numba import spread_gain_of_two
from bayeshat.engine.ruled.units import rule_arrays
from bayeshat.errors import AnswersError, InputError, RulesError
from bayeshat.rules.rule_set import RuleSet
from bayeshat.rules.rules import Rules, Spread, Together, Wish
from naive import exchange_until_even, keeps, uneven


def random_columns(rng, n_people, n_columns, values="abc"):
    """Columns with a rare value and a few empty cells."""
    odds = np.array([4.0, 2.0, 1.0, 0.5][: len(values) + 1])
    return {f"q{i}": rng.choice([*values, ""], n_people, p=odds / odds.sum()).tolist() for i in range(n_columns)}


def total_cost(decision, labels, columns, weight):
    """Expected loss and the cost of an uneven spread, by its definition."""
    draws, n_groups = decision.problem.draws.codes.T, len(decision.names)
    loss = bh.expected_loss(labels, draws, loss=decision.loss)
    return loss + decision.kept.worth * weight / 4 * uneven(labels, columns.values(), n_groups)


@pytest.mark.parametrize("enumerated", [True, False])
@pytest.mark.parametrize("seed", range(3))  # one for each way to divide people
@pytest.mark.parametrize("sorting", [True, pytest.param(False, marks=pytest.mark.long)])
def test_soft_mixes_reach_the_optimum_of_all_assignments(seed, sorting, enumerated, monkeypatch):
    if not enumerated:
        monkeypatch.setattr("bayeshat.engine.search.exhaustive._MAX_ASSIGNMENTS_X_DRAWS", 0)
    rng = np.random.default_rng(seed)
    n_people, sizes = [(8, [4, 4]), (7, [4, 3]), (7, [3, 2, 2])][seed % 3]
    draws = rng.integers(0, len(sizes), (30 if sorting else 1, n_people)) * sorting
    columns = random_columns(rng, n_people, 2)
    rules = Rules([Spread(column, weight="normal") for column in columns])
    decision = bh.decide(draws, sizes, size_weight=np.inf, rules=rules, columns=columns, starts=4, loss=bh.VI())
    own = total_cost(decision, decision.labels, columns, 0.25)
    assert own == pytest.approx(
        decision.expected_loss + decision.kept.ruling.constraints.soft_cost(decision.labels), abs=1e-9
    )
    best = min(
        total_cost(decision, np.array(labels), columns, 0.25)
        for labels in product(range(len(sizes)), repeat=n_people)
        if sorted(np.bincount(labels, minlength=len(sizes))) == sorted(sizes)
    )
    assert own == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("n_people", [80, pytest.param(200, marks=pytest.mark.long)])
def test_many_people_are_mixed_no_worse_than_by_exchanges(n_people):
    n_groups, rng = n_people // 10, np.random.default_rng(0)
    columns = {f"q{i}": rng.choice(list("abcd"), n_people, p=[0.4, 0.3, 0.2, 0.1]).tolist() for i in range(8)}
    rules = Rules([Spread(column, weight=1) for column in columns])
    ours = bh.decide(
        np.zeros((1, n_people), int),
        groups=n_groups,
        target="balanced",
        size_weight=np.inf,
        rules=rules,
        columns=columns,
        starts=2,
    )
    begun = [rng.permutation(np.arange(n_people) % n_groups) for _ in range(10)]
    theirs = [
        uneven(exchange_until_even(labels, columns.values(), rng), columns.values(), n_groups) for labels in begun
    ]
    # On a busy machine the clock may stop a step of the search; otherwise the groups are the same on every machine.
    assert ours.kept.hurried or uneven(ours.labels, columns.values(), n_groups) <= min(theirs) + 1e-9


def test_costs_of_steps_are_those_of_the_definition():
    rng = np.random.default_rng(3)
    columns = random_columns(rng, 30, 3)
    draws = rng.integers(0, 3, (20, 30))
    rules = Rules([Spread("q0", weight=0.3), Spread("q1", weight=0.3), Spread("q2", weight=0.3)])
    together = Rules([Together(("person 1", "person 2"))])
    decision = bh.decide(draws, groups=3, rules=rules + together, columns=columns, size_weight=0.1, starts=2)
    constraints = decision.kept.ruling.constraints
    assert constraints.shared_cost(decision.labels) == pytest.approx(
        decision.kept.worth * 0.3 / 4 * uneven(decision.labels, columns.values(), 3), abs=1e-12
    )
    changes, table = constraints.mixing_changes(decision.labels), decision.table()
    for n, g in product(range(2, 30), range(3)):
        labels = decision.labels.copy()
        labels[n] = g
        change = constraints.shared_cost(labels) - constraints.shared_cost(decision.labels)
        assert changes[n, g] == pytest.approx(change, abs=1e-12)
        loss = bh.expected_loss(labels, draws, target=decision.target, size_weight=0.1)
        assert table[f"move to {g + 1}"][n] == pytest.approx(change + loss - decision.expected_loss, abs=1e-9)
    # No single exchange that is allowed improves the decision.
    assert min(table["swap change"][2:]) > -1e-9


def test_sorting_and_other_rules_go_with_mixes():
    rng = np.random.default_rng(5)
    draws = rng.integers(0, 3, (40, 24))
    people = tuple(f"P{n}" for n in range(24))
    columns = {"year": rng.choice(["1", "2"], 24).tolist(), "team": rng.choice(list("xyz"), 24).tolist()}
    rules = Rules([Spread("year"), Spread("team", weight="strong"), Together(people[:2])])
    decision = bh.decide(draws, [8, 8, 8], size_weight=np.inf, rules=rules, people=people, columns=columns, starts=4)
    assert all(keeps(rule, decision.groups, people, decision.names, columns) for rule in rules if rule.is_hard)
    assert decision.sizes.tolist() == [8, 8, 8]
    assert len(decision.kept.outcomes) == 2
    assert decision.kept.to_dict()["outcomes"][0] in str(decision.status)
    # A rule that costs nothing would not need its weight: without it the answers would part the teams unevenly.
    alone = bh.decide(draws, [8, 8, 8], size_weight=np.inf, rules=Rules(together=[people[:2]]), people=people, starts=4)
    teams = [columns["team"]]
    assert uneven(decision.labels, teams, 3) < uneven(alone.labels, teams, 3)


def test_a_mix_that_cannot_be_even_is_named():
    columns = {"year": ["1"] * 3 + ["2"] * 9}
    rules = Rules(spread=["year"], together=[["person 1", "person 2"]])
    with pytest.raises(RulesError, match="rules cannot all be met") as caught:
        bh.decide(np.zeros((1, 12), int), groups=3, target="balanced", size_weight=np.inf, rules=rules, columns=columns)
    assert "“year” is spread evenly over the groups" in str(caught.value)


def test_outcomes_are_told_as_they_are():
    columns = {"year": [*"11112222"], "age": [f"{age}" for age in range(20, 28)]}
    people = [f"P{n}" for n in range(8)]
    rules = Rules([Spread("year", weight=0.1), Spread("age", bands=2)])
    ruling = RuleSet.of(rules, people, ("red", "blue"), columns)
    assert tuple(map(str, ruling.tell_outcomes(np.array([0, 0, 0, 1, 1, 1, 1, 0])))) == (
        'Each group has 1 to 3 (even: 2) of the 4 with "1" and 1 to 3 (even: 2) of the 4 with "2" in "year".',
        'Each group has 1 to 3 (even: 2) of the 4 with "20 to 23" and 1 to 3 (even: 2) of the 4 with "24 to 27" '
        'in "age".',
    )
    assert [type(rule) for rule in ruling.unmet(np.array([0, 0, 0, 1, 1, 1, 1, 0]))] == [Spread, Spread]


def test_numbers_are_cut_into_bands_and_several_answers_count_one_by_one():
    ages = [f"{age}" for age in range(20, 32)]
    likes = ["tea; cake", "tea", "cake", "", "tea; Cake", "cake"] * 2
    people = [f"P{n}" for n in range(12)]
    ruling = RuleSet.of(Rules(spread=["age", "likes"]), people, ("red", "blue", "green"), {"age": ages, "likes": likes})
    age, *rest = ruling.constraints.traits
    assert age.values == ("20 to 22", "23 to 25", "26 to 28", "29 to 31")
    assert [(trait.values, trait.totals.tolist()) for trait in rest] == [(("tea",), [6]), (("cake",), [8])]
    with pytest.raises(InputError, match="bands need a column of numbers"):
        RuleSet.of(Rules([Spread("likes", bands=3)]), people, ("red", "blue"), {"likes": likes})
    with pytest.raises(InputError, match="at least 2 bands"):
        Spread("age", bands=1)


def test_people_are_mixed_from_a_table_alone():
    table = {"name": [f"P{n}" for n in range(9)], "year": [*"111222333"], "team": [*"abcabcabc"]}
    decision = bh.mix_people(table, {"red": 3, "blue": 3, "green": 3}, mix=["year", "team"])
    assert all(keeps(Spread(c), decision.groups, table["name"], decision.names, table) for c in ("year", "team"))
    assert decision.people == tuple(table["name"])
    assert "fewer people" not in str(decision.status)
    assert bh.mix_people(table, groups=2).sizes.tolist() in ([4, 5], [5, 4])


def test_an_even_spread_is_known_to_be_the_best():
    table = {"name": [f"P{n}" for n in range(60)], "year": [*"112"] * 20, "team": [*"abcdef"] * 10}
    mix = [Spread("year", weight=1), Spread("team", weight=1)]
    decision = bh.mix_people(table, groups=4, mix=mix, starts=4)
    assert decision.proven
    constraints = decision.kept.ruling.constraints
    assert constraints.shared_cost(decision.labels) == pytest.approx(constraints.even_cost(decision.sizes))
    rng = np.random.default_rng(2)
    for _ in range(50):
        labels = rng.permutation(decision.labels)
        assert constraints.shared_cost(labels) >= constraints.even_cost(decision.sizes) - 1e-12


def refuse_to_anneal(*_):
    raise AssertionError("nothing may be left to improve")


@pytest.mark.parametrize("year", [Spread("year"), Spread("year", weight=1)])
def test_groups_within_a_range_that_cannot_be_more_even_are_not_improved(year, monkeypatch):
    monkeypatch.setattr("bayeshat.engine.ruled.search._RuledSearch.run", refuse_to_anneal)
    table = {"name": [f"P{n}" for n in range(40)], "year": [*"11223"] * 8}
    decision = bh.mix_people(table, "6..10", groups=5, mix=year)
    assert decision.proven
    assert decision.sizes.tolist() == [8] * 5


def test_choices_and_even_spreads_together_are_proven_best(monkeypatch):
    """As good as the best of random exchanges, by one program."""
    monkeypatch.setattr("bayeshat.engine.ruled.search._RuledSearch.run", refuse_to_anneal)
    table = chosen(np.random.default_rng(3), 24)
    mix = [Spread("year", weight=0.4)]
    decision = bh.mix_people(table, dict.fromkeys(WORKSHOPS, 8), wishes="First choice", mix=mix)
    assert decision.proven
    constraints, rng = decision.kept.ruling.constraints, np.random.default_rng(0)
    labels = decision.labels
    for _ in range(2000):
        n, m = rng.choice(24, 2, replace=False)
        other = labels.copy()
        other[[n, m]] = labels[[m, n]]
        assert constraints.soft_cost(other) >= constraints.soft_cost(decision.labels) - 1e-12
        labels = other if rng.random() < 0.5 else decision.labels


def test_people_keep_their_names_and_nobody_comes_twice_unnoticed():
    table = {"Full name": ["Na", "Nan", "Null", "", "Bo", "Bo"], "year": list("123123")}
    with pytest.raises(AnswersError, match='"Bo": rows'):
        bh.mix_people(table, groups=2)
    mixed = bh.mix_people(table, groups=2, duplicates="latest")
    assert mixed.people == ("Na", "Nan", "Null", "person 4", "Bo")


@pytest.mark.parametrize("seed", range(8))
def test_what_an_exchange_of_two_people_does_to_the_spread(seed):
    """The short way, which looks only at what the two differ in, against the whole cost before and after."""
    rng = np.random.default_rng(seed)
    n_people, groups = 12, ["A", "B", "C"]
    columns = {"q": rng.choice(list("abc"), n_people).tolist(), "r": rng.choice(["x", "y", ""], n_people).tolist()}
    people = [f"P{n}" for n in range(n_people)]
    constraints = RuleSet.of(
        Rules([Spread("q", weight=1), Spread("r", weight=0.3)]), people, groups, columns
    ).constraints
    ruled = rule_arrays(constraints)
    labels = rng.permutation(np.repeat([0, 1, 2], [3, 4, 5]))
    traits = np.zeros((ruled.wanted.shape[1], 3), np.int64)
    for column in ruled.values:
        there = column >= 0
        np.add.at(traits, (column[there], labels[there]), 1)
    state = SimpleNamespace(size=SimpleNamespace(sizes=np.bincount(labels)))
    short = getattr(spread_gain_of_two, "py_func", spread_gain_of_two)
    for a, b in combinations(range(n_people), 2):
        n, m = ruled.members[ruled.begin[a]], ruled.members[ruled.begin[b]]
        after = labels.copy()
        after[n], after[m] = labels[m], labels[n]
        gain = constraints.shared_cost(labels) - constraints.shared_cost(after)
        if labels[n] != labels[m]:
            assert short(ruled, state, traits, a, b, labels[n], labels[m]) == pytest.approx(gain, abs=1e-12)


WORKSHOPS = ("Chess", "Drama", "Golf")
RULE_SETS = {
    "none": Rules(),
    "company": Rules(together=[["P0", "P1"]], apart=[["P2", "P3", "P4"]]),
    "places": Rules(pins={"P0": "Golf"}, bars={"P1": ["Drama", "Golf"]}, together=[["P1", "P2"], ["P3", "P4", "P5"]]),
    "spread": Rules(spread=["year"], apart=[["P0", "P5"]]),
    "weights": Rules([Wish("P0", ("Golf",), weight="strong"), Wish("P1", ("Golf", "Chess"), weight="weak")]),
}


def chosen(rng, n_people):
    """People with a first and mostly a second choice, every workshop among both; some choose nothing."""
    ranked = [[WORKSHOPS[n], WORKSHOPS[n - 1]] for n in range(3)]
    ranked += [rng.permutation(WORKSHOPS)[: rng.choice(3, p=[0.1, 0.2, 0.7])].tolist() for _ in range(n_people - 3)]
    places = {f"{place} choice": [[*own, "", ""][r] for own in ranked] for r, place in enumerate(("First", "Second"))}
    return {"name": [f"P{n}" for n in range(n_people)], "year": rng.choice(["1", "2"], n_people).tolist()} | places


def granted(decision, labels):
    """The weight of first choices, of second ones, and how uneven the groups are, to be compared in this order."""
    ranks = np.zeros(2)
    for rule in decision.kept.ruling.rules.of(Wish):
        got = decision.names[labels[decision.people.index(rule.person)]]
        if got in rule.groups:
            ranks[rule.groups.index(got)] += rule.weight
    return (*(-ranks).round(9), int((np.bincount(labels, minlength=3) ** 2).sum()))


@pytest.mark.parametrize("sizes", ["..6", "0..4", "balanced", (2, 4, 1), ("..2", "..3", "0..7")])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_choices_are_granted_in_order_against_all_assignments(sizes, rules):
    table = chosen(np.random.default_rng([len(rules), len(str(sizes))]), 7)
    target = sizes if isinstance(sizes, str) else dict(zip(WORKSHOPS, sizes, strict=True))
    decision = bh.mix_people(table, target, wishes="First choice", rules=RULE_SETS[rules])
    assert decision.names == WORKSHOPS
    assert decision.proven
    every = np.array(list(product(range(3), repeat=7)))
    every = every[decision.kept.ruling.constraints.kept_by(every)]
    if decision.problem.sizes.exact is not None:
        every = every[[(np.bincount(labels, minlength=3) == decision.problem.sizes.exact).all() for labels in every]]
    values = [granted(decision, labels) for labels in every]
    if sizes == "balanced":
        # Even sizes come first, as far as the rules allow.
        values = [value for value in values if value[-1] == min(values, key=lambda one: one[-1])[-1]]
    assert granted(decision, decision.labels) == min(values)
    for rule in decision.kept.ruling.rules:
        assert not rule.is_hard or keeps(rule, decision.groups, table["name"], WORKSHOPS, table), rule


@pytest.mark.parametrize(("sizes", "golf"), [("..4", 1), ("0..4", 0)])
def test_a_workshop_that_nobody_chose_is_empty_only_if_it_may_be(sizes, golf):
    table = {"name": [f"P{n}" for n in range(6)], "choice": ["Chess", "Drama"] * 3}
    decision = bh.mix_people(table, dict.fromkeys(WORKSHOPS, sizes), wishes="choice")
    assert decision.sizes[2] == golf
    assert decision.proven


def test_choices_are_weighed_against_company():
    """Two friends give up nothing while there is room; the decision says that it is not in strict order."""
    table = {
        "name": ["Ann", "Bo", "Cy", "Di"],
        "choice": ["Chess", "Drama", "Chess", "Drama"],
        "friend": ["Cy", "Di", "", ""],
    }
    decision = bh.mix_people(table, "..3", wishes="choice", friends="friend")
    assert decision.groups == ("Chess", "Drama", "Chess", "Drama")
    assert "other wishes are weighed against them" in str(decision.status)


def test_sizes_within_a_range_are_even_whatever_else_is_asked():
    table = {"name": [f"P{n}" for n in range(9)], "year": [*"112112112"]}
    for asked in ({}, {"mix": "year"}, {"mix": [Spread("year", weight="normal")]}):
        decision = bh.mix_people(table, "0..9", groups=3, starts=2, **asked)
        assert decision.sizes.tolist() == [3, 3, 3]
