"""Decisions on draws in partitions are those on the same draws in one place."""

import numpy as np
import pytest

import bayeshat as bh
from bayeshat.engine.draws import LabelDraws
from bayeshat.engine.problem import Problem
from bayeshat.engine.search.search import check_memory
from bayeshat.engine.sizes import Sizes
from bayeshat.errors import CapacityError, DrawsError, InputError, LossError

dask = pytest.importorskip("dask", reason="needs bayeshat[dask]")
da = pytest.importorskip("dask.array", reason="needs bayeshat[dask]")


@pytest.fixture(scope="module")
def draws():
    """Labels 3, 5, 6 and 9 of 4000 people in 60 draws, wrong in two of five."""
    rng = np.random.default_rng(1)
    truth = rng.integers(4, size=4000)
    codes = np.where(rng.random((60, 4000)) < 0.6, truth, rng.integers(4, size=(60, 4000)))
    return np.array([3, 5, 6, 9])[codes]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"target": "balanced"},
        {"target": {"a": 0.4, "b": 0.3, "c": 0.3}},
        {"target": [1500, 1000, 1000, 500], "size_weight": np.inf, "loss": "binder"},
        {"target": "balanced", "weights": np.arange(60)},
    ],
    ids=["no sizes", "balanced", "named", "exact binder", "weights"],
)
def test_partitions_change_nothing(draws, options):
    whole = bh.decide(draws, **options, rng=3)
    parts = bh.decide(da.from_array(draws, chunks=(17, (900, 1, 2000, 1099))), **options, rng=3)
    assert (np.asarray(parts.labels) == whole.labels).all()
    assert parts.labels.chunks == ((900, 1, 2000, 1099),)
    assert parts.sizes.tolist() == whole.sizes.tolist()
    assert parts.names == whole.names
    assert parts.expected_loss == pytest.approx(whole.expected_loss, abs=1e-12)
    assert parts.status.code == whole.status.code


def test_chains_are_put_together(draws):
    whole = bh.decide(draws, "balanced")
    parts = bh.decide(da.from_array(draws.reshape(3, 20, 4000), chunks=(1, 20, 1500)), "balanced")
    assert (np.asarray(parts.labels) == whole.labels).all()


def test_every_partition_is_read_once(draws):
    read = []

    def load(start):
        read.append(start)
        return draws[:, start : start + 1000]

    pieces = [da.from_delayed(dask.delayed(load)(start), (60, 1000), draws.dtype) for start in range(0, 4000, 1000)]
    parts = bh.decide(da.concatenate(pieces, axis=1), "balanced")
    assert sorted(read) == [0, 1000, 2000, 3000]
    assert (np.asarray(parts.labels) == bh.decide(draws, "balanced").labels).all()


def test_labels_that_some_partitions_lack_mean_the_same(draws):
    draws = np.where(np.arange(4000) < 1500, np.where(draws == 5, 6, draws), draws)
    whole = bh.decide(draws, "balanced")
    parts = bh.decide(da.from_array(draws, chunks=(60, 1500)), "balanced")
    assert (np.asarray(parts.labels) == whole.labels).all()


def test_few_people_are_gathered(draws):
    few = draws[:, :50]
    assert (
        bh.decide(da.from_array(few, chunks=(60, 20)), "balanced").labels == bh.decide(few, "balanced").labels
    ).all()


def test_what_is_wrong_with_labels_is_said(draws):
    with pytest.raises(DrawsError, match="labels of at least 0; got -1"):
        bh.decide(da.from_array(draws - 4, chunks=(60, 1000)))
    with pytest.raises(DrawsError, match="shape"):
        bh.decide(da.from_array(draws[0], chunks=1000))


@pytest.mark.parametrize(
    ("wrong", "match"),
    [
        (np.full((3, 4000), "a"), "must be whole numbers"),
        (np.full((3, 4000), 1 + 0j), "must be whole numbers"),
        (np.zeros((0, 4000), int), "at least one draw"),
    ],
    ids=["words", "complex", "none"],
)
def test_what_is_no_label_is_refused_in_partitions_too(wrong, match):
    for same in (wrong, da.from_array(wrong, chunks=(3, 2000))):
        with pytest.raises(DrawsError, match=match):
            bh.decide(same, groups=2)


def test_more_people_than_counts_can_hold_are_refused():
    codes = da.zeros((2**31, 1), dtype=np.uint8, chunks=(2**31, 1))
    draws = LabelDraws(codes, np.ones(1), ("a",), 1)
    target = Sizes.read(None, groups=2, n_people=2**31, n_clusters=1, size_weight=0, pseudocount=0.1, labels="free")
    with pytest.raises(CapacityError, match=r"at most 2,147,483,647 people.*got 2,147,483,648"):
        check_memory(Problem(draws, target, bh.VI(), ""), 1)


def test_rules_and_labels_that_mean_nothing_are_refused(draws):
    parts = da.from_array(draws, chunks=(60, 1000))
    with pytest.raises(InputError, match=r"without rules or ranges of sizes; got 1"):
        bh.decide(parts, "balanced", rules=bh.Rules([bh.Apart(("person 1", "person 2"))]))
    with pytest.raises(InputError, match="decide_path needs all draws on one machine"):
        bh.decide_path(parts, "balanced", [0, 1])
    with pytest.raises(LossError, match="labels in partitions are not renumbered"):
        bh.decide(parts, "balanced", loss="placement")
