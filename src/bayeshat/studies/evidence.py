"""What this run says about the paper's claims and our corrections, as numbers."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import numpy as np

from ..engine.wanted.sizes import size_distance
from .designs import DESIGNS, PSEUDOCOUNT
from .printed import table_1
from .summaries import Pieces, standard_error

# Random sizes for which sorting is held against all permutations, for each number of groups.
_TRIALS = 50
_MOST_GROUPS = 6


def gather_evidence(pieces: Pieces, houses: Pieces, sensitivity: Pieces, seed: int) -> dict[str, Any]:
    """Return every number that the page's claims rest on."""
    return {
        "designs": {design: _of_design(found) for design, found in pieces.items()},
        "labels": {design: _of_labels(found) for design, found in (pieces | houses).items()},
        "weighed_twice": {design: _of_weights(found) for design, found in sensitivity.items()},
        "sorting": try_sorting(seed),
        "paper": _of_paper(),
    }


def _of_design(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Count the data sets for which each claim holds, and compare decisions data set by data set."""
    checks = [piece["checks"] for piece in found]
    counted = ("same_value", "same_partition", "renamed", "sorting_is_smallest", "assignment_is_best", "sizes_met")
    vi_alone = [piece["decisions"]["vi"]["sizes"] for piece in found]
    starts = [piece["decisions"]["free"] for piece in found]
    return {
        "data_sets": len(found),
        "converged": sum(piece["converged"] for piece in found),
        "r_hat_max": max(piece["r_hat_max"] for piece in found),
        "ess_min": min(piece["ess_min"] for piece in found),
        **{name: sum(check[name] for check in checks) for name in counted},
        "divisor_changes": max(check["divisor_changes"] for check in checks),
        "one_group": sum(max(sizes) == sum(sizes) for sizes in vi_alone),
        "best_found_by": float(np.mean([made["n_best"] / made["n_starts"] for made in starts])),
        "gain": {
            "sizes": _difference(found, "free", "vi"),
            "identifying": _difference(found, "fixed_identified", "fixed"),
            "placement": _difference(found, "placement", "free"),
            "placement_named": _difference(found, "placement", "fixed"),
        },
        "seconds": {
            "sampling": float(np.median([piece["seconds"]["sampling"] for piece in found])),
            "deciding": float(np.median([piece["seconds"]["deciding"] for piece in found])),
        },
    }


def _difference(found: list[dict[str, Any]], one: str, other: str) -> dict[str, float]:
    """Return the mean difference in accuracy of two decisions on the same data sets, and its standard error."""
    return _mean([piece["decisions"][one]["accuracy"] - piece["decisions"][other]["accuracy"] for piece in found])


def _of_labels(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Compare dominant with drawn labels, data set by data set, and each kind's claims with what is right."""
    pairs = [(piece["labels"]["drawn"], piece["labels"]["dominant"]) for piece in found]
    kinds = {"drawn": [drawn for drawn, _ in pairs], "dominant": [dominant for _, dominant in pairs]}
    return {
        "data_sets": len(found),
        "one_group": {kind: sum(each["groups"] == 1 for each in of_kind) for kind, of_kind in kinds.items()},
        "vi": _mean([dominant["vi"] - drawn["vi"] for drawn, dominant in pairs]),
        "sized": _mean([dominant["sized"] - drawn["sized"] for drawn, dominant in pairs]),
        "claimed_less_right": {
            kind: _mean([each["claimed"] - each["right"] for each in of_kind]) for kind, of_kind in kinds.items()
        },
    }


def _mean(values: list[float]) -> dict[str, float]:
    """Return the mean, and its standard error."""
    return {"mean": float(np.mean(values)), "standard_error": standard_error(np.array(values))}


def _of_weights(found: list[dict[str, Any]]) -> dict[str, Any]:
    weighed = [piece["weighed_twice"] for piece in found]
    return {
        "data_sets": len(weighed),
        "draws": weighed[0]["draws"],
        "effective": float(np.median([each["effective"] for each in weighed])),
        "accuracy_once": float(np.mean([each["accuracy_once"] for each in weighed])),
        "accuracy_twice": float(np.mean([each["accuracy_twice"] for each in weighed])),
        "change": _mean([each["accuracy_twice"] - each["accuracy_once"] for each in weighed]),
    }


def try_sorting(seed: int) -> dict[str, Any]:
    """Hold the sorted matching of sizes against all K! ones, for random sizes of 2 to 6 groups."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(9,)))
    largest, trials = 0.0, 0
    for n_groups in range(2, _MOST_GROUPS + 1):
        orders = np.array(list(permutations(range(n_groups))))
        for _ in range(_TRIALS):
            sizes, wanted = rng.integers(0, 30, n_groups), rng.integers(1, 30, n_groups)
            ratios = np.log(sizes + PSEUDOCOUNT) - np.log(wanted)[orders]
            smallest = np.linalg.norm(ratios - ratios.mean(axis=1, keepdims=True), axis=1).min()
            largest = max(largest, float(abs(size_distance(sizes, wanted, pseudocount=PSEUDOCOUNT) - smallest)))
            trials += 1
    return {"trials": trials, "most_groups": _MOST_GROUPS, "largest_difference": largest}


def _of_paper() -> dict[str, Any]:
    """Say what the paper's own columns show: whether its figures follow, and how far its sizes are from the wanted."""
    wanted = {design.name: design.sizes for design in DESIGNS}
    columns = {}
    for column in table_1():
        target = wanted[column.design]
        columns[f"{column.design} {column.column}"] = {
            "vi": column.vi,
            "accuracy": column.accuracy,
            "follows": column.follows,
            "sizes": column.sizes,
            "fixed_distance": size_distance(column.sizes, target, pseudocount=PSEUDOCOUNT, labels="fixed"),
            "free_distance": size_distance(column.sizes, target, pseudocount=PSEUDOCOUNT),
        }
    return columns
