"""bayeshat in turn with the R package salso, on the same draws without sizes."""

from __future__ import annotations

import time

from peers.cases import label_draws
from peers.ours import decide_draws
from peers.protocol import UnavailableError
from peers.r_process import solve_in_r, version_in_r
from peers.scores import score

SHARPNESS = {"sharp": 60.0, "middling": 8.0, "vague": 2.0}
# Losses and how many groups are allowed.
LOSSES = {"vi": 4, "binder": 12, "vi a=0.5": 12}
# Quick decisions are repeated for this many seconds.
_LEAST_SECONDS = 0.3
# A loss that is higher by no more than this is the same.
_SAME_LOSS = 1e-9


def salso():
    """Times of salso over ours for each loss and number of people, as rows of a table (20 000 people take an hour)."""
    try:
        version = version_in_r("salso")
    except UnavailableError as reason:
        print(f"  skipped: {reason}")
        return
    print(f"  salso {version}, one thread, processor time; sharp, middling and vague draws")
    print("  + our loss is lower, ! our loss is higher")
    print(f"  | people | {' | '.join(LOSSES)} |\n  | --- | {' | '.join('---' for _ in LOSSES)} |")
    for n_people in (20, 200, 2000, 20_000):
        cells = [
            ", ".join(_compare(n_people, own, loss, n_groups) for own in SHARPNESS.values())
            for loss, n_groups in LOSSES.items()
        ]
        print(f"  | {n_people} | {' | '.join(cells)} |", flush=True)


def _compare(n_people, own, loss, n_groups):
    """Return how many times as long salso takes on one set of draws, and a sign if the losses differ."""
    problem = label_draws(n_people, own, loss, None, n_groups, 0)
    decide_draws(problem)
    began, repeated, seconds = time.process_time(), 0, 0.0
    while seconds < _LEAST_SECONDS:
        ours = decide_draws(problem)
        repeated += 1
        seconds = time.process_time() - began
    theirs = solve_in_r("salso.R")(problem)
    above = score(problem, ours)["loss"] - score(problem, theirs)["loss"]
    sign = "!" if above > _SAME_LOSS else "+" if above < -_SAME_LOSS else ""
    return f"{theirs.seconds / (seconds / repeated):.2g}{sign}"
