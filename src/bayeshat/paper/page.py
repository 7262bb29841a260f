"""The page to read first: which of the paper's claims hold, which do not, and why, with this run's numbers.

Its text is in ``templates/study.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..report.tables import Table
from .designs import DECISIONS, PSEUDOCOUNT, SIZE_WEIGHT
from .tables import MEASURES, from_rows, to_markdown, to_rows

# The paper's columns, each with the decision of ours that it is compared with.
COMPARED = (
    ("even", "VI", "vi"),
    ("even", "LSS", "free"),
    ("uneven", "VI", "vi"),
    ("uneven", "LSS", "fixed"),
    ("uneven", "LSS", "fixed_identified"),
    ("uneven", "LSI", "free"),
)


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
        "only": _select,
        "signed": lambda found: f"{found['mean']:+.3f} (standard error {found['standard_error']:.3f})",
    }
    return environment.get_template("study.md").render(
        tables=tables,
        **evidence,
        options=options,
        pictures=pictures,
        compared=_compare(tables["distribution"]),
        size_weight=SIZE_WEIGHT,
        pseudocount=PSEUDOCOUNT,
        n_data_sets=sum(found["data_sets"] for found in evidence["designs"].values()),
    )


def _select(table: Table, column: str, value: Any) -> Table:
    """Return the rows of a table with this value in a column."""
    return from_rows(row for row in to_rows(table) if row[column] == value)


def _compare(distribution: Table) -> list[dict[str, Any]]:
    """Return, for each of the paper's columns, the rows of our distribution that it is compared with."""
    rows = {(row["design"], row["decision"], row["measure"]): row for row in to_rows(distribution)}
    compared = []
    for design, column, key in COMPARED:
        found = [rows[design, DECISIONS[key], measure] for measure in MEASURES.values()]
        compared.append({"design": design, "column": column, "decision": DECISIONS[key], "rows": found})
    return compared
