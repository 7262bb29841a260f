"""Rules as plain values, as Python keywords, JSON and the [rules] part of a TOML file have them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from ..errors import InputError
from ..tables.text import clip, did_you_mean, listed, nearest
from ..tables.toml import describe, format_key, format_value
from ..words.message import Message, join
from .rule import Rule
from .table import KINDS, find_kind, in_order

# Lists longer than this go one item to a line.
_LINE = 100


class Findings:
    """Rules found so far, and what is wrong with the others, so that all mistakes can be told at once."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.mistakes: list[Message] = []

    @contextmanager
    def at(self, where: str | Message) -> Iterator[None]:
        """Note what is wrong with the rules that are read meanwhile."""
        try:
            yield
        except InputError as error:
            self.mistakes.append(Message("words-at", where=where, what=error.words))

    def finish(self, message: str, **facts: Any) -> tuple[Rule, ...]:
        """Return the rules, or raise InputError with a message that lists all that is wrong."""
        if self.mistakes:
            raise InputError(Message(message, count=len(self.mistakes), mistakes=listed(self.mistakes), **facts))
        return tuple(self.rules)


def read_plain(table: Any, where: str = "") -> tuple[Rule, ...]:
    """Return the rules in a table with a key for each kind, or raise InputError with all that is wrong.

    `where` is the table's own key.
    """
    if not isinstance(table, Mapping):
        raise InputError(Message("rules-no-table", key=where, got=describe(table)))
    prefix = f"{where}." if where else ""
    findings, unknown = Findings(), []
    for key, value in table.items():
        kind = find_kind(str(key))
        if kind is None:
            near = nearest(str(key), tuple(KINDS), cutoff=0.6)
            hint = did_you_mean(near) or Message("words-remove")
            told = {"known": join(list(KINDS)), "given": clip(str(key)), "hint": hint}
            unknown.append(Message("words-key", key=f"{prefix}{key}", **told))
        elif value is not None:
            rule = KINDS[kind]
            with findings.at(f"{prefix}{key}"):
                for where, item, owner in rule.entries(kind, value, f"{prefix}{key}"):
                    with findings.at(where):
                        findings.rules.append(rule.from_entry(kind, item, owner))
    findings.mistakes[:0] = unknown
    return findings.finish("rules-unusable")


def write_plain(rules: Iterable[Rule]) -> dict[str, Any]:
    """Return the table that `read_plain` reads."""
    of_kind: dict[str, list[Rule]] = {}
    for rule in in_order(rules):
        of_kind.setdefault(rule.kind, []).append(rule)
    return {kind: KINDS[kind].write_all(kind, some) for kind, some in of_kind.items()}


def format_rules(rules: Iterable[Rule]) -> list[str]:
    """Return the lines of the [rules] part, from which the same rules are read."""
    written = write_plain(rules)
    lines = ["[rules]"]
    lines += [f"{key} = {_list(value)}" for key, value in written.items() if not isinstance(value, dict)]
    for key, value in written.items():
        if isinstance(value, dict):
            lines += ["", f"[rules.{key}]"]
            lines += [f"{format_key(name)} = {format_value(item)}" for name, item in value.items()]
    return lines


def _list(value: Any) -> str:
    line = format_value(value)
    if isinstance(value, str) or len(line) <= _LINE:
        return line
    return "[\n" + "".join(f"    {format_value(item)},\n" for item in value) + "]"
