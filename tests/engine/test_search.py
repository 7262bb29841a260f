import json
from pathlib import Path

import numpy as np
import pytest

import bayeshat as bh
import naive
import strategies as our

DATA = Path(__file__).parent.parent / "data"
DRAWS = dict(np.load(DATA / "draws.npz"))
PROBLEMS = [
    pytest.param(name, problem, id=f"{name}-{i}")
    for name, problems in json.loads((DATA / "optima.json").read_text()).items()
    for i, problem in enumerate(problems)
]


@pytest.mark.parametrize(("name", "problem"), PROBLEMS)
def test_proven_optima_with_ten_seeds(name, problem):
    """Optima by exhaustive evaluation of all 581 million partitions (our own computation)."""
    for seed in range(10):
        decision = bh.decide(DRAWS[name], problem["target"], size_weight=problem["size_weight"], rng=seed)
        assert decision.expected_loss == pytest.approx(problem["optimum"], abs=1e-9)
    assert bh.variation_of_information(decision.labels, list(problem["assignment"])) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "optimum"),
    [
        ("even17", 1.4323542467856798),
        ("even107", 1.4601791798323949),
        ("uneven20", 1.432756301490973),
        ("uneven25", 1.5078987991444726),
    ],
)
def test_proven_optima_without_sizes(name, optimum):
    """Posteriors of data sets of the paper's designs, labels from the largest membership; proven by branch and bound.

    Nearly every start from a draw ends elsewhere: with three groups where two are better, with other two, with what is
    best for a part of the draws, or with everybody together where two people are better apart from the rest.
    """
    with np.load(DATA / "free_draws.npz") as archive:
        draws = archive[name]
    for seed in range(4):
        assert bh.decide(draws, groups=3, loss="vi", rng=seed).expected_loss == pytest.approx(optimum, abs=1e-9)


def test_a_size_moves_to_another_group_though_the_person_does_not():
    """One of the six vague people makes the first group the largest; better, another of them joins the second."""
    rng = np.random.default_rng(0)
    draws = rng.integers(0, 3, (200, 20))
    draws[:, :7], draws[:, 7:14] = 0, 1
    decision = bh.decide(draws, [8, 7, 5], size_weight=np.inf, rng=1)
    assert decision.expected_loss == pytest.approx(1.109503819710244, abs=1e-9)  # proven by branch and bound


@pytest.mark.parametrize(("index", "known"), [(0, 0.28423465), pytest.param(2, 0.27975155, marks=pytest.mark.long)])
def test_binder_leaves_an_optimum_that_all_starts_share(index, known):
    """200 people, five vague clusters, any sizes; the R package salso comes within 1e-6 of these values."""
    cases = pytest.importorskip("peers.cases", reason="a source distribution has no benchmarks")
    problem = cases.label_draws(200, 2.0, "binder", None, 5, index, n_clusters=5)
    for seed in (0, 2, 3):
        decision = bh.decide(problem.draws, groups=5, loss="binder", rng=seed)
        assert decision.expected_loss < known + 1e-6


def test_two_groups_become_one_and_another_two():
    """The sizes ask for one large group, and no single move leads from four clear clusters there."""
    rng = np.random.default_rng(2)
    own = rng.integers(0, 4, 16)
    draws = np.where(rng.random((100, 16)) < 0.3, rng.integers(0, 4, (100, 16)), own)
    decision = bh.decide(draws, [12, 1, 2, 1], size_weight=0.3)
    assert decision.expected_loss == pytest.approx(1.8472112682187942, abs=1e-9)  # proven by branch and bound


# Each loss with its definition for two partitions, and its terms for all partitions at once.
PAIR_LOSSES = {
    "vi": (bh.VI(), naive.vi, [(1.0, "vi", 1.0)]),
    "binder": (bh.Binder(), naive.binder, [(1.0, "binder", 1.0)]),
    "binder 0.6": (bh.Binder(0.6), lambda a, b: naive.binder(a, b, 0.6), [(1.0, "binder", 0.6)]),
    "both": (
        bh.VI() + 0.5 * bh.Binder(),
        lambda a, b: naive.vi(a, b) + 0.5 * naive.binder(a, b),
        [(1.0, "vi", 1.0), (0.5, "binder", 1.0)],
    ),
}
SIZES = {
    "none": (None, 0.0, 0.1),
    "soft": ("target", 0.5, 0.1),
    "weak": ("target", 0.05, 0.1),
    "never empty": ("target", 0.2, 0.0),
    "exact": ("target", np.inf, 0.1),
}


@pytest.mark.parametrize("n_groups", [2, 3, 4])
@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("loss", PAIR_LOSSES)
def test_enumeration(loss, sizes, n_groups):
    value, slow, terms = PAIR_LOSSES[loss]
    kind, weight, pseudocount = SIZES[sizes]
    draws = our.random_draws(n_groups, n_draws=10, n_people=7)
    target = {2: [5, 2], 3: [3, 3, 1], 4: [2, 2, 2, 1]}[n_groups] if kind else None
    decision = bh.decide(
        draws, target, groups=n_groups, loss=value, size_weight=weight or 1.0, pseudocount=pseudocount, rng=1
    )
    weights = np.full(len(draws), 1 / len(draws))
    rows = np.array(list(naive.partitions(7, n_groups)))
    costs = naive.size_costs(rows, target, weight, pseudocount, "free") if kind else 0.0
    best = (naive.expected_losses(rows, n_groups, draws, weights, terms) + costs).min()
    assert decision.expected_loss == pytest.approx(best, abs=1e-9)
    again = naive.expected_loss(decision.labels, draws, weights, slow, target, weight, pseudocount)
    assert again == pytest.approx(best, abs=1e-9)


@pytest.mark.parametrize("mode", ["free", "fixed"])
@pytest.mark.parametrize("n_groups", [2, 3, 4])
@pytest.mark.parametrize("weight", [0.05, 0.5, np.inf])
@pytest.mark.parametrize("mixed", [False, True])
def test_enumeration_with_placement(mixed, weight, n_groups, mode):
    draws = our.random_draws(10 + n_groups, n_draws=8, n_people=5)
    target = {2: [3, 2], 3: [2, 2, 1], 4: [2, 1, 1, 1]}[n_groups]
    value = bh.VI() + 0.7 * bh.Placement() if mixed else bh.Placement()

    def slow(a, b):
        return naive.vi(a, b) * mixed + (0.7 if mixed else 1.0) * naive.placement(a, b)

    decision = bh.decide(draws, target, loss=value, size_weight=weight, labels=mode, rng=1)
    weights = np.full(len(draws), 1 / len(draws))
    rows = naive.all_assignments(5, n_groups)
    terms = [(1.0, "vi", 1.0), (0.7, "placement", 1.0)] if mixed else [(1.0, "placement", 1.0)]
    costs = naive.size_costs(rows, target, weight, 0.1, mode)
    best = (naive.expected_losses(rows, n_groups, draws, weights, terms) + costs).min()
    assert decision.expected_loss == pytest.approx(best, abs=1e-9)
    again = naive.expected_loss(decision.labels, draws, weights, slow, target, weight, 0.1, mode)
    assert again == pytest.approx(best, abs=1e-9)


def test_weights_count_draws_again():
    draws = our.random_draws(5, n_draws=12, n_people=8)
    weights = np.arange(12) % 4
    one = bh.decide(draws, "balanced", weights=weights)
    two = bh.decide(np.repeat(draws, weights, axis=0), "balanced")
    assert one.expected_loss == pytest.approx(two.expected_loss, abs=1e-9)


@pytest.mark.parametrize("n_people", [20, pytest.param(700, marks=pytest.mark.long), 4000])
def test_threads_agree_to_the_last_bit(n_people):
    draws = our.random_draws(8, n_draws=300 if n_people < 1000 else 80, n_people=min(n_people, 200), n_clusters=4)
    draws = np.tile(draws, (1, -(-n_people // draws.shape[1])))[:, :n_people]
    one, two = (bh.decide(draws, "balanced", rng=3, threads=threads) for threads in (1, 2))
    assert (one.labels == two.labels).all()
    assert one.expected_loss == two.expected_loss
    assert one.n_best == two.n_best


def test_permuting_people_permutes_the_answer():
    order = np.random.default_rng(0).permutation(20)
    plain = bh.decide(DRAWS["uneven"], [8, 7, 5])
    permuted = bh.decide(DRAWS["uneven"][:, order], [8, 7, 5])
    assert (plain.labels[order] == permuted.labels).all()


def test_renaming_clusters_changes_no_partition():
    renamed = np.array([7, 100, 3])[DRAWS["even"]]
    plain, other = bh.decide(DRAWS["even"], [8, 7, 5]), bh.decide(renamed, [8, 7, 5])
    assert bh.variation_of_information(plain.labels, other.labels) == pytest.approx(0, abs=1e-9)
    assert other.names == ("3", "7", "100")


def test_label_switching_between_draws_changes_no_partition():
    rng = np.random.default_rng(0)
    switched = np.array([rng.permutation(3)[z] for z in DRAWS["even"]])
    plain, other = bh.decide(DRAWS["even"], [8, 7, 5]), bh.decide(switched, [8, 7, 5])
    assert other.expected_loss == pytest.approx(plain.expected_loss, abs=1e-9)


def test_many_people_reach_what_few_people_reach():
    """The path for very many people, on copies of a small problem, whose optimum is then known to be no worse."""
    few = our.random_draws(1, n_draws=60, n_people=60, n_clusters=3, own=4.0)
    many = np.tile(few, (1, 400))
    small = bh.decide(few, "balanced", size_weight=0.2, pseudocount=0.0)
    large = bh.decide(many, "balanced", size_weight=0.2, pseudocount=0.0)
    assert large.expected_loss <= small.expected_loss * 1.0005
    copied = bh.expected_loss(np.tile(small.labels, 400), many, "balanced", size_weight=0.2, pseudocount=0.0)
    assert copied == pytest.approx(small.expected_loss, abs=1e-9)
    recomputed = bh.expected_loss(large.labels, many, "balanced", size_weight=0.2, pseudocount=0.0)
    assert recomputed == pytest.approx(large.expected_loss, abs=1e-9)


def test_many_people_in_exact_sizes():
    few = our.random_draws(2, n_draws=40, n_people=100, n_clusters=3, own=4.0)
    decision = bh.decide(np.tile(few, (1, 210)), [9000, 7000, 5000], size_weight=float("inf"))
    assert sorted(decision.sizes.tolist()) == [5000, 7000, 9000]


def test_fifty_groups():
    draws = our.random_draws(4, n_draws=20, n_people=100, n_clusters=50, own=30.0)
    decision = bh.decide(draws, "balanced", starts=2)
    assert decision.sizes.sum() == 100
    at_will = bh.decide(draws, groups=50, starts=2).labels  # the best groups if sizes do not matter
    assert decision.expected_loss <= bh.expected_loss(at_will, draws, "balanced") + 1e-9
    assert decision.expected_loss <= bh.expected_loss(np.arange(100) % 50, draws, "balanced")
    exact = bh.decide(draws, [2] * 50, size_weight=float("inf"), starts=2)
    assert (exact.sizes == 2).all()
