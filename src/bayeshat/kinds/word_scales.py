"""Scales in words, whose order everybody knows: "Disagree", "Neutral", "Agree"; and grades."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from itertools import combinations

from ..tables.text import RECOGNISED, normalise

# Each scale from its lower end to its upper one; a step may have several words.
_SCALES = tuple(
    tuple(tuple(map(normalise, step.split(" | "))) for step in scale.splitlines())
    for scale in RECOGNISED["scales"].strip().split("\n\n")
)
# Scales of how much are those whose lowest step is one of these.
_NOT_AT_ALL = frozenset(RECOGNISED["not_at_all"])
# A grade. Some grades of a scale must have a sign: without any, "A" to "D" may be options to choose from.
_GRADE = re.compile(r"[a-f1-6][+-]?")
# The signs of a grade, best first.
_SIGNS = ("+", "", "-")
# The fewest options that show a scale: two may be any two words.
_FEWEST_STEPS = 3
# The fewest common words that show that two columns have the same scale.
_FEWEST_SHARED = 2
# The letters that the words behind all steps must begin with, as in "very comfortable" and "somewhat comfortably".
_ALIKE_LETTERS = 5
# How a step ends, and how the opposite step ends.
_OPPOSITES = (
    ("disagree", "agree"),
    ("dissatisfied", "satisfied"),
    ("unlikely", "likely"),
    ("low", "high"),
    ("unzufrieden", "zufrieden"),
    ("en desacuerdo", "de acuerdo"),
)
_NOT = frozenset(RECOGNISED["not"])
# Beginnings of words that reverse their meaning.
_NOT_BEFORE = ("dis", "des", "un", "in", "im", "non")
# Two words that are at least this similar are the same but for a slip of the pen.
_ALIKE = 0.8


def order_words(options: Iterable[str]) -> tuple[str, ...] | None:
    """Return options in the order of the scale that they come from, or None if no known scale has them.

    Examples
    --------
    >>> order_words(["Agree", "Neutral", "Strongly agree"])
    ('Neutral', 'Agree', 'Strongly agree')
    >>> order_words(["B", "A-", "B+", "C"])
    ('A-', 'B+', 'B', 'C')
    >>> order_words(["Tea", "Coffee", "Never"]) is None
    True
    """
    said = {normalise(option): option for option in options}
    if len(said) >= _FEWEST_STEPS and all(map(_GRADE.fullmatch, said)) and any(len(grade) > 1 for grade in said):
        return tuple(said[grade] for grade in sorted(said, key=lambda grade: (grade[0], _SIGNS.index(grade[1:]))))
    return _order_steps(said)


def _order_steps(said: dict[str, str]) -> tuple[str, ...] | None:
    """Return options, given by their normalised texts, in the order of a known scale of words, or None."""
    for scale in _SCALES:
        for bare in (said, _without_tail(said, scale)):
            steps = [[word for word in step if word in bare] for step in scale]
            used = [words[0] for words in steps if words]
            if _FEWEST_STEPS <= len(used) == len(said) and all(len(words) <= 1 for words in steps):
                return tuple(bare[word] for word in used)
    return None


def _without_tail(said: dict[str, str], scale: Sequence[Sequence[str]]) -> dict[str, str]:
    """Return the options by the steps of how much that they begin with, if the same words stand behind all of them.

    "Daily newspaper" and "weekly newspaper" are no steps of how often.
    """
    if _NOT_AT_ALL.isdisjoint(scale[0]):
        return {}
    steps = sorted((word for step in scale for word in step), key=len, reverse=True)
    bare: dict[str, str] = {}
    tails = set()
    for key, option in said.items():
        step = next((word for word in steps if key.startswith(f"{word} ")), None)
        if step is not None:
            bare[step] = option
            tails.add(key.removeprefix(step).strip()[:_ALIKE_LETTERS])
    return bare if len(tails) == 1 and len(bare) == len(said) else {}


def whole_scales(columns: Sequence[Sequence[str]]) -> list[tuple[str, ...] | None]:
    """Return for the words of each column the whole scale that they come from, or None where there is none.

    A step that nobody chose in one column is taken from another column, or from its opposite.

    Examples
    --------
    >>> whole_scales([["never", "often", "always"], ["often", "always"], ["tea", "milk"]])
    [('never', 'often', 'always'), ('never', 'often', 'always'), None]
    >>> whole_scales([["Neutral", "Agree", "Disagree", "Strongly agree"]])
    [('Strongly disagree', 'Disagree', 'Neutral', 'Agree', 'Strongly agree')]
    """
    scales = _join_runs([scale for options in columns if (scale := order_words(options)) is not None])
    return [None if (scale := _find_scale(options, scales)) is None else _mirror(scale) for options in columns]


def _keys(options: Iterable[str]) -> list[str]:
    return list(map(normalise, options))


def _join_runs(scales: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Return the different scales, joined where two overlap and each lacks only an end that the other one has."""
    found = list({tuple(_keys(scale)): scale for scale in scales}.values())
    for one, other in combinations(found, 2):
        joint = order_words([*one, *other])
        if joint is None or joint in (one, other) or len(one) + len(other) - len(joint) < _FEWEST_SHARED:
            continue
        if _is_run(one, joint) and _is_run(other, joint):
            return _join_runs([*(scale for scale in found if scale not in (one, other)), joint])
    return found


def _is_run(part: Sequence[str], whole: Sequence[str]) -> bool:
    """Return whether the steps of a part follow each other in the whole."""
    start = _keys(whole).index(normalise(part[0]))
    return _keys(whole[start : start + len(part)]) == _keys(part)


def _find_scale(options: Sequence[str], scales: Sequence[tuple[str, ...]]) -> tuple[str, ...] | None:
    """Return the longest scale that holds the words of a column, or the column's own scale if several hold them."""
    own = order_words(options)
    fits = [
        scale
        for scale in scales
        if options
        and set(_keys(options)) <= set(_keys(scale))
        # Grades without a sign may be options to choose from.
        and (own is not None or _order_steps({normalise(word): word for word in scale}) is not None)
    ]
    longest = max(fits, key=len, default=None)
    clear = longest is not None and all(set(_keys(scale)) <= set(_keys(longest)) for scale in fits)
    return longest if clear else own


def _mirror(scale: tuple[str, ...]) -> tuple[str, ...]:
    """Return a scale with the steps that one side of its middle lacks, as opposites of those on the other side."""
    known = next((steps for steps in _SCALES if all(any(key in step for step in steps) for key in _keys(scale))), ())
    middle = len(known) // 2
    places = [next(place for place, step in enumerate(known) if normalise(word) in step) for word in scale if known]
    sides = [
        [word for word, place in zip(scale, places, strict=False) if sign * (place - middle) > 0] for sign in (-1, 1)
    ]
    shorter, longer = sorted(sides, key=len)
    opposites = [_opposite(word) for word in longer]
    lacking = set(_keys(opposites)) - set(_keys(shorter))
    if len(shorter) == len(longer) or "" in opposites or len(lacking) != len(longer) - len(shorter):
        return scale
    return order_words([*scale, *(word for word in opposites if normalise(word) in lacking)]) or scale


def _opposite(option: str) -> str:
    """Return the opposite of a step in the same spelling; empty if it is not known."""
    key = normalise(option)
    for ends in _OPPOSITES:
        # "Disagree" ends in "agree" as well.
        for end, other in (ends, ends[::-1]):
            if key.endswith(end):
                word = key.removesuffix(end) + other
                spelled = word.title() if option.istitle() else word
                return spelled[0].upper() + spelled[1:] if option[0].isupper() else spelled
    return ""


def mean_different(one: str, other: str) -> bool:
    """Return whether two texts that look alike mean different things: two steps of a scale, or one denies the other.

    Examples
    --------
    >>> mean_different("Strongly disagree", "Strongly agree"), mean_different("trifft nicht zu", "trifft zu")
    (True, True)
    >>> mean_different("Strongly agre", "Strongly agree")
    False
    """
    first, second = normalise(one), normalise(other)
    for scale in _SCALES:
        places = [[n for n, step in enumerate(scale) if key in step] for key in (first, second)]
        if all(places) and places[0] != places[1]:
            return True
    return _denies(first.split(), second.split()) or _denies(second.split(), first.split())


def _denies(words: Sequence[str], others: Sequence[str]) -> bool:
    """Return whether one of the words denies one of the others, or all of them."""
    if (_NOT & set(words)) - set(others):
        return True
    bare = [word.removeprefix(sign) for word in words for sign in _NOT_BEFORE if word.startswith(sign)]
    return any(difflib.get_close_matches(word, others, n=1, cutoff=_ALIKE) for word in bare)
