"""The numbers that pictures show, against plain computations."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import gaussian_kde

import bayeshat as bh
from bayeshat.errors import InputError
from bayeshat.report.figure_tables import (
    REGIONS,
    answer_table,
    chains_table,
    coclustering_table,
    decision_table,
    membership_table,
    ternary_table,
    thin_chains,
    trade_off_table,
)


def test_memberships_are_means_and_quantiles(four):
    drawn, result = four
    table = membership_table(result.posterior, ["Person 03", 0], drawn.theta)
    draws = result.posterior.theta.reshape(-1, 20, 4)
    for row in range(8):
        n, k = (2, 0)[row // 4], row % 4
        assert (table["number"][row], table["person"][row]) == (n, result.names[n])
        assert table["cluster"][row] == result.survey.cluster_names[k]
        assert table["mean"][row] == pytest.approx(draws[:, n, k].mean())
        assert table["low"][row] == pytest.approx(np.quantile(draws[:, n, k], 0.025))
        assert table["high"][row] == pytest.approx(np.quantile(draws[:, n, k], 0.975))
        assert table["truth"][row] == drawn.theta[n, k]


def test_answers_are_means_and_quantiles(four):
    drawn, result = four
    table = answer_table(result.posterior, "Ravenclaw", drawn.phi)
    assert set(table["cluster"]) == {"Ravenclaw"}
    assert len(table["option"]) == result.survey.n_options.sum()
    row = table["question"].index(result.survey.questions[3].id) + 2
    draws = result.posterior.phi[:, :, 2, 3, 2]
    assert table["option"][row] == result.survey.questions[3].options[2]
    assert table["mean"][row] == pytest.approx(draws.mean())
    assert (table["low"][row], table["high"][row]) == tuple(np.quantile(draws, [0.025, 0.975]))
    assert table["truth"][row] == drawn.phi[2, 3, 2]
    assert len(answer_table(result.posterior)["mean"]) == 4 * len(table["mean"])


def test_ternary_densities_are_kernel_densities_of_log_ratios():
    """SciPy's kernel density, and a Jacobian by finite differences."""
    draws = np.random.default_rng(1).dirichlet([6, 4, 5], 800)

    def log_ratios(first, second):
        shares = [(x + 0.05) / 1.15 for x in (first, second, 1 - first - second)]
        return np.array(
            [
                np.sqrt(1 / 2) * np.log(shares[0] / shares[1]),
                np.sqrt(2 / 3) * np.log(np.sqrt(shares[0] * shares[1]) / shares[2]),
            ]
        )

    table = ternary_table(draws)
    kernel = gaussian_kde(log_ratios(draws[:, 0], draws[:, 1]))
    step = 1e-6
    for row in range(0, len(table["density"]), 97):
        first, second = table["first"][row], table["second"][row]
        right = log_ratios(first + step, second) - log_ratios(first - step, second)
        up = log_ratios(first, second + step) - log_ratios(first, second - step)
        jacobian = abs(right[0] * up[1] - right[1] * up[0]) / (2 * step) ** 2
        expected = kernel(log_ratios(first, second))[0] * jacobian
        assert table["density"][row] == pytest.approx(expected, rel=1e-3, abs=1e-6)


def test_ternary_regions_hold_what_they_say():
    draws = np.random.default_rng(1).dirichlet([6, 4, 5], 4000)
    table = ternary_table(draws)
    np.testing.assert_allclose(np.add(table["first"], table["second"]) + table["third"], 1)
    density, inside = np.array(table["density"]), np.array(table["inside"])
    # A point of the grid stands for a cell of 1/60 by 1/60 in the coordinates of the first two shares.
    assert density.sum() / 60**2 == pytest.approx(1, abs=0.02)
    for region in REGIONS:
        # Three standard deviations of a share among 1000 draws.
        assert density[inside <= region].sum() / 60**2 == pytest.approx(region, abs=0.05)
    assert (np.diff(inside[np.argsort(density)]) <= 0).all()


@pytest.mark.parametrize(
    "draws", [np.eye(3), np.tile([0.2, 0.3, 0.5], (50, 1)), np.array([[1.0, 0, 0]]), np.zeros((9, 3))]
)
def test_ternary_densities_of_extreme_draws_are_finite(draws):
    table = ternary_table(draws)
    assert np.isfinite(table["density"]).all()
    assert np.isfinite(table["inside"]).all()


def test_decisions_come_group_by_group_and_surest_first(four):
    _, result = four
    table = decision_table(result)
    shares = np.column_stack([table[f"share of {house}"] for house in result.survey.cluster_names])
    np.testing.assert_allclose(shares, result.posterior.probabilities[table["number"]])
    assert sorted(table["number"]) == list(range(20))
    assert table["group"] == [result.decision.groups[n] for n in table["number"]]
    assert [result.decision.names.index(group) for group in table["group"]] == sorted(result.decision.labels)
    for house in result.survey.cluster_names:
        own = [share for share, group in zip(table["own"], table["group"], strict=True) if group == house]
        assert own == sorted(own, reverse=True)
    assert table["own"] == [table[f"share of {group}"][row] for row, group in enumerate(table["group"])]


def test_decisions_without_houses_show_the_chances_of_groups(nameless):
    assert not nameless.identified
    table = decision_table(nameless)
    chances = nameless.decision.chances()[table["number"]]
    shares = np.column_stack([table[f"share of {group}"] for group in nameless.decision.names])
    np.testing.assert_allclose(shares, chances / chances.sum(axis=1, keepdims=True))


def test_fewer_groups_than_houses_show_houses(four):
    _, result = four
    merged = bh.decide(result.posterior, [10, 10], rng=1, threads=2)
    table = decision_table(replace(result, decision=merged))
    assert [column for column in table if column.startswith("share of ")] == [
        f"share of {house}" for house in result.survey.cluster_names
    ]
    assert set(table["own"]) == {""}
    two = bh.decide(result.posterior, {"Slytherin": 10, "Hufflepuff": 10}, rng=1, threads=2)
    table = decision_table(replace(result, decision=two))
    assert table["own"] == [table[f"share of {group}"][row] for row, group in enumerate(table["group"])]


def test_pairs_come_in_the_order_of_groups(four):
    _, result = four
    table = coclustering_table(result.posterior, result.decision)
    order = table["number"]
    z = result.posterior.z.reshape(-1, 20)
    together = np.array([[np.mean(z[:, n] == z[:, m]) for m in order] for n in order])
    np.testing.assert_allclose(table["together"], together)
    assert table["group"] == [result.decision.groups[n] for n in order]
    assert result.decision.labels[order].tolist() == sorted(result.decision.labels)


def test_pairs_without_groups_bring_together_those_who_share():
    draws = np.tile([0, 1, 0, 1, 0, 1], (20, 1))
    order = coclustering_table(draws)["number"]
    assert {n % 2 for n in order[:3]} in ({0}, {1})
    assert coclustering_table(draws[:, :2])["number"] == [0, 1]


def test_trade_off_is_what_was_decided(four):
    _, result = four
    path = bh.decide_path(result.posterior, "balanced", [1.0, 0.0], rng=1, threads=2)
    table = trade_off_table(path)
    assert table["size weight"] == [0.0, 1.0]
    assert table["expected VI (bits)"] == [path[1].expected_vi, path[0].expected_vi]
    assert table["size distance"] == [path[1].size_distance, path[0].size_distance]


def test_chains_begin_with_the_log_likelihood_and_go_on_with_the_worst(four):
    _, result = four
    posterior = result.posterior
    table = chains_table(posterior, 3)
    assert table["parameter"][0] == "log likelihood"
    np.testing.assert_array_equal(table["draws"][0], posterior.log_likelihood)
    summary = posterior.summary()
    worst = np.argmax(
        np.maximum(np.array(summary["r_hat"]) - 1, 1 / np.minimum(summary["ess_bulk"], summary["ess_tail"]))
    )
    assert table["parameter"][1] == summary["parameter"][worst]
    assert table["r_hat"][1] == pytest.approx(summary["r_hat"][worst])
    assert table["draws"][1].mean() == pytest.approx(summary["mean"][worst])
    named = chains_table(posterior, ["theta[Person 02, Slytherin]"])
    np.testing.assert_array_equal(named["draws"][0], posterior.theta[:, :, 1, 1])


def test_chains_are_thinned_to_what_they_are_worth():
    draws = np.arange(4000.0).reshape(4, 1000)
    table = {"draws": [draws], "ess_bulk": [500.0], "ess_tail": [400.0]}
    np.testing.assert_array_equal(thin_chains(table)["draws"][0], draws[:, ::10])
    assert thin_chains(table | {"ess_tail": [4000.0], "ess_bulk": [4000.0]})["draws"][0].shape == (4, 200)
    assert thin_chains(table | {"ess_tail": [3.0]})["draws"][0].shape == (4, 50)
    assert thin_chains(table | {"ess_tail": [np.nan], "ess_bulk": [np.nan]})["draws"][0].shape == (4, 50)


def test_what_cannot_be_shown_is_refused(four):
    drawn, result = four
    posterior = result.posterior
    with pytest.raises(InputError, match=r"people must be known by name.*'Nobody'"):
        membership_table(posterior, ["Nobody"])
    with pytest.raises(InputError, match="from 0 to 19; got the person 20"):
        membership_table(posterior, [20])
    with pytest.raises(InputError, match="at least one person"):
        membership_table(posterior, [])
    with pytest.raises(InputError, match=r"truth must have .* shape \(20, 4\); got \(4, 20\)"):
        membership_table(posterior, None, drawn.theta.T)
    with pytest.raises(InputError, match="cluster must be known by name"):
        answer_table(posterior, "Durmstrang")
    with pytest.raises(InputError, match="finite distance"):
        trade_off_table([bh.decide(posterior, None, rng=1, threads=2)])
    with pytest.raises(InputError, match="about the people of the draws"):
        coclustering_table(posterior.z[:, :, :10], result.decision)
    with pytest.raises(InputError, match="at most 5000 people"):
        coclustering_table(np.zeros((2, 5001), dtype=int))
    with pytest.raises(InputError, match="parameters must be known"):
        chains_table(posterior, ["gamma"])
