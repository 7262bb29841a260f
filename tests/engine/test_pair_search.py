"""Losses that add up over pairs of people, where sizes do not matter: found by looking at pairs alone."""

import numpy as np
import pytest

import bayeshat as bh
import naive
import strategies as our
from bayeshat.engine.draws import as_draws
from bayeshat.engine.kernels._pairs_numba import N_DICE, count_bits, explore_company
from bayeshat.engine.machines.numba_machine import NumbaMachine
from bayeshat.engine.problem import build_arrays
from bayeshat.engine.search import pair_search
from bayeshat.engine.search.descent import SearchOptions
from bayeshat.engine.search.pair_search import search_pairs
from bayeshat.engine.sizes import Sizes
from bayeshat.options import Workers

TERMS = {
    "binder": [(1.0, "binder", 1.0)],
    "few groups": [(1.0, "binder", 1.6)],
    "many groups": [(2.0, "binder", 0.45)],
    "two terms": [(0.5, "binder", 0.8), (1.0, "binder", 1.3)],
}


def loss_of(terms):
    """Return a loss of several of Binder's."""
    first, *others = [weight * bh.Binder(a) for weight, _, a in terms]
    return sum(others, first)


def test_starts_that_agree_are_doubted(monkeypatch):
    """Sixteen of sixteen starts descended to the same local optimum."""
    our.search_alone(monkeypatch)
    texts = ("443034424", "031422333", "204104343", "230031204", "410003002")
    draws, weights = np.array([list(map(int, text)) for text in texts]), np.array([0.225, 0.405, 0.018, 0.029, 0.323])
    rows = np.array(list(naive.partitions(9, 4)))
    best = naive.expected_losses(rows, 4, draws, weights, TERMS["binder"]).min()
    found = bh.decide(draws, groups=4, loss="binder", weights=weights, rng=1232)
    assert found.expected_loss == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n_groups", [2, 3, 8])
@pytest.mark.parametrize("name", TERMS)
def test_the_best_of_all_partitions_is_found_from_every_seed(name, n_groups, weighted, monkeypatch):
    our.search_alone(monkeypatch)
    rows = np.array(list(naive.partitions(8, n_groups)))
    for data in range(3):
        draws = our.random_draws(data, n_draws=25, n_people=8, n_clusters=4)
        weights = np.random.default_rng(data).gamma(1.0, size=25) if weighted else np.ones(25)
        best = naive.expected_losses(rows, n_groups, draws, weights / weights.sum(), TERMS[name]).min()
        for seed in range(5):
            decision = bh.decide(
                draws, groups=n_groups, loss=loss_of(TERMS[name]), weights=weights, rng=seed, threads=1
            )
            assert decision.expected_loss == pytest.approx(best, abs=1e-9)
            assert not decision.proven


def test_few_people_are_still_proven():
    decision = bh.decide(our.random_draws(0, n_people=6), groups=3, loss="binder")
    assert decision.proven
    assert decision.status.code == "ok"


def test_what_descents_over_the_draws_miss():
    """Twelve groups for 200 people of four clusters: descents over the draws, and the R package salso, end above."""
    cases = pytest.importorskip("peers.cases", reason="a source distribution has no benchmarks")
    problem = cases.label_draws(200, 8.0, "binder", None, 12, 0)
    for seed in range(3):
        decision = bh.decide(problem.draws, groups=12, loss="binder", rng=seed)
        assert decision.expected_loss < 0.2034513 + 1e-8
        assert decision.expected_loss == pytest.approx(
            bh.expected_loss(decision.labels, problem.draws, loss="binder"), abs=1e-12
        )


def test_clusters_that_are_new_in_every_draw():
    """Codes mean something only within a draw, and there are more clusters than are wanted as groups."""
    draws = our.random_draws(3, n_draws=30, n_people=40, n_clusters=4)
    fresh = draws + 1000 * np.arange(len(draws))[:, None]
    decision, known = (bh.decide(these, groups=3, loss="binder", rng=1) for these in (fresh, draws))
    assert decision.expected_loss == pytest.approx(known.expected_loss, abs=1e-12)
    assert np.count_nonzero(decision.sizes) <= 3


@pytest.mark.parametrize("options", [{}, {"weights": np.arange(1, 41)}, {"starts": 1}])
def test_threads_agree_to_the_last_bit(options):
    draws = our.random_draws(5, n_people=600, n_draws=40, n_clusters=4)
    one, three = (bh.decide(draws, groups=6, loss="binder", rng=3, threads=threads, **options) for threads in (1, 3))
    assert (one.labels == three.labels).all()
    assert (one.n_best, one.n_starts, one.expected_loss) == (three.n_best, three.n_starts, three.expected_loss)


def test_too_many_people_or_draws_descend_over_the_draws(monkeypatch):
    draws = our.random_draws(4, n_people=30)
    wanted = bh.decide(draws, groups=3, loss="binder", rng=1)
    monkeypatch.setattr(pair_search, "explore_company", None)
    for limit, most in (("_MAX_PEOPLE", 29), ("_MAX_CELLS", 30 * len(draws) - 1)):
        with monkeypatch.context() as patch:
            patch.setattr(pair_search, limit, most)
            decision = bh.decide(draws, groups=3, loss="binder", rng=1)
        assert decision.expected_loss == pytest.approx(wanted.expected_loss, abs=1e-12)


def test_the_search_goes_on_from_a_given_assignment():
    draws = as_draws(our.random_draws(6, n_people=50, n_clusters=5))
    target = Sizes.read(None, groups=5, n_people=50, n_clusters=5, size_weight=0.0, pseudocount=0.1, labels="free")
    parts, workers = bh.Binder(), Workers(1)
    people = NumbaMachine(build_arrays(draws, parts, target, None, 50), workers)
    ends = search_pairs(draws, parts, 5, SearchOptions(8, np.random.default_rng(0), workers, lambda *_: None), [])
    best = min(ends, key=lambda end: end.value)
    once = SearchOptions(1, np.random.default_rng(1), workers, lambda *_: None)
    again = search_pairs(draws, parts, 5, once, [best.labels.copy()])
    assert len(again) == 2
    assert again[1].value <= best.value
    people.start(best.labels)
    assert best.value - again[0].value == pytest.approx(
        people.objective() - _objective(people, again[0].labels), abs=1e-12
    )


def _objective(people, labels):
    people.start(labels)
    return people.objective()


def test_a_descent_ends_where_nobody_gains_by_moving_alone():
    rng = np.random.default_rng(0)
    for n_groups in (1, 3, 25):
        bonds = np.tril(rng.integers(-50, 50, (25, 25)), -1).astype(np.int32)
        bonds += bonds.T
        labels = rng.integers(0, n_groups, 25)
        for rounds in (0, 40):
            total = explore_company(bonds, labels, n_groups, rng.random((rounds, N_DICE)))
            together = labels[:, None] == labels
            assert total == bonds[together].sum() // 2
            near = np.stack([bonds[:, labels == g].sum(axis=1) for g in range(n_groups)])
            assert (near.max(axis=0) == near[labels, np.arange(25)]).all()


def test_bits_are_counted():
    assert [count_bits(np.uint64(word)) for word in (0, 1, 2**63, 2**64 - 1)] == [0, 1, 1, 64]
