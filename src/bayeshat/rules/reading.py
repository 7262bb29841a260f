"""Rules and earlier assignments from files, frames and dictionaries."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import AnswersError, InputError
from ..tables.name_columns import find_names, heading_kind, plain_heading, read_names
from ..tables.reading import read_table
from ..tables.table import Column, Table
from ..tables.text import bullets, is_blank, nearest, normalise, quote, quote_all
from ..tables.toml import parse_toml
from .plain import Findings
from .row import Row
from .rule import Rule
from .rules import Rules, Stay
from .table import KINDS, find_kind, nearest_word

# What the columns of a table of rules may be called.
_HEADINGS = {
    "rule": ("rule", "kind", "type", "regel"),
    "who": ("who", "people", "person", "name", "names", "wer", "personen", "namen"),
    "what": ("what", "group", "groups", "value", "was", "gruppe", "gruppen", "wert"),
    "weight": ("weight", "how much", "gewicht"),
    "reason": ("reason", "why", "note", "comment", "grund", "warum", "bemerkung"),
}
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
        If something cannot be read or cannot be meant; all mistakes are told at once, with their rows or keys.

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
    table = _read(source, "The rules")
    columns = _find_columns(table)
    if "rule" in columns:
        return _read_rows(table, columns)
    if _group_column(table) is not None:
        return Rules(stay=_assignment(table))
    raise InputError(
        f"{table.origin} must have the columns rule, who and what, or for an earlier assignment name and group; got "
        f"{quote_all(table.headings[:20])}. Put the headings into the first row."
    )


def read_assignment(source: Any, what: str = "The earlier assignment") -> dict[str, str]:
    """Read who was in which group before: a table with the columns name and group, such as assignments.csv.

    Parameters
    ----------
    source
        The path of a CSV, TSV or XLSX file, a pandas or polars frame, a dict of columns, or a dict of people and
        their groups. People without a group are left out.
    what
        What an error calls the table.

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
    return _assignment(_read(source, what))


def _read(source: Any, what: str) -> Table:
    try:
        return read_table(source)
    except AnswersError as error:
        shown = " A table of rules begins with the headings rule, who, what; a row is e.g. apart, Ann; Bo."
        example = shown if error.kind == "answers-empty" and what == "The rules" else ""
        raise InputError(f"{what} could not be read. {error}{example}") from None


def _read_toml(path: Path) -> Rules:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(
            f"The rules must be a file that can be read; got {str(path)!r} ({error.strerror}). Check the path."
        ) from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path.name} must be TOML in UTF-8; got a mistake: {error}. Correct it.") from None
    document = parse_toml(text, path.name, InputError)
    # A file of its own needs no [rules] above them.
    inside = "rules" in document
    try:
        return Rules.from_plain(document["rules"] if inside else document, "rules" if inside else "")
    except InputError as error:
        raise InputError(f"{path.name}: {error}") from None


def _looks_like_columns(source: Mapping[Any, Any]) -> bool:
    headings = {plain_heading(str(heading)) for heading in source}
    return bool(headings & set(_HEADINGS["rule"])) or (
        any(map(heading_kind, headings)) and bool(headings & set(_GROUP_HEADINGS))
    )


def _find_columns(table: Table) -> dict[str, Column]:
    """Return the columns of a table of rules by what they hold; other columns are a mistake, if these are rules."""
    meanings = {heading: meaning for meaning, headings in _HEADINGS.items() for heading in headings}
    found: dict[str, Column] = {}
    others: list[str] = []
    for column in table.columns:
        meaning = meanings.get(plain_heading(column.heading))
        if meaning is None:
            near = nearest(column.heading, tuple(meanings), cutoff=0.6)
            others.append(f"{quote(column.heading)} ({f'nearest: {quote(near)}' if near else 'none is near'})")
        elif meaning in found:
            others.append(f"{quote(column.heading)} (means what {quote(found[meaning].heading)} means)")
        else:
            found[meaning] = column
    if "rule" in found and others:
        raise InputError(
            f"{table.origin} must have only the columns {', '.join(_HEADINGS)}, each once; got others:\n"
            f"{bullets(others)}\nRename or remove these columns."
        )
    return found


def _read_rows(table: Table, columns: Mapping[str, Column]) -> Rules:
    texts = {meaning: column.texts() for meaning, column in columns.items()}
    findings = Findings()
    staying: dict[str, int] = {}
    for n, number in enumerate(table.row_numbers.tolist()):
        cells = {meaning: column[n].strip() for meaning, column in texts.items()}
        if any(cells.values()):
            with findings.at(f"row {number}"):
                findings.rules += _read_row(Row(**cells), number, staying)
    expected = f"Every row of {table.origin} must be a usable rule"
    return Rules(_merge_stays(findings.finish(expected, f"Correct what is listed ({table.counting}).")))


def _read_row(row: Row, number: int, staying: dict[str, int]) -> list[Rule]:
    """Return a row's rules; `staying` has the row of everybody who stays, as nobody can stay in two groups."""
    kind = find_kind(row.rule)
    if kind is None:
        near = nearest_word(row.rule)
        hint = f"Did you mean {quote(near)}?" if near else "Use one of these."
        kinds = ", ".join(kind.replace("_", " ") for kind in KINDS)
        got = quote(row.rule) if row.rule else "nothing"
        raise InputError(f"A rule must be one of {kinds}; got {got}. {hint}")
    rules = list(KINDS[kind].from_row(kind, row))
    for person in (person for rule in rules if isinstance(rule, Stay) for person in rule.mentions("person")):
        first = staying.setdefault(normalise(person), number)
        if first != number:
            raise InputError(f"People must stay in one group; got {quote(person)} in row {first} too. Keep one row.")
    return rules


def _merge_stays(rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules with one earlier assignment for all rows of the same weight and reason."""
    kept: list[Rule] = []
    pairs: dict[tuple[float, str], list[tuple[str, str]]] = {}
    for rule in rules:
        if isinstance(rule, Stay):
            pairs.setdefault((rule.weight, rule.reason), []).extend(rule.groups)
        else:
            kept.append(rule)
    return [*kept, *(Stay(groups, weight, reason) for (weight, reason), groups in pairs.items())]


def _group_column(table: Table) -> Column | None:
    for heading in _GROUP_HEADINGS:
        for column in table.columns:
            if plain_heading(column.heading) == heading:
                return column
    return None


def _assignment(table: Table) -> dict[str, str]:
    naming, grouping = find_names(table, None), _group_column(table)
    if naming is None or grouping is None:
        missing = "name" if naming is None else "group"
        raise InputError(
            f"{table.origin} must have the columns name and group; got no {missing} among "
            f"{quote_all(table.headings[:20])}. Put the headings into the first row."
        )
    found: dict[str, str] = {}
    rows: dict[str, int] = {}
    mistakes: list[str] = []
    for number, name, group in zip(table.row_numbers.tolist(), read_names(naming), grouping.texts(), strict=True):
        if is_blank(group):
            continue
        first = rows.setdefault(normalise(name), number)
        if not name:
            mistakes.append(f"row {number}: somebody in {quote(group)} has no name")
        elif first != number:
            mistakes.append(f"row {number}: {quote(name)} is already in row {first}")
        found[name] = _cell(group)
    if mistakes:
        raise InputError(
            f"Everybody with a group must have a name, and only one row, in {table.origin}; got:\n{bullets(mistakes)}\n"
            f"Correct these rows ({table.counting})."
        )
    return found


def _cell(text: str) -> str:
    """Return a cell with single spaces."""
    return " ".join(text.split())
