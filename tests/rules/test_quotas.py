"""Rules that count: what every group needs, sizes of several groups, groups that run, and what people count as."""

from dataclasses import replace

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.errors import InputError, RulesError
from bayeshat.rules.plain import format_rules
from bayeshat.rules.reading import read_rules
from bayeshat.rules.rules import AtLeast, Bounds, JointSize, Rules, Running, Spread
from bayeshat.sorting.people import sort_by_plan
from bayeshat.sorting.plan import Plan

WORKSHOPS = ("Chess", "Drama", "Golf")


@pytest.fixture
def table():
    return {
        "name": [f"P{n}" for n in range(12)],
        "choice": ["Chess", "Drama", "Golf", "Chess"] * 3,
        "leader": ["yes"] * 4 + ["no"] * 8,
        "seats": ["2", "", "0.5", "1"] * 3,
    }


@pytest.mark.parametrize(
    "rule",
    [
        Bounds(5, 12, "Golf", or_empty=True),
        Bounds(None, 2.5, counted="seats"),
        JointSize(("Chess", "Golf"), None, 7, reason="one teacher"),
        Running(WORKSHOPS, 1, 2),
        AtLeast("leader", "yes", 2, weight=0.25),
        AtLeast("leader", "yes"),
        Spread("choice", shares={"Chess": 0.5, "Golf": 0.5}, weight=0.5),
    ],
)
def test_rules_are_the_same_when_read_again(rule, tmp_path):
    rules = Rules([rule])
    assert Rules.from_plain(rules.to_plain()) == rules
    file = tmp_path / "rules.toml"
    file.write_text("\n".join(format_rules(rules)))
    assert read_rules(file) == rules


def test_rows_are_read():
    rows = {
        "rule": ["size", "size", "joint size", "running", "at least", "mix"],
        "who": ["Golf", "", "Chess; Golf", "Chess; Drama; Golf", "", ""],
        "what": ["0 or 5..12", "..3 by seats", "..7", "2", "2 of leader=yes", "choice=50% Chess, 50% Golf"],
        "weight": ["", "", "", "", "normal", "strong"],
    }
    assert [rule.words() for rule in read_rules(rows)] == [
        "Golf must have 5 to 12 people, or none at all",
        "Every group must have at most 3 people, counted by “seats”",
        "Chess and Golf together must have at most 7 people",
        "Exactly 2 of these groups run: Chess, Drama and Golf",
        "Every group should have 50 % Chess and 50 % Golf in “choice” (strong)",
        "Every group should have at least 2 people with “leader” = “yes” (normal)",
    ]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: AtLeast.of("leader"), "which column has which value"),
        (lambda: AtLeast("leader", "yes", 0), "at least 1 person"),
        (lambda: Running.of("..2"), "must name groups"),
        (lambda: JointSize.of("Chess; Golf=many"), "whole number or a range"),
        (lambda: Spread("year", shares="half first"), "Shares must be numbers"),
        (lambda: Spread("year", shares={"first": 0.0}), "Shares must be numbers"),
        (lambda: Bounds.of("2.5"), "whole number of people"),
    ],
)
def test_rules_that_cannot_be_meant_are_refused(make, words):
    with pytest.raises(InputError, match=words):
        make()


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (Bounds(None, 5, counted="choice"), "must be numbers"),
        (Spread("choice", shares={"Tennis": 1.0}), "nobody has"),
        (AtLeast("leader", "perhaps"), "perhaps"),
    ],
)
def test_columns_that_do_not_suit_are_refused(rule, words, table):
    with pytest.raises(InputError, match=words):
        bh.mix_people(table, groups=WORKSHOPS, rules=Rules([rule]))


def test_a_group_is_empty_or_large_enough(table):
    rules = Rules([Bounds.of("0 or 5..12", "Golf")])
    decision = bh.mix_people(table, {"Chess": "1..12", "Drama": "1..12", "Golf": "0 or 5..12"}, wishes="choice")
    assert decision.proven
    assert decision.sizes[2] in (0, 5)
    assert decision.sizes.tolist() == bh.mix_people(table, "1..12", wishes="choice", rules=rules).sizes.tolist()


def test_what_every_group_needs_is_not_met_by_empty_groups(table):
    with pytest.raises(RulesError, match=r"Only 4 people have “leader” = “yes”; 6 are needed\."):
        bh.mix_people(table, groups=6, rules=Rules(at_least=AtLeast("leader", "yes")))
    soft = bh.mix_people(table, groups=6, rules=Rules(at_least=AtLeast("leader", "yes", weight=0.5)))
    leaders = np.bincount(soft.labels[:4], minlength=6)
    assert sorted(leaders.tolist()) == [0, 0, 1, 1, 1, 1]
    assert 'Too few people with "yes" in "leader": ' in str(soft.status)


def test_sizes_count_what_people_count_as(table):
    seats = np.array([2, 1, 0.5, 1] * 3)
    decision = bh.mix_people(table, groups=3, count_by="seats", rng=1)
    assert sorted(np.bincount(decision.labels, seats).tolist()) == [4.5, 4.5, 4.5]
    named = bh.mix_people(table, {"Chess": 6, "Drama": 4, "Golf": 3.5}, count_by="seats", wishes="choice")
    assert np.bincount(named.labels, seats).tolist() == [6.0, 4.0, 3.5]
    ranges = bh.mix_people(table, "4..5", groups=3, count_by="seats")
    assert ((np.bincount(ranges.labels, seats) >= 4) & (np.bincount(ranges.labels, seats) <= 5)).all()


def test_limits_between_two_sums_are_not_rounded_the_wrong_way():
    table = {"name": list("abcd"), "seats": ["2", "1", "1", "1"]}
    limited = Rules([Bounds(None, 2.5, counted="seats")])
    with pytest.raises(RulesError):
        bh.mix_people(table, groups=2, rules=limited)
    three = bh.mix_people(table, groups=3, rules=limited)
    assert np.bincount(three.labels, [2, 1, 1, 1]).max() == 2
    assert not three.kept.unmet


def test_a_sort_counts_what_people_count_as_and_can_be_repeated():
    survey = bh.Survey.load("hogwarts")
    answers = bh.simulate(survey, 12, rng=1).answers
    seats = np.array([2, 1, 1, 1] * 3)
    answers = replace(answers, extra={"seats": tuple(map(str, seats))})
    plan = Plan.read(survey, answers, count_by="seats", tune=50, draws=50, max_draws=50)
    assert Plan.from_dict(plan.to_dict(), survey, answers).rules == plan.rules
    result = sort_by_plan(plan)
    sums = np.bincount(result.decision.labels, seats, 4)
    assert sums.sum() == 15
    assert sums.max() - sums.min() == 1
