"""Rules and earlier assignments from files, frames and dictionaries."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import AnswersError, InputError
from ..tables.person_columns import find_names, heading_kind, plain_heading, read_names
from ..tables.reading import read_table
from ..tables.table import Column, Table
from ..tables.text import clip, did_you_mean, is_blank, listed, nearest, normalise, quoted
from ..tables.toml import parse_toml
from ..words.message import Message, Setting, join
from .plain import Findings
from .row import Row
from .rule import Rule
from .rules import NotAgain, Rules, Stay
from .table import KINDS, find_kind, nearest_word

# What the columns of a table of rules may be called.
_HEADINGS = {
    "rule": ("rule", "kind", "type", "regel"),
    "who": ("who", "people", "person", "name", "names", "wer", "personen", "namen"),
    "what": ("what", "group", "groups", "value", "was", "gruppe", "gruppen", "wert"),
    "weight": ("weight", "how much", "gewicht"),
    "reason": ("reason", "why", "note", "comment", "grund", "warum", "bemerkung"),
}
# What files have as the group of those who wait for a place.
WAITING_LIST = "Waiting list"
_GROUP_HEADINGS = ("group", "house", "team", "cluster", "gruppe", "haus")


def read_rules(source: Any) -> Rules:
    """Read the organiser's rules.

    A table has a row for each rule, and the columns ``rule`` (its kind), ``who`` (a name, or several separated by
    semicolons; groups for a size), ``what`` (groups, a companion, a column, ``column=value`` or a size), ``weight``
    (empty or "must": it must hold; a number, "weak", "normal" or "strong": if possible) and ``reason``. A table with
    the columns ``name`` and ``group`` is an earlier assignment, which people keep as far as possible.

    Parameters
    ----------
    source
        The path of a CSV, TSV, XLSX or TOML file; a pandas or polars frame; a dict of columns, or of rules as the
        survey file has them; `Rules`, or a list of rules; None for no rules.

    Raises
    ------
    InputError
        If something cannot be read or makes no sense; the error lists all mistakes, with their rows or keys.

    Examples
    --------
    >>> import bayeshat as bh
    >>> table = {"rule": ["pin", "apart"], "who": ["Ann", "Bo; Cy"], "what": ["Gryffindor", ""], "weight": ["", "0.5"]}
    >>> [rule.words() for rule in bh.read_rules(table)]
    ['Ann must be in Gryffindor', 'Bo and Cy should be apart (strong)']
    """
    if source is None or isinstance(source, Rules):
        return source or Rules()
    if isinstance(source, list | tuple):
        return Rules(source)
    if isinstance(source, str | os.PathLike) and Path(source).suffix.lower() == ".toml":
        return _read_toml(Path(source).expanduser())
    if isinstance(source, Mapping) and not _looks_like_columns(source):
        return Rules.from_plain(source)
    table = _read(source, "rules")
    columns = _find_columns(table)
    if "rule" in columns:
        return _read_rows(table, columns)
    if _group_column(table) is not None:
        return Rules(stay=_assignment(table))
    raise InputError(Message("rules-no-columns", table=table.origin, headings=quoted(table.headings[:20])))


def read_assignment(source: Any, what: str = "assignment", *, headings: bool = True) -> dict[str, str]:
    """Read who was in which group before: a table with the columns name and group, such as assignments.csv.

    Parameters
    ----------
    source
        The path of a CSV, TSV or XLSX file, a pandas or polars frame, a dict of columns, or a dict of people and
        their groups. People without a group are left out.
    what
        What the table is, in errors: an "assignment", or "houses" that are known.
    headings
        Whether a file has headings. One without must have two columns, names and groups; headings that say so are
        recognised all the same.

    Raises
    ------
    InputError
        If the table cannot be read, or somebody is in it twice.

    Examples
    --------
    >>> import bayeshat as bh
    >>> bh.read_assignment({"name": ["Ann", "Bo", "Cy"], "group": ["Gryffindor", "Slytherin", ""]})
    {'Ann': 'Gryffindor', 'Bo': 'Slytherin'}
    """
    if isinstance(source, Mapping) and all(isinstance(value, str) for value in source.values()):
        return dict(Stay(source).groups) if source else {}
    if headings or _has_group_heading(table := _read(source, what, headings=False)):
        return _assignment(_read(source, what))
    if len(table.columns) != 2:
        about = {"table": table.origin, "count": len(table.columns), "setting": Setting("headings", False)}
        raise InputError(Message("rules-not-two-columns", **about))
    return _assignment(table, *table.columns)


def _has_group_heading(table: Table) -> bool:
    """Return whether a table that was read as one without headings has one for groups, or its first row has."""
    first = {plain_heading(text) for column in table.columns for text in column.texts()[:1]}
    return _group_column(table) is not None or bool(first & set(_GROUP_HEADINGS))


def _read(source: Any, what: str, *, headings: bool = True) -> Table:
    try:
        return read_table(source, headings=headings)
    except AnswersError as error:
        is_empty = what == "rules" and error.id in ("table-empty", "table-headings-only")
        raise InputError(Message(f"rules-file-{'empty' if is_empty else what}", why=error.words)) from None


def _read_toml(path: Path) -> Rules:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(Message("rules-unreadable", file=repr(str(path)), reason=error.strerror)) from None
    except UnicodeDecodeError as error:
        raise InputError(Message("rules-not-toml", file=path.name, mistake=str(error))) from None
    document = parse_toml(text, path.name, InputError)
    # A file of its own needs no [rules] above them.
    inside = "rules" in document
    try:
        return Rules.from_plain(document["rules"] if inside else document, "rules" if inside else "")
    except InputError as error:
        raise InputError(Message("words-at", where=path.name, what=error.words)) from None


def _looks_like_columns(source: Mapping[Any, Any]) -> bool:
    headings = {plain_heading(str(heading)) for heading in source}
    return bool(headings & set(_HEADINGS["rule"])) or (
        any(map(heading_kind, headings)) and bool(headings & set(_GROUP_HEADINGS))
    )


def _find_columns(table: Table) -> dict[str, Column]:
    """Return the columns of a table of rules by what they hold; other columns are a mistake, if these are rules."""
    meanings = {heading: meaning for meaning, headings in _HEADINGS.items() for heading in headings}
    found: dict[str, Column] = {}
    others: list[Message] = []
    for column in table.columns:
        meaning = meanings.get(plain_heading(column.heading))
        if meaning is None:
            near = nearest(column.heading, tuple(meanings), cutoff=0.6)
            hint = Message("rules-why-near", name=clip(near)) if near else Message("rules-why-unknown")
            others.append(Message("rules-why", name=clip(column.heading), why=hint))
        elif meaning in found:
            hint = Message("rules-why-same", name=clip(found[meaning].heading))
            others.append(Message("rules-why", name=clip(column.heading), why=hint))
        else:
            found[meaning] = column
    if "rule" in found and others:
        headings = join(list(_HEADINGS))
        raise InputError(Message("rules-other-columns", table=table.origin, headings=headings, others=listed(others)))
    return found


def _read_rows(table: Table, columns: Mapping[str, Column]) -> Rules:
    texts = {meaning: column.texts() for meaning, column in columns.items()}
    findings = Findings()
    staying: dict[str, int] = {}
    for n, number in enumerate(table.row_numbers.tolist()):
        cells = {meaning: column[n].strip() for meaning, column in texts.items()}
        if any(cells.values()):
            with findings.at(Message("rules-row", row=str(number))):
                findings.rules += _read_row(Row(**cells), number, staying)
    rules = findings.finish("rules-unusable-rows", table=table.origin, counting=table.counting)
    return Rules(_merge_earlier(rules))


def _read_row(row: Row, number: int, staying: dict[str, int]) -> list[Rule]:
    """Return a row's rules; `staying` has the row of everybody who stays, as nobody can stay in two groups."""
    kind = find_kind(row.rule)
    if kind is None:
        near = nearest_word(row.rule)
        hint = did_you_mean(near) or Message("words-use-one")
        kinds = join([kind.replace("_", " ") for kind in KINDS])
        got = Message("words-quoted", text=clip(row.rule)) if row.rule else Message("words-value-nothing")
        raise InputError(Message("rules-unknown-kind", kinds=kinds, got=got, hint=hint))
    rules = list(KINDS[kind].from_row(kind, row))
    for person in (person for rule in rules if isinstance(rule, Stay) for person in rule.mentions("person")):
        first = staying.setdefault(normalise(person), number)
        if first != number:
            raise InputError(Message("rules-stay-twice", person=clip(person), row=str(first)))
    return rules


def _merge_earlier(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules with one earlier assignment for all rows of the same kind, weight and reason."""
    kept: list[Rule] = []
    groups: dict[tuple[Any, float, str], list[Any]] = {}
    for rule in rules:
        if isinstance(rule, Stay | NotAgain):
            groups.setdefault((type(rule), rule.weight, rule.reason), []).extend(rule.groups)
        else:
            kept.append(rule)
    return [*kept, *(kind(some, weight, reason) for (kind, weight, reason), some in groups.items())]


def _group_column(table: Table) -> Column | None:
    for heading in _GROUP_HEADINGS:
        for column in table.columns:
            if plain_heading(column.heading) == heading:
                return column
    return None


def read_waiting(source: Any) -> tuple[dict[str, str], list[str]]:
    """Return who was in which group before, and the names of those who waited for a place, in their order.

    Examples
    --------
    >>> read_waiting({"name": ["Ann", "Bo", "Cy"], "group": ["Red", "Waiting list", "Waiting list"]})
    ({'Ann': 'Red'}, ['Bo', 'Cy'])
    """
    found = _assignment(_read(source, "assignment"), keep_waiting=True)
    waiting = [name for name, group in found.items() if group == WAITING_LIST]
    return {name: group for name, group in found.items() if group != WAITING_LIST}, waiting


def _assignment(
    table: Table, naming: Column | None = None, grouping: Column | None = None, *, keep_waiting: bool = False
) -> dict[str, str]:
    """Return everybody's group; those who wait for a place are left out unless they are asked for."""
    naming, grouping = naming or find_names(table, None), grouping or _group_column(table)
    if naming is None or grouping is None:
        told = {"table": table.origin, "headings": quoted(table.headings[:20])}
        raise InputError(Message("rules-no-name-or-group", missing="name" if naming is None else "group", **told))
    found: dict[str, str] = {}
    rows: dict[str, int] = {}
    mistakes: list[Message] = []
    for number, name, group in zip(table.row_numbers.tolist(), read_names(naming), grouping.texts(), strict=True):
        if is_blank(group) or (_cell(group) == WAITING_LIST and not keep_waiting):
            continue
        first = rows.setdefault(normalise(name), number)
        if not name:
            mistakes.append(Message("rules-row-nameless", row=str(number), group=clip(group)))
        elif first != number:
            mistakes.append(Message("rules-row-again", row=str(number), name=clip(name), first=str(first)))
        found[name] = _cell(group)
    if mistakes:
        told = {"table": table.origin, "counting": table.counting}
        raise InputError(Message("rules-wrong-rows", rows=listed(mistakes), **told))
    return found


def _cell(text: str) -> str:
    """Return a cell with single spaces."""
    return " ".join(text.split())
