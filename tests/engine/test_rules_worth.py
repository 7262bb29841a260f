"""What rules cost, in people and in loss, and what a weight is worth."""

import json

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.draws import as_draws
from bayeshat.engine.problem import Problem, person_worth
from bayeshat.engine.ruled import search as ruled_search
from bayeshat.engine.sizes import Sizes
from bayeshat.engine.tables import expected_right, find_chances
from bayeshat.options import Workers
from bayeshat.rules.rule_set import RuleSet
from bayeshat.rules.rules import Apart, Bar, Bounds, Pin, Rules, Stay, Together, Wish

AUTO = bh.VI() * (1 / 4) + bh.Placement()


def vague_draws(seed, n_people, n_clusters=4, n_draws=200, spread=0.6):
    """Draws of people who hesitate the more the larger ``spread`` is."""
    rng = np.random.default_rng(seed)
    limits = rng.dirichlet(np.full(n_clusters, spread), n_people).cumsum(axis=1)
    return (rng.random((n_draws, n_people, 1)) > limits).sum(axis=2).clip(max=n_clusters - 1)


def shares(draws, n_clusters):
    return np.stack([(draws == k).mean(axis=0) for k in range(n_clusters)], axis=1)


FIXED = {"a": 2, "b": 5, "c": 3}


@pytest.mark.parametrize("size_weight", [0.2, 1.0, float("inf")])
@pytest.mark.parametrize("loss", [bh.VI(), bh.Binder(), bh.VI() + bh.Placement()])
@pytest.mark.parametrize("labels", ["fixed", "free"])
def test_the_price_compares_groups_that_are_numbered_alike(size_weight, loss, labels):
    draws = vague_draws(1, 10, n_clusters=3, n_draws=40)
    options = {"target": FIXED, "size_weight": size_weight, "loss": loss, "labels": labels}
    rules = Rules(together=[["person 1", "person 5"]], pins={"person 2": "b"})
    decision, free = bh.decide(draws, rules=rules, **options), bh.decide(draws, **options)
    assert decision.kept.price == pytest.approx(max(decision.expected_loss - free.expected_loss, 0), abs=1e-9)
    json.dumps(decision.to_dict(), allow_nan=False)


def test_rules_that_lead_to_a_better_decision_cost_nothing(monkeypatch):
    draws = vague_draws(2, 12, n_clusters=3)
    poor = np.arange(12) % 3

    monkeypatch.setattr(ruled_search, "search", lambda *_, **__: ruled_search.Found(poor, 1, 1))
    decision = bh.decide(draws, "balanced", rules=Rules(bounds="0..12"))
    assert decision.kept.price == decision.kept.fewer_right == 0


def worth_of(draws, labels, loss, n_groups):
    known = as_draws(draws, None)
    target = Sizes.read(
        None, groups=n_groups, n_people=len(labels), n_clusters=n_groups, size_weight=1, pseudocount=0.1, labels="free"
    )
    with Workers(1) as workers:
        return person_worth(Problem(known, target, loss, ""), labels, workers)


def test_one_person_is_worth_what_the_survey_lowers_the_loss_by():
    draws = vague_draws(3, 60)
    labels = shares(draws, 4).argmax(axis=1)
    assert worth_of(draws, labels, bh.Placement(), 4) == pytest.approx(1 / 60, abs=1e-15)
    rng = np.random.default_rng(9)
    for loss in (AUTO, bh.VI(), bh.Binder()):
        shuffled = [rng.permutation(labels) for _ in range(50)]
        lower = np.mean([bh.expected_loss(some, draws, groups=4, loss=loss) for some in shuffled])
        lower -= bh.expected_loss(labels, draws, groups=4, loss=loss)
        p = shares(draws, 4)
        right = p[np.arange(60), labels].sum() - np.mean([p[np.arange(60), some].sum() for some in shuffled])
        # Shuffles vary, and where the loss is blind to labels clusters are matched with groups.
        assert worth_of(draws, labels, loss, 4) == pytest.approx(lower / right, rel=0.1)


def test_one_person_is_worth_something_where_the_survey_says_nothing():
    labels = np.zeros(20, int)
    for loss in (AUTO, bh.VI(), bh.VI(a=2), bh.Binder()):
        assert 0 < worth_of(vague_draws(4, 20), labels, loss, 4) < 1
    assert 0 < worth_of(np.zeros((3, 4), int), np.arange(4), bh.VI(a=2), 4) < 2


@pytest.mark.parametrize(("less", "granted"), [(0.2, True), (0.35, False)])
def test_a_normal_wish_wins_over_houses_that_are_a_quarter_more_probable(less, granted):
    n_draws = 1000
    own = round(n_draws * (1 + less) / 2)
    draws = np.zeros((n_draws, 30), int)
    draws[:, 15:] = 1
    draws[own:, 0] = 1  # person 1 is in cluster 0 with probability (1 + less) / 2, else in cluster 1
    for weight in ("normal", 0.25):
        wish = Wish("person 1", ("blue",), weight=weight)
        rules = Rules(wishes=[wish])
        decision = bh.decide(draws, {"red": 15, "blue": 15}, size_weight=0, loss="placement", rules=rules)
        assert (decision.groups[0] == "blue") == granted
        assert decision.groups[1:] == ("red",) * 14 + ("blue",) * 15


def test_wishes_do_not_drown_the_survey():
    draws, names = vague_draws(3, 300, n_draws=100), tuple("ABCD")
    probable = shares(draws, 4).argmax(axis=1)
    rng = np.random.default_rng(3)
    people = [f"person {n + 1}" for n in range(300)]
    wishes = [Wish(person, (str(rng.choice(names)),)) for person in people]
    options = {"target": dict.fromkeys(names, 75), "labels": "fixed", "loss": AUTO, "starts": 4}
    free = bh.decide(draws, **options)
    decision = bh.decide(draws, rules=Rules(wishes=wishes), **options)
    # Seen: 0.97 without wishes, 0.86 with.
    assert (free.labels == probable).mean() > 0.95
    assert (decision.labels == probable).mean() > 0.8
    granted = sum(group == wish.groups[0] for group, wish in zip(decision.groups, wishes, strict=True))
    before = sum(group == wish.groups[0] for group, wish in zip(free.groups, wishes, strict=True))
    assert granted > before + 15


def test_fewer_right_counts_people():
    draws = vague_draws(5, 40)
    p = shares(draws, 4)
    target = dict.fromkeys("ABCD", 10)
    free = bh.decide(draws, target, labels="fixed", loss=AUTO)
    lowest = int(p[np.arange(40), free.labels].argmax())
    wrong = "ABCD"[int(p[lowest].argmin())]
    rules = Rules(pins={f"person {lowest + 1}": wrong})
    decision = bh.decide(draws, target, labels="fixed", loss=AUTO, rules=rules)
    expected = p[np.arange(40), free.labels].sum() - p[np.arange(40), decision.labels].sum()
    assert decision.kept.fewer_right == pytest.approx(expected, abs=1e-9)
    assert expected > 0.5
    assert f"{expected:.1f} fewer people expected in their right group" in str(decision.status)
    assert "loss" not in str(decision.status)


def test_people_expected_right_do_not_need_labels():
    draws = vague_draws(6, 200)
    labels = shares(draws, 4).argmax(axis=1)
    named = shares(draws, 4)[np.arange(200), labels].sum()
    rng = np.random.default_rng(1)
    switched = np.array([rng.permutation(4)[z] for z in draws])
    known = as_draws(switched, None)
    with Workers(1) as workers:
        blind = expected_right(labels, find_chances(labels, known, 4, False, workers))
    assert blind == pytest.approx(named, rel=0.05)


def test_rules_of_the_program_are_not_counted():
    draws = np.tile(np.repeat([0, 1], 5), (40, 1))
    target = {"red": 5, "blue": 5}
    own = [Pin(f"person {n}", ("red",), "placed before", automatic=True) for n in range(1, 5)]
    stay = Stay({"person 10": "red"}, automatic=True)
    rules = Rules([*own, stay, Apart(("person 1", "person 9"))])
    decision = bh.decide(draws, target, rules=rules, loss="placement")
    assert str(decision.status).startswith("The rule is met. Keeping to it makes no measurable difference.")
    decision = bh.decide(draws, target, rules=Rules([*own, stay]), loss="placement")
    assert str(decision.status) == "Leaving people where they were makes no measurable difference."
    assert len(decision.kept.to_dict()["rules"]) == 5


def test_a_decision_is_not_beaten_by_one_that_grants_fewer_wishes_or_breaks_rules():
    draws = vague_draws(7, 10, n_clusters=2)
    target = {"red": 5, "blue": 5}
    free = bh.decide(draws, target)
    other = {"red": "blue", "blue": "red"}
    stay = Stay([(f"person {n + 1}", other[group]) for n, group in enumerate(free.groups[:3])], 50.0)
    pinned = Rules(pins={"person 1": other[free.groups[0]], "person 2": free.groups[1]})
    for rules in (Rules([stay]), pinned):
        decision = bh.decide(draws, target, rules=rules, loss="placement")
        rest = bh.decide(draws, target, loss="placement")
        assert rest.expected_loss < decision.expected_loss
        assert not decision.is_beaten_by(rest.labels)


def test_unmet_rules_are_found_in_one_pass(monkeypatch):
    people, groups = tuple(f"P{n}" for n in range(6)), ("red", "blue")
    rules = Rules(
        [
            Bounds(2, 4),
            Bounds(5, None, "red"),
            Pin("P0", ("red",)),
            Pin("P1", ("blue",)),
            Bar("P0", ("red",)),
            Together(("P0", "P1")),
            Together(("P0", "P5"), 0.5),
            Apart(("P0", "P1")),
            Apart(("P0", "P5")),
            Wish("P0", ("red", "blue")),
            Wish("P5", ("red", "blue")),
            Wish("P0", companion="P1"),
            Wish("P0", companion="P5"),
            Stay({"P0": "red", "P1": "blue"}),
        ]
    )
    ruling = RuleSet.of(rules, people, groups, {})
    labels = np.array([0, 0, 0, 1, 1, 1])
    alone = [(rule, ruling.some([rule])) for rule in rules]
    expected = tuple(rule for rule, one in alone if one.broken(labels) or one.soft_cost(labels) > 0)
    monkeypatch.setattr(RuleSet, "some", lambda *_: pytest.fail("each rule was matched with everybody again"))
    assert ruling.unmet(labels) == expected
    assert len(expected) == 8


def test_groups_are_alike_where_every_rule_is_the_same():
    people, groups = tuple(f"P{n}" for n in range(5)), tuple("ABCDE")
    rules = Rules(pins={"P0": ["A", "B", "C", "D"]}, wishes={"P1": ["A"]}, bounds={"C": "1.."})
    alike = RuleSet.of(rules, people, groups, {}).constraints.interchangeable
    kinds = [0, 1, 2, 1, 3]
    assert (alike == (np.array(kinds)[:, None] == kinds)).all()
