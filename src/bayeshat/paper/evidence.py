"""The numbers behind the page's claims about the paper."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any

import numpy as np

from ..engine.sizes import size_distance
from .designs import DESIGNS, LABELS, PSEUDOCOUNT
from .printed import table_1
from .tables import Piece, Pieces, mean_and_error

# Random sizes for which sorting is compared with all permutations, for each number of groups.
SORTING_TRIALS = 50
# The largest number of groups in these trials: 720 permutations.
MAX_SORTED_GROUPS = 6


def gather_evidence(pieces: Pieces, houses: Pieces, sensitivity: Pieces, seed: int) -> dict[str, Any]:
    """Return every number that the page's claims rest on."""
    return {
        "designs": {design: _count_claims(found) for design, found in pieces.items()},
        "labels": {design: _compare_labels(found) for design, found in (pieces | houses).items()},
        "weighed_twice": {design: _compare_weights(found) for design, found in sensitivity.items()},
        "sorting": _try_sorting(seed),
        "paper": _check_paper(),
    }


def _mean(values: Iterable[float]) -> dict[str, float]:
    mean, error = mean_and_error(values)
    return {"mean": mean, "standard_error": error}


def _count_claims(found: list[Piece]) -> dict[str, Any]:
    """Count the data sets for which each claim holds, and compare decisions data set by data set."""
    checks = [piece["checks"] for piece in found]
    counted = ("same_value", "same_partition", "renamed", "sorting_is_smallest", "assignment_is_best", "sizes_met")
    decisions = [piece["decisions"] for piece in found]

    def gain(one: str, other: str) -> dict[str, float]:
        return _mean(made[one]["accuracy"] - made[other]["accuracy"] for made in decisions)

    return {
        "data_sets": len(found),
        "converged": sum(piece["converged"] for piece in found),
        "r_hat_max": max(piece["r_hat_max"] for piece in found),
        "ess_min": min(piece["ess_min"] for piece in found),
        **{name: sum(check[name] for check in checks) for name in counted},
        "divisor_changes": max(check["divisor_changes"] for check in checks),
        "one_group": sum(max(made["vi"]["sizes"]) == sum(made["vi"]["sizes"]) for made in decisions),
        "best_found_by": float(np.mean([made["free"]["n_best"] / made["free"]["n_starts"] for made in decisions])),
        "gain": {
            "sizes": gain("free", "vi"),
            "identifying": gain("fixed_identified", "fixed"),
            "placement": gain("placement", "free"),
            "placement_named": gain("placement", "fixed"),
        },
        "seconds": {
            part: float(np.median([piece["seconds"][part] for piece in found])) for part in ("sampling", "deciding")
        },
    }


def _compare_labels(found: list[Piece]) -> dict[str, Any]:
    """Compare dominant with drawn labels, data set by data set, and claimed probabilities with the truth."""
    kinds = {kind: [piece["labels"][kind] for piece in found] for kind in LABELS}
    pairs = list(zip(kinds["drawn"], kinds["dominant"], strict=True))
    return {
        "data_sets": len(found),
        "one_group": {kind: sum(each["groups"] == 1 for each in of_kind) for kind, of_kind in kinds.items()},
        "vi": _mean(dominant["vi"] - drawn["vi"] for drawn, dominant in pairs),
        "sized": _mean(dominant["sized"] - drawn["sized"] for drawn, dominant in pairs),
        "claimed_less_right": {
            kind: _mean(each["claimed"] - each["right"] for each in of_kind) for kind, of_kind in kinds.items()
        },
    }


def _compare_weights(found: list[Piece]) -> dict[str, Any]:
    """Compare draws that are weighed twice with draws that are weighed once."""
    weighed = [piece["weighed_twice"] for piece in found]
    return {
        "data_sets": len(weighed),
        "draws": weighed[0]["draws"],
        "effective": float(np.median([each["effective"] for each in weighed])),
        "accuracy_once": float(np.mean([each["accuracy_once"] for each in weighed])),
        "accuracy_twice": float(np.mean([each["accuracy_twice"] for each in weighed])),
        "change": _mean(each["accuracy_twice"] - each["accuracy_once"] for each in weighed),
    }


def _try_sorting(seed: int) -> dict[str, Any]:
    """Compare the sorted matching of sizes with all K! matchings, for random sizes of 2 to 6 groups."""
    rng = np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(9,)))
    differences = []
    for n_groups in range(2, MAX_SORTED_GROUPS + 1):
        orders = np.array(list(permutations(range(n_groups))))
        for _ in range(SORTING_TRIALS):
            sizes, target = rng.integers(0, 30, n_groups), rng.integers(1, 30, n_groups)
            ratios = np.log(sizes + PSEUDOCOUNT) - np.log(target)[orders]
            smallest = np.linalg.norm(ratios - ratios.mean(axis=1, keepdims=True), axis=1).min()
            differences.append(float(abs(size_distance(sizes, target, pseudocount=PSEUDOCOUNT) - smallest)))
    return {"trials": len(differences), "most_groups": MAX_SORTED_GROUPS, "largest_difference": max(differences)}


def _check_paper() -> dict[str, Any]:
    """Check the paper's own columns: whether its figures follow, and how far its sizes are from the target."""
    targets = {design.name: design.sizes for design in DESIGNS}
    return {
        f"{column.design} {column.column}": {
            "vi": column.vi,
            "accuracy": column.accuracy,
            "follows": column.follows,
            "sizes": column.sizes,
            **{
                f"{labels}_distance": size_distance(
                    column.sizes, targets[column.design], pseudocount=PSEUDOCOUNT, labels=labels
                )
                for labels in ("fixed", "free")
            },
        }
        for column in table_1()
    }
