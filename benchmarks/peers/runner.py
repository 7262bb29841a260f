"""Runs every peer on every case of its kind, one process and one core for each, and writes down what came of it.

Every peer does the data sets of every case of its kind, in order, until all are done or its time on the case is over.
Each pair of a peer and a case has a process and a core of its own; all times are processor time, on one thread.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import platform
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path
from queue import Queue
from typing import Any

from .cases import CASES
from .goals import judge
from .peer_list import PEERS
from .protocol import OURS, Case, Peer, Problem, UnavailableError
from .results_file import find_lost, merge, read_results, write_results
from .table import print_case, summarise
from .worker import START_UP

HERE = Path(__file__).parent
ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS", "LOKY_MAX_CPU_COUNT"), "1"
)

# Times are processor seconds; on a loaded machine they pass this much more slowly at most.
PATIENCE = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", nargs="*", default=[""], help="names, or how names begin; all by default")
    parser.add_argument("--peers", nargs="*", default=[""], help="names, or how names begin; all by default")
    parser.add_argument(
        "--minutes", type=float, default=0.15, help="of processor time for one peer on one case (default %(default)s)"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="cores to use (default %(default)s)")
    parser.add_argument("--out", type=Path, help="bring the results into this file, as JSON; its other cases stay")
    asked = parser.parse_args()
    cases = [CASES[name] for name in choose(asked.cases, list(CASES))]
    names = choose(asked.peers, [peer.name for peer in PEERS])
    chosen = [n for n, peer in enumerate(PEERS) if peer.name in names]
    versions, missing = find_versions(chosen)
    machine = (
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    print(f"{date.today()}; {machine}; {asked.minutes:g} minutes for a peer on a case")
    for n in chosen:
        print(f"  {PEERS[n].name} ({PEERS[n].kind}): {versions.get(n) or 'skipped, ' + missing[n]}")
    kept = read_results(asked.out)
    if lost := find_lost(kept, {case.name for case in cases}, {PEERS[n].name for n in versions}):
        parser.error(f"{asked.out} also has {', '.join(lost)} in these cases. Run them again, or name another file.")
    peers = [describe(PEERS[n], missing.get(n)) for n in chosen]
    measured = []
    with tempfile.TemporaryDirectory() as name:
        runner = Runner(Path(name), 60 * asked.minutes, asked.jobs)
        for case in cases:
            try:
                case.make(0)
            except UnavailableError as reason:
                print(f"{case.name}: skipped, {reason}")
                continue
            how = {"date": str(date.today()), "machine": machine, "load": round(os.getloadavg()[0], 1)}
            found = runner.run(case, {n: word for n, word in versions.items() if PEERS[n].kind == case.kind})
            measured.append({**found, "measured": {**how, "minutes": asked.minutes}})
            print_case(measured[-1])
            # What was measured stays if the run is broken off.
            if asked.out:
                write_results(asked.out, merge(kept, peers, measured))
    for goal in judge({"cases": measured}):
        print(f"{goal.text}: missed in {len(goal.missed)} of {goal.looked_at} comparisons")
        print("".join(f"  {words}\n" for words in goal.missed), end="")


def choose(words: list[str], names: list[str]) -> list[str]:
    """Return the names that are asked for, or begin with what is asked for if that is not a name itself."""
    known = {name.lower() for name in names}
    asked = [word.lower() for word in words]
    beginnings = tuple(word for word in asked if word not in known)
    return [name for name in names if name.lower() in asked or name.lower().startswith(beginnings)]


def find_versions(chosen: list[int]) -> tuple[dict[int, str], dict[int, str]]:
    """Return the versions of peers that can run, and why others cannot."""
    versions, missing = {}, {}
    for n in chosen:
        try:
            versions[n] = PEERS[n].version()
        except UnavailableError as reason:
            missing[n] = str(reason)
    return versions, missing


def describe(peer: Peer, missing: str | None) -> dict[str, object]:
    return {
        "name": peer.name,
        "kind": peer.kind,
        "missing": missing,
        "about": peer.about,
        "losses": list(peer.losses),
    }


class Runner:
    """Runs peers on cases, one per core, and remembers who was too slow."""

    def __init__(self, folder: Path, seconds: float, jobs: int) -> None:
        self.folder, self.seconds = folder, seconds
        self.cores: Queue[int] = Queue()
        for core in sorted(os.sched_getaffinity(0))[:jobs]:
            self.cores.put(core)
        self.pool = ThreadPoolExecutor(jobs)
        self.too_large: dict[tuple[int, str | None], int] = {}

    def run(self, case: Case, versions: dict[int, str]) -> dict[str, Any]:
        """Return the table of a case, a row for every peer; others are compared with the first."""
        problems = [case.make(index) for index in range(case.n_sets)]
        for index, problem in enumerate(problems):
            (self.folder / f"{case.name}-{index}.pickle").write_bytes(pickle.dumps(problem))
        first = problems[0]
        asked = [n for n in versions if first.loss is None or first.loss in PEERS[n].losses or PEERS[n].name == OURS]
        able = [n for n in asked if PEERS[n].accepts(first)]
        outcomes = list(self.pool.map(lambda n: self._outcome(n, case, first), able))
        for path in self.folder.glob("*.pickle"):
            path.unlink()
        rows = summarise([PEERS[n] for n in able], outcomes, first.loss)
        rows = [{"version": versions[n], **row} for n, row in zip(able, rows, strict=True)]
        loss = first.loss or ("squares" if case.kind == "clusters answers" else None)
        return {"case": case.name, "title": case.title, "kind": case.kind, "loss": loss, "rows": rows}

    def _outcome(self, number: int, case: Case, problem: Problem) -> list[dict[str, float]] | str:
        """Return what a peer finished, or in words why nothing."""
        what = (number, problem.loss)
        if problem.cells >= self.too_large.get(what, problem.cells + 1):
            return "did not finish a case of this size, or a smaller one"
        core = self.cores.get()
        try:
            done, reason = self._start(number, case, core)
        finally:
            self.cores.put(core)
        if done:
            return done
        self.too_large[what] = min(problem.cells, self.too_large.get(what, problem.cells))
        return reason

    def _start(self, number: int, case: Case, core: int) -> tuple[list[dict[str, float]], str]:
        words = (number, case.name, self.folder, self.seconds, core)
        command = [sys.executable, "-m", "peers.worker", *map(str, words)]
        reason = f"nothing in {self.seconds / 60:g} minutes"
        with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as errors:
            process = subprocess.Popen(
                command,
                stdout=out,
                stderr=errors,
                cwd=HERE.parent,
                env={**os.environ, **ONE_THREAD},
                start_new_session=True,
            )
            try:
                status = process.wait(PATIENCE * (self.seconds + START_UP))
            except subprocess.TimeoutExpired:
                # A peer's own processes, such as R, go with it.
                os.killpg(process.pid, signal.SIGKILL)
                status = process.wait()
            if status > 0:
                errors.seek(0)
                reason = "failed: " + (errors.read().strip().splitlines() or ["no reason given"])[-1][:200]
                print(f"  {PEERS[number].name} {reason}", file=sys.stderr)
            out.seek(0)
            lines = [json.loads(line) for line in out if line.endswith("\n")]
        return lines, reason
