"""The file of results. A run replaces the cases that it measured, each as a whole; all others stay as they were.

So both sides of every comparison come from one run, and every case says when, where and how long it was measured.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .cases import CASES
from .peer_list import PEERS

Results = dict[str, Any]


def read_results(path: Path | None) -> Results:
    """Return what the file holds; nothing if there is none yet."""
    if path is None or not path.exists():
        return {"peers": [], "cases": []}
    return json.loads(path.read_text(encoding="utf-8"))


def write_results(path: Path, results: Results) -> None:
    path.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


def find_lost(kept: Results, cases: set[str], peers: set[str]) -> list[str]:
    """Return the peers whose rows would be lost if these cases were measured with these peers only."""
    rows = [row for case in kept["cases"] if case["case"] in cases for row in case["rows"]]
    return sorted({row["peer"] for row in rows} - peers)


def merge(kept: Results, peers: list[dict[str, Any]], measured: list[dict[str, Any]]) -> Results:
    """Return the kept results with newly measured cases and the peers of that run, in the order of the lists."""
    cases = {case["case"]: case for case in (*kept["cases"], *measured)}
    # A peer that this run did not have may have rows in cases of an earlier one, and is described as it was then.
    ran = [peer for peer in peers if not peer["missing"]]
    known = {(peer["name"], peer["kind"]): peer for peer in (*peers, *kept["peers"], *ran)}
    return {
        "peers": [known[peer.name, peer.kind] for peer in PEERS if (peer.name, peer.kind) in known],
        "cases": [cases[name] for name in CASES if name in cases],
    }
