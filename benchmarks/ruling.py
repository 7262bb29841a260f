"""Deciding under an organiser's rules: how long it takes, and what the rules cost."""

from __future__ import annotations

import time
from itertools import pairwise

import numpy as np
from tools import say, uncertain_draws

import bayeshat as bh


def camp(n_people=300, n_groups=30, seed=1):
    """Draws, names, a column and rules for a camp: 30 groups of 9 to 11, 20 sets together, 40 pairs apart, 10 pins."""
    rng = np.random.default_rng(seed)
    people = [f"person {n + 1}" for n in range(n_people)]
    groups = [f"group {g + 1}" for g in range(n_groups)]
    order = rng.permutation(n_people)
    edges = np.concatenate([[0], np.cumsum(rng.integers(2, 5, 20))])
    together = [[people[n] for n in order[a:b]] for a, b in pairwise(edges)]
    joined = {frozenset((a, b)) for company in together for a in company for b in company}
    apart: list[list[str]] = []
    while len(apart) < 40:
        pair = [people[n] for n in rng.choice(n_people, 2, replace=False)]
        if frozenset(pair) not in joined:
            apart.append(pair)
    pins = {people[n]: str(rng.choice(groups)) for n in rng.choice(order[edges[-1] :], 10, replace=False)}
    school = {"school": rng.choice(list("ABCD"), n_people, p=[0.4, 0.3, 0.2, 0.1]).tolist()}
    rules = bh.Rules(bounds="9..11", together=together, apart=apart, pins=pins, spread=["school"])
    return (
        uncertain_draws(n_people, 4, 4000, seed=seed),
        dict.fromkeys(groups, n_people / n_groups),
        people,
        school,
        rules,
    )


def rules():
    """300 people, 30 groups of 9 to 11, 40 pairs apart, 20 sets together, one column spread, 10 pins."""
    draws, target, people, columns, kept = camp()
    bh.decide(draws[:, :20], "balanced", rules=bh.Rules(bounds="4..6"))
    began = time.perf_counter()
    decision = bh.decide(draws, target, labels="free", rules=kept, people=people, columns=columns)
    say("seconds", time.perf_counter() - began, 60)
    say("rules not met", len(decision.kept.unmet), 0)
    print(
        f"  expected loss {decision.expected_loss:.4f}, of which the rules cost {decision.kept.price:.4f}", flush=True
    )
