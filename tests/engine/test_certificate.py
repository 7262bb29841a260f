"""Bounds against all assignments: never above the least loss, and equal to it where all groups are looked at."""

import json
import time
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.kernels._rows_numba import bound_rows
from bayeshat.engine.proof.certificate import certify
from bayeshat.engine.proof.claim import Clock, claim_of
from bayeshat.engine.proof.groups import branch_and_bound
from bayeshat.engine.proof.rows import Rows, bound_by_rows, company_by_count, partner_costs
from bayeshat.errors import InputError, RulesError
from bayeshat.options import Workers
from bayeshat.rules.rules import Apart, CommonTimes, NotAlone, Rules, Spread, Together, Wish
from engine.test_brute_force import random_case
from engine.test_rules_optimal import random_problem
from sweeps import seeds

DATA = Path(__file__).parent.parent / "data"
DRAWS = dict(np.load(DATA / "draws.npz"))
OPTIMA = json.loads((DATA / "optima.json").read_text())
N_CASES, N_RULED = 45, 30
NEAR = 1e-9
decide_module = import_module("bayeshat.engine.decide")


right_slopes = company_by_count


def bounds_of(claim):
    """Return the bounds by rows and by groups."""
    clock = Clock(time.monotonic(), 60)
    with Workers(1) as workers:
        found = bound_by_rows(Rows(claim, company_by_count(claim), workers), clock, clock)
        options = {"time_limit": 60, "workers": workers, "progress": lambda *_: None}
        if not claim.is_by_group:
            return found.least, claim.value
        ended = branch_and_bound(claim, found.sizes, **options) if len(found.sizes) else None
    return found.least, found.rest if ended is None else min(ended.value, found.rest)


def spoilt(claim, seed):
    """Return the claim for a worse assignment of the same sizes, with a value so large that nothing is left out."""
    return replace(claim, labels=np.random.default_rng(seed).permutation(claim.labels), value=claim.value + 1.0)


def unruled(seeds):
    """Yield small decisions without rules, which are proven best."""
    for seed in seeds:
        yield seed, random_case(seed, most_assignments=1000, most_people=8).decide(seed)


def ruled(seeds):
    """Yield small decisions under rules of every kind."""
    for seed in seeds:
        draws, _, options, rules = random_problem(seed)
        try:
            yield seed, bh.decide(draws, rules=rules, **options)
        except RulesError:
            continue


def check(cases, shift=0.0):
    """Compare bounds with the proven values; ``shift`` is added to the bounds, to see that this is noticed."""
    for seed, decision in cases:
        assert decision.proven
        claim = claim_of(decision.problem, decision.labels)
        for some in (claim, spoilt(claim, seed)):
            by_rows, by_groups = bounds_of(some)
            assert by_rows + shift <= claim.value + NEAR, seed
            assert by_groups == pytest.approx(claim.value if some.is_by_group else some.value, abs=NEAR), seed


@pytest.mark.parametrize("part", seeds(3, usual=1))
def test_bounds_are_never_above_the_least_loss(part):
    check(unruled(range(part, N_CASES, 3)))


@pytest.mark.parametrize("part", seeds(3, usual=1))
def test_bounds_are_never_above_the_least_loss_under_rules(part):
    check(ruled(range(part, N_RULED, 3)))


def wrong_slopes(claim):
    """Slopes that are no slopes: offsets that belong to others are taken for them."""
    worth, slopes = right_slopes(claim)
    return np.stack([worth - 0.02 * np.arange(len(worth)) * slopes[1], slopes])


def test_bounds_that_are_too_high_are_noticed(monkeypatch):
    with pytest.raises(AssertionError):
        check(unruled(range(N_CASES)), shift=1e-3)
    monkeypatch.setitem(globals(), "company_by_count", wrong_slopes)
    with pytest.raises(AssertionError):
        check(unruled(range(N_CASES)))


@pytest.mark.parametrize("name", ["even", "flat1"])
def test_proven_problems_are_proven_again(name):
    """Optima by exhaustive evaluation of all 581 million partitions; the bound by rows stays below them."""
    problem = OPTIMA[name][2]
    decision = bh.decide(DRAWS[name], problem["target"], size_weight=problem["size_weight"])
    claim = claim_of(decision.problem, decision.labels)
    clock = Clock(time.monotonic(), 60)
    with Workers(1) as workers:
        by_rows = bound_by_rows(Rows(claim, company_by_count(claim), workers), clock, clock).least
    assert 0.8 * problem["optimum"] < by_rows <= problem["optimum"] + NEAR
    certificate = decision.certificate(60)
    assert certificate.proven
    assert certificate.bound == pytest.approx(problem["optimum"], abs=NEAR)


def placement_under_rules(n_people=40, seed=0):
    rng = np.random.default_rng(seed)
    limits = rng.dirichlet(np.full(3, 0.7), n_people).cumsum(axis=1)
    draws = (rng.random((30, n_people, 1)) > limits).sum(axis=2).clip(max=2)
    pairs = [Together((f"person {n}", f"person {n + 1}")) for n in range(1, 9, 2)]
    wishes = [Wish(f"person {n}", companion=f"person {n + 5}", weight=0.5) for n in range(10, 14)]
    rules = Rules([*pairs, Apart(("person 20", "person 21", "person 22")), *wishes])
    options = {"loss": "placement", "labels": "fixed", "size_weight": 0.3, "rules": rules, "rng": 0}
    return bh.decide(draws, [0.5, 0.3, 0.2], **options)


def test_placement_under_rules_with_sizes_as_a_guide_is_proven():
    decision = placement_under_rules()
    certificate = decision.certificate(60)
    assert certificate.proven
    assert certificate.method == "integer programs"


def test_better_groups_that_a_proof_comes_across_are_taken(monkeypatch):
    """A search that ends anywhere is mended by the proof, and the decision says that it is proven."""
    draws = DRAWS["even"][:100]
    best = bh.decide(draws, [7, 7, 6], size_weight=np.inf)
    poor = decide_module.search

    def search(problem, options, warm):
        found = poor(problem, options, warm)
        if warm:
            return found
        return replace(found, labels=np.random.default_rng(0).permutation(found.labels), n_best=1, proven=False)

    monkeypatch.setattr(decide_module, "search", search)
    mended = bh.decide(draws, [7, 7, 6], size_weight=np.inf, prove=60)
    assert mended.expected_loss == pytest.approx(best.expected_loss, abs=NEAR)
    assert mended.proven
    assert mended.certified.proven
    assert mended.status.ok
    assert str(mended.search_in_words()) == "No better groups are possible: this was proven."
    assert mended.to_dict()["certificate"]["proven"]


COMPANY = {
    "together": Rules(together=[["person 1", "person 2", "person 3"]]),
    "apart": Rules(apart=[["person 1", "person 2", "person 3"], ["person 4", "person 5"]]),
    "wishes": Rules([Wish(f"person {n}", companion=f"person {n % 14 + 1}", weight=0.5) for n in range(1, 15)]),
    "spread": Rules([Spread("school")]),
    "an even spread": Rules([Spread("school", weight=1.0), Spread("year", weight=0.5)]),
    "nobody alone": Rules([NotAlone("school")]),
    "common times": Rules([CommonTimes("times")]),
}


def few_people(rules, **options):
    """Decide on 14 people, too many to look at all assignments under rules."""
    rng = np.random.default_rng(1)
    columns = {
        "school": rng.choice(["north", "south"], 14).tolist(),
        "year": rng.choice(["1", "2", "3"], 14).tolist(),
        "times": rng.choice(["Mon; Tue", "Tue; Wed", "Mon; Wed", "Mon; Tue; Wed"], 14).tolist(),
    }
    return bh.decide(DRAWS["even"][:60, :14], [5, 5, 4], loss="vi", rules=rules, columns=columns, **options)


@pytest.mark.parametrize("name", ["together", "apart", "wishes"])
def test_partners_cost_what_wishes_cost_where_all_rules_are_met(name):
    decision = few_people(COMPANY[name])
    claim = claim_of(decision.problem, decision.labels)
    costs, offset = partner_costs(claim, company_by_count(claim))
    shared = claim.labels[:, None] == claim.labels
    assert costs[shared].sum() + offset == pytest.approx(claim.constraints.shared_cost(claim.labels))


@pytest.mark.parametrize("name", COMPANY)
def test_few_people_under_rules_about_company_are_proven_unasked(name, monkeypatch):
    decision = few_people(COMPANY[name])
    assert decision.proven
    assert decision.certified is None
    assert str(decision.search_in_words()) == "No better groups are possible: this was proven."
    monkeypatch.setattr(decide_module, "_MAX_PROVEN_PEOPLE", 13)
    assert not few_people(COMPANY[name]).proven


@pytest.mark.parametrize("finished", [True, False])
def test_better_groups_are_taken_unasked_only_from_a_proof_that_ended(finished, monkeypatch):
    """How far a proof comes in its time differs from computer to computer; groups must not."""
    best, asked = few_people(COMPANY["apart"]), []
    poor = few_people(COMPANY["apart"] + Rules(apart=[["person 6", "person 7", "person 8"]]) + COMPANY["spread"])
    assert poor.value > best.value + 1e-3

    def certificate(decision, time_limit, **_):
        asked.append(time_limit)
        return certify(decision.value, best.value if finished else 0.9 * best.value, "groups", 1.0, best.labels)

    first = decide_module._decide

    def decide(problem, n_starts, rng, threads, progress, warm):
        if warm:
            return replace(first(problem, n_starts, rng, threads, progress, warm), proven=False)
        return replace(best, labels=poor.labels, expected_loss=poor.expected_loss, proven=False)

    monkeypatch.setattr(decide_module, "_decide", decide)
    monkeypatch.setattr(bh.Decision, "certificate", certificate)
    decision = few_people(COMPANY["apart"])
    assert len(asked) == 1
    assert decision.proven == finished
    assert decision.labels.tolist() == (best if finished else poor).labels.tolist()
    assert few_people(COMPANY["apart"], prove=60).labels.tolist() == best.labels.tolist()


@pytest.mark.parametrize(
    ("value", "bound", "words"),
    [
        (1.0, 1.0, "No better groups are possible: this was proven."),
        (1.008, 1.0, "These groups are at most 0.8 % worse than the best possible ones."),
        (1.099, 1.0, "These groups are at most 9.9 % worse than the best possible ones."),
        (1.0999, 1.0, "These groups are at most 10 % worse than the best possible ones."),
        (1.96, 1.0, "These groups are at most 96 % worse than the best possible ones."),
        (2.0, 1.0, "These groups are at most 100 % worse than the best possible ones."),
        (2.01, 1.0, "How far these groups are from the best possible could not be shown in the time given."),
        (1.00001, 1.0, "These groups are at most 0.1 % worse than the best possible ones."),
        (1.0, 0.0, "How far these groups are from the best possible could not be shown in the time given."),
    ],
)
def test_words(value, bound, words):
    assert str(certify(value, bound, "rows", 1.0).words()) == words


@pytest.mark.parametrize("bound", [1.0, 0.1])
def test_better_groups_are_told_of_however_large_the_gap(bound):
    better = certify(1.008, bound, "rows", 1.0, np.zeros(3, np.int64))
    assert str(better.words()).endswith(" Better ones were found.")


def test_nothing_is_said_where_nobody_asked():
    decision = bh.decide(DRAWS["even"][:50], [7, 7, 6], size_weight=np.inf)
    assert decision.certified is None
    assert "worse than the best possible" not in str(decision.search_in_words())
    told = str(replace(decision, certified=certify(1.008, 1.0, "rows", 1.0)).search_in_words())
    assert told.endswith("These groups are at most 0.8 % worse than the best possible ones.")


def test_seconds_that_are_none_are_refused():
    with pytest.raises(InputError, match="prove must be a number of seconds above 0; got 0"):
        bh.decide(DRAWS["even"][:50], [7, 7, 6], prove=0)


def test_the_first_step_of_a_row_is_the_tangent_at_equal_shares():
    """The kernel against its definition: slopes at the mean counts, and the best partners for every size."""
    decision = bh.decide(DRAWS["even"][:40, :9], [3, 3, 3], size_weight=np.inf, loss="vi")
    claim = claim_of(decision.problem, decision.labels)
    z, weights, by_count = claim.arrays.z, claim.arrays.weights, company_by_count(claim)
    costs = np.random.default_rng(0).normal(0, 0.01, (9, 9))
    least = np.full((9, 10), -np.inf)
    bound_rows(z, weights, by_count, costs, 3, 1, 0, 9, least)
    same = (z[:, None] == z) & ~np.eye(9, dtype=bool)[:, :, None]
    count = 1 + same.sum(axis=1) * 2 / 8
    slope = np.array([np.interp(row, np.arange(12), by_count[1]) for row in count])
    whole = np.arange(1, 10)
    offset = (by_count[0, whole] - slope[:, :, None] * (whole - 1)).max(axis=2) @ weights
    gain = np.einsum("ijt,it,t->ij", same, slope, weights) - costs
    for i in range(9):
        ordered = np.sort(np.delete(gain[i], i))[::-1]
        expected = -(offset[i] + np.concatenate([[0.0], np.cumsum(ordered)]))
        assert least[i, 1:] == pytest.approx(expected, abs=1e-12)


def test_better_groups_keep_the_sizes_of_their_names():
    draws = np.random.default_rng(3).integers(0, 4, (8, 20))
    wanted = {"red": 8, "blue": 6, "green": 4, "grey": 2}
    decision = bh.decide(draws, wanted, size_weight=np.inf, loss="vi", starts=1, rng=3)
    worse = replace(decision, labels=np.roll(decision.labels, 3), expected_loss=decision.expected_loss + 0.5)
    better = worse.certificate(4).better
    assert np.bincount(better).tolist() == [8, 6, 4, 2]


def test_wishes_for_every_group_do_not_loosen_the_bound():
    draws = np.random.default_rng(4).integers(0, 3, (6, 9))
    wishes = Rules([Wish("person 6", groups=(name,)) for name in ("1", "2", "3")])
    decision = bh.decide(draws, [3, 3, 3], size_weight=np.inf, loss="vi", rules=wishes)
    certificate = replace(decision, proven=False).certificate(5)
    assert certificate.proven


def test_a_gap_of_more_than_everything_is_not_told():
    assert str(certify(2.5, 1.0, "rows", 0.1).words()).startswith(
        "How far these groups are from the best possible could"
    )
