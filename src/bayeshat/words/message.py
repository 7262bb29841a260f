"""What bayeshat says: messages, and the catalogues that put them into words.

A folder of catalogues has a folder for each language, with Fluent files such as ``locales/de/rules.ftl``. The ids in a
file start with its name: ``rules-apart`` stands in ``rules.ftl``. The library's folder is beside this file; the web
application adds its own. To add a language, copy the folders ``en`` to folders called by the language's code ("fr") and
translate the texts: nothing else needs to know. A language that has only some of the files, as Spanish does, is for
respondents' pages alone; what it lacks is said in English. Tests check that the files of all languages have the same
messages, that all are used, and that respondents read nothing in another language. German speaks to respondents as "du"
and to organisers as "Sie".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from .voice import DEFAULT, Vocabulary, current_voice, setting

if TYPE_CHECKING:
    from markupsafe import Markup

LIBRARY = Path(__file__).parent / "locales"
_folders = [LIBRARY]
# Where a language is written in several ways: whose dates.
_REGIONS = {"en": "en-GB"}
# Fluent refuses to fill in texts of more than 2500 characters.
_LONGEST = 2000
# Fluent cannot format numbers of hundreds of digits; ones this large are filled in as texts.
_LARGEST = 10**15


@dataclass(frozen=True)
class Setting:
    """A setting that a message names; as text it is what the reader calls it.

    Examples
    --------
    >>> str(Setting("target", "balanced"))
    'target="balanced"'
    """

    name: str
    value: object = None

    def __str__(self) -> str:
        return setting(self.name, self.value)


class Message:
    """A sentence for people that is put into words where the reader's language is known.

    Programs look at its id and its facts, never at its text. As text it is in the language of the current voice.

    Parameters
    ----------
    id
        Its id in the catalogues (``words/locales``).
    text
        The sentence itself, or another message, where the id stands in no catalogue and only tells programs what it is.
    **facts
        What is filled in: numbers, texts, times, settings, or further messages. ``detail`` is not filled in: it is what
        there is in English alone, which English pages show instead, and others below the sentence.

    Examples
    --------
    >>> note = Message("words-and", first="Ann", last="Bo")
    >>> note.id, note.facts["last"], str(note)
    ('words-and', 'Bo', 'Ann and Bo')
    """

    __slots__ = ("facts", "id")

    def __init__(self, id: str, text: str | Message | None = None, /, **facts: Any) -> None:  # noqa: A002
        self.id = id
        if text is not None:
            facts["text"] = text
        # NumPy's numbers become Python's.
        self.facts: Mapping[str, Any] = {
            name: value.item() if hasattr(value, "item") else value for name, value in facts.items()
        }

    def __str__(self) -> str:
        return catalogue(current_voice().language, pages=False).tell(self)

    def __repr__(self) -> str:
        return f"Message({self.id!r}{''.join(f', {name}={value!r}' for name, value in self.facts.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.id, self.facts) == (other.id, other.facts)

    def __hash__(self) -> int:
        return hash(self.id)

    def to_plain(self) -> list[Any]:
        """Return the message as plain values for JSON.

        Examples
        --------
        >>> Message("words-and", first="Ann", last=Message("words-language")).to_plain()
        ['words-and', {'first': 'Ann', 'last': {'message': ['words-language', {}]}}]
        """
        return [self.id, {name: to_plain(value) for name, value in self.facts.items()}]

    @classmethod
    def from_plain(cls, plain: Sequence[Any]) -> Self:
        """Read what :meth:`to_plain` returned."""
        name, facts = plain
        return cls(name, **{fact: from_plain(value) for fact, value in facts.items()})


def to_plain(value: Any) -> Any:
    """Return a fact, or words, as plain values for JSON: a text stays as it is."""
    if isinstance(value, Message):
        return {"message": value.to_plain()}
    if isinstance(value, Setting):
        return {"setting": [value.name, value.value]}
    return value


def from_plain(value: Any) -> Any:
    """Read what ``to_plain`` returned."""
    if not isinstance(value, dict):
        return value
    return Message.from_plain(value["message"]) if "message" in value else Setting(*value["setting"])


def join(words: Sequence[str | Message], how: str = "comma") -> str | Message:
    """Return several words or sentences as one.

    Parameters
    ----------
    how
        What stands between them: "comma", "semicolon", "space", "line", or "then"; with "and" or "or", that before the
        last and commas before.

    Examples
    --------
    >>> str(join(["Owls", "Larks", "Jays"], "or")), str(join(["Owls", "Larks"], "semicolon")), join(["Owls"])
    ('Owls, Larks or Jays', 'Owls; Larks', 'Owls')
    """
    if len(words) < 2:
        return words[0] if words else ""
    if how in ("and", "or"):
        return Message(f"words-{how}", first=join(words[:-1]), last=words[-1])
    # Halves, so that many words are not many messages within each other.
    middle = len(words) // 2
    return Message(f"words-{how}", first=join(words[:middle], how), next=join(words[middle:], how))


def join_more(words: Sequence[str | Message], n_more: int) -> str | Message:
    """Return words with commas between them, and how many more there are.

    Examples
    --------
    >>> str(join_more(["Ann", "Bo"], 7)), str(join_more(["Ann", "Bo"], 0))
    ('Ann, Bo and 7 more', 'Ann, Bo')
    """
    some = join(words)
    return Message("words-and-more", first=some, count=n_more) if n_more else some


def join_names(names: Sequence[str], most: int) -> str | Message:
    """Return names as they are read out; of many, some, and how many more there are.

    Examples
    --------
    >>> str(join_names(["Ann", "Bo", "Cy"], 3)), str(join_names(["Ann", "Bo", "Cy", "Di"], 2))
    ('Ann, Bo and Cy', 'Ann, Bo and 2 more')
    """
    # "and 1 more" is no shorter than the name.
    return join_some(names, most) if len(names) > most + 1 else join(names, "and")


def join_some(words: Sequence[str | Message], most: int) -> str | Message:
    """Return the first words with commas between them, and how many more there are.

    Examples
    --------
    >>> str(join_some(["Ann", "Bo", "Cy"], 2)), join_some(["Ann"], 2)
    ('Ann, Bo and 1 more', 'Ann')
    """
    return join_more(words[:most], max(len(words) - most, 0))


class English(str):
    """Words that exist in English only, on a page in another language."""

    __slots__ = ()


class Catalogue:
    """What is said in one language; call it with a message's id and its facts.

    Parameters
    ----------
    language
        The name of a folder in ``locales``.
    pages
        Whether it speaks on pages: there a message's attribute ``page`` is said in its place, where it has one, for a
        page has neither keywords nor options.

    Examples
    --------
    >>> say = catalogue("en")
    >>> say("words-and", first="Ann, Bo", last="Cy")
    'Ann, Bo and Cy'
    """

    def __init__(self, language: str, pages: bool = True) -> None:
        # The first sentence imports it; `import bayeshat` does not.
        from fluent.runtime import FluentBundle

        self.language, self.pages = language, pages
        # Names may be in any script; the marks that keep directions apart would be copied with them.
        self._bundle = FluentBundle(
            [_REGIONS.get(language, language)], functions={"SETTING": _call_setting}, use_isolating=False
        )
        self._read: set[Path] = set()
        self._known = lru_cache(maxsize=4096)(self._format)

    def __contains__(self, message: str) -> bool:
        if not self._bundle.has_message(message):
            self._read_file(message.partition("-")[0])
        return self._bundle.has_message(message)

    def __call__(self, message: str, /, **facts: Any) -> str:
        """Return a message; a missing one, or one with a gap, is an error as a missing name in a template is."""
        # Only sentences without people's words are kept: a name must not stay here.
        is_ours = all(isinstance(value, int) for value in facts.values())
        told = self._known if is_ours else self._format
        return told(message, tuple(facts.items()), current_voice().settings)

    def html(self, message: str, /, **facts: Any) -> Markup:
        """Return a message that holds tags of its own; what is filled in is escaped, unless it is markup.

        Examples
        --------
        >>> catalogue("en").html("words-and", first="<1>", last="2")
        Markup('&lt;1&gt; and 2')
        """
        from markupsafe import Markup, escape

        filled, tagged = {}, {}
        for name, value in facts.items():
            if isinstance(value, Markup):
                filled[name], tagged[name] = _mark(name), str(value)
            else:
                told = self._fill(value)
                filled[name] = str(escape(told)) if isinstance(told, str) else told
        # The catalogue is ours.
        return Markup(_put_in(self(message, **filled), tagged))

    def tell(self, words: str | Message) -> str:
        """Return a sentence in this language; one that comes as a text is English in any."""
        if isinstance(words, Message):
            if "text" in words.facts and words.id not in self:
                return self.tell(words.facts["text"])
            english = words.facts.get("detail")
            return str(english) if english and self.language == DEFAULT else self(words.id, **words.facts)
        return words if self.language == DEFAULT or not words else English(words)

    def detail(self, words: str | Message) -> str:
        """Return what the library says in English, where a page in another language shows it below a sentence."""
        return str(words.facts.get("detail", "")) if isinstance(words, Message) and self.language != DEFAULT else ""

    def read_all(self) -> None:
        """Read all files now, rather than when a message of each is first asked for."""
        for file in catalogue_files(self.language):
            self._read_file(file.stem)

    def _fill(self, value: Any) -> Any:
        if isinstance(value, Message):
            return self.tell(value)
        if isinstance(value, Setting):
            return str(value)
        if isinstance(value, int) and abs(value) >= _LARGEST:
            value = str(value)
        return f"{value[:_LONGEST]}…" if isinstance(value, str) and len(value) > _LONGEST else value

    def _format(self, message: str, facts: tuple[tuple[str, Any], ...], settings: Vocabulary) -> str:  # noqa: ARG002
        # Sentences are kept for each vocabulary of settings.
        if message not in self:
            if self.language in languages(whole=True):
                raise KeyError(message)
            return English(catalogue(DEFAULT, pages=self.pages)(message, **dict(facts)))
        found = self._bundle.get_message(message)
        pattern = (found.attributes.get("page") if self.pages else None) or found.value
        if pattern is None:
            raise KeyError(message)
        # Groups are groups unless a message says that its survey calls them houses.
        filled: dict[str, Any] = {"noun": "group"}
        later = {}
        for name, value in facts:
            filled[name] = self._fill(value)
            if isinstance(value, Message) and len(filled[name]) > _LONGEST:
                # A long list is put in afterwards, whole: its end says how much more there is.
                later[name], filled[name] = filled[name], _mark(name)
        text, problems = self._bundle.format_pattern(pattern, filled)
        if problems:
            raise problems[0]
        return _put_in(str(text), later)

    def _read_file(self, stem: str) -> None:
        from fluent.runtime import FluentResource

        for folder in _folders:
            file = folder / self.language / f"{stem}.ftl"
            if file not in self._read and file.is_file():
                self._bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
                # Last: another thread may look while this one reads.
                self._read.add(file)


def _call_setting(name: Any, value: Any = None) -> Any:
    """Return what the reader calls a setting, for ``SETTING("target", "balanced")`` in a catalogue."""
    return setting(name, value)


def _mark(name: str) -> str:
    """Return what stands in a message for a fact that is put in afterwards."""
    return f"\ue000{name}\ue001"


def _put_in(text: str, facts: Mapping[str, str]) -> str:
    for name, words in facts.items():
        text = text.replace(_mark(name), words)
    return text


def add_folder(folder: Path) -> None:
    """Look for catalogues in this folder, too."""
    if folder not in _folders:
        _folders.append(folder)


def catalogue_files(language: str) -> list[Path]:
    """Return all catalogues in a language."""
    return sorted(file for folder in _folders for file in folder.glob(f"{language}/*.ftl"))


@cache
def languages(whole: bool = False) -> tuple[str, ...]:
    """Return the codes of all languages, or of those that organisers can read everything in.

    Examples
    --------
    >>> languages(), languages(whole=True)
    (('de', 'en', 'es'), ('de', 'en'))
    """
    files = {folder.name: {file.name for file in folder.iterdir()} for folder in LIBRARY.iterdir() if folder.is_dir()}
    return tuple(sorted(language for language in files if not whole or files[language] >= files[DEFAULT]))


@cache
def _catalogue(language: str, pages: bool) -> Catalogue:
    return Catalogue(language, pages)


def catalogue(language: str, *, pages: bool = True) -> Catalogue:
    """Return the catalogue of a language; of one that we do not have, English."""
    return _catalogue(language if language in languages() else DEFAULT, pages)


def language_names(whole: bool = False) -> dict[str, str]:
    """Return what each language calls itself, by its code.

    Examples
    --------
    >>> language_names()
    {'de': 'Deutsch', 'en': 'English', 'es': 'Español'}
    """
    return {language: catalogue(language)("words-language") for language in languages(whole)}


def choose_language(accepted: str, whole: bool = False) -> str:
    """Return the first of the languages a browser asks for that we have.

    Examples
    --------
    >>> choose_language("fr-CH, de;q=0.8, en;q=0.5"), choose_language("fr")
    ('de', 'en')
    """
    asked = (part.split(";")[0].strip().split("-")[0].lower() for part in accepted.split(","))
    return next((language for language in asked if language in languages(whole)), DEFAULT)
