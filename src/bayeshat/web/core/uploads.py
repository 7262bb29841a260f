"""Uploaded files: read once, within limits that are checked before anything is unpacked; kept while a page asks."""

from __future__ import annotations

import csv
import io
import json
import tempfile
import zipfile
import zlib
from collections.abc import Container, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path, PurePath
from typing import Any
from xml.parsers import expat

import numpy as np
from sqlalchemy import ColumnElement, delete, select, update
from sqlalchemy.orm import Session

from ...tables.reading import read_table
from ...tables.table import Column, Table
from ...words.message import Message, from_plain, to_plain
from ..db.database import Database
from ..db.schema import Upload, new_id, now
from ..refusals import Refused
from ..settings import Settings
from ..slow import slow

_KINDS = (".csv", ".tsv", ".txt", ".xlsx")
_FIELD = "file"
# Limits of a workbook once it is unpacked, and of any table.
_MOST_UNPACKED = 64 * 2**20
_MOST_PARTS = 1000
_MOST_CELLS = 2_000_000
_MOST_COLUMNS = 2000
_MOST_ELEMENTS = 8_000_000
_CHUNK = 1 << 16
# How long what was read may wait for an answer, and how much of one organiser does.
_KEPT = timedelta(hours=1)
_MOST_KEPT = 10
# Signs of a file's name that are kept: four bytes each, it must still be a name.
_LONGEST_STEM = 60


@dataclass(frozen=True)
class Uploads:
    """What an organiser's files were read as, while pages ask about them: files of one purpose, for one event or none.

    Nothing is kept for longer than an hour, and of each organiser only the newest few.
    """

    database: Database
    organiser_id: str
    purpose: str
    event_id: str | None = None

    def keep(self, content: Any, shown: dict[str, Any] | None = None, upload_id: str = "") -> str:
        """Keep a table, or any JSON, and what a page says of it, and return its id.

        Of what is kept under an id already, only what the page says is changed.
        """
        if upload_id:
            with self.database.session() as session:
                session.execute(update(Upload).where(*self._is(upload_id)).values(shown=shown or {}))
            return upload_id
        packed = json.dumps(_pack(content) if isinstance(content, Table) else content).encode()
        whose = {"organiser_id": self.organiser_id, "purpose": self.purpose, "event_id": self.event_id}
        made = Upload(id=new_id(), content=packed, shown=shown or {}, ends_at=now() + _KEPT, **whose)
        newest = select(Upload.id).where(Upload.organiser_id == self.organiser_id).order_by(Upload.ends_at.desc())
        with self.database.session() as session:
            session.execute(delete(Upload).where(Upload.id.in_(newest.offset(_MOST_KEPT - 1))))
            session.add(made)
        return made.id

    def find(self, upload_id: str) -> tuple[Any, dict[str, Any]]:
        """Return what is kept under an id, and what a page said of it; Refused if it is gone."""
        with self.database.reading() as session:
            found = session.scalar(select(Upload).where(*self._is(upload_id), Upload.ends_at > now()))
        if found is None:
            raise Refused(Message("answers-file-gone"), _FIELD)
        return json.loads(found.content), found.shown

    def find_table(self, upload_id: str) -> tuple[Table, dict[str, Any]]:
        """Return the same of a table."""
        plain, shown = self.find(upload_id)
        return _unpack(plain), shown

    def open(self, upload_id: str, sent: tuple[str, bytes], settings: Settings) -> tuple[Table, str, dict[str, Any]]:
        """Return the table of a file that was sent or else of one that is kept, its id, and what was shown of it.

        Another file takes the place of the one that is kept; it has no id yet.
        """
        if upload_id and not any(sent):
            table, shown = self.find_table(upload_id)
            return table, upload_id, shown
        return read_upload(*sent, settings), "", {}

    def drop(self, session: Session, upload_id: str) -> bool:
        """Delete what was asked about, now that it is done, and say whether it was there."""
        deleted = session.execute(delete(Upload).where(*self._is(upload_id)))
        return bool(deleted.rowcount)  # type: ignore[attr-defined]

    def _is(self, upload_id: str) -> tuple[ColumnElement[bool], ...]:
        return (
            Upload.id == upload_id,
            Upload.organiser_id == self.organiser_id,
            Upload.purpose == self.purpose,
            Upload.event_id == self.event_id,
        )


def delete_old_uploads(database: Database) -> None:
    """Delete what has waited for an hour."""
    due = Upload.ends_at <= now()
    with database.reading() as session:
        if session.scalar(select(Upload.id).where(due).limit(1)) is None:
            return
    with database.session() as session:
        session.execute(delete(Upload).where(due))


def _pack(table: Table) -> dict[str, Any]:
    """Return a table as it was read, before anything was told of its columns, as JSON."""
    return {
        "columns": [[column.heading, column.values, column.places.tolist()] for column in table.columns],
        "row_numbers": table.row_numbers.tolist(),
        "from_zero": table.from_zero,
        "origin": to_plain(table.origin),
    }


def _unpack(plain: dict[str, Any]) -> Table:
    columns = [
        Column(heading, tuple(values), np.array(places, np.int32)) for heading, values, places in plain["columns"]
    ]
    return Table(tuple(columns), np.array(plain["row_numbers"]), plain["from_zero"], from_plain(plain["origin"]))


@slow
def read_upload(filename: str, data: bytes, settings: Settings) -> Table:
    """Return the table in an uploaded CSV, TSV or XLSX file. This takes time: no session should be open.

    Raises
    ------
    Refused
        If the file is too large in any sense.
    AnswersError
        If it cannot be read.
    """
    with open_upload(filename, data, settings, settings.max_upload) as path:
        return read_table(path)


@contextmanager
def open_upload(
    filename: str, data: bytes, settings: Settings, most: int, about: str = "answers", kinds: Container[str] = _KINDS
) -> Iterator[Path]:
    """Return the path of an uploaded file for as long as it is read, named as it was sent: errors tell that.

    Parameters
    ----------
    filename, data
        What was sent.
    most
        The largest size in bytes.
    about
        The start of the ids of what is said about files that are refused.
    kinds
        How the names of such files end.

    Raises
    ------
    Refused
        If it is another kind of file, or too large in any sense.
    """
    if not data:
        raise Refused(Message("answers-file-empty" if filename else f"{about}-file-missing"), _FIELD)
    sent = PurePath(filename.replace("\\", "/"))
    suffix = sent.suffix.lower()
    if suffix not in kinds:
        raise Refused(Message(f"{about}-file-kind"), _FIELD)
    if len(data) > most:
        raise Refused(Message(f"{about}-file-size", most=most // 2**20), _FIELD)
    (check_workbook if suffix == ".xlsx" else check_text)(data, settings.max_people)
    safe = "".join(sign for sign in sent.stem if sign.isprintable())[:_LONGEST_STEM]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{safe or 'file'}{suffix}"
        path.write_bytes(data)
        yield path


def check_text(data: bytes, most_people: int) -> None:
    """Refuse a text file with too many rows, cells or columns."""
    lines = data.count(b"\n") + data.count(b"\r")
    # Cells may hold line breaks, and lines may be empty: this only catches files far too long. Rows are counted later.
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
                # A sheet may have any name. Reading a part that is not XML, such as a picture, ends at its first bytes.
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
