"""What people type on the command line, as values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ..errors import DrawsError, TargetError


def parse_sizes(text: str | None) -> Any:
    """Read wanted sizes: "balanced", "5,5,5,6", "4..6", "40%,35%,25%" or "Gryffindor=5,Slytherin=5".

    Examples
    --------
    >>> parse_sizes("8, 7, 5")
    [8, 7, 5]
    >>> parse_sizes("red=50%, blue=50%")
    {'red': 0.5, 'blue': 0.5}
    >>> parse_sizes("red=4..6, blue=4..")
    {'red': '4..6', 'blue': '4..'}
    """
    if text is None or text.strip().lower() in ("", "none"):
        return None
    if text.strip().lower() == "balanced":
        return "balanced"
    parts = [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]
    if len(parts) == 1 and ".." in text and "=" not in text:
        return text.strip()
    if any("=" in part for part in parts):
        if not all("=" in part for part in parts):
            raise TargetError(
                f'Sizes must all have names or none of them; got "{text}". Write "Gryffindor=5,Slytherin=6" or "5,6".'
            )
        pairs = [part.rsplit("=", 1) for part in parts]
        names = [name.strip() for name, _ in pairs]
        if len(set(names)) != len(names):
            raise TargetError(f'Each group may be named once; got "{text}". Drop the repeated name.')
        return {name.strip(): size.strip() if ".." in text else _number(size, text) for name, size in pairs}
    return [_number(part, text) for part in parts]


def _number(part: str, text: str) -> float | int:
    part = part.strip()
    if ".." in part:
        raise TargetError(
            f'Ranges of sizes must be one for every group, or one for each by its name; got "{text}". '
            'Write e.g. "4..6" or "red=4..6,blue=5..7".'
        )
    try:
        if part.endswith("%"):
            return float(part[:-1]) / 100
        value = float(part)
    except ValueError:
        raise TargetError(
            f'Sizes must be numbers or shares such as 25%; got "{part}" in "{text}". '
            'Write e.g. "5,5,5,6" or "balanced".'
        ) from None
    return int(value) if value.is_integer() else value


def read_draws(path: Path, variable: str | None) -> Any:
    """Read label draws of another tool: .npy, .csv (a row per draw) or .nc (ArviZ or xarray)."""
    if not path.exists():
        raise DrawsError(f"The file of draws must exist; got {str(path)!r}. Check the path.")
    kind = path.suffix.lower()
    if kind == ".npy":
        try:
            return np.load(path, mmap_mode="r", allow_pickle=False)
        except ValueError as error:
            raise DrawsError(
                f"A .npy file must hold an array of numbers; got {path.name} ({error}). Save it with numpy.save."
            ) from None
    if kind in (".csv", ".tsv", ".txt"):
        return _read_text(path)
    if kind == ".nc":
        return _read_netcdf(path, variable)
    raise DrawsError(f"Draws must be in a .npy, .csv or .nc file; got {path.name}. Convert them to one of these.")


def _read_text(path: Path) -> np.ndarray:
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    if not lines:
        raise DrawsError(f"The file of draws must not be empty; got {path.name}. Check how it was written.")
    header = not all(_is_number(cell) for cell in lines[0].split(delimiter))
    try:
        return np.loadtxt(lines[header:], delimiter=delimiter, ndmin=2)
    except ValueError as error:
        raise DrawsError(
            f"Each row must be a draw with one number per person; got {path.name} ({error}). "
            "Leave out columns that hold no labels."
        ) from None


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _read_netcdf(path: Path, variable: str | None) -> Any:
    try:
        import xarray as xr

        tree = xr.open_datatree(path)
    except (ImportError, ValueError, OSError) as error:
        raise DrawsError(
            f"Reading {path.name} needs xarray and h5netcdf ({error}). Install them, or save the draws with numpy.save."
        ) from None
    found = {
        name: array
        for node in tree.subtree
        for name, array in node.dataset.data_vars.items()
        if {"chain", "draw"} <= set(array.dims) and array.ndim == 3 and (variable in (None, name))
        if variable or array.dtype.kind in "iu"
    }
    if len(found) != 1:
        listed = ", ".join(str(name) for name in found) or "none"
        raise DrawsError(
            f"There must be one variable of label draws (chain, draw, person); found {listed} in {path.name}. "
            "Name it with --variable."
        )
    array = next(iter(found.values()))
    person = next(dim for dim in array.dims if dim not in ("chain", "draw"))
    return array.transpose("chain", "draw", person)
