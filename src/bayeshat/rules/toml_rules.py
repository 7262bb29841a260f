"""Where the web still looks for `plain`."""

from collections.abc import Iterable, Mapping
from typing import Any

from .plain import format_rules
from .rules import Rule, Rules

__all__ = ["format_rules", "rules_from_table", "table_from_rules"]


def rules_from_table(table: Mapping[str, Any]) -> Rules:
    """Return the rules in plain values."""
    return Rules.from_plain(table)


def table_from_rules(rules: Iterable[Rule]) -> dict[str, Any]:
    """Return plain values."""
    return Rules(rules).to_plain()
