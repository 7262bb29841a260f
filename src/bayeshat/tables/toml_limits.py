"""TOML from outside, checked in one pass before it is parsed: a small file must not take hours or all memory."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from ..errors import BayesHatError

MOST_CHARACTERS = 2_000_000
# Survey files need three of each. The parser's time and memory grow with the square of a key's parts, and it calls
# itself for every level of lists and tables.
MOST_KEY_PARTS = 8
MOST_DEPTH = 16
# Of a number, or of a key without quotes: Python refuses to write or read numbers of more than 4300 digits.
MOST_DIGITS = 1000

# Strings and comments are passed over whole. No quantifier gives anything back, and a string that does not end is the
# last thing that is looked at (the parser will complain about it), so the time is linear.
_TOKEN = re.compile(
    r"""
    (?P<plain>[^\[\]{}.,=\n"'\#]++) | \#[^\n]*+
    | \"{3}(?:[^"\\]++|\\.|"{1,2}+(?!"))*+"{3,5} | '{3}(?:[^']++|'{1,2}+(?!'))*+'{3,5}
    | "(?:[^"\\\n]++|\\[^\n])*+" | '[^'\n]*+'
    | (?P<dot>\.) | (?P<end>[,=\n]) | (?P<open>[\[{]) | (?P<close>[\]}]) | (?P<quote>["'])
    """,
    re.VERBOSE | re.DOTALL,
)


def parse_toml(text: str, origin: str, refusal: type[BayesHatError]) -> dict[str, Any]:
    """Return what TOML text holds, or raise the refusal; `origin` says in messages where the text came from.

    Examples
    --------
    >>> parse_toml('title = "Tea"', "tea.toml", BayesHatError)
    {'title': 'Tea'}
    """
    _check_limits(text, origin, refusal)
    try:
        return tomllib.loads(text)
    # Numbers with too many digits are a plain ValueError.
    except ValueError as error:
        raise refusal(f"{origin} must be TOML; got a mistake: {error}. Correct that line.") from None


def _check_limits(text: str, origin: str, refusal: type[BayesHatError]) -> None:
    if len(text) > MOST_CHARACTERS:
        raise refusal(f"{origin} may have at most {MOST_CHARACTERS:,} characters; got {len(text):,}. Shorten it.")
    depth = dots = 0
    for token in _TOKEN.finditer(text):
        too_much = ""
        match token.lastgroup:
            case "plain":
                if len(token[0]) > MOST_DIGITS and any(len(word) > MOST_DIGITS for word in token[0].split()):
                    too_much = f"a number, or a key without quotes, may have at most {MOST_DIGITS} characters"
            case "dot":
                dots += 1
                if dots >= MOST_KEY_PARTS:
                    too_much = f"a key may have at most {MOST_KEY_PARTS} parts joined by dots"
            case "open":
                dots, depth = 0, depth + 1
                if depth > MOST_DEPTH:
                    too_much = f"lists and tables may be at most {MOST_DEPTH} levels deep"
            case "close":
                dots, depth = 0, max(depth - 1, 0)
            case "end":
                dots = 0
            case "quote":
                return
        if too_much:
            line = text.count("\n", 0, token.start()) + 1
            raise refusal(f"{origin}: {too_much}; got more in line {line}. Write less there.")
