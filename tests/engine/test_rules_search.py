"""The search under rules: its starts, its integer programs, and very many people."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from scipy.optimize import milp

import bayeshat as bh
from bayeshat.engine import problem as engine_problem
from bayeshat.engine.draws import as_draws
from bayeshat.engine.problem import build_arrays
from bayeshat.engine.programs import integer_program
from bayeshat.engine.programs.integer_program import Limit, blocks_of
from bayeshat.engine.ruled import program_step, units
from bayeshat.engine.ruled import search as ruled_search
from bayeshat.engine.search.descent import Visited
from bayeshat.engine.search.starts import make_starts
from bayeshat.engine.sizes import Sizes
from bayeshat.errors import InputError, RulesError, SearchError
from bayeshat.options import Workers
from bayeshat.rules.rule_set import RuleSet
from bayeshat.rules.rules import Apart, Bounds, NotAlone, Pin, Rules, Spread, Together, Wish
from naive import keeps
from sweeps import seeds

GROUPS = tuple("ABCD")


def vague_draws(seed, n_people, n_draws=40, spread=0.5):
    rng = np.random.default_rng(seed)
    limits = rng.dirichlet(np.full(4, spread), n_people).cumsum(axis=1)
    return (rng.random((n_draws, n_people, 1)) > limits).sum(axis=2).clip(max=3)


def rules_that_are_met(decision, rng):
    """Several sets of rules, all of which a decision meets already."""
    n_people, sizes = decision.n_people, decision.sizes
    where = decision.groups
    n, m = rng.choice(n_people, 2, replace=False).tolist()
    kind = Together if where[n] == where[m] else Apart
    person = f"person {n + 1}"
    return [
        Rules(bounds=f"0..{n_people}"),
        Rules([Bounds(int(size), int(size) + 1, name) for name, size in zip(decision.names, sizes, strict=True)]),
        Rules(pins={person: where[n]}),
        Rules([kind((person, f"person {m + 1}")), Wish(person, (where[n],), weight="strong")]),
    ]


@pytest.mark.parametrize(
    "n_people",
    [
        pytest.param(8, marks=pytest.mark.long),
        20,
        pytest.param(500, marks=pytest.mark.long),
        pytest.param(3001, marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize(
    "options",
    [
        {"size_weight": 0.1},
        {"size_weight": 0.3, "loss": bh.VI() * (1 / 4) + bh.Placement(), "labels": "fixed"},
        {"size_weight": float("inf")},
    ],
)
def test_rules_that_are_met_already_never_make_the_loss_worse(n_people, options):
    rng = np.random.default_rng(n_people)
    draws = vague_draws(n_people, n_people, n_draws=40 if n_people < 100 else 20)
    target = dict.fromkeys(GROUPS, n_people / 4)
    options = options | {"starts": 3 if n_people < 100 else 2}
    free = bh.decide(draws, target, **options)
    for rules in rules_that_are_met(free, rng):
        decision = bh.decide(draws, target, rules=rules, **options)
        assert decision.expected_loss <= free.expected_loss + 1e-9
        assert decision.kept.price == 0
        assert all(
            keeps(rule, decision.groups, decision.kept.ruling.people, GROUPS, {}) for rule in rules if rule.is_hard
        )


@pytest.mark.parametrize(("bounds", "allowed"), [((0, 20), True), (None, True), ((3, 20), False), ((0, 12), False)])
def test_everybody_together_is_a_start_where_the_bounds_allow_it(bounds, allowed):
    known = as_draws(vague_draws(1, 20), None)
    limits = None if bounds is None else np.tile(np.array(bounds)[:, None], 4)
    target = Sizes.read(None, groups=4, n_people=20, n_clusters=4, size_weight=1, pseudocount=0.1, labels="free")
    target = replace(target, bounds=limits)
    problem = build_arrays(known, bh.VI(), target, None, 20)
    starts = make_starts(problem, known, target, 8, np.random.default_rng(0))
    assert any((labels == labels[0]).all() for labels in starts) == allowed


def test_starts_that_are_left_out_are_told(monkeypatch):
    monkeypatch.setattr(ruled_search, "_CELLS_OF_ALL_STARTS", 400)
    monkeypatch.setattr("bayeshat.engine.search.exhaustive._MAX_ASSIGNMENTS_X_DRAWS", 0)
    decision = bh.decide(vague_draws(1, 20), groups=4, rules=Rules(bounds="1.."), starts=40)
    assert decision.n_starts == 5
    assert "skipped 35 of its starts" in str(decision.status)
    assert "left out" not in str(bh.decide(vague_draws(1, 20), groups=4, rules=Rules(bounds="1.."), starts=4).status)


@pytest.mark.parametrize("seed", seeds(3, usual=1))
def test_a_program_is_as_good_with_an_offset_as_without(seed):
    rng = np.random.default_rng(seed)
    people = tuple(f"P{n}" for n in range(40))
    apart = [Apart(tuple(rng.choice(people, 3, replace=False).tolist())) for _ in range(20)]
    columns = {"school": rng.choice(list("xyz"), 40).tolist()}
    rules = Rules([Bounds(9, 11), Spread("school"), *apart])
    constraints = RuleSet.of(rules, people, GROUPS, columns).constraints
    blocks = blocks_of(constraints, split=False)
    utilities = rng.random((40, 4)) * 1e-3
    best, given_up = utilities.max(axis=1).sum(), []
    for offset in (0.0, 5.0):
        answer = integer_program.solve_program(constraints, blocks, utilities + offset * rng.random((40, 1)))
        given_up.append(best - (utilities * answer.counts).sum())
        assert 0 <= answer.gap <= 1e-3
    # With the offset in it, a gap of one per cent allowed answers that gave up two to five times as much.
    assert given_up[1] == pytest.approx(given_up[0], rel=0.05)


def test_the_gap_of_the_programs_is_told(monkeypatch):
    real = integer_program.solve_program

    def solve(*args, **options):
        return real(*args, **options)._replace(gap=0.25)

    monkeypatch.setattr(program_step, "solve_program", solve)
    monkeypatch.setattr("bayeshat.engine.search.exhaustive._MAX_ASSIGNMENTS_X_DRAWS", 0)
    decision = bh.decide(vague_draws(1, 20), groups=4, rules=Rules(bounds="5..5"), starts=4)
    assert decision.kept.gap == pytest.approx(0.25)


def failing_solver(then):
    """A solver that fails while it presolves, and then ends as told."""

    def solve(*args, options, **more):
        found = milp(*args, options=options, **more)
        status = 4 if options["presolve"] or then is None else then
        nothing = dict.fromkeys(("x", "fun", "mip_dual_bound", "mip_node_count"))
        return SimpleNamespace(status=status, message="solve error", was=found, **nothing)

    return solve


def test_a_solver_that_fails_is_not_taken_for_yes(monkeypatch):
    draws, rules = vague_draws(1, 20), Rules(bounds="5..5", apart=[["person 1", "person 2"]])
    monkeypatch.setattr("scipy.optimize.milp", failing_solver(None))
    with pytest.raises(SearchError, match="it failed"):
        bh.decide(draws, groups=4, rules=rules)
    monkeypatch.setattr("scipy.optimize.milp", failing_solver(2))
    with pytest.raises(RulesError, match="cannot be met"):
        bh.decide(draws, groups=4, rules=rules)


def test_what_was_tried_in_full_is_impossible_not_out_of_time(monkeypatch):
    monkeypatch.setattr("bayeshat.engine.programs.conflicts.is_possible", lambda *_, **__: True)
    with pytest.raises(RulesError, match="every way was tried"):
        bh.decide(vague_draws(1, 6), groups=3, rules=Rules(apart=[[f"person {n}" for n in (1, 2, 3, 4)]]))


def test_a_rule_that_empties_a_group_which_must_not_be_empty_is_refused():
    draws = vague_draws(1, 12)
    target = dict.fromkeys(GROUPS, 3)
    for rules in (Rules(bounds={"A": 0}), Rules(bounds={"A": "..0", "B": "..4"})):
        with pytest.raises(RulesError, match="no group is empty"):
            bh.decide(draws, target, size_weight=1.0, pseudocount=0, rules=rules)
        assert bh.decide(draws, target, size_weight=1.0, pseudocount=0.1, rules=rules).sizes[0] == 0
    decision = bh.decide(draws, target, size_weight=0.01, pseudocount=0, rules=Rules(bounds={"A": "..1"}))
    assert np.isfinite(decision.expected_loss)
    assert decision.sizes.min() >= 1


SIZE_RULES = [
    ({"size_weight": 1.0}, Rules(bounds="2..4")),
    ({"size_weight": float("inf")}, Rules(pins={"person 1": "A"})),
    ({"size_weight": float("inf"), "labels": "fixed"}, Rules(bounds={"A": "..3"})),
    ({"size_weight": 1.0, "loss": bh.VI() + bh.Placement()}, Rules(bounds={"A": "3..3", "B": "..4"})),
    ({"size_weight": 0.0}, Rules(bounds="3..4")),
]


@pytest.mark.parametrize(("options", "rules"), SIZE_RULES)
@pytest.mark.parametrize("target", [{"A": 4, "B": 3, "C": 3}, {"A": 2, "B": 3, "C": 5}])
def test_the_table_says_infinity_for_moves_that_break_sizes(options, rules, target):
    draws = vague_draws(3, 10).clip(max=2)
    if max(target.values()) == 5 and np.isinf(options["size_weight"]) and "labels" not in options:
        rules = Rules(bounds={"A": "..4"})
    if target["A"] == 4 and options.get("labels") == "fixed":
        rules = Rules(bounds={"A": "..4"})
    decision = bh.decide(draws, target, rules=rules, **options)
    table, people = decision.table(), decision.kept.ruling.people
    for n in range(10):
        for g, name in enumerate(target):
            if g == decision.labels[n]:
                continue
            labels = decision.labels.copy()
            labels[n] = g
            groups = [decision.names[label] for label in labels]
            loss = bh.expected_loss(labels, draws, target, **options)
            fits = all(keeps(rule, groups, people, decision.names, {}) for rule in rules)
            change = loss - decision.expected_loss if fits else np.inf
            assert table[f"move to {name}"][n] == pytest.approx(change, abs=1e-9)


@pytest.fixture(scope="module")
def crowd():
    return vague_draws(5, 3200, n_draws=30, spread=0.3)


def test_sizes_in_order_are_not_forced_onto_groups_in_another(crowd):
    target = {"A": 1400, "B": 1000, "C": 500, "D": 300}
    options = {"labels": "fixed", "size_weight": float("inf")}
    options |= {"starts": 2}
    free = bh.decide(crowd, target, **options)
    decision = bh.decide(crowd, target, rules=Rules(together=[["person 1", "person 2", "person 3"]]), **options)
    assert decision.sizes.tolist() == list(target.values())
    assert decision.groups[0] == decision.groups[1] == decision.groups[2]
    assert decision.expected_loss < free.expected_loss + 0.01


@pytest.mark.long
def test_no_decision_on_a_path_is_beaten_by_its_neighbours(crowd):
    rules = Rules(bounds="1..", apart=[["person 1", "person 2"]])
    path = bh.decide_path(crowd, dict.fromkeys(GROUPS, 800), [0.0, 0.02, 0.05, 0.1], rules=rules, starts=2)
    for decision in path:
        assert not any(decision.is_beaten_by(other.labels) for other in path)


def test_neighbours_on_a_path_are_starts(crowd, monkeypatch):
    seen = []
    real = ruled_search.search_ruled
    monkeypatch.setattr(ruled_search, "search_ruled", lambda *a: seen.append(a[-1]) or real(*a))
    bh.decide_path(crowd[:, :200], dict.fromkeys(GROUPS, 50), [0.0, 1.0], rules=Rules(bounds="1.."), starts=2)
    assert len(seen[1]) >= 2  # the decision without rules, and the neighbour


def test_personal_costs_count_in_the_sample_as_often_as_people_do(crowd, monkeypatch):
    seen = []
    real = engine_problem.build_arrays
    monkeypatch.setattr(engine_problem, "build_arrays", lambda *a: seen.append(a[-1]) or real(*a))
    wishes = [Wish(f"person {n + 1}", ("A",)) for n in range(3200)]
    bh.decide(crowd, dict.fromkeys(GROUPS, 800), rules=Rules(wishes=wishes), starts=2)
    costs = {len(personal): personal for personal in seen if personal is not None}
    small, whole = (costs[n_people] for n_people in sorted(costs))
    assert len(small) < len(whole) == 3200
    assert small.sum() == pytest.approx(whole.sum())


def test_people_and_columns_may_be_numbers():
    draws = vague_draws(6, 6)
    rules = Rules(pins={1: "A", 2: "B"}, not_alone=[(7, 2)], together=[[3, 6]])
    sizes, columns = {"A": 2, "B": 4}, {7: [1, 1, 2, 2, 1, None]}
    decision = bh.decide(draws, sizes, labels="free", rules=rules, people=range(1, 7), columns=columns)
    assert decision.groups[:2] == ("A", "B")
    assert decision.groups[2] == decision.groups[3] == decision.groups[5]


def test_values_that_differ_by_case_are_one():
    draws = np.tile([0, 1, 0, 1, 0, 1], (10, 1))
    columns = {"gender": ["F", "f", "m", "m", "m", "m"]}
    for value in ("f", "F"):
        decision = bh.decide(
            draws, {"A": 3, "B": 3}, rules=Rules(not_alone=[("gender", value)]), columns=columns, loss="placement"
        )
        assert decision.groups[0] == decision.groups[1]
    with pytest.raises(InputError, match="all its cells are empty"):
        bh.decide(draws, groups=2, rules=Rules(not_alone=["year"]), columns={"year": [""] * 6})


def test_a_pin_on_a_name_that_two_share_is_refused():
    with pytest.raises(InputError, match="2 have this name"):
        RuleSet.of(Rules([Pin("Ann", ("1",))]), ["Ann", "Bo", "Ann"], ("1", "2"), {})


@pytest.mark.parametrize("weight", [None, 0.3])
@pytest.mark.parametrize("seed", range(4))
def test_a_program_with_kinds_of_people_is_as_good_as_one_with_everybody(seed, weight):
    rng = np.random.default_rng(seed)
    people = tuple(f"P{n}" for n in range(60))
    rules = [
        Bounds(10, 20),
        Together(people[:3]),
        Apart(people[4:7]),
        Pin(people[8], ("A",)),
        Wish("P9", companion="P5"),
    ]
    columns = {"school": rng.choice(list("xyz"), 60).tolist()}
    ruling = RuleSet.of(Rules([*rules, Spread("school", weight=weight)]), people, GROUPS, columns)
    constraints = ruling.priced(0.01).constraints
    known = as_draws(vague_draws(seed, 60), None)
    target = Sizes.read([20, 15, 13, 12], n_people=60, n_clusters=4, size_weight=1, pseudocount=0.1, labels="free")
    problem = build_arrays(known, bh.VI(), target, None, 60)
    values = []
    with Workers(1) as workers:
        start = rng.permutation(np.repeat(np.arange(4), [20, 15, 13, 12]))
        for split in (True, False):
            crowd = units.UnitMachine(problem, constraints, units.rule_arrays(constraints), workers)
            crowd.start(start)
            crowd.majorise()
            blocks = blocks_of(constraints, split=split, also_by=constraints.mixed_codes)
            step = program_step.ProgramStep(constraints, target, problem.size, blocks=blocks, limit=Limit(gap=1e-7))
            values.append(step(crowd))
            assert not constraints.broken(crowd.trial)
            assert (len(blocks.members) < 40) == split
    assert values[0] == pytest.approx(values[1], abs=1e-6)


@pytest.mark.parametrize("size_weight", [0.0, float("inf")])
def test_placement_under_rules_is_proven_best_and_one_program(size_weight, monkeypatch):
    seen = []
    real = program_step.solve_program
    monkeypatch.setattr(program_step, "solve_program", lambda *a, **k: seen.append(k) or real(*a, **k))
    rules = Rules(together=[["person 1", "person 2"]], apart=[["person 3", "person 4"]], bounds="10..40")
    decision = bh.decide(
        vague_draws(1, 90), dict.fromkeys(GROUPS, 22.5), rules=rules, loss="placement", size_weight=size_weight
    )
    assert decision.proven
    assert len(seen) == 1


def test_random_steps_keep_to_the_rules_and_their_best_is_no_worse():
    rng = np.random.default_rng(3)
    people = tuple(f"P{n}" for n in range(40))
    columns = {"school": rng.choice(list("xyz"), 40).tolist(), "hobby": rng.choice(list("abcd"), 40).tolist()}
    rules = [Bounds(6, 16), Together(people[:3]), Apart(people[4:7]), Spread("school"), NotAlone("hobby")]
    constraints = RuleSet.of(Rules([*rules, Wish("P9", companion="P5")]), people, GROUPS, columns).constraints
    known = as_draws(vague_draws(3, 40), None)
    target = Sizes.read("balanced", groups=4, n_people=40, n_clusters=4, size_weight=1, pseudocount=0.1, labels="free")
    target = replace(target, bounds=np.stack([constraints.least, constraints.most]))
    problem = build_arrays(known, bh.VI(), target, None, 40)
    with Workers(1) as workers:
        crowd = units.UnitMachine(problem, constraints, units.rule_arrays(constraints), workers)
        crowd.majorise()
        assert program_step.ProgramStep(constraints, target, problem.size).place(crowd, None)
        crowd.adopt()
        before = crowd.objective()
        best = crowd.anneal(0.05, 1.0, 5000, rng)
        last = crowd.labels_on_host()
        assert (last != best).any()
        assert not constraints.broken(last)
        assert not constraints.broken(best)
        crowd.start(best)
        assert crowd.objective() < before
        assert crowd.move_each(10) >= 0
        assert not constraints.broken(crowd.labels_on_host())


def test_groups_trade_sizes_under_rules():
    """The larger cluster begins in the smaller group: sizes on the way to the trade are worse than either end."""
    clusters = np.repeat([0, 1], [24, 12])
    known = as_draws(np.tile(clusters, (20, 1)), None)
    people = tuple(f"P{n}" for n in range(36))
    constraints = RuleSet.of(Rules([Together(people[:2]), Apart(("P3", "P30"))]), people, ("x", "y"), {}).constraints
    target = Sizes.read([24, 12], n_people=36, n_clusters=2, size_weight=3, pseudocount=0.1, labels="free")
    target = replace(target, bounds=np.stack([constraints.least, constraints.most]))
    problem = build_arrays(known, bh.VI(), target, None, 36)
    begun = np.where(np.arange(36) >= 12, 1, 0)
    with Workers(1) as workers:
        searching = ruled_search._RuledSearch(constraints, target, workers)
        crowd = searching.people(problem)
        crowd.start(begun)
        assert crowd.move_each(100) == 0
        start = Visited(crowd.objective(), begun)
        [end] = searching.heat_up(problem, [start], 1e8, np.random.default_rng(1))
        crowd.start(clusters)
    assert end.value == pytest.approx(crowd.objective())


@pytest.mark.parametrize("size_weight", [1.0, float("inf")])
def test_two_who_must_not_be_alone_move_together(size_weight):
    """Two of four belong in the other group, but whoever goes first would leave the other alone."""
    clusters = np.array([1, 1, 0, 0, 0, 0, 1, 1])
    known = as_draws(np.tile(clusters, (20, 1)), None)
    people, columns = tuple(f"P{n}" for n in range(8)), {"gender": ["f", "f", *"mmmmmm"]}
    rules = [
        NotAlone("gender", "f"),
        *(Pin(f"P{n}", (group,)) for n, group in ((2, "x"), (3, "x"), (6, "y"), (7, "y"))),
    ]
    constraints = RuleSet.of(Rules(rules), people, ("x", "y"), columns).constraints
    target = Sizes.read([4, 4], n_people=8, n_clusters=2, size_weight=size_weight, pseudocount=0.1, labels="free")
    target = replace(target, bounds=np.stack([constraints.least, constraints.most]))
    problem = build_arrays(known, bh.VI(), target, None, 8, constraints.personal_costs())
    begun = np.repeat([0, 1], 4)
    with Workers(1) as workers:
        searching = ruled_search._RuledSearch(constraints, target, workers)
        crowd = searching.people(problem)
        crowd.start(begun)
        assert crowd.move_each(100) == 0
        [end] = searching.heat_up(problem, [Visited(crowd.objective(), begun)], 1e8, np.random.default_rng(1))
    assert end.labels.tolist() == clusters.tolist()
    assert not constraints.broken(end.labels)


def test_one_start_that_is_left_is_not_taken_for_agreement(monkeypatch):
    begin, heat_up, heated = ruled_search._RuledSearch.begin, ruled_search._RuledSearch.heat_up, []
    monkeypatch.setattr(ruled_search._RuledSearch, "begin", lambda *a: begin(*a) if a[3] == 0 else None)
    monkeypatch.setattr(ruled_search._RuledSearch, "heat_up", lambda *a: heated.append(a) or heat_up(*a))
    monkeypatch.setattr("bayeshat.engine.search.exhaustive._MAX_ASSIGNMENTS_X_DRAWS", 0)
    bh.decide(vague_draws(1, 20), groups=4, rules=Rules(bounds="3..7", apart=[["person 1", "person 2"]]), starts=4)
    assert len(heated) == 1


@pytest.mark.parametrize("seed", range(4))
def test_sets_of_people_change_places_where_sizes_hardly_give_way(seed):
    """Most draws would have two quarters of the people exchanged, but each exchange of two is worse at first."""
    now, better = np.repeat([0, 0, 1, 1], 10), np.repeat([0, 1, 0, 1], 10)
    known = as_draws(np.array([now] * 9 + [better] * 11), None)
    people = tuple(f"P{n}" for n in range(40))
    constraints = RuleSet.of(Rules([Apart(("P0", "P39"))]), people, ("x", "y"), {}).constraints
    target = Sizes.read([20, 20], n_people=40, n_clusters=2, size_weight=1, pseudocount=0.1, labels="fixed")
    target = replace(target, bounds=np.stack([constraints.least, constraints.most]))
    problem = build_arrays(known, bh.Binder(), target, None, 40)
    with Workers(1) as workers:
        searching = ruled_search._RuledSearch(constraints, target, workers)
        crowd = searching.people(problem)
        crowd.start(now)
        assert crowd.move_each(100) == 0
        [end] = searching.heat_up(problem, [Visited(crowd.objective(), now)], 2e7, np.random.default_rng(seed))
        crowd.start(better)
    assert end.value == pytest.approx(crowd.objective())
