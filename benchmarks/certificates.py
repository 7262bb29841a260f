"""Certificates: size of the problem against the time of a proof and the gap that is left."""

from __future__ import annotations

import time

import numpy as np

import bayeshat as bh
from bayeshat.engine.proof.claim import Clock, claim_of
from bayeshat.engine.proof.rows import Rows, bound_by_rows, company_by_count
from bayeshat.options import Workers

# How surely people belong to their cluster: the mean of the largest of four probabilities.
SHARPNESS = {"vague": 0.56, "middling": 0.69, "sharp": 0.88}
SECONDS = 60.0


def clustered_draws(n_people, n_clusters, n_draws, largest, seed=0):
    """Label draws of people with different probabilities, as many of them with each cluster as their likeliest."""
    rng = np.random.default_rng(seed)
    low, high = 0.01, 50.0
    for _ in range(30):
        middle = np.sqrt(low * high)
        mean = np.random.default_rng(1).dirichlet(np.full(n_clusters, middle), 20_000).max(axis=1).mean()
        low, high = (middle, high) if mean > largest else (low, middle)
    shares = rng.dirichlet(np.full(n_clusters, low), n_people)
    for n, share in enumerate(shares):
        best, own = int(share.argmax()), n % n_clusters
        share[[best, own]] = share[[own, best]]
    labels = (rng.random((n_draws, n_people, 1)) > shares.cumsum(axis=1)).sum(axis=2)
    return labels.clip(max=n_clusters - 1)


def certificates():
    """Four groups of equal size, 1000 draws, VI, one thread: gaps by each method, and CPU seconds of the whole."""
    bh.decide(clustered_draws(12, 4, 50, 0.6), "balanced", size_weight=np.inf, prove=60)  # compiles
    print("| people | posterior | rows | certificate | method | CPU seconds |")
    print("| --- | --- | --- | --- | --- | --- |")
    for n_people in (20, 25, 30, 80, 200):
        for name, largest in SHARPNESS.items():
            draws = clustered_draws(n_people, 4, 1000, largest)
            decision = bh.decide(draws, "balanced", loss="vi", size_weight=np.inf, threads=1)
            by_rows = _gap(decision)
            began = time.process_time()
            proof = decision.certificate(SECONDS, threads=1)
            took = time.process_time() - began
            told = "proven best" if proof.proven else f"{100 * proof.gap:.1f} %"
            print(f"| {n_people} | {name} | {by_rows:.1f} % | {told} | {proof.method} | {took:.1f} |")


def _gap(decision):
    """Return the gap of the bound by rows alone, in percent."""
    claim, clock = claim_of(decision.problem, decision.labels), Clock(time.monotonic(), SECONDS)
    with Workers(1) as workers:
        bound = bound_by_rows(Rows(claim, company_by_count(claim), workers), clock, clock).least
    return 100 * (claim.value / bound - 1)
