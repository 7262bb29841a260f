"""Mixing people without sorting them: how even the groups are, against exchanges in the same time."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
from tools import say

import bayeshat as bh

sys.path.append(str(Path(__file__).parent.parent / "tests"))
from naive import exchange_rounds, exchange_until_even, repeats, uneven


def mixing():
    """200 people, 4 to 12 questions to mix by, 8 to 40 groups; exchanges as in anticlust, with as much CPU time."""
    for n_groups, n_questions in ((8, 6), (20, 12), (40, 4), (40, 10)):
        rng = np.random.default_rng(n_questions)
        columns = {f"q{i}": rng.choice(list("abcd"), 200, p=[0.4, 0.3, 0.2, 0.1]).tolist() for i in range(n_questions)}
        table = {"name": [f"P{n}" for n in range(200)]} | columns
        spreads = [bh.Spread(column, weight=1) for column in columns]
        began = time.process_time()
        ours = bh.mix_people(table, groups=n_groups, mix=spreads, threads=1)
        seconds = time.process_time() - began
        best, began = np.inf, time.process_time()
        while time.process_time() < began + seconds:
            start = rng.permutation(np.arange(200) % n_groups)
            labels = exchange_until_even(start, columns.values(), rng)
            best = min(best, uneven(labels, columns.values(), n_groups))
        ratio = uneven(ours.labels, columns.values(), n_groups) / best
        say(f"{n_groups} groups, {n_questions} questions: unevenness, ours / exchanges", ratio, 1.0)


def meeting():
    """200 people in 8 to 50 groups, 4 to 10 rounds: repeated meetings, against exchanges with as much CPU time."""
    for n_groups, n_rounds in ((8, 4), (20, 10), (25, 8), (50, 10)):
        rng = np.random.default_rng(n_groups)
        decision = bh.mix_people({"name": [f"P{n}" for n in range(200)]}, groups=n_groups)
        began = time.process_time()
        planned = bh.plan_rounds(decision, n_rounds)
        seconds = time.process_time() - began
        best, began = None, time.process_time()
        while best is None or time.process_time() < began + seconds:
            starts = [decision.labels, *(rng.permutation(decision.labels) for _ in range(n_rounds - 1))]
            found = repeats(exchange_rounds(starts, rng).tolist())
            best = found if best is None else min(best, found)
        say(f"{n_groups} groups, {n_rounds} rounds: repeats (bound {planned.fewest})", planned.repeats, best)
