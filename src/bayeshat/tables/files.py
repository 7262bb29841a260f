"""What is in a file, whatever its name says: a table or something else, and in which encoding."""

from __future__ import annotations

import codecs
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ..errors import AnswersError
from ..words.message import Message

# How files begin that are no tables, and what they are.
_STARTS = (
    (b"%PDF", "pdf"),
    (b"\x89PNG", "picture"),
    (b"\xff\xd8\xff", "picture"),
    (b"GIF8", "picture"),
    (b"\x1f\x8b", "compressed"),
    (b"\xd0\xcf\x11\xe0", "old-office"),
    (b"<!doctype html", "web-page"),
    (b"<html", "web-page"),
)
_ZIP = b"PK\x03\x04"
# What the names in a packed file show it to be.
_PACKED = (("xl/", "workbook"), ("word/", "document"), ("ppt/", "presentation"), ("mimetype", "open-document"))
_LONGEST = 64
# A byte order mark says the encoding; other text is UTF-8 if it can be.
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_WIDE = ("utf_16_le", "utf_16_be")
# What spreadsheets wrote before UTF-8; of two that read a file equally well, the earlier one holds.
_OLD = ("cp1252", "mac_roman", "cp1250", "cp1251", "mac_cyrillic", "cp1253", "cp932", "gb18030")
# Letters that hardly any text in a Western language holds, and that Windows has where a Mac has common ones.
_RARE = frozenset("ŠšŽžŸƒ")
# So many times more zeros in one half than in the other are clear.
_CLEAR = 10
_CHUNK = 1 << 20
# Bytes of lines with other than plain letters that are enough to tell.
_SAMPLE = 1 << 16


def refuse_other_files(path: Path, packed: bool) -> None:
    """Raise AnswersError if a file that should hold a table begins as another kind does; a workbook is packed."""
    with path.open("rb") as file:
        start = file.read(_LONGEST)
    plain = start.lstrip().lower()
    for beginning, kind in _STARTS:
        if start.startswith(beginning) or plain.startswith(beginning):
            raise AnswersError(Message("table-not-a-table", file=path.name, got=Message(f"table-got-{kind}")))
    if start.startswith(_ZIP) and not packed:
        raise AnswersError(Message("table-not-text", file=path.name, got=Message(f"table-got-{_look_into(path)}")))


def _look_into(path: Path) -> str:
    """Return what a packed file is."""
    try:
        with zipfile.ZipFile(path) as packed:
            names = packed.namelist()
    except (zipfile.BadZipFile, NotImplementedError):
        return "damaged"
    return next((kind for part, kind in _PACKED if any(name.startswith(part) for name in names)), "zip")


def detect_encoding(path: Path) -> tuple[str, bool]:
    """Return the encoding of a text file, and whether it is a guess."""
    with path.open("rb") as file:
        start = file.read(_CHUNK)
    for mark, encoding in _MARKS:
        if start.startswith(mark):
            if not _decodes(path, encoding):
                raise AnswersError(
                    Message("table-wrong-bytes", file=path.name, encoding=encoding.removesuffix("-sig").upper())
                )
            return encoding, False
    if b"\0" in start:
        return _detect_wide(path, start), False
    if _decodes(path, "utf-8"):
        return "utf-8", False
    found = next(encoding for encoding in _guesses(_telling_lines(path)) if _decodes(path, encoding))
    return found, True


def _detect_wide(path: Path, start: bytes) -> str:
    """Return which UTF-16 a file without a byte order mark is in: only one half of each sign of plain text is zero."""
    zeros = start[1::2].count(0), start[::2].count(0)
    encoding = _WIDE[zeros[0] < zeros[1]]
    if min(zeros) * _CLEAR > max(zeros) or not _decodes(path, encoding):
        raise AnswersError(Message("table-zeros", file=path.name))
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
