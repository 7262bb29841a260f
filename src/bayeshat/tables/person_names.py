"""Whom a name means: the one place that compares the names of people and groups."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from .text import normalise

# Letters that people also write as two, and those that no accent can be taken from; after `normalise`.
_TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "þ": "th"})
_ONE_LETTER = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
# In other scripts a mark makes another letter: だ is not た, and й is not и.
_ACCENTS = re.compile("(?<=[a-z])[\u0300-\u036f]+")
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


class NameIndex:
    """People, or groups, by name.

    Parameters
    ----------
    names
        Everybody's name; several people may have the same.

    Examples
    --------
    >>> people = NameIndex(["Müller", "Muller", "José"])
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
        return self.find_same(name) or self._find_spelled(name)

    def find_same(self, name: str) -> list[int]:
        """Return where the same name stands, or else those that differ in case and spaces only."""
        return self._exact.get(name) or self._loose.get(normalise(name), [])

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
        >>> NameIndex(["Müller", "José"]).match(["Muller", "Müller", "jose"])
        {'Müller': 'Müller', 'jose': 'José'}
        """
        names = list(dict.fromkeys(names))
        found = {name: self.find_same(name) for name in names}
        taken = {place for places in found.values() for place in places}
        spelled = {name: set(self._find_spelled(name)) - taken for name in names if not found[name]}
        claims = Counter(place for places in spelled.values() for place in places)
        for name, places in spelled.items():
            if len(places) == 1 and all(claims[place] == 1 for place in places):
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
    words = set(_WORD.findall(normalise(text)))
    same = [name for name in names if words and words <= set(_WORD.findall(normalise(name)))]
    return same or [name for name in names if words and _has_words(name, text)]


def _has_words(name: str, text: str) -> bool:
    """Say whether all words of one of the spellings of a text are words of spellings of the name."""
    own = {word for spelling in spellings(name) for word in _WORD.findall(spelling)}
    return any(own.issuperset(_WORD.findall(spelling)) for spelling in spellings(text))


def without_accents(lower: str) -> str:
    """Return a text in lower case with plain letters for Latin ones with accents; hyphens and apostrophes go.

    Examples
    --------
    >>> without_accents("łukasz o'neíl"), without_accents("たかだ"), without_accents("-")
    ('lukasz oneil', 'たかだ', '-')
    """
    letters = unicodedata.normalize("NFKD", lower).translate(_ONE_LETTER)
    plain = unicodedata.normalize("NFC", _ACCENTS.sub("", letters))
    return " ".join(plain.translate(_JOINED).split()) or lower


def sort_key(name: str) -> str:
    """Return a name as it is sorted: without accents, and whatever its case.

    Examples
    --------
    >>> sorted(["Zoe", "Ömer", "olga", "Łukasz", "Ann"], key=sort_key)
    ['Ann', 'Łukasz', 'olga', 'Ömer', 'Zoe']
    """
    # Marks of other scripts stand behind their letters, so that those with and without them are side by side.
    return unicodedata.normalize("NFD", without_accents(name.casefold()))
