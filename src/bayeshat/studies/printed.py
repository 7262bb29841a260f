"""What the paper prints: the label columns of its Tables 1 and 2, and the figures below them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from ..engine.loss.partition import variation_of_information
from ..report.tables import Table

Array = np.ndarray

# The paper's column of each design that stands for a decision of ours. Where equal sizes are wanted, its two
# size terms are the same, so one column stands for both.
COLUMNS = {
    "even": {"vi": "vi", "fixed": "lss", "fixed_identified": "lss", "free": "lss"},
    "uneven": {"vi": "vi", "fixed": "lss", "fixed_identified": "lss", "free": "lsi"},
}


@dataclass(frozen=True, eq=False)
class Printed:
    """One label column of the paper's Table 1.

    Attributes
    ----------
    design, column
        "even" or "uneven"; "lss" (label-switching sensitive), "lsi" (label-switching invariant) or "vi".
    labels, truth
        (N,) the decision and the true clusters, counted from 0.
    vi, accuracy
        What follows from the two: Variation of Information in bits, share of people in their true cluster.
    printed_vi, printed_accuracy
        The figures as the paper prints them, with two decimals.
    """

    design: str
    column: str
    labels: Array
    truth: Array
    vi: float
    accuracy: float
    printed_vi: float
    printed_accuracy: float

    @property
    def sizes(self) -> list[int]:
        """People in each of the three groups."""
        return np.bincount(self.labels, minlength=3).tolist()

    @property
    def follows(self) -> bool:
        """Whether the printed figures are those of the printed labels, to the digits given."""
        return abs(self.vi - self.printed_vi) < 0.005 and abs(self.accuracy - self.printed_accuracy) < 0.005


def measure(labels: Array, truth: Array) -> tuple[float, float]:
    """Return the Variation of Information from the truth, and the share of people in their true cluster.

    Examples
    --------
    >>> measure(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]))
    (0.0, 1.0)
    """
    return variation_of_information(labels, truth), float((labels == truth).mean())


@cache
def table_1() -> tuple[Printed, ...]:
    """Return the label columns of Table 1."""
    columns = read_facts("table_1.csv")
    figures = read_facts("table_1_figures.csv")
    found = []
    for design, column, vi, accuracy in zip(*figures.values(), strict=True):
        labels, truth = (np.array(columns[f"{design}_{name}"], dtype=int) - 1 for name in (column, "true"))
        found.append(Printed(design, column, labels, truth, *measure(labels, truth), float(vi), float(accuracy)))
    return tuple(found)


def table_2() -> Table:
    """Return the houses of Table 2: columns respondent, lss, vi."""
    return read_facts("table_2.csv")


def find(design: str, decision: str) -> Printed | None:
    """Return the paper's column for a decision of ours, or None where it has none."""
    wanted = COLUMNS[design].get(decision)
    return next((column for column in table_1() if (column.design, column.column) == (design, wanted)), None)


def read_facts(name: str) -> Table:
    """Read a packaged table as columns of text."""
    rows = list(csv.reader((files(__package__) / "data" / name).read_text(encoding="utf-8").splitlines()))
    return {heading: [row[i] for row in rows[1:]] for i, heading in enumerate(rows[0])}
