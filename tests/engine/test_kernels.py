"""The kernels give the same results as plain Python as they do compiled."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import bayeshat as bh
import naive
import strategies as our

CODE = """
import sys; sys.path.insert(0, sys.argv[1])
import numpy as np, strategies as our, bayeshat as bh
import bayeshat.engine.decide as deciding
from bayeshat.engine.search import exhaustive
deciding._MAX_PROVEN_PEOPLE = 0
for looks in (0, 10000):  # 0: search, however few assignments there are
    exhaustive._MAX_ASSIGNMENTS_X_DRAWS = looks
    for options in ({"target": [3, 2, 1]},
        {"target": [3, 2, 1], "loss": bh.VI() + bh.Placement(), "size_weight": np.inf}, {"loss": "binder"}):
        decision = bh.decide(our.random_draws(2, n_draws=6, n_people=6), starts=3, threads=1, **options)
        table = decision.table()
        print(decision.labels.tolist(), float(decision.expected_loss).hex(), table["swap with"].tolist())
        print(decision.chances().tolist())
"""


@pytest.mark.long
def test_plain_python_agrees_with_compiled():
    outputs = [
        subprocess.run(
            [sys.executable, "-c", CODE, str(Path(__file__).parent.parent)],
            env={**os.environ, "NUMBA_DISABLE_JIT": off},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 12


def test_the_sum_of_rows_does_not_depend_on_the_split():
    from bayeshat.engine.kernels._tables_numba import sum_rows

    rng = np.random.default_rng(0)
    codes, table = rng.integers(0, 3, (11, 501)).astype(np.uint8), rng.normal(size=(501, 24))
    whole, split = np.empty((11, 8)), np.empty((11, 8))
    sum_rows(codes, table, 0, 11, whole)
    for start, stop in ((0, 1), (1, 6), (6, 11)):
        sum_rows(codes, table, start, stop, split)
    assert (whole == split).all()
    slow = sum(table[t].reshape(3, 8)[codes[:, t]] for t in range(501))
    np.testing.assert_allclose(whole, slow, atol=1e-12)


def test_contingency_tables_agree_with_the_reference():
    from bayeshat.engine.draws import as_draws
    from bayeshat.options import Workers

    plain = our.random_draws(1, n_people=600, n_draws=8)
    draws = as_draws(plain)
    labels = np.random.default_rng(0).integers(0, 5, 600)
    with Workers(2) as workers:
        tables = draws.count(labels, 5, workers)
    for counts, codes in zip(tables, draws.codes.T, strict=True):
        assert (
            counts == [[((codes == k) & (labels == g)).sum() for g in range(5)] for k in range(draws.n_clusters)]
        ).all()
    slow = np.mean([naive.vi(labels, z) for z in plain])
    assert bh.expected_loss(labels, plain, groups=5) == pytest.approx(slow, abs=1e-9)


@pytest.mark.parametrize(
    ("n_clusters", "n_draws", "m"),
    [(3, 0, 1), (1, 5, 5), (2, 9, 5), (3, 10, 3), (4, 11, 3), (8, 7, 2), (9, 6, 1), (300, 4, 1)],
)
def test_packed_draws_give_the_gains_and_counts_of_single_ones(n_clusters, n_draws, m):
    from bayeshat.engine.counting import PackedDraws
    from bayeshat.options import Workers

    rng = np.random.default_rng(0)
    codes = rng.integers(0, n_clusters, (600, n_draws)).astype(np.uint8 if n_clusters < 256 else np.uint16)
    table, out = rng.normal(size=(n_draws, n_clusters, 8)), np.empty((600, 8))
    labels, some = rng.integers(0, 7, 600), np.flatnonzero(rng.random(600) < 0.7)
    counts = np.zeros((n_draws, n_clusters, 8), np.int32)
    with Workers(2) as workers:
        packed = PackedDraws(codes, n_clusters, workers)
        packed.gains(table, out)
        packed.count(labels, some, 1, counts)
    assert packed.m == m
    np.testing.assert_allclose(out, sum(table[t][codes[:, t]] for t in range(n_draws)), atol=1e-12)
    for t in range(n_draws):
        assert (
            counts[t] == np.histogram2d(codes[some, t], labels[some], (n_clusters, 8), ((0, n_clusters), (0, 8)))[0]
        ).all()
