"""All the numbers of a result, as tables: each a dict of columns that any data frame library takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..engine.decision import Decision

Table = dict[str, list[Any]]


def assignments_table(names: Sequence[str], decision: Decision, *, identified: bool = True) -> Table:
    """Return one row a person: group, how well it fits, the best other group and its cost, the cheapest swap.

    The fit is the probability of the group's own house or, where houses are not ``identified``, of sharing a cluster
    with another member. Costs are changes in expected loss; empty where exact sizes forbid a move, or nobody can be
    swapped with.
    """
    alternatives = decision.table()
    moves = np.column_stack([alternatives[f"move to {group}"] for group in decision.names])
    people = np.arange(decision.n_people)
    moves[people, decision.labels] = np.inf
    next_best = moves.argmin(axis=1)
    cost = moves[people, next_best]
    columns: Table = {"name": list(names), "group": list(decision.groups)}
    shares = group_probabilities(decision) if identified else None
    if shares is not None:
        columns["probability"] = [round(float(share), 4) for share in shares[people, decision.labels]]
        columns["most probable"] = [decision.names[best] for best in shares.argmax(axis=1)]
    else:
        columns["affinity"] = [round(float(share), 4) for share in decision.affinity()[people, decision.labels]]
    if len(decision.names) > 1:
        allowed = np.isfinite(cost)
        columns["next best"] = [decision.names[g] if ok else "" for g, ok in zip(next_best, allowed, strict=True)]
        columns["cost of moving"] = [round(float(c), 6) if ok else "" for c, ok in zip(cost, allowed, strict=True)]
    if "swap with" in alternatives:
        partners, costs = alternatives["swap with"], alternatives["swap change"]
        columns["swap with"] = [names[m] if m >= 0 else "" for m in partners]
        columns["cost of swapping"] = [
            round(float(c), 6) if m >= 0 else "" for m, c in zip(partners, costs, strict=True)
        ]
    return columns


def group_probabilities(decision: Decision) -> np.ndarray | None:
    """Return the probability of each group's cluster for each person, (N, G); None if groups stand for no clusters."""
    table = decision.table(swaps=False)
    columns = [table.get(f"probability of {group}") for group in decision.names]
    if any(column is None for column in columns):
        return None
    return np.column_stack([column for column in columns if column is not None])


def probabilities_table(names: Sequence[str], clusters: Sequence[str], probabilities: np.ndarray) -> Table:
    """Return one row a person: the probability of each house."""
    columns: Table = {"name": list(names)}
    for k, cluster in enumerate(clusters):
        columns[cluster] = [round(float(share), 4) for share in probabilities[:, k]]
    return columns


def sizes_table(decision: Decision) -> Table:
    """Return one row a group: its size, and the wanted one."""
    wanted = [""] * len(decision.names) if decision.target is None else [round(float(s), 2) for s in decision.target]
    return {"group": list(decision.names), "size": decision.sizes.tolist(), "wanted": wanted}


def comparison_table(decisions: Sequence[Decision], probabilities: np.ndarray) -> Table:
    """Return one row a loss: what the choice of the loss costs.

    ``in most probable house``: the share of people whose group is the house that the posterior gives most weight.
    ``rightly placed``: the expected share of people who are in their own house.
    """
    best = probabilities.argmax(axis=1)
    return {
        "loss": [repr(decision.loss) for decision in decisions],
        "expected VI (bits)": [round(decision.expected_vi, 4) for decision in decisions],
        "in most probable house": [round(float((decision.labels == best).mean()), 4) for decision in decisions],
        "rightly placed": [
            round(float(probabilities[np.arange(len(best)), decision.labels].mean()), 4) for decision in decisions
        ],
        "sizes": [", ".join(str(size) for size in decision.sizes) for decision in decisions],
    }
