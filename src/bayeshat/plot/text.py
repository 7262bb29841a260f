"""Text in any script: shown in an installed font that has its characters, and never read as a formula."""

from __future__ import annotations

import functools
import textwrap
import unicodedata
from collections.abc import Sequence

from matplotlib import font_manager
from matplotlib.axis import Axis
from matplotlib.text import Text

# Shown for a character that no installed font has.
MISSING = "□"
# The usual length of a line, in characters.
MAX_LENGTH = 28
# Categories of characters that only join or shape others. If no font has them, the rest still reads the same.
INVISIBLE = ("Cf", "Cc", "Cs", "Mn", "Me")


def write(text: Text, words: str, longest: int = MAX_LENGTH, lines: int = 1) -> None:
    """Set a text to these words, shortened, in fonts that can show them."""
    shown, fonts = fit_words(words, longest, lines)
    text.set_text(shown)
    _add_fonts(text, fonts)


def write_ticks(
    axis: Axis, places: Sequence[float], words: Sequence[str], longest: int = MAX_LENGTH, lines: int = 1
) -> None:
    """Label places of an axis with these words."""
    fitted = [fit_words(word, longest, lines) for word in words]
    axis.set_ticks(places, labels=[shown for shown, _ in fitted])
    for label, (_, fonts) in zip(axis.get_ticklabels(), fitted, strict=True):
        _add_fonts(label, fonts)


def fit_words(words: str, longest: int = MAX_LENGTH, lines: int = 1) -> tuple[str, tuple[str, ...]]:
    """Return words that can be shown, in lines of limited length, and the fonts they need besides the usual one."""
    plain = " ".join(unicodedata.normalize("NFC", words).split())
    folded = textwrap.wrap(plain, longest, max_lines=lines, placeholder="…", break_on_hyphens=False)
    if folded == ["…"] or (folded and len(plain) > longest * lines and len("".join(folded)) < longest * lines // 2):
        # One long word cannot be broken.
        folded = [plain[: longest - 1] + "…"]
    characters, fonts = [], []
    for character in "\n".join(folded):
        font = "" if character == "\n" else _font_with(character)
        if font:
            fonts.append(font)
        if font is not None:
            characters.append(character)
        elif unicodedata.category(character) not in INVISIBLE:
            characters.append(MISSING)
    return "".join(characters).replace("$", r"\$"), tuple(dict.fromkeys(fonts))


def _add_fonts(text: Text, fonts: tuple[str, ...]) -> None:
    if fonts:
        text.set_fontfamily([*text.get_fontfamily(), *fonts])


@functools.cache
def _font_with(character: str) -> str | None:
    """Return the family of an installed font with a character: "" if the usual one has it, None if none has it."""
    usual = font_manager.findfont(font_manager.FontProperties())
    if ord(character) in _characters_of(usual):
        return ""
    for entry in sorted(font_manager.fontManager.ttflist, key=lambda entry: "Sans" not in entry.name):
        # Matplotlib finds a family by its name, in its upright, regular face. Fonts of last resort show every character
        # as a box.
        regular = entry.style == "normal" and entry.weight in (400, "normal", "regular")
        if regular and "Last Resort" not in entry.name and ord(character) in _characters_of(entry.fname):
            return str(entry.name)
    return None


@functools.cache
def _characters_of(path: str) -> frozenset[int]:
    try:
        return frozenset(font_manager.get_font(path).get_charmap())
    except (OSError, RuntimeError):
        return frozenset()
