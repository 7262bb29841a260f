"""From what peers finished to the rows of the table."""

from __future__ import annotations

import math
from statistics import fmean, stdev

from .protocol import Peer

AVERAGED = ("seconds", "loss", "groups", "sizes met", "right", "effective draws", "R-hat")
SCORES = ("right with sizes", "log score", "calibration", "between")


def summarise(peers: list[Peer], outcomes: list[list[dict[str, float]] | str], loss: str | None) -> list[dict]:
    """Return a row for each peer: means over its data sets, and how it differs from the first one on those of both."""
    ours = {} if not outcomes or isinstance(outcomes[0], str) else {done["index"]: done for done in outcomes[0]}
    rows = []
    for peer, outcome in zip(peers, outcomes, strict=True):
        row: dict = {"peer": peer.name}
        if isinstance(outcome, str):
            rows.append(row | {"reason": outcome})
            continue
        row["sets"] = len(outcome)
        means = {key: [done[key] for done in outcome] for key in (*AVERAGED, *SCORES) if key in outcome[0]}
        row |= {key: _short(fmean(values)) for key, values in means.items()}
        row |= {f"{key} error": _error(means[key]) for key in ("right", *SCORES) if key in means}
        both = [(ours[done["index"]], done) for done in outcome if done["index"] in ours]
        if both and peer is not peers[0]:
            row |= _compare(both, (loss or "squares") in peer.losses)
        rows.append(row)
    return rows


def _compare(both: list[tuple[dict[str, float], dict[str, float]]], own_loss: bool) -> dict:
    """Return how the first of each pair differs from the second: times faster, and loss and right houses above."""
    found: dict = {
        "both": len(both),
        "times": _short(sum(b["seconds"] for _, b in both) / sum(a["seconds"] for a, _ in both)),
    }
    if "effective draws" in both[0][0]:
        rates = [
            [sum(done[key] for done in side) for key in ("effective draws", "seconds")]
            for side in zip(*both, strict=True)
        ]
        found["times"] = _short((rates[0][0] / rates[0][1]) / (rates[1][0] / rates[1][1]))
    if "loss" in both[0][0]:
        above = [a["loss"] - b["loss"] for a, b in both]
        found |= {"loss above": _short(fmean(above)), "loss above error": _error(above), "own loss": own_loss}
        found["loss worse in"] = sum(value > 1e-9 * abs(b["loss"]) for value, (_, b) in zip(above, both, strict=True))
    for key in ("right", *SCORES):
        if key in both[0][0]:
            above = [a[key] - b[key] for a, b in both]
            found |= {f"{key} above": _short(fmean(above)), f"{key} above error": _error(above)}
    return found


def _error(values: list[float]) -> float | None:
    """Return the standard error of a mean; None of one value."""
    return None if len(values) < 2 else _short(stdev(values) / math.sqrt(len(values)))


def _short(value: float) -> float | None:
    return float(f"{value:.7g}") if math.isfinite(value) else None


def print_case(result: dict) -> None:
    """Print the table of one case."""
    print(f"{result['case']}: {result['title']} ({result['kind']})", flush=True)
    for row in result["rows"]:
        if "reason" in row:
            print(f"  {row['peer']:<40} {row['reason']}")
            continue
        cells = [f"{row['sets']} sets, {row['seconds']:.3g} s"]
        cells += [f"{key} {row[key]:.6g}" for key in (*AVERAGED[1:], *SCORES) if row.get(key) is not None]
        cells += [f"{key} {row[key]:.3g}" for key in ("times", "loss above", "right above") if row.get(key) is not None]
        cells += [f"± {row['right above error']:.2g}"] if row.get("right above error") is not None else []
        print(f"  {row['peer']:<40} " + ", ".join(cells), flush=True)
