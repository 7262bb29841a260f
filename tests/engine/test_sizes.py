import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import bayeshat as bh
import naive
import strategies as our
from bayeshat.engine.sizes import round_sizes


@given(our.compositions(2))
def test_aitchison_equals_the_papers_double_sum(pair):
    assert bh.aitchison_distance(*pair) == pytest.approx(naive.aitchison(*pair), abs=1e-7)


@given(our.compositions(3), st.floats(0.1, 50))
def test_aitchison_is_a_scale_free_metric(three, scale):
    x, y, z = three
    d = bh.aitchison_distance
    assert d(x, y) == pytest.approx(d(y, x), abs=1e-9)
    assert d([scale * part for part in x], y) == pytest.approx(d(x, y), abs=1e-9)
    assert d(x, z) <= d(x, y) + d(y, z) + 1e-9


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.data())
def test_free_sizes_are_the_best_permutation(sizes, data):
    target = data.draw(st.lists(st.integers(1, 9), min_size=len(sizes), max_size=len(sizes)))
    found = bh.size_distance(sizes, target, pseudocount=0.1)
    assert found == pytest.approx(naive.size_distance(sizes, target, 0.1, "free"), abs=1e-9)
    fixed = bh.size_distance(sizes, target, pseudocount=0.1, labels="fixed")
    assert fixed == pytest.approx(naive.size_distance(sizes, target, 0.1, "fixed"), abs=1e-9)
    assert found <= fixed + 1e-12


def test_an_empty_group_is_infinitely_far_without_a_pseudocount():
    assert bh.size_distance([3, 0], [2, 1], pseudocount=0) == math.inf
    assert bh.size_distance([3, 0], [2, 1], pseudocount=0.1) < math.inf


@pytest.mark.parametrize("n_groups", [2, 4])
def test_an_empty_group_costs_the_logarithm_of_the_pseudocount(n_groups):
    sizes, wanted = [0, *[60] * (n_groups - 1)], [1] * n_groups
    small, smaller = (bh.size_distance(sizes, wanted, pseudocount=delta) for delta in (1e-6, 1e-7))
    assert smaller - small == pytest.approx(math.sqrt(1 - 1 / n_groups) * math.log(10), rel=1e-6)


def test_exact_sizes_are_the_limit_of_a_large_weight_without_a_pseudocount():
    draws = np.random.default_rng(1).integers(0, 3, (40, 9))
    exact = bh.decide(draws, [5, 3, 1], size_weight=math.inf, rng=1)
    heavy = bh.decide(draws, [5, 3, 1], size_weight=1e6, pseudocount=0, rng=1)
    assert heavy.size_distance == 0
    assert heavy.expected_vi == pytest.approx(exact.expected_vi, abs=1e-12)


def test_with_a_pseudocount_other_sizes_may_be_nearer_than_the_wanted_ones():
    wanted = [20, 1000, 1]
    nearer, at = (bh.size_distance(sizes, wanted, labels="fixed") for sizes in ([21, 999, 1], wanted))
    assert (round(nearer, 3), round(at, 3)) == (0.068, 0.076)
    assert bh.size_distance(wanted, wanted, pseudocount=0) == 0


def test_the_loss_decides_which_of_even_groups_gets_one_person_more():
    draws = np.tile([0, 1, 1, 0, 1], (100, 1))
    decision = bh.decide(draws, "balanced", loss="placement", size_weight=math.inf, labels="fixed")
    assert decision.labels.tolist() == [0, 1, 1, 0, 1]
    assert decision.expected_loss == 0


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=12), st.integers(1, 500))
def test_rounding_adds_up_and_stays_within_one(shares, n_people):
    sizes = round_sizes(shares, n_people)
    assert sizes.sum() == n_people
    exact = np.array(shares) / np.sum(shares) * n_people
    assert (np.abs(sizes - exact) < 1 + 1e-6).all()


@pytest.mark.parametrize(
    ("shares", "n_people", "sizes"),
    [
        ([0.22, 0.16, 0.26, 0.08, 0.28], 5, [1, 1, 1, 1, 1]),  # 0.4 and 0.4 are left of the last two
        ([0.1, 0.2, 0.7], 5, [1, 1, 3]),
        ([1 / 3, 1 / 3, 1 / 3], 10**8, [33333334, 33333333, 33333333]),
    ],
)
def test_equal_remainders_favour_the_earlier_group(shares, n_people, sizes):
    assert round_sizes(shares, n_people).tolist() == sizes


@pytest.mark.parametrize(
    ("sizes", "message"), [([1, -1], "not negative"), ([[1, 2]], "flat list"), (["a"], "numbers"), ([], "flat list")]
)
def test_bad_sizes(sizes, message):
    with pytest.raises(bh.BayesHatError, match=message):
        bh.aitchison_distance(sizes, [1, 2])


def test_compositions_must_have_the_same_parts():
    with pytest.raises(bh.BayesHatError, match="got 2 and 3"):
        bh.aitchison_distance([1, 2], [1, 2, 3])
