"""Options that several functions share: whole numbers, random generators, where progress goes."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ._vocabulary import setting
from .errors import InputError

Progress = Callable[[float, str], None]


def whole(name: str, value: Any, least: int, remedy: str) -> int:
    """Return a whole number of at least ``least``, or say that it must be one."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise InputError(f"{setting(name)} must be a whole number of at least {least}; got {value!r}. {remedy}")
    return int(value)


def as_generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    """Return a random generator from a seed, a generator or None (seed 0); anything else is an InputError."""
    if isinstance(rng, np.random.Generator):
        return rng
    return np.random.default_rng(whole("rng", 0 if rng is None else rng, 0, "Pass a seed or a numpy Generator."))


def as_reporter(progress: bool | Progress) -> Progress:
    """Return where progress goes: to the caller's function, to a line on standard error, or nowhere."""
    if callable(progress):
        return progress
    return _show_line if progress else lambda *_: None


def part_of(progress: bool | Progress, start: float, length: float, before: str = "") -> Progress:
    """Return a progress report that covers a part of a longer task, with some text before its words.

    The end of a part is told by its last word: only the whole task is done.
    """
    tell = as_reporter(progress)
    last = ""

    def tell_part(share: float, word: str) -> None:
        nonlocal last
        last = last if word == "done" else before + word
        if last:
            tell(min(start + share * length, 0.999), last)

    return tell_part


def _show_line(share: float, word: str) -> None:
    print(f"\r{share:4.0%} {word:<28}", end="\n" if share >= 1 else "", file=sys.stderr, flush=True)
