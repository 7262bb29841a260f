"""Texts, numbers and keys as TOML writes them.

No library does it: tomli-w puts every number of a list on a line of its own, and tomlkit takes as much code to say
which tables stand on one line and which lists are broken.
"""

from __future__ import annotations

import json
import re
from typing import Any

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# Whole numbers up to here are written without a point and read back as the same float.
_EXACT = 2**53


def format_value(value: Any) -> str:
    """Return a text, a number, or a list or table of such, on one line."""
    if isinstance(value, str):
        return format_text(value)
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{format_key(key)} = {format_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(format_value(item) for item in value)}]"
    return format_number(value)


def format_key(name: str) -> str:
    """Return a key, in quotes where it needs them."""
    return name if _BARE_KEY.fullmatch(name) else format_text(name)


def format_text(text: str) -> str:
    """Return a basic string: JSON's escapes are TOML's, which also wants the delete sign escaped."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def format_number(value: float) -> str:
    """Return a number that reads back as the same float."""
    number = float(value)
    return str(int(number)) if number.is_integer() and abs(number) <= _EXACT else repr(number)
