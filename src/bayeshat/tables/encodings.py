"""Which encoding a text file is in."""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from ..errors import AnswersError

# A byte order mark says the encoding; other text is UTF-8 if it can be.
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_WIDE = ("utf_16_le", "utf_16_be")
# What spreadsheets wrote before UTF-8; of two that read a file equally well, the earlier one holds.
_OLD = {
    "cp1252": "Windows (Western)",
    "mac_roman": "Mac Roman",
    "cp1250": "Windows (Central European)",
    "cp1251": "Windows (Cyrillic)",
    "mac_cyrillic": "Mac Cyrillic",
    "cp1253": "Windows (Greek)",
    "cp932": "Windows (Japanese)",
    "gb18030": "Windows (Chinese)",
}
# Letters that hardly any text in a Western language holds, and that Windows has where a Mac has common ones.
_RARE = frozenset("ŠšŽžŸƒ")
# So many times more zeros in one half than in the other are clear.
_CLEAR = 10
_CHUNK = 1 << 20
# Bytes of lines with other than plain letters that are enough to tell.
_SAMPLE = 1 << 16


def detect_encoding(path: Path) -> tuple[str, str]:
    """Return the encoding of a text file and, if it is a guess, its name in words."""
    with path.open("rb") as file:
        start = file.read(_CHUNK)
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            if not _decodes(path, encoding):
                raise AnswersError(
                    f"{path.name} must be {encoding.removesuffix('-sig').upper()} text, as its first bytes say; got "
                    "bytes that are not. Export the answers again as CSV (UTF-8)."
                )
            return encoding, ""
    if b"\0" in start:
        return _detect_wide(path, start), ""
    if _decodes(path, "utf-8"):
        return "utf-8", ""
    found = next(encoding for encoding in _guesses(_telling_lines(path)) if _decodes(path, encoding))
    return found, _OLD[found]


def _detect_wide(path: Path, start: bytes) -> str:
    """Return which UTF-16 a file without a byte order mark is in: only one half of each sign of plain text is zero."""
    zeros = start[1::2].count(0), start[::2].count(0)
    encoding = _WIDE[zeros[0] < zeros[1]]
    if min(zeros) * _CLEAR > max(zeros) or not _decodes(path, encoding):
        raise AnswersError(
            f"{path.name} must be text; got bytes that are not (zeros). Export the answers as CSV (UTF-8) or XLSX."
        )
    return encoding


def _telling_lines(path: Path) -> bytes:
    """Return the first lines that hold more than ASCII."""
    found = b""
    with path.open("rb") as file:
        for line in file:
            if not line.isascii():
                found += line[:_SAMPLE]
            if len(found) >= _SAMPLE:
                break
    return found


def _guesses(text: bytes) -> Iterator[str]:
    """Yield the encodings that the text may be in, the most plausible first."""
    import charset_normalizer

    ranks = {encoding: rank for rank, encoding in enumerate(_OLD)}
    found = []
    for match in charset_normalizer.from_bytes(text, cp_isolation=list(_OLD)):
        encoding = min(filter(ranks.__contains__, match.could_be_from_charset), key=ranks.__getitem__)
        found.append((_odd_signs(str(match)), match.chaos, ranks[encoding], encoding))
    # Where nothing looks right, the commonest may still do; a Mac has a sign for every byte.
    yield from (*(encoding for *_, encoding in sorted(found)), "cp1252", "mac_roman")


def _odd_signs(text: str) -> float:
    """Return how many signs stand where nobody writes them.

    These are symbols and other alphabets within a word, capitals after small letters, and, counted half, rare letters.
    """
    odd = 0.0
    for before, sign, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if sign.isascii() or sign == "’":
            continue
        kind = unicodedata.category(sign)
        latin = unicodedata.name(sign, "").startswith("LATIN")
        in_word = before.isalpha() and after.isalpha() and not sign.isalpha()
        mixed = sign.isalpha() and not latin and (before + after).isascii() and (before.isalpha() or after.isalpha())
        odd += in_word or mixed or (kind == "Lu" and before.islower()) or kind in ("Cc", "Cn", "Co")
        odd += 0.5 * (sign in _RARE)
    return odd


def _decodes(path: Path, encoding: str) -> bool:
    """Say whether all of the file is text in this encoding, reading it in pieces."""
    decoder = codecs.getincrementaldecoder(encoding)()
    try:
        with path.open("rb") as file:
            while chunk := file.read(_CHUNK):
                decoder.decode(chunk)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
