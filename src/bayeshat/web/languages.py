"""The pages in the reader's language.

`locales` has a folder for each language, and in it a Fluent catalogue for each family of pages, such as
`locales/de/board.ftl`. To add a language, copy the folder `en` to one called by the language's code ("fr"), and
translate the texts: nothing else needs to know. Ids start with the name of their catalogue, shared ones with "page";
what respondents read starts with "form". Tests check that all languages have the same messages, and that all are used.
German speaks to respondents as "du" and to organisers as "Sie".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from markupsafe import Markup, escape

LOCALES = Path(__file__).parent / "locales"
DEFAULT = "en"
# Where a language is written in several ways: whose dates.
_REGIONS = {"en": "en-GB"}
# Fluent refuses to fill in more signs than 2500; what people typed may have more.
_LONGEST = 2000


class Message:
    """A sentence that is put into words where the reader's language is known; as a text it is English.

    Parameters
    ----------
    id
        Its id in the catalogues.
    **arguments
        What is filled in: numbers, texts, times, or further messages. `detail` is not filled in: it is what the
        library says in English, which English pages show instead, and others below the sentence.

    Examples
    --------
    >>> str(Message("form-questions", count=30))
    '30 questions.'
    """

    def __init__(self, id: str, /, **arguments: Any) -> None:  # noqa: A002
        self.id = id
        self.arguments: Mapping[str, Any] = arguments

    def __str__(self) -> str:
        return catalogue(DEFAULT).tell(self)

    def __repr__(self) -> str:
        return f"Message({self.id!r}, **{self.arguments!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.id, self.arguments) == (other.id, other.arguments)

    __hash__ = None  # type: ignore[assignment]


class English(str):
    """Words that there are in English only, on a page in another language."""

    __slots__ = ()


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
        self._bundle = FluentBundle([_REGIONS.get(language, language)], use_isolating=False)
        for file in catalogue_files(language):
            self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
        self._known = lru_cache(maxsize=4096)(self._format)

    def __contains__(self, message: str) -> bool:
        return self._bundle.has_message(message)

    def __call__(self, message: str, /, **arguments: Any) -> str:
        """Return a message; a missing one, or one with a gap, is an error as a missing name in a template is."""
        # Only sentences without people's words are kept: a name must not stay here.
        is_ours = all(isinstance(value, int) for value in arguments.values())
        return (self._known if is_ours else self._format)(message, tuple(arguments.items()))

    def html(self, message: str, /, **arguments: Any) -> Markup:
        """Return a message that holds tags of its own; what is filled in is escaped.

        Examples
        --------
        >>> catalogue("en").html("page-error-number", number="<1>")
        Markup('If you ask for help, give this number: <code>&lt;1&gt;</code>.')
        """
        told = {name: self._fill(value) for name, value in arguments.items()}
        safe = {name: str(escape(value)) if isinstance(value, str) else value for name, value in told.items()}
        # The catalogue is ours.
        return Markup(self(message, **safe))

    def tell(self, words: str | Message) -> str:
        """Return a sentence in this language; one that comes as a text is English in any."""
        if isinstance(words, Message):
            english = words.arguments.get("detail")
            return str(english) if english and self.language == DEFAULT else self(words.id, **words.arguments)
        return words if self.language == DEFAULT or not words else English(words)

    def detail(self, words: str | Message) -> str:
        """Return what the library says in English, where a page in another language shows it below a sentence."""
        return str(words.arguments.get("detail", "")) if isinstance(words, Message) and self.language != DEFAULT else ""

    def _fill(self, value: Any) -> Any:
        if isinstance(value, Message):
            return self.tell(value)
        return f"{value[:_LONGEST]}…" if isinstance(value, str) and len(value) > _LONGEST else value

    def _format(self, message: str, arguments: tuple[tuple[str, Any], ...]) -> str:
        pattern = self._bundle.get_message(message).value
        if pattern is None:
            raise KeyError(message)
        filled, later = {}, {}
        for name, value in arguments:
            filled[name] = self._fill(value)
            if isinstance(value, Message) and len(filled[name]) > _LONGEST:
                # A long list is put in afterwards, whole: its end says how much more there is.
                mark = f"\ue000{name}\ue001"
                later[mark], filled[name] = filled[name], mark
        text, problems = self._bundle.format_pattern(pattern, filled)
        if problems:
            raise problems[0]
        told = str(text)
        for mark, words in later.items():
            told = told.replace(mark, words)
        return told


def catalogue_files(language: str) -> list[Path]:
    """Return the files with a language's texts."""
    return sorted(LOCALES.glob(f"{language}/*.ftl"))


@cache
def catalogues() -> dict[str, Catalogue]:
    """Return the catalogues of all languages, by code."""
    languages = sorted(folder.name for folder in LOCALES.iterdir())
    return {language: Catalogue(language) for language in languages}


def language_names() -> dict[str, str]:
    """Return what each language calls itself, by its code.

    Examples
    --------
    >>> language_names()
    {'de': 'Deutsch', 'en': 'English'}
    """
    return {language: say("page-language") for language, say in catalogues().items()}


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


def join_words(words: Sequence[str | Message], how: str = "comma") -> str | Message:
    """Return several words or sentences as one: with "comma", "semicolon", "space" or "line" between them.

    Examples
    --------
    >>> str(join_words(["Owls 6", Message("form-questions", count=1), "Larks 6"], "semicolon"))
    'Owls 6; One question.; Larks 6'
    """
    if len(words) < 2:
        return words[0] if words else ""
    # Halves, so that many words are not many messages within each other.
    middle = len(words) // 2
    return Message(f"page-join-{how}", first=join_words(words[:middle], how), next=join_words(words[middle:], how))


def join_some(words: Sequence[str | Message], most: int) -> str | Message:
    """Return the first words with commas between them, and how many more there are.

    Examples
    --------
    >>> str(join_some(["Ann", "Bo", "Cy"], 2)), join_some(["Ann"], 2)
    ('Ann, Bo and 1 more', 'Ann')
    """
    return join_more(words[:most], max(len(words) - most, 0))


def join_more(words: Sequence[str | Message], n_more: int) -> str | Message:
    """Return words with commas between them, and how many more there are.

    Examples
    --------
    >>> str(join_more(["Ann", "Bo"], 7)), str(join_more(["Ann", "Bo"], 0))
    ('Ann, Bo and 7 more', 'Ann, Bo')
    """
    some = join_words(words)
    return join_words([some, Message("answers-and-more", count=n_more)], "space") if n_more else some
