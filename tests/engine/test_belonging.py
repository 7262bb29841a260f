"""The chance of belonging in a group: against its definition, and whether it holds."""

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import linear_sum_assignment

import bayeshat as bh
import naive
from bayeshat.engine.draws import as_draws
from bayeshat.engine.tables import expected_right, find_chances, match_clusters
from bayeshat.options import Workers
from sample.calibration import FAILURE_RATE

SHAPES = [(1, 1), (2, 2), (3, 3), (4, 4), (1, 3), (3, 1), (2, 4), (5, 3)]


def chances_of(labels, draws, n_groups):
    with Workers(1) as workers:
        return find_chances(labels, as_draws(draws), n_groups, False, workers)


@pytest.mark.parametrize(("n_clusters", "n_groups"), SHAPES)
@pytest.mark.parametrize("most", [1, 3, 40])
def test_clusters_and_groups_are_matched_as_well_as_possible(n_clusters, n_groups, most):
    """Shares are positive for the pairs of the best matchings alone, and add up as in each of these."""
    tables = np.random.default_rng(most).integers(0, most + 1, (25, n_clusters, n_groups))
    with Workers(2) as workers:
        shares = match_clusters(tables, workers)
    for counts, match in zip(tables, shares, strict=True):
        best, right = naive.best_matchings(counts)
        assert (match * counts).sum() == pytest.approx(right)
        assert ((match > 1e-9) == np.any(best, axis=0)).all()
        assert match.sum(axis=1 if n_groups <= n_clusters else 0) == pytest.approx(1.0)
        if len(best) == 1:
            assert (match == best[0]).all()


def test_ties_are_shared_whatever_clusters_and_groups_are_numbered():
    rng = np.random.default_rng(1)
    tables = rng.integers(0, 3, (200, 4, 4))
    rows, columns = rng.permutation(4), rng.permutation(4)
    with Workers(1) as workers:
        shares = match_clusters(tables, workers)
        renumbered = match_clusters(tables[:, rows][:, :, columns], workers)
        assert match_clusters(np.full((1, 3, 3), 2), workers) == pytest.approx(1 / 3)
    np.testing.assert_allclose(renumbered, shares[:, rows][:, :, columns], atol=1e-9)
    assert ((shares > 0.01) & (shares < 0.99)).any(axis=(1, 2)).mean() > 0.5


def test_nobody_is_left_out_of_the_headline():
    """What people's own chances add up to is how many are right in the best matching of a draw, on average."""
    draws = np.random.default_rng(3).integers(0, 3, (40, 12))
    decision = bh.decide(draws, [4, 4, 4], loss="vi", rng=1)
    most = [naive.best_matchings(counts)[1] for counts in decision.problem.draws.count(decision.labels, 3, Workers(1))]
    assert expected_right(decision.labels, decision.chances()) == pytest.approx(np.mean(most), abs=1e-6)


def test_a_cluster_with_nobody_in_the_group_left_for_it_goes_with_none():
    labels = np.array([0, 0, 0, 0, 1, 1])
    chances = chances_of(labels, np.array([[0, 0, 0, 1, 2, 2]] * 4), 3)
    assert chances[:, 0].tolist() == [1, 1, 1, 0, 0, 0]
    assert chances[:, 1].tolist() == [0, 0, 0, 0, 1, 1]
    assert not chances[:, 2].any()


def largest_parts(labels, draws, n_groups):
    """A cluster goes with the group that has most of its people, also if another cluster does already."""
    tables = as_draws(draws).count(labels, n_groups, Workers(1))
    return np.mean(
        [counts.argmax(axis=1)[z][:, None] == np.arange(n_groups) for counts, z in zip(tables, draws, strict=True)],
        axis=0,
    )


def mutual_parts(labels, draws, n_groups):
    """A cluster goes with a group only if each is the other's largest part; ties share."""
    tables = as_draws(draws).count(labels, n_groups, Workers(1))
    match = (tables == tables.max(axis=1, keepdims=True)) & (tables == tables.max(axis=2, keepdims=True)) & (tables > 0)
    several = np.maximum(match.sum(axis=1, keepdims=True), match.sum(axis=2, keepdims=True))
    return np.mean([pairs[z] for pairs, z in zip(match / np.maximum(several, 1), draws, strict=True)], axis=0)


RULES = {"matched": chances_of, "largest parts": largest_parts, "mutual parts": mutual_parts}


def test_people_are_right_as_often_as_claimed():
    """Draws and truth from one distribution: matched chances fail with at most FAILURE_RATE; others must.

    A person is right if the group goes with their true cluster when groups and true clusters are matched as well as
    possible. Data sets are independent of each other, people in one are not: so sums over people are compared, over
    everybody and over those whose cluster is clear and is not.
    """
    rng, n_sets, n_people, n_groups = np.random.default_rng(1), 400, 16, 4
    excess = {rule: [] for rule in RULES}
    for _ in range(n_sets):
        share = rng.dirichlet([0.7] * n_groups, n_people)
        drawn = (rng.random((41, n_people, 1)) > share.cumsum(axis=1)).sum(axis=2).clip(max=n_groups - 1)
        # Clusters have other numbers in every draw.
        *draws, truth = (rng.permutation(n_groups)[z] for z in drawn)
        draws, labels = np.array(draws), share.argmax(axis=1)
        shared = np.zeros((n_groups, n_groups))
        np.add.at(shared, (labels, truth), 1)
        right = linear_sum_assignment(shared, maximize=True)[1][labels] == truth
        clear = share.max(axis=1) >= 0.7
        for rule, chances in RULES.items():
            away = chances(labels, draws, n_groups)[np.arange(n_people), labels] - right
            excess[rule].append([away.sum(), away[clear].sum(), away[~clear].sum()])
    limit = stats.norm.isf(FAILURE_RATE / 6)
    errors = {rule: np.abs(stats.ttest_1samp(np.array(sums), 0.0).statistic).max() for rule, sums in excess.items()}
    assert errors["matched"] < limit < min(errors["largest parts"], errors["mutual parts"])
