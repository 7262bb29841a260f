"""Tables as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..report.tables import Table


def to_markdown(table: Table, columns: Sequence[str] | None = None, digits: int = 3) -> str:
    """Return a table as Markdown, numbers rounded; NaN is an empty cell.

    Examples
    --------
    >>> print(to_markdown({"who": ["Ann"], "share": [0.12345]}))
    | who | share |
    | --- | --- |
    | Ann | 0.123 |
    """
    shown = list(table if columns is None else columns)
    rows = zip(*(table[name] for name in shown), strict=True)
    lines = [shown, ["---"] * len(shown), *([_cell(value, digits) for value in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(value: Any, digits: int) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return "" if value != value else f"{value:.{digits}f}"
    return str(value).replace("|", "\\|")
