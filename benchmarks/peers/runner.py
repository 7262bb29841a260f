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
    parser.add_argument("--out", type=Path, help="write the results here, as JSON")
    asked = parser.parse_args()
    cases = [case for case in CASES.values() if case.name.startswith(tuple(asked.cases))]
    chosen = [n for n, peer in enumerate(PEERS) if peer.name.lower().startswith(tuple(map(str.lower, asked.peers)))]
    versions, missing = find_versions(chosen)
    load = os.getloadavg()[0]
    machine = (
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    )
    print(f"{date.today()}; {machine}; load {load:.1f} at the start; {asked.minutes:g} minutes for a peer on a case")
    for n in chosen:
        print(f"  {PEERS[n].name} ({PEERS[n].kind}): {versions.get(n) or 'skipped, ' + missing[n]}")
    peers = [describe(PEERS[n], versions.get(n), missing.get(n)) for n in chosen]
    about = {"date": str(date.today()), "machine": machine, "load": round(load, 1), "minutes": asked.minutes}
    whole: dict[str, Any] = {**about, "peers": peers, "cases": []}
    with tempfile.TemporaryDirectory() as name:
        runner = Runner(Path(name), 60 * asked.minutes, asked.jobs)
        for case in cases:
            whole["cases"].append(runner.run(case, [n for n in versions if PEERS[n].kind == case.kind]))
            print_case(whole["cases"][-1])
            # What was measured stays if the run is broken off.
            if asked.out:
                asked.out.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    for goal in judge(whole):
        print(f"{goal.text}: missed in {len(goal.missed)} of {goal.looked_at} comparisons")
        print("".join(f"  {words}\n" for words in goal.missed), end="")


def find_versions(chosen: list[int]) -> tuple[dict[int, str], dict[int, str]]:
    """Return the versions of peers that can run, and why others cannot."""
    versions, missing = {}, {}
    for n in chosen:
        try:
            versions[n] = PEERS[n].version()
        except UnavailableError as reason:
            missing[n] = str(reason)
    return versions, missing


def describe(peer: Peer, version: str | None, missing: str | None) -> dict[str, object]:
    return {
        "name": peer.name,
        "kind": peer.kind,
        "version": version,
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

    def run(self, case: Case, numbers: list[int]) -> dict[str, Any]:
        """Return the table of a case, a row for every peer; others are compared with the first."""
        problems = [case.make(index) for index in range(case.n_sets)]
        for index, problem in enumerate(problems):
            (self.folder / f"{case.name}-{index}.pickle").write_bytes(pickle.dumps(problem))
        first = problems[0]
        asked = [n for n in numbers if first.loss is None or first.loss in PEERS[n].losses or PEERS[n].name == OURS]
        able = [n for n in asked if PEERS[n].accepts(first)]
        outcomes = list(self.pool.map(lambda n: self._outcome(n, case, first), able))
        for path in self.folder.glob("*.pickle"):
            path.unlink()
        rows = summarise([PEERS[n] for n in able], outcomes, first.loss)
        loss = first.loss or ("squares" if case.kind == "clusters answers" else None)
        return {"case": case.name, "title": case.title, "kind": case.kind, "loss": loss, "rows": rows}

    def _outcome(self, number: int, case: Case, problem: Problem) -> list[dict[str, float]] | str:
        """Return what a peer finished, or in words why nothing."""
        size = (problem.draws if problem.answers is None else problem.answers).size
        what = (number, problem.loss)
        if size >= self.too_large.get(what, size + 1):
            return "did not finish a case of this size, or a smaller one"
        core = self.cores.get()
        try:
            done, reason = self._start(number, case, core)
        finally:
            self.cores.put(core)
        if done:
            return done
        self.too_large[what] = min(size, self.too_large.get(what, size))
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
