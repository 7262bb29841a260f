"""The study's tables, made from the experiments on all data sets.

``Pieces`` hold what the experiments returned: a list for each design, one entry per data set.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..report.tables import Table
from ..survey.spec import Survey
from .designs import DECISIONS, DESIGNS, HOUSES, LABELS
from .printed import find_column, table_1, table_2

Piece = dict[str, Any]
Pieces = dict[str, list[Piece]]

MEASURES = {"vi": "VI from truth", "accuracy": "accuracy"}
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
# The decisions that Table 2 shows.
HOUSE_DECISIONS = {"vi": "VI alone", "free": "VI + balanced", "placement": "Placement + balanced"}


def from_rows(rows: Iterable[dict[str, Any]]) -> Table:
    """Return rows with the same names as one table; there must be at least one.

    Examples
    --------
    >>> from_rows([{"who": "Ann", "age": 3}, {"who": "Bo", "age": 4}])
    {'who': ['Ann', 'Bo'], 'age': [3, 4]}
    """
    listed = list(rows)
    return {name: [row[name] for row in listed] for name in listed[0]}


def to_rows(table: Table) -> list[dict[str, Any]]:
    """Return a table as rows."""
    return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]


def mean_and_error(values: Iterable[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which is NaN for a single value."""
    array = np.array(list(values), dtype=float)
    error = array.std(ddof=1) / np.sqrt(len(array)) if len(array) > 1 else float("nan")
    return float(array.mean()), float(error)


def to_markdown(table: Table, columns: Sequence[str] | None = None, digits: int = 3) -> str:
    """Return a table as Markdown with rounded numbers; NaN becomes an empty cell.

    Examples
    --------
    >>> print(to_markdown({"who": ["Ann"], "share": [0.12345]}))
    | who | share |
    | --- | --- |
    | Ann | 0.123 |
    """
    shown = list(table if columns is None else columns)
    rows = zip(*(table[name] for name in shown), strict=True)
    lines = [shown, ["---"] * len(shown), *([_to_cell(value, digits) for value in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _to_cell(value: Any, digits: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if value != value else f"{value:.{digits}f}"
    return str(value).replace("|", "\\|")


def _join(values: Iterable[Any]) -> str:
    return " ".join(map(str, values))


def make_data_sets_table(pieces: Pieces) -> Table:
    """Return one row per simulated data set and decision."""
    return from_rows(
        {
            "design": design,
            "data set": index,
            "decision": title,
            "VI from truth": piece["decisions"][key]["vi"],
            "accuracy": piece["decisions"][key]["accuracy"],
            "expected loss": piece["decisions"][key]["expected_loss"],
            "sizes": _join(piece["decisions"][key]["sizes"]),
            "converged": piece["converged"],
        }
        for design, found in pieces.items()
        for index, piece in enumerate(found)
        for key, title in DECISIONS.items()
    )


def make_distribution_table(pieces: Pieces) -> Table:
    """Return one row per design, decision and measure: its distribution, and where the paper's figure falls in it.

    ``percentile of paper`` is the share of data sets below the paper's figure, in percent; half of those that equal it
    count as below.
    """
    from scipy.stats import percentileofscore

    rows = []
    for design, found in pieces.items():
        for key, title in DECISIONS.items():
            printed = find_column(design, key)
            for measure, words in MEASURES.items():
                values = np.array([piece["decisions"][key][measure] for piece in found])
                paper = float("nan") if printed is None else getattr(printed, measure)
                mean, error = mean_and_error(values)
                row = {"design": design, "decision": title, "measure": words, "data sets": len(values)}
                row |= {"mean": mean, "standard error": error}
                row |= {f"{100 * share:g} %": float(np.quantile(values, share)) for share in QUANTILES}
                # Equal values may differ by rounding.
                below = percentileofscore(values.round(9), round(paper, 9), kind="mean")
                rows.append(row | {"paper": paper, "percentile of paper": float(below)})
    return from_rows(rows)


def make_labels_table(pieces: Pieces) -> Table:
    """Return one row per design and kind of label: right houses and claimed probabilities, as means over data sets."""
    rows = []
    for design, found in pieces.items():
        for label, title in LABELS.items():
            each = [piece["labels"][label] for piece in found]
            means = {key: mean_and_error(values[key] for values in each) for key in each[0]}
            rows.append(
                {
                    "design": design,
                    "labels": title,
                    "data sets": len(each),
                    "VI alone: right houses": means["vi"][0],
                    "standard error": means["vi"][1],
                    "VI alone: groups used": means["groups"][0],
                    "VI + sizes: right houses": means["sized"][0],
                    "likeliest house: claimed": means["claimed"][0],
                    "likeliest house: right": means["right"][0],
                }
            )
    return from_rows(rows)


def make_table_1(pieces: Pieces, nuts: Pieces) -> Table:
    """Return Table 1 in the paper's form: a row per observation, then VI and accuracy; ours, then the paper's.

    Clusters are counted from 1. The paper's rows and ours are of different people.
    """

    def column(labels: Iterable[int], vi: float, accuracy: float) -> list[Any]:
        return [*(k + 1 for k in labels), f"{vi:.2f}", f"{accuracy:.2f}"]

    table: Table = {"observation": [*range(1, sum(DESIGNS[0].sizes) + 1), *MEASURES.values()]}
    for design, found in pieces.items():
        table[f"{design}: truth"] = [*(k + 1 for k in found[0]["truth"]), "", ""]
        for sampler, piece in [("", found[0]), *((", NUTS", piece) for piece in nuts.get(design, []))]:
            for key, title in DECISIONS.items():
                made = piece["decisions"][key]
                table[f"{design}: {title}{sampler}"] = column(made["labels"], made["vi"], made["accuracy"])
    for printed in table_1():
        heading = f"paper, {printed.design}: "
        table[heading + "truth"] = [*(printed.truth + 1).tolist(), "", ""]
        figures = printed.printed_vi, printed.printed_accuracy
        table[heading + printed.column.upper()] = column(printed.labels.tolist(), *figures)
    return table


def make_table_1_figures(pieces: Pieces, nuts: Pieces) -> Table:
    """Return the last rows of Table 1 as a table of their own: one row per design, decision and sampler."""
    rows = []
    for design, found in pieces.items():
        for key, title in DECISIONS.items():
            printed = find_column(design, key)
            for sampler, piece in [("Gibbs", found[0]), *(("NUTS", piece) for piece in nuts.get(design, []))]:
                made = piece["decisions"][key]
                rows.append(
                    {
                        "design": design,
                        "decision": title,
                        "sampler": sampler,
                        "sizes": _join(made["sizes"]),
                        "VI from truth": made["vi"],
                        "accuracy": made["accuracy"],
                        "paper VI": printed.printed_vi if printed else float("nan"),
                        "paper accuracy": printed.printed_accuracy if printed else float("nan"),
                    }
                )
    return from_rows(rows)


def make_table_2(piece: Piece) -> Table:
    """Return Table 2: one row per respondent; our simulated people, then the paper's."""
    names = Survey.load(HOUSES.survey).cluster_names
    printed = table_2()
    table: Table = {"respondent": [int(number) for number in printed["respondent"]]}
    table["simulated house"] = [names[k] for k in piece["truth"]]
    for key, title in HOUSE_DECISIONS.items():
        table[title] = [names[k] for k in piece["decisions"][key]["labels"]]
    return table | {"paper: VI alone": printed["vi"], "paper: VI + balanced": printed["lss"]}


def make_table_2_sizes(table: Table) -> Table:
    """Return how many people each column of Table 2 puts into each house."""
    columns = [heading for heading in table if heading != "respondent"]
    names = Survey.load(HOUSES.survey).cluster_names
    return {"column": columns} | {name: [table[heading].count(name) for heading in columns] for name in names}


def make_table_2_figures(pieces: list[Piece]) -> Table:
    """Return how the decisions of Table 2 compare over all simulated groups of people."""
    rows = []
    for key, title in HOUSE_DECISIONS.items():
        made = [piece["decisions"][key] for piece in pieces]
        mean, error = mean_and_error(decision["accuracy"] for decision in made)
        row = {"decision": title, "groups of people": len(made), "accuracy": mean, "standard error": error}
        rows.append(row | {"all in one house": sum(max(decision["sizes"]) == 21 for decision in made)})
    return from_rows(rows)


def make_sensitivity_table(pieces: Pieces) -> Table:
    """Return one row per design, λ and δ: means over the data sets."""
    rows = []
    for design, found in pieces.items():
        for points in zip(*(piece["points"] for piece in found), strict=True):
            vi, accuracy = (mean_and_error(point[measure] for point in points) for measure in MEASURES)
            sizes = np.array([point["sizes"] for point in points])
            largest, middle, smallest = sizes.mean(axis=0).tolist()
            rows.append(
                {
                    "design": design,
                    "size weight": points[0]["size_weight"],
                    "pseudocount": points[0]["pseudocount"],
                    "data sets": len(points),
                    "VI from truth": vi[0],
                    "VI standard error": vi[1],
                    "accuracy": accuracy[0],
                    "accuracy standard error": accuracy[1],
                    "largest group": largest,
                    "middle group": middle,
                    "smallest group": smallest,
                    "groups": float((sizes > 0).sum(axis=1).mean()),
                    "sizes met": sum(point["met"] for point in points) / len(points),
                }
            )
    return from_rows(rows)


def make_merging_table(pieces: Pieces) -> Table:
    """Return one row per design, target and form: how many people of each cluster are in each group."""
    return from_rows(
        {
            "design": design,
            "form": row["form"],
            "wanted": _join(row["wanted"]),
            "pseudocount": row["pseudocount"],
            "sizes": _join(row["sizes"]),
            "of clusters 1, 2, 3 in each group": " | ".join(map(_join, row["table"])),
            "nearest truth joins": " and ".join(map(str, row["joined"])),
            "VI from it": row["vi"],
        }
        for design, found in pieces.items()
        for piece in found
        for row in piece["rows"]
    )


def make_nuts_table(pieces: Pieces) -> Table:
    """Return one row per design: whether the posterior means of NUTS and Gibbs agree within Monte Carlo error."""
    return from_rows(
        {
            "design": design,
            "converged": piece["converged"],
            "parameters": piece["agreement"]["parameters"],
            "largest difference": piece["agreement"]["largest_difference"],
            "p-value": piece["agreement"]["p_value"],
            "agree": piece["agreement"]["agree"],
            "seconds": piece["seconds"]["sampling"],
        }
        for design, found in pieces.items()
        for piece in found
    )
