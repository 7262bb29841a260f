"""The [rules] part of a survey file, read and written."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ..errors import InputError, SurveyError
from ..tables.text import nearest, normalise, quote
from ..tables.toml import format_key, format_value
from .plain_rules import FORMS, collect
from .rules import Apart, Bar, Bounds, CommonTimes, NotAlone, Pin, Rule, Rules, Spread, Stay, Together, Wish

Kind = TypeVar("Kind", bound=Rule)

# Other words for the keys: several of a thing, and what the keywords in Python are called.
_OTHER_WORDS = {
    "sizes": "size",
    "bounds": "size",
    "pins": "pin",
    "bars": "bar",
    "wishes": "wish",
    "companions": "companion",
    "mix": "spread",
    "free_times": "common_times",
}
# Lists longer than this go one item to a line.
_LINE = 100


def parse_rules(table: Any) -> Rules:
    """Return the rules in the [rules] part of a survey file, or raise SurveyError with all that is wrong."""
    try:
        return rules_from_table(table, "rules")
    except InputError as error:
        raise SurveyError(str(error)) from None


def rules_from_table(table: Any, where: str = "") -> Rules:
    """Return the rules in a table with a key for each kind; `where` is the table's own key."""
    if not isinstance(table, Mapping):
        raise InputError(
            f'{where} must be a table; got {type(table).__name__}. Write [rules], and size = "4..6" below.'
        )
    prefix = f"{where}." if where else ""
    forms: list[tuple[str, str, Any]] = []
    unknown: list[str] = []
    for key, value in table.items():
        plain = normalise(str(key)).replace(" ", "_").replace("-", "_")
        form = _OTHER_WORDS.get(plain, plain)
        if form in FORMS:
            forms.append((form, f"{prefix}{key}", value))
        else:
            near = nearest(form, tuple(FORMS), cutoff=0.6)
            hint = f"Did you mean {near}?" if near else "Remove it, or check for a typing mistake."
            unknown.append(f"{prefix}{key} must be one of {', '.join(FORMS)}; got {quote(str(key))}. {hint}")
    findings = collect(forms)
    findings.mistakes[:0] = unknown
    return Rules(findings.finish("Every rule must be usable", "Correct what is listed, or leave it out."))


def table_from_rules(rules: Iterable[Rule]) -> dict[str, Any]:
    """Return the table that `rules_from_table` reads, in plain values; empty without rules.

    Examples
    --------
    >>> table_from_rules(Rules(pins={"Ann": "Red"}))
    {'pin': {'Ann': 'Red'}}
    """
    known = Rules(rules)
    table: dict[str, Any] = tomllib.loads("\n".join(format_rules(known)))["rules"] if known else {}
    return table


def format_rules(rules: Rules) -> list[str]:
    """Return the lines of the [rules] part; `parse_rules` gives the rules back exactly."""
    wishes = rules.of(Wish)
    written = {
        "size": _sizes(rules.of(Bounds)),
        "pin": _by_name(rules.of(Pin), "person", _groups),
        "bar": _by_name(rules.of(Bar), "person", _groups),
        "together": [_people(rule) for rule in rules.of(Together)],
        "apart": [_people(rule) for rule in rules.of(Apart)],
        "spread": [_spread(rule) for rule in rules.of(Spread)],
        "not_alone": [_not_alone(rule) for rule in rules.of(NotAlone)],
        "common_times": [_common_times(rule) for rule in rules.of(CommonTimes)],
        "wish": _by_name([wish for wish in wishes if wish.companion is None], "person", _groups),
        "companion": _by_name([wish for wish in wishes if wish.companion is not None], "person", _companion),
        "stay": _stays(rules.of(Stay)),
    }
    lines = ["[rules]"]
    lines += [f"{key} = {_list(value)}" for key, value in written.items() if value and not isinstance(value, dict)]
    for key, value in written.items():
        if value and isinstance(value, dict):
            lines += ["", f"[rules.{key}]"]
            lines += [f"{format_key(name)} = {format_value(item)}" for name, item in value.items()]
    return lines


def _list(value: Any) -> str:
    line = format_value(value)
    if isinstance(value, str) or len(line) <= _LINE:
        return line
    return "[\n" + "".join(f"    {format_value(item)},\n" for item in value) + "]"


def _by_name(rules: Sequence[Kind], owner: str, say: Callable[[Kind], dict[str, Any]]) -> Any:
    """Return a table by the owner's name or, where one has several rules, a list of tables."""
    names = [getattr(rule, owner) for rule in rules]
    if len(set(names)) < len(names):
        return [{owner: name} | say(rule) | _extras(rule) for name, rule in zip(names, rules, strict=True)]
    return {name: _shortest(say(rule), rule) for name, rule in zip(names, rules, strict=True)}


def _sizes(rules: Sequence[Bounds]) -> Any:
    if any(rule.group is None for rule in rules):
        if len(rules) == 1 and not rules[0].reason:
            return _range(rules[0])["size"]
        return [({"group": rule.group} if rule.group else {}) | _range(rule) | _extras(rule) for rule in rules]
    return _by_name(rules, "group", _range)


def _range(rule: Bounds) -> dict[str, Any]:
    least, most = ("" if bound is None else str(bound) for bound in (rule.least, rule.most))
    return {"size": least if least == most else f"{least}..{most}"}


def _groups(rule: Pin | Bar | Wish) -> dict[str, Any]:
    return {"groups": rule.groups[0] if len(rule.groups) == 1 else rule.groups}


def _people(rule: Together | Apart) -> Any:
    return _shortest({"people": rule.people}, rule)


def _not_alone(rule: NotAlone) -> Any:
    if rule.value is None:
        return _shortest({"column": rule.column}, rule)
    return {"column": rule.column, "value": rule.value} | _extras(rule) if rule.reason else [rule.column, rule.value]


def _spread(rule: Spread) -> Any:
    if rule.bands is None:
        return _shortest({"column": rule.column}, rule)
    return {"column": rule.column, "bands": rule.bands} | _extras(rule)


def _common_times(rule: CommonTimes) -> Any:
    return {"column": rule.column, "common": rule.common} | _extras(rule)


def _companion(rule: Wish) -> dict[str, Any]:
    return {"companion": rule.companion}


def _stays(rules: Sequence[Stay]) -> Any:
    if len(rules) == 1 and not _extras(rules[0]):
        return dict(rules[0].groups)
    return [{"groups": dict(rule.groups)} | _extras(rule) for rule in rules]


def _shortest(main: dict[str, Any], rule: Rule) -> Any:
    """Return a table with the weight and the reason or, without these, the one value that `main` holds."""
    extras = _extras(rule)
    return main | extras if extras else next(iter(main.values()))


def _extras(rule: Rule) -> dict[str, Any]:
    """Return the weight and the reason where they are not what is taken without them."""
    usual = type(rule).weight if isinstance(rule, Wish | Stay) else None
    weight = getattr(rule, "weight", None)
    return ({} if weight == usual else {"weight": weight}) | ({"reason": rule.reason} if rule.reason else {})
