"""Rules as the rows of a form, and back."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from ...survey.rules import Apart, Bar, Bounds, NotAlone, Pin, Rule, Spread, Stay, Together, Wish
from ...survey.rules_read import read_rules
from ...survey.toml_rules import format_rules, rules_from_table

KINDS = {
    "pin": "is in",
    "bar": "is not in",
    "together": "are together",
    "apart": "are apart",
    "wish": "would like to be in",
    "companion": "would like to be with",
    "size": "size of a group",
    "spread": "spread evenly",
    "not alone": "not alone",
    "stay": "stays in, if possible",
}


@dataclass(frozen=True)
class RuleRow:
    """One rule as a row of text, as in a table of rules.

    Attributes
    ----------
    rule
        Its kind.
    who, what
        People or groups, and what is asked of them, several with semicolons between.
    weight, reason
        May be empty.
    """

    rule: str = ""
    who: str = ""
    what: str = ""
    weight: str = ""
    reason: str = ""


def rules_from_rows(rows: Sequence[RuleRow]) -> dict[str, Any]:
    """Return rules as an event keeps them; rows without anybody or anything are left out.

    Examples
    --------
    >>> rules_from_rows([RuleRow("pin", "Ann", "Red"), RuleRow("apart")])
    {'pin': {'Ann': 'Red'}}
    """
    used = [row for row in rows if row.who or row.what]
    if not used:
        return {}
    columns = dict(zip(RuleRow.__dataclass_fields__, map(list, zip(*map(astuple, used), strict=True)), strict=True))
    found: dict[str, Any] = tomllib.loads("\n".join(format_rules(read_rules(columns))))["rules"]
    return found


def rows_from_rules(rules: Mapping[str, Any]) -> list[RuleRow]:
    """Return an event's rules as rows.

    Examples
    --------
    >>> rows_from_rules({"apart": [["Ann", "Bo"]]})
    [RuleRow(rule='apart', who='Ann; Bo', what='', weight='', reason='')]
    """
    return [row for rule in rules_from_table(rules) for row in _rows(rule)]


def _rows(rule: Rule) -> list[RuleRow]:
    weight = getattr(rule, "weight", None)
    extra = {"weight": "" if weight is None else f"{weight:g}", "reason": rule.reason}
    match rule:
        case Bounds():
            least, most = ("" if bound is None else str(bound) for bound in (rule.least, rule.most))
            what = least if least == most else f"{least}..{most}"
            return [RuleRow("size", rule.group or "", what, "", rule.reason)]
        case Pin():
            return [RuleRow("pin", rule.person, "; ".join(rule.groups), "", rule.reason)]
        case Bar():
            return [RuleRow("bar", rule.person, "; ".join(rule.groups), "", rule.reason)]
        case Together():
            return [RuleRow("together", "; ".join(rule.people), **extra)]
        case Apart():
            return [RuleRow("apart", "; ".join(rule.people), **extra)]
        case Spread():
            return [RuleRow("spread", "", rule.column, "", rule.reason)]
        case NotAlone():
            what = rule.column if rule.value is None else f"{rule.column}={rule.value}"
            return [RuleRow("not alone", "", what, "", rule.reason)]
        case Wish() if rule.companion is not None:
            return [RuleRow("companion", rule.person, rule.companion, **extra)]
        case Wish():
            return [RuleRow("wish", rule.person, "; ".join(rule.groups), **extra)]
        case Stay():
            return [RuleRow("stay", person, group, **extra) for person, group in rule.groups]
    return []
