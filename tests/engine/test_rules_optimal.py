"""Random problems with random rules, hard and soft, against all assignments, valued by definitions of their own."""

import numpy as np
import pytest

import bayeshat as bh
import naive
import strategies as our
from bayeshat.errors import RulesError
from bayeshat.rules.rules import (
    Apart,
    AtLeast,
    Bar,
    Bounds,
    CommonTimes,
    JointSize,
    NotAgain,
    NotAlone,
    Pin,
    Rules,
    Running,
    Spread,
    Stay,
    Together,
    Wish,
)
from sweeps import seeds

GROUPS = ("red", "blue", "green", "grey")
# The most people for so many groups, so that a problem has at most some thousand assignments.
MOST_PEOPLE = {2: 9, 3: 8, 4: 6}


def random_rules(rng, people, groups):
    """A few rules of every kind; about half of them soft."""

    def some(n):
        return tuple(rng.choice(people, min(n, len(people)), replace=False).tolist())

    def group():
        return str(rng.choice(groups))

    def weight():
        return float(rng.exponential(0.5))

    def several():
        return tuple(rng.choice(groups, 2, replace=False).tolist())

    fair = len(people) // len(groups)
    makers = [
        lambda: Bounds(int(rng.integers(0, fair + 1)), None),
        lambda: Bounds(None, int(rng.integers(fair, len(people) + 1)), group()),
        lambda: Pin(some(1)[0], (group(),)),
        lambda: Bar(some(1)[0], (group(),)),
        lambda: Together(some(int(rng.integers(2, 4)))),
        lambda: Apart(some(int(rng.integers(2, len(groups) + 1)))),
        lambda: Spread("school"),
        lambda: NotAlone("gender"),
        lambda: NotAlone("gender", "f"),
        lambda: CommonTimes("times"),
        lambda: Wish(
            some(1)[0], tuple(rng.permutation(groups)[: rng.integers(1, len(groups) + 1)].tolist()), weight=weight()
        ),
        lambda: Wish(some(1)[0], (group(),), weight=weight()),
        lambda: Wish(*(pair := some(2))[:1], companion=pair[1], weight=weight()),
        lambda: Together(some(3), weight=weight()),
        lambda: Apart(some(3), weight=weight()),
        lambda: Stay([(person, group()) for person in some(3)], weight=weight()),
        lambda: Bounds(int(rng.integers(2, 5)), None, group(), or_empty=True),
        lambda: Bounds(*sorted(rng.integers(0, 5, 2).tolist()), group(), counted="places"),
        lambda: JointSize(several(), None, int(rng.integers(1, len(people) + 1))),
        lambda: Running(several(), None, int(rng.integers(1, len(groups)))),
        lambda: Running(tuple(groups), int(rng.integers(1, len(groups) + 1)), None),
        lambda: AtLeast("gender", "f", int(rng.integers(1, 3))),
        lambda: AtLeast("gender", "f", int(rng.integers(1, 3)), weight=weight()),
        lambda: Spread("gender", shares={"f": 1, "m": 2}, weight=weight()),
        lambda: Spread("gender", shares={"f": 0.5, "m": 0.5}),
        lambda: NotAgain([some(3), some(2), some(4)], weight=weight()),
    ]
    return Rules([makers[i]() for i in rng.integers(len(makers), size=int(rng.integers(1, 6)))])


def random_loss(rng):
    """A loss, and the same as terms of ``naive.expected_losses``."""
    kinds = {"vi": bh.VI, "binder": bh.Binder}
    a = float(rng.choice([1.0, 0.5, 1.6]))
    kind = str(rng.choice(["vi", "binder", "placement", "vi+placement"]))
    if kind == "placement":
        return bh.Placement(), [(1.0, "placement", 1.0)]
    if kind == "vi+placement":
        share = float(rng.choice([0.25, 1.0]))
        return share * bh.VI(a) + bh.Placement(), [(share, "vi", a), (1.0, "placement", 1.0)]
    return kinds[kind](a), [(1.0, kind, a)]


def random_problem(seed):
    """Draws, options of ``decide``, rules, and the value of every assignment without sizes and wishes."""
    rng = np.random.default_rng(seed)
    n_groups = int(rng.integers(2, 5))
    n_people = int(rng.integers(n_groups, MOST_PEOPLE[n_groups] + 1))
    n_clusters, n_draws = int(rng.integers(2, 5)), int(rng.integers(1, 9))
    theta = rng.dirichlet(np.full(n_clusters, 0.5), n_people)
    draws = np.array([[rng.choice(n_clusters, p=row) for row in theta] for _ in range(n_draws)])
    draws = np.unique(draws, return_inverse=True)[1].reshape(draws.shape)
    weights = rng.dirichlet(np.ones(n_draws))
    groups, people = GROUPS[:n_groups], tuple(f"P{n}" for n in range(n_people))
    sizes = 1 + rng.multinomial(n_people - n_groups, rng.dirichlet(np.ones(n_groups)))
    options = {
        "target": dict(zip(groups, sizes.tolist(), strict=True)),
        "size_weight": float(rng.choice([0.0, 0.1, 1.0, np.inf])),
        "pseudocount": float(rng.choice([0.1, 0.0, 1.0])),
        "labels": str(rng.choice(["free", "fixed"])),
    }
    columns = {
        "school": [*rng.choice(["north", "south", ""], n_people - 1).tolist(), "north"],
        "gender": ["f", "m", *rng.choice(["f", "m"], n_people - 2).tolist()],
        "places": rng.choice(["", "1", "2", "0.5"], n_people).tolist(),
        "times": ["Mon", *rng.choice(["Mon; Tue", "Mon", "Tue", ""], n_people - 1).tolist()],
    }
    loss, terms = random_loss(rng)
    options |= {"loss": loss, "weights": weights, "people": people, "columns": columns}
    return draws, terms, options, random_rules(rng, people, groups)


def check_conflict(error, by_rule, possible):
    """The rules of a conflict cannot be met together, and can without any one of them (sizes are one of them)."""
    conflict = [by_rule[rule] for rule in error.conflict] + ([possible] if error.by_sizes else [])
    assert not np.all(conflict, axis=0).any()
    for i in range(len(conflict)):
        assert np.all([np.ones(len(possible), bool), *conflict[:i], *conflict[i + 1 :]], axis=0).any()


def solve_to_the_end(seed):
    """Decide on a small problem, and compare with all assignments that keep to the rules."""
    draws, terms, options, rules = random_problem(seed)
    people, groups, columns = options["people"], tuple(options["target"]), options["columns"]
    rows = naive.all_assignments(len(people), len(groups))
    losses = naive.expected_losses(rows, len(groups), draws, options["weights"], terms)
    losses += naive.size_costs(
        rows, list(options["target"].values()), options["size_weight"], options["pseudocount"], options["labels"]
    )
    possible = np.isfinite(losses)
    by_rule = {rule: naive.kept_by(rule, rows, people, groups, columns) for rule in rules if rule.is_hard}
    kept = np.all([possible, *by_rule.values()], axis=0)
    if not kept.any():
        with pytest.raises(RulesError) as refused:
            bh.decide(draws, rules=rules, **options)
        check_conflict(refused.value, by_rule, possible)
        return
    decision = bh.decide(draws, rules=rules, **options)
    own = int(decision.labels @ len(groups) ** np.arange(len(people))[::-1])
    assert kept[own]
    assert decision.expected_loss == pytest.approx(losses[own], abs=1e-9)
    wishes = naive.again_costs(rules, rows, people)
    for rule in rules:
        if not (rule.is_hard or isinstance(rule, NotAgain)):
            wishes += naive.wish_costs(rule, rows, people, groups, columns)
    values = losses + decision.kept.worth * wishes
    assert values[own] == pytest.approx(values[kept].min(), abs=1e-9)


@pytest.mark.parametrize("block", seeds(15, usual=2))
def test_small_problems_are_solved_to_the_end_or_refused(block):
    for seed in range(20 * block, 20 * block + 20):
        solve_to_the_end(seed)


@pytest.mark.parametrize("block", seeds(3, usual=1))
def test_the_search_finds_what_going_through_all_finds(block, monkeypatch):
    our.search_alone(monkeypatch)
    for seed in range(1000 + 10 * block, 1010 + 10 * block):
        solve_to_the_end(seed)


@pytest.mark.parametrize("seed", [1074, 1078])
def test_the_search_finds_groups_that_no_single_move_leads_to(seed, monkeypatch):
    our.search_alone(monkeypatch)
    solve_to_the_end(seed)


def test_all_assignments_are_checked_as_one_is():
    draws, _, options, _ = random_problem(5)
    people, groups, columns = options["people"], tuple(options["target"]), options["columns"]
    rows = naive.all_assignments(len(people), len(groups))[::7]
    rng = np.random.default_rng(0)
    for _ in range(20):
        for rule in random_rules(rng, people, groups):
            if rule.is_hard:
                kept = naive.kept_by(rule, rows, people, groups, columns)
                alone = [naive.keeps(rule, [groups[g] for g in row], people, groups, columns) for row in rows]
                assert kept.tolist() == alone
    assert len(draws[0]) == len(people)
