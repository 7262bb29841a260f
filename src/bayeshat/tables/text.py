"""How text is compared and shown: the one place that says when two texts mean the same."""

from __future__ import annotations

import difflib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..words.message import Message, Setting, join, join_some

# Words in tables that mean something, in many languages.
RECOGNISED: dict[str, Any] = tomllib.loads(Path(__file__).with_name("recognised.toml").read_text(encoding="utf-8"))

# Signs that word processors and form tools put in by themselves.
_PLAIN = str.maketrans({"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-"})
_BLANKS = frozenset(RECOGNISED["blank"])
_NO_ANSWERS = frozenset(RECOGNISED["no_answer"])
_CHARACTER = re.compile(r"\d+|.", re.DOTALL)
_NUMBER = re.compile(r"([+-]?\d+)(?:[.,](\d+))?")
# Text that a spreadsheet would take for a formula, after any quotes that keep it from that; the wide signs count where
# people write Chinese or Japanese.
_FORMULA = re.compile("'*[=+\\-@\t\r＝＋－＠]")
# Texts longer than this are cut before they are compared or shown.
_COMPARED = 200
_SHOWN = 60


def normalise(text: str) -> str:
    """Return the text without regard to case, spacing, or straight and curly quotes.

    Examples
    --------
    >>> normalise("  An  OWL ")
    'an owl'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    return " ".join(unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN).split())


def guard_formula(text: str) -> str:
    """Return a cell with a quote before it if a spreadsheet would take it for a formula; `unguard_formula` undoes it.

    Examples
    --------
    >>> [guard_formula(text) for text in ("=1+1", "'=1+1", "Ann", "'tis")]
    ["'=1+1", "''=1+1", 'Ann', "'tis"]
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unguard_formula(text: str) -> str:
    """Return a cell as it was before `guard_formula`.

    Examples
    --------
    >>> [unguard_formula(text) for text in ("'=1+1", "''=1+1", "Ann", "'tis", "=1+1")]
    ['=1+1', "'=1+1", 'Ann', "'tis", '=1+1']
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def is_blank(text: str) -> bool:
    """Say whether a cell means "not answered"."""
    return normalise(text) in _BLANKS


def says_dont_know(text: str) -> bool:
    """Say whether a cell means that somebody has no answer: no number, and no step of a scale.

    Examples
    --------
    >>> [says_dont_know(text) for text in ("Don’t know", "weiß nicht", "k.A.", "no", "")]
    [True, True, True, False, False]
    """
    return normalise(text).rstrip(" .!") in _NO_ANSWERS


def plain_number(text: str) -> str:
    """Return a number in one spelling, without an empty fraction and without a decimal comma; other text as it is.

    Examples
    --------
    >>> [plain_number(text) for text in ("3.0", "2,50", "2.5", "2.5 kg")]
    ['3', '2.5', '2.5', '2.5 kg']
    """
    match = _NUMBER.fullmatch(text)
    if match is None:
        return text
    fraction = (match[2] or "").rstrip("0")
    return f"{match[1]}.{fraction}" if fraction else match[1]


def nearest(text: str, candidates: Sequence[str], cutoff: float = 0.6) -> str | None:
    """Return the candidate most like the text, or None if none is like it.

    A number counts as one character, so "person 3" is more like "Person 03" than like "Person 23".

    Examples
    --------
    >>> nearest("person 3", ["Person 23", "Person 03"])
    'Person 03'
    """
    close: list[str] = []
    best = cutoff
    matcher = difflib.SequenceMatcher(b=_characters(text))
    for candidate in candidates:
        matcher.set_seq1(_characters(candidate))
        if matcher.real_quick_ratio() < best or matcher.quick_ratio() < best or (ratio := matcher.ratio()) < best:
            continue
        if ratio > best:
            close, best = [], ratio
        close.append(candidate)
    letters = difflib.SequenceMatcher(b=normalise(text)[:_COMPARED])

    def alike(candidate: str) -> float:
        letters.set_seq1(normalise(candidate)[:_COMPARED])
        return letters.ratio()

    return max(close, key=alike, default=None)


def _characters(text: str) -> list[str]:
    """Return a text's characters, with each number as one of them and without its leading zeros."""
    found = _CHARACTER.findall(normalise(text)[:_COMPARED])
    return [part.lstrip("0") or "0" if part[0].isdecimal() else part for part in found]


def clip(text: str) -> str:
    """Return the text on one line, cut if it is long."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


def quote(text: str) -> str:
    """Return the text in quotes, on one line, cut if it is long."""
    return f'"{clip(text)}"'


def in_line(texts: Sequence[str], limit: int = 10) -> str:
    """Return texts on one line, at most `limit` of them, and how many more there are."""
    more = f", … and {len(texts) - limit} more" if len(texts) > limit else ""
    return ", ".join(texts[:limit]) + more


def quoted(texts: Iterable[str]) -> str | Message:
    """Return the texts in quotes, separated by commas."""
    return join([Message("words-quoted", text=clip(text)) for text in texts])


def quoted_some(texts: Sequence[str], most: int) -> str | Message:
    """Return the first texts in quotes, separated by commas, and how many more there are."""
    return join_some([Message("words-quoted", text=clip(text)) for text in texts], most)


def one_of(option: str, known: Iterable[str], given: object) -> Message:
    """Return that a setting must have one of a few values."""
    return Message("words-one-of", setting=Setting(option), known=quoted(known), given=repr(given))


def did_you_mean(near: str | None) -> Message | None:
    """Return the question whether somebody meant the nearest text there is, or None."""
    return Message("words-did-you-mean", text=clip(near)) if near else None


def listed(lines: Sequence[str | Message], total: int | None = None, most: int = 20) -> str | Message:
    """Return lines below each other, at most `most` of them, and how many more there are.

    Examples
    --------
    >>> print(listed(["row 2", "row 3", "row 4"], most=2))
      row 2
      row 3
      … and 1 more
    """
    total = len(lines) if total is None else total
    shown = [Message("words-item", text=line) for line in lines[:most]]
    if total > len(shown):
        shown.append(Message("words-items-more", count=total - len(shown)))
    return join(shown, "line")


def free_heading(heading: str, taken: Iterable[str]) -> str:
    """Return a heading with a number behind it if it is taken; case does not matter.

    Examples
    --------
    >>> free_heading("Room", ["name", "room"])
    'Room (2)'
    """
    known = set(map(normalise, taken))
    free, count = heading, 1
    while normalise(free) in known:
        count += 1
        free = f"{heading} ({count})"
    return free


def find_twin(texts: Sequence[str]) -> tuple[int, int] | None:
    """Return the positions of the first two texts that mean the same, or None."""
    seen: dict[str, int] = {}
    for position, text in enumerate(texts):
        first = seen.setdefault(normalise(text), position)
        if first != position:
            return first, position
    return None
