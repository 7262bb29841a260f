"""The study's tables, made from its finished pieces."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..report.tables import Table
from .designs import DECISIONS, DESIGNS, LABELS
from .printed import find, table_1

Array = np.ndarray
Pieces = dict[str, list[dict[str, Any]]]

MEASURES = {"vi": "VI from truth", "accuracy": "accuracy"}
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


def data_sets_table(pieces: Pieces) -> Table:
    """Return one row per simulated data set and decision."""
    names = ["design", "data set", "decision", "VI from truth", "accuracy", "expected loss", "sizes", "converged"]
    table: Table = {name: [] for name in names}
    for design, found in pieces.items():
        for index, piece in enumerate(found):
            for key, title in DECISIONS.items():
                made = piece["decisions"][key]
                sizes = " ".join(map(str, made["sizes"]))
                row = [design, index, title, made["vi"], made["accuracy"], made["expected_loss"], sizes]
                for name, value in zip(names, [*row, piece["converged"]], strict=True):
                    table[name].append(value)
    return table


def distribution_table(pieces: Pieces) -> Table:
    """Return one row per design, decision and measure: its distribution, and where the paper's figure falls in it.

    ``percentile of paper`` is the share of data sets below the paper's figure, in percent; half of those that equal it
    count as below.
    """
    names = ["design", "decision", "measure", "data sets", "mean", "standard error"]
    names += [f"{100 * q:g} %" for q in QUANTILES] + ["paper", "percentile of paper"]
    table: Table = {name: [] for name in names}
    for design, found in pieces.items():
        for key, title in DECISIONS.items():
            printed = find(design, key)
            for measure, words in MEASURES.items():
                values = np.array([piece["decisions"][key][measure] for piece in found])
                paper = float("nan") if printed is None else getattr(printed, measure)
                row = [design, title, words, len(values), float(values.mean()), standard_error(values)]
                row += [float(q) for q in np.quantile(values, QUANTILES)] + [paper, percentile(values, paper)]
                for name, value in zip(names, row, strict=True):
                    table[name].append(value)
    return table


def labels_table(pieces: Pieces) -> Table:
    """Return one row per design and kind of label: right houses, and claimed probabilities; means over data sets."""
    names = ["design", "labels", "data sets", "VI alone: right houses", "standard error", "VI alone: groups used"]
    names += ["VI + sizes: right houses", "likeliest house: claimed", "likeliest house: right"]
    table: Table = {name: [] for name in names}
    for design, found in pieces.items():
        for label, title in LABELS.items():
            each = [piece["labels"][label] for piece in found]
            mean = {key: float(np.mean([values[key] for values in each])) for key in each[0]}
            error = standard_error(np.array([values["vi"] for values in each]))
            row = [design, title, len(each), mean["vi"], error]
            row += [mean[key] for key in ("groups", "sized", "claimed", "right")]
            for name, value in zip(names, row, strict=True):
                table[name].append(value)
    return table


def standard_error(values: Array) -> float:
    """Return the standard error of the mean; NaN for a single value."""
    return float(values.std(ddof=1) / np.sqrt(len(values))) if len(values) > 1 else float("nan")


def percentile(values: Array, one: float) -> float:
    """Return the share of values below one, in percent, counting half of those that equal it.

    Examples
    --------
    >>> percentile(np.array([1.0, 2.0, 2.0, 3.0]), 2.0)
    50.0
    """
    if np.isnan(one):
        return float("nan")
    same = np.abs(values - one) < 1e-9
    return float(100 * ((values < one) & ~same).mean() + 50 * same.mean())


def first_table(pieces: Pieces, nuts: Pieces) -> Table:
    """Return Table 1 in the paper's form: a row per observation, then VI and accuracy; ours, then the paper's.

    Clusters are counted from 1. The paper's data sets are its own: its rows and ours are of different people.
    """
    n_people = sum(DESIGNS[0].sizes)
    table: Table = {"observation": [*range(1, n_people + 1), "VI from truth", "accuracy"]}
    for design in pieces:
        piece = pieces[design][0]
        table[f"{design}: truth"] = [*(k + 1 for k in piece["truth"]), "", ""]
        table |= {f"{design}: {title}": _column(piece, key) for key, title in DECISIONS.items()}
        for other in nuts.get(design, [])[:1]:
            table |= {f"{design}: {title}, NUTS": _column(other, key) for key, title in DECISIONS.items()}
    for column in table_1():
        truth = f"paper, {column.design}: truth"
        table.setdefault(truth, [*(column.truth + 1).tolist(), "", ""])
        figures = [f"{column.printed_vi:.2f}", f"{column.printed_accuracy:.2f}"]
        table[f"paper, {column.design}: {column.column.upper()}"] = [*(column.labels + 1).tolist(), *figures]
    return table


def _column(piece: dict[str, Any], key: str) -> list[Any]:
    made = piece["decisions"][key]
    return [*(k + 1 for k in made["labels"]), f"{made['vi']:.2f}", f"{made['accuracy']:.2f}"]


def first_figures(pieces: Pieces, nuts: Pieces) -> Table:
    """Return the last rows of Table 1 as a table of their own: one row per design, decision and sampler."""
    names = ["design", "decision", "sampler", "sizes", "VI from truth", "accuracy", "paper VI", "paper accuracy"]
    table: Table = {name: [] for name in names}
    for design in pieces:
        samplers = [("Gibbs", pieces[design][0])] + [("NUTS", piece) for piece in nuts.get(design, [])[:1]]
        for key, title in DECISIONS.items():
            printed = find(design, key)
            paper = (float("nan"),) * 2 if printed is None else (printed.printed_vi, printed.printed_accuracy)
            for sampler, piece in samplers:
                made = piece["decisions"][key]
                sizes = " ".join(map(str, made["sizes"]))
                row = [design, title, sampler, sizes, made["vi"], made["accuracy"], *paper]
                for name, value in zip(names, row, strict=True):
                    table[name].append(value)
    return table


def nuts_table(nuts: Pieces) -> Table:
    """Return one row per design: whether the posterior means of NUTS and Gibbs agree within Monte Carlo error."""
    rows = {design: found[0] for design, found in nuts.items() if found}
    agreement = [piece["agreement"] for piece in rows.values()]
    return {
        "design": list(rows),
        "converged": [piece["converged"] for piece in rows.values()],
        "parameters": [a["parameters"] for a in agreement],
        "largest difference": [a["largest_difference"] for a in agreement],
        "p-value": [a["p_value"] for a in agreement],
        "agree": [a["agree"] for a in agreement],
        "seconds": [piece["seconds"]["sampling"] for piece in rows.values()],
    }


def sensitivity_table(pieces: Pieces) -> Table:
    """Return one row per design, λ and δ: means over the data sets."""
    names = ["design", "size weight", "pseudocount", "data sets", "VI from truth", "VI standard error", "accuracy"]
    names += ["accuracy standard error", "largest group", "middle group", "smallest group", "groups", "sizes met"]
    table: Table = {name: [] for name in names}
    for design, found in pieces.items():
        for points in zip(*(piece["points"] for piece in found), strict=True):
            vi, accuracy = (np.array([point[measure] for point in points]) for measure in MEASURES)
            sizes = np.array([point["sizes"] for point in points])
            row = [design, points[0]["size_weight"], points[0]["pseudocount"], len(points)]
            row += [float(vi.mean()), standard_error(vi), float(accuracy.mean()), standard_error(accuracy)]
            row += [*sizes.mean(axis=0).tolist(), float((sizes > 0).sum(axis=1).mean())]
            row += [sum(point["met"] for point in points) / len(points)]
            for name, value in zip(names, row, strict=True):
                table[name].append(value)
    return table


def merging_table(pieces: Pieces) -> Table:
    """Return one row per design, wanted sizes and form: who of which cluster is in which group."""
    rows = [(design, row) for design, found in pieces.items() for piece in found for row in piece["rows"]]
    return {
        "design": [design for design, _ in rows],
        "form": [row["form"] for _, row in rows],
        "wanted": [" ".join(map(str, row["wanted"])) for _, row in rows],
        "pseudocount": [row["pseudocount"] for _, row in rows],
        "sizes": [" ".join(map(str, row["sizes"])) for _, row in rows],
        "of clusters 1, 2, 3 in each group": [
            " | ".join(" ".join(map(str, counts)) for counts in row["table"]) for _, row in rows
        ],
        "nearest truth joins": [" and ".join(map(str, row["joined"])) for _, row in rows],
        "VI from it": [row["vi"] for _, row in rows],
    }
