"""Whom a name means: the one place that compares the names of people."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from .text import normalise

# Letters that people also write as two, and those that no accent can be taken from; after `normalise`.
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "þ": "th"})
_ONE_LETTER = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
_JOINED = str.maketrans({"-": " ", "'": None, "`": None, "´": None, ".": " "})
_WORD = re.compile(r"\w+")


def spellings(text: str) -> frozenset[str]:
    """Return a name without accents in the ways in which people write it; hyphens and apostrophes do not count.

    Examples
    --------
    >>> sorted(spellings("Anna-Lena Müller")), sorted(spellings("José O’Neil"))
    (['anna lena mueller', 'anna lena muller'], ['jose oneil'])
    """
    plain = normalise(text)
    return frozenset(without_accents(one) for one in (plain, plain.translate(_TWO_LETTERS)))


class PeopleIndex:
    """People by name.

    Parameters
    ----------
    names
        Everybody's name; several people may have the same.

    Examples
    --------
    >>> people = PeopleIndex(["Müller", "Muller", "José"])
    >>> people.find("muller"), people.find("Mueller"), people.find("jose"), people.find("Ann")
    ([1], [0], [2], [])
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._exact: dict[str, list[int]] = {}
        self._loose: dict[str, list[int]] = {}
        for place, name in enumerate(names):
            self._exact.setdefault(name, []).append(place)
            self._loose.setdefault(normalise(name), []).append(place)
        self._spelled: dict[str, list[int]] | None = None

    def find(self, name: str) -> list[int]:
        """Return where those stand whom a name may mean, by the first of these that anybody is found by.

        The same name; one that differs in case and spaces; one that is spelled with other accents.
        """
        return self._exact.get(name) or self._loose.get(normalise(name)) or self._find_spelled(name)

    def _find_spelled(self, name: str) -> list[int]:
        if self._spelled is None:
            self._spelled = {}
            for place, known in enumerate(self.names):
                for spelling in spellings(known):
                    self._spelled.setdefault(spelling, []).append(place)
        return sorted({place for spelling in spellings(name) for place in self._spelled.get(spelling, ())})

    def match(self, names: Iterable[str]) -> dict[str, str]:
        """Return the people whom these names mean, each under the name as it was given; unknown ones are left out.

        Somebody who is there under their own spelling is meant by no other. Where accents alone leave open which of two
        is meant, nobody is; a name that several people share is returned as it is.

        Examples
        --------
        >>> PeopleIndex(["Müller", "José"]).match(["Muller", "Müller", "jose"])
        {'Müller': 'Müller', 'jose': 'José'}
        """
        names = list(dict.fromkeys(names))
        found = {name: self._exact.get(name) or self._loose.get(normalise(name), []) for name in names}
        taken = {place for places in found.values() for place in places}
        spelled = {name: set(self._find_spelled(name)) - taken for name in names if not found[name]}
        for name, places in spelled.items():
            rivals = [other for other, theirs in spelled.items() if other != name and theirs & places]
            if len(places) == 1 and not rivals:
                found[name] = list(places)
        return {name: self.names[places[0]] if len(places) == 1 else name for name, places in found.items() if places}


def names_with(text: str, names: Sequence[str]) -> list[str]:
    """Return the names that have all words of a text: a first name or a last name will do, with or without accents.

    Examples
    --------
    >>> names_with("ann", ["Ann Lee", "Bo Lee", "Anna Fox"]), names_with("lee", ["Ann Lee", "Bo Lee"])
    (['Ann Lee'], ['Ann Lee', 'Bo Lee'])
    >>> names_with("mueller", ["Ann Müller", "Bo Muller"])
    ['Ann Müller']
    """
    words = _WORD.findall(normalise(text))
    same = [name for name in names if words and set(words) <= set(_WORD.findall(normalise(name)))]
    return same or [name for name in names if words and _has_words(name, words)]


def _has_words(name: str, words: Sequence[str]) -> bool:
    """Say whether each of the words is, in one of its spellings, a word of the name."""
    own = {spelling for word in _WORD.findall(normalise(name)) for spelling in spellings(word)}
    return all(spellings(word) & own for word in words)


def without_accents(lower: str) -> str:
    """Return a text in lower case with plain letters for those with accents; hyphens and apostrophes go."""
    letters = unicodedata.normalize("NFKD", lower.translate(_ONE_LETTER))
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(plain.translate(_JOINED).split())
