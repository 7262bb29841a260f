from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bayeshat as bh
import naive
import strategies as our

# Table 1 of the paper: (truth, assignment, printed VI, printed accuracy).
TABLE_1 = np.genfromtxt(
    Path(__file__).parent.parent / "data" / "table_1_simulations.csv", delimiter=",", names=True, dtype=int
)
PRINTED = [
    ("even_true", "even_lss", 0.80, 0.90),
    ("even_true", "even_vi", 1.58, 0.35),
    ("uneven_true", "uneven_lss", 1.45, 0.80),
    ("uneven_true", "uneven_lsi", 1.24, 0.85),
    ("uneven_true", "uneven_vi", 1.56, 0.40),
]


@pytest.mark.parametrize(("truth", "column", "vi", "accuracy"), PRINTED)
def test_table_1_of_the_paper(truth, column, vi, accuracy):
    assert round(bh.variation_of_information(TABLE_1[column], TABLE_1[truth]), 2) == vi
    assert round(float(np.mean(TABLE_1[column] == TABLE_1[truth])), 2) == accuracy


@given(our.partitions(2))
def test_vi_is_the_papers(pair):
    assert bh.variation_of_information(*pair) == pytest.approx(naive.vi(*pair), abs=1e-9)


@given(our.partitions(2), st.floats(0, 2))
def test_binder_counts_pairs(pair, a):
    assert bh.binder(*pair, a=a) == pytest.approx(naive.binder(*pair, together_cost=a), abs=1e-9)


@given(our.partitions(3))
def test_vi_is_a_metric(three):
    a, b, c = three
    vi = bh.variation_of_information
    assert vi(a, a) == pytest.approx(0, abs=1e-12)
    assert vi(a, b) == pytest.approx(vi(b, a), abs=1e-12)
    assert vi(a, c) <= vi(a, b) + vi(b, c) + 1e-9
    same = naive.binder(a, b) == 0
    assert (vi(a, b) < 1e-9) == same
    assert vi(a, b) <= np.log2(len(a)) + 1e-9


@given(our.partitions(2), st.permutations(range(4)))
def test_vi_ignores_labels(pair, order):
    a, b = pair
    renamed = [order[x] for x in a]
    assert bh.variation_of_information(renamed, b) == pytest.approx(bh.variation_of_information(a, b), abs=1e-12)


def test_generalised_vi_weighs_parting_against_joining():
    apart, together = [0, 1, 2, 3], [0, 0, 0, 0]
    assert bh.variation_of_information(apart, together, a=0.5) == pytest.approx(0.5 * 2)
    assert bh.variation_of_information(together, apart, a=0.5) == pytest.approx(1.5 * 2)


def test_coclustering_is_the_mean_of_indicators():
    draws = our.random_draws(3, n_draws=9)
    np.testing.assert_allclose(bh.coclustering(draws), naive.coclustering(draws), atol=1e-12)
    weights = np.arange(9) % 3
    repeated = np.repeat(draws, weights, axis=0)
    np.testing.assert_allclose(bh.coclustering(draws, weights), naive.coclustering(repeated), atol=1e-12)


def test_partitions_must_be_of_the_same_people():
    with pytest.raises(bh.BayesHatError, match="same people; got 3 and 2"):
        bh.variation_of_information([0, 0, 1], [0, 1])
    with pytest.raises(bh.BayesHatError, match="one label per person"):
        bh.variation_of_information([], [])
    with pytest.raises(bh.BayesHatError, match="got NaN"):
        bh.variation_of_information([0.0, np.nan], [0, 1])
