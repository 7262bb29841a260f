"""What became of a job, kept in a column of texts: a message for every language, or English from below the web."""

from __future__ import annotations

import json
from collections.abc import Callable

from ..languages import Message


def write_words(words: str | Message) -> str:
    """Return words as they are kept.

    Examples
    --------
    >>> write_words(Message("jobs-stopped")), write_words("Sizes must add up.")
    ('["jobs-stopped", {}]', 'Sizes must add up.')
    """
    return words if isinstance(words, str) else json.dumps([words.id, words.arguments], default=str)


def read_words(kept: str) -> str | Message:
    """Return what `write_words` was given.

    Examples
    --------
    >>> read_words('["jobs-stopped", {}]'), read_words("Sizes must add up.")
    (Message('jobs-stopped', **{}), 'Sizes must add up.')
    """
    if not kept.startswith('["'):
        return kept
    message, arguments = json.loads(kept)
    return Message(message, **arguments)


def change_texts(words: str | Message, change: Callable[[str], str]) -> str | Message:
    """Return words with their texts changed: all of them, or those that are filled in.

    Examples
    --------
    >>> change_texts(Message("page-failed-other", detail="{1} is alone."), lambda text: text.replace("{1}", "Ann"))
    Message('page-failed-other', **{'detail': 'Ann is alone.'})
    """
    if isinstance(words, str):
        return change(words)
    filled = words.arguments.items()
    return Message(words.id, **{name: change(value) if isinstance(value, str) else value for name, value in filled})
