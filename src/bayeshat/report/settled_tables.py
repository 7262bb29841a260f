"""How settled the groups are, as tables: who could go either way, what the alternatives change, the sure core."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..engine.uncertainty.measure import MAX_CORE_PEOPLE
from ..engine.uncertainty.uncertainty import Uncertainty
from .tables import Table

Array = np.ndarray

# The words for how sure a place is, everywhere: positions are those of `find_levels`.
SETTLED_WORDS = ("settled", "leaning", "could go either way", "better elsewhere")
# With more people than this, only those whom an alternative moves are shown.
MOST_SHOWN = 60
# Probabilities that the curve of the core is given for.
_POINTS = np.linspace(0.0, 1.0, 101)


def core_table(settled: Uncertainty) -> Table:
    """Return one row a probability: the share of people who belong in their group with at least that.

    Columns: probability; each, where everybody is looked at by themselves; all at once, the sure core.
    """
    core, n_people = settled.sure_core, len(settled.people)
    return {
        "probability": [round(float(p), 2) for p in _POINTS],
        "each": [len(core.settled_at(p)) / n_people for p in _POINTS],
        "all at once": [len(core.at(p)) / min(n_people, MAX_CORE_PEOPLE) for p in _POINTS],
    }


def alternatives_table(settled: Uncertainty, groups: Sequence[str]) -> Table:
    """Return one row a person: the group that they are in, and the one in each alternative.

    People stand group by group. With more than 60, only those are there whom an alternative moves.

    Parameters
    ----------
    settled
        How settled the groups are.
    groups
        The groups' names.
    """
    labels = np.stack([alternative.labels for alternative in settled.alternatives])
    moved = (labels != labels[0]).any(axis=0)
    shown = np.flatnonzero(moved) if len(moved) > MOST_SHOWN else np.arange(len(moved))
    shown = shown[np.argsort(labels[0, shown], kind="stable")]
    table: Table = {"number": shown.tolist(), "name": [settled.people[n] for n in shown.tolist()]}
    for way, row in enumerate(labels[:, shown].tolist(), 1):
        table[f"way {way}"] = [groups[g] for g in row]
    return table
