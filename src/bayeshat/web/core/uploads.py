"""Uploaded tables, read within limits that are checked before anything is unpacked."""

from __future__ import annotations

import base64
import csv
import io
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path, PurePath
from typing import Any
from xml.parsers import expat

from ...words.message import Message
from ..refusals import Refused
from ..security import Keys
from ..settings import Settings

_KINDS = (".csv", ".tsv", ".txt", ".xlsx")
_FIELD = "file"
# Limits of a workbook once it is unpacked, and of any table.
_MOST_UNPACKED = 64 * 2**20
_MOST_PARTS = 1000
_MOST_CELLS = 2_000_000
_MOST_COLUMNS = 2000
_MOST_ELEMENTS = 8_000_000
_CHUNK = 1 << 16
# The most that one field of a form holds, in bytes: a file that a page gives back.
LONGEST_HELD = 20_000_000
# How long a file that was shown may wait to be kept, in seconds.
_HELD_SECONDS = 3600
# Signs of a file's name that are kept: four bytes each, it must still be a name.
_LONGEST_STEM = 60


@contextmanager
def checked_file(filename: str, data: bytes, settings: Settings) -> Iterator[Path]:
    """Return the path of an uploaded CSV, TSV or XLSX file for as long as it is read.

    Raises
    ------
    Refused
        If the file is too large in any sense.
    """
    if not data:
        raise Refused(Message("answers-file-empty" if filename else "answers-file-missing"), _FIELD)
    suffix = PurePath(filename).suffix.lower()
    if suffix not in _KINDS:
        raise Refused(Message("answers-file-kind"), _FIELD)
    if len(data) > settings.max_upload:
        raise Refused(Message("answers-file-size", most=settings.max_upload // 2**20), _FIELD)
    if suffix == ".xlsx":
        check_workbook(data, settings.max_people)
    else:
        check_text(data, settings.max_people)
    with named_file(filename, ".csv" if suffix == ".txt" else suffix, data) as path:
        yield path


@contextmanager
def named_file(sent: str, suffix: str, data: bytes) -> Iterator[Path]:
    """Return the path of a file with this content for as long as it is read, named as it was sent: errors tell that."""
    stem = PurePath(sent.replace("\\", "/")).stem
    safe = "".join(sign for sign in stem if sign.isprintable())[:_LONGEST_STEM]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{safe or 'file'}{suffix}"
        path.write_bytes(data)
        yield path


def sign_file(keys: Keys, filename: str, data: bytes, settings: Settings) -> str:
    """Return a file as text for a page that asks about it: nothing is kept here until that is answered."""
    return sign_held(keys, [filename, base64.b64encode(data).decode()], "table", settings)


def read_signed(keys: Keys, text: str) -> tuple[str, bytes]:
    """Return the name and content of a file that a page asked about; Refused if it is none of ours or too old."""
    content = read_held(keys, text, "table")
    if content is None:
        raise Refused(Message("answers-file-gone"), _FIELD)
    return content[0], base64.b64decode(content[1])


def sign_held(keys: Keys, content: Any, purpose: str, settings: Settings) -> str:
    """Return something as text that a page holds; Refused if the page could not send it back."""
    text = keys.sign(content, purpose)
    if len(text) > min(settings.max_held, LONGEST_HELD):
        raise Refused(Message("answers-file-too-much"), _FIELD)
    return text


def read_held(keys: Keys, text: str, purpose: str) -> Any:
    """Return what a page held for this purpose; None if it is none of ours or too old."""
    return keys.unsign(text, purpose, _HELD_SECONDS)


def check_text(data: bytes, most_people: int) -> None:
    """Refuse a text file with too many rows, cells or columns."""
    lines = data.count(b"\n") + data.count(b"\r")
    # Cells may hold line breaks, and lines may be empty: what is not far too long is counted when it is read.
    if lines > 20 * most_people + 1000:
        raise Refused(Message("answers-file-rows", most=most_people, count=lines), _FIELD)
    cells = lines + sum(data.count(sign) for sign in (b",", b";", b"\t"))
    if cells > _MOST_CELLS:
        raise Refused(Message("answers-file-cells", most=_MOST_CELLS), _FIELD)
    start = io.StringIO(data.decode("utf-8", "replace"), newline="")
    for delimiter in ",;\t":
        start.seek(0)
        try:
            widths = [len(row) for row, _ in zip(csv.reader(start, delimiter=delimiter), range(3), strict=False)]
        except csv.Error:
            continue
        if max(widths, default=0) > _MOST_COLUMNS:
            raise Refused(Message("answers-file-columns", most=_MOST_COLUMNS), _FIELD)


def check_workbook(data: bytes, most_people: int) -> None:
    """Refuse a workbook that unpacks to too much; nothing is kept of it while it is looked at."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if len(parts) > _MOST_PARTS or sum(part.file_size for part in parts) > _MOST_UNPACKED:
                raise Refused(Message("answers-workbook-unpacked"), _FIELD)
            counter = _Counter(most_people)
            for part in parts:
                # A sheet may have any name; what is no XML (pictures) ends at its first bytes.
                must = part.filename.lower().endswith((".xml", ".rels"))
                with archive.open(part) as file, nullcontext() if must else suppress(expat.ExpatError):
                    counter.read(iter(partial(file.read, _CHUNK), b""))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, expat.ExpatError):
        raise Refused(Message("answers-workbook-damaged"), _FIELD) from None


class _Counter:
    """Counts what a workbook holds while its XML goes by."""

    def __init__(self, most_people: int) -> None:
        self.most_rows = 2 * most_people + 1000
        self.elements = self.rows = self.cells = 0

    def read(self, chunks: Iterator[bytes]) -> None:
        """Count one part."""
        parser = expat.ParserCreate()
        parser.StartElementHandler = self._start
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        self.rows = 0
        for chunk in chunks:
            parser.Parse(chunk, False)
        parser.Parse(b"", True)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        plain = name.rpartition(":")[2]
        if plain == "row":
            self.rows += 1
        elif plain == "c":
            self.cells += 1
            if _column(attributes.get("r", "")) > _MOST_COLUMNS:
                raise Refused(Message("answers-workbook-columns", most=_MOST_COLUMNS), _FIELD)
        if self.rows > self.most_rows:
            raise Refused(Message("answers-workbook-rows", most=self.most_rows), _FIELD)
        if self.cells > _MOST_CELLS or self.elements > _MOST_ELEMENTS:
            raise Refused(Message("answers-workbook-cells", most=_MOST_CELLS), _FIELD)

    def _refuse_doctype(self, *_: Any) -> None:
        raise Refused(Message("answers-workbook-doctype"), _FIELD)


def _column(reference: str) -> int:
    """Return the number of a cell's column, from 1; "B7" is in column 2."""
    number = 0
    for sign in reference:
        if not "A" <= sign <= "Z":
            break
        number = 26 * number + ord(sign) - ord("A") + 1
        if number > _MOST_COLUMNS:
            break
    return number
