"""What the benchmarks share: draws to decide on, a stopwatch, and how a figure is printed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent.parent
# Decides in a process of its own, on one thread; prints seconds of processor time, the loss, and peak memory in GiB.
DECIDE = """
import json, resource, sys, time
import numpy as np, bayeshat as bh
draws, (target, repeat) = np.load(sys.argv[1], mmap_mode="r"), json.loads(sys.argv[2])
bh.decide(np.asarray(draws[:50, :21000]), target, threads=1)
times = []
for seed in range(repeat):
    began = time.process_time()
    loss = bh.decide(draws, target, size_weight=1, threads=1, rng=seed).expected_loss
    times.append(time.process_time() - began)
print(np.median(times), loss, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20)
"""


def decide_in(checkout, path, target=None, repeat=1):
    """Decide on saved draws with the code of a checkout; return seconds of processor time, loss, and peak memory."""
    command = [sys.executable, "-c", DECIDE, path, json.dumps([target, repeat])]
    env = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    run = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    return tuple(float(word) for word in run.stdout.split())


def compare(what, path, target, repeat, against, limit):
    """Decide on saved draws with this checkout and, if there is one, with another; return what ``decide_in`` does."""
    ours = decide_in(HERE, path, target, repeat)
    if against is None:
        print(f"  {what}: {ours[0]:.3g} seconds of processor time (give --against CHECKOUT to compare)", flush=True)
        return ours
    theirs = decide_in(against, path, target, repeat)
    say(f"{what}: times faster than {against.name}", theirs[0] / ours[0], limit, "at least")
    say(f"{what}: loss above that of {against.name}, in percent", 100 * (ours[1] / theirs[1] - 1), 1e-7)
    return ours


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


def seconds(work, repeat=5, clock=time.perf_counter):
    """Best of several times, after one to warm up."""
    work()
    times = []
    for _ in range(repeat):
        began = clock()
        work()
        times.append(clock() - began)
    return min(times)


def say(what, value, limit, better="at most"):
    met = value <= limit if better == "at most" else value >= limit
    print(f"  {what:<68} {value:9.3g}   ({better} {limit:g}{'' if met else ': MISSED'})", flush=True)
