"""One peer on one case, in a process of its own: a line of JSON for each data set that it finishes."""

from __future__ import annotations

import json
import math
import os
import pickle
import resource
import sys
import time
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np

from .cases import CASES
from .peer_list import PEERS
from .protocol import Peer, Problem
from .scores import score

# What starting Python and compiling on first use may take, in seconds.
START_UP = 60
# The same for R, where most of it is reading files; also, so much longer may the first data set take.
READING = 40
# People of a real survey in the smaller problem: fewer may leave too many options and groups out.
FEW_REAL = 300


def main(number: str, case: str, folder: str, seconds: str, core: str) -> None:
    """Do the data sets of a case in order while there is time."""
    # What a peer has to say about its own workings is not for the table.
    warnings.simplefilter("ignore")
    os.sched_setaffinity(0, {int(core)})
    peer, limit = PEERS[int(number)], math.ceil(float(seconds))
    # No process may use more than that, and what it needs to start; R runs in processes of its own.
    most = limit + (READING if peer.own_clock else START_UP)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    began = _spent()
    for index in range(CASES[case].n_sets):
        if _spent() - began > limit:
            return
        problem = pickle.loads((Path(folder) / f"{case}-{index}.pickle").read_bytes())
        if index == 0 and not peer.own_clock:
            peer.solve(smaller(problem))
            began = _spent()
        try:
            print(json.dumps({"index": index, **_measure(peer, problem)}), flush=True)
        except TimeoutError:
            return


def _spent() -> float:
    """Return the processor seconds of this process and of those it has started, such as R."""
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _measure(peer: Peer, problem: Problem) -> dict[str, float]:
    hidden = replace(problem, truth=None)
    began = time.process_time()
    solution = peer.solve(hidden)
    spent = time.process_time() - began
    return {"seconds": spent if solution.seconds is None else solution.seconds, **score(problem, solution)}


def smaller(problem: Problem) -> Problem:
    """Return the same kind of problem with few people and draws, so that whatever compiles on first use has done so."""
    n_all = (problem.draws if problem.answers is None else problem.answers.T).shape[1]
    # People of a real survey may stand in the file group by group.
    n = min(n_all, max(60 if problem.table is None else FEW_REAL, 3 * problem.n_groups))
    some = np.arange(n) * n_all // n if problem.table is not None else np.arange(n)
    sizes = None
    if problem.known is not None:
        sizes = tuple(np.bincount(problem.truth[some][problem.known[some] < 0], minlength=problem.n_groups).tolist())
    elif problem.sizes is not None:
        counts = np.maximum(np.array(problem.sizes) * n // n_all, 1)
        counts[0] += n - counts.sum()
        sizes = tuple(counts.tolist())
    table = problem.table and {heading: [column[m] for m in some] for heading, column in problem.table.items()}
    return replace(
        problem,
        sizes=sizes,
        draws=None if problem.draws is None else problem.draws[:100, some],
        answers=None if problem.answers is None else problem.answers[some],
        numbers=None if problem.numbers is None else problem.numbers[some],
        known=None if problem.known is None else problem.known[some],
        table=table,
        between=None,
        truth=None,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
