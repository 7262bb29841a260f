"""Decisions under rules: every hard rule holds, by a verifier of its own; conflicts, prices and words."""

from itertools import product

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.decision import Kept
from bayeshat.engine.programs.conflicts import smallest_conflict
from bayeshat.errors import InputError, RulesError
from bayeshat.rules.rule_set import RuleSet
from bayeshat.rules.rules import Apart, Bar, Bounds, CommonTimes, NotAlone, Pin, Rules, Spread, Together, Wish
from naive import keeps
from sweeps import seeds

GROUPS = ("red", "blue", "green")


def random_draws(rng, n_people, n_clusters, n_draws=60):
    """Posterior draws of people who hesitate between clusters."""
    theta = rng.dirichlet(np.full(n_clusters, 0.4), n_people)
    return np.array([[rng.choice(n_clusters, p=t) for t in theta] for _ in range(n_draws)])


def random_rules(rng, people, groups, columns):
    """A few rules of every kind."""

    def some(n):
        return tuple(rng.choice(people, n, replace=False).tolist())

    def group():
        return str(rng.choice(groups))

    makers = [
        lambda: Bounds(int(rng.integers(0, len(people) // len(groups))), None),
        lambda: Bounds(None, int(rng.integers(len(people) // len(groups) + 1, len(people))), group()),
        lambda: Pin(some(1)[0], (group(),)),
        lambda: Bar(some(1)[0], (group(),)),
        lambda: Together(some(int(rng.integers(2, 4)))),
        lambda: Apart(some(int(rng.integers(2, len(groups) + 1)))),
        lambda: Spread("school"),
        lambda: NotAlone("gender"),
        lambda: NotAlone("gender", "f"),
        lambda: CommonTimes("times", int(rng.integers(1, 3))),
    ]
    return [makers[i]() for i in rng.integers(len(makers), size=int(rng.integers(1, 6)))]


def problem(seed, n_people=None):
    rng = np.random.default_rng(seed)
    n_groups = int(rng.integers(2, 4))
    n_people = n_people or int(rng.integers(5, 9 if n_groups == 3 else 13))
    groups = GROUPS[:n_groups]
    people = tuple(f"P{n}" for n in range(n_people))
    columns = {
        "school": rng.choice(["north", "south", ""], n_people).tolist(),
        "gender": ["f", *rng.choice(["f", "m"], n_people - 1).tolist()],
        "times": ["; ".join(t for t in ("Mon", "Tue", "Wed") if rng.random() < 0.7) for _ in range(n_people)],
    }
    return rng, random_draws(rng, n_people, n_groups), people, groups, columns


def allowed_assignments(rules, people, groups, columns):
    """All assignments that keep to the rules, as group numbers."""
    hard = [rule for rule in rules if rule.is_hard]
    for labels in product(range(len(groups)), repeat=len(people)):
        if all(keeps(rule, [groups[g] for g in labels], people, groups, columns) for rule in hard):
            yield labels


def test_exact_sizes_and_rules_together():
    _, draws, people, groups, columns = problem(7, n_people=9)
    target = dict(zip(groups, [4, 5] if len(groups) == 2 else [4, 3, 2], strict=True))
    rules = Rules(together=[people[:3]], apart=[people[3:5]])
    for labels in ("free", "fixed"):
        decision = bh.decide(
            draws, target, size_weight=float("inf"), labels=labels, rules=rules, people=people, columns=columns
        )
        sizes = decision.sizes.tolist()
        assert (sorted(sizes) == sorted(target.values())) if labels == "free" else (sizes == list(target.values()))
        assert all(keeps(rule, decision.groups, people, groups, columns) for rule in rules)


def contradictory(seed):
    """Rules that cannot all be met, most of them innocent."""
    rng = np.random.default_rng(seed)
    while True:
        _, _, people, groups, columns = problem(int(rng.integers(2**31)), n_people=7)
        rules = [rule for _ in range(3) for rule in random_rules(rng, people, groups, columns)]
        if next(allowed_assignments(rules, people, groups, columns), None) is None:
            return Rules(rules), people, groups, columns


@pytest.mark.parametrize("seed", seeds(100, usual=8))
def test_contradictions_are_explained_by_rules_none_of_which_can_be_left_out(seed):
    rules, people, groups, columns = contradictory(seed)
    draws = random_draws(np.random.default_rng(seed), len(people), len(groups), 5)
    with pytest.raises(RulesError) as caught:
        bh.decide(draws, dict.fromkeys(groups, 7 / len(groups)), rules=rules, people=people, columns=columns)
    conflict = list(caught.value.conflict)
    assert conflict
    assert all(rule.words() in str(caught.value) for rule in conflict)
    assert next(allowed_assignments(conflict, people, groups, columns), None) is None
    for i in range(len(conflict)):
        rest = conflict[:i] + conflict[i + 1 :]
        assert next(allowed_assignments(rest, people, groups, columns), None) is not None


def test_contradictions_in_words():
    people = [f"P{n}" for n in range(1, 13)]
    draws = np.tile(np.arange(12) % 2, (4, 1))
    rules = Rules(together=[["P1", "P2"], ["P2", "P3"], ["P7", "P8"]], apart=[["P1", "P3"]])
    with pytest.raises(RulesError, match="These 3 rules cannot all be met") as caught:
        bh.decide(draws, "balanced", rules=rules, people=people)
    assert "P7" not in str(caught.value)
    with pytest.raises(RulesError, match="P7 and 2 more must be together") as caught:
        bh.decide(draws, "balanced", rules=Rules(together=[people[:9]], bounds="..6"), people=people)
    assert "Every group must have at most 6 people" in str(caught.value)
    with pytest.raises(RulesError, match="This rule cannot be met with 12 people and 2 groups"):
        bh.decide(draws, "balanced", rules=Rules(bounds="..5"), people=people)
    with pytest.raises(RulesError, match="exactly 6, 6 people in any order"):
        bh.decide(draws, "balanced", size_weight=float("inf"), rules=Rules(together=[people[:7]]), people=people)


def test_smallest_conflict_needs_few_questions():
    asked = []

    def possible(some):
        asked.append(some)
        return not {17, 40, 63} <= set(some)

    assert smallest_conflict(100, possible) == [17, 40, 63]
    assert len(asked) < 60


def test_unknown_names_and_missing_columns_are_refused():
    draws = np.tile(np.arange(6) % 2, (4, 1))
    with pytest.raises(InputError, match="Zoe"):
        bh.decide(draws, "balanced", rules=Rules(together=[["Zoe", "person 1"]]))
    with pytest.raises(InputError, match="gender"):
        bh.decide(draws, "balanced", rules=Rules(spread=["gender"]))
    with pytest.raises(InputError, match="one name per person"):
        bh.decide(draws, "balanced", rules=Rules(bounds="1.."), people=["a"])
    with pytest.raises(InputError, match="one text per person"):
        bh.decide(draws, "balanced", rules=Rules(spread=["gender"]), columns={"gender": ["f"]})


@pytest.fixture(scope="module")
def crowd():
    """More people than integer programs take one by one."""
    rng = np.random.default_rng(5)
    n_people, groups = 3200, ("red", "blue", "green", "grey")
    theta = rng.dirichlet(np.full(4, 0.3), n_people)
    limits = np.cumsum(theta, axis=1)[:, None]
    draws = (rng.random((n_people, 30, 1)) > limits).sum(axis=2).clip(max=3).T
    people = [f"P{n}" for n in range(n_people)]
    return draws, people, groups, {"school": rng.choice(list("ABC"), n_people).tolist()}


@pytest.fixture(scope="module")
def free(crowd):
    """What the crowd would get without rules."""
    draws, _, groups, _ = crowd
    return bh.decide(draws, dict.fromkeys(groups, 800), size_weight=1.0, starts=2)


@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(
            Rules(bounds={"red": "..700", "blue": "900.."}, pins={"P1": "red", "P2": ["green", "grey"]}),
            marks=pytest.mark.long,
        ),
        Rules(
            spread=["school"],
            together=[["P1", "P2", "P3"], ["P9", "P8"]],
            apart=[["P1", "P4"], ["P5", "P6", "P7"]],
            pins={"P1": "red"},
            bounds="790..810",
        ),
    ],
)
def test_very_many_people_keep_to_rules(crowd, free, rules):
    draws, people, groups, columns = crowd
    target = dict.fromkeys(groups, 800)
    decision = bh.decide(draws, target, size_weight=1.0, rules=rules, people=people, columns=columns, starts=2)
    assert all(keeps(rule, decision.groups, people, groups, columns) for rule in rules)
    assert decision.kept.price == pytest.approx(decision.expected_loss - free.expected_loss, abs=1e-9)
    assert decision.expected_vi < free.expected_vi + 0.01


def test_very_many_people_and_what_had_better_be(crowd, free):
    draws, people, groups, columns = crowd
    target = dict.fromkeys(groups, 800)
    before = dict(zip(people, free.groups, strict=True))
    apart = [next(person for person in people if before[person] == group) for group in groups[:2]]
    joined = [person for person in people if before[person] == "green"][:2]
    rules = Rules(together=[Together(apart, weight=50.0)], apart=[Apart(joined, weight=50.0)])
    decision = bh.decide(draws, target, size_weight=1.0, rules=rules, people=people, columns=columns, starts=2)
    assert decision.kept.unmet == ()
    assert decision.expected_loss < free.expected_loss + 0.01


@pytest.mark.long
def test_very_many_people_of_kinds_that_are_equally_many(crowd):
    draws, people, groups, _ = crowd
    columns = {"half": ["a", "b"] * 1600}
    rules = Rules(spread=["half"])
    decision = bh.decide(draws, dict.fromkeys(groups, 800), rules=rules, people=people, columns=columns, starts=2)
    assert keeps(rules.rules[0], decision.groups, people, groups, columns)


def test_moves_and_swaps_that_rules_forbid_are_not_offered():
    _, draws, people, groups, columns = problem(3, n_people=9)
    rules = Rules(pins={people[0]: groups[0]}, together=[people[1:3]], apart=[people[3:5]], spread=["school"])
    target = dict.fromkeys(groups, len(people) / len(groups))
    decision = bh.decide(draws, target, size_weight=1.0, rules=rules, people=people, columns=columns)
    table = decision.table()

    def fits(changes):
        new = list(decision.groups)
        for n, group in changes.items():
            new[n] = group
        return all(keeps(rule, new, people, groups, columns) for rule in rules)

    for n in range(len(people)):
        for group in groups:
            if group != decision.groups[n]:
                change = table[f"move to {group}"][n]
                assert np.isfinite(change) == fits({n: group})
                if np.isfinite(change):
                    moved = decision.labels.copy()
                    moved[n] = groups.index(group)
                    loss = bh.expected_loss(moved, draws, target=target, size_weight=1.0)
                    assert change == pytest.approx(loss - decision.expected_loss, abs=1e-9)
        swaps = {
            m: bh.expected_loss(_swapped(decision.labels, n, m), draws, target=target, size_weight=1.0)
            - decision.expected_loss
            for m in range(len(people))
            if decision.labels[m] != decision.labels[n] and fits({n: decision.groups[m], m: decision.groups[n]})
        }
        assert (table["swap with"][n] == -1) == (not swaps)
        assert table["swap change"][n] == pytest.approx(min(swaps.values(), default=np.inf), abs=1e-9)


def _swapped(labels, n, m):
    new = labels.copy()
    new[n], new[m] = labels[m], labels[n]
    return new


@pytest.mark.parametrize(
    ("n_hard", "n_wishes", "n_unmet", "words"),
    [
        (1, 0, 0, "The rule is met."),
        (2, 0, 0, "Both rules are met."),
        (3, 1, 1, "All 3 rules are met. Of 1 wish, 0 are fully granted."),
        (0, 3, 2, "Of 3 wishes, 1 is fully granted."),
        (0, 3, 1, "Of 3 wishes, 2 are fully granted."),
    ],
)
def test_how_many_rules_and_wishes_are_met_in_words(n_hard, n_wishes, n_unmet, words):
    people = ("a", "b", "c", "d")
    hard = [Bar(person, ("red",)) for person in people[:n_hard]]
    wishes = [Wish(person, ("blue",)) for person in people[:n_wishes]]
    ruling = RuleSet.of(Rules([*hard, *wishes]), people, GROUPS, {})
    assert str(Kept(ruling, tuple(wishes[:n_unmet]), 0.0, 0.0).words()) == words


def test_rules_say_what_became_of_them():
    _, draws, people, groups, columns = problem(11, n_people=8)
    rules = Rules(together=[people[:2]], wishes=[Wish(people[0], (groups[0],)), Wish(people[1], (groups[1],))])
    target = dict.fromkeys(groups, 8 / len(groups))
    decision = bh.decide(draws, target, rules=rules, people=people, columns=columns)
    assert len(decision.kept.unmet) >= 1
    assert "The rule is met." in str(decision.status)
    told = decision.to_dict()["rules"]
    assert told["rules"][0] == f"{people[0]} and {people[1]} must be together"
    assert told["price"] >= -1e-12


def test_threads_change_nothing():
    rng, draws, people, groups, columns = problem(12, n_people=11)
    rules = Rules([*random_rules(rng, people, groups, columns)[:2], Together(tuple(people[:2]))])
    target = dict.fromkeys(groups, 11 / len(groups))
    found = [bh.decide(draws, target, rules=rules, people=people, columns=columns, threads=t) for t in (1, 2)]
    assert (found[0].labels == found[1].labels).all()


def test_a_pin_that_renames_a_group_is_told():
    draws = np.tile(np.repeat([0, 1], 5), (50, 1))
    rules = Rules(pins={"person 1": "blue"})
    decision = bh.decide(draws, {"red": 5, "blue": 5}, rules=rules)
    assert decision.groups[:5] == ("blue",) * 5
    assert decision.status.code == "labels_disagree"
    assert "rules and sizes alone decided" in str(decision.status)
    placed = bh.decide(draws, {"red": 5, "blue": 5}, rules=rules, loss="placement")
    assert placed.groups[1:5] == ("red",) * 4
    assert placed.status.ok


def test_decide_reads_rules_as_sorting_does():
    draws, people = [[0, 0, 1, 1]], ["Ann", "Bo", "Cy", "Di"]
    plain = {"apart": [["Ann", "Bo"]]}
    decision = bh.decide(draws, [2, 2], rules=plain, people=people, rng=1)
    assert decision.groups[0] != decision.groups[1]
    assert decision.kept.ruling.rules == bh.Rules(apart=[["Ann", "Bo"]])
    with pytest.raises(InputError, match="part"):
        bh.decide(draws, [2, 2], rules={"part": [["Ann", "Bo"]]}, people=people)
    with pytest.raises(InputError, match="got int"):
        bh.decide(draws, [2, 2], rules=3, people=people)
