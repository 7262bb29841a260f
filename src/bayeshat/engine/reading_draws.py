"""The forms in which other tools leave label draws: files, data frames, xarray."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import DrawsError
from ..tables.text import quote
from ..words.message import Message

Array = np.ndarray

# Dimensions that number the draws, outermost first.
_DRAW_DIMENSIONS = ("chain", "draw", "sample")
# Columns that R's posterior package and ArviZ add to a table of draws. CmdStan's columns end in two underscores.
_SAMPLER_COLUMNS = (".chain", ".iteration", ".draw", "chain", "iteration", "draw")
_LOG_WEIGHT = ".log_weight"
# Headings of a column of row numbers.
_ROW_NUMBER_HEADINGS = ("", "Unnamed: 0")
# A variable's name with an index, such as z[12] or z.12: not a person's name.
_VARIABLE_WITH_INDEX = re.compile(r"[^\W\d][\w.]*(?:\[\s*\d+(?:\s*,\s*\d+)*\s*\]|\.\d+)")


@dataclass(frozen=True, eq=False)
class DrawForm:
    """Label draws as an array, and what else was found with them.

    Attributes
    ----------
    labels
        The labels, (draw, person) or (chain, draw, person). Dask arrays and unknown forms are left unchanged.
    people
        Everybody's name; None if there are none.
    weights
        (T,) weights of the draws; None if there are none.
    """

    labels: Any
    people: tuple[str, ...] | None = None
    weights: Array | None = None


def open_draws(draws: Any) -> DrawForm:
    """Take label draws out of a file, a data frame, or an xarray array or collection."""
    if isinstance(draws, (str, os.PathLike)):
        draws = read_draws(Path(draws))
    if _is_collection(draws):
        draws = find_labels(draws)
    if isinstance(draws, DrawForm):
        return draws
    if hasattr(draws, "columns") and hasattr(draws, "to_numpy"):  # a frame of pandas or polars
        places = getattr(draws, "iloc", draws)
        return _from_columns(tuple(draws.columns), lambda columns: places[:, columns].to_numpy())
    if has_dimensions(draws):
        ordered = samples_first(draws)
        coordinates, person = getattr(ordered, "coords", {}), ordered.dims[-1] if ordered.dims else None
        people = _as_names(coordinates[person].values.tolist()) if person in coordinates else None
        return DrawForm(ordered.data, people)
    return DrawForm(draws)


def order_weights(weights: Any, draws: Any) -> Any:
    """Return weights with named dimensions in the order of the draws: of their dimensions, and within each."""
    if not has_dimensions(weights):
        return weights
    places = getattr(draws, "coords", {})
    shared = [dim for dim in weights.dims if dim in places and dim in getattr(weights, "coords", {})]
    if shared:
        weights = weights.reindex({dim: places[dim] for dim in shared})
    return samples_first(weights).values


def has_dimensions(array: Any) -> bool:
    """Say whether an array has named dimensions, as in xarray."""
    return hasattr(array, "dims") and hasattr(array, "transpose")


def samples_first(array: Any) -> Any:
    """Return an xarray array with the dimensions of the draws first, in their usual order."""
    return array.transpose(*(dim for dim in _DRAW_DIMENSIONS if dim in array.dims), ...)


def _as_names(names: Sequence[Any]) -> tuple[str, ...] | None:
    """Return headings or coordinates as people's names; None if they are 0, 1, …, repeat, or name a variable."""
    texts = tuple(str(name) for name in names)
    counts = list(names) == list(range(len(names)))
    if counts or len(set(texts)) < len(texts) or all(_VARIABLE_WITH_INDEX.fullmatch(text) for text in texts):
        return None
    return texts


def _from_columns(headings: Sequence[Any], cells: Callable[[list[int]], Array]) -> DrawForm:
    """Take the draws out of a table, given its headings and a function that returns some of its columns, (T, C).

    Columns that number draws or hold sampler statistics are not people.
    """
    named = [str(heading) for heading in headings]
    people = [
        c for c, name in enumerate(named) if name not in (*_SAMPLER_COLUMNS, _LOG_WEIGHT) and not name.endswith("__")
    ]
    if people and named[people[0]] in _ROW_NUMBER_HEADINGS and (np.diff(cells(people[:1])[:, 0]) == 1).all():
        people = people[1:]
    weights = None
    if _LOG_WEIGHT in named:
        log_weights = cells([named.index(_LOG_WEIGHT)])[:, 0]
        weights = np.exp(log_weights - log_weights.max())
    return DrawForm(cells(people), _as_names([headings[c] for c in people]), weights)


def _is_collection(draws: Any) -> bool:
    """Say whether draws are a Dataset, a DataTree or an InferenceData, which hold several variables."""
    return hasattr(draws, "data_vars") or hasattr(getattr(draws, "posterior", None), "data_vars")


def find_labels(
    collection: Any, variable: str | None = None, remedy: str = "Pass that variable alone, such as draws['z']."
) -> Any:
    """Return the one variable of a Dataset, DataTree or InferenceData that holds label draws, as an xarray array.

    It has one dimension for people besides those of the draws. Variables of whole numbers are preferred, and only the
    group "posterior" is searched if there is one.
    """
    nodes = list(getattr(collection, "subtree", [collection]))
    if hasattr(getattr(collection, "posterior", None), "data_vars"):
        nodes = [collection.posterior]
    found = [
        (str(name), array)
        for node in nodes
        for name, array in node.data_vars.items()
        if any(dim in _DRAW_DIMENSIONS for dim in array.dims)
        and sum(dim not in _DRAW_DIMENSIONS for dim in array.dims) == 1
        if variable in (None, str(name))
    ]
    whole = [(name, array) for name, array in found if array.dtype.kind in "iu"]
    candidates = whole or found
    if len(candidates) != 1:
        listed = ", ".join(name for name, _ in candidates) or "none"
        raise DrawsError(f"There must be one variable of label draws (chain, draw, person); found {listed}. {remedy}")
    return samples_first(candidates[0][1])


def read_draws(path: Path) -> Any:
    """Read label draws from another tool: .npy, .csv (a row per draw) or .nc (ArviZ or xarray)."""
    if not path.is_file():
        raise DrawsError(Message("files-draws", file=repr(str(path)), kind="folder" if path.is_dir() else "missing"))
    kind = path.suffix.lower()
    if kind == ".npy":
        try:
            return np.load(path, mmap_mode="r", allow_pickle=False)
        except (EOFError, OSError, ValueError):
            raise DrawsError(
                f"A .npy file must hold an array of numbers; got something else in {path.name}. Save the draws with "
                "numpy.save."
            ) from None
    if kind in (".csv", ".tsv", ".txt"):
        return _read_text(path)
    if kind == ".nc":
        return _read_netcdf(path)
    raise DrawsError(Message("files-draws-kind", file=path.name))


def _read_text(path: Path) -> DrawForm:
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise DrawsError(
            f"A {path.suffix} file must hold text (UTF-8); got something else in {path.name}. Export the draws as text."
        ) from None
    if lines and lines[0].startswith("#"):  # CmdStan's comments
        lines = [line for line in lines if not line.startswith("#")]
    first = next(csv.reader(lines[:1], delimiter=delimiter), [])
    header = bool(lines) and not all(is_number(cell) for cell in first)
    if len(lines) <= header:
        raise DrawsError(Message("files-draws-empty", file=path.name))
    try:
        cells = np.loadtxt(lines[header:], delimiter=delimiter, ndmin=2, quotechar='"')
    except ValueError:
        raise DrawsError(
            f"Each row must be a draw with one number per person; got {_tell_first_fault(lines, header, delimiter)} in "
            f"{path.name}. Leave out columns that hold no labels."
        ) from None
    numbers = range(cells.shape[1])
    return _from_columns(first if header and len(first) == len(numbers) else numbers, lambda columns: cells[:, columns])


def _tell_first_fault(lines: list[str], header: bool, delimiter: str) -> str:
    """Return what is wrong with the first row that is not a draw."""
    wanted = len(lines[header].split(delimiter))
    for row, line in enumerate(lines[header:], 1 + header):
        cells = line.split(delimiter)
        words = [cell.strip(' "') for cell in cells if not is_number(cell)]
        if words:
            return f"{quote(words[0])} in row {row}"
        if len(cells) != wanted:
            return f"{len(cells)} instead of {wanted} numbers in row {row}"
    return "other text"


def is_number(cell: str) -> bool:
    """Say whether a text is a number."""
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _read_netcdf(path: Path) -> Any:
    try:
        import xarray as xr

        return xr.open_datatree(path)
    except ImportError as error:
        raise DrawsError(
            f"A .nc file needs bayeshat[netcdf]; got: {error}. Install it with pip install 'bayeshat[netcdf]', or save "
            "the draws with numpy.save."
        ) from None
    except (ValueError, OSError):
        raise DrawsError(
            f"A .nc file must hold netCDF data, and reading it needs bayeshat[netcdf]; {path.name} could not be read. "
            "Save the draws again, or with numpy.save."
        ) from None
