"""The decision engine against NumPy and against descent with all pairwise swaps."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import numpy as np
from baselines import numpy_expected_loss, swap_descent
from tools import compare, say, seconds, separated_draws, uncertain_draws

import bayeshat as bh

HERE = Path(__file__).parent


def small():
    """A whole decision for 20 people on one thread, in evaluations of one assignment (processor time)."""
    clock = time.process_time
    with np.load(HERE.parent / "tests" / "data" / "draws.npz") as archive:
        problems = {name: archive[name] for name in archive.files}
    problems |= {f"vague {seed}": uncertain_draws(20, 3, 1000, seed) for seed in range(3)}
    cases = [(name, draws, target) for name, draws in problems.items() for target in ([1 / 3] * 3, [0.4, 0.35, 0.25])]
    cases += [(f"vague {seed}", uncertain_draws(20, 4, 1000, seed), [0.4, 0.3, 0.2, 0.1]) for seed in range(3)]
    for name, draws, target in cases:
        k = len(target)
        once = seconds(partial(numpy_expected_loss, np.arange(20) % k, draws, k, k, np.array(target), 1.0), 50, clock)
        decide = partial(bh.decide, draws, target, threads=1)
        whole = np.median([seconds(partial(decide, rng=seed), 3, clock) for seed in range(5)])
        say(f"N=20 K={k} {name} {target[0]:.2f}: decision / NumPy evaluation", whole / once, 100)


def swaps():
    """2000 people against descent with all pairwise swaps from a random balanced start."""
    draws = uncertain_draws(2000, 4, 1000)
    target = np.full(4, 500.0)
    start = np.random.default_rng(1).permutation(np.arange(2000) % 4)
    swap_descent(draws[:5, :20], start[:20], 4, np.full(4, 5.0), 1.0)
    began = time.perf_counter()
    labels = swap_descent(draws, start, 4, target, 1.0)
    slow = time.perf_counter() - began
    fast = seconds(lambda: bh.decide(draws, "balanced", size_weight=1), 3)
    ours = bh.decide(draws, "balanced", size_weight=1).expected_loss
    theirs = bh.expected_loss(labels, draws, "balanced", size_weight=1)
    say("N=2000 K=4: all-pairs swap descent / decision", slow / fast, 200, "at least")
    say("N=2000 K=4: our loss over theirs, in percent above", 100 * (ours / theirs - 1), 0.05)


def separated():
    """1000 people in 8 clear clusters, no sizes, 16 starts, one thread."""
    draws = separated_draws(1000, 8, 1000)
    labels = draws[0].astype(np.int64)
    once = seconds(lambda: numpy_expected_loss(labels, draws, 8, 8, None, 0), 10)
    whole = seconds(lambda: bh.decide(draws, starts=16, threads=1))
    say("N=1000 K=8 separated, one thread: decision / NumPy evaluation", whole / once, 30)


def growth():
    """Ten times the people, and two threads against one."""
    previous = None
    for n_people in (1000, 10_000, 100_000):
        draws = uncertain_draws(n_people, 4, 1000)
        one = seconds(partial(bh.decide, draws, "balanced", threads=1), 3)
        two = seconds(partial(bh.decide, draws, "balanced", threads=2), 3)
        if previous:
            say(f"N={n_people}: time over that of N={n_people // 10} (two threads)", two / previous, 12)
        say(f"N={n_people}: one thread / two threads", one / two, 1.6, "at least")
        previous = two


def vague(against=None):
    """Small and vague problems without sizes, one thread."""
    for n_people, n_clusters, n_draws in ((20, 3, 4000), (200, 5, 1000), (1000, 8, 1000)):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "draws.npy"
            np.save(path, uncertain_draws(n_people, n_clusters, n_draws))
            compare(f"N={n_people} K={n_clusters} T={n_draws} no sizes", path, None, 7, against, 3)


def million(against=None):
    """A million people, with memory-mapped draws."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "draws.npy"
        out = np.lib.format.open_memmap(path, mode="w+", dtype=np.int8, shape=(1000, 1_000_000))
        uncertain_draws(1_000_000, 4, 1000, out=out)
        out.flush()
        del out
        took, _, gigabytes = compare("N=10^6 K=4 T=1000 balanced", path, "balanced", 1, against, 4)
    say("N=10^6 K=4 T=1000: seconds of processor time", took, 30)
    say("N=10^6 K=4 T=1000: peak memory in GiB, the mapped draws (0.93) included", gigabytes, 3)


COLD = """
import time
import bayeshat as bh
import numpy as np
began = time.perf_counter()
bh.decide(np.random.default_rng(0).integers(0, 3, (1000, 20)), "balanced")
print(time.perf_counter() - began)
"""


def cold():
    """The first decision, with an empty kernel cache."""
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "NUMBA_CACHE_DIR": folder}
        first, second = (
            subprocess.run([sys.executable, "-c", COLD], env=env, check=True, capture_output=True, text=True)
            for _ in range(2)
        )
    say("seconds of the first call, empty cache", float(first.stdout), 10)
    print(f"  seconds of the first call in a process, cache filled: {float(second.stdout):.2f}")
