"""One row of a table of rules, and the rules it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..errors import InputError
from ..tables.text import is_blank, nearest, normalise, quote
from .rule_checks import STRENGTHS, parse_bounds
from .rule_kinds import Apart, Bar, Bounds, CommonTimes, NotAlone, Pin, Rule, Spread, Stay, Together, Wish

_MUST = ("must", "hard", "always", "muss")
_STRENGTHS = STRENGTHS | {"schwach": STRENGTHS["weak"], "stark": STRENGTHS["strong"]}
# What people write between two names instead of a semicolon.
_JOINED = re.compile(r",|&|/|\+|\n|\b(and|und|et)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Row:
    """The cells of one row, without spaces around them; empty where the table has no such column."""

    rule: str = ""
    who: str = ""
    what: str = ""
    weight: str = ""
    reason: str = ""

    @property
    def people(self) -> tuple[str, ...]:
        """The names in the cell `who`."""
        return _split(self.who)

    @property
    def things(self) -> tuple[str, ...]:
        """The names in the cell `what`."""
        return _split(self.what)

    @property
    def number(self) -> float | None:
        """The weight; None if the rule must hold."""
        text = normalise(self.weight)
        if is_blank(text) or text in _MUST:
            return None
        try:
            return _STRENGTHS[text] if text in _STRENGTHS else float(text.replace(",", "."))
        except ValueError:
            raise InputError(
                f'A weight must be a number, {", ".join(STRENGTHS)}, empty or "must"; got {quote(self.weight)}. '
                "Write e.g. 0.5."
            ) from None


def row_rules(row: Row) -> list[Rule]:
    """Return the rules in a row, at least one, or raise InputError."""
    word = normalise(row.rule).replace("_", " ").replace("-", " ").rstrip(":. ")
    kind = _KIND_OF.get(word)
    if kind is None:
        # "not togther" is not "together".
        alike = [known for known in _KIND_OF if _says_no(known) == _says_no(word)]
        near = nearest(word, alike, cutoff=0.6)
        hint = f"Did you mean {quote(near)}?" if near else "Use one of these."
        got = quote(row.rule) if row.rule else "nothing"
        raise InputError(f"A rule must be one of {', '.join(_KINDS)}; got {got}. {hint}")
    return _KINDS[kind](row)


def _pins(row: Row) -> list[Rule]:
    _refuse_weight(row, "A pin")
    return [Pin(person, row.things, row.reason) for person in _somebody(row)]


def _bars(row: Row) -> list[Rule]:
    _refuse_weight(row, "A bar")
    return [Bar(person, row.things, row.reason) for person in _somebody(row)]


def _together(row: Row) -> list[Rule]:
    return [Together(_company(row), row.number, row.reason)]


def _apart(row: Row) -> list[Rule]:
    return [Apart(_company(row), row.number, row.reason)]


def _spread(row: Row) -> list[Rule]:
    _refuse_who(row, "A spread")
    return [Spread(column, row.reason, weight=row.number) for column in _something(row, "a column")]


def _not_alone(row: Row) -> list[Rule]:
    _refuse_weight(row, "A rule that nobody is alone")
    _refuse_who(row, "A rule that nobody is alone")
    rules: list[Rule] = []
    for thing in _something(row, "a column, or column=value"):
        column, sign, value = thing.partition("=")
        rules.append(NotAlone(column.strip(), value.strip() if sign else None, row.reason))
    return rules


def _common_times(row: Row) -> list[Rule]:
    _refuse_weight(row, "A rule about free times")
    _refuse_who(row, "A rule about free times")
    rules: list[Rule] = []
    for thing in _something(row, "a column, or column=number"):
        column, _, number = thing.rpartition("=")
        known = bool(column) and number.strip().isdigit()
        rules.append(CommonTimes(*((column.strip(), int(number)) if known else (thing, 1)), row.reason))
    return rules


def _sizes(row: Row) -> list[Rule]:
    _refuse_weight(row, "A size")
    least, most = parse_bounds(row.what)
    if len(row.people) > 1:
        first, second = row.people[:2]
        raise InputError(
            f"A size must name one group, or none for every group; got {quote('; '.join(row.people))}, which may mean "
            f"each of them or all of them together. Write a row for each group: size, {first}, {row.what} and size, "
            f"{second}, {row.what}."
        )
    return [Bounds(least, most, row.people[0] if row.people else None, row.reason)]


def _wishes(row: Row) -> list[Rule]:
    weight = _soft_weight(row, "A wish", "a pin", Wish.weight)
    return [Wish(person, row.things, weight=weight, reason=row.reason) for person in _somebody(row)]


def _companions(row: Row) -> list[Rule]:
    weight = _soft_weight(row, "A companion", "together", Wish.weight)
    wanted = _something(row, "whom they would like to be with")
    return [
        Wish(person, companion=companion, weight=weight, reason=row.reason)
        for person in _somebody(row)
        for companion in wanted
    ]


def _stays(row: Row) -> list[Rule]:
    weight = _soft_weight(row, "Staying", "a pin", Stay.weight)
    groups = _something(row, "the earlier group")
    if len(groups) > 1:
        raise InputError(f"People must have one earlier group; got {quote(row.what)}. Name the group they were in.")
    return [Stay([(person, groups[0]) for person in _somebody(row)], weight, row.reason)]


_KINDS: dict[str, Callable[[Row], list[Rule]]] = {
    "size": _sizes,
    "pin": _pins,
    "bar": _bars,
    "together": _together,
    "apart": _apart,
    "spread": _spread,
    "not alone": _not_alone,
    "common times": _common_times,
    "wish": _wishes,
    "companion": _companions,
    "stay": _stays,
}
# What people may write for each kind, as `normalise` writes it: ss for ß.
_KIND_OF = {kind: kind for kind in _KINDS} | {
    "sizes": "size",
    "group size": "size",
    "bounds": "size",
    "pins": "pin",
    "pinned": "pin",
    "in": "pin",
    "bars": "bar",
    "barred": "bar",
    "not in": "bar",
    "keep together": "together",
    "keep apart": "apart",
    "separate": "apart",
    "spread evenly": "spread",
    "mix": "spread",
    "notalone": "not alone",
    "never alone": "not alone",
    "free times": "common times",
    "wishes": "wish",
    "companions": "companion",
    "friend": "companion",
    "stays": "stay",
    **dict.fromkeys(("same group", "with", "zusammen", "gemeinsam"), "together"),
    **dict.fromkeys(("not together", "never together", "not with", "separated"), "apart"),
    **dict.fromkeys(("getrennt", "trennen", "nicht zusammen", "nicht mit", "nie zusammen"), "apart"),
    **dict.fromkeys(("wunsch", "wünsche"), "wish"),
    **dict.fromkeys(("grösse", "groesse", "gruppengrösse"), "size"),
    **dict.fromkeys(("fest", "fixiert", "fester platz"), "pin"),
    **dict.fromkeys(("nicht in", "ausgeschlossen"), "bar"),
    **dict.fromkeys(("verteilen", "gleichmässig verteilen", "mischen"), "spread"),
    **dict.fromkeys(("nicht allein", "nie allein"), "not alone"),
    **dict.fromkeys(("gemeinsame zeiten", "freie zeiten"), "common times"),
    **dict.fromkeys(("freund", "freundin"), "companion"),
    **dict.fromkeys(("bleiben", "bleibt"), "stay"),
}
_NO = frozenset(("not", "never", "no", "don't", "nicht", "nie", "kein", "keine"))


def _says_no(words: str) -> bool:
    return not _NO.isdisjoint(words.split())


def _split(cell: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in cell.split(";") if part.strip())


def _somebody(row: Row) -> tuple[str, ...]:
    if not row.people:
        raise InputError(
            "The column who must name somebody; got nobody. Write one name, or several separated by semicolons."
        )
    return row.people


def _company(row: Row) -> tuple[str, ...]:
    people = row.people + row.things
    if len(people) == 1 and _JOINED.search(people[0]):
        raise InputError(
            f"People must be separated by semicolons, since names may contain commas; got {quote(people[0])}. Write "
            "e.g. Ann Lee; Bo Ray."
        )
    return people


def _something(row: Row, what: str) -> tuple[str, ...]:
    if not row.things:
        raise InputError(f"The column what must name {what}; got nothing. Fill it in.")
    return row.things


def _refuse_who(row: Row, what: str) -> None:
    if row.who:
        raise InputError(f"{what} must not name people; got {quote(row.who)}. Write the column's heading under what.")


def _refuse_weight(row: Row, what: str) -> None:
    if row.number is not None:
        raise InputError(f"{what} always holds, so it takes no weight; got {quote(row.weight)}. Empty the cell.")


def _soft_weight(row: Row, what: str, must: str, usual: float) -> float:
    if normalise(row.weight) in _MUST:
        raise InputError(
            f"{what} must have a number as its weight; got {quote(row.weight)}. If it must hold, write {must}."
        )
    number = row.number
    return usual if number is None else number
