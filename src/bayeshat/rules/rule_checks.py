"""What must hold of the names, sizes, weights and reasons in a rule, and how names are told."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

from ..errors import InputError
from ..tables.text import find_twin, normalise, quote, quote_all

# Words for weights. Weights are in people: 0.25 is worth a quarter of one person in their right group.
STRENGTHS = {"weak": 0.1, "normal": 0.25, "strong": 0.5}
# Names told one by one in a sentence.
_NAMED = 8
_NUMBER = re.compile(r"\d{1,9}")
_OPEN_RANGE = re.compile(r"(\d{0,9})\s*\.\.\.?\s*(\d{0,9})")
# A dash closes a range on both sides: "-6" looks like a negative number.
_CLOSED_RANGE = re.compile(r"(\d{1,9})\s*(?:-|to|bis|à)\s*(\d{1,9})")


def check_person_and_groups(person: str, groups: Iterable[str], what: str) -> tuple[str, tuple[str, ...]]:
    """Return a rule's person and groups, of which there must be one or more."""
    person, names = as_name(person, "person"), as_names(groups, "group")
    if not names:
        raise InputError(
            f"{what} must name at least one group; got none for {quote(person)}. Name one, or leave it out."
        )
    refuse_twins(names, "group", what)
    return person, names


def check_company(people: Iterable[str], what: str) -> tuple[str, ...]:
    """Return a rule's people, of whom there must be two or more."""
    names = as_names(people, "person")
    if len(names) < 2:
        got = f"only {quote(names[0])}" if names else "nobody"
        raise InputError(f"At least two people must be named to be {what}; got {got}. Name more, or leave it out.")
    refuse_twins(names, "person", f"A rule of people who are {what}")
    return names


def as_names(given: Any, what: str) -> tuple[str, ...]:
    """Return several names; a single text or whole number is one name."""
    if is_name(given):
        return (as_name(given, what),)
    if isinstance(given, Mapping) or not hasattr(given, "__iter__"):
        raise InputError(f"Names must be given as a list of texts; got {type(given).__name__}. Write a list.")
    return tuple(as_name(name, what) for name in given)


def is_name(given: Any) -> bool:
    """Say whether this can be a name: a text, or a whole number, since people and columns may be numbered."""
    return isinstance(given, str | Integral) and not isinstance(given, bool)


def as_name(name: Any, what: str) -> str:
    """Return a name as text, or raise InputError."""
    if not is_name(name):
        raise InputError(
            f"A {what} must be named by a text or a whole number; got {type(name).__name__} {name!r}. Put it in quotes."
        )
    text = str(name)
    if not normalise(text):
        raise InputError(f"A {what} must have a name; got an empty one. Write the name, or leave it out.")
    return text


def refuse_twins(names: Iterable[str], what: str, where: str) -> None:
    """Raise InputError if two names mean the same."""
    listed = list(names)
    twin = find_twin(listed)
    if twin is not None:
        pair = dict.fromkeys(listed[place] for place in twin)
        raise InputError(
            f"{where} must name every {what} only once; got {quote_all(pair)} twice. Leave one out."
        ).with_kind(f"{what}-twice", name=next(iter(pair)))


def check_weight(weight: Any, soft_only: str = "") -> float | None:
    """Return the weight as a float; None, a must, is refused where `soft_only` names what cannot be one."""
    if weight is None and not soft_only:
        return None
    if isinstance(weight, str):
        weight = STRENGTHS.get(normalise(weight), weight)
    try:
        number = math.nan if isinstance(weight, bool | str) else float(weight)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number < math.inf:
        remedy = "" if soft_only else " Leave it out for a rule that must hold."
        raise InputError(
            f"{soft_only or 'A rule'} must have a positive number as its weight, or one of the words "
            f"{', '.join(STRENGTHS)}; got {weight!r}. Write e.g. 0.5.{remedy}"
        )
    return number


def check_reason(reason: Any) -> None:
    """Raise InputError unless the reason is a text."""
    if not isinstance(reason, str):
        raise InputError(f"A reason must be a text; got {type(reason).__name__}. Put it in quotes, or leave it out.")


def count_people(count: int | None) -> str:
    """Return "1 person", "2 people"."""
    return f"{count} {'person' if count == 1 else 'people'}"


def list_names(names: tuple[str, ...], joint: str) -> str:
    """Return names as a sentence has them: "Ann, Bo and Cy"."""
    shown = names if len(names) <= _NAMED else (*names[: _NAMED - 1], f"{len(names) - _NAMED + 1} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {joint} {shown[-1]}"


def parse_bounds(text: str) -> tuple[int | None, int | None]:
    """Return the least and the most that a range of sizes such as "4..6" allows; None where it is open.

    Examples
    --------
    >>> parse_bounds("4..6"), parse_bounds("4.."), parse_bounds("..6"), parse_bounds("5")
    ((4, 6), (4, None), (None, 6), (5, 5))
    """
    plain = normalise(text)
    if _NUMBER.fullmatch(plain):
        return int(plain), int(plain)
    match = _OPEN_RANGE.fullmatch(plain) or _CLOSED_RANGE.fullmatch(plain)
    if match is None or not (match[1] or match[2]):
        raise InputError(
            f'A size must be a whole number or a range; got {quote(text)}. Write e.g. "4..6", "4..", "..6" or "5".'
        ).with_kind("size-unreadable", text=text)
    return int(match[1]) if match[1] else None, int(match[2]) if match[2] else None


def check_bounds(least: int | None, most: int | None) -> None:
    """Refuse a range of sizes that no group can have."""
    shown = f"{'' if least is None else least}..{'' if most is None else most}"
    for bound in (least, most):
        if bound is not None and (type(bound) is not int or bound < 0):
            raise InputError(f"A size must be a whole number of people; got {bound!r}. Write e.g. 4.")
    if least is None and most is None:
        raise InputError('A size must have a least or a most; got neither. Write e.g. "4..6".')
    if least is not None and most is not None and least > most:
        raise InputError(
            f"The smallest size must not be above the largest; got {shown}. Write {most}..{least} instead."
        ).with_kind("size-reversed", least=least, most=most)
