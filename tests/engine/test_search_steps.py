"""What the search must keep while it improves: exact sizes, old answers, and ends that no step improves."""

import hashlib

import numpy as np
import pytest

import bayeshat as bh
import strategies as our
from bayeshat.engine.machines.machine import Patience
from bayeshat.engine.search import search as searching
from bayeshat.engine.search.descent import Descent

LOSSES = {"vi": bh.VI(), "both": bh.VI() * 0.25 + bh.Placement(), "placement": bh.Placement()}


def clear_draws(n_people, n_draws, sharpness, n_clusters=4):
    """Return draws in which everybody is in the true cluster with this probability, and anywhere otherwise."""
    rng = np.random.default_rng(n_people)
    truth = rng.integers(n_clusters, size=n_people)
    known = rng.random((n_draws, n_people)) < sharpness
    return np.where(known, truth, rng.integers(n_clusters, size=(n_draws, n_people))).astype(np.uint8)


class Halving:
    """A machine that moves somebody in every lap, each time for half of the gain."""

    laps = 0

    def majorise(self):
        pass

    def move_each(self, sweeps):
        self.laps += 1
        return 1

    def objective(self):
        return 0.5**self.laps


@pytest.mark.parametrize(("worthwhile", "laps"), [(0.0, 9), (0.2, 3), (0.1, 4)])
def test_a_descent_ends_with_the_first_lap_that_is_not_worthwhile(worthwhile, laps):
    people = Halving()
    Descent(people, lambda _: 0.0).run(Patience(laps=9, rounds=1, sweeps=1, worthwhile=worthwhile))
    assert people.laps == laps


@pytest.mark.parametrize("labels", ["free", "fixed"])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize(
    ("n_people", "sharpness"),
    [
        (3001, 0.99),
        pytest.param(5000, 0.99, marks=pytest.mark.long),
        (5000, 0.05),
        pytest.param(20_000, 0.05, marks=pytest.mark.long),
    ],
)
def test_exact_sizes_are_met_with_many_people(n_people, sharpness, loss, labels):
    """The few people who are nearest to changing group cannot always reach the sizes; then more are looked at."""
    draws = clear_draws(n_people, 20, sharpness)
    for shares in ([0.4, 0.3, 0.2, 0.1], [0.5, 0.5, 0.0, 0.0]):
        decision = bh.decide(draws, shares, loss=LOSSES[loss], size_weight=np.inf, labels=labels, rng=1, starts=2)
        wanted = np.round(np.array(shares) * n_people)
        assert np.abs(np.sort(decision.sizes) - np.sort(wanted)).max() <= 1
        assert decision.target.sum() == n_people
        assert (decision.sizes == decision.target).all()


def test_a_decision_that_breaks_exact_sizes_is_an_error(monkeypatch):
    def broken(draws, *_, **__):
        return searching.Found(np.zeros(draws.n_people, np.int64), 1, 1)

    monkeypatch.setattr("bayeshat.engine.decide.search", broken)
    draws = clear_draws(30, 5, 0.5)
    with pytest.raises(bh.BayesHatError, match="exactly the wanted sizes"):
        bh.decide(draws, "balanced", size_weight=np.inf)
    with pytest.raises(bh.BayesHatError, match="exactly the wanted sizes"):
        bh.decide(draws, "balanced", pseudocount=0)


def digest(labels):
    return hashlib.sha256(labels.astype(np.int64).tobytes()).hexdigest()[:16]


OLD_ANSWERS = {
    (300, "balanced"): "153951613cf8b8ff",
    (300, None): "153951613cf8b8ff",
    (2000, "balanced"): "2188db7cbb3bb922",
    (2000, None): "2188db7cbb3bb922",
    (100_000, "balanced"): "bda3fbf5125efd65",
    (100_000, None): "1cfde16b32c7668a",
}


@pytest.mark.parametrize(("n_people", "target"), OLD_ANSWERS)
def test_answers_are_those_of_the_first_release(n_people, target):
    """Labels from commit 48e709d; a change is right only if the new expected loss is smaller."""
    draws = clear_draws(n_people, 20 if n_people > 2000 else 200, 0.8)
    assert digest(bh.decide(draws, target, size_weight=1.0, rng=1).labels) == OLD_ANSWERS[n_people, target]


@pytest.mark.parametrize("n_draws", [40, 1000])
def test_no_swap_improves_between_300_and_3000_people(n_draws):
    """Whether or not draws were left out in the first, smaller problem."""
    decision = bh.decide(clear_draws(400, n_draws, 0.3), "balanced", size_weight=np.inf, starts=4)
    assert decision.table(swaps=True)["swap change"].min() >= -1e-9


def test_weights_count_where_draws_are_left_out():
    """Half of the draws tell of other groups and weigh next to nothing; the sample of draws must leave them out."""
    truth, other = np.arange(60) % 3, np.arange(60) // 20
    draws = np.concatenate([np.tile(truth, (10_000, 1)), np.tile(other, (10_000, 1))])
    weights = np.repeat([1.0, 1e-6], 10_000)
    decision = bh.decide(draws, "balanced", weights=weights, starts=4)
    assert bh.variation_of_information(decision.labels, truth) == pytest.approx(0, abs=1e-12)
    turned = bh.decide(draws, "balanced", weights=weights[::-1], starts=4)
    assert bh.variation_of_information(turned.labels, other) == pytest.approx(0, abs=1e-12)


def test_starts_are_added_while_few_reach_the_best_value_and_the_status_says_so():
    hard = clear_draws(60, 30, 0.1, n_clusters=6)
    decision = bh.decide(hard, "balanced", size_weight=np.inf, starts=2)
    assert (decision.n_starts, decision.status.code) == (8, "uncertain_optimum")
    assert f"Only {decision.n_best} of 8 searches" in decision.status.message
    assert "raise starts" in decision.status.message
    easy = bh.decide(clear_draws(60, 30, 0.99), "balanced", starts=4)
    assert (easy.n_starts, easy.status.code) == (4, "ok")


@pytest.mark.parametrize("broken", ["overlaps halved", "overlaps turned", "sizes left out"])
def test_a_broken_descent_is_caught(broken, monkeypatch):
    """Brute force must notice a descent whose tables are wrong: a test of the test."""
    from bayeshat.engine.problem import build_arrays
    from engine.test_brute_force import brute_force, random_case

    def twin(*args, **options):
        made = build_arrays(*args, **options)
        if broken == "sizes left out":
            return made._replace(size=made.size._replace(by_size=made.size.by_size * 0.0))
        return made._replace(by_count=made.by_count * (0.5 if broken == "overlaps halved" else -1.0))

    monkeypatch.setattr("bayeshat.engine.problem.build_arrays", twin)
    our.search_alone(monkeypatch)
    cases = [(seed, random_case(seed)) for seed in range(0, 270, 9)]  # VI alone
    assert any(case.decide(seed).expected_loss > brute_force(case) + 1e-6 for seed, case in cases)
