"""Which columns of a table say who people are: names, e-mail addresses, ids."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count

import numpy as np

from ..errors import AnswersError
from ..words.message import Message, Setting
from .table import Column, Table
from .text import RECOGNISED, clip, did_you_mean, is_blank, nearest, normalise, quoted

# Headings by what their columns hold; the most telling ones come first.
_PERSON = RECOGNISED["person"]
_FILLERS = frozenset(RECOGNISED["filler"])
_NUMBERED = re.compile(r"(?:q|question|frage|pregunta)?\s*\d+\s*[.):\-]*\s+(?=\S)")
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_WORDS = re.compile(r"[^\W\d_]+|&")
_SHORT_NAME = re.compile(r"[^\W\d_][^\d_?!;]{1,39}")
# What form tools write where people need not say who they are.
_ANONYMOUS = frozenset(RECOGNISED["anonymous"])
# Texts that mean an empty cell among answers, but are also names.
_NAMES_TOO = frozenset({"na", "nan", "null", "nat"})


def plain_heading(heading: str) -> str:
    """Return a heading normalised and without the signs that forms add, as in "Name: *"."""
    return normalise(heading).rstrip(" :?*.")


def _words(text: str) -> list[str]:
    """Return the words of a normalised text, without accents."""
    split = unicodedata.normalize("NFKD", text.replace("'", " ").replace("_", " "))
    return _WORDS.findall("".join(sign for sign in split if not unicodedata.combining(sign)).replace("ß", "ss"))


# The same phrases, in words as those of headings are: without accents, and with the parts of a Korean letter apart.
_PHRASES = [(entry["kind"], tuple(_words(phrase)), "alone" in entry) for entry in _PERSON for phrase in entry["words"]]
_RANKS = {words: (kind, rank) for rank, (kind, words, _) in reversed(list(enumerate(_PHRASES)))}
# These are headings alone: "Are you a student?" is a question.
_ALONE = {words for _, words, alone in _PHRASES if alone}
# "Vorname, Nachname", "first and last name", "Nombre y apellidos", "Nom et prénom".
_NAMES = {tuple(_words(phrase)) for phrase in _PERSON[0]["words"]}
_FIRSTS = _NAMES | {("first",), ("vor",), ("voor",)} | {words for kind, words, _ in _PHRASES if kind == "first name"}
_LASTS = _NAMES | {words for kind, words, _ in _PHRASES if kind == "last name"}


def heading_kind(heading: str) -> str:
    """Return what a heading says about people ("name", "e-mail", …); empty if it says something else.

    Examples
    --------
    >>> [heading_kind(text) for text in ("1. What's your name?", "E-Mail-Adresse", "Name of your pet", "Nachname")]
    ['name', 'e-mail', '', 'last name']
    """
    return _kind_and_rank(heading)[0]


def _kind_and_rank(heading: str) -> tuple[str, int]:
    text = _NUMBERED.sub("", plain_heading(heading), count=1)
    words = tuple(_words(_ASIDE.sub(" ", text)))
    if words in _RANKS:
        return _RANKS[words]
    telling = tuple(word for word in words if word not in _FILLERS)
    if telling in _RANKS and telling not in _ALONE:
        return _RANKS[telling]
    halves = [(telling[:n], telling[n:]) for n in range(1, len(telling))]
    both = any((one in _FIRSTS and other in _LASTS) or (one in _LASTS and other in _FIRSTS) for one, other in halves)
    return ("name", 0) if both else ("", len(_PHRASES))


def find_identifiers(columns: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Return the columns that say who people are besides their names, by heading: e-mail addresses, logins, ids."""
    kinds = ("login", "e-mail", "id", "response")
    found = {heading: tuple(cells) for heading, cells in columns.items() if heading_kind(heading) in kinds}
    return {heading: cells for heading, cells in found.items() if any(map(str.strip, cells))}


def free_name_heading(headings: Iterable[str]) -> str:
    """Return a heading for names that is not taken; a column before the others that has it is found by `find_names`.

    Examples
    --------
    >>> free_name_heading(["Tea?", "Name"])
    'your name'
    """
    taken = set(map(plain_heading, headings))
    heads = chain(("name", "your name", "my name", "what is your name"), (f"{n}. name" for n in count(1)))
    return next(heading for heading in heads if heading not in taken)


def find_names(table: Table, name_column: str | None, questions: Sequence[Column] = ()) -> Column | None:
    """Return the column that says who answered: the one asked for, or one with a common heading, or None."""
    if name_column is not None:
        return _asked_for(table, name_column)
    found: list[tuple[int, str, Column]] = []
    for column in table.columns:
        if column not in questions and names_somebody(column):
            kind, rank = min(map(_kind_and_rank, column.names), key=lambda pair: pair[1], default=("", 0))
            found += [(rank, kind, column)] if kind else []
    if not found:
        return None
    kinds = {kind: column for _, kind, column in sorted(found, key=lambda one: -one[0])}
    best = min(found, key=lambda one: one[0])[2]
    first, last = kinds.get("first name"), kinds.get("last name")
    if "name" not in kinds:
        return _joined(first, last) if first and last else best
    # Beside a column of first names, "Name" may hold last names, and the other way round.
    bare = len(_WORDS.findall(best.heading)) == 1
    if bare and first and not last and not _holds(best, first):
        return _joined(first, best)
    return _joined(best, last) if bare and last and not first and not _holds(best, last) else best


def _asked_for(table: Table, heading: str) -> Column:
    wanted = [column for column in table.columns if normalise(heading) in map(normalise, column.names)]
    if not wanted:
        near = nearest(heading, table.headings, cutoff=0.5)
        raise AnswersError(no_such_heading("name_column", table.origin, heading, near, table.headings))
    return wanted[0]


def no_such_heading(
    option: str, table: str | Message, heading: str, near: str | None, headings: Sequence[str]
) -> Message:
    """Return that a table has no such heading, with the nearest one or else all; `option` is what it was given as."""
    hint = did_you_mean(near) or Message("table-headings", headings=quoted(headings[:20]))
    return Message("table-no-heading", option=Setting(option), table=table, heading=clip(heading), hint=hint)


def read_names(column: Column) -> list[str]:
    """Return everybody's name with single spaces, empty where there is none.

    "Na", "Nan" and "Null" are names, but where one of them comes several times it means an empty cell.
    """
    counts = Counter(normalise(name) for name in column.texts())
    nothing = {key for key in counts if key not in _NAMES_TOO or counts[key] > 1}
    shown = ["" if is_blank(name) and normalise(name) in nothing else " ".join(name.split()) for name in column.values]
    return [shown[place] for place in column.places.tolist()]


def names_somebody(column: Column) -> bool:
    """Say whether a column holds anything but gaps and "anonymous"."""
    return any(not is_blank(value) and normalise(value) not in _ANONYMOUS for value in column.values)


def looks_like_names(column: Column) -> bool:
    """Say whether most cells are a few words of letters."""
    short = sum(bool(_SHORT_NAME.fullmatch(value.strip())) for value in column.values)
    return 2 * short > len(column.values)


def _holds(full: Column, part: Column) -> bool:
    """Say whether the names in one column mostly contain those in the other."""
    pairs = list(zip(full.texts(), part.texts(), strict=True))
    return 2 * sum(normalise(one) in normalise(name) for name, one in pairs) > len(pairs)


def _joined(first: Column, last: Column) -> Column:
    """Return first and last names as one column."""
    names = [" ".join(filter(None, pair)) for pair in zip(read_names(first), read_names(last), strict=True)]
    index = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return Column(f"{first.heading} + {last.heading}", tuple(index), np.array([index[name] for name in names]))
