"""The page to read first: which of the paper's claims hold, which do not, and why, with this run's numbers.

Its text is in ``templates/study.md``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..report.tables import Table
from .designs import DECISIONS, PSEUDOCOUNT, SIZE_WEIGHT
from .tables import select, to_markdown, to_rows

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
