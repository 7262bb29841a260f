"""People's names, kept in one place: everything else names a person by their response's id."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..tables.text import normalise
from ..words.message import Message, join_more

REMOVED = "removed person"
_TOKEN = re.compile(r"\{([0-9a-f]{32})\}")
# Characters that show nothing, besides those of the category Cf: fillers, variants of a letter's shape, a blank.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


@dataclass(frozen=True)
class Repeated:
    """People who come more than once in a list or a file: the first of them, and how many more there are."""

    named: tuple[str | Message, ...] = ()
    n_more: int = 0

    def __len__(self) -> int:
        """Return how many they are."""
        return len(self.named) + self.n_more

    @property
    def words(self) -> str | Message:
        """Who they are."""
        return join_more(self.named, self.n_more)


def name_key(name: str) -> str:
    """Return what all writings of a name have in common: case, spacing, and characters that show nothing do not count.

    Examples
    --------
    >>> name_key(" Ann\u200b  LEE") == name_key("ann lee")
    True
    """
    if name.isascii():
        return normalise(name)
    return normalise("".join(sign for sign in _UNSEEN.sub("", name) if unicodedata.category(sign) != "Cf"))


def person_token(identity: str) -> str:
    """Return what stands for a person in texts that are kept.

    Examples
    --------
    >>> person_token("0" * 32)
    '{00000000000000000000000000000000}'
    """
    return f"{{{identity}}}"


def place_token(position: int) -> str:
    """Return what stands for the person at a position of a result, also once that person is removed."""
    return person_token(f"{position:032x}")


def fill_names(value: Any, names: Mapping[str, str]) -> Any:
    """Return texts, or lists and tables of them, with names in the places of tokens.

    Parameters
    ----------
    value
        Plain values as JSON has them.
    names
        Names, or other tokens, by what the tokens hold; people who are missing have been removed.

    Examples
    --------
    >>> fill_names({"worst": ["of {00000000000000000000000000000001}"]}, {"0" * 31 + "1": "Ann"})
    {'worst': ['of Ann']}
    """
    if isinstance(value, str):
        return _TOKEN.sub(lambda found: names.get(found[1], REMOVED), value) if "{" in value else value
    if isinstance(value, dict):
        return {fill_names(key, names): fill_names(item, names) for key, item in value.items()}
    if isinstance(value, list):
        return [fill_names(item, names) for item in value]
    return value


def hide_tokens(text: str) -> str:
    """Return a text that somebody typed so that nothing in it is taken for a token.

    Examples
    --------
    >>> hide_tokens("see {00000000000000000000000000000001}")
    'see (00000000000000000000000000000001)'
    """
    return _TOKEN.sub(r"(\1)", text)


def by_place(names: Sequence[str]) -> dict[str, str]:
    """Return the names of a result's people by what their tokens hold."""
    return {f"{position:032x}": name for position, name in enumerate(names)}


def tell_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of which no two are the same.

    Examples
    --------
    >>> tell_apart(["Ann", "Bo", "ann"])
    ('Ann', 'Bo', 'ann (2)')
    """
    taken: set[str] = {name_key(name) for name in names}
    seen: set[str] = set()
    apart = []
    for name in names:
        shown, count = name, 1
        while name_key(shown) in seen or (count > 1 and name_key(shown) in taken):
            count += 1
            shown = f"{name} ({count})"
        seen.add(name_key(shown))
        apart.append(shown)
    return tuple(apart)
