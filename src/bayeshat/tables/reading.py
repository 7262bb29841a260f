"""Tables from files, frames and dictionaries."""

from __future__ import annotations

import csv
import os
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

import numpy as np

from ..errors import AnswersError
from ..words.message import Message, Setting
from .files import detect_encoding, refuse_other_files
from .numbers import read_number
from .person_columns import heading_kind
from .table import Column, Table, cell_text, table_from_columns, table_from_rows
from .text import RECOGNISED, clip, is_blank, normalise, quote, quoted, quoted_some

_WORKBOOKS = (".xlsx", ".xlsm")
_OTHER_FILES = (".xls", ".xlsb", ".ods", ".numbers", ".docx", ".doc", ".odt", ".pdf", ".html", ".json", ".sav", ".zip")
# Headings hold commas more often than the other two: where all give the same columns, the earlier one holds.
_DELIMITERS = (";", "\t", ",")
# What openpyxl raises, besides its own, for files that are no workbooks or are damaged.
_NOT_A_WORKBOOK = (zipfile.BadZipFile, zlib.error, ParseError, EOFError, LookupError, ValueError)
# Rows looked at to tell the delimiter.
_SAMPLE = 100
# Rows of a title that may stand above the headings.
_MOST_TITLES = 3
_SUMS = frozenset(RECOGNISED["sum"])
_POINTS = frozenset(RECOGNISED["points"])
# The first row is a person if this share of the headings look like answers, of at least two.
_LIKE_ANSWERS = 0.75
# Cells of such a row in one message.
_MOST_NAMED = 5


def read_table(source: Any, *, headings: bool = True) -> Table:
    """Return a table from a path (CSV, TSV, XLSX), a pandas or polars frame, a dict of columns, or another table.

    In a file without headings the first row is a person, and columns are called "column 1", "column 2" and so on.
    """
    if isinstance(source, Table):
        return source
    if isinstance(source, str | os.PathLike):
        table = _read_file(Path(source).expanduser(), headings)
        if headings and lacks_headings(table):
            table = replace(table, notes=(*table.notes, tell_headings("table-headings-perhaps", table)))
        return table
    if isinstance(source, Mapping):
        return _read_mapping(source)
    return _read_frame(source)


def lacks_headings(table: Table) -> bool:
    """Return whether the headings of a file look like somebody's answers.

    Most then stand among the cells below them too, or are numbers above numbers that do not count the questions. Above
    cells that are all different, such as names, a heading shows nothing unless it says what they are.
    """
    headed = [column for column in table.columns if not is_blank(column.heading)]
    again = [column for column in headed if _comes_again(column)]
    counts = [number for column in headed if (number := read_number(column.heading)) is not None]
    if table.from_zero or not again or (len(counts) > 1 and counts == [counts[0] + n for n in range(len(counts))]):
        return False
    like = [column for column in headed if column in again or _heads_numbers(column)]
    silent = [column for column in headed if column not in like and _tells_nothing(column)]
    return len(like) >= max(2, _LIKE_ANSWERS * (len(headed) - len(silent)))


def _comes_again(column: Column) -> bool:
    """Return whether a heading stands among other cells below it; ticks may repeat it and nothing else."""
    same = any(value.strip() == column.heading for value in column.values)
    return same and any(value.strip() != column.heading and not is_blank(value) for value in column.values)


def _tells_nothing(column: Column) -> bool:
    """Return whether a heading that is not known stands above cells that are all different."""
    return len(column.values) == len(column.places) and not heading_kind(column.heading)


def _heads_numbers(column: Column) -> bool:
    """Return whether a heading is a number above numbers."""
    cells = (column.heading, *(value for value in column.values if not is_blank(value)))
    return all(read_number(cell) is not None for cell in cells)


def tell_headings(key: str, table: Table) -> Message:
    """Return that a table seems to have no headings."""
    cells = quoted_some(table.headings, _MOST_NAMED)
    return Message(key, table=table.origin, cells=cells, setting=Setting("headings", False))


def _read_file(path: Path, headings: bool) -> Table:
    if not path.is_file():
        raise AnswersError(Message("table-folder" if path.is_dir() else "table-no-file", file=repr(str(path))))
    suffix = path.suffix.lower()
    if suffix in _OTHER_FILES:
        raise AnswersError(Message("table-other-program", file=repr(path.name)))
    if suffix == ".toml":
        raise AnswersError(Message("table-ends-as-rules", file=repr(path.name)))
    try:
        refuse_other_files(path, packed=suffix in _WORKBOOKS)
        return _read_workbook(path, headings) if suffix in _WORKBOOKS else _read_text(path, suffix, headings)
    except OSError as error:
        raise AnswersError(Message("table-unreadable", file=repr(str(path)), reason=error.strerror)) from None


def _read_text(path: Path, suffix: str, headings: bool) -> Table:
    encoding, guessed = detect_encoding(path)
    delimiter = "\t" if suffix == ".tsv" else _sniff_delimiter(path, encoding)
    with path.open(encoding=encoding, newline="") as file:
        reader = csv.reader(file, delimiter=delimiter, strict=True)
        try:
            table = _table_of_people(reader, path.name, headings)
        except csv.Error as error:
            if "field limit" in str(error):
                raise AnswersError(
                    Message("table-long-cell", file=path.name, most=csv.field_size_limit(), line=str(reader.line_num))
                ) from None
            raise AnswersError(
                Message("table-quotes", file=path.name, line=str(reader.line_num), mistake=str(error))
            ) from None
    told = Message("table-encoding", file=path.name, encoding=encoding)
    return replace(table, notes=(*table.notes, told)) if guessed else table


def _sniff_delimiter(path: Path, encoding: str) -> str:
    """Return the delimiter that gives several columns, rows of one length, and the most columns, in this order."""
    scores = {}
    for delimiter in _DELIMITERS:
        with path.open(encoding=encoding, newline="") as file:
            try:
                rows = list(islice(filter(None, csv.reader(file, delimiter=delimiter, strict=True)), _SAMPLE))
            except csv.Error:
                continue
        n_titles = _count_titles(rows)
        widths = [len(row) for row in rows[n_titles:]] or [0]
        # A delimiter that stands in all rows but the first ones may belong to the cells.
        several = (widths[0] > 1 and not n_titles, widths[0] > 1)
        scores[delimiter] = (*several, widths.count(widths[0]) / len(widths), widths[0])
    return max(scores, key=scores.__getitem__, default=",")


def _table_of_people(rows: Iterator[Sequence[str]], origin: str, headings: bool) -> Table:
    """Return a table from rows, without a title above the headings and rows of points or sums, which notes tell."""
    if not headings:
        first = list(islice(rows, _SAMPLE))
        numbered = [f"column {number}" for number in range(1, max(map(len, first), default=0) + 1)]
        table = table_from_rows(chain([numbered] if any(map(_is_filled, first)) else [], first, rows), origin)
        return replace(table, row_numbers=table.row_numbers - 1)
    top: list[Sequence[str]] = []
    while sum(map(_is_filled, top)) < _MOST_TITLES + 3 and (row := next(rows, None)) is not None:
        top.append(row)
    filled = list(filter(_is_filled, top))
    titles = filled[: _count_titles(filled)]
    # Rows keep their numbers.
    table = table_from_rows(chain([[] if row in titles else row for row in top], rows), origin)
    start, end = 0, len(table.row_numbers)
    while end > 1 and normalise(_first_cell(table, end - 1)).rstrip(" :") in _SUMS:
        end -= 1
    while start < end - 1 and normalise(_first_cell(table, start)) in _POINTS:
        start += 1
    notes = []
    if titles:
        texts = quoted(" ".join(" ".join(row).split()) for row in titles)
        notes.append(Message("table-titles-left-out", table=origin, titles=texts))
    if others := [*range(start), *range(end, len(table.row_numbers))]:
        sums = [_first_cell(table, row) for row in others]
        notes.append(Message("table-sums-left-out", table=origin, sums=quoted(sums)))
        table = table.take(np.arange(start, end))
    return replace(table, notes=(*table.notes, *notes))


def _first_cell(table: Table, row: int) -> str:
    """Return the first cell of a row that holds anything."""
    texts = (column.cell(row).strip() for column in table.columns)
    return next(filter(None, texts), "")


def _count_titles(rows: Sequence[Sequence[str]]) -> int:
    """Return how many of the first rows are a title: one cell each, above two rows with several.

    A row that heads several columns at once is one too: it leaves gaps where the row below has cells, and only that one
    says where people's names are. A heading that says who people are belongs to a table whose other headings are
    missing, unless the row of headings below has one, too.
    """
    cells = [sum(bool(cell.strip()) for cell in row) for row in rows]
    n_titles = next((n for n, n_cells in enumerate(cells) if n_cells > 1), 0)
    below = n_titles + 1
    if below < len(rows) and cells[n_titles] < cells[below] and _holds_headings(rows[below], rows[below + 1 :]):
        n_titles += 1
    if not 1 <= n_titles <= _MOST_TITLES + 1 or cells[n_titles + 1 : n_titles + 2] < [2]:
        return 0
    named = any(heading_kind(text) for row in rows[:n_titles] for text in (*row, " ".join(row)))
    return 0 if named and not _holds_headings(rows[n_titles], rows[n_titles + 1 :]) else n_titles


def _holds_headings(row: Sequence[str], people: Sequence[Sequence[str]]) -> bool:
    """Say whether a row says where people's names are; "student" may also be what people answered."""
    return any(
        heading_kind(cell)
        and not any(normalise(cell) in map(normalise, person[place : place + 1]) for person in people)
        for place, cell in enumerate(row)
    )


def _is_filled(row: Sequence[str]) -> bool:
    return bool("".join(row).strip())


def _read_workbook(path: Path, headings: bool) -> Table:
    try:
        import openpyxl
        from openpyxl.utils.exceptions import InvalidFileException
    except ImportError:
        raise AnswersError(Message("table-needs-openpyxl", file=path.name)) from None
    with warnings.catch_warnings():
        # openpyxl warns of styles and form controls that it leaves out; the cells are all there.
        warnings.simplefilter("ignore")
        try:
            with closing(openpyxl.load_workbook(path, read_only=True, data_only=True)) as workbook:
                sheet, told = _choose_sheet(workbook.worksheets)
                table = _table_of_people(_workbook_rows(sheet), path.name, headings)
                return replace(table, notes=(*told, *table.notes))
        except AnswersError:
            raise
        except (*_NOT_A_WORKBOOK, InvalidFileException) as error:
            raise AnswersError(Message("table-no-workbook", file=path.name, mistake=str(error))) from None


def _choose_sheet(sheets: Sequence[Any]) -> tuple[Any, list[Message]]:
    """Return the first sheet that holds a table, and in a sentence which it is, if there are several with anything.

    A table has at least two rows with several cells; a sheet of explanations rarely has.
    """
    shown = [sheet for sheet in sheets if sheet.sheet_state == "visible"] or list(sheets)
    n_rows = [_count_rows(sheet) for sheet in shown]
    chosen = next((place for place, (_, n_wide) in enumerate(n_rows) if n_wide > 1), 0)
    others = [shown[place].title for place, (n_any, _) in enumerate(n_rows) if n_any and place != chosen]
    told = Message("table-sheet", sheet=clip(shown[chosen].title), others=quoted(others))
    return shown[chosen], [told] if others else []


def _count_rows(sheet: Any) -> tuple[int, int]:
    """Return how many of the first rows hold anything, and how many hold several cells."""
    cells = [sum(map(bool, map(str.strip, row))) for row in islice(_workbook_rows(sheet), _SAMPLE)]
    return sum(n > 0 for n in cells), sum(n > 1 for n in cells)


def _workbook_rows(sheet: Any) -> Iterator[Sequence[str]]:
    # Some programs write a wrong extent into the file; without it every row is read.
    sheet.reset_dimensions()
    for row in sheet.iter_rows(values_only=True):
        yield [cell_text(value) for value in row]


def _read_mapping(source: Mapping[Any, Any]) -> Table:
    columns = {}
    for heading, values in source.items():
        if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
            raise AnswersError(
                f"Every column must be a list of cells; got {type(values).__name__} for {quote(str(heading))}. "
                "Give one cell per person."
            )
        columns[str(heading)] = list(values)
    lengths = {heading: len(values) for heading, values in columns.items()}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{quote(heading)}: {length}" for heading, length in lengths.items())
        raise AnswersError(f"All columns must be equally long; got {told}. Give one cell per person in each.")
    return table_from_columns(list(columns), columns.values(), Message("table-dict"))


def _read_frame(source: Any) -> Table:
    # An index with a name is a column like any other.
    labels = getattr(getattr(source, "index", None), "names", [None])
    if any(label is not None and label not in source.columns for label in labels):
        source = source.reset_index()
    if not hasattr(source, "__len__"):
        raise _no_table(source, "it has no length")
    try:
        names = list(source.columns)
        if len(set(names)) < len(names):
            raise ValueError("a heading is there twice")
        columns = [source[name].to_list() for name in names]
    except (AttributeError, TypeError, ValueError) as error:
        raise _no_table(source, str(error).splitlines()[0]) from None
    return table_from_columns([str(name) for name in names], columns, Message("table-frame"))


def _no_table(source: Any, why: str) -> AnswersError:
    return AnswersError(
        "The table must be a path, a pandas or polars frame with distinct headings, or a dict of columns; "
        f"got {type(source).__name__} ({why}). Convert it to one of these."
    )
