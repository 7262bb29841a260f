"""Which people, or groups, the cells of a column name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from ..kinds.cells import count_signs, split_answers
from ..tables.person_names import spellings
from ..tables.text import RECOGNISED, is_blank, normalise

# Texts that name nobody.
NOBODY = frozenset(RECOGNISED["nobody"])
# Words and signs that join two names.
AND = re.compile(r"\s+(?:and|und|et|y|e|en|&|\+)\s+|/", re.IGNORECASE)
# The place of a text that is no known name, and of one that may mean several people.
NOBODY_KNOWN = -1
SEVERAL_PEOPLE = -2


def name_people(cells: Iterable[str], people: Sequence[str]) -> bool:
    """Return whether most texts in a column are names of people who answered, and not numbers or single letters.

    Examples
    --------
    >>> name_people(["Bo", "Ann Lee and Cy", "nobody"], ["Ann Lee", "Bo", "Cy"]), name_people(["tea"], ["Bo"])
    (True, False)
    """
    split = make_splitter(people, exact=False)
    parts = [part for cell in cells for part in split(cell)]
    names = [part for part, code in parts if code != NOBODY_KNOWN and sum(map(str.isalpha, part)) > 1]
    return 2 * len(names) > len(parts)


def make_splitter(names: Sequence[str], exact: bool) -> Callable[[str], list[tuple[str, int]]]:
    """Return the function that splits a cell into names, each with its place among `names`.

    The place is below 0 for a name that is unknown or may mean several people. With `exact`, only whole names count.
    """
    places = index_names(names, exact)
    spelled: dict[str, int] = {}
    for known, place in places.items():
        for spelling in spellings(known):
            spelled[spelling] = place if spelled.setdefault(spelling, place) == place else SEVERAL_PEOPLE
    # "Lee, Ann" has one sign more than "Ann Lee".
    most = count_signs(names) + 1

    def find(text: str) -> int:
        key = normalise(text)
        first, comma, last = key.partition(",")
        keys = (key, f"{last.strip()} {first}") if comma else (key,)
        known = next((places[key] for key in keys if key in places), None)
        if known is not None:
            return known
        meant = {spelled[spelling] for key in keys for spelling in spellings(key) if spelling in spelled}
        return NOBODY_KNOWN if not meant else meant.pop() if len(meant) == 1 else SEVERAL_PEOPLE

    def split(cell: str) -> list[tuple[str, int]]:
        whole = exact or is_blank(cell) or find(cell) >= 0
        parts = split_answers(cell if whole else AND.sub(";", cell), find, most)
        return [(part, code) for part, code in parts if not is_blank(part) and normalise(part) not in NOBODY]

    return split


def index_names(names: Sequence[str], exact: bool) -> dict[str, int]:
    """Return the place of each normalised name; unless `exact`, also by first or last name alone."""
    places = {normalise(name): place for place, name in enumerate(names)}
    if exact:
        return places
    firsts: dict[str, int] = {}
    lasts: dict[str, int] = {}
    for place, name in enumerate(names):
        bare = normalise(re.sub(r"\s*\([^()]*\)$", "", name))
        first, *rest = bare.split() or [""]
        for keys, found in (({bare, first}, firsts), (set(rest), lasts)):
            for key in keys:
                found[key] = place if found.setdefault(key, place) == place else SEVERAL_PEOPLE
    return lasts | firsts | places
