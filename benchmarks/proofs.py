"""How long it takes to prove that a decision is the best, by branch and bound."""

from __future__ import annotations

import json
import time
from itertools import combinations_with_replacement
from pathlib import Path

import numpy as np
from tools import uncertain_draws

import bayeshat as bh
from bayeshat.engine.proof.claim import claim_of
from bayeshat.engine.proof.groups import branch_and_bound
from bayeshat.options import Workers

DATA = Path(__file__).parent.parent / "tests" / "data"
LIMIT = 120.0


def proofs():
    """Branch and bound on one thread: seconds of processor time, nodes, value, and whether it is proven."""
    print("  problem                              seconds      nodes       loss  proven")
    with np.load(DATA / "draws.npz") as archive:
        draws = dict(archive)
    _prove("to compile, not counted", draws["even"][:, :12], [1 / 3] * 3, 1.0)
    for name, problems in json.loads((DATA / "optima.json").read_text()).items():
        for problem in problems:
            title = f"N=20 G=3 {name} {problem['target'][0]:.2f} weight {problem['size_weight']}"
            loss = _prove(title, draws[name], problem["target"], problem["size_weight"])
            assert abs(loss - problem["optimum"]) < 1e-9, "the optimum is not the one known from exhaustive evaluation"
    for n_people, n_groups in ((25, 3), (24, 4), (30, 3)):
        _prove(f"N={n_people} G={n_groups} vague", uncertain_draws(n_people, n_groups, 1000), [1 / n_groups] * n_groups)
    for n_people, n_groups in ((30, 3), (40, 4), (50, 5)):
        _prove(f"N={n_people} G={n_groups} sharp", sharp_draws(n_people, n_groups), [1 / n_groups] * n_groups)


def sharp_draws(n_people, n_clusters, n_draws=1000, seed=0):
    """Draws in which most people's cluster is fairly sure: the largest probability is 0.8 to 0.9 on average."""
    rng = np.random.default_rng(seed)
    own = rng.integers(0, n_clusters, n_people)
    share = rng.gamma(np.where(np.arange(n_clusters) == own[:, None], 8.0, 0.5))
    limits = np.cumsum(share / share.sum(axis=1, keepdims=True), axis=1)[:, :-1]
    return (rng.random((n_draws, n_people, 1)) > limits).sum(axis=2)


def _prove(title, draws, target, size_weight=1.0):
    """Decide, prove, and print what it took; return the loss."""
    n_people, n_groups = draws.shape[1], len(target)
    decision = bh.decide(draws, target, loss="vi", size_weight=size_weight, rng=0, threads=1)
    bars = combinations_with_replacement(range(n_people + 1), n_groups - 1)
    sizes = np.diff(list(bars), axis=1, prepend=0, append=n_people)
    sizes = sizes[(np.diff(sizes, axis=1) >= 0).all(axis=1)]
    with Workers(1) as workers:
        claim = claim_of(decision.problem, decision.labels)
        began = time.process_time()
        done = branch_and_bound(claim, sizes, time_limit=LIMIT, workers=workers, progress=lambda *_: None)
        took = time.process_time() - began
    print(
        f"  {title:<34} {took:9.2f} {done.nodes:10} {done.value:10.6f}  {'yes' if done.finished else 'no'}", flush=True
    )
    return done.value
