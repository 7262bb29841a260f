"""Choices in several columns, "1st choice", "2nd choice" and so on, as in lists for workshops."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ..tables.text import is_blank, normalise

_CHOICE = (
    r"(?:choice|preference|priority|wish|wahl|wunsch|priorität|prio|präferenz|choix|vœu|voeu|préférence|opción|elección"
    r"|preferencia|scelta|preferenza|keuze|voorkeur|wens)"
)
# The words for each place, from the first on.
_WORDS = (
    r"first|erste?[rs]?|premi[eè]re?|primer[ao]?|prim[ao]|eerste",
    r"second[aeo]?|zweite?[rs]?|deuxième|segund[ao]|tweede",
    r"third|dritte?[rs]?|troisième|tercer[ao]?|terz[ao]|derde",
    r"fourth|vierte?[rs]?|quatrième|cuart[ao]|quart[ao]|vierde",
    r"fifth|fünfte?[rs]?|cinquième|quint[ao]|vijfde",
)
_WORD = "|".join(f"(?P<w{place}>{words})" for place, words in enumerate(_WORDS, 1))
_PLACE = re.compile(
    rf"(?<!\w)(?:(?:(?P<before>\d{{1,2}})\s*(?:st|nd|rd|th|\.|º|ª|ère|ème|er|re|e|te[rs]?)?|{_WORD})[\s-]*{_CHOICE}"
    rf"|{_CHOICE}\s*(?:#|nr\.?|no\.?)?\s*(?P<behind>\d{{1,2}}))(?!\w)"
)
# The largest share of people who may name one option twice.
_CARELESS = 0.1


def find_choices(columns: Mapping[str, Sequence[str]]) -> list[tuple[str, ...]]:
    """Return the headings of columns that hold people's first, second, … choice among the same options, in order.

    Examples
    --------
    >>> find_choices({"1st choice": ["Pottery", "Chess"], "Pet": ["cat", "dog"], "2nd choice": ["Chess", "Pottery"]})
    [('1st choice', '2nd choice')]
    """
    return [headings for headings in _by_place(columns) if _share_options([columns[heading] for heading in headings])]


def join_choices(columns: Mapping[str, Sequence[str]], heading: str) -> list[list[str]]:
    """Return what everybody chose in the columns that go with the one of this heading, best first.

    Somebody named the heading as one of choices, so only headings decide which columns go with it.
    """
    together = choices_with(columns, heading)
    rows = zip(*(columns[one] for one in together), strict=True)
    return [[cell for cell in row if not is_blank(cell)] for row in rows]


def choices_with(headings: Iterable[str], heading: str) -> tuple[str, ...]:
    """Return the headings of the choices that go with the one of this heading, in order.

    Examples
    --------
    >>> choices_with(["2nd choice", "Pet", "1st choice"], "2nd choice"), choices_with(["Pet"], "Pet")
    (('1st choice', '2nd choice'), ('Pet',))
    """
    return next((found for found in _by_place(headings) if heading in found), (heading,))


def _by_place(columns: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the headings that differ only in the place they name, such as first and second, in order of places."""
    by_stem: dict[str, dict[int, str]] = {}
    repeated: set[str] = set()
    for heading in columns:
        if (found := _place_in(heading)) is not None:
            place, stem = found
            if by_stem.setdefault(stem, {}).setdefault(place, heading) != heading:
                repeated.add(stem)
    return [
        tuple(places[place] for place in sorted(places))
        for stem, places in by_stem.items()
        if len(places) > 1 and sorted(places) == list(range(1, len(places) + 1)) and stem not in repeated
    ]


def _place_in(heading: str) -> tuple[int, str] | None:
    """Return the place that a heading names, and the heading without it; None if it names no place."""
    key = normalise(heading)
    found = list(_PLACE.finditer(key))
    if len(found) != 1:
        return None
    [match] = found
    number = match["before"] or match["behind"]
    words = [place for place in range(1, len(_WORDS) + 1) if match[f"w{place}"]]
    return int(number) if number else words[0], key[: match.start()] + key[match.end() :]


def _share_options(cells: Sequence[Sequence[str]]) -> bool:
    """Return whether columns hold the same options, and people name each of them at most once."""
    said = [{normalise(cell) for cell in column if not is_blank(cell)} for column in cells]
    in_columns = Counter(option for options in said for option in options)
    shared = sum(count > 1 for count in in_columns.values())
    rows = [[normalise(cell) for cell in row if not is_blank(cell)] for row in zip(*cells, strict=True)]
    careless = sum(len(set(row)) < len(row) for row in rows)
    return 2 * shared >= len(in_columns) > 1 and careless <= _CARELESS * len(rows)
