"""The voice in which messages become text: the language, and what settings are called.

A setting is ``size_weight`` in Python and ``--size-weight`` on the command line. A front end chooses its voice once,
before it calls the library, so nothing has to be rewritten afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

DEFAULT = "en"
Vocabulary = Callable[[str, object], str]


def in_python(name: str, value: object) -> str:
    """Return a keyword argument, with its value if there is one."""
    if value is None:
        return name
    return f'{name}="{value}"' if isinstance(value, str) else f"{name}={value}"


@dataclass(frozen=True)
class Voice:
    """A language, by its code, and what settings are called."""

    language: str = DEFAULT
    settings: Vocabulary = in_python


_voice: ContextVar[Voice] = ContextVar("voice", default=Voice())  # noqa: B039 (it is frozen)


def current_voice() -> Voice:
    """Return the voice that messages are written in now."""
    return _voice.get()


@contextmanager
def speaking(settings: Vocabulary | None = None, language: str | None = None) -> Iterator[None]:
    """Use a front end's words for settings, or a language, in every message that becomes text meanwhile."""
    now = _voice.get()
    token = _voice.set(replace(now, settings=settings or now.settings, language=language or now.language))
    try:
        yield
    finally:
        _voice.reset(token)


def choose_voice(language: str) -> None:
    """Tell messages in a language from now on, until the `speaking` around this ends."""
    _voice.set(replace(_voice.get(), language=language))


def for_programs() -> AbstractContextManager[None]:
    """Use English for what programs read, whatever the language of the voice."""
    return speaking(language=DEFAULT)


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
    return _voice.get().settings(name, value)
