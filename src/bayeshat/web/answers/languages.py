"""The respondents' pages in the reader's language.

Every language is a folder in `locales` with a Fluent catalogue, `form.ftl`. To add one, copy `locales/en` to a folder
called by the language's code ("fr"), and translate the texts: nothing else needs to know. A test checks that all
catalogues have the same messages. German speaks to the reader as "du".
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from fluent.runtime import FluentBundle, FluentResource

LOCALES = Path(__file__).parent / "locales"
DEFAULT = "en"


class Message(NamedTuple):
    """A sentence that is put into words where the reader's language is known: its id, and what is filled in."""

    id: str
    arguments: dict[str, Any] = {}  # noqa: RUF012 - never changed


class Catalogue:
    """What the pages say in one language; call it with a message's id and what is filled in.

    Parameters
    ----------
    language
        The name of a folder in `locales`.

    Examples
    --------
    >>> say = catalogue("en")
    >>> say("form-questions", count=1), say("form-questions", count=30)
    ('One question.', '30 questions.')
    """

    def __init__(self, language: str) -> None:
        self.language = language
        # Names may be in any script; the marks that keep directions apart would be copied with them.
        self._bundle = FluentBundle([language], use_isolating=False)
        self._bundle.add_resource(FluentResource((LOCALES / language / "form.ftl").read_text(encoding="utf-8")))
        self._known = lru_cache(maxsize=4096)(self._format)

    def __call__(self, message: str, /, **arguments: Any) -> str:
        """Return a message; a missing one, or one with a gap, is an error as a missing name in a template is."""
        # Only sentences without people's words are kept: a name must not stay here.
        is_ours = all(isinstance(value, int) for value in arguments.values())
        return (self._known if is_ours else self._format)(message, tuple(arguments.items()))

    def _format(self, message: str, arguments: tuple[tuple[str, Any], ...]) -> str:
        pattern = self._bundle.get_message(message).value
        if pattern is None:
            raise KeyError(message)
        text, problems = self._bundle.format_pattern(pattern, dict(arguments))
        if problems:
            raise problems[0]
        return str(text)


@cache
def catalogues() -> dict[str, Catalogue]:
    """Return the catalogues of all languages, by code."""
    return {folder.name: Catalogue(folder.name) for folder in sorted(LOCALES.iterdir())}


def language_names() -> dict[str, str]:
    """Return what each language calls itself, by its code.

    Examples
    --------
    >>> language_names()
    {'de': 'Deutsch', 'en': 'English'}
    """
    return {language: say("language-name") for language, say in catalogues().items()}


def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language; of one that we do not have, English."""
    return catalogues().get(language) or catalogues()[DEFAULT]


def choose_language(accepted: str) -> str:
    """Return the first of the languages a browser asks for that we have.

    Examples
    --------
    >>> choose_language("fr-CH, de;q=0.8, en;q=0.5"), choose_language("fr")
    ('de', 'en')
    """
    asked = (part.split(";")[0].strip().split("-")[0].lower() for part in accepted.split(","))
    return next((language for language in asked if language in catalogues()), DEFAULT)
