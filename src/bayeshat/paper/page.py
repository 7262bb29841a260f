"""The page to read first: which of the paper's claims hold, which do not, and why, with this run's numbers.

`gather_evidence` finds the numbers; the text around them is in ``templates/study.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Any

import numpy as np

from ..engine.sizes import size_distance
from ..report.tables import Table
from .designs import DECISIONS, DESIGNS, LABELS, PSEUDOCOUNT, SIZE_WEIGHT
from .experiments import Piece
from .printed import table_1
from .tables import Pieces, mean_and_error, select, to_markdown, to_rows

# The paper's columns, each with the decision of ours that it is compared with.
COMPARED = (
    ("even", "VI", "vi"),
    ("even", "LSS", "free"),
    ("uneven", "VI", "vi"),
    ("uneven", "LSS", "fixed"),
    ("uneven", "LSS", "fixed_identified"),
    ("uneven", "LSI", "free"),
)
# Random sizes for which sorting is compared with all permutations, for each number of groups.
SORTING_TRIALS = 50
# The largest number of groups in these trials: 720 permutations.
MAX_SORTED_GROUPS = 6


def mean(values: Iterable[float]) -> float:
    """Return the mean."""
    return mean_and_error(values)[0]


# How the values of all data sets of a design make one. A sum counts the data sets for which a claim holds.
TOTALS: dict[str, Callable[[Iterable[Any]], Any]] = {
    **dict.fromkeys(("converged", "same_value", "same_partition", "renamed", "sizes_met", "one_group"), sum),
    **dict.fromkeys(("sorting_is_smallest", "assignment_is_best"), sum),
    "r_hat_max": max,
    "ess_min": min,
    "divisor_changes": max,
    "best_found_by": mean,
}
# Pairs of decisions: how much more accurate the first is than the second, data set by data set.
GAINS = {
    "sizes": ("free", "vi"),
    "identifying": ("fixed_identified", "fixed"),
    "placement": ("placement", "free"),
    "placement_named": ("placement", "fixed"),
}


def make_page(
    tables: dict[str, Table], evidence: dict[str, Any], options: dict[str, Any], pictures: Sequence[str]
) -> str:
    """Return the page as Markdown."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("bayeshat.paper"),
        autoescape=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "markdown": to_markdown,
        "rows": to_rows,
        "only": select,
        "signed": lambda found: f"{found['mean']:+.3f} (standard error {found['standard_error']:.3f})",
    }
    return environment.get_template("study.md").render(
        tables=tables,
        **evidence,
        options=options,
        pictures=pictures,
        compared=COMPARED,
        titles=DECISIONS,
        size_weight=SIZE_WEIGHT,
        pseudocount=PSEUDOCOUNT,
        n_data_sets=sum(found["data_sets"] for found in evidence["designs"].values()),
    )


def gather_evidence(found: dict[str, Pieces], seed: int) -> dict[str, Any]:
    """Return every number that the page's claims rest on, from the pieces of each kind of experiment."""
    simulated, houses = found["data set"], found["Table 2"]
    return {
        "designs": {design: _count_claims(pieces) for design, pieces in simulated.items()},
        "labels": {design: _compare_labels(pieces) for design, pieces in (simulated | houses).items()},
        "weighed_twice": {design: _compare_weights(pieces) for design, pieces in found["sensitivity"].items()},
        "sorting": _try_sorting(seed),
        "paper": _check_paper(),
    }


def _summarise(values: Iterable[float]) -> dict[str, float]:
    return dict(zip(("mean", "standard_error"), mean_and_error(values), strict=True))


def _count_claims(found: list[Piece]) -> dict[str, Any]:
    """Count the data sets for which each claim holds, and compare decisions data set by data set."""
    decisions = [piece["decisions"] for piece in found]
    return {
        "data_sets": len(found),
        **{name: total(piece[name] for piece in found) for name, total in TOTALS.items()},
        "gain": {
            name: _summarise(made[one]["accuracy"] - made[other]["accuracy"] for made in decisions)
            for name, (one, other) in GAINS.items()
        },
        "seconds": {
            part: float(np.median([piece["seconds"][part] for piece in found])) for part in found[0]["seconds"]
        },
    }


def _compare_labels(found: list[Piece]) -> dict[str, Any]:
    """Compare dominant with drawn labels, data set by data set, and claimed probabilities with the truth."""
    kinds = {kind: [piece["labels"][kind] for piece in found] for kind in LABELS}

    def gain(name: str) -> dict[str, float]:
        pairs = zip(kinds["drawn"], kinds["dominant"], strict=True)
        return _summarise(dominant[name] - drawn[name] for drawn, dominant in pairs)

    claimed, right = "likeliest house: claimed", "likeliest house: right"
    return {
        "data_sets": len(found),
        "one_group": {kind: sum(row["VI alone: groups used"] == 1 for row in rows) for kind, rows in kinds.items()},
        "vi": gain("VI alone: right houses"),
        "sized": gain("VI + sizes: right houses"),
        "claimed_less_right": {
            kind: _summarise(row[claimed] - row[right] for row in rows) for kind, rows in kinds.items()
        },
    }


def _compare_weights(found: list[Piece]) -> dict[str, Any]:
    """Compare draws that are weighed twice with draws that are weighed once."""
    weighed = [piece["weighed_twice"] for piece in found]
    return {
        "data_sets": len(weighed),
        "draws": weighed[0]["draws"],
        "effective": float(np.median([each["effective"] for each in weighed])),
        **{name: mean(each[name] for each in weighed) for name in ("accuracy_once", "accuracy_twice")},
        "change": _summarise(each["accuracy_twice"] - each["accuracy_once"] for each in weighed),
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
    targets, checks = {design.name: design.sizes for design in DESIGNS}, {}
    for column in table_1():
        vi, accuracy = column.measured.values()
        check = {"vi": vi, "accuracy": accuracy, "follows": column.follows, "sizes": column.sizes}
        for labels in ("fixed", "free"):
            target = targets[column.design]
            distance = size_distance(column.sizes, target, pseudocount=PSEUDOCOUNT, labels=labels)
            check[f"{labels}_distance"] = distance
        checks[f"{column.design} {column.column}"] = check
    return checks
