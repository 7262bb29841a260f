"""What is in a file, whatever its name says: a table or something else, and in which encoding."""

from __future__ import annotations

import codecs
import unicodedata
import zipfile
from collections.abc import Iterator
from pathlib import Path

from ..errors import AnswersError

_SAVE = "Save the table as .xlsx or .csv in the program that made it."
_UNPACK = "Unpack it, and give the table that is in it."
_DOWNLOAD = "Open the page in your browser, and download the table from there as .csv or .xlsx."
# How files begin that are no tables, what they are, and what to do.
_STARTS = (
    (b"%PDF", "a PDF document", _SAVE),
    (b"\x89PNG", "a picture", _SAVE),
    (b"\xff\xd8\xff", "a picture", _SAVE),
    (b"GIF8", "a picture", _SAVE),
    (b"\x1f\x8b", "a compressed file", _UNPACK),
    (
        b"\xd0\xcf\x11\xe0",
        "an old Excel or Word file, or one with a password",
        "Open it, and save it as .xlsx without a password.",
    ),
    (b"<!doctype html", "a web page", _DOWNLOAD),
    (b"<html", "a web page", _DOWNLOAD),
)
_ZIP = b"PK\x03\x04"
# What the names in a packed file show it to be.
_PACKED = (
    ("xl/", "what looks like a workbook", "Rename it to end in .xlsx."),
    ("word/", "a Word document", _SAVE),
    ("ppt/", "a presentation", _SAVE),
    ("mimetype", "an OpenDocument file", "Open it, and save it as .xlsx or .csv."),
)
_LONGEST = 64
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


def refuse_other_files(path: Path, packed: bool) -> None:
    """Raise AnswersError if a file that should hold a table begins as another kind does; a workbook is packed."""
    with path.open("rb") as file:
        start = file.read(_LONGEST)
    plain = start.lstrip().lower()
    for beginning, what, remedy in _STARTS:
        if start.startswith(beginning) or plain.startswith(beginning):
            raise AnswersError(f"{path.name} must be a table with a row per person; got {what}. {remedy}")
    if start.startswith(_ZIP) and not packed:
        what, remedy = _look_into(path)
        raise AnswersError(f"{path.name} must be text with one line per person; got {what}. {remedy}")


def _look_into(path: Path) -> tuple[str, str]:
    """Return what a packed file is, and what to do."""
    try:
        with zipfile.ZipFile(path) as packed:
            names = packed.namelist()
    except (zipfile.BadZipFile, NotImplementedError):
        return "a damaged ZIP file or workbook", "Save it again as .xlsx or .csv."
    kinds = ((what, remedy) for part, what, remedy in _PACKED if any(name.startswith(part) for name in names))
    return next(kinds, ("a ZIP file", _UNPACK))


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
