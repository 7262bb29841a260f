"""Rules from the plain values of Python keywords and of the survey file: lists, texts and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from ..errors import InputError
from ..tables.text import bullets, nearest, quote
from .rule_checks import parse_bounds
from .rule_kinds import Apart, Bar, Bounds, CommonTimes, NotAlone, Pin, Rule, Spread, Stay, Together, Wish

# What messages call a rule, and how to make it.
Entry = tuple[str, Callable[[], Rule]]


class Findings:
    """Rules found so far, and what is wrong with the others, so that all mistakes can be told at once."""

    def __init__(self) -> None:
        self.rules: list[Rule] = []
        self.mistakes: list[str] = []

    def add(self, where: str, build: Callable[[], Rule]) -> None:
        """Add the rule that is built, or what is wrong with it."""
        self.add_all(where, lambda: [build()])

    def add_all(self, where: str, build: Callable[[], Iterable[Rule]]) -> None:
        """Add the rules that are built together, or what is wrong with them."""
        try:
            self.rules.extend(build())
        except InputError as error:
            self.mistakes.append(f"{where}: {error}")

    def finish(self, expected: str, remedy: str) -> tuple[Rule, ...]:
        """Return the rules, or raise InputError with all that is wrong."""
        if self.mistakes:
            n_wrong = len(self.mistakes)
            raise InputError(
                f"{expected}; {n_wrong} {'is' if n_wrong == 1 else 'are'} not:\n{bullets(self.mistakes)}\n{remedy}"
            )
        return tuple(self.rules)


def collect(forms: Iterable[tuple[str, str, Any]]) -> Findings:
    """Return the rules in plain values; each comes with its form (a key of FORMS) and what messages call it."""
    findings = Findings()
    for form, key, value in forms:
        if value is None:
            continue
        try:
            for where, build in FORMS[form](value, key):
                findings.add(where, build)
        except InputError as error:
            findings.mistakes.append(f"{key}: {error}")
    return findings


def _bounds(value: Any, key: str) -> Iterator[Entry]:
    if isinstance(value, str | int):
        yield key, partial(_one_bounds, value, None)
        return
    for where, group, item in _entries(value, key, Bounds, "group", 'Write e.g. "4..6", or { Gryffindor = "4..6" }.'):
        yield where, partial(_one_bounds, item, group)


def _one_bounds(item: Any, group: str | None) -> Rule:
    if isinstance(item, Bounds):
        return item
    options = _options(item, ("size", "reason"), "size", "group", group)
    size = options.pop("size", None)
    if not isinstance(size, str) and type(size) is not int:
        raise InputError(
            f'A size must be a whole number or a text such as "4..6"; got {_kind(size)}. Write one of these.'
        )
    return Bounds(*parse_bounds(str(size)), **options)


def _of_groups(kind: type[Pin] | type[Bar] | type[Wish]) -> Callable[[Any, str], Iterator[Entry]]:
    keys = ("groups", "weight", "reason") if kind is Wish else ("groups", "reason")

    def build(item: Any, person: str | None) -> Rule:
        return (
            item
            if isinstance(item, kind)
            else kind(**{"groups": ()} | _options(item, keys, "groups", "person", person))
        )

    def read(value: Any, key: str) -> Iterator[Entry]:
        for where, person, item in _entries(value, key, kind, "person", 'Write e.g. { Ann = "Gryffindor" }.'):
            yield where, partial(build, item, person)

    return read


def _companions(value: Any, key: str) -> Iterator[Entry]:
    for where, person, item in _entries(value, key, Wish, "person", 'Write e.g. { Ann = "Bo" }.'):
        # Several companions are several wishes.
        for one in item if isinstance(item, list | tuple) else [item]:
            yield where, partial(_one_companion, one, person)


def _one_companion(item: Any, person: str | None) -> Rule:
    if isinstance(item, Wish):
        return item
    return Wish(**_options(item, ("companion", "weight", "reason"), "companion", "person", person))


def _of_people(kind: type[Together] | type[Apart]) -> Callable[[Any, str], Iterator[Entry]]:
    def build(item: Any) -> Rule:
        if isinstance(item, kind):
            return item
        if isinstance(item, str):
            raise InputError(f'People must be given as lists of names; got {_kind(item)}. Write [["Ann", "Bo"]].')
        return kind(**{"people": ()} | _options(item, ("people", "weight", "reason"), "people"))

    def read(value: Any, key: str) -> Iterator[Entry]:
        for where, item in _items(value, key, kind, 'Write e.g. [["Ann", "Bo"], ["Cy", "Di"]].'):
            yield where, partial(build, item)

    return read


def _spread(value: Any, key: str) -> Iterator[Entry]:
    for where, item in _items(value, key, (Spread, str), 'Write e.g. ["gender"].'):
        yield where, partial(_one_spread, item)


def _one_spread(item: Any) -> Rule:
    if isinstance(item, Spread):
        return item
    return Spread(**{"column": ""} | _options(item, ("column", "weight", "bands", "reason"), "column"))


def _not_alone(value: Any, key: str) -> Iterator[Entry]:
    for where, item in _items(value, key, (NotAlone, str), 'Write e.g. ["gender", ["gender", "f"]].'):
        yield where, partial(_one_not_alone, item)


def _one_not_alone(item: Any) -> Rule:
    if isinstance(item, NotAlone):
        return item
    if isinstance(item, list | tuple) and len(item) == 2:
        return NotAlone(*item)
    return NotAlone(**{"column": ""} | _options(item, ("column", "value", "reason"), "column"))


def _common_times(value: Any, key: str) -> Iterator[Entry]:
    example = 'Write e.g. { column = "When are you free?", common = 2 }.'
    for where, item in _items(value, key, (CommonTimes, str, Mapping), example):
        yield where, partial(_one_common_times, item)


def _one_common_times(item: Any) -> Rule:
    if isinstance(item, CommonTimes):
        return item
    return CommonTimes(**{"column": ""} | _options(item, ("column", "common", "reason"), "column"))


def _stay(value: Any, key: str) -> Iterator[Entry]:
    if isinstance(value, Mapping):
        if value:
            yield key, partial(Stay, value)
        return
    for where, item in _items(value, key, Stay, 'Write e.g. { Ann = "Gryffindor", Bo = "Slytherin" }.'):
        yield where, partial(_one_stay, item)


def _one_stay(item: Any) -> Rule:
    if isinstance(item, Stay):
        return item
    options = {"groups": ()} | _options(item, ("groups", "weight", "reason"), "groups")
    if not isinstance(options["groups"], Mapping):
        raise InputError(
            f"An earlier assignment must be a table of people and groups; got {_kind(options['groups'])}. "
            'Write e.g. { Ann = "Gryffindor" }.'
        )
    return Stay(**options)


FORMS: dict[str, Callable[[Any, str], Iterator[Entry]]] = {
    "size": _bounds,
    "pin": _of_groups(Pin),
    "bar": _of_groups(Bar),
    "together": _of_people(Together),
    "apart": _of_people(Apart),
    "spread": _spread,
    "not_alone": _not_alone,
    "common_times": _common_times,
    "wish": _of_groups(Wish),
    "companion": _companions,
    "stay": _stay,
}


def _entries(value: Any, key: str, kind: type[Rule], named: str, example: str) -> Iterator[tuple[str, str | None, Any]]:
    """Yield entries with the name they belong to: of a table by name, or of a list of rules and tables."""
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield f"{key}.{name}", name, item
        return
    for where, item in _items(value, key, kind, example):
        if not isinstance(item, kind | Mapping):
            raise InputError(f"Every entry must come with its {named}; got {_kind(item)} alone. {example}")
        yield where, None, item


def _items(value: Any, key: str, single: Any, example: str) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a list; a `single` one may stand alone."""
    if isinstance(value, single):
        yield key, value
        return
    if isinstance(value, str | bytes | Mapping) or not hasattr(value, "__iter__"):
        raise InputError(f"The rules of one kind must be a list; got {_kind(value)}. {example}")
    for position, item in enumerate(value, 1):
        yield f"{key}[{position}]", item


def _options(
    item: Any, keys: tuple[str, ...], main: str, owner: str | None = None, name: str | None = None
) -> dict[str, Any]:
    """Return what a table says, or a plain value as what the rule is `main`ly about.

    Some rules have an `owner`, a person or a group, whose name is known already or else stands in the table.
    """
    if owner is not None and name is None:
        keys = (owner, *keys)
    known = {} if owner is None else {owner: name}
    if not isinstance(item, Mapping):
        return known | {main: item}
    for key in item:
        if key not in keys:
            near = nearest(str(key), keys, cutoff=0.6)
            hint = f"Did you mean {near}?" if near else "Remove it, or check for a typing mistake."
            raise InputError(f"An entry must hold only {', '.join(keys)}; got {quote(str(key))}. {hint}")
    return known | dict(item)


def _kind(value: Any) -> str:
    """Return what was given, in words that fit both Python and TOML."""
    if isinstance(value, str):
        return f"the text {quote(value)}"
    if value is None or isinstance(value, bool | int | float):
        return f"{value}".lower()
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, list | tuple) else type(value).__name__
