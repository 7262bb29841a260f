"""What the paper prints: the label columns of its Tables 1 and 2, and the figures below them."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np

from ..engine.partition import variation_of_information
from ..report.tables import Table

Array = np.ndarray

# The paper's column for each decision of ours. With equal sizes its two size terms are the same, and share a column.
COLUMNS = {
    "even": {"vi": "vi", "fixed": "lss", "fixed_identified": "lss", "free": "lss"},
    "uneven": {"vi": "vi", "fixed": "lss", "fixed_identified": "lss", "free": "lsi"},
}
# How far labels are from the truth: Variation of Information in bits, and the share of people in their true cluster.
MEASURES = ("VI from truth", "accuracy")


def measure(labels: Array, truth: Array) -> dict[str, float]:
    """Return both MEASURES.

    Examples
    --------
    >>> measure(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]))
    {'VI from truth': 0.0, 'accuracy': 1.0}
    """
    values = variation_of_information(labels, truth), float((labels == truth).mean())
    return dict(zip(MEASURES, values, strict=True))


@dataclass(frozen=True, eq=False)
class Printed:
    """One label column of the paper's Table 1.

    Attributes
    ----------
    design, column
        "even" or "uneven"; "lss" (label-switching sensitive), "lsi" (label-switching invariant) or "vi".
    labels, truth
        (N,) the decision and the true clusters, counted from 0.
    figures
        Both MEASURES as the paper prints them, with two decimals.
    """

    design: str
    column: str
    labels: Array
    truth: Array
    figures: dict[str, float]

    @property
    def measured(self) -> dict[str, float]:
        """Both MEASURES, computed from the labels."""
        return measure(self.labels, self.truth)

    @property
    def sizes(self) -> list[int]:
        """People in each of the three groups."""
        return np.bincount(self.labels, minlength=3).tolist()

    @property
    def follows(self) -> bool:
        """Whether the printed figures are those of the printed labels, to two decimals."""
        return all(abs(value - self.figures[name]) < 0.005 for name, value in self.measured.items())


@cache
def table_1() -> tuple[Printed, ...]:
    """Return the label columns of Table 1."""
    columns = _read_table("table_1.csv")
    found = []
    for design, column, *figures in zip(*_read_table("table_1_figures.csv").values(), strict=True):
        labels, truth = (np.array(columns[f"{design}_{name}"], dtype=int) - 1 for name in (column, "true"))
        found.append(Printed(design, column, labels, truth, dict(zip(MEASURES, map(float, figures), strict=True))))
    return tuple(found)


def table_2() -> Table:
    """Return the houses of Table 2: columns respondent, lss, vi."""
    return _read_table("table_2.csv")


def find_column(design: str, decision: str) -> Printed | None:
    """Return the paper's column for a decision of ours, or None where it has none."""
    name = COLUMNS[design].get(decision)
    return next((column for column in table_1() if (column.design, column.column) == (design, name)), None)


def _read_table(name: str) -> Table:
    """Read a packaged table as columns of text."""
    heading, *rows = csv.reader((files(__package__) / "data" / name).read_text(encoding="utf-8").splitlines())
    return {name: list(cells) for name, *cells in zip(heading, *rows, strict=True)}
