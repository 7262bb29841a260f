"""Files that are no tables, whatever their names say."""

from __future__ import annotations

import zipfile
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
