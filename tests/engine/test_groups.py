"""Proofs by groups: never a bound above the best assignment, and the best assignment where they finish."""

import json
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import bayeshat as bh
import naive
import strategies as our
from bayeshat.engine.draws import as_draws
from bayeshat.engine.kernels._groups_numba import bound_groups, cover_everybody, list_groups, raise_bound
from bayeshat.engine.losses import as_loss
from bayeshat.engine.problem import build_arrays
from bayeshat.engine.proof.claim import Claim
from bayeshat.engine.proof.groups import Asked, Company, branch_and_bound, merge_clusters
from bayeshat.engine.sizes import Sizes
from bayeshat.options import Workers
from bayeshat.rules.constraints import no_rules
from bayeshat.rules.rule_set import RuleSet
from bayeshat.words.message import Message
from engine.test_rules_optimal import random_problem as ruled_problem
from sweeps import seeds

DATA = Path(__file__).parent.parent / "data"
LOSSES = {
    "vi": [(1.0, "vi", 1.0)],
    "vi(a=0.3)": [(1.0, "vi", 0.3)],
    "binder(a=1.4)": [(1.0, "binder", 1.4)],
    "vi + 0.5*binder": [(1.0, "vi", 1.0), (0.5, "binder", 1.0)],
    "0.3*vi + placement": [(0.3, "vi", 1.0), (1.0, "placement", 1.0)],
    "placement": [(1.0, "placement", 1.0)],
}


def quietly(*_):
    pass


def prove(problem, sizes, incumbent, time_limit=60.0, threads=1, progress=quietly):
    """Prove a claim about an assignment, whose value has no constant part."""
    sizes = np.asarray(sizes)
    target = Sizes.read(None, groups=sizes.shape[1], n_people=len(incumbent), n_clusters=problem.n_clusters)
    claim = Claim(problem, target, no_rules(len(problem.z), target.n_groups), 0.0, incumbent, 0.0)
    claim = replace(claim, value=claim.value_of(incumbent))
    with Workers(threads) as workers:
        return branch_and_bound(claim, sizes, time_limit=time_limit, workers=workers, progress=progress)


def build(draws, loss, target, n_groups, size_weight, labels="free", weights=None, personal=None):
    known, parts = as_draws(draws, weights), as_loss(loss)
    options = {"n_people": draws.shape[1], "n_clusters": known.n_clusters, "pseudocount": 0.1, "labels": labels}
    wanted = Sizes.read(target, groups=n_groups if target is None else None, size_weight=size_weight, **options)
    shares = None
    if parts.sees_labels:
        shares = np.stack([known.weights @ (draws == h) for h in range(known.n_clusters)], axis=1)
    return build_arrays(known, parts, wanted, shares, draws.shape[1], personal)


def all_sizes(n_people, n_groups):
    return np.array([row for row in product(range(n_people + 1), repeat=n_groups) if sum(row) == n_people])


def random_problem(seed):
    """Return a problem, the sizes it allows, all assignments, and the objective of each up to a constant."""
    rng = np.random.default_rng(seed)
    n_groups = int(rng.integers(2, 5))
    n_people = {2: 11, 3: 7, 4: 5}[n_groups] + int(rng.integers(0, 2))
    draws = our.random_draws(seed, n_draws=6, n_people=n_people, own=float(rng.choice([0.5, 2.0, 6.0])))
    draws = np.unique(draws, return_inverse=True)[1].reshape(draws.shape)
    weights = rng.dirichlet(np.ones(6)) if seed % 2 else np.full(6, 1 / 6)
    loss = list(LOSSES)[seed % len(LOSSES)]
    size_weight = [0.0, 0.2, 1.0, np.inf][int(rng.integers(0, 4))]
    labels = str(rng.choice(["free", "fixed"]))
    target = (rng.multinomial(n_people - n_groups, np.ones(n_groups) / n_groups) + 1).tolist()
    personal = rng.random((n_people, n_groups)) if rng.random() < 0.3 else None
    problem = build(draws, loss, target, n_groups, size_weight, labels, weights, personal)
    rows = naive.all_assignments(n_people, n_groups)
    values = naive.expected_losses(rows, n_groups, draws, weights, LOSSES[loss])
    # Where nothing but the sizes tells groups apart, any order of the sizes will do.
    values += naive.size_costs(rows, target, size_weight, 0.1, "free" if problem.size.free else "fixed")
    if personal is not None:
        values += personal[np.arange(n_people), rows].sum(axis=1)
    sizes = all_sizes(n_people, n_groups)
    if np.isinf(size_weight):
        order = np.sort if problem.size.free else np.asarray
        sizes = sizes[(order(sizes) == order(np.array(target))).all(axis=1)]
    return problem, sizes, rows, values


@pytest.mark.parametrize("seed", seeds(60, usual=10))
def test_enumeration(seed):
    problem, sizes, rows, values = random_problem(seed)
    rng = np.random.default_rng(seed)
    number = {tuple(row): value for row, value in zip(rows.tolist(), values, strict=True)}
    start = rows[rng.choice(np.flatnonzero(np.isfinite(values)))]
    done = prove(problem, sizes, start)
    constant = number[tuple(done.labels.tolist())] - done.value
    assert done.finished
    assert done.value + constant == pytest.approx(values.min(), abs=1e-9)
    assert values.min() - 1e-8 <= done.bound + constant <= values.min() + 1e-12
    hurried = prove(problem, sizes, start, time_limit=0.0)
    assert not hurried.finished or hurried.value == pytest.approx(done.value, abs=1e-9)
    assert hurried.bound + constant <= values.min() + 1e-12
    assert hurried.value + constant == pytest.approx(number[tuple(hurried.labels.tolist())], abs=1e-9)


@pytest.mark.parametrize(("name", "number"), [("even", 1), ("even100", 0)])
def test_proven_optima(name, number):
    """The optimum is by exhaustive evaluation; a poor start leads there as well, and threads change nothing."""
    problem = json.loads((DATA / "optima.json").read_text())[name][number]
    draws = np.load(DATA / "draws.npz")[name]
    built = build(draws, "vi", problem["target"], None, problem["size_weight"])
    best = np.array([int(g) for g in problem["assignment"]])
    poor = np.random.default_rng(0).permutation(best)
    sizes = all_sizes(20, 3)
    done, threaded = (prove(built, sizes, best, threads=threads) for threads in (1, 2))
    again = prove(built, sizes, poor, threads=2)
    assert done.finished
    assert (done.nodes, done.bound) == (threaded.nodes, threaded.bound)
    assert done.labels.tolist() == best.tolist()
    assert again.finished
    assert again.value == pytest.approx(done.value, abs=1e-9)


def test_what_is_known_when_time_is_up(monkeypatch):
    """With no time for proofs, all shapes together still get a bound near the optimum."""
    problem = json.loads((DATA / "optima.json").read_text())["uneven"][1]
    built = build(np.load(DATA / "draws.npz")["uneven"], "vi", problem["target"], None, 1.0)
    best = np.array([int(g) for g in problem["assignment"]])
    told = []
    at_once = prove(built, all_sizes(20, 3), best, 0.0, progress=lambda share, word: told.append((share, word)))
    assert at_once.bound < at_once.value - 0.5
    assert not at_once.finished
    assert set(told) == {(0.99, Message("progress-proving"))}
    monkeypatch.setattr("bayeshat.engine.proof.groups._PROOF_SHARE_OF_TIME", 0.0)
    clock = iter([0.0] * 60 + [1.0] * 60)
    monkeypatch.setattr("bayeshat.engine.proof.groups._Proof._share_of_time", lambda _: next(clock))
    later = prove(built, all_sizes(20, 3), best)
    assert later.value - 0.5 < later.bound < later.value


def test_more_people_than_bits_are_left_alone():
    decision = bh.decide(our.random_draws(0, n_draws=3, n_people=70), groups=3, loss="vi", threads=1)
    certificate = decision.certificate(5.0, threads=1)
    assert certificate.method in ("rows", "none")
    assert certificate.bound <= decision.value


def test_an_interrupt_goes_through():
    def interrupt(*_):
        raise KeyboardInterrupt

    built = build(our.random_draws(0, n_draws=30, n_people=20), "vi", None, 3, 0.0)
    with pytest.raises(KeyboardInterrupt):
        prove(built, all_sizes(20, 3), np.arange(20) % 3, threads=2, progress=interrupt)


def a_tree(seed, n_people=12, own=1.5, most=6):
    """Return clusters and what to ask of them, with groups of two kinds."""
    rng = np.random.default_rng(seed)
    problem = build(our.random_draws(seed, n_draws=20, n_people=n_people, own=own), "vi", None, 3, 0.0)
    floor = np.full((2, n_people + 1), np.inf)
    prices = rng.normal(0.1, 0.05, (2, n_people))
    return problem, merge_clusters(problem)[0], Asked(prices, floor, 3, most, np.zeros(n_people, np.int64))


def worths_of(problem, groups):
    """Return what groups (M, N) are worth, straight from the draws."""
    inside = np.asarray(problem.z)[:, None, :] == np.arange(problem.n_clusters)[:, None]
    overlaps = np.einsum("mn,nht->mth", groups, inside.astype(np.int64))
    return problem.by_count[0][overlaps].sum(axis=2) @ problem.weights


@pytest.mark.parametrize("seed", range(3))
def test_listed_groups(seed):
    problem, clusters, asked = a_tree(seed)
    groups = np.array(list(product([0, 1], repeat=12)))[:, ::-1]
    sizes = groups.sum(axis=1)
    left = worths_of(problem, groups) - asked.prices @ groups.T
    for quantile in (0.0, 0.5, 0.99):
        asked.floor[:, 3:7] = [[np.quantile(row[sizes == n], quantile) for n in range(3, 7)] for row in left]
        listed, node = [], 0
        while node < 16:
            sets, worth = np.empty(500, np.int64), np.empty(500)
            found, node, _ = list_groups(clusters, asked, node, 16, 3, sets, worth)
            listed += sets[:found].tolist()
            assert worth[:found] == pytest.approx(worths_of(problem, groups[sets[:found]]), abs=1e-12)
        # A group at the floor itself may be on either side of it, by rounding.
        clear = (left > asked.floor[:, sizes] + 1e-12).any(axis=0)
        assert set(np.flatnonzero(clear)) <= set(listed)
        assert (left > asked.floor[:, sizes] - 1e-12).any(axis=0)[listed].all()


def test_people_who_are_barred_are_in_no_listed_group_with_each_other():
    """The tree looks at people from the ninth on, one by one; the first eight are left to the rules."""
    _, clusters, asked = a_tree(0)
    asked.floor[:, 3:7] = -1e300
    asked.barred[[9, 11]] = 1 << 11, 1 << 9
    sets, worth = np.empty(5000, np.int64), np.empty(5000)
    found, _, _ = list_groups(clusters, asked, 0, 16, 1000, sets, worth)
    both = (1 << 9) + (1 << 11)
    groups = [some for some in range(1 << 12) if 3 <= some.bit_count() <= 6 and some & both != both]
    assert sorted(sets[:found].tolist()) == groups


@pytest.mark.parametrize("seed", seeds(40, usual=12))
def test_rules_about_groups_are_those_about_assignments(seed):
    """An assignment keeps to the rules if all its groups do, and its wishes cost what its groups cost."""
    draws, _, options, rules = ruled_problem(seed)
    groups, people = tuple(options["target"]), options["people"]
    ruling = RuleSet.of(rules, people, groups, options["columns"]).priced(0.1)
    n_people, n_groups = len(people), len(groups)
    bounds = {"least": np.zeros(n_groups, int), "most": np.full(n_groups, n_people)}
    everywhere = tuple(quota for quota in ruling.constraints.quotas if quota.is_everywhere)
    anywhere = np.ones((n_people, n_groups), bool)
    constraints = replace(ruling.constraints, allowed=anywhere, quotas=everywhere, **bounds)
    rng = np.random.default_rng(seed)
    order = rng.permutation(n_people)
    company = Company(constraints, np.int64(1) << np.argsort(order))
    gains = company.pairs(0.7)
    rows = naive.all_assignments(n_people, n_groups)
    rows = rng.permutation(rows)[:500]
    kept, costs = constraints.kept_by(rows), constraints.shared_costs(rows)
    bits = np.int64(1) << np.arange(n_people)
    together = 0.7 * sum(len(some) - 1 for some in constraints.together)
    problem = build(draws, ["vi", "binder", "placement"][seed % 3], None, n_groups, 0.0)
    clusters, subtract = merge_clusters(problem._replace(z=problem.z[order]), gains)
    plain, _ = merge_clusters(problem._replace(z=problem.z[order]))
    for row, is_kept, cost in zip(rows, kept, costs, strict=True):
        members = (row[order] == np.arange(n_groups)[:, None]).astype(np.int64)
        members = members[members.any(axis=1)]
        sets = members @ bits
        assert company.keeps(sets).all() == is_kept
        granted = sum(gain for pair, gain in gains.items() if (sets & pair == pair).any())
        if is_kept:
            assert sum(gains.values()) - granted + company.cost(sets).sum() == pytest.approx(cost, abs=1e-12)
            assert granted >= together - 1e-12
        with_pairs, without = (c.worth[members @ c.members.astype(int)] @ c.weights for c in (clusters, plain))
        assert (with_pairs - members @ subtract - without).sum() == pytest.approx(granted, abs=1e-9)


def slow_bound(problem, asked, level, group, fewer=0):
    """What groups are worth at most, by kind and size; ``fewer`` places than there are would be wrong."""
    phi, draws = problem.by_count[0], np.asarray(problem.z)
    chosen = int(group[level:].sum())
    gains, worth = np.zeros(level), 0.0
    for weight, draw in zip(problem.weights, draws.T, strict=True):
        for h in range(problem.n_clusters):
            inside = draw == h
            count = int(group[level:][inside[level:]].sum())
            joining = min(int(inside[:level].sum()), asked.most - chosen - fewer)
            worth += weight * phi[count]
            if joining > 0:
                gains[inside[:level]] += weight * (phi[count + joining] - phi[count]) / joining
    bounds = np.full(asked.floor.shape, -np.inf)
    for kind, prices in enumerate(asked.prices):
        best = np.sort(gains - prices[:level])[::-1]
        for m in range(min(level, asked.most - chosen) + 1):
            bounds[kind, chosen + m] = worth - prices[level:] @ group[level:] + best[:m].sum()
    return bounds


def broken_by(bound, problem, asked, level, group):
    """Return by how much some group below a node is worth more than the bound says."""
    below = np.array([[*some, *group[level:]] for some in product([0, 1], repeat=level)])
    below = below[below.sum(axis=1) <= asked.most]
    left = worths_of(problem, below) - asked.prices @ below.T
    return (left - bound[:, below.sum(axis=1)]).max()


@pytest.mark.parametrize("own", [1.5, 40.0])
def test_the_bound_of_a_node(own):
    """A secant for one place too few is no bound; where clusters are nearly certain, this shows."""
    broken = []
    for seed in range(6):
        problem, clusters, asked = a_tree(seed, n_people=9, own=own, most=4)
        group = np.array([0] * 7 + [seed % 2, 1])
        bound = bound_groups(clusters, asked, 7, group)
        slow = slow_bound(problem, asked, 7, group)
        np.testing.assert_allclose(bound, slow, rtol=1e-4)
        assert (bound >= slow - 1e-15).all()
        assert broken_by(bound, problem, asked, 7, group) <= 1e-12
        broken.append(broken_by(slow_bound(problem, asked, 7, group, fewer=1), problem, asked, 7, group) > 1e-6)
    assert own < 2 or any(broken)


def test_prices_raise_the_bound():
    rng = np.random.default_rng(0)
    groups = rng.integers(0, 2, (60, 10))
    sets, worth, starts, times = (
        groups @ (1 << np.arange(10)),
        rng.random(60),
        np.array([0, 25, 60]),
        np.array([2.0, 1.0]),
    )
    prices = np.zeros(10)

    def bound():
        left = worth - groups @ prices
        return 3.0 - prices.sum() - 2 * left[:25].max() - left[25:].max()

    before = bound()
    raised = raise_bound(sets, worth, starts, times, prices, 3.0, np.array([2.0, 2.0]), 500)
    assert raised == pytest.approx(bound(), abs=1e-12)
    assert raised > before + 0.1


@pytest.mark.parametrize("seed", range(5))
def test_cover(seed):
    """All ways to make up three groups of 2, 2 and 3 people, against those by trying all triples."""
    rng = np.random.default_rng(seed)
    all_sets = np.array([some for some in range(1, 1 << 7) if some.bit_count() in (2, 3)])
    some = rng.choice(all_sets, 40, replace=False)
    cell = np.array([int(one).bit_count() == 3 for one in some], dtype=int)
    first = np.array([(int(one) & -int(one)).bit_length() - 1 for one in some])
    short = rng.random(40)
    order = np.lexsort([short, first, cell])
    some, cell, first, short = some[order], cell[order], first[order], short[order]
    starts = np.array([[np.sum(cell * 7 + first < c * 7 + p) for p in range(8)] for c in range(2)])
    best, limit, state = np.zeros((2, 3), np.int64), np.array([3.0]), np.zeros(2, np.int64)
    work = (some, short, starts, np.array([2, 1]), np.zeros((3, 4), np.int64), np.zeros(4), state, limit, best)
    while not cover_everybody(*work, 5):
        pass
    least = 3.0
    for pair in combinations(np.flatnonzero(cell == 0), 2):
        for third in np.flatnonzero(cell == 1):
            chosen = [*pair, third]
            if some[chosen].sum() == 127 == np.bitwise_or.reduce(some[chosen]):
                least = min(least, short[chosen].sum())
    assert limit[0] == pytest.approx(least, abs=1e-12)
    assert least < 3.0
    assert best[0].sum() == 127
    assert [int(one).bit_count() for one in best[0]] == (2 + best[1]).tolist()
