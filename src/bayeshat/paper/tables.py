"""The study's tables, made from the experiments on all data sets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..report.tables import Table
from ..survey.spec import Survey
from .designs import DECISIONS, DESIGNS, HOUSES, LABELS
from .experiments import Piece
from .printed import MEASURES, find_column, table_1, table_2

# What one experiment returned: a list for each design, with one entry per data set.
Pieces = dict[str, list[Piece]]

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
# The decisions that Table 2 shows.
HOUSE_DECISIONS = {"vi": "VI alone", "free": "VI + balanced", "placement": "Placement + balanced"}


def make_tables(found: dict[str, Pieces]) -> dict[str, Any]:
    """Return all tables by name, from the pieces of each kind of experiment; that of NUTS only if it ran."""
    simulated, houses, nuts = found["data set"], found["Table 2"], found["nuts"]
    house_table = _table_2(houses[HOUSES.name][0])
    tables = {
        "table_1": _table_1(simulated, nuts),
        "table_1_figures": from_rows(_table_1_figures(simulated, nuts)),
        "data_sets": from_rows(_data_sets(simulated)),
        "distribution": from_rows(_distribution(simulated)),
        "labels": from_rows(_labels(simulated | houses)),
        "table_2": house_table,
        "table_2_sizes": _table_2_sizes(house_table),
        "table_2_figures": from_rows(_table_2_figures(houses[HOUSES.name])),
        "sensitivity": from_rows(_sensitivity(found["sensitivity"])),
        "merging": from_rows(_merging(found["merging"])),
        "nuts": from_rows(_nuts(nuts)),
    }
    return {name: table for name, table in tables.items() if table}


def from_rows(rows: Iterable[dict[str, Any]]) -> Table:
    """Return rows with the same names as one table; it is empty if there are none.

    Examples
    --------
    >>> from_rows([{"who": "Ann", "age": 3}, {"who": "Bo", "age": 4}])
    {'who': ['Ann', 'Bo'], 'age': [3, 4]}
    """
    listed = list(rows)
    return {name: [row[name] for row in listed] for name in listed[0]} if listed else {}


def to_rows(table: Table) -> list[dict[str, Any]]:
    """Return a table as rows."""
    return [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]


def select(table: Table, **values: Any) -> Table:
    """Return the rows of a table with these values.

    Examples
    --------
    >>> select({"who": ["Ann", "Bo"], "age": [3, 4]}, age=4)
    {'who': ['Bo'], 'age': [4]}
    """
    return from_rows(row for row in to_rows(table) if values.items() <= row.items())


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


def mean_and_error(values: Iterable[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which is NaN for a single value."""
    array = np.array(list(values), dtype=float)
    error = array.std(ddof=1) / np.sqrt(len(array)) if len(array) > 1 else float("nan")
    return float(array.mean()), float(error)


def _average(rows: Sequence[dict[str, float]], names: Iterable[str], errors: dict[str, str]) -> dict[str, float]:
    """Return the means of these columns, some followed by their standard errors under the names given for them."""
    averages = {}
    for name in names:
        averages[name], error = mean_and_error(row[name] for row in rows)
        if name in errors:
            averages[errors[name]] = error
    return averages


def _data_sets(pieces: Pieces) -> Iterable[dict[str, Any]]:
    """List one row per simulated data set and decision."""
    for design, found in pieces.items():
        for index, piece in enumerate(found):
            for key, made in piece["decisions"].items():
                row = {"design": design, "data set": index, "decision": DECISIONS[key]}
                row |= {name: made[name] for name in (*MEASURES, "expected loss", "sizes")}
                yield row | {"converged": piece["converged"]}


def _distribution(pieces: Pieces) -> Iterable[dict[str, Any]]:
    """List one row per design, decision and measure: its distribution, and where the paper's figure falls in it.

    ``percentile of paper`` is the share of data sets below the paper's figure, in percent; half of those that equal it
    count as below.
    """
    from scipy.stats import percentileofscore

    for design, found in pieces.items():
        for key, title in DECISIONS.items():
            printed = find_column(design, key)
            for measure in MEASURES:
                values = np.array([piece["decisions"][key][measure] for piece in found])
                paper = printed.measured[measure] if printed else float("nan")
                mean, error = mean_and_error(values)
                # Equal values may differ by rounding.
                below = percentileofscore(values.round(9), round(paper, 9), kind="mean")
                row = {"design": design, "decision": title, "measure": measure, "data sets": len(values)}
                row |= {"mean": mean, "standard error": error}
                row |= {f"{100 * share:g} %": float(np.quantile(values, share)) for share in QUANTILES}
                yield row | {"paper": paper, "percentile of paper": float(below)}


def _labels(pieces: Pieces) -> Iterable[dict[str, Any]]:
    """List one row per design and kind of label: right houses and claimed probabilities, as means over data sets."""
    for design, found in pieces.items():
        for label, title in LABELS.items():
            each = [piece["labels"][label] for piece in found]
            means = _average(each, each[0], {"VI alone: right houses": "standard error"})
            yield {"design": design, "labels": title, "data sets": len(each)} | means


def _by_sampler(design: str, simulated: Pieces, nuts: Pieces) -> dict[str, Piece]:
    """Return the first data set of a design, as each sampler that ran found it."""
    return {name: pieces[design][0] for name, pieces in (("Gibbs", simulated), ("NUTS", nuts)) if pieces[design]}


def _table_1(simulated: Pieces, nuts: Pieces) -> Table:
    """Return Table 1 in the paper's form: a row per observation, then VI and accuracy; ours, then the paper's.

    Clusters are counted from 1. The paper's rows and ours are of different people.
    """

    def column(labels: Iterable[int], figures: dict[str, float] | None = None) -> list[Any]:
        return [*(k + 1 for k in labels), *(f"{figures[name]:.2f}" if figures else "" for name in MEASURES)]

    table: Table = {"observation": [*range(1, sum(DESIGNS[0].sizes) + 1), *MEASURES]}
    for design, found in simulated.items():
        table[f"{design}: truth"] = column(found[0]["truth"])
        for sampler, piece in _by_sampler(design, simulated, nuts).items():
            after = "" if sampler == "Gibbs" else f", {sampler}"
            for key, made in piece["decisions"].items():
                table[f"{design}: {DECISIONS[key]}{after}"] = column(made["labels"], made)
    for printed in table_1():
        heading = f"paper, {printed.design}: "
        table[heading + "truth"] = column(printed.truth.tolist())
        table[heading + printed.column.upper()] = column(printed.labels.tolist(), printed.figures)
    return table


def _table_1_figures(simulated: Pieces, nuts: Pieces) -> Iterable[dict[str, Any]]:
    """List the last rows of Table 1: one row per design, decision and sampler."""
    for design in simulated:
        for key, title in DECISIONS.items():
            printed = find_column(design, key)
            for sampler, piece in _by_sampler(design, simulated, nuts).items():
                made = piece["decisions"][key]
                row = {"design": design, "decision": title, "sampler": sampler, "sizes": made["sizes"]}
                row |= {name: made[name] for name in MEASURES}
                paper = printed.figures.values() if printed else (float("nan"), float("nan"))
                yield row | dict(zip(("paper VI", "paper accuracy"), paper, strict=True))


def _table_2(piece: Piece) -> Table:
    """Return Table 2: one row per respondent; our simulated people, then the paper's."""
    names, printed = Survey.load(HOUSES.survey).cluster_names, table_2()
    ours = {"simulated house": piece["truth"]}
    ours |= {title: piece["decisions"][key]["labels"] for key, title in HOUSE_DECISIONS.items()}
    return {
        "respondent": [int(number) for number in printed["respondent"]],
        **{heading: [names[k] for k in labels] for heading, labels in ours.items()},
        "paper: VI alone": printed["vi"],
        "paper: VI + balanced": printed["lss"],
    }


def _table_2_sizes(table: Table) -> Table:
    """Return how many people each column of Table 2 puts into each house."""
    columns = [heading for heading in table if heading != "respondent"]
    names = Survey.load(HOUSES.survey).cluster_names
    return {"column": columns} | {name: [table[heading].count(name) for heading in columns] for name in names}


def _table_2_figures(pieces: list[Piece]) -> Iterable[dict[str, Any]]:
    """List how the decisions of Table 2 compare over all simulated groups of people."""
    for key, title in HOUSE_DECISIONS.items():
        made = [piece["decisions"][key] for piece in pieces]
        accuracy = _average(made, ["accuracy"], {"accuracy": "standard error"})
        alone = sum(decision["groups"] == 1 for decision in made)
        yield {"decision": title, "groups of people": len(made)} | accuracy | {"all in one house": alone}


def _sensitivity(pieces: Pieces) -> Iterable[dict[str, Any]]:
    """List one row per design, λ and δ: means over the data sets."""
    errors = {"VI from truth": "VI standard error", "accuracy": "accuracy standard error"}
    for design, found in pieces.items():
        for points in zip(*(piece["points"] for piece in found), strict=True):
            weight, pseudocount, *averaged = points[0]
            settings = {name: points[0][name] for name in (weight, pseudocount)}
            yield {"design": design} | settings | {"data sets": len(points)} | _average(points, averaged, errors)


def _merging(pieces: Pieces) -> Iterable[dict[str, Any]]:
    """List one row per design, target and form: how many people of each cluster are in each group."""
    return ({"design": name} | row for name, found in pieces.items() for piece in found for row in piece["rows"])


def _nuts(pieces: Pieces) -> Iterable[dict[str, Any]]:
    """List one row per design: whether the posterior means of NUTS and Gibbs agree within Monte Carlo error."""
    for design, found in pieces.items():
        for piece in found:
            converged, seconds = piece["converged"], piece["seconds"]["sampling"]
            yield {"design": design, "converged": converged} | piece["agreement"] | {"seconds": seconds}
