"""What settings are called: ``size_weight`` in Python, ``--size-weight`` on the command line.

Every message that names a setting asks for its name here. A front end chooses the words once, before it calls the
library, so nothing has to be rewritten afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Vocabulary = Callable[[str, object], str]


def in_python(name: str, value: object) -> str:
    """Return a keyword argument, with its value if there is one."""
    if value is None:
        return name
    return f'{name}="{value}"' if isinstance(value, str) else f"{name}={value}"


_words: ContextVar[Vocabulary] = ContextVar("words", default=in_python)


def setting(name: str, value: object = None) -> str:
    """Return what the reader calls a setting.

    Parameters
    ----------
    name
        The keyword in Python.
    value
        A value that is part of the sentence, such as "balanced".

    Examples
    --------
    >>> setting("size_weight"), setting("target", "balanced")
    ('size_weight', 'target="balanced"')
    """
    return _words.get()(name, value)


@contextmanager
def speaking(words: Vocabulary) -> Iterator[None]:
    """Use a front end's words for settings in every message that is written meanwhile."""
    token = _words.set(words)
    try:
        yield
    finally:
        _words.reset(token)
