"""Writing what belongs together: all of a folder's files or none, and never over somebody else's."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import InputError
from ..tables.text import in_line
from ..words.message import Message
from .files import ASIDE


def check_folder(folder: Path, ours: Collection[str] = ()) -> Path:
    """Return the full path of a folder that may be written, or say why it may not.

    Parameters
    ----------
    folder
        A folder that is new or empty, or that holds an earlier run's files and nothing else.
    ours
        Names of the files that a run writes; the first one is always among them.
    """
    full = Path(folder).expanduser().resolve()
    if full.exists() and not full.is_dir():
        raise InputError(Message("files-output-is-file", folder=repr(str(folder))))
    if full == Path.cwd():
        raise InputError(Message("files-output-here"))
    there = sorted(entry.name for entry in full.iterdir()) if full.is_dir() else []
    others = [name for name in there if name not in ours]
    if there and (others or next(iter(ours)) not in there):
        names = in_line(others or there, 3)
        raise InputError(Message("files-output-holds", folder=repr(str(folder)), names=names))
    if os.path.ismount(full):
        inside = repr(str(Path(folder) / "sorted"))
        raise InputError(Message("files-output-disk", folder=repr(str(folder)), inside=inside))
    try:
        _try_making(full)
    except OSError as error:
        raise _refusal(folder, error.strerror) from None
    return full


@contextmanager
def whole_folder(folder: Path, ours: Collection[str] = ()) -> Iterator[Path]:
    """Yield a new folder to write into, which takes the place of ``folder`` if all goes well and else disappears."""
    full = check_folder(folder, ours)
    try:
        aside = Path(tempfile.mkdtemp(dir=_standing(full.parent), prefix=ASIDE))
    except OSError as error:
        raise _refusal(folder, error.strerror) from None
    new, old = aside / "new", aside / "old"
    try:
        new.mkdir()
        yield new
        full.parent.mkdir(parents=True, exist_ok=True)
        if full.exists():
            full.rename(old)
        try:
            new.rename(full)
        except OSError:
            if old.exists():
                old.rename(full)
            raise
    except OSError as error:
        raise _refusal(folder, error.strerror) from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def check_new_file(path: Path, force: bool = False) -> Path:
    """Return the path of a file that may be written: a new one, or with ``force`` one that exists."""
    if path.is_dir():
        raise InputError(Message("files-output-is-folder", file=repr(str(path))))
    if path.exists() and not force:
        raise InputError(Message("files-output-exists", file=repr(str(path))))
    if path.exists() and not (path.is_file() and os.access(path, os.W_OK)):
        kind = "file" if path.is_file() else "device"
        raise InputError(Message("files-output-read-only", file=repr(str(path)), kind=kind))
    try:
        _try_making(Path(os.path.abspath(path)))
    except OSError as error:
        where = Message("files-output-where", file=repr(str(path)), reason=str(error.strerror))
        raise InputError(where) from None
    return path


def _standing(path: Path) -> Path:
    """Return the path, or the nearest folder above it that exists."""
    path = Path(os.path.abspath(path))
    while not path.exists():
        path = path.parent
    return path


def _try_making(path: Path) -> None:
    """Make folders of the same names as the path's new ones in a folder that disappears again; OSError if it fails."""
    standing = _standing(path.parent)
    with tempfile.TemporaryDirectory(dir=standing, prefix=ASIDE) as aside:
        (Path(aside) / path.relative_to(standing)).mkdir(parents=True)


def _refusal(folder: Path, why: str | None) -> InputError:
    return InputError(Message("files-output-refused", folder=repr(str(folder)), reason=str(why)))
