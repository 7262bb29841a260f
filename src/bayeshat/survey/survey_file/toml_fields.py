"""Single entries of a survey file: texts, numbers, lists and tables, with errors that name the key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import SurveyError
from ...tables.text import nearest, normalise, quote


def refuse_unknown(table: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    """Raise SurveyError for the first key that is not known, with the nearest one that is."""
    for key in table:
        if key not in known:
            near = nearest(key, known, cutoff=0.6)
            hint = f"Did you mean {near}?" if near else "Remove it, or check for a typing mistake."
            raise SurveyError(f"{where}{key} must be one of {', '.join(known)}; got {quote(key)}. {hint}")


def read_items(document: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list of tables."""
    items = document.get(key, [])
    if not isinstance(items, list):
        raise SurveyError(
            f"{key} must be a list; got {describe(items)}. Write [[{key}]], with two brackets, above each entry."
        )
    return items


def read_text(table: Mapping[str, Any], key: str, where: str, default: str) -> str:
    """Return a text, or the default where the key is left out."""
    value = table.get(key, default)
    if not isinstance(value, str):
        raise SurveyError(f"{where}{key} must be text in quotes; got {describe(value)}. Put it in quotes.")
    return value


def read_flag(table: Mapping[str, Any], key: str, where: str, default: bool) -> bool:
    """Return true or false, or the default where the key is left out."""
    value = table.get(key, default)
    if not isinstance(value, bool):
        raise SurveyError(
            f"{where}.{key} must be true or false, without quotes; got {describe(value)}. Write {key} = true."
        )
    return value


def read_numbers_list(item: Mapping[str, Any], key: str, where: str, example: str) -> tuple[float, ...] | None:
    """Return a list of numbers, or None where the key is left out."""
    values = item.get(key)
    if values is None:
        return None
    if not isinstance(values, list) or not values:
        got = "an empty list" if values == [] else describe(values)
        raise SurveyError(f"{where}.{key} must be a list of numbers; got {got}. Write e.g. {key} = {example}.")
    return tuple(read_float(value, f"{where}.{key}") for value in values)


def read_options(item: Mapping[str, Any], where: str) -> tuple[str, ...]:
    """Return the question's options."""
    options = item.get("options")
    if not isinstance(options, list):
        raise SurveyError(
            f'{where}.options must be a list of texts; got {describe(options)}. Write e.g. options = ["yes", "no"].'
        )
    for place, option in enumerate(options, 1):
        if isinstance(option, bool) or not isinstance(option, str | int | float):
            raise SurveyError(
                f"{where}.options[{place}] must be text in quotes; got {describe(option)}. Put it in quotes."
            )
    return tuple(str(option) for option in options)


def read_float(value: Any, key: str) -> float:
    """Return a number."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SurveyError(f"{key} must be numbers; got {describe(value)}. Write numbers without quotes.")
    try:
        return float(value)
    except OverflowError:
        raise SurveyError(
            f"{key} must be numbers of at most 308 digits; got a longer one. Write a smaller number."
        ) from None


def read_by_house(table: dict[str, Any], names: tuple[str, ...], key: str) -> dict[str, Any]:
    """Return the table's entries in the houses' order, every house exactly once."""
    known = {normalise(name): name for name in names}
    found: dict[str, Any] = {}
    for written, value in table.items():
        name = known.get(normalise(written))
        if name is None or name in found:
            near = nearest(written, names, cutoff=0.5)
            hint = f"Did you mean {quote(near)}?" if near and near not in found else "Keep one entry per house."
            raise SurveyError(f"{key} must name the houses ({', '.join(names)}); got {quote(written)}. {hint}")
        found[name] = value
    missing = [name for name in names if name not in found]
    if missing:
        raise SurveyError(
            f"{key} must have an entry for every house ({', '.join(names)}); got none for {', '.join(missing)}. Add "
            "them."
        )
    return {name: found[name] for name in names}


def describe(value: Any) -> str:
    """Return what a TOML value is, in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"{value}".lower()
    if isinstance(value, str):
        return f"the text {quote(value)}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return {"dict": "a table", "list": "a list"}.get(type(value).__name__, type(value).__name__)
