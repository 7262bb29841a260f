from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine import align
from bayeshat.engine.align import align_labels
from bayeshat.engine.draws import as_draws
from bayeshat.options import Workers
from sweeps import seeds

# How far people lean to their own cluster: labels that are nearly certain, and labels that are mostly not.
SHARP, VAGUE = 0.9, 0.3


def independent(seed, own, n_draws=400, n_people=21, n_clusters=4):
    """Draw labels that keep their meaning: each person's from probabilities of their own."""
    rng = np.random.default_rng(seed)
    share = (1 - own) * rng.dirichlet(np.full(n_clusters, 0.5), n_people)
    share[np.arange(n_people), rng.integers(0, n_clusters, n_people)] += own
    return (rng.random((n_draws, n_people, 1)) > share.cumsum(axis=1)[:, :-1]).sum(axis=2)


def renumber_at_random(draws, seed=0, n_clusters=4, kinds=None):
    """Exchange the clusters of every draw, only within their kind."""
    rng = np.random.default_rng(seed)
    kinds = np.zeros(n_clusters, int) if kinds is None else np.asarray(kinds)
    orders = np.tile(np.arange(n_clusters), (len(draws), 1))
    for kind in np.unique(kinds):
        places = np.flatnonzero(kinds == kind)
        orders[:, places] = rng.permuted(orders[:, places], axis=1)
    return np.take_along_axis(orders, draws, axis=1)


def changed(aligned, given):
    """Return the share of the draws, by weight, that were renumbered."""
    return float(given.weights @ (aligned.draws.codes != given.codes).any(axis=0))


def agreement(given):
    """Return the mean over people of the probability of their most probable cluster."""
    return given.shares(Workers(1)).max(axis=1).mean()


def overlap(aligned, draws, n_clusters=4):
    """Return the share of labels that are those of the draws, under the best one renumbering of all of them."""
    found = aligned.draws.codes.T
    return max((np.array(order)[found] == draws).mean() for order in permutations(range(n_clusters)))


@pytest.mark.parametrize("own", [SHARP, VAGUE])
@pytest.mark.parametrize("n_people", [21, 300])
@pytest.mark.parametrize("seed", seeds(3, usual=1))
def test_labels_that_switch_are_found_again(own, n_people, seed):
    draws = independent(seed, own, n_people=n_people)
    given = as_draws(renumber_at_random(draws, seed))
    aligned = align_labels(given)
    assert aligned.switches
    assert changed(aligned, given) == pytest.approx(23 / 24, abs=0.05)
    # With few vague people another numbering of a draw may agree better with the others than its own did.
    least = 0.75 if own == VAGUE and n_people == 21 else 0.995
    assert overlap(aligned, draws) > least
    assert overlap(replace(aligned, draws=given), draws) < 0.5  # a twin that aligns nothing
    still = np.mean([np.bincount(person, minlength=4).max() for person in draws.T]) / len(draws)
    assert agreement(given) < still - 0.05
    assert aligned.agreement == pytest.approx(still, abs=0.01)
    assert aligned.agreement == pytest.approx(
        np.mean([np.bincount(person, minlength=4).max() for person in aligned.draws.codes]) / len(draws)
    )


@pytest.mark.parametrize("own", [SHARP, VAGUE])
@pytest.mark.parametrize("n_people", [8, 21])
def test_labels_that_stay_are_left_alone(own, n_people):
    """Of 300 such runs with each of the settings none raised a false alarm."""
    for seed in range(4):
        given = as_draws(independent(seed, own, n_people=n_people, n_draws=200))
        aligned = align_labels(given)
        assert not aligned.switches
        assert not aligned.poor
        assert aligned.draws is given


@pytest.mark.parametrize("own", [SHARP, VAGUE])
def test_few_effective_draws_are_left_alone(own):
    """Where few draws have nearly all the weight, they agree as well with random numbers as with their own."""
    for seed in range(4):
        weights = np.exp(2 * np.random.default_rng(seed).normal(size=40))
        given = as_draws(independent(seed, own, n_draws=40, n_people=20, n_clusters=2), weights)
        aligned = align_labels(given)
        assert not aligned.switches
        assert aligned.draws is given
    decision = bh.decide(given, [10, 10], loss="placement")
    assert "40 draws, weighted like" in decision.status.message


def test_chains_that_are_numbered_differently_are_aligned():
    draws = independent(1, SHARP)
    given = draws.copy()
    given[200:] = np.array([1, 2, 0, 3])[given[200:]]
    aligned = align_labels(as_draws(given))
    assert aligned.switches
    assert not aligned.poor
    assert changed(aligned, as_draws(given)) == pytest.approx(0.5)
    assert overlap(aligned, draws) > 0.995


def test_most_draws_keep_their_numbers():
    draws = independent(2, SHARP)
    given = draws.copy()
    given[::4] = 3 - given[::4]
    aligned = align_labels(as_draws(given))
    assert changed(aligned, as_draws(given)) == pytest.approx(0.25)
    np.testing.assert_array_equal(aligned.draws.codes.T, draws)


def test_only_clusters_that_are_alike_are_exchanged():
    kinds = np.array([0, 1, 1, 2])
    draws = independent(3, SHARP)
    given = renumber_at_random(draws, kinds=kinds)
    aligned = align_labels(as_draws(given), kinds)
    np.testing.assert_array_equal(kinds[aligned.draws.codes.T], kinds[draws])
    assert overlap(aligned, draws) == 1.0
    everything = renumber_at_random(draws)
    assert not align_labels(as_draws(everything), np.arange(4)).switches


def test_weights_count_as_repeated_draws():
    given = renumber_at_random(independent(4, VAGUE, n_draws=60))
    times = np.random.default_rng(0).integers(1, 4, 60)
    draws = [as_draws(given, times), as_draws(np.repeat(given, times, axis=0))]
    weighted, repeated = map(align_labels, draws)
    assert agreement(draws[0]) == pytest.approx(agreement(draws[1]))
    assert weighted.agreement == pytest.approx(repeated.agreement, abs=0.02)
    assert changed(weighted, draws[0]) == pytest.approx(changed(repeated, draws[1]), abs=0.1)


def test_noise_is_poor():
    aligned = align_labels(as_draws(np.random.default_rng(0).integers(0, 3, (400, 30))))
    assert aligned.switches
    assert aligned.poor
    assert aligned.agreement == pytest.approx(aligned.chance, abs=0.03)


@pytest.mark.parametrize("n_draws", [100, 800])
def test_chains_that_merge_and_split_differently_are_poor(n_draws):
    people = np.arange(60)
    right = people % 3
    merged = np.where(right < 2, 0, 1 + people // 3 % 2)
    draws = np.concatenate([np.tile(right, (n_draws // 2, 1)), np.tile(merged, (n_draws // 2, 1))])
    aligned = align_labels(as_draws(renumber_at_random(draws, n_clusters=3)))
    assert aligned.switches
    assert aligned.poor
    mixed = np.random.default_rng(0).permuted(draws, axis=0)  # the same probabilities, alike in all chains
    assert not align_labels(as_draws(mixed)).poor


def test_many_people_are_aligned_by_a_sample():
    draws = independent(5, VAGUE, n_draws=50, n_people=5000)
    assert align._MAX_MATCHED_PEOPLE < 5000
    assert overlap(align_labels(as_draws(renumber_at_random(draws))), draws) == 1.0


@pytest.mark.parametrize("draws", [[[0, 1, 1]], [[0, 0, 0], [0, 0, 0]], [[0, 1], [1, 0]]])
def test_few_draws_are_no_trouble(draws):
    given = as_draws(draws)
    assert 0 < agreement(given) <= align_labels(given).agreement <= 1
