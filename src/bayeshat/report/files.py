"""Writing a result to files that people open: CSV, JSON, XLSX, HTML."""

from __future__ import annotations

import csv
import json
import os
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..tables.text import guard_formula
from .tables import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# How the names of files and folders begin that are still being written.
ASIDE = ".bayeshat-"
# Characters that XML, and so a workbook, cannot hold.
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# Characters that a sheet's name cannot hold, and how long it may be.
_NOT_IN_TITLE = re.compile(r"[\[\]:*?/\\]")
_TITLE = 31
# Dots per inch of pictures.
_DPI = 150


def write_csv(table: Table, path: Path) -> Path:
    """Write a table as CSV (UTF-8 with a mark that spreadsheets recognise), whole or not at all."""
    with (
        _whole_file(path) as temporary,
        temporary.open("w", newline="", encoding="utf-8-sig", errors="replace") as file,
    ):
        # Quotes around everything: a comma or a line break in a cell shifts no column, whatever opens the file.
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow([_safe(heading) for heading in table])
        writer.writerows([_safe(cell) for cell in row] for row in zip(*table.values(), strict=True))
    return path


def write_json(content: dict[str, Any], path: Path) -> Path:
    """Write plain values as JSON, whole or not at all."""
    with _whole_file(path) as temporary:
        temporary.write_text(to_json(content, indent=1), encoding="utf-8", errors="replace")
    return path


def write_text(text: str, path: Path) -> Path:
    """Write text as UTF-8, whole or not at all."""
    with _whole_file(path) as temporary:
        temporary.write_text(text, encoding="utf-8", errors="replace", newline="\n")
    return path


def wants_figures(figures: bool | None, *packages: str) -> bool:
    """Return whether to draw: as asked, or if matplotlib and the other packages that the figures need are installed."""
    missing = [name for name in ("matplotlib", *packages) if find_spec(name) is None]
    if figures and missing:
        raise InputError(
            f"Figures need bayeshat[plot]; got an installation without {' and '.join(missing)}. "
            "Install it with: pip install 'bayeshat[plot]', or leave the figures out."
        )
    return not missing if figures is None else figures


def write_figure(figure: Figure, path: Path) -> Path:
    """Write a picture in the form that the file's name ends in, whole or not at all."""
    with _whole_file(path) as temporary:
        figure.savefig(temporary, format=path.suffix.removeprefix("."), dpi=_DPI)
    return path


def write_tables(tables: Mapping[Path, Table]) -> list[Path]:
    """Write tables as CSV files, all of them or none, making the folders that they are in."""
    aside: list[tuple[Path, Path]] = []
    try:
        for path, table in tables.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, prefix=ASIDE)
            os.close(handle)
            aside.append((Path(name), path))
            write_csv(table, Path(name))
        for temporary, path in aside:
            temporary.replace(path)
    except OSError as error:
        raise InputError(
            f"The output must be a file that can be written; got {str(path)!r} ({error.strerror}). Free some space, or "
            "choose another place."
        ) from None
    finally:
        for temporary, _ in aside:
            temporary.unlink(missing_ok=True)
    return list(tables)


def to_json(content: dict[str, Any], indent: int | None = None) -> str:
    """Return plain values as JSON; NaN, which it does not know, as null, and infinities as text."""
    return json.dumps(_jsonable(content), indent=indent, ensure_ascii=False, allow_nan=False)


def write_xlsx(sheets: dict[str, Table], path: Path) -> Path:
    """Write tables as the sheets of one workbook, whole or not at all; sheets' names are made legal."""
    from openpyxl import Workbook

    book = Workbook()
    for blank in book.worksheets:
        book.remove(blank)
    for title, table in zip(legal_titles(list(sheets)), sheets.values(), strict=True):
        sheet = book.create_sheet(title)
        sheet.append([_for_workbook(heading) for heading in table])
        for row in zip(*table.values(), strict=True):
            sheet.append([_for_workbook(cell) for cell in row])
        sheet.freeze_panes = "A2"
        for column, (heading, cells) in zip(sheet.columns, table.items(), strict=True):
            longest = max([len(heading), *(len(str(cell)) for cell in cells[:200])])
            sheet.column_dimensions[column[0].column_letter].width = min(longest + 2, 40)
    with _whole_file(path) as temporary:
        book.save(temporary)
    return path


def legal_titles(wanted: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Return names of sheets that every spreadsheet takes: short, without some signs, different whatever the case.

    Examples
    --------
    >>> legal_titles(["a/b", "A:B", "x" * 40, ""])
    ['a-b', 'A-B (2)', 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'sheet']
    """
    # Excel keeps one name for itself.
    used = {"history", *(title.casefold() for title in taken)}
    titles = []
    for text in wanted:
        plain = _NOT_IN_TITLE.sub("-", " ".join(_NOT_XML.sub("", text).split())).strip("'")
        title, count = _cut(plain, _TITLE).strip(" '") or "sheet", 1
        start = title
        while title.casefold() in used:
            count += 1
            title = _cut(start, _TITLE - len(f" ({count})")).rstrip() + f" ({count})"
        used.add(title.casefold())
        titles.append(title)
    return titles


def make_folder(path: str | os.PathLike[str]) -> Path:
    """Make a folder to write into, or say why it cannot be one."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise InputError(
            f"The output must be a folder that can be written to; got {str(folder)!r} ({error.strerror}). "
            "Choose another."
        ) from None
    return folder


def _jsonable(value: Any) -> Any:
    if isinstance(value, float) and value != value:
        return None
    if isinstance(value, float) and value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    if isinstance(value, dict):
        return {key: _jsonable(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(item) for item in value]
    return value


def _safe(cell: Any) -> Any:
    """Keep text that starts like a formula from becoming one in a spreadsheet."""
    return guard_formula(cell) if isinstance(cell, str) else cell


def _for_workbook(cell: Any) -> Any:
    return _safe(_NOT_XML.sub("\ufffd", cell)) if isinstance(cell, str) else cell


def _cut(text: str, length: int) -> str:
    """Cut a text to a length as spreadsheets count it: signs beyond the first 65 536 count twice."""
    return text.encode("utf-16-le")[: 2 * length].decode("utf-16-le", "ignore")


class _whole_file:  # noqa: N801
    """Write beside the file and put the new one in its place at the end: nothing half-written is left on failure."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> Path:
        handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=ASIDE)
        os.close(handle)
        self.temporary = Path(name)
        return self.temporary

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.temporary.chmod(0o644)
            self.temporary.replace(self.path)
        else:
            self.temporary.unlink(missing_ok=True)
