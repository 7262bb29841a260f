"""Names in any script: shown with an installed font that has their signs, and never read as formulas."""

from __future__ import annotations

import functools
import textwrap
import unicodedata
from collections.abc import Sequence

from matplotlib import font_manager
from matplotlib.axis import Axis
from matplotlib.text import Text

_MISSING = "□"
_LONGEST = 28
# Signs that join or shape others: where no font has them, what is left reads the same.
_UNSEEN = ("Cf", "Cc", "Cs", "Mn", "Me")


def write(text: Text, words: str, longest: int = _LONGEST, lines: int = 1) -> None:
    """Put words into a text, shortened, with fonts that can show them."""
    shown, fonts = fit_words(words, longest, lines)
    text.set_text(shown)
    _add_fonts(text, fonts)


def write_ticks(
    axis: Axis, places: Sequence[float], words: Sequence[str], longest: int = _LONGEST, lines: int = 1
) -> None:
    """Put words at places of an axis."""
    fitted = [fit_words(word, longest, lines) for word in words]
    axis.set_ticks(places, labels=[shown for shown, _ in fitted])
    for label, (_, fonts) in zip(axis.get_ticklabels(), fitted, strict=True):
        _add_fonts(label, fonts)


def fit_words(words: str, longest: int = _LONGEST, lines: int = 1) -> tuple[str, tuple[str, ...]]:
    """Return words as they can be shown, in lines that are not too long, and the fonts needed besides the usual one."""
    plain = " ".join(unicodedata.normalize("NFC", words).split())
    folded = textwrap.wrap(plain, longest, max_lines=lines, placeholder="…", break_on_hyphens=False)
    if folded == ["…"] or (folded and len(plain) > longest * lines and len("".join(folded)) < longest * lines // 2):
        # One long word: nothing to break at.
        folded = [plain[: longest - 1] + "…"]
    signs, fonts = [], []
    for sign in "\n".join(folded):
        font = "" if sign == "\n" else _font_with(sign)
        if font:
            fonts.append(font)
        if font is not None:
            signs.append(sign)
        elif unicodedata.category(sign) not in _UNSEEN:
            signs.append(_MISSING)
    return "".join(signs).replace("$", r"\$"), tuple(dict.fromkeys(fonts))


def _add_fonts(text: Text, fonts: tuple[str, ...]) -> None:
    if fonts:
        text.set_fontfamily([*text.get_fontfamily(), *fonts])


@functools.cache
def _font_with(sign: str) -> str | None:
    """Return the family of an installed font with a sign: "" if the usual one has it, None if none has."""
    usual = font_manager.findfont(font_manager.FontProperties())
    if ord(sign) in _signs_of(usual):
        return ""
    for entry in sorted(font_manager.fontManager.ttflist, key=lambda entry: "Sans" not in entry.name):
        # A family is looked up by its name again, which gives its upright, regular face. Fonts of last resort have a
        # box for every sign.
        regular = entry.style == "normal" and entry.weight in (400, "normal", "regular")
        if regular and "Last Resort" not in entry.name and ord(sign) in _signs_of(entry.fname):
            return str(entry.name)
    return None


@functools.cache
def _signs_of(path: str) -> frozenset[int]:
    try:
        return frozenset(font_manager.get_font(path).get_charmap())
    except (OSError, RuntimeError):
        return frozenset()
