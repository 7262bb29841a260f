"""Numbers as people write them: with units, decimal commas and thousands marks."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from .text import RECOGNISED, normalise

# A number alone ("7", "2,5", "3."), or one with a label: "10 - very likely", "5 (often)", "7 stars".
_LABELLED = re.compile(r"([+-]?\d+(?:[.,]\d+)?)(?:\.|\s*[-:=.)(]?\s*[^\d\s.,:=()-]\D*)?")
# A number in a cell of numbers: perhaps "about", a currency, the number, its unit.
_WRITTEN = re.compile(
    r"(?:(?:about|around|approx\.?|ca\.?|circa|etwa|~|≈)\s*)?"
    r"(?P<currency>[€$£¥]?)\s*"
    r"(?P<sign>[+-]?)"
    r"(?P<digits>\d{1,3}(?:[ '_]\d{3})+(?:[.,]\d+)?|\d[\d.,]*|[.,]\d+)"
    r"(?P<power>e[+-]?\d+)?"
    r"\s*(?P<unit>[^\d\s.,:=()<>/+-][^\d:=<>]*|)"
)
# Whole numbers up to here are written with all their digits.
_ALL_DIGITS = 1e20
# A decimal comma, or a thousands mark.
_UNCLEAR = re.compile(r"[1-9]\d{0,2},\d{3}")
# How many of the first unit of a line each unit is.
_UNITS = (
    {"m": 1.0, "mm": 0.001, "cm": 0.01, "km": 1000.0, "in": 0.0254, "ft": 0.3048},
    {"kg": 1.0, "g": 0.001, "t": 1000.0, "lb": 0.45359237},
    {"h": 1.0, "min": 1 / 60, "s": 1 / 3600, "day": 24.0, "week": 168.0},
)
_SAME_UNIT = {word: unit for unit, words in RECOGNISED["units"].items() for word in words}


class WrittenNumber(NamedTuple):
    """A number in a cell, and its unit in one spelling; empty where there is none."""

    value: float
    unit: str


def read_number(text: str) -> float | None:
    """Return the number that a cell says, alone or with a label, or None.

    Examples
    --------
    >>> read_number("7"), read_number("2,5"), read_number("10 - Very likely"), read_number("1 to 3")
    (7.0, 2.5, 10.0, None)
    """
    match = _LABELLED.fullmatch(normalise(text))
    return float(match[1].replace(",", ".")) if match else None


def show_number(value: float) -> str:
    """Return a number as people write it: a whole number with all its digits, unless it has more than 20.

    Examples
    --------
    >>> show_number(1e20), show_number(0.1), show_number(-0.0)
    ('100000000000000000000', '0.1', '0')
    """
    # Adding 0 makes 0 of -0.
    return f"{value + 0.0:.0f}" if float(value).is_integer() and abs(value) <= _ALL_DIGITS else f"{value:.15g}"


def show_short(value: float) -> str:
    """Return a number with six digits at most, but a whole number with all of them.

    Examples
    --------
    >>> show_short(1 / 3), show_short(1234567.8), show_short(1234567)
    ('0.333333', '1234570', '1234567')
    """
    return show_number(value if float(value).is_integer() else float(f"{value:.6g}"))


def read_numbers(cells: Sequence[str]) -> list[WrittenNumber | None]:
    """Return the number that each cell of a column says, or None.

    The column's other cells show whether "1,234" holds a decimal comma or a thousands mark. If none of them does, a
    comma before three digits marks thousands, and a point is a decimal point.

    Examples
    --------
    >>> [read and tuple(read) for read in read_numbers(["1,80 m", "72 kg", "12 000", "1.234,5", "often"])]
    [(1.8, 'm'), (72.0, 'kg'), (12000.0, ''), (1234.5, ''), None]
    """
    found = [_WRITTEN.fullmatch(normalise(cell)) for cell in cells]
    decimal = _decimal_mark([match["digits"] for match in found if match])
    return [None if match is None else _value(match, decimal) for match in found]


def unclear_number(cells: Sequence[str]) -> str | None:
    """Return a cell whose comma is taken for a thousands mark although no other cell of the column says so, or None.

    Examples
    --------
    >>> unclear_number(["1,234", "7"]), unclear_number(["1,234", "1,5"])
    ('1,234', None)
    """
    found = {cell: match["digits"] for cell in cells if (match := _WRITTEN.fullmatch(normalise(cell)))}
    if _decimal_mark(list(found.values())):
        return None
    return next((cell for cell, digits in found.items() if _UNCLEAR.fullmatch(digits)), None)


def same_unit(unit: str) -> str:
    """Return a unit in one spelling.

    Examples
    --------
    >>> same_unit("Kilos"), same_unit("cm"), same_unit("points")
    ('kg', 'cm', 'points')
    """
    plain = normalise(unit).rstrip(".")
    return _SAME_UNIT.get(plain, plain)


def convert_unit(value: float, unit: str, wanted: str) -> float | None:
    """Return a number in the wanted unit; None where the units cannot be converted.

    Examples
    --------
    >>> convert_unit(1.8, "m", "cm"), convert_unit(72, "kg", "cm")
    (180.0, None)
    """
    unit, wanted = same_unit(unit), same_unit(wanted)
    if not unit or unit == wanted:
        return value
    for line in _UNITS:
        if unit in line and wanted in line:
            # Digits beyond these come from the conversion only.
            return float(f"{value * line[unit] / line[wanted]:.12g}")
    return None


def common_unit(numbers: Sequence[WrittenNumber | None]) -> str:
    """Return the unit that most numbers have, or an empty text; numbers without one decide between metres and the like.

    Examples
    --------
    >>> common_unit(read_numbers(["1.76 m", "1.55 m", "165 cm", "187"]))
    'cm'
    """
    there = [number for number in numbers if number is not None]
    units = [unit for unit, _ in Counter(number.unit for number in there if number.unit).most_common()]
    bare = [abs(number.value) for number in there if not number.unit and number.value]
    if len(units) < 2 or not bare:
        return units[0] if units else ""

    def misfit(unit: str) -> float:
        """Return by which factor bare numbers differ from the others in this unit, as a logarithm."""
        others = (convert_unit(number.value, number.unit, unit) for number in there if number.unit)
        known = [abs(value) for value in others if value]
        return abs(math.log(median(bare) / median(known)))

    return min(units, key=misfit)


def _decimal_mark(numbers: Sequence[str]) -> str:
    """Return the mark that stands before decimals in these cells: a comma, a point, or an empty text if unclear."""
    told: set[str] = set()
    for digits in numbers:
        points, commas = digits.count("."), digits.count(",")
        last = max(digits.rfind("."), digits.rfind(","))
        if last < 0:
            continue
        mark, other = digits[last], "," if digits[last] == "." else "."
        if points and commas:
            told.add(mark)
        elif points + commas > 1:
            told.add(other)
        elif len(digits) - last != 4 or digits[:last] in ("", "0") or last > 3:
            told.add(mark)
    return told.pop() if len(told) == 1 else ""


def _value(match: re.Match[str], decimal: str) -> WrittenNumber | None:
    digits = re.sub("[ '_]", "", match["digits"])
    points, commas = digits.count("."), digits.count(",")
    mark = decimal
    if points and commas:
        mark = max(".,", key=digits.rfind)
    elif points + commas > 1:
        mark = "." if commas else ","
    elif not decimal:
        mark = "." if points or not _UNCLEAR.fullmatch(digits) else ""
        mark = "," if commas and mark else mark
    whole, _, decimals = digits.partition(mark) if mark else (digits, "", "")
    groups = re.split("[.,]", whole)
    if re.search("[.,]", decimals) or (len(groups) > 1 and not all(len(group) == 3 for group in groups[1:])):
        return None
    value = float(f"{match['sign']}{''.join(groups) or '0'}.{decimals or '0'}{match['power'] or ''}")
    return WrittenNumber(value, same_unit(match["unit"] or match["currency"])) if math.isfinite(value) else None
