"""Hypothesis strategies shared by the tests."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st


def labels(n_people, n_groups=4):
    return st.lists(st.integers(0, n_groups - 1), min_size=n_people, max_size=n_people)


@st.composite
def partitions(draw, count=2, max_people=12):
    """Return several partitions of the same people."""
    n_people = draw(st.integers(1, max_people))
    return [draw(labels(n_people)) for _ in range(count)]


@st.composite
def compositions(draw, count=2):
    """Return several compositions with the same number of parts."""
    n_parts = draw(st.integers(1, 5))
    part = st.floats(0.01, 100)
    return [draw(st.lists(part, min_size=n_parts, max_size=n_parts)) for _ in range(count)]


def random_draws(seed, n_draws=40, n_people=7, n_clusters=3, own=1.5):
    """Return draws that leave people uncertain, and some truth behind them."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, n_clusters, n_people)
    share = rng.gamma(np.where(np.arange(n_clusters) == truth[:, None], own, 0.5))
    share /= share.sum(axis=1, keepdims=True)
    return np.array([[rng.choice(n_clusters, p=p) for p in share] for _ in range(n_draws)])
