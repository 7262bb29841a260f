"""What the benchmarks share: draws to decide on, a stopwatch, and how a figure is printed."""

from __future__ import annotations

import time

import numpy as np


def uncertain_draws(n_people, n_clusters, n_draws, seed=0, out=None):
    """Draws that leave everybody's cluster uncertain."""
    rng = np.random.default_rng(seed)
    own = rng.integers(0, n_clusters, n_people)
    share = rng.gamma(np.where(np.arange(n_clusters) == own[:, None], 2.0, 1.0)).astype(np.float32)
    limits = np.cumsum(share / share.sum(axis=1, keepdims=True), axis=1)[:, :-1].T.copy()
    draws = np.empty((n_draws, n_people), np.int8) if out is None else out
    for t in range(n_draws):
        draws[t] = (rng.random(n_people, dtype=np.float32) > limits).sum(axis=0, dtype=np.int8)
    return draws


def separated_draws(n_people, n_clusters, n_draws, seed=0):
    """Draws that agree but for 3 % of the labels."""
    rng = np.random.default_rng(seed)
    draws = np.tile(rng.integers(0, n_clusters, n_people), (n_draws, 1)).astype(np.int8)
    noise = rng.random(draws.shape) < 0.03
    draws[noise] = rng.integers(0, n_clusters, int(noise.sum()))
    return draws


def seconds(work, repeat=5):
    """Best of several times, after one to warm up."""
    work()
    times = []
    for _ in range(repeat):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return min(times)


def say(what, value, limit, better="at most"):
    met = value <= limit if better == "at most" else value >= limit
    print(f"  {what:<68} {value:9.3g}   ({better} {limit:g}{'' if met else ': MISSED'})", flush=True)
