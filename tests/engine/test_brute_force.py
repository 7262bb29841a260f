"""The search against brute force: many small random problems, all assignments, the loss straight from its definition.

A problem is a ``Case``; ``check`` compares what ``decide`` returns with the least of all assignments' losses. Rules can
be added by giving a case those that it keeps to and leaving out, in ``brute_force``, what breaks them.
"""

from itertools import product
from typing import NamedTuple

import numpy as np
import pytest

import bayeshat as bh
import strategies as our
from sweeps import seeds

N_CASES = 2100
N_PARTS = 7


class Case(NamedTuple):
    """A decision problem; ``terms`` are (weight, kind, asymmetry) with kind "vi", "binder" or "placement"."""

    draws: np.ndarray
    weights: np.ndarray
    n_groups: int
    terms: tuple
    target: list | None
    size_weight: float
    pseudocount: float
    labels: str

    def loss(self):
        kinds = {"vi": bh.VI, "binder": bh.Binder}
        losses = [w * (bh.Placement() if kind == "placement" else kinds[kind](a)) for w, kind, a in self.terms]
        return sum(losses[1:], start=losses[0])

    def decide(self, seed):
        return bh.decide(
            self.draws,
            self.target,
            groups=self.n_groups,
            loss=self.loss(),
            size_weight=self.size_weight,
            pseudocount=self.pseudocount,
            labels=self.labels,
            weights=self.weights,
            rng=seed,
        )


def random_case(seed, most_assignments=3000, most_people=9):
    rng = np.random.default_rng(seed)
    while True:
        n_people, n_groups = int(rng.integers(2, most_people + 1)), int(rng.integers(1, 5))
        if n_groups <= n_people and n_groups**n_people <= most_assignments:
            break
    n_draws, n_clusters = int(rng.choice([1, 2, 5, 8])), int(rng.integers(1, 5))
    truth = rng.integers(0, n_clusters, n_people)
    known = rng.random((n_draws, n_people)) < rng.choice([0.0, 0.4, 0.9])
    draws = np.where(known, truth, rng.integers(0, n_clusters, (n_draws, n_people)))
    draws = np.unique(draws, return_inverse=True)[1].reshape(draws.shape)  # labels without gaps: the codes
    weights = rng.random(n_draws) + 0.05 if rng.random() < 0.4 else np.ones(n_draws)
    a = float(rng.choice([0.0, 0.3, 0.7, 1.5, 2.0]))
    terms = [
        ((1.0, "vi", 1.0),),
        ((1.0, "vi", a),),
        ((1.0, "binder", 1.0),),
        ((1.0, "binder", a),),
        ((1.0, "placement", 1.0),),
        ((0.25, "vi", 1.0), (1.0, "placement", 1.0)),
        ((1.0, "vi", 1.0), (float(rng.choice([0.2, 1.0, 4.0])), "placement", 1.0)),
        ((1.0, "vi", 1.0), (0.5, "binder", 1.2)),
        ((0.5, "vi", 0.7), (1.0, "binder", 1.0), (0.3, "placement", 1.0)),
    ][seed % 9]
    kind = rng.choice(["none", "soft", "soft", "exact"])
    target, size_weight, pseudocount = None, 1.0, float(rng.choice([0.0, 0.1, 0.1, 1.0]))
    if kind != "none":
        target = np.bincount(rng.integers(0, n_groups, n_people), minlength=n_groups).tolist()
        size_weight = np.inf if kind == "exact" else float(rng.choice([0.02, 0.1, 0.3, 1.0, 3.0]))
        pseudocount = 0.1 if 0 in target and kind == "soft" and pseudocount == 0 else pseudocount
    labels = "fixed" if target is not None and rng.random() < 0.5 else "free"
    return Case(draws, weights / weights.sum(), n_groups, terms, target, size_weight, pseudocount, labels)


def brute_force(case):
    """Return the least expected loss of all assignments."""
    n_people = case.draws.shape[1]
    labels = np.array(list(product(range(case.n_groups), repeat=n_people)))
    members = (labels[:, :, None] == np.arange(case.n_groups)).astype(float)
    sizes = members.sum(axis=1)

    def pairs(kind, counts):
        share = counts / n_people
        return (share * np.log2(np.maximum(counts, 1)) if kind == "vi" else share**2).sum(axis=-1)

    total = np.zeros(len(labels))
    for w, z in zip(case.weights, case.draws, strict=True):
        clusters = (z[:, None] == np.arange(z.max() + 1)).astype(float)
        overlap = np.einsum("mng,nk->mgk", members, clusters).reshape(len(labels), -1)
        for weight, kind, a in case.terms:
            if kind == "placement":
                total += w * weight * (labels != z).mean(axis=1)
            else:
                own = a * pairs(kind, clusters.sum(axis=0)) + (2 - a) * pairs(kind, sizes)
                total += w * weight * (own - 2 * pairs(kind, overlap))
    return (total + size_cost(case, sizes)).min()


def size_cost(case, sizes):
    """Return what each of several vectors of sizes costs."""
    if case.target is None:
        return 0.0
    wanted = np.array(case.target, dtype=float)
    if case.labels == "free":
        sizes, wanted = np.sort(sizes, axis=1), np.sort(wanted)
    if np.isinf(case.size_weight):
        return np.where((sizes == wanted).all(axis=1), 0.0, np.inf)
    wanted = np.where(wanted > 0, wanted, case.pseudocount)
    have = sizes + case.pseudocount
    ratio = np.log(np.where(have > 0, have, 1.0)) - np.log(wanted)
    distance = np.sqrt(((ratio - ratio.mean(axis=1, keepdims=True)) ** 2).sum(axis=1))
    return np.where((have > 0).all(axis=1), case.size_weight * distance, np.inf)


def check(case, seed):
    decision = case.decide(seed)
    assert decision.expected_loss == pytest.approx(brute_force(case), abs=1e-9), (seed, case)
    return decision


@pytest.mark.parametrize("part", seeds(N_PARTS, usual=1))
def test_no_assignment_is_better(part):
    assert all(check(random_case(seed), seed).proven for seed in range(part, N_CASES, N_PARTS))


def as_draws_of(*rows):
    return np.array([list(map(int, row)) for row in rows])


# Only two people who move together lead from where the starts agree to the best assignment.
TRAP = Case(
    as_draws_of("01001101", "00111111", "11001111", "00011011", "01001000"),
    np.array([0.385, 0.04, 0.07, 0.397, 0.108]),
    2,
    ((1.0, "vi", 1.3), (1.0, "binder", 1.0)),
    [2, 6],
    0.2,
    0.01,
    "free",
)


def test_what_the_starts_agree_on_is_proven_where_people_are_few(monkeypatch):
    monkeypatch.setattr("bayeshat.engine.search.exhaustive._MAX_ASSIGNMENTS_X_DRAWS", 0)
    decision = check(TRAP, 1530)
    assert decision.proven
    assert decision.certified is None  # nobody asked for a certificate
    monkeypatch.setattr("bayeshat.engine.decide._MAX_PROVEN_PEOPLE", 0)
    alone = TRAP.decide(1530)
    assert not alone.is_uncertain
    assert alone.expected_loss > decision.expected_loss + 0.01


@pytest.mark.parametrize("bounds", ["2..6", "3..5"])
def test_sizes_within_bounds_are_proven_too(bounds, monkeypatch):
    monkeypatch.setattr("bayeshat.engine.search.exhaustive._MAX_ASSIGNMENTS_X_DRAWS", 0)
    found = bh.decide(TRAP.draws, bounds, groups=2, weights=TRAP.weights, loss=TRAP.loss(), rng=1)
    assert found.proven


def test_groups_whose_sizes_are_free_take_the_numbers_that_suit_people_best(monkeypatch):
    """The search found these groups with two of their numbers exchanged."""
    our.search_alone(monkeypatch)
    draws = as_draws_of("101101100", "111011110", "101001110", "101001110", "111111100")
    terms = ((0.5, "vi", 1.0), (1.0, "binder", 1.0), (0.5, "placement", 1.0))
    check(Case(draws, np.full(5, 0.2), 3, terms, [6, 2, 1], np.inf, 1.0, "free"), 2094)


@pytest.mark.parametrize("part", seeds(3, usual=1))
def test_the_search_alone_finds_the_best_assignment(part, monkeypatch):
    """Nine people and fewer are harder for the search than more: one person is a large step."""
    our.search_alone(monkeypatch)
    for seed in range(part, 300, 3):
        check(random_case(seed), seed)


def test_a_draw_that_four_groups_can_equal_is_found_with_no_group_empty():
    """From everybody together, the distance with a huge number for ln(0) rose with each group that was filled."""
    from bayeshat.engine.draws import as_draws
    from bayeshat.engine.problem import build_arrays
    from bayeshat.engine.search.explore import Explorer
    from bayeshat.engine.sizes import Sizes
    from bayeshat.options import Workers

    draws = as_draws(np.arange(8)[None] % 4)
    options = {"n_people": 8, "n_clusters": 4, "size_weight": 1.0, "pseudocount": 0.0, "labels": "free"}
    problem = build_arrays(draws, bh.VI(0.3), Sizes.read([2] * 4, **options), None, 8)
    [end] = Explorer(problem, Workers(1), swaps=True).descend([np.zeros(8, np.int64)])
    assert (np.bincount(end.labels, minlength=4) > 0).all()


@pytest.mark.parametrize(("mode", "optimum"), [("fixed", 0.25), ("free", 0.0)])
def test_placement_with_exact_sizes_is_proven_with_any_number_of_people(mode, optimum):
    """Half of the people are surely in the first cluster, and the sizes ask for a quarter there."""
    n_people = 4000
    draws = np.repeat([[0, 0, 1, 2]], n_people // 4, axis=0).T.reshape(1, -1)
    decision = bh.decide(draws, [0.25, 0.25, 0.5], loss="placement", size_weight=np.inf, labels=mode)
    assert decision.proven
    assert "optimal" in repr(decision)
    assert decision.expected_loss == pytest.approx(optimum, abs=1e-12)
