"""Table 2: the houses of 21 people, with simulated answers, because the paper's are not public."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..engine.labels.identify import identify
from ..report.tables import Table
from ..survey.spec import Survey
from .designs import HOUSES, RULES, Design, compare_labels, decide_by, draw_data_set, sample
from .printed import measure, table_2

TITLES = {"vi": "VI alone", "free": "VI + balanced", "placement": "Placement + balanced"}


def run_houses(design: Design, seed: int, index: int) -> dict[str, Any]:
    """Simulate answers to the Hogwarts survey, and sort the people in three ways."""
    data = draw_data_set(design, seed, index)
    posterior = sample(data)
    truth = data.simulation.truth
    found: dict[str, Any] = {}
    for rule in RULES:
        if rule.key in TITLES:
            decision = decide_by(rule, posterior, design, data.deciding_seed)
            labels = decision.labels
            if rule.loss == "vi":
                labels = identify(labels, np.asarray(posterior.theta))
            vi, accuracy = measure(labels, truth)
            sizes = np.bincount(labels, minlength=posterior.n_clusters).tolist()
            found[rule.key] = {"labels": labels.tolist(), "sizes": sizes, "vi": vi, "accuracy": accuracy}
    return {
        "truth": truth.tolist(),
        "decisions": found,
        "converged": posterior.status.converged,
        "labels": compare_labels(posterior, data, design, found),
    }


def houses_table(piece: dict[str, Any]) -> Table:
    """Return Table 2: one row a respondent; our simulated people, then the paper's."""
    names = Survey.load(HOUSES.survey).cluster_names
    printed = table_2()
    table: Table = {"respondent": [int(number) for number in printed["respondent"]]}
    table["simulated house"] = [names[k] for k in piece["truth"]]
    for key, title in TITLES.items():
        table[title] = [names[k] for k in piece["decisions"][key]["labels"]]
    return table | {"paper: VI alone": printed["vi"], "paper: VI + balanced": printed["lss"]}


def house_sizes_table(table: Table) -> Table:
    """Return how many people each column of Table 2 puts into each house."""
    columns = [heading for heading in table if heading != "respondent"]
    names = Survey.load(HOUSES.survey).cluster_names
    return {"column": columns} | {name: [table[heading].count(name) for heading in columns] for name in names}


def house_figures(pieces: list[dict[str, Any]]) -> Table:
    """Return, over all simulated groups of 21, how the three ways compare."""
    table: Table = {
        name: [] for name in ("decision", "groups of people", "accuracy", "standard error", "all in one house")
    }
    for key, title in TITLES.items():
        made = [piece["decisions"][key] for piece in pieces]
        accuracy = np.array([decision["accuracy"] for decision in made])
        error = accuracy.std(ddof=1) / np.sqrt(len(accuracy)) if len(accuracy) > 1 else float("nan")
        row = (title, len(made), float(accuracy.mean()), float(error), sum(max(d["sizes"]) == 21 for d in made))
        for name, value in zip(table, row, strict=True):
            table[name].append(value)
    return table
